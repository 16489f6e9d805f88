//! `advise`: the single change that comes nearest to a target, or the effect of one step of each
//! parameter.

use super::numbers::Budget;
use super::sweep::constraints;
use super::{
    Aim, CommonOptions, Context, Problem, ProgressBars, Question, ScenarioAnswer, Work, replay,
};
use crate::analysis::{self, Advice, AdviseError, AdvisePlan, ChangeScope, Ranking, Reason};
use crate::report::advise_answer;
use crate::scenario::{Quantity, Scenario, Target};
use serde::{Deserialize, Serialize};

/// Options of `advise`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
pub struct Advise {
    /// Target of the changes.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub aim: Aim,
    /// Only change keys below this path (repeatable): side.ambushers, rules
    #[cfg_attr(feature = "cli", arg(long, value_name = "PATH"))]
    pub only: Vec<String>,
    /// Change no keys below this path (repeatable): side.heroes
    #[cfg_attr(feature = "cli", arg(long, value_name = "PATH"))]
    pub keep: Vec<String>,
    /// Condition on numbers of the scenario (repeatable), by their whole paths: changes that violate it are left out
    #[cfg_attr(
        feature = "cli",
        arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true)
    )]
    #[serde(rename = "where")]
    pub constraints: Vec<String>,
    /// Also try other readings of the rules
    #[cfg_attr(feature = "cli", arg(long))]
    pub all: bool,
    /// Also try other players
    #[cfg_attr(feature = "cli", arg(long))]
    pub players: bool,
    /// Also try slow players and all others
    #[cfg_attr(feature = "cli", arg(long))]
    pub slow: bool,
    /// Time limit: 30s, 2m, off; all changes are tried first, then the most important ones refined
    #[cfg_attr(feature = "cli", arg(long, value_name = "TIME", default_value = "30s", value_parser = super::numbers::budget, allow_negative_numbers = true))]
    pub budget: Budget,
    /// Take K steps (first looks, then changes refined) without a time limit; reproduces an answer that ran out of time
    #[cfg_attr(feature = "cli", arg(long, value_name = "K", value_parser = super::numbers::count, allow_negative_numbers = true))]
    pub first: Option<u64>,
    /// Compare the nearest changes at most L times; reproduces an answer that ran out of time
    #[cfg_attr(feature = "cli", arg(long, value_name = "L", requires = "first"))]
    pub looks: Option<u64>,
    /// Trials per change: 10000, 2e6, 10M [default: stop adaptively]
    #[cfg_attr(feature = "cli", arg(short = 'n', long, value_name = "N", value_parser = super::numbers::count, allow_negative_numbers = true, conflicts_with = "max_trials"))]
    pub trials: Option<u64>,
    /// Seed, threads and progress.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub common: CommonOptions,
}

impl Advise {
    /// Notes below the help.
    #[cfg(feature = "cli")]
    pub const NOTES: &str = "\
Without a target, all parameters are ranked by the effect of one step on the chance of the first outcome, \
in percentage points, the largest effect first.

A change is one step of one key: one die more or fewer, one copy more or fewer, a tenth of a large number, \
the next name of a choice, \
a table such as Cover added or removed, a participant left out. `evenodds list KIND --all` marks \
these keys as tunable. Values that the scenario does not accept are skipped. Readings of the rules change \
only with --all or --only rules, players only with --players, --slow or --only PATH.

A CONDITION of --where compares two sums of numbers and keys, such as side.heroes.Dirk.count * 3 <= 6, by \
<=, >=, <, >, = or !=. The number of what a change removes counts as 0.

All changes get a short first look. Then their effects are refined, the largest or the nearest to the \
target first, until the time limit of --budget: 30 seconds, most of them for this, the rest for comparing \
the nearest changes. Time affects only the number of these steps. --first K, with --looks L if the answer \
names it, takes the same steps again; --budget off takes all. If no single change meets the target, the answer ends with a `tune` command for \
combinations.

All changes share common random numbers with the unchanged contest. Trials end when every effect is known \
to within the tolerance, and no other change can be nearer to the target than the first by more than that. \
All statements of the answer hold together with probability 1 - alpha.

Exit codes: 0 a change, or the unchanged contest, is proven to be within the tolerance of the target, or \
there is no target; 1 none is; 2 invalid input, or the time limit passed before any change was settled; 3 \
reading or writing failed, or the program itself failed; 130 interrupted.";

    /// Returns the plan from the options, with the defaults of the scenario's `[tune]` table.
    fn plan(&self, scenario: &Scenario) -> Result<AdvisePlan, Problem> {
        let aim = &self.aim;
        let is_race = aim.target.is_some() || scenario.tune.is_some();
        let target = if is_race {
            aim.target(scenario)
                .map_err(|problem| Problem::with(scenario, problem))?
        } else {
            let contest = scenario.contest.as_ref();
            let shown = contest.outcomes().iter().filter(|one| one.always_shown);
            // No change affects the only outcome.
            let main = if shown.count() > 1 {
                Quantity::main_share(contest)
            } else {
                Quantity::main(contest)
            };
            Target::even(main.ok_or_else(|| Problem::with(scenario, "it has no outcomes"))?)
        };
        let tolerance = aim.tolerance(scenario);
        let tolerance = tolerance.unwrap_or_else(|| target.usual_tolerance());
        if let Some(accepted) = target.refuses_tolerance(tolerance) {
            let text = format!("--tolerance {tolerance}: {accepted}");
            return Err(Problem::with(scenario, text));
        }
        let constraints = constraints(&self.constraints);
        let constraints = constraints.map_err(|mut all| all.swap_remove(0))?;
        Ok(AdvisePlan {
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
                ChangeScope::Rules
            } else {
                ChangeScope::Scenario
            },
            constraints,
            only: self.only.clone(),
            keep: self.keep.clone(),
            players: self.players || self.slow,
            slow: self.slow,
            first: self.first.map(|first| first as usize),
            looks: self.looks,
            budget: self.budget.0.filter(|_| self.first.is_none()),
            seed: self.common.seed(scenario),
            threads: self.common.threads(),
            ..AdvisePlan::new(target)
        })
    }

    /// Plays the changes. Returns `None` if it was interrupted.
    ///
    /// # Errors
    /// All problems with the options, or the reason why there is no change.
    fn played(
        &self,
        scenario: &Scenario,
        observer: &dyn ProgressBars,
    ) -> Result<Option<Advice>, Problem> {
        let plan = self.plan(scenario)?;
        let progress = observer.begin(&scenario.title, Work::Changes(plan.budget));
        analysis::advise(scenario, &plan, &*progress).map_err(|error| match error {
            AdviseError::Unreadable(refused) => Problem::Refused(refused),
            AdviseError::NothingBelow { ref path, .. } => Problem::InapplicableKey {
                keys: vec![path.clone()],
                text: format!("{}: {error}", scenario.path),
            },
            other => Problem::with(scenario, other),
        })
    }

    /// Returns the question that reproduces this answer. If the time ran out, it has the numbers of tried
    /// changes and of looks at the nearest.
    fn same(&self, advice: &Advice) -> Self {
        let is_part = advice.steps.is_some() || advice.looks.is_some();
        // Enough steps to look at all changes and to settle them.
        let all = 2 * (advice.tried() + advice.untried_for(Reason::Time).count());
        Self {
            first: is_part.then(|| advice.steps.unwrap_or(all) as u64),
            looks: advice.looks,
            budget: if is_part {
                Budget::default()
            } else {
                self.budget
            },
            common: self.common.with(advice.seed),
            ..self.clone()
        }
    }
}

impl Question for Advise {
    const NAME: &'static str = "advise";

    type Found = Advice;

    fn check_options(&self) -> Result<(), Vec<Problem>> {
        constraints(&self.constraints).map(drop)
    }

    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<ScenarioAnswer<Advice>>, Vec<Problem>> {
        let advice = self.played(scenario, context.observer);
        let advice = advice.map_err(|one| vec![one])?;
        Ok(advice.map(|advice| ScenarioAnswer {
            met: advice.ranking == Ranking::Largest || advice.is_met(),
            ..ScenarioAnswer::new(
                advise_answer(&advice, Some(&replay(scenario))),
                self.same(&advice).command_line(scenario),
            )
            .with(advice)
        }))
    }

    fn common(&self) -> Option<&CommonOptions> {
        Some(&self.common)
    }
}
