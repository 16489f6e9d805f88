//! The player that takes out opponents with the smallest die that can.
//!
//! Its choice consists of minima and maxima over the opponents, so that the loops have no
//! unpredictable branches: fast runs spend most of their time here.

use crate::contests::combat::fight::{CombatantSeat, NO_DIE};
use crate::contests::combat::view::{Action, View};

/// Returns the attack with the smallest face of the actor that empties the pool of an opponent; of
/// these opponents the one with the highest initiative, then the first in file order. Without such
/// a face: with the last die the first unused Class, if any, else the attack that removes the most
/// initiative.
#[inline]
pub(super) fn choose(view: &View) -> Action {
    let own = view.own();
    let lowest_top = fold(view, NO_DIE, |lowest, _, seat| lowest.min(seat.top));
    let face = if lowest_top == NO_DIE {
        0
    } else {
        own.lowest_from(u32::from(lowest_top))
    };
    if face > 0 {
        // Higher initiative comes first, then the lower index: one number to maximize.
        let best = fold(view, 0, |best: u32, opponent, seat| {
            let emptied = u32::from(seat.top) <= face;
            let rank = u32::from(seat.initiative) << 16 | (0xffff - opponent as u32);
            best.max(if emptied { rank } else { 0 })
        });
        return Action::Attack {
            face,
            target: (0xffff - (best & 0xffff)) as usize,
        };
    }
    if own.len() == 1
        && let Some(class) = view.unused_class()
    {
        return Action::Change { class };
    }
    most_removed(view)
}

/// Returns the attack that removes the most initiative. Ties go to the smaller face, then to the
/// opponent with the higher initiative, then to file order.
fn most_removed(view: &View) -> Action {
    let own = view.own();
    let highest = own.highest();
    let start = ((0, 0, 0), Action::Retreat);
    let (_, attack) = fold(view, start, |(best, attack), opponent, seat| {
        if seat.pool.is_empty() {
            return (best, attack);
        }
        // No face removes more than the highest one. The smallest face that removes as much is the
        // smallest one not below the highest die removed.
        let removed = seat.pool.up_to(highest);
        let face = own.lowest_from(removed.highest().max(1));
        let rank = (removed.sum(), 7 - face, seat.initiative);
        if rank > best {
            let target = opponent;
            (rank, Action::Attack { face, target })
        } else {
            (best, attack)
        }
    });
    attack
}

/// Folds over all opponents with their indices, including those not in the fight.
#[inline]
fn fold<T>(view: &View, start: T, mut step: impl FnMut(T, usize, &CombatantSeat) -> T) -> T {
    let own = view.own_side();
    let seats = view.seats();
    let mut value = start;
    for (opponent, seat) in seats[..own.start].iter().enumerate() {
        value = step(value, opponent, seat);
    }
    for (offset, seat) in seats[own.end..].iter().enumerate() {
        value = step(value, own.end + offset, seat);
    }
    value
}
