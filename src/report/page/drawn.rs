//! The charts of a page, drawn, and how they stand in it.

use super::super::ReportInput;
use super::super::figure::{Figure, Topic};
use super::super::results::figures;
use super::PageError;
use crate::charts::Chart;

/// A chart that is drawn.
pub struct Drawn {
    pub name: String,
    pub topic: Topic,
    /// The question that it belongs to; empty for how the contest ends.
    pub question: &'static str,
    pub title: String,
    pub is_bars: bool,
    pub svg: String,
}

/// Draws all charts of a report.
pub fn drawn(input: &ReportInput) -> Result<Vec<Drawn>, PageError> {
    let own = figures(input.results).into_iter();
    let own = own.map(|figure| draw(&figure, ""));
    let of_answers = input.answers.iter().flat_map(|answer| {
        let charts = answer.charts.iter();
        charts.map(|figure| draw(figure, answer.question))
    });
    own.chain(of_answers).collect()
}

fn draw(figure: &Figure, question: &'static str) -> Result<Drawn, PageError> {
    let svg = figure.chart.svg().map_err(|source| PageError::Chart {
        name: figure.name.clone(),
        source,
    })?;
    Ok(Drawn {
        name: figure.name.clone(),
        topic: figure.topic,
        question,
        title: figure.chart.title().to_owned(),
        is_bars: matches!(
            figure.chart,
            Chart::ShareBars(_) | Chart::YesNoBars(_) | Chart::Flow(_)
        ),
        svg,
    })
}

pub struct Placed<'a> {
    pub label: &'a str,
    pub svg: &'a str,
    /// Bars with names beside them still tell something where they are drawn small, and flows have large
    /// names.
    pub is_bars: bool,
}

pub fn place(chart: &Drawn) -> Placed<'_> {
    Placed {
        label: &chart.title,
        svg: inlined(&chart.svg),
        is_bars: chart.is_bars,
    }
}

/// The SVG from its root element on: a prolog must not stand inside of a page.
fn inlined(svg: &str) -> &str {
    svg.find("<svg").map_or(svg, |start| &svg[start..])
}
