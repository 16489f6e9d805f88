//! The narration of one trial.

use super::{Observer, Problem, SEED, Work, replay};
use crate::analysis::{Condition, SearchError, extreme_trial, find_trial, typical_trial};
use crate::contest::{Contest, Story};
use crate::document::printable_json;
use crate::report::{clean, clean_lines};
use crate::scenario::Scenario;
use crate::sim::RESULTS_FORMAT;
use std::fmt::Write as _;

/// The options of `trace`.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Trace {
    /// Which luck, 0 to 2^63 - 1 [default: what the scenario says, else 1]
    #[cfg_attr(feature = "cli", arg(short, long, value_name = "S", value_parser = super::numbers::seed, allow_negative_numbers = true))]
    pub seed: Option<u64>,
    /// The trial.
    #[cfg_attr(feature = "cli", command(flatten))]
    pub choice: Choice,
    /// How many trials a search looks at [default: 100k]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = super::numbers::count, allow_negative_numbers = true))]
    pub within: Option<u64>,
    /// Says at each decision what the best player would have done, and what the difference costs;
    /// for contests that have a perfect player
    #[cfg_attr(feature = "cli", arg(long))]
    pub advice: bool,
}

/// The choice of a trial; trial 0 where nothing is chosen.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args), group(multiple = false))]
pub struct Choice {
    /// The number of the trial, from 0
    #[cfg_attr(feature = "cli", arg(long, value_name = "K", value_parser = super::numbers::trial, allow_negative_numbers = true))]
    pub trial: Option<u64>,
    /// The first trial that fulfils a condition (repeatable): outcome=heroes, turns>=10
    #[cfg_attr(feature = "cli", arg(long, value_name = "CONDITION"))]
    pub find: Vec<String>,
    /// A trial as they mostly go
    #[cfg_attr(feature = "cli", arg(long))]
    pub typical: bool,
    /// The trial with the highest value of a metric
    #[cfg_attr(feature = "cli", arg(long, value_name = "METRIC"))]
    pub extreme: Option<String>,
}

/// How many trials a search looks at, where nobody says otherwise.
const WITHIN: u64 = 100_000;

/// A trial with its narration.
pub struct Transcript<'a> {
    scenario: &'a Scenario,
    story: Story,
    seed: u64,
    trial: u64,
}

impl Trace {
    /// What is said below the help.
    #[cfg(feature = "cli")]
    pub(crate) const NOTES: &str = "\
Without a choice trial 0 is told. A search looks at the first 100,000 trials (--within) in order:
  --find      the first trial that fulfils every condition: outcome=NAME, or a metric's name with
              =, !=, <, <=, > or >= and a number
  --typical   of the trials with the commonest outcome the one nearest to their medians, in all
              metrics of the summary, each difference measured in quartile ranges
  --extreme   the trial with the highest value of a metric
Of equals the first is taken.";

    /// Narrates the trial that the options choose.
    ///
    /// # Errors
    /// There is no such trial, or no advice on contests of this kind.
    pub fn told<'a>(
        &self,
        scenario: &'a Scenario,
        observer: &dyn Observer,
    ) -> Result<Transcript<'a>, Problem> {
        let seed = self.seed.or(scenario.seed).unwrap_or(SEED);
        // What is played first may have to be solved, and many trials may be searched.
        let _playing = observer.begin(&scenario.title, Work::Other("playing"));
        let within = self.within.unwrap_or(WITHIN);
        let trial = choose(&self.choice, scenario.contest.as_ref(), seed, within)
            .map_err(|error| Problem::with(scenario, error))?;
        let story = if self.advice {
            advised(scenario, seed, trial)?
        } else {
            scenario.contest.tell(seed, trial)
        };
        Ok(Transcript {
            scenario,
            story,
            seed,
            trial,
        })
    }
}

/// The story with what the best player would have done.
fn advised(scenario: &Scenario, seed: u64, trial: u64) -> Result<Story, Problem> {
    let story = scenario.contest.tell_with_advice(seed, trial);
    story.ok_or_else(|| {
        let why = if scenario.seats.is_empty() {
            "it has no decisions"
        } else {
            "it has no perfect player to ask"
        };
        let kind = scenario.kind.name;
        let text =
            format!("there is no advice on a contest of kind {kind}: {why}; leave --advice out");
        Problem::with(scenario, text)
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

impl Transcript<'_> {
    /// Returns the narration as lines for people.
    pub fn text(&self) -> String {
        let Self {
            scenario,
            story,
            seed,
            trial,
        } = self;
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

    /// Returns the trial as a JSON object.
    pub fn json(&self) -> String {
        let Self {
            scenario,
            story,
            seed,
            trial,
        } = self;
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
}
