//! Tornado chart of `advise`: the changes with the largest effects as bars that start at the share
//! of the unchanged contest.

use super::super::chart::ReportChart;
use super::super::target::confidence;
use super::super::text::{capital, clean, percent};
use super::tables::{Effective, effect, effective};
use super::{aim, is_race, played};
use crate::analysis::Advice;
use crate::charts::{Chart, RowMark, Targeted, TargetedRow};
use crate::stats::Interval;

/// Maximum number of bars; smaller effects are in the tables only.
const MOST_ROWS: usize = 30;

/// Returns a chart of the changes, the largest effect first.
pub fn figures(advice: &Advice) -> Vec<ReportChart> {
    let aim = aim(advice);
    let what = aim.what(&clean(&advice.phrase));
    let mut changes = effective(advice);
    by_size(&mut changes);
    let all = changes.len();
    changes.truncate(MOST_ROWS);
    let which = if all > changes.len() {
        format!("the {} largest of {all} effects", changes.len())
    } else {
        format!("{all} effects")
    };
    let which_is = if is_race(advice) {
        ", the nearest to the target in bold"
    } else {
        ""
    };
    let title = format!("Effect of one-step changes on {what}");
    let subtitle = format!("{which}{which_is}; {}", played(advice));
    let chart = tornado(advice, (title, subtitle), changes, None);
    vec![ReportChart::answer("advise", chart)]
}

/// Returns a chart of these changes for a report, with the largest effect as its title.
/// `own` is the share of the unchanged contest.
pub fn largest(advice: &Advice, mut changes: Vec<Effective<'_>>, own: f64) -> Option<ReportChart> {
    by_size(&mut changes);
    let first = changes.first()?;
    let change = first.label.replacen(": ", " ", 1);
    let points = effect(first.change).replace('-', "\u{2212}");
    let title = format!("{}: {points} points", capital(&change));
    let what = aim(advice).what(&clean(&advice.phrase));
    let subtitle = format!("effects of single changes on {what}; {}", played(advice));
    let chart = tornado(advice, (title, subtitle), changes, Some(own));
    Some(ReportChart::answer("sensitivity", chart))
}

/// Sorts changes, the largest effect first.
fn by_size(changes: &mut [Effective<'_>]) {
    let size = |row: &Effective| row.change.effect.known().map_or(0.0, f64::abs);
    changes.sort_by(|one, other| size(other).total_cmp(&size(one)));
}

/// Returns bars of changes from the share of the unchanged contest: `own`, or that of the comparison.
fn tornado(
    advice: &Advice,
    (title, subtitle): (String, String),
    changes: Vec<Effective<'_>>,
    own: Option<f64>,
) -> Chart {
    let aim = aim(advice);
    let unchanged = &advice.base.share;
    let start = own.unwrap_or(unchanged.value);
    let first = advice.changes.first();
    let rows = changes.into_iter().map(|row| {
        let one = row.change;
        let Interval { low, high } = one.effect.interval;
        let value = start + one.effect.value;
        let figure = match own {
            Some(_) => Some(percent(value.clamp(0.0, 1.0), 0)),
            None => aim.value(&one.estimate.share),
        };
        TargetedRow {
            label: row.label,
            value,
            interval: Interval::new((start + low).max(0.0), (start + high).min(1.0)),
            figure: figure.unwrap_or_default(),
            mark: if is_race(advice) && first.is_some_and(|first| first.step == one.step) {
                RowMark::Answer
            } else {
                RowMark::Plain
            },
        }
    });
    // Without a target, the only reference line is the unchanged contest.
    let as_it_is = match own {
        Some(own) => Some(percent(own, 0)),
        None => aim.value(unchanged),
    };
    let as_it_is = as_it_is.map_or_else(String::new, |share| format!("unchanged {share}"));
    let base = own.or_else(|| unchanged.known());
    let (target, tolerance, target_label) = if is_race(advice) {
        let label = format!("target {}", aim.goal());
        (advice.target.value, advice.tolerance, label)
    } else {
        (base.unwrap_or(0.5), 0.0, as_it_is.clone())
    };
    Chart::Targeted(Targeted {
        title,
        subtitle,
        interval: format!("simultaneous {} intervals", confidence(advice.alpha)),
        x_label: capital(&aim.what(&clean(&advice.phrase))),
        shares: true,
        target,
        tolerance,
        target_label,
        band_label: format!("within {}", aim.tolerance_text()),
        base,
        base_label: as_it_is,
        rows: rows.collect(),
    })
}
