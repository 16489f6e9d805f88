//! A trial that is told on a page.

use super::replay::{Replay, option};
use super::text::{capital, clean, clean_lines, words};
use crate::scenario::Scenario;

/// A trial with its story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// How it ended: `Heroes win, turns 7`.
    pub heading: String,
    /// Its lines.
    pub lines: Vec<String>,
    /// The command that tells it again.
    pub command: String,
}

impl Told {
    /// Tells a trial.
    pub fn new(scenario: &Scenario, replay: &Replay, seed: u64, trial: u64) -> Self {
        let contest = scenario.contest.as_ref();
        let story = contest.tell(seed, trial);
        let outcome = &contest.outcomes()[story.record.outcome];
        let mut heading = capital(&clean(&outcome.phrase));
        let first = contest.leading().map(|position| {
            let metric = &contest.metrics()[position];
            let value = story.record.values[position];
            if metric.unit == metric.base {
                let one = metric.unit.strip_suffix('s').filter(|_| value == 1);
                format!("{value} {}", one.unwrap_or(metric.unit))
            } else {
                format!("{} {value}", words(metric.base))
            }
        });
        if let Some(first) = first {
            heading = format!("{heading} ({first})");
        }
        let lines = story.lines.iter().flat_map(|line| {
            let line = clean_lines(line);
            let lines: Vec<String> = line.lines().map(str::to_owned).collect();
            lines
        });
        let mut same = option("--trial", &trial.to_string());
        same.push_str(&option("-s", &seed.to_string()));
        Self {
            heading,
            lines: lines.collect(),
            command: replay.command("trace", &same),
        }
    }
}
