//! Which single change brings a contest nearest to a target, or what does one step of each parameter do?

use super::numbers::Budget;
use super::{Aim, Answered, Context, Observer, Pace, Problem, Question, Work, replay};
use crate::analysis::{self, Advice, AdviseError, AdvisePlan, Ranking, Reach, Reason};
use crate::report::advise_answer;
use crate::scenario::{Scenario, Target};
use serde::{Deserialize, Serialize};

/// The options of `advise`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
pub struct Advise {
    /// What it is meant to be.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub aim: Aim,
    /// Only changes of keys below this path (repeatable): side.ambushers, rules
    #[cfg_attr(feature = "cli", arg(long, value_name = "PATH"))]
    pub only: Vec<String>,
    /// No changes of keys below this path (repeatable): side.heroes
    #[cfg_attr(feature = "cli", arg(long, value_name = "PATH"))]
    pub keep: Vec<String>,
    /// Try other readings of the rules, too
    #[cfg_attr(feature = "cli", arg(long))]
    pub all: bool,
    /// Try players who think long, too, where none plays
    #[cfg_attr(feature = "cli", arg(long))]
    pub slow: bool,
    /// How long it may take: 30s, 2m, off. Changes that cost little are tried first, and those for which there is no
    /// time are named
    #[cfg_attr(feature = "cli", arg(long, value_name = "TIME", default_value = "30s", value_parser = super::numbers::budget, allow_negative_numbers = true))]
    pub budget: Budget,
    /// Only so many changes, the first in the order in which they are tried, whatever the time: what an answer that
    /// ran out of it says, again
    #[cfg_attr(feature = "cli", arg(long, value_name = "K", value_parser = super::numbers::count, allow_negative_numbers = true))]
    pub first: Option<u64>,
    /// Compare those that may be the nearest at most L times, whatever the time, as an answer that ran out of it did
    #[cfg_attr(feature = "cli", arg(long, value_name = "L", requires = "first"))]
    pub looks: Option<u64>,
    /// So many trials of every change: 10000, 2e6, 10M [default: they stop by themselves]
    #[cfg_attr(feature = "cli", arg(short = 'n', long, value_name = "N", value_parser = super::numbers::count, allow_negative_numbers = true, conflicts_with = "max_trials"))]
    pub trials: Option<u64>,
    /// How to play.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub pace: Pace,
}

impl Advise {
    /// What is said below the help.
    #[cfg(feature = "cli")]
    pub(crate) const NOTES: &str = "\
Without a target, every parameter is ranked by how much one step of it changes the chance of the first outcome, \
in percentage points, the largest effect first.

A change of one step is a turn of one key: a die more or fewer, one of a kind more or fewer, the next \
name of a choice, a table such as Cover put in or taken away, somebody left out, another player. \
`evenodds list KIND` marks the keys that are turned: tunable. What the file does not accept is no change. \
Readings of the rules are turned with --all or --only rules.

Changes are tried one after the other, players who think long last, until the time of --budget is over: 30 \
seconds, most of them for trying, the rest for telling the nearest apart. Time decides how many changes are \
tried, how often the nearest are compared, and nothing else: --first K, with --looks L where the answer names it, \
gives the same answer again, and --budget off tries all. Where no single \
change will do, the answer ends with the `tune` command that looks among several together.

All changes meet the same luck as the contest as it is. They stop by themselves: once every effect is \
known to within the tolerance, and no other change can be nearer to the target than the first one by more \
than that. With a confidence of 1 - alpha all that is said is true.

Exit codes: 0 a change, or the contest as it is, is proven to be within the tolerance of the target, or there is no \
target; 1 none is; 2 wrong input, or the time was over before one change was known; 3 reading or writing failed, or the \
program itself failed; 130 interrupted.";

    /// Returns what is asked for, and the scenario's `[tune]` where nothing is typed.
    fn plan(&self, scenario: &Scenario) -> Result<AdvisePlan, Problem> {
        let aim = &self.aim;
        let is_race = aim.target.is_some() || scenario.tune.is_some();
        let target = if is_race {
            aim.target(scenario)
                .map_err(|problem| Problem::with(scenario, problem))?
        } else {
            let outcomes = scenario.contest.outcomes();
            let first = outcomes
                .first()
                .ok_or_else(|| Problem::with(scenario, "it has no outcomes"))?;
            Target::even(&first.name)
        };
        let tolerance = aim.tolerance(scenario);
        let tolerance = tolerance.unwrap_or_else(|| target.usual_tolerance());
        if let Some(accepted) = target.refuses_tolerance(tolerance) {
            let text = format!("--tolerance {tolerance}: {accepted}");
            return Err(Problem::with(scenario, text));
        }
        Ok(AdvisePlan {
            target,
            ranking: if is_race {
                Ranking::Nearest
            } else {
                Ranking::Largest
            },
            tolerance,
            alpha: aim.alpha(scenario),
            trials: self.trials,
            most: aim.max_trials,
            reach: if self.all {
                Reach::Rules
            } else {
                Reach::Scenario
            },
            only: self.only.clone(),
            keep: self.keep.clone(),
            slow: self.slow,
            first: self.first.map(|first| first as usize),
            looks: self.looks,
            budget: self.budget.0.filter(|_| self.first.is_none()),
            seed: self.pace.seed(scenario),
            threads: self.pace.threads(),
        })
    }

    /// Plays the changes. Returns `None` where it was interrupted.
    ///
    /// # Errors
    /// What is wrong with the options, or why there is no change.
    fn played(
        &self,
        scenario: &Scenario,
        observer: &dyn Observer,
    ) -> Result<Option<Advice>, Problem> {
        let plan = self.plan(scenario)?;
        let progress = observer.begin(&scenario.title, Work::Changes(plan.budget));
        analysis::advise(scenario, &plan, &*progress).map_err(|error| match error {
            AdviseError::Unreadable(refused) => Problem::Refused(refused),
            AdviseError::NothingBelow(ref path) => Problem::Absent {
                keys: vec![path.clone()],
                text: format!("{}: {error}", scenario.path),
            },
            other => Problem::with(scenario, other),
        })
    }

    /// Returns the question that has this answer. Where the time ran out, the number of changes that were tried and of
    /// looks at the nearest are part of it.
    fn same(&self, advice: &Advice) -> Self {
        let is_part = advice.untried_for(Reason::Time).next().is_some() || advice.looks.is_some();
        Self {
            first: is_part.then(|| advice.tried() as u64),
            looks: advice.looks,
            budget: if is_part {
                Budget::default()
            } else {
                self.budget
            },
            pace: self.pace.with(advice.seed),
            ..self.clone()
        }
    }
}

impl Question for Advise {
    const NAME: &'static str = "advise";

    type Found = Advice;

    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<Answered<Advice>>, Vec<Problem>> {
        let advice = self.played(scenario, context.observer);
        let advice = advice.map_err(|one| vec![one])?;
        Ok(advice.map(|advice| Answered {
            met: advice.ranking == Ranking::Largest || advice.is_met(),
            ..Answered::new(
                advise_answer(&advice, Some(&replay(scenario))),
                self.same(&advice).command_line(scenario),
            )
            .with(advice)
        }))
    }

    fn pace(&self) -> Option<&Pace> {
        Some(&self.pace)
    }

    fn interrupted(&self, path: &str) -> String {
        format!("interrupted: half of the changes compare nothing, so nothing is said about {path}")
    }
}
