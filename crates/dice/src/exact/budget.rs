//! Limits of the time and the memory of a computation.

use evenodds_core::contest::deadline;

/// The reason why an exact distribution is not computed: which quantity is too large.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLarge(pub String);

/// Steps that a computation may still take, and bytes that it may still keep.
#[derive(Clone, Debug)]
pub struct Budget {
    pub(super) steps: u64,
    bytes: usize,
}

/// Maximum number of steps of a computation: a few seconds.
pub(super) const MOST_STEPS: u64 = 100_000_000;
/// Maximum number of megabytes that a computation keeps; a page in a browser has less memory.
const MOST_MEGABYTES: usize = if cfg!(target_arch = "wasm32") {
    100
} else {
    300
};
/// Number of nodes whose values are computed in one step.
pub const NODES_OF_STEP: usize = 4;
/// Steps between two looks at the deadline.
const STEPS_OF_LOOK: u64 = 1 << 18;

impl Default for Budget {
    fn default() -> Self {
        Self {
            steps: MOST_STEPS,
            bytes: MOST_MEGABYTES * 1_000_000,
        }
    }
}

impl Budget {
    /// Returns a budget of this many steps.
    #[cfg(test)]
    pub fn of(steps: u64) -> Self {
        Self {
            steps,
            ..Self::default()
        }
    }

    /// Gives the computation that follows steps of its own. What is kept stays kept.
    pub fn renew(&mut self) {
        self.steps = MOST_STEPS;
    }

    /// Takes `steps` steps for `quantity`, such as `the combinations of the dice of attack`.
    ///
    /// # Errors
    /// Returns the quantity that is too large if there are not as many left.
    pub fn take(&mut self, steps: u64, quantity: impl FnOnce() -> String) -> Result<(), TooLarge> {
        let Some(left) = self.steps.checked_sub(steps) else {
            return Err(TooLarge(format!(
                "{} take more than {MOST_STEPS} steps",
                quantity()
            )));
        };
        if left / STEPS_OF_LOOK != self.steps / STEPS_OF_LOOK {
            deadline::check();
        }
        self.steps = left;
        Ok(())
    }

    /// Checks that there is memory for as many bytes.
    ///
    /// # Errors
    /// Returns the quantity that is too large.
    pub fn fits(&self, bytes: usize, quantity: impl FnOnce() -> String) -> Result<(), TooLarge> {
        if bytes <= self.bytes {
            return Ok(());
        }
        Err(TooLarge(format!(
            "{} take more than {MOST_MEGABYTES} MB of memory",
            quantity()
        )))
    }

    /// Takes memory for what the computation keeps to its end.
    ///
    /// # Errors
    /// As for [`fits`](Self::fits).
    pub fn keep(
        &mut self,
        bytes: usize,
        quantity: impl FnOnce() -> String,
    ) -> Result<(), TooLarge> {
        self.fits(bytes, quantity)?;
        self.bytes -= bytes;
        Ok(())
    }
}
