//! `hint`: the best action in a position.

use super::{CommonOptions, Context, Problem, Question, ScenarioAnswer, Work};
use crate::analysis::{self, HintError};
use crate::contest::{HintBy, HintPlan};
use crate::report::hint_answer;
use crate::scenario::{LoadError, Scenario};
use serde::{Deserialize, Serialize};

/// Options of `hint`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
pub struct Hint {
    /// Current position: 'NAME: DICE (CLASS, ...); ...'
    #[cfg_attr(feature = "cli", arg(long, value_name = "TABLE"))]
    pub table: Option<String>,
    /// Number of play-outs per action, on common random numbers [default: exact values where a solver
    /// exists, else as many as take about 1 s]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = super::numbers::playouts, allow_negative_numbers = true))]
    pub playouts: Option<u32>,
    /// Answer at once: in fights of more than two, `expert` evaluates instead of play-outs
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "playouts"))]
    pub quick: bool,
    /// Keep the file's player for the acting side, instead of `expert`
    #[cfg_attr(feature = "cli", arg(long))]
    pub declared: bool,
    /// Seed, threads and progress.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub common: CommonOptions,
}

impl Hint {
    /// Notes below the help.
    #[cfg(feature = "cli")]
    pub const NOTES: &str = "\
A position has one entry for each participant, separated by semicolons:
  evenodds hint @canyon --table \"Dirk: 6 5 2; Emily: 4 4; Duke Zero: 5 3; Assassin Drone: 2 1\"

Participants without an entry are out, or have not arrived yet. Parentheses have the Class in use, unless \
it is the first, then other Classes that were used before; `turn` for the combatant whose turn continues, \
and `aided` for those that received a die in it. Remaining Cover is an entry too: `Cover: 4 6`, \
`Cover heroes: none`. docs/reference/hint.md has the full syntax.

A Survey has the entries `Field`, `Supply`, `Explored` and `Trail`; a Workshop `Pile 1` and so on, `Supply` \
and `Rolled`; an exchange of Action Dice the fighters with their remaining dice; Dice Adventures the heroes \
with their dice, `Adventure`, `Gold` and other belongings of the party. Without --table, a possible opening \
position of the scenario is printed.

Duels, Surveys, Workshops of up to five piles and Dice Adventures are solved, unless --playouts is given. \
Other fights and exchanges are played out after each action, on common random numbers: your side as \
`expert`, opponents with the players of the file (default `expert`). With --quick, `expert` evaluates \
positions some decisions after each action instead. Future dice are unknown to every method.";

    /// Returns the plan for a scenario.
    pub fn plan(&self, scenario: &Scenario) -> HintPlan {
        HintPlan {
            playouts: self.playouts,
            quick: self.quick,
            declared: self.declared,
            seed: self.common.seed(scenario),
        }
    }
}

impl Question for Hint {
    const NAME: &'static str = "hint";

    type Found = analysis::HintResult;

    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<ScenarioAnswer<Self::Found>>, Vec<Problem>> {
        let thinking = Work::Other("thinking");
        let _thinking = context.observer.begin(&scenario.title, thinking);
        let plan = self.plan(scenario);
        let hinted = analysis::hint(scenario, self.table.as_deref(), &plan);
        let hinted = hinted.map_err(|error| {
            vec![match error {
                HintError::Faulty(faults) => Problem::Refused(LoadError::Faults(faults)),
                other => Problem::with(scenario, other),
            }]
        })?;
        let is_played = matches!(hinted.hint.by, HintBy::Played(_));
        let mut same = self.clone();
        same.common.seed = is_played.then_some(plan.seed);
        let command = same.command_line(scenario);
        let answer = ScenarioAnswer::new(hint_answer(&hinted), command);
        Ok(Some(answer.with(hinted)))
    }

    fn common(&self) -> Option<&CommonOptions> {
        Some(&self.common)
    }
}
