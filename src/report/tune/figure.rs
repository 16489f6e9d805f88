//! A tuning as a chart: all settings with their intervals, the target and what is near enough to it.

use super::super::figure::{Figure, Topic};
use super::super::target::confidence;
use super::super::text::{capital, clean};
use super::tables::mark;
use super::{aim, key_names, played, setting};
use crate::analysis::{TuneVerdict, Tuning};
use crate::charts::{Chart, RowMark, Targeted, TargetedRow};

/// A chart of the settings in the order in which they were given.
pub fn figures(tuning: &Tuning) -> Vec<Figure> {
    let aim = aim(tuning);
    let what = capital(&aim.what(&clean(&tuning.phrase)));
    let keys = key_names(&tuning.keys);
    let rows = tuning.tried.iter().enumerate().map(|(index, tried)| {
        let value = tried.value.unwrap_or(f64::NAN);
        // An end that nothing bounds has no place on paper.
        let end = |end: f64| if end.is_finite() { end } else { value };
        let is_answer = index == tuning.answer || tuning.other == Some(index);
        TargetedRow {
            label: setting(tuning, tried),
            value,
            low: end(tried.interval.low),
            high: end(tried.interval.high),
            figure: if value.is_finite() {
                aim.figure(value)
            } else {
                mark(tuning, index, tried).to_owned()
            },
            mark: match (is_answer, tried.possible) {
                (true, _) if tuning.verdict != TuneVerdict::Undecided => RowMark::Answer,
                (_, true) => RowMark::Plain,
                (_, false) => RowMark::Out,
            },
        }
    });
    vec![Figure {
        name: "tune".to_owned(),
        topic: Topic::Answer,
        chart: Chart::Targeted(Targeted {
            title: format!("{what}, by {}", keys.join(" and ")),
            subtitle: format!("{}; {}", clean(&tuning.keys.join(", ")), played(tuning)),
            interval: format!("all together hold with {}", confidence(tuning.alpha)),
            x_label: what,
            shares: aim.is_share(),
            target: tuning.target.value,
            tolerance: tuning.tolerance,
            target_label: format!("target {}", aim.goal()),
            band_label: format!("within {}", aim.near()),
            base: None,
            base_label: String::new(),
            rows: rows.collect(),
        }),
    }]
}
