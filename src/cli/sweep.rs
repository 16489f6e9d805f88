//! `evenodds sweep`: the grid over any keys.

use super::again::{again, typed};
use super::answer::{Wanted, check_chart};
use super::arguments::{Drawn, FolderSources, Framed, Pace, Playing};
use super::failure::{Failure, Failures};
use super::numbers;
use super::progress::{Board, Steps};
use super::several::{self, Asked};
use super::{input, play, shard};
use crate::analysis::{Grid, Quantity, Sweep, SweepError, SweepPlan, grid};
use crate::report::sweep_answer;
use crate::scenario::{Scenario, Vary};
use clap::Args;
use std::cell::Cell;
use std::fmt::Write as _;
use std::path::PathBuf;

/// `sweep`.
#[derive(Debug, Args)]
#[command(after_help = "\
PATH is that of --set. VALUES are numbers from A to B as A..B or A..B/STEP, or values parted by commas:
  --vary difficulty=5..20/5
  --vary rules.half=up,down
  --vary \"side.ambushers.'Assassin Drone'.count=2..6\"
With several keys all combinations are played, 2,500 at most. All settings meet the same luck: each is \
what `evenodds run` finds with the same seed and trials and --set for its values. Settings that have an \
exact answer are solved and not played, unless -n asks for trials.

A FIGURE is an outcome (its share), or mean.METRIC, p05.METRIC, p25.METRIC, p50.METRIC, p75.METRIC or \
p95.METRIC.

A scenario with a [sweep] table is swept without any options; --vary wins over it.")]
pub struct SweepArguments {
    #[command(flatten)]
    pub sources: FolderSources,
    /// A key, and the values that it takes in turn (repeatable) [default: what the scenario's [sweep]
    /// says]
    #[arg(long, value_name = "PATH=VALUES")]
    pub vary: Vec<String>,
    /// What to look at (repeatable) [default: what [sweep] says, else the first outcome]
    #[arg(long = "figure", value_name = "FIGURE")]
    pub figures: Vec<String>,
    /// How many trials of each setting: 10000, 2e6, 10M [default: what [sweep] says, else as many
    /// as about a second on two cores pays for, at most 100,000]
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub trials: Option<u64>,
    /// Take settings from the parts in a folder instead of playing them: what `evenodds run` with the same
    /// seed and trials, --set for the values, and --shard wrote there
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub parts: Option<PathBuf>,
    #[command(flatten)]
    pub pace: Pace,
    #[command(flatten)]
    pub drawn: Drawn,
    #[command(flatten)]
    pub output: Framed,
}

/// Plays all settings of each scenario and shows them.
pub fn show(arguments: &SweepArguments, failures: &mut Failures) -> Result<(), Failure> {
    let wanted = Wanted::new(&arguments.output.output)?.framed(arguments.output.frame());
    let chart = arguments.drawn.chart.as_deref();
    check_chart(chart)?;
    if arguments.parts.is_some() && input::are_several(&arguments.sources.files) {
        return Err(Failure::Input(
            "--parts: parts are those of one sweep, and here may be several scenarios: name one FILE, no folder and \
             no pattern"
                .to_owned(),
        ));
    }
    let vary = match keys(&arguments.vary) {
        Ok(vary) => vary,
        Err(wrong) => {
            // What is wrong with the files is said at once.
            failures.add(wrong);
            input::scenarios(&arguments.sources, failures);
            return Ok(());
        }
    };
    let playing = arguments.pace.playing(arguments.trials);
    play::prepare(&playing);
    let asked = Asked {
        command: "sweep",
        sources: &arguments.sources,
        wanted,
        chart,
        again: typed(arguments.trials, arguments.pace.seed),
    };
    let half = |scenario: &Scenario| {
        format!(
            "interrupted: a part of a grid misleads, so nothing is said about {}",
            scenario.path
        )
    };
    several::each(&asked, failures, half, |scenario| {
        let plan = SweepPlan {
            vary: vary.clone(),
            figures: arguments.figures.clone(),
            trials: arguments.trials,
            ..plan(scenario, &playing)
        };
        let mut grid = checked(scenario, &plan)?;
        if let Some(folder) = &arguments.parts {
            let parts = shard::read_all(folder).map_err(|one| vec![one])?;
            grid.take(parts)
                .map_err(|faults| vec![Failure::Input(faults.join("\n"))])?;
        }
        let names: Vec<String> = grid.figures().iter().map(Quantity::name).collect();
        if chart.is_some() && names.len() > 1 {
            return Err(vec![Failure::Input(format!(
                "--chart: a chart shows one figure, and here are {}: name one by --figure",
                names.join(", ")
            ))]);
        }
        let board = Board::alone(arguments.pace.quiet);
        let sweep = played(scenario, grid, board).map_err(|one| vec![one])?;
        let again = again("sweep", scenario, arguments.trials, sweep.seed);
        Ok(Some((sweep_answer(&sweep), again)))
    })
}

/// The keys that the command line varies; all that is wrong with any of them.
fn keys(texts: &[String]) -> Result<Vec<Vary>, Failure> {
    let mut keys = Vec::new();
    let mut wrong = String::new();
    for text in texts {
        match text.parse() {
            Ok(key) => keys.push(key),
            Err(error) => {
                let _ = writeln!(wrong, "--vary {error}");
            }
        }
    }
    if wrong.is_empty() {
        Ok(keys)
    } else {
        Err(Failure::Input(wrong))
    }
}

/// What the scenario wants to see, with seed and threads as asked for, and trials as many as usual.
pub fn plan(scenario: &Scenario, playing: &Playing) -> SweepPlan {
    SweepPlan {
        seed: play::seed(scenario, playing),
        threads: playing.threads.map_or(0, usize::from),
        ..SweepPlan::default()
    }
}

/// Checks all settings, and finds all that is wrong with them.
pub fn checked<'a>(scenario: &'a Scenario, plan: &SweepPlan) -> Result<Grid<'a>, Vec<Failure>> {
    let said = |errors: Vec<SweepError>| {
        let failures = errors.into_iter().map(|error| failure(scenario, error));
        failures.collect()
    };
    grid(scenario, plan).map_err(said)
}

fn failure(scenario: &Scenario, error: SweepError) -> Failure {
    match error {
        SweepError::Refused(refused) => input::failure(&scenario.path, refused),
        other => Failure::Input(format!("{}: {other}", scenario.path)),
    }
}

/// Plays a checked grid under a progress bar.
pub fn played(scenario: &Scenario, grid: Grid, board: Board) -> Result<Sweep, Failure> {
    let settings = grid.len();
    let progress = Steps::new(&scenario.title, "settings", board);
    let reached = Cell::new(0);
    let played = grid.play(&progress, &|done, all| {
        reached.set(done);
        progress.reached(done, all);
    });
    progress.finish();
    played.ok_or_else(|| {
        Failure::Interrupted(format!(
            "interrupted: {} of {settings} settings of {} were finished; a part of a grid misleads, so \
             none is shown",
            reached.get(),
            scenario.path
        ))
    })
}
