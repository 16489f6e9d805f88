//! Answers, and the answers of a call together.

use crate::report::{Answer, Figure, Others, several_answer};
use std::time::Duration;

/// The answer about one scenario.
#[derive(Clone, Debug)]
pub struct Answered<F = ()> {
    /// The answer.
    pub answer: Answer,
    /// The command line that gives the same answer; may be empty.
    pub command: String,
    /// How long it took, where that is known.
    pub elapsed: Option<Duration>,
    /// Whether a target, where the question has one, is met.
    pub met: bool,
    /// The message where it was interrupted, and the answer is of a part.
    pub part: Option<String>,
    /// What the answer shows, where scenarios are also compared with each other.
    pub found: F,
}

impl Answered {
    /// An answer that is whole.
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

impl<F> Answered<F> {
    /// Returns the same with what the answer shows.
    pub fn with<G>(self, found: G) -> Answered<G> {
        Answered {
            answer: self.answer,
            command: self.command,
            elapsed: self.elapsed,
            met: self.met,
            part: self.part,
            found,
        }
    }

    /// Returns the same without what the answer shows.
    pub fn bare(self) -> Answered {
        self.with(())
    }
}

/// The answers of a call.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The answers, in order.
    pub answers: Vec<Answered>,
    /// The answer about all of them, which is all that a screen shows.
    pub above: Option<Answer>,
    /// The command line that asks about all of them; may be empty.
    pub command: String,
    /// Whether programs get a list, also where there is one answer.
    pub is_list: bool,
    /// The chart of all of them.
    pub chart: Option<Figure>,
    /// All of them as `JUnit` XML, where the question judges something.
    pub junit: Option<String>,
    /// What fails, where the question judges something.
    pub broken: Vec<String>,
}

impl Batch {
    /// Joins answers. `others` are given where several scenarios were asked about.
    pub fn new(answers: Vec<Answered>, others: Option<&Others>) -> Self {
        let all = || -> Vec<Answer> { answers.iter().map(|one| one.answer.clone()).collect() };
        let chart = answers.first().map(|one| one.answer.drawn());
        Self {
            above: others.map(|others| several_answer(&all(), others)),
            chart: chart.and_then(|charts| charts.into_iter().next()),
            answers,
            ..Self::default()
        }
    }
}
