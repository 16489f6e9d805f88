//! PNG encoding with a palette, since charts have few colors, and with fast compression.

use std::collections::HashMap;

use png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter};
use resvg::tiny_skia::Pixmap;

use super::error::ChartError;

/// Maximum number of colors in a palette.
const MOST_COLORS: usize = 256;
/// Number of pixels that are compared together: charts have long runs of one color, and a block
/// fits into one or two registers.
const BLOCK: usize = 16;
/// Keyword and text of the chunk that marks files of this program.
const SOFTWARE: (&str, &str) = ("Software", "evenodds");

/// Red, green, blue and opacity, 0 to 255.
type Pixel = [u8; 4];

/// Encodes a picture as PNG.
pub fn encoded(picture: &Pixmap) -> Result<Vec<u8>, ChartError> {
    let size = (picture.width(), picture.height());
    let written = match Indexed::of(picture.data()) {
        Some(indexed) => {
            let palette = (ColorType::Indexed, Some(indexed.palette()));
            written(size, palette, &indexed.pixels)
        }
        None => written(
            size,
            (ColorType::Rgba, None),
            &picture.clone().take_demultiplied(),
        ),
    };
    written.map_err(|error| ChartError::Png(error.to_string()))
}

/// Writes a PNG with 8 bits per sample.
///
/// For such pictures fdeflate takes a tenth of the time of zlib, and gives the same bytes in every
/// build, unlike flate2, whose backend depends on the features that other crates enable.
fn written(
    (width, height): (u32, u32),
    (color, palette): (ColorType, Option<Vec<u8>>),
    samples: &[u8],
) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(color);
    encoder.set_depth(BitDepth::Eight);
    if let Some(palette) = palette {
        encoder.set_palette(palette);
    }
    encoder.set_deflate_compression(DeflateCompression::FdeflateUltraFast);
    encoder.set_filter(Filter::Adaptive);
    encoder.add_text_chunk(SOFTWARE.0.to_owned(), SOFTWARE.1.to_owned())?;
    let mut writer = encoder.write_header()?;
    writer.write_image_data(samples)?;
    writer.finish()?;
    Ok(bytes)
}

/// Pixels as indices into a palette, with colors in order of first appearance.
#[derive(Default)]
struct Indexed {
    colors: Vec<Pixel>,
    places: HashMap<Pixel, u8>,
    pixels: Vec<u8>,
}

impl Indexed {
    /// Returns `None` if there are too many colors, or pixels that are not opaque.
    fn of(data: &[u8]) -> Option<Self> {
        let (pixels, _) = data.as_chunks::<4>();
        let mut indexed = Self::default();
        indexed.pixels.reserve(pixels.len());
        let mut last = *pixels.first()?;
        let mut place = indexed.palette_index(last)?;
        for block in pixels.chunks(BLOCK) {
            // Counting instead of searching lets the compiler compare all pixels at once.
            let same = block.iter().filter(|&&pixel| pixel == last).count();
            if same == block.len() {
                let pixels = &mut indexed.pixels;
                pixels.resize(pixels.len() + block.len(), place);
                continue;
            }
            for &pixel in block {
                if pixel != last {
                    place = indexed.palette_index(pixel)?;
                    last = pixel;
                }
                indexed.pixels.push(place);
            }
        }
        Some(indexed)
    }

    /// Returns the index of a color, adding it to the palette if it is new; `None` if the palette
    /// is full or the color is not opaque.
    fn palette_index(&mut self, pixel: Pixel) -> Option<u8> {
        if let Some(&place) = self.places.get(&pixel) {
            return Some(place);
        }
        if self.colors.len() == MOST_COLORS || pixel[3] != u8::MAX {
            return None;
        }
        let place = self.colors.len() as u8;
        self.colors.push(pixel);
        self.places.insert(pixel, place);
        Some(place)
    }

    /// Returns the red, green and blue of each color, one after another.
    fn palette(&self) -> Vec<u8> {
        let colors = self.colors.iter();
        colors
            .flat_map(|&[red, green, blue, _]| [red, green, blue])
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::tiny_skia::{ColorU8, PremultipliedColorU8};

    /// Creates a picture of 70 by 40 pixels.
    fn picture(color: impl Fn(u32) -> ColorU8) -> Pixmap {
        let mut picture = Pixmap::new(70, 40).unwrap();
        for (index, pixel) in picture.pixels_mut().iter_mut().enumerate() {
            let pixel: &mut PremultipliedColorU8 = pixel;
            *pixel = color(index as u32).premultiply();
        }
        picture
    }

    fn opaque(value: u32) -> ColorU8 {
        ColorU8::from_rgba((value >> 8) as u8, value as u8, 7, 255)
    }

    #[test]
    fn pixels_survive_encoding_with_any_colors() {
        let see_through = |index| ColorU8::from_rgba(0, 0, 0, index as u8);
        for (picture, color) in [
            (picture(|_| opaque(9)), ColorType::Indexed),
            (picture(|index| opaque(index / 11)), ColorType::Indexed),
            (picture(|index| opaque(index % 256)), ColorType::Indexed),
            (picture(|index| opaque(index % 257)), ColorType::Rgba),
            (picture(see_through), ColorType::Rgba),
        ] {
            let bytes = encoded(&picture).unwrap();
            let reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info();
            assert_eq!(reader.unwrap().info().color_type, color);
            let back = Pixmap::decode_png(&bytes).unwrap();
            assert!(back == picture, "{color:?}");
        }
    }
}
