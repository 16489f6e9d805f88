//! Results of fights that use files.

use super::{BOTH, DRONES, Folder, HEROES, fight, table, written_out};
use evenodds::scenario::{BUILTINS, open};
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Stdio;

#[test]
fn a_fight_with_files_is_the_fight_written_out() {
    let folder = Folder::with(&[
        ("heroes.toml", HEROES),
        ("drones.toml", DRONES),
        ("both.toml", BOTH),
        ("one.toml", &fight()),
        (
            "turned.toml",
            &BOTH.replace(
                "\"heroes.toml\", \"drones.toml\"",
                "\"drones.toml\", \"heroes.toml\"",
            ),
        ),
    ]);
    let title = "title = \"The crew\"\n";
    let heroes = HEROES.replace(title, "");
    let out = written_out(&format!("kind = \"combat\"\n{heroes}{DRONES}")).hash;
    assert_eq!(folder.hash(&["both.toml"]), out);
    assert_eq!(folder.hash(&["one.toml"]), out);
    let turned = written_out(&format!("kind = \"combat\"\n{DRONES}{heroes}")).hash;
    assert_eq!(folder.hash(&["turned.toml"]), turned);
    assert_ne!(turned, out);
    // Its narration is the same, too.
    let story = |name| {
        let output = folder.output(&["trace", name, "-f", "json"]);
        let story: serde_json::Value = serde_json::from_str(&output).unwrap();
        story["lines"].clone()
    };
    assert_eq!(story("both.toml"), story("one.toml"));
}

#[test]
fn the_shipped_parties_are_those_of_the_canyon() {
    let text = "kind = \"combat\"\nuse = [\"@canyon-heroes\", \"@canyon-ambushers\"]\n";
    assert_eq!(written_out(text).hash, open("@canyon", &[]).unwrap().hash);
    // A shipped scenario from the source tree equals the built-in one.
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    for builtin in BUILTINS {
        let inside = open(&format!("@{}", builtin.name), &[]).unwrap();
        let outside = open(&root.join(builtin.path).to_string_lossy(), &[]).unwrap();
        assert_eq!(inside.hash, outside.hash, "{}", builtin.name);
    }
}

#[test]
fn a_side_of_the_same_name_completes_the_one_that_is_used() {
    let folder = table();
    let own = "[[side]]\nname = \"heroes\"\nplayer = \"random\"\ncover = { dice = 2 }\n[[side.combatant]]\nname = \"Zoe\"\nclasses = [{ name = \"Medic\", dice = 2 }]\n[[side.combatant]]\nname = \"Emily\"\nwounds = true\nclasses = [{ name = \"Pilot\", dice = 2 }]\n[[side.reinforcement]]\nat_turn = 3\nname = \"Late\"\nclasses = [{ name = \"Late\", dice = 1 }]\n";
    folder.write("fight.toml", format!("{}{own}", fight()).as_bytes());
    let out = "kind = \"combat\"\n[[side]]\nname = \"heroes\"\nplayer = \"random\"\ncover = { dice = 2 }\n[[side.combatant]]\nname = \"Dirk\"\nclasses = [{ name = \"Mercenary\", dice = 4 }]\n[[side.combatant]]\nname = \"Emily\"\nwounds = true\nclasses = [{ name = \"Pilot\", dice = 2 }]\n[[side.combatant]]\nname = \"Zoe\"\nclasses = [{ name = \"Medic\", dice = 2 }]\n[[side.reinforcement]]\nat_turn = 3\nname = \"Late\"\nclasses = [{ name = \"Late\", dice = 1 }]\n";
    assert_eq!(
        folder.hash(&["fight.toml"]),
        written_out(&format!("{out}{DRONES}")).hash
    );
}

#[test]
fn a_file_uses_others_and_completes_them() {
    let wounded = "use = [\"../heroes.toml\"]\n[[side]]\nname = \"heroes\"\n[[side.combatant]]\nname = \"Dirk\"\nwounds = true\n";
    let folder = Folder::with(&[
        ("heroes.toml", HEROES),
        ("deep/wounded.toml", wounded),
        // The same file twice, by two paths.
        (
            "deep/all.toml",
            "use = [\"./wounded.toml\", \"../drones.toml\", \"../deep/../heroes.toml\"]\n",
        ),
        ("drones.toml", DRONES),
        (
            "fight.toml",
            "kind = \"combat\"\nuse = [\"deep/all.toml\"]\n",
        ),
    ]);
    let heroes = HEROES
        .replace("title = \"The crew\"\n", "")
        .replace("\"Dirk\"\n", "\"Dirk\"\nwounds = true\n");
    let out = written_out(&format!("kind = \"combat\"\n{heroes}{DRONES}")).hash;
    assert_eq!(folder.hash(&["fight.toml"]), out);
    // Paths are relative to the file, not to the current folder.
    let above = folder.0.path().parent().unwrap();
    let path = folder.path("fight.toml");
    let answer = folder
        .command(&["run", path.to_str().unwrap(), "-n", "10", "-f", "json"])
        .current_dir(above)
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&answer.stdout).contains(&out));
    // An absolute path needs no folder.
    let absolute = format!(
        "kind = \"combat\"\nuse = ['{}']\n",
        folder.path("deep/all.toml").display()
    );
    folder.write("elsewhere/absolute.toml", absolute.as_bytes());
    assert_eq!(folder.hash(&["elsewhere/absolute.toml"]), out);
}

#[test]
fn standard_input_names_files_of_the_working_folder() {
    let folder = table();
    let mut child = folder
        .command(&["run", "-", "-n", "10", "-f", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(fight().as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let hash = folder.hash(&["fight.toml"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains(&hash));
}

#[test]
fn assignments_reach_what_is_used_and_what_uses_it() {
    let folder = table();
    let set = |assignments: &[&str]| {
        let mut arguments = vec!["fight.toml"];
        for assignment in assignments {
            arguments.extend(["--set", assignment]);
        }
        folder.hash(&arguments)
    };
    let six = set(&["side.heroes.Dirk.classes[0].dice=6"]);
    folder.write(
        "strong.toml",
        HEROES.replace("dice = 4", "dice = 6").as_bytes(),
    );
    assert_eq!(set(&["use=['strong.toml']"]), six);
    assert_eq!(set(&["use[0]=strong.toml"]), six);
    // In any order, files are loaded before their values are changed.
    assert_eq!(
        set(&["side.heroes.Dirk.classes[0].dice=4", "use[0]=strong.toml"]),
        set(&[])
    );
    // Typed paths are relative to the current folder, also for a scenario in another folder.
    folder.write(
        "deep/fight.toml",
        fight().replace("heroes.toml", "../heroes.toml").as_bytes(),
    );
    assert_eq!(
        folder.hash(&["deep/fight.toml", "--set", "use[0]=strong.toml"]),
        six
    );
    folder.hash(&["@late-drones", "--set", "use[0]=strong.toml"]);
    insta::assert_snapshot!(
        folder.refused(&[
            "run", "fight.toml", "--set", "side.heroes.Drik.count=2", "--set", "use[1]=x.toml", "--set", "ues=[]",
        ]),
        @"
    --set:1:4: use[1] does not exist; there is 1 element, [0]
    --set:1:13: side.heroes.Drik is not a key here; did you mean Dirk? / help: the names and keys here are Dirk, Emily, name, player, combatant, reinforcement, cover, allow
    --set:1:1: ues is not a key here; did you mean use? / help: the keys here are format, kind, title, notes, use, side, cover, rules, run, expect, sweep, tune
    "
    );
    insta::assert_snapshot!(folder.refused(&["run", "fight.toml", "--set", "use=['fight.toml']"]), @r#"--set:1:6: use[0] is "fight.toml"; a file cannot use itself"#);
}

#[test]
fn every_command_plays_a_fight_with_files() {
    let folder = table();
    let exact = "kind = \"combat\"\nuse = [\"duel.toml\"]\n[[side]]\nname = \"a\"\nplayer = \"optimal\"\n[[side]]\nname = \"b\"\nplayer = \"optimal\"\n";
    folder.write("exact.toml", exact.as_bytes());
    let duel = "[[side]]\nname = \"a\"\n[[side.combatant]]\nname = \"A\"\nclasses = [{ name = \"A\", dice = 1 }]\n[[side]]\nname = \"b\"\n[[side.combatant]]\nname = \"B\"\nclasses = [{ name = \"B\", dice = 2 }]\n";
    folder.write("duel.toml", duel.as_bytes());
    assert!(folder.output(&["exact", "exact.toml"]).contains("20.2"));
    assert!(folder.output(&["trace", "fight.toml"]).contains("Dirk"));
    let ladder = [
        "ladder",
        "fight.toml",
        "-n",
        "50",
        "--players",
        "finisher,random",
    ];
    assert!(folder.output(&ladder).contains("heroes"));
    folder.output(&["report", "fight.toml", "-n", "50", "-q"]);
    // The scenario in the report needs no other files.
    fs::remove_file(folder.path("heroes.toml")).unwrap();
    let kept = fs::read_to_string(folder.path("report/fight/scenario.toml")).unwrap();
    insta::assert_snapshot!(kept, @r#"
    # fight.toml, with the files that it uses merged into it.
    kind = "combat"

    [[side]]
    name = "heroes"

    [[side.combatant]]
    name = "Dirk"
    classes = [{ name = "Mercenary", dice = 4 }]

    [[side.combatant]]
    name = "Emily"
    classes = [{ name = "Survivalist", dice = 3 }]

    [[side]]
    name = "drones"
    player = "brawler"

    [[side.combatant]]
    name = "Drone"
    count = 3
    classes = [{ name = "Drone", dice = 2 }]
    "#);
    fs::remove_file(folder.path("fight.toml")).unwrap();
    folder.hash(&["report/fight/scenario.toml"]);
}

#[test]
fn a_self_contained_text_is_the_same_scenario() {
    for builtin in BUILTINS {
        let scenario = open(&format!("@{}", builtin.name), &[]).unwrap();
        let alone = written_out(scenario.whole_text());
        assert_eq!(alone.hash, scenario.hash, "{}", builtin.name);
        assert_eq!(alone.title, scenario.title, "{}", builtin.name);
        assert_eq!(alone.notes, scenario.notes, "{}", builtin.name);
        assert_eq!(
            alone.expectations, scenario.expectations,
            "{}",
            builtin.name
        );
    }
}

#[test]
fn a_scenario_keeps_the_files_that_it_was_read_with() {
    let folder = table();
    let path = folder.path("fight.toml");
    let scenario = open(path.to_str().unwrap(), &[]).unwrap();
    folder.write(
        "heroes.toml",
        HEROES.replace("dice = 4", "dice = 6").as_bytes(),
    );
    let again = scenario.with(&["title=Again".to_owned()]).unwrap();
    assert_eq!(again.hash, scenario.hash);
    fs::remove_file(folder.path("heroes.toml")).unwrap();
    assert_eq!(scenario.with(&[]).unwrap().hash, scenario.hash);
}
