//! The sides of an exchange, their fighters, and the options of the rules.

use super::super::options::Options;
use super::fighter::Fighter;
use super::players::Player;
use evenodds_core::contest::{ErrorRate, Group};
use std::ops::Range;

/// A side of an exchange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Name of the side, and of the outcome that it wins.
    pub name: String,
    /// Indices of its fighters.
    pub members: Range<usize>,
    /// Player of the side.
    pub player: Player,
    /// Error rate of the player.
    pub error: ErrorRate,
}

impl Side {
    /// Returns the name of the side's player, with its error rate.
    pub(in super::super) fn player_name(&self) -> String {
        self.error.named(self.player.name())
    }
}

/// The complete setup of an exchange.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The two sides.
    pub sides: [Side; 2],
    /// The fighters in file order; those of a side are adjacent.
    pub fighters: Vec<Fighter>,
    /// The groups in file order.
    pub groups: Vec<Group>,
    /// The options of the rules.
    pub options: Options,
}

impl Setup {
    /// Returns the names of all rollers: attacks and defenses of every fighter, and if
    /// `with_policies` is true the policy randomness of each side.
    pub(in super::super) fn rollers(
        sides: &[Side; 2],
        fighters: &[Fighter],
        with_policies: bool,
    ) -> Vec<String> {
        let of_fighters = |what: &str| {
            let name =
                |fighter: &Fighter| format!("{what}{}/{}", sides[fighter.side].name, fighter.name);
            fighters.iter().map(name).collect::<Vec<String>>()
        };
        let mut rollers = of_fighters("");
        rollers.extend(of_fighters("/defence of "));
        if with_policies {
            rollers.extend(sides.iter().map(|side| format!("/whims of {}", side.name)));
        }
        rollers
    }
}

/// Index of the outcome `draw`, after those of the sides.
pub(in super::super) const DRAW: usize = 2;
/// Index of the outcome `unresolved`.
pub(in super::super) const UNRESOLVED: usize = 3;
