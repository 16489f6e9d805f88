//! Comparisons with each value of one key: a table with a row for each value, and for numbers a curve
//! of each difference and the shares of all outcomes.

use super::super::answer::{Answer, Media, seeds_in_short};
use super::super::batch;
use super::super::chart::ReportChart;
use super::super::json::{Body, JsonLayout};
use super::super::results::AnswerRows;
use super::super::text::{capital, clean, counted, few, grouped, words};
use super::super::tunables::short_names;
use super::headline::{level, signed, titles};
use super::multiple::{self, SUBTITLE, axis, compare_charts, decided, intervals, within};
use super::rows::is_idle;
use crate::analysis::{ComparedFigure, Comparison, Vary};
use crate::charts::{AreaLayer, Chart, ColorRole, Curve, CurvePoint, CurveTarget, StackedAreas};
use crate::records::Records;
use crate::sim::StopReason;
use crate::stats::Interval;

/// Maximum number of values in a headline.
const MOST_NAMED: usize = 8;
/// Minimum and maximum number of outcomes whose shares are drawn together.
const AREAS: std::ops::RangeInclusive<usize> = 3..=12;

/// Comparisons of one contest with each value of one key.
struct Along<'a> {
    comparisons: &'a [Comparison],
    key: Vary,
    name: String,
}

impl<'a> Along<'a> {
    /// Returns `None` unless there are at least two comparisons, which differ in the value of their
    /// only change.
    fn new(comparisons: &'a [Comparison]) -> Option<Self> {
        let [first, _, ..] = comparisons else {
            return None;
        };
        let changes = comparisons.iter().map(|one| match &one.changes[..] {
            [change] if one.first.hash == first.first.hash => change.parse().ok(),
            _ => None,
        });
        let mut keys = changes.collect::<Option<Vec<Vary>>>()?.into_iter();
        let mut key = keys.next()?;
        for other in keys {
            if other.path != key.path || other.values.len() != 1 {
                return None;
            }
            key.values.extend(other.values);
        }
        let name = short_names(&[&key.path]).swap_remove(0);
        Some(Self {
            comparisons,
            key,
            name,
        })
    }

    /// Returns the figures of a name with their numbers and comparisons, where all have it.
    fn line(&self, name: &str) -> Option<Vec<(f64, usize, &ComparedFigure)>> {
        let numbers = self.key.numbers()?;
        let all = self.comparisons.iter().zip(numbers).enumerate();
        let line = all.map(|(index, (one, x))| {
            let figure = decided(one).find(|figure| figure.name == name)?;
            Some((x, index, figure))
        });
        line.collect()
    }
}

/// Returns the joint answer of comparisons with each value of one key; `None` if that is not what
/// they are.
pub fn values_answer(comparisons: &[Comparison]) -> Option<Answer> {
    let along = Along::new(comparisons)?;
    let rows = comparisons.iter().enumerate().flat_map(|(index, one)| {
        let figures = decided(one).filter(|figure| !is_idle(figure));
        figures.map(move |figure| (index, one, figure))
    });
    let rows: Vec<(usize, &Comparison, &ComparedFigure)> = rows.collect();
    let summary = rows.iter().map(|&(index, one, figure)| {
        let mut row = multiple::row(one, figure, true);
        row.path = clean(along.key.label(index));
        row
    });
    let mut table = batch::table(&summary.collect::<Vec<_>>());
    table.headings[0].clone_from(&along.name);
    let pairs: Vec<_> = rows.iter().map(|&(_, one, figure)| (one, figure)).collect();
    let named = (0..comparisons.len()).map(|index| clean(along.key.label(index)));
    let title = titles(&comparisons[0]).0;
    let headline = format!(
        "for {} {}: of {}, {}",
        along.name,
        few(named, MOST_NAMED),
        counted(rows.len() as u64, "figure"),
        multiple::found(&pairs)
    );
    let media = (
        Body::new((), JsonLayout::default()),
        AnswerRows::Own(Records::default()),
    );
    Some(Answer {
        blocks: vec![
            Media::All.table("", table),
            Media::All.notes(notes(&along, &title)),
        ],
        facts: facts(comparisons),
        charts: charts(&along).unwrap_or_else(|| compare_charts(comparisons)),
        ..Answer::titled(
            ("compare", "Differences"),
            title,
            format!("{headline}."),
            media,
        )
    })
}

fn notes(along: &Along, title: &str) -> Vec<(&'static str, String)> {
    let mut notes = vec![
        ("A", title.to_owned()),
        (
            "B",
            format!("with each value of {}", clean(&along.key.path)),
        ),
    ];
    if let Some(one) = along
        .comparisons
        .iter()
        .find(|one| one.stopped != StopReason::Exact)
    {
        let level = level(one.alpha);
        notes.push((
            "certainty",
            format!(
                "the verdicts about each value together have {level}% confidence at any stopping time; \
                 they are not corrected for the number of values"
            ),
        ));
        notes.push((
            "pairing",
            "A and B use common random numbers: the same seed and trial numbers".to_owned(),
        ));
    }
    notes
}

fn facts(comparisons: &[Comparison]) -> String {
    let trials: u64 = comparisons.iter().map(|one| one.trials).sum();
    if trials == 0 {
        return "exact, no trials".to_owned();
    }
    let seed = seeds_in_short(comparisons.iter().map(|one| one.seed).collect());
    format!("{} trials of A and of B, {seed}", grouped(trials))
}

/// Returns the shares of all outcomes if there are more than two, and a curve of each difference;
/// `None` without numbers.
fn charts(along: &Along) -> Option<Vec<ReportChart>> {
    let figures: Vec<&ComparedFigure> = decided(&along.comparisons[0]).collect();
    let lines = figures.iter().map(|figure| along.line(&figure.name));
    let lines: Vec<_> = lines.collect::<Option<_>>()?;
    let is_share = |line: &&Vec<(f64, usize, &ComparedFigure)>| {
        let is_seen = |one: &(f64, usize, &ComparedFigure)| !is_idle(one.2);
        line[0].2.difference.is_share() && line.iter().any(is_seen)
    };
    let shares: Vec<_> = lines.iter().filter(is_share).collect();
    let mut charts = Vec::new();
    if AREAS.contains(&shares.len()) {
        charts.push(ReportChart::answer("outcomes", areas(along, &shares)));
    }
    // The second of two outcomes is the complement of the first.
    let complement = shares.get(1).filter(|_| shares.len() == 2);
    let drawn = lines.iter().filter(|line| {
        !complement.is_some_and(|other| std::ptr::eq(*other, *line))
            && (!line[0].2.difference.is_share() || is_share(line))
    });
    for (index, line) in drawn.enumerate() {
        let name = match index {
            0 => "differences".to_owned(),
            _ => format!("differences-{}", line[0].2.name),
        };
        charts.push(ReportChart::answer(name, curve(along, line)));
    }
    Some(charts)
}

fn areas(along: &Along, lines: &[&Vec<(f64, usize, &ComparedFigure)>]) -> Chart {
    let layers = lines.iter().enumerate().map(|(index, line)| AreaLayer {
        label: words(&clean(&line[0].2.name)),
        color: ColorRole::Series(index),
        shares: line.iter().map(|one| one.2.second.unwrap_or(0.0)).collect(),
    });
    let points = lines[0].iter();
    let points = points.map(|&(x, index, _)| (x, clean(along.key.label(index))));
    Chart::StackedAreas(StackedAreas {
        title: format!("Outcomes, by {}", along.name),
        subtitle: titles(&along.comparisons[0]).0,
        x_label: along.name.clone(),
        y_label: String::new(),
        points: points.collect(),
        layers: layers.collect(),
    })
}

fn curve(along: &Along, line: &[(f64, usize, &ComparedFigure)]) -> Chart {
    let first = line[0].2;
    let scale = first.difference.scale();
    let margin = first
        .margin
        .filter(|_| line.iter().all(|one| one.2.margin == first.margin));
    let points = line.iter().map(|&(x, index, figure)| {
        let Interval { low, high } = figure.difference.interval;
        let value = figure.difference.value;
        CurvePoint {
            x,
            label: clean(along.key.label(index)),
            value: value * scale,
            words: signed(figure, value),
            interval: Interval::new(low * scale, high * scale),
        }
    });
    let mut points: Vec<CurvePoint> = points.collect();
    points.sort_by(|one, other| one.x.total_cmp(&other.x));
    Chart::Curve(Curve {
        title: format!("{}, by {}", capital(&clean(&first.name)), along.name),
        subtitle: format!("{}; {SUBTITLE}", titles(&along.comparisons[0]).0),
        interval: intervals(along.comparisons[0].alpha),
        x_label: along.name.clone(),
        // The legend has little room.
        y_label: if first.difference.is_share() {
            "difference, in points".to_owned()
        } else {
            axis(false).to_owned()
        },
        shares: false,
        ordered: true,
        color: ColorRole::Series(0),
        target: Some(CurveTarget {
            value: 0.0,
            tolerance: margin.unwrap_or(0.0) * scale,
            label: "no difference".to_owned(),
            band_label: margin.map_or_else(String::new, |margin| within(first, margin)),
        }),
        points,
    })
}
