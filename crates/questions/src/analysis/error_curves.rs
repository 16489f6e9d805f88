//! Error curves: the main figure by the error rate of the players, for each seat alone and for all
//! seats together.
//!
//! A point is the scenario with an error rate in some seats, as in `--set`; the other seats are as in
//! the file. All points are played on common random numbers, and the errors of a rate include those of
//! a lower one as long as play is the same.

use super::ladder::{LadderError, LadderPlan, played};
use crate::contest::{MainFigure, Seat};
use crate::document::read_share;
use crate::scenario::{LoadError, Quantity, Scenario, TextError};
use crate::sim::{Progress, Results, ScenarioIdentity};
use crate::stats::Figure;

/// Rates of a report.
pub const ERROR_RATES: [&str; 4] = ["0", "0.1", "0.2", "0.4"];

/// The main figure by error rate.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorCurves {
    /// The scenario of the file.
    pub scenario: ScenarioIdentity,
    /// The random seed of all points.
    pub seed: u64,
    /// The figure.
    pub figure: Quantity,
    /// The seats.
    pub seats: Vec<Seat>,
    /// Error rates, 0 to 1, ascending.
    pub rates: Vec<f64>,
    /// The curves: each seat alone, then all seats if there is more than one.
    pub curves: Vec<ErrorCurve>,
}

/// The main figure by the error rate of some seats.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorCurve {
    /// Indices of the seats that err.
    pub seats: Vec<usize>,
    /// Results by rate.
    pub points: Vec<Results>,
}

impl ErrorCurves {
    /// Returns the figure at a point.
    pub fn at(&self, point: &Results) -> Option<Figure> {
        self.figure.figure(point)
    }

    /// Yields all known figures.
    pub fn known(&self) -> impl Iterator<Item = Figure> {
        let points = self.curves.iter().flat_map(|curve| &curve.points);
        points.filter_map(|point| self.at(point))
    }
}

/// Parses error rates, such as `0.1` or `10%`; returns them in ascending order, each once.
///
/// # Errors
/// A text is not a number from 0 to 1.
pub fn error_rates(texts: &[String]) -> Result<Vec<f64>, TextError> {
    let rate = |text: &String| {
        let rate = read_share(text).filter(|rate| (0.0..=1.0).contains(rate));
        let expected = "expected a number from 0 to 1, or a percentage such as 20%";
        // Adding 0.0 turns -0.0 into 0.0.
        rate.map(|rate| rate + 0.0).ok_or_else(|| TextError {
            text: text.trim().to_owned(),
            problem: expected.to_owned(),
        })
    };
    let mut rates = texts.iter().map(rate).collect::<Result<Vec<f64>, _>>()?;
    rates.sort_by(f64::total_cmp);
    rates.dedup();
    Ok(rates)
}

/// Plays the scenario with each error rate. Calls `finished` with the number of finished points and
/// their total, at the start and after each. Returns `None` if `progress` cancelled it.
///
/// # Errors
/// Fails if the contest has no seats, or if its players cannot err.
pub fn error_curves(
    scenario: &Scenario,
    plan: &LadderPlan,
    rates: &[f64],
    progress: &dyn Progress,
    finished: &dyn Fn(usize, usize),
) -> Result<Option<ErrorCurves>, LadderError> {
    let contest = scenario.contest.as_ref();
    let figure = match &contest.description().main {
        MainFigure::Score(name) => Some(Quantity::Metric("mean", name.clone())),
        _ => Quantity::main(contest),
    };
    let seats = &scenario.seats;
    let (Some(figure), false) = (figure, seats.is_empty()) else {
        return Err(LadderError::NoSeats(scenario.kind.name));
    };
    let mut erring: Vec<Vec<usize>> = (0..seats.len()).map(|seat| vec![seat]).collect();
    if seats.len() > 1 {
        erring.push((0..seats.len()).collect());
    }
    // Different settings may be the same scenario, such as those without errors.
    let mut variants: Vec<Scenario> = Vec::new();
    let mut places: Vec<usize> = Vec::new();
    for seats in &erring {
        for &rate in rates {
            let variant = with_errors(scenario, seats, rate)?;
            let known = variants.iter().position(|one| one.hash == variant.hash);
            places.push(known.unwrap_or(variants.len()));
            if known.is_none() {
                variants.push(variant);
            }
        }
    }
    let Some(results) = played(variants, plan, progress, finished) else {
        return Ok(None);
    };
    let points = places.chunks(rates.len().max(1));
    let curves = erring.into_iter().zip(points);
    let curves = curves.map(|(seats, places)| ErrorCurve {
        seats,
        points: places.iter().map(|&place| results[place].clone()).collect(),
    });
    Ok(Some(ErrorCurves {
        scenario: scenario.identity(),
        seed: plan.seed,
        figure,
        seats: seats.clone(),
        rates: rates.to_vec(),
        curves: curves.collect(),
    }))
}

/// Returns whether the players of all seats can err.
pub fn can_err(scenario: &Scenario) -> bool {
    let all: Vec<usize> = (0..scenario.seats.len()).collect();
    !all.is_empty() && with_errors(scenario, &all, 1.0).is_ok()
}

/// Returns the scenario with an error rate in these seats.
fn with_errors(scenario: &Scenario, seats: &[usize], rate: f64) -> Result<Scenario, LoadError> {
    // A player without errors is that of the file, whether the file names it or not.
    let is_same = rate == 0.0 && scenario.contest.description().errors.is_empty();
    let seats = if is_same { &[] } else { seats };
    let assignments = seats.iter().map(|&seat| {
        let seat = &scenario.seats[seat];
        format!("{}={}", seat.path, seat.with_errors(rate))
    });
    scenario.with(&assignments.collect::<Vec<_>>())
}
