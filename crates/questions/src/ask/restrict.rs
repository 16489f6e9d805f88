//! `restrict`: the worth of each option of a side.

use super::{CommonOptions, Context, Problem, Question, ScenarioAnswer, Work};
use crate::analysis::{
    self, ALPHA, MARGIN, RESTRICT_PRECISION, RestrictError, RestrictPlan, RestrictedOptions,
};
use crate::report::restrict_answer;
use crate::scenario::Scenario;
use serde::{Deserialize, Serialize};

/// Options of `restrict`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
pub struct Restrict {
    /// Side whose options are forbidden, one at a time [default: the first with options]
    #[cfg_attr(feature = "cli", arg(long, value_name = "NAME"))]
    pub side: Option<String>,
    /// Forbid only options below this path (repeatable): side.heroes.Dirk
    #[cfg_attr(feature = "cli", arg(long, value_name = "PATH"))]
    pub only: Vec<String>,
    /// Largest difference of shares that does not matter [default: 0.005]
    #[cfg_attr(feature = "cli", arg(long, value_name = "D", value_parser = super::numbers::half_width, allow_negative_numbers = true))]
    pub margin: Option<f64>,
    /// Continue until the interval of every difference of shares is narrower than ±H [default: 0.02]
    #[cfg_attr(feature = "cli", arg(long, value_name = "H", value_parser = super::numbers::half_width, allow_negative_numbers = true))]
    pub precision: Option<f64>,
    /// Upper bound on the probability that any verdict is wrong [default: 0.05]
    #[cfg_attr(feature = "cli", arg(long, value_name = "P", value_parser = super::numbers::alpha, allow_negative_numbers = true))]
    pub alpha: Option<f64>,
    /// Maximum number of trials of each option [default: as many as take about 30 s on two cores, all
    /// options together]
    #[cfg_attr(feature = "cli", arg(short = 'n', long, visible_alias = "trials", value_name = "N", value_parser = super::numbers::count, allow_negative_numbers = true))]
    pub max_trials: Option<u64>,
    /// Seed, threads and progress.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub common: CommonOptions,
}

impl Restrict {
    /// Notes below the help.
    #[cfg(feature = "cli")]
    pub const NOTES: &str = "\
  evenodds restrict @canyon --side heroes
  evenodds restrict @gamebook

An option is a value of a choice, an action of a member, support, change of tactic and retreat of a side in \
Combat, or what the file may leave out: a Class, a helper, an item, a combatant. Each is forbidden alone, and \
the players of the file play on without it; of a choice with more than two values, each is also the only one \
left.

must have: the side loses 10 percentage points or more without it. useful: it loses. dead: the difference is \
at most --margin; without an exact answer, no mean is dead. hinders: the side does better without it. matters: \
a mean changes. All contests are played on common random numbers, or solved; all verdicts together are wrong \
with probability --alpha at most (Holm).";
}

impl Question for Restrict {
    const NAME: &'static str = "restrict";

    type Found = RestrictedOptions;

    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<ScenarioAnswer<RestrictedOptions>>, Vec<Problem>> {
        let plan = RestrictPlan {
            side: self.side.clone(),
            only: self.only.clone(),
            margin: self.margin.unwrap_or(MARGIN),
            precision: self.precision.unwrap_or(RESTRICT_PRECISION),
            alpha: self.alpha.unwrap_or(ALPHA),
            most: self.max_trials.or(context.most),
            seed: self.common.seed(scenario),
            threads: self.common.threads(),
        };
        let progress = context
            .observer
            .begin(&scenario.title, Work::Steps("options"));
        let reached = |done, all| progress.reached(done, all);
        let found = analysis::restrict(scenario, &plan, &*progress, &reached);
        let found = found.map_err(|error| match error {
            RestrictError::Unreadable(refused) => vec![Problem::Refused(refused)],
            other => vec![Problem::with(scenario, other)],
        })?;
        let same = Self {
            common: self.common.with(plan.seed),
            ..self.clone()
        };
        Ok(found.map(|found| {
            let answer = restrict_answer(&found);
            ScenarioAnswer::new(answer, same.command_line(scenario)).with(found)
        }))
    }

    fn common(&self) -> Option<&CommonOptions> {
        Some(&self.common)
    }
}
