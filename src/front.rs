//! Public API: open a scenario, play or solve it, and read its figures.

use crate::ask::{TrialOptions, run};
use crate::document::unknown;
use crate::report::{headline, json, results_answer};
use crate::scenario::{self, LIBRARY, Library};
use crate::sim::{self, NoProgress};
use crate::stats::Figure;
use std::fmt;

/// A contest with its players, from a file.
///
/// ```
/// let canyon = evenodds::Scenario::load("@canyon")?.with("side.heroes.player=finisher")?;
/// let results = canyon.run(20_000).seed(7).results()?;
/// let heroes = results.outcome("heroes")?;
/// assert!(heroes.interval.contains(heroes.value));
/// assert_eq!(heroes.to_string(), "17.1% (95% CI 16.6–17.7)");
/// # Ok::<(), evenodds::Error>(())
/// ```
#[derive(Debug)]
pub struct Scenario(scenario::Scenario);

/// A run of a scenario, before it is played by [`results`](Run::results).
#[derive(Clone, Debug)]
#[must_use = "a run is played by `results`"]
pub struct Run<'a> {
    scenario: &'a Scenario,
    options: TrialOptions,
}

/// Outcomes and metrics of a scenario, from trials or exact.
#[derive(Clone, Debug)]
pub struct Results(sim::Results);

/// An error of the library, with a message for people: what is wrong, where, and what is accepted.
#[derive(Clone, PartialEq, Eq)]
pub struct Error(String);

/// The message, since `main` prints a returned error in this form.
impl fmt::Debug for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl Error {
    fn of(error: impl fmt::Display) -> Self {
        Self(error.to_string())
    }

    fn no_value() -> Self {
        Self("no trial has this figure".to_owned())
    }

    /// Returns the error for a name that is not among `known`.
    fn unknown(what: &str, name: &str, known: &[&str]) -> Self {
        Self(unknown(what, name, known))
    }
}

impl Scenario {
    /// Opens a file, a built-in scenario such as `@canyon`, or a link.
    ///
    /// # Errors
    /// The file cannot be read or has faults; the message has all of them.
    pub fn load(path: &str) -> Result<Self, Error> {
        Self::load_from(&LIBRARY, path)
    }

    /// Opens a file, a built-in scenario or a link with the kinds of another library, such as one
    /// with your own game.
    ///
    /// # Errors
    /// The file cannot be read or has faults; the message has all of them.
    pub fn load_from(library: &'static Library, path: &str) -> Result<Self, Error> {
        library.open(path, &[]).map(Self).map_err(Error::of)
    }

    /// Returns the scenario of a text in TOML. Files that it uses are relative to the working folder.
    ///
    /// # Errors
    /// The text has faults; the message has all of them.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let scenario = LIBRARY.load("-", text.as_bytes(), &[]);
        scenario.map(Self).map_err(Error::of)
    }

    /// Returns the scenario with a key assigned, as by `--set`: `side.heroes.player=finisher`.
    ///
    /// # Errors
    /// The assignment has faults.
    pub fn with(&self, assignment: &str) -> Result<Self, Error> {
        let scenario = self.0.with(&[assignment.to_owned()]);
        scenario.map(Self).map_err(Error::of)
    }

    /// Returns the title.
    pub fn title(&self) -> &str {
        &self.0.title
    }

    /// Returns a run of this many trials, at least 1, with the random seed of the file, on all
    /// cores.
    pub fn run(&self, trials: u64) -> Run<'_> {
        Run {
            scenario: self,
            options: TrialOptions {
                trials: Some(trials),
                ..TrialOptions::default()
            },
        }
    }

    /// Returns the exact answer.
    ///
    /// # Errors
    /// The contest has no exact answer; the message has the reason.
    pub fn exact(&self) -> Result<Results, Error> {
        let exact = self.0.exact().map_err(Error::of)?;
        let contest = self.0.contest.as_ref();
        Ok(Results(sim::Results::exact(
            self.0.identity(),
            contest,
            0,
            &exact,
        )))
    }
}

impl Run<'_> {
    /// Sets the random seed. Equal seeds give equal results. The command line takes seeds up to
    /// 2^63 − 1.
    pub fn seed(mut self, seed: u64) -> Self {
        self.options.common.seed = Some(seed);
        self
    }

    /// Sets the number of worker threads, 0 for one per core. It changes no result.
    pub fn threads(mut self, threads: u16) -> Self {
        self.options.common.threads = Some(threads);
        self
    }

    /// Plays the trials. If a solver is estimated to need at most a minute, or the time of the trials,
    /// the results have the exact answer too. Players that cannot be computed before the trials are
    /// replaced by simpler ones, as [`to_json`](Results::to_json) lists them.
    ///
    /// # Errors
    /// The trials contradict the exact answer, which is a fault of the kind's rules or solver.
    pub fn results(self) -> Result<Results, Error> {
        // The scenario itself keeps its players, for exact answers.
        let mut scenario = self.scenario.0.with(&[]).map_err(Error::of)?;
        scenario.play();
        let played = run::play(&scenario, &self.options, "run", &NoProgress);
        played
            .map(|shown| Results(shown.results))
            .map_err(Error::of)
    }
}

impl Results {
    /// Returns the number of trials; 0 for an exact answer.
    pub fn trials(&self) -> u64 {
        self.0.trials
    }

    /// Returns the names of the outcomes, the most important one first.
    pub fn outcomes(&self) -> impl Iterator<Item = &str> {
        self.0.outcomes.iter().map(|outcome| &*outcome.name)
    }

    /// Returns the names of the metrics.
    pub fn metrics(&self) -> impl Iterator<Item = &str> {
        self.0.metrics.iter().map(|metric| &*metric.name)
    }

    /// Returns the share of an outcome: the exact one if it is known, else that of the trials.
    ///
    /// # Errors
    /// No outcome has this name, or there are no trials.
    pub fn outcome(&self, name: &str) -> Result<Figure, Error> {
        self.named(name)?.best().ok_or_else(Error::no_value)
    }

    /// Returns the share of an outcome among the trials, also if the exact one is known.
    ///
    /// # Errors
    /// No outcome has this name, or there are no trials.
    pub fn sampled_outcome(&self, name: &str) -> Result<Figure, Error> {
        let share = self.named(name)?.share.filter(|share| !share.is_exact());
        share.ok_or_else(Error::no_value)
    }

    /// Returns the mean of a metric, such as `turns`, over the trials in which it was measured; of a
    /// yes-or-no metric it is a share. It is exact if that is known, else of the trials.
    ///
    /// # Errors
    /// No metric has this name, or it was not measured in any trial.
    pub fn mean(&self, name: &str) -> Result<Figure, Error> {
        let names: Vec<&str> = self.metrics().collect();
        let found = sim::metric_named(&self.0.metrics, name);
        let found = found.ok_or_else(|| Error::unknown("metric", name, &names))?;
        found.best_mean().ok_or_else(Error::no_value)
    }

    fn named(&self, name: &str) -> Result<&sim::OutcomeResult, Error> {
        let found = self.0.outcomes.iter().find(|outcome| outcome.name == name);
        let names: Vec<&str> = self.outcomes().collect();
        found.ok_or_else(|| Error::unknown("outcome", name, &names))
    }

    /// Returns the results as a sentence, which begins with the title.
    pub fn headline(&self) -> String {
        headline(&self.0, None).to_string()
    }

    /// Returns the results in the format of `evenodds run --format json`.
    pub fn to_json(&self) -> String {
        json(&results_answer(
            &self.0,
            &crate::report::ResultContext::default(),
        ))
    }
}
