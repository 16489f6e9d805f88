//! Narrated trials of a page.

use super::replay::Replay;
use super::text::{capital, clean, clean_lines, grouped, words};
use crate::analysis::sample_trials;
use crate::document::shell::option;
use crate::scenario::Scenario;

/// A trial with its narration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NarratedTrial {
    /// Outcome with the leading metric: `Heroes win (turns: 7)`.
    pub heading: String,
    /// Lines of the narration.
    pub lines: Vec<String>,
    /// Command that narrates the trial.
    pub command: String,
}

/// Number of trials from which the narrated ones are chosen: fast players, slow players.
const AMONG: [u64; 2] = [2_000, 100];

/// Maximum number of lines of a trial on a page.
const MOST_LINES: usize = 1_000;

impl NarratedTrial {
    /// Returns the typical trial, then trials from the worst to the best of the first `trials`.
    pub fn samples(scenario: &Scenario, replay: &Replay, seed: u64, trials: u64) -> Vec<Self> {
        let contest = scenario.contest.as_ref();
        let among = AMONG[usize::from(contest.is_slow())].min(trials);
        let chosen = sample_trials(contest, seed, among).into_iter();
        let narrated_trials = chosen.map(|(name, trial)| {
            let one = Self::new(scenario, replay, seed, trial);
            let mut lines = one.lines;
            if lines.len() > MOST_LINES {
                let more = grouped((lines.len() - MOST_LINES) as u64);
                lines.truncate(MOST_LINES);
                lines.push(format!("… {more} more lines: {}", one.command));
            }
            Self {
                heading: format!("{}: {}", capital(name), one.heading),
                lines,
                command: one.command,
            }
        });
        narrated_trials.collect()
    }

    /// Returns a trial of the scenario with its narration.
    pub fn new(scenario: &Scenario, replay: &Replay, seed: u64, trial: u64) -> Self {
        let contest = scenario.contest.as_ref();
        let story = contest.narrate_trial(seed, trial);
        let outcome = &contest.outcomes()[story.record.outcome];
        let mut heading = capital(&clean(&outcome.phrase));
        if let Some(position) = contest.leading() {
            let base = words(contest.metrics()[position].base);
            heading = format!("{heading} ({base}: {})", story.record.values[position]);
        }
        let lines = story.lines.iter().map(|line| clean_lines(line));
        let lines: Vec<String> = lines.collect();
        let lines = lines
            .iter()
            .flat_map(|line| line.lines().map(str::to_owned));
        let mut same = option("--trial", &trial.to_string());
        same.push_str(&option("-s", &seed.to_string()));
        Self {
            heading,
            lines: lines.collect(),
            command: replay.command("trace", &same),
        }
    }
}
