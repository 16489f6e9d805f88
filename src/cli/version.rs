//! `evenodds --version --verbose`: facts about the program for bug reports, and none about the machine.

use super::library;
use crate::scenario::{LINK_FORMAT, SCENARIO_FORMAT};
use crate::sim::{RESULTS_FORMAT, SHARD_FORMAT};
use clap::{Arg, ArgAction};
use std::ffi::OsString;

/// Enabled Cargo features.
const FEATURES: &[&str] = &[
    "cli",
    #[cfg(feature = "frames")]
    "frames",
    #[cfg(feature = "charts")]
    "charts",
];

/// Returns the option `--verbose`.
pub fn verbose() -> Arg {
    Arg::new("verbose")
        .short('v')
        .long("verbose")
        .action(ArgAction::SetTrue)
        .requires("version")
        .help("With --version, also print build, features, file formats, target and compiler")
}

/// Returns whether a command line with `--version` also has `--verbose`. clap stops at `--version` and does
/// not parse the options after it.
pub fn is_verbose(arguments: &[OsString]) -> bool {
    arguments.iter().any(|argument| {
        let argument = argument.to_string_lossy();
        let letters = argument.strip_prefix('-').unwrap_or_default();
        let is_short = letters.contains('v') && letters.chars().all(|letter| "vV".contains(letter));
        argument == "--verbose" || is_short
    })
}

/// Returns version, build, features, formats, target and compiler, one per line.
pub fn all() -> String {
    let formats = [
        ("scenarios", SCENARIO_FORMAT.to_string()),
        ("results", RESULTS_FORMAT.to_string()),
        ("parts and checkpoints", SHARD_FORMAT.to_string()),
        #[cfg(feature = "frames")]
        ("samples", crate::frames::SAMPLES_FORMAT.to_string()),
        #[cfg(feature = "frames")]
        ("histories", crate::frames::HISTORY_FORMAT.to_string()),
        ("links", format!("#{LINK_FORMAT}.")),
    ];
    let formats = formats.map(|(name, version)| format!("{name} {version}"));
    format!(
        "evenodds {}\nbuild: {}\nfeatures: {}\nformats: {}\ntarget: {}\ncompiler: {}\n",
        env!("CARGO_PKG_VERSION"),
        library().build(),
        FEATURES.join(", "),
        formats.join(", "),
        env!("EVENODDS_TARGET"),
        env!("EVENODDS_COMPILER"),
    )
}
