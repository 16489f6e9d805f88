//! Which value of a key, or which setting of several keys, meets a target?

use super::sweep::keys;
use super::{Answered, Context, Observer, Pace, Problem, Question, Work, replay};
use crate::analysis::{self, TUNE_ALPHA, TuneError, TunePlan, Tuning};
use crate::report::tune_answer;
use crate::scenario::{Scenario, Target, TuneTable};
use serde::{Deserialize, Serialize};

/// What a contest is meant to be.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
#[allow(
    rustdoc::broken_intra_doc_links,
    reason = "a help text names tables as scenarios do"
)]
pub struct Aim {
    /// What is meant: an outcome and its share, as in heroes=0.5, heroes=50% or heroes=50%..60%, or a figure of a metric,
    /// as in p50.turns=6 or mean.turns=5.5 [default: that of the scenario's [tune] table]
    #[cfg_attr(feature = "cli", arg(long, value_name = "FIGURE=VALUE"))]
    pub target: Option<String>,
    /// How near is near enough [default: what the scenario says, else 0.01 for a share, 0.1 for a
    /// mean, 0 for a quantile]
    #[cfg_attr(feature = "cli", arg(long, value_name = "T", value_parser = super::numbers::tolerance, allow_negative_numbers = true))]
    pub tolerance: Option<f64>,
    /// The chance that the answer may be wrong [default: what the scenario says, else 0.05]
    #[cfg_attr(feature = "cli", arg(long, value_name = "A", value_parser = super::numbers::alpha, allow_negative_numbers = true))]
    pub alpha: Option<f64>,
    /// The most trials of the search, all settings together [default: what the scenario says, else as many as about 30 s
    /// pay for on two cores, at most 20M]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = super::numbers::count, allow_negative_numbers = true))]
    pub max_trials: Option<u64>,
}

impl Aim {
    /// Returns the target that was typed, else that of the scenario.
    pub(super) fn target(&self, scenario: &Scenario) -> Result<Target, String> {
        let own = scenario.tune.as_ref().map(|table| table.target.as_str());
        let Some(text) = self.target.as_deref().or(own) else {
            return Err(
                "--target is missing: say what is meant, as in --target success=0.6, or give the scenario a \
                 [tune] table"
                    .to_owned(),
            );
        };
        Target::read(text, scenario.contest.as_ref()).map_err(|error| format!("--target {error}"))
    }

    /// Returns the tolerance that was typed, else that of the scenario, which means the scenario's own target.
    pub(super) fn tolerance(&self, scenario: &Scenario) -> Option<f64> {
        let is_own = |table: &&TuneTable| {
            let typed = self.target.as_ref();
            typed.is_none_or(|typed| *typed == table.target)
        };
        let own = scenario.tune.as_ref().filter(is_own);
        self.tolerance.or(own.and_then(|table| table.tolerance))
    }

    /// Returns the chance of an error that was typed, else that of the scenario, else the usual one.
    pub(super) fn alpha(&self, scenario: &Scenario) -> f64 {
        let own = scenario.tune.as_ref().and_then(|table| table.alpha);
        self.alpha.or(own).unwrap_or(TUNE_ALPHA)
    }
}

/// The options of `tune`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
#[allow(
    rustdoc::broken_intra_doc_links,
    reason = "a help text names tables as scenarios do"
)]
pub struct Tune {
    /// A key that may be turned, with its values (repeatable): difficulty=8..16,
    /// side.heroes.Dirk.classes[0].dice=1..6 [default: those of the scenario's [tune] table]
    #[cfg_attr(feature = "cli", arg(long = "vary", value_name = "PATH=VALUES"))]
    pub vary: Vec<String>,
    /// What it is meant to be.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub aim: Aim,
    /// The same as --max-trials
    #[cfg_attr(feature = "cli", arg(short = 'n', long, value_name = "N", value_parser = super::numbers::count, allow_negative_numbers = true, conflicts_with = "max_trials"))]
    pub trials: Option<u64>,
    /// How to play.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub pace: Pace,
}

impl Tune {
    /// What is said below the help.
    #[cfg(feature = "cli")]
    pub(crate) const NOTES: &str = "\
VALUES are numbers from A to B as A..B or A..B/STEP, or values parted by commas: 1..6, 0.1..0.5/0.1, \
up,down. With several keys all of their settings are tried, and all that meet the target are shown.

Every setting carries a confidence sequence of its own, so that with a confidence of 1 - alpha all that \
is said is true, however long was played. What can be solved exactly is not played. In the end the \
answer is played again on fresh trials, at most 100,000 (5,000 with players who think long) and no more than \
--max-trials.

The scenario's own [tune] table says what to look for where the command line does not.

Exit codes: 0 a setting is proven to meet the target; 1 none is (there is none, two are equally near, or \
trials ran out); 2 wrong input; 3 reading or writing failed, or the program itself failed; 130 interrupted.";

    /// Returns what is asked for, and the scenario's `[tune]` where nothing is typed.
    ///
    /// # Errors
    /// All that is wrong with it.
    fn plan(&self, scenario: &Scenario) -> Result<TunePlan, Vec<Problem>> {
        let table = scenario.tune.as_ref();
        let mut wrong = Vec::new();
        let read = keys(&self.vary).map_err(|problems| wrong.extend(problems));
        let mut keys = read.unwrap_or_default();
        if self.vary.is_empty() {
            keys = table.map(|table| table.vary.clone()).unwrap_or_default();
            if keys.is_empty() {
                wrong.push(Problem::Input(
                    "--vary is missing: name a key and its values, as in --vary difficulty=8..16, or give \
                     the scenario a [tune] table"
                        .to_owned(),
                ));
            }
        }
        let target = self.aim.target(scenario);
        let target = target.map_err(|problem| wrong.push(Problem::Input(problem)));
        let tolerance = self.aim.tolerance(scenario);
        if let (Ok(target), Some(tolerance)) = (&target, tolerance)
            && let Some(accepted) = target.refuses_tolerance(tolerance)
        {
            let text = format!("--tolerance {tolerance}: {accepted}");
            wrong.push(Problem::Input(text));
        }
        match target {
            Ok(target) if wrong.is_empty() => Ok(TunePlan {
                keys,
                target,
                tolerance,
                alpha: self.aim.alpha(scenario),
                most: self
                    .trials
                    .or(self.aim.max_trials)
                    .or(table.and_then(|table| table.max_trials)),
                seed: self.pace.seed(scenario),
                threads: self.pace.threads(),
            }),
            _ => Err(wrong
                .into_iter()
                .map(|problem| Problem::with(scenario, problem))
                .collect()),
        }
    }

    /// Searches. Returns `None` where it was interrupted.
    ///
    /// # Errors
    /// A setting that the scenario refuses, or a figure that it does not have.
    fn played(
        scenario: &Scenario,
        plan: &TunePlan,
        observer: &dyn Observer,
    ) -> Result<Option<Tuning>, Problem> {
        let most = plan.most_of(scenario);
        let open_end = true;
        let progress = observer.begin(&scenario.title, Work::Trials { most, open_end });
        analysis::tune(scenario, plan, &*progress).map_err(|error| match error {
            TuneError::Refused(refused) => Problem::Refused(refused),
            other => Problem::with(scenario, other),
        })
    }
}

impl Question for Tune {
    const NAME: &'static str = "tune";

    type Found = Tuning;

    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<Answered<Tuning>>, Vec<Problem>> {
        let plan = self.plan(scenario)?;
        let tuning = Self::played(scenario, &plan, context.observer).map_err(|one| vec![one])?;
        let same = Self {
            pace: self.pace.with(plan.seed),
            ..self.clone()
        };
        Ok(tuning.map(|tuning| Answered {
            met: tuning.is_met(),
            ..Answered::new(
                tune_answer(&tuning, Some(&replay(scenario))),
                same.command_line(scenario),
            )
            .with(tuning)
        }))
    }

    fn pace(&self) -> Option<&Pace> {
        Some(&self.pace)
    }

    fn interrupted(&self, path: &str) -> String {
        format!("interrupted: half a search proves nothing, so nothing is said about {path}")
    }
}
