//! The charts of `drama`.

use super::super::chart::ReportChart;
use super::super::text::{clean, counted, decimal, grouped, percent};
use super::headline::settles;
use super::tables::each;
use crate::analysis::{ActorDrama, DramaFigures, MeanEstimate};
use crate::charts::{
    Calibration, CalibrationPoint, Chart, ColorRole, HistogramChart, HistogramGroup, Line,
    ShareRow, ShareSection, Survival, YesNoBars,
};
use crate::sim::LEVEL;

/// Returns the charts, the most important first; none if there were no decisions.
pub fn figures(drama: &DramaFigures) -> Vec<ReportChart> {
    if drama.leads.histogram.is_empty() {
        return Vec::new();
    }
    let missed = by_actor(
        drama,
        "Turns missed",
        "share of the turns that are played after each has left, over all trials",
        "share of a trial's turns",
        |actor| &actor.misses,
    );
    let choices = by_actor(
        drama,
        "Turns with a real choice",
        "another action, but not every action, is within 2 points of the best one; of two, it is not",
        "share of own turns",
        |actor| &actor.choices.real,
    );
    let figures = [
        ("closest", closest(drama)),
        ("lead-changes", Some(lead_changes(drama))),
        ("opening", opening(drama)),
        ("sitting-out", Some(missed)),
        ("choices", Some(choices)),
    ];
    let figures = figures.into_iter();
    figures
        .filter_map(|(name, chart)| Some(ReportChart::answer(format!("drama-{name}"), chart?)))
        .collect()
}

fn trials(drama: &DramaFigures) -> String {
    format!("{} trials", grouped(drama.trials))
}

fn interval() -> String {
    format!("{}% interval", decimal(LEVEL * 100.0, 0))
}

/// Returns the chances of all sides in the closest trial, as a step per turn, with its swings.
fn closest(drama: &DramaFigures) -> Option<Chart> {
    let closest = drama.closest.as_ref()?;
    let lines = drama.sides.iter().zip(&closest.chances);
    let lines = lines.enumerate().map(|(place, (side, chances))| Line {
        label: side.name.clone(),
        group: side.name.clone(),
        color: ColorRole::Series(place),
        points: (0..).zip(chances.iter().copied()).collect(),
    });
    let mut swings = closest.swings.clone();
    swings.sort_by(|one, other| other.change.abs().total_cmp(&one.change.abs()));
    let marks = swings.iter().map(|swing| {
        let points = format!("{:+.0}", swing.change * 100.0).replace('-', "\u{2212}");
        (swing.turn as i64, points)
    });
    let first = drama.sides.first().map_or("", |side| side.name.as_str());
    let marked = if closest.swings.is_empty() {
        String::new()
    } else {
        format!(
            "; the largest swings are marked, in points of {}",
            clean(first)
        )
    };
    Some(Chart::Survival(Survival {
        title: format!(
            "Trial {}: {}, the closest of {}",
            closest.trial,
            match closest.lead_changes {
                0 => "the lead never changes".to_owned(),
                changes => format!("{} of the lead", counted(changes.into(), "change")),
            },
            trials(drama)
        ),
        subtitle: format!(
            "outcome {}: chances before each turn, estimated with the same players{marked}",
            clean(&closest.outcome)
        ),
        x_label: "turns played".to_owned(),
        y_label: "estimated chance of winning".to_owned(),
        lines: lines.collect(),
        marks: marks.collect(),
    }))
}

fn lead_changes(drama: &DramaFigures) -> Chart {
    let leads = &drama.leads;
    let all: u64 = leads.histogram.iter().map(|&(_, count)| count).sum();
    let counts = leads.histogram.iter();
    let counts = counts.map(|&(value, count)| (value, count as f64 / all.max(1) as f64));
    Chart::Histogram(HistogramChart {
        title: "How often the lead changes".to_owned(),
        subtitle: format!(
            "{} on average, none in {} · {}",
            decimal(leads.changes.mean.known().unwrap_or(0.0), 1),
            percent(leads.none.share.known().unwrap_or(0.0), 0),
            trials(drama)
        ),
        x_label: "lead changes in a trial".to_owned(),
        y_label: String::new(),
        groups: vec![HistogramGroup {
            counts: counts.collect(),
            ..HistogramGroup::default()
        }],
        opposed: None,
    })
}

/// Returns the evaluation before the first turn against the outcome, for the first side.
fn opening(drama: &DramaFigures) -> Option<Chart> {
    let side = drama.sides.first()?;
    let all: u64 = side.opening.bins.iter().map(|bin| bin.won.of).sum();
    let points = side.opening.bins.iter().filter_map(|bin| {
        Some(CalibrationPoint {
            from: bin.from,
            to: bin.to,
            predicted: bin.estimated?,
            share: bin.won.share.known()?,
            interval: bin.won.share.interval,
            weight: bin.won.of as f64 / all.max(1) as f64,
        })
    });
    let name = clean(&side.name);
    let settles = settles(drama).map_or_else(String::new, |settles| {
        format!("the opening rolls explain {settles} · ")
    });
    Some(Chart::Calibration(Calibration {
        title: "Outcomes by chance after the opening".to_owned(),
        subtitle: format!("{settles}{}", trials(drama)),
        interval: interval(),
        x_label: format!("estimated chance of {name} after the opening rolls"),
        y_label: format!("how often {name} won"),
        weight_label: "share of trials".to_owned(),
        color: ColorRole::Series(0),
        points: points.collect(),
    }))
}

fn by_actor(
    drama: &DramaFigures,
    title: &str,
    subtitle: &str,
    x_label: &str,
    get: fn(&ActorDrama) -> &MeanEstimate,
) -> Chart {
    let sections = drama.sides.iter().enumerate().map(|(place, side)| {
        let own = drama.actors.iter().filter(|actor| actor.side == side.name);
        let rows = own.filter_map(|actor| {
            let found = get(actor).mean;
            Some(ShareRow {
                label: format!("{}{}", actor.name, each(actor)),
                share: found.known()?,
                interval: found.interval,
                color: ColorRole::Series(place),
            })
        });
        ShareSection {
            label: side.name.clone(),
            rows: rows.collect(),
        }
    });
    Chart::YesNoBars(YesNoBars {
        title: title.to_owned(),
        subtitle: format!("{subtitle} · {}", trials(drama)),
        interval: interval(),
        x_label: x_label.to_owned(),
        sections: sections.collect(),
    })
}
