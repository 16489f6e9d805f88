//! The arguments of `drama`.

use super::{Output, Pace, Sources};
use crate::cli::numbers;
use clap::Args;

/// `drama`.
#[derive(Debug, Args)]
#[command(after_help = "\
The trials are those that `evenodds run` plays with the same seed, by the same players. How \
likely each side is to win before a turn is judged as these players play, by play-outs; what decisions \
are worth by the player `expert`. docs/drama.md defines all figures that follow from it.

The scenario's own number of trials is for `run`: drama plays as many as -n says.")]
pub struct DramaArguments {
    #[command(flatten)]
    pub sources: Sources,
    /// How many trials: 10000, 2e6, 10M [default: 10,000; 1,000 where a player is a slow one]
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub trials: Option<u64>,
    #[command(flatten)]
    pub pace: Pace,
    #[command(flatten)]
    pub output: Output,
}
