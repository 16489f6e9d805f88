//! Share of an outcome's variance explained by prior information: the correlation ratio.

use super::{Figure, FigureKind, Interval, normal_quantile};

/// Trials with equal prior information.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stratum {
    /// Number of trials.
    pub trials: u64,
    /// Number of trials with the outcome; at most `trials`.
    pub hits: u64,
}

/// Returns the share of a yes/no outcome's variance that is between cells rather than within them.
///
/// Returns `None` if all trials have the same outcome, or if there are at most as many trials as
/// cells.
///
/// The correlation ratio eta squared is the sum of squares between the cells divided by that of all
/// trials. With k cells and n trials it is too high by about (k - 1) / n. The result is therefore
/// epsilon squared, (between - (k - 1) within / (n - k)) / total, at least 0 (T. L. Kelley, *An
/// unbiased correlation ratio measure*, 1935; compared by X. S. Liu, *Bias correction for eta
/// squared in one-way ANOVA*, Methodology 18, 2022). The interval is the normal one by the delta
/// method: the variance of a trial's influence on the ratio, over n.
pub fn explained_variance(cells: &[Stratum], level: f64) -> Option<Figure> {
    let filled = || cells.iter().filter(|cell| cell.trials > 0);
    let count = filled().count() as f64;
    let n = filled().map(|cell| cell.trials).sum::<u64>() as f64;
    let hits = filled().map(|cell| cell.hits).sum::<u64>() as f64;
    let mean = hits / n;
    let total = mean * (1.0 - mean);
    if n <= count || total.is_nan() || total <= 0.0 {
        return None;
    }
    let share_of = |cell: &Stratum| cell.hits as f64 / cell.trials as f64;
    let between = filled()
        .map(|cell| cell.trials as f64 * (share_of(cell) - mean).powi(2))
        .sum::<f64>()
        / n;
    let within = (total - between) * n / (n - count);
    let share = ((between - (count - 1.0) * within / n) / total).clamp(0.0, 1.0);
    let ratio = between / total;
    // Influence function: the change of the ratio per trial, through both variances.
    let influence = |cell: &Stratum, happened: f64| {
        let own = share_of(cell);
        let of_between = (own - mean).powi(2) - between + 2.0 * (own - mean) * (happened - own);
        let of_total = (happened - mean).powi(2) - total;
        (of_between - ratio * of_total) / total
    };
    let variance = filled()
        .map(|cell| {
            let misses = (cell.trials - cell.hits) as f64;
            cell.hits as f64 * influence(cell, 1.0).powi(2) + misses * influence(cell, 0.0).powi(2)
        })
        .sum::<f64>()
        / n;
    let half = normal_quantile(level) * (variance / n).sqrt();
    let interval = Interval::new((share - half).max(0.0), (share + half).min(1.0));
    Some(Figure::read(FigureKind::Share, share, interval, n as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, Sampled};

    fn cell(hits: u64, trials: u64) -> Stratum {
        Stratum { trials, hits }
    }

    #[test]
    fn decisive_cells_explain_everything_and_equal_cells_nothing() {
        let all = explained_variance(&[cell(0, 50), cell(50, 50), cell(0, 0)], 0.95).unwrap();
        assert!((all.value - 1.0).abs() < 1e-12 && all.interval.low > 0.999);
        let nothing = explained_variance(&[cell(25, 50), cell(25, 50)], 0.95).unwrap();
        assert_eq!(nothing.value, 0.0);
        assert_eq!(explained_variance(&[cell(7, 7), cell(3, 3)], 0.95), None);
        assert_eq!(explained_variance(&[cell(1, 1), cell(0, 1)], 0.95), None);
        assert_eq!(explained_variance(&[], 0.95), None);
    }

    #[test]
    fn a_small_table_has_the_value_computed_by_hand() {
        // Shares 0.2 and 0.8 of 10 trials each: between 0.09, total 0.25, within (0.16) 20 / 18,
        // so (0.09 - 0.16 / 18) / 0.25.
        let found = explained_variance(&[cell(2, 10), cell(8, 10)], 0.95).unwrap();
        assert!((found.value - 0.324_444_444).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn intervals_have_their_nominal_coverage() {
        // Ten cells with probabilities 0.05, 0.15 ... 0.95: the mean of squares minus 1/4 is
        // 0.0825.
        let truth = 0.0825 / 0.25;
        let mut dice = Sampled::new(5, &["one".to_owned()]);
        let (mut covered, mut sum) = (0, 0.0);
        for trial in 0..400 {
            dice.start(trial);
            let mut cells = [Stratum::default(); 10];
            for _ in 0..500 {
                let place = dice.choose(0, 10) as usize;
                cells[place].trials += 1;
                cells[place].hits += u64::from(dice.choose(0, 20) < 2 * place as u32 + 1);
            }
            let found = explained_variance(&cells, 0.95).unwrap();
            sum += found.value;
            let (low, high) = (found.interval.low, found.interval.high);
            covered += u32::from(low <= truth && truth <= high);
        }
        // 380 of 400 are expected; the bounds are 4 standard errors of 4.4 on each side.
        assert!((362..=398).contains(&covered), "{covered}");
        assert!((sum / 400.0 - truth).abs() < 0.006, "{}", sum / 400.0);
    }
}
