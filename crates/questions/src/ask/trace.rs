//! `trace`: the narration of one trial.

use super::{Problem, ProgressBars, Work, replay};
use crate::analysis::{
    Condition, EvaluatedTrial, SEED, SearchError, closest_trial, extreme_trial, find_trial,
    typical_trial,
};
use crate::charts::terminal;
use crate::contest::{Contest, Narration};
use crate::document::printable_json;
use crate::report::{clean, clean_lines};
use crate::scenario::Scenario;
use crate::sim::RESULTS_FORMAT;
use std::fmt::Write as _;

/// Options of `trace`.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Trace {
    /// Random seed, 0 to 2^63 - 1 [default: the scenario's, else 1]
    #[cfg_attr(feature = "cli", arg(short, long, value_name = "S", value_parser = super::numbers::seed, allow_negative_numbers = true))]
    pub seed: Option<u64>,
    /// Choice of the trial.
    #[cfg_attr(feature = "cli", command(flatten))]
    pub choice: TrialChoice,
    /// Number of trials to search [default: 100k; with --typical 100 to 10k, as many as take about 0.1 s;
    /// with --closest 1k, or 100 with slow players]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = super::numbers::count, allow_negative_numbers = true))]
    pub within: Option<u64>,
    /// Print at each decision the best action and what the chosen one costs
    #[cfg_attr(feature = "cli", arg(long))]
    pub advice: bool,
    /// Print the chance of winning before each turn, and mark the turning points
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "advice"))]
    pub turning: bool,
}

/// Choice of a trial; trial 0 by default.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args), group(multiple = false))]
pub struct TrialChoice {
    /// Number of the trial, from 0 [default: 0]
    #[cfg_attr(feature = "cli", arg(long, value_name = "K", value_parser = super::numbers::trial, allow_negative_numbers = true))]
    pub trial: Option<u64>,
    /// First trial that meets a condition (repeatable; all must hold): outcome=heroes, turns>=10
    #[cfg_attr(feature = "cli", arg(long, value_name = "CONDITION"))]
    pub find: Vec<String>,
    /// Typical trial: the most common outcome, with metrics near its medians
    #[cfg_attr(feature = "cli", arg(long))]
    pub typical: bool,
    /// Trial with the most lead changes, and of these the one with the largest comeback
    #[cfg_attr(feature = "cli", arg(long))]
    pub closest: bool,
    /// Trial with the highest value of a metric
    #[cfg_attr(feature = "cli", arg(long, value_name = "METRIC"))]
    pub extreme: Option<String>,
}

/// Default number of trials to search.
const WITHIN: u64 = 100_000;

/// Default number of trials to search whose positions are evaluated, and with slow players.
const WITHIN_EVALUATED: [u64; 2] = [1_000, 100];

/// A trial with its narration.
pub struct Transcript<'a> {
    scenario: &'a Scenario,
    story: Narration,
    seed: u64,
    trial: u64,
    /// The evaluated chances, if requested.
    turning: Option<EvaluatedTrial>,
}

impl Trace {
    /// Notes below the help.
    #[cfg(feature = "cli")]
    pub const NOTES: &str = "\
A search visits the first 100,000 trials (--within; fewer for --typical and --closest) in order, and takes the first of
equal trials:
  --find      the first trial that meets every condition: outcome=NAME or outcome!=NAME, or a metric
              with =, !=, <, <=, > or >= and a number
  --typical   among the trials with the most common outcome, the one nearest to their medians in all
              metrics of the summary, with differences measured in interquartile ranges
  --closest   the trial in which the side with the highest estimated chance changes most often, and of
              equal ones the one with the largest comeback; see `evenodds drama`
  --extreme   the trial with the highest value of a metric

--advice, --turning and --closest need a contest whose decisions can be evaluated or solved. Turning
points are the three turns that change the chance the most, by five points or more.";

    /// Narrates the trial that the options choose.
    ///
    /// # Errors
    /// There is no such trial, or contests of this kind have no advice.
    pub fn narrated<'a>(
        &self,
        scenario: &'a Scenario,
        observer: &dyn ProgressBars,
    ) -> Result<Transcript<'a>, Problem> {
        let seed = self.seed.or(scenario.seed).unwrap_or(SEED);
        // The first trial may need a solver, and a search may play many trials.
        let _playing = observer.begin(&scenario.title, Work::Other("playing"));
        let trial = choose(&self.choice, scenario.contest.as_ref(), seed, self.within)
            .map_err(|error| Problem::with(scenario, error))?;
        let mut turning = None;
        let story = if self.advice {
            advised(scenario, seed, trial)?
        } else if self.turning {
            let contest = scenario.contest.as_ref();
            let noted = contest.evaluation().and_then(|evaluator| {
                let story = contest.narrate_with_decisions(seed, trial)?;
                Some((
                    story,
                    EvaluatedTrial::new(contest, evaluator, (seed, trial)),
                ))
            });
            let (story, evaluated) = noted.ok_or_else(|| unavailable(scenario, "--turning"))?;
            turning = Some(evaluated);
            story
        } else {
            scenario.contest.narrate_trial(seed, trial)
        };
        Ok(Transcript {
            scenario,
            story,
            seed,
            trial,
            turning,
        })
    }
}

/// Narrates a trial with the best action at each decision.
fn advised(scenario: &Scenario, seed: u64, trial: u64) -> Result<Narration, Problem> {
    let story = scenario.contest.narrate_with_advice(seed, trial);
    story.ok_or_else(|| unavailable(scenario, "--advice"))
}

/// Returns the problem of an option that the contest does not have.
fn unavailable(scenario: &Scenario, option: &str) -> Problem {
    let why = if scenario.seats.is_empty() {
        "it has no decisions"
    } else {
        "its decisions cannot be evaluated"
    };
    let kind = scenario.kind.name;
    let text = format!("{option} is not available for kind {kind}: {why}; remove {option}");
    Problem::with(scenario, text)
}

/// Returns the number of the trial to narrate.
fn choose(
    choice: &TrialChoice,
    contest: &dyn Contest,
    seed: u64,
    within: Option<u64>,
) -> Result<u64, SearchError> {
    if let Some(trial) = choice.trial {
        return Ok(trial);
    }
    if choice.typical {
        return typical_trial(contest, seed, within);
    }
    if choice.closest {
        let evaluator = contest.evaluation().ok_or(SearchError::NotEvaluated)?;
        let usual = WITHIN_EVALUATED[usize::from(evaluator.is_slow())];
        let within = within.unwrap_or(usual);
        return closest_trial(contest, evaluator, (seed, within))
            .ok_or(SearchError::Undecided { within });
    }
    let within = within.unwrap_or(WITHIN);
    if let Some(metric) = &choice.extreme {
        return extreme_trial(contest, seed, within, metric);
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
            turning,
        } = self;
        let contest = scenario.contest.as_ref();
        let mut text = format!("{}, trial {trial}\n\n", clean(&scenario.title));
        let chances = turning.as_ref().map(|turning| self.turning_lines(turning));
        for (index, line) in story.lines.iter().enumerate() {
            if let Some(chance) = chances
                .as_ref()
                .and_then(|(before, _)| before[index].as_ref())
            {
                let _ = writeln!(text, "      {chance}");
            }
            for line in clean_lines(line).lines() {
                let _ = writeln!(text, "{}", format!("  {line}").trim_end());
            }
            if let (Some(Some(advice)), None) = (story.advice.get(index), turning) {
                let _ = writeln!(text, "      > {}", clean(advice));
            }
        }
        if let Some((_, end)) = chances {
            let _ = writeln!(text, "      {end}");
        }
        let outcome = &contest.outcomes()[story.record.outcome].name;
        let _ = writeln!(text, "\n  outcome  {}", clean(outcome));
        let option = match turning {
            Some(_) => " --turning",
            None if story.advice.is_empty() => "",
            None => " --advice",
        };
        if let Some(evaluator) = contest.evaluation().filter(|_| turning.is_some()) {
            let _ = writeln!(text, "  chances  {}", evaluator.evaluator());
        }
        let same = format!(" --trial {trial} -s {seed}{option}");
        let _ = writeln!(
            text,
            "  again    {}",
            replay(scenario).command("trace", &same)
        );
        text
    }

    /// Returns the number of the turn, from 1, that begins with each line.
    fn turns(&self, turning: &EvaluatedTrial) -> Vec<Option<usize>> {
        let mut last = 0;
        let turn = |note: &Option<String>| {
            let decision: usize = note.as_ref()?.parse().ok()?;
            let starts = &turning.turn_starts;
            let turn = starts.partition_point(|&start| start <= decision);
            let before = std::mem::replace(&mut last, turn);
            (turn != before).then_some(turn)
        };
        self.story.advice.iter().map(turn).collect()
    }

    /// Returns the chance of the first side before each line with which a turn begins, and at the end.
    fn turning_lines(&self, turning: &EvaluatedTrial) -> (Vec<Option<String>>, String) {
        let contest = self.scenario.contest.as_ref();
        let (side, chances) = (&contest.description().sides[0].name, &turning.chances[0]);
        let side = clean(side);
        let chance = |turn: usize| {
            let now = chances[turn];
            let is_swing = turning.swings.iter().any(|swing| swing.turn == turn);
            let mut text = format!(
                "{side} {:>3.0}% {:<20}",
                100.0 * now,
                terminal::bar(now, 20)
            );
            if is_swing {
                let points = 100.0 * (now - chances[turn - 1]);
                let _ = write!(text, " {points:+.0} points: turning point");
            }
            text.trim_end().to_owned()
        };
        let lines = self.turns(turning).into_iter();
        let end = chance(chances.len() - 1);
        let before = |turn: usize| chance(turn - 1);
        (lines.map(|turn| turn.map(before)).collect(), end)
    }

    /// Returns the trial as a JSON object.
    pub fn json(&self) -> String {
        let Self {
            scenario,
            story,
            seed,
            trial,
            turning,
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
        if let Some(evaluated) = turning {
            value["turning"] = serde_json::json!(evaluated);
            value["turns"] = self.turns(evaluated).into();
        } else if !story.advice.is_empty() {
            value["advice"] = story.advice.clone().into();
        }
        // A value of strings and numbers can always be serialized.
        let text = serde_json::to_string_pretty(&value).unwrap_or_default() + "\n";
        printable_json(&text).into_owned()
    }
}
