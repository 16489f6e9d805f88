//! Text in charts: sanitized, measured with the real font, wrapped and shortened.

use std::fmt::Write as _;
use std::sync::OnceLock;

use ab_glyph::{Font, FontRef, OutlineCurve, Point, ScaleFont};
use plotters::style::{FontDesc, FontFamily, FontStyle};

use super::palette::{INK, Rgb, SOFT_INK};
use crate::charts::ChartError;

/// Name of the built-in font in plotters, in resvg and on readers' machines.
const FAMILY: &str = "DejaVu Sans";
/// Units of the built-in font: per em, and from descender to ascender, which is the size for
/// `ab_glyph`.
const UNITS_PER_EM: f64 = 2048.0;
const UNITS_OF_HEIGHT: f32 = 2384.0;
/// Maximum number of characters of a text; the rest is ignored.
const MOST_CHARACTERS: usize = 400;

/// Style of titles.
pub const TITLE: LabelStyle = LabelStyle::new(20.0, true, INK);
/// Style of subtitles.
pub const SUBTITLE: LabelStyle = LabelStyle::new(14.0, false, SOFT_INK);
/// Style of names.
pub const LABEL: LabelStyle = LabelStyle::new(14.0, false, INK);
/// Style of names that must be readable in a scaled-down chart.
pub const LARGE: LabelStyle = LabelStyle::new(19.0, false, INK);
/// Style of group names.
pub const STRONG: LabelStyle = LabelStyle::new(14.0, true, INK);
/// Style of axis numbers, axis titles and notes.
pub const SMALL: LabelStyle = LabelStyle::new(13.0, false, SOFT_INK);

/// Text style.
#[derive(Debug, Clone, Copy)]
pub struct LabelStyle {
    /// Pixels per em.
    pub size: f64,
    bold: bool,
    /// Text color.
    pub color: Rgb,
}

/// Returns an error if the built-in font cannot be read.
pub fn prepare_font() -> Result<(), ChartError> {
    match fonts() {
        Some(_) => Ok(()),
        None => Err(ChartError::Font(FAMILY)),
    }
}

/// Returns the built-in font, regular and bold.
///
/// Texts are measured with this font rather than by plotters, which in a browser has only the
/// browser's fonts.
fn fonts() -> Option<&'static [FontRef<'static>; 2]> {
    static FONTS: OnceLock<Option<[FontRef<'static>; 2]>> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| {
        let read = |bytes| FontRef::try_from_slice(bytes).ok();
        Some([read(dejavu::sans::regular())?, read(dejavu::sans::bold())?])
    });
    fonts.as_ref()
}

/// Returns the outlines of a text as the data of an SVG path.
///
/// `size` is in pixels per em, `start` is on the baseline, and the share `before` of the text is
/// to the left of it.
pub fn outline(text: &str, size: f64, is_bold: bool, start: (f64, f64), before: f64) -> String {
    let mut path = String::new();
    let Some(fonts) = fonts() else {
        return path;
    };
    let font = &fonts[usize::from(is_bold)];
    let mut width: f32 = 0.0;
    let mut last = None;
    let glyphs = text.chars().map(|character| {
        let glyph = font.glyph_id(character);
        width += last.map_or(0.0, |last| font.kern_unscaled(last, glyph));
        let left = width;
        width += font.h_advance_unscaled(glyph);
        last = Some(glyph);
        (glyph, left)
    });
    let glyphs: Vec<_> = glyphs.collect();
    let scale = size / UNITS_PER_EM;
    let shift = start.0 - before * f64::from(width) * scale;
    for (glyph, left) in glyphs {
        let place = |point: Point| {
            let x = shift + f64::from(left + point.x) * scale;
            let y = start.1 - f64::from(point.y) * scale;
            format!("{x:.3},{y:.3}")
        };
        let mut end = None;
        for curve in font.outline(glyph).into_iter().flat_map(|one| one.curves) {
            let (from, command, to) = match curve {
                OutlineCurve::Line(from, to) => (from, "L".to_owned(), to),
                OutlineCurve::Quad(from, by, to) => (from, format!("Q{} ", place(by)), to),
                OutlineCurve::Cubic(from, by, then, to) => {
                    (from, format!("C{} {} ", place(by), place(then)), to)
                }
            };
            if end != Some(from) {
                path.push_str(if end.is_some() { "ZM" } else { "M" });
                path.push_str(&place(from));
            }
            // Writing to a `String` cannot fail.
            let _ = write!(path, "{command}{}", place(to));
            end = Some(to);
        }
        if end.is_some() {
            path.push('Z');
        }
    }
    path
}

/// Returns a label that can be drawn: one line of limited length, without control and bidirectional
/// formatting characters.
pub fn clean(text: &str) -> String {
    let mut clean = String::new();
    let mut count = 0;
    for character in text.chars() {
        let character = match character {
            '\u{2028}' | '\u{2029}' => ' ',
            character if character.is_control() || character == ' ' => ' ',
            // Bidirectional formatting characters, and the byte order mark.
            '\u{200e}'
            | '\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}' => continue,
            // XML forbids these two.
            '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
            other => other,
        };
        if character == ' ' && (clean.is_empty() || clean.ends_with(' ')) {
            continue;
        }
        if count == MOST_CHARACTERS {
            clean.push('…');
            break;
        }
        clean.push(character);
        count += 1;
    }
    clean.truncate(clean.trim_end().len());
    clean
}

/// Returns the [`clean`] label, or a placeholder if it has no visible characters.
fn clean_label(text: &str) -> String {
    let clean = clean(text);
    if clean.is_empty() {
        "(unnamed)".to_owned()
    } else {
        clean
    }
}

impl LabelStyle {
    const fn new(size: f64, bold: bool, color: Rgb) -> Self {
        Self { size, bold, color }
    }

    /// Returns the same style in another color.
    pub const fn in_color(self, color: Rgb) -> Self {
        Self { color, ..self }
    }

    /// Returns the same style in another size.
    pub const fn in_size(self, size: f64) -> Self {
        Self { size, ..self }
    }

    /// Returns the same style in bold.
    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// Returns the font at this size.
    pub fn font(self) -> FontDesc<'static> {
        let style = if self.bold {
            FontStyle::Bold
        } else {
            FontStyle::Normal
        };
        FontDesc::new(FontFamily::Name(FAMILY), self.size, style)
    }

    /// Returns the width of a text in font units, truncated to a whole number.
    fn units(self, text: &str) -> f64 {
        // Without the font no text is drawn, so the width does not matter.
        let Some(fonts) = fonts() else {
            return 0.0;
        };
        let font = fonts[usize::from(self.bold)].as_scaled(UNITS_OF_HEIGHT);
        let mut width: f32 = 0.0;
        let mut before = None;
        for character in text.chars() {
            let glyph = font.glyph_id(character);
            width += font.h_advance(glyph);
            if let Some(before) = before {
                width += font.kern(before, glyph);
            }
            before = Some(glyph);
        }
        f64::from(width.trunc())
    }

    /// Returns the width of a text in pixels.
    pub fn width(self, text: &str) -> f64 {
        let wide = text.chars().filter(|&character| is_wide(character)).count() as f64;
        // The font has no wide characters; those of the fallback font take up to 1.4 em, and the
        // missing glyph 0.6 em.
        self.size * (self.units(text) / UNITS_PER_EM + wide * 0.8)
    }

    /// Returns the width of the widest text.
    pub fn widest<'a>(self, texts: impl IntoIterator<Item = &'a String>) -> f64 {
        let widths = texts.into_iter().map(|text| self.width(text));
        widths.fold(0.0, f64::max)
    }

    /// Returns a text, [clean](clean()) and [shortened](Self::shorten) to a width.
    pub fn fit(self, text: &str, limit: f64) -> String {
        self.shorten(&clean(text), limit)
    }

    /// Returns a name, cleaned and shortened, or a placeholder if it has no visible characters.
    pub fn name(self, text: &str, limit: f64) -> String {
        self.shorten(&clean_label(text), limit)
    }

    /// Returns the text, shortened with an ellipsis if it exceeds the width.
    pub fn shorten(self, text: &str, limit: f64) -> String {
        if self.width(text) <= limit {
            return text.to_owned();
        }
        let fitting = self.fitting(text, limit - self.width("…"));
        format!("{}…", text[..fitting].trim_end())
    }

    /// Wraps a text into at most `lines` lines of at most `limit` pixels, at spaces where possible.
    pub fn wrap(self, text: &str, limit: f64, lines: usize) -> Vec<String> {
        let mut wrapped = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            if wrapped.len() + 1 >= lines || self.width(rest) <= limit {
                wrapped.push(self.shorten(rest, limit));
                break;
            }
            let end = self.fitting(rest, limit);
            // The space right after the fitting part is a valid break too.
            let next = rest[end..].chars().next().map_or(0, char::len_utf8);
            let end = match rest[..end + next].rfind(' ') {
                Some(blank) if blank > 0 => blank,
                _ => end.max(rest.chars().next().map_or(1, char::len_utf8)),
            };
            wrapped.push(rest[..end].trim_end().to_owned());
            rest = rest[end..].trim_start();
        }
        wrapped
    }

    /// Returns the number of bytes of the text that fit; never separates a character from its
    /// combining marks.
    fn fitting(self, text: &str, limit: f64) -> usize {
        let starts = text.char_indices().map(|(start, _)| start);
        let ends: Vec<usize> = starts.chain([text.len()]).collect();
        let count = ends.partition_point(|&end| self.width(&text[..end]) <= limit);
        let mut count = count.saturating_sub(1);
        let joined = |end: usize| {
            text[end..].starts_with(joins_the_previous) || text[..end].ends_with('\u{200d}')
        };
        while count > 0 && joined(ends[count]) {
            count -= 1;
        }
        ends[count]
    }
}

/// Returns the text, or `other` if it is blank.
pub fn text_or<'a>(text: &'a str, other: &'a str) -> &'a str {
    if text.trim().is_empty() { other } else { text }
}

/// Returns whether a character joins the previous one: accents, variation selectors, skin tones,
/// joiners.
fn joins_the_previous(character: char) -> bool {
    matches!(character,
        '\u{300}'..='\u{36f}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{20d0}'..='\u{20ff}')
}

/// Returns whether a character is about as wide as high: Chinese, Japanese, Korean, emoji.
fn is_wide(character: char) -> bool {
    matches!(character,
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}' | '\u{ff00}'..='\u{ff60}'
        | '\u{1f000}'..='\u{1faff}' | '\u{20000}'..='\u{3fffd}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cleaning_leaves_one_line_without_control_characters() {
        assert_eq!(
            clean("  a\tb\r\n\u{0}c \u{202e}d\u{ffff} "),
            "a b c d\u{fffd}"
        );
        assert_eq!(clean_label(" \n "), "(unnamed)");
        assert_eq!(
            clean(&"x".repeat(9999)).chars().count(),
            MOST_CHARACTERS + 1
        );
    }

    #[test]
    fn shortened_text_fits() {
        let text = "Emotionless Machine of the Second Kind";
        for limit in [0.0, 5.0, 20.0, 100.0, 200.0] {
            let short = STRONG.shorten(text, limit);
            assert!(short == "…" || STRONG.width(&short) <= limit);
            assert!(short.ends_with('…'));
        }
        assert_eq!(LABEL.shorten("Dirk", 200.0), "Dirk");
    }

    #[test]
    fn a_letter_keeps_its_accents_when_text_is_shortened() {
        let text = "e\u{301}".repeat(30);
        for limit in 10..60 {
            let short = LABEL.shorten(&text, f64::from(limit));
            assert!(!short.ends_with("e…"), "{short}");
        }
    }

    #[test]
    fn a_combining_mark_without_a_letter_is_accepted() {
        assert_eq!(LABEL.shorten(&"\u{1f3fb}".repeat(9), 15.0), "…");
    }

    #[test]
    fn wrapped_text_keeps_all_words_that_fit() {
        let lines = LABEL.wrap("one two three four five", 70.0, 9);
        assert_eq!(lines.join(" "), "one two three four five");
        assert!(lines.len() > 1);
        assert_eq!(LABEL.wrap("", 70.0, 2), Vec::<String>::new());
        assert_eq!(LABEL.wrap(&"x".repeat(300), 70.0, 2).len(), 2);
        assert_eq!(LABEL.wrap("日本", 0.0, 5).len(), 2);
    }
}
