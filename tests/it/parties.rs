//! Files that fights use: what comes out of them, and every wrong way to name or fill one, with the whole answer.

use evenodds::contests::KINDS;
use evenodds::document::{Faults, Presence, Source, check, flaws, parse, template};
use evenodds::scenario::{BUILTINS, LoadError, PARTIES, Scenario, load, open, part_keys_of};
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A folder with files, in which the program is called.
struct Folder(TempDir);

/// What a call gave back.
struct Answer {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Folder {
    fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        for (name, text) in files {
            folder.write(name, text.as_bytes());
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_evenodds"));
        command.args(arguments).current_dir(self.0.path());
        command
    }

    fn call(&self, arguments: &[&str]) -> Answer {
        let output = self.command(arguments).output().unwrap();
        Answer {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// The answer to a wrong file, which is a fault of the input.
    fn refused(&self, arguments: &[&str]) -> String {
        let answer = self.call(arguments);
        assert_eq!(answer.code, Some(2), "{arguments:?}: {}", answer.err);
        assert_eq!(answer.out, "", "{arguments:?}");
        answer.err
    }

    /// The output of a call that goes well.
    fn told(&self, arguments: &[&str]) -> String {
        let answer = self.call(arguments);
        assert_eq!(answer.code, Some(0), "{arguments:?}: {}", answer.err);
        answer.out
    }

    /// The hash of a scenario as results have it.
    fn hash(&self, arguments: &[&str]) -> String {
        let all = [&["run", "-n", "10", "-f", "json"], arguments].concat();
        let results: serde_json::Value = serde_json::from_str(&self.told(&all)).unwrap();
        results["scenario"]["hash"].as_str().unwrap().to_owned()
    }
}

const HEROES: &str = "title = \"The crew\"\n\n[[side]]\nname = \"heroes\"\n[[side.combatant]]\nname = \"Dirk\"\nclasses = [{ name = \"Mercenary\", dice = 4 }]\n[[side.combatant]]\nname = \"Emily\"\nclasses = [{ name = \"Survivalist\", dice = 3 }]\n";
const DRONES: &str = "[[side]]\nname = \"drones\"\nplayer = \"brawler\"\n[[side.combatant]]\nname = \"Drone\"\ncount = 3\nclasses = [{ name = \"Drone\", dice = 2 }]\n";
const BOTH: &str = "kind = \"combat\"\nuse = [\"heroes.toml\", \"drones.toml\"]\n";

/// A fight of the crew, out of a file, with drones of its own.
fn fight() -> String {
    format!("kind = \"combat\"\nuse = [\"heroes.toml\"]\n{DRONES}")
}

/// A folder with the crew and the fight.
fn table() -> Folder {
    Folder::with(&[("heroes.toml", HEROES), ("fight.toml", &fight())])
}

/// The answer to a fight that begins with this line instead, with drones of its own.
fn named(line: &str) -> String {
    let folder = table();
    folder.write(
        "fight.toml",
        fight().replace("use = [\"heroes.toml\"]", line).as_bytes(),
    );
    folder.refused(&["run", "fight.toml"])
}

fn written_out(text: &str) -> Scenario {
    load("x.toml", text.as_bytes(), &[]).unwrap_or_else(|error| panic!("{error}"))
}

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
    // And it is told in the same words.
    let story = |name| {
        let told = folder.told(&["trace", name, "-f", "json"]);
        let story: serde_json::Value = serde_json::from_str(&told).unwrap();
        story["lines"].clone()
    };
    assert_eq!(story("both.toml"), story("one.toml"));
}

#[test]
fn the_shipped_parties_are_those_of_the_canyon() {
    let text = "kind = \"combat\"\nuse = [\"@canyon-heroes\", \"@canyon-ambushers\"]\n";
    assert_eq!(written_out(text).hash, open("@canyon", &[]).unwrap().hash);
    // A shipped scenario is the same from the source tree as from inside the program.
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
        // Twice the same file, by two ways to it.
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
    // Paths are counted from the file, not from the folder in which one calls.
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
    // Whatever comes first, the files are there when something in them is changed.
    assert_eq!(
        set(&["side.heroes.Dirk.classes[0].dice=4", "use[0]=strong.toml"]),
        set(&[])
    );
    // What is typed is counted from where it is typed, also for a scenario that is elsewhere.
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
    --set:1:4: use[1] is not there: there is 1 element, [0]
      |
    1 | use[1]=x.toml
      |    ^^^

    --set:1:13: side.heroes.Drik is not a key here: did you mean Dirk?
      |
    1 | side.heroes.Drik.count=2
      |             ^^^^
    help: names and keys here are Dirk, Emily, name, player, combatant, reinforcement, cover

    --set:1:1: ues is not a key here: did you mean use?
      |
    1 | ues=[]
      | ^^^
    help: keys here are format, kind, title, notes, use, side, cover, rules, run, expect, sweep, tune

    3 faults; nothing was run
    "
    );
    insta::assert_snapshot!(folder.refused(&["run", "fight.toml", "--set", "use=['fight.toml']"]), @r#"
    --set:1:6: use[0] is "fight.toml": a file cannot use itself
      |
    1 | use=['fight.toml']
      |      ^^^^^^^^^^^^

    1 fault; nothing was run
    "#);
}

#[test]
fn every_command_plays_a_fight_with_files() {
    let folder = table();
    let exact = "kind = \"combat\"\nuse = [\"duel.toml\"]\n[[side]]\nname = \"a\"\nplayer = \"optimal\"\n[[side]]\nname = \"b\"\nplayer = \"optimal\"\n";
    folder.write("exact.toml", exact.as_bytes());
    let duel = "[[side]]\nname = \"a\"\n[[side.combatant]]\nname = \"A\"\nclasses = [{ name = \"A\", dice = 1 }]\n[[side]]\nname = \"b\"\n[[side.combatant]]\nname = \"B\"\nclasses = [{ name = \"B\", dice = 2 }]\n";
    folder.write("duel.toml", duel.as_bytes());
    assert!(folder.told(&["exact", "exact.toml"]).contains("20.2"));
    assert!(folder.told(&["trace", "fight.toml"]).contains("Dirk"));
    let ladder = [
        "ladder",
        "fight.toml",
        "-n",
        "50",
        "--players",
        "finisher,random",
    ];
    assert!(folder.told(&ladder).contains("heroes"));
    folder.told(&["report", "fight.toml", "-n", "50", "-q"]);
    // The scenario in the report stands alone.
    fs::remove_file(folder.path("heroes.toml")).unwrap();
    let kept = fs::read_to_string(folder.path("report/fight/scenario.toml")).unwrap();
    insta::assert_snapshot!(kept, @r#"
    # fight.toml, with the files that it uses put into it.
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
fn a_text_that_stands_alone_is_the_same_scenario() {
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

#[test]
fn a_reference_to_no_file_is_a_fault() {
    insta::assert_snapshot!(named("use = [\"heros.toml\", \"parties/heroes.toml\", \" \"]"), @r#"
    fight.toml:2:8: use[0] is "heros.toml": there is no file heros.toml
      |
    2 | use = ["heros.toml", "parties/heroes.toml", " "]
      |        ^^^^^^^^^^^^
    help: did you mean heroes.toml?

    fight.toml:2:22: use[1] is "parties/heroes.toml": there is no file parties/heroes.toml
      |
    2 | use = ["heros.toml", "parties/heroes.toml", " "]
      |                      ^^^^^^^^^^^^^^^^^^^^^
    help: there is no folder parties either

    fight.toml:2:45: use[2] is " ": the path of a file
      |
    2 | use = ["heros.toml", "parties/heroes.toml", " "]
      |                                             ^^^

    3 faults; nothing was run
    "#);
    insta::assert_snapshot!(named("use = [\"heroes.toml/x.toml\", \"a\\u0000b\"]"), @r#"
    fight.toml:2:8: use[0] is "heroes.toml/x.toml": there is no file heroes.toml/x.toml
      |
    2 | use = ["heroes.toml/x.toml", "a\u0000b"]
      |        ^^^^^^^^^^^^^^^^^^^^
    help: there is no folder heroes.toml either

    fight.toml:2:30: use[1] is "a\u0000b": there is no file a\u{0}b
      |
    2 | use = ["heroes.toml/x.toml", "a\u0000b"]
      |                              ^^^^^^^^^^

    2 faults; nothing was run
    "#);
    let long = "x".repeat(5_000);
    assert!(named(&format!("use = [\"{long}\"]")).len() < 1_500);
}

#[test]
fn a_reference_to_something_else_than_a_file_is_a_fault() {
    insta::assert_snapshot!(named("use = [\".\"]"), @r#"
    fight.toml:2:8: use[0] is ".": a file is wanted, and . is a folder
      |
    2 | use = ["."]
      |        ^^^

    1 fault; nothing was run
    "#);
    if cfg!(unix) {
        insta::assert_snapshot!(named("use = [\"/dev/zero\"]"), @r#"
        fight.toml:2:8: use[0] is "/dev/zero": a file is wanted, and /dev/zero is no ordinary file
          |
        2 | use = ["/dev/zero"]
          |        ^^^^^^^^^^^

        1 fault; nothing was run
        "#);
    }
    let folder = table();
    folder.write("heroes.toml", &vec![b'#'; (16 << 20) + 1]);
    insta::assert_snapshot!(folder.refused(&["run", "fight.toml"]), @r#"
    fight.toml:2:8: use[0] is "heroes.toml": a file has 16 MiB at most, and heroes.toml has more
      |
    2 | use = ["heroes.toml"]
      |        ^^^^^^^^^^^^^

    1 fault; nothing was run
    "#);
}

#[test]
fn references_into_the_program_are_of_parties() {
    insta::assert_snapshot!(named("use = [\"@canyon-heros\", \"@canyon\", \"@\"]"), @r#"
    fight.toml:2:8: use[0] is "@canyon-heros": the parties inside the program are @canyon-ambushers, @canyon-heroes
      |
    2 | use = ["@canyon-heros", "@canyon", "@"]
      |        ^^^^^^^^^^^^^^^
    help: did you mean "@canyon-heroes"?

    fight.toml:2:25: use[1] is "@canyon": the parties inside the program are @canyon-ambushers, @canyon-heroes
      |
    2 | use = ["@canyon-heros", "@canyon", "@"]
      |                         ^^^^^^^^^
    help: @canyon is a whole scenario, and those are not used

    fight.toml:2:36: use[2] is "@": the parties inside the program are @canyon-ambushers, @canyon-heroes
      |
    2 | use = ["@canyon-heros", "@canyon", "@"]
      |                                    ^^^

    3 faults; nothing was run
    "#);
}

#[test]
fn a_reference_that_is_no_text_is_a_fault() {
    insta::assert_snapshot!(named("use = \"heroes.toml\""), @r#"
    fight.toml:2:7: use is "heroes.toml": a list of at most 100 paths, counted from the folder of this file, or names such as "@canyon-ambushers"
      |
    2 | use = "heroes.toml"
      |       ^^^^^^^^^^^^^
    help: a list of one is written in brackets too: [ … ]

    1 fault; nothing was run
    "#);
    insta::assert_snapshot!(named("use = [\"heroes.toml\", 7]"), @r#"
    fight.toml:2:23: use[1] is 7: a list of at most 100 paths, counted from the folder of this file, or names such as "@canyon-ambushers"
      |
    2 | use = ["heroes.toml", 7]
      |                       ^
    help: write it in quotes

    1 fault; nothing was run
    "#);
    let many = format!("use = [{}]", "\"heroes.toml\", ".repeat(101));
    assert!(named(&many).contains("use has 101 elements: a list of at most 100 paths"));
}

#[test]
fn a_file_named_twice_is_a_fault() {
    insta::assert_snapshot!(named("use = [\"heroes.toml\", \"./heroes.toml\"]"), @r#"
    fight.toml:2:23: use[1] is "./heroes.toml": a file is named once, and use[0] is the same
      |
    2 | use = ["heroes.toml", "./heroes.toml"]
      |                       ^^^^^^^^^^^^^^^

    1 fault; nothing was run
    "#);
}

#[test]
fn circles_are_faults_with_their_files() {
    let folder = Folder::with(&[
        ("fight.toml", BOTH),
        ("heroes.toml", &format!("use = [\"deep/a.toml\"]\n{HEROES}")),
        ("deep/a.toml", "use = [\"b.toml\"]\n"),
        ("deep/b.toml", "use = [\"../heroes.toml\", \"b.toml\"]\n"),
        ("drones.toml", &format!("use = [\"fight.toml\"]\n{DRONES}")),
    ]);
    insta::assert_snapshot!(folder.refused(&["run", "fight.toml"]), @r#"
    deep/b.toml:1:8: use[0] is "../heroes.toml": files cannot use each other in a circle: heroes.toml uses deep/a.toml uses deep/b.toml uses heroes.toml
      |
    1 | use = ["../heroes.toml", "b.toml"]
      |        ^^^^^^^^^^^^^^^^

    deep/b.toml:1:26: use[1] is "b.toml": a file cannot use itself
      |
    1 | use = ["../heroes.toml", "b.toml"]
      |                          ^^^^^^^^

    drones.toml:1:8: use[0] is "fight.toml": files cannot use each other in a circle: fight.toml uses drones.toml uses fight.toml
      |
    1 | use = ["fight.toml"]
      |        ^^^^^^^^^^^^

    3 faults; nothing was run
    "#);
}

#[test]
fn long_chains_end() {
    let folder = table();
    for number in 0..40 {
        let text = format!("use = [\"{}.toml\"]\n", number + 1);
        folder.write(&format!("{number}.toml"), text.as_bytes());
    }
    folder.write("fight.toml", fight().replace("heroes", "0").as_bytes());
    insta::assert_snapshot!(folder.refused(&["run", "fight.toml"]), @r#"
    30.toml:1:8: use[0] is "31.toml": at most 32 files use each other in a chain, and this one would be the next
      |
    1 | use = ["31.toml"]
      |        ^^^^^^^^^

    1 fault; nothing was run
    "#);
}

#[test]
fn a_whole_scenario_cannot_be_used() {
    let folder = table();
    folder.write(
        "heroes.toml",
        format!("{}[rules]\nhalf = \"down\"\n", fight()).as_bytes(),
    );
    insta::assert_snapshot!(folder.refused(&["run", "fight.toml"]), @r#"
    heroes.toml:1:1: kind is not a key here: a whole scenario cannot be used by another one
      |
    1 | kind = "combat"
      | ^^^^
    help: what they share goes into a file of its own, in which there is nothing but format, title, notes, use, side

    1 fault; nothing was run
    "#);
}

#[test]
fn a_party_is_no_scenario() {
    let folder = table();
    insta::assert_snapshot!(folder.refused(&["run", "heroes.toml"]), @r#"
    heroes.toml:1:1: kind is missing: one of "combat", "survey", "workshop", "quick", "trade", "action_dice", "dice_adventures", "abstract"
      |
    1 | title = "The crew"
      | ^
    help: for example kind = "combat"; `evenodds new combat` prints a whole file to start from; if it is a file of sides for scenarios to use, they name it: use = ["heroes.toml"]

    1 fault; nothing was run
    "#);
}

#[test]
fn a_file_that_is_no_text_is_a_fault_in_it() {
    let folder = table();
    folder.write(
        "heroes.toml",
        b"title = \"The crew\"\nnotes = \"caf\xe9\"\n",
    );
    insta::assert_snapshot!(folder.refused(&["run", "fight.toml"]), @r#"
    heroes.toml:2:13: this is no text: a scenario is a TOML file, saved as UTF-8
      |
    2 | notes = "caf
      |             ^

    1 fault; nothing was run
    "#);
}

#[test]
fn what_the_system_does_not_give_ends_with_3() {
    #[cfg(unix)]
    {
        let folder = table();
        fs::remove_file(folder.path("heroes.toml")).unwrap();
        std::os::unix::fs::symlink("heroes.toml", folder.path("heroes.toml")).unwrap();
        let answer = folder.call(&["run", "fight.toml"]);
        assert_eq!(answer.code, Some(3));
        assert!(answer.err.starts_with(
            "fight.toml:2:8: use[0] is \"heroes.toml\": heroes.toml cannot be read: "
        ));
    }
}

#[test]
fn all_faults_of_all_files_are_told_where_they_are() {
    let folder = Folder::with(&[
        (
            "fight.toml",
            &format!(
                "{BOTH}titel = \"Fight\"\n[[side]]\nname = \"heroes\"\nplayer = \"finsher\"\n[[side.combatant]]\nname = \"Dirk\"\ncuont = 2\n[expect.outcomes]\nheroes = [0.9, 0.1]\n"
            ),
        ),
        (
            "heroes.toml",
            &HEROES
                .replace("dice = 3", "dice = 9")
                .replace("title", "titel"),
        ),
        (
            "drones.toml",
            &DRONES
                .replace("classes = [{ name = \"Drone\", dice = 2 }]\n", "")
                .replace("brawler", "brawlr"),
        ),
    ]);
    insta::assert_snapshot!(folder.refused(&["run", "fight.toml"]), @r#"
    fight.toml:3:1: titel is not a key here: did you mean title?
      |
    3 | titel = "Fight"
      | ^^^^^
    help: keys here are format, kind, title, notes, use, side, cover, rules, run, expect, sweep, tune

    fight.toml:6:10: side.heroes.player is "finsher": one of "random", "brawler", "finisher", "rollout", "expert", "optimal"
      |
    6 | player = "finsher"
      |          ^^^^^^^^^
    help: did you mean "finisher"?

    fight.toml:9:1: side.heroes.Dirk.cuont is not a key here: did you mean count?
      |
    9 | cuont = 2
      | ^^^^^
    help: keys here are name, count, classes, player, monster, wounds, armor, cover

    fight.toml:11:10: expect.outcomes.heroes is [0.9, 0.1]: the lowest value comes first
       |
    11 | heroes = [0.9, 0.1]
       |          ^^^^^^^^^^

    heroes.toml:1:1: titel is not a key here: did you mean title?
      |
    1 | titel = "The crew"
      | ^^^^^
    help: keys here are format, title, notes, use, side

    heroes.toml:10:43: side.heroes.Emily.classes[0].dice is 9: a Class has 1 to 6 dice
       |
    10 | classes = [{ name = "Survivalist", dice = 9 }]
       |                                           ^

    drones.toml:3:10: side.drones.player is "brawlr": one of "random", "brawler", "finisher", "rollout", "expert", "optimal"
      |
    3 | player = "brawlr"
      |          ^^^^^^^^
    help: did you mean "brawler"?

    drones.toml:4:1: side.drones.Drone.classes is missing: a list of 1 to 12 tables
      |
    4 | [[side.combatant]]
      | ^^^^^^^^^^^^^^^^^^
    help: for example classes = [{ name = "Former Mercenary", dice = 4 }]

    8 faults; nothing was run
    "#);
    folder.write("drones.toml", b"[rules]\nhalf = \"up\"\n");
    folder.write("heroes.toml", b"# nobody yet\n");
    folder.write("fight.toml", BOTH.as_bytes());
    insta::assert_snapshot!(folder.refused(&["run", "fight.toml"]), @"
    heroes.toml:1:1: side is missing: a list of 1 to 100 tables
      |
    1 | # nobody yet
      | ^

    drones.toml:1:1: side is missing: a list of 1 to 100 tables
      |
    1 | [rules]
      | ^

    drones.toml:1:2: rules is not a key here: keys here are format, title, notes, use, side
      |
    1 | [rules]
      |  ^^^^^

    3 faults; nothing was run
    ");
    folder.write("drones.toml", b"side = 3\n");
    folder.write("heroes.toml", b"side = []\nuse = 7\n");
    insta::assert_snapshot!(folder.refused(&["run", "fight.toml"]), @r#"
    heroes.toml:2:7: use is 7: a list of at most 100 paths, counted from the folder of this file, or names such as "@canyon-ambushers"
      |
    2 | use = 7
      |       ^

    drones.toml:1:8: side is 3: a list of 1 to 100 tables
      |
    1 | side = 3
      |        ^

    2 faults; nothing was run
    "#);
}

#[test]
fn what_may_stand_in_an_unreadable_file_is_not_missed() {
    let folder = Folder::with(&[
        (
            "fight.toml",
            &format!(
                "{BOTH}[[side]]\nname = \"heroes\"\nplayer = \"optimal\"\n[expect.outcomes]\nheroes = [0, 1]\n[expect.metrics]\n\"mean.taken_out.Dirk\" = [0, 1]\n"
            ),
        ),
        ("heroes.toml", &HEROES.replace("\"Dirk\"", "Dirk")),
        ("drones.toml", DRONES),
    ]);
    let call = [
        "run",
        "fight.toml",
        "--set",
        "side.heroes.Dirk.count=2",
        "--set",
        "rules.hlaf=up",
    ];
    insta::assert_snapshot!(folder.refused(&call), @r#"
    heroes.toml:6:8: string values must be quoted: "like this"
      |
    6 | name = Dirk
      |        ^^^^

    --set:1:7: rules.hlaf is not a key here: did you mean half?
      |
    1 | rules.hlaf=up
      |       ^^^^
    help: keys here are half, last_blow, deadlock, max_rerolls, cover_per_attack, monster_spent, wounds_to_die, wound_choice, wound_option, healer, deadly

    2 faults; nothing was run
    "#);
    fs::remove_file(folder.path("heroes.toml")).unwrap();
    insta::assert_snapshot!(folder.refused(&call), @r#"
    fight.toml:2:8: use[0] is "heroes.toml": there is no file heroes.toml
      |
    2 | use = ["heroes.toml", "drones.toml"]
      |        ^^^^^^^^^^^^^
    help: did you mean drones.toml?

    --set:1:7: rules.hlaf is not a key here: did you mean half?
      |
    1 | rules.hlaf=up
      |       ^^^^
    help: keys here are half, last_blow, deadlock, max_rerolls, cover_per_attack, monster_spent, wounds_to_die, wound_choice, wound_option, healer, deadly

    2 faults; nothing was run
    "#);
}

#[test]
fn names_used_by_two_files_are_faults_at_both() {
    let folder = Folder::with(&[
        (
            "fight.toml",
            &format!(
                "{BOTH}[[side]]\nname = \"heroes\"\nplayer = \"random\"\n[[side]]\nname = \"heroes\"\n"
            ),
        ),
        ("heroes.toml", HEROES),
        ("drones.toml", &DRONES.replace("\"drones\"", "\"heroes\"")),
    ]);
    insta::assert_snapshot!(folder.refused(&["run", "fight.toml"]), @r#"
    fight.toml:6:1: side[1].combatant is missing: a list of 1 to 1000 tables
      |
    6 | [[side]]
      | ^^^^^^^^

    fight.toml:7:8: side[1].name is "heroes": a name is used once, and fight.toml:4:8 has it
      |
    7 | name = "heroes"
      |        ^^^^^^^^

    drones.toml:2:8: side.heroes.name is "heroes": a name is used once, and heroes.toml:4:8 has it
      |
    2 | name = "heroes"
      |        ^^^^^^^^
    help: rename one; or, if this is to complete the other, its file has to use the other one: use = ["…"]

    3 faults; nothing was run
    "#);
    // Of two files that complete the same side, neither has the last word.
    let completed = |wounds: &str| {
        format!(
            "use = [\"heroes.toml\"]\n[[side]]\nname = \"heroes\"\n[[side.combatant]]\nname = \"Dirk\"\nwounds = {wounds}\n"
        )
    };
    folder.write("heroes.toml", HEROES.as_bytes());
    folder.write("one.toml", completed("true").as_bytes());
    folder.write("two.toml", completed("false").as_bytes());
    folder.write(
        "fight.toml",
        fight()
            .replace("\"heroes.toml\"", "\"one.toml\", \"two.toml\"")
            .as_bytes(),
    );
    insta::assert_snapshot!(folder.refused(&["run", "fight.toml"]), @r#"
    two.toml:3:8: side.heroes.name is "heroes": a name is used once, and one.toml:3:8 has it
      |
    3 | name = "heroes"
      |        ^^^^^^^^
    help: rename one; or, if this is to complete the other, its file has to use the other one: use = ["…"]

    1 fault; nothing was run
    "#);
    // One that uses the other has it.
    folder.write(
        "two.toml",
        completed("false")
            .replace("heroes.toml", "one.toml")
            .as_bytes(),
    );
    folder.hash(&["fight.toml"]);
}

#[test]
fn only_fights_use_files() {
    let folder = Folder::with(&[(
        "quick.toml",
        "kind = \"quick\"\nuse = [\"heroes.toml\"]\ndifficulty = 10\nactor = { name = \"Skinner\", dice = 2 }\n",
    )]);
    insta::assert_snapshot!(folder.refused(&["run", "quick.toml"]), @r#"
    quick.toml:2:1: use is not a key here: keys here are format, kind, title, notes, difficulty, actor, helper, rules, run, expect, sweep, tune
      |
    2 | use = ["heroes.toml"]
      | ^^^

    1 fault; nothing was run
    "#);
    insta::assert_snapshot!(folder.refused(&["new", "quick", "--party"]), @"there are no parties for quick: its scenarios use no other files");
}

#[test]
fn a_broken_party_is_answered_at_the_place_that_was_broken() {
    let folder = table();
    let path = folder.path("fight.toml");
    let path = path.to_str().unwrap();
    let mut broken = 0;
    for (at, _) in HEROES.match_indices(" = ") {
        let start = HEROES[..at]
            .rfind(['\n', ' ', '{'])
            .map_or(0, |before| before + 1);
        let end = at + 3 + HEROES[at + 3..].find([',', '\n', '}']).unwrap();
        for (range, with) in [
            (start..at, "qqzzqq"),
            (at + 3..end, "1979-05-27"),
            (at + 3..end, ""),
        ] {
            let text = format!("{}{with}{}", &HEROES[..range.start], &HEROES[range.end..]);
            folder.write("heroes.toml", text.as_bytes());
            let Err(LoadError::Faults(faults)) = open(path, &[]) else {
                panic!("{with} at {at} went through");
            };
            let place = faults.iter().map(|fault| &fault.place).find(|place| {
                let line = HEROES[..start].matches('\n').count() + 1;
                place.source().name().ends_with("heroes.toml") && place.line() == line
            });
            assert!(place.is_some(), "{with} at {at}\n{faults}");
            broken += 1;
        }
    }
    assert!(broken > 20);
    // Any bytes at all have an answer.
    for at in 0..HEROES.len() {
        for byte in *b"[]\"\n\xff\0=" {
            let mut bytes = HEROES.as_bytes().to_vec();
            bytes[at] = byte;
            folder.write("heroes.toml", &bytes);
            if let Err(error) = open(path, &[]) {
                assert!(!error.to_string().is_empty());
            }
        }
    }
}

#[test]
fn tables_of_keys_of_parties_have_no_flaws_and_the_shipped_ones_no_faults() {
    let mut checked = 0;
    for kind in KINDS {
        let Some(keys) = part_keys_of(kind) else {
            continue;
        };
        assert_eq!(flaws(keys), Vec::<String>::new(), "{}", kind.name);
        let template = template(keys);
        let folder = format!("scenarios/{}/", kind.name);
        let shipped = PARTIES
            .iter()
            .filter(|party| party.path.starts_with(&folder));
        for text in shipped.map(|party| party.text).chain([template.as_str()]) {
            let mut faults = Faults::new();
            let root = parse(&Source::new("party.toml", text), &mut faults);
            check(&root, keys, &mut faults);
            assert!(faults.is_empty(), "{text}\n{faults}");
            checked += 1;
        }
    }
    assert_eq!(checked, PARTIES.len() + 1);
    // What `new` writes can be used at once.
    let folder = table();
    folder.write(
        "heroes.toml",
        folder.told(&["new", "combat", "--party"]).as_bytes(),
    );
    folder.hash(&["fight.toml"]);
}

#[test]
fn the_page_about_the_format_has_every_key_of_a_party() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/format.md")).unwrap();
    let page = page.replace("\r\n", "\n");
    let part = page
        .split("\n## ")
        .find(|part| part.starts_with("Shared parties"))
        .unwrap();
    for key in part_keys_of(KINDS[0]).unwrap() {
        let default = match key.presence {
            Presence::Required => "required".to_owned(),
            Presence::Optional => String::new(),
            Presence::Default(literal) => format!("`{literal}`"),
        };
        let row = part
            .lines()
            .find(|line| line.starts_with(&format!("| `{}` |", key.name)));
        let cells: Vec<&str> = row.unwrap().split('|').map(str::trim).collect();
        assert_eq!(cells[3], default, "{}", key.name);
    }
}
