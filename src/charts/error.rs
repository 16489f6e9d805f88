//! What can go wrong while a chart is drawn. Data never can: nasty numbers and labels are drawn as
//! well as they allow, and a chart without any says "no data".

/// Why a chart could not be drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChartError {
    /// The font that is built into the program could not be read.
    #[error("the built-in font {0} cannot be read")]
    Font(&'static str),
    /// The drawing library gave up.
    #[error("the chart cannot be drawn: {0}")]
    Draw(String),
    /// The text handed over to become a picture is not an SVG document.
    #[error("the chart is not valid SVG: {0}")]
    Svg(String),
    /// The picture is too large, or empty.
    #[error("a picture of {width} x {height} pixels cannot be made")]
    Size {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// The picture could not be written as PNG.
    #[error("the picture cannot be written as PNG: {0}")]
    Png(String),
}
