//! Answers with their reproduce commands, times and verdicts; and batches of answers.

use crate::report::{Answer, BatchNotes, ReportChart, batch_answer};
use std::time::Duration;

/// The answer about one scenario, with what its call adds to it.
#[derive(Clone, Debug)]
pub struct ScenarioAnswer<F = ()> {
    /// Headline, blocks, charts and records.
    pub answer: Answer,
    /// Reproduce command; may be empty.
    pub command: String,
    /// Wall-clock time, if measured.
    pub elapsed: Option<Duration>,
    /// True if the target is met; true if the question has no target.
    pub met: bool,
    /// Message about the interruption, if the answer is partial.
    pub part: Option<String>,
    /// Findings, for the answer about a batch of scenarios.
    pub found: F,
}

impl ScenarioAnswer {
    /// Creates a complete answer.
    pub fn new(answer: Answer, command: String) -> Self {
        Self {
            answer,
            command,
            elapsed: None,
            met: true,
            part: None,
            found: (),
        }
    }
}

impl<F> ScenarioAnswer<F> {
    /// Returns the answer with these findings.
    pub fn with<G>(self, found: G) -> ScenarioAnswer<G> {
        ScenarioAnswer {
            answer: self.answer,
            command: self.command,
            elapsed: self.elapsed,
            met: self.met,
            part: self.part,
            found,
        }
    }

    /// Returns the answer without findings.
    pub fn bare(self) -> ScenarioAnswer {
        self.with(())
    }
}

/// Answers of a call.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// Answers, in order.
    pub answers: Vec<ScenarioAnswer>,
    /// Answer about the whole batch; a screen shows only this one.
    pub above: Option<Answer>,
    /// Reproduce command of the whole batch; may be empty.
    pub command: String,
    /// True if JSON is an array, even with one answer.
    pub is_list: bool,
    /// Chart of the whole batch.
    pub chart: Option<ReportChart>,
    /// `JUnit` XML of the whole batch, if the question has verdicts.
    pub junit: Option<String>,
    /// Messages about failures, if the question has verdicts.
    pub broken: Vec<String>,
    /// Message about the lack of anything to test, if the question has verdicts.
    pub untested: Option<String>,
}

impl Batch {
    /// Joins answers. `others` are the skipped files, if a batch was requested.
    pub fn new(answers: Vec<ScenarioAnswer>, others: Option<&BatchNotes>) -> Self {
        let all = || -> Vec<Answer> { answers.iter().map(|one| one.answer.clone()).collect() };
        let chart = answers.first().map(|one| one.answer.drawn());
        Self {
            above: others.map(|others| batch_answer(&all(), others)),
            chart: chart.and_then(|charts| charts.into_iter().next()),
            answers,
            ..Self::default()
        }
    }
}
