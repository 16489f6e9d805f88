//! Exact distributions of expressions.
//!
//! `joint` computes the joint distribution of some nodes of a program, pool by pool. It takes the
//! distribution of the figures of one pool, or of some pools that are compared with each other,
//! from `figures`, which iterates over faces instead of dice: if *k* of *n* dice show the current
//! face, the rest is the same problem with one face less and *n* - *k* dice (icepool: Liu,
//! *Icepool: Efficient Computation of Dice Pool Probabilities*, AIIDE 2022). All steps add and
//! multiply probabilities and subtract nothing, so rounding errors stay relative.

mod dice;
mod figures;
mod joint;
mod table;

pub(super) use dice::{Faces, chance_of_more, explosions, single};
pub(super) use joint::{FigureCache, Joint};
pub(super) use table::WeightTable;

/// The reason why an exact distribution is not computed: which quantity is too large.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TooLarge(pub String);

/// Number of steps that a computation may still take.
#[derive(Clone, Debug)]
pub(super) struct Budget(u64);

/// Maximum number of steps of a computation: a few seconds.
const MOST_STEPS: u64 = 100_000_000;

impl Default for Budget {
    fn default() -> Self {
        Self(MOST_STEPS)
    }
}

impl Budget {
    /// Returns a budget of this many steps.
    #[cfg(test)]
    pub(super) fn of(steps: u64) -> Self {
        Self(steps)
    }

    /// Takes `steps` steps for `quantity`, such as `the combinations of the dice of attack`.
    ///
    /// # Errors
    /// Returns the quantity that is too large if there are not as many left.
    pub(super) fn take(
        &mut self,
        steps: u64,
        quantity: impl FnOnce() -> String,
    ) -> Result<(), TooLarge> {
        match self.0.checked_sub(steps) {
            Some(left) => {
                self.0 = left;
                Ok(())
            }
            None => Err(TooLarge(format!(
                "{} take more than {MOST_STEPS} steps",
                quantity()
            ))),
        }
    }
}
