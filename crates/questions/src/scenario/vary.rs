//! Varied keys with their values: `PATH=VALUES`.
//!
//! `VALUES` is a list of values, or of ranges of numbers, separated by commas: `1..6`,
//! `0.1..0.5/0.1`, `up,down`, `2,4,8..12`. Ranges include both ends. Commas inside brackets, braces
//! and quotes do not separate values, so tables and lists can be values.

use crate::document::{Path, Segment};

/// Maximum number of values of a key.
pub const MOST_VALUES: usize = 10_000;

/// A key with its different values, in the syntax of `--set`.
///
/// ```
/// use evenodds_questions::analysis::Vary;
/// let dice: Vary = "actor.dice=1..3,6".parse().unwrap();
/// assert_eq!((dice.path.as_str(), dice.values.join(" ").as_str()), ("actor.dice", "1 2 3 6"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vary {
    /// Path as typed by the user.
    pub path: String,
    /// Values, without duplicates.
    pub values: Vec<String>,
}

/// Syntax error in a text of the command line or of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}: {problem}")]
pub struct TextError {
    /// Text as typed by the user.
    pub text: String,
    /// Description of the problem, and the accepted text.
    pub problem: String,
}

impl TextError {
    pub(super) fn new(text: &str, problem: impl Into<String>) -> Self {
        Self {
            text: text.trim().to_owned(),
            problem: problem.into(),
        }
    }
}

/// Syntax error in a key with values.
pub type VaryError = TextError;

impl Vary {
    /// Returns the assignment of the value with this index.
    pub fn assignment(&self, value: usize) -> String {
        format!("{}={}", self.path, self.values[value])
    }

    /// Returns a value for display; strings have no quotes.
    pub fn label(&self, value: usize) -> &str {
        let text = self.values[value].as_str();
        let inside = |mark: char| {
            let inside = text.strip_prefix(mark)?.strip_suffix(mark)?;
            (!inside.contains(mark)).then_some(inside)
        };
        inside('"').or_else(|| inside('\'')).unwrap_or(text)
    }

    /// Returns the values as numbers if all of them are numbers, else `None`.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        let number = |text: &String| {
            let digit = |first: char| first.is_ascii_digit() || "+-".contains(first);
            // Other numbers in Rust's syntax, such as `inf`, count as strings.
            let plain = text.starts_with(digit) && !text.contains(['n', 'N', 'i', 'I']);
            let read = text.replace('_', "").parse().ok();
            read.filter(|number: &f64| plain && number.is_finite())
        };
        self.values.iter().map(number).collect()
    }

    /// Returns the last `names` names of the path, at least 1, or the whole path if it has no more.
    /// This is a short name for contexts in which the owner of the key is clear.
    ///
    /// ```
    /// use evenodds_questions::analysis::Vary;
    /// let dice: Vary = "side.heroes.Dirk.classes[0].dice=1..3".parse().unwrap();
    /// assert_eq!((dice.name(1).as_str(), dice.name(2).as_str()), ("dice", "classes[0].dice"));
    /// ```
    pub fn name(&self, names: usize) -> String {
        Self::name_of(&self.path, names)
    }

    /// Returns the last `names` names of any path, like [`Vary::name`].
    pub fn name_of(path: &str, names: usize) -> String {
        let Ok(path) = path.parse::<Path>() else {
            return path.to_owned();
        };
        let segments = path.segments();
        let is_name = |segment: &Segment| matches!(segment, Segment::Name(_));
        let mut starts = (0..segments.len())
            .rev()
            .filter(|&at| is_name(&segments[at]));
        let start = starts.nth(names.saturating_sub(1)).unwrap_or(0);
        let end = segments[start..].iter();
        let end = end.fold(Path::root(), |path, segment| match segment {
            Segment::Name(name) => path.name(name),
            Segment::Index(index) => path.index(*index),
        });
        end.to_string()
    }
}

impl std::str::FromStr for Vary {
    type Err = VaryError;

    fn from_str(text: &str) -> Result<Self, VaryError> {
        const FORM: &str = "PATH=VALUES, where VALUES are numbers from A to B as A..B or A..B/STEP, \
                            or values separated by commas";
        let wrong = |problem: String| VaryError::new(text, problem);
        let (_, _, end) = Path::read(text).map_err(|error| wrong(error.wanted.to_owned()))?;
        let (path, rest) = text.split_at(end);
        let Some(values) = rest.trim_start().strip_prefix('=') else {
            return Err(wrong(format!("expected {FORM}")));
        };
        let mut all: Vec<String> = Vec::new();
        for part in split_at_commas(values) {
            let part = part.trim();
            if part.is_empty() {
                return Err(wrong(format!("a value is missing; expected {FORM}")));
            }
            match range(part) {
                None => all.push(part.to_owned()),
                Some(Ok(numbers)) => all.extend(numbers),
                Some(Err(problem)) => return Err(wrong(format!("{part} {problem}"))),
            }
            if all.len() > MOST_VALUES {
                return Err(wrong(format!("the key has more than {MOST_VALUES} values")));
            }
        }
        for (index, value) in all.iter().enumerate() {
            if all[..index].contains(value) {
                return Err(wrong(format!("the value {value} occurs twice")));
            }
        }
        Ok(Self {
            path: path.to_owned(),
            values: all,
        })
    }
}

/// Splits a text at the commas outside brackets, braces and quotes.
fn split_at_commas(text: &str) -> Vec<&str> {
    let (mut depth, mut quote, mut start) = (0_i32, None, 0);
    let mut parts = Vec::new();
    for (position, character) in text.char_indices() {
        match (character, quote) {
            (_, Some(mark)) if character == mark => quote = None,
            ('"' | '\'', None) => quote = Some(character),
            ('[' | '{', None) => depth += 1,
            (']' | '}', None) => depth -= 1,
            (',', None) if depth <= 0 => {
                parts.push(&text[start..position]);
                start = position + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Returns the numbers of a range as text; `None` if the text is not a range, and an error if the
/// range is invalid.
fn range(text: &str) -> Option<Result<Vec<String>, String>> {
    let is_whole = |part: &str| !part.is_empty() && part.bytes().all(|one| one.is_ascii_digit());
    if let Some((first, last)) = text.split_once('-')
        && is_whole(first)
        && is_whole(last)
    {
        let is_falling = match [first, last].map(str::parse::<u64>) {
            [Ok(first), Ok(last)] => last < first,
            _ => false,
        };
        let (low, high) = if is_falling {
            (last, first)
        } else {
            (first, last)
        };
        return Some(Err(format!(
            "is not a range; write {low}..{high}, or \"{text}\" in quotes for a text"
        )));
    }
    let (first, rest) = text.split_once("..")?;
    let (last, step) = rest.split_once('/').unwrap_or((rest, "1"));
    let numbers = [first, last, step].map(|text| Decimal::read(text.trim()));
    let [Some(first), Some(last), Some(step)] = numbers else {
        // Two dots alone, as in a path, do not make a range.
        let begins = text.starts_with(|first: char| first.is_ascii_digit() || first == '-');
        return begins.then(|| {
            Err(
                "is not a range; expected A..B or A..B/STEP with plain numbers, such as 1..6 or \
                 0.1..0.5/0.1"
                    .to_owned(),
            )
        });
    };
    let places = first.places.max(last.places).max(step.places);
    let [first, last, step] = [first, last, step].map(|number| number.at(places));
    if step <= 0 {
        return Some(Err(
            "has a step of 0 or less; expected a positive step".to_owned()
        ));
    }
    if last < first {
        return Some(Err("is empty; expected the lower number first".to_owned()));
    }
    let steps = (last - first) / step;
    if steps >= MOST_VALUES as i128 {
        return Some(Err(format!("has more than {MOST_VALUES} values")));
    }
    let value = |index| Decimal::show(first + index * step, places);
    Some(Ok((0..=steps).map(value).collect()))
}

/// A decimal number with its exact digits, so that steps of 0.1 have no rounding error.
#[derive(Clone, Copy)]
struct Decimal {
    digits: i128,
    places: u32,
}

impl Decimal {
    fn read(text: &str) -> Option<Self> {
        let (sign, plain) = match text.strip_prefix('-') {
            Some(plain) => (-1, plain),
            None => (1, text),
        };
        let (whole, fraction) = plain.split_once('.').unwrap_or((plain, ""));
        let all = format!("{whole}{fraction}").replace('_', "");
        let short = all.len() <= 18 && fraction.len() <= 9;
        let good = !all.is_empty() && all.bytes().all(|digit| digit.is_ascii_digit());
        (short && good).then_some(())?;
        Some(Self {
            digits: sign * all.parse::<i128>().ok()?,
            places: fraction.len() as u32,
        })
    }

    /// Returns the number in units of 10^-`places`.
    fn at(self, places: u32) -> i128 {
        self.digits * 10_i128.pow(places - self.places)
    }

    fn show(digits: i128, places: u32) -> String {
        if places == 0 {
            return digits.to_string();
        }
        let unit = 10_i128.pow(places);
        let sign = if digits < 0 { "-" } else { "" };
        let (whole, fraction) = (digits.abs() / unit, digits.abs() % unit);
        format!("{sign}{whole}.{fraction:0width$}", width = places as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> String {
        let vary: Vary = text.parse().unwrap();
        vary.values.join(" | ")
    }

    fn refused(text: &str) -> String {
        text.parse::<Vary>().unwrap_err().to_string()
    }

    #[test]
    fn values_are_lists_and_ranges() {
        assert_eq!(values("a.b=1..4"), "1 | 2 | 3 | 4");
        assert_eq!(values("a=-2..2/2"), "-2 | 0 | 2");
        assert_eq!(values("a=0.1..0.5/0.1"), "0.1 | 0.2 | 0.3 | 0.4 | 0.5");
        assert_eq!(values("a=-0.5..0.5/0.5"), "-0.5 | 0.0 | 0.5");
        assert_eq!(values("a=1..6/2"), "1 | 3 | 5");
        assert_eq!(values("a= up , down"), "up | down");
        assert_eq!(values("a=2,4,8..9"), "2 | 4 | 8 | 9");
        assert_eq!(
            values("side.'a=b'.player={ name = 'x', depth = 2 },y"),
            "{ name = 'x', depth = 2 } | y"
        );
        assert_eq!(values("a=[1,2],[3]"), "[1,2] | [3]");
        assert_eq!(values("use=['../a.toml']"), "['../a.toml']");
        assert_eq!(values("a=7"), "7");
        let vary: Vary = "side.'Mark Four'.dice =1..2".parse().unwrap();
        assert_eq!(vary.assignment(1), "side.'Mark Four'.dice=2");
    }

    #[test]
    fn numbers_are_recognized_and_labels_have_no_quotes() {
        let vary = |text: &str| text.parse::<Vary>().unwrap();
        assert_eq!(
            vary("a=-1,2.5,1_000").numbers(),
            Some(vec![-1.0, 2.5, 1000.0])
        );
        assert_eq!(vary("a=1,inf").numbers(), None);
        assert_eq!(vary("a=up,down").numbers(), None);
        let texts = vary("a='up',\"down\",'it',x");
        let labels: Vec<&str> = (0..4).map(|value| texts.label(value)).collect();
        assert_eq!(labels, ["up", "down", "it", "x"]);
    }

    #[test]
    fn errors_describe_the_problem_and_the_accepted_form() {
        insta::assert_snapshot!(
            ["a", "a=", "a=1,,2", "a=5..2", "a=1..5/0", "a=1..1e3", "a=1..100000", "a=3,1..4", "=1", "a=1...3"]
                .map(refused).join("\n"),
            @"
        a: expected PATH=VALUES, where VALUES are numbers from A to B as A..B or A..B/STEP, or values separated by commas
        a=: a value is missing; expected PATH=VALUES, where VALUES are numbers from A to B as A..B or A..B/STEP, or values separated by commas
        a=1,,2: a value is missing; expected PATH=VALUES, where VALUES are numbers from A to B as A..B or A..B/STEP, or values separated by commas
        a=5..2: 5..2 is empty; expected the lower number first
        a=1..5/0: 1..5/0 has a step of 0 or less; expected a positive step
        a=1..1e3: 1..1e3 is not a range; expected A..B or A..B/STEP with plain numbers, such as 1..6 or 0.1..0.5/0.1
        a=1..100000: 1..100000 has more than 10000 values
        a=3,1..4: the value 3 occurs twice
        =1: expected a name, in quotes if it has other characters than letters, digits, `_` and `-`
        a=1...3: 1...3 is empty; expected the lower number first
        "
        );
    }
}
