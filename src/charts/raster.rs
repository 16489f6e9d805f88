//! SVG to PNG at twice the nominal size, with the built-in font only.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use super::encode::encoded;
use super::error::ChartError;
use super::layers::FAMILY;

/// Pixels of the picture per pixel of the SVG.
const SCALE: f32 = 2.0;
/// Maximum number of pixels, which take 256 MB while the picture is made.
const MOST_PIXELS: u64 = 64_000_000;

/// Renders an SVG of this module as PNG, at twice its nominal width and height.
///
/// # Errors
/// Fails if the text is not SVG, or if the picture would be empty or larger than 64 million pixels.
pub fn png(svg: &str) -> Result<Vec<u8>, ChartError> {
    let tree = tree(svg)?;
    let size = tree.size();
    let (width, height) = (
        (size.width() * SCALE).ceil() as u32,
        (size.height() * SCALE).ceil() as u32,
    );
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(ChartError::Size { width, height });
    }
    let mut picture = Pixmap::new(width, height).ok_or(ChartError::Size { width, height })?;
    let scale = Transform::from_scale(SCALE, SCALE);
    resvg::render(&tree, scale, &mut picture.as_mut());
    encoded(&picture)
}

/// Parses an SVG.
pub(super) fn tree(svg: &str) -> Result<Tree, ChartError> {
    let options = Options {
        font_family: FAMILY.to_owned(),
        fontdb: fonts(),
        ..Options::default()
    };
    Tree::from_str(svg, &options).map_err(|error| ChartError::Svg(error.to_string()))
}

/// Returns the font database with only the built-in font, which is loaded once.
fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    Arc::clone(FONTS.get_or_init(|| {
        let mut fonts = fontdb::Database::new();
        for bytes in [dejavu::sans::regular(), dejavu::sans::bold()] {
            fonts.load_font_source(fontdb::Source::Binary(Arc::new(bytes)));
        }
        fonts.set_sans_serif_family(FAMILY);
        Arc::new(fonts)
    }))
}
