//! `drama`: lead changes, choices, participation, and chance against decisions.

use super::{CommonOptions, Context, Problem, Question, ScenarioAnswer, Work, finished, replay};
use crate::analysis::{self, DramaPlan};
use crate::report::drama_answer;
use crate::scenario::Scenario;
use crate::sim::StopReason;
use serde::{Deserialize, Serialize};

/// Options of `drama`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
pub struct Drama {
    /// Number of trials: 10000, 2e6, 10M [default: 10,000; 1,000 with slow players]
    #[cfg_attr(feature = "cli", arg(short = 'n', long, value_name = "N", value_parser = super::numbers::count, allow_negative_numbers = true))]
    pub trials: Option<u64>,
    /// Seed, threads and progress.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub common: CommonOptions,
}

impl Drama {
    /// Notes below the help.
    #[cfg(feature = "cli")]
    pub const NOTES: &str = "\
The trials are those of `evenodds run` with the same seed and players. The chance of each side to win \
before a turn is estimated by play-outs with these players. Decisions are evaluated by the player `expert` \
in fights, exactly in Surveys, Workshops and duels of Action Dice, and by play-outs in other exchanges of \
Action Dice. docs/reference/drama.md defines all figures.

The number of trials in the scenario applies to `run` only.";

    /// Measures a scenario. An interrupted measurement has the figures of the finished trials.
    ///
    /// # Errors
    /// The scenario cannot be measured; the problem has the reason.
    fn played(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<analysis::DramaFigures, Problem> {
        let plan = DramaPlan {
            trials: self.trials,
            most: context.most,
            seed: self.common.seed(scenario),
            threads: self.common.threads(),
        };
        let most = plan.work_of(scenario);
        let open_end = false;
        let progress = context
            .observer
            .begin(&scenario.title, Work::Trials { most, open_end });
        let found = analysis::drama(scenario, &plan, &*progress);
        found.map_err(|reason| Problem::with(scenario, reason))
    }
}

impl Question for Drama {
    const NAME: &'static str = "drama";

    type Found = analysis::DramaFigures;

    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<ScenarioAnswer<Self::Found>>, Vec<Problem>> {
        let drama = self.played(scenario, context);
        let drama = drama.map_err(|one| vec![one])?;
        let answer = drama_answer(&drama, Some(&replay(scenario)));
        let part =
            (drama.stopped == StopReason::Interrupted).then(|| finished(scenario, drama.trials));
        let same = Self {
            trials: Some(drama.trials),
            common: self.common.with(drama.seed),
        };
        let answer = ScenarioAnswer {
            part,
            ..ScenarioAnswer::new(answer, same.command_line(scenario))
        };
        Ok(Some(answer.with(drama)))
    }

    fn common(&self) -> Option<&CommonOptions> {
        Some(&self.common)
    }
}
