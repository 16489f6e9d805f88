//! Round robin: designs of one seat, such as armies, against each other.
//!
//! A pair is played in both seats, with one design in each and the other way around, on common
//! random numbers: the same trial numbers of the same seed. Dice belong to a seat, so what they give
//! to one design in a trial they often take from it when the seats are changed, and the mean over
//! both seats varies less. `entrants` has the designs, `statements` what the intervals of all pairs
//! prove.

mod entrants;
mod statements;
#[cfg(test)]
mod tests;

pub use entrants::{Entrants, EntrantsError, MOST_DESIGNS};
pub use statements::Relation;

use super::compare::{Pairs, alpha_of_each};
use super::study::{ATTEMPTS, Sample, SeededTrials, affordable_at, least_attempt};
use crate::document::distinct;
use crate::scenario::{LoadError, Scenario};
use crate::sim::{Progress, ScenarioIdentity};
use crate::stats::{Figure, FigureKind, FigureMethod, Interval, PairedScores};
use rayon::prelude::*;

/// Upper bound on the default number of trials of a pair in each seat.
pub const MATCHUP_TRIALS: u64 = 100_000;
/// Default margin within which designs are even.
pub const MATCHUP_MARGIN: f64 = 0.03;
/// Default time budget of all pairs on two cores, in seconds.
const SECONDS: u64 = 30;
/// Minimum default number of trials of a pair in each seat.
const LEAST: u64 = 100;
/// Rounding error of exact scores.
const ROUNDING: f64 = 1e-12;

/// Settings of a round robin.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchupPlan {
    /// Trials of each pair in each seat; `None` for as many as take about half a minute for all
    /// pairs, at most [`MATCHUP_TRIALS`].
    pub trials: Option<u64>,
    /// Limit on the trials, unless `trials` is given.
    pub most: Option<u64>,
    /// Probability that any interval misses its score.
    pub alpha: f64,
    /// Margin of scores within which designs are even.
    pub margin: f64,
    /// The random seed, 0 to 2^63 - 1.
    pub seed: u64,
    /// Number of worker threads; 0 for one per core.
    pub threads: usize,
}

/// A design with its score against all others.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedDesign {
    /// Name of its file, or its values.
    pub name: String,
    /// Path of its file.
    pub path: String,
    /// Mean of its scores against all others.
    pub mean: f64,
}

/// Scores of all pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct Matchups {
    /// The scenario of the first file.
    pub scenario: ScenarioIdentity,
    /// Paths of the two seats.
    pub seats: [String; 2],
    /// The random seed.
    pub seed: u64,
    /// Number of trials of a pair in each seat; 0 if all are exact.
    pub trials: u64,
    /// Probability that any interval misses its score.
    pub alpha: f64,
    /// Margin of scores within which designs are even.
    pub margin: f64,
    /// The designs, the highest mean score first, equal ones by name.
    pub designs: Vec<RankedDesign>,
    /// Score of each design (rows) against each (columns), as the mean over both seats: the share of
    /// wins, plus half of the share of trials that neither wins.
    pub scores: Vec<Vec<Figure>>,
    /// Score with the design of the row in the first seat; `None` for equal designs.
    pub seated: Vec<Vec<Option<f64>>>,
    /// Warnings about players that were replaced, each once.
    pub replaced: Vec<String>,
}

/// Score of the first design of a pair, and in each seat if known.
struct Score {
    figure: Figure,
    seats: [Option<f64>; 2],
}

impl Entrants<'_> {
    /// Plays or solves all pairs. Calls `finished` with the number of finished pairs and their total,
    /// at the start and after each. Returns `None` if `progress` cancelled it.
    ///
    /// # Errors
    /// Fails if two designs do not make a valid contest.
    pub fn play(
        &self,
        plan: &MatchupPlan,
        progress: &dyn Progress,
        finished: &dyn Fn(usize, usize),
    ) -> Result<Option<Matchups>, LoadError> {
        let count = self.designs.len();
        let pairs = || (0..count).flat_map(|one| (one + 1..count).map(move |other| [one, other]));
        // All errors come before the first trial.
        let orders: Vec<[usize; 2]> = pairs().flat_map(|[a, b]| [[a, b], [b, a]]).collect();
        let tried: Vec<_> = orders
            .par_iter()
            .map(|&both| self.seated(both).map(drop))
            .collect();
        tried.into_iter().collect::<Result<(), LoadError>>()?;
        let trials = match plan.trials {
            Some(trials) => trials,
            None => self.affordable()?.min(plan.most.unwrap_or(u64::MAX)),
        };
        let seeded = SeededTrials::new(plan.seed, plan.threads, progress);
        let even = Figure::exact(FigureKind::Share, 0.5);
        let mut scores = vec![vec![even; count]; count];
        let mut seated = vec![vec![None; count]; count];
        let mut replaced = Vec::new();
        let all = pairs().count();
        let level = 1.0 - alpha_of_each(plan.alpha, all);
        let least = least_attempt(ATTEMPTS, 2 * all);
        finished(0, all);
        for (done, [one, other]) in pairs().enumerate() {
            if progress.cancelled() {
                return Ok(None);
            }
            let mut orders = [self.seated([one, other])?, self.seated([other, one])?];
            replaced.extend(orders.iter_mut().filter_map(Scenario::play));
            let exact = self.exact(&orders, (trials, least), &seeded);
            let found = exact.or_else(|| self.sampled(&orders, (trials, level), &seeded));
            let Some(Score { figure, seats }) = found else {
                return Ok(None);
            };
            (scores[one][other], scores[other][one]) = (figure, mirrored(&figure));
            (seated[one][other], seated[other][one]) = (seats[0], seats[1].map(|own| 1.0 - own));
            finished(done + 1, all);
        }
        let sampled = scores.iter().flatten().map(|one| one.trials);
        let means: Vec<f64> = (0..count)
            .map(|own| {
                let others = (0..count).filter(|&other| other != own);
                others.map(|other| scores[own][other].value).sum::<f64>() / (count - 1) as f64
            })
            .collect();
        let mut order: Vec<usize> = (0..count).collect();
        // The sort is stable, so designs with equal means stay in the order of their names.
        order.sort_by(|&one, &other| means[other].total_cmp(&means[one]));
        let design = |&own: &usize| RankedDesign {
            name: self.designs[own].0.clone(),
            path: self.designs[own].1.clone(),
            mean: means[own],
        };
        Ok(Some(Matchups {
            scenario: self.scenario.identity(),
            seats: self.seats.paths.clone(),
            seed: plan.seed,
            trials: sampled.max().unwrap_or(0),
            alpha: plan.alpha,
            margin: plan.margin,
            designs: order.iter().map(design).collect(),
            scores: ordered(&scores, &order),
            seated: ordered(&seated, &order),
            replaced: distinct(replaced),
        }))
    }

    /// Returns the default number of trials, from the cost of each design against itself.
    fn affordable(&self) -> Result<u64, LoadError> {
        let cost = |own: usize| -> Result<u64, LoadError> {
            let mut scenario = self.seated([own, own])?;
            scenario.play();
            Ok(scenario.contest.cost().per_trial)
        };
        let count = self.designs.len();
        let costs: Vec<_> = (0..count).into_par_iter().map(cost).collect();
        let costs = costs.into_iter().collect::<Result<Vec<u64>, LoadError>>()?;
        // Each design plays each other in both seats, at half of the cost of a trial.
        let games = count as u64 - 1;
        let cost = costs
            .iter()
            .fold(0_u64, |sum, one| sum.saturating_add(*one));
        let all = cost.saturating_mul(games);
        Ok(affordable_at(all, SECONDS, (LEAST, MATCHUP_TRIALS)))
    }

    /// Returns the outcomes of the first seat and of the second, by index.
    fn outcomes(&self, scenario: &Scenario) -> [Option<usize>; 2] {
        let outcomes = scenario.contest.outcomes();
        let place = |name: &String| outcomes.iter().position(|one| one.name == *name);
        self.seats.outcomes.each_ref().map(place)
    }

    /// Returns the exact score of a pair, in either order; `None` if no solver gives it in the time that
    /// `beside` allows: a number of trials, or nanoseconds.
    fn exact(
        &self,
        orders: &[Scenario; 2],
        beside: (u64, u64),
        seeded: &SeededTrials<'_>,
    ) -> Option<Score> {
        if orders[0].hash == orders[1].hash {
            // Equal designs: the one that wins in one order loses in the other.
            let figure = Figure::exact(FigureKind::Share, 0.5);
            return Some(Score {
                figure,
                seats: [None; 2],
            });
        }
        let mut bound: f64 = 0.0;
        let mut first = [0.0; 2];
        for (order, score) in orders.iter().zip(&mut first) {
            let exact = seeded.exact_within(order, beside)?;
            let share = |outcome: Option<usize>| outcome.map_or(0.0, |one| exact.outcomes[one]);
            let [own, other] = self.outcomes(order).map(share);
            *score = f64::midpoint(1.0, own - other);
            bound = bound.max(exact.bound);
        }
        let seats = [first[0], 1.0 - first[1]];
        let score = f64::midpoint(seats[0], seats[1]);
        // Rounding must not separate equal designs with different names.
        let score = if (score - 0.5).abs() < ROUNDING {
            0.5
        } else {
            score
        };
        let range = Interval::new((score - bound).max(0.0), (score + bound).min(1.0));
        Some(Score {
            figure: Figure::solved(FigureKind::Share, range),
            seats: seats.map(Some),
        })
    }

    /// Returns the score of a pair from trials; `None` if cancelled.
    fn sampled(
        &self,
        orders: &[Scenario; 2],
        (trials, level): (u64, f64),
        seeded: &SeededTrials<'_>,
    ) -> Option<Score> {
        let contests = orders.each_ref().map(|order| order.contest.as_ref());
        let mut pairs = Pairs::new(contests, (Vec::new(), Vec::new()), None);
        pairs.play(trials, seeded)?;
        // Result of a trial for the first seat: 1 for a win, -1 for a loss, else 0.
        let above = |[own, other]: [Option<usize>; 2], outcome: usize| {
            i64::from(own == Some(outcome)) - i64::from(other == Some(outcome))
        };
        let outcomes = orders.each_ref().map(|order| self.outcomes(order));
        let mut both = PairedScores::default();
        let mut seats = [0_i64; 2];
        for (ends, count) in pairs.ends() {
            let in_first = above(outcomes[0], ends[0]);
            let in_second = -above(outcomes[1], ends[1]);
            let sum = in_first + in_second;
            both.pairs += count;
            both.sum += sum * count as i64;
            both.squares += sum.unsigned_abs().pow(2) * count;
            seats[0] += in_first * count as i64;
            seats[1] += in_second * count as i64;
        }
        let score = |mean: f64| f64::midpoint(1.0, mean);
        let Interval { low, high } = both.interval(level);
        let figure = Figure::new(
            FigureKind::Share,
            FigureMethod::Sampled,
            both.mean().map(score),
            Interval::new(score(low), score(high)),
            trials,
        );
        Some(Score {
            figure: figure.containing_itself(),
            seats: seats.map(|sum| Some(score(sum as f64 / both.pairs.max(1) as f64))),
        })
    }
}

/// Returns the score of the other design of a pair.
fn mirrored(score: &Figure) -> Figure {
    let Interval { low, high } = score.interval;
    Figure {
        value: 1.0 - score.value,
        interval: Interval::new(1.0 - high, 1.0 - low),
        ..*score
    }
}

fn ordered<T: Clone>(matrix: &[Vec<T>], order: &[usize]) -> Vec<Vec<T>> {
    let row = |&row: &usize| {
        order
            .iter()
            .map(|&column| matrix[row][column].clone())
            .collect()
    };
    order.iter().map(row).collect()
}
