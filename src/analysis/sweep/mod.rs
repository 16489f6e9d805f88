//! The grid over any keys: what does a contest become where they have other values?
//!
//! A setting is the scenario with a value for each varied key, as `--set` would give it. All settings
//! are checked before anything is played, and then played over the same trial numbers of the same
//! seed: on the same luck. A setting whose figures all have exact answers is solved and not played,
//! unless trials are asked for.

mod course;
mod known;

pub use course::{Course, Trend, course};
pub use known::Known;

use super::evidence::solved;
use crate::contest::{Contest, Exact};
use crate::scenario::{
    Figure, GridError, LoadError, Scenario, Vary, assignments, idle, idle_advice, settings,
    try_settings,
};
use crate::sim::{Identity, LEVEL, Plan, Results, StopReason, Watch, run};

/// Trials of a setting where nobody says otherwise.
pub const SWEEP_TRIALS: u64 = 100_000;
/// Trials of a setting with a slow player, where nobody says otherwise.
pub const SLOW_SWEEP_TRIALS: u64 = 2_000;

/// What to play.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SweepPlan {
    /// The keys with their values; the scenario's `[sweep]` where there are none.
    pub vary: Vec<Vary>,
    /// The figures to look at, by name; those of `[sweep]`, else the first outcome, where none are
    /// named.
    pub figures: Vec<String>,
    /// Trials of each setting, also of those that have an exact answer. Where `None`, those that have
    /// none are played as `[sweep]` says, else [`SWEEP_TRIALS`] times, or [`SLOW_SWEEP_TRIALS`] times
    /// with a slow player.
    pub trials: Option<u64>,
    /// No setting has more trials than this unless `trials` says so.
    pub most: Option<u64>,
    /// The seed, 0 to 2^63 - 1.
    pub seed: u64,
    /// Worker threads; 0 for one a core.
    pub threads: usize,
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
    pub readings: Vec<Option<Known>>,
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
    pub figures: Vec<Figure>,
    /// The settings; the last key varies fastest.
    pub settings: Vec<Setting>,
}

/// A checked grid, ready to be played.
#[derive(Debug)]
pub struct Grid<'a> {
    scenario: &'a Scenario,
    plan: SweepPlan,
    vary: Vec<Vary>,
    settings: Vec<Vec<usize>>,
    figures: Vec<Figure>,
}

/// Checks all settings of a sweep, and plays none.
///
/// # Errors
/// All that is wrong with the keys, the settings and the figures: at least one error.
pub fn grid<'a>(scenario: &'a Scenario, plan: &SweepPlan) -> Result<Grid<'a>, Vec<SweepError>> {
    let table = scenario.sweep.as_ref();
    let vary = if plan.vary.is_empty() {
        table.map(|table| table.vary.clone()).unwrap_or_default()
    } else {
        plan.vary.clone()
    };
    let mut errors = Vec::new();
    let settings = match settings(&vary) {
        Ok(settings) => settings,
        Err(error) => {
            errors.push(error.into());
            Vec::new()
        }
    };
    let hash = |assignments: &[String]| Ok(scenario.varied(assignments)?.hash);
    match try_settings(&vary, &settings, hash) {
        Ok(hashes) => {
            let idle = idle(&vary, &settings, &hashes).into_iter();
            errors.extend(idle.map(|key| SweepError::Idle(vary[key].path.clone())));
        }
        Err(error) => errors.push(error.into()),
    }
    let mut figures = Vec::new();
    for name in &plan.figures {
        let found = Figure::read(name, scenario.contest.as_ref()).or_else(|problem| {
            // Settings may have other outcomes and metrics than the file.
            let mut others = settings
                .iter()
                .filter_map(|setting| scenario.varied(&assignments(&vary, setting)).ok());
            let found = others.find_map(|other| Figure::read(name, other.contest.as_ref()).ok());
            found.ok_or(problem)
        });
        match found {
            Ok(figure) if figures.contains(&figure) => {}
            Ok(figure) => figures.push(figure),
            Err(problem) => errors.push(SweepError::Figure {
                name: name.clone(),
                problem,
            }),
        }
    }
    if plan.figures.is_empty() {
        figures = table.map(|table| table.figures.clone()).unwrap_or_default();
        if figures.is_empty() {
            let first = scenario.contest.outcomes().first();
            figures.extend(first.map(|outcome| Figure::Share(outcome.name.clone())));
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok(Grid {
        scenario,
        plan: plan.clone(),
        vary,
        settings,
        figures,
    })
}

impl Grid<'_> {
    /// How many settings there are.
    pub fn len(&self) -> usize {
        self.settings.len()
    }

    /// Whether there are none; there always are some.
    pub fn is_empty(&self) -> bool {
        self.settings.is_empty()
    }

    /// The figures that will be looked at.
    pub fn figures(&self) -> &[Figure] {
        &self.figures
    }

    /// Solves or plays all settings. `finished` is called with how many are done and how many there
    /// are, at the start and after each. `None` if `watch` cancelled it: half a grid misleads.
    ///
    /// # Errors
    /// A file that the settings use has changed since they were checked.
    pub fn play(
        &self,
        watch: &dyn Watch,
        finished: &dyn Fn(usize, usize),
    ) -> Result<Option<Sweep>, SweepError> {
        finished(0, self.settings.len());
        let mut played = Vec::with_capacity(self.settings.len());
        for setting in &self.settings {
            if watch.cancelled() {
                return Ok(None);
            }
            let varied = self.scenario.varied(&assignments(&self.vary, setting))?;
            let contest = varied.contest.as_ref();
            let exact = solved(contest, watch);
            let Some(results) = self.results(&varied, exact.as_ref(), watch) else {
                return Ok(None);
            };
            let figures = self.figures.iter();
            let known = |figure| Known::of(figure, contest, exact.as_ref(), &results);
            played.push(Setting {
                values: setting.clone(),
                readings: figures.map(known).collect(),
                results,
            });
            finished(played.len(), self.settings.len());
        }
        Ok(Some(Sweep {
            scenario: self.scenario.identity(),
            seed: self.plan.seed,
            vary: self.vary.clone(),
            figures: self.figures.clone(),
            settings: played,
        }))
    }

    /// Solves or plays a setting; `None` if it was cancelled.
    fn results(
        &self,
        varied: &Scenario,
        exact: Option<&Exact>,
        watch: &dyn Watch,
    ) -> Option<Results> {
        let contest = varied.contest.as_ref();
        if self.plan.trials.is_none()
            && let Some(exact) = exact
            && exact.metrics.len() == contest.metrics().len()
        {
            let identity = varied.identity();
            return Some(Results::exact(identity, contest, self.plan.seed, exact));
        }
        let plan = Plan {
            seed: self.plan.seed,
            trials: 0..self.trials(contest),
            threads: self.plan.threads,
            precision: None,
            alpha: 1.0 - LEVEL,
            piece: None,
        };
        let finished = run(contest, &plan, watch);
        (finished.stopped != StopReason::Interrupted).then(|| {
            let identity = varied.identity();
            Results::sampled(identity, contest, plan.seed, &finished, false, exact)
        })
    }

    /// How many trials a setting has. The time that a player takes plays no part: it is not the same
    /// twice.
    fn trials(&self, contest: &dyn Contest) -> u64 {
        let usual = if contest.is_slow() {
            SLOW_SWEEP_TRIALS
        } else {
            SWEEP_TRIALS
        };
        let table = self.scenario.sweep.as_ref();
        // Those of the file are meant for its own keys.
        let own = table
            .filter(|_| self.plan.vary.is_empty())
            .and_then(|table| table.trials);
        let most = self.plan.most.unwrap_or(u64::MAX);
        let trials = self.plan.trials;
        trials.unwrap_or_else(|| own.unwrap_or(usual).min(most))
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
    pub fn courses(&self, figure: usize, key: usize) -> Vec<Course> {
        let starts = self.settings.iter().filter(|one| one.values[key] == 0);
        starts
            .map(|start| {
                let mut values = start.values.clone();
                let line = (0..self.vary[key].values.len()).map(|value| {
                    values[key] = value;
                    self.setting(&values)?.readings[figure]
                });
                course(&line.collect::<Vec<_>>())
            })
            .collect()
    }
}

#[cfg(test)]
mod tests;
