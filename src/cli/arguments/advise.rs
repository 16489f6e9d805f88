//! The arguments of `advise`.

use super::{AimArguments, Drawn, Output, Pace, Source};
use crate::cli::numbers;
use clap::Args;

/// `advise`.
#[derive(Debug, Args)]
#[command(after_help = "\
A change of one step is a turn of one key: a die more or fewer, one of a kind more or fewer, the next \
name of a choice, a table such as Cover put in or taken away, somebody left out, another player. \
`evenodds list KIND` marks the keys that are turned (lever). What the file does not accept is no change.

All changes meet the same luck as the contest as it is. They stop by themselves: once every effect is \
known to within the tolerance, and no other change can be nearer to the target than the first one by more \
than that. With a confidence of 1 - alpha all that is said is true.

Exit codes: 0 a change, or the contest as it is, is proven to be within the tolerance of the target; 1 \
none is; 2 wrong input; 3 reading or writing failed; 130 interrupted.")]
pub struct AdviseArguments {
    #[command(flatten)]
    pub source: Source,
    #[command(flatten)]
    pub aim: AimArguments,
    /// Only changes of keys below this path (repeatable): side.ambushers, rules
    #[arg(long, value_name = "PATH")]
    pub only: Vec<String>,
    /// Try players who think long, too, where none plays
    #[arg(long)]
    pub slow: bool,
    /// So many trials of every change: 10000, 2e6, 10M [default: they stop by themselves]
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true, conflicts_with = "max_trials")]
    pub trials: Option<u64>,
    #[command(flatten)]
    pub pace: Pace,
    #[command(flatten)]
    pub drawn: Drawn,
    #[command(flatten)]
    pub output: Output,
}
