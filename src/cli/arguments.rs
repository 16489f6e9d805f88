//! Arguments that more than one command has.

mod kind;

pub use kind::{ContestType, KindArguments, KindName, TemplateStart};

use crate::ask::{COMMON, numbers};
#[cfg(feature = "frames")]
use crate::report::RecordFrame;
use crate::sim::Share;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::path::PathBuf;

/// Options of a run that is a shard or stores its trials in files.
#[derive(Debug, Args)]
pub struct ShardOptions {
    /// Play only share I of N of the trials, and write a part for `evenodds merge`; for one FILE
    #[cfg_attr(feature = "charts", arg(conflicts_with = "chart"))]
    #[arg(long, value_name = "I/N", value_parser = numbers::share, conflicts_with_all = ["precision", "format"])]
    pub shard: Option<Share>,
    /// Save finished trials to this file, up to four times a second, and resume from it; for one FILE
    #[arg(long, value_name = "PATH")]
    pub checkpoint: Option<PathBuf>,
    /// Write a row per trial to a Parquet file: trial, outcome and all metrics; replaces an existing
    /// file; for one FILE
    #[cfg_attr(
        feature = "frames",
        arg(long, value_name = "FILE.parquet", conflicts_with_all = ["checkpoint", "estimator"])
    )]
    #[cfg_attr(not(feature = "frames"), arg(skip))]
    pub samples: Option<PathBuf>,
}

/// Scenario with changes.
#[derive(Debug, Args)]
pub struct ScenarioSource {
    /// Scenario file, `-` for standard input, @NAME for a built-in scenario, or a link
    #[arg(value_name = "FILE")]
    pub file: String,
    #[command(flatten)]
    pub changes: Changes,
}

/// Changes to a scenario.
#[derive(Clone, Debug, Args)]
pub struct Changes {
    /// Change a key (repeatable): rules.half=down, side.heroes.Dirk.classes[0].dice=5; PATH= removes an
    /// element, PATH.count=3 sets the length of a list, names with dots need quotes; `evenodds list
    /// KIND` has the keys
    #[arg(long = "set", help_heading = COMMON, value_name = "PATH=VALUE")]
    pub assignments: Vec<String>,
}

/// Destination and format of answers.
#[derive(Clone, Debug, Args)]
pub struct Output {
    /// Format of the results [default: that of the extension of --out, else table]
    #[arg(short, long, help_heading = COMMON, value_enum)]
    pub format: Option<Format>,
    /// Write to this file instead of standard output (`-`); replaces an existing file
    #[arg(short, long, help_heading = COMMON, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// Use colors on the terminal
    #[arg(long, help_heading = COMMON, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
    #[command(flatten)]
    pub csv: Csv,
}

/// Output options of answers with a chart.
#[derive(Clone, Debug, Args)]
pub struct Charted {
    /// Also write the chart, as SVG or PNG by the file extension; replaces an existing file
    #[cfg_attr(feature = "charts", arg(long, value_name = "FILE.svg|FILE.png"))]
    #[cfg_attr(not(feature = "charts"), arg(skip))]
    pub chart: Option<PathBuf>,
    #[command(flatten)]
    pub output: Output,
}

/// Output options of answers with a chart and more than one frame.
#[derive(Clone, Debug, Args)]
pub struct Framed {
    /// Frame that CSV and Parquet contain
    #[cfg(feature = "frames")]
    #[arg(long, value_enum, default_value_t = FrameName::Outcomes)]
    pub frame: FrameName,
    #[command(flatten)]
    pub charted: Charted,
}

/// Output options of answers with verdicts.
#[derive(Clone, Debug, Args)]
pub struct VerdictOptions {
    #[arg(
        long,
        value_name = "FILE",
        help = "Also write JUnit XML to this file, for CI systems"
    )]
    pub junit: Option<PathBuf>,
    #[command(flatten)]
    pub output: Output,
}

/// Output options of answers with a chart and verdicts.
#[derive(Clone, Debug, Args)]
pub struct ChartedVerdicts {
    #[arg(
        long,
        value_name = "FILE",
        requires = "within",
        help = "Also write JUnit XML to this file, for CI systems: a test for each pair; with --within"
    )]
    pub junit: Option<PathBuf>,
    #[command(flatten)]
    pub charted: Charted,
}

/// Options of CSV.
#[derive(Clone, Copy, Debug, Default, Args, Serialize)]
pub struct Csv {
    /// Put an apostrophe before CSV texts that a spreadsheet would run as formulas (=, +, -, @)
    #[cfg_attr(feature = "frames", arg(long))]
    #[cfg_attr(not(feature = "frames"), arg(skip))]
    pub safe_csv: bool,
}

/// Scenarios, including those below folders, with changes.
#[derive(Clone, Debug, Args)]
pub struct FolderSources {
    /// Scenario files, folders, patterns ('fights/*.toml'), `-` for standard input, @NAME for a built-in
    /// scenario, '@KIND/*' for all of a kind, or links; a folder means all TOML files below it with
    /// a `kind`, except in hidden folders and reports
    #[arg(required = true, value_name = "FILE|DIR")]
    pub files: Vec<String>,
    #[command(flatten)]
    pub changes: Changes,
    #[command(flatten)]
    pub cache: CacheOption,
}

/// Identifier of [`CacheOption::no_cache`].
pub const NO_CACHE: &str = "no_cache";

/// Option of commands that solve contests. It is read by its identifier, for all commands at once.
#[derive(Clone, Copy, Debug, Args)]
pub struct CacheOption {
    /// Do not use the cache of exact answers on the disk (its folder: `EVENODDS_CACHE`)
    #[arg(long, help_heading = COMMON)]
    no_cache: bool,
}

/// Format of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A sentence and a table, for people
    Table,
    /// All results: an object, or an array for a batch
    Json,
    /// One frame in long form
    #[cfg(feature = "frames")]
    Csv,
    /// The frame of CSV, as a Parquet file; needs --out
    #[cfg(feature = "frames")]
    Parquet,
    /// Tables for a document
    Markdown,
    /// A page with charts
    #[cfg(feature = "charts")]
    Html,
}

/// Format of a narration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StoryFormat {
    /// Lines for people
    Text,
    /// A JSON object
    Json,
}

/// Frame of results.
#[cfg(feature = "frames")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FrameName {
    /// A row per outcome
    Outcomes,
    /// A row per metric, overall and by outcome
    Metrics,
    /// A row per value of each metric
    Histograms,
}

#[cfg(feature = "frames")]
impl FrameName {
    /// Returns the frame.
    pub fn frame(self) -> RecordFrame {
        match self {
            Self::Outcomes => RecordFrame::Outcomes,
            Self::Metrics => RecordFrame::Metrics,
            Self::Histograms => RecordFrame::Histograms,
        }
    }
}

/// Condition for colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
