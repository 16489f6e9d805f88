//! The player that tries every action in play-outs of the rest of the game.

use super::{Game, Playouts};
use crate::dice::{Dice, Roller};

/// Score of a play-out that is won.
pub const WIN: u64 = 840;

/// Returns the one of `actions` with the highest score in play-outs, the first of equals. The actor's side continues
/// by one of several plans, of which the best counts for each action (H. S. Chang, R. Givan, E. K. P. Chong, *Parallel
/// Rollout for Online Solution of Partially Observable Markov Decision Processes*, 2004). All actions and plans meet
/// the same dice.
pub fn rollout<G: Game>(
    game: &G,
    plans: &mut [Playouts<G>],
    position: &G::Position,
    actions: &[G::Action],
    side: usize,
    seed: u64,
) -> Option<G::Action> {
    for playouts in &mut *plans {
        playouts.reseed(seed);
    }
    let mut best: Option<(u64, G::Action)> = None;
    for &action in actions {
        for playouts in &mut *plans {
            let (mut score, mut left) = (0, WIN * u64::from(playouts.count()));
            playouts.play_each(position, Some(action), |won, end| {
                score += match won {
                    Some(won) => WIN * u64::from(won == side),
                    None => game.prospect(end, side),
                };
                left -= WIN;
                // Fewer play-outs will do where the action cannot become the best one.
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
pub(crate) fn seed_of<D: Dice>(dice: &mut D, roller: Roller) -> u64 {
    let half = 1 << 31;
    let high = u64::from(dice.choose(roller, half));
    high << 31 | u64::from(dice.choose(roller, half))
}
