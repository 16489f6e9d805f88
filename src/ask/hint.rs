//! What should the one who has the turn do now?

use super::{Answered, Context, Pace, Problem, Question, Work};
use crate::analysis::{self, HintError};
use crate::contest::{HintBy, HintPlan};
use crate::report::hint_answer;
use crate::scenario::{LoadError, Scenario};
use serde::{Deserialize, Serialize};

/// The options of `hint`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
pub struct Hint {
    /// What lies on the table now: 'NAME: DICE (CLASS, ...); ...'
    #[cfg_attr(feature = "cli", arg(long, value_name = "TABLE"))]
    pub table: Option<String>,
    /// Play out the rest N times after each action, on common random numbers [default: exact where there is a solver,
    /// else as many as about a second pays for]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = super::numbers::playouts, allow_negative_numbers = true))]
    pub playouts: Option<u32>,
    /// Answer at once: in fights of more than two by the judgment of `expert`, without play-outs
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "playouts"))]
    pub quick: bool,
    /// The side that asks plays on as the file says, as its opponents do, and not as `expert`
    #[cfg_attr(feature = "cli", arg(long))]
    pub declared: bool,
    /// How to play.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub pace: Pace,
}

impl Hint {
    /// What is said below the help.
    #[cfg(feature = "cli")]
    pub(crate) const NOTES: &str = "\
The table is what lies before everybody now, an entry each, with semicolons between them:
  evenodds hint @canyon --table \"Dirk: 6 5 2; Emily: 4 4; Duke Zero: 5 3; Assassin Drone: 2 1\"

Who is not named is out, or has not come yet. In parentheses stands the Class in use, where it is not the \
first, and other Classes that were used before; `turn` for the one who goes on with a turn, `aided` for those \
who were given a die in it. Cover that is left is an entry, too: `Cover: 4 6`, `Cover heroes: none`. \
docs/reference/hint.md has the whole of it.

In a Survey the entries are `Field`, `Supply`, `Explored` and `Trail`, in a Workshop `Pile 1` and so on, `Supply` \
and `Rolled`; in an exchange of Action Dice those who fight, with the dice they have left; in Dice Adventures the heroes \
with their dice, `Adventure`, `Gold` and what else the party has. Without --table a table of the scenario is shown as it \
may begin.

Duels, Surveys, Workshops of up to five piles and Dice Adventures are solved; --playouts plays them out. The rest of other fights and exchanges is played out after each \
action, on common random numbers: your side as `expert`, opponents as the file says, `expert` unless it names others. \
--quick answers at once, by the judgment of `expert` some decisions after each action. Dice to come are unknown.";

    /// Returns how hints on a scenario are found.
    pub fn plan(&self, scenario: &Scenario) -> HintPlan {
        HintPlan {
            playouts: self.playouts,
            quick: self.quick,
            declared: self.declared,
            seed: self.pace.seed(scenario),
        }
    }
}

impl Question for Hint {
    const NAME: &'static str = "hint";

    type Found = ();

    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<Answered>, Vec<Problem>> {
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
        same.pace.seed = is_played.then_some(plan.seed);
        let command = same.command_line(scenario);
        Ok(Some(Answered::new(hint_answer(&hinted), command)))
    }

    fn pace(&self) -> Option<&Pace> {
        Some(&self.pace)
    }

    fn interrupted(&self, path: &str) -> String {
        format!("interrupted: nothing is known yet about {path}")
    }
}
