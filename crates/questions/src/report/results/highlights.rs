//! Highlighted metrics of a summary, as pieces of text.

use super::super::text::{by_key, clean, decimal, join_parts, percent, whole, words};
use crate::charts::bins::Bins;
use crate::charts::terminal::sparkline;
use crate::contest::Scale;
use crate::sim::{MetricResult, Results};

/// Maximum number of subjects that a summary lists one by one.
const MOST_SUBJECTS: usize = 24;
/// Maximum number of characters of a sparkline.
const MOST_BINS: usize = 16;

/// Summary of the metrics of one base.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// Name of the metric: `taken out`.
    pub label: String,
    /// Figures by section, such as `Dirk 81%`, `Emily 76%` of one side.
    pub sections: Vec<Vec<String>>,
}

impl Highlight {
    /// Returns the pieces in one list, each followed by a comma, or by a semicolon at the end of a
    /// section.
    pub fn pieces(&self) -> Vec<String> {
        let mut pieces = Vec::new();
        for (place, section) in self.sections.iter().enumerate() {
            let mut items = section.iter().peekable();
            while let Some(item) = items.next() {
                let behind = match (items.peek(), place + 1 < self.sections.len()) {
                    (Some(_), _) => ",",
                    (None, true) => ";",
                    (None, false) => "",
                };
                pieces.push(format!("{item}{behind}"));
            }
        }
        pieces
    }
}

/// Returns the highlights of `results`, without metrics that have no values.
pub fn highlights(results: &Results) -> Vec<Highlight> {
    let highlights = results.highlights.iter().filter_map(|base| {
        let metrics = known(results, base);
        (!metrics.is_empty()).then(|| Highlight {
            label: words(base),
            sections: sections(&metrics),
        })
    });
    highlights.collect()
}

/// Returns the metrics of a highlighted base that have values.
fn known<'a>(results: &'a Results, base: &str) -> Vec<&'a MetricResult> {
    let metrics = results.metrics.iter();
    let known = metrics.filter(|metric| metric.base == base && metric.mean.is_some());
    known.collect()
}

/// Returns the distribution of the first highlight as a sparkline, if it is a single number with
/// more than two values.
pub fn shape(results: &Results) -> Option<String> {
    let mut all = results.highlights.iter().map(|base| known(results, base));
    let [metric] = all.find(|metrics| !metrics.is_empty())?[..] else {
        return None;
    };
    let bins = metric.best().histogram.iter();
    let counts: Vec<(i64, f64)> = bins.map(|bin| (bin.value, bin.weight.value())).collect();
    let is_shown = metric.scale == Scale::Number && counts.len() > 2;
    let bins = Bins::new(&counts, MOST_BINS).filter(|_| is_shown)?;
    Some(sparkline(&bins.sums(&counts)))
}

fn sections(metrics: &[&MetricResult]) -> Vec<Vec<String>> {
    let items = metrics.iter().take(MOST_SUBJECTS);
    let sections = by_key(items.map(|metric| (&metric.section, item(metric.best()))));
    let mut sections: Vec<Vec<String>> = sections.into_iter().map(|(_, items)| items).collect();
    if metrics.len() > MOST_SUBJECTS {
        sections.push(vec![format!("and {} more", metrics.len() - MOST_SUBJECTS)]);
    }
    sections
}

fn item(metric: &MetricResult) -> String {
    let subject = clean(&metric.subject);
    let mean = metric.mean.map_or(0.0, |mean| mean.value);
    let figure = match metric.scale {
        Scale::Number | Scale::Path(_) => number(metric, mean),
        Scale::YesNo => percent(mean, 0),
        Scale::OutOf(most) => {
            let each = percent(mean / f64::from(most.max(1)), 0);
            if subject.is_empty() {
                each
            } else {
                format!("{each} each")
            }
        }
    };
    join_parts([subject, figure], " ")
}

fn number(metric: &MetricResult, mean: f64) -> String {
    match (metric.min, metric.max, metric.p05, metric.p95) {
        (Some(min), Some(max), ..) if min == max => format!("always {}", whole(min)),
        (_, _, Some(low), Some(high)) => {
            format!("{} (90%: {})", decimal(mean, 1), range(low, high))
        }
        _ => decimal(mean, 1),
    }
}

/// Returns a range of whole numbers: `3–8`, or `-3 to 8` so that a dash does not look like a minus
/// sign.
fn range(low: i64, high: i64) -> String {
    if low == high {
        whole(low)
    } else if low < 0 {
        format!("{} to {}", whole(low), whole(high))
    } else {
        format!("{}–{}", whole(low), whole(high))
    }
}
