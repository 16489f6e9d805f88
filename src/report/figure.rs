//! Charts with their names and their places in a report.

use crate::charts::Chart;

/// A chart with a name of its own within the report.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The name, such as `turns-at-least`; of letters that need no escaping in a file name only once
    /// it went through [`super::safe_name`].
    pub name: String,
    /// What part of the story it tells.
    pub topic: Topic,
    /// The chart.
    pub chart: Chart,
}

impl Figure {
    /// A chart of a part of the story.
    pub(super) fn new(name: impl Into<String>, topic: Topic, chart: Chart) -> Self {
        Self {
            name: name.into(),
            topic,
            chart,
        }
    }

    /// A chart of what another question found out.
    pub(super) fn answer(name: impl Into<String>, chart: Chart) -> Self {
        Self::new(name, Topic::Answer, chart)
    }
}

/// What a chart tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// How the contest ends.
    Ending,
    /// Numbers, such as how long it takes.
    Number,
    /// What happens or does not, to each of several subjects.
    YesNo,
    /// How long things last.
    Lasting,
    /// What another question found out.
    Answer,
    /// What goes beyond the story: single subjects, and metrics that no summary shows.
    More,
}
