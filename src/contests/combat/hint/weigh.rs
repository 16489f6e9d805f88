//! What every action is worth: exactly in duels, else as `expert` sees it who looks some decisions ahead,
//! or by play-outs.

use super::left::Left;
use crate::contest::{CERTAIN, Describe, Effort, HintBy, HintPlan, Played, PlayedOut, parallel};
use crate::contests::combat::appraise::{Effect, effect};
use crate::contests::combat::duel;
use crate::contests::combat::perfect::{Seat, Solver, UNRESOLVED, first_best};
use crate::contests::combat::players::{Thought, expert};
use crate::contests::combat::playouts::Playouts;
use crate::contests::combat::view::{Action, View};
use std::cmp::{Ordering, Reverse};

/// How `expert` looks ahead: so many decisions, and so often where dice are thrown. With fewer of either its
/// first choice is further from the best one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foresight {
    pub(super) depth: u32,
    pub(super) samples: u64,
}

/// For somebody who waits for a hint.
pub(super) const CAREFUL: Foresight = Foresight {
    depth: 6,
    samples: 256,
};
/// For all decisions of a story.
pub(super) const BRISK: Foresight = Foresight {
    depth: 5,
    samples: 64,
};
/// Number of actions, in fights of fewer than 2 × [`CROWD`] combatants, above which each is played on less often.
const MANY: u64 = 64;
/// Number of combatants at which a decision counts as one unit of cost; larger fights count proportionally.
const CROWD: u64 = 16;
/// The fewest samples.
const FEWEST: u64 = 8;

impl Foresight {
    /// Returns how far [`judged`] looks ahead from a position.
    pub(super) fn at(self, view: &View) -> Self {
        self.bounded(distinct(view).len() as u64, view)
    }

    /// Returns how far to look ahead from a position with that number of different actions: with fewer samples where
    /// there are many, and by one decision only where the fewest samples would still cost more than all samples usually
    /// do.
    fn bounded(self, actions: u64, view: &View) -> Self {
        let combatants = view.table().0.combatants.len() as u64;
        let many = (actions * (combatants / CROWD).max(1)).div_ceil(MANY);
        let samples = (self.samples / many).max(FEWEST.min(self.samples));
        if many * FEWEST > self.samples {
            Self { depth: 1, samples }
        } else {
            Self { samples, ..self }
        }
    }
}

/// What an action is worth to the side of the one who acts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Worth {
    /// The action, and others that differ from it only in which of several alike they are done to.
    pub(super) action: Action,
    pub(super) alike: Vec<Action>,
    /// The chance to win.
    pub(super) wins: f64,
    /// The chance that nobody wins, where that is known.
    pub(super) nobody: f64,
    /// How it fared, where it was played out.
    pub(super) played: Option<Played>,
}

impl Worth {
    pub(super) fn score(&self) -> f64 {
        self.wins + self.nobody / 2.0
    }

    /// Whether that is the action, or one like it.
    pub(super) fn has(&self, action: Action) -> bool {
        self.action == action || self.alike.contains(&action)
    }
}

/// All actions of one who has the turn, the best first; of equals in a duel the one that `optimal` takes.
pub(super) fn weigh(
    left: &Left,
    actor: usize,
    plan: &HintPlan,
    foresight: Foresight,
) -> (HintBy, Vec<Worth>) {
    let view = View::new(&left.combat, &left.fight, actor);
    if let Some(count) = plan.playouts {
        return (HintBy::Played(count), played(left, &view, count, plan.seed));
    }
    if duel::check(&left.combat).is_ok() {
        return (HintBy::Solved, solved(left, &view));
    }
    if plan.quick {
        return (HintBy::Judged, judged(left, &view, foresight));
    }
    let count = usual_playouts(left, &view);
    (HintBy::Played(count), played(left, &view, count, plan.seed))
}

/// Returns the number of play-outs of each action that take about a second on two cores, by the cost estimate of what is
/// left of the fight: 100 to 10,000, in hundreds.
fn usual_playouts(left: &Left, view: &View) -> u32 {
    let actions = distinct(view).len() as u64;
    let each = left.combat.effort().trial.max(1).saturating_mul(actions);
    ((Effort::SECOND / each).clamp(100, 10_000) / 100 * 100) as u32
}

/// All actions, those that are alike as one.
fn distinct(view: &View) -> Vec<(Action, Vec<Action>)> {
    let (combat, fight) = view.table();
    let mut distinct: Vec<(Effect, (Action, Vec<Action>))> = Vec::new();
    for action in view.actions() {
        let effect = effect(combat, fight, view.actor(), action);
        match distinct.iter_mut().find(|(known, _)| *known == effect) {
            Some((_, (_, alike))) => alike.push(action),
            None => distinct.push((effect, (action, Vec::new()))),
        }
    }
    distinct.into_iter().map(|(_, actions)| actions).collect()
}

/// By the solver of duels.
fn solved(left: &Left, view: &View) -> Vec<Worth> {
    let side = left.combat.combatants[view.actor()].side;
    let actions = distinct(view);
    let first: Vec<Action> = actions.iter().map(|&(action, _)| action).collect();
    let shares = Solver::new(&left.combat, [Seat::Perfect; 2]).weigh(view, &first);
    let best = first_best(&shares, side);
    let worth = actions.into_iter().zip(&shares);
    let mut worth: Vec<Worth> = worth
        .map(|((action, alike), shares)| Worth {
            action,
            alike,
            wins: shares[side].clamp(0.0, 1.0),
            nobody: (shares[2] + shares[UNRESOLVED]).clamp(0.0, 1.0),
            played: None,
        })
        .collect();
    // What differs by rounding alone is equal, and then the first one is taken.
    worth[..=best].rotate_right(1);
    if let Some((_, others)) = worth.split_first_mut() {
        others.sort_by(|one, other| other.score().total_cmp(&one.score()));
    }
    worth
}

/// By the judgement of `expert`. Of those that are as good against the players of the file, that one comes
/// first which is the best against experts: simple opponents forgive much.
pub(super) fn judged(left: &Left, view: &View, foresight: Foresight) -> Vec<Worth> {
    let actions = distinct(view);
    let Foresight { depth, samples } = foresight.bounded(actions.len() as u64, view);
    let mut thought = Thought::new(&left.combat);
    let ahead = (depth, samples);
    let mut worth: Vec<Worth> = actions
        .into_iter()
        .map(|(action, alike)| Worth {
            action,
            alike,
            wins: share(expert::foresee(ahead, view, action, &mut thought)),
            nobody: 0.0,
            played: None,
        })
        .collect();
    rank(&mut worth, view);
    let equal = worth
        .iter()
        .take_while(|one| one.wins >= worth[0].wins)
        .count();
    if equal > 1 {
        let experts = left.among_experts();
        let view = View::new(&experts.combat, &experts.fight, view.actor());
        let mut thought = Thought::new(&experts.combat);
        worth[..equal].sort_by_cached_key(|one| {
            Reverse(expert::foresee(ahead, &view, one.action, &mut thought))
        });
    }
    worth
}

/// A chance as a share.
fn share(chance: u32) -> f64 {
    f64::from(chance) / f64::from(CERTAIN)
}

/// By play-outs, on the same luck for each action.
pub(super) fn played(left: &Left, view: &View, count: u32, seed: u64) -> Vec<Worth> {
    let side = left.combat.combatants[view.actor()].side;
    let actions = distinct(view);
    let outcomes = parallel::map(actions.len(), |index, playouts: &mut Option<Playouts>| {
        let playouts = playouts.get_or_insert_with(|| Playouts::new(&left.combat, count));
        playouts.reseed(seed);
        let mut outcomes = Vec::with_capacity(count as usize);
        playouts.play_each(view, Some(actions[index].0), |won| {
            outcomes.push(PlayedOut::of(won, side) as u8);
        });
        outcomes
    });
    let worth = actions.into_iter().zip(outcomes);
    let mut worth: Vec<(Worth, Vec<u8>)> = worth
        .map(|((action, alike), outcomes)| {
            let worth = Worth {
                action,
                alike,
                wins: PlayedOut::Won.share(&outcomes),
                nobody: PlayedOut::Nobody.share(&outcomes),
                played: None,
            };
            (worth, outcomes)
        })
        .collect();
    worth.sort_by(|(one, _), (other, _)| better_first(one, other, view));
    let (mut worth, outcomes): (Vec<Worth>, Vec<Vec<u8>>) = worth.into_iter().unzip();
    for (one, played) in worth.iter_mut().zip(Played::all(&outcomes)) {
        one.played = Some(played);
    }
    worth
}

/// The best first; of equals those last that take nothing from anybody: nobody wants to be told those.
fn rank(worth: &mut [Worth], view: &View) {
    worth.sort_by(|one, other| better_first(one, other, view));
}

fn better_first(one: &Worth, other: &Worth, view: &View) -> Ordering {
    let wastes = |one: &Worth| match one.action {
        Action::Attack { face, target } => view.pool(target).lowest() > face,
        _ => false,
    };
    let better = other.score().total_cmp(&one.score());
    better.then_with(|| wastes(one).cmp(&wastes(other)))
}
