//! The arguments of `sweep`.

#[cfg(feature = "frames")]
use super::FrameName;
use super::{Changes, Color, Csv, Format, Pace, Playing, Printing};
use crate::cli::numbers;
use clap::Args;
use std::path::PathBuf;

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
    /// A scenario file; `-` for standard input, @NAME for one inside the program
    #[arg(value_name = "FILE")]
    pub file: String,
    /// A key, and the values that it takes in turn (repeatable) [default: what the scenario's [sweep]
    /// says]
    #[arg(long, value_name = "PATH=VALUES")]
    pub vary: Vec<String>,
    /// What to look at (repeatable) [default: what [sweep] says, else the first outcome]
    #[arg(long = "figure", value_name = "FIGURE")]
    pub figures: Vec<String>,
    #[command(flatten)]
    pub changes: Changes,
    /// How many trials of each setting: 10000, 2e6, 10M [default: what [sweep] says, else 100,000;
    /// 2,000 where a player is a slow one]
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub trials: Option<u64>,
    #[command(flatten)]
    pub pace: Pace,
    /// Draw a chart as well: a curve for one key, a map for two, several maps for more. FILE ends in
    /// .svg or .png; a chart of an earlier call is replaced, other files only with --force
    #[cfg(feature = "charts")]
    #[arg(long, value_name = "FILE")]
    pub chart: Option<PathBuf>,
    /// How results look
    #[arg(short, long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Which frame CSV holds
    #[cfg(feature = "frames")]
    #[arg(long, value_enum, default_value_t = FrameName::Outcomes)]
    pub frame: FrameName,
    /// Write to a file instead of standard output (`-`); results of an earlier call are replaced,
    /// other files only with --force
    #[arg(short, long, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// Replace any file
    #[arg(long)]
    pub force: bool,
    /// Colours on the screen
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
    #[command(flatten)]
    pub csv: Csv,
}

impl SweepArguments {
    /// How to play.
    pub fn playing(&self) -> Playing {
        self.pace.playing(self.trials)
    }

    /// Where results go, and how they look.
    pub fn printing(&self) -> Printing {
        Printing {
            format: self.format,
            #[cfg(feature = "frames")]
            frame: self.frame,
            out: self.out.clone(),
            force: self.force,
            color: self.color,
            csv: self.csv,
        }
    }
}
