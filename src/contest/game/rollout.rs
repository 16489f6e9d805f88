//! The player that tries every action in play-outs of the rest of the game.

use super::{Game, Playouts};

/// Returns the action that the actor's side wins most play-outs with, the first of equals; half a win where nobody
/// wins. All actions meet the same dice.
pub fn rollout<G: Game>(
    game: &G,
    playouts: &mut Playouts<G>,
    position: &G::Position,
    side: usize,
    seed: u64,
) -> Option<G::Action> {
    let mut actions = Vec::new();
    game.actions(position, &mut actions);
    playouts.reseed(seed);
    let mut best: Option<(u64, G::Action)> = None;
    for action in actions {
        let mut score = 0;
        playouts.play_each(position, Some(action), |won, _| {
            score += won.map_or(1, |won| 2 * u64::from(won == side));
            true
        });
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, action));
        }
    }
    best.map(|(_, action)| action)
}
