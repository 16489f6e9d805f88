//! Assignments to names that a file defines: misspelled names are faults, not new names.

use evenodds::scenario::{BUILTINS, open};
use toml::Value;

/// Maps of a file of `kind = "dice"` whose names it defines.
const DEFINED: [&str; 5] = ["number", "die", "roll", "state", "metric"];

fn error(scenario: &str, assignment: &str) -> Option<String> {
    open(scenario, &[assignment.to_owned()])
        .err()
        .map(|error| error.to_string())
}

/// Every name in every shipped file of dice, misspelled and spelled.
#[test]
fn misspelled_names_of_dice_files_are_refused_with_the_nearest_one() {
    let mut tried = 0;
    for builtin in BUILTINS.iter().filter(|one| one.path.contains("/dice/")) {
        let scenario = format!("@{}", builtin.name);
        let file: Value = toml::from_str(builtin.text).unwrap();
        for map in DEFINED {
            let Some(entries) = file.get(map).and_then(Value::as_table) else {
                assert!(error(&scenario, &format!("{map}.other=1")).is_some());
                continue;
            };
            for (name, value) in entries {
                let refused = error(&scenario, &format!("{map}.{name}x={value}"));
                let refused = refused.unwrap_or_else(|| panic!("{scenario}: {map}.{name}x"));
                assert!(
                    refused.contains(&format!("{map}.{name}x is not a name here")),
                    "{refused}"
                );
                assert!(
                    name.len() < 2 || refused.contains("did you mean"),
                    "{refused}"
                );
                let removed = error(&scenario, &format!("{map}.{name}x="));
                assert!(removed.is_some(), "{scenario}: {map}.{name}x=");
                assert_eq!(error(&scenario, &format!("{map}.{name}={value}")), None);
                tried += 1;
            }
        }
    }
    assert!(tried > 40, "{tried}");
}

/// An accepted assignment to a new name changes the contest.
#[test]
fn names_that_refer_to_others_are_checked_too() {
    let scene = "@museum-night";
    for assignment in [
        "scene.guards.then.nothing=END",
        "scene.guards.cost.nothing.classes=1",
    ] {
        assert!(error(scene, assignment).is_some(), "{assignment}");
    }
    assert!(error("@canyon", "expect.outcomes.heros=[0.1, 0.2]").is_some());
    assert_eq!(
        error("@canyon", "expect.outcomes.ambushers=[0.1, 0.2]"),
        None
    );
    // Optional keys and tables with defaults can be added.
    for assignment in [
        "rules.half=down",
        "cover={ dice = 1 }",
        "side.heroes.Dirk.count=2",
    ] {
        let changed = open("@canyon", &[assignment.to_owned()]).unwrap();
        assert_ne!(
            changed.hash,
            open("@canyon", &[]).unwrap().hash,
            "{assignment}"
        );
    }
}

#[test]
fn a_side_is_not_copied_by_a_count() {
    let refused = error("@canyon", "side.ambushers.count=2").unwrap();
    let meant = "did you mean 'Duke Zero'.count or 'Assassin Drone'.count?";
    assert!(refused.contains(meant), "{refused}");
    // Elements without elements of their own are.
    assert_eq!(
        error("@lockpick", "helper.'Legendary Lockpick'.count=2"),
        None
    );
    assert_eq!(error("@lockpick", "helper.count=3"), None);
}
