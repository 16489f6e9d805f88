//! `given`: outcomes and metrics of the trials that meet conditions.

use super::run::{asked, show_progress};
use super::{CommonOptions, Context, Problem, Question, ScenarioAnswer, TrialOptions, finished};
use crate::analysis::Condition;
use crate::contest::{
    Contest, Describe, Description, ExactDistribution, Narrate, Narration, NoExact, Play, Record,
    Solve, Tally, Trials,
};
use crate::document::grouped;
use crate::report::{Media, ResultContext, clean, results_answer};
use crate::scenario::Scenario;
use crate::sim::{GivenConditions, LEVEL, Results, StopReason, run};
use crate::stats::{Figure, Interval, wilson};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Maximum number of conditions.
const MOST_CONDITIONS: usize = 20;

/// Options of `given`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
pub struct Given {
    /// Condition that trials must meet (repeatable; all must hold): turns>=10, outcome!=draw
    #[cfg_attr(feature = "cli", arg(long, value_name = "CONDITION", required = true))]
    pub when: Vec<String>,
    /// Number of trials: 1000000, 2e6, 10M [default: as for `run`]
    #[cfg_attr(feature = "cli", arg(short = 'n', long, value_name = "N", value_parser = super::numbers::count, allow_negative_numbers = true))]
    pub trials: Option<u64>,
    /// Seed, threads and progress.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub common: CommonOptions,
}

impl Given {
    /// Notes below the help.
    #[cfg(feature = "cli")]
    pub const NOTES: &str = "\
Plays the trials of `evenodds run` with the same seed, and counts those that meet every condition. A \
condition is `outcome` with = or !=, or a metric with =, !=, <, <=, > or >=, and a value. Shares, intervals \
and metrics are conditional on it: of 1,000 trials that meet `turns>=10`, how many do heroes win? `evenodds \
list KIND` lists metrics.

  evenodds given @canyon --when outcome=heroes --when 'taken_out.Dirk=1'";
}

impl Question for Given {
    const NAME: &'static str = "given";

    type Found = Results;

    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<ScenarioAnswer<Self::Found>>, Vec<Problem>> {
        let contest = scenario.contest.as_ref();
        if self.when.len() > MOST_CONDITIONS {
            return Err(vec![Problem::Input(format!(
                "--when is given {} times; expected at most {MOST_CONDITIONS} conditions",
                self.when.len()
            ))]);
        }
        let read = self.when.iter().map(|text| Condition::read(text, contest));
        let (conditions, wrong): (Vec<_>, Vec<_>) = read.partition(Result::is_ok);
        if !wrong.is_empty() {
            let wrong = wrong.into_iter().filter_map(Result::err);
            return Err(wrong.map(|error| Problem::with(scenario, error)).collect());
        }
        let trial_options = TrialOptions {
            trials: self.trials,
            precision: None,
            estimator: None,
            common: self.common.clone(),
        };
        let plan = asked(scenario, &trial_options).plan;
        let filtered = Filtered {
            contest,
            conditions: conditions.into_iter().flatten().collect(),
        };
        let progress = show_progress(scenario, &plan, context.observer);
        let done = run(&filtered, &plan, &*progress);
        drop(progress);
        let (played, met) = (done.trials.end, done.tally.trials());
        let conditions = clean(&self.when.join(" and "));
        if met == 0 && done.stopped != StopReason::Interrupted {
            let text = format!(
                "none of {} trials meets {conditions}; play more trials (-n), or relax the condition",
                grouped(played)
            );
            return Err(vec![Problem::with(scenario, text)]);
        }
        let identity = scenario.identity();
        let mut results = Results::sampled(identity, contest, plan.seed, &done, false, None);
        let share = Figure::share(met, played.max(1), wilson(met, played, LEVEL));
        results.given = Some(GivenConditions {
            conditions: self.when.clone(),
            played,
            share,
        });
        decided(&mut results, &filtered.conditions);
        let mut answer = results_answer(&results, &ResultContext::default());
        answer.question = Self::NAME;
        answer.heading = "Conditional outcomes";
        let Interval { low, high } = share.interval;
        let [share, low, high] = [share.value, low, high].map(|one| 100.0 * one);
        let note = format!(
            "{conditions} in {} of {} trials: {share:.1}% (95% CI {low:.1}–{high:.1})",
            grouped(met),
            grouped(played)
        );
        answer
            .blocks
            .push(Media::All.notes(vec![("condition", note)]));
        let same = Self {
            trials: Some(played),
            common: self.common.with(plan.seed),
            ..self.clone()
        };
        let part = (done.stopped == StopReason::Interrupted).then(|| finished(scenario, played));
        let answer = ScenarioAnswer {
            part,
            ..ScenarioAnswer::new(answer, same.command_line(scenario))
        };
        Ok(Some(answer.with(results)))
    }

    fn check_options(&self) -> Result<(), Vec<Problem>> {
        if self.when.is_empty() {
            let text = "--when is missing; pass a condition, such as --when 'turns>=10'";
            return Err(vec![Problem::Input(text.to_owned())]);
        }
        Ok(())
    }

    fn common(&self) -> Option<&CommonOptions> {
        Some(&self.common)
    }
}

/// Marks the shares that follow from conditions on the outcome as exact.
fn decided(results: &mut Results, conditions: &[Condition]) {
    let allowed = |outcome: usize| conditions.iter().all(|one| one.allows(outcome));
    let count = (0..results.outcomes.len())
        .filter(|&one| allowed(one))
        .count();
    for (index, outcome) in results.outcomes.iter_mut().enumerate() {
        let share = match (allowed(index), count) {
            (false, _) => 0.0,
            (true, 1) => 1.0,
            (true, _) => continue,
        };
        if let Some(figure) = &mut outcome.share {
            figure.interval = Interval::point(share);
        }
        outcome.exact = Some(share);
    }
}

/// Contest that counts only the trials that meet all conditions.
struct Filtered<'a> {
    contest: &'a dyn Contest,
    conditions: Vec<Condition>,
}

impl Describe for Filtered<'_> {
    fn description(&self) -> &Description {
        self.contest.description()
    }

    fn rollers(&self) -> Vec<String> {
        self.contest.rollers()
    }
}

impl Play for Filtered<'_> {
    fn trials(&self, seed: u64) -> Box<dyn Trials + '_> {
        Box::new(move |trials: Range<u64>, tally: &mut Tally| {
            self.contest.watch(seed, trials, &mut |_, record| {
                if self.conditions.iter().all(|one| one.holds(record)) {
                    tally.add(record);
                }
                true
            });
        })
    }

    fn replay(&self, seed: u64, trial: u64) -> Record {
        self.contest.replay(seed, trial)
    }
}

impl Narrate for Filtered<'_> {
    fn narrate_trial(&self, seed: u64, trial: u64) -> Narration {
        self.contest.narrate_trial(seed, trial)
    }

    fn narrate_with_advice(&self, seed: u64, trial: u64) -> Option<Narration> {
        self.contest.narrate_with_advice(seed, trial)
    }

    fn narrate_with_decisions(&self, seed: u64, trial: u64) -> Option<Narration> {
        self.contest.narrate_with_decisions(seed, trial)
    }
}

impl Solve for Filtered<'_> {
    fn exact(&self) -> Result<ExactDistribution, NoExact> {
        self.contest.exact()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Run, run::play};
    use super::*;
    use crate::scenario::open;
    use crate::sim::NoProgress;

    fn given(when: &[&str]) -> Result<Vec<u64>, String> {
        let canyon = open("@canyon", &["side[0].player=finisher".to_owned()]).unwrap();
        let question = Given {
            when: when.iter().map(|&one| one.to_owned()).collect(),
            trials: Some(3_000),
            ..Given::default()
        };
        let found = question.ask(&canyon, &Context::new(&NoProgress));
        let found =
            found.map_err(|wrong| wrong.iter().map(ToString::to_string).collect::<String>())?;
        let json = crate::report::json(&found.unwrap().answer);
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let outcomes = json["outcomes"].as_array().unwrap().iter();
        Ok(outcomes.map(|one| one["count"].as_u64().unwrap()).collect())
    }

    #[test]
    fn trials_that_meet_a_condition_and_those_that_do_not_are_all_trials() {
        let (some, others) = (given(&["turns>=6"]).unwrap(), given(&["turns<6"]).unwrap());
        let canyon = open("@canyon", &["side[0].player=finisher".to_owned()]).unwrap();
        let mut all = Run::default();
        all.trial_options.trials = Some(3_000);
        let all = play(&canyon, &all.trial_options, "run", &NoProgress)
            .unwrap()
            .results;
        let all: Vec<u64> = all.outcomes.iter().map(|one| one.count.unwrap()).collect();
        let sums: Vec<u64> = some
            .iter()
            .zip(&others)
            .map(|(one, other)| one + other)
            .collect();
        assert_eq!(sums, all);
        assert!(some.iter().sum::<u64>() > 300 && others.iter().sum::<u64>() > 300);
        let won = given(&["outcome=heroes", "turns>=6"]).unwrap();
        assert_eq!((won[0], won[1]), (some[0], 0));
    }

    #[test]
    fn conditions_that_cannot_hold_are_named() {
        let wrong = given(&["turns>=6", "turnz>1", "outcome=hero"]).unwrap_err();
        assert!(
            wrong.contains("did you mean turns?") && wrong.contains("did you mean heroes?"),
            "{wrong}"
        );
        let none = given(&["turns>=1000000"]).unwrap_err();
        assert!(none.contains("none of 3,000 trials meets"), "{none}");
    }
}
