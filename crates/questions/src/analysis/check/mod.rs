//! Test of a scenario against its `[expect]` table, on as many trials as the decisions need.
//!
//! Each expectation is tested by a confidence sequence of its figure, or by the exact answer if
//! there is one. It is decided at the first look at which the whole interval is inside or outside
//! the expected range. The verdict is wrong with a probability of at most `alpha`, for each
//! expectation separately, whatever the number of looks.

use super::expect::{Verdict, evaluate};
use super::study::estimator::Estimator;
use super::study::statistic::Statistic;
use super::study::{Sample, SeededTrials, Study, affordable};
use super::{ALPHA, SEED};
use crate::contest::{ConfiguredPlayers, ExactDistribution};
use crate::scenario::{Expectation, Scenario};
use crate::sim::{Progress, ScenarioIdentity};
use crate::stats::{Figure, FigureMethod};

/// Default number of trials at the first look.
pub const CHECK_TRIALS: u64 = 10_000;
/// Default number of trials at the first look with a slow player.
pub const SLOW_CHECK_TRIALS: u64 = 1_000;
/// Upper bound on the default limit on the trials of a scenario.
pub const MOST_CHECK_TRIALS: u64 = 10_000_000;
/// Default time budget of a scenario on two cores, in seconds.
const SECONDS: u64 = 30;
/// Size of the first block. Its values are compared with the middle of the possible range, which
/// may be far off, so a large first block would widen the intervals of means.
const FIRST_BLOCK: u64 = 16;

/// Settings of a check.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckPlan {
    /// Trials at the first look; `None` for the scenario's number, else [`CHECK_TRIALS`] or
    /// [`SLOW_CHECK_TRIALS`]. The number doubles from look to look.
    pub trials: Option<u64>,
    /// Limit on the trials; `None` for as many as take about half a minute, at most
    /// [`MOST_CHECK_TRIALS`].
    pub most: Option<u64>,
    /// Probability that the verdict on an expectation is wrong.
    pub alpha: f64,
    /// The random seed, 0 to 2^63 - 1.
    pub seed: u64,
    /// Number of worker threads; 0 for one per core.
    pub threads: usize,
}

/// The defaults of `check`, with random seed 1, on all cores.
impl Default for CheckPlan {
    fn default() -> Self {
        Self {
            trials: None,
            most: None,
            alpha: ALPHA,
            seed: SEED,
            threads: 0,
        }
    }
}

impl CheckPlan {
    /// Returns the limit on the trials of a scenario.
    pub fn most_of(&self, scenario: &Scenario) -> u64 {
        let usual = || affordable(scenario.contest.as_ref(), SECONDS, MOST_CHECK_TRIALS);
        self.most.unwrap_or_else(usual).max(1)
    }

    /// Returns the number of trials at the first look.
    fn first_of(&self, scenario: &Scenario) -> u64 {
        let slow = scenario.contest.is_slow();
        let usual = [CHECK_TRIALS, SLOW_CHECK_TRIALS][usize::from(slow)];
        let asked = self.trials.or(scenario.trials).unwrap_or(usual);
        asked.clamp(1, self.most_of(scenario))
    }
}

/// Result of one expectation.
#[derive(Clone, Debug, PartialEq)]
pub struct TestedExpectation {
    /// The expectation.
    pub expectation: Expectation,
    /// Verdict on the expectation.
    pub verdict: Verdict,
    /// The figure.
    pub figure: Figure,
    /// Number of trials in which the metric was beyond its bounds, and counted as the bound.
    pub outside: u64,
}

/// Results of all expectations of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckResult {
    /// The scenario.
    pub scenario: ScenarioIdentity,
    /// Random seed of the trials.
    pub seed: u64,
    /// Number of trials.
    pub trials: u64,
    /// The players, as a phrase; may be empty.
    pub players: ConfiguredPlayers,
    /// True if the check was cancelled before all expectations were decided.
    pub interrupted: bool,
    /// The expectations in the order of the file.
    pub expectations: Vec<TestedExpectation>,
}

/// Tests all expectations of a scenario. Plays no trials if there are none.
pub fn check(scenario: &Scenario, plan: &CheckPlan, progress: &dyn Progress) -> CheckResult {
    let contest = scenario.contest.as_ref();
    let mut checked = CheckResult {
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
    let seeded = SeededTrials::new(plan.seed, plan.threads, progress);
    let exact = seeded.exact(scenario, plan.most_of(scenario));
    let mut study = Study {
        variants: vec![ExpectationSample::new(scenario, exact.as_ref(), plan.alpha)],
        most: plan.most_of(scenario),
        seeded,
    };
    let mut look = plan.first_of(scenario);
    let ended = study.run(|study| {
        let most = study.most;
        let sample = &mut study.variants[0];
        let trials = sample.trials;
        if trials == look {
            sample.evaluate();
            if trials >= most || !sample.is_undecided() {
                return Vec::new();
            }
            sample.close();
            look = look.saturating_mul(2).min(most);
        }
        if sample.open.is_empty() {
            return Vec::new();
        }
        let block = FIRST_BLOCK.max(trials.saturating_mul(2));
        vec![(0, block.min(look))]
    });
    checked.interrupted = ended.is_none();
    checked.trials = study.trials();
    for mut sample in study.variants {
        if checked.interrupted {
            sample.evaluate();
        }
        checked.expectations = sample.result.into_iter().flatten().collect();
    }
    checked
}

/// The expectations of a scenario and their current results.
struct ExpectationSample<'a> {
    scenario: &'a Scenario,
    alpha: f64,
    trials: u64,
    result: Vec<Option<TestedExpectation>>,
    /// Indices of the expectations that trials may decide, with their estimators.
    open: Vec<(usize, Estimator)>,
}

impl<'a> ExpectationSample<'a> {
    /// Returns the expectations with the results that the exact answer decides, if there is one.
    fn new(scenario: &'a Scenario, exact: Option<&ExactDistribution>, alpha: f64) -> Self {
        let contest = scenario.contest.as_ref();
        let (mut result, mut open) = (Vec::new(), Vec::new());
        for expectation in &scenario.expectations {
            // Loading checked the expectations against the contest, so every figure exists.
            let statistic = Statistic::expected(&expectation.quantity, contest);
            let solved = statistic.and_then(|one| one.exact(contest, exact?));
            let by_exact = solved.map(|figure| TestedExpectation::new(expectation, figure, 0));
            // Trials may decide an expectation that the solver's bound leaves undecided.
            let decided = by_exact.as_ref().map(|result| result.verdict);
            if decided.is_none_or(|verdict| verdict == Verdict::Undecided) {
                let estimator = statistic.map(|statistic| Estimator::new(statistic, contest));
                open.extend(estimator.map(|estimator| (result.len(), estimator)));
            }
            result.push(by_exact);
        }
        Self {
            scenario,
            alpha,
            trials: 0,
            result,
            open,
        }
    }

    /// Updates the results of the open expectations from the trials so far.
    fn evaluate(&mut self) {
        for (place, estimator) in &self.open {
            let (figure, outside) = (estimator.figure(self.alpha), estimator.outside());
            let expectation = &self.scenario.expectations[*place];
            self.result[*place] = Some(TestedExpectation::new(expectation, figure, outside));
        }
    }

    /// Returns whether trials may still decide any expectation.
    fn is_undecided(&self) -> bool {
        let mut open = self.open.iter();
        open.any(|(place, _)| {
            let result = self.result[*place].as_ref();
            result.is_some_and(|result| result.verdict == Verdict::Undecided)
        })
    }

    /// Removes the expectations whose verdicts further trials cannot change. Bounds on the lowest
    /// or highest value of the trials stay open if they hold, since a further trial may exceed
    /// them.
    fn close(&mut self) {
        let result = &self.result;
        self.open.retain(|(place, _)| {
            result[*place].as_ref().is_some_and(|result| {
                result.verdict == Verdict::Undecided
                    || (result.figure.method == FigureMethod::Extreme
                        && result.verdict == Verdict::Holds)
            })
        });
    }
}

impl Sample for ExpectationSample<'_> {
    fn trials(&self) -> u64 {
        self.trials
    }

    fn play(&mut self, end: u64, seeded: &SeededTrials<'_>) -> Option<()> {
        let block = seeded.tally(self.scenario.contest.as_ref(), self.trials..end)?;
        for (_, estimator) in &mut self.open {
            estimator.add(&block);
        }
        self.trials = end;
        Some(())
    }
}

impl TestedExpectation {
    /// Returns the result of an expectation from its figure and the number of values beyond the
    /// bounds.
    fn new(expectation: &Expectation, figure: Figure, outside: u64) -> Self {
        Self {
            expectation: expectation.clone(),
            verdict: evaluate(expectation, &figure),
            figure,
            outside,
        }
    }
}

#[cfg(test)]
mod tests;
