//! Tests of the player `rollout`.

use super::*;
use evenodds_core::contest::{Play, Tally};
use evenodds_testing::size;

/// Returns a sampled estimate of the first side's chance to win plus half of the chance of no
/// winner, and its standard error.
fn sampled_score(fight: &Rounds, trials: u64) -> (f64, f64) {
    let mut tally = Tally::new(fight);
    fight.play(11, 0..trials, &mut tally);
    let count = |outcome: usize| tally.outcomes()[outcome] as f64 / trials as f64;
    let score = 0.5 + (count(0) - count(1)) / 2.0;
    let squares = (count(0) + count(1)) / 4.0 - (score - 0.5).powi(2);
    (score, (squares / trials as f64).sqrt())
}

const ROLLOUT: Player = Player::Rollout(64);

/// Returns three fighters, each with one action die and one die of every skill.
fn mooks() -> Vec<Fighter> {
    vec![plain(1, 1); 3]
}

#[test]
fn two_rollout_fighters_beat_two_rule_based_ones() {
    let two = || vec![plain(3, 2), plain(2, 3)];
    for other in [Player::Guarded, Player::AllOut] {
        let fight = exchange([two(), two()], [ROLLOUT, other], rounds(100));
        let (score, error) = sampled_score(&fight, 200);
        assert!(score - 4.0 * error > 0.5, "{other:?}: {score} {error}");
    }
}

#[test]
fn rollout_does_better_than_rules_against_three_mooks() {
    let against = |own| {
        exchange(
            [vec![plain(3, 4)], mooks()],
            [own, Player::AllOut],
            rounds(20),
        )
    };
    let (score, error) = sampled_score(&against(ROLLOUT), 200);
    println!("mooks {score} {error}");
    for rule in [Player::Guarded, Player::AllOut] {
        let (other, doubt) = sampled_score(&against(rule), 2_000);
        let doubt = 4.0 * error.hypot(doubt);
        assert!(score - doubt > other, "{rule:?}: {score} {other} {doubt}");
    }
}

#[test]
fn rollout_comes_close_to_optimal_in_a_duel() {
    // Against `all_out` it is farther from the optimum, but nearer than any rule-based player.
    for (other, below) in [
        (Player::Guarded, 0.08),
        (Player::Keep(1), 0.08),
        (Player::Heavy, 0.08),
        (Player::AllOut, 0.2),
    ] {
        let against = |own| duel(plain(3, 4), plain(3, 4), [own, other], rounds(100));
        let best = score(&against(Player::Optimal));
        let (found, error) = sampled_score(&against(ROLLOUT), size(60, 200));
        assert!(
            found + 4.0 * error > best - below,
            "{other:?}: {found} {best}"
        );
        for rule in NAMED {
            let rule = score(&against(rule));
            assert!(found + 4.0 * error > rule, "{other:?}: {found} {rule}");
        }
    }
}

#[test]
fn rollout_plays_a_trial_the_same_way_each_time() {
    let two = || vec![plain(2, 1), plain(1, 1)];
    let fight = exchange([two(), two()], [Player::Rollout(4); 2], rounds(5));
    fight.watch(3, 0..20, &mut |trial, record| {
        assert_eq!(fight.replay(3, trial), *record);
        true
    });
}

#[test]
fn duels_with_play_outs_cannot_be_solved() {
    let duel = duel(
        plain(1, 1),
        plain(1, 1),
        [ROLLOUT, Player::Optimal],
        rounds(5),
    );
    assert!(duel.exact().is_err());
    assert!(duel.solvable().unwrap_err().contains("cannot be solved"));
}

#[test]
fn rollout_does_not_wait_forever_if_it_cannot_lose() {
    let players = [Player::Rollout(4), Player::AllOut];
    let fight = duel(plain(3, 6), plain(1, 0), players, rounds(100));
    fight.watch(3, 0..20, &mut |_, record| {
        assert_eq!(record.outcome, 0);
        let rounds = record.values[fight.layout.rounds];
        assert!(rounds < 5, "{rounds} rounds");
        true
    });
}
