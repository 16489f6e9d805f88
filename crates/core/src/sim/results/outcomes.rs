//! Shares of outcomes, and of trials that limits cut off.

use super::LEVEL;
use crate::contest::{
    Contest, ExactDistribution, MainFigure, Outcome, OutcomeOwner, Tally, clause,
};
use crate::stats::{
    AdjustedShare, Figure, FigureKind, FigureMethod, Interval, confidence_sequence,
    shares_of_whole, wilson,
};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// Share of one outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct OutcomeResult {
    /// Name of the outcome.
    pub name: String,
    /// Number of trials with this outcome; `None` for exact answers.
    pub count: Option<u64>,
    /// Share of all trials, or the answer of the solver; `None` without trials.
    pub share: Option<Figure>,
    /// Exact probability, if known.
    pub exact: Option<f64>,
    /// Clause that describes the outcome, such as `heroes win`.
    pub phrase: String,
    /// True if the outcome is shown even if it never occurred.
    pub always_shown: bool,
    /// Owner of the outcome.
    pub owner: OutcomeOwner,
}

impl OutcomeResult {
    pub(super) fn new(
        outcome: &Outcome,
        count: Option<u64>,
        share: Option<Figure>,
        exact: Option<f64>,
    ) -> Self {
        Self {
            name: outcome.name.clone(),
            count,
            share,
            exact,
            phrase: outcome.phrase.clone(),
            always_shown: outcome.always_shown,
            owner: outcome.owner,
        }
    }

    /// Returns the exact share if it is known, else that of the trials.
    pub fn best(&self) -> Option<Figure> {
        match self.share {
            Some(share) if share.is_exact() => Some(share),
            share => self
                .exact
                .map(|exact| Figure::exact(FigureKind::Share, exact))
                .or(share),
        }
    }

    /// Returns whether the outcome has only a name, and no clause of its own.
    pub fn is_only_named(&self) -> bool {
        self.phrase == Outcome::named(&self.name)
    }

    /// Returns the outcome as a clause for sentences about how often it occurs.
    pub fn clause(&self) -> String {
        clause(&self.name, &self.phrase)
    }

    /// Returns the share; without trials, not a number with the interval from 0 to 1.
    pub fn shown_share(&self) -> Figure {
        let none = Figure::share(0, 0, wilson(0, 0, LEVEL));
        self.share.unwrap_or(none)
    }
}

impl Serialize for OutcomeResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("count", &self.count)?;
        map.serialize_entry("share", &self.share.map(|share| share.value))?;
        let known = self.shown_share();
        for (name, field) in Figure::FIELDS {
            map.serialize_entry(name, &field(&known))?;
        }
        map.serialize_entry("exact", &self.exact)?;
        map.end()
    }
}

/// A limit of the file that cuts off trials.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CutOffShare {
    /// Key of the limit, such as `limit.rounds`.
    pub key: &'static str,
    /// Value of the limit.
    pub most: u32,
    /// Unit of the limit, as a plural, such as `rounds`.
    #[serde(skip)]
    pub unit: &'static str,
    /// Share of the trials that are cut off: exact, or an upper bound of the exact one, if the exact
    /// answer is known, else that of the trials.
    pub share: f64,
    /// Number of these trials, if the share is that of trials.
    pub count: Option<u64>,
}

/// Largest share of trials that are cut off without a word.
const NEGLIGIBLE_CUT: f64 = 1e-6;

/// Returns the limits of a contest that cut off a notable share.
pub(super) fn cut_off(
    contest: &dyn Contest,
    outcomes: &[OutcomeResult],
    exact: Option<&ExactDistribution>,
) -> Vec<CutOffShare> {
    let cutoffs = contest.description().cutoffs.iter();
    let shares = cutoffs.map(|cutoff| {
        let outcome = cutoff.outcome.map(|outcome| &outcomes[outcome]);
        let share = match outcome {
            Some(outcome) => outcome.best().map_or(0.0, |share| share.value),
            None => exact.map_or(0.0, |exact| exact.cut_off),
        };
        let counted = outcome.filter(|_| exact.is_none());
        CutOffShare {
            key: cutoff.key,
            most: cutoff.most,
            unit: cutoff.unit,
            share,
            count: counted.and_then(|outcome| outcome.count),
        }
    });
    shares.filter(|one| one.share > NEGLIGIBLE_CUT).collect()
}

/// Returns the share that a solver found, with its bound.
pub(super) fn solved_share(share: f64, bound: f64) -> Figure {
    Figure {
        interval: Interval::new((share - bound).max(0.0), (share + bound).min(1.0)),
        ..Figure::exact(FigureKind::Share, share)
    }
}

/// Returns the successes of a contest as one outcome, if its main figure adds up more than one.
/// `added` returns the number of their trials and their share.
pub(super) fn successes(
    contest: &dyn Contest,
    outcomes: &[OutcomeResult],
    added: impl Fn(&[&OutcomeResult]) -> (Option<u64>, Option<Figure>),
) -> Option<OutcomeResult> {
    let description = contest.description();
    let successes = description.added_successes()?;
    let MainFigure::Successes(indices) = &description.main else {
        return None;
    };
    let all: Vec<&OutcomeResult> = indices.iter().map(|&one| &outcomes[one]).collect();
    let exact: Option<f64> = all.iter().map(|one| one.exact).sum();
    let (count, share) = added(&all);
    let exact = exact.map(|exact| exact.min(1.0));
    Some(OutcomeResult::new(&successes, count, share, exact))
}

/// Returns the shares of the outcomes in trials; `None` without trials.
pub(super) fn sampled_shares(
    tally: &Tally,
    adjusted: Option<&[AdjustedShare]>,
    by_itself: bool,
) -> Vec<Option<Figure>> {
    let (trials, control) = (tally.trials(), tally.control());
    if trials == 0 {
        return vec![None; tally.outcomes().len()];
    }
    let whole = adjusted.map(shares_of_whole);
    let counts = tally.outcomes().iter().enumerate();
    let shares = counts.map(|(index, &count)| {
        let adjusted = adjusted.map(|shares| &shares[index]);
        let interval = match (adjusted, control) {
            (Some(share), Some(control)) if control.control.is_sequence() => {
                share.sequence(1.0 - LEVEL, control.bet())
            }
            (Some(share), _) => share.interval(LEVEL),
            (None, _) if by_itself => confidence_sequence(count, trials, 1.0 - LEVEL),
            (None, _) => wilson(count, trials, LEVEL),
        };
        let plain = Figure::share(count, trials, interval);
        let figure = match (adjusted, &whole) {
            (Some(share), Some(whole)) => Figure {
                method: FigureMethod::ControlVariate,
                value: whole[index],
                standard_error: Some((share.variances().1 / trials as f64).sqrt()),
                ..plain
            },
            _ if by_itself => Figure {
                method: FigureMethod::Sequence,
                ..plain
            },
            _ => plain,
        };
        Some(figure.containing_itself())
    });
    shares.collect()
}
