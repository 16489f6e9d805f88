//! Whether a scenario keeps what its `[expect]` promises, on as many trials as it takes to know.
//!
//! Each expectation is judged by a confidence sequence of its figure, or by the exact answer where
//! there is one. It is decided at the first look at which its whole interval lies within the promised
//! range or outside of it; the verdict is wrong with the chance `alpha` at most, however many looks
//! there were. The chance is that of each expectation by itself.

mod figure;

use super::evidence::{self, Evidence};
use super::expect::judge;
use super::{Method, Verdict};
use crate::scenario::{Expectation, Scenario};
use crate::sim::{Identity, Plan, StopReason, Watch, run};
use crate::stats::Interval;
use figure::Watched;

/// Trials at the first look, where nobody says otherwise.
pub const CHECK_TRIALS: u64 = 10_000;
/// The same with a slow player.
pub const SLOW_CHECK_TRIALS: u64 = 1_000;
/// The most trials of a scenario, where nobody says otherwise.
pub const MOST_CHECK_TRIALS: u64 = 10_000_000;
/// The same with a slow player.
pub const MOST_SLOW_CHECK_TRIALS: u64 = 50_000;
/// The first block. The first numbers are compared with the middle of all possible ones, which may be
/// far from them, so that a large block of these would spoil the intervals of means.
const FIRST_BLOCK: u64 = 16;

/// How to check.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckPlan {
    /// Trials at the first look; what the scenario says, else [`CHECK_TRIALS`] or
    /// [`SLOW_CHECK_TRIALS`], where `None`. They are doubled from look to look.
    pub trials: Option<u64>,
    /// The most trials; [`MOST_CHECK_TRIALS`] or [`MOST_SLOW_CHECK_TRIALS`] where `None`.
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
        let usual = if scenario.contest.is_slow() {
            MOST_SLOW_CHECK_TRIALS
        } else {
            MOST_CHECK_TRIALS
        };
        self.most.unwrap_or(usual).max(1)
    }

    /// Its trials at the first look.
    fn first_of(&self, scenario: &Scenario) -> u64 {
        let usual = if scenario.contest.is_slow() {
            SLOW_CHECK_TRIALS
        } else {
            CHECK_TRIALS
        };
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
    let exact = evidence::solved(contest, watch);
    let mut open: Vec<(usize, Watched)> = Vec::new();
    let mut judged: Vec<Option<Judged>> = Vec::new();
    for expectation in &scenario.expectations {
        let quantity = &expectation.quantity;
        let solved = exact
            .as_ref()
            .and_then(|exact| evidence::exact(quantity, contest, exact));
        let by_exact = solved.map(|known| Judged::new(expectation, known, (0, 0)));
        // The bound of a solver may leave open what trials decide.
        let decided = by_exact.as_ref().map(|judged| judged.verdict);
        if decided.is_none_or(|verdict| verdict == Verdict::Undecided) {
            // The file was checked against the contest, so that every figure is one of its own.
            open.extend(Watched::new(quantity, contest).map(|watched| (judged.len(), watched)));
        }
        judged.push(by_exact);
    }
    let most = plan.most_of(scenario);
    let (mut next, mut look, mut block) = (0, plan.first_of(scenario), FIRST_BLOCK);
    while !open.is_empty() {
        let end = block.min(look);
        let piece = Plan {
            seed: plan.seed,
            trials: next..end,
            threads: plan.threads,
            precision: None,
            alpha: plan.alpha,
            piece: None,
        };
        let finished = run(contest, &piece, watch);
        checked.interrupted = finished.stopped == StopReason::Interrupted;
        if !checked.interrupted {
            for (_, watched) in &mut open {
                watched.add(&finished.tally);
            }
            next = end;
        }
        block = block.max(next.saturating_mul(2));
        if next < look && !checked.interrupted {
            continue;
        }
        for (place, watched) in &open {
            let counts = (watched.trials(), watched.outside());
            let known = watched.evidence(plan.alpha);
            let expectation = &scenario.expectations[*place];
            judged[*place] = Some(Judged::new(expectation, known, counts));
        }
        let state = |place: usize| judged[place].as_ref().map(|judged| judged.verdict);
        let undecided = open
            .iter()
            .any(|&(place, _)| state(place) == Some(Verdict::Undecided));
        if checked.interrupted || !undecided || next >= most {
            break;
        }
        // A further trial may show what the lowest and highest value of so many did not.
        open.retain(|(place, watched)| {
            let verdict = state(*place);
            verdict == Some(Verdict::Undecided)
                || (watched.method() == Method::Trials && verdict == Some(Verdict::Holds))
        });
        look = look.saturating_mul(2).min(most);
    }
    checked.trials = next;
    checked.expectations = judged.into_iter().flatten().collect();
    checked
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
