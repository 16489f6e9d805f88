//! Shares in percent with a suitable number of digits.

/// Returns the number of decimals for a share in percent: at least one, two significant digits near
/// 0 and 1, and enough to distinguish the ends of its interval.
pub fn decimals(share: f64, low: f64, high: f64) -> usize {
    let mut decimals = 1;
    let edge = if share > 0.0 && share < 1.0 {
        share.min(1.0 - share)
    } else {
        // For an outcome that never occurred, the other end of its interval sets the scale.
        high.min(1.0 - low).max(0.0)
    };
    while decimals < 9 && edge > 0.0 && edge * 100.0 * 10_f64.powi(decimals as i32) < 9.95 {
        decimals += 1;
    }
    // Ends that differ by less than the rounding error need no further decimals.
    while decimals < 9 && high - low > 1e-9 && digits(low, decimals) == digits(high, decimals) {
        decimals += 1;
    }
    decimals
}

/// Returns a share in percent without the sign: `24.3`; `0` and `100` only if exact.
pub fn digits(share: f64, decimals: usize) -> String {
    if share <= 0.0 {
        "0".to_owned()
    } else if share >= 1.0 {
        "100".to_owned()
    } else {
        format!("{:.decimals$}", share * 100.0)
    }
}

/// Returns a share in percent with a fixed number of decimals, for columns: `24.33%`. A share that
/// would round to 0 or 100 is shown as less or more than the nearest figure.
pub fn percent(share: f64, decimals: usize) -> String {
    let least = 10_f64.powi(-(decimals as i32));
    let percent = share * 100.0;
    if share > 0.0 && percent < least / 2.0 {
        format!("<{least:.decimals$}%")
    } else if share < 1.0 && percent > 100.0 - least / 2.0 {
        format!(">{:.decimals$}%", 100.0 - least)
    } else {
        format!("{:.decimals$}%", percent.max(0.0))
    }
}

/// Returns a p-value as text: `0.0312`, `< 0.0001`.
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
    fn columns_never_round_a_positive_share_to_0() {
        assert_eq!(percent(0.2433, 2), "24.33%");
        assert_eq!(percent(0.000_001, 2), "<0.01%");
        assert_eq!(percent(0.999_999, 2), ">99.99%");
        assert_eq!(percent(0.0, 2), "0.00%");
        assert_eq!(percent(1.0, 0), "100%");
        assert_eq!(percent(0.004, 0), "<1%");
    }
}
