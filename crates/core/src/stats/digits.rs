//! Numbers as text, with as many digits as are known.

/// Returns a number with at most `decimals` decimals and no trailing zeros: `0.5`, `20`.
pub fn trimmed(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        &text
    };
    if text == "-0" { "0" } else { text }.to_owned()
}

/// Returns a number that is known to within `error`, with at most `decimals` decimals: all digits if
/// they are few, else the first ones, which are not rounded, and an ellipsis: `0.25`, `14.92…`.
pub fn exact_decimal(number: f64, error: f64, decimals: usize) -> String {
    // Rounding error of the sums.
    let error = error.max(1e-10);
    let rounded = trimmed(number, decimals);
    if rounded
        .parse()
        .is_ok_and(|value: f64| (value - number).abs() <= error)
    {
        return rounded;
    }
    // The error cannot change these digits. They are cut from enough of them not to be rounded.
    let text = format!("{number:.60}");
    let end = text
        .find('.')
        .map_or(text.len(), |point| point + 1 + decimals);
    format!("{}…", &text[..end.min(text.len())])
}

/// Returns the number of decimals for a share in percent: at least one, two significant digits near
/// 0 and 1, and enough to distinguish the ends of its interval.
pub fn decimals(share: f64, low: f64, high: f64) -> usize {
    let mut decimals = 1;
    let edge = if share > 0.0 && share < 1.0 {
        share.min(1.0 - share)
    } else {
        // For an outcome that never occurred, the far end of its interval sets the scale.
        high.min(1.0 - low).max(0.0)
    };
    while decimals < 9 && edge > 0.0 && edge * 100.0 * 10_f64.powi(decimals as i32) < 9.95 {
        decimals += 1;
    }
    // A difference below rounding error does not count.
    while decimals < 9 && high - low > 1e-9 && digits(low, decimals) == digits(high, decimals) {
        decimals += 1;
    }
    decimals
}

/// Returns a share in percent without the sign: `24.3`; `0` and `100` only for exactly these.
pub fn digits(share: f64, decimals: usize) -> String {
    if share <= 0.0 {
        "0".to_owned()
    } else if share >= 1.0 {
        "100".to_owned()
    } else {
        format!("{:.decimals$}", share * 100.0)
    }
}

/// Percentage below which exact shares have no digits.
const SMALLEST_PERCENT: f64 = 1e-9;

/// Returns a share in percent that is known to within `error`: all digits if they are few, else the
/// first ones, which are not rounded, and an ellipsis: `25%`, `33.333…%`.
pub fn exact_percent(share: f64, error: f64) -> String {
    let decimals = decimals(share, share, share).max(3);
    if share > 0.0 && share * 100.0 < SMALLEST_PERCENT {
        return format!("<{}%", trimmed(SMALLEST_PERCENT, 9));
    }
    let digits = exact_decimal(share * 100.0, error * 100.0, decimals);
    format!("{digits}%")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_significant_digits() {
        assert_eq!(decimals(0.2433, 0.2425, 0.2441), 1);
        assert_eq!(decimals(0.24334, 0.24331, 0.24334), 3);
        assert_eq!(decimals(0.0005, 0.0004, 0.0006), 3);
        assert_eq!(decimals(0.0, 0.0, 0.000_003_8), 5);
        assert_eq!(decimals(0.25, 0.25, 0.25), 1);
        assert_eq!(digits(0.0005, 3), "0.050");
        assert_eq!(digits(0.0, 3), "0");
    }

    #[test]
    fn no_digit_of_an_exact_number_is_false() {
        for (number, error, text) in [
            (2.387_89, 1e-9, "2.387…"),
            (66.666_666_666_666_67, 1e-9, "66.666…"),
            (25.0, 1e-9, "25"),
            (0.1 + 0.2, 1e-9, "0.3"),
            (14.927_887, 1e-9, "14.927…"),
            (-0.5, 1e-9, "-0.5"),
            (2.387_999_999, 1e-8, "2.388"),
            // The true number may be 2.388.
            (2.387_999_1, 1e-6, "2.388"),
        ] {
            assert_eq!(exact_decimal(number, error, 3), text, "{number}");
        }
        for step in 1..5_000 {
            let number = f64::from(step) / 37.0;
            let text = exact_decimal(number, 1e-9, 3);
            let shown: f64 = text.trim_end_matches('…').parse().unwrap();
            assert!(
                number - shown >= -1e-9 && number - shown < 0.001,
                "{number} {text}"
            );
            assert_eq!(text.ends_with('…'), step % 37 != 0, "{number} {text}");
        }
        assert_eq!(exact_percent(0.023_878_9, 0.0), "2.387…%");
        assert_eq!(exact_percent(1.0, 0.0), "100%");
        assert_eq!(exact_percent(0.0, 0.0), "0%");
        assert_eq!(exact_percent(2.7e-16, 0.0), "<0.000000001%");
        assert_eq!(exact_percent(0.000_012_345, 0.0), "0.0012…%");
    }
}
