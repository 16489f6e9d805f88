//! The arguments of `check`.

use super::{ALPHA, FolderSources, Output, Pace};
use crate::cli::numbers;
use clap::Args;
use std::path::PathBuf;

/// `check`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
An expectation holds if the whole interval of its figure lies within the promised range, and fails if \
it lies outside. Trials are doubled until all are decided or --max-trials is reached; what is still \
open then is undecided. Figures that can be solved exactly are, and nothing is played for them.

Exit codes: 0 all hold; 1 one fails, or is undecided without --allow-undecided; 2 a file is faulty, and \
the others are judged all the same; 3 reading or writing failed; 130 interrupted.")]
pub struct CheckArguments {
    #[command(flatten)]
    pub sources: FolderSources,
    #[arg(
        long,
        value_name = "FILE",
        group = "written",
        help = "Write JUnit XML to this file as well, for CI systems"
    )]
    pub junit: Option<PathBuf>,
    /// What no number of trials decided is no failure
    #[arg(long)]
    pub allow_undecided: bool,
    /// The most trials of each file [default: 10,000,000; 50,000 with players who think long]
    #[arg(long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub max_trials: Option<u64>,
    /// Trials at the first look [default: what the scenario says, else 10,000; 1,000 with players who
    /// think long]
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub trials: Option<u64>,
    /// The chance at which the verdict on an expectation may be wrong
    #[arg(long, value_name = "P", value_parser = numbers::alpha, default_value_t = ALPHA, allow_negative_numbers = true)]
    pub alpha: f64,
    #[command(flatten)]
    pub pace: Pace,
    #[command(flatten)]
    pub output: Output,
}
