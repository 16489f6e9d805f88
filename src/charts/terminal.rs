//! Charts of characters for terminals: a bar, a sparkline, a histogram of lines.
//!
//! No colours and no terminal width are asked for here: the caller knows both. Every function takes
//! any numbers; what is not a number counts as nothing.

use super::bins::Bins;

/// Parts of a character cell from one to seven eighths, left to right.
const EIGHTHS: [char; 7] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉'];
/// Heights of a character cell from one to eight eighths.
const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// A whole cell of a bar: not quite the full height, so that bars in neighbouring lines stay apart.
const WHOLE: char = '▇';
/// The most lines of a histogram.
const MOST_LINES: usize = 20;

/// A bar of `share` (0 to 1) of `width` character cells, to the nearest eighth of a cell; without
/// padding. A share above nothing is never drawn as nothing.
///
/// ```
/// assert_eq!(evenodds::charts::terminal::bar(0.2433, 22), "▇▇▇▇▇▍");
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

/// One character for each value, its height relative to the largest: `▁▂▅█▃▁`. What is not a number
/// leaves a gap.
///
/// ```
/// assert_eq!(evenodds::charts::terminal::spark(&[0.0, 0.5, 1.0]), "▁▄█");
/// ```
pub fn spark(values: &[f64]) -> String {
    let largest = values
        .iter()
        .copied()
        .filter(|value| value.is_finite())
        .fold(0.0, f64::max);
    values
        .iter()
        .map(|&value| {
            if value.is_nan() {
                ' '
            } else if largest <= 0.0 && value != f64::INFINITY {
                HEIGHTS[0]
            } else {
                let part = (value / largest).clamp(0.0, 1.0);
                HEIGHTS[((part * 8.0).ceil() as usize).clamp(1, 8) - 1]
            }
        })
        .collect()
}

/// A line for each value (or bin of values, or folded tail): its label, its share of the whole in
/// percent, and a bar, the longest `width` cells. Counts are pairs of value and share (or any weight);
/// empty when no weight is positive.
pub fn histogram(counts: &[(i64, f64)], width: usize) -> Vec<String> {
    let Some(bins) = Bins::new(counts, MOST_LINES) else {
        return Vec::new();
    };
    let sums = bins.sums(counts);
    let whole: f64 = sums.iter().sum();
    let largest = sums.iter().copied().fold(0.0, f64::max);
    let labels: Vec<String> = (0..bins.len).map(|bin| bins.label(bin)).collect();
    let label_width = labels.iter().map(|label| label.chars().count()).max();
    let label_width = label_width.unwrap_or(0);
    labels
        .iter()
        .zip(&sums)
        .map(|(label, sum)| {
            let percent = 100.0 * sum / whole;
            let bar = bar(sum / largest, width);
            let line = format!("{label:>label_width$}  {percent:>5.1} %  {bar}");
            line.trim_end().to_owned()
        })
        .collect()
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
    fn a_bar_never_hides_what_is_there_nor_shows_what_is_not() {
        assert_eq!(bar(1e-9, 10), "▏");
        assert_eq!(bar(f64::NAN, 10), "");
        assert_eq!(bar(-3.0, 10), "");
        assert_eq!(bar(7.0, 2), "▇▇");
        assert_eq!(bar(0.5, 0), "");
    }

    #[test]
    fn a_sparkline_is_relative_to_its_largest_value() {
        assert_eq!(spark(&[1.0, 2.0, 4.0, 8.0]), "▁▂▄█");
        assert_eq!(spark(&[0.0, 0.0]), "▁▁");
        assert_eq!(spark(&[]), "");
        assert_eq!(spark(&[f64::NAN, f64::INFINITY, 1.0]), " ██");
        assert_eq!(spark(&[f64::INFINITY, -1.0]), "█▁");
    }

    #[test]
    fn a_histogram_lines_up() {
        let lines = histogram(&[(9, 0.25), (10, 0.5), (11, 0.25)], 4);
        assert_eq!(
            lines,
            [" 9   25.0 %  ▇▇", "10   50.0 %  ▇▇▇▇", "11   25.0 %  ▇▇"]
        );
        assert!(histogram(&[], 4).is_empty());
    }

    #[test]
    fn a_histogram_of_many_values_stays_short() {
        let counts: Vec<(i64, f64)> = (0..500).map(|value| (value, 0.002)).collect();
        assert!(histogram(&counts, 30).len() <= MOST_LINES + 1);
    }
}
