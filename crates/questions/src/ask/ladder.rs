//! `ladder`: every pairing of players, or the main figure by their error rate.

use super::{CommonOptions, Context, Problem, Question, ScenarioAnswer, Work};
use crate::analysis::{self, LadderError, LadderPlan};
use crate::report::{errors_answer, ladder_answer};
use crate::scenario::Scenario;
use serde::{Deserialize, Serialize};

/// Options of `ladder`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
pub struct Ladder {
    /// Players to pair [default: all that can play the file]
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "A,B,C", value_delimiter = ',')
    )]
    pub players: Vec<String>,
    /// Error rates of the players, such as 0,0.1,0.2,0.4: print the main figure by error rate instead
    /// of all pairings
    #[cfg_attr(
        feature = "cli",
        arg(
            long,
            value_name = "A,B,C",
            value_delimiter = ',',
            conflicts_with = "players"
        )
    )]
    pub errors: Vec<String>,
    /// Trials per cell: 10000, 2e6, 10M [default: as many as take about 1 s on two cores, at most
    /// 100,000]
    #[cfg_attr(feature = "cli", arg(short = 'n', long, value_name = "N", value_parser = super::numbers::count, allow_negative_numbers = true))]
    pub trials: Option<u64>,
    /// Seed, threads and progress.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub common: CommonOptions,
}

impl Ladder {
    /// Notes below the help.
    #[cfg(feature = "cli")]
    pub const NOTES: &str = "\
`evenodds list KIND` lists the players. Combatants with a player of their own keep it.

All cells share common random numbers. To reproduce a cell, run `evenodds run` with the same seed and \
trials, and set each player with --set (--set side.heroes.player=finisher). If the cell uses a control \
variate, add --estimator control.

With two sides, the rows of the matrix are the players of the first side and the columns those of the \
second. With more sides, each side has a matrix: its players as rows, and as columns the player that all \
other sides use.

With --errors, the players are those of the file. An error is an action drawn uniformly among all but \
retreat, in place of the player's choice. Each side errs alone, then all sides err together. A side that \
does not err plays as in the file. `error` in the table of a player sets its rate: \
--set side.heroes.player.error=0.2.";

    fn plan(&self, scenario: &Scenario, context: &Context<'_>) -> LadderPlan {
        LadderPlan {
            players: (!self.players.is_empty()).then(|| self.players.clone()),
            trials: self.trials,
            most: context.most,
            seed: self.common.seed(scenario),
            threads: self.common.threads(),
        }
    }

    /// Plays all pairings. Returns `None` if it was interrupted.
    ///
    /// # Errors
    /// All problems with the players.
    fn pairings(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<analysis::LadderResult>, Problem> {
        let plan = self.plan(scenario, context);
        let progress = context
            .observer
            .begin(&scenario.title, Work::Steps("pairings"));
        let played = analysis::ladder(scenario, &plan, &*progress, &|done, all| {
            progress.reached(done, all);
        });
        played.map_err(|error| problem(scenario, error))
    }

    /// Plays all error rates. Returns `None` if it was interrupted.
    ///
    /// # Errors
    /// All problems with the rates, or with errors of the players.
    fn curves(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<analysis::ErrorCurves>, Problem> {
        let rates = self.rates()?;
        let plan = self.plan(scenario, context);
        let progress = context
            .observer
            .begin(&scenario.title, Work::Steps("error rates"));
        let reached = |done, all| progress.reached(done, all);
        let played = analysis::error_curves(scenario, &plan, &rates, &*progress, &reached);
        played.map_err(|error| problem(scenario, error))
    }

    fn rates(&self) -> Result<Vec<f64>, Problem> {
        let rates = analysis::error_rates(&self.errors);
        rates.map_err(|error| Problem::Input(format!("--errors {error}")))
    }
}

fn problem(scenario: &Scenario, error: LadderError) -> Problem {
    match error {
        LadderError::Refused(refused) => Problem::Refused(refused),
        LadderError::Unknown(text) => Problem::with(scenario, format!("--players: {text}")),
        other => Problem::with(scenario, other),
    }
}

impl Question for Ladder {
    const NAME: &'static str = "ladder";

    /// The pairings; `None` for error rates.
    type Found = Option<analysis::LadderResult>;

    fn check_options(&self) -> Result<(), Vec<Problem>> {
        if !self.errors.is_empty() && !self.players.is_empty() {
            let problem = "--errors plays the players of the file; leave out --players";
            return Err(vec![Problem::Input(problem.to_owned())]);
        }
        self.rates().map(drop).map_err(|one| vec![one])
    }

    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<ScenarioAnswer<Self::Found>>, Vec<Problem>> {
        let same = Self {
            common: self.common.with(self.common.seed(scenario)),
            ..self.clone()
        };
        let command = same.command_line(scenario);
        if !self.errors.is_empty() {
            let played = self.curves(scenario, context).map_err(|one| vec![one])?;
            let answer = |found| ScenarioAnswer::new(errors_answer(&found), command).with(None);
            return Ok(played.map(answer));
        }
        let played = self.pairings(scenario, context).map_err(|one| vec![one])?;
        let answer = |found| ScenarioAnswer::new(ladder_answer(&found), command).with(Some(found));
        Ok(played.map(answer))
    }

    fn common(&self) -> Option<&CommonOptions> {
        Some(&self.common)
    }
}
