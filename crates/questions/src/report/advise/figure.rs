//! Tornado chart of `advise`: the changes with the largest effects as bars that start at the share
//! of the unchanged contest.

use super::super::chart::ReportChart;
use super::super::target::confidence;
use super::super::text::{capital, clean};
use super::tables::{Effective, effective};
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
    let size = |row: &Effective| row.change.effect.known().map_or(0.0, f64::abs);
    changes.sort_by(|one, other| size(other).total_cmp(&size(one)));
    let all = changes.len();
    changes.truncate(MOST_ROWS);
    let which = if all > changes.len() {
        format!("the {} largest of {all} effects", changes.len())
    } else {
        format!("{all} effects")
    };
    let unchanged = &advice.base.share;
    let first = advice.changes.first();
    let rows = changes.into_iter().map(|row| {
        let one = row.change;
        let start = unchanged.value;
        let Interval { low, high } = one.effect.interval;
        TargetedRow {
            label: row.label,
            value: start + one.effect.value,
            interval: Interval::new((start + low).max(0.0), (start + high).min(1.0)),
            figure: aim.value(&one.estimate.share).unwrap_or_default(),
            mark: if is_race(advice) && first.is_some_and(|first| first.step == one.step) {
                RowMark::Answer
            } else {
                RowMark::Plain
            },
        }
    });
    // Without a target, the only reference line is the unchanged contest.
    let as_it_is = aim.value(unchanged);
    let as_it_is = as_it_is.map_or_else(String::new, |share| format!("unchanged {share}"));
    let base = unchanged.known();
    let (target, tolerance, which_is, target_label) = if is_race(advice) {
        let (target, label) = (advice.target.value, format!("target {}", aim.goal()));
        let bold = ", the nearest to the target in bold";
        (target, advice.tolerance, bold, label)
    } else {
        (base.unwrap_or(0.5), 0.0, "", as_it_is.clone())
    };
    vec![ReportChart::answer(
        "advise",
        Chart::Targeted(Targeted {
            title: format!("Effect of one-step changes on {what}"),
            subtitle: format!("{which}{which_is}; {}", played(advice)),
            interval: format!("simultaneous {} intervals", confidence(advice.alpha)),
            x_label: capital(&what),
            shares: true,
            target,
            tolerance,
            target_label,
            band_label: format!("within {}", aim.tolerance_text()),
            base,
            base_label: as_it_is,
            rows: rows.collect(),
        }),
    )]
}
