//! An adventure of one scene gives the same results as the contest of that scene.

use super::{scenario, tally};
use evenodds::scenario::{Scenario, open};
use std::collections::BTreeMap;

#[test]
fn an_adventure_of_one_scene_ends_as_often_as_its_contest() {
    for path in [
        "combat/canyon",
        "combat/wounded",
        "survey/heist",
        "workshop/android-repair",
        "quick/lockpick",
        "trade/making-ends-meet",
        "action_dice/lockpicking",
        "action_dice/quick-draw",
        "dice_adventures/careless",
        "abstract/climber",
    ] {
        let file = format!("scenarios/{path}.toml");
        let alone = open(&file, &[]).unwrap_or_else(|error| panic!("{error}"));
        let outcomes: Vec<&str> = alone
            .contest
            .outcomes()
            .iter()
            .map(|one| one.name.as_str())
            .collect();
        // An unresolved outcome has no ending of that name and continues, to the end.
        let named: Vec<&str> = outcomes
            .iter()
            .copied()
            .filter(|&name| name != "unresolved")
            .collect();
        let then: Vec<String> = named
            .iter()
            .map(|name| format!("\"{name}\" = \"{name}\""))
            .collect();
        let endings: Vec<String> = named
            .iter()
            .map(|name| format!("\"{name}\" = \"It ends.\""))
            .collect();
        let adventure = scenario(&format!(
            "kind = \"adventure\"\n[[scene]]\nname = \"only\"\nfile = \"{file}\"\nthen = {{ {} }}\n[endings]\n{}",
            then.join(", "),
            endings.join("\n"),
        ));
        let counts = |scenario: &Scenario| -> BTreeMap<String, u64> {
            let tally = tally(scenario, 3, 2_000);
            let names = scenario
                .contest
                .outcomes()
                .iter()
                .map(|one| one.name.clone());
            let counts = names.zip(tally.outcomes().iter().copied());
            counts.filter(|&(_, count)| count > 0).collect()
        };
        let mut found = counts(&adventure);
        if let Some(count) = found.remove("done") {
            found.insert("unresolved".to_owned(), count);
        }
        assert_eq!(found, counts(&alone), "{path}");
        assert_eq!(
            adventure.contest.rollers(),
            alone.contest.rollers(),
            "{path}"
        );
    }
}
