//! Drawing errors. No data causes an error: extreme numbers and labels are drawn as well as
//! possible, and a chart without data shows "no data".

/// Reason why a chart could not be drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChartError {
    /// The built-in font could not be read.
    #[error("the built-in font {0} cannot be read")]
    Font(&'static str),
    /// The drawing library failed.
    #[error("the chart cannot be drawn: {0}")]
    Draw(String),
    /// The input is not an SVG document.
    #[error("the chart is not valid SVG: {0}")]
    Svg(String),
    /// The picture is too large, or empty.
    #[error("an image of {width} x {height} pixels cannot be created")]
    Size {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// The picture could not be written as PNG.
    #[error("the image cannot be written as PNG: {0}")]
    Png(String),
}
