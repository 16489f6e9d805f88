//! Questions about a scenario: the options of each, what they are where nobody says otherwise, and how it is answered.
//!
//! The command line, Python and the page in the browser ask the same questions. The doc comments of options are the
//! help of the command line.
//!
//! A question is a file here: a struct of options that implements [`Question`]. The command line shows it once it is
//! named in `cli::Command`, `report` once it is among the answers of a report.

mod advise;
mod drama;
mod exact;
mod hint;
mod ladder;
pub mod numbers;
pub mod parts;
pub mod run;
mod sweep;
mod tune;

pub use advise::{Advise, Budget};
pub use drama::Drama;
pub use exact::Exact;
pub use hint::Hint;
pub use ladder::Ladder;
pub use run::{Asked, Playing, SEED, Shown};
pub use sweep::Sweep;
pub use tune::{Aim, Tune};

use crate::analysis::Listen;
use crate::report::{Answer, Replay};
use crate::scenario::{LoadError, Scenario};
use serde::Deserialize;
use std::time::Duration;

/// A question about one scenario.
pub trait Question {
    /// The command of the command line.
    const NAME: &'static str;

    /// Answers it. Returns `None` where it was interrupted and nothing is known.
    ///
    /// # Errors
    /// All that is wrong with the options, or why the scenario has no answer.
    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<Answered>, Vec<Problem>>;

    /// Returns the message for a scenario where the question is interrupted and nothing is known.
    fn interrupted(&self, path: &str) -> String;

    /// Checks the options apart from any scenario.
    ///
    /// # Errors
    /// All that is wrong with them.
    fn check(&self) -> Result<(), Vec<Problem>> {
        Ok(())
    }

    /// Returns why several scenarios are refused, if they are.
    fn single(&self) -> Option<&'static str> {
        None
    }

    /// Returns options such as the seed as they were typed, for a command about all scenarios: ` -n 100`.
    fn typed(&self) -> String {
        String::new()
    }
}

/// What a question needs beside its options.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Shows the progress.
    pub observer: &'a dyn Observer,
    /// Whether the answer is to have one chart and no more.
    pub one_chart: bool,
}

/// The answer about one scenario.
#[derive(Clone, Debug)]
pub struct Answered {
    /// What was found out.
    pub answer: Answer,
    /// The options that give the same again, beside those that were typed: ` -n 100 -s 1`.
    pub again: String,
    /// Whether a target, where the question has one, is met.
    pub met: bool,
    /// What is said where it was interrupted, and the answer is of a part.
    pub part: Option<String>,
}

impl Answered {
    /// An answer that is whole.
    pub fn new(answer: Answer, again: String) -> Self {
        Self {
            answer,
            again,
            met: true,
            part: None,
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
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
pub struct Pace {
    /// Which luck, 0 to 2^63 - 1 [default: what the scenario says, else 1]
    #[cfg_attr(feature = "cli", arg(short, long, help_heading = COMMON, value_name = "S", value_parser = numbers::seed, allow_negative_numbers = true))]
    pub seed: Option<u64>,
    /// Worker threads [default: one a core]; results do not depend on it
    #[cfg_attr(feature = "cli", arg(short = 'j', long, help_heading = COMMON, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024)))]
    pub threads: Option<u16>,
    /// No progress bar
    #[cfg_attr(feature = "cli", arg(short, long, help_heading = COMMON))]
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

/// Returns trials and a seed as options.
pub(crate) fn typed(trials: Option<u64>, seed: Option<u64>) -> String {
    let typed = [("-n", trials), ("-s", seed)].into_iter();
    let typed = typed.filter_map(|(name, value)| Some(format!(" {name} {}", value?)));
    typed.collect()
}
