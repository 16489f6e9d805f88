//! The player that evaluates every action by play-outs to the end of the game.

use super::{ActionKind, PlayoutGame, Playouts};
use crate::dice::{Dice, Roller};
use std::slice;

/// Score of a won play-out.
pub const WIN: u64 = 840;

/// Returns the action with the most play-outs won by the actor's side, the first one of a tie.
/// Play-outs without a winner count by `PlayoutGame::unfinished_score`, by default half a win. All actions use
/// common random numbers.
pub fn rollout<G: PlayoutGame>(
    game: &G,
    playouts: &mut Playouts<G>,
    position: &G::Position,
    side: usize,
    seed: u64,
) -> Option<G::Action> {
    let mut actions = Vec::new();
    game.actions(position, &mut actions);
    let plans = slice::from_mut(playouts);
    parallel_rollout(game, plans, (position, actions), side, seed)
}

/// Returns the one of `actions` with the highest score. Each action is scored with the plan by which the
/// actor's side does best afterward (H. S. Chang, R. Givan, E. K. P. Chong, *Parallel Rollout for
/// Online Solution of Partially Observable Markov Decision Processes*, 2004). Ties go to the first
/// action that is not useless. All actions and plans use common random numbers.
pub fn parallel_rollout<G: PlayoutGame>(
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
    let mut best: Option<(u64, G::Action)> = None;
    for action in actions {
        for playouts in &mut *plans {
            let (mut score, mut left) = (0, WIN * u64::from(playouts.count()));
            playouts.play_each(position, Some(action), |won, end| {
                score += match won {
                    Some(won) => WIN * u64::from(won == side),
                    None => game.unfinished_score(end, side),
                };
                left -= WIN;
                // Stops once the action cannot become the best one.
                best.is_none_or(|(most, _)| score + left > most)
            });
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, action));
            }
        }
    }
    best.map(|(_, action)| action)
}

/// Draws a seed for play-outs, 0 to 2^62 − 1.
pub fn seed_of<D: Dice>(dice: &mut D, roller: Roller) -> u64 {
    let half = 1 << 31;
    let high = u64::from(dice.choose(roller, half));
    high << 31 | u64::from(dice.choose(roller, half))
}
