//! What is known of the difference of a figure between two contests.

use super::figures::Common;
use super::pairs::{Joined, Means};
use crate::analysis::study::statistic::Statistic;
use crate::contest::{Contest, Exact};
use crate::stats::{Discordance, Interval, Sums};

/// Exact answers are this good: what is nearer to a margin is on it.
const ROUNDING: f64 = 1e-12;

/// What is known of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// There is one.
    Different,
    /// There is none larger than the margin.
    Within,
    /// Neither is known.
    Undecided,
}

impl Difference {
    /// The word in results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Different => "different",
            Self::Within => "no_larger_difference",
            Self::Undecided => "undecided",
        }
    }
}

/// What the same luck did for the comparison of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pairing {
    /// The variance of the difference of two trials on luck of their own over that of two on the same
    /// luck: so many times as many trials would have been needed.
    pub factor: f64,
}

/// A figure of two contests.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Its name: an outcome, or `mean.METRIC`.
    pub name: String,
    /// What happens, as a clause: `heroes win`; empty for a metric, and where A and B say it otherwise.
    pub phrase: String,
    /// Whether it is shown even if it never came up.
    pub usual: bool,
    /// Whether it is a share, or the mean of numbers.
    pub is_share: bool,
    /// What is counted by a metric; empty for a share.
    pub unit: &'static str,
    /// The base of a metric's name; empty for an outcome.
    pub base: &'static str,
    /// What was found; `None` where nothing was to be decided.
    pub verdict: Option<Difference>,
    /// The difference that does not matter.
    pub margin: Option<f64>,
    /// The figure of A.
    pub first: Option<f64>,
    /// The figure of B.
    pub second: Option<f64>,
    /// The figure of B less that of A.
    pub difference: Option<f64>,
    /// Where the true difference is.
    pub interval: Interval,
    /// The chance at which the interval may ever miss it; 0 for an exact answer.
    pub alpha: f64,
    /// For a share: in how many trials only A had it, and only B.
    pub discordant: Option<[u64; 2]>,
    /// In how many trials a value was beyond its bounds, and taken as the bound.
    pub outside: u64,
    /// What the same luck did; `None` where the trials did not differ at all.
    pub pairing: Option<Pairing>,
    /// How likely trials of equal contests are to look as different as these at any time, of a figure that was to be
    /// decided on: an upper bound, valid however long it was played.
    pub p: Option<f64>,
    /// The same raised for the number of comparisons that were made together.
    pub raised: Option<f64>,
}

/// What trials of both contests say of a figure.
pub enum Seen<'a> {
    /// Of a share: in which trials it differed, and in how many both had it.
    Share(Discordance, u64),
    /// Of the mean of numbers: the values, and what is known of the difference of the means.
    Mean(&'a Joined, &'a Means),
}

impl Seen<'_> {
    /// The least alpha at which the interval leaves out 0, or 1: a p value that holds at any stopping time, since a
    /// sequence at alpha leaves out the truth at any time with a chance of alpha at most (R. Johari, P. Koomen,
    /// L. Pekelis, D. Walsh, *Always valid inference*, Operations Research 70, 2022).
    pub fn p(&self) -> f64 {
        let excludes = |power: f64| {
            let interval = self.interval(power.exp2());
            interval.low > 0.0 || interval.high < 0.0
        };
        // Alpha as a power of 2. Below the first one nobody asks how much smaller it is.
        let (mut low, mut high) = (-100.0, -1e-3);
        if excludes(low) {
            return f64::exp2(low);
        }
        if !excludes(high) {
            return 1.0;
        }
        for _ in 0..40 {
            let middle = f64::midpoint(low, high);
            if excludes(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        high.exp2()
    }

    /// Where the true difference is, valid however often one looks.
    pub fn interval(&self, alpha: f64) -> Interval {
        match self {
            Self::Share(pairs, _) => pairs.sequence(alpha),
            Self::Mean(_, means) => means.interval(alpha),
        }
    }
}

/// What was decided at some look, and stays so.
#[derive(Clone, Copy, Default)]
pub struct Decided {
    differs: bool,
    within: bool,
}

impl Decided {
    /// Looks at where the difference is. What has once been decided stays so: the sequence covers the
    /// truth at all looks at once.
    #[must_use]
    pub fn look(self, interval: Interval, margin: Option<f64>) -> Self {
        let is_within = |margin: f64| -margin <= interval.low && interval.high <= margin;
        Self {
            differs: self.differs || interval.low > 0.0 || interval.high < 0.0,
            within: self.within || margin.is_some_and(is_within),
        }
    }

    /// What is known; that it does not matter comes first.
    pub fn verdict(self) -> Difference {
        match (self.within, self.differs) {
            (true, _) => Difference::Within,
            (false, true) => Difference::Different,
            (false, false) => Difference::Undecided,
        }
    }
}

impl Common {
    /// What is decided, and where the difference is.
    fn decided(&self, decided: Decided, interval: Interval) -> Compared {
        Compared {
            verdict: self.asked.map(|_| decided.verdict()),
            interval,
            ..self.told.clone()
        }
    }

    /// What two exact answers say; `None` if one of them does not have the figure.
    pub fn exact(&self, contests: [&dyn Contest; 2], exact: [&Exact; 2]) -> Option<Compared> {
        let of = |side: usize| {
            Statistic::of(&self.figure, contests[side])?.exact(contests[side], exact[side])
        };
        let (first, second) = (of(0)?, of(1)?);
        let interval = Interval {
            low: second.low - first.high,
            high: second.high - first.low,
        };
        let margin = self.told.margin.unwrap_or(0.0) + ROUNDING;
        let decided = Decided::default().look(interval, Some(margin));
        let middle = |interval: Interval| f64::midpoint(interval.low, interval.high);
        Some(Compared {
            first: Some(middle(first)),
            second: Some(middle(second)),
            difference: Some(middle(second) - middle(first)),
            alpha: 0.0,
            // What is known for certain is known whatever else is compared.
            p: self.asked.map(|_| {
                f64::from(u8::from(
                    interval.low <= ROUNDING && interval.high >= -ROUNDING,
                ))
            }),
            ..self.decided(decided, interval)
        })
    }

    /// What trials say.
    pub fn sampled(&self, seen: &Seen<'_>, decided: Decided) -> Compared {
        let found = Compared {
            p: self.asked.map(|_| seen.p()),
            ..self.decided(decided, seen.interval(self.told.alpha))
        };
        match seen {
            Seen::Share(pairs, both) => {
                let n = pairs.trials as f64;
                let share = |count: u64| (pairs.trials > 0).then(|| count as f64 / n);
                let (first, second) = (share(pairs.first + both), share(pairs.second + both));
                let difference = pairs.difference();
                Compared {
                    first,
                    second,
                    difference,
                    discordant: Some([pairs.first, pairs.second]),
                    pairing: first.zip(second).zip(difference).and_then(|((p, q), d)| {
                        let apart = (pairs.first + pairs.second) as f64 / n - d * d;
                        factor(p * (1.0 - p) + q * (1.0 - q), apart)
                    }),
                    ..found
                }
            }
            Seen::Mean(joined, _) => {
                let moments = |sums: &Sums| sums.moments(0.95);
                let [one, other, apart] =
                    [&joined.first, &joined.second, &joined.difference].map(moments);
                let variances = [one, other, apart].map(|one| one.map(|one| one.sd * one.sd));
                let means = one.zip(other);
                let means = means.map(|(one, other)| other.mean - one.mean);
                Compared {
                    first: one.map(|one| one.mean),
                    second: other.map(|other| other.mean),
                    difference: apart.map(|apart| apart.mean).or(means),
                    outside: joined.outside,
                    pairing: match variances {
                        [Some(one), Some(other), Some(apart)] => factor(one + other, apart),
                        _ => None,
                    },
                    ..found
                }
            }
        }
    }
}

/// How many times as many trials luck of their own would take; none where nothing differs.
fn factor(independent: f64, paired: f64) -> Option<Pairing> {
    (paired > 0.0 && independent > 0.0).then(|| Pairing {
        factor: independent / paired,
    })
}
