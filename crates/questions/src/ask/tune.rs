//! `tune`: the values of keys that meet a target.

use super::sweep::{both, constraints, keys};
use super::{
    CommonOptions, Context, Problem, ProgressBars, Question, ScenarioAnswer, Work, replay,
};
use crate::analysis::{
    self, ALPHA, ConditionError, Conditions, RobustSearch, RobustTuning, TuneError, TunePlan,
    Tuning,
};
use crate::contest::Contest;
use crate::report::{robust_answer, tune_answer};
use crate::scenario::{Scenario, Target, TargetError, TuneTable};
use serde::{Deserialize, Serialize};

/// Target of a contest, with tolerance, error probability and limit of trials.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
#[allow(
    rustdoc::broken_intra_doc_links,
    reason = "a help text names tables as scenarios do"
)]
pub struct Aim {
    /// Target: the share of an outcome (heroes=0.5, heroes=50%, heroes=50%..60%), or a figure of a
    /// metric (p50.turns=6, mean.turns=5.5) [default: that of the scenario's [tune] table]
    #[cfg_attr(feature = "cli", arg(long, value_name = "FIGURE=VALUE"))]
    pub target: Option<String>,
    /// Tolerance around the target [default: the scenario's, else half the width of a range, 0.01 for
    /// a share, 0.1 for a mean, 0 for a quantile]
    #[cfg_attr(feature = "cli", arg(long, value_name = "T", value_parser = super::numbers::tolerance, allow_negative_numbers = true))]
    pub tolerance: Option<f64>,
    /// Upper bound on the probability that the answer is wrong [default: the scenario's, else 0.05]
    #[cfg_attr(feature = "cli", arg(long, value_name = "A", value_parser = super::numbers::alpha, allow_negative_numbers = true))]
    pub alpha: Option<f64>,
    /// Maximum number of trials, all settings together [default: the scenario's, else as many as take
    /// about 30 s on two cores, at most 20M]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = super::numbers::count, allow_negative_numbers = true))]
    pub max_trials: Option<u64>,
}

impl Aim {
    /// Returns the target of the option, else that of the scenario.
    pub(super) fn target(&self, scenario: &Scenario) -> Result<Target, String> {
        self.target_by(scenario, Target::read)
    }

    /// Returns the target, parsed by `read`.
    fn target_by(
        &self,
        scenario: &Scenario,
        read: impl FnOnce(&str, &dyn Contest) -> Result<Target, TargetError>,
    ) -> Result<Target, String> {
        let own = scenario.tune.as_ref().map(|table| table.target.as_str());
        let Some(text) = self.target.as_deref().or(own) else {
            return Err(
                "--target is missing; pass one, such as --target success=0.6, or add a [tune] table to the \
                 scenario"
                    .to_owned(),
            );
        };
        read(text, scenario.contest.as_ref()).map_err(|error| format!("--target {error}"))
    }

    /// Returns the tolerance of the option, else that of the scenario if the target is the scenario's too.
    pub(super) fn tolerance(&self, scenario: &Scenario) -> Option<f64> {
        let is_own = |table: &&TuneTable| {
            let typed = self.target.as_ref();
            typed.is_none_or(|typed| *typed == table.target)
        };
        let own = scenario.tune.as_ref().filter(is_own);
        self.tolerance.or(own.and_then(|table| table.tolerance))
    }

    /// Returns the error probability of the option, else that of the scenario, else the default.
    pub(super) fn alpha(&self, scenario: &Scenario) -> f64 {
        let own = scenario.tune.as_ref().and_then(|table| table.alpha);
        self.alpha.or(own).unwrap_or(ALPHA)
    }
}

/// Options of `tune`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
#[allow(
    rustdoc::broken_intra_doc_links,
    reason = "a help text names tables as scenarios do"
)]
pub struct Tune {
    /// Key to tune, with its values (repeatable): difficulty=8..16,
    /// side.heroes.Dirk.classes[0].dice=1..6 [default: those of the scenario's [tune] table]
    #[cfg_attr(feature = "cli", arg(long = "vary", value_name = "PATH=VALUES"))]
    pub vary: Vec<String>,
    /// Condition on the varied keys (repeatable), such as "leader.dice + field.size <= 15": settings that
    /// violate it are left out
    #[cfg_attr(
        feature = "cli",
        arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true)
    )]
    #[serde(rename = "where")]
    pub constraints: Vec<String>,
    /// Condition under which a setting must meet the target (repeatable; all combinations must hold):
    /// players in every pairing (brawler..expert, or brawler,expert), a key whose values are names
    /// (rules.half), or PATH=VALUES
    #[cfg_attr(feature = "cli", arg(long, value_name = "CONDITION"))]
    pub for_all: Vec<String>,
    /// Error rates of the players under which a setting must meet the target, such as 0,0.2,0.4: each
    /// side errs alone, then all together
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "A,B,C", value_delimiter = ',')
    )]
    pub errors: Vec<String>,
    /// Target of the search.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub aim: Aim,
    /// Same as --max-trials
    #[cfg_attr(feature = "cli", arg(short = 'n', long, value_name = "N", value_parser = super::numbers::count, allow_negative_numbers = true, conflicts_with = "max_trials"))]
    pub trials: Option<u64>,
    /// Seed, threads and progress.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub common: CommonOptions,
}

impl Tune {
    /// Notes below the help.
    #[cfg(feature = "cli")]
    pub const NOTES: &str = "\
VALUES are numbers A..B or A..B/STEP, or values separated by commas: 1..6, 0.1..0.5/0.1, up,down. With \
more than one key, all combinations are tried, and all that meet the target are listed. `evenodds sweep \
--help` describes CONDITION.

Each setting has a confidence sequence, so all statements of the answer hold together with probability \
1 - alpha at any stopping time. Settings with an exact answer are solved instead of played. In the end the \
answer is confirmed on fresh trials: at most 100,000 (5,000 with slow players), and at most --max-trials.

With --for-all or --errors, a setting must meet the target under all conditions, at most 100: it is \
certified, fails under the named condition, or stays undecided. The target may then also be one-sided: \
heroes>=80%, mean.turns<=6. A range of players is in the order of `evenodds list KIND`, without slow \
players between its ends.

The scenario's [tune] table has the defaults.

Exit codes: 0 a setting is proven to meet the target; 1 none is (there is none, two are equally near, or \
trials ran out); 2 invalid input; 3 reading or writing failed, or the program itself failed; 130 interrupted.";

    /// Returns the plan from the options, with the defaults of the scenario's `[tune]` table.
    ///
    /// # Errors
    /// All problems with the options.
    fn plan(&self, scenario: &Scenario) -> Result<TunePlan, Vec<Problem>> {
        let table = scenario.tune.as_ref();
        let mut wrong = Vec::new();
        let read = both(keys(&self.vary), constraints(&self.constraints));
        let read = read.map_err(|problems| wrong.extend(problems));
        let (mut keys, mut constraints) = read.unwrap_or_default();
        if self.vary.is_empty() {
            if let Some(table) = table {
                keys.clone_from(&table.vary);
                constraints.extend_from_slice(&table.constraints);
            }
            if keys.is_empty() {
                wrong.push(Problem::Input(
                    "--vary is missing; pass a key and its values, such as --vary difficulty=8..16, or add a \
                     [tune] table to the scenario"
                        .to_owned(),
                ));
            }
        }
        let target = if self.is_robust() {
            self.aim.target_by(scenario, Target::read_sided)
        } else {
            self.aim.target(scenario)
        };
        let target = target.map_err(|problem| wrong.push(Problem::Input(problem)));
        let tolerance = self.aim.tolerance(scenario);
        if let (Ok(target), Some(tolerance)) = (&target, tolerance)
            && let Some(accepted) = match target.open {
                Some(_) => Some("a one-sided target has no tolerance; leave it out".to_owned()),
                None => target.refuses_tolerance(tolerance),
            }
        {
            let text = format!("--tolerance {tolerance}: {accepted}");
            wrong.push(Problem::Input(text));
        }
        match target {
            Ok(target) if wrong.is_empty() => Ok(TunePlan {
                keys,
                constraints,
                target,
                tolerance,
                alpha: self.aim.alpha(scenario),
                most: self
                    .trials
                    .or(self.aim.max_trials)
                    .or(table.and_then(|table| table.max_trials)),
                seed: self.common.seed(scenario),
                threads: self.common.threads(),
            }),
            _ => Err(wrong
                .into_iter()
                .map(|problem| Problem::with(scenario, problem))
                .collect()),
        }
    }

    /// Runs the search. Returns `None` if it was interrupted.
    ///
    /// # Errors
    /// A setting is invalid for the scenario, or the scenario does not have the figure.
    fn played(
        scenario: &Scenario,
        plan: &TunePlan,
        observer: &dyn ProgressBars,
    ) -> Result<Option<Tuning>, Problem> {
        let most = plan.most_of(scenario);
        let open_end = true;
        let progress = observer.begin(&scenario.title, Work::Trials { most, open_end });
        analysis::tune(scenario, plan, &*progress).map_err(|error| problem(scenario, error))
    }

    /// Returns whether a setting must meet the target under more than one condition.
    fn is_robust(&self) -> bool {
        !self.for_all.is_empty() || !self.errors.is_empty()
    }

    fn rates(&self) -> Result<Vec<f64>, Problem> {
        let rates = analysis::error_rates(&self.errors);
        rates.map_err(|error| Problem::Input(format!("--errors {error}")))
    }

    fn conditions(&self, scenario: &Scenario) -> Result<Conditions, Problem> {
        let found = analysis::conditions(scenario, &self.for_all, &self.rates()?);
        found.map_err(|error| match error {
            ConditionError::Refused(refused) => Problem::Refused(refused),
            other => Problem::with(scenario, other),
        })
    }

    /// Runs the search under all conditions. Returns `None` if it was interrupted.
    ///
    /// # Errors
    /// The conditions or a setting are invalid for the scenario, or it does not have the figure.
    fn robust(
        &self,
        scenario: &Scenario,
        plan: &TunePlan,
        observer: &dyn ProgressBars,
    ) -> Result<Option<RobustTuning>, Problem> {
        let conditions = self.conditions(scenario)?;
        let search = RobustSearch::new(scenario, plan, &conditions);
        let search = search.map_err(|error| problem(scenario, error))?;
        let work = Work::Trials {
            most: search.most(),
            open_end: true,
        };
        let progress = observer.begin(&scenario.title, work);
        Ok(search.run(&*progress))
    }
}

fn problem(scenario: &Scenario, error: TuneError) -> Problem {
    match error {
        TuneError::Refused(refused) => Problem::Refused(refused),
        other => Problem::with(scenario, other),
    }
}

impl Question for Tune {
    const NAME: &'static str = "tune";

    /// The search; `None` under more than one condition.
    type Found = Option<Tuning>;

    fn check_options(&self) -> Result<(), Vec<Problem>> {
        self.rates().map(drop).map_err(|one| vec![one])
    }

    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<ScenarioAnswer<Self::Found>>, Vec<Problem>> {
        let plan = self.plan(scenario)?;
        let same = Self {
            common: self.common.with(plan.seed),
            ..self.clone()
        };
        let command = same.command_line(scenario);
        if self.is_robust() {
            let found = self.robust(scenario, &plan, context.observer);
            return Ok(found.map_err(|one| vec![one])?.map(|found| {
                let answer = robust_answer(&found, Some(&replay(scenario)));
                ScenarioAnswer {
                    met: found.is_met(),
                    ..ScenarioAnswer::new(answer, command).with(None)
                }
            }));
        }
        let tuning = Self::played(scenario, &plan, context.observer).map_err(|one| vec![one])?;
        Ok(tuning.map(|tuning| ScenarioAnswer {
            met: tuning.is_met(),
            ..ScenarioAnswer::new(tune_answer(&tuning, Some(&replay(scenario))), command)
                .with(Some(tuning))
        }))
    }

    fn common(&self) -> Option<&CommonOptions> {
        Some(&self.common)
    }
}
