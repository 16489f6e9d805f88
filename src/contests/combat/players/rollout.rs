//! The player that tries every action in play-outs of the rest of the fight, in which all combatants are `finisher`.

use crate::contest::game::{Game, Playouts, rollout};
use crate::contests::combat::Combat;
use crate::contests::combat::engine::Move;
use crate::contests::combat::fight::Fight;
use crate::contests::combat::player::Player;
use crate::contests::combat::view::Whims;
use crate::dice::Dice;

/// Returns the action or Cover whose play-outs the side of `actor` wins most often, the first of equals. All actions
/// meet the same dice, which are never those of the trial.
pub(super) fn choose<D: Dice>(
    playouts: u32,
    (combat, fight): (&Combat, &Fight),
    actor: usize,
    whims: &mut Whims<D>,
) -> Option<Move> {
    let among = || Box::new(combat.among(Player::Finisher));
    let finishers = &**combat.finishers.get_or_init(among);
    let mut actions = Vec::new();
    finishers.actions(fight, &mut actions);
    let side = combat.combatants[actor].side;
    let mut plans = [Playouts::new(finishers, playouts)];
    rollout(finishers, &mut plans, fight, &actions, side, whims.seed())
}
