//! What do other values of some keys do?

use super::{Answered, Context, Observer, Pace, Problem, Question, Work, parts};
use crate::analysis::{self, Grid, Quantity, SweepError, SweepPlan, grid};
use crate::report::sweep_answer;
use crate::scenario::{Scenario, Vary};
use serde::{Deserialize, Serialize, Serializer};
use std::cell::Cell;
use std::path::PathBuf;

/// The options of `sweep`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
#[allow(
    rustdoc::broken_intra_doc_links,
    reason = "a help text names tables as scenarios do"
)]
pub struct Sweep {
    /// A key, and the values that it takes in turn (repeatable) [default: what the scenario's [sweep]
    /// says]
    #[cfg_attr(feature = "cli", arg(long, value_name = "PATH=VALUES"))]
    pub vary: Vec<String>,
    /// What to look at (repeatable) [default: what [sweep] says, else the first outcome]
    #[cfg_attr(feature = "cli", arg(long = "figure", value_name = "FIGURE"))]
    #[serde(rename = "figure")]
    pub figures: Vec<String>,
    /// How many trials of each setting: 10000, 2e6, 10M [default: what [sweep] says, else as many
    /// as about a second on two cores pays for, at most 100,000]
    #[cfg_attr(feature = "cli", arg(short = 'n', long, value_name = "N", value_parser = super::numbers::count, allow_negative_numbers = true))]
    pub trials: Option<u64>,
    /// Take settings from the parts in a folder instead of playing them: what `evenodds run` with the same
    /// seed and trials, --set for the values, and --shard wrote there
    #[cfg_attr(feature = "cli", arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath))]
    #[serde(serialize_with = "lossy")]
    pub parts: Option<PathBuf>,
    /// How to play.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub pace: Pace,
}

/// Writes a path, with a mark for what is no text in it.
#[expect(clippy::ref_option, reason = "the form that serde calls")]
fn lossy<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    let path = path.as_ref().map(|path| path.to_string_lossy());
    path.serialize(serializer)
}

impl Sweep {
    /// What is said below the help.
    #[cfg(feature = "cli")]
    pub(crate) const NOTES: &str = "\
PATH is that of --set. VALUES are numbers from A to B as A..B or A..B/STEP, or values parted by commas:
  --vary difficulty=5..20/5
  --vary rules.half=up,down
  --vary \"side.ambushers.'Assassin Drone'.count=2..6\"
With several keys all combinations are played, 2,500 at most. All settings meet the same luck: each is \
what `evenodds run` finds with the same seed and trials and --set for its values. Settings that have an \
exact answer are solved and not played, unless -n asks for trials.

A FIGURE is an outcome (its share), or mean.METRIC, p05.METRIC, p25.METRIC, p50.METRIC, p75.METRIC or \
p95.METRIC.

A scenario with a [sweep] table is swept without any options; --vary wins over it.";

    /// Checks all settings, at most `most` trials of each.
    ///
    /// # Errors
    /// All that is wrong with them.
    fn grid<'a>(
        &self,
        scenario: &'a Scenario,
        most: Option<u64>,
    ) -> Result<Grid<'a>, Vec<Problem>> {
        let plan = SweepPlan {
            vary: keys(&self.vary)?,
            figures: self.figures.clone(),
            trials: self.trials,
            most,
            seed: self.pace.seed(scenario),
            threads: self.pace.threads(),
        };
        let mut grid = grid(scenario, &plan).map_err(|errors| {
            let problems = errors.into_iter().map(|error| match error {
                SweepError::Refused(refused) => Problem::Refused(refused),
                other => Problem::with(scenario, other),
            });
            problems.collect::<Vec<_>>()
        })?;
        if let Some(folder) = &self.parts {
            let parts = parts::read_all(folder).map_err(|one| vec![one])?;
            grid.take(parts)
                .map_err(|faults| vec![Problem::Input(faults.join("\n"))])?;
        }
        Ok(grid)
    }

    /// Plays the settings of a checked grid.
    ///
    /// # Errors
    /// How many settings were finished when it was interrupted.
    fn played(
        scenario: &Scenario,
        grid: Grid,
        observer: &dyn Observer,
    ) -> Result<analysis::Sweep, usize> {
        let progress = observer.begin(&scenario.title, Work::Steps("settings"));
        let reached = Cell::new(0);
        let played = grid.play(&*progress, &|done, all| {
            reached.set(done);
            progress.reached(done, all);
        });
        played.ok_or_else(|| reached.get())
    }
}

/// Reads keys with their values.
///
/// # Errors
/// All that is wrong with any of them.
pub(crate) fn keys(texts: &[String]) -> Result<Vec<Vary>, Vec<Problem>> {
    let read = texts.iter().map(|text| text.parse::<Vary>());
    let (keys, wrong): (Vec<_>, Vec<_>) = read.partition(Result::is_ok);
    if wrong.is_empty() {
        return Ok(keys.into_iter().flatten().collect());
    }
    let wrong = wrong.into_iter().filter_map(Result::err);
    Err(wrong
        .map(|error| Problem::Input(format!("--vary {error}")))
        .collect())
}

impl Question for Sweep {
    const NAME: &'static str = "sweep";

    type Found = ();

    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<Answered>, Vec<Problem>> {
        let grid = self.grid(scenario, context.most)?;
        let names: Vec<String> = grid.figures().iter().map(Quantity::name).collect();
        if context.one_chart && names.len() > 1 {
            return Err(vec![Problem::Input(format!(
                "--chart: a chart shows one figure, and here are {}: name one by --figure",
                names.join(", ")
            ))]);
        }
        let settings = grid.len();
        let sweep = Self::played(scenario, grid, context.observer).map_err(|reached| {
            vec![Problem::Interrupted(format!(
                "interrupted: {reached} of {settings} settings of {} were finished; a part of a grid misleads, so \
                 none is shown",
                scenario.path
            ))]
        })?;
        let same = Self {
            pace: self.pace.with(sweep.seed),
            ..self.clone()
        };
        let command = same.command_line(scenario);
        Ok(Some(Answered::new(sweep_answer(&sweep), command)))
    }

    fn pace(&self) -> Option<&Pace> {
        Some(&self.pace)
    }

    fn interrupted(&self, path: &str) -> String {
        format!("interrupted: a part of a grid misleads, so nothing is said about {path}")
    }

    fn check(&self) -> Result<(), Vec<Problem>> {
        keys(&self.vary).map(drop)
    }

    fn single(&self) -> Option<&'static str> {
        self.parts.as_ref().map(|_| {
            "--parts: parts are those of one sweep, and here may be several scenarios: name one FILE, no folder and \
             no pattern"
        })
    }
}
