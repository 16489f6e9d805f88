//! Questions about a scenario, with their options and defaults.
//!
//! The command line, Python and the page for browsers share them. The doc comment of an option is its
//! help on the command line, its description in Python and its label on the page.
//!
//! Each question is a module with a struct of options that implements [`Question`]. To add it to the
//! command line, name it in `cli::Command`; to add it to reports, ask it in `cli::report::one`.

mod advise;
mod batch;
mod check;
mod command;
mod compare;
mod drama;
pub mod earlier;
mod exact;
mod given;
mod hint;
mod ladder;
mod matchups;
#[cfg(test)]
mod media_tests;
pub mod numbers;
mod restrict;
pub mod run;
pub mod shards;
mod sweep;
mod trace;
mod tune;
mod why;

pub use advise::Advise;
pub use batch::{Batch, ScenarioAnswer};
pub use check::Check;
pub use command::options;
pub use compare::Compare;
pub use drama::Drama;
pub use exact::Exact;
pub use given::Given;
pub use hint::Hint;
pub use ladder::Ladder;
pub use matchups::Matchups;
pub use restrict::Restrict;
pub use run::{Run, RunPlan, ScreenResults, TrialOptions};
pub use sweep::Sweep;
pub use trace::Trace;
pub use tune::{Aim, Tune};
pub use why::Why;

use crate::analysis::{AdviseProgress, SEED};
use crate::document::grouped;
use crate::report::{BatchNotes, Replay};
use crate::scenario::{LoadError, Scenario};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A question about one scenario.
pub trait Question: Clone + Default + Serialize {
    /// Name of its command.
    const NAME: &'static str;
    /// True if a batch of scenarios has a single answer.
    const IS_JOINT: bool = false;
    /// True if trials are played, which need players that can be computed before.
    const IS_PLAYED: bool = true;
    /// True if a batch of scenarios has a chart.
    const HAS_JOINT_CHART: bool = false;

    /// Findings of an answer that [`Question::join`] needs.
    type Found: Clone + Send + 'static;

    /// Answers the question. Returns `None` if it was interrupted before there was any result.
    ///
    /// # Errors
    /// All problems with the options, or the reason why the scenario has no answer.
    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<ScenarioAnswer<Self::Found>>, Vec<Problem>>;

    /// Returns the message for a scenario whose question was interrupted without a result.
    fn interrupted(&self, path: &str) -> String {
        format!("interrupted: no result for {}", self.about(path))
    }

    /// Returns the seed and threads, if the question has such options.
    fn common(&self) -> Option<&CommonOptions> {
        None
    }

    /// Checks the options without a scenario.
    ///
    /// # Errors
    /// All problems with the options.
    fn check_options(&self) -> Result<(), Vec<Problem>> {
        Ok(())
    }

    /// Checks the options against a scenario, as far as that is immediate.
    ///
    /// # Errors
    /// All problems with the options.
    fn check(&self, _scenario: &Scenario) -> Result<(), Vec<Problem>> {
        Ok(())
    }

    /// Returns the reason to reject a batch of scenarios; `None` if the question accepts one.
    fn single(&self) -> Option<&'static str> {
        None
    }

    /// Splits a question about more than one change into one question per change.
    fn split(&self) -> Vec<Self> {
        vec![self.clone()]
    }

    /// Returns the question adapted to a batch of scenarios, such as with a family-wise error rate.
    fn for_batch(&self, _scenarios: &[Scenario]) -> Self {
        self.clone()
    }

    /// Returns the path of a scenario for messages, with the change that the question applies to it.
    fn about(&self, path: &str) -> String {
        path.to_owned()
    }

    /// Joins the answers of a call. `others` are the skipped files, if a batch was requested.
    fn join(
        &self,
        answered: Vec<ScenarioAnswer<Self::Found>>,
        others: Option<&BatchNotes>,
    ) -> Batch {
        let answers = answered.into_iter().map(ScenarioAnswer::bare);
        Batch::new(answers.collect(), others)
    }

    /// Returns the options that differ from their defaults, as typed: ` --tolerance 0.01 -n 100`.
    fn options(&self) -> String {
        options(self)
    }

    /// Returns the reproduce command for a scenario.
    fn command_line(&self, scenario: &Scenario) -> String {
        replay(scenario).command(Self::NAME, &self.options())
    }
}

macro_rules! any {
    ($($name:ident),* $(,)?) => {
        /// Any question, in its serialized form: its options, with its name under `question`.
        #[derive(Clone, Debug, Deserialize)]
        #[serde(tag = "question", rename_all = "snake_case")]
        pub enum Any {
            $(
                #[doc = concat!("`", stringify!($name), "`.")]
                $name(Box<$name>),
            )*
        }

        impl Any {
            /// Names of all questions.
            #[cfg(test)]
            const NAMES: &[&str] = &[$($name::NAME),*];

            /// Answers the question. Returns `None` if it was interrupted before there was any result.
            ///
            /// # Errors
            /// All problems with the options, or the reason why the scenario has no answer.
            pub fn ask(
                &self,
                scenario: &Scenario,
                context: &Context<'_>,
            ) -> Result<Option<ScenarioAnswer>, Vec<Problem>> {
                match self {
                    $(Self::$name(question) => answered(&**question, scenario, context),)*
                }
            }
        }
    };
}

any!(
    Advise, Check, Compare, Drama, Exact, Given, Hint, Ladder, Matchups, Restrict, Run, Sweep,
    Tune, Why
);

/// Returns the message about an interrupted question whose answer covers the finished trials.
fn finished(scenario: &Scenario, trials: u64) -> String {
    format!(
        "interrupted: the figures of {} are those of {} finished trials",
        scenario.path,
        grouped(trials)
    )
}

/// Checks the options of a question and answers it.
fn answered<Q: Question>(
    question: &Q,
    scenario: &Scenario,
    context: &Context<'_>,
) -> Result<Option<ScenarioAnswer>, Vec<Problem>> {
    question.check_options()?;
    question.check(scenario)?;
    if question.split().len() > 1 {
        let text = "--vary has more than one value; expected one value for each question";
        return Err(vec![Problem::Input(text.to_owned())]);
    }
    Ok(question.ask(scenario, context)?.map(ScenarioAnswer::bare))
}

/// Settings of a call that are not options of the question: the display of progress, the use of the
/// answer, and a maximum number of trials.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Display of the progress.
    pub observer: &'a dyn ProgressBars,
    /// True if the answer must have exactly one chart.
    pub one_chart: bool,
    /// True if the output has a headline, or its figures: all formats but frames.
    pub has_headline: bool,
    /// Maximum number of trials per run, cell or setting, if the question has no number of its own.
    pub most: Option<u64>,
}

impl<'a> Context<'a> {
    /// Creates a context with defaults for everything but the observer.
    pub fn new(observer: &'a dyn ProgressBars) -> Self {
        Self {
            observer,
            one_chart: false,
            has_headline: false,
            most: None,
        }
    }
}

/// Reason why there is no answer.
#[derive(Debug)]
pub enum Problem {
    /// The options do not fit the scenario, or it has no such answer. The text names the scenario.
    Input(String),
    /// Reading failed.
    Storage(String),
    /// Two figures contradict each other, which is a bug. The text has both, and a request to report it.
    Contradiction(String),
    /// The work was interrupted; the text reports what is left of it.
    Interrupted(String),
    /// An assignment to the scenario is invalid.
    Refused(LoadError),
    /// The scenario has none of these keys. This is a fault only if no scenario of the batch has them.
    InapplicableKey {
        /// Keys as typed.
        keys: Vec<String>,
        /// Message if no scenario has them.
        text: String,
    },
}

impl Problem {
    /// Creates an input problem that names the scenario.
    fn with(scenario: &Scenario, problem: impl std::fmt::Display) -> Self {
        Self::Input(format!("{}: {problem}", scenario.path))
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Input(text)
            | Self::Storage(text)
            | Self::Contradiction(text)
            | Self::Interrupted(text)
            | Self::InapplicableKey { text, .. } => formatter.write_str(text),
            Self::Refused(error) => error.fmt(formatter),
        }
    }
}

/// Kind of work, for a progress bar.
#[derive(Clone, Copy, Debug)]
pub enum Work<'a> {
    /// Trials.
    Trials {
        /// Maximum number of trials.
        most: u64,
        /// True if the run may stop long before the maximum.
        open_end: bool,
    },
    /// Steps, with the plural noun for them.
    Steps(&'a str),
    /// Changes of `advise`, with the time limit.
    Changes(Option<Duration>),
    /// Work of unknown length, such as `solving`.
    Other(&'a str),
}

/// Display of the progress of questions.
pub trait ProgressBars: Sync {
    /// Shows work on the scenario with this title until the returned value is dropped.
    fn begin<'a>(&'a self, title: &str, work: Work<'_>) -> Box<dyn WorkProgress + 'a>;
}

/// Progress of one piece of work.
pub trait WorkProgress: AdviseProgress {
    /// Reports that `done` of `all` steps are finished.
    fn reached(&self, _done: usize, _all: usize) {}
}

impl ProgressBars for crate::sim::NoProgress {
    fn begin<'a>(&'a self, _: &str, _: Work<'_>) -> Box<dyn WorkProgress + 'a> {
        Box::new(Self)
    }
}

impl WorkProgress for crate::sim::NoProgress {}

/// Seed, threads and progress: the options of all questions that play trials.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
pub struct CommonOptions {
    /// Random seed, 0 to 2^63 - 1 [default: the scenario's, else 1]
    #[cfg_attr(feature = "cli", arg(short, long, help_heading = COMMON, value_name = "S", value_parser = numbers::seed, allow_negative_numbers = true))]
    pub seed: Option<u64>,
    /// Worker threads; results do not depend on them [default: one per core]
    #[cfg_attr(feature = "cli", arg(short = 'j', long, help_heading = COMMON, value_name = "T", value_parser = numbers::threads))]
    #[serde(skip_serializing)]
    pub threads: Option<u16>,
    /// Hide the progress bar
    #[cfg_attr(feature = "cli", arg(short, long, help_heading = COMMON))]
    #[serde(skip_serializing)]
    pub quiet: bool,
}

/// Help heading of the options that most commands have.
#[cfg(feature = "cli")]
pub const COMMON: &str = "Common options";

impl CommonOptions {
    /// Returns the random seed for a scenario.
    pub fn seed(&self, scenario: &Scenario) -> u64 {
        self.seed.or(scenario.seed).unwrap_or(SEED)
    }

    /// Returns a copy with this seed.
    pub(crate) fn with(&self, seed: u64) -> Self {
        Self {
            seed: Some(seed),
            ..self.clone()
        }
    }

    /// Returns the number of worker threads; 0 for one per core.
    pub fn threads(&self) -> usize {
        self.threads.map_or(0, usize::from)
    }
}

/// Returns the scenario's part of a reproduce command.
pub fn replay(scenario: &Scenario) -> Replay<'_> {
    Replay {
        path: &scenario.path,
        assignments: &scenario.assignments,
    }
}
