//! `sweep`: figures over a grid of values of some keys.

use super::{
    CommonOptions, Context, Problem, ProgressBars, Question, ScenarioAnswer, Work, shards,
};
use crate::analysis::{self, Quantity, SweepError, SweepGrid, SweepPlan, grid};
use crate::report::sweep_answer;
use crate::scenario::{Constraint, Scenario, TextError, Vary};
use serde::{Deserialize, Serialize, Serializer};
use std::cell::Cell;
use std::path::PathBuf;
use std::str::FromStr;

/// Options of `sweep`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
#[allow(
    rustdoc::broken_intra_doc_links,
    reason = "a help text names tables as scenarios do"
)]
pub struct Sweep {
    /// Key and the values to try (repeatable) [default: the scenario's [sweep] table]
    #[cfg_attr(feature = "cli", arg(long, value_name = "PATH=VALUES"))]
    pub vary: Vec<String>,
    /// Condition on the varied keys (repeatable), such as "leader.dice + field.size <= 15": settings that
    /// violate it are left out
    #[cfg_attr(
        feature = "cli",
        arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true)
    )]
    #[serde(rename = "where")]
    pub constraints: Vec<String>,
    /// Figure to report (repeatable) [default: those of the [sweep] table, else the first outcome]
    #[cfg_attr(feature = "cli", arg(long = "figure", value_name = "FIGURE"))]
    #[serde(rename = "figure")]
    pub figures: Vec<String>,
    /// Trials per setting: 10000, 2e6, 10M [default: those of the [sweep] table, else as many as
    /// take about 1 s on two cores, at most 100,000]
    #[cfg_attr(feature = "cli", arg(short = 'n', long, value_name = "N", value_parser = super::numbers::count, allow_negative_numbers = true))]
    pub trials: Option<u64>,
    /// Read settings from the parts in this folder instead of playing them; `run --shard` writes parts
    #[cfg_attr(feature = "cli", arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath))]
    #[serde(serialize_with = "lossy")]
    pub parts: Option<PathBuf>,
    /// Seed, threads and progress.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub common: CommonOptions,
}

/// Serializes a path, with a replacement character for anything that is not valid Unicode.
#[expect(clippy::ref_option, reason = "the form that serde calls")]
fn lossy<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    let path = path.as_ref().map(|path| path.to_string_lossy());
    path.serialize(serializer)
}

impl Sweep {
    /// Notes below the help.
    #[cfg(feature = "cli")]
    pub const NOTES: &str = "\
PATH is a key, as in --set. VALUES are numbers A..B or A..B/STEP, or values separated by commas:
  --vary difficulty=5..20/5
  --vary rules.half=up,down
  --vary \"side.ambushers.'Assassin Drone'.count=2..6\"
With more than one key, all combinations are played, at most 2,500. All settings share common random \
numbers: `evenodds run` with the same seed and trials, and --set for the values, finds the same figures. \
Settings with an exact answer are solved instead of played, unless -n is given.

A CONDITION compares two sums of numbers and keys by <=, >=, <, >, = or !=, with spaces around -. A key \
is a varied one, by the end of its path, or any number of the scenario, by its whole path. At most 100,000 \
combinations are selected from.

A FIGURE is an outcome (its share), or mean.METRIC, p05.METRIC, p25.METRIC, p50.METRIC, p75.METRIC or \
p95.METRIC.

--parts takes the parts that `evenodds run --shard` wrote, with the same seed and trials, and --set for \
the values. Settings without parts are played.

A scenario with a [sweep] table needs no options; --vary takes precedence over it.";

    /// Builds and checks the grid, with at most `most` trials per setting.
    ///
    /// # Errors
    /// All problems with the settings.
    fn grid<'a>(
        &self,
        scenario: &'a Scenario,
        most: Option<u64>,
    ) -> Result<SweepGrid<'a>, Vec<Problem>> {
        let plan = SweepPlan {
            vary: keys(&self.vary)?,
            constraints: constraints(&self.constraints)?,
            figures: self.figures.clone(),
            trials: self.trials,
            most,
            seed: self.common.seed(scenario),
            threads: self.common.threads(),
        };
        let mut grid = grid(scenario, &plan).map_err(|errors| {
            let problems = errors.into_iter().map(|error| match error {
                SweepError::Refused(refused) => Problem::Refused(refused),
                other => Problem::with(scenario, other),
            });
            problems.collect::<Vec<_>>()
        })?;
        if let Some(folder) = &self.parts {
            let parts = shards::read_all(folder)?;
            grid.take(parts)
                .map_err(|faults| faults.into_iter().map(Problem::Input).collect::<Vec<_>>())?;
        }
        Ok(grid)
    }

    /// Plays the settings of a checked grid.
    ///
    /// # Errors
    /// The number of settings that were finished before an interruption.
    fn played(
        scenario: &Scenario,
        grid: SweepGrid,
        observer: &dyn ProgressBars,
    ) -> Result<analysis::SweepResult, usize> {
        let progress = observer.begin(&scenario.title, Work::Steps("settings"));
        let reached = Cell::new(0);
        let played = grid.play(&*progress, &|done, all| {
            reached.set(done);
            progress.reached(done, all);
        });
        played.ok_or_else(|| reached.get())
    }
}

/// Parses keys with their values.
///
/// # Errors
/// All problems with any of them.
pub(crate) fn keys(texts: &[String]) -> Result<Vec<Vary>, Vec<Problem>> {
    read_all("--vary", texts)
}

/// Parses constraints on the keys.
///
/// # Errors
/// All problems with any of them.
pub(super) fn constraints(texts: &[String]) -> Result<Vec<Constraint>, Vec<Problem>> {
    read_all("--where", texts)
}

fn read_all<T>(option: &str, texts: &[String]) -> Result<Vec<T>, Vec<Problem>>
where
    T: FromStr<Err = TextError>,
{
    let (mut all, mut wrong) = (Vec::new(), Vec::new());
    for text in texts {
        match text.parse() {
            Ok(one) => all.push(one),
            Err(error) => wrong.push(Problem::Input(format!("{option} {error}"))),
        }
    }
    if wrong.is_empty() {
        Ok(all)
    } else {
        Err(wrong)
    }
}

/// Returns both values.
///
/// # Errors
/// All problems with either of them.
pub(super) fn both<A, B>(
    one: Result<A, Vec<Problem>>,
    other: Result<B, Vec<Problem>>,
) -> Result<(A, B), Vec<Problem>> {
    match (one, other) {
        (Ok(one), Ok(other)) => Ok((one, other)),
        (one, other) => Err([one.err(), other.err()]
            .into_iter()
            .flatten()
            .flatten()
            .collect()),
    }
}

impl Question for Sweep {
    const NAME: &'static str = "sweep";

    type Found = analysis::SweepResult;

    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<ScenarioAnswer<Self::Found>>, Vec<Problem>> {
        let grid = self.grid(scenario, context.most)?;
        let names: Vec<String> = grid.figures().iter().map(Quantity::name).collect();
        if context.one_chart && names.len() > 1 {
            return Err(vec![Problem::Input(format!(
                "--chart: a chart shows one figure, but these were requested: {}; choose one with --figure",
                names.join(", ")
            ))]);
        }
        let settings = grid.len();
        let sweep = Self::played(scenario, grid, context.observer).map_err(|reached| {
            vec![Problem::Interrupted(format!(
                "interrupted: no result for {}: only {reached} of {settings} settings were finished",
                scenario.path
            ))]
        })?;
        let same = Self {
            common: self.common.with(sweep.seed),
            ..self.clone()
        };
        let command = same.command_line(scenario);
        let answer = ScenarioAnswer::new(sweep_answer(&sweep), command);
        Ok(Some(answer.with(sweep)))
    }

    fn common(&self) -> Option<&CommonOptions> {
        Some(&self.common)
    }

    fn check_options(&self) -> Result<(), Vec<Problem>> {
        both(keys(&self.vary), constraints(&self.constraints)).map(drop)
    }

    fn single(&self) -> Option<&'static str> {
        self.parts.as_ref().map(|_| {
            "--parts: expected one scenario, because parts belong to one sweep; name one FILE, not a folder or a \
             pattern"
        })
    }
}
