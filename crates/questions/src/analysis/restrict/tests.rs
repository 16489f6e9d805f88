use super::*;
use crate::scenario::{load, open_simple as open};
use crate::sim::NoProgress;
use evenodds_testing::size;

fn restricted(scenario: &Scenario, plan: &RestrictPlan) -> RestrictedOptions {
    let found = restrict(scenario, plan, &NoProgress, &|_, _| {});
    found.unwrap().unwrap()
}

/// Returns the options, with `only` for the last one left, and their worths.
fn worths(found: &RestrictedOptions) -> Vec<(String, Worth)> {
    let options = found.options.iter().map(|one| {
        let only = if one.restriction.is_only { "only " } else { "" };
        (format!("{only}{}", one.restriction.option), one.worth())
    });
    options.collect()
}

/// A contest in which the first of three values wins at 4 of 6, the second at 3, the third at 3.
const CHOICE: &str = r#"
kind = "dice"
[[side]]
name = "hero"
wants = "success"
[roll]
one = "1d6"
[[step]]
choose = { bid = { by = "hero", among = [4, 3, 2] } }
roll = "one"
[[outcome]]
name = "success"
when = "one <= bid"
[[outcome]]
name = "failure"
when = "one > bid"
"#;

#[test]
fn exact_worths_are_differences_of_solved_contests() {
    let scenario = load("choice.toml", CHOICE.as_bytes(), &[]).unwrap();
    let found = restricted(&scenario, &RestrictPlan::default());
    assert_eq!(found.side.as_deref(), Some("hero"));
    let differences = found.options.iter().map(|one| {
        let figure = one.figure().unwrap();
        assert_eq!(one.comparison.stopped, StopReason::Exact);
        let variant = scenario
            .varied(std::slice::from_ref(&one.restriction.assignment))
            .unwrap();
        let shares = [&scenario, &variant].map(|one| {
            let exact = one.exact().unwrap();
            exact.outcomes[0]
        });
        assert!((figure.difference.value - (shares[1] - shares[0])).abs() < 1e-12);
        (figure.difference.value * 6.0).round()
    });
    let differences: Vec<f64> = differences.collect();
    assert_eq!(differences, [-2.0, -1.0, -1.0, 0.0, 0.0, 0.0]);
    assert_eq!(
        worths(&found),
        [
            ("only 2".to_owned(), Worth::MustHave),
            ("4".to_owned(), Worth::MustHave),
            ("only 3".to_owned(), Worth::MustHave),
            ("only 4".to_owned(), Worth::Dead),
            ("3".to_owned(), Worth::Dead),
            ("2".to_owned(), Worth::Dead),
        ]
    );
}

/// A duel in which the second Class of one fighter is never used, since `random` may not change.
const NULL: &str = r#"
kind = "combat"
[[side]]
name = "one"
player = "random"
allow = { change = false }
combatant = [{ name = "Ann", classes = [{ name = "Sword", dice = 4 }, { name = "Song", dice = 3 }] }]
[[side]]
name = "other"
player = "random"
combatant = [{ name = "Bo", classes = [{ name = "Axe", dice = 4 }] }]
"#;

#[test]
fn an_option_without_use_is_dead_and_never_useful() {
    let scenario = load("null.toml", NULL.as_bytes(), &[]).unwrap();
    for seed in 0..size(20, 200) {
        let plan = RestrictPlan {
            only: vec!["side.one.Ann".to_owned()],
            most: Some(20_000),
            seed,
            ..RestrictPlan::default()
        };
        let found = restricted(&scenario, &plan);
        let song = found
            .options
            .iter()
            .find(|one| one.restriction.option == "Song");
        assert_eq!(song.unwrap().worth(), Worth::Dead, "seed {seed}");
    }
}

#[test]
fn permissions_classes_and_members_of_one_side_are_tested() {
    let scenario = open("@canyon", &[]).unwrap();
    let plan = RestrictPlan {
        side: Some("heroes".to_owned()),
        most: Some(1_000),
        ..RestrictPlan::default()
    };
    let found = restricted(&scenario, &plan);
    let mut names: Vec<String> = worths(&found).into_iter().map(|one| one.0).collect();
    names.sort();
    insta::assert_snapshot!(names.join(", "), @"Dirk, Emily, Former Mercenary, Heroic Starship Captain, Mark Four, change, retreat, support");
    assert!(
        found
            .options
            .iter()
            .all(|one| one.figure().unwrap().name == "heroes")
    );
}

#[test]
fn unknown_sides_are_named() {
    let scenario = open("@canyon", &[]).unwrap();
    let plan = RestrictPlan {
        side: Some("hero".to_owned()),
        ..RestrictPlan::default()
    };
    let error = restrict(&scenario, &plan, &NoProgress, &|_, _| {}).unwrap_err();
    assert_eq!(
        error.to_string(),
        "unknown side hero; did you mean heroes? The sides are heroes, ambushers"
    );
}
