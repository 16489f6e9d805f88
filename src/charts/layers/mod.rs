//! The layers that charts consist of, each drawn in one place, on a [`Sheet`] that becomes an SVG.
//!
//! A kind of chart puts its layers on the sheet from the bottom up: the heading with its legend first,
//! which says where the rest begins; then axes, or a matrix; marks; notes at the foot.

mod heading;
mod marks;
mod matrix;
mod palette;
mod plot;
mod scale;
mod sheet;
mod spread;
mod svg;
mod text;

pub use heading::left_out;
pub use marks::{Marker, Sign};
pub use matrix::{Matrix, has_value};
pub use palette::{
    AXIS, GRID, INK, PAPER, Rgb, SOFT_INK, area, color, diverging, for_cell, for_text, hex, leader,
    shade, tint,
};
pub use plot::{Plot, held};
pub use scale::{Scale, cut, decimals, percent, share};
pub use sheet::{Align, MARGIN, Point, Sheet, Step, Stroke, WIDTH};
pub use spread::spread;
#[cfg(test)]
pub use text::TITLE;
pub use text::{FAMILY, LABEL, LARGE, Letters, SMALL, STRONG, clean, or};
