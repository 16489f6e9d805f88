//! Conversion of SVG to PNG at twice the nominal size, with the built-in font only.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::roxmltree::{Document, Node};
use resvg::usvg::{Options, Tree};

use super::encode::encoded;
use super::error::ChartError;
use super::layers::{USUAL_SIZE, outline};

/// Pixels of the picture per pixel of the SVG.
const SCALE: f32 = 2.0;
/// Maximum number of pixels, which take 256 MB during conversion.
const MOST_PIXELS: u64 = 64_000_000;

/// Renders an SVG of this module as PNG, at twice its nominal width and height.
///
/// # Errors
/// Fails if the text is not SVG, or if the picture would be empty or larger than 64 million pixels.
pub fn png(svg: &str) -> Result<Vec<u8>, ChartError> {
    let svg = outlined(svg)?;
    let tree = Tree::from_str(&svg, &Options::default());
    let tree = tree.map_err(|error| ChartError::Svg(error.to_string()))?;
    let size = tree.size();
    let [width, height] = [size.width(), size.height()].map(|side| (side * SCALE).ceil() as u32);
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(ChartError::Size { width, height });
    }
    let mut picture = Pixmap::new(width, height).ok_or(ChartError::Size { width, height })?;
    let scale = Transform::from_scale(SCALE, SCALE);
    resvg::render(&tree, scale, &mut picture.as_mut());
    encoded(&picture)
}

/// Returns an SVG of this module with outlines in place of texts.
///
/// resvg can draw text, but its shaping and font selection, which these charts do not need, take a
/// tenth of the time of the whole build.
fn outlined(svg: &str) -> Result<String, ChartError> {
    let document = Document::parse(svg).map_err(|error| ChartError::Svg(error.to_string()))?;
    let mut outlined = String::with_capacity(4 * svg.len());
    let mut end = 0;
    for text in document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
    {
        let range = text.range();
        outlined.push_str(&svg[end..range.start]);
        outlined.push_str(&path(text));
        end = range.end;
    }
    outlined.push_str(&svg[end..]);
    Ok(outlined)
}

/// Returns a text as a path.
pub(super) fn path(text: Node) -> String {
    let number = |name| text.attribute(name).and_then(|value| value.parse().ok());
    let size: f64 = number("font-size").unwrap_or(USUAL_SIZE);
    // In resvg too, half an ex is a quarter of an em.
    let lower = match text.attribute("dy") {
        Some("0.5ex") => 0.25,
        Some("-0.5ex") => -0.25,
        other => other
            .and_then(|shift| shift.strip_suffix("em")?.parse().ok())
            .unwrap_or(0.0),
    };
    let start = (
        number("x").unwrap_or(0.0),
        number("y").unwrap_or(0.0) + lower * size,
    );
    let before = match text.attribute("text-anchor") {
        Some("middle") => 0.5,
        Some("end") => 1.0,
        _ => 0.0,
    };
    let is_bold = text.attribute("font-weight") == Some("bold");
    let path = outline(text.text().unwrap_or(""), size, is_bold, start, before);
    let fill = text.attribute("fill").unwrap_or("black");
    format!("<path fill=\"{fill}\" d=\"{path}\"/>")
}
