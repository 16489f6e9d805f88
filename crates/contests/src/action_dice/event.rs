//! Events of a trial of one or two rolls.

use evenodds_core::dice::Pool;

/// Events of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RollEvent {
    /// The order of declarations was decided.
    Declared {
        /// Actor that declares first, 0 or 1.
        first: usize,
        /// True if a lot decided.
        by_lot: bool,
    },
    /// A roller threw its dice.
    Threw {
        /// Roller, 0 or 1.
        roller: usize,
        /// Dice rolled.
        pool: Pool,
    },
    /// The totals were compared.
    Compared {
        /// Both totals; in a check the second is the difficulty.
        totals: [i64; 2],
    },
}
