//! `report` on the command line.

use super::{Csv, FolderSources, Playing};
use clap::Args;
use std::path::PathBuf;

/// `report`.
#[derive(Debug, Args)]
#[command(after_help = "\
A folder stands for all scenarios below it. They are played at the same time, each has a report in a \
folder of its own, and a file that is no scenario has a page that says what is wrong with it. Where \
there is more than one file, index.html leads to all of them, and index.json says the same to programs.

A report appears whole or not at all. One that is there, made of the same content, seed, trials and \
options by the same version, is not made again: after Ctrl-C, or a crash, the same command goes on.

A scenario with a [sweep] table is swept as well, as `evenodds sweep` does; in no setting are there \
more trials than -n.")]
pub struct ReportArguments {
    #[command(flatten)]
    pub sources: FolderSources,
    #[command(flatten)]
    pub playing: Playing,
    #[command(flatten)]
    pub extras: Extras,
    /// The folder for the reports, a folder each
    #[arg(short, long, value_name = "DIR", value_hint = clap::ValueHint::DirPath, default_value = "report")]
    pub out: PathBuf,
    /// Replace a folder that is not a report of ours
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub csv: Csv,
    /// Make all reports again, also those that are there
    #[arg(long)]
    pub again: bool,
}

/// What a report shows beyond results.
#[derive(Clone, Copy, Debug, Args)]
pub struct Extras {
    /// Play all pairings of players as well, where there are players, and show them as `evenodds
    /// ladder` does; in no cell more trials than -n
    #[arg(long)]
    pub ladder: bool,
    /// Measure how it goes as well, where positions can be judged, and show it as `evenodds drama`
    /// does; no more trials than -n
    #[arg(long)]
    pub drama: bool,
    /// Leave out of the headline what stronger players would change
    #[arg(long)]
    pub no_stronger: bool,
}
