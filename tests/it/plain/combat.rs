//! Combat, plainly: the rules, their options, and the players that decide by rule.
//!
//! Combatants are numbered in file order: sides; within a side combatants as written, then its
//! reinforcements; then copies. Who calls keeps to that order. A pool is a vector of faces in ascending
//! order, so its first die is the lowest. Who throws which dice is written at [`Rollers`].

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

pub use cover::CoverDice;
pub use players::{brawler, finisher, random, rollout};
pub use report::{CoverFrom, Event, Fate, Outcome, Report};
pub use rules::{
    Arrival, Class, Combatant, Cover, Healer, Player, Rules, WoundChoice, WoundOption,
};
pub use table::{Rollers, Seat, Table};
pub use view::{Action, View};
pub use wounds::Wounds;

use super::dice::PlainDice;

/// Nobody holds more dice than this.
const MOST_DICE: usize = 6;

/// Plays a fight to its end, every combatant by its own player.
pub fn fight(
    combatants: &[Combatant],
    sides: usize,
    rules: &Rules,
    dice: &mut dyn PlainDice,
) -> Report {
    fight_with(
        combatants,
        sides,
        rules,
        dice,
        &mut |view, dice| match view.player() {
            Player::Random => random(view, dice),
            Player::Brawler => brawler(view),
            Player::Finisher => finisher(view),
            Player::Rollout { playouts } => rollout(view, playouts, dice),
        },
    )
}

/// Plays a fight to its end with every decision from `choose`, whatever the combatants' players. It is
/// handed the dice as well, for the whims of those who decide by chance.
///
/// Panics on an illegal action.
pub fn fight_with(
    combatants: &[Combatant],
    sides: usize,
    rules: &Rules,
    dice: &mut dyn PlainDice,
    choose: &mut dyn FnMut(&View, &mut dyn PlainDice) -> Action,
) -> Report {
    let mut table = Table::start(combatants, sides, rules, dice);
    let outcome = table.play_to_the_end(dice, choose);
    table.heal(dice);
    table.report(outcome)
}

#[cfg(test)]
mod tests;
