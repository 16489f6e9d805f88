//! Judging positions: what a contest offers whose course can be followed as chances of winning.
//!
//! A judge looks at a position as a player would and says how likely each side is to win from there.
//! Followed through a trial, that gives its course: who led when, what was at stake at each decision,
//! what it cost. Chances are whole numbers of [`CERTAIN`], so that sums of them are exact.

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
    /// Position of the outcome with which it wins.
    pub outcome: usize,
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
    /// The judged chance of the actor's side behind the best action, of [`CERTAIN`].
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
pub struct Course {
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
    /// The chance of each side before each decision, of [`CERTAIN`]: `sides` entries a decision,
    /// which add up to [`CERTAIN`].
    pub chances: Vec<u32>,
    /// Who left for good: (position of the actor, turn), in order.
    pub departures: Vec<(u32, u32)>,
}

impl Course {
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
        self.departures.clear();
    }

    /// The chances before decision number `decision`, an entry a side.
    pub fn before(&self, decision: usize) -> &[u32] {
        &self.chances[decision * self.sides..][..self.sides]
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
    /// The player by whose evaluation positions are judged.
    fn judge(&self) -> &'static str;

    /// Those who may win, two or more.
    fn sides(&self) -> Vec<Side>;

    /// Those who act, and may leave, in the order of their sides.
    fn actors(&self) -> Vec<Actor>;

    /// Plays the trials of these numbers in order, the same that [`Play`](super::Play) counts, and
    /// shows the course of each to `see`, until it says false.
    fn appraise(&self, seed: u64, trials: Range<u64>, see: &mut dyn FnMut(u64, &Course) -> bool);
}

/// Scales judged chances, each of [`CERTAIN`] and by itself, so that they add up to it. What rounding
/// leaves goes to the highest, the first of equals; where nobody has any chance, all have the same.
pub fn share_out(chances: &mut [u32]) {
    if chances.iter().all(|&chance| chance == 0) {
        chances.fill(1);
    }
    let sum: u64 = chances.iter().map(|&chance| u64::from(chance)).sum();
    let mut left = CERTAIN;
    let mut highest = 0;
    for position in 0..chances.len() {
        let share = (u64::from(chances[position]) * u64::from(CERTAIN) / sum) as u32;
        chances[position] = share;
        left -= share;
        if share > chances[highest] {
            highest = position;
        }
    }
    if let Some(highest) = chances.get_mut(highest) {
        *highest += left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_keep_their_order() {
        for mut chances in [
            vec![3, 1],
            vec![CERTAIN, CERTAIN, CERTAIN],
            vec![0, 7],
            vec![0, 0, 0],
            vec![1, 2, 4],
        ] {
            let before = chances.clone();
            share_out(&mut chances);
            assert_eq!(chances.iter().sum::<u32>(), CERTAIN, "{before:?}");
            for (one, other) in (0..before.len()).zip(1..before.len()) {
                let kept = before[one].cmp(&before[other]).is_lt()
                    == chances[one].cmp(&chances[other]).is_lt();
                assert!(kept, "{before:?} {chances:?}");
            }
        }
        let mut quarter = [1_u32, 3];
        share_out(&mut quarter);
        assert_eq!(quarter, [CERTAIN / 4, CERTAIN / 4 * 3]);
    }
}
