//! `ladder`: every pairing of players.

use super::{CommonOptions, Context, Problem, Question, ScenarioAnswer, Work};
use crate::analysis::{self, LadderError, LadderPlan};
use crate::report::ladder_answer;
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
`evenodds list KIND` lists the players. All cells share common random numbers: `evenodds run` with the \
same seed and trials, and --set for the player of each seat (--set side.heroes.player=finisher), finds the \
same figures; with --estimator control if the cell uses a control variate. Combatants with a player of \
their own keep it.

With two sides, the rows of the matrix are the players of the first side and the columns those of the \
second. With more sides, each has a matrix: its player as rows, one player of all others as columns.";

    /// Plays all pairings. Returns `None` if it was interrupted.
    ///
    /// # Errors
    /// All problems with the players.
    fn played(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<analysis::LadderResult>, Problem> {
        let plan = LadderPlan {
            players: (!self.players.is_empty()).then(|| self.players.clone()),
            trials: self.trials,
            most: context.most,
            seed: self.common.seed(scenario),
            threads: self.common.threads(),
        };
        let progress = context
            .observer
            .begin(&scenario.title, Work::Steps("pairings"));
        let played = analysis::ladder(scenario, &plan, &*progress, &|done, all| {
            progress.reached(done, all);
        });
        played.map_err(|error| match error {
            LadderError::Refused(refused) => Problem::Refused(refused),
            other => Problem::with(scenario, other),
        })
    }
}

impl Question for Ladder {
    const NAME: &'static str = "ladder";

    type Found = analysis::LadderResult;

    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<ScenarioAnswer<analysis::LadderResult>>, Vec<Problem>> {
        let played = self.played(scenario, context);
        let played = played.map_err(|one| vec![one])?;
        let same = Self {
            common: self.common.with(self.common.seed(scenario)),
            ..self.clone()
        };
        let command = same.command_line(scenario);
        Ok(played.map(|ladder| ScenarioAnswer::new(ladder_answer(&ladder), command).with(ladder)))
    }

    fn common(&self) -> Option<&CommonOptions> {
        Some(&self.common)
    }
}
