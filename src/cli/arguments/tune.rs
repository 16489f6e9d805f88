//! The arguments of `tune`.

use super::{Drawn, Output, Pace, Source};
use crate::cli::numbers;
use clap::Args;

/// `tune`.
#[derive(Debug, Args)]
#[command(after_help = "\
VALUES are numbers from A to B as A..B or A..B/STEP, or values parted by commas: 1..6, 0.1..0.5/0.1, \
up,down. With several keys all of their settings are tried, and all that meet the target are shown.

Every setting carries a confidence sequence of its own, so that with a confidence of 1 - alpha all that \
is said is true, however long was played. What can be solved exactly is not played. In the end the \
answer is played again on fresh trials.

The scenario's own [tune] table says what to look for where the command line does not.

Exit codes: 0 a setting is proven to meet the target; 1 none is (there is none, two are equally near, or \
trials ran out); 2 wrong input; 3 reading or writing failed; 130 interrupted.")]
pub struct TuneArguments {
    #[command(flatten)]
    pub source: Source,
    /// A key that may be turned, with its values (repeatable): difficulty=8..16,
    /// side.heroes.Dirk.classes[0].dice=1..6 [default: those of the scenario's [tune] table]
    #[arg(long = "vary", value_name = "PATH=VALUES")]
    pub vary: Vec<String>,
    #[command(flatten)]
    pub aim: AimArguments,
    #[command(flatten)]
    pub pace: Pace,
    #[command(flatten)]
    pub drawn: Drawn,
    #[command(flatten)]
    pub output: Output,
}

/// What a contest is meant to be.
#[derive(Debug, Args)]
pub struct AimArguments {
    /// What is meant: an outcome and its share, as in heroes=0.5 or heroes=50%, or a figure of a metric,
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
    /// The most trials of the search, all settings together [default: what the scenario says, else 20M,
    /// or 200k with players who think long]
    #[arg(long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub max_trials: Option<u64>,
}
