//! Text in charts: anybody's labels made safe, measured with the real font, wrapped and shortened.

use std::sync::OnceLock;

use plotters::style::{FontDesc, FontFamily, FontStyle, register_font};

use super::error::ChartError;

/// The family under which the built-in font is known to plotters, resvg and readers' machines.
pub(super) const FAMILY: &str = "DejaVu Sans";
/// The same family and what may stand in for it: Verdana has nearly the same widths.
pub(super) const FAMILIES: &str = "DejaVu Sans, Verdana, sans-serif";
/// Units of the built-in font: per em, and from descender to ascender. plotters takes a size to mean
/// the latter when it measures.
const UNITS_PER_EM: f64 = 2048.0;
const UNITS_OF_HEIGHT: f64 = 2384.0;
/// The most characters of a text that are looked at.
const MOST_CHARACTERS: usize = 400;

/// Whether letters are bold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    Regular,
    Bold,
}

impl Weight {
    pub(super) fn style(self) -> FontStyle {
        match self {
            Self::Regular => FontStyle::Normal,
            Self::Bold => FontStyle::Bold,
        }
    }
}

/// Makes the built-in font known to plotters; once is enough for the whole program.
pub(super) fn prepare_font() -> Result<(), ChartError> {
    static READY: OnceLock<bool> = OnceLock::new();
    let ready = READY.get_or_init(|| {
        register_font(FAMILY, FontStyle::Normal, dejavu::sans::regular()).is_ok()
            && register_font(FAMILY, FontStyle::Bold, dejavu::sans::bold()).is_ok()
    });
    if *ready {
        Ok(())
    } else {
        Err(ChartError::Font(FAMILY))
    }
}

/// A label that can be drawn: one line without control characters, without marks that turn the
/// direction of what follows, and of bounded length.
pub(super) fn clean(text: &str) -> String {
    let mut clean = String::new();
    let mut count = 0;
    for character in text.chars() {
        let character = match character {
            '\u{2028}' | '\u{2029}' => ' ',
            character if character.is_control() || character == ' ' => ' ',
            // Marks of direction, and the byte order mark.
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

/// As [`clean`]; a label without anything to see gets a stand-in.
pub(super) fn clean_label(text: &str) -> String {
    let clean = clean(text);
    if clean.is_empty() {
        "(unnamed)".to_owned()
    } else {
        clean
    }
}

/// Width in pixels at a size in pixels per em.
pub(super) fn width(text: &str, size: f64, weight: Weight) -> f64 {
    // Whoever measures first makes the font known; if that fails, drawing will say so.
    let _ = prepare_font();
    let font = FontDesc::new(FontFamily::Name(FAMILY), UNITS_OF_HEIGHT, weight.style());
    // Without the font nothing is drawn at all, so any width will do then.
    let units = font.layout_box(text).map_or(0, |(_, (width, _))| width);
    let wide = text.chars().filter(|&character| is_wide(character)).count() as f64;
    // The font has no wide characters; whatever shows them takes up to 1.4 em, its stand-in 0.6 em.
    size * (f64::from(units) / UNITS_PER_EM + wide * 0.8)
}

/// The text, or as much of it as fits the width with an ellipsis.
pub(super) fn shorten(text: &str, size: f64, weight: Weight, limit: f64) -> String {
    if width(text, size, weight) <= limit {
        return text.to_owned();
    }
    let fitting = fitting(text, size, weight, limit - width("…", size, weight));
    format!("{}…", text[..fitting].trim_end())
}

/// At most `lines` lines of at most `limit` pixels, broken at blanks where possible.
pub(super) fn wrap(text: &str, size: f64, weight: Weight, limit: f64, lines: usize) -> Vec<String> {
    let mut wrapped = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if wrapped.len() + 1 >= lines || width(rest, size, weight) <= limit {
            wrapped.push(shorten(rest, size, weight, limit));
            break;
        }
        let end = fitting(rest, size, weight, limit);
        // The blank right after what fits is a good place, too.
        let window = rest[end..]
            .chars()
            .next()
            .map_or(end, |next| end + next.len_utf8());
        let end = match rest[..window].rfind(' ') {
            Some(blank) if blank > 0 => blank,
            _ => end.max(rest.chars().next().map_or(1, char::len_utf8)),
        };
        wrapped.push(rest[..end].trim_end().to_owned());
        rest = rest[end..].trim_start();
    }
    wrapped
}

/// How many bytes of the text fit, never between a letter and the mark that belongs to it.
fn fitting(text: &str, size: f64, weight: Weight, limit: f64) -> usize {
    let ends: Vec<usize> = text
        .char_indices()
        .map(|(start, _)| start)
        .chain([text.len()])
        .collect();
    let count = ends.partition_point(|&end| width(&text[..end], size, weight) <= limit);
    let mut end = ends[count.saturating_sub(1)];
    while text[end..].chars().next().is_some_and(joins_the_previous)
        || text[..end].ends_with('\u{200d}')
    {
        end = text[..end]
            .char_indices()
            .next_back()
            .map_or(0, |(start, _)| start);
    }
    end
}

/// Accents, variation selectors, skin tones, joiners.
fn joins_the_previous(character: char) -> bool {
    matches!(character,
        '\u{300}'..='\u{36f}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{20d0}'..='\u{20ff}')
}

/// Characters as wide as they are high: Chinese, Japanese, Korean, pictures.
fn is_wide(character: char) -> bool {
    matches!(character,
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}' | '\u{ff00}'..='\u{ff60}'
        | '\u{1f000}'..='\u{1faff}' | '\u{20000}'..='\u{3fffd}')
}

/// The five characters that mean something in XML, written so that they do not.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            other => escaped.push(other),
        }
    }
    escaped
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
            let short = shorten(text, 14.0, Weight::Bold, limit);
            assert!(short == "…" || width(&short, 14.0, Weight::Bold) <= limit);
            assert!(short.ends_with('…'));
        }
        assert_eq!(shorten("Dirk", 14.0, Weight::Regular, 200.0), "Dirk");
    }

    #[test]
    fn a_letter_keeps_its_accents_when_text_is_shortened() {
        let text = "e\u{301}".repeat(30);
        for limit in 10..60 {
            let short = shorten(&text, 14.0, Weight::Regular, f64::from(limit));
            assert!(!short.ends_with("e…"), "{short}");
        }
    }

    #[test]
    fn wrapped_text_loses_nothing_that_fits() {
        let lines = wrap("one two three four five", 14.0, Weight::Regular, 70.0, 9);
        assert_eq!(lines.join(" "), "one two three four five");
        assert!(lines.len() > 1);
        assert_eq!(
            wrap("", 14.0, Weight::Regular, 70.0, 2),
            Vec::<String>::new()
        );
        assert_eq!(
            wrap(&"x".repeat(300), 14.0, Weight::Regular, 70.0, 2).len(),
            2
        );
        assert_eq!(wrap("日本", 14.0, Weight::Regular, 0.0, 5).len(), 2);
    }
}
