//! `evenodds ladder`: every pairing of players; how much does play decide?

use super::again::{again, typed};
use super::answer::Wanted;
use super::arguments::{FolderSources, Framed, Pace, Playing};
use super::call::Call;
use super::failure::Failure;
use super::numbers;
use super::progress::{Board, Steps};
use super::several::{self, Asked};
use super::{input, play};
use crate::analysis::{Ladder, LadderError, LadderPlan, ladder};
use crate::report::ladder_answer;
use crate::scenario::Scenario;
use clap::Args;

/// `ladder`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every cell is played on the same luck: it is what `evenodds run` finds with the same seed and trials \
and `--set` for the player of each seat (--set side.heroes.player=finisher). Combatants with a player \
of their own keep it.

With two sides the matrix has the players of the first one as rows and those of the second one as \
columns. With more there is a matrix for each side: its player as rows, one player of all others as \
columns.")]
pub struct LadderArguments {
    #[command(flatten)]
    pub sources: FolderSources,
    /// Which players [default: all that can play the file; `evenodds list KIND` names them]
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    pub players: Vec<String>,
    /// How many trials in each cell: 10000, 2e6, 10M [default: as many as about a second on two
    /// cores pays for, at most 100,000]
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub trials: Option<u64>,
    #[command(flatten)]
    pub pace: Pace,
    #[command(flatten)]
    pub output: Framed,
}

/// Plays all pairings of each scenario's players and shows the matrices.
pub fn show(arguments: &LadderArguments, call: &Call) -> Result<(), Failure> {
    let wanted = Wanted::new(call, &arguments.output.output)?.framed(arguments.output.frame());
    let playing = arguments.pace.playing(arguments.trials);
    play::prepare(call, &playing);
    let asked = Asked {
        command: "ladder",
        sources: &arguments.sources,
        wanted,
        chart: None,
        again: typed(arguments.trials, arguments.pace.seed),
    };
    let half = |scenario: &Scenario| {
        format!(
            "interrupted: half a ladder of {} compares nothing, so none is shown",
            scenario.path
        )
    };
    several::each(&asked, call, half, |scenario| {
        let players = (!arguments.players.is_empty()).then(|| arguments.players.clone());
        let plan = LadderPlan {
            players,
            trials: arguments.trials,
            ..plan(scenario, &playing)
        };
        let board = Board::alone(call, arguments.pace.quiet);
        let ladder = played(scenario, &plan, board).map_err(|one| vec![one])?;
        let again = again(call, "ladder", scenario, arguments.trials, plan.seed);
        Ok(ladder.map(|ladder| (ladder_answer(&ladder), again)))
    })
}

/// All players, seed and threads as asked for, and trials as many as usual.
pub fn plan(scenario: &Scenario, playing: &Playing) -> LadderPlan {
    LadderPlan {
        seed: play::seed(scenario, playing),
        threads: playing.threads.map_or(0, usize::from),
        ..LadderPlan::default()
    }
}

/// Plays the ladder of a scenario under a progress bar; `None` after Ctrl-C.
pub fn played(
    scenario: &Scenario,
    plan: &LadderPlan,
    board: Board,
) -> Result<Option<Ladder>, Failure> {
    let progress = Steps::new(&scenario.title, "pairings", board);
    let played = ladder(scenario, plan, &progress, &|done, all| {
        progress.reached(done, all);
    });
    progress.finish();
    played.map_err(|error| match error {
        LadderError::Refused(refused) => input::failure(&scenario.path, refused),
        other => Failure::Input(format!("{}: {other}", scenario.path)),
    })
}
