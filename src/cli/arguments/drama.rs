//! The arguments of `drama`.

use super::{Color, Format, Pace, Playing, Printing, Sources};
use crate::cli::numbers;
use clap::Args;
use std::path::PathBuf;

/// `drama`.
#[derive(Debug, Args)]
#[command(after_help = "\
The trials are those that `evenodds run` plays with the same seed, by the same players. Before every \
turn the evaluation of the player `expert` says how likely each side is to win; docs/drama.md defines \
all figures that follow from it.

The scenario's own number of trials is for `run`: drama plays as many as -n says.")]
pub struct DramaArguments {
    #[command(flatten)]
    pub sources: Sources,
    /// How many trials: 10000, 2e6, 10M [default: 10,000; 2,000 where a player is a slow one]
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub trials: Option<u64>,
    #[command(flatten)]
    pub pace: Pace,
    /// How results look
    #[arg(short, long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Write to a file instead of standard output (`-`); results of an earlier call are replaced,
    /// other files only with --force
    #[arg(short, long, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// Replace any file
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Colours on the screen
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
}

impl DramaArguments {
    /// How to play.
    pub fn playing(&self) -> Playing {
        self.pace.playing(self.trials)
    }

    /// Where results go; there is but one frame, so nobody chooses it.
    pub fn printing(&self) -> Printing {
        Printing::of_one_frame(self.format, self.out.as_ref(), self.force, self.color)
    }
}
