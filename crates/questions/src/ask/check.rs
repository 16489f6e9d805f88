//! `check`: verdicts on the expectations of scenarios (`[expect]`).

use super::{Batch, CommonOptions, Context, Problem, Question, ScenarioAnswer, Work};
use crate::analysis::{self, ALPHA, CheckPlan, CheckResult, Verdict};
use crate::report::{BatchNotes, CheckReport, check_answer, check_junit};
use crate::scenario::Scenario;
use serde::{Deserialize, Serialize};

/// Result of a check without any expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NoTests {
    /// A failure, with an exit code of its own.
    Fail,
    /// A success.
    Pass,
}

/// Options of `check`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
pub struct Check {
    /// Accept undecided expectations
    #[cfg_attr(feature = "cli", arg(long))]
    pub allow_undecided: bool,
    /// Result without any expectation: fail (exit code 4) or pass [default: fail]
    #[cfg_attr(feature = "cli", arg(long, value_name = "ACTION", value_parser = super::numbers::no_tests))]
    pub no_tests: Option<NoTests>,
    /// Maximum number of trials per file [default: as many as take about 30 s on two cores, at most
    /// 10,000,000]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = super::numbers::count, allow_negative_numbers = true))]
    pub max_trials: Option<u64>,
    /// Trials before the first look [default: the scenario's, else 10,000; 1,000 with slow players]
    #[cfg_attr(feature = "cli", arg(short = 'n', long, value_name = "N", value_parser = super::numbers::count, allow_negative_numbers = true))]
    pub trials: Option<u64>,
    /// Upper bound on the probability of a wrong verdict, for each expectation [default: 0.05]
    #[cfg_attr(feature = "cli", arg(long, value_name = "P", value_parser = super::numbers::alpha, allow_negative_numbers = true))]
    pub alpha: Option<f64>,
    /// Seed, threads and progress.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub common: CommonOptions,
}

impl Check {
    /// Notes below the help.
    #[cfg(feature = "cli")]
    pub const NOTES: &str = "\
An expectation holds if the whole interval of its figure is within the expected range, and fails if the \
whole interval is outside. Trials are doubled until all expectations are decided or --max-trials is \
reached; the rest is then undecided. Figures with an exact answer are solved instead of played.

Exit codes: 0 all hold; 1 one fails, or is undecided without --allow-undecided; 2 a file is faulty (the \
others are checked nevertheless); 3 reading or writing failed, or the program itself failed on a file; \
4 no file has an expectation, without --no-tests pass; 130 interrupted.";

    /// Returns the report on checked scenarios. `others` are the skipped files, if a batch was requested.
    fn report(&self, checked: Vec<CheckResult>, others: Option<&BatchNotes>) -> CheckReport {
        CheckReport {
            checked,
            others: others.cloned().unwrap_or_default(),
            alpha: self.alpha.unwrap_or(ALPHA),
            allow_undecided: self.allow_undecided,
        }
    }
}

impl Question for Check {
    const NAME: &'static str = "check";
    const IS_JOINT: bool = true;

    type Found = CheckResult;

    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<ScenarioAnswer<CheckResult>>, Vec<Problem>> {
        let plan = CheckPlan {
            trials: self.trials,
            most: self.max_trials,
            alpha: self.alpha.unwrap_or(ALPHA),
            seed: self.common.seed(scenario),
            threads: self.common.threads(),
        };
        let most = plan.most_of(scenario);
        let open_end = true;
        let progress = context
            .observer
            .begin(&scenario.title, Work::Trials { most, open_end });
        let found = analysis::check(scenario, &plan, &*progress);
        let part = found.interrupted.then(|| {
            format!(
                "interrupted: the undecided expectations of {} need more trials",
                scenario.path
            )
        });
        let report = self.report(vec![found.clone()], None);
        Ok(Some(ScenarioAnswer {
            part,
            ..ScenarioAnswer::new(check_answer(&report), self.command_line(scenario)).with(found)
        }))
    }

    fn common(&self) -> Option<&CommonOptions> {
        Some(&self.common)
    }

    fn join(
        &self,
        answered: Vec<ScenarioAnswer<CheckResult>>,
        others: Option<&BatchNotes>,
    ) -> Batch {
        let elapsed = answered.iter().map(|one| one.elapsed).sum();
        let only = match &answered[..] {
            [one] => one.command.clone(),
            _ => String::new(),
        };
        let checked = answered.into_iter().map(|one| one.found);
        let report = self.report(checked.collect(), others);
        let answer = ScenarioAnswer {
            elapsed,
            ..ScenarioAnswer::new(check_answer(&report), only)
        };
        let is_untested = report.checked.iter().all(|one| one.expectations.is_empty())
            && report.others.unasked.is_empty()
            && self.no_tests != Some(NoTests::Pass);
        Batch {
            untested: is_untested.then(|| UNTESTED.to_owned()),
            answers: vec![answer],
            junit: Some(check_junit(&report)),
            broken: broken(&report),
            ..Batch::default()
        }
    }
}

/// Message about files without expectations.
const UNTESTED: &str = "no file has an expectation; add an [expect] table, or pass --no-tests pass";

/// Returns the messages about failed and undecided expectations.
fn broken(report: &CheckReport) -> Vec<String> {
    let mut texts = Vec::new();
    match report.count(Verdict::Fails) {
        0 => {}
        1 => texts.push("1 expectation fails".to_owned()),
        many => texts.push(format!("{many} expectations fail")),
    }
    // After an interruption, more trials might have decided them.
    let interrupted = report.checked.iter().any(|checked| checked.interrupted);
    let undecided = report.count(Verdict::Undecided);
    if undecided > 0 && !report.allow_undecided && !interrupted {
        texts.push(match undecided {
            1 => "1 expectation is undecided; pass --allow-undecided to accept that".to_owned(),
            many => {
                format!("{many} expectations are undecided; pass --allow-undecided to accept that")
            }
        });
    }
    texts
}
