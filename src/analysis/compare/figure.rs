//! The figures of two contests, and what is known of their difference.

use super::pairs::{Block, Joined};
use super::{CompareError, ComparePlan};
use crate::analysis::Figure;
use crate::contest::{Contest, Exact, Metric, Scale};
use crate::document::nearest;
use crate::scenario::Scenario;
use crate::stats::{BoundedMean, Discordance, Interval};

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
}

/// A figure whose difference is known ever better.
pub(super) struct Watched {
    figure: Figure,
    phrase: String,
    usual: bool,
    unit: &'static str,
    base: &'static str,
    known: Known,
    /// Whether it is to be decided.
    pub(super) wanted: bool,
    margin: Option<f64>,
    alpha: f64,
    decided: Decided,
}

/// What was decided at some look, and stays so.
#[derive(Clone, Copy, Default)]
struct Decided {
    differs: bool,
    within: bool,
}

/// What is known of a difference.
enum Known {
    /// Of an outcome: its positions, the pairs, and how often both had it.
    Outcome([usize; 2], Discordance, u64),
    /// Of a metric.
    Metric {
        positions: [usize; 2],
        bounds: (i64, i64),
        yes_no: bool,
        joined: Box<Joined>,
        mean: Box<BoundedMean>,
    },
}

/// The figures that two scenarios have in common, those that are to be decided on in front.
pub(super) fn watched(
    (first, second): (&Scenario, &Scenario),
    plan: &ComparePlan,
) -> Result<Vec<Watched>, CompareError> {
    let (a, b) = (first.contest.as_ref(), second.contest.as_ref());
    let mut all = common(a, b);
    if all.is_empty() {
        return Err(CompareError::NothingInCommon(
            first.path.clone(),
            second.path.clone(),
            outcomes(a).join(", "),
            outcomes(b).join(", "),
        ));
    }
    let mut wanted = Vec::new();
    if plan.figures.is_empty() {
        for (index, figure) in all.iter().enumerate() {
            if matches!(figure.figure, Figure::Share(_)) {
                wanted.push((index, Some(plan.margin)));
            }
        }
        // That both never end as a draw says nothing about two fights of other sides.
        if !wanted.iter().any(|&(index, _)| all[index].usual) {
            return Err(CompareError::NoOutcome(
                first.path.clone(),
                second.path.clone(),
                names(&all).join(", "),
            ));
        }
    }
    let mut problems = Vec::new();
    for figure in &plan.figures {
        let found = all.iter().position(|one| one.figure.name() == figure.name);
        match found {
            Some(index) if wanted.iter().any(|&(known, _)| known == index) => {
                problems.push(format!("{}: it is there twice", figure.name));
            }
            Some(index) => {
                let is_share = all[index].pairs().is_some();
                if let Some(margin) = figure.margin
                    && is_share
                    && margin >= 1.0
                {
                    problems.push(format!(
                        "{}={margin}: it is a share, and no two shares differ by more than 1; 0.01 \
                         stands for one point of a percent",
                        figure.name
                    ));
                }
                let usual = is_share.then_some(plan.margin);
                wanted.push((index, figure.margin.or(usual)));
            }
            None => problems.push(format!(
                "{}: {}",
                figure.name,
                unknown(&figure.name, (a, b), &names(&all))
            )),
        }
    }
    if !problems.is_empty() {
        return Err(CompareError::Figures(problems.join("\n")));
    }
    let alpha = plan.alpha / statements(&wanted, &all, (a, b)) as f64;
    let mut sorted = Vec::new();
    for &(index, margin) in &wanted {
        all[index].wanted = true;
        all[index].margin = margin;
        all[index].alpha = alpha;
    }
    for figure in &mut all {
        if !figure.wanted {
            figure.alpha = plan.alpha;
        }
    }
    // In the order in which they were asked for.
    let mut all: Vec<Option<Watched>> = all.into_iter().map(Some).collect();
    sorted.extend(wanted.iter().filter_map(|&(index, _)| all[index].take()));
    sorted.extend(all.into_iter().flatten());
    Ok(sorted)
}

/// Among how many statements the chance of an error is shared out. Two outcomes that are all there are
/// make one: where one is more frequent, the other is less so by as much.
fn statements(
    wanted: &[(usize, Option<f64>)],
    all: &[Watched],
    (a, b): (&dyn Contest, &dyn Contest),
) -> usize {
    let shares = wanted
        .iter()
        .filter(|&&(index, _)| matches!(all[index].known, Known::Outcome(..)));
    let everything = [a, b].iter().all(|one| one.outcomes().len() == 2);
    if everything && shares.count() == 2 {
        wanted.len() - 1
    } else {
        wanted.len()
    }
}

/// All figures that both have: outcomes, then means of metrics.
fn common(a: &dyn Contest, b: &dyn Contest) -> Vec<Watched> {
    let blank = |figure, known| Watched {
        figure,
        phrase: String::new(),
        usual: true,
        unit: "",
        base: "",
        known,
        wanted: false,
        margin: None,
        alpha: 1.0,
        decided: Decided::default(),
    };
    let mut all = Vec::new();
    for (one, outcome) in a.outcomes().iter().enumerate() {
        let mut others = b.outcomes().iter();
        if let Some(other) = others.position(|other| other.name == outcome.name) {
            let known = Known::Outcome([one, other], Discordance::default(), 0);
            let twin = &b.outcomes()[other];
            let same = outcome.phrase == twin.phrase;
            all.push(Watched {
                phrase: if same {
                    outcome.phrase.clone()
                } else {
                    String::new()
                },
                usual: outcome.usual || twin.usual,
                ..blank(Figure::Share(outcome.name.clone()), known)
            });
        }
    }
    for (one, metric) in a.metrics().iter().enumerate() {
        let mut others = b.metrics().iter();
        let Some(other) = others.position(|other| other.name() == metric.name()) else {
            continue;
        };
        let twin = &b.metrics()[other];
        let low = metric.expected.0.min(twin.expected.0);
        let high = metric.expected.1.max(twin.expected.1);
        let range = high.saturating_sub(low).max(1);
        all.push(Watched {
            unit: metric.unit,
            base: metric.base,
            ..blank(
                Figure::Mean(metric.name()),
                Known::Metric {
                    positions: [one, other],
                    bounds: (low, high),
                    yes_no: metric.scale == Scale::YesNo && twin.scale == Scale::YesNo,
                    joined: Box::default(),
                    mean: Box::new(BoundedMean::near(-range, range, 0)),
                },
            )
        });
    }
    all
}

fn names(figures: &[Watched]) -> Vec<String> {
    figures.iter().map(|figure| figure.figure.name()).collect()
}

fn outcomes(contest: &dyn Contest) -> Vec<String> {
    let outcomes = contest.outcomes().iter();
    outcomes.map(|outcome| outcome.name.clone()).collect()
}

/// What is wrong with the name of a figure.
fn unknown(name: &str, (a, b): (&dyn Contest, &dyn Contest), known: &[String]) -> String {
    let mean = format!("mean.{name}");
    if known.contains(&mean) {
        return format!("a metric is compared by its mean: {mean}");
    }
    let has = |contest: &dyn Contest| {
        let metric = name.strip_prefix("mean.").unwrap_or(name);
        let metrics = contest.metrics().iter().map(Metric::name);
        outcomes(contest).iter().any(|one| one == name)
            || metrics.into_iter().any(|one| one == metric)
    };
    match (has(a), has(b)) {
        (true, false) => return "only A has it".to_owned(),
        (false, true) => return "only B has it".to_owned(),
        _ => {}
    }
    let near = nearest::nearest(name, known.iter().map(String::as_str))
        .map_or_else(String::new, |near| format!(": did you mean {near}?"));
    let other = name.split_once('.').is_some_and(|(word, metric)| {
        ["sd", "min", "p05", "p25", "p50", "p75", "p95", "max"].contains(&word)
            && known.contains(&format!("mean.{metric}"))
    });
    let help = if other {
        "; of a metric only the mean is compared"
    } else {
        ""
    };
    format!(
        "both have no such figure{near}{help}; both have {}",
        known.join(", ")
    )
}

impl Watched {
    /// The positions of its metric in both contests, and the bounds of values; `None` for an outcome.
    pub(super) fn metric(&self) -> Option<([usize; 2], (i64, i64))> {
        match &self.known {
            Known::Outcome(..) => None,
            Known::Metric {
                positions, bounds, ..
            } => Some((*positions, *bounds)),
        }
    }

    /// Takes in a block of trials, in which this is the figure number `index`.
    pub(super) fn add(&mut self, block: &Block, index: usize) {
        match &mut self.known {
            Known::Outcome([one, other], pairs, both) => {
                let [first, second, shared] = block.outcomes(*one, *other);
                pairs.merge(&Discordance {
                    trials: block.trials(),
                    first,
                    second,
                });
                *both += shared;
            }
            Known::Metric { joined, mean, .. } => {
                if let Some(new) = block.joined(index) {
                    joined.merge(new);
                    mean.add_sums(&new.difference);
                }
            }
        }
    }

    /// Looks at what is known. What has once been decided stays so: the sequence covers the truth at
    /// all looks at once.
    pub(super) fn look(&mut self) {
        let interval = self.interval();
        self.decided.differs |= interval.low > 0.0 || interval.high < 0.0;
        self.decided.within |= self
            .margin
            .is_some_and(|margin| -margin <= interval.low && interval.high <= margin);
    }

    /// Whether it is a share whose difference is not known to within +- so much.
    pub(super) fn is_wider_than(&self, half_width: f64) -> bool {
        self.pairs().is_some() && self.interval().half_width() > half_width
    }

    /// Whether a verdict is reached.
    pub(super) fn is_decided(&self) -> bool {
        self.decided.differs || self.decided.within
    }

    /// The pairs of a share.
    fn pairs(&self) -> Option<(Discordance, u64)> {
        match &self.known {
            Known::Outcome(_, pairs, both) => Some((*pairs, *both)),
            Known::Metric { yes_no: false, .. } => None,
            Known::Metric { joined, .. } => {
                // Of differences of -1, 0 and 1 the squares count those that are not 0.
                let (sum, squares) = (joined.difference.sum(), joined.difference.squares());
                let pairs = Discordance {
                    trials: joined.difference.count(),
                    first: ((squares - sum) / 2) as u64,
                    second: i128::midpoint(squares, sum) as u64,
                };
                let both = joined.first.sum() as u64 - pairs.first;
                Some((pairs, both))
            }
        }
    }

    fn interval(&self) -> Interval {
        match (&self.known, self.pairs()) {
            (_, Some((pairs, _))) => pairs.sequence(self.alpha),
            (Known::Metric { mean, .. }, None) => mean.interval(self.alpha),
            // An outcome always has pairs.
            (Known::Outcome(..), None) => Discordance::default().sequence(self.alpha),
        }
    }

    fn blank(&self) -> Compared {
        let is_share = self.pairs().is_some();
        Compared {
            name: self.figure.name(),
            phrase: self.phrase.clone(),
            usual: self.usual,
            is_share,
            unit: self.unit,
            base: self.base,
            verdict: None,
            margin: self.margin,
            first: None,
            second: None,
            difference: None,
            interval: Interval::point(0.0),
            alpha: self.alpha,
            discordant: None,
            outside: 0,
            pairing: None,
        }
    }

    /// What was found.
    pub(super) fn compared(&self) -> Compared {
        let verdict = self.wanted.then_some(if self.decided.within {
            Difference::Within
        } else if self.decided.differs {
            Difference::Different
        } else {
            Difference::Undecided
        });
        let found = Compared {
            verdict,
            interval: self.interval(),
            ..self.blank()
        };
        match (&self.known, self.pairs()) {
            (_, Some((pairs, both))) => {
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
            (Known::Metric { joined, .. }, None) => {
                let moments = |sums: &crate::stats::Sums| sums.moments(0.95);
                let [one, other, apart] =
                    [&joined.first, &joined.second, &joined.difference].map(moments);
                let variances = [one, other, apart].map(|one| one.map(|one| one.sd * one.sd));
                Compared {
                    first: one.map(|one| one.mean),
                    second: other.map(|other| other.mean),
                    difference: apart.map(|apart| apart.mean),
                    outside: joined.outside,
                    pairing: match variances {
                        [Some(one), Some(other), Some(apart)] => factor(one + other, apart),
                        _ => None,
                    },
                    ..found
                }
            }
            (Known::Outcome(..), None) => found,
        }
    }

    /// What two exact answers say; `None` if one of them does not have the figure.
    pub(super) fn exact(
        &self,
        (a, one): (&dyn Contest, &Exact),
        (b, other): (&dyn Contest, &Exact),
    ) -> Option<Compared> {
        let first = self.figure.exact(a, one)?;
        let second = self.figure.exact(b, other)?;
        let interval = Interval {
            low: second.low - first.high,
            high: second.high - first.low,
        };
        let margin = self.margin.unwrap_or(0.0) + ROUNDING;
        let verdict = if -margin <= interval.low && interval.high <= margin {
            Difference::Within
        } else if interval.low > 0.0 || interval.high < 0.0 {
            Difference::Different
        } else {
            Difference::Undecided
        };
        let middle = |interval: Interval| f64::midpoint(interval.low, interval.high);
        Some(Compared {
            verdict: self.wanted.then_some(verdict),
            first: Some(middle(first)),
            second: Some(middle(second)),
            difference: Some(middle(second) - middle(first)),
            interval,
            alpha: 0.0,
            ..self.blank()
        })
    }
}

/// How many times as many trials luck of their own would take; none where nothing differs.
fn factor(independent: f64, paired: f64) -> Option<Pairing> {
    (paired > 0.0 && independent > 0.0).then(|| Pairing {
        factor: independent / paired,
    })
}
