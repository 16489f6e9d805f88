//! Tests of `hint`, and of `trace --advice` in fights.

use super::{SIMPLE, call, json, keys, refused, stdout};
use crate::shipped::shipped;
use evenodds::contest::HintPlan;
use evenodds::document::Source;
use evenodds::scenario::{BUILTINS, open};
use evenodds_testing::size;

/// Initial position of the worked fight.
const WORKED: &str = "Dirk: 4 4 2 2; Emily: 6 6 4; Mark: 4 2; Duke: 6 5 3 2; Drone: 1 1; Drone: 3 4; \
                      Drone: 4 5; Drone: 4 3";

#[test]
fn a_hint_has_the_best_action_and_the_costs_of_all_others() {
    let quick = ["hint", "@canyon", "--quick", "--table", WORKED];
    let text = stdout(&quick);
    assert!(
        text.contains("Dirk should ") && text.contains("heroes then win more than 90% of the"),
        "{text}"
    );
    assert!(text.contains("costs"), "{text}");
    let again = format!("  evenodds hint @canyon --table '{WORKED}' --quick\n");
    assert!(text.ends_with(&again), "{text}");
    let found = json(&[&quick[..], &["-f", "json"]].concat());
    assert_eq!(
        keys(&found),
        [
            "format",
            "tool",
            "scenario",
            "seed",
            "interval",
            "judge",
            "who",
            "turn",
            "chance_of",
            "table",
            "missing",
            "actions"
        ]
    );
    assert_eq!(found["who"], "Dirk");
    assert_eq!(found["judge"]["by"], "judged");
    let actions = found["actions"].as_array().unwrap();
    assert_eq!(
        keys(&actions[0]),
        [
            "rank",
            "action",
            "effect",
            "chance",
            "low",
            "high",
            "certain",
            "nobody",
            "cost",
            "score",
            "cost_low",
            "cost_high",
            "told_apart"
        ]
    );
    let costs: Vec<f64> = actions
        .iter()
        .map(|one| one["cost"].as_f64().unwrap())
        .collect();
    assert!(costs[0] == 0.0 && costs.is_sorted(), "{costs:?}");
    assert!(stdout(&[&quick[..], &["-f", "markdown"]].concat()).contains("| action"));
}

#[cfg(feature = "frames")]
#[test]
fn a_frame_has_a_row_for_each_action() {
    let text = stdout(&[
        "hint",
        "@duel",
        "--table",
        "Rosa: 6 5; Basil: 5 4 1",
        "-f",
        "csv",
    ]);
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some(
            "scenario,kind,hash,seed,trials,who,rank,action,effect,chance,low,high,nobody,cost,score,cost_low,cost_high,told_apart"
        )
    );
    assert_eq!(lines.count(), 3, "{text}");
}

#[test]
fn play_outs_have_intervals_and_depend_only_on_the_seed() {
    let with = |more: &[&str]| {
        let call = [
            "hint",
            "@canyon",
            "--table",
            WORKED,
            "--playouts",
            "500",
            "-f",
            "json",
        ];
        stdout(&[&call[..], more].concat())
    };
    let one = with(&["-s", "3", "-j", "1"]);
    assert_eq!(one, with(&["-s", "3", "-j", "3"]));
    assert_eq!(one, with(&["-s", "3", "-j", "3"]));
    assert_ne!(one, with(&["-s", "4"]));
    let found: serde_json::Value = serde_json::from_str(&one).unwrap();
    assert_eq!(found["judge"]["playouts"], 500);
    for action in found["actions"].as_array().unwrap() {
        let [low, chance, high] =
            ["low", "chance", "high"].map(|key| action[key].as_f64().unwrap());
        assert!(
            low <= chance && chance <= high && high < low + 0.1,
            "{action}"
        );
    }
    let judge = |declared: &[&str]| {
        let call = [
            "hint",
            "@canyon",
            "--table",
            WORKED,
            "--playouts",
            "50",
            "-f",
            "json",
        ];
        json(&[&call[..], declared].concat())["judge"]["how"].clone()
    };
    for (more, players) in [
        (&[][..], "heroes as expert, ambushers as expert"),
        (&SIMPLE, "heroes as expert, ambushers as finisher"),
        (
            &[&SIMPLE[..], &["--declared"]].concat(),
            "heroes as finisher, ambushers as finisher",
        ),
    ] {
        assert_eq!(judge(more), format!("continued by {players}"));
    }
}

#[test]
fn actions_that_play_outs_do_not_distinguish_are_reported() {
    let call = ["hint", "@canyon", "--table", WORKED, "--playouts", "300"];
    let text = stdout(&call);
    assert!(text.contains("not significant"), "{text}");
    let found = json(&[&call[..], &["-f", "json"]].concat());
    let actions = found["actions"].as_array().unwrap();
    assert!(actions[0]["told_apart"].is_null() && actions[0]["cost_low"].is_null());
    let (mut apart, mut alike) = (0, 0);
    for action in &actions[1..] {
        let [low, cost, high] =
            ["cost_low", "cost", "cost_high"].map(|key| action[key].as_f64().unwrap());
        // The interval adds half a pair to each count, so a small cost may be outside by less than
        // 0.01.
        assert!(low <= cost + 0.01 && cost <= high + 0.01, "{action}");
        let is_apart = action["told_apart"] == 1;
        assert_eq!(is_apart, low > 0.0, "{action}");
        if is_apart {
            apart += 1;
        } else {
            alike += 1;
        }
    }
    assert!(apart > 0 && alike > 0, "{text}");
}

#[test]
fn every_kind_with_decisions_has_hints() {
    let mut seen = 0;
    for builtin in shipped(3) {
        let scenario = open(&format!("@{}", builtin.name), &[]).unwrap();
        let hints = scenario.contest.hints();
        if scenario.kind.players.is_empty() {
            assert!(hints.is_err(), "{}", builtin.name);
        } else if let Ok(hints) = hints {
            let table = hints.example();
            let plan = HintPlan {
                playouts: Some(2),
                quick: true,
                ..HintPlan::default()
            };
            match hints.hint(&Source::new("--table", table.as_str()), &plan) {
                Ok(hint) => assert!(!hint.actions.is_empty(), "{}", builtin.name),
                // If no combatant has the turn yet, the example is rejected with a fault.
                Err(faults) => assert!(!faults.is_empty()),
            }
            seen += 1;
        }
    }
    assert!(seen > size(8, 20), "{seen}");
}

#[test]
fn games_and_exchanges_have_hints() {
    let text = stdout(&[
        "hint",
        "@adventurers",
        "--table",
        "Adventure: 1; Warrior: 4; Cleric: 2; Wizard: 5",
    ]);
    assert!(
        text.starts_with("Three adventurers: the party should have the warrior turn its own die from 4 to 3: the score at the\nend then is 15.49 on average;"),
        "{text}"
    );
    let table = "Rosa: 2 (attacks Basil with 1); Basil: 3 (answers)";
    let text = stdout(&["hint", "@fencers", "--table", table]);
    assert!(
        text.starts_with(
            "Two fencers: Basil should parry with 1 die: blue then wins 50% of the time;"
        ),
        "{text}"
    );
}

#[test]
fn kinds_without_hints_are_rejected_with_the_reason() {
    insta::assert_snapshot!(refused(2, &["hint", "@lockpick", "--table", "x"]), @"@lockpick: contests of kind quick have no hints: it has no decisions; `run` it instead");
    assert!(refused(2, &["hint", "@five-winters"]).contains("its decisions belong to its scenes"));
    assert!(refused(2, &["hint", "@millionaire"]).contains("it has no decisions"));
    insta::assert_snapshot!(refused(2, &["hint", "@adventurers"]), @"@adventurers: the position is missing; a possible first position is --table 'Adventure: 1; Cleric: 1; Warrior: 6; Wizard: 1'");
    insta::assert_snapshot!(refused(2, &["hint", "@fencers"]), @"@fencers: the position is missing; a possible first position is --table 'Rosa: 3 (turn); Basil: 3; Round: 1'");
    insta::assert_snapshot!(refused(2, &["hint", "@tavern-brawl"]), @"@tavern-brawl: the position is missing; a possible first position is --table 'Bosun: 4; Miller: 3 (turn); Round: 1'");
    insta::assert_snapshot!(refused(2, &["hint", "@duel"]), @"@duel: the position is missing; a possible first position is --table 'Rosa: 4 4 3 2; Basil: 6 5 4 1'");
    insta::assert_snapshot!(refused(2, &["hint", "@duel", "--table", "Rosa: 6", "--playouts", "1G"]), @r#"--playouts is "1G"; expected at most 1000000 play-outs"#);
    insta::assert_snapshot!(refused(2, &["hint", "@duel", "--table", "Rosa: 6 6 6 6 6 6 6; Bassil: 7"]), @"
    --table:1:19: Rosa has 7 dice; expected at most 6
      |
    1 | Rosa: 6 6 6 6 6 6 6; Bassil: 7
      |                   ^

    --table:1:22: `Bassil` is unknown; did you mean Basil?
      |
    1 | Rosa: 6 6 6 6 6 6 6; Bassil: 7
      |                      ^^^^^^
    help: the combatants are Rosa, Basil

    --table:1:30: Bassil has a die of 7; expected 1 to 6
      |
    1 | Rosa: 6 6 6 6 6 6 6; Bassil: 7
      |                              ^

    3 faults; nothing was run
    ");
}

#[test]
fn the_example_of_every_fight_is_a_table_of_it() {
    let mut hinted = 0;
    let fights = BUILTINS
        .iter()
        .filter(|one| one.path.starts_with("scenarios/combat/"));
    for builtin in fights.step_by(size(2, 1)) {
        let scenario = open(&format!("@{}", builtin.name), &[]).unwrap();
        let hints = scenario.contest.hints().unwrap();
        let example = hints.example();
        let plan = HintPlan {
            playouts: Some(1),
            quick: true,
            declared: false,
            seed: 1,
        };
        match hints.hint(&Source::new("--table", example.as_str()), &plan) {
            Ok(hint) => hinted += usize::from(!hint.actions.is_empty()),
            // In large fights, all initiatives may be shared.
            Err(faults) => {
                assert!(
                    faults.to_string().contains("no combatant has the turn"),
                    "{faults}"
                );
            }
        }
    }
    assert!(hinted >= size(3, 7), "{hinted}");
}

#[test]
fn searches_and_workshops_have_hints_too() {
    for name in [
        "@heist",
        "@prospect",
        "@android-repair",
        "@surgery",
        "@bomb",
    ] {
        let scenario = open(name, &[]).unwrap();
        let example = scenario.contest.hints().unwrap().example();
        let found = json(&["hint", name, "--table", &example, "-f", "json"]);
        assert_eq!(found["judge"]["by"], "solved", "{name}");
        assert!(found["actions"].as_array().unwrap().len() > 1, "{name}");
    }
    let text = stdout(&[
        "hint",
        "@android-repair",
        "--table",
        "Pile 1: 2 1 3; Pile 2: 4 6 5; Pile 3: 3 3 5; Supply: 3; Rolled: 5",
    ]);
    assert!(
        text.contains(" should replace a ") && text.contains(" with a 5"),
        "{text}"
    );
}

#[test]
fn positions_are_typed_as_toml_too() {
    for (kind, name, short, toml) in [
        (
            "combat",
            "@duel",
            "Rosa: 6 5; Basil: 5 4 1",
            "combatant = [{ name = 'Rosa', dice = [6, 5] }, { name = 'Basil', dice = [5, 4, 1] }]",
        ),
        (
            "survey",
            "@heist",
            "Field: 3 1 5 2 2 6 4 1 3 5; Supply: 5 4 2; Explored: 1.1; Began: 5 4 3 2",
            "field = [3, 1, 5, 2, 2, 6, 4, 1, 3, 5]\nsupply = [5, 4, 2]\nexplored = ['1.1']\nbegan = [5, 4, 3, 2]",
        ),
        (
            "workshop",
            "@android-repair",
            "Pile 1: 2 1 3; Pile 2: 4 6 5; Pile 3: 3 3 5; Supply: 3; Rolled: 5",
            "supply = 3\nrolled = [5]\npile = [{ name = 1, dice = [2, 1, 3] }, \
             { name = 2, dice = [4, 6, 5] }, { name = 3, dice = [3, 3, 5] }]",
        ),
        (
            "dice_adventures",
            "@adventurers",
            "Adventure: 2; Warrior: 4 (level 2); Cleric: 2; Wizard: 5; Hireling: 5",
            "adventure = { number = 2 }\nhireling = 5\nhero = [{ name = 'cleric', dice = [2] }, \
             { name = 'wizard', dice = [5] }, { name = 'warrior', dice = [4], level = 2 }]",
        ),
    ] {
        let [one, other] =
            [short, toml].map(|table| json(&["hint", name, "--table", table, "-f", "json"]));
        assert_eq!(one, other, "{kind}");
        let schema = json(&["schema", kind, "--position"]);
        let template = stdout(&["new", kind, "--position"]);
        for key in keys(&schema["properties"]) {
            assert!(template.contains(key), "{kind}: {key}");
        }
    }
}

#[test]
fn trace_shows_better_actions_in_a_fight() {
    let call = [
        &["trace", "@canyon", "--trial", "3", "--advice"][..],
        &SIMPLE,
    ]
    .concat();
    let story = stdout(&call);
    assert!(
        story.contains("\n      > better: attack Assassin Drone 4 with the 6; heroes then win "),
        "{story}"
    );
    assert!(
        story.contains("\n      > best action: ambushers then win "),
        "{story}"
    );
    let value = json(&[&call[..], &["-f", "json"]].concat());
    let [lines, advice] = ["lines", "advice"].map(|key| value[key].as_array().unwrap());
    assert_eq!(lines.len(), advice.len());
    // One advice for each decision, on the line of that decision.
    for (line, advice) in lines.iter().zip(advice) {
        let line = line.as_str().unwrap();
        let decided = [" attacks ", " gives a ", " changes tactic ", " retreats"];
        let is_decision =
            decided.iter().any(|word| line.contains(word)) && !line.contains("last die");
        assert_eq!(advice.is_string(), is_decision, "{line}");
    }
    let without = stdout(&[&["trace", "@canyon", "--trial", "3"][..], &SIMPLE].concat());
    assert_eq!(
        without.lines().count()
            + value["advice"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|one| one.is_string())
                .count(),
        story.lines().count()
    );
    assert_eq!(call_code(&["trace", "@lockpick", "--advice"]), Some(2));
}

/// The shipped fights with more than two sides, of which some sides leave before the others.
#[test]
fn fights_of_many_sides_are_narrated_with_advice_and_have_hints() {
    let mut fights = 0;
    for shipped in BUILTINS {
        if shipped.text.matches("[[side]]").count() < 3 || !shipped.text.contains("\"combat\"") {
            continue;
        }
        fights += 1;
        let scenario = open(&format!("@{}", shipped.name), &[]).unwrap();
        let contest = scenario.contest.as_ref();
        for trial in 0..2 {
            let story = contest.narrate_with_advice(1, trial).unwrap();
            assert!(story.advice.iter().any(Option::is_some), "{}", shipped.name);
        }
        let hints = contest.hints().unwrap();
        let example = hints.example();
        let entries: Vec<&str> = example.split("; ").collect();
        // Positions of two entries, each possibly the last of its side.
        let mut read = 0;
        let plan = HintPlan {
            playouts: Some(1),
            quick: true,
            ..HintPlan::default()
        };
        for one in &entries {
            for other in &entries {
                let table = Source::new("--table", format!("{one} 6; {other}"));
                if let Ok(hint) = hints.hint(&table, &plan) {
                    assert!(!hint.actions.is_empty(), "{one}; {other}");
                    read += 1;
                }
            }
        }
        assert!(read >= entries.len(), "{read}");
    }
    assert!(fights >= 1);
    let table = "Captain: 6 3; Guard 1: 6 5";
    assert!(stdout(&["hint", "@three-sides", "--table", table]).contains("Guard 1 should"));
}

fn call_code(arguments: &[&str]) -> Option<i32> {
    call(arguments).code
}

#[test]
fn one_party_against_the_rules_is_hinted_by_play_outs_too() {
    for (contest, table, who) in [
        (
            "@heist",
            "Field: 3 1 5 2 2 6 4 1 3 5; Supply: 5 4 2; Explored: 1.1; Began: 5 4 3 2",
            "continued by player optimal",
        ),
        (
            "@android-repair",
            "Pile 1: 2 1 3; Pile 2: 4 6 5; Pile 3: 3 3 5; Supply: 3; Rolled: 5",
            "continued by player optimal",
        ),
    ] {
        let text = stdout(&["hint", contest, "--playouts", "500", "--table", table]);
        assert!(text.contains(who), "{text}");
        assert!(
            text.contains("not significant") || text.contains("costs"),
            "{text}"
        );
    }
}
