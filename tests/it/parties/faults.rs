//! Faults within the files that fights use, and between them.

use super::{BOTH, DRONES, Folder, HEROES, fight, table};
use evenodds::scenario::{LoadError, open};
use std::fs;

#[test]
fn all_faults_of_all_files_are_reported_with_positions() {
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
    fight.toml:3:1: titel is not a key here; did you mean title? / help: the keys here are format, kind, title, notes, use, side, cover, rules, run, expect, sweep, tune
    fight.toml:6:10: side.heroes.player is "finsher"; expected one of "random", "brawler", "finisher", "rollout", "expert", "optimal" / help: did you mean "finisher"?
    fight.toml:9:1: side.heroes.Dirk.cuont is not a key here; did you mean count? / help: the keys here are name, count, classes, player, monster, wounds, armor, pc, wound_choice, wound_option, cover
    fight.toml:11:10: expect.outcomes.heroes is [0.9, 0.1]; expected the lowest value first
    heroes.toml:1:1: titel is not a key here; did you mean title? / help: the keys here are format, title, notes, use, side
    heroes.toml:10:43: side.heroes.Emily.classes[0].dice is 9; expected 1 to 6 dice
    drones.toml:3:10: side.drones.player is "brawlr"; expected one of "random", "brawler", "finisher", "rollout", "expert", "optimal" / help: did you mean "brawler"?
    drones.toml:4:1: side.drones.Drone.classes is missing; expected a list of 1 to 12 tables / help: for example classes = [{ name = "Former Mercenary", dice = 4 }]
    "#);
    folder.write("drones.toml", b"[rules]\nhalf = \"up\"\n");
    folder.write("heroes.toml", b"# nobody yet\n");
    folder.write("fight.toml", BOTH.as_bytes());
    insta::assert_snapshot!(folder.refused(&["run", "fight.toml"]), @"
    heroes.toml:1:1: side is missing; expected a list of 1 to 100 tables
    drones.toml:1:1: side is missing; expected a list of 1 to 100 tables
    drones.toml:1:2: rules is not a key here; the keys here are format, title, notes, use, side
    ");
    folder.write("drones.toml", b"side = 3\n");
    folder.write("heroes.toml", b"side = []\nuse = 7\n");
    insta::assert_snapshot!(folder.refused(&["run", "fight.toml"]), @r#"
    heroes.toml:2:7: use is 7; expected a list of at most 100 paths, relative to the folder of this file, or names such as "@canyon-ambushers"
    drones.toml:1:8: side is 3; expected a list of 1 to 100 tables
    "#);
}

#[test]
fn keys_of_an_unreadable_file_are_not_reported_as_missing() {
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
    heroes.toml:6:8: text without quotes; expected a number, true, false, or a text in quotes / help: write "Dirk" where a text is accepted
    --set:1:7: rules.hlaf is not a key here; did you mean half? / help: the keys here are half, last_blow, deadlock, max_rerolls, max_turns, cover_per_attack, monster_spent, wounds_to_die, wound_choice, wound_option, healer, deadly, build
    "#);
    fs::remove_file(folder.path("heroes.toml")).unwrap();
    insta::assert_snapshot!(folder.refused(&call), @r#"
    fight.toml:2:8: use[0] is "heroes.toml"; the file heroes.toml does not exist / help: did you mean drones.toml?
    --set:1:7: rules.hlaf is not a key here; did you mean half? / help: the keys here are half, last_blow, deadlock, max_rerolls, max_turns, cover_per_attack, monster_spent, wounds_to_die, wound_choice, wound_option, healer, deadly, build
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
    fight.toml:6:1: side[1].combatant is missing; expected a list of 1 to 1000 tables
    fight.toml:7:8: side[1].name is "heroes"; the name is already used at fight.toml:4:8
    drones.toml:2:8: side.heroes.name is "heroes"; the name is already used at heroes.toml:4:8 / help: rename one of them; or, if this element completes the other, let its file use the other file: use = ["…"]
    "#);
    // If two files complete the same side, neither takes precedence.
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
    insta::assert_snapshot!(folder.refused(&["run", "fight.toml"]), @r#"two.toml:3:8: side.heroes.name is "heroes"; the name is already used at one.toml:3:8 / help: rename one of them; or, if this element completes the other, let its file use the other file: use = ["…"]"#);
    // A file that uses the other one takes precedence.
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
    insta::assert_snapshot!(folder.refused(&["run", "quick.toml"]), @"quick.toml:2:1: use is not a key here; the keys here are format, kind, title, notes, difficulty, actor, helper, rules, run, expect, sweep, tune");
    insta::assert_snapshot!(folder.refused(&["new", "quick", "--party"]), @"error: kind quick has no parties, because its scenarios use no other files");
}

#[test]
fn a_fault_in_a_party_is_reported_at_its_position() {
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
            let place = faults.iter().map(|fault| &fault.span).find(|place| {
                let line = HEROES[..start].matches('\n').count() + 1;
                place.source().name().ends_with("heroes.toml") && place.line() == line
            });
            assert!(place.is_some(), "{with} at {at}\n{faults}");
            broken += 1;
        }
    }
    assert!(broken > 20);
    // Every sequence of bytes gets an answer.
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
