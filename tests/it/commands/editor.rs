//! Tests of `evenodds new --editor`.

use super::{call_in, files, folder, refused, stdout};
use std::fs;

#[test]
fn a_file_for_an_editor_refers_to_its_schema() {
    for kind in evenodds::contests::KINDS {
        let home = folder();
        let answer = call_in(home.path(), &["new", kind.name, "--editor"]);
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
        let file = format!("{}.toml", kind.name);
        let schema = format!("{}.schema.json", kind.name);
        let written = files(home.path());
        let names: Vec<&str> = written.keys().map(String::as_str).collect();
        assert_eq!(names, [".taplo.toml", &schema, &file]);
        for name in names {
            assert!(
                answer.out.contains(&format!("{name}: written")),
                "{}",
                answer.out
            );
        }
        let template = stdout(&["new", kind.name]);
        let text = format!("#:schema ./{schema}\n{template}");
        assert_eq!(written[&file], text.as_bytes());
        assert_eq!(written[&schema], stdout(&["schema", kind.name]).as_bytes());
        let played = call_in(home.path(), &["run", &file, "-n", "100", "--no-stronger"]);
        assert_eq!(played.code, Some(0), "{}", played.err);
    }
}

#[test]
fn scenarios_and_settings_that_are_there_stay() {
    let home = folder();
    let new = |arguments: &[&str]| call_in(home.path(), &[&["new"], arguments].concat());
    let place = |name: &str| home.path().join(name);
    fs::write(place(".taplo.toml"), "mine = 1\n").unwrap();
    let first = new(&["combat", "--editor", "-o", "fight.toml"]);
    assert_eq!(first.code, Some(0), "{}", first.err);
    assert!(
        first.out.contains(".taplo.toml: exists, not changed"),
        "{}",
        first.out
    );

    // A second file of the kind, and a party, are beside the first.
    assert_eq!(
        new(&["combat", "--editor", "-o", "brawl.toml"]).code,
        Some(0)
    );
    assert_eq!(new(&["combat", "--party", "--editor"]).code, Some(0));
    let names: Vec<String> = files(home.path()).into_keys().collect();
    assert_eq!(
        names,
        [
            ".taplo.toml",
            "brawl.toml",
            "combat.party.schema.json",
            "combat.schema.json",
            "fight.toml",
            "party.toml"
        ]
    );

    fs::write(place("fight.toml"), "mine").unwrap();
    fs::write(place("combat.schema.json"), "old").unwrap();
    let answer = new(&["combat", "--editor", "-o", "fight.toml"]);
    assert_eq!(answer.code, Some(3));
    insta::assert_snapshot!(answer.err, @"fight.toml already exists; choose another name with -o, or remove it");
    assert_eq!(fs::read(place("fight.toml")).unwrap(), b"mine");
    assert_eq!(fs::read(place("combat.schema.json")).unwrap(), b"old");

    fs::remove_file(place("fight.toml")).unwrap();
    let made = new(&["combat", "--editor", "-o", "fight.toml"]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    assert_ne!(fs::read(place("combat.schema.json")).unwrap(), b"old");
    assert_eq!(fs::read(place(".taplo.toml")).unwrap(), b"mine = 1\n");
}

#[test]
fn the_file_is_not_what_is_written_beside_it() {
    let home = folder();
    let answer = call_in(
        home.path(),
        &["new", "quick", "--editor", "-o", "quick.schema.json"],
    );
    assert_eq!(answer.code, Some(2), "{}", answer.err);
    assert!(files(home.path()).is_empty());
}

#[test]
fn a_scenario_inside_the_program_is_a_file_to_start_from() {
    for builtin in evenodds::scenario::BUILTINS {
        let home = folder();
        let name = format!("@{}", builtin.name);
        fs::write(home.path().join("mine.toml"), stdout(&["new", &name])).unwrap();
        let mine = home.path().join("mine.toml");
        let mine = evenodds::scenario::open(mine.to_str().unwrap(), &[]).unwrap();
        assert_eq!(
            mine.hash,
            evenodds::scenario::open(&name, &[]).unwrap().hash
        );
    }
    insta::assert_snapshot!(refused(2, &["new", "@canyom"]), @"error: there is no built-in scenario @canyom; did you mean @canyon? The built-in scenarios are @beast, @canyon, @duel, @late-drones, @mass-scaled, @mass-whole, @siege, @talking-sword, @three-sides, @wounded, @heist, @prospect, @lockpick, @challenging, @borderline, @android-repair, @bomb, @surgery, @climber, @chase, @fencers, @footrace, @hero-and-mooks, @lockpicking, @quick-draw, @scale, @tavern-brawl, @ability-scores, @action-roll, @attack-routine, @best-of-three, @brawl, @chaos-bag, @clock, @death-saves, @dragon, @effect-die, @five-of-a-kind, @fleet, @gamebook, @glitch, @goblins, @horde, @king-of-tokyo, @mechs, @modifier-deck, @morale, @move, @ogre, @opposed-pools, @percentile-bonus, @push, @re-roll, @risk, @risus, @rock-paper-scissors, @score, @squad, @symbols, @wild-die, @wolves, @zombie-dice, @foreign-goods, @making-ends-meet, @millionaire, @adventurers, @careless, @gauntlet, @quests, @troupe, @canyon-evening, @five-winters, @museum-night, @spice-run");
    insta::assert_snapshot!(refused(2, &["new", "@canyon", "--party"]), @"@canyon is a scenario, not a party; remove --party");
}
