//! Players of exchanges: what is declared, and what is answered.

use super::super::Options;
use super::super::fighters::Fighter;
use super::super::fighters::players::{Chosen, Name};
use super::rollout::PLAYOUTS;

/// Who declares for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Attacks with one die each time while more than so many dice are left, 0 to 6, and answers every
    /// attack with one die.
    Keep(u32),
    /// The same while any is left.
    AllOut,
    /// The same while more than half of the dice of the round are left.
    Guarded,
    /// One attack a round with all dice that may serve it, and no answer.
    Heavy,
    /// Anything that may be declared, each with the same chance.
    Random,
    /// What does best in so many play-outs of the rest, 1 or more.
    Rollout(u32),
    /// What is best against the other side's player; only in duels.
    Optimal,
}

/// What a player makes of a fighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mind {
    /// Attacks with one die while more than so many are left, and answers.
    Keeps(u32),
    /// Attacks once with all dice.
    Heavy,
    /// Draws by lot.
    Random,
    /// Tries everything in so many play-outs.
    Rollout(u32),
    /// Has thought it through.
    Optimal,
}

/// The names of those who keep so many dice, by how many.
const KEEPS: [Name; 7] = [
    Name::Keep0,
    Name::Keep1,
    Name::Keep2,
    Name::Keep3,
    Name::Keep4,
    Name::Keep5,
    Name::Keep6,
];

impl Player {
    /// Its name.
    pub fn name(self) -> &'static str {
        let name = match self {
            Self::Keep(dice) => KEEPS[(dice as usize).min(KEEPS.len() - 1)],
            Self::AllOut => Name::AllOut,
            Self::Guarded => Name::Guarded,
            Self::Heavy => Name::Heavy,
            Self::Random => Name::Random,
            Self::Rollout(_) => Name::Rollout,
            Self::Optimal => Name::Optimal,
        };
        name.name()
    }

    /// Returns the player of a name with its settings.
    pub(in super::super) fn of(chosen: Chosen) -> Self {
        match chosen.name {
            Name::Keep0 => Self::Keep(0),
            Name::Keep1 => Self::Keep(1),
            Name::Keep2 => Self::Keep(2),
            Name::Keep3 => Self::Keep(3),
            Name::Keep4 => Self::Keep(4),
            Name::Keep5 => Self::Keep(5),
            Name::Keep6 => Self::Keep(6),
            Name::Rollout => Self::Rollout(chosen.playouts.unwrap_or(PLAYOUTS)),
            Name::AllOut => Self::AllOut,
            Name::Guarded => Self::Guarded,
            Name::Heavy => Self::Heavy,
            Name::Random => Self::Random,
            Name::Optimal => Self::Optimal,
        }
    }

    /// Whether it tries everything in play-outs.
    pub(super) fn tries(self) -> bool {
        matches!(self, Self::Rollout(_))
    }

    /// Whether it looks neither ahead nor at what others do.
    pub(super) fn follows_a_rule(self) -> bool {
        !self.tries() && self != Self::Optimal
    }

    /// Returns the estimated cost of a decision, in nanoseconds.
    pub(super) fn decision_cost(self) -> u64 {
        60 + self.effort() / 10
    }

    /// How much work it makes of a trial for each of its combatants, in nanoseconds: roughly.
    pub(super) fn effort(self) -> u64 {
        match self {
            Self::Rollout(playouts) => u64::from(playouts).saturating_mul(60_000),
            _ => 0,
        }
    }

    /// What it makes of a fighter.
    pub(super) fn mind(self, fighter: &Fighter, options: &Options) -> Mind {
        match self {
            Self::Keep(dice) => Mind::Keeps(dice),
            Self::AllOut => Mind::Keeps(0),
            Self::Guarded => Mind::Keeps(options.half.of(fighter.dice())),
            Self::Heavy => Mind::Heavy,
            Self::Random => Mind::Random,
            Self::Rollout(playouts) => Mind::Rollout(playouts),
            Self::Optimal => Mind::Optimal,
        }
    }
}
