//! `evenodds sweep`: the grid over any keys.

#[cfg(feature = "frames")]
use super::arguments::Printing;
use super::arguments::{Format, Playing, SweepArguments};
use super::failure::{Failure, Failures};
use super::progress::{Board, Steps};
use super::{input, output, play, typed};
use evenodds::analysis::{Grid, Sweep, SweepError, SweepPlan, grid};
use evenodds::report::{self, sweep_screen};
use evenodds::scenario::{Scenario, Vary};
use std::cell::Cell;
use std::fmt::Write as _;
use std::time::Instant;

/// Plays all settings of a scenario and shows them.
pub fn show(arguments: &SweepArguments, failures: &mut Failures) -> Result<(), Failure> {
    let printing = arguments.printing();
    output::check(&printing)?;
    #[cfg(feature = "charts")]
    if let Some(path) = &arguments.chart {
        chart::check(path, printing.force)?;
    }
    let vary = keys(&arguments.vary);
    let playing = arguments.playing();
    play::prepare(&playing);
    let scenario = input::scenario(&arguments.file, &arguments.changes.assignments);
    let (vary, scenario) = match (vary, scenario) {
        (Ok(vary), Ok(scenario)) => (vary, scenario),
        (vary, scenario) => {
            // What is wrong with either is said at once.
            let wrong = [vary.err(), scenario.err()];
            wrong
                .into_iter()
                .flatten()
                .for_each(|one| failures.add(one));
            return Ok(());
        }
    };
    let plan = SweepPlan {
        vary,
        figures: arguments.figures.clone(),
        trials: arguments.trials,
        ..plan(&scenario, &playing)
    };
    let grid = match checked(&scenario, &plan) {
        Ok(grid) => grid,
        Err(wrong) => {
            for one in wrong {
                failures.add(one);
            }
            return Ok(());
        }
    };
    #[cfg(feature = "charts")]
    if arguments.chart.is_some() {
        chart::one_figure(&grid)?;
    }
    let begun = Instant::now();
    let sweep = played(&scenario, grid, Board::alone(arguments.pace.quiet))?;
    let elapsed = begun.elapsed();
    // The chart first: what is printed may go into a pipe that nobody reads to its end.
    #[cfg(feature = "charts")]
    if let Some(path) = &arguments.chart {
        chart::write(&sweep, path, printing.force)?;
    }
    let text = match printing.format {
        Format::Table => {
            let again = again(&scenario, arguments, &sweep);
            sweep_screen(
                &sweep,
                &output::screen_options(&printing, Some(elapsed), &again),
            )
        }
        Format::Json => report::sweep_json(&sweep),
        Format::Markdown => report::sweep_markdown(&sweep),
        #[cfg(feature = "frames")]
        Format::Csv => csv(&sweep, &printing)?,
    };
    output::deliver(&text, &printing)
}

#[cfg(feature = "frames")]
fn csv(sweep: &Sweep, printing: &Printing) -> Result<String, Failure> {
    let bytes = report::sweep_csv(sweep, printing.frame.frame())
        .map_err(|error| Failure::Storage(error.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
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

/// The command that gives the same sweep again.
fn again(scenario: &Scenario, arguments: &SweepArguments, sweep: &Sweep) -> String {
    let mut again = format!("evenodds sweep {}", typed::file(&scenario.path));
    for vary in &arguments.vary {
        again.push_str(&typed::option("--vary", vary));
    }
    for figure in &arguments.figures {
        again.push_str(&typed::option("--figure", figure));
    }
    if let Some(trials) = arguments.trials {
        let _ = write!(again, " -n {trials}");
    }
    let _ = write!(again, " -s {}", sweep.seed);
    again.push_str(&typed::assignments(scenario));
    again
}

/// The chart in a file of its own.
#[cfg(feature = "charts")]
mod chart {
    use super::super::failure::Failure;
    use super::super::output;
    use evenodds::analysis::{Figure, Grid, Sweep};
    use evenodds::charts::png;
    use evenodds::document::shown;
    use evenodds::report::sweep_figures;
    use std::path::Path;

    fn ending(path: &Path) -> String {
        let ending = path.extension().unwrap_or_default();
        ending.to_string_lossy().to_lowercase()
    }

    /// Whether the file may be written, asked before anything is played.
    pub fn check(path: &Path, force: bool) -> Result<(), Failure> {
        if ["svg", "png"].contains(&ending(path).as_str()) {
            return output::check_file(path, force);
        }
        Err(Failure::Input(format!(
            "--chart {}: the name of a chart ends in .svg or .png",
            shown(path)
        )))
    }

    /// A chart shows one figure.
    pub fn one_figure(grid: &Grid) -> Result<(), Failure> {
        let names: Vec<String> = grid.figures().iter().map(Figure::name).collect();
        if names.len() < 2 {
            return Ok(());
        }
        Err(Failure::Input(format!(
            "--chart: a chart shows one figure, and here are {}: name one by --figure",
            names.join(", ")
        )))
    }

    /// Draws the first figure.
    pub fn write(sweep: &Sweep, path: &Path, force: bool) -> Result<(), Failure> {
        let failed = |error: evenodds::charts::ChartError| Failure::Storage(error.to_string());
        let Some(figure) = sweep_figures(sweep).into_iter().next() else {
            return Ok(());
        };
        let svg = figure.chart.svg().map_err(failed)?;
        let bytes = if ending(path) == "png" {
            png(&svg).map_err(failed)?
        } else {
            svg.into_bytes()
        };
        output::write(path, &bytes, force)
    }
}
