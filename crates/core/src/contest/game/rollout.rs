//! The player that evaluates actions by play-outs to the end of the game.

use super::{ActionKind, PlayoutGame, Playouts};
use crate::dice::{Dice, Roller};

/// Returns the best of `actions` for a side, by play-outs of the games of `plans`, which differ in the
/// players that continue.
///
/// The number of play-outs of `plans` is the mean one of an action. Sequential halving spends them: in
/// each of its rounds, all actions that are left are played as often, and the worse half is dropped
/// (Z. Karnin, T. Koren, O. Somekh, *Almost Optimal Exploration in Multi-Armed Bandits*, 2013). Each
/// action is scored with the plan by which the side does best afterward (H. S. Chang, R. Givan, E. K.
/// P. Chong, *Parallel Rollout for Online Solution of Partially Observable Markov Decision Processes*,
/// 2004). Ties go to the first action that is not useless. All actions and plans use common random
/// numbers.
pub fn rollout<G: PlayoutGame>(
    game: &G,
    plans: &mut [Playouts<G>],
    (position, mut actions): (&G::Position, Vec<G::Action>),
    side: usize,
    seed: u64,
) -> Option<G::Action> {
    actions.sort_by_key(|&action| game.kind_of(position, action) == ActionKind::Useless);
    for playouts in &mut *plans {
        playouts.reseed(seed);
    }
    let each = plans.first().map_or(0, Playouts::count);
    let count = actions.len() as u32;
    let rounds = count.next_power_of_two().ilog2();
    // Each action with its scores by plan.
    let none = vec![0.0; plans.len()];
    let mut left: Vec<_> = actions.iter().map(|&one| (one, none.clone())).collect();
    let mut played = 0;
    for _ in 0..rounds {
        let more = u64::from(each) * u64::from(count) / (left.len() as u64 * u64::from(rounds));
        let playouts = played..played + (more as u32).max(1);
        played = playouts.end;
        for (action, scores) in &mut left {
            for (plan, score) in plans.iter_mut().zip(scores) {
                plan.play_some(playouts.clone(), position, Some(*action), |won, end| {
                    *score += game.playout_score(won, end, side);
                });
            }
        }
        let best = |scores: &[f64]| scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        left.sort_by(|(_, one), (_, other)| best(other).total_cmp(&best(one)));
        left.truncate(left.len().div_ceil(2));
    }
    left.first().map(|one| one.0)
}

/// Draws a seed for play-outs, 0 to 2^62 − 1.
pub fn seed_of<D: Dice>(dice: &mut D, roller: Roller) -> u64 {
    let half = 1 << 31;
    let high = u64::from(dice.choose(roller, half));
    high << 31 | u64::from(dice.choose(roller, half))
}

/// Puts items in a random order.
pub fn shuffle<D: Dice, T>(dice: &mut D, roller: Roller, all: &mut [T]) {
    for place in 0..all.len().saturating_sub(1) {
        let drawn = dice.choose(roller, (all.len() - place) as u32);
        all[place..=place + drawn as usize].rotate_right(1);
    }
}
