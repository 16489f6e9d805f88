//! Parsers of numbers on the command line.

use super::check::NoTests;
use crate::analysis::{MOST_PLAYOUTS, RequestedFigure};
use crate::document::read_share;
use crate::sim::Share;
use crate::sim::ShareEstimator;
use serde::{Deserialize, Serialize, Serializer};
use std::time::Duration;

/// Parses a number of trials: `1000000`, `1_000_000`, `2e6`, `10M`, `500k`, `1.5G`.
///
/// # Errors
/// The text is not a whole number from 1 to 10^15. The error states what is accepted, as those of all
/// parsers here.
pub fn count(text: &str) -> Result<u64, String> {
    let wrong = || {
        "expected a whole number from 1 to 10^15, such as 1000000, 1_000_000, 2e6, 500k or 10M"
            .to_owned()
    };
    whole(text).filter(|&trials| trials > 0).ok_or_else(wrong)
}

/// Parses a number of play-outs, in the notation of [`count`].
///
/// # Errors
/// The text is not a number from 1 to [`MOST_PLAYOUTS`].
pub fn playouts(text: &str) -> Result<u32, String> {
    let count = u32::try_from(count(text)?).ok();
    let count = count.filter(|&count| count <= MOST_PLAYOUTS);
    count.ok_or_else(|| format!("expected at most {MOST_PLAYOUTS} play-outs"))
}

/// Parses a number of worker threads.
///
/// # Errors
/// The text is not a whole number from 1 to 1024.
pub fn threads(text: &str) -> Result<u16, String> {
    let count = text.parse().ok();
    let count = count.filter(|count| (1..=1024).contains(count));
    count.ok_or_else(|| "expected a whole number from 1 to 1024".to_owned())
}

/// Parses a whole number, such as a result of dice.
///
/// # Errors
/// The text is not a whole number.
pub fn integer(text: &str) -> Result<i64, String> {
    let number = text.parse().ok();
    number.ok_or_else(|| "expected a whole number, such as 15".to_owned())
}

/// Parses the number of a trial, in full or in the notation of [`count`].
///
/// # Errors
/// The text is not a whole number from 0.
pub fn trial(text: &str) -> Result<u64, String> {
    text.parse()
        .ok()
        .or_else(|| whole(text))
        .ok_or_else(|| "expected the number of a trial, a whole number from 0".to_owned())
}

/// Parses a whole number from 0 to 10^15, optionally with the suffix `k`, `M` or `G`.
fn whole(text: &str) -> Option<u64> {
    let mut digits = text.replace('_', "");
    // Parsing an exponent rounds once; multiplication by 1e6 would make 2.3M a fraction.
    for (letter, exponent) in [("k", "e3"), ("K", "e3"), ("M", "e6"), ("G", "e9")] {
        if let Some(before) = digits.strip_suffix(letter) {
            digits = format!("{before}{exponent}");
            break;
        }
    }
    let starts_well = digits.starts_with(|first: char| first.is_ascii_digit());
    let number: f64 = digits.parse().ok()?;
    let fits = starts_well && (0.0..=1e15).contains(&number) && number.fract() == 0.0;
    fits.then_some(number as u64)
}

/// Parses a share of a run, `I/N`, counted from 1.
///
/// # Errors
/// The text is not a share from 1/N to N/N.
pub fn share(text: &str) -> Result<Share, String> {
    let read = || {
        let (index, of) = text.split_once('/')?;
        let share = Share {
            index: index.parse().ok()?,
            of: of.parse().ok()?,
        };
        (1..=share.of).contains(&share.index).then_some(share)
    };
    read().ok_or_else(|| "expected I/N, a share from 1/N to N/N, such as 1/4".to_owned())
}

/// Parses a random seed, 0 to 2^63 - 1.
///
/// # Errors
/// The text is not a whole number in this range.
pub fn seed(text: &str) -> Result<u64, String> {
    text.parse()
        .ok()
        .filter(|&seed: &u64| i64::try_from(seed).is_ok())
        .ok_or_else(|| "expected a whole number from 0 to 2^63 - 1".to_owned())
}

/// Parses the half-width of an interval of a share.
///
/// # Errors
/// The text is not a share from 0.000001 to below 0.5.
pub fn half_width(text: &str) -> Result<f64, String> {
    read_share(text)
        .filter(|half| (1e-6..0.5).contains(half))
        .ok_or_else(|| {
            "expected a share from 0.000001 to below 0.5, such as 0.005 or 0.5%".to_owned()
        })
}

/// Parses the result of a check without any expectation.
///
/// # Errors
/// The text is neither `fail` nor `pass`.
pub fn no_tests(text: &str) -> Result<NoTests, String> {
    match text {
        "fail" => Ok(NoTests::Fail),
        "pass" => Ok(NoTests::Pass),
        _ => Err("expected fail or pass".to_owned()),
    }
}

/// Parses an estimator of shares.
///
/// # Errors
/// The text is neither `plain` nor `control`.
pub fn estimator(text: &str) -> Result<ShareEstimator, String> {
    match text {
        "plain" => Ok(ShareEstimator::Plain),
        "control" => Ok(ShareEstimator::Control),
        _ => Err("expected plain or control".to_owned()),
    }
}

/// Parses a tolerance around a target, as a number or in percent. The target limits it further.
///
/// # Errors
/// The text is not a number of at least 0.
pub fn tolerance(text: &str) -> Result<f64, String> {
    read_share(text)
        .filter(|tolerance| *tolerance >= 0.0)
        .ok_or_else(|| "expected a number of at least 0, such as 0.01 or 1%".to_owned())
}

/// Time limit; `None` for no limit. 30 seconds by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Budget(pub Option<Duration>);

impl Default for Budget {
    fn default() -> Self {
        Self(Some(Duration::from_secs(30)))
    }
}

impl Serialize for Budget {
    /// Serializes the limit as typed.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Some(time) => serializer.collect_str(&format_args!("{}s", time.as_secs_f64())),
            None => serializer.serialize_str("off"),
        }
    }
}

/// Parses a time limit: `500ms`, `30s`, `2m`, `1h`, `90` (seconds); `off` for no limit.
///
/// # Errors
/// The text is not a time up to a million seconds, and not `off`.
pub fn budget(text: &str) -> Result<Budget, String> {
    let text = text.trim();
    if text == "off" {
        return Ok(Budget(None));
    }
    let (number, scale) = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3_600.0)]
        .into_iter()
        .find_map(|(unit, scale)| Some((text.strip_suffix(unit)?, scale)))
        .unwrap_or((text, 1.0));
    let seconds: Option<f64> = number.trim().parse().ok();
    seconds
        .map(|number| number * scale)
        .filter(|seconds| *seconds > 0.0 && *seconds <= 1e6)
        .map(|seconds| Budget(Some(Duration::from_secs_f64(seconds))))
        .ok_or_else(|| "expected a time, such as 30s or 2m, or off".to_owned())
}

/// Parses an upper bound on the probability of a wrong answer.
///
/// # Errors
/// The text is not a share from 10^-9 to 0.5.
pub fn alpha(text: &str) -> Result<f64, String> {
    read_share(text)
        .filter(|alpha| (1e-9..=0.5).contains(alpha))
        .ok_or_else(|| {
            "expected a probability from 0.000000001 to 0.5, such as 0.05 or 5%".to_owned()
        })
}

/// Parses a range of shares around one half: `45..55%`, `0.45..0.55`. Returns its ends.
///
/// # Errors
/// The text is not a range from 0 to 1 with its middle at one half.
pub fn even_range(text: &str) -> Result<[f64; 2], String> {
    let read = || {
        let (low, high) = text.split_once("..")?;
        let percent = if high.trim_end().ends_with('%') && !low.contains('%') {
            "%"
        } else {
            ""
        };
        let (low, high) = (read_share(&format!("{low}{percent}"))?, read_share(high)?);
        let is_even = (low + high - 1.0).abs() < 1e-9 && (0.0..0.5).contains(&low);
        is_even.then_some([low, high])
    };
    read().ok_or_else(|| {
        "expected a range of shares with its middle at 50%, such as 45..55% or 0.45..0.55"
            .to_owned()
    })
}

/// Parses a figure to decide on, optionally with its margin: `heroes`, `heroes=0.01`, `heroes=1%`,
/// `mean.turns=0.1`.
///
/// # Errors
/// The name is empty, or the margin is not a number above 0.
pub fn figure(text: &str) -> Result<RequestedFigure, String> {
    let wrong = || {
        "expected NAME or NAME=MARGIN with a margin above 0, such as heroes, heroes=0.01 or \
         mean.turns=0.1"
            .to_owned()
    };
    let (name, margin) = match text.rsplit_once('=') {
        None => (text, None),
        Some((name, margin)) => {
            // A mean is not a share, so it has no percentage.
            let is_mean = name.trim_start().starts_with("mean.");
            let number = read_share(margin).filter(|number| *number > 0.0);
            let number = number.filter(|_| !(is_mean && margin.contains('%')));
            (name, Some(number.ok_or_else(wrong)?))
        }
    };
    let name = name.trim();
    if name.is_empty() {
        return Err(wrong());
    }
    Ok(RequestedFigure {
        name: name.to_owned(),
        margin,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_parsed_in_all_notations() {
        for (text, expected) in [
            ("1", 1),
            ("1_000_000", 1_000_000),
            ("2e6", 2_000_000),
            ("10M", 10_000_000),
            ("1.5k", 1_500),
            ("2.3M", 2_300_000),
            ("1G", 1_000_000_000),
        ] {
            assert_eq!(count(text), Ok(expected), "{text}");
        }
        for text in [
            "", "0", "-5", "1.5", "ten", "inf", "nan", "1e99", "M", "+3", "5 k", "2e3k",
        ] {
            assert!(count(text).is_err(), "{text}");
        }
    }

    #[test]
    fn trials_are_numbered_from_0_to_the_end_of_64_bits() {
        assert_eq!(trial("0"), Ok(0));
        assert_eq!(trial("2e3"), Ok(2_000));
        assert_eq!(trial("18446744073709551615"), Ok(u64::MAX));
        assert!(trial("-1").is_err() && trial("1.5").is_err() && trial("").is_err());
    }

    #[test]
    fn every_share_is_a_number_or_a_percentage() {
        for parse in [half_width, tolerance, alpha] {
            assert_eq!(parse("0.005"), Ok(0.005));
            assert_eq!(parse("0.5%"), Ok(0.005));
            assert!(parse("0.5%%").is_err() && parse("%").is_err() && parse("much").is_err());
        }
        assert!(half_width("50%").is_err() && alpha("51%").is_err() && tolerance("-1%").is_err());
    }

    #[test]
    fn figures_may_have_a_margin() {
        let read = |text| figure(text).map(|wanted| (wanted.name, wanted.margin));
        assert_eq!(read("heroes"), Ok(("heroes".to_owned(), None)));
        assert_eq!(read("heroes = 1%"), Ok(("heroes".to_owned(), Some(0.01))));
        assert_eq!(
            read("mean.turns=0.5"),
            Ok(("mean.turns".to_owned(), Some(0.5)))
        );
        for text in [
            "",
            "heroes=",
            "heroes=0",
            "heroes=-1",
            "heroes=nan",
            "=0.5",
            "a=b",
            "mean.turns=5%",
        ] {
            assert!(figure(text).is_err(), "{text}");
        }
        assert_eq!(alpha("0.01"), Ok(0.01));
        assert!(alpha("0").is_err() && alpha("0.6").is_err() && alpha("x").is_err());
    }

    #[test]
    fn seeds_and_half_widths_have_their_ranges() {
        assert_eq!(seed("9223372036854775807"), Ok(i64::MAX as u64));
        assert!(seed("9223372036854775808").is_err() && seed("-1").is_err());
        assert_eq!(half_width("0.005"), Ok(0.005));
        assert!(half_width("0").is_err() && half_width("0.5").is_err() && half_width("x").is_err());
    }
}
