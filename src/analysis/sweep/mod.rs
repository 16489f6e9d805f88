//! The grid over any keys: what does a contest become where they have other values?
//!
//! A setting is the scenario with a value for each varied key, as `--set` would give it. All settings
//! are checked before anything is played, and then played over the same trial numbers of the same
//! seed: on the same luck. A setting whose figures all have exact answers is solved and not played,
//! unless trials are asked for.

mod kept;
mod measured;
mod trend;

pub use measured::Measured;
pub(super) use trend::trend;
pub use trend::{Monotonicity, Trend, monotonicity};

use super::study::variants::Variants;
use super::study::{Luck, affordable, in_turn};
use crate::contest::{Contest, Tally};
use crate::scenario::{
    GridError, LoadError, Quantity, Scenario, Vary, assignments, idle_advice, settings,
};
use crate::sim::{Finished, Identity, Results, StopReason, Watch};

/// Upper bound on the default number of trials of a setting.
pub const SWEEP_TRIALS: u64 = 100_000;
/// Time that a setting may take on two cores by default, in seconds.
const SECONDS: u64 = 1;

/// What to play.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SweepPlan {
    /// The keys with their values; the scenario's `[sweep]` where there are none.
    pub vary: Vec<Vary>,
    /// The figures to look at, by name; those of `[sweep]`, else the first outcome, where none are
    /// named.
    pub figures: Vec<String>,
    /// Trials of each setting, also of those that have an exact answer. Where `None`, those that have
    /// none are played as `[sweep]` says, else as many as about a second pays for, at most
    /// [`SWEEP_TRIALS`].
    pub trials: Option<u64>,
    /// No setting has more trials than this unless `trials` says so.
    pub most: Option<u64>,
    /// The seed, 0 to 2^63 - 1.
    pub seed: u64,
    /// Worker threads; 0 for one a core.
    pub threads: usize,
}

impl SweepPlan {
    /// How many trials a setting has, of which the file says `own`. The time that a player takes plays no
    /// part: it is not the same twice.
    fn trials_of(&self, contest: &dyn Contest, own: Option<u64>) -> u64 {
        let usual = || affordable(contest, SECONDS, SWEEP_TRIALS);
        let most = self.most.unwrap_or(u64::MAX);
        let unasked = || own.unwrap_or_else(usual).min(most);
        self.trials.unwrap_or_else(unasked)
    }
}

/// Why there is no sweep.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SweepError {
    /// The keys span no grid.
    #[error("{0}")]
    Grid(#[from] GridError),
    /// A key changes nothing.
    #[error("{}", idle_advice(.0))]
    Idle(String),
    /// No setting has a figure that was asked for.
    #[error("{name} is no figure here: {problem}")]
    Figure {
        /// What was asked for.
        name: String,
        /// What is wrong, and what there is.
        problem: String,
    },
    /// The file refuses some of the settings.
    #[error("{0}")]
    Refused(#[from] LoadError),
}

/// The scenario with a value for each key.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// For each key the position of its value.
    pub values: Vec<usize>,
    /// What came of it.
    pub results: Results,
    /// Each of the figures; `None` where this setting does not have it.
    pub readings: Vec<Option<Measured>>,
}

/// All settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// The scenario before any key was varied.
    pub scenario: Identity,
    /// The seed of all settings.
    pub seed: u64,
    /// The keys with their values.
    pub vary: Vec<Vary>,
    /// The figures that were asked for; at least one.
    pub figures: Vec<Quantity>,
    /// The settings; the last key varies fastest.
    pub settings: Vec<Setting>,
}

/// A checked grid, ready to be played.
#[derive(Debug)]
pub struct Grid<'a> {
    scenario: &'a Scenario,
    plan: SweepPlan,
    vary: Vec<Vary>,
    variants: Variants,
    figures: Vec<Quantity>,
    /// Trials of a setting as the file has them.
    trials: Option<u64>,
    /// For each setting the trials that were played before.
    kept: Vec<Option<Tally>>,
}

/// Checks all settings of a sweep, and plays none.
///
/// # Errors
/// All that is wrong with the keys, the settings and the figures: at least one error.
pub fn grid<'a>(scenario: &'a Scenario, plan: &SweepPlan) -> Result<Grid<'a>, Vec<SweepError>> {
    let table = scenario.sweep.as_ref();
    // What the file says of figures holds for any keys, what it says of trials for its own only.
    let (vary, trials) = if plan.vary.is_empty() {
        let vary = table.map(|table| table.vary.clone()).unwrap_or_default();
        (vary, table.and_then(|table| table.trials))
    } else {
        (plan.vary.clone(), None)
    };
    let variants = Variants::of(scenario, &vary, SweepError::Idle);
    let mut figures = Vec::new();
    let mut wrong = Vec::new();
    for name in &plan.figures {
        match figure(name, scenario, &vary) {
            Ok(figure) if figures.contains(&figure) => {}
            Ok(figure) => figures.push(figure),
            Err(error) => wrong.push(error),
        }
    }
    if plan.figures.is_empty() {
        figures = table.map(|table| table.figures.clone()).unwrap_or_default();
        if figures.is_empty() {
            let first = scenario.contest.outcomes().first();
            figures.extend(first.map(|outcome| Quantity::Outcome(outcome.name.clone())));
        }
    }
    match variants {
        Ok(variants) if wrong.is_empty() => Ok(Grid {
            scenario,
            plan: plan.clone(),
            vary,
            kept: vec![None; variants.settings.len()],
            variants,
            figures,
            trials,
        }),
        variants => {
            let mut errors = variants.err().unwrap_or_default();
            errors.extend(wrong);
            Err(errors)
        }
    }
}

/// The figure of that name, of the scenario or of any setting: those may have other outcomes and metrics.
fn figure(name: &str, scenario: &Scenario, vary: &[Vary]) -> Result<Quantity, SweepError> {
    Quantity::read(name, scenario.contest.as_ref()).or_else(|problem| {
        let settings = settings(vary).unwrap_or_default();
        let mut others = settings
            .iter()
            .filter_map(|setting| scenario.varied(&assignments(vary, setting)).ok());
        let found = others.find_map(|other| Quantity::read(name, other.contest.as_ref()).ok());
        found.ok_or_else(|| SweepError::Figure {
            name: name.to_owned(),
            problem,
        })
    })
}

impl Grid<'_> {
    /// How many settings there are.
    pub fn len(&self) -> usize {
        self.variants.settings.len()
    }

    /// Whether there are none; there always are some.
    pub fn is_empty(&self) -> bool {
        self.variants.settings.is_empty()
    }

    /// The figures that will be looked at.
    pub fn figures(&self) -> &[Quantity] {
        &self.figures
    }

    /// Solves or plays all settings. `finished` is called with how many are done and how many there
    /// are, at the start and after each. `None` if `watch` cancelled it: half a grid misleads.
    pub fn play(mut self, watch: &dyn Watch, finished: &dyn Fn(usize, usize)) -> Option<Sweep> {
        let luck = Luck::new(self.plan.seed, self.plan.threads, watch);
        let (plan, figures, settings) = (&self.plan, &self.figures, &self.variants.settings);
        let played = in_turn(self.variants.scenarios, finished, |index, variant| {
            if watch.cancelled() {
                return None;
            }
            let contest = variant.contest.as_ref();
            let exact = luck.exact(contest);
            let wholly = exact.as_ref().filter(|exact| {
                plan.trials.is_none() && exact.metrics.len() == contest.metrics().len()
            });
            let results = if let Some(exact) = wholly {
                Results::exact(variant.identity(), contest, plan.seed, exact)
            } else {
                let trials = plan.trials_of(contest, self.trials);
                let finished = match self.kept[index].take() {
                    Some(tally) => Finished {
                        tally,
                        trials: 0..trials,
                        stopped: StopReason::Trials,
                    },
                    None => luck.finished(contest, 0..trials)?,
                };
                let (identity, exact) = (variant.identity(), exact.as_ref());
                Results::sampled(identity, contest, plan.seed, &finished, false, exact)
            };
            let known = |figure| Measured::of(figure, contest, exact.as_ref(), &results);
            Some(Setting {
                values: settings[index].clone(),
                readings: figures.iter().map(known).collect(),
                results,
            })
        });
        Some(Sweep {
            scenario: self.scenario.identity(),
            seed: self.plan.seed,
            vary: self.vary,
            figures: self.figures,
            settings: played?,
        })
    }
}

impl Sweep {
    /// The keys that have several values, by position; the first one if none has.
    pub fn axes(&self) -> Vec<usize> {
        let several = |&key: &usize| self.vary[key].values.len() > 1;
        let axes: Vec<usize> = (0..self.vary.len()).filter(several).collect();
        if axes.is_empty() { vec![0] } else { axes }
    }

    /// The setting with these positions of values.
    pub fn setting(&self, values: &[usize]) -> Option<&Setting> {
        let pairs = self.vary.iter().zip(values);
        let index = pairs.fold(0, |index, (key, &value)| index * key.values.len() + value);
        self.settings.get(index)
    }

    /// How a figure, by position, changes along a key: for each choice of all other values.
    pub fn monotonicities(&self, figure: usize, key: usize) -> Vec<Monotonicity> {
        let starts = self.settings.iter().filter(|one| one.values[key] == 0);
        starts
            .map(|start| {
                let mut values = start.values.clone();
                let line = (0..self.vary[key].values.len()).map(|value| {
                    values[key] = value;
                    self.setting(&values)?.readings[figure]
                });
                monotonicity(&line.collect::<Vec<_>>())
            })
            .collect()
    }
}

#[cfg(test)]
mod tests;
