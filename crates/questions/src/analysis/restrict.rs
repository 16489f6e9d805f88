//! Worth of the options of a side: the change of its chance when one option is forbidden, or is the
//! only one left.
//!
//! Each restriction is a change of the scenario, compared with the unrestricted one as by `compare`:
//! on common random numbers, by confidence sequences, or exactly where both are solved. The players
//! are those of the scenario; where they are optimal, they play as well as they can without the
//! option. The verdicts are corrected together by Holm's procedure.

use super::advise::is_below;
use super::compare::{
    CompareError, ComparePlan, ComparedFigure, Comparison, Difference, RequestedFigure,
    alpha_of_each, compare, correct_together, lead_figure,
};
use super::study::affordable_at;
use super::{ALPHA, MARGIN, SEED};
use crate::contest::ConfiguredPlayers;
use crate::document::{Restriction, distinct, unknown};
use crate::scenario::{LoadError, Quantity, Scenario};
use crate::sim::{Progress, ScenarioIdentity, StopReason};
use std::collections::HashSet;

/// Maximum number of restrictions.
pub const MOST_RESTRICTIONS: usize = 200;
/// Loss of a share from which an option is a must-have.
pub const MUST_HAVE: f64 = 0.1;
/// Default half-width of the interval of a difference of shares at which trials end.
pub const RESTRICT_PRECISION: f64 = 0.02;
/// Time budget of all restrictions on two cores, in seconds.
const SECONDS: u64 = 30;
/// Upper bound on the default number of trials of a restriction.
const MOST_TRIALS: u64 = 1_000_000;

/// Settings of a test of options.
#[derive(Clone, Debug, PartialEq)]
pub struct RestrictPlan {
    /// Side whose options are tested; `None` for the first.
    pub side: Option<String>,
    /// Only options with a path that begins with one of these; all if empty.
    pub only: Vec<String>,
    /// Largest difference of shares that does not matter.
    pub margin: f64,
    /// Half-width of intervals at which trials end.
    pub precision: f64,
    /// Probability that any of the verdicts is wrong.
    pub alpha: f64,
    /// Limit on the trials of each restriction; `None` for as many as take half a minute together.
    pub most: Option<u64>,
    /// The random seed, 0 to 2^63 - 1.
    pub seed: u64,
    /// Number of worker threads; 0 for one per core.
    pub threads: usize,
}

/// The defaults of `restrict`, with random seed 1, on all cores.
impl Default for RestrictPlan {
    fn default() -> Self {
        Self {
            side: None,
            only: Vec::new(),
            margin: MARGIN,
            precision: RESTRICT_PRECISION,
            alpha: ALPHA,
            most: None,
            seed: SEED,
            threads: 0,
        }
    }
}

/// Error of a test of options.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RestrictError {
    /// There is no such side.
    #[error("{0}")]
    Side(String),
    /// No option belongs to a side.
    #[error("no option belongs to a side; leave out --side to forbid those of the contest")]
    NoSides,
    /// The side has no options.
    #[error(
        "{0} has nothing that can be forbidden: no choices, and no Classes, helpers or items that may be left out"
    )]
    Nothing(String),
    /// No option has one of the paths.
    #[error(
        "{0} has no option below {1}; `restrict` without --only lists all, and -f json their paths"
    )]
    NothingBelow(String, String),
    /// There are too many options.
    #[error(
        "{0} options are too many; expected at most {MOST_RESTRICTIONS}: select a part with --only PATH"
    )]
    TooMany(usize),
    /// The contest has no figure to compare.
    #[error("{0}")]
    Figure(#[from] CompareError),
    /// The file of the scenario cannot be read again.
    #[error("{0}")]
    Unreadable(LoadError),
}

/// Worth of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// A loss without the option that is proven to be at least [`MUST_HAVE`].
    MustHave,
    /// Another loss without the option.
    Useful,
    /// The same chance with and without the option, within the margin.
    Dead,
    /// A gain without the option.
    Hinders,
    /// A change of a figure of which it is not known whether the side wants it high or low.
    Matters,
    /// Undecided: the trials were too few.
    Undecided,
}

impl Worth {
    /// Returns the name in results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MustHave => "must_have",
            Self::Useful => "useful",
            Self::Dead => "dead",
            Self::Hinders => "hinders",
            Self::Matters => "matters",
            Self::Undecided => "undecided",
        }
    }
}

/// An option with the effect of its restriction.
#[derive(Clone, Debug, PartialEq)]
pub struct RestrictedOption {
    /// The restriction.
    pub restriction: Restriction,
    /// The scenario against the restricted one.
    pub comparison: Comparison,
    /// True if the side is known to want a high figure.
    pub is_wanted: bool,
}

impl RestrictedOption {
    /// Returns the compared figure.
    pub fn figure(&self) -> Option<&ComparedFigure> {
        let mut figures = self.comparison.figures.iter();
        figures.find(|one| one.verdict.is_some())
    }

    /// Returns the worth of the option, or that of all other options if it is the only one left.
    pub fn worth(&self) -> Worth {
        let Some(figure) = self.figure() else {
            return Worth::Undecided;
        };
        let difference = figure.difference;
        match figure.verdict {
            Some(Difference::Within) => Worth::Dead,
            Some(Difference::Different) if !self.is_wanted => Worth::Matters,
            Some(Difference::Different) if difference.value > 0.0 => Worth::Hinders,
            Some(Difference::Different)
                if difference.is_share() && difference.interval.high <= -MUST_HAVE =>
            {
                Worth::MustHave
            }
            Some(Difference::Different) => Worth::Useful,
            _ => Worth::Undecided,
        }
    }
}

/// Result of a test of options.
#[derive(Clone, Debug, PartialEq)]
pub struct RestrictedOptions {
    /// The scenario without restrictions.
    pub scenario: ScenarioIdentity,
    /// The side; `None` in a contest without sides.
    pub side: Option<String>,
    /// The players of the scenario, as a phrase; may be empty.
    pub players: ConfiguredPlayers,
    /// The random seed.
    pub seed: u64,
    /// Probability that any verdict is wrong.
    pub alpha: f64,
    /// All options, those with the largest effect first.
    pub options: Vec<RestrictedOption>,
    /// Restrictions that the file does not accept.
    pub refused: Vec<Restriction>,
}

/// Compares the scenario with each restriction of a side. Calls `finished` with the number of
/// finished restrictions and their total, at the start and after each. Returns `None` if `progress`
/// cancelled it.
///
/// # Errors
/// Fails if the side is unknown or has no options, or the contest has no figure to compare.
pub fn restrict(
    scenario: &Scenario,
    plan: &RestrictPlan,
    progress: &dyn Progress,
    finished: &dyn Fn(usize, usize),
) -> Result<Option<RestrictedOptions>, RestrictError> {
    let contest = scenario.contest.as_ref();
    let side = side(scenario, plan.side.as_deref())?;
    let mut refused = Vec::new();
    let mut variants = Vec::new();
    let mut seen = HashSet::from([scenario.hash.clone()]);
    for restriction in of_side(scenario, side.as_deref(), &plan.only) {
        match scenario.varied(std::slice::from_ref(&restriction.assignment)) {
            Ok(variant) if seen.insert(variant.hash.clone()) => {
                variants.push((restriction, variant));
            }
            Ok(_) => {}
            Err(LoadError::Faults(_)) => refused.push(restriction),
            Err(other) => return Err(RestrictError::Unreadable(other)),
        }
    }
    match variants.len() {
        0 => {
            let owner = side.unwrap_or_else(|| "the contest".to_owned());
            return Err(match &plan.only[..] {
                [] => RestrictError::Nothing(owner),
                only => RestrictError::NothingBelow(owner, only.join(", ")),
            });
        }
        count if count > MOST_RESTRICTIONS => return Err(RestrictError::TooMany(count)),
        _ => {}
    }
    let count = variants.len();
    let usual = || {
        // Each trial plays two contests.
        let of_all = contest.cost().per_trial.saturating_mul(2 * count as u64);
        affordable_at(of_all, SECONDS, (1_000, MOST_TRIALS))
    };
    let (figures, is_wanted) = figure(scenario, side.as_deref(), plan.margin);
    let plan_of_each = ComparePlan {
        figures,
        margin: plan.margin,
        precision: Some(plan.precision),
        alpha: alpha_of_each(plan.alpha, count),
        most: Some(plan.most.unwrap_or_else(usual)),
        seed: plan.seed,
        threads: plan.threads,
        chunk: None,
    };
    let mut comparisons = Vec::new();
    let mut restrictions = Vec::new();
    // `count` does not include the restrictions that the file does not accept.
    let unread = refused.len();
    finished(0, count);
    for (restriction, variant) in variants {
        let changes = std::slice::from_ref(&restriction.assignment);
        let compared = match compare((scenario, &variant), changes, &plan_of_each, progress) {
            Ok(compared) => compared,
            // The contest without the option lacks the figure.
            Err(CompareError::Figures(_) | CompareError::NothingInCommon(..)) => {
                refused.push(restriction);
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        if compared.stopped == StopReason::Interrupted {
            return Ok(None);
        }
        comparisons.push(compared);
        restrictions.push(restriction);
        finished(comparisons.len() + refused.len() - unread, count);
    }
    if comparisons.is_empty() {
        return Err(RestrictError::Nothing(
            side.unwrap_or_else(|| "the contest".to_owned()),
        ));
    }
    correct_together(&mut comparisons, plan.alpha);
    let options = restrictions.into_iter().zip(comparisons);
    let options = options.map(|(restriction, comparison)| RestrictedOption {
        restriction,
        comparison,
        is_wanted,
    });
    let mut options: Vec<RestrictedOption> = options.collect();
    let size = |one: &RestrictedOption| one.figure().map_or(0.0, |one| one.difference.value.abs());
    // The sort is stable, so equal effects keep the order of the file.
    options.sort_by(|one, other| size(other).total_cmp(&size(one)));
    Ok(Some(RestrictedOptions {
        scenario: scenario.identity(),
        side,
        players: contest.players(),
        seed: plan.seed,
        alpha: plan.alpha,
        options,
        refused,
    }))
}

/// Returns the side with this name, else the one that the main figure is about, else the first one;
/// `None` in a contest in which no option belongs to a side.
fn side(scenario: &Scenario, name: Option<&str>) -> Result<Option<String>, RestrictError> {
    let contest = scenario.contest.as_ref();
    let all = scenario.restrictions();
    let mut sides = sides(scenario);
    sides.retain(|side| {
        let is_own = |one| owner(one, std::slice::from_ref(side)).is_some();
        all.iter().any(is_own)
    });
    let Some(name) = name else {
        let main = Quantity::main_share(contest).map(|main| main.name());
        let is_main = |side: &&String| Some(&***side) == main.as_deref();
        return Ok(sides.iter().find(is_main).or(sides.first()).cloned());
    };
    if sides.iter().any(|side| side == name) {
        return Ok(Some(name.to_owned()));
    }
    if sides.is_empty() {
        return Err(RestrictError::NoSides);
    }
    let known: Vec<&str> = sides.iter().map(String::as_str).collect();
    Err(RestrictError::Side(unknown("side", name, &known)))
}

/// Returns the names of all sides and seats.
fn sides(scenario: &Scenario) -> Vec<String> {
    let rated = scenario.contest.description().sides.iter();
    let rated = rated.map(|side| side.name.clone());
    let seats = scenario.seats.iter().map(|seat| seat.name.clone());
    distinct(rated.chain(seats))
}

/// Returns the side among these to which an option belongs.
fn owner<'a>(restriction: &'a Restriction, sides: &'a [String]) -> Option<&'a String> {
    let by = restriction.by.iter().chain(&restriction.owners);
    let mut known = by.filter_map(|name| sides.iter().find(|side| *side == name));
    known.next()
}

/// Returns the restrictions of a side; those that belong to none in a contest without sides.
fn of_side(scenario: &Scenario, side: Option<&str>, only: &[String]) -> Vec<Restriction> {
    let sides = sides(scenario);
    let mut all = scenario.restrictions();
    all.retain(|one| {
        // Neither a side nor a scene is an option: without one, the contest is a different one.
        let is_side = one.owners.is_empty() && sides.contains(&one.option);
        let is_scene = is_below(&one.assignment, "scene");
        let is_own = owner(one, &sides).map(String::as_str) == side;
        let is_named = only.is_empty() || only.iter().any(|path| is_below(&one.assignment, path));
        !is_side && !is_scene && is_own && is_named
    });
    all
}

/// Returns the share that the side wins, if it has an outcome of its own, else the main figure; and
/// whether the side wants it to be high.
fn figure(scenario: &Scenario, side: Option<&str>, margin: f64) -> (Vec<RequestedFigure>, bool) {
    let contest = scenario.contest.as_ref();
    let sides = &contest.description().sides;
    let rated = sides.iter().find(|one| Some(one.name.as_str()) == side);
    if let Some(&[outcome]) = rated.map(|one| &one.outcomes[..]) {
        let own = RequestedFigure {
            name: contest.outcomes()[outcome].name.clone(),
            margin: Some(margin),
        };
        return (vec![own], true);
    }
    let main = lead_figure((scenario, scenario), margin);
    // Without sides, the main share is that of success.
    let is_share = main.iter().all(|one| one.margin.is_some());
    (main, side.is_none() && is_share)
}

#[cfg(test)]
mod tests;
