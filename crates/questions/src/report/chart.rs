//! Charts with their names and topics in a report.

use crate::charts::Chart;

/// A chart with a name that is unique within the report.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportChart {
    /// Name, such as `turns-at-least`; a safe file name only after [`super::safe_name`].
    pub name: String,
    /// Topic of the chart, which selects its section in the report.
    pub topic: Topic,
    /// The chart.
    pub chart: Chart,
}

impl ReportChart {
    /// Returns a chart about a topic.
    pub(super) fn new(name: impl Into<String>, topic: Topic, chart: Chart) -> Self {
        Self {
            name: name.into(),
            topic,
            chart,
        }
    }

    /// Returns a chart of the answer to another question.
    pub(super) fn answer(name: impl Into<String>, chart: Chart) -> Self {
        Self::new(name, Topic::Answer, chart)
    }
}

/// Topic of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The picture of the answer; one of each scenario.
    Picture,
    /// Outcomes of the contest.
    Ending,
    /// Numeric metrics, such as the length of the contest.
    Number,
    /// Yes-or-no metrics of more than one subject.
    YesNo,
    /// Durations, as survival curves.
    Lasting,
    /// Answer to another question.
    Answer,
    /// Details: single subjects, and metrics that are not highlighted.
    More,
}
