//! The charts of a scenario's results, as plain data ready to be drawn.

use super::super::chart::{ReportChart, Topic};
use super::super::text::{
    by_key, capital, clean, decimal, distinct, join_parts, percent, whole, words,
};
use super::flow;
use super::outcomes::{condition, ends, of_trials, outcome_color};
use crate::charts::{
    AtLeast, Band, Bands, Chart, ColorRole, HistogramChart, HistogramGroup, Line, ShareBars,
    ShareRow, ShareSection, Survival, YesNoBars,
};
use crate::contest::Scale;
use crate::sim::{Bin, MetricResult, Results, StopReason, TimelineResult};
use crate::stats::{Figure, Interval};

/// Maximum number of detail charts; the tables have the rest.
const MOST_MORE: usize = 24;

/// Returns the charts of `results`, in the order of the report.
pub(super) fn all_figures(results: &Results) -> Vec<ReportChart> {
    let ending = ReportChart::new("outcomes", Topic::Ending, Chart::ShareBars(ending(results)));
    if nothing_is_known(results) {
        return vec![ending];
    }
    let scored = results.score().map(|score| score.base);
    // The charts of the score come first.
    let mut figures = scored.map_or(Vec::new(), |base| of_base(results, base));
    for figure in &mut figures {
        figure.topic = Topic::Ending;
    }
    figures.push(ending);
    figures.extend(flow::figure(results));
    // Metrics that the flow shows need no charts of their own.
    let rest = flow::without(results);
    let mut bases = bases(&rest);
    bases.retain(|base| Some(*base) != scored);
    let further = bases.into_iter().flat_map(|base| of_base(&rest, base));
    let is_more = |figure: &ReportChart| figure.topic == Topic::More;
    let (mut more, story): (Vec<ReportChart>, Vec<ReportChart>) = further.partition(is_more);
    more.truncate(MOST_MORE);
    for topic in [Topic::Number, Topic::YesNo] {
        figures.extend(story.iter().filter(|figure| figure.topic == topic).cloned());
    }
    figures.extend(lasting(results));
    figures.extend(more);
    figures
}

/// Returns the charts of the metrics of one base.
fn of_base(results: &Results, base: &'static str) -> Vec<ReportChart> {
    let metrics = results.metrics.iter().filter(|metric| metric.base == base);
    let metrics = metrics.filter(|metric| !metric.best().histogram.is_empty());
    let metrics: Vec<&MetricResult> = metrics.collect();
    if let Some(Scale::Path(unit)) = metrics.first().map(|metric| metric.scale) {
        let chart = Chart::Bands(path(results, base, unit, &metrics));
        return vec![ReportChart::new(
            format!("{base}-path"),
            Topic::Number,
            chart,
        )];
    }
    let mut figures = Vec::new();
    if metrics.iter().any(|metric| metric.scale == Scale::YesNo) {
        let is_shown = is_highlight(results, base, |scale| scale == Scale::YesNo);
        let topic = if is_shown { Topic::YesNo } else { Topic::More };
        let chart = Chart::YesNoBars(shares(results, base, &metrics));
        figures.push(ReportChart::new(base, topic, chart));
    }
    for metric in metrics {
        // A constant needs no chart.
        if metric.best().histogram.len() < 2 || metric.scale == Scale::YesNo {
            continue;
        }
        let is_shown = is_story(results, metric);
        let topic = if is_shown { Topic::Number } else { Topic::More };
        let chart = Chart::Histogram(histogram(results, metric));
        figures.push(ReportChart::new(metric.name.as_str(), topic, chart));
        if metric.scale == Scale::Number && metric.subject.is_empty() {
            let name = format!("{}-at-least", metric.name);
            let chart = Chart::AtLeast(at_least(results, metric));
            figures.push(ReportChart::new(name, topic, chart));
        }
    }
    figures
}

/// Returns the bases of the metrics: paths first, then highlights.
fn bases(results: &Results) -> Vec<&'static str> {
    let all = results.metrics.iter().map(|metric| metric.base);
    let is_path = |metric: &&MetricResult| matches!(metric.scale, Scale::Path(_));
    let paths = results.metrics.iter().filter(is_path);
    let paths = paths.map(|metric| metric.base);
    distinct(paths.chain(results.highlights.iter().copied()).chain(all))
}

/// Returns whether the metrics of a base are highlights, or whether no metrics of that scale are.
fn is_highlight(results: &Results, base: &str, is_read_so: fn(Scale) -> bool) -> bool {
    let is_shown = |base: &str| results.highlights.contains(&base);
    let mut metrics = results.metrics.iter();
    is_shown(base) || !metrics.any(|metric| is_read_so(metric.scale) && is_shown(metric.base))
}

/// Returns whether the histogram of a metric is a main chart: a highlight of the whole contest, or
/// the count of a section, such as a side.
fn is_story(results: &Results, metric: &MetricResult) -> bool {
    let is_number = |scale| scale == Scale::Number;
    match metric.scale {
        Scale::OutOf(_) => {
            let mut sections = results.metrics.iter().map(|other| &other.section);
            sections.any(|section| *section == metric.subject) || metric.subject.is_empty()
        }
        _ => metric.subject.is_empty() && is_highlight(results, metric.base, is_number),
    }
}

pub(super) fn nothing_is_known(results: &Results) -> bool {
    let mut outcomes = results.outcomes.iter();
    outcomes.all(|outcome| outcome.share.is_none())
}

/// Returns the color of a section, which is that of the outcome with the same name.
fn section_color(results: &Results, section: &str, place: usize) -> ColorRole {
    let mut outcomes = results.outcomes.iter();
    match outcomes.position(|outcome| outcome.name == section) {
        Some(index) => outcome_color(results, index),
        None if section.is_empty() => ColorRole::Series(0),
        None => ColorRole::Series(place),
    }
}

fn ending(results: &Results) -> ShareBars {
    let rows = ends(results).map(|(outcome, found, color)| ShareRow {
        label: words(&outcome.name),
        share: found.value,
        interval: found.interval,
        color,
    });
    let rows = rows.collect();
    let level = decimal(results.interval.level * 100.0, 0);
    let is_exact = results.outcomes.iter().all(|one| one.exact.is_some());
    let (subtitle, interval) = if is_exact {
        ("exact probabilities".to_owned(), String::new())
    } else {
        (
            format!("of {}, with {level}% CI", of_trials(results)),
            format!("{level}% CI"),
        )
    };
    ShareBars {
        title: format!("Share of each outcome{}", condition(results)),
        subtitle,
        rows,
        interval,
    }
}

/// Returns the display name of a metric: `turns`, `turns taken: Dirk`.
fn label(metric: &MetricResult) -> String {
    join_parts([capital(&words(metric.base)), clean(&metric.subject)], ": ")
}

/// Returns the basis of the figures of some metrics as a caption: `exact`, `1,000,000 trials`.
pub(super) fn basis<'a>(
    results: &Results,
    metrics: impl IntoIterator<Item = &'a MetricResult>,
) -> String {
    if metrics.into_iter().all(|metric| metric.exact.is_some()) {
        "exact".to_owned()
    } else {
        of_trials(results)
    }
}

/// Returns the mean and the range of most values.
fn spread(results: &Results, metric: &MetricResult) -> String {
    let is_exact = results.stopped == StopReason::Exact || metric.exact.is_some();
    let trials = basis(results, [metric]);
    let metric = metric.best();
    let (Some(mean), Some(low), Some(high)) = (metric.mean, metric.p05, metric.p95) else {
        return trials;
    };
    let mean = decimal(mean.value, 1);
    let trials = match metric.share.map(|share| percent(share, 1)) {
        Some(share) if is_exact => format!("in {share} · {trials}"),
        Some(share) => format!("in {share} of {trials}"),
        None => trials,
    };
    if low == high {
        format!("{mean} on average · {trials}")
    } else {
        format!(
            "{mean} on average, 90% from {} to {} · {trials}",
            whole(low),
            whole(high)
        )
    }
}

fn x_label(metric: &MetricResult) -> String {
    match metric.scale {
        Scale::OutOf(most) => format!("how many of {most}"),
        _ => words(metric.unit),
    }
}

/// Returns the values of `metric` by outcome, as shares of all trials.
fn groups(results: &Results, metric: &MetricResult) -> Vec<HistogramGroup> {
    let outcomes = 0..results.outcomes.len();
    let by_outcome = outcomes.filter_map(|outcome| group(results, metric, outcome));
    let by_outcome: Vec<HistogramGroup> = by_outcome.collect();
    if by_outcome.is_empty() {
        let metric = metric.best();
        vec![HistogramGroup {
            counts: scaled(&metric.histogram, metric.share.unwrap_or(1.0)),
            ..HistogramGroup::default()
        }]
    } else {
        by_outcome
    }
}

/// Returns the values of `metric` in trials with an outcome, as shares of all trials.
pub(super) fn group(
    results: &Results,
    metric: &MetricResult,
    outcome: usize,
) -> Option<HistogramGroup> {
    let end = &results.outcomes[outcome];
    let own = results.best_by_outcome(&end.name, &metric.name)?;
    let share = match metric.exact {
        Some(_) => end.exact?,
        None => end.share?.value,
    };
    (share > 0.0 && !own.histogram.is_empty()).then(|| HistogramGroup {
        label: words(&end.name),
        color: outcome_color(results, outcome),
        counts: scaled(&own.histogram, share * own.share.unwrap_or(1.0)),
    })
}

/// Returns the values with weights that add up to `share`.
fn scaled(histogram: &[Bin], share: f64) -> Vec<(i64, f64)> {
    let whole: f64 = histogram.iter().map(|bin| bin.weight.value()).sum();
    let bins = histogram.iter();
    bins.map(|bin| (bin.value, bin.weight.value() / whole * share))
        .collect()
}

fn histogram(results: &Results, metric: &MetricResult) -> HistogramChart {
    HistogramChart {
        title: label(metric),
        subtitle: spread(results, metric),
        x_label: x_label(metric),
        y_label: String::new(),
        groups: groups(results, metric),
        opposed: None,
    }
}

fn at_least(results: &Results, metric: &MetricResult) -> AtLeast {
    AtLeast {
        separate: false,
        title: format!("{}: at least this many", label(metric)),
        subtitle: match metric.share {
            Some(_) => "by outcome, and over all trials in which it occurs",
            None => "by outcome, and over all trials",
        }
        .to_owned(),
        x_label: format!("at least this many {}", words(metric.unit)),
        y_label: String::new(),
        groups: groups(results, metric),
    }
}

/// Returns bands of a number over time.
fn path(results: &Results, base: &str, unit: &str, metrics: &[&MetricResult]) -> Bands {
    let points = metrics.iter().filter_map(|metric| {
        let metric = metric.best();
        Some(Band {
            x: metric.subject.parse().ok()?,
            low: metric.p05?,
            lower: metric.p25?,
            middle: metric.p50?,
            upper: metric.p75?,
            high: metric.p95?,
            mean: metric.mean?.value,
        })
    });
    Bands {
        title: format!("{} over {}", capital(&words(base)), words(unit)),
        subtitle: format!(
            "at the start and after each step · {}",
            basis(results, metrics.iter().copied())
        ),
        x_label: words(unit),
        y_label: words(metrics.first().map_or("", |metric| metric.unit)),
        points: points.collect(),
    }
}

fn shares(results: &Results, base: &str, metrics: &[&MetricResult]) -> YesNoBars {
    let mut sections: Vec<ShareSection> = Vec::new();
    for metric in metrics {
        let (each, most) = match metric.scale {
            Scale::OutOf(most) => (format!(" (each of {most})"), f64::from(most.max(1))),
            Scale::YesNo => (String::new(), 1.0),
            Scale::Number | Scale::Path(_) => continue,
        };
        let section = clean(&metric.section);
        let place = sections.iter().position(|other| other.label == section);
        let place = place.unwrap_or_else(|| {
            sections.push(ShareSection {
                label: section,
                rows: Vec::new(),
            });
            sections.len() - 1
        });
        let name = if metric.subject.is_empty() {
            words(base)
        } else {
            clean(&metric.subject)
        };
        let metric = metric.best();
        let part = |part: fn(Figure) -> f64| metric.mean.map_or(0.0, part) / most;
        let (low, high) = (
            part(|mean| mean.interval.low),
            part(|mean| mean.interval.high),
        );
        sections[place].rows.push(ShareRow {
            label: format!("{name}{each}"),
            share: part(|mean| mean.value),
            interval: Interval::new(low.max(0.0), high.min(1.0)),
            color: section_color(results, &metric.section, place),
        });
    }
    YesNoBars {
        title: capital(&words(base)),
        subtitle: basis(results, metrics.iter().copied()),
        x_label: String::new(),
        sections,
        ..YesNoBars::default()
    }
}

/// Returns a survival chart for each duration.
fn lasting(results: &Results) -> Vec<ReportChart> {
    if results.trials == 0 {
        return Vec::new();
    }
    let timelines = results.timelines.iter();
    let mut bases = by_key(timelines.map(|timeline| (timeline.base, timeline)));
    bases.retain(|(_, timelines)| timelines.iter().any(|timeline| !timeline.ended.is_empty()));
    let figures = bases.into_iter().map(|(base, timelines)| {
        let chart = Chart::Survival(survival(results, base, &timelines));
        ReportChart::new(format!("{base}-over-time"), Topic::Lasting, chart)
    });
    figures.collect()
}

fn survival(results: &Results, base: &str, timelines: &[&TimelineResult]) -> Survival {
    let unit = timelines.first().map_or("", |timeline| timeline.unit);
    let last = timelines.iter().filter_map(|one| one.ended.last());
    let end = last.map(|bin| bin.value).max().unwrap_or(0);
    let sections = distinct(timelines.iter().map(|timeline| &timeline.section));
    let lines = timelines.iter().map(|timeline| {
        let section = &timeline.section;
        let place = sections.iter().position(|other| *other == section);
        let each = match timeline.of {
            0 | 1 => String::new(),
            of => format!(" (each of {of})"),
        };
        Line {
            label: format!("{}{each}", clean(&timeline.subject)),
            group: clean(section),
            color: section_color(results, section, place.unwrap_or(0)),
            points: still(timeline, results.trials, end),
        }
    });
    Survival {
        title: format!("Share still {} after N {}", words(base), words(unit)),
        subtitle: of_trials(results),
        x_label: words(unit),
        y_label: String::new(),
        lines: lines.collect(),
        marks: Vec::new(),
    }
}

/// Returns the survival curve: the share of trials by which a duration exceeds x, from 0 to `end`.
fn still(timeline: &TimelineResult, trials: u64, end: i64) -> Vec<(i64, f64)> {
    let all = trials as f64 * f64::from(timeline.of.max(1));
    let mut ended = 0.0;
    let mut points = vec![(0, 1.0)];
    for bin in &timeline.ended {
        ended += bin.weight.value();
        points.push((bin.value, (1.0 - ended / all).max(0.0)));
    }
    if let Some(&(last, share)) = points.last()
        && last < end
    {
        points.push((end, share));
    }
    points
}

#[cfg(test)]
mod tests {
    use super::super::super::sample::Ambush;
    use super::super::figures;
    use super::*;

    fn named<'a>(figures: &'a [ReportChart], name: &str) -> &'a ReportChart {
        figures.iter().find(|figure| figure.name == name).unwrap()
    }

    #[test]
    fn highlights_come_first_among_the_charts() {
        let figures = figures(&Ambush::new().results(2_000));
        let story: Vec<&str> = figures
            .iter()
            .filter(|figure| figure.topic != Topic::More)
            .map(|figure| figure.name.as_str())
            .collect();
        assert_eq!(
            story,
            [
                "winner-left",
                "outcomes",
                "turns",
                "turns-at-least",
                "taken_out",
                "standing-over-time"
            ]
        );
        assert!(figures.iter().any(|figure| figure.name == "rerolls"));
        assert!(
            figures
                .iter()
                .skip(story.len())
                .all(|figure| figure.topic == Topic::More)
        );
    }

    #[test]
    fn the_groups_of_a_histogram_add_up_to_all_trials() {
        let figures = figures(&Ambush::new().results(2_000));
        let Chart::Histogram(turns) = &named(&figures, "turns").chart else {
            panic!("turns are a histogram");
        };
        let whole: f64 = turns
            .groups
            .iter()
            .flat_map(|group| &group.counts)
            .map(|count| count.1)
            .sum();
        assert!((whole - 1.0).abs() < 1e-9);
    }

    #[test]
    fn survival_curves_begin_at_1_and_end_at_the_share_still_standing() {
        let results = Ambush::new().results(2_000);
        let figures = figures(&results);
        let Chart::Survival(standing) = &named(&figures, "standing-over-time").chart else {
            panic!("standing is a survival chart");
        };
        for line in &standing.lines {
            assert_eq!(line.points[0], (0, 1.0));
            assert!(line.points.windows(2).all(|pair| pair[0].1 >= pair[1].1));
            let subject = line.label.split(" (").next().unwrap();
            let left = results
                .metrics
                .iter()
                .find(|metric| metric.base == "left_standing" && metric.subject == subject)
                .unwrap();
            let of = if subject == "Assassin Drone" {
                4.0
            } else {
                1.0
            };
            let last = line.points.last().unwrap().1;
            assert!((last - left.mean.unwrap().value / of).abs() < 1e-9);
        }
    }

    #[test]
    fn a_side_has_the_color_of_its_outcome() {
        let figures = figures(&Ambush::new().results(2_000));
        let Chart::YesNoBars(taken_out) = &named(&figures, "taken_out").chart else {
            panic!("taken out is a chart of bars");
        };
        assert_eq!(taken_out.sections[1].label, "ambushers");
        assert_eq!(
            taken_out.sections[1].rows[1].label,
            "Assassin Drone (each of 4)"
        );
        assert_eq!(taken_out.sections[1].rows[1].color, ColorRole::Series(1));
    }

    #[test]
    fn a_contest_without_metrics_and_trials_still_has_a_chart() {
        let mut results = Ambush::new().results(0);
        assert_eq!(figures(&results).len(), 1);
        results.outcomes.clear();
        assert_eq!(figures(&results).len(), 1);
    }
}
