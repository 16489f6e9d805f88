//! The player that takes out whom it can, at the lowest price.
//!
//! Its choice is made of minima and maxima over the opponents, so the loops carry no
//! unpredictable branches: this is where a fast run spends its time.

use crate::contests::combat::fight::GONE;
use crate::contests::combat::view::{Action, View};

/// The smallest face of its own for which some opponent has no die above it; among the opponents
/// that this face empties the highest initiative, then file order. Without such a face: on the
/// last die the first unused Class if there is one, else the attack that removes most initiative.
#[inline]
pub(super) fn choose(view: &View) -> Action {
    let own = view.own();
    let lowest_top = fold(view, GONE, |lowest, opponent| {
        lowest.min(view.tops()[opponent])
    });
    let face = if lowest_top == GONE {
        0
    } else {
        own.lowest_from(u32::from(lowest_top))
    };
    if face > 0 {
        // Higher initiative first, then the lower position: one number to maximise.
        let best = fold(view, 0, |best: u32, opponent| {
            let emptied = u32::from(view.tops()[opponent]) <= face;
            best.max(u32::from(emptied) * rank(view, opponent))
        });
        return Action::Attack {
            face,
            target: ranked(best),
        };
    }
    if own.len() == 1
        && let Some(class) = view.unused_class()
    {
        return Action::Change { class };
    }
    most_removed(view)
}

/// The attack that removes most initiative; ties: the smaller face, then the opponent with the
/// higher initiative, then file order.
fn most_removed(view: &View) -> Action {
    let own = view.own();
    let highest = own.highest();
    let mut best = (0, 0, 0);
    let mut attack = Action::Retreat;
    for opponent in view.opponents() {
        // No face removes more than the highest, and the smallest that removes as much is the
        // smallest that is not below the highest die removed.
        let removed = view.pools()[opponent].up_to(highest);
        let face = own.lowest_from(removed.highest().max(1));
        let rank = (removed.sum(), 7 - face, view.initiative(opponent));
        if rank > best {
            best = rank;
            attack = Action::Attack {
                face,
                target: opponent,
            };
        }
    }
    attack
}

/// Folds over the positions of all opponents, those who left included.
#[inline]
fn fold<T>(view: &View, start: T, mut step: impl FnMut(T, usize) -> T) -> T {
    let own = view.own_side();
    let size = view.tops().len();
    let mut value = start;
    for opponent in 0..own.start {
        value = step(value, opponent);
    }
    for opponent in own.end..size {
        value = step(value, opponent);
    }
    value
}

#[inline]
fn rank(view: &View, opponent: usize) -> u32 {
    u32::from(view.initiatives()[opponent]) << 16 | (0xffff - opponent as u32)
}

#[inline]
fn ranked(rank: u32) -> usize {
    (0xffff - (rank & 0xffff)) as usize
}
