//! Combat, plainly: the rules, their options, and the rule-based players.
//!
//! Combatants are numbered in file order: sides; within a side combatants as written, then its
//! reinforcements; then copies. Callers keep to that order. A pool is a vector of faces in
//! ascending order, so its first die is the lowest. [`Rollers`] numbers the rollers.

mod attack;
mod cover;
mod order;
mod players;
mod reinforcement;
mod report;
mod rules;
mod table;
mod view;
mod wounds;

pub use cover::{Attack, Attacked, CoverDice};
pub use players::{brawler, finisher, random, rollout, rollout_cover};
pub use report::{CoverFrom, Event, Fate, Outcome, Report};
pub use rules::{
    Arrival, Class, Combatant, Cover, Healer, Player, Rules, WoundChoice, WoundOption,
};
pub use table::{Rollers, Seat, Table};
pub use view::{Action, Decide, View};
pub use wounds::Wounds;

use super::dice::PlainDice;

/// Maximum number of dice of a combatant.
const MOST_DICE: usize = 6;

/// Plays a fight to its end, every combatant by its own player.
pub fn fight(
    combatants: &[Combatant],
    sides: usize,
    rules: &Rules,
    dice: &mut dyn PlainDice,
) -> Report {
    fight_by(combatants, sides, rules, dice, &mut Declared)
}

/// Decisions by each combatant's own player.
pub struct Declared;

impl Decide for Declared {
    fn act(&mut self, view: &View, dice: &mut dyn PlainDice) -> Action {
        match view.player() {
            Player::Random => random(view, dice),
            Player::Brawler => brawler(view, dice),
            Player::Finisher => finisher(view, dice),
            Player::Rollout { playouts } => rollout(view, playouts, dice),
        }
    }

    fn cover(&mut self, attacked: &Attacked, dice: &mut dyn PlainDice) -> Option<(CoverFrom, u8)> {
        match attacked.player() {
            Player::Rollout { playouts } => rollout_cover(attacked, playouts, dice),
            _ => attacked.choices().first().copied(),
        }
    }
}

/// Plays a fight to its end with every action from `choose`, whatever the combatants' players.
/// `choose` also gets the dice, for random decisions.
///
/// Panics on an illegal action.
pub fn fight_with(
    combatants: &[Combatant],
    sides: usize,
    rules: &Rules,
    dice: &mut dyn PlainDice,
    mut choose: &mut dyn FnMut(&View, &mut dyn PlainDice) -> Action,
) -> Report {
    fight_by(combatants, sides, rules, dice, &mut choose)
}

/// Plays a fight to its end, with decisions about Cover too.
pub fn fight_by(
    combatants: &[Combatant],
    sides: usize,
    rules: &Rules,
    dice: &mut dyn PlainDice,
    decide: &mut dyn Decide,
) -> Report {
    let mut table = Table::start(combatants, sides, rules, dice);
    let outcome = table.play_to_the_end(dice, decide);
    table.heal(dice);
    table.report(outcome)
}

#[cfg(test)]
mod tests;
