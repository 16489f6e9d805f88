//! `evenodds hint`: what should the one who has the turn do now?

use super::again::{options, replay};
use super::answer::{Wanted, ask};
use super::arguments::{Output, Pace, Source};
use super::call::Call;
use super::failure::Failure;
use super::progress::{Board, Doing};
use super::{crash, input, numbers, play};
use crate::analysis::{HintError, MOST_PLAYOUTS, hint};
use crate::contest::HintPlan;
use crate::report::hint_answer;
use clap::Args;
use std::fmt::Write as _;

/// `hint`.
#[derive(Debug, Args)]
#[command(after_help = "\
The table is what lies before everybody now, an entry each, with semicolons between them:
  evenodds hint @canyon --table \"Dirk: 6 5 2; Emily: 4 4; Duke Zero: 5 3; Assassin Drone: 2 1\"

Who is not named is out, or has not come yet. In parentheses stands the Class in use, where it is not the \
first, and other Classes that were used before; `turn` for the one who goes on with a turn, `aided` for those \
who were given a die in it. Cover that is left is an entry, too: `Cover: 4 6`, `Cover heroes: none`. \
docs/hint.md has the whole of it.

In a Survey the entries are `Field`, `Supply`, `Explored` and `Trail`, in a Workshop `Pile 1` and so on, `Supply` \
and `Rolled`; in an exchange of Action Dice those who fight, with the dice they have left; in Dice Adventures the heroes \
with their dice, `Adventure`, `Gold` and what else the party has. Without --table a table of the scenario is shown as it \
may begin.

Duels, Surveys, Workshops of up to five piles and Dice Adventures are solved; --playouts plays them out. The rest of other fights and exchanges is played out after each \
action, on common random numbers: your side as `expert`, opponents as the file says, `expert` unless it names others. \
--quick answers at once, by the judgment of `expert` some decisions after each action. Dice to come are unknown.")]
pub struct HintArguments {
    #[command(flatten)]
    pub source: Source,
    /// What lies on the table now: 'NAME: DICE (CLASS, ...); ...'
    #[arg(long, value_name = "TABLE")]
    pub table: Option<String>,
    /// Play out the rest N times after each action, on common random numbers [default: exact where there is a solver,
    /// else as many as about a second pays for]
    #[arg(long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub playouts: Option<u64>,
    /// Answer at once: in fights of more than two by the judgment of `expert`, without play-outs
    #[arg(long, conflicts_with = "playouts")]
    pub quick: bool,
    /// The side that asks plays on as the file says, as its opponents do, and not as `expert`
    #[arg(long)]
    pub declared: bool,
    #[command(flatten)]
    pub pace: Pace,
    #[command(flatten)]
    pub output: Output,
}

/// Finds what to do and shows it.
pub fn show(arguments: &HintArguments, call: &Call) -> Result<(), Failure> {
    let wanted = Wanted::new(call, &arguments.output)?;
    let playing = arguments.pace.playing(None);
    play::prepare(call, &playing);
    let playouts = arguments.playouts.map(|count| {
        let most = format!("--playouts: {MOST_PLAYOUTS} are the most");
        let count = u32::try_from(count)
            .ok()
            .filter(|&count| count <= MOST_PLAYOUTS);
        count.ok_or(Failure::Input(most))
    });
    let scenario = input::scenario(
        call,
        &arguments.source.file,
        &arguments.source.changes.assignments,
    )?;
    let plan = HintPlan {
        playouts: playouts.transpose()?,
        quick: arguments.quick,
        declared: arguments.declared,
        seed: play::seed(&scenario, &playing),
    };
    let half = format!("interrupted: nothing is known yet about {}", scenario.path);
    call.last_line(&half);
    ask(&wanted, &half, || {
        let thinking = Doing::new(
            &scenario.title,
            "thinking",
            Board::alone(call, arguments.pace.quiet),
        );
        let found = crash::isolated(&scenario.path, || {
            hint(&scenario, arguments.table.as_deref(), &plan)
        })?;
        drop(thinking);
        let hinted = found.map_err(|error| match error {
            HintError::Faulty(faults) => input::faulty(&faults),
            other => Failure::Input(format!("{}: {other}", scenario.path)),
        })?;
        let mut same = options(call, &[]);
        if matches!(hinted.hint.by, crate::contest::HintBy::Played(_)) {
            let _ = write!(same, " -s {}", plan.seed);
        }
        Ok(Some((
            hint_answer(&hinted),
            replay(&scenario).command("hint", &same),
        )))
    })
}
