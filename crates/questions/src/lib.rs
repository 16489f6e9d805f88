//! Scenario files of dice contests, the questions asked of them, and their answers. No kind of contest is named
//! here: functions that open a scenario take a [`Library`](scenario::Library) with its kinds.
//!
//! - [`scenario`]: opens files, built-in scenarios (`@NAME`) and links, and reports their faults;
//! - [`analysis`]: the statistics of each question;
//! - [`charts`]: SVG and PNG; `frames`: CSV and Parquet;
//! - [`report`]: answers and their formats;
//! - [`ask`]: the questions with their options.
//!
//! A module uses only those before it, and the crates `evenodds-core` and `evenodds-dice`. Begin with
//! [`ask::Question`].

pub mod analysis;
pub mod ask;
pub mod charts;
#[cfg(feature = "frames")]
pub mod frames;
pub mod report;
pub mod scenario;

use evenodds_core::{contest, document, records, sim, stats};
use evenodds_dice as expressions;
