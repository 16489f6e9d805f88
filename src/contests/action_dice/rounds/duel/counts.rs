//! Counters of actions and dice along the paths through a round.

use super::super::left::Left;

/// Quantities that are counted for each fighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Counted {
    /// Declared attacks.
    Attacks,
    /// Declared defences.
    Defences,
    /// Unused action dice.
    Unused,
}

impl Counted {
    pub(in super::super) const ALL: [Self; 3] = [Self::Attacks, Self::Defences, Self::Unused];
}

/// Counters of all quantities for both fighters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts([[u8; 2]; Counted::ALL.len()]);

impl Counts {
    pub(super) const NONE: Self = Self([[0; 2]; Counted::ALL.len()]);

    /// Returns the counters with a single one, of `what` for the fighter `who`.
    pub(super) fn one(what: Counted, who: usize) -> Self {
        let mut counts = Self::NONE;
        counts.0[what as usize][who] = 1;
        counts
    }

    /// Counts the dice that both fighters have left and lose.
    pub(super) fn unused(left: [Left; 2]) -> Self {
        let mut counts = Self::NONE;
        counts.0[Counted::Unused as usize] = left.map(|left| left.count() as u8);
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

    /// Returns the counter of `what` for the fighter `who`.
    pub(super) fn of(self, what: Counted, who: usize) -> usize {
        self.0[what as usize][who].into()
    }
}
