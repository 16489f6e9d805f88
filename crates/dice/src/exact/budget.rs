//! Limits of the time and the memory of a computation.

use evenodds_core::contest::deadline;

/// The reason why an exact distribution is not computed: which quantity is too large.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLarge(pub String);

/// Limits of a computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of steps, [`STEPS_OF_SECOND`] of them in a second.
    pub steps: u64,
    /// Maximum number of megabytes that are kept.
    pub megabytes: usize,
    /// Key of a file for the number of steps, for messages; empty if there is none.
    pub key: &'static str,
}

/// Approximate number of steps in a second.
pub const STEPS_OF_SECOND: u64 = 100_000_000;
/// Number of seconds of a long computation; a page in a browser cannot show progress.
const MOST_SECONDS: u64 = if cfg!(target_arch = "wasm32") { 2 } else { 100 };
/// Maximum number of megabytes of any computation; a page in a browser has less memory.
const MOST_MEGABYTES: usize = if cfg!(target_arch = "wasm32") {
    100
} else {
    1_000
};
/// Maximum number of megabytes of a computation before trials.
const MEGABYTES_BEFORE_TRIALS: usize = 100;
/// Number of nodes whose values are computed in one step.
pub const NODES_OF_STEP: usize = 4;
/// Steps between two looks at the deadline.
const STEPS_OF_LOOK: u64 = 1 << 18;

impl Limits {
    /// Limits of a computation that may take minutes.
    pub const LONG: Self = Self {
        steps: MOST_SECONDS * STEPS_OF_SECOND,
        megabytes: MOST_MEGABYTES,
        key: "",
    };
    /// Limits of a computation that takes at most a second, so that it can come before trials.
    pub const SHORT: Self = Self {
        steps: STEPS_OF_SECOND,
        megabytes: MEGABYTES_BEFORE_TRIALS,
        key: "",
    };

    /// Returns the limits of a computation that takes about this time, in nanoseconds, and at most a
    /// second.
    pub fn within(time: u64) -> Self {
        let steps = time / (1_000_000_000 / STEPS_OF_SECOND);
        Self {
            steps: steps.min(Self::SHORT.steps),
            ..Self::SHORT
        }
    }

    /// Returns the number of steps as a limit, with its key.
    fn of_steps(self) -> String {
        let Self { steps, key, .. } = self;
        if key.is_empty() {
            format!("{steps} steps")
        } else {
            format!("{steps} steps (`{key}`)")
        }
    }
}

/// Steps that a computation may still take, and bytes that it may still keep.
#[derive(Clone, Debug)]
pub struct Budget {
    limits: Limits,
    pub(super) steps: u64,
    bytes: usize,
    /// Steps and bytes of what parts of the computation share.
    shared: [u64; 2],
    forecast: Forecast,
}

/// Costs of the parts of a computation up to a look at them.
#[derive(Clone, Copy, Debug, Default)]
struct Forecast {
    /// Steps that were taken at the next look.
    next: u64,
    /// Steps, bytes, finished parts and known parts at the last look.
    last: [u64; 4],
}

/// Part of the steps and bytes, and number of finished parts, at the first forecast.
const FIRST_PART: u64 = 100;
/// Part of the steps after which rates of convergence are trusted.
const PART_OF_RATES: u64 = 16;
/// Number of steps after which they are trusted at the earliest: a hundredth of a second.
const LEAST_STEPS_OF_RATES: u64 = STEPS_OF_SECOND / 100;
/// Factor by which a rate of convergence can be better in the end.
const MARGIN_OF_RATES: f64 = 4.0;
/// Minimum number of finished parts between two looks.
const LEAST_PARTS: u64 = 16;
/// The parts that are left can be cheaper than the finished ones, but hardly by this factor.
const MARGIN: u64 = 2;

impl Default for Budget {
    /// Returns the budget of a single expression: a second.
    fn default() -> Self {
        Self::new(Limits::SHORT)
    }
}

impl Budget {
    /// Returns the budget of these limits.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            steps: limits.steps,
            bytes: limits.megabytes * 1_000_000,
            shared: [0; 2],
            forecast: Forecast {
                next: limits.steps / FIRST_PART,
                last: [0; 4],
            },
        }
    }

    /// Returns a budget of this many steps.
    #[cfg(test)]
    pub fn of(steps: u64) -> Self {
        Self::new(Limits {
            steps,
            ..Limits::SHORT
        })
    }

    /// Gives the computation that follows steps of its own. What is kept stays kept.
    pub fn renew(&mut self) {
        let bytes = self.bytes;
        *self = Self::new(self.limits);
        self.bytes = bytes;
        self.shared[1] = self.kept() as u64;
    }

    /// Returns the number of steps that were taken.
    #[inline]
    pub fn taken(&self) -> u64 {
        self.limits.steps - self.steps
    }

    /// Returns the number of bytes that are kept.
    #[inline]
    pub fn kept(&self) -> usize {
        self.limits.megabytes * 1_000_000 - self.bytes
    }

    /// Marks what was taken and kept since a time with these numbers as shared by parts of the
    /// computation, so that it is no part of a forecast.
    pub fn share(&mut self, (taken, kept): (u64, usize)) {
        self.shared[0] += self.taken() - taken;
        self.shared[1] += (self.kept() - kept) as u64;
    }

    /// Takes `steps` steps for `quantity`, such as `the combinations of the dice of attack`.
    ///
    /// # Errors
    /// Returns the quantity that is too large if there are not as many left.
    #[inline]
    pub fn take(&mut self, steps: u64, quantity: impl FnOnce() -> String) -> Result<(), TooLarge> {
        let Some(left) = self.steps.checked_sub(steps) else {
            let limit = self.limits.of_steps();
            return Err(TooLarge(format!("{} take more than {limit}", quantity())));
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
            "{} take more than {} MB of memory",
            quantity(),
            self.limits.megabytes
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

    /// Checks whether a computation that repeats parts can be finished: this many parts of as many
    /// steps are left. A rate of convergence is known after part of the budget only.
    ///
    /// # Errors
    /// Returns the quantity if it clearly cannot.
    pub fn allows(
        &self,
        (parts, steps): (f64, u64),
        quantity: impl FnOnce() -> String,
    ) -> Result<(), TooLarge> {
        let least = (self.limits.steps / PART_OF_RATES).max(LEAST_STEPS_OF_RATES);
        let is_early = self.taken() < least;
        if is_early || parts * steps as f64 <= MARGIN_OF_RATES * self.steps as f64 {
            return Ok(());
        }
        let limit = self.limits.of_steps();
        Err(TooLarge(format!(
            "{} would take more than {limit}",
            quantity()
        )))
    }

    /// Begins the forecast of another computation with the same budget.
    pub fn restart_forecast(&mut self) {
        self.forecast = Forecast {
            next: self.taken() + self.limits.steps / FIRST_PART,
            last: [0; 4],
        };
    }

    /// Checks early whether a computation with `known` parts, of which `finished` are finished, can
    /// be finished: each of the others takes about as much as the last ones, without what is shared.
    ///
    /// # Errors
    /// Returns the quantity, with the reason, if it clearly cannot.
    #[inline]
    pub fn forecast(
        &mut self,
        (finished, known): (usize, usize),
        quantity: impl FnOnce() -> String,
    ) -> Result<(), TooLarge> {
        let kept = self.kept() as u64;
        let steps_of_byte = (self.limits.steps / 1_000_000) / self.limits.megabytes as u64 + 1;
        let used = self.taken().max(kept.saturating_mul(steps_of_byte));
        if used < self.forecast.next {
            return Ok(());
        }
        let [shared_steps, shared_bytes] = self.shared;
        let now = [
            self.taken() - shared_steps,
            kept - shared_bytes,
            finished as u64,
            known as u64,
        ];
        self.look(now, quantity)
    }

    #[cold]
    fn look(&mut self, now: [u64; 4], quantity: impl FnOnce() -> String) -> Result<(), TooLarge> {
        let [steps, bytes, finished, _] =
            std::array::from_fn(|index| now[index] - self.forecast.last[index].min(now[index]));
        if finished < LEAST_PARTS {
            return Ok(());
        }
        let is_first = self.forecast.last == [0; 4];
        self.forecast = Forecast {
            next: self.forecast.next.saturating_mul(2),
            last: now,
        };
        if is_first {
            // The first parts compute what later ones share.
            return Ok(());
        }
        let unfinished = now[3] - now[2];
        let needed =
            |one: u64| u128::from(unfinished) * u128::from(one) / u128::from(MARGIN * finished);
        if needed(steps) > u128::from(self.steps) {
            let limit = self.limits.of_steps();
            return Err(TooLarge(format!(
                "{} would take more than {limit}: {} of at least {} took {}",
                quantity(),
                now[2],
                now[3],
                self.taken()
            )));
        }
        if needed(bytes) > self.bytes as u128 {
            return Err(TooLarge(format!(
                "{} would take more than {} MB of memory: {} of at least {} took {}",
                quantity(),
                self.limits.megabytes,
                now[2],
                now[3],
                self.kept() / 1_000_000
            )));
        }
        Ok(())
    }
}
