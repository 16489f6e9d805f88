//! `evenodds` tells whether a tabletop dice contest is what its author wants it to be.

pub mod analysis;
pub mod ask;
pub mod charts;
#[cfg(feature = "cli")]
pub mod cli;
pub mod contest;
pub mod contests;
pub mod dice;
pub mod document;
#[cfg(feature = "frames")]
pub mod frames;
pub mod records;
pub mod report;
pub mod scenario;
pub mod sim;
pub mod stats;
