//! Do scenarios meet their expectations (`[expect]`)?

use super::{ALPHA, Answered, Batch, Context, Pace, Problem, Question, Work};
use crate::analysis::{self, CheckPlan, Checked, Verdict};
use crate::report::{CheckReport, Others, check_answer, check_junit};
use crate::scenario::Scenario;
use serde::{Deserialize, Serialize};

/// The options of `check`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
pub struct Check {
    /// What no number of trials decided is no failure
    #[cfg_attr(feature = "cli", arg(long))]
    pub allow_undecided: bool,
    /// The most trials of each file [default: as many as about 30 s pay for on two cores, at most 10,000,000]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = super::numbers::count, allow_negative_numbers = true))]
    pub max_trials: Option<u64>,
    /// Trials at the first look [default: what the scenario says, else 10,000; 1,000 with players who
    /// think long]
    #[cfg_attr(feature = "cli", arg(short = 'n', long, value_name = "N", value_parser = super::numbers::count, allow_negative_numbers = true))]
    pub trials: Option<u64>,
    /// The chance at which the verdict on an expectation may be wrong [default: 0.05]
    #[cfg_attr(feature = "cli", arg(long, value_name = "P", value_parser = super::numbers::alpha, allow_negative_numbers = true))]
    pub alpha: Option<f64>,
    /// How to play.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub pace: Pace,
}

impl Check {
    /// What is said below the help.
    #[cfg(feature = "cli")]
    pub(crate) const NOTES: &str = "\
An expectation holds if the whole interval of its figure lies within the expected range, and fails if \
it lies outside. Trials are doubled until all are decided or --max-trials is reached; what is still \
open then is undecided. Figures that can be solved exactly are, and nothing is played for them.

Exit codes: 0 all hold; 1 one fails, or is undecided without --allow-undecided; 2 a file is faulty, and \
the others are judged all the same; 3 reading or writing failed, or the program itself failed on a \
file; 130 interrupted.";

    /// Returns the report on scenarios that were judged. `others` are given where several were asked about.
    fn report(&self, checked: Vec<Checked>, others: Option<&Others>) -> CheckReport {
        let others = others.cloned().unwrap_or_default();
        CheckReport {
            checked,
            faulty: others.faulty,
            left_out: others.left_out,
            not_judged: others.unasked,
            absent: others.absent,
            alpha: self.alpha.unwrap_or(ALPHA),
            allow_undecided: self.allow_undecided,
        }
    }
}

impl Question for Check {
    const NAME: &'static str = "check";
    const IS_JOINT: bool = true;

    type Found = Checked;

    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<Answered<Checked>>, Vec<Problem>> {
        let plan = CheckPlan {
            trials: self.trials,
            most: self.max_trials,
            alpha: self.alpha.unwrap_or(ALPHA),
            seed: self.pace.seed(scenario),
            threads: self.pace.threads(),
        };
        let most = plan.most_of(scenario);
        let open_end = true;
        let progress = context
            .observer
            .begin(&scenario.title, Work::Trials { most, open_end });
        let found = analysis::check(scenario, &plan, &*progress);
        let part = found.interrupted.then(|| {
            format!(
                "interrupted in {}: what is undecided there was not played to its end",
                scenario.path
            )
        });
        let report = self.report(vec![found.clone()], None);
        Ok(Some(Answered {
            part,
            ..Answered::new(check_answer(&report), self.command_line(scenario)).with(found)
        }))
    }

    fn interrupted(&self, path: &str) -> String {
        format!("interrupted in {path}: nothing is known of it")
    }

    fn pace(&self) -> Option<&Pace> {
        Some(&self.pace)
    }

    fn together(&self, answered: Vec<Answered<Checked>>, others: Option<&Others>) -> Batch {
        let elapsed = answered.iter().map(|one| one.elapsed).sum();
        let only = match &answered[..] {
            [one] => one.command.clone(),
            _ => String::new(),
        };
        let checked = answered.into_iter().map(|one| one.found);
        let report = self.report(checked.collect(), others);
        let answer = Answered {
            elapsed,
            ..Answered::new(check_answer(&report), only)
        };
        Batch {
            answers: vec![answer],
            junit: Some(check_junit(&report)),
            broken: broken(&report),
            ..Batch::default()
        }
    }
}

/// Returns what fails in a report.
fn broken(report: &CheckReport) -> Vec<String> {
    let mut texts = Vec::new();
    match report.count(Verdict::Fails) {
        0 => {}
        1 => texts.push("1 expectation fails".to_owned()),
        many => texts.push(format!("{many} expectations fail")),
    }
    // Of an interrupted check nobody knows yet.
    let interrupted = report.checked.iter().any(|checked| checked.interrupted);
    let undecided = report.count(Verdict::Undecided);
    if undecided > 0 && !report.allow_undecided && !interrupted {
        let are = match undecided {
            1 => "1 expectation is".to_owned(),
            many => format!("{many} expectations are"),
        };
        texts.push(format!(
            "{are} undecided, and that is not allowed without --allow-undecided"
        ));
    }
    texts
}
