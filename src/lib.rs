//! Simulation of tabletop dice contests: fights, searches, crafts, trade and chains of them.
//!
//! A [`Scenario`](scenario::Scenario) is a contest from a TOML file, with the players that choose
//! the actions. [`sim::run`](fn@sim::run) plays trials of it on all cores, from a random seed.
//! [`sim::Results`] has the share of each outcome with its confidence interval, and the
//! distribution of each metric. Where a solver exists, [`Solve::exact`](contest::Solve::exact)
//! returns the exact answer. The questions of the command line are structs in [`ask`]: their fields
//! are the options, and [`Question::ask`](ask::Question::ask) returns an answer with text, tables,
//! charts and JSON.
//!
//! # Example
//!
//! ```
//! use evenodds::ask::{Context, Question, Run};
//! use evenodds::sim::NoProgress;
//!
//! let canyon = evenodds::scenario::open("@canyon", &["side[0].player=finisher".to_owned()])?;
//! let mut run = Run::default();
//! run.trial_options.trials = Some(10_000);
//! run.trial_options.common.seed = Some(7);
//! if let Ok(Some(found)) = run.ask(&canyon, &Context::new(&NoProgress)) {
//!     println!("{}\n{}", found.answer.sentence, found.command);
//! }
//! # Ok::<(), evenodds::scenario::LoadError>(())
//! ```
//!
//! # Modules
//!
//! - [`scenario`]: opens files, built-in scenarios (`@NAME`) and links, and reports their faults;
//! - [`ask`]: questions with their options; [`analysis`]: the statistics of each question;
//! - [`sim`]: trials, shards and results; [`contest`]: the traits of a contest;
//! - [`contests`]: the kinds of contest; [`expressions`]: dice expressions; [`dice`], [`stats`],
//!   [`document`], [`records`]: what they build on;
//! - [`report`]: answers and their formats; [`charts`]: SVG and PNG.
//!
//! # Cargo features
//!
//! All are on by default. `cli` adds the module `cli`, the command line; `frames` adds the module
//! `frames`, CSV and Parquet; `charts` adds drawn charts and HTML pages. The library works without
//! any of them.
//!
//! # Stability
//!
//! Versions follow [Semantic Versioning](https://semver.org). File formats carry a `format` number
//! of their own: scenarios, results, parts of runs, samples, histories and links. Equal scenario,
//! seed, number of trials and build give equal results, whatever the number of threads and the
//! machine. Before 1.0 a minor version may change Rust items and the random numbers of a seed.

#[cfg(feature = "cli")]
pub mod cli;
pub mod scenario;

#[doc(inline)]
pub use evenodds_contests as contests;
#[doc(inline)]
pub use evenodds_core::{contest, dice, document, records, sim, stats};
#[doc(inline)]
pub use evenodds_dice as expressions;
#[cfg(feature = "frames")]
#[doc(inline)]
pub use evenodds_questions::frames;
#[doc(inline)]
pub use evenodds_questions::{analysis, ask, charts, report};

/// Hash of the sources of this program, including its scenarios and the versions of its dependencies; see `evenodds
/// --version --verbose`. Only parts of runs by the same build are joined.
pub const BUILD: &str = env!("EVENODDS_BUILD");
