//! The arguments of `run`.

use super::{Framed, Playing, Sources};
use crate::cli::numbers;
use clap::Args;
use evenodds::sim::Share;
use std::path::PathBuf;

/// `run`.
#[derive(Debug, Args)]
#[command(after_help = "\
A long run on several machines: give each a share of the trials, and put the parts together.
  evenodds run @canyon -n 1G --shard 1/4 -o part-1        and 2/4, 3/4, 4/4 elsewhere
  evenodds merge part-1 part-2 part-3 part-4              the same to the byte as one run")]
pub struct RunArguments {
    #[command(flatten)]
    pub sources: Sources,
    #[command(flatten)]
    pub playing: Playing,
    #[command(flatten)]
    pub parting: Parting,
    /// Leave out of the first sentence what stronger players would change; -q leaves it out too
    #[arg(long)]
    pub no_stronger: bool,
    #[command(flatten)]
    pub output: Framed,
}

/// How a run is parted or kept.
#[derive(Debug, Args)]
pub struct Parting {
    /// Play only share I of N of the trials, and write a part that `evenodds merge` puts together
    /// with the others; of one FILE
    #[arg(long, value_name = "I/N", value_parser = numbers::share, conflicts_with_all = ["precision", "format"])]
    pub shard: Option<Share>,
    /// Keep what is finished in a file, up to four times a second, and go on from what is in it: after
    /// a crash the same command ends with the same results; of one FILE
    #[arg(long, value_name = "PATH")]
    pub checkpoint: Option<PathBuf>,
    /// Write a row for every trial into a Parquet file: trial, outcome and every metric, in the order
    /// of trials; samples of an earlier call are replaced, other files only with --force; of one FILE
    #[cfg_attr(
        feature = "frames",
        arg(
            long,
            value_name = "FILE.parquet",
            group = "written",
            conflicts_with = "checkpoint"
        )
    )]
    #[cfg_attr(not(feature = "frames"), arg(skip))]
    pub samples: Option<PathBuf>,
}
