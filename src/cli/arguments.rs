//! Arguments that several commands have.

mod kind;

pub use kind::{KindArguments, KindName, Start};

use super::numbers;
use crate::report::Frame;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The chance of a wrong verdict where nobody says otherwise.
pub const ALPHA: f64 = 0.05;
/// Which scenario, changed how.
#[derive(Debug, Args)]
pub struct Source {
    /// A scenario file; `-` for standard input, @NAME for one inside the program
    #[arg(value_name = "FILE")]
    pub file: String,
    #[command(flatten)]
    pub changes: Changes,
}

/// Changes to a scenario.
#[derive(Clone, Debug, Args)]
pub struct Changes {
    /// Change a key before anything is played (repeatable): rules.half=down,
    /// side.heroes.Dirk.classes[0].dice=5; side.heroes.Dirk= leaves out; helper.count=3 makes a list so long; names with
    /// blanks in quotes; `evenodds list KIND` names the keys
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub assignments: Vec<String>,
}

/// How to play.
#[derive(Clone, Debug, Args)]
pub struct Playing {
    /// How many trials: 1000000, 2e6, 10M [default: what the scenario says, else as many as about
    /// a second on two cores pays for, at most 1,000,000]
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub trials: Option<u64>,
    /// Which luck, 0 to 2^63 - 1 [default: what the scenario says, else 1]
    #[arg(short, long, value_name = "S", value_parser = numbers::seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Worker threads [default: one a core]; results do not depend on it
    #[arg(short = 'j', long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Stop once every outcome's interval is within +-H, such as 0.005 for half a per cent, looking
    /// at fixed numbers of trials; the intervals stay valid however often one looks. -n is the most
    /// to play [default: 100M]
    #[arg(long, value_name = "H", value_parser = numbers::half_width, allow_negative_numbers = true)]
    pub precision: Option<f64>,
    /// No progress bar
    #[arg(short, long)]
    pub quiet: bool,
}

/// How to play where the trials are a command's own affair.
#[derive(Clone, Debug, Args)]
pub struct Pace {
    /// Which luck, 0 to 2^63 - 1 [default: what the scenario says, else 1]
    #[arg(short, long, value_name = "S", value_parser = numbers::seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Worker threads [default: one a core]; results do not depend on it
    #[arg(short = 'j', long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// No progress bar
    #[arg(short, long)]
    pub quiet: bool,
}

impl Pace {
    /// The same with so many trials.
    pub fn playing(&self, trials: Option<u64>) -> Playing {
        Playing {
            trials,
            seed: self.seed,
            threads: self.threads,
            precision: None,
            quiet: self.quiet,
        }
    }
}

/// Where an answer goes, and how it looks.
#[derive(Clone, Debug, Args)]
pub struct Output {
    /// How results look
    #[arg(short, long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Write to a file instead of standard output (`-`); a file that is there is replaced
    #[arg(short, long, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// Colours on the screen
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
    #[command(flatten)]
    pub csv: Csv,
}

/// The same for answers with several frames.
#[derive(Clone, Debug, Args)]
pub struct Framed {
    /// Which frame CSV holds
    #[cfg(feature = "frames")]
    #[arg(long, value_enum, default_value_t = FrameName::Outcomes)]
    pub frame: FrameName,
    #[command(flatten)]
    pub output: Output,
}

impl Framed {
    /// The frame that CSV holds.
    #[cfg_attr(
        not(feature = "frames"),
        expect(clippy::unused_self, reason = "without CSV there is nothing to choose")
    )]
    pub fn frame(&self) -> Frame {
        #[cfg(feature = "frames")]
        return self.frame.frame();
        #[cfg(not(feature = "frames"))]
        Frame::Outcomes
    }
}

/// Where a chart goes.
#[derive(Clone, Debug, Args)]
pub struct Drawn {
    /// Write the chart as well, as SVG or PNG by the end of the name; a file that is there is replaced
    #[cfg_attr(feature = "charts", arg(long, value_name = "FILE.svg|FILE.png"))]
    #[cfg_attr(not(feature = "charts"), arg(skip))]
    pub chart: Option<PathBuf>,
}

/// How CSV is written.
#[derive(Clone, Copy, Debug, Args)]
pub struct Csv {
    /// In CSV, an apostrophe before every text that a spreadsheet would take for a formula, which begins
    /// with =, +, - or @
    #[cfg_attr(feature = "frames", arg(long))]
    #[cfg_attr(not(feature = "frames"), arg(skip))]
    pub safe_csv: bool,
}

/// Which scenarios, also below folders, changed how.
#[derive(Clone, Debug, Args)]
pub struct FolderSources {
    /// Scenario files, or folders: all TOML files below them that have a `kind`, but none in hidden
    /// folders and in reports; patterns such as 'fights/*.toml'; `-` for standard input, @NAME for one inside the
    /// program, '@KIND/*' for all of a kind
    #[arg(required = true, value_name = "FILE|DIR")]
    pub files: Vec<String>,
    #[command(flatten)]
    pub changes: Changes,
}

/// How results look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A sentence and a table for people
    Table,
    /// Everything; an object, or an array for several scenarios
    Json,
    /// One frame in long form
    #[cfg(feature = "frames")]
    Csv,
    /// Tables for a document
    Markdown,
    /// A page with charts
    #[cfg(feature = "charts")]
    Html,
}

/// How a story looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StoryFormat {
    /// Lines for people
    Text,
    /// An object
    Json,
}

/// A frame of results.
#[cfg(feature = "frames")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FrameName {
    /// A row for each outcome
    Outcomes,
    /// A row for each metric, overall and by outcome
    Metrics,
    /// A row for each value of each metric
    Histograms,
}

#[cfg(feature = "frames")]
impl FrameName {
    /// The frame of that name.
    pub fn frame(self) -> Frame {
        match self {
            Self::Outcomes => Frame::Outcomes,
            Self::Metrics => Frame::Metrics,
            Self::Histograms => Frame::Histograms,
        }
    }
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What a contest is meant to be.
#[derive(Debug, Args)]
pub struct AimArguments {
    /// What is meant: an outcome and its share, as in heroes=0.5, heroes=50% or heroes=50%..60%, or a figure of a metric,
    /// as in p50.turns=6 or mean.turns=5.5 [default: that of the scenario's [tune] table]
    #[arg(long, value_name = "FIGURE=VALUE")]
    pub target: Option<String>,
    /// How near is near enough [default: what the scenario says, else 0.01 for a share, 0.1 for a
    /// mean, 0 for a quantile]
    #[arg(long, value_name = "T", value_parser = numbers::tolerance, allow_negative_numbers = true)]
    pub tolerance: Option<f64>,
    /// The chance that the answer may be wrong [default: what the scenario says, else 0.05]
    #[arg(long, value_name = "A", value_parser = numbers::alpha, allow_negative_numbers = true)]
    pub alpha: Option<f64>,
    /// The most trials of the search, all settings together [default: what the scenario says, else as many as about 30 s
    /// pay for on two cores, at most 20M]
    #[arg(long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub max_trials: Option<u64>,
}
