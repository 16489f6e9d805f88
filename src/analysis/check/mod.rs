//! Whether a scenario keeps what its `[expect]` promises, on as many trials as it takes to know.
//!
//! Each expectation is judged by a confidence sequence of its figure, or by the exact answer where
//! there is one. It is decided at the first look at which its whole interval lies within the promised
//! range or outside of it; the verdict is wrong with the chance `alpha` at most, however many looks
//! there were. The chance is that of each expectation by itself.

use super::evidence::Evidence;
use super::expect::judge;
use super::study::estimator::Estimator;
use super::study::statistic::Statistic;
use super::study::{Luck, Sample, Study, affordable};
use super::{Method, Verdict};
use crate::contest::Exact;
use crate::scenario::{Expectation, Scenario};
use crate::sim::{Identity, Watch};
use crate::stats::Interval;

/// Trials at the first look, where nobody says otherwise.
pub const CHECK_TRIALS: u64 = 10_000;
/// The same with a slow player.
pub const SLOW_CHECK_TRIALS: u64 = 1_000;
/// Upper bound on the default for the most trials of a scenario.
pub const MOST_CHECK_TRIALS: u64 = 10_000_000;
/// Time that a scenario may take on two cores by default, in seconds.
const SECONDS: u64 = 30;
/// The first block. The first numbers are compared with the middle of all possible ones, which may be
/// far from them, so that a large block of these would spoil the intervals of means.
const FIRST_BLOCK: u64 = 16;

/// How to check.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckPlan {
    /// Trials at the first look; what the scenario says, else [`CHECK_TRIALS`] or
    /// [`SLOW_CHECK_TRIALS`], where `None`. They are doubled from look to look.
    pub trials: Option<u64>,
    /// The most trials; where `None` as many as half a minute pays for, at most [`MOST_CHECK_TRIALS`].
    pub most: Option<u64>,
    /// The chance at which the verdict on an expectation may be wrong.
    pub alpha: f64,
    /// The seed, 0 to 2^63 - 1.
    pub seed: u64,
    /// Worker threads; 0 for one a core.
    pub threads: usize,
}

impl CheckPlan {
    /// The most trials of a scenario.
    pub fn most_of(&self, scenario: &Scenario) -> u64 {
        let usual = || affordable(scenario.contest.as_ref(), SECONDS, MOST_CHECK_TRIALS);
        self.most.unwrap_or_else(usual).max(1)
    }

    /// Its trials at the first look.
    fn first_of(&self, scenario: &Scenario) -> u64 {
        let slow = scenario.contest.is_slow();
        let usual = [CHECK_TRIALS, SLOW_CHECK_TRIALS][usize::from(slow)];
        let asked = self.trials.or(scenario.trials).unwrap_or(usual);
        asked.clamp(1, self.most_of(scenario))
    }
}

/// What became of an expectation.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// What is promised.
    pub expectation: Expectation,
    /// Whether it is kept.
    pub verdict: Verdict,
    /// The figure; none without trials.
    pub value: Option<f64>,
    /// Where the true figure is; infinite at an end where nothing bounds it.
    pub interval: Interval,
    /// How it was judged.
    pub method: Method,
    /// On how many trials; 0 for an exact answer.
    pub trials: u64,
    /// In how many of them the metric was beyond its bounds, and taken as the bound.
    pub outside: u64,
}

/// What became of all expectations of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The scenario.
    pub scenario: Identity,
    /// The seed.
    pub seed: u64,
    /// How many trials were played.
    pub trials: u64,
    /// Who played, as a phrase; may be empty.
    pub players: String,
    /// Whether somebody ended it before all was decided.
    pub interrupted: bool,
    /// The expectations in the order of the file.
    pub expectations: Vec<Judged>,
}

/// Judges all expectations of a scenario; one without any promises nothing, and nothing is played.
pub fn check(scenario: &Scenario, plan: &CheckPlan, watch: &dyn Watch) -> Checked {
    let contest = scenario.contest.as_ref();
    let mut checked = Checked {
        scenario: scenario.identity(),
        seed: plan.seed,
        trials: 0,
        players: contest.players(),
        interrupted: false,
        expectations: Vec::new(),
    };
    if scenario.expectations.is_empty() {
        return checked;
    }
    let luck = Luck::new(plan.seed, plan.threads, watch);
    let exact = luck.exact(contest);
    let mut study = Study {
        variants: vec![Promised::new(scenario, exact.as_ref(), plan.alpha)],
        most: plan.most_of(scenario),
        luck,
    };
    let mut look = plan.first_of(scenario);
    let ended = study.run(|study| {
        let most = study.most;
        let promised = &mut study.variants[0];
        let trials = promised.trials;
        if trials == look {
            promised.judge();
            if trials >= most || !promised.is_undecided() {
                return Vec::new();
            }
            promised.close();
            look = look.saturating_mul(2).min(most);
        }
        if promised.open.is_empty() {
            return Vec::new();
        }
        let block = FIRST_BLOCK.max(trials.saturating_mul(2));
        vec![(0, block.min(look))]
    });
    checked.interrupted = ended.is_none();
    checked.trials = study.trials();
    for mut promised in study.variants {
        if checked.interrupted {
            promised.judge();
        }
        checked.expectations = promised.judged.into_iter().flatten().collect();
    }
    checked
}

/// The expectations of a scenario, and what is known of each.
struct Promised<'a> {
    scenario: &'a Scenario,
    alpha: f64,
    trials: u64,
    judged: Vec<Option<Judged>>,
    /// Those that trials may decide.
    open: Vec<(usize, Estimator)>,
}

impl<'a> Promised<'a> {
    /// As the exact answer has it, where there is one.
    fn new(scenario: &'a Scenario, exact: Option<&Exact>, alpha: f64) -> Self {
        let contest = scenario.contest.as_ref();
        let (mut judged, mut open) = (Vec::new(), Vec::new());
        for expectation in &scenario.expectations {
            // The file was checked against the contest, so that every figure is one of its own.
            let statistic = Statistic::expected(&expectation.quantity, contest);
            let solved = statistic
                .zip(exact)
                .and_then(|(one, exact)| one.exact(contest, exact));
            let known = solved.map(Evidence::exact);
            let by_exact = known.map(|known| Judged::new(expectation, known, (0, 0)));
            // The bound of a solver may leave open what trials decide.
            let decided = by_exact.as_ref().map(|judged| judged.verdict);
            if decided.is_none_or(|verdict| verdict == Verdict::Undecided) {
                let estimator = statistic.map(|statistic| Estimator::new(statistic, contest));
                open.extend(estimator.map(|estimator| (judged.len(), estimator)));
            }
            judged.push(by_exact);
        }
        Self {
            scenario,
            alpha,
            trials: 0,
            judged,
            open,
        }
    }

    /// Judges those that are open by the trials so far.
    fn judge(&mut self) {
        for (place, estimator) in &self.open {
            let known = Evidence::estimated(estimator, self.alpha);
            let counts = (estimator.trials(), estimator.outside());
            let expectation = &self.scenario.expectations[*place];
            self.judged[*place] = Some(Judged::new(expectation, known, counts));
        }
    }

    /// Whether trials may still decide any.
    fn is_undecided(&self) -> bool {
        let mut open = self.open.iter();
        open.any(|(place, _)| {
            let judged = self.judged[*place].as_ref();
            judged.is_some_and(|judged| judged.verdict == Verdict::Undecided)
        })
    }

    /// Leaves alone what is decided for good. A further trial may show what the lowest and highest value
    /// of so many did not.
    fn close(&mut self) {
        let judged = &self.judged;
        self.open.retain(|(place, _)| {
            judged[*place].as_ref().is_some_and(|judged| {
                judged.verdict == Verdict::Undecided
                    || (judged.method == Method::Trials && judged.verdict == Verdict::Holds)
            })
        });
    }
}

impl Sample for Promised<'_> {
    fn trials(&self) -> u64 {
        self.trials
    }

    fn play(&mut self, end: u64, luck: &Luck<'_>) -> Option<()> {
        let block = luck.tally(self.scenario.contest.as_ref(), self.trials..end)?;
        for (_, estimator) in &mut self.open {
            estimator.add(&block);
        }
        self.trials = end;
        Some(())
    }
}

impl Judged {
    /// The verdict on an expectation by what is known of its figure, after so many trials, so many of them
    /// outside.
    fn new(expectation: &Expectation, known: Evidence, (trials, outside): (u64, u64)) -> Self {
        Self {
            expectation: expectation.clone(),
            verdict: judge(expectation, &known),
            value: known.value,
            interval: known.interval,
            method: known.method,
            trials,
            outside,
        }
    }
}

#[cfg(test)]
mod tests;
