//! What can still be completed: sets of dice that hang together from the corners on and stay within a
//! budget.

use super::budget::Budget;
use super::field::{Faces, Field, Places, around, each};

/// How many of the live numbers can be won from here at most: to win a number last, all its missing
/// dice and one die of each number won before must be affordable together. Whether they hang
/// together is not asked.
#[inline]
pub fn most_wins(field: &Field, explored: Places, budget: Budget, live: Faces) -> u32 {
    let mut most = live.len().min(1);
    if live.len() < 2 {
        return most;
    }
    for last in live.iter() {
        let missing = (field.showing(last) & !explored).count_ones();
        let Some(mut budget) = budget.after(last, missing) else {
            continue;
        };
        let mut wins = 1;
        // Whichever are affordable together, as many of the cheapest are.
        for face in live.minus(Faces::NONE.with(last)).iter() {
            let Some(rest) = budget.after(face, 1) else {
                break;
            };
            budget = rest;
            wins += 1;
        }
        most = most.max(wins);
        if most == live.len() {
            break;
        }
    }
    most
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
    if budget.dice() < 2 {
        let bridges = field.open(reached) & usable & beside_all(set & !reached);
        return last_bridge(field, bridges, budget).map(|bridge| set | bridge);
    }
    // Not even all dice that can be paid for singly lead to the rest, as many steps as there may be.
    let mut near = reached;
    for _ in 0..budget.dice() {
        near = flood(field, near | field.open(near) & usable, set);
        if set & !near == 0 {
            break;
        }
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

/// The first of these dice that can be paid for, the cheapest first; none without Supply.
#[inline]
fn last_bridge(field: &Field, bridges: Places, budget: Budget) -> Option<Places> {
    (1..=budget.highest())
        .filter(|&face| budget.after(face, 1).is_some())
        .map(|face| bridges & field.showing(face))
        .find(|&places| places != 0)
        .map(|places| places & places.wrapping_neg())
}

/// The places that lie beside every part of a set, of which no two hang together.
#[inline]
fn beside_all(set: Places) -> Places {
    let mut beside = Places::MAX;
    let mut left = set;
    while left != 0 {
        let part = grown(left & left.wrapping_neg(), set);
        beside &= around(part);
        left &= !part;
    }
    beside
}

/// The dice of a set that can be explored from those that are reached or from the corners.
#[inline]
fn flood(field: &Field, reached: Places, set: Places) -> Places {
    grown(reached | field.corners & set, set)
}

/// These places with all of a set that hang together with them.
#[inline]
fn grown(mut places: Places, set: Places) -> Places {
    loop {
        let wider = places | around(places) & set;
        if wider == places {
            return places;
        }
        places = wider;
    }
}
