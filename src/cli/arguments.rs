//! Arguments that several commands have.

mod kind;

pub use kind::{KindArguments, KindName, Start};

use crate::ask::{COMMON, numbers};
#[cfg(feature = "frames")]
use crate::report::Frame;
use crate::sim::Share;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::path::PathBuf;

/// Options of a run that is one of several shards or keeps its trials in files.
#[derive(Debug, Args)]
pub struct Parting {
    /// Play only share I of N of the trials, and write a part that `evenodds merge` puts together
    /// with the others; of one FILE
    #[cfg_attr(feature = "charts", arg(conflicts_with = "chart"))]
    #[arg(long, value_name = "I/N", value_parser = numbers::share, conflicts_with_all = ["precision", "format"])]
    pub shard: Option<Share>,
    /// Keep what is finished in a file, up to four times a second, and go on from what is in it: after
    /// a crash the same command ends with the same results; of one FILE
    #[arg(long, value_name = "PATH")]
    pub checkpoint: Option<PathBuf>,
    /// Write a row for every trial into a Parquet file: trial, outcome and every metric, in the order
    /// of trials; a file that is there is replaced; of one FILE
    #[cfg_attr(
        feature = "frames",
        arg(long, value_name = "FILE.parquet", conflicts_with = "checkpoint")
    )]
    #[cfg_attr(not(feature = "frames"), arg(skip))]
    pub samples: Option<PathBuf>,
}

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
    #[arg(long = "set", help_heading = COMMON, value_name = "PATH=VALUE")]
    pub assignments: Vec<String>,
}

/// Where an answer goes, and how it looks.
#[derive(Clone, Debug, Args)]
pub struct Output {
    /// How results look
    #[arg(short, long, help_heading = COMMON, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Write to a file instead of standard output (`-`); a file that is there is replaced
    #[arg(short, long, help_heading = COMMON, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// Colours on the screen
    #[arg(long, help_heading = COMMON, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
    #[command(flatten)]
    pub csv: Csv,
}

/// The same for answers with a chart.
#[derive(Clone, Debug, Args)]
pub struct Charted {
    /// Write the chart as well, as SVG or PNG by the end of the name; a file that is there is replaced
    #[cfg_attr(feature = "charts", arg(long, value_name = "FILE.svg|FILE.png"))]
    #[cfg_attr(not(feature = "charts"), arg(skip))]
    pub chart: Option<PathBuf>,
    #[command(flatten)]
    pub output: Output,
}

/// The same for answers with a chart and more than one frame.
#[derive(Clone, Debug, Args)]
pub struct Framed {
    /// Which frame CSV holds
    #[cfg(feature = "frames")]
    #[arg(long, value_enum, default_value_t = FrameName::Outcomes)]
    pub frame: FrameName,
    #[command(flatten)]
    pub charted: Charted,
}

/// The same for verdicts.
#[derive(Clone, Debug, Args)]
pub struct Judged {
    #[arg(
        long,
        value_name = "FILE",
        help = "Write JUnit XML to this file as well, for CI systems"
    )]
    pub junit: Option<PathBuf>,
    #[command(flatten)]
    pub output: Output,
}

/// How CSV is written.
#[derive(Clone, Copy, Debug, Default, Args, Serialize)]
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
