//! Every value of every choice is used, and changes something.

use super::library::scenario;
use super::{MADE, any, plain, report};
use evenodds::scenario::Scenario;

/// What each key of `[rules]` may say.
const READINGS: [(&str, &[&str]); 9] = [
    (
        "lost_for",
        &[
            "\"adventure\"",
            "\"session\"",
            "{ scenes = 1 }",
            "{ scenes = 2 }",
        ],
    ),
    ("wounds_to_die", &["1", "2", "4"]),
    ("healing", &["\"scenes\"", "\"rest\"", "\"none\""]),
    ("healing_difficulty", &["1", "5", "30"]),
    ("retreated", &["\"escape\"", "\"captured\""]),
    ("unmanned", &["\"worst\"", "\"skip\""]),
    (
        "advance",
        &["\"none\"", "\"lowest\"", "\"highest\"", "\"first\""],
    ),
    ("between", &["\"none\"", "\"replace\""]),
    ("max_scenes", &["1", "3", "100"]),
];

/// All that some trials yield.
fn trials(scenario: &Scenario) -> Vec<plain::Report> {
    let mut all = Vec::new();
    let contest = scenario.contest.as_ref();
    contest.watch(1, 0..100, &mut |_, record| {
        all.push(report(contest, record));
        true
    });
    all
}

#[test]
fn every_reading_of_the_rules_is_among_them_and_no_two_are_the_same() {
    let adventures: Vec<String> = (0..MADE)
        .map(|number| any::adventure(number).written())
        .collect();
    let scenarios: Vec<Scenario> = adventures.iter().map(|text| scenario(text)).collect();
    for (key, values) in READINGS {
        for (position, value) in values.iter().enumerate() {
            let written = format!("{key} = {value}");
            assert!(
                !value.starts_with('"') || adventures.iter().any(|text| text.contains(&written)),
                "no adventure has {written}"
            );
            for other in &values[..position] {
                let differs = scenarios.iter().any(|scenario| {
                    let [one, other] = [value, other].map(|value| {
                        let set = format!("rules.{key}={value}");
                        trials(&scenario.with(&[set]).unwrap())
                    });
                    one != other
                });
                assert!(differs, "{key}: {value} and {other}");
            }
        }
    }
}
