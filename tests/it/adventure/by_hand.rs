//! Two duels in a row, computed by hand.

use super::exact::{assert_follows, exact};
use super::{scenario, tally};
use evenodds::scenario::Scenario;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Returns the chance that one die wins against two in a duel of finishers, computed from the rules
/// of a turn over all rolls.
fn one_against_two() -> f64 {
    // Chance that the single die wins, by the faces of the dice. Ties are re-rolled, so the
    // chances are found by iteration.
    let mut wins: BTreeMap<(u8, u8, u8), f64> = BTreeMap::new();
    let faces = || (1..=6).flat_map(|a| (1..=6).flat_map(move |b| (1..=6).map(move |c| (a, b, c))));
    for _ in 0..200 {
        let before = wins.clone();
        for (one, low, high) in faces().filter(|&(_, low, high)| low <= high) {
            let chance = match one.cmp(&(low + high)) {
                // The single die takes both of the other dice.
                Ordering::Greater => 1.0,
                // A die as high as the single one takes it out; otherwise the lower die is spent in
                // vain, and then the other die is lower than the single one.
                Ordering::Less => f64::from(one > high),
                // Both re-roll their lowest dice.
                Ordering::Equal => {
                    let again = (1..=6).flat_map(|one| {
                        (1..=6).map(move |new: u8| (one, new.min(high), new.max(high)))
                    });
                    let wins = again.map(|table| before.get(&table).unwrap_or(&0.0));
                    wins.sum::<f64>() / 36.0
                }
            };
            wins.insert((one, low, high), chance);
        }
    }
    let all = faces().map(|(one, low, high)| wins[&(one, low.min(high), low.max(high))]);
    all.sum::<f64>() / 216.0
}

#[test]
fn two_duels_in_a_row_are_what_they_are_by_hand() {
    let wins = one_against_two();
    // Value from independent programs.
    assert!((wins - 0.202_092).abs() < 1e-6, "{wins}");
    let loses = 1.0 - wins;
    let adventure = |rules: &str, classes: [&str; 2]| {
        let mut text = format!(
            r#"kind = "adventure"
rules = {{ {rules} }}
[[character]]
name = "Ann"
wounds = true
armor = true
classes = [{{ name = "Sword", dice = 1 }}, {{ name = "Bow", dice = 1 }}]
[[character]]
name = "Bob"
healer = "Doctor"
classes = [{{ name = "Doctor", dice = 1 }}]
"#
        );
        for (name, class) in ["one", "two"].iter().zip(classes) {
            let _ = writeln!(
                text,
                "[[scene]]\nname = \"{name}\"\ncontest = {{ kind = \"combat\", side = [\
                 {{ name = \"crew\", combatant = [{{ character = \"Ann\", classes = [\"{class}\"] }}] }}, \
                 {{ name = \"foes\", combatant = [{{ name = \"Foe\", classes = [{{ name = \"Foe\", dice = 2 }}] }}] }}] }}"
            );
        }
        scenario(&text)
    };
    let chances = |scenario: &Scenario, name: &str| -> Vec<(i64, f64)> {
        let mut metrics = scenario.contest.metrics().iter();
        let metric = metrics.position(|metric| metric.name() == name).unwrap();
        let exact = exact(scenario);
        assert_follows(&exact, &tally(scenario, 2, 20_000), name);
        let solved = exact.metrics.iter().find(|one| one.metric == metric);
        solved.unwrap().overall()
    };
    let assert_chances = |scenario: &Scenario, name: &str, expected: &[(i64, f64)]| {
        let found = chances(scenario, name);
        assert_eq!(found.len(), expected.len(), "{name}: {found:?}");
        for (one, other) in found.iter().zip(expected) {
            assert!(
                one.0 == other.0 && (one.1 - other.1).abs() < 1e-9,
                "{name}: {found:?} {expected:?}"
            );
        }
    };
    // Without treatment, a character wounded in the first duel misses the second.
    let untreated = adventure("healing = \"none\"", ["Sword", "Bow"]);
    assert_chances(
        &untreated,
        "won.two",
        &[(0, 1.0 - wins * wins), (1, wins * wins)],
    );
    assert_chances(
        &untreated,
        "hurt_in.two",
        &[(0, 1.0 - wins * loses), (1, wins * loses)],
    );
    assert_chances(
        &untreated,
        "wounds",
        &[(0, wins * wins), (1, 1.0 - wins * wins)],
    );
    // One die heals with 3 to 6; a healed Ann fights the second duel.
    let heals = 4.0 / 6.0;
    let treated = adventure("healing_difficulty = 3", ["Sword", "Bow"]);
    let fights = wins + loses * heals;
    assert_chances(
        &treated,
        "won.two",
        &[(0, 1.0 - fights * wins), (1, fights * wins)],
    );
    let both = loses * heals * loses;
    assert_chances(
        &treated,
        "wounds",
        &[(0, wins * wins), (1, 1.0 - both - wins * wins), (2, both)],
    );
    assert_chances(
        &treated,
        "classes_lost",
        &[(0, wins * wins), (1, 1.0 - both - wins * wins), (2, both)],
    );
    assert_chances(&treated, "alive", &[(2, 1.0)]);
    // A healed wound restores the Class: Ann fights the second duel with it as often as with
    // another one, and may lose it twice.
    let same = adventure("healing_difficulty = 3", ["Sword", "Sword"]);
    assert_chances(
        &same,
        "won.two",
        &[(0, 1.0 - fights * wins), (1, fights * wins)],
    );
    assert_chances(
        &same,
        "classes_lost",
        &[(0, wins * wins), (1, 1.0 - both - wins * wins), (2, both)],
    );
    // The first wound kills.
    let frail = adventure("wounds_to_die = 1", ["Sword", "Bow"]);
    assert_chances(
        &frail,
        "died.Ann",
        &[(0, wins * wins), (1, 1.0 - wins * wins)],
    );
}
