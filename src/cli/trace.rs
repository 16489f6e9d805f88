//! `evenodds trace`: the story of one trial.

use super::arguments::{Choice, StoryFormat, TraceArguments};
use super::failure::{Failure, Failures};
use super::{input, output, play};
use evenodds::analysis::{Condition, SearchError, extreme_trial, find_trial, typical_trial};
use evenodds::contest::{Contest, Metric};
use evenodds::scenario::Scenario;
use std::fmt::Write as _;

/// Tells the trial that the command line chooses.
pub fn trace(arguments: &TraceArguments, _failures: &mut Failures) -> Result<(), Failure> {
    let scenario = input::scenario(&arguments.file, &arguments.changes.assignments)?;
    let seed = arguments.seed.or(scenario.seed).unwrap_or(play::SEED);
    let trial = choose(
        &arguments.choice,
        scenario.contest.as_ref(),
        seed,
        arguments.within,
    )
    .map_err(|error| Failure::Input(format!("{}: {error}", scenario.path)))?;
    let text = match arguments.format {
        StoryFormat::Text => text(&scenario, seed, trial),
        StoryFormat::Json => json(&scenario, seed, trial),
    };
    output::print(&text)
}

/// The number of the trial to tell.
fn choose(
    choice: &Choice,
    contest: &dyn Contest,
    seed: u64,
    within: u64,
) -> Result<u64, SearchError> {
    if let Some(trial) = choice.trial {
        return Ok(trial);
    }
    if let Some(metric) = &choice.extreme {
        return extreme_trial(contest, seed, within, metric);
    }
    if choice.typical {
        return typical_trial(contest, seed, within);
    }
    let conditions: Vec<Condition> = choice
        .find
        .iter()
        .map(|text| Condition::read(text, contest))
        .collect::<Result<_, _>>()?;
    find_trial(contest, seed, within, &conditions)
}

fn text(scenario: &Scenario, seed: u64, trial: u64) -> String {
    let contest = scenario.contest.as_ref();
    let story = contest.tell(seed, trial);
    let mut text = format!("{}, trial {trial}\n\n", scenario.title);
    for line in &story.lines {
        let _ = writeln!(text, "  {line}");
    }
    let outcome = &contest.outcomes()[story.record.outcome].name;
    let _ = writeln!(text, "\n  outcome  {outcome}");
    let _ = writeln!(
        text,
        "  again    evenodds trace {} --trial {trial} -s {seed}{}",
        play::quoted(&scenario.path),
        play::assignments(scenario)
    );
    text
}

fn json(scenario: &Scenario, seed: u64, trial: u64) -> String {
    let contest = scenario.contest.as_ref();
    let story = contest.tell(seed, trial);
    let names = contest.metrics().iter().map(Metric::name);
    let metrics: serde_json::Map<String, serde_json::Value> = names
        .zip(&story.record.values)
        .map(|(name, &value)| (name, value.into()))
        .collect();
    let value = serde_json::json!({
        "format": 1,
        "tool": env!("CARGO_PKG_VERSION"),
        "scenario": scenario.identity(),
        "seed": seed,
        "trial": trial,
        "outcome": contest.outcomes()[story.record.outcome].name,
        "metrics": metrics,
        "lines": story.lines,
    });
    // A value out of strings and numbers can always be written.
    serde_json::to_string_pretty(&value).unwrap_or_default() + "\n"
}
