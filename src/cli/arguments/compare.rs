//! The arguments of `compare`.

use super::{Changes, Output, Pace};
use crate::cli::numbers;
use clap::Args;

/// The chance of a wrong verdict where nobody says otherwise.
pub const ALPHA: f64 = 0.05;
/// The difference of shares that does not matter, where nobody says otherwise.
pub const MARGIN: f64 = 0.005;

/// `compare`.
#[derive(Debug, Args)]
#[command(after_help = "\
Both contests are played on the same seed and trial numbers until every outcome that both have is \
known to be different, or known not to differ by more than --margin. The verdicts together are wrong \
with a chance of --alpha at most, however long it takes. Where both can be solved exactly, nothing is \
played.

  evenodds compare old.toml new.toml
  evenodds compare @canyon --vary side.heroes.player=brawler
  evenodds compare @canyon --vary rules.half=down --figure heroes --figure mean.turns=0.1

The exit code is 0 whatever the verdict.")]
pub struct CompareArguments {
    /// One or two scenario files; `-` for standard input, @NAME for one inside the program
    #[arg(required = true, num_args = 1..=2, value_names = ["A", "B"])]
    pub files: Vec<String>,
    #[command(flatten)]
    pub changes: Changes,
    /// B is A with this change. With several values (2,4 or 1..6) each is compared with A; several
    /// keys (repeatable) have a value each and make one B
    #[arg(long, value_name = "PATH=VALUE")]
    pub vary: Vec<String>,
    /// What to decide on (repeatable): an outcome, or mean.METRIC; behind it the difference that does
    /// not matter, as in heroes=0.01 or mean.turns=0.1 [default: all outcomes that both have]
    #[arg(long = "figure", value_name = "NAME[=MARGIN]", value_parser = numbers::figure)]
    pub figures: Vec<evenodds::analysis::Wanted>,
    /// The difference of shares that does not matter
    #[arg(long, value_name = "D", value_parser = numbers::half_width, default_value_t = MARGIN, allow_negative_numbers = true)]
    pub margin: f64,
    /// Go on until the difference of every share that is decided on is known to within +-H
    #[arg(long, value_name = "H", value_parser = numbers::half_width, allow_negative_numbers = true)]
    pub precision: Option<f64>,
    /// The chance at which any of the verdicts may be wrong
    #[arg(long, value_name = "P", value_parser = numbers::alpha, default_value_t = ALPHA, allow_negative_numbers = true)]
    pub alpha: f64,
    /// The most trials of each [default: 10,000,000; 50,000 with players who think long]
    #[arg(long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub max_trials: Option<u64>,
    #[command(flatten)]
    pub pace: Pace,
    #[command(flatten)]
    pub output: Output,
}
