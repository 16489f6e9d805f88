//! Counters of actions and unused dice along a path through a round.

use super::super::dice_left::DiceLeft;

/// Quantities that are counted for each fighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum CountedQuantity {
    /// Declared attacks.
    Attacks,
    /// Declared defenses.
    Defences,
    /// Unused action dice.
    Unused,
}

impl CountedQuantity {
    pub(in super::super) const ALL: [Self; 3] = [Self::Attacks, Self::Defences, Self::Unused];
}

/// Counters of all quantities for both fighters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DuelCounts([[u8; 2]; CountedQuantity::ALL.len()]);

impl DuelCounts {
    pub(super) const NONE: Self = Self([[0; 2]; CountedQuantity::ALL.len()]);

    /// Returns counters that are 1 for `what` of the given `fighter`, and 0 otherwise.
    pub(super) fn one(what: CountedQuantity, fighter: usize) -> Self {
        let mut counts = Self::NONE;
        counts.0[what as usize][fighter] = 1;
        counts
    }

    /// Returns counters of the unused dice that both fighters lose at the end of a round.
    pub(super) fn unused(left: [DiceLeft; 2]) -> Self {
        let mut counts = Self::NONE;
        counts.0[CountedQuantity::Unused as usize] = left.map(|left| left.count() as u8);
        counts
    }

    /// Adds two sets of counters.
    pub(super) fn plus(mut self, more: Self) -> Self {
        let pairs = self.0.iter_mut().flatten().zip(more.0.iter().flatten());
        for (sum, more) in pairs {
            *sum += more;
        }
        self
    }

    /// Returns the counter of `what` for the given `fighter`.
    pub(super) fn of(self, what: CountedQuantity, fighter: usize) -> usize {
        self.0[what as usize][fighter].into()
    }
}
