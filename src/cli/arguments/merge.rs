//! The arguments of `merge`.

use super::Framed;
use clap::Args;
use std::path::PathBuf;

/// `merge`.
#[derive(Debug, Args)]
pub struct MergeArguments {
    /// Parts of one run, in any order: all shares of `evenodds run --shard`, or a finished checkpoint
    #[arg(required = true, value_name = "PART")]
    pub parts: Vec<PathBuf>,
    /// Leave out of the first sentence what stronger players would change
    #[arg(long)]
    pub no_stronger: bool,
    #[command(flatten)]
    pub output: Framed,
}
