//! What every action is worth: exactly in duels, else as `expert` sees it who looks some decisions ahead,
//! or by play-outs.

use super::left::Left;
use crate::contest::{CERTAIN, HintBy, HintPlan, parallel};
use crate::contests::combat::duel;
use crate::contests::combat::perfect::{Seat, Solver, UNRESOLVED, first_best};
use crate::contests::combat::players::{Thought, expert};
use crate::contests::combat::playouts::Playouts;
use crate::contests::combat::view::{Action, View};

/// How far `expert` looks, and how often it plays on a choice that throws dice.
pub(super) const DEPTH: u32 = 3;
pub(super) const SAMPLES: u64 = 256;

/// What an action is worth to the side of the one who acts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Worth {
    pub(super) action: Action,
    /// The chance to win.
    pub(super) wins: f64,
    /// The chance that nobody wins, where that is known.
    pub(super) nobody: f64,
    /// How many play-outs were won, where it was played out.
    pub(super) won: Option<u64>,
}

impl Worth {
    fn score(&self) -> f64 {
        self.wins + self.nobody / 2.0
    }
}

/// All actions of one who has the turn, the best first; of equals the first in the order of
/// [`View::actions`].
pub(super) fn weigh(left: &Left, actor: usize, plan: &HintPlan) -> (HintBy, Vec<Worth>) {
    let view = View::new(&left.combat, &left.fight, actor);
    if let Some(count) = plan.playouts {
        return (HintBy::Played(count), played(left, &view, count, plan.seed));
    }
    if duel::check(&left.combat).is_ok() {
        return (HintBy::Solved, solved(left, &view));
    }
    (HintBy::Judged, judged(left, &view, DEPTH, SAMPLES))
}

/// By the solver of duels.
fn solved(left: &Left, view: &View) -> Vec<Worth> {
    let side = left.combat.combatants[view.actor()].side;
    let weighed = Solver::new(&left.combat, [Seat::Perfect; 2]).weigh(view);
    let shares: Vec<_> = weighed.iter().map(|&(_, shares)| shares).collect();
    let best = first_best(&shares, side);
    let worth = weighed.iter().map(|&(action, shares)| Worth {
        action,
        wins: shares[side].clamp(0.0, 1.0),
        nobody: (shares[2] + shares[UNRESOLVED]).clamp(0.0, 1.0),
        won: None,
    });
    let mut worth: Vec<Worth> = worth.collect();
    // What differs by rounding alone is equal, and then the first one is taken.
    worth[..=best].rotate_right(1);
    if let Some((_, others)) = worth.split_first_mut() {
        others.sort_by(|one, other| other.score().total_cmp(&one.score()));
    }
    worth
}

/// By the judgement of `expert`.
pub(super) fn judged(left: &Left, view: &View, depth: u32, samples: u64) -> Vec<Worth> {
    let mut worth = Vec::new();
    let mut thought = Thought::new(&left.combat);
    expert::foresee((depth, samples), view, &mut thought, |chance, action| {
        worth.push(Worth {
            action,
            wins: f64::from(chance) / f64::from(CERTAIN),
            nobody: 0.0,
            won: None,
        });
    });
    worth.sort_by(|one, other| other.wins.total_cmp(&one.wins));
    worth
}

/// By play-outs, on the same luck for each action.
pub(super) fn played(left: &Left, view: &View, count: u32, seed: u64) -> Vec<Worth> {
    let side = left.combat.combatants[view.actor()].side;
    let actions: Vec<Action> = view.actions().collect();
    let mut worth = parallel::map(actions.len(), |index, playouts: &mut Option<Playouts>| {
        let action = actions[index];
        let playouts = playouts.get_or_insert_with(|| Playouts::new(&left.combat, count));
        playouts.reseed(seed);
        let won = u64::from(playouts.count_wins(view, Some(action))[side]);
        Worth {
            action,
            wins: won as f64 / f64::from(count.max(1)),
            nobody: 0.0,
            won: Some(won),
        }
    });
    worth.sort_by_key(|one| std::cmp::Reverse(one.won));
    worth
}
