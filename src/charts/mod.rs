//! Charts: plain numbers to SVG, PNG and terminal characters.
//!
//! This floor knows labels, shares and whole-number values, and no contest. The kinds of charts in
//! [`data`] always compile, as do the characters for terminals in [`terminal`]; drawing needs the
//! Cargo feature `charts`, and this is the only place that uses plotters and resvg.
//!
//! A chart consists of layers: heading with legend, axes or a matrix, marks, notes. A kind of chart is
//! the type of its data and a function that puts its layers on a sheet, one upon the other; how a layer
//! is drawn stands once, in `layers`.
//!
//! A drawn chart is the text of one SVG, the same byte for byte for the same data. It is meant to be
//! put inside a web page or written to a file; PNG bytes are made from that very text.
//!
//! # A new kind of chart
//!
//! It takes two files:
//! - `data/mod.rs`: the type of its data, its `mod` line, a variant of [`Chart`] with an arm in `titles`
//!   and one in `svg`;
//! - `data/` and its name: its function `layers`, which is `None` where there is no data.
//!
//! What every chart promises is tested on all kinds in `tests.rs`: add an example of it there.

pub mod bins;
pub mod data;
pub mod error;
pub mod terminal;

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
