//! Tests of `advise`.

use super::{SIMPLE, call, json, keys, refused, stdout};
use serde_json::Value;

fn advice(more: &[&str]) -> (Option<i32>, Value) {
    let fixed = ["--target", "heroes=0.5", "--budget", "off", "-f", "json"];
    let arguments = [&["advise", "@canyon"][..], &fixed].concat();
    let answer = call(&[&arguments[..], more].concat());
    assert_eq!(answer.err, "");
    (answer.code, serde_json::from_str(&answer.out).unwrap())
}

#[test]
fn every_change_can_be_played_and_has_the_counts_of_the_run() {
    let (code, found) = advice(&["-n", "2000", "--only", "side.heroes.Emily"]);
    assert_eq!(code, Some(1), "so few trials prove nothing");
    assert_eq!(
        keys(&found),
        [
            "format",
            "tool",
            "scenario",
            "seed",
            "trials",
            "interval",
            "target",
            "met",
            "proven",
            "improves",
            "out_of_reach",
            "tried",
            "refused",
            "rough",
            "steps",
            "budget",
            "looks",
            "untried",
            "same",
            "idle",
            "together",
            "base",
            "changes"
        ]
    );
    let plain = json(&["run", "@canyon", "-n", "2000", "-f", "json"]);
    assert_eq!(found["base"]["count"], plain["outcomes"][0]["count"]);
    let changes = found["changes"].as_array().unwrap();
    assert!(changes.iter().any(|one| one["set"] == "side.heroes.Emily="));
    for change in changes {
        assert_eq!(
            keys(change),
            [
                "change",
                "set",
                "effect",
                "effect_low",
                "effect_high",
                "lost",
                "gained",
                "possible",
                "hash",
                "trials",
                "count",
                "share",
                "low",
                "high",
                "exact",
                "meets"
            ]
        );
        let set = change["set"].as_str().unwrap();
        let run = json(&["run", "@canyon", "-n", "2000", "-f", "json", "--set", set]);
        assert_eq!(run["scenario"]["hash"], change["hash"], "{set}");
        assert_eq!(run["outcomes"][0]["count"], change["count"], "{set}");
        let gain = change["gained"].as_i64().unwrap() - change["lost"].as_i64().unwrap();
        let counts = [&change["count"], &plain["outcomes"][0]["count"]];
        let [then, now] = counts.map(|count| count.as_i64().unwrap());
        assert_eq!(gain, then - now, "{set}");
    }
}

#[test]
fn time_affects_only_the_number_of_tried_changes() {
    let found_to = |[target, tolerance]: [&str; 2], more: &[&str]| {
        let fixed = ["--target", target, "--tolerance", tolerance];
        let answer = call(
            &[
                &["advise", "@canyon", "-f", "json"][..],
                &fixed,
                &SIMPLE,
                more,
            ]
            .concat(),
        );
        assert_eq!(answer.err, "");
        serde_json::from_str::<Value>(&answer.out).unwrap()
    };
    // Two of the first four changes are about equally near to this target.
    let found = |more: &[&str]| found_to(["heroes=0.1", "0.02"], more);
    let count = |value: &Value| value.as_array().unwrap().len();
    // Within a tolerance of 5 points, even a slow machine decides one change in time.
    let coarse = ["heroes=0.5", "0.05"];
    let mut short = found_to(coarse, &["--budget", "1ms"]);
    assert_eq!(short["budget"], "0.001s");
    // The first change is tried even after the deadline, but no changes are compared.
    let tried = count(&short["changes"]);
    assert!(tried >= 1 && count(&short["untried"]) > 0);
    let mut again = vec!["--first".to_owned(), tried.to_string()];
    if let Some(looks) = short["looks"].as_u64() {
        again.extend(["--looks".to_owned(), looks.to_string()]);
    }
    let again: Vec<&str> = again.iter().map(String::as_str).collect();
    short["budget"] = Value::Null;
    assert_eq!(short, found_to(coarse, &again));
    let uncompared = found(&["--first", "4", "--looks", "0"]);
    assert_eq!(uncompared["looks"], 0);
    assert!(found(&["--first", "4"])["trials"].as_u64() > uncompared["trials"].as_u64());
    // Later changes do not affect a change that is already decided.
    let [some, more] = ["4", "8"].map(|first| found(&["--first", first]));
    assert_eq!((count(&some["changes"]), count(&more["changes"])), (4, 8));
    assert_eq!(count(&some["untried"]), count(&more["untried"]) + 4);
    let of = |value: &Value, set: &Value| {
        let mut all = value["changes"].as_array().unwrap().iter();
        all.find(|one| one["set"] == *set).cloned()
    };
    let mut same = 0;
    for one in some["changes"].as_array().unwrap() {
        let other = of(&more, &one["set"]).unwrap();
        if one["trials"] == other["trials"] {
            for key in [
                "count",
                "effect",
                "effect_low",
                "effect_high",
                "lost",
                "gained",
            ] {
                assert_eq!(one[key], other[key], "{key}");
            }
            same += 1;
        }
    }
    assert!(same >= 2, "{some} {more}");
}

#[test]
fn untried_changes_are_listed_with_a_longer_budget() {
    let arguments = ["--target", "heroes=0.5", "--tolerance", "0.05"];
    let answer = call(
        &[
            &["advise", "@canyon", "--budget", "4ms"][..],
            &arguments,
            &SIMPLE,
        ]
        .concat(),
    );
    assert!(answer.out.contains("not tried  "), "{}", answer.out);
    let words = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
    let longer = "0.004s was too short, --budget 0.016s may be enough";
    assert!(words.contains(longer), "{words}");
    assert!(words.contains(" --first "), "{words}");
    let refused = refused(2, &["advise", "@canyon", "--budget", "soon"]);
    assert!(
        refused.contains("a time, such as 30s or 2m, or off"),
        "{refused}"
    );
}

/// Within a second after its budget, with some slack for a busy machine, the command gives a result
/// or the reason why there is none. This holds for solvers and for trials that take longer than
/// that.
#[test]
fn the_budget_ends_solvers_and_slow_trials_too() {
    let workshop = [
        "@surgery",
        "--set",
        "craft={ piles = 5 }",
        "--set",
        "player=optimal",
    ];
    let thoughtful = [
        "@canyon",
        "--set",
        "side.heroes.player={ name = \"rollout\", playouts = 1000000 }",
    ];
    let siege = ["@siege"];
    let cases = [
        (&workshop[..], "success=0.5"),
        (&thoughtful[..], "heroes=0.5"),
        (&siege[..], "defenders=0.5"),
    ];
    for (scenario, target) in cases {
        let begun = std::time::Instant::now();
        let arguments = ["--target", target, "--budget", "500ms"];
        let answer = call(&[&["advise"][..], scenario, &arguments].concat());
        let seconds = begun.elapsed().as_secs_f64();
        assert!(seconds < 4.0, "{scenario:?} took {seconds} s");
        match answer.code {
            Some(0 | 1) => assert!(answer.out.contains("budget 0.5s"), "{}", answer.out),
            code => {
                assert_eq!(code, Some(2), "{}", answer.err);
                assert!(
                    answer.err.contains("--budget: 0.5 s ended before"),
                    "{}",
                    answer.err
                );
            }
        }
    }
}

#[test]
fn the_exit_code_depends_on_whether_a_change_meets_the_target() {
    let near = call(&[
        "advise",
        "@lockpick",
        "--target",
        "success=0.6",
        "--tolerance",
        "0.05",
    ]);
    assert_eq!((near.code, near.err.as_str()), (Some(0), ""));
    let far = call(&["advise", "@lockpick", "--target", "success=0.95"]);
    assert_eq!((far.code, far.err.as_str()), (Some(1), ""));
}

#[test]
fn a_screen_shows_the_nearest_changes_and_how_to_play_them() {
    let text = stdout(&[
        "advise",
        "@lockpick",
        "--target",
        "success=0.6",
        "--tolerance",
        "0.05",
    ]);
    let mut played = 0;
    for line in text.lines() {
        let Some((number, command)) = line.trim().split_once("  evenodds run ") else {
            continue;
        };
        if number.parse::<u32>().is_err() || command.contains('"') || command.contains('\'') {
            continue;
        }
        let arguments: Vec<&str> = std::iter::once("run").chain(command.split(' ')).collect();
        assert!(stdout(&arguments).contains("1,000,000 trials"), "{command}");
        played += 1;
    }
    assert!(played >= 3, "{text}");
    let again = "evenodds advise @lockpick --target success=0.6 --tolerance 0.05 -s 1";
    assert!(text.trim_end().ends_with(again), "{text}");
}

#[test]
fn kinds_without_advice_are_rejected_with_the_reason() {
    insta::assert_snapshot!(refused(2, &["advise", "@duel", "--target", "mean.turns=5"]), @"@duel: mean.turns is not the share of an outcome: advise accepts only outcomes; `evenodds tune` accepts figures of metrics");
    insta::assert_snapshot!(refused(2, &["advise", "@duel", "--target", "red=0.5", "--only", "side.green"]), @"@duel: no one-step change has a path that begins with side.green; `evenodds list KIND --all` marks the tunable parameters");
    insta::assert_snapshot!(refused(2, &["advise", "@duel", "--target", "red=0.5", "--tolerance", "0.7"]), @"@duel: --tolerance 0.7: expected a tolerance above 0 and below 0.5 for a share, such as 0.01 or 1% for one point; did you mean 0.7%?");
    insta::assert_snapshot!(refused(2, &["advise", "@duel", "--target", "red=0.5", "--tolerance", "-1"]), @r#"--tolerance is "-1"; expected a number of at least 0, such as 0.01 or 1%"#);
}

#[test]
fn slow_players_are_tried_only_on_request() {
    let of = |more: &[&str]| {
        let fixed = ["-n", "3", "--only", "side.red.player", "-f", "json"];
        let arguments = ["advise", "@duel", "--target", "red=0.5"];
        let answer = call(&[&arguments[..], &fixed, more].concat());
        assert!(answer.err.is_empty(), "{}", answer.err);
        let found: Value = serde_json::from_str(&answer.out).unwrap();
        found["changes"].as_array().unwrap().len()
    };
    assert!(of(&["--slow"]) > of(&[]));
}

#[test]
fn a_change_that_is_played_beside_a_solved_contest_has_an_effect() {
    // No change is near enough: exit code 1.
    let answer = |format: &str| {
        let target = [
            "--target", "red=0.7", "-n", "500", "--only", "side.red", "-q", "-f", format,
        ];
        call(&[&["advise", "@duel"][..], &target].concat()).out
    };
    let found: Value = serde_json::from_str(&answer("json")).unwrap();
    let mut changes = found["changes"].as_array().unwrap().iter();
    let another = changes.find(|one| one["set"] == "side.red.Rosa.count=2");
    let another = another.unwrap();
    assert_eq!(
        (&found["base"]["exact"], &another["exact"]),
        (&true.into(), &false.into())
    );
    assert!(another["effect"].as_f64().unwrap() > 0.3, "{another}");
    // The unchanged contest has no trials to compare.
    assert_eq!(
        (&another["lost"], &another["gained"]),
        (&Value::Null, &Value::Null)
    );
    let idle = found["idle"].to_string();
    assert!(!idle.contains("count=2"), "{idle}");
    let stdout = answer("markdown");
    assert!(stdout.contains("count 1 → 2"), "{stdout}");
}

fn found(arguments: &[&str]) -> Value {
    let answer = call(&[&["advise", "-f", "json", "-q"][..], arguments].concat());
    assert_eq!(answer.err, "");
    serde_json::from_str(&answer.out).unwrap()
}

/// Returns the assignments in a list of an answer.
fn sets(found: &Value, list: &str) -> Vec<String> {
    let rows = found[list].as_array().unwrap().iter();
    rows.map(|row| row["set"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_key_with_gaps_is_turned_to_the_next_accepted_value() {
    let only = ["--only", "field", "-n", "1000"];
    let field = found(&[&["@prospect", "--target", "success=60%"][..], &only].concat());
    assert_eq!(sets(&field, "changes"), ["field.size=10", "field.size=21"]);
    let nearest = field["changes"][0]["share"].as_f64().unwrap();
    assert!((0.52..0.62).contains(&nearest), "{nearest}");
    let left = field["untried"].as_array().unwrap();
    assert!(left.len() > 4 && left.iter().all(|one| one["reason"] == "excluded"));
}

#[test]
fn without_a_target_every_parameter_is_ranked_by_its_effect() {
    let ranked = found(&["@lockpick"]);
    let effects = ranked["changes"].as_array().unwrap().iter();
    let effects: Vec<f64> = effects
        .map(|one| one["effect"].as_f64().unwrap().abs())
        .collect();
    assert!(effects.len() > 6 && effects.is_sorted_by(|one, other| one >= other));
    assert!(effects.iter().all(|&effect| effect > 0.0));
    assert_eq!(
        [&ranked["met"], &ranked["target"]["value"]],
        [&Value::Null, &Value::Null]
    );
    // One die fewer than two and half of two dice are the same.
    assert_eq!(sets(&ranked, "same"), ["actor.fit=semi"]);
    assert_eq!(ranked["same"][0]["as"], "actor.dice=1");
    let text = stdout(&["advise", "@lockpick"]);
    let once = "actor: fit full → semi (same as actor: dice 2 → 1)";
    assert!(text.contains(once), "{text}");
    assert!(text.contains("left out"), "{text}");
}

#[test]
fn parts_can_be_left_alone() {
    let all = found(&["@lockpick"]);
    let kept = found(&["@lockpick", "--keep", "actor", "--keep", "difficulty"]);
    let helper = |set: &String| set.starts_with("helper");
    assert!(sets(&kept, "changes").iter().all(helper));
    assert!(sets(&all, "changes").len() > sets(&kept, "changes").len());
    let wrong = refused(2, &["advise", "@lockpick", "--keep", "actor.wings"]);
    assert!(wrong.contains("begins with actor.wings"), "{wrong}");
}

#[test]
fn changes_without_an_effect_are_counted_and_not_listed() {
    let ranked = found(&["@duel", "--only", "side.red", "-n", "400"]);
    let idle = sets(&ranked, "idle");
    assert!(!idle.is_empty());
    let listed = sets(&ranked, "changes");
    assert!(listed.iter().all(|set| !idle.contains(set)), "{listed:?}");
    let count = |list: &str| ranked[list].as_array().unwrap().len();
    let tried = count("changes") + count("same") + count("idle");
    assert_eq!(ranked["tried"], tried);
}

#[test]
fn an_adventure_is_changed_by_names_and_never_played_twice() {
    for name in [
        "@canyon-evening",
        "@five-winters",
        "@museum-night",
        "@spice-run",
    ] {
        for step in evenodds::scenario::open(name, &[]).unwrap().steps() {
            let names = format!("{:?} {:?}", step.owners, step.change);
            assert!(!names.contains("[0]") && !names.contains("[1]"), "{names}");
            let set = step.assignment();
            assert!(!set.starts_with("sessions"), "{set}");
            assert!(!set.contains("repeat="), "{set}");
        }
    }
    let wolves = "scene.wolves.contest.side.villagers";
    let steps = evenodds::scenario::open("@five-winters", &[])
        .unwrap()
        .steps();
    let sets: Vec<String> = steps
        .iter()
        .map(evenodds::document::TunableStep::assignment)
        .collect();
    assert!(sets.contains(&format!("{wolves}.Ilse=")), "{sets:?}");
    assert!(sets.iter().all(|set| !set.contains("combatant[")));
}
