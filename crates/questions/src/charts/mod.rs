//! Charts: conversion of numbers to SVG, PNG and terminal characters.
//!
//! This module works with labels, shares and whole numbers, and does not depend on contests. The
//! kinds of charts in [`data`] always compile, as do the characters for terminals in [`terminal`].
//! Drawing needs the Cargo feature `charts`; this is the only module that uses plotters and resvg.
//!
//! A chart consists of layers: heading with legend, axes or a matrix, marks, notes. A kind of chart
//! is the type of its data and a function that puts its layers on a sheet, from the bottom up. Each
//! layer is implemented once, in `layers`.
//!
//! A drawn chart is one SVG text, byte for byte the same for the same data. It is embedded in a web
//! page, written to a file, or converted to PNG.
//!
//! # A new kind of chart
//!
//! It takes two files and three lines:
//! - `data.rs`: the type of its data, and a variant of [`Chart`];
//! - a file in `drawing/`: its function `layers`, which returns `None` without data.
//!
//! The lines are its `mod` line and its arms in `titles` and `svg`, all in `drawing/mod.rs`.
//!
//! `tests.rs` tests the guarantees of all kinds: add an example of the new kind there.

pub mod bins;
pub mod data;
pub mod error;
pub mod terminal;

#[cfg(feature = "charts")]
mod drawing;
#[cfg(feature = "charts")]
mod encode;
#[cfg(feature = "charts")]
mod layers;
#[cfg(feature = "charts")]
mod raster;
#[cfg(all(test, feature = "charts"))]
mod tests;

pub use data::*;
pub use error::ChartError;
#[cfg(feature = "charts")]
pub use layers::hex;
#[cfg(feature = "charts")]
pub use raster::png;
