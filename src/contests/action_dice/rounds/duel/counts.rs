//! What is counted on the ways through a round.

use super::super::left::Left;

/// What is counted of both fighters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Counted {
    /// Attacks that were declared.
    Attacks,
    /// Defences that were declared.
    Defences,
    /// Action dice that were not used.
    Unused,
}

impl Counted {
    /// All of them.
    pub(in super::super) const ALL: [Self; 3] = [Self::Attacks, Self::Defences, Self::Unused];
}

/// Numbers of all that is counted, of both fighters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts([[u8; 2]; Counted::ALL.len()]);

impl Counts {
    /// Nothing.
    pub(super) const NONE: Self = Self([[0; 2]; Counted::ALL.len()]);

    /// One of somebody's.
    pub(super) fn one(what: Counted, who: usize) -> Self {
        let mut counts = Self::NONE;
        counts.0[what as usize][who] = 1;
        counts
    }

    /// Dice that both have left and lose.
    pub(super) fn unused(left: [Left; 2]) -> Self {
        let mut counts = Self::NONE;
        counts.0[Counted::Unused as usize] = left.map(|left| left.count() as u8);
        counts
    }

    /// Both together.
    pub(super) fn plus(mut self, more: Self) -> Self {
        let pairs = self.0.iter_mut().flatten().zip(more.0.iter().flatten());
        for (sum, more) in pairs {
            *sum += more;
        }
        self
    }

    /// How many of somebody's.
    pub(super) fn of(self, what: Counted, who: usize) -> usize {
        self.0[what as usize][who].into()
    }
}
