//! Drawn charts of a page.

use super::super::ReportInput;
use super::super::chart::{ReportChart, Topic};
use super::super::results::figures;
use super::PageError;

/// A drawn chart.
pub struct Drawn {
    pub name: String,
    pub topic: Topic,
    /// Command of the chart's answer; empty for the outcomes of the contest.
    pub question: &'static str,
    pub title: String,
    /// SVG without a prolog, which HTML does not allow.
    pub svg: String,
    /// SVG for a narrow screen.
    pub narrow: String,
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

pub fn draw(figure: &ReportChart, question: &'static str) -> Result<Drawn, PageError> {
    let failed = |source| PageError::Chart {
        name: figure.name.clone(),
        source,
    };
    let svg = figure.chart.svg().map_err(failed)?;
    let narrow = figure.chart.narrow_svg().map_err(failed)?;
    Ok(Drawn {
        name: figure.name.clone(),
        topic: figure.topic,
        question,
        title: figure.chart.title().to_owned(),
        svg,
        narrow,
    })
}
