//! Parts of all kinds of dice contests: dice, statistics, scenario documents, the traits of a contest,
//! and trials on all cores.
//!
//! - [`dice`]: sampled, scripted and enumerated dice; each module uses only those before it;
//! - [`stats`]: estimates and intervals; [`records`]: typed columns of results;
//! - [`document`]: TOML documents with the position of every value, their keys and faults;
//! - [`contest`]: the traits of a contest, and what kinds are built from;
//! - [`sim`]: trials, parts of a run and results.
//!
//! Begin with [`contest`], which declares what a kind has to implement, and with
//! [`contest::conformance`], which tests it. The crate `evenodds-contests` has the kinds.

pub mod contest;
pub mod dice;
pub mod document;
pub mod records;
pub mod sim;
pub mod stats;
