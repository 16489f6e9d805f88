//! Sweep: the figures of a contest over a grid of values of its keys.
//!
//! A setting is the scenario with a value for each varied key, as in `--set`. All settings are
//! checked before any is played, and then played on common random numbers: the same trial numbers
//! of the same seed. A setting with exact answers for all its figures is solved and not played,
//! unless the number of trials is given.

mod cache;
mod trend;

pub(super) use trend::trend;
pub use trend::{Monotonicity, Trend, monotonicity};

use super::study::statistic::Statistic;
use super::study::variants::Variants;
use super::study::{SeededTrials, affordable, in_turn};
use crate::contest::{Contest, Tally};
use crate::scenario::{
    Constraint, GridError, LoadError, Quantity, Scenario, Target, Vary, assignments, idle_advice,
    settings_where,
};
use crate::sim::{Finished, Progress, Results, ScenarioIdentity, StopReason};
use crate::stats::Figure;
use std::collections::BTreeSet;

/// Upper bound on the default number of trials of a setting.
pub const SWEEP_TRIALS: u64 = 100_000;
/// Default time budget of a setting on two cores, in seconds.
const SECONDS: u64 = 1;

/// Settings of a sweep.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SweepPlan {
    /// The keys with their values; if empty, those of the scenario's `[sweep]`.
    pub vary: Vec<Vary>,
    /// Constraints on the keys; settings that violate one are left out.
    pub constraints: Vec<Constraint>,
    /// Names of the figures. If empty, those of `[sweep]`, else the main figure.
    pub figures: Vec<String>,
    /// Trials of each setting, including those with exact answers. If `None`, only settings without
    /// exact answers are played: with the number from `[sweep]`, else about a second of trials, at
    /// most [`SWEEP_TRIALS`].
    pub trials: Option<u64>,
    /// Limit on the trials of a setting, unless `trials` is given.
    pub most: Option<u64>,
    /// The random seed, 0 to 2^63 - 1.
    pub seed: u64,
    /// Number of worker threads; 0 for one per core.
    pub threads: usize,
}

impl SweepPlan {
    /// Returns the number of trials of a setting; `own` is the number in the file. It does not
    /// depend on measured time, which differs from run to run.
    fn trials_of(&self, contest: &dyn Contest, own: Option<u64>) -> u64 {
        let usual = || affordable(contest, SECONDS, SWEEP_TRIALS);
        let most = self.most.unwrap_or(u64::MAX);
        let unasked = || own.unwrap_or_else(usual).min(most);
        self.trials.unwrap_or_else(unasked)
    }
}

/// Error of a sweep.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SweepError {
    /// The keys do not form a grid.
    #[error("{0}")]
    Grid(#[from] GridError),
    /// A varied key has no effect on the contest.
    #[error("{}", idle_advice(.0))]
    Idle(String),
    /// No setting has a requested figure.
    #[error("{name} is not a figure of this scenario: {problem}")]
    Figure {
        /// The requested name.
        name: String,
        /// The fault, and the known names.
        problem: String,
    },
    /// Some settings are not valid.
    #[error("{0}")]
    Refused(#[from] LoadError),
}

/// The scenario with a value for each key.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// Index of the value of each key.
    pub values: Vec<usize>,
    /// Results of the setting.
    pub results: Results,
    /// Each figure, exact if known, else as in `results`; `None` if the setting does not have it.
    pub readings: Vec<Option<Figure>>,
}

/// All settings of a grid with their results.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepResult {
    /// The scenario before any key was varied.
    pub scenario: ScenarioIdentity,
    /// The random seed of all settings.
    pub seed: u64,
    /// The keys with their values.
    pub vary: Vec<Vary>,
    /// The requested figures; at least one.
    pub figures: Vec<Quantity>,
    /// The target of the scenario's `[tune]` with its tolerance, if it has that table.
    pub target: Option<(Target, f64)>,
    /// The settings, with the last key varying fastest.
    pub settings: Vec<Setting>,
    /// Number of settings that violate a constraint.
    pub left_out: usize,
}

/// A checked grid, ready to play.
#[derive(Debug)]
pub struct SweepGrid<'a> {
    scenario: &'a Scenario,
    plan: SweepPlan,
    vary: Vec<Vary>,
    variants: Variants,
    figures: Vec<Quantity>,
    /// Number of trials of a setting, from the file.
    trials: Option<u64>,
    /// Counts of each setting from an earlier run.
    kept: Vec<Option<Tally>>,
}

/// Checks all settings of a sweep without playing any.
///
/// # Errors
/// Returns all errors in the keys, the settings and the figures.
pub fn grid<'a>(
    scenario: &'a Scenario,
    plan: &SweepPlan,
) -> Result<SweepGrid<'a>, Vec<SweepError>> {
    let table = scenario.sweep.as_ref();
    // The figures of `[sweep]` apply to any keys, its number of trials only to its own keys.
    let mut plan = plan.clone();
    let (mut vary, trials) = match table {
        Some(table) if plan.vary.is_empty() => {
            plan.constraints.extend_from_slice(&table.constraints);
            (table.vary.clone(), table.trials)
        }
        _ => (plan.vary.clone(), None),
    };
    let variants = Variants::of(scenario, (&vary, &plan.constraints), SweepError::Idle);
    let mut figures = Vec::new();
    let mut wrong = Vec::new();
    for name in &plan.figures {
        match figure(name, scenario, (&vary, &plan.constraints)) {
            Ok(figure) if figures.contains(&figure) => {}
            Ok(figure) => figures.push(figure),
            Err(error) => wrong.push(error),
        }
    }
    if plan.figures.is_empty() {
        figures = table.map(|table| table.figures.clone()).unwrap_or_default();
        if figures.is_empty() {
            figures.extend(Quantity::main(scenario.contest.as_ref()));
        }
    }
    match variants {
        Ok(mut variants) if wrong.is_empty() => {
            variants.leave_out_values(&mut vary);
            Ok(SweepGrid {
                scenario,
                plan,
                vary,
                kept: vec![None; variants.settings.len()],
                variants,
                figures,
                trials,
            })
        }
        variants => {
            let mut errors = variants.err().unwrap_or_default();
            errors.extend(wrong);
            Err(errors)
        }
    }
}

/// Returns the figure with that name, of the scenario or of any setting: settings may have other
/// outcomes and metrics.
fn figure(
    name: &str,
    scenario: &Scenario,
    (vary, constraints): (&[Vary], &[Constraint]),
) -> Result<Quantity, SweepError> {
    Quantity::read(name, scenario.contest.as_ref()).or_else(|problem| {
        let settings = settings_where(vary, constraints, scenario);
        let (settings, _) = settings.unwrap_or_default();
        let found = settings.iter().find_map(|setting| {
            let other = scenario.varied(&assignments(vary, setting)).ok()?;
            Quantity::read(name, other.contest.as_ref()).ok()
        });
        found.ok_or_else(|| SweepError::Figure {
            name: name.to_owned(),
            problem,
        })
    })
}

/// Returns the target of the scenario's `[tune]` with its tolerance.
fn target(scenario: &Scenario) -> Option<(Target, f64)> {
    let tune = scenario.tune.as_ref()?;
    let target = Target::read(&tune.target, scenario.contest.as_ref()).ok()?;
    let usual = target.usual_tolerance();
    Some((target, tune.tolerance.unwrap_or(usual)))
}

impl SweepGrid<'_> {
    /// Returns the number of settings.
    pub fn len(&self) -> usize {
        self.variants.settings.len()
    }

    /// Returns whether there are no settings; always `false`, since a grid has at least one.
    pub fn is_empty(&self) -> bool {
        self.variants.settings.is_empty()
    }

    /// Returns the figures.
    pub fn figures(&self) -> &[Quantity] {
        &self.figures
    }

    /// Solves or plays all settings. Calls `finished` with the number of finished settings and
    /// their total, at the start and after each. Returns `None` if `progress` cancelled it: a partial
    /// grid would mislead.
    pub fn play(
        mut self,
        progress: &dyn Progress,
        finished: &dyn Fn(usize, usize),
    ) -> Option<SweepResult> {
        let seeded = SeededTrials::new(self.plan.seed, self.plan.threads, progress);
        let (plan, figures, settings) = (&self.plan, &self.figures, &self.variants.settings);
        let played = in_turn(self.variants.scenarios, finished, |index, variant| {
            if progress.cancelled() {
                return None;
            }
            let contest = variant.contest.as_ref();
            let trials = plan.trials_of(contest, self.trials);
            let exact = seeded.exact(variant, trials);
            let wholly = exact.as_ref().filter(|exact| {
                plan.trials.is_none() && exact.metrics.len() == contest.metrics().len()
            });
            let results = if let Some(exact) = wholly {
                Results::exact(variant.identity(), contest, plan.seed, exact)
            } else {
                let finished = match self.kept[index].take() {
                    Some(tally) => Finished {
                        tally,
                        trials: 0..trials,
                        stopped: StopReason::Trials,
                    },
                    None => seeded.finished(contest, 0..trials)?,
                };
                let (identity, exact) = (variant.identity(), exact.as_ref());
                Results::sampled(identity, contest, plan.seed, &finished, false, exact)
            };
            let known = |figure: &Quantity| {
                let found = figure.figure(&results)?;
                let solved = exact.as_ref().filter(|_| !found.is_exact());
                let statistic = Statistic::expected(figure, contest)?;
                Some(
                    solved
                        .and_then(|exact| statistic.exact(contest, exact))
                        .unwrap_or(found),
                )
            };
            Some(Setting {
                values: settings[index].clone(),
                readings: figures.iter().map(known).collect(),
                results,
            })
        });
        Some(SweepResult {
            scenario: self.scenario.identity(),
            seed: self.plan.seed,
            vary: self.vary,
            figures: self.figures,
            target: target(self.scenario),
            settings: played?,
            left_out: self.variants.left_out,
        })
    }
}

impl SweepResult {
    /// Returns the indices of the keys with more than one value; the first key if there are none.
    pub fn axes(&self) -> Vec<usize> {
        let several = |&key: &usize| self.vary[key].values.len() > 1;
        let axes: Vec<usize> = (0..self.vary.len()).filter(several).collect();
        if axes.is_empty() { vec![0] } else { axes }
    }

    /// Returns the setting with these value indices.
    pub fn setting(&self, values: &[usize]) -> Option<&Setting> {
        // The settings are sorted by their values.
        let place = self
            .settings
            .binary_search_by(|one| one.values[..].cmp(values));
        place.ok().map(|index| &self.settings[index])
    }

    /// Returns the trends of a figure along a key, given their indices: one trend for each
    /// combination of the other keys' values that has more than one setting.
    pub fn monotonicities(&self, figure: usize, key: usize) -> Vec<Monotonicity> {
        let others = self.settings.iter().map(|one| {
            let mut values = one.values.clone();
            values[key] = 0;
            values
        });
        let others: BTreeSet<Vec<usize>> = others.collect();
        let along = others.into_iter().filter_map(|mut values| {
            let line = (0..self.vary[key].values.len()).map(|value| {
                values[key] = value;
                self.setting(&values)
            });
            let line: Vec<Option<&Setting>> = line.collect();
            let readings = line
                .iter()
                .map(|one| one.and_then(|one| one.readings[figure]));
            let is_compared = line.iter().flatten().count() > 1 || self.settings.len() == 1;
            is_compared.then(|| monotonicity(&readings.collect::<Vec<_>>()))
        });
        along.collect()
    }
}

#[cfg(test)]
mod tests;
