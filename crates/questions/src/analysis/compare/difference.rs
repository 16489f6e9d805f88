//! The difference of a figure between two contests.

use super::control::AdjustedPair;
use super::figures::{CommonFigure, CommonMetric};
use crate::analysis::study::statistic::Statistic;
use crate::contest::{Contest, ExactDistribution};
use crate::stats::{BoundedMean, Discordance, Figure, FigureMethod, Interval, Sums};

/// Running statistics of the difference of two means.
#[derive(Clone, Debug)]
pub enum MeanDifference {
    /// The mean of the differences, trial by trial.
    Paired(BoundedMean),
    /// Both means, each over the trials that have a value.
    Unpaired([BoundedMean; 2]),
}

impl MeanDifference {
    pub fn new(both: CommonMetric) -> Self {
        let (low, high) = both.bounds;
        if both.is_unpaired() {
            let mean = BoundedMean::new(low, high);
            return Self::Unpaired([mean.clone(), mean]);
        }
        let range = high.saturating_sub(low).max(1);
        Self::Paired(BoundedMean::near(-range, range, 0))
    }

    pub fn add(&mut self, sums_of_pairs: &PairedSums) {
        match self {
            Self::Paired(mean) => mean.add_sums(&sums_of_pairs.difference),
            Self::Unpaired(means) => {
                for (mean, sums) in means
                    .iter_mut()
                    .zip([&sums_of_pairs.first, &sums_of_pairs.second])
                {
                    mean.add_sums(sums);
                }
            }
        }
    }

    /// Returns the interval of the difference, valid at any stopping time. With two means each has
    /// half of `alpha`.
    pub fn interval(&self, alpha: f64) -> Interval {
        match self {
            Self::Paired(mean) => mean.interval(alpha),
            Self::Unpaired(means) => {
                let [first, second] = [0, 1].map(|one: usize| means[one].interval(alpha / 2.0));
                Interval::new(second.low - first.high, second.high - first.low)
            }
        }
    }
}

/// Sums of a metric that both contests have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairedSums {
    /// Sums of the first contest.
    pub first: Sums,
    /// Sums of the second contest.
    pub second: Sums,
    /// Sums of the second minus the first, trial by trial; empty if a trial may have no value.
    pub difference: Sums,
    /// Number of trials in which a value was beyond the bounds, and counted as the bound.
    pub outside: u64,
}

impl PairedSums {
    pub fn merge(&mut self, other: &Self) {
        self.first.merge(&other.first);
        self.second.merge(&other.second);
        self.difference.merge(&other.difference);
        self.outside += other.outside;
    }
}

/// Rounding error of exact answers: a difference this close to a margin counts as equal to it.
const ROUNDING: f64 = 1e-12;

/// Verdict on a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The difference is significant.
    Different,
    /// The difference is proven to be within the margin.
    Within,
    /// Neither a difference nor equivalence is proven.
    Undecided,
}

impl Difference {
    /// Returns the name in results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Different => "different",
            Self::Within => "no_larger_difference",
            Self::Undecided => "undecided",
        }
    }
}

/// Effect of common random numbers on the comparison of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pairing {
    /// Variance of the difference of two independent trials, divided by that of two trials on the
    /// same random numbers. Independent trials would need this many times more trials.
    pub factor: f64,
}

/// A figure of two contests, compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ComparedFigure {
    /// Name of an outcome, or `mean.METRIC`.
    pub name: String,
    /// Event as a clause: `heroes win`; empty for a metric, and if A and B have different phrases.
    pub phrase: String,
    /// True if the figure is shown even if the outcome never occurred.
    pub always_shown: bool,
    /// Unit of a metric; empty for a share.
    pub unit: &'static str,
    /// The base of a metric's name; empty for an outcome.
    pub base: &'static str,
    /// Verdict; `None` if the plan did not request the figure.
    pub verdict: Option<Difference>,
    /// Equivalence margin, if any.
    pub margin: Option<f64>,
    /// The figure of A.
    pub first: Option<f64>,
    /// The figure of B.
    pub second: Option<f64>,
    /// The figure of B minus that of A.
    pub difference: Figure,
    /// Probability that the confidence sequence ever misses the difference; 0 for an exact answer.
    pub alpha: f64,
    /// For a share: the numbers of trials with the outcome in A only, and in B only.
    pub discordant: Option<[u64; 2]>,
    /// Number of trials in which a value was beyond its bounds, and counted as the bound.
    pub outside: u64,
    /// Effect of common random numbers; `None` if no trial differed.
    pub pairing: Option<Pairing>,
    /// Number of trials without the control variates that give the precision of one trial with
    /// them; `None` if there are none.
    pub factor: Option<f64>,
    /// p value of the null hypothesis of equal figures, for requested figures: an upper bound,
    /// valid at any stopping time.
    pub p: Option<f64>,
    /// p value corrected for the number of comparisons made together.
    pub raised: Option<f64>,
}

/// Paired data of a figure from trials of both contests.
pub enum PairedData<'a> {
    /// Data of a share: the discordant trials, the number of trials with the outcome in both, and
    /// the data adjusted by control variates, if any.
    Share(Discordance, u64, Option<AdjustedPair>),
    /// Data of a mean: the values, and the statistics of the difference of the means.
    Mean(&'a PairedSums, &'a MeanDifference),
}

impl PairedData<'_> {
    /// Returns the least alpha at which the interval excludes 0, or 1. It is a p value valid at any
    /// stopping time, since a sequence at alpha ever excludes the true value with a probability of
    /// at most alpha (R. Johari, P. Koomen, L. Pekelis, D. Walsh, *Always valid inference*,
    /// Operations Research 70, 2022).
    pub fn p(&self) -> f64 {
        let excludes = |power: f64| {
            let interval = self.interval(power.exp2());
            interval.low > 0.0 || interval.high < 0.0
        };
        // Bisects the binary logarithm of alpha from -100 on; smaller p values need no more
        // precision.
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

    /// Returns the confidence interval of the difference, valid at any stopping time.
    pub fn interval(&self, alpha: f64) -> Interval {
        match self {
            Self::Share(_, _, Some(adjusted)) => adjusted.difference.sequence(alpha, adjusted.bet),
            Self::Share(pairs, _, None) => pairs.sequence(alpha),
            Self::Mean(_, means) => means.interval(alpha),
        }
    }
}

/// Decisions so far; none is ever revoked.
#[derive(Clone, Copy, Default)]
pub struct Decisions {
    differs: bool,
    within: bool,
}

impl Decisions {
    /// Updates the decisions from an interval. Decisions are final, since the sequence covers the
    /// true value at all looks simultaneously.
    #[must_use]
    pub fn look(self, interval: Interval, margin: Option<f64>) -> Self {
        let is_within = |margin: f64| -margin <= interval.low && interval.high <= margin;
        Self {
            differs: self.differs || interval.low > 0.0 || interval.high < 0.0,
            within: self.within || margin.is_some_and(is_within),
        }
    }

    /// Returns the verdict; equivalence has priority over a difference.
    pub fn verdict(self) -> Difference {
        match (self.within, self.differs) {
            (true, _) => Difference::Within,
            (false, true) => Difference::Different,
            (false, false) => Difference::Undecided,
        }
    }
}

impl CommonFigure {
    /// Returns the figure compared by exact answers; `None` if one of them lacks it.
    pub fn exact(
        &self,
        contests: [&dyn Contest; 2],
        exact: [&ExactDistribution; 2],
    ) -> Option<ComparedFigure> {
        let of = |side: usize| {
            Statistic::of(&self.figure, contests[side])?.exact(contests[side], exact[side])
        };
        let (first, second) = (of(0)?, of(1)?);
        let (low, high) = (first.interval.low, first.interval.high);
        let interval = Interval::new(second.interval.low - high, second.interval.high - low);
        let margin = self.reported.margin.unwrap_or(0.0) + ROUNDING;
        let decided = Decisions::default().look(interval, Some(margin));
        let is_same = interval.low <= ROUNDING && interval.high >= -ROUNDING;
        let kind = self.reported.difference.kind;
        let (first, second) = (first.value, second.value);
        let difference = Some(second - first);
        Some(ComparedFigure {
            verdict: self.asked.map(|_| decided.verdict()),
            first: Some(first),
            second: Some(second),
            difference: Figure::new(kind, FigureMethod::Exact, difference, interval, 0),
            alpha: 0.0,
            // An exact answer needs no correction for multiple comparisons.
            p: self.asked.map(|_| f64::from(u8::from(is_same))),
            ..self.reported.clone()
        })
    }

    /// Returns the figure compared by trials.
    pub fn sampled(&self, seen: &PairedData<'_>, decided: Decisions) -> ComparedFigure {
        let (kind, method) = (self.reported.difference.kind, FigureMethod::Sequence);
        let interval = seen.interval(self.reported.alpha);
        let found = |difference: Option<f64>, trials: u64| ComparedFigure {
            verdict: self.asked.map(|_| decided.verdict()),
            difference: Figure::new(kind, method, difference, interval, trials),
            p: self.asked.map(|_| seen.p()),
            ..self.reported.clone()
        };
        match seen {
            PairedData::Share(pairs, both, adjusted) => {
                let n = pairs.trials as f64;
                let share = |count: u64| (pairs.trials > 0).then(|| count as f64 / n);
                let (first, second) = (share(pairs.first + both), share(pairs.second + both));
                let difference = pairs.difference();
                let found = ComparedFigure {
                    first,
                    second,
                    discordant: Some([pairs.first, pairs.second]),
                    pairing: first.zip(second).zip(difference).and_then(|((p, q), d)| {
                        let apart = (pairs.first + pairs.second) as f64 / n - d * d;
                        factor(p * (1.0 - p) + q * (1.0 - q), apart)
                    }),
                    ..found(difference, pairs.trials)
                };
                match adjusted.as_ref().filter(|_| pairs.trials > 0) {
                    Some(adjusted) => adjusted_figure(adjusted, found),
                    None => found,
                }
            }
            PairedData::Mean(sums_of_pairs, _) => {
                let moments = |sums: &Sums| sums.moments(0.95);
                let one = moments(&sums_of_pairs.first);
                let other = moments(&sums_of_pairs.second);
                let apart = moments(&sums_of_pairs.difference);
                let variances = [one, other, apart].map(|one| one.map(|one| one.sd * one.sd));
                let means = one.zip(other);
                let means = means.map(|(one, other)| other.mean - one.mean);
                let difference = apart.map(|apart| apart.mean).or(means);
                let trials = sums_of_pairs
                    .first
                    .count()
                    .min(sums_of_pairs.second.count());
                ComparedFigure {
                    first: one.map(|one| one.mean),
                    second: other.map(|other| other.mean),
                    outside: sums_of_pairs.outside,
                    pairing: match variances {
                        [Some(one), Some(other), Some(apart)] => factor(one + other, apart),
                        _ => None,
                    },
                    ..found(difference, trials)
                }
            }
        }
    }
}

/// Returns the variance ratio of independent to paired trials; `None` if no trial differed.
fn factor(independent: f64, paired: f64) -> Option<Pairing> {
    (paired > 0.0 && independent > 0.0).then(|| Pairing {
        factor: independent / paired,
    })
}

/// Returns a figure with its adjusted shares and their difference.
fn adjusted_figure(adjusted: &AdjustedPair, found: ComparedFigure) -> ComparedFigure {
    let difference = adjusted.difference.share();
    ComparedFigure {
        first: Some(adjusted.first.clamp(0.0, 1.0)),
        second: Some((adjusted.first + difference).clamp(0.0, 1.0)),
        difference: Figure {
            method: FigureMethod::ControlVariate,
            value: difference,
            ..found.difference
        },
        factor: Some(adjusted.difference.factor()),
        // It would be that of the unadjusted difference.
        pairing: None,
        ..found
    }
}
