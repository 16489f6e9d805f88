//! The player that has learnt what a fight is worth: it takes the action after which its side's
//! chance of winning is the best, by the judgement of a small network.
//!
//! - `network`: the judgement, in whole numbers; `pools`: pools by number.
//! - `table`: what the network is shown of a fight.
//! - `judge`: what an action changes; `after`: the same by the engine, where reinforcements come.
//! - `basic`: the same for fights of two sides without optional rules.
//! - `ahead`: looking further than one action.
//! - here: the decisions.

mod after;
mod ahead;
mod basic;
mod judge;
mod network;
mod pools;
mod table;

pub(in crate::contests::combat) use ahead::foresee;
pub(super) use ahead::{cover_ahead, look_ahead};
pub(in crate::contests::combat) use basic::Shape;
pub use network::{CERTAIN, HIDDEN, Network, ROWS, WEIGHTS};
pub use table::{odds_at, rivals, rows, rows_before_rerolls};

use crate::contests::combat::Combat;
use crate::contests::combat::fight::Fight;
use crate::contests::combat::shield::{Attacked, CoverDie, Shield};
use crate::contests::combat::view::{Action, View};
use judge::Judge;
use table::Rivals;

/// The log odds of a fight that is won, and of one that is lost.
const WON: i32 = i32::MAX;
const LOST: i32 = -i32::MAX;

/// What to judge by: a player knows how good its opponents are said to be.
#[inline]
pub fn fitting(view: &View) -> &'static Network {
    let (combat, _) = view.table();
    of_side(combat, combat.combatants[view.actor()].side)
}

#[inline]
fn of_side(combat: &Combat, side: usize) -> &'static Network {
    if combat.finishers_oppose[side] {
        Network::against_finishers()
    } else {
        Network::against_experts()
    }
}

/// The action with the best chance of winning for the actor's side, the first of equals, in the
/// order of [`View::actions`].
pub fn choose(view: &View, network: &Network) -> Action {
    choose_with(view, network, None)
}

/// The same with a table to play on at hand, where it saves making one.
pub(super) fn choose_with(view: &View, network: &Network, scratch: Option<&mut Fight>) -> Action {
    let mut best = (i32::MIN, Action::Retreat);
    weigh_with(view, network, scratch, |odds, action| {
        if odds > best.0 {
            best = (odds, action);
        }
    });
    best.1
}

/// Tells `consider` the log odds of the actor's side behind every action, in the order of
/// [`View::actions`].
pub(in crate::contests::combat) fn weigh(
    view: &View,
    network: &Network,
    consider: impl FnMut(i32, Action),
) {
    weigh_with(view, network, None, consider);
}

fn weigh_with(
    view: &View,
    network: &Network,
    scratch: Option<&mut Fight>,
    consider: impl FnMut(i32, Action),
) {
    let (combat, fight) = view.table();
    if basic::fits(combat, fight) {
        basic::Table::new(view, network).weigh(view, consider);
        return;
    }
    let side = combat.combatants[view.actor()].side;
    let rivals = Rivals::of(combat, fight, side);
    match rivals.count() {
        1 => Judge::<1>::new(view, network, side, &rivals, scratch).weigh(view, consider),
        2 => Judge::<2>::new(view, network, side, &rivals, scratch).weigh(view, consider),
        3 => Judge::<3>::new(view, network, side, &rivals, scratch).weigh(view, consider),
        _ => Judge::<4>::new(view, network, side, &rivals, scratch).weigh(view, consider),
    }
}

/// The Cover die that the one attacked spends next, or none: the first of all that leaves the best
/// chance of winning for its side, in the order of [`Attacked::choices`], none last.
pub(super) fn cover(attacked: &Attacked, scratch: Option<&mut Fight>) -> Option<CoverDie> {
    let mut best = (i32::MIN, None);
    weigh_cover(attacked, scratch, |odds, _, first| {
        if odds > best.0 {
            best = (odds, first);
        }
    });
    best.1
}

/// Tells `consider` the log odds of the target's side behind all Cover that may be spent, and the
/// first die of it; none comes last.
fn weigh_cover(
    attacked: &Attacked,
    scratch: Option<&mut Fight>,
    consider: impl FnMut(i32, &Shield, Option<CoverDie>),
) {
    let (combat, fight, shield) = attacked.table();
    let side = combat.combatants[shield.target].side;
    let network = of_side(combat, side);
    let view = &View::new(combat, fight, shield.actor);
    let rivals = Rivals::of(combat, fight, side);
    match rivals.count() {
        1 => Judge::<1>::new(view, network, side, &rivals, scratch).weigh_cover(shield, consider),
        2 => Judge::<2>::new(view, network, side, &rivals, scratch).weigh_cover(shield, consider),
        3 => Judge::<3>::new(view, network, side, &rivals, scratch).weigh_cover(shield, consider),
        _ => Judge::<4>::new(view, network, side, &rivals, scratch).weigh_cover(shield, consider),
    }
}

/// Returns the chance behind log odds such as those of [`odds_at`], of [`CERTAIN`].
pub fn chance(network: &Network, odds: i32) -> u32 {
    match odds {
        WON => CERTAIN,
        LOST => 0,
        _ => network.chance(odds),
    }
}
