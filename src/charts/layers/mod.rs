//! Layers of charts, each drawn in one place, on a [`Sheet`] that becomes an SVG.
//!
//! A kind of chart draws its layers from the bottom up: the heading with its legend first, which
//! determines where the rest begins; then axes, or a matrix; marks; notes below.

mod heading;
mod marks;
mod matrix;
mod palette;
mod paper;
mod plot;
mod scale;
mod sheet;
mod spread;
mod svg;
mod text;

pub use heading::left_out;
pub use marks::{Marker, Sign};
pub use matrix::{Matrix, cell_width, has_value};
pub use palette::{
    AXIS, GRID, INK, PAPER, Rgb, SOFT_INK, area, color, diverging, for_cell, for_text, hex, leader,
    shade, tint,
};
pub use paper::Paper;
pub use plot::Plot;
pub use scale::{Axis, cut, decimals, percent, share};
pub use sheet::{Align, PathSegment, Point, Sheet, Stroke};
pub use spread::spread;
pub use svg::USUAL_SIZE;
#[cfg(test)]
pub use text::{FAMILY, TITLE};
pub use text::{LABEL, Letters, SMALL, STRONG, clean, or, outline};
