//! The arguments of `ladder`.

use super::{Framed, Pace, Source};
use crate::cli::numbers;
use clap::Args;

/// `ladder`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every cell is played on the same luck: it is what `evenodds run` finds with the same seed and trials \
and `--set` for the player of each seat (--set side.heroes.player=finisher). Combatants with a player \
of their own keep it.

With two sides the matrix has the players of the first one as rows and those of the second one as \
columns. With more there is a matrix for each side: its player as rows, one player of all others as \
columns.")]
pub struct LadderArguments {
    #[command(flatten)]
    pub source: Source,
    /// Which players [default: all that can play the file; `evenodds list KIND` names them]
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    pub players: Vec<String>,
    /// How many trials in each cell: 10000, 2e6, 10M [default: 100,000; 2,000 where a player is a
    /// slow one]
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub trials: Option<u64>,
    #[command(flatten)]
    pub pace: Pace,
    #[command(flatten)]
    pub output: Framed,
}
