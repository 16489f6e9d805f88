//! Questions about a scenario: the options of each, what they are where nobody says otherwise, and how it is answered.
//!
//! The command line, Python and the page in the browser ask the same questions. The doc comments of options are the
//! help of the command line.
//!
//! A question is a file here: a struct of options that implements [`Question`]. The command line shows it once it is
//! named in `cli::Command`, `report` once it is among the answers of a report.

mod advise;
mod batch;
mod check;
mod command;
mod compare;
mod drama;
mod exact;
mod given;
pub mod held;
mod hint;
mod ladder;
pub mod numbers;
pub mod parts;
pub mod run;
#[cfg(feature = "cli")]
pub mod sources;
mod sweep;
mod trace;
mod tune;

pub use advise::Advise;
pub use batch::{Answered, Batch};
pub use check::Check;
pub use command::options;
pub use compare::Compare;
pub use drama::Drama;
pub use exact::Exact;
pub use given::Given;
pub use hint::Hint;
pub use ladder::Ladder;
pub use run::{Asked, Playing, Run, SEED, Shown};
pub use sweep::Sweep;
pub use trace::Trace;
pub use tune::{Aim, Tune};

use crate::analysis::Listen;
use crate::report::{Others, Replay};
use crate::scenario::{LoadError, Scenario};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A question about one scenario.
pub trait Question: Clone + Default + Serialize {
    /// The command of the command line.
    const NAME: &'static str;
    /// Whether scenarios that are asked about together have one answer.
    const IS_JOINT: bool = false;
    /// Whether scenarios that are asked about together have a chart.
    const HAS_JOINT_CHART: bool = false;

    /// What an answer keeps for [`Question::together`].
    type Found: Clone + Send + 'static;

    /// Answers it. Returns `None` where it was interrupted and nothing is known.
    ///
    /// # Errors
    /// All that is wrong with the options, or why the scenario has no answer.
    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<Answered<Self::Found>>, Vec<Problem>>;

    /// Returns the message for a scenario where the question is interrupted and nothing is known.
    fn interrupted(&self, path: &str) -> String;

    /// Returns the seed and threads, where the question has them.
    fn pace(&self) -> Option<&Pace> {
        None
    }

    /// Checks the options apart from any scenario.
    ///
    /// # Errors
    /// All that is wrong with them.
    fn check(&self) -> Result<(), Vec<Problem>> {
        Ok(())
    }

    /// Checks the options against a scenario, as far as that takes no time.
    ///
    /// # Errors
    /// All that is wrong with them.
    fn fits(&self, _scenario: &Scenario) -> Result<(), Vec<Problem>> {
        Ok(())
    }

    /// Returns why several scenarios are refused, if they are.
    fn single(&self) -> Option<&'static str> {
        None
    }

    /// Splits a question about several changes into one about each.
    fn split(&self) -> Vec<Self> {
        vec![self.clone()]
    }

    /// Returns the question for scenarios that are asked about together, such as with a chance of errors that is
    /// shared among them.
    fn among(&self, _scenarios: &[Scenario]) -> Self {
        self.clone()
    }

    /// Returns the name of the scenario of this path in messages, with the change that the question is about.
    fn about(&self, path: &str) -> String {
        path.to_owned()
    }

    /// Joins the answers of a call. `others` are given where several scenarios were asked about.
    fn together(&self, answered: Vec<Answered<Self::Found>>, others: Option<&Others>) -> Batch {
        let answers = answered.into_iter().map(Answered::bare);
        Batch::new(answers.collect(), others)
    }

    /// Returns the options that differ from their defaults as they are typed: ` --tolerance 0.01 -n 100`.
    fn options(&self) -> String {
        options(self)
    }

    /// Returns the command line that asks it of a scenario.
    fn command_line(&self, scenario: &Scenario) -> String {
        replay(scenario).command(Self::NAME, &self.options())
    }
}

macro_rules! any {
    ($($name:ident),* $(,)?) => {
        /// A question as programs write it: its options, with its name under `question`.
        #[derive(Clone, Debug, Deserialize)]
        #[serde(tag = "question", rename_all = "snake_case")]
        pub enum Any {
            $(
                #[doc = concat!("`", stringify!($name), "`.")]
                $name(Box<$name>),
            )*
        }

        impl Any {
            /// Answers it. Returns `None` where it was interrupted and nothing is known.
            ///
            /// # Errors
            /// All that is wrong with the options, or why the scenario has no answer.
            pub fn ask(
                &self,
                scenario: &Scenario,
                context: &Context<'_>,
            ) -> Result<Option<Answered>, Vec<Problem>> {
                match self {
                    $(Self::$name(question) => answered(&**question, scenario, context),)*
                }
            }
        }
    };
}

any!(
    Advise, Check, Compare, Drama, Exact, Given, Hint, Ladder, Run, Sweep, Tune
);

/// The chance of a wrong verdict of `compare` and `check`, where the options do not say it.
const ALPHA: f64 = 0.05;

/// Returns the message about an interrupted question whose answer is of the trials that were finished.
fn finished(scenario: &Scenario, trials: u64) -> String {
    format!(
        "interrupted: {} has {trials} finished trials, and its figures are of those",
        scenario.path
    )
}

/// Answers a question whose options are not checked yet.
fn answered<Q: Question>(
    question: &Q,
    scenario: &Scenario,
    context: &Context<'_>,
) -> Result<Option<Answered>, Vec<Problem>> {
    question.check()?;
    question.fits(scenario)?;
    if question.split().len() > 1 {
        let text = "more than one value: give one, and ask again for each of the others";
        return Err(vec![Problem::Input(text.to_owned())]);
    }
    Ok(question.ask(scenario, context)?.map(Answered::bare))
}

/// What a question needs beside its options.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Shows the progress.
    pub observer: &'a dyn Observer,
    /// Whether the answer is to have one chart and no more.
    pub one_chart: bool,
    /// Whether people read the answer, and no program.
    pub is_read: bool,
    /// The most trials of anything that is played, where the question does not say how many.
    pub most: Option<u64>,
}

impl<'a> Context<'a> {
    /// A context without wishes.
    pub fn new(observer: &'a dyn Observer) -> Self {
        Self {
            observer,
            one_chart: false,
            is_read: false,
            most: None,
        }
    }
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Problem {
    /// The options do not fit the scenario, or it has no such answer. The text names the scenario.
    Input(String),
    /// Reading failed.
    Storage(String),
    /// It was interrupted; what became of the work.
    Interrupted(String),
    /// A change of the scenario is refused.
    Refused(LoadError),
    /// The scenario has none of these keys, which is a fault unless other scenarios have them.
    Absent {
        /// The keys as they were typed.
        keys: Vec<String>,
        /// What is said where no scenario has them.
        text: String,
    },
}

impl Problem {
    /// A problem with a scenario.
    fn with(scenario: &Scenario, problem: impl std::fmt::Display) -> Self {
        Self::Input(format!("{}: {problem}", scenario.path))
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Input(text)
            | Self::Storage(text)
            | Self::Interrupted(text)
            | Self::Absent { text, .. } => formatter.write_str(text),
            Self::Refused(error) => error.fmt(formatter),
        }
    }
}

/// Work that takes time.
#[derive(Clone, Copy, Debug)]
pub enum Work<'a> {
    /// So many trials; with `open_end` it may end long before.
    Trials {
        /// The most trials.
        most: u64,
        /// Whether it may end long before.
        open_end: bool,
    },
    /// Steps, by the plural of their name.
    Steps(&'a str),
    /// The changes of advice, within a time.
    Changes(Option<Duration>),
    /// Something of unknown length, such as `solving`.
    Other(&'a str),
}

/// Shows the progress of questions.
pub trait Observer: Sync {
    /// Begins to show work on the scenario with this title, until the value that it returns is dropped.
    fn begin<'a>(&'a self, title: &str, work: Work<'_>) -> Box<dyn Progress + 'a>;
}

/// The progress of work.
pub trait Progress: Listen {
    /// Shows that `done` of `all` steps are done.
    fn reached(&self, _done: usize, _all: usize) {}
}

/// Shows nothing.
impl Observer for crate::sim::Unwatched {
    fn begin<'a>(&'a self, _: &str, _: Work<'_>) -> Box<dyn Progress + 'a> {
        Box::new(Self)
    }
}

impl Progress for crate::sim::Unwatched {}

/// How to play where the trials are a question's own affair.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
pub struct Pace {
    /// Which luck, 0 to 2^63 - 1 [default: what the scenario says, else 1]
    #[cfg_attr(feature = "cli", arg(short, long, help_heading = COMMON, value_name = "S", value_parser = numbers::seed, allow_negative_numbers = true))]
    pub seed: Option<u64>,
    /// Worker threads [default: one a core]; results do not depend on it
    #[cfg_attr(feature = "cli", arg(short = 'j', long, help_heading = COMMON, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024)))]
    #[serde(skip_serializing)]
    pub threads: Option<u16>,
    /// No progress bar
    #[cfg_attr(feature = "cli", arg(short, long, help_heading = COMMON))]
    #[serde(skip_serializing)]
    pub quiet: bool,
}

/// The heading of options that most commands have.
#[cfg(feature = "cli")]
pub(crate) const COMMON: &str = "Common options";

impl Pace {
    /// Returns the seed of a scenario's trials.
    pub fn seed(&self, scenario: &Scenario) -> u64 {
        self.seed.or(scenario.seed).unwrap_or(SEED)
    }

    /// Returns the same with this seed.
    pub(crate) fn with(&self, seed: u64) -> Self {
        Self {
            seed: Some(seed),
            ..self.clone()
        }
    }

    /// Returns the number of worker threads; 0 for one a core.
    pub fn threads(&self) -> usize {
        self.threads.map_or(0, usize::from)
    }
}

/// Returns a scenario as commands name it.
pub fn replay(scenario: &Scenario) -> Replay<'_> {
    Replay {
        path: &scenario.path,
        assignments: &scenario.assignments,
    }
}
