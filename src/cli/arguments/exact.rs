//! The arguments of `exact`.

use super::{Framed, Sources};
use clap::Args;

/// `exact`.
#[derive(Debug, Args)]
pub struct ExactArguments {
    #[command(flatten)]
    pub sources: Sources,
    #[command(flatten)]
    pub output: Framed,
}
