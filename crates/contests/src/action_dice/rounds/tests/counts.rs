//! Tests of the counts along the paths through solved duels.

use super::*;
use evenodds_core::contest::ExactDistribution;

/// Returns the chances of the values of a metric over all outcomes.
fn overall(exact: &ExactDistribution, metric: usize) -> Vec<(i64, f64)> {
    let mut solved = exact.metrics.iter();
    solved
        .find(|solved| solved.metric == metric)
        .expect("it is solved")
        .overall()
}

fn assert_chances(found: &[(i64, f64)], chances: &[(i64, f64)]) {
    assert_eq!(found.len(), chances.len(), "{found:?} {chances:?}");
    for (one, other) in found.iter().zip(chances) {
        assert_eq!(one.0, other.0, "{found:?} {chances:?}");
        assert!((one.1 - other.1).abs() < 1e-12, "{found:?} {chances:?}");
    }
}

#[test]
fn with_one_die_each_half_of_the_rounds_have_an_attack_and_half_a_defense() {
    let both = [Player::AllOut; 2];
    let duel = duel(plain(1, 0), plain(1, 0), both, rounds(2));
    let exact = duel.exact().unwrap();
    // One attack in 36 hits, and ends the duel in the first round.
    let (hit, on) = (1.0 / 36.0, 35.0 / 36.0);
    let chances = [
        (0, 0.5 * hit + 0.25 * on),
        (1, 0.5 * hit + 0.5 * on),
        (2, 0.25 * on),
    ];
    for who in 0..2 {
        assert_chances(&overall(&exact, duel.layout.attacks + who), &chances);
        assert_chances(&overall(&exact, duel.layout.defences + who), &chances);
        assert_chances(&overall(&exact, duel.layout.unused + who), &[(0, 1.0)]);
    }
}

#[test]
fn dice_of_fallen_and_of_waiting_fighters_count_as_unused() {
    // Blue keeps both dice. Red attacks once a round, and blue parries once.
    let players = [Player::AllOut, Player::Keep(2)];
    let duel = duel(plain(1, 0), plain(2, 0), players, rounds(1));
    let exact = duel.exact().unwrap();
    assert_chances(&overall(&exact, duel.layout.unused), &[(0, 1.0)]);
    assert_chances(&overall(&exact, duel.layout.unused + 1), &[(1, 1.0)]);
    assert_chances(&overall(&exact, duel.layout.defences + 1), &[(1, 1.0)]);
    let unused = exact.metrics.last().unwrap();
    // One attack in 36 hits; the dice that blue has left when it falls count as unused.
    assert_chances(&unused.by_outcome[0], &[(1, 1.0 / 36.0)]);
    assert_chances(&unused.by_outcome[UNRESOLVED], &[(1, 35.0 / 36.0)]);
}

#[test]
fn all_metrics_of_solved_duels_are_solved_and_add_up_to_the_outcomes() {
    let players = [
        [Player::AllOut, Player::Heavy],
        [Player::Guarded, Player::Random],
        [Player::Optimal, Player::Keep(1)],
        [Player::Optimal, Player::Optimal],
    ];
    for options in other_options(rounds(5)) {
        for (number, red) in duellists().into_iter().enumerate() {
            let blue = duellists().swap_remove((number + 2) % 6);
            let duel = duel(red, blue, players[number % 4], options);
            let exact = duel.exact().unwrap();
            assert_eq!(exact.metrics.len(), duel.metrics().len());
            for solved in &exact.metrics {
                for (values, outcome) in solved.by_outcome.iter().zip(&exact.outcomes) {
                    let sum: f64 = values.iter().map(|value| value.1).sum();
                    assert!((sum - outcome).abs() < 1e-12, "{sum} {outcome} {duel:?}");
                }
            }
        }
    }
}

/// Returns the mean of a metric over all outcomes.
fn mean(exact: &ExactDistribution, metric: usize) -> f64 {
    let chances = overall(exact, metric).into_iter();
    chances.map(|(value, chance)| value as f64 * chance).sum()
}

#[test]
fn equal_decisions_are_resolved_by_fewer_rounds() {
    let mook = || plain(1, 0);
    // Three action dice and six skill dice cannot lose to one die without skill, whenever they
    // attack.
    for (hits_to_win, most) in [(1, 1.1), (2, 2.0), (3, 2.1)] {
        for other in [Player::AllOut, Player::Heavy, Player::Optimal] {
            let options = Options {
                hits_to_win,
                ..rounds(100)
            };
            let first = duel(plain(3, 6), mook(), [Player::Optimal, other], options);
            let second = duel(mook(), plain(3, 6), [other, Player::Optimal], options);
            for (duel, own) in [(first, 0), (second, 1)] {
                let exact = duel.exact().unwrap();
                assert!(exact.outcomes[own] > 1.0 - 1e-9, "{other:?} {exact:?}");
                let found = mean(&exact, duel.layout.rounds);
                assert!(found < most, "{other:?} {hits_to_win}: {found} rounds");
                assert_sampled_as_solved(&duel, 3, 400);
            }
        }
    }
}
