//! `compare`: tests whether B differs from A on common random numbers.

use super::sweep::keys;
use super::{
    Batch, CommonOptions, Context, Problem, Question, ScenarioAnswer, Work, command, numbers,
};
use crate::analysis::{
    ALPHA, ComparePlan, Comparison, ExplainError, ExplainPlan, MARGIN, MOST_EXPLAINED,
    RequestedFigure, Vary, alpha_of_each, compare, correct_together, explain, lead_figure,
};
use crate::document::{Path, grouped};
use crate::report::{
    BatchNotes, Replay, compare_answer, compare_charts, explain_answer, family_answer,
    values_answer,
};
use crate::scenario::Scenario;
use crate::sim::StopReason;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Options of `compare`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
pub struct Compare {
    /// Change that makes B out of A (repeatable); with more than one value (2,4 or 1..6) of a single
    /// key, each makes a B of its own
    #[cfg_attr(feature = "cli", arg(long, value_name = "PATH=VALUE"))]
    pub vary: Vec<String>,
    /// Explain the difference of one figure by the changes: those of --vary, or those between two files
    #[cfg_attr(feature = "cli", arg(long))]
    pub explain: bool,
    /// Figure to decide on (repeatable), optionally with its margin: an outcome (heroes=0.01) or
    /// mean.METRIC (mean.turns=0.1) [default: all outcomes that both have]
    #[cfg_attr(feature = "cli", arg(long = "figure", value_name = "NAME[=MARGIN]"))]
    #[serde(rename = "figure")]
    pub figures: Vec<String>,
    /// Largest difference of shares that does not matter [default: 0.005]
    #[cfg_attr(feature = "cli", arg(long, value_name = "D", value_parser = numbers::half_width, allow_negative_numbers = true))]
    pub margin: Option<f64>,
    /// Continue until the interval of every decided difference of shares is narrower than ±H
    #[cfg_attr(feature = "cli", arg(long, value_name = "H", value_parser = numbers::half_width, allow_negative_numbers = true))]
    pub precision: Option<f64>,
    /// Upper bound on the probability that any verdict is wrong [default: 0.05]
    #[cfg_attr(feature = "cli", arg(long, value_name = "P", value_parser = numbers::alpha, allow_negative_numbers = true))]
    pub alpha: Option<f64>,
    /// Maximum number of trials of each [default: as many as take about 30 s on two cores, at most
    /// 10,000,000]
    #[cfg_attr(feature = "cli", arg(short = 'n', long, visible_alias = "trials", value_name = "N", value_parser = numbers::count, allow_negative_numbers = true))]
    pub max_trials: Option<u64>,
    /// Seed, threads and progress.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub common: CommonOptions,
    /// Second scenario, unless B is a change of A.
    #[cfg_attr(feature = "cli", arg(skip))]
    #[serde(skip)]
    pub second: Option<Arc<Scenario>>,
    /// Number of comparisons that share the error probability, in a batch.
    #[cfg_attr(feature = "cli", arg(skip))]
    #[serde(skip)]
    pub family_size: Option<usize>,
}

impl Compare {
    /// Notes below the help.
    #[cfg(feature = "cli")]
    pub const NOTES: &str = "\
Both contests are played on the same seed and trial numbers until every outcome that both have is proven \
different, or proven not to differ by more than --margin. The probability that any verdict is wrong is at \
most --alpha, at any stopping time. If both have exact answers, nothing is played.

  evenodds compare old.toml new.toml
  evenodds compare @canyon --vary side.heroes.player=brawler
  evenodds compare @canyon --vary rules.half=down --figure heroes --figure mean.turns=0.1
  evenodds compare scenarios --vary rules.half=down

With --vary and more than one file, or a folder, each scenario is compared with its changed version, on \
its first outcome or on --figure. Scenarios without the key are skipped. Verdicts are corrected for the \
number of comparisons (Holm), and the largest difference comes first.

With --explain, each change gets its contribution to the difference of the main figure, or of --figure: \
its mean effect over all orders in which the changes can be made. At most eight changes are distinguished, \
and every combination of them must be a valid scenario. -n is then the number of trials of each combination \
[default: as many as take about 30 s together, at most 1,000,000].

  evenodds compare old.toml new.toml --explain
  evenodds compare @canyon --vary rules.half=down --vary side.heroes.Dirk.count=2 --explain

Changes of more than one key have one value each and make one B. The exit code does not depend on the \
verdict.";

    fn alpha(&self) -> f64 {
        self.alpha.unwrap_or(ALPHA)
    }

    /// Returns the assignments that make B out of A; none if B is another scenario.
    fn changes(&self) -> Vec<String> {
        // `check` has already rejected keys that cannot be parsed.
        let vary = keys(&self.vary).unwrap_or_default();
        vary.iter().map(|one| one.assignment(0)).collect()
    }

    /// Returns the plan of a comparison.
    fn plan(&self, first: &Scenario, second: &Scenario) -> ComparePlan {
        let figures: Vec<RequestedFigure> = self
            .figures
            .iter()
            .flat_map(|text| numbers::figure(text))
            .collect();
        let margin = self.margin.unwrap_or(MARGIN);
        ComparePlan {
            figures: if figures.is_empty() && self.family_size.is_some() {
                lead_figure((first, second), margin)
            } else {
                figures
            },
            margin,
            precision: self.precision,
            alpha: alpha_of_each(self.alpha(), self.family_size.unwrap_or(1)),
            most: self.max_trials,
            seed: self.common.seed(first),
            threads: self.common.threads(),
            chunk: None,
        }
    }

    /// Explains the difference by the changes.
    fn explained(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<ScenarioAnswer<Option<Comparison>>>, Problem> {
        let plan = ExplainPlan {
            // `check_options` has already rejected other texts.
            figure: (self.figures.first())
                .and_then(|text| numbers::figure(text).ok())
                .map(|figure| figure.name),
            alpha: self.alpha(),
            trials: self.max_trials,
            seed: self.common.seed(scenario),
            threads: self.common.threads(),
        };
        let vary = keys(&self.vary).unwrap_or_default();
        let progress = context
            .observer
            .begin(&scenario.title, Work::Other("combinations"));
        let changes = (self.second.as_deref(), &vary[..]);
        let found = explain(scenario, changes, &plan, &*progress).map_err(|error| match error {
            ExplainError::Refused(error) => Problem::Refused(error),
            other => Problem::with(scenario, other),
        })?;
        let same = Self {
            common: self.common.with(plan.seed),
            ..self.clone()
        };
        let answer =
            |found| ScenarioAnswer::new(explain_answer(&found), same.command_line(scenario));
        Ok(found.map(|found| answer(found).with(None)))
    }

    /// Returns the problems of options with `explain`.
    fn wrong_with_explain(&self, vary: &[Vary]) -> Vec<String> {
        let mut wrong = Vec::new();
        let unused = [("margin", self.margin), ("precision", self.precision)];
        for (name, _) in unused.iter().filter(|(_, value)| value.is_some()) {
            wrong.push(format!(
                "--{name} has no meaning with --explain; leave it out"
            ));
        }
        if self.figures.len() > 1 {
            let all = self.figures.join(", ");
            wrong.push(format!("--figure: {all}; --explain expects one figure"));
        }
        for text in &self.figures {
            if numbers::figure(text).is_ok_and(|figure| figure.margin.is_some()) {
                wrong.push(format!(
                    "--figure {text}: --explain has no margin; expected the name of a figure"
                ));
            }
        }
        if vary.len() > MOST_EXPLAINED {
            wrong.push(format!(
                "--vary: {} changes; --explain expects at most {MOST_EXPLAINED}",
                vary.len()
            ));
        }
        let paths = vary.iter().map(|one| one.path.parse::<Path>().ok());
        let paths: Vec<Option<Path>> = paths.collect();
        for (place, one) in vary.iter().enumerate() {
            if paths[..place].contains(&paths[place]) {
                let path = &one.path;
                wrong.push(format!(
                    "--vary {path}: the key is given twice; expected it once"
                ));
            }
        }
        wrong
    }
}

impl Question for Compare {
    const NAME: &'static str = "compare";
    const HAS_JOINT_CHART: bool = true;

    /// The comparison; `None` for an explanation.
    type Found = Option<Comparison>;

    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<ScenarioAnswer<Option<Comparison>>>, Vec<Problem>> {
        if self.explain {
            return self.explained(scenario, context).map_err(|one| vec![one]);
        }
        let changes = self.changes();
        let made;
        let second = if let Some(second) = &self.second {
            second
        } else {
            made = scenario
                .varied(&changes)
                .map_err(|error| vec![Problem::Refused(error)])?;
            &made
        };
        let plan = self.plan(scenario, second);
        let most = plan.most_of(scenario, second);
        let open_end = true;
        let progress = context
            .observer
            .begin(&scenario.title, Work::Trials { most, open_end });
        let found = compare((scenario, second), &changes, &plan, &*progress).map_err(|error| {
            vec![if self.family_size.is_some() {
                Problem::with(scenario, error)
            } else {
                Problem::Input(error.to_string())
            }]
        })?;
        let same = Self {
            common: self.common.with(found.seed),
            ..self.clone()
        };
        let part = (found.stopped == StopReason::Interrupted).then(|| {
            let about = self.about(&scenario.path);
            format!(
                "interrupted: the figures of {about} are from the first {} trials of A and of B",
                grouped(found.trials)
            )
        });
        let answer = compare_answer(&found);
        Ok(Some(ScenarioAnswer {
            part,
            ..ScenarioAnswer::new(answer, same.command_line(scenario)).with(Some(found))
        }))
    }

    fn common(&self) -> Option<&CommonOptions> {
        Some(&self.common)
    }

    fn check_options(&self) -> Result<(), Vec<Problem>> {
        let mut wrong = Vec::new();
        if self.vary.is_empty() && self.second.is_none() {
            let text = "--vary is missing; pass a key and a value, such as --vary rules.half=down";
            wrong.push(Problem::Input(text.to_owned()));
        }
        let vary = keys(&self.vary).unwrap_or_else(|problems| {
            wrong.extend(problems);
            Vec::new()
        });
        let several: Vec<&Vary> = vary.iter().filter(|one| one.values.len() > 1).collect();
        if self.explain {
            wrong.extend(
                self.wrong_with_explain(&vary)
                    .into_iter()
                    .map(Problem::Input),
            );
        }
        if vary.len() > 1 || self.explain {
            wrong.extend(several.iter().map(|one| {
                Problem::Input(format!(
                    "--vary {} has {} values; expected one value for each key, because all changes together make \
                     one second contest",
                    one.path,
                    one.values.len()
                ))
            }));
        }
        for text in &self.figures {
            if let Err(expected) = numbers::figure(text) {
                wrong.push(Problem::Input(format!("--figure {text}: {expected}")));
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }

    fn check(&self, scenario: &Scenario) -> Result<(), Vec<Problem>> {
        let made = scenario.varied(&self.changes());
        made.map(drop)
            .map_err(|error| vec![Problem::Refused(error)])
    }

    fn split(&self) -> Vec<Self> {
        let vary = keys(&self.vary).unwrap_or_default();
        let [one] = &vary[..] else {
            return vec![self.clone()];
        };
        let of = |value| Self {
            vary: vec![one.assignment(value)],
            ..self.clone()
        };
        (0..one.values.len()).map(of).collect()
    }

    fn for_batch(&self, scenarios: &[Scenario]) -> Self {
        let parts = self.split();
        let pairs = scenarios
            .iter()
            .flat_map(|one| parts.iter().map(move |part| (one, part)));
        let made = pairs.filter(|(one, part)| part.check(one).is_ok());
        Self {
            family_size: Some(made.count()),
            ..self.clone()
        }
    }

    fn about(&self, path: &str) -> String {
        let changes = self.changes();
        if changes.is_empty() {
            path.to_owned()
        } else {
            format!("{path} with {}", changes.join(", "))
        }
    }

    fn join(
        &self,
        mut answered: Vec<ScenarioAnswer<Option<Comparison>>>,
        others: Option<&BatchNotes>,
    ) -> Batch {
        if self.explain {
            return Batch::new(
                answered.into_iter().map(ScenarioAnswer::bare).collect(),
                others,
            );
        }
        let found = answered.iter().filter_map(|one| one.found.clone());
        let mut comparisons: Vec<Comparison> = found.collect();
        let above = if let Some(others) = others {
            correct_together(&mut comparisons, self.alpha());
            for (one, comparison) in answered.iter_mut().zip(&comparisons) {
                one.answer = compare_answer(comparison);
            }
            Some(family_answer(&comparisons, self.alpha(), others))
        } else {
            values_answer(&comparisons)
        };
        let charts = if let Some(above) = &above {
            // The joint chart shows the differences of all answers.
            for one in &mut answered {
                one.answer.charts.clear();
            }
            above.charts.clone()
        } else {
            compare_charts(&comparisons)
        };
        Batch {
            above,
            chart: charts.into_iter().next(),
            ..Batch::new(
                answered.into_iter().map(ScenarioAnswer::bare).collect(),
                None,
            )
        }
    }

    fn options(&self) -> String {
        let second = self.second.as_ref().map_or_else(String::new, |second| {
            let second = Replay {
                path: &second.path,
                assignments: &[],
            };
            format!(" {}", second.file())
        });
        second + &command::options(self)
    }
}
