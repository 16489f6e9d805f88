//! Narrated trials of a page.

use super::replay::Replay;
use super::text::{capital, clean, clean_lines, words};
use crate::analysis::{typical_trial, worst_to_best};
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

impl NarratedTrial {
    /// Returns narrated trials from the worst to the best, chosen from the first `trials`.
    pub fn worst_to_best(
        scenario: &Scenario,
        replay: &Replay,
        seed: u64,
        trials: u64,
    ) -> Vec<Self> {
        let contest = scenario.contest.as_ref();
        let among = AMONG[usize::from(contest.is_slow())].min(trials);
        let chosen = worst_to_best(contest, seed, among).into_iter();
        let narrated_trials = chosen.map(|trial| Self::new(scenario, replay, seed, trial));
        narrated_trials.collect()
    }

    /// Returns the trial nearest to the medians of the most frequent outcome; `None` without
    /// trials.
    pub fn typical(scenario: &Scenario, replay: &Replay, seed: u64, trials: u64) -> Option<Self> {
        let contest = scenario.contest.as_ref();
        let among = AMONG[usize::from(contest.is_slow())].min(trials);
        let trial = typical_trial(contest, seed, among).ok()?;
        Some(Self::new(scenario, replay, seed, trial))
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
