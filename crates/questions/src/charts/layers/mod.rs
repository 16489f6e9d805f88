//! Layers of charts, each implemented once, on a [`Sheet`] that becomes an SVG.
//!
//! A kind of chart draws its layers from the bottom up. The heading with its legend comes first and
//! determines where the rest begins; then axes or a matrix, marks, and notes below.

mod heading;
mod label_placement;
mod marks;
mod matrix;
mod palette;
mod plot;
mod scale;
mod sheet;
mod sheet_format;
mod svg;
mod text;

pub use heading::left_out;
pub use label_placement::{place_apart, place_labels};
pub use marks::{Marker, Symbol, TARGET};
pub use matrix::{Matrix, cell_width, has_value};
#[cfg(test)]
pub use palette::contrast;
pub use palette::{
    AXIS, BACKGROUND, GRID, INK, Rgb, SOFT_INK, area, color, for_cell, for_text, hex, leader,
    near_enough, shade, tint,
};
pub use plot::Plot;
pub use scale::{Axis, cut, decimals, figure, percent, share};
pub use sheet::{Align, PathSegment, Point, Sheet, Stroke};
pub use sheet_format::SheetFormat;
pub use svg::USUAL_SIZE;
#[cfg(test)]
pub use text::TITLE;
pub use text::{LABEL, LabelStyle, SMALL, STRONG, clean, outline, text_or};
