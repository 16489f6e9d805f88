//! Position evaluation: the course of a contest as chances of winning.
//!
//! An evaluator estimates from a position how likely each side is to win with the contest's
//! players. Along a trial, that shows who led when, and the effect of the dice. The value of a
//! decision comes from a player whose evaluation compares the possible actions. Chances are
//! integers in units of [`CERTAIN`], so that their sums are exact.

use std::ops::Range;

/// A certain win: the unit of all chances in this module.
pub const CERTAIN: u32 = 1 << 30;
/// Tolerance of equally good actions: within two percentage points of the best one.
pub const NEAR: u32 = CERTAIN / 50;

/// A side that may win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedSide {
    /// Its name, such as `heroes`.
    pub name: String,
    /// Indices of the outcomes that it wins with.
    pub outcomes: Vec<usize>,
}

impl RatedSide {
    /// Returns sides with these names, each winning with the outcome at its own index.
    pub fn each<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<Self> {
        let names = names.into_iter().enumerate();
        names
            .map(|(outcome, name)| Self {
                name: name.to_owned(),
                outcomes: vec![outcome],
            })
            .collect()
    }

    /// Returns a side that wins with the first of `outcomes` outcomes, and `failure`, which wins
    /// with all others.
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

/// A participant that acts, or a group of equal ones that is reported together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActingSide {
    /// Its name, such as `Dirk`.
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
/// only in which of some equal targets they have count once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecisionKind {
    /// No other action is within [`NEAR`] of the best one.
    Clear,
    /// At least one other action is, and at least one is not.
    Real,
    /// All actions are, apart from leaving the contest voluntarily.
    Idle,
}

/// A decision with its evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Its turn, from 1. A turn may have more than one decision, all by one actor.
    pub turn: u32,
    /// Index of the actor.
    pub actor: u32,
    /// Chance of the actor's side after the best action, by the [`assessor`](Evaluate::assessor),
    /// in units of [`CERTAIN`].
    pub best: u32,
    /// The same after the chosen action; at most `best`.
    pub chosen: u32,
    /// Kind of the decision.
    pub choice: DecisionKind,
    /// Whether dice were thrown after the action, before the next decision or the end.
    pub thrown: bool,
}

/// The evaluated course of one trial. The buffers are reused for many trials.
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
    /// The evaluated chance of each side before each decision, in units of [`CERTAIN`]: `sides`
    /// entries per decision. The remainder to [`CERTAIN`] is the chance of no winner.
    pub chances: Vec<u32>,
    /// The same after the chosen action, before any dice are thrown for it. It differs from the
    /// chance before only if the player's choice is random.
    pub behind: Vec<u32>,
    /// Actors that left for good: (index of the actor, turn), in order.
    pub departures: Vec<(u32, u32)>,
}

impl Trajectory {
    /// Returns an empty course for this number of sides.
    pub fn new(sides: usize) -> Self {
        Self {
            sides,
            ..Self::default()
        }
    }

    /// Clears the course for the next trial.
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

    /// Returns the indices of the decisions that begin a turn.
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

    /// Returns whether evaluating a thousand trials takes long.
    fn is_slow(&self) -> bool;

    /// Returns the sides that may win, two or more.
    fn sides(&self) -> Vec<RatedSide>;

    /// Returns the actors, which may leave, in the order of their sides.
    fn actors(&self) -> Vec<ActingSide>;

    /// Plays the trials with these numbers in order, the same as [`Play`](super::Play), and passes
    /// the course of each to `see` until it returns false.
    fn evaluate_trials(
        &self,
        seed: u64,
        trials: Range<u64>,
        see: &mut dyn FnMut(u64, &Trajectory) -> bool,
    );
}
