//! Plain text: width, cutting, wrapping, numbers, and shares in percent.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

pub use crate::document::{by_key, capital, distinct, few, grouped, joined, listed};
pub use crate::stats::{decimals, digits, exact_decimal, exact_percent, trimmed};

/// Removes control characters and marks that change the direction of writing, since names from
/// files must not steer a terminal.
pub fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() || matches!(character, '\u{2028}' | '\u{2029}') {
            if !cleaned.ends_with(' ') {
                cleaned.push(' ');
            }
        } else if !matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}') {
            cleaned.push(character);
        }
    }
    cleaned.trim().to_owned()
}

/// Applies [`clean`] to each line of a text and keeps its leading spaces.
pub fn clean_lines(text: &str) -> String {
    let lines = text.trim_end().lines().map(|line| {
        // The alignment of an excerpt depends on the spaces at the start of its lines.
        let words = line.trim_start_matches(' ');
        format!("{}{}", &line[..line.len() - words.len()], clean(words))
    });
    joined(lines, "\n")
}

/// Returns the number of character cells that a text takes in a terminal.
pub fn width(text: &str) -> usize {
    text.width()
}

/// Cuts a text to at most `most` cells, with an ellipsis if anything is cut.
pub fn shorten(text: &str, most: usize) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut short = String::new();
    let mut used = 1;
    for character in text.chars() {
        used += character.width().unwrap_or(0);
        if used > most {
            break;
        }
        short.push(character);
    }
    format!("{}…", short.trim_end())
}

/// Pads a text with spaces to `cells` cells.
pub fn pad(text: &str, cells: usize) -> String {
    let missing = cells.saturating_sub(width(text));
    format!("{text}{}", " ".repeat(missing))
}

/// Joins pieces by spaces into lines of at most `most` cells. Only a piece longer than a line is
/// broken, at its own spaces.
pub fn wrap(pieces: &[impl AsRef<str>], most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut add = |piece: &str| match lines.last_mut() {
        Some(line) if width(line) + 1 + width(piece) <= most => {
            line.push(' ');
            line.push_str(piece);
        }
        _ => lines.push(piece.to_owned()),
    };
    for piece in pieces.iter().map(AsRef::as_ref) {
        if width(piece) <= most {
            add(piece);
        } else {
            piece.split_whitespace().for_each(&mut add);
        }
    }
    lines
}

/// Returns the lines, the first after a label and the others after as many blanks.
pub fn labelled(label: &str, lines: &[String], cells: usize) -> impl Iterator<Item = String> {
    let labels = std::iter::once(label).chain(std::iter::repeat(""));
    let lines = labels.zip(lines);
    lines.map(move |(label, line)| format!("{}  {line}", pad(label, cells)))
}

/// Joins the parts that are not empty with a separator.
pub fn join_parts(parts: impl IntoIterator<Item: AsRef<str>>, between: &str) -> String {
    let parts = parts.into_iter();
    joined(parts.filter(|part| !part.as_ref().is_empty()), between)
}

/// Returns a whole number that may be negative, with commas between thousands.
pub fn whole(number: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{}", grouped(number.unsigned_abs()))
}

/// Returns a number of things whose plural ends in s: `1 trial`, `2,000 trials`.
pub fn counted(count: u64, noun: &str) -> String {
    crate::document::counted(count, noun, &format!("{noun}s"))
}

/// Yields each nonzero number with its singular or plural words: `1 fails`, `2 are undecided`.
pub fn numbered<const N: usize>(all: [(usize, &str, &str); N]) -> impl Iterator<Item = String> {
    let some = all.into_iter().filter(|one| one.0 > 0);
    some.map(|(count, one, more)| crate::document::counted(count as u64, one, more))
}

/// Returns a number with `decimals` decimals if it is small, and fewer as it grows.
pub fn decimal(number: f64, decimals: usize) -> String {
    if !number.is_finite() {
        return "?".to_owned();
    }
    if number.abs() >= 1000.0 {
        // The cast saturates beyond the range of i64, where the exact digits do not matter.
        return whole(number.round() as i64);
    }
    // Avoids a negative zero.
    let number = if number.abs() < 1e-9 { 0.0 } else { number };
    let mut decimals = if number.abs() >= 100.0 {
        decimals.min(1)
    } else {
        decimals
    };
    // A small number keeps two significant digits.
    while number != 0.0 && decimals < 9 && number.abs() * 10_f64.powi(decimals as i32) < 9.95 {
        if number.abs() >= 0.1 {
            break;
        }
        decimals += 1;
    }
    let text = format!("{number:.decimals$}");
    let unsigned = text.trim_start_matches('-');
    if unsigned.chars().all(|one| matches!(one, '0' | '.')) {
        return unsigned.to_owned();
    }
    text
}

/// Returns a note on the control variates of some parts of an answer, from the factor of each: the
/// number of trials without the control variate that give the precision of one trial with it.
/// Returns `None` if no part has a control variate. `noun` is a part.
pub fn control_note(factors: impl Iterator<Item = Option<f64>>, noun: &str) -> Option<String> {
    let factors: Vec<f64> = factors.flatten().collect();
    let least = factors.iter().copied().reduce(f64::min)?;
    let most = factors.iter().copied().fold(least, f64::max);
    let [least, most] = [least, most].map(|factor| decimal(factor, 1));
    let range = if least == most {
        least
    } else {
        format!("{least} to {most}")
    };
    let parts = counted(factors.len() as u64, noun);
    Some(format!(
        "without a control variate, {parts} would need {range} times as many trials"
    ))
}

/// Returns the name of a metric without the part that all metrics of a `dice` file have.
pub fn own_name(metric: &str) -> &str {
    metric.strip_prefix("value.").unwrap_or(metric)
}

/// Returns an identifier as words: `taken_out` becomes `taken out`.
pub fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// Returns a share in percent with a fixed number of decimals, for columns: `24.33%`. A share that
/// would be rounded to 0 or 100 is shown as less or more than the nearest figure.
pub fn percent(share: f64, decimals: usize) -> String {
    format!("{}%", bare_percent(share, decimals))
}

/// Returns a share like [`percent`], without the percent sign.
pub fn bare_percent(share: f64, decimals: usize) -> String {
    let least = 10_f64.powi(-(decimals as i32));
    let percent = share * 100.0;
    if share > 0.0 && percent < least / 2.0 {
        format!("<{least:.decimals$}")
    } else if share < 1.0 && percent > 100.0 - least / 2.0 {
        format!(">{:.decimals$}", 100.0 - least)
    } else {
        format!("{:.decimals$}", percent.max(0.0))
    }
}

/// Returns a share in percent, or another number, with a fixed number of decimals.
pub fn number(value: f64, is_share: bool, decimals: usize) -> String {
    if is_share {
        percent(value, decimals)
    } else {
        decimal(value, decimals)
    }
}

/// Returns a p-value: `0.0312`, `< 0.0001`.
pub fn p_value(p: f64) -> String {
    if p < 0.0001 {
        "< 0.0001".to_owned()
    } else {
        format!("{p:.4}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_control_a_terminal() {
        assert_eq!(clean("a\u{1b}[31m\r\n\tb\u{202e}c"), "a [31m bc");
    }

    #[test]
    fn cells_are_counted_not_bytes() {
        assert_eq!(width("каньон"), 6);
        assert_eq!(width("峡谷"), 4);
        assert_eq!(width("e\u{301}🎲"), 3);
        assert_eq!(pad("峡", 4), "峡  ");
    }

    #[test]
    fn long_text_is_cut_within_its_cells() {
        assert_eq!(shorten("abcdef", 6), "abcdef");
        assert_eq!(shorten("abcdefg", 6), "abcde…");
        assert_eq!(shorten("峡谷峡谷", 6), "峡谷…");
    }

    #[test]
    fn pieces_stay_whole_where_they_fit() {
        let pieces = ["Dirk 81%,", "Mark Four 73%"].map(str::to_owned);
        assert_eq!(wrap(&pieces, 16), ["Dirk 81%,", "Mark Four 73%"]);
        assert_eq!(wrap(&pieces, 9), ["Dirk 81%,", "Mark Four", "73%"]);
        assert_eq!(wrap(&pieces, 40), ["Dirk 81%, Mark Four 73%"]);
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000_000), "1,000,000");
        assert_eq!(whole(-12_345), "-12,345");
        assert_eq!(whole(i64::MIN), "-9,223,372,036,854,775,808");
    }

    #[test]
    fn decimals_fit_the_size_of_the_number() {
        assert_eq!(decimal(5.42, 1), "5.4");
        assert_eq!(decimal(0.25, 1), "0.2");
        assert_eq!(decimal(0.0123, 1), "0.012");
        assert_eq!(decimal(123.456, 2), "123.5");
        assert_eq!(decimal(12_345.6, 2), "12,346");
        assert_eq!(decimal(0.0, 2), "0.00");
        assert_eq!(decimal(-0.0, 1), "0.0");
        assert_eq!(decimal(f64::NAN, 1), "?");
    }

    #[test]
    fn columns_never_round_a_positive_share_to_0() {
        assert_eq!(percent(0.2433, 2), "24.33%");
        assert_eq!(percent(0.000_001, 2), "<0.01%");
        assert_eq!(percent(0.999_999, 2), ">99.99%");
        assert_eq!(percent(0.0, 2), "0.00%");
        assert_eq!(percent(1.0, 0), "100%");
        assert_eq!(percent(0.004, 0), "<1%");
    }
}
