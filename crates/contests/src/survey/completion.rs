//! Numbers that can still be completed: sets of dice connected to the corners within a budget.

use super::budget::ExplorationBudget;
use super::field::{Faces, Field, Places, each, touched};

/// Returns an upper bound on the number of live numbers that can be won. To win a number last, all
/// its missing dice and one die of each number won before must be affordable together. Ignores
/// connectivity.
#[inline]
pub fn most_wins(field: &Field, explored: Places, budget: ExplorationBudget, live: Faces) -> u32 {
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
        // If any set of these dice is affordable, so is a set of equal size of the cheapest ones.
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

/// A set of dice that completes a number.
#[derive(Clone, Copy, Debug)]
pub struct CompletionWay {
    /// Explored places and all dice of the number, with the dice that connect them.
    pub whole: Places,
    /// Rest of the budget after all of it is explored.
    spare: ExplorationBudget,
}

/// A way to complete each number, by number.
pub type Ways = [CompletionWay; 7];

impl Default for CompletionWay {
    #[inline]
    fn default() -> Self {
        Self {
            whole: 0,
            spare: ExplorationBudget::NONE,
        }
    }
}

impl CompletionWay {
    /// Finds an affordable set with the explored places and all dice of `face` that can be explored
    /// in some order; `None` if there is none.
    #[inline]
    pub fn find(
        field: &Field,
        explored: Places,
        budget: ExplorationBudget,
        face: u32,
    ) -> Option<Self> {
        let missing = field.showing(face) & !explored;
        let spare = budget.after(face, missing.count_ones())?;
        connect(field, explored, explored | missing, spare, 0)
    }

    /// Returns the way after the exploration of a place with `face`: the same if it contains the
    /// place, else with the place added, if affordable.
    #[inline]
    pub fn after(self, place: Places, face: u32) -> Option<Self> {
        if self.whole & place != 0 {
            return Some(self);
        }
        let spare = self.spare.after(face, 1)?;
        let whole = self.whole | place;
        Some(Self { whole, spare })
    }
}

/// Returns the place to explore next toward a set that can be explored: the cheapest one; ties go
/// to the first.
#[inline]
pub fn next_of(field: &Field, explored: Places, whole: Places) -> Places {
    let next = field.open(explored) & whole;
    let cheapest = (1..=6).map(|face| next & field.showing(face));
    let places = cheapest.into_iter().find(|&places| places != 0);
    let places = places.unwrap_or(0);
    places & places.wrapping_neg()
}

/// Adds dice to an affordable set so that it can be explored in some order. `reached` has some of
/// its dice that can be explored; `barred` dice are not added.
#[inline]
fn connect(
    field: &Field,
    reached: Places,
    set: Places,
    budget: ExplorationBudget,
    barred: Places,
) -> Option<CompletionWay> {
    let reached = grown(reached | field.corners & set, set);
    if reached == set {
        return Some(CompletionWay {
            whole: set,
            spare: budget,
        });
    }
    let usable = field.up_to(budget.highest()) & !set & !barred;
    match budget.dice() {
        0 => None,
        1 => last_bridge(field, reached, set, budget, usable),
        2 => two_bridges(field, reached, set, budget, usable),
        _ => bridged(field, reached, set, budget, barred),
    }
}

/// Connects a set that needs more dice, with a budget of at least three. `reached` has all its dice
/// that can be explored.
fn bridged(
    field: &Field,
    reached: Places,
    set: Places,
    budget: ExplorationBudget,
    mut barred: Places,
) -> Option<CompletionWay> {
    let usable = field.up_to(budget.highest()) & !set & !barred;
    let bridges = field.open(reached) & usable;
    // Relaxation: fails if even all affordable dice together do not reach the rest in the allowed
    // number of steps.
    let mut near = grown(reached | bridges, set);
    let mut steps = budget.dice();
    while set & !near != 0 {
        steps -= 1;
        let nearer = grown(near | touched(near) & usable, set);
        if steps == 0 || nearer == near {
            return None;
        }
        near = nearer;
    }
    for face in 1..=budget.highest() {
        let Some(rest) = budget.after(face, 1) else {
            continue;
        };
        for bridge in each(bridges & field.showing(face)) {
            let found = connect(field, reached | bridge, set | bridge, rest, barred);
            if found.is_some() {
                return found;
            }
            // All sets with this bridge have been tried.
            barred |= bridge;
        }
    }
    None
}

/// Maximum number of separate parts that two dice touch: three each.
const MOST_PARTS: usize = 6;

/// Connects a set with one or two dice of `usable`, in the order of [`bridged`], with a budget of two.
fn two_bridges(
    field: &Field,
    reached: Places,
    set: Places,
    budget: ExplorationBudget,
    mut usable: Places,
) -> Option<CompletionWay> {
    // The connected parts of the missing dice, with the places next to each, and those next to all.
    let mut parts = [(0, 0); MOST_PARTS];
    let (mut number, mut ends) = (0, usable);
    let mut left = set & !reached;
    while left != 0 {
        let part = grown(left & left.wrapping_neg(), left);
        let beside = touched(part);
        *parts.get_mut(number)? = (part, beside);
        number += 1;
        ends &= beside;
        left &= !part;
    }
    let parts = &parts[..number];
    // Without a die that is enough alone, the first one touches a missing die or the second one,
    // which then touches all parts.
    let mut bridges = field.open(reached) & usable;
    if ends & bridges == 0 {
        bridges &= touched(set & !reached | ends);
    }
    for face in 1..=budget.highest() {
        let Some(rest) = budget.after(face, 1) else {
            continue;
        };
        let affordable = field.up_to(rest.highest());
        for bridge in each(bridges & field.showing(face)) {
            usable &= !bridge;
            let whole = set | bridge;
            let (mut reached, mut second) = (reached | bridge, affordable & usable);
            for &(part, beside) in parts {
                if beside & bridge == 0 {
                    second &= beside;
                } else {
                    reached |= part;
                }
            }
            if reached == whole {
                return Some(CompletionWay { whole, spare: rest });
            }
            let found = with_cheapest(field, whole, rest, second & field.open(reached));
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// Connects a set with the cheapest die of `usable` that touches all missing dice.
#[inline]
fn last_bridge(
    field: &Field,
    reached: Places,
    set: Places,
    budget: ExplorationBudget,
    usable: Places,
) -> Option<CompletionWay> {
    let bridges = beside_all(set & !reached, field.open(reached) & usable);
    with_cheapest(field, set, budget, bridges)
}

/// Adds the cheapest of some affordable dice to a set; ties go to the first. `None` without dice.
#[inline]
fn with_cheapest(
    field: &Field,
    set: Places,
    budget: ExplorationBudget,
    dice: Places,
) -> Option<CompletionWay> {
    if dice == 0 {
        return None;
    }
    let face = (1..6).find(|&face| dice & field.showing(face) != 0);
    let face = face.unwrap_or(6);
    let places = dice & field.showing(face);
    let whole = set | places & places.wrapping_neg();
    let spare = budget.after(face, 1)?;
    Some(CompletionWay { whole, spare })
}

/// Returns the places next to every connected part of a set.
#[inline]
fn beside_all(set: Places, places: Places) -> Places {
    let mut beside = places & touched(set);
    let mut left = set;
    while left != 0 && beside != 0 {
        let part = grown(left & left.wrapping_neg(), set);
        beside &= touched(part);
        left &= !part;
    }
    beside
}

/// Returns `places` with all places of `set` that are connected to them.
#[inline]
fn grown(mut places: Places, set: Places) -> Places {
    loop {
        let wider = places | touched(places) & set;
        if wider == places {
            return places;
        }
        places = wider;
    }
}
