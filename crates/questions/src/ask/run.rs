//! `run`: outcomes and distributions from seeded trials, with the figures shown beside them.

use super::{
    CommonOptions, Context, Problem, ProgressBars, Question, ScenarioAnswer, Work, WorkProgress,
    replay,
};
use crate::analysis::{
    Advice, Cancelled, DecisiveReading, EstimatedRun, ExpectationResult, LadderResult, Skill,
    affordable, decisive_readings, nearby, skill, verdicts,
};
use crate::contest::{Cost, ExactDistribution};
use crate::document::grouped;
use crate::report::{Answer, ResultContext, results_answer};
use crate::scenario::Scenario;
use crate::sim::{Finished, LEVEL, Plan, Results, ShareEstimator, StopReason, contradiction, run};
use serde::{Deserialize, Serialize};

/// Upper bound on the default number of trials.
const TRIALS: u64 = 1_000_000;
/// Time that a run may take on two cores by default, in seconds.
const SECONDS: u64 = 1;
/// Default maximum number of trials of a run with `--precision`.
const MOST_TRIALS: u64 = 100_000_000;
/// Solving time that is always allowed for the exact answer, however few the trials, in nanoseconds.
const MOST_SOLVING: u64 = 60_000_000_000;

/// Trials, precision, seed and threads: the options of `run` and `report`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
pub struct TrialOptions {
    /// Number of trials: 1000000, 2e6, 10M [default: the scenario's, else as many as take about 1 s
    /// on two cores, at most 1,000,000]
    #[cfg_attr(feature = "cli", arg(short = 'n', long, value_name = "N", value_parser = super::numbers::count, allow_negative_numbers = true))]
    pub trials: Option<u64>,
    /// Stop when every outcome's 95% interval is narrower than ±H (valid at any stopping time), such
    /// as 0.005; -n is then the maximum [default: 100M]
    #[cfg_attr(feature = "cli", arg(long, value_name = "H", value_parser = super::numbers::half_width, allow_negative_numbers = true))]
    pub precision: Option<f64>,
    /// Estimator of the shares: plain, or control for a control variate [default: with --precision
    /// whichever is faster, else plain]
    #[cfg_attr(feature = "cli", arg(long, value_name = "plain|control", value_parser = super::numbers::estimator))]
    pub estimator: Option<ShareEstimator>,
    /// Seed, threads and progress.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub common: CommonOptions,
}

impl TrialOptions {
    /// Returns the reason why the scenario cannot be played with these options, if there is one.
    pub fn refused(&self, scenario: &Scenario) -> Option<&'static str> {
        let has_none = scenario.contest.openings().is_none();
        (has_none && self.estimator == Some(ShareEstimator::Control)).then_some(
            "it has no control variate, only contests of kind combat have one; omit --estimator",
        )
    }
}

/// Options of `run`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
pub struct Run {
    /// Trials, precision, seed and threads.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub trial_options: TrialOptions,
    /// Omit the figure of other players, and the readings of the rules that matter
    #[cfg_attr(feature = "cli", arg(long))]
    pub no_stronger: bool,
}

impl Run {
    /// Returns the answer of a run, with the figure of other players if it is shown.
    pub fn answered(
        &self,
        scenario: &Scenario,
        mut shown: ScreenResults,
        context: &Context<'_>,
    ) -> ScenarioAnswer<Results> {
        let mut part = (shown.results.stopped == StopReason::Interrupted).then(|| {
            format!(
                "interrupted: the figures of {} are those of {} finished trials; pass --checkpoint to be able to resume \
                 a run",
                scenario.path,
                grouped(shown.results.trials)
            )
        });
        if part.is_none() && context.has_headline && !self.no_stronger {
            let trials = (shown.results.trials, None);
            match quick_estimate(scenario, &self.trial_options, trials, context.observer) {
                Ok((skill, readings)) => (shown.skill, shown.readings) = (skill, readings),
                Err(_) => {
                    part = Some(format!(
                        "interrupted: the run of {} is complete, but the figures beside it are missing",
                        scenario.path
                    ));
                }
            }
        }
        let answer = ScenarioAnswer {
            part,
            ..ScenarioAnswer::new(shown.answer(), shown.command)
        };
        answer.with(shown.results)
    }
}

impl Question for Run {
    const NAME: &'static str = "run";

    type Found = Results;

    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<ScenarioAnswer<Self::Found>>, Vec<Problem>> {
        if let Some(why) = self.trial_options.refused(scenario) {
            return Err(vec![Problem::with(scenario, why)]);
        }
        let shown = play(scenario, &self.trial_options, Self::NAME, context.observer);
        let shown = shown.map_err(|problem| vec![problem])?;
        Ok(Some(self.answered(scenario, shown, context)))
    }

    fn common(&self) -> Option<&CommonOptions> {
        Some(&self.trial_options.common)
    }
}

/// Results of one scenario with the figures shown beside them.
pub struct ScreenResults {
    /// Results of the run.
    pub results: Results,
    /// Reproduce command.
    pub command: String,
    /// Verdicts on the scenario's expectations.
    pub verdicts: Vec<ExpectationResult>,
    /// Level of the players, with the figure of other players if it is shown.
    pub skill: Option<Skill>,
    /// Readings of the rules that change the main figure; `None` if they were not tried.
    pub readings: Option<Vec<DecisiveReading>>,
    /// Names and descriptions of the players.
    pub players: Vec<(&'static str, &'static str)>,
}

impl ScreenResults {
    /// Returns the figures beside the results.
    pub fn result_context(&self) -> ResultContext<'_> {
        ResultContext {
            verdicts: &self.verdicts,
            skill: self.skill.as_ref(),
            readings: self.readings.as_deref(),
            players: &self.players,
            ..ResultContext::default()
        }
    }

    /// Returns the answer.
    pub fn answer(&self) -> Answer {
        results_answer(&self.results, &self.result_context())
    }
}

/// Plan of a run.
pub struct RunPlan {
    /// Trials to play; a share of them for a shard.
    pub plan: Plan,
    /// Maximum number of trials of the whole run.
    pub trials: u64,
}

/// Returns the plan of a run, with defaults from the scenario.
pub fn asked(scenario: &Scenario, trial_options: &TrialOptions) -> RunPlan {
    let asked = trial_options.trials.or(scenario.trials);
    let precision = trial_options.precision;
    let trials = match precision {
        Some(_) => trial_options.trials.unwrap_or(MOST_TRIALS),
        None => asked.unwrap_or_else(|| affordable(scenario.contest.as_ref(), SECONDS, TRIALS)),
    };
    let plan = Plan {
        seed: trial_options.common.seed(scenario),
        trials: 0..trials,
        threads: trial_options.common.threads(),
        precision,
        estimator: trial_options.estimator.unwrap_or(match precision {
            Some(_) => ShareEstimator::Auto,
            None => ShareEstimator::Plain,
        }),
        alpha: 1.0 - LEVEL,
        chunk: None,
    };
    RunPlan { plan, trials }
}

/// Plays a scenario. `command` is the name of the command for the reproduce command.
///
/// # Errors
/// The sample contradicts the exact answer.
pub fn play(
    scenario: &Scenario,
    trial_options: &TrialOptions,
    command: &str,
    observer: &dyn ProgressBars,
) -> Result<ScreenResults, Problem> {
    let asked = asked(scenario, trial_options);
    // Before the trials: an optimal policy would solve the contest in the first trial, without progress.
    let exact = solved(scenario, asked.trials, observer);
    let progress = show_progress(scenario, &asked.plan, observer);
    let finished = run(scenario.contest.as_ref(), &asked.plan, &*progress);
    drop(progress);
    let finished = (&finished, exact.as_ref());
    screen_results(scenario, &asked, finished, command)
}

/// Returns the exact answer beside a run of `trials` trials, if there is one, and shows progress.
///
/// The trials bound the work of a run: if solving would take much longer, there is no exact answer.
/// The decision depends on the cost estimate of the contest, so it is the same on every machine.
pub fn solved(
    scenario: &Scenario,
    trials: u64,
    observer: &dyn ProgressBars,
) -> Option<ExactDistribution> {
    let Cost { setup, per_trial } = scenario.contest.cost();
    if setup
        > per_trial
            .saturating_mul(trials)
            .saturating_add(MOST_SOLVING)
    {
        return None;
    }
    let _solving = observer.begin(&scenario.title, Work::Other("solving"));
    scenario.attempt(trials).ok()
}

/// Shows progress for the trials of a plan.
pub fn show_progress<'a>(
    scenario: &Scenario,
    plan: &Plan,
    observer: &'a dyn ProgressBars,
) -> Box<dyn WorkProgress + 'a> {
    let most = plan.trials.end - plan.trials.start;
    let open_end = plan.precision.is_some();
    observer.begin(&scenario.title, Work::Trials { most, open_end })
}

/// Returns the results of a finished run, with the exact answer beside them.
///
/// # Errors
/// The sample contradicts the exact answer.
pub fn screen_results(
    scenario: &Scenario,
    asked: &RunPlan,
    (finished, exact): (&Finished, Option<&ExactDistribution>),
    command: &str,
) -> Result<ScreenResults, Problem> {
    let Plan {
        seed,
        precision,
        estimator,
        ..
    } = asked.plan;
    let contest = scenario.contest.as_ref();
    if let Some(figures) = exact.and_then(|exact| contradiction(contest, &finished.tally, exact)) {
        return Err(Problem::Contradiction(format!(
            "{}: a sample contradicts its exact value: {figures}\n\
             help: this is a bug in evenodds {}: please report it, with the scenario and the command",
            scenario.path,
            env!("CARGO_PKG_VERSION")
        )));
    }
    let results = Results::sampled(
        scenario.identity(),
        contest,
        seed,
        finished,
        precision.is_some(),
        exact,
    );
    let same = match precision {
        Some(half_width) => {
            // Reproduces an interrupted run up to the interruption.
            let most = match results.stopped {
                StopReason::Interrupted => results.trials,
                _ => asked.trials,
            };
            format!(" -n {most} --precision {half_width} -s {seed}")
        }
        None => format!(" -n {} -s {seed}", results.trials),
    };
    let by = match estimator {
        ShareEstimator::Plain if precision.is_some() => " --estimator plain",
        ShareEstimator::Control => " --estimator control",
        ShareEstimator::Plain | ShareEstimator::Auto => "",
    };
    Ok(ScreenResults {
        verdicts: verdicts(&scenario.expectations, contest, exact, &results),
        skill: Skill::of(scenario),
        readings: None,
        players: scenario.players(),
        results,
        command: replay(scenario).command(command, &format!("{by}{same}")),
    })
}

/// Returns the level of the players with the figure of other players, and the readings of the rules
/// that change the main figure, after a run of `trials`.
///
/// # Errors
/// The work was interrupted.
pub fn quick_estimate(
    scenario: &Scenario,
    trial_options: &TrialOptions,
    (trials, ladder): (u64, Option<&LadderResult>),
    observer: &dyn ProgressBars,
) -> Result<(Option<Skill>, Option<Vec<DecisiveReading>>), Cancelled> {
    let doing = observer.begin(&scenario.title, Work::Other("other players"));
    let estimated_run = EstimatedRun {
        ladder,
        ..quick_parameters(scenario, trial_options, trials)
    };
    let skill = skill(scenario, &estimated_run, &*doing)?;
    let readings = decisive_readings(scenario, &estimated_run, &*doing)?;
    Ok((skill, readings))
}

/// Returns the effects of single changes after a run of `trials`.
///
/// # Errors
/// The work was interrupted.
pub fn changes(
    scenario: &Scenario,
    trial_options: &TrialOptions,
    trials: u64,
    observer: &dyn ProgressBars,
) -> Result<Option<Advice>, Cancelled> {
    let doing = observer.begin(&scenario.title, Work::Other("changes"));
    nearby(
        scenario,
        &quick_parameters(scenario, trial_options, trials),
        &*doing,
    )
}

/// Returns the parameters of the quick estimates after a run of `trials`.
fn quick_parameters(
    scenario: &Scenario,
    trial_options: &TrialOptions,
    trials: u64,
) -> EstimatedRun<'static> {
    EstimatedRun {
        seed: trial_options.common.seed(scenario),
        trials,
        threads: trial_options.common.threads(),
        ladder: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{load, open};
    use std::fmt::Write as _;
    use std::time::{Duration, Instant};

    #[test]
    fn a_sample_that_contradicts_its_exact_value_is_a_fault() {
        let trial_options = TrialOptions {
            trials: Some(20_000),
            ..TrialOptions::default()
        };
        let mut faults = 0;
        for name in [
            "@duel",
            "@risus",
            "@ogre",
            "@museum-night",
            "@lockpick",
            "@wild-die",
        ] {
            let scenario = open(name, &[]).unwrap();
            let Ok(plain) = scenario.exact() else {
                continue;
            };
            let asked = asked(&scenario, &trial_options);
            let finished = run(
                scenario.contest.as_ref(),
                &asked.plan,
                &crate::sim::NoProgress,
            );
            let found = |exact: ExactDistribution| {
                screen_results(&scenario, &asked, (&finished, Some(&exact)), "run")
            };
            assert!(found(plain.clone()).is_ok(), "{name}");
            let mut shares = plain.clone();
            let moved = shares.outcomes[0].min(0.1);
            shares.outcomes[0] -= moved;
            shares.outcomes[1] += moved;
            shares.metrics.clear();
            let mut means = plain;
            for value in means.metrics.iter_mut().flat_map(|one| &mut one.by_outcome) {
                for one in value {
                    one.0 += 3;
                }
            }
            let has_metrics = !means.metrics.is_empty();
            for wrong in [
                Some(shares).filter(|_| moved > 0.05),
                Some(means).filter(|_| has_metrics),
            ] {
                let Some(wrong) = wrong else { continue };
                let Err(Problem::Contradiction(text)) = found(wrong) else {
                    panic!("{name} has no fault");
                };
                assert!(
                    text.contains("contradicts") && text.contains("please report it"),
                    "{text}"
                );
                faults += 1;
            }
        }
        assert!(faults > 6, "{faults}");
    }

    #[test]
    fn few_trials_get_no_expensive_exact_answer() {
        let mut text = "kind = 'adventure'\n".to_owned();
        for scene in 0..24 {
            let _ = writeln!(
                text,
                "[[scene]]\nname = 's{scene}'\n[scene.contest]\nkind = 'workshop'\nplayer = 'optimal'\n\
                 crafter = {{ name = 'G{scene}', dice = 6 }}\ncraft = {{ piles = 5 }}"
            );
        }
        let workshops = load("x.toml", text.as_bytes(), &[]).unwrap();
        let begun = Instant::now();
        assert!(solved(&workshops, 10, &crate::sim::NoProgress).is_none());
        assert!(begun.elapsed() < Duration::from_secs(5));
        let duel = open("@duel", &[]).unwrap();
        assert!(solved(&duel, 10, &crate::sim::NoProgress).is_some());
    }
}
