//! `evenodds ladder`: every pairing of players; how much does play decide?

use super::arguments::{Format, LadderArguments, Playing};
use super::failure::{Failure, Failures};
use super::interrupts::last_line;
use super::progress::{Board, Steps};
use super::{input, output, play, typed};
use evenodds::analysis::{Ladder, LadderError, LadderPlan, ladder};
use evenodds::report::{self, ladder_screen};
use evenodds::scenario::Scenario;
use std::fmt::Write as _;
use std::time::Instant;

/// Plays all pairings of a scenario's players and shows the matrix.
pub fn show(arguments: &LadderArguments, _failures: &mut Failures) -> Result<(), Failure> {
    let playing = arguments.pace.playing(arguments.trials);
    play::prepare(&playing);
    let scenario = input::scenario(&arguments.file, &arguments.changes.assignments)?;
    let begun = Instant::now();
    let players = (!arguments.players.is_empty()).then(|| arguments.players.clone());
    let plan = LadderPlan {
        players,
        trials: arguments.trials,
        ..plan(&scenario, &playing)
    };
    let half = format!(
        "interrupted: half a ladder of {} compares nothing, so none is shown",
        scenario.path
    );
    last_line(&half);
    let Some(ladder) = played(&scenario, &plan, Board::alone(arguments.pace.quiet))? else {
        return Err(Failure::Interrupted(half));
    };
    let printing = &arguments.printing;
    let text = match printing.format {
        Format::Table => ladder_screen(
            &ladder,
            &output::screen_options(
                printing,
                Some(begun.elapsed()),
                &again(&scenario, arguments, &ladder),
            ),
        ),
        Format::Json => report::ladder_json(&ladder),
        Format::Markdown => report::ladder_markdown(&ladder),
        #[cfg(feature = "frames")]
        Format::Csv => {
            let bytes = report::ladder_csv(&ladder, printing.frame.frame())
                .map_err(|error| Failure::Storage(error.to_string()))?;
            String::from_utf8_lossy(&bytes).into_owned()
        }
    };
    output::deliver(&text, printing)
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

/// The command that gives the same ladder again.
fn again(scenario: &Scenario, arguments: &LadderArguments, ladder: &Ladder) -> String {
    let mut again = format!("evenodds ladder {}", typed::file(&scenario.path));
    if !arguments.players.is_empty() {
        let _ = write!(again, " --players {}", ladder.players.join(","));
    }
    if let Some(trials) = arguments.trials {
        let _ = write!(again, " -n {trials}");
    }
    let _ = write!(again, " -s {}", ladder.seed);
    again.push_str(&typed::assignments(scenario));
    again
}
