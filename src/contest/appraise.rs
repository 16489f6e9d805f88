//! Judging positions: what a contest offers whose course can be followed as chances of winning.
//!
//! A judge looks at a position and says how likely each side is to win from there, as those who play
//! go on to play. Followed through a trial, that gives its course: who led when, and what dice did.
//! What a decision was worth is said by a player, whose evaluation compares the actions there were.
//! Chances are whole numbers of [`CERTAIN`], so that sums of them are exact.

use std::ops::Range;

/// A certain win: the unit of all chances here.
pub const CERTAIN: u32 = 1 << 30;
/// Actions whose chances are within this of the best one's are as good as it: two points.
pub const NEAR: u32 = CERTAIN / 50;

/// One of those who may win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Its name, such as `heroes`.
    pub name: String,
    /// Positions of the outcomes with which it wins.
    pub outcomes: Vec<usize>,
}

impl Side {
    /// Returns sides of these names, each of which wins with the outcome at its own position.
    pub fn each<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<Self> {
        let names = names.into_iter().enumerate();
        names
            .map(|(outcome, name)| Self {
                name: name.to_owned(),
                outcomes: vec![outcome],
            })
            .collect()
    }

    /// Returns one who wins with the first of `outcomes` outcomes, and failure with all others.
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

/// One who acts, or several alike that are reported together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// Its name, such as `Dirk`.
    pub name: String,
    /// Position of its side.
    pub side: usize,
    /// How many they are.
    pub count: u32,
}

impl Actor {
    /// Returns the only one who acts, on the first side.
    pub fn alone(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            side: 0,
            count: 1,
        }
    }
}

/// How many of the actions at a decision are about as good as the best one. Actions that differ only
/// in which of several alike they are done to count once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// No other action is within [`NEAR`] of the best one.
    Clear,
    /// Another one is, and another one is not.
    Real,
    /// All are, leaving the contest of one's own accord aside: it does not matter what is done.
    Idle,
}

/// A decision, and what the judge thinks of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The turn that it belongs to, from 1. A turn may hold several decisions, always of one actor.
    pub turn: u32,
    /// Position of the actor.
    pub actor: u32,
    /// What the [`assessor`](Appraise::assessor) gives the actor's side behind the best action, of
    /// [`CERTAIN`].
    pub best: u32,
    /// The same behind the action that was chosen; at most `best`.
    pub chosen: u32,
    /// How many other actions are about as good as the best one.
    pub choice: Choice,
    /// Whether dice were thrown behind the action, before the next decision or the end.
    pub thrown: bool,
}

/// The course of one trial as the judge saw it. Made once and used for many trials.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trajectory {
    /// Position of the outcome.
    pub outcome: usize,
    /// Position of the side that won, where one did.
    pub winner: Option<usize>,
    /// How many turns it had.
    pub turns: u32,
    /// How many sides there are.
    pub sides: usize,
    /// The decisions in order; every turn has one at least.
    pub decisions: Vec<Decision>,
    /// The judged chance of each side before each decision, of [`CERTAIN`]: `sides` entries a
    /// decision. What they leave of [`CERTAIN`] is the chance that nobody wins.
    pub chances: Vec<u32>,
    /// The same behind the chosen action, before any dice are thrown for it. It differs from the
    /// chance before only where those who decide leave something to luck of their own.
    pub behind: Vec<u32>,
    /// Who left for good: (position of the actor, turn), in order.
    pub departures: Vec<(u32, u32)>,
}

impl Trajectory {
    /// An empty course for so many sides.
    pub fn new(sides: usize) -> Self {
        Self {
            sides,
            ..Self::default()
        }
    }

    /// Forgets the trial.
    pub fn clear(&mut self) {
        (self.outcome, self.winner, self.turns) = (0, None, 0);
        self.decisions.clear();
        self.chances.clear();
        self.behind.clear();
        self.departures.clear();
    }

    /// The chances before decision number `decision`, an entry a side.
    pub fn before(&self, decision: usize) -> &[u32] {
        &self.chances[decision * self.sides..][..self.sides]
    }

    /// The chances behind the action of decision number `decision`, an entry a side.
    pub fn behind(&self, decision: usize) -> &[u32] {
        &self.behind[decision * self.sides..][..self.sides]
    }

    /// The chances before the first decision: what the opening throws left. None where nobody
    /// decided anything.
    pub fn opening(&self) -> Option<&[u32]> {
        (!self.decisions.is_empty()).then(|| self.before(0))
    }

    /// What a side's chance has become in the end: 0 or [`CERTAIN`].
    pub fn end(&self, side: usize) -> u32 {
        if self.winner == Some(side) {
            CERTAIN
        } else {
            0
        }
    }

    /// The positions of the decisions that begin a turn.
    pub fn turn_starts(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.decisions.len()).filter(|&decision| {
            decision == 0 || self.decisions[decision - 1].turn != self.decisions[decision].turn
        })
    }
}

/// A contest whose positions can be judged.
pub trait Appraise: Sync {
    /// How positions are judged, as a clause: `64 play-outs by these very players`.
    fn judge(&self) -> String;

    /// The player by whose evaluation decisions are compared with what else there was to do.
    fn assessor(&self) -> &'static str;

    /// Whether judging a thousand trials takes long.
    fn is_slow(&self) -> bool;

    /// Those who may win, two or more.
    fn sides(&self) -> Vec<Side>;

    /// Those who act, and may leave, in the order of their sides.
    fn actors(&self) -> Vec<Actor>;

    /// Plays the trials of these numbers in order, the same that [`Play`](super::Play) counts, and
    /// shows the course of each to `see`, until it says false.
    fn appraise(
        &self,
        seed: u64,
        trials: Range<u64>,
        see: &mut dyn FnMut(u64, &Trajectory) -> bool,
    );
}
