//! Bars and sparklines of characters for terminals.
//!
//! The caller provides colors and width. A share that is not a number counts as 0.

/// Parts of a character cell from one to seven eighths, left to right.
const EIGHTHS: [char; 7] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉'];
/// Full cell of a bar, slightly lower than a line, so that bars in neighboring lines stay separate.
const WHOLE: char = '▇';

/// Returns a bar that fills the fraction `share` (0 to 1) of `width` character cells, rounded to an
/// eighth of a cell, without padding. A positive share has at least one eighth.
///
/// ```
/// assert_eq!(evenodds_questions::charts::terminal::bar(0.2433, 22), "▇▇▇▇▇▍");
/// ```
pub fn bar(share: f64, width: usize) -> String {
    let share = if share.is_nan() {
        0.0
    } else {
        share.clamp(0.0, 1.0)
    };
    let mut eighths = (share * width as f64 * 8.0).round() as usize;
    if eighths == 0 && share > 0.0 && width > 0 {
        eighths = 1;
    }
    let mut text = String::new();
    text.extend(std::iter::repeat_n(WHOLE, eighths / 8));
    if let Some(part) = (eighths % 8).checked_sub(1) {
        text.push(EIGHTHS[part]);
    }
    text
}

/// Heights of a character cell, from one to eight eighths.
const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Returns a character for each height, relative to the highest; the lowest character for 0. Returns
/// an empty text if no height is positive.
///
/// ```
/// assert_eq!(evenodds_questions::charts::terminal::sparkline(&[0.0, 0.3, 0.6, 0.2]), "▁▅█▃");
/// ```
pub fn sparkline(heights: &[f64]) -> String {
    let most = heights.iter().copied().fold(0.0, f64::max);
    if most <= 0.0 {
        return String::new();
    }
    let character = |height: &f64| HEIGHTS[((height / most).max(0.0) * 7.0).round() as usize];
    heights.iter().map(character).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_long_as_its_share() {
        assert_eq!(bar(0.0, 10), "");
        assert_eq!(bar(0.5, 4), "▇▇");
        assert_eq!(bar(0.55, 10), "▇▇▇▇▇▌");
        assert_eq!(bar(1.0, 3), "▇▇▇");
    }

    #[test]
    fn a_positive_share_is_visible_and_a_zero_share_is_not() {
        assert_eq!(bar(1e-9, 10), "▏");
        assert_eq!(bar(f64::NAN, 10), "");
        assert_eq!(bar(-3.0, 10), "");
        assert_eq!(bar(7.0, 2), "▇▇");
        assert_eq!(bar(0.5, 0), "");
    }

    #[test]
    fn a_sparkline_is_as_high_as_its_highest_value() {
        assert_eq!(sparkline(&[1.0, 2.0, 4.0, 0.0]), "▃▅█▁");
        assert_eq!(sparkline(&[0.0, f64::NAN]), "");
        assert_eq!(sparkline(&[]), "");
    }
}
