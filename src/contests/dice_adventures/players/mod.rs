//! Players: who decides for the party.

mod greedy;
mod hand;
mod optimal;
mod passive;

pub(super) use greedy::{Greedy, Habits};
pub(super) use optimal::{Optimal, goods};
pub use passive::Passive;

use crate::contest::{Level, PlayerHelp, choices};

/// The players by name.
pub(super) static HELP: [PlayerHelp; Player::ALL.len()] = {
    let mut help = PlayerHelp::quick(&Player::NAMES);
    help[Player::Greedy as usize].level = Level::Simple;
    help[Player::Optimal as usize].level = Level::Good;
    help
};

choices! {
    /// Who decides, the stronger behind the weaker.
    pub enum Player {
        /// uses nothing and buys nothing but treasure at the end; replaces the dead by the first
        /// class allowed
        Passive = "passive",
        /// uses powers for the best expected score of this adventure alone; buys nothing but treasure
        Greedy = "greedy",
        /// plays for the best expected score of the whole game, by solving it first
        Optimal = "optimal",
    }
}
