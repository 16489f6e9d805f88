//! `evenodds trace`: the story of one trial.

use super::arguments::{Source, StoryFormat};
use super::call::Call;
use super::failure::Failure;
use super::progress::Board;
use super::{crash, input};
use crate::analysis::{Condition, SearchError, extreme_trial, find_trial, typical_trial};
use crate::ask::{Observer as _, SEED, Work, numbers, replay};
use crate::contest::{Contest, Story};
use crate::document::printable_json;
use crate::report::{clean, clean_lines};
use crate::scenario::Scenario;
use crate::sim::RESULTS_FORMAT;
use clap::Args;
use std::fmt::Write as _;

/// `trace`.
#[derive(Debug, Args)]
#[command(after_help = "\
Without a choice trial 0 is told. A search looks at the first 100,000 trials (--within) in order:
  --find      the first trial that fulfils every condition: outcome=NAME, or a metric's name with
              =, !=, <, <=, > or >= and a number
  --typical   of the trials with the commonest outcome the one nearest to their medians, in all
              metrics of the summary, each difference measured in quartile ranges
  --extreme   the trial with the highest value of a metric
Of equals the first is taken.")]
pub struct TraceArguments {
    #[command(flatten)]
    pub source: Source,
    /// Which luck, 0 to 2^63 - 1 [default: what the scenario says, else 1]
    #[arg(short, long, value_name = "S", value_parser = numbers::seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub choice: Choice,
    /// How many trials a search looks at
    #[arg(long, value_name = "N", value_parser = numbers::count, default_value = "100k", allow_negative_numbers = true)]
    pub within: u64,
    /// Says at each decision what the best player would have done, and what the difference costs;
    /// for contests that have a perfect player
    #[arg(long)]
    pub advice: bool,
    /// How the story looks
    #[arg(short, long, value_enum, default_value_t = StoryFormat::Text)]
    pub format: StoryFormat,
}

/// Which trial to tell.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub struct Choice {
    /// The number of the trial, from 0
    #[arg(long, value_name = "K", value_parser = numbers::trial, allow_negative_numbers = true)]
    pub trial: Option<u64>,
    /// The first trial that fulfils a condition (repeatable): outcome=heroes, turns>=10
    #[arg(long, value_name = "CONDITION")]
    pub find: Vec<String>,
    /// A trial as they mostly go
    #[arg(long)]
    pub typical: bool,
    /// The trial with the highest value of a metric
    #[arg(long, value_name = "METRIC")]
    pub extreme: Option<String>,
}

/// Tells the trial that the command line chooses.
pub fn trace(arguments: &TraceArguments, call: &Call) -> Result<(), Failure> {
    let scenario = input::scenario(
        call,
        &arguments.source.file,
        &arguments.source.changes.assignments,
    )?;
    let text = crash::tried(&scenario.path, || told(call, &scenario, arguments))?;
    call.print(&text)
}

/// The story of the trial that the command line chooses.
fn told(call: &Call, scenario: &Scenario, arguments: &TraceArguments) -> Result<String, Failure> {
    let seed = arguments.seed.or(scenario.seed).unwrap_or(SEED);
    // What is played first may have to be solved, and many trials may be searched.
    let board = Board::alone(call, false);
    let playing = board.begin(&scenario.title, Work::Other("playing"));
    let trial = choose(
        &arguments.choice,
        scenario.contest.as_ref(),
        seed,
        arguments.within,
    )
    .map_err(|error| Failure::Input(format!("{}: {error}", scenario.path)))?;
    let story = if arguments.advice {
        advised(scenario, seed, trial)?
    } else {
        scenario.contest.tell(seed, trial)
    };
    drop(playing);
    Ok(match arguments.format {
        StoryFormat::Text => text(scenario, &story, seed, trial),
        StoryFormat::Json => json(scenario, &story, seed, trial),
    })
}

/// The story with what the best player would have done.
fn advised(scenario: &Scenario, seed: u64, trial: u64) -> Result<Story, Failure> {
    let story = scenario.contest.tell_with_advice(seed, trial);
    story.ok_or_else(|| {
        let why = if scenario.seats.is_empty() {
            "nobody decides anything in it"
        } else {
            "it has no perfect player to ask"
        };
        Failure::Input(format!(
            "{}: there is no advice on a contest of kind {}: {why}; leave --advice out",
            scenario.path, scenario.kind.name
        ))
    })
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

fn text(scenario: &Scenario, story: &Story, seed: u64, trial: u64) -> String {
    let contest = scenario.contest.as_ref();
    let mut text = format!("{}, trial {trial}\n\n", clean(&scenario.title));
    for (index, line) in story.lines.iter().enumerate() {
        for line in clean_lines(line).lines() {
            let _ = writeln!(text, "{}", format!("  {line}").trim_end());
        }
        if let Some(Some(advice)) = story.advice.get(index) {
            let _ = writeln!(text, "      > {}", clean(advice));
        }
    }
    let outcome = &contest.outcomes()[story.record.outcome].name;
    let _ = writeln!(text, "\n  outcome  {}", clean(outcome));
    let advice = if story.advice.is_empty() {
        ""
    } else {
        " --advice"
    };
    let same = format!(" --trial {trial} -s {seed}{advice}");
    let _ = writeln!(
        text,
        "  again    {}",
        replay(scenario).command("trace", &same)
    );
    text
}

fn json(scenario: &Scenario, story: &Story, seed: u64, trial: u64) -> String {
    let contest = scenario.contest.as_ref();
    let metrics: serde_json::Map<String, serde_json::Value> = contest
        .metrics()
        .iter()
        .zip(&story.record.values)
        .map(|(metric, &value)| {
            let measured = metric.is_measured(value).then_some(value);
            (metric.name(), measured.into())
        })
        .collect();
    let mut value = serde_json::json!({
        "format": RESULTS_FORMAT,
        "tool": env!("CARGO_PKG_VERSION"),
        "scenario": scenario.identity(),
        "seed": seed,
        "trial": trial,
        "outcome": contest.outcomes()[story.record.outcome].name,
        "metrics": metrics,
        "lines": story.lines,
    });
    if !story.advice.is_empty() {
        value["advice"] = story.advice.clone().into();
    }
    // A value out of strings and numbers can always be written.
    let text = serde_json::to_string_pretty(&value).unwrap_or_default() + "\n";
    printable_json(&text).into_owned()
}
