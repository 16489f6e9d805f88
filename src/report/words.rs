//! Shares in words that can be read aloud, and in percent with as many digits as they deserve.
//!
//! The words name a simple fraction; it is never further from the share than an eighth of the
//! share (or of what is missing to the whole), mostly much nearer. What happens less often than 1 time in 20, or
//! fails to, is told in percent: nobody pictures 1 time in 32.

/// Fractions between a quarter and a half, as (times, in).
const MIDDLE: [(u64, u64); 7] = [(1, 4), (3, 10), (1, 3), (3, 8), (2, 5), (9, 20), (1, 2)];
/// Below this share the words are "1 time in n".
const MIDDLE_FROM: f64 = 0.225;
/// Fractions of more than this are told in percent.
const MOST_AMONG: u64 = 20;
/// This near to a half the chance is called even.
const EVEN: f64 = 0.005;
/// Two exact shares that differ by less are the same one.
const ROUNDING: f64 = 1e-12;

/// A share in words that follow a clause such as `heroes win`: `about 1 time in 4`. The word "about"
/// goes where the share is `exact` and the fraction is exactly that.
///
/// ```
/// use evenodds::report::share_in_words;
/// assert_eq!(share_in_words(0.2433, false), "about 1 time in 4");
/// assert_eq!(share_in_words(0.6, true), "3 times in 5");
/// assert_eq!(share_in_words(0.0312, false), "3.1 % of the time");
/// ```
pub fn share_in_words(share: f64, exact: bool) -> String {
    if share <= 0.0 {
        return "in no case".to_owned();
    }
    if share >= 1.0 {
        return "in every case".to_owned();
    }
    let (times, among) = fraction(share);
    if among > MOST_AMONG {
        let decimals = decimals(share, share, share);
        return format!("{} % of the time", digits(share, decimals));
    }
    let same = exact && (share - times as f64 / among as f64).abs() < ROUNDING;
    let about = if same { "" } else { "about " };
    if (times, among) == (1, 2) {
        return half(share, same);
    }
    let noun = if times == 1 { "time" } else { "times" };
    format!("{about}{times} {noun} in {among}")
}

/// Whether a share is so near to none or all that it is told in percent.
pub(super) fn is_edge(share: f64) -> bool {
    share > 0.0 && share < 1.0 && fraction(share).1 > MOST_AMONG
}

fn half(share: f64, exactly: bool) -> String {
    if exactly {
        "exactly half of the time".to_owned()
    } else if (share - 0.5).abs() <= EVEN {
        "about half of the time".to_owned()
    } else if share < 0.5 {
        "a little less than half of the time".to_owned()
    } else {
        "a little more than half of the time".to_owned()
    }
}

/// The simple fraction near a share above 0 and below 1, as (times, in).
fn fraction(share: f64) -> (u64, u64) {
    if share > 0.5 {
        let (times, among) = fraction(1.0 - share);
        return (among - times, among);
    }
    if share < MIDDLE_FROM {
        return (1, speakable(1.0 / share).max(5));
    }
    let distance = |&(times, among): &(u64, u64)| (share - times as f64 / among as f64).abs();
    MIDDLE
        .into_iter()
        .min_by(|left, right| distance(left).total_cmp(&distance(right)))
        .unwrap_or((1, 2))
}

/// A number near `number` (at least 4) that is easily said: all up to 40, then multiples of 5, 10,
/// 50, 100 and so on.
fn speakable(number: f64) -> u64 {
    if number >= 1e18 {
        return 1_000_000_000_000_000_000;
    }
    let mut scale = 1.0;
    loop {
        let part = number / scale;
        let step = if part < 40.0 {
            1.0
        } else if part < 100.0 {
            5.0
        } else {
            scale *= 10.0;
            continue;
        };
        return ((part / step).round() * step * scale) as u64;
    }
}

/// How many decimals a share in percent needs: at least one, two digits that say something near 0
/// and 1, and enough to tell the ends of its interval apart.
pub fn decimals(share: f64, low: f64, high: f64) -> usize {
    let mut decimals = 1;
    let edge = if share > 0.0 && share < 1.0 {
        share.min(1.0 - share)
    } else {
        // What never came up is as rare as the far end of its interval says.
        high.min(1.0 - low).max(0.0)
    };
    while decimals < 9 && edge > 0.0 && edge * 100.0 * 10_f64.powi(decimals as i32) < 9.95 {
        decimals += 1;
    }
    // A difference below the rounding of the computation is none.
    while decimals < 9 && high - low > 1e-9 && digits(low, decimals) == digits(high, decimals) {
        decimals += 1;
    }
    decimals
}

/// A share in percent without the sign: `24.3`; `0` and `100` only for exactly that.
pub fn digits(share: f64, decimals: usize) -> String {
    if share <= 0.0 {
        "0".to_owned()
    } else if share >= 1.0 {
        "100".to_owned()
    } else {
        format!("{:.decimals$}", share * 100.0)
    }
}

/// A share in percent with a fixed number of decimals for columns: `24.33 %`; what would be rounded
/// to nothing or to the whole is said to be less or more than that.
pub fn percent(share: f64, decimals: usize) -> String {
    let least = 10_f64.powi(-(decimals as i32));
    let percent = share * 100.0;
    if share > 0.0 && percent < least / 2.0 {
        format!("<{least:.decimals$} %")
    } else if share < 1.0 && percent > 100.0 - least / 2.0 {
        format!(">{:.decimals$} %", 100.0 - least)
    } else {
        format!("{:.decimals$} %", percent.max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value((times, among): (u64, u64)) -> f64 {
        times as f64 / among as f64
    }

    #[test]
    fn words_are_within_an_eighth_of_the_figure_for_all_shares() {
        let even = (1..100_000).map(|step| step as f64 / 100_000.0);
        let rare = (0..1000).map(|step| 0.01 * 10_f64.powf(-step as f64 / 100.0));
        for share in even.chain(rare) {
            for share in [share, 1.0 - share] {
                if share <= 0.0 || share >= 1.0 {
                    continue;
                }
                let said = value(fraction(share));
                let room = share.min(1.0 - share) * 0.125 + 1e-15;
                assert!((said - share).abs() <= room, "{share} is called {said}");
                assert!((said - share).abs() < 0.034, "{share} is called {said}");
            }
        }
    }

    #[test]
    fn a_larger_share_is_never_called_a_smaller_one() {
        let said: Vec<f64> = (1..100_000)
            .map(|step| value(fraction(step as f64 / 100_000.0)))
            .collect();
        assert!(said.is_sorted());
    }

    #[test]
    fn words_are_those_that_people_say() {
        let said = |share| share_in_words(share, false);
        assert_eq!(said(0.2433), "about 1 time in 4");
        assert_eq!(said(0.5003), "about half of the time");
        assert_eq!(said(0.514), "a little more than half of the time");
        assert_eq!(said(0.486), "a little less than half of the time");
        assert_eq!(said(0.598), "about 3 times in 5");
        assert_eq!(said(0.76), "about 3 times in 4");
        assert_eq!(said(0.05), "about 1 time in 20");
        assert_eq!(said(0.95), "about 19 times in 20");
        assert_eq!(said(0.0487), "4.9 % of the time");
        assert_eq!(said(0.971), "97.1 % of the time");
        assert_eq!(said(0.00049), "0.049 % of the time");
        assert_eq!(said(0.9995), "99.950 % of the time");
        assert_eq!(said(0.0), "in no case");
        assert_eq!(said(1.0), "in every case");
    }

    #[test]
    fn only_exact_fractions_go_without_about() {
        assert_eq!(share_in_words(0.25, true), "1 time in 4");
        assert_eq!(share_in_words(0.25, false), "about 1 time in 4");
        assert_eq!(share_in_words(0.5, true), "exactly half of the time");
        assert_eq!(share_in_words(0.250_000_1, true), "about 1 time in 4");
    }

    #[test]
    fn digits_are_as_many_as_the_share_deserves() {
        assert_eq!(decimals(0.2433, 0.2425, 0.2441), 1);
        assert_eq!(decimals(0.24334, 0.24331, 0.24334), 3);
        assert_eq!(decimals(0.0005, 0.0004, 0.0006), 3);
        assert_eq!(decimals(0.0, 0.0, 0.000_003_8), 5);
        assert_eq!(decimals(0.25, 0.25, 0.25), 1);
        assert_eq!(digits(0.0005, 3), "0.050");
        assert_eq!(digits(0.0, 3), "0");
    }

    #[test]
    fn columns_never_round_something_to_nothing() {
        assert_eq!(percent(0.2433, 2), "24.33 %");
        assert_eq!(percent(0.000_001, 2), "<0.01 %");
        assert_eq!(percent(0.999_999, 2), ">99.99 %");
        assert_eq!(percent(0.0, 2), "0.00 %");
        assert_eq!(percent(1.0, 0), "100 %");
        assert_eq!(percent(0.004, 0), "<1 %");
    }
}
