//! The player `expert`: takes the action after which a small trained network gives its side the
//! highest chance to win.
//!
//! - `network`: the network, in integer arithmetic; `pools`: pools by number.
//! - `table`: the features of a position.
//! - `evaluate`: the position after each action, as the difference of a few rows.
//! - `ahead`: lookahead by more than one decision.
//! - this module: the decisions.

mod ahead;
mod evaluate;
mod network;
mod pools;
mod table;

pub(in crate::combat) use ahead::estimate_action;
pub(super) use ahead::{cover_ahead, look_ahead};
pub use network::{CERTAIN, HIDDEN, Network, ROWS, WEIGHTS};
pub use table::{Earlier, odds_at, rivals, rows, rows_before};

use crate::combat::fight::Shield;
use crate::combat::shield::{CoverDie, CoverView};
use crate::combat::view::{Action, PolicyRandomness, View};
use evaluate::Evaluator;
use evenodds_core::dice::Dice;
use network::{LOST, WON};
use table::{MOST_RIVALS, Rivals};

/// Returns the action with the highest chance to win for the actor's side. Ties go to attacks, then
/// to supports, each by ascending face, then to changes of tactic, and then to one drawn by lot.
pub fn choose<D: Dice>(
    view: &View,
    network: &Network,
    randomness: &mut PolicyRandomness<D>,
) -> Action {
    if let Some(attack) = evaluate::winning_attack(view) {
        return attack;
    }
    let mut best = i32::MIN;
    let mut tied = [Action::Retreat; REMEMBERED];
    let mut count = 0;
    evaluate(view, network, |odds, action| {
        if odds > best {
            (best, tied[0], count) = (odds, action, 1);
        } else if odds == best && action.rank() == tied[0].rank() {
            if let Some(next) = tied.get_mut(count) {
                *next = action;
            }
            count += 1;
        }
    });
    if count <= 1 {
        return tied[0];
    }
    let drawn = randomness.choose(count as u32);
    match tied.get(drawn as usize) {
        Some(&action) => action,
        None => nth_of((best, tied[0]), drawn, view, network),
    }
}

/// Number of tied actions that are remembered; for others, all actions are evaluated again.
const REMEMBERED: usize = 4;

/// Returns the action of index `drawn` among those with the log odds and the rank of `best`.
#[cold]
fn nth_of(best: (i32, Action), mut drawn: u32, view: &View, network: &Network) -> Action {
    let mut chosen = best.1;
    evaluate(view, network, |odds, action| {
        if odds == best.0 && action.rank() == best.1.rank() {
            if drawn == 0 {
                chosen = action;
            }
            drawn = drawn.wrapping_sub(1);
        }
    });
    chosen
}

/// Calls `visit` with every action and the log odds of the actor's side after it, in the order of
/// [`View::actions`].
pub(in crate::combat) fn evaluate(view: &View, network: &Network, visit: impl FnMut(i32, Action)) {
    let (combat, fight) = view.table();
    let side = combat.combatants[view.actor()].side;
    let rivals = Rivals::of(combat, fight, side);
    match rivals.count() {
        1 => Evaluator::<1>::new(view, network, side, &rivals).evaluate(view, visit),
        2 => Evaluator::<2>::new(view, network, side, &rivals).evaluate(view, visit),
        3 | 4 => Evaluator::<4>::new(view, network, side, &rivals).evaluate(view, visit),
        _ => Evaluator::<MOST_RIVALS>::new(view, network, side, &rivals).evaluate(view, visit),
    }
}

/// Returns the Cover die that the target spends next, or `None` to spend no more: the option with
/// the highest chance to win for its side. Ties go to the first in the order of
/// [`CoverView::choices`], with `None` last.
pub(super) fn cover(attacked: &CoverView) -> Option<CoverDie> {
    let mut best = (i32::MIN, None);
    evaluate_cover(attacked, |odds, _, first| {
        if odds > best.0 {
            best = (odds, first);
        }
    });
    best.1
}

/// Calls `visit` with every set of Cover dice that may be spent, its first die, and the log odds of
/// the target's side after it; the empty set comes last.
fn evaluate_cover(attacked: &CoverView, visit: impl FnMut(i32, &Shield, Option<CoverDie>)) {
    let (combat, fight, shield) = attacked.table();
    let view = &View::new(combat, fight, shield.actor);
    evaluate_shield(view, Network::trained(), shield, visit);
}

/// Implements [`evaluate_cover`] for a network; `view` is that of the attacker.
fn evaluate_shield(
    view: &View,
    network: &Network,
    shield: &Shield,
    visit: impl FnMut(i32, &Shield, Option<CoverDie>),
) {
    let (combat, fight) = view.table();
    let side = combat.combatants[shield.target].side;
    let rivals = Rivals::of(combat, fight, side);
    match rivals.count() {
        1 => Evaluator::<1>::new(view, network, side, &rivals).evaluate_cover(shield, visit),
        2 => Evaluator::<2>::new(view, network, side, &rivals).evaluate_cover(shield, visit),
        3 | 4 => Evaluator::<4>::new(view, network, side, &rivals).evaluate_cover(shield, visit),
        _ => Evaluator::<MOST_RIVALS>::new(view, network, side, &rivals)
            .evaluate_cover(shield, visit),
    }
}

/// Converts log odds, such as those of [`odds_at`], to a chance in units of 1/[`CERTAIN`].
pub fn chance(network: &Network, odds: i32) -> u32 {
    match odds {
        WON => CERTAIN,
        LOST => 0,
        _ => network.chance(odds),
    }
}
