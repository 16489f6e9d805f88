//! The search for best play where a die of Supply explores one die.
//!
//! Until the trail is found nothing is learnt but that it is not found yet, so a plan is a sequence
//! of dice. All possible Prizes have the same chance, so it is worth as many of them as it wins: it wins a
//! number if, when it first explores one, all others of that number can still be explored. What is
//! left of the Supply follows from what is explored (see [`Budget`]), so the explored set is the whole
//! position. A number that cannot be completed any more drops out for good, and with one number left
//! there is nothing to search: go and complete it.

use super::budget::Budget;
use super::field::{Faces, Field, Places, around, each};
use super::memo::Memo;

/// Best play on one Field.
#[derive(Clone, Debug, Default)]
pub struct Single {
    /// By explored set: how many numbers are won, and the place to explore next.
    memo: Memo,
}

/// A value of the memo: the wins, and the bit of the place above them.
const PLACE_SHIFT: u32 = 8;

impl Single {
    /// Forgets the last Field.
    pub fn clear(&mut self) {
        self.memo.clear();
    }

    /// How many positions were searched since then.
    pub fn positions(&self) -> usize {
        self.memo.len()
    }

    /// How many of the numbers in `candidates` best play wins before the trail is found, and the place
    /// it explores next, if it wins any.
    pub fn best(
        &mut self,
        field: &Field,
        explored: Places,
        budget: Budget,
        candidates: Faces,
    ) -> (u32, Places) {
        let live = live(field, explored, budget, candidates);
        match live.len() {
            0 => (0, 0),
            1 => {
                let face = live.iter().next().unwrap_or(1);
                (1, towards(field, explored, budget, face))
            }
            _ => {
                self.wins(field, explored, budget, live);
                let value = self.memo.get((explored, 0)).unwrap_or(0);
                let place = 1 << (value >> PLACE_SHIFT);
                (value & ((1 << PLACE_SHIFT) - 1), place)
            }
        }
    }

    /// How many of the live numbers are won from here, if they are two or more.
    fn wins(&mut self, field: &Field, explored: Places, budget: Budget, live: Faces) -> u32 {
        let most = live.len();
        if most < 2 {
            return most;
        }
        if let Some(value) = self.memo.get((explored, 0)) {
            return value & ((1 << PLACE_SHIFT) - 1);
        }
        let open = field.open(explored);
        let mut best = (0, 0);
        'search: for face in 1..=budget.highest() {
            let Some(rest) = budget.after(face, 1) else {
                continue;
            };
            let others = live.minus(Faces::NONE.with(face));
            for place in each(open & field.showing(face)) {
                let now = explored | place;
                let found = live.has(face) && complete(field, now, rest, face).is_some();
                // Not even all that are left could make it the best.
                if u32::from(found) + others.len() <= best.0 {
                    continue;
                }
                let left = self::live(field, now, rest, others);
                if u32::from(found) + left.len() <= best.0 {
                    continue;
                }
                let wins = u32::from(found) + self.wins(field, now, rest, left);
                if wins > best.0 {
                    best = (wins, place.trailing_zeros());
                    if wins == most {
                        break 'search;
                    }
                }
            }
        }
        self.memo
            .insert((explored, 0), best.0 | best.1 << PLACE_SHIFT);
        best.0
    }
}

/// Those of the numbers that can still be explored whole.
#[inline]
pub fn live(field: &Field, explored: Places, budget: Budget, numbers: Faces) -> Faces {
    numbers.iter().fold(Faces::NONE, |live, face| {
        if complete(field, explored, budget, face).is_some() {
            live.with(face)
        } else {
            live
        }
    })
}

/// The place to explore next in order to complete a number that can be; none if it cannot.
pub fn towards(field: &Field, explored: Places, budget: Budget, face: u32) -> Places {
    let whole = complete(field, explored, budget, face).unwrap_or(0);
    let next = field.open(explored) & whole;
    let cheapest = (1..=6).map(|face| next & field.showing(face));
    let places = cheapest.into_iter().find(|&places| places != 0);
    let places = places.unwrap_or(0);
    places & places.wrapping_neg()
}

/// A set that holds what is explored and all dice of `face`, that can be paid for and explored in
/// some order; `None` if there is none.
#[inline]
pub fn complete(field: &Field, explored: Places, budget: Budget, face: u32) -> Option<Places> {
    let missing = field.showing(face) & !explored;
    let budget = budget.after(face, missing.count_ones())?;
    connect(field, explored, explored | missing, budget, 0)
}

/// Adds dice to a set that is paid for, so that it can be explored in some order. `reached` are some
/// of its dice that can be; dice that are `barred` are not added.
fn connect(
    field: &Field,
    reached: Places,
    set: Places,
    budget: Budget,
    mut barred: Places,
) -> Option<Places> {
    let reached = flood(field, reached, set);
    if reached == set {
        return Some(set);
    }
    let usable = field.up_to(budget.highest()) & !set & !barred;
    // Not even all dice that can be paid for singly lead to the rest, as many steps as there may be.
    let mut near = reached;
    for _ in 0..budget.dice() {
        near = flood(field, near | field.open(near) & usable, set);
    }
    if set & !near != 0 {
        return None;
    }
    let bridges = field.open(reached) & usable;
    for face in 1..=budget.highest() {
        let Some(rest) = budget.after(face, 1) else {
            continue;
        };
        for bridge in each(bridges & field.showing(face)) {
            let found = connect(field, reached, set | bridge, rest, barred);
            if found.is_some() {
                return found;
            }
            // Sets with this bridge were all tried.
            barred |= bridge;
        }
    }
    None
}

/// The dice of a set that can be explored from those that are reached or from the corners.
#[inline]
fn flood(field: &Field, mut reached: Places, set: Places) -> Places {
    reached |= field.corners & set;
    loop {
        let wider = reached | around(reached) & set;
        if wider == reached {
            return reached;
        }
        reached = wider;
    }
}
