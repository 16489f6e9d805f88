//! Advice on errors of TOML syntax.

use super::advice::flag;
use super::source::Span;
use toml::de::DeTable;

/// Returns whether a text begins with a letter.
pub(super) fn begins_with_letter(text: &str) -> bool {
    text.starts_with(char::is_alphabetic)
}

/// Maximum length of a text that advice repeats, in characters.
const MOST_REPEATED: usize = 60;
/// Maximum length of a line with an unclosed string that is repeated in advice.
const LONGEST_CLOSED: usize = 160;
/// Maximum length of a text whose unclosed strings get advice, in bytes.
const LONGEST_TRIED: usize = 100_000;

/// Returns advice on words in place of a value: a flag, a number with its unit, numbers, or a text.
pub(super) fn unquoted(words: &str) -> String {
    let words = words.trim_matches(['“', '”', '„', '‘', '’']);
    if words.chars().count() > MOST_REPEATED {
        return "write a text in quotes".to_owned();
    }
    let numbers: Vec<&str> = words.split_whitespace().collect();
    if numbers.len() > 1 && numbers.iter().all(|one| one.parse::<f64>().is_ok()) {
        return format!(
            "separate the elements of a list by commas: {}",
            numbers.join(", ")
        );
    }
    let digits = words.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
    let (number, unit) = words.split_at(digits);
    match flag(&words.to_lowercase()) {
        Some(flag) => format!("write {flag}, or {words:?} where a text is accepted"),
        None if !number.is_empty() && unit.starts_with([' ', '%', ';']) => {
            format!("write {number}, or {words:?} where a text is accepted")
        }
        None => format!("write {words:?} where a text is accepted"),
    }
}

/// Returns advice on a line with a key and a value, but no `=` between them.
pub(super) fn with_sign(span: &Span) -> Option<String> {
    let source = span.source();
    let line = source.text().get(source.line_span(span.line()))?.trim();
    let (key, value) = line.split_once(|c: char| c == ':' || c.is_whitespace())?;
    let is_bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let value = value.trim_start_matches(|c: char| c == ':' || c.is_whitespace());
    let is_literal = value.starts_with(['"', '\'', '[', '{'])
        || ["true", "false"].contains(&value)
        || value.parse::<i64>().is_ok();
    (begins_with_letter(key)
        && key.chars().all(is_bare)
        && is_literal
        && line.chars().count() <= MOST_REPEATED)
        .then(|| format!("write {key} = {value}"))
}

/// Returns the line of an unclosed string with a quote at the first place that makes it valid.
pub(super) fn with_quote(span: &Span, quote: char) -> Option<String> {
    let source = span.source();
    let line = source.text().get(source.line_span(span.line()))?.trim();
    // Each try parses the line, and a long text may have many such lines.
    if line.chars().count() > LONGEST_CLOSED || source.text().len() > LONGEST_TRIED {
        return None;
    }
    let (before, text) = line.rsplit_once(quote)?;
    // The other quote at the end is more likely the mistake, and a `#` may begin a comment.
    if text.ends_with(['"', '\'']) || text.contains('#') {
        return None;
    }
    let mut ends = text
        .char_indices()
        .map(|(start, letter)| start + letter.len_utf8());
    ends.find_map(|end| {
        let (text, rest) = text.split_at(end);
        let closed = format!("{before}{quote}{text}{quote}{rest}");
        let is_valid = !text.ends_with(' ') && DeTable::parse(&closed).is_ok();
        is_valid.then(|| format!("write {closed}"))
    })
}

/// Returns advice on a comma after a number or another value: `57.5` for `57,5`.
pub(super) fn without_comma(span: &Span) -> String {
    let source = span.source();
    let line = &source.text()[source.line_span(span.line())];
    let after = source
        .text()
        .get(span.range().end..source.line_span(span.line()).end);
    let after = after
        .unwrap_or_default()
        .trim_start_matches(',')
        .trim_start();
    if after.is_empty() || after.starts_with('#') {
        return "delete the comma at the end of the line".to_owned();
    }
    let is_number = |text: &str| {
        let has_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        has_digits && (text == "0" || !text.starts_with('0'))
    };
    let numbers = line.split_once('=').and_then(|(_, value)| {
        let (whole, decimals) = value.split_once(',')?;
        let (whole, decimals) = (whole.trim(), decimals.trim());
        let is_decimal = decimals.bytes().all(|byte| byte.is_ascii_digit()) && !decimals.is_empty();
        if !is_number(whole.trim_start_matches('-')) || !is_decimal {
            return None;
        }
        Some(match (decimals.len(), is_number(decimals)) {
            (3, _) if whole != "0" => {
                format!("write {whole}_{decimals}, or {whole}.{decimals} for a decimal number")
            }
            (_, true) => format!("write {whole}.{decimals}, or [{whole}, {decimals}] for a list"),
            (_, false) => format!("write {whole}.{decimals}"),
        })
    });
    numbers.unwrap_or_else(|| "write decimals with a point, and lists in brackets".to_owned())
}

/// Returns the line on which the key at a span stands for the first time in its table.
pub(super) fn earlier(span: &Span) -> Option<String> {
    let source = span.source();
    let key = span.text();
    let start = source.line_span(span.line()).start;
    if !source.text()[start..span.range().start].trim().is_empty() {
        return None;
    }
    // The search is short, since a file may have many duplicates.
    let before = source.text()[..start].lines().rev().take(1_000);
    let before = before.take_while(|line| !line.trim_start().starts_with('['));
    let same = before.enumerate().filter(|(_, line)| {
        let rest = line.trim_start().strip_prefix(key);
        rest.is_some_and(|rest| rest.trim_start().starts_with('='))
    });
    let (distance, _) = same.last()?;
    let line = span.line() - 1 - distance;
    Some(format!("the first is on line {line}; delete one of them"))
}
