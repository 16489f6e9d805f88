//! The arguments of `sweep`.

use super::{Drawn, Framed, Pace, Source};
use crate::cli::numbers;
use clap::Args;

/// `sweep`.
#[derive(Debug, Args)]
#[command(after_help = "\
PATH is that of --set. VALUES are numbers from A to B as A..B or A..B/STEP, or values parted by commas:
  --vary difficulty=5..20/5
  --vary rules.half=up,down
  --vary \"side.ambushers.'Assassin Drone'.count=2..6\"
With several keys all combinations are played, 2,500 at most. All settings meet the same luck: each is \
what `evenodds run` finds with the same seed and trials and --set for its values. Settings that have an \
exact answer are solved and not played, unless -n asks for trials.

A FIGURE is an outcome (its share), or mean.METRIC, p05.METRIC, p25.METRIC, p50.METRIC, p75.METRIC or \
p95.METRIC.

A scenario with a [sweep] table is swept without any options; --vary wins over it.")]
pub struct SweepArguments {
    #[command(flatten)]
    pub source: Source,
    /// A key, and the values that it takes in turn (repeatable) [default: what the scenario's [sweep]
    /// says]
    #[arg(long, value_name = "PATH=VALUES")]
    pub vary: Vec<String>,
    /// What to look at (repeatable) [default: what [sweep] says, else the first outcome]
    #[arg(long = "figure", value_name = "FIGURE")]
    pub figures: Vec<String>,
    /// How many trials of each setting: 10000, 2e6, 10M [default: what [sweep] says, else 100,000;
    /// 2,000 where a player is a slow one]
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub trials: Option<u64>,
    #[command(flatten)]
    pub pace: Pace,
    #[command(flatten)]
    pub drawn: Drawn,
    #[command(flatten)]
    pub output: Framed,
}
