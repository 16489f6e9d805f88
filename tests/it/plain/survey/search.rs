//! Optimal play, computed in two ways: by exhaustive search, and with a cache.

use super::{Go, View, is_corner, touch};
use std::collections::{HashMap, HashSet};

/// Returns the chance of success with optimal play: the belief is explicit, every die of Supply is
/// spent in every way, and nothing is cached.
pub fn best_chance(view: &View, combine: bool) -> f64 {
    if view.trail.is_some_and(|face| view.is_whole(face)) {
        return 1.0;
    }
    view.goes(combine)
        .iter()
        .map(|go| chance_of(view, go, combine))
        .fold(0.0, f64::max)
}

/// Returns the chance of success after an exploration, before its result is revealed.
pub fn chance_of(view: &View, go: &Go, combine: bool) -> f64 {
    if view.trail.is_some() {
        return best_chance(&view.after(go, view.trail), combine);
    }
    let belief = 1.0 / view.candidates.len() as f64;
    let mut chance = 0.0;
    for &face in &view.candidates {
        if go.dice.iter().any(|&die| view.field[die] == face) {
            chance += belief * best_chance(&view.after(go, Some(face)), combine);
        }
    }
    let missed = view.after(go, None);
    if !missed.candidates.is_empty() {
        chance += belief * missed.candidates.len() as f64 * best_chance(&missed, combine);
    }
    chance
}

/// Returns whether all dice of the number can be explored if it is known.
pub fn is_solvable(view: &View, face: u8, combine: bool) -> bool {
    let mut known = view.clone();
    known.trail = Some(face);
    completes(&known, face, combine, &mut HashSet::new())
}

/// Returns whether all dice of the number can be explored from here. `dead` caches the positions
/// where they cannot: explored dice and remaining Supply.
fn completes(
    view: &View,
    face: u8,
    combine: bool,
    dead: &mut HashSet<(Vec<bool>, Vec<u8>)>,
) -> bool {
    if view.is_whole(face) {
        return true;
    }
    if !dead.insert((view.explored.clone(), view.supply.clone())) {
        return false;
    }
    let goes = view.goes(combine);
    (goes.iter()).any(|go| completes(&view.after(go, Some(face)), face, combine, dead))
}

/// Optimal play without `combine`, cached by explored dice. The smallest sufficient die is always
/// used, so that the explored dice determine the remaining Supply.
pub struct Memoised {
    field: Vec<u8>,
    near: Vec<u32>,
    corners: u32,
    chances: HashMap<(u32, Option<u8>), f64>,
}

impl Memoised {
    pub fn new(field: &[u8]) -> Self {
        let size = field.len();
        let set = |is_in: &dyn Fn(usize) -> bool| {
            (0..size)
                .filter(|&die| is_in(die))
                .map(|die| 1 << die)
                .sum()
        };
        Self {
            field: field.to_vec(),
            near: (0..size)
                .map(|die| set(&|other| touch(die, other)))
                .collect(),
            corners: set(&|die| is_corner(die, size)),
            chances: HashMap::new(),
        }
    }

    /// Returns the best die to explore; `None` if there is none.
    pub fn choose(&mut self, view: &View) -> Option<usize> {
        let explored = view.explored.iter().rev();
        let explored = explored.fold(0, |set, &is_in| set << 1 | u32::from(is_in));
        self.best(explored, &view.supply, view.trail, &view.candidates)
            .1
    }

    /// Returns the chance of success, and the die that gives it.
    fn best(
        &mut self,
        explored: u32,
        supply: &[u8],
        trail: Option<u8>,
        candidates: &[u8],
    ) -> (f64, Option<usize>) {
        let mut best = (0.0, None);
        for die in 0..self.field.len() {
            let open = explored & self.near[die] != 0 || self.corners & 1 << die != 0;
            if explored & 1 << die != 0 || !open {
                continue;
            }
            let face = self.field[die];
            let Some(spent) = supply.iter().position(|&spent| spent >= face) else {
                continue;
            };
            let rest = [&supply[..spent], &supply[spent + 1..]].concat();
            let now = explored | 1 << die;
            let chance = if trail.is_some() {
                self.chance(now, &rest, trail, candidates)
            } else if candidates.contains(&face) {
                let others: Vec<u8> = candidates
                    .iter()
                    .copied()
                    .filter(|&other| other != face)
                    .collect();
                let found = self.chance(now, &rest, Some(face), candidates);
                let missed = if others.is_empty() {
                    0.0
                } else {
                    self.chance(now, &rest, None, &others)
                };
                (found + missed * others.len() as f64) / candidates.len() as f64
            } else {
                self.chance(now, &rest, None, candidates)
            };
            if best.1.is_none() || chance > best.0 {
                best = (chance, Some(die));
            }
        }
        best
    }

    /// Returns the chance of success.
    pub fn chance(
        &mut self,
        explored: u32,
        supply: &[u8],
        trail: Option<u8>,
        candidates: &[u8],
    ) -> f64 {
        let whole = |face| {
            (0..self.field.len()).all(|die| self.field[die] != face || explored & 1 << die != 0)
        };
        if trail.is_some_and(whole) {
            return 1.0;
        }
        if let Some(&chance) = self.chances.get(&(explored, trail)) {
            return chance;
        }
        let chance = self.best(explored, supply, trail, candidates).0;
        self.chances.insert((explored, trail), chance);
        chance
    }
}
