//! The arguments of `exact`.

use super::{Printing, Sources};
use clap::Args;

/// `exact`.
#[derive(Debug, Args)]
pub struct ExactArguments {
    #[command(flatten)]
    pub sources: Sources,
    #[command(flatten)]
    pub printing: Printing,
}
