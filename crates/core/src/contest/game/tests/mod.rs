//! Tests of the generic algorithms for games, with the dice game Pig.

mod pig;

use super::{Game, HintGame, OptimalPolicy};
use crate::contest::{CERTAIN, Evaluate, HintBy, HintPlan, Hints, Narrate, Play, Tally};
use crate::document::Source;
use pig::{GOAL, Pig, Player, Position};

/// Returns the share of trials that the first player wins.
fn share(first: Player, second: Player, trials: u64) -> f64 {
    let pig = Pig::new([first, second]);
    let mut tally = Tally::new(&pig);
    pig.play(1, 0..trials, &mut tally);
    tally.outcomes()[0] as f64 / trials as f64
}

#[test]
fn samples_of_optimal_play_agree_with_the_enumeration() {
    let pig = Pig::new([Player::Optimal; 2]);
    let start = Position::default();
    let values = pig.policy().values(&start, &[true]).unwrap();
    let (wins, no_winner) = values[0];
    assert!(no_winner.abs() < 1e-9, "{no_winner}");
    let sampled = share(Player::Optimal, Player::Optimal, 20_000);
    assert!(
        (wins - sampled).abs() < 0.0145,
        "{wins} {sampled}: 4 standard errors"
    );
}

#[test]
fn optimal_rollout_simple_and_instant_hold_are_in_order_of_strength() {
    let simple = Player::HoldAt(8);
    let beats = |better, worse, trials| {
        let both = share(better, worse, trials) + 1.0 - share(worse, better, trials);
        both / 2.0
    };
    assert!(beats(Player::Optimal, Player::HoldAt(4), 10_000) > 0.52);
    assert!(beats(Player::Rollout(50), Player::HoldAt(4), 300) > 0.5);
    assert!(beats(simple, Player::HoldAt(1), 10_000) > 0.6);
}

#[test]
fn play_outs_rank_actions_as_the_enumeration_does() {
    let pig = Pig::new([Player::Optimal; 2]);
    let table = Source::new("--table", "Own: 5; Other: 12; Sum: 4");
    let plan = |playouts| HintPlan {
        playouts,
        ..HintPlan::default()
    };
    let solved = pig.hint(&table, &plan(None)).unwrap();
    let played = pig.hint(&table, &plan(Some(4_000))).unwrap();
    assert_eq!(
        (solved.by, played.by),
        (HintBy::Solved, HintBy::Played(4_000))
    );
    assert_eq!(solved.actions[0].action, played.actions[0].action);
    for exact in &solved.actions {
        let sampled = played.actions.iter().find(|one| one.action == exact.action);
        assert!(
            (sampled.unwrap().value - exact.value).abs() < 0.032,
            "4 standard errors"
        );
    }
    let refused = pig.hint(&Source::new("--table", "Own: 5 5; Cid: 1"), &plan(None));
    let refused = refused.unwrap_err().to_string();
    assert!(
        refused.contains("Own is `5 5`") && refused.contains("Cid"),
        "{refused}"
    );
}

#[test]
fn advice_never_corrects_optimal_play_and_sometimes_simple_play() {
    let corrections = |player| {
        let pig = Pig::new([player; 2]);
        let better = |trial| {
            let story = pig.narrate_with_advice(1, trial).unwrap();
            assert_eq!(story.advice.len(), story.lines.len());
            assert!(story.advice.iter().all(Option::is_some));
            let advice = story.advice.into_iter().flatten();
            advice.filter(|advice| advice.starts_with("better")).count()
        };
        (0..20).map(better).sum::<usize>()
    };
    assert_eq!(corrections(Player::Optimal), 0);
    assert!(corrections(Player::HoldAt(1)) > 50);
}

#[test]
fn chances_along_a_trial_are_calibrated_and_losses_are_those_of_decisions() {
    let pig = Pig::new([Player::Optimal, Player::HoldAt(4)]);
    let (mut opening, mut won, mut lost) = (0.0, 0.0, [0; 2]);
    pig.evaluate_trials(3, 0..400, &mut |_, course| {
        let unit = f64::from(CERTAIN);
        opening += f64::from(course.opening().unwrap()[0]) / unit;
        won += f64::from(course.end(0)) / unit;
        assert_eq!(course.before(0).iter().sum::<u32>(), CERTAIN);
        for decision in &course.decisions {
            lost[decision.actor as usize] += u64::from(decision.best - decision.chosen);
        }
        true
    });
    assert!(
        (opening - won).abs() < 40.0,
        "{opening} {won}: 4 standard errors"
    );
    assert_eq!(lost[0], 0);
    assert!(lost[1] > 0);
}

#[test]
fn too_many_positions_are_refused() {
    let pig = Pig::new([Player::Optimal; 2]);
    assert!(OptimalPolicy::solve(&pig, 100).is_err());
    assert!(
        pig.policy()
            .action(&Position {
                other: GOAL,
                ..Position::default()
            })
            .is_none()
    );
    assert_eq!(HintGame::example(&pig), "Own: 5; Other: 12; Sum: 4");
    let mut actions = Vec::new();
    pig.actions(&Position::default(), &mut actions);
    assert_eq!(actions.len(), 2);
}
