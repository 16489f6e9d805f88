//! Simulation of tabletop dice contests: fights, searches, crafts, trade and chains of them.
//!
//! A [`Scenario`] is a contest from a TOML file, with the players that choose the actions. A [`Run`] plays it on all
//! cores, from a random seed. [`Results`] have a [`Figure`] for the share of each outcome and the mean of each metric,
//! with its confidence interval. Where a solver exists, [`Scenario::exact`] returns the exact answer.
//!
//! # Example
//!
//! ```
//! let canyon = evenodds::Scenario::load("@canyon")?.with("side.heroes.player=finisher")?;
//! let results = canyon.run(10_000).seed(7).results()?;
//! println!("{}", results.headline());
//! println!("heroes win {}", results.outcome("heroes")?);
//! println!("a fight takes {} turns", results.mean("turns")?);
//! # Ok::<(), evenodds::Error>(())
//! ```
//!
//! # More
//!
//! [`cli`] is the command line; a program with [`cli::main_for`] has all commands for kinds of contest of its own, as
//! `examples/own_kind.rs` shows. The traits of a kind are in the crate `evenodds-core`, dice expressions in
//! `evenodds-dice`, the questions of the commands in `evenodds-questions`. This crate exports their modules too,
//! without documentation and without a promise.
//!
//! # Cargo features
//!
//! All are on by default. `cli` adds the module `cli`, the command line; `frames` adds CSV and Parquet to it;
//! `charts` adds drawn charts and HTML pages. The library works without any of them.
//!
//! # Stability
//!
//! Versions follow [Semantic Versioning](https://semver.org). File formats carry a `format` number
//! of their own: scenarios, results, parts of runs, samples, histories and links. Equal scenario,
//! seed, number of trials and build give equal results, whatever the number of threads and the
//! machine. Before 1.0 a minor version may change Rust items and the random numbers of a seed.

#[cfg(feature = "cli")]
pub mod cli;
mod front;
#[doc(hidden)]
pub mod scenario;

#[doc(hidden)]
pub use evenodds_contests as contests;
#[doc(inline)]
pub use evenodds_core::stats::{Figure, FigureKind, FigureMethod, Interval};
#[doc(hidden)]
pub use evenodds_core::{contest, dice, document, records, sim, stats};
#[doc(hidden)]
pub use evenodds_dice as expressions;
#[cfg(feature = "frames")]
#[doc(hidden)]
pub use evenodds_questions::frames;
#[doc(hidden)]
pub use evenodds_questions::{analysis, ask, charts, report};
pub use front::{Error, Results, Run, Scenario};
#[doc(inline)]
pub use scenario::Library;

/// Hash of the sources of this program, including its scenarios and the versions of its dependencies; see `evenodds
/// --version --verbose`. Only parts of runs by the same build are joined.
pub const BUILD: &str = env!("EVENODDS_BUILD");
