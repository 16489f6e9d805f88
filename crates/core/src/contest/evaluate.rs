//! Position evaluation: the chances of winning along a contest.
//!
//! An evaluator estimates from a position how likely each side is to win with the contest's
//! players. Along a trial, these estimates show the leader at each time and the effect of dice.
//! Decisions are compared by the evaluation of a fixed player, the assessor. Chances are integers
//! in units of [`CERTAIN`], so that their sums are exact.

use std::ops::Range;

/// Chance of a certain win as an integer; the unit of all chances in this module.
pub const CERTAIN: u32 = 1 << 30;
/// Maximum difference from the best action at which an action counts as equally good: two
/// percentage points.
pub const NEAR: u32 = CERTAIN / 50;

/// A side that may win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedSide {
    /// Name of the side, such as `heroes`.
    pub name: String,
    /// Indices of the outcomes that count as a win.
    pub outcomes: Vec<usize>,
}

impl RatedSide {
    /// Returns sides with these names; side *i* wins with outcome *i*.
    pub fn each<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<Self> {
        let names = names.into_iter().enumerate();
        names
            .map(|(outcome, name)| Self {
                name: name.to_owned(),
                outcomes: vec![outcome],
            })
            .collect()
    }

    /// Returns two sides for a contest with `outcomes` outcomes: `name` wins with the first, and
    /// `failure` with all others.
    pub fn and_failure(name: &str, outcomes: usize) -> Vec<Self> {
        let side = |name: &str, outcomes: Vec<usize>| Self {
            name: name.to_owned(),
            outcomes,
        };
        vec![
            side(name, vec![0]),
            side("failure", (1..outcomes).collect()),
        ]
    }
}

/// A participant that makes decisions, or a group of equal ones that is reported together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActingSide {
    /// Name of the actor, such as `Dirk`.
    pub name: String,
    /// Index of its side.
    pub side: usize,
    /// Number of participants in the group.
    pub count: u32,
}

impl ActingSide {
    /// Returns the only actor of a contest, on the first side.
    pub fn alone(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            side: 0,
            count: 1,
        }
    }
}

/// Kind of a decision, by the number of actions about as good as the best one. Actions that differ
/// only in which of several equal targets they choose count once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecisionKind {
    /// No other action of at least two is within [`NEAR`] of the best one.
    Clear,
    /// At least one other action is within [`NEAR`] of the best one, and at least one is not. Between
    /// only two actions: the other one is not.
    Real,
    /// All actions are within [`NEAR`] of the best one, apart from leaving the contest.
    Idle,
}

/// A decision with its evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Number of the turn, from 1. A turn may have more than one decision, all by one actor.
    pub turn: u32,
    /// Index of the actor.
    pub actor: u32,
    /// Winning chance of the actor's side after the best action, in units of [`CERTAIN`], estimated
    /// by the [`assessor`](Evaluate::assessor).
    pub best: u32,
    /// Winning chance of the actor's side after the chosen action, estimated likewise; at most
    /// `best`.
    pub chosen: u32,
    /// Kind of the decision.
    pub choice: DecisionKind,
    /// True if dice were thrown after the action, before the next decision or the end.
    pub thrown: bool,
}

/// Evaluated decisions of a trial, reused for many trials.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trajectory {
    /// Index of the outcome.
    pub outcome: usize,
    /// Index of the winning side, if any.
    pub winner: Option<usize>,
    /// Number of turns.
    pub turns: u32,
    /// Number of sides.
    pub sides: usize,
    /// The decisions in order; every turn has at least one.
    pub decisions: Vec<Decision>,
    /// Evaluated chance of each side before each decision, in units of [`CERTAIN`], with `sides`
    /// entries per decision. The remainder is the chance of no winner.
    pub chances: Vec<u32>,
    /// Evaluated chance of each side after the chosen action, before any dice for it, in the layout
    /// of `chances`. It differs from the chance before the decision only for random choices.
    pub behind: Vec<u32>,
    /// Permanent departures of actors, in order: (index of the actor, turn).
    pub departures: Vec<(u32, u32)>,
}

impl Trajectory {
    /// Returns an empty trajectory for this number of sides.
    pub fn new(sides: usize) -> Self {
        Self {
            sides,
            ..Self::default()
        }
    }

    /// Clears the trajectory for the next trial, keeping the number of sides and the buffers.
    pub fn clear(&mut self) {
        (self.outcome, self.winner, self.turns) = (0, None, 0);
        self.decisions.clear();
        self.chances.clear();
        self.behind.clear();
        self.departures.clear();
    }

    /// Returns the chances before a decision, one entry per side.
    pub fn before(&self, decision: usize) -> &[u32] {
        &self.chances[decision * self.sides..][..self.sides]
    }

    /// Returns the chances after the action of a decision, one entry per side.
    pub fn behind(&self, decision: usize) -> &[u32] {
        &self.behind[decision * self.sides..][..self.sides]
    }

    /// Returns the chances before the first decision, after the opening throws. `None` without
    /// decisions.
    pub fn opening(&self) -> Option<&[u32]> {
        (!self.decisions.is_empty()).then(|| self.before(0))
    }

    /// Returns a side's chance at the end: 0 or [`CERTAIN`].
    pub fn end(&self, side: usize) -> u32 {
        if self.winner == Some(side) {
            CERTAIN
        } else {
            0
        }
    }

    /// Returns the indices of the first decisions of turns.
    pub fn turn_starts(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.decisions.len()).filter(|&decision| {
            decision == 0 || self.decisions[decision - 1].turn != self.decisions[decision].turn
        })
    }
}

/// A contest with a position evaluation.
pub trait Evaluate: Sync {
    /// Returns a description of the evaluation, as a clause: `64 play-outs by the same players`.
    fn evaluator(&self) -> String;

    /// Returns the player whose evaluation compares the actions of a decision.
    fn assessor(&self) -> &'static str;

    /// Returns whether the evaluation of a thousand trials is expensive.
    fn is_slow(&self) -> bool;

    /// Plays the trials with these numbers in order, with the same results as
    /// [`Play`](super::Play). Passes the trajectory of each trial to `see` until it returns false.
    fn evaluate_trials(
        &self,
        seed: u64,
        trials: Range<u64>,
        see: &mut dyn FnMut(u64, &Trajectory) -> bool,
    );
}
