//! Searches the settings and confirms the answer on holdout trials.

use super::frontier::{self, others_first};
use super::race::{Finish, Settings, race};
use super::race_field::RaceField;
use super::{FIRST, FRESH, Holdout, MOST_PROPOSED, TestedSetting, TuneError, TunePlan};
use super::{TuneVerdict, Tuning};
use crate::analysis::expect::Verdict;
use crate::analysis::skill::simple_play;
use crate::analysis::study::estimator::{Estimator, StatisticSample};
use crate::analysis::study::goal::Goal;
use crate::analysis::study::statistic::{Statistic, phrase};
use crate::analysis::study::variants::Variants;
use crate::analysis::study::{ATTEMPTS, Sample, SeededTrials, Study, VariantFigure, least_attempt};
use crate::contest::Contest;
use crate::scenario::{Scenario, Vary};
use crate::sim::Results;
use crate::stats::Interval;
use std::ops::Range;

/// Search over all settings of a plan.
#[derive(Clone, Copy)]
pub struct Search<'a> {
    /// Scenario before any key was set.
    pub scenario: &'a Scenario,
    /// Target and limits.
    pub plan: &'a TunePlan,
    /// The settings.
    pub grid: &'a Variants,
    /// Target figure in each setting.
    pub statistics: &'a [Statistic],
    /// Seed, threads and progress of all trials.
    pub seeded: SeededTrials<'a>,
}

/// Current statistics of the settings.
type Field<'f, 'a> = RaceField<'f, StatisticSample<'a>>;

/// Answer of a search after the holdout trials.
struct Confirmed {
    answer: usize,
    holdout: Option<Holdout>,
    /// Number of all holdout trials, also of answers that they contradict.
    trials: u64,
}

/// The target figure of proposed settings under simple play.
struct SimpleFigures {
    /// Name of the player, if there is one.
    player: Option<&'static str>,
    /// The figure in each setting, if it was played.
    values: Vec<Option<f64>>,
}

impl<'a> Search<'a> {
    /// Searches all settings. Returns `None` if cancelled.
    pub fn run(&self) -> Option<Result<Tuning, TuneError>> {
        let plan = self.plan;
        let tolerance = plan
            .tolerance
            .unwrap_or_else(|| plan.target.usual_tolerance());
        let mut study = self.study(tolerance)?;
        let settings = Settings {
            goal: Goal {
                target: plan.target.value,
                tolerance,
            },
            first: FIRST[self.slow()],
            ordered: matches!(&plan.keys[..], [single] if single.numbers().is_some()),
        };
        let outcome = if plan.keys.len() == 1 {
            race(&mut study, &settings)?
        } else {
            frontier::search(&mut study, &settings)?
        };
        let (verdict, answer, other) = outcome.finish.verdict();
        let field = settings.field(&study);
        let order = others_first(answer, outcome.finish, &field);
        let confirmed = match self.confirmed(&order, verdict, &field)? {
            Ok(confirmed) => confirmed,
            Err(error) => return Some(Err(error)),
        };
        let answer = confirmed.answer;
        let simple = self.simple_figures(answer, other, &field)?;
        Some(Ok(Tuning {
            scenario: self.scenario.identity(),
            seed: plan.seed,
            target: plan.target.clone(),
            tolerance,
            alpha: plan.alpha,
            keys: plan.keys.iter().map(|key| key.path.clone()).collect(),
            verdict,
            answer,
            other,
            trend: settings.ordered.then_some(outcome.trend),
            tried: self.tested(&field, &outcome.left, &simple.values),
            left_out: self.grid.left_out,
            trials: study.trials() + confirmed.trials,
            fresh: confirmed.holdout,
            simple: simple.player,
            players: self.contest(answer).players(),
            phrase: phrase(&plan.target.figure, self.contest(answer)),
        }))
    }

    fn contest(&self, setting: usize) -> &'a dyn Contest {
        self.grid.scenarios[setting].contest.as_ref()
    }

    /// Returns 1 if a contest has a slow player, else 0.
    fn slow(&self) -> usize {
        let mut all = 0..self.statistics.len();
        usize::from(all.any(|setting| self.contest(setting).is_slow()))
    }

    /// Returns the settings with their exact figures, or with empty samples. Returns `None` if
    /// cancelled.
    fn study(&self, tolerance: f64) -> Option<Study<'a, VariantFigure<StatisticSample<'a>>>> {
        let statistics = self.statistics.iter().copied();
        let exact = self.grid.scenarios.iter().zip(statistics.clone());
        let most = self.plan.most_of(self.scenario);
        let of_each = most / self.statistics.len().max(1) as u64;
        let least = least_attempt(ATTEMPTS, self.statistics.len());
        let exact = self.seeded.exact_values(exact, (of_each, least))?;
        let sampled = exact.iter().filter(|exact| exact.is_none()).count();
        let alpha = self.plan.alpha / sampled.max(1) as f64;
        let needs = (most / sampled.max(1) as u64, tolerance);
        let known = exact.into_iter().zip(statistics).enumerate();
        let known = known.map(|(setting, (exact, statistic))| {
            VariantFigure::new(exact, || {
                StatisticSample::new(self.contest(setting), statistic, alpha, needs)
            })
        });
        Some(Study {
            variants: known.collect(),
            most,
            seeded: self.seeded,
        })
    }

    /// Plays the settings in this order on holdout trials until these do not contradict one, or all
    /// are played; the first one is the answer of the search. Returns `None` if cancelled, and an
    /// error if the figure has no value in any trial.
    fn confirmed(
        &self,
        order: &[usize],
        verdict: TuneVerdict,
        field: &Field<'_, 'a>,
    ) -> Option<Result<Confirmed, TuneError>> {
        let known = field.values;
        // No setting has used any trial from this number on.
        let start = known.iter().map(Sample::trials).max().unwrap_or(0);
        // A low limit on trials also limits the holdout trials.
        let many = FRESH[self.slow()];
        let holdout_trials = start..start + self.plan.most.map_or(many, |most| many.min(most));
        let mut confirmed = Confirmed {
            answer: order[0],
            holdout: None,
            trials: 0,
        };
        for &candidate in order {
            if known[candidate].is_exact() {
                break;
            }
            let interval = known[candidate].interval();
            let shown = match self.holdout(candidate, interval, holdout_trials.clone())? {
                Ok(shown) => shown,
                Err(error) => return Some(Err(error)),
            };
            confirmed.trials += shown.results.trials;
            let again = shown.contradicts && verdict == TuneVerdict::Meets;
            if confirmed.holdout.is_none() || !again {
                confirmed.answer = candidate;
                confirmed.holdout = Some(shown);
            }
            if !again {
                break;
            }
        }
        Some(Ok(confirmed))
    }

    /// Plays a setting on holdout trials; `search_interval` is the figure's interval in the search.
    /// Returns `None` if cancelled, and an error if the figure has no value in any trial.
    fn holdout(
        &self,
        setting: usize,
        search_interval: Interval,
        trials: Range<u64>,
    ) -> Option<Result<Holdout, TuneError>> {
        let (contest, statistic) = (self.contest(setting), self.statistics[setting]);
        let seeded = self.seeded;
        let first_trial = trials.start;
        let finished = seeded.finished(contest, trials)?;
        let mut estimator = Estimator::new(statistic, contest);
        estimator.add(&finished.tally);
        let sequence = estimator.interval(self.plan.alpha);
        let identity = self.grid.scenarios[setting].identity();
        let results = Results::sampled(identity, contest, seeded.seed, &finished, false, None);
        let asked = &self.plan.target.figure;
        let Some((value, mut figure)) = estimator.value().zip(asked.figure(&results)) else {
            return Some(Err(TuneError::NoValue(asked.name())));
        };
        figure.value = value;
        if asked.quantile().is_some() {
            figure.interval = Interval::UNBOUNDED;
        }
        Some(Ok(Holdout {
            first_trial,
            figure,
            contradicts: sequence.high < search_interval.low || search_interval.high < sequence.low,
            results,
        }))
    }

    /// Plays the proposed settings with the simple player: the answer, then `other`, then those that
    /// are proven to meet the target. Returns `None` if cancelled.
    fn simple_figures(
        &self,
        answer: usize,
        other: Option<usize>,
        field: &Field<'_, 'a>,
    ) -> Option<SimpleFigures> {
        let mut simple = SimpleFigures {
            player: None,
            values: vec![None; self.statistics.len()],
        };
        let others = field.with_verdict(|verdict| verdict == Verdict::Holds);
        let others = others.into_iter();
        let others = others.filter(|one| ![Some(answer), other].contains(&Some(*one)));
        let proposed = [Some(answer), other].into_iter().flatten().chain(others);
        for setting in proposed.take(MOST_PROPOSED) {
            let found = simple_play(&self.grid.scenarios[setting], &self.seeded).ok()?;
            if let Some((player, results)) = found {
                simple.player = Some(player);
                let figure = self.plan.target.figure.figure(&results);
                simple.values[setting] = figure.map(|figure| figure.value);
            }
        }
        Some(simple)
    }

    /// Returns all settings with their figures; those in `left` may be the answer.
    fn tested(
        &self,
        field: &Field<'_, 'a>,
        left: &[usize],
        simple: &[Option<f64>],
    ) -> Vec<TestedSetting> {
        let (known, grid) = (field.values, self.grid);
        let tested = (0..self.statistics.len()).map(|one| TestedSetting {
            values: values(&self.plan.keys, &grid.settings[one]),
            hash: grid.scenarios[one].hash.clone(),
            figure: known[one].figure(self.statistics[one].kind()),
            possible: left.contains(&one),
            meets: field.meets(one) == Verdict::Holds,
            simple: simple[one],
            factor: known[one].sample().and_then(StatisticSample::factor),
        });
        tested.collect()
    }
}

impl Finish {
    /// Returns the verdict of the search, the answer, and the other setting of a tie.
    fn verdict(self) -> (TuneVerdict, usize, Option<usize>) {
        match self {
            Self::Within(answer) => (TuneVerdict::Meets, answer, None),
            Self::Outside(answer) | Self::Missed(answer) => (TuneVerdict::Misses, answer, None),
            Self::Nearest(answer) => (TuneVerdict::Nearest, answer, None),
            Self::Borderline(answer) => (TuneVerdict::Borderline, answer, None),
            Self::Tied(one, other) => (TuneVerdict::Tied, one, Some(other)),
            Self::Undecided(answer) => (TuneVerdict::Undecided, answer, None),
        }
    }
}

fn values(keys: &[Vary], setting: &[usize]) -> Vec<String> {
    let pairs = keys.iter().zip(setting);
    let values = pairs.map(|(key, &value)| key.values[value].clone());
    values.collect()
}
