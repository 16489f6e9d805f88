//! Tests of drama trajectories, and of hints on the decisions of trials.

use super::*;
use evenodds_core::contest::{CERTAIN, Evaluate, Narrate, Play};
use evenodds_testing::size;

#[test]
fn trajectories_follow_trials_and_their_chances_are_unbiased() {
    let group = || vec![plain(3, 2), plain(1, 1)];
    let both = [Player::Guarded, Player::AllOut];
    let trials = size(20, 100);
    for (fight, exact) in [
        (
            duel(plain(2, 2), plain(2, 2), [Player::Optimal; 2], rounds(20)),
            true,
        ),
        (exchange([group(), group()], both, rounds(20)), false),
    ] {
        assert_eq!(fight.assessor() == "optimal", exact);
        let (mut before, mut wins) = (0.0, 0);
        fight.evaluate_trials(2, 0..trials, &mut |trial, trajectory| {
            let record = fight.replay(2, trial);
            assert_eq!(trajectory.outcome, record.outcome);
            assert_eq!(trajectory.turn_starts().count() as u32, trajectory.turns);
            assert_eq!(trajectory.departures.len(), record.ends.len());
            let departures = trajectory.departures.iter();
            assert!(
                departures
                    .clone()
                    .all(|&(_, turn)| (1..=trajectory.turns).contains(&turn))
            );
            for one in &trajectory.decisions {
                assert!(!exact || one.chosen == one.best, "{trial} {one:?}");
            }
            before += f64::from(trajectory.before(0)[0]) / f64::from(CERTAIN);
            wins += u32::from(record.outcome == 0);
            true
        });
        let most = 2.0 * (trials as f64).sqrt();
        assert!((before - f64::from(wins)).abs() < most, "{before} {wins}");
    }
}

#[test]
fn optimal_is_never_corrected_and_simple_players_are() {
    for (player, corrected) in [(Player::Optimal, false), (Player::Heavy, true)] {
        let fight = duel(
            plain(2, 2),
            plain(2, 1),
            [player, Player::Guarded],
            rounds(20),
        );
        let mut better = 0;
        for trial in 0..10 {
            let transcript = fight.narrate_with_advice(3, trial).unwrap();
            for (line, advice) in transcript.lines.iter().zip(&transcript.advice) {
                let is_red = line.trim_start().starts_with("red");
                let advice = advice.as_deref().filter(|_| is_red);
                better += usize::from(advice.is_some_and(|advice| advice.starts_with("better")));
            }
        }
        assert_eq!(better > 0, corrected, "{player:?} {better}");
    }
}
