//! Charts: plain numbers to SVG, PNG and terminal characters.
//!
//! This floor knows labels, shares and whole-number values, and no contest. The chart types in
//! [`data`] always compile, as do the characters for terminals in [`terminal`]; drawing needs the
//! Cargo feature `charts`, and this is the only place that uses plotters and resvg.
//!
//! A drawn chart is the text of one SVG, the same byte for byte for the same data. It is meant to be
//! put inside a web page or written to a file; PNG bytes are made from that very text.

pub mod bins;
pub mod data;
pub mod error;
pub mod terminal;

#[cfg(feature = "charts")]
mod layers;
#[cfg(feature = "charts")]
mod raster;
#[cfg(all(test, feature = "charts"))]
mod tests;

pub use data::{
    AtLeast, Band, Bands, Calibration, CalibrationPoint, Chart, ColorRole, Curve, CurvePoint,
    HeatMap, Histogram, HistogramGroup, Line, Multiples, Panel, RowMark, ShareBars, ShareRow,
    ShareSection, ShareStrip, Survival, Targeted, TargetedRow, YesNoBars,
};
pub use error::ChartError;
#[cfg(feature = "charts")]
pub use layers::hex;
#[cfg(feature = "charts")]
pub use raster::png;
