//! `exact`: exact outcomes and distributions, where a solver exists.

use super::{Context, Problem, Question, ScenarioAnswer, Work};
use crate::analysis::{SEED, Skill, verdicts};
use crate::report::{ResultContext, results_answer};
use crate::scenario::Scenario;
use crate::sim::Results;
use serde::{Deserialize, Serialize};

/// Options of `exact`: none.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Exact {}

impl Question for Exact {
    const NAME: &'static str = "exact";
    const IS_PLAYED: bool = false;

    type Found = Results;

    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<ScenarioAnswer<Self::Found>>, Vec<Problem>> {
        let contest = scenario.contest.as_ref();
        let solving = context
            .observer
            .begin(&scenario.title, Work::Other("solving"));
        let exact = scenario.exact();
        drop(solving);
        let exact = exact.map_err(|reason| vec![Problem::with(scenario, reason)])?;
        let seed = scenario.seed.unwrap_or(SEED);
        let results = Results::exact(scenario.identity(), contest, seed, &exact);
        let verdicts = verdicts(&scenario.expectations, contest, Some(&exact), &results);
        let skill = Skill::of(scenario);
        let result_context = ResultContext {
            verdicts: &verdicts,
            skill: skill.as_ref(),
            ..ResultContext::default()
        };
        let answer = results_answer(&results, &result_context);
        let answer = ScenarioAnswer::new(answer, self.command_line(scenario));
        Ok(Some(answer.with(results)))
    }
}
