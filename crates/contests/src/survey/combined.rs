//! Optimal search if a die of Supply may explore more than one die (`combine`).
//!
//! The rest of the Supply depends on how it was spent, so it is part of the position. Two facts
//! still hold. The smallest sufficient die is never worse. Exploring more with the same die is
//! never worse, since players who have explored more can follow any plan of others, and learn the
//! trail no later. So only maximal explorations are searched, each with the smallest die that pays
//! for it.

use super::budget::ExplorationBudget;
use super::completion::{CompletionWay, most_wins};
use super::field::{Faces, Field, Places, each};
use super::memo::Memo;
use super::view::Exploration;
use evenodds_core::contest::deadline;
use evenodds_core::dice::Pool;

/// Optimal search on one Field, with its cached results.
#[derive(Clone, Debug)]
pub struct Combined {
    /// Number of live numbers won, by explored set, Supply and set of live numbers.
    wins: Memo,
    /// 1 if a number can be completed, else 0, by explored set, Supply and number.
    whole: Memo,
    /// Number of explorations visited.
    effort: u64,
    /// Maximum of `effort`; at this number the search stops, and its results are not valid.
    limit: u64,
}

impl Default for Combined {
    fn default() -> Self {
        Self {
            wins: Memo::default(),
            whole: Memo::default(),
            effort: 0,
            limit: u64::MAX,
        }
    }
}

impl Combined {
    /// Creates a search that stops after visiting `limit` explorations.
    pub fn up_to(limit: u64) -> Self {
        Self {
            limit,
            ..Self::default()
        }
    }

    /// Returns the number of explorations visited.
    pub fn effort(&self) -> u64 {
        self.effort
    }

    /// Counts an exploration; returns whether the search may continue.
    #[inline]
    fn may_continue(&mut self) -> bool {
        self.effort += 1;
        deadline::check();
        self.effort <= self.limit
    }

    /// Replaces the caches with copies of a smaller one.
    #[cfg(test)]
    pub fn evict_beyond(&mut self, memo: Memo) {
        self.wins = memo.clone();
        self.whole = memo;
    }

    /// Clears the caches for another Field.
    pub fn clear(&mut self) {
        self.wins.clear();
        self.whole.clear();
    }

    /// Returns the number of `candidates` that optimal play wins before the trail is found, and its
    /// first exploration, if it wins any.
    pub fn best(
        &mut self,
        field: &Field,
        explored: Places,
        supply: Pool,
        candidates: Faces,
    ) -> (u32, Option<Exploration>) {
        let live = self.live(field, explored, supply, candidates);
        let most = most_wins(field, explored, ExplorationBudget::room(supply), live);
        let mut best = (0, None);
        if most > 0 {
            each_exploration(field, explored, supply, &mut |exploration| {
                let wins = self.wins_with(field, explored, supply, live, exploration, best.0);
                if wins > best.0 {
                    best = (wins, Some(exploration));
                }
                best.0 < most && self.may_continue()
            });
        }
        best
    }

    /// Returns the first exploration after which a number can still be completed.
    pub fn next_toward(
        &mut self,
        field: &Field,
        explored: Places,
        supply: Pool,
        face: u32,
    ) -> Option<Exploration> {
        let mut found = None;
        each_exploration(field, explored, supply, &mut |exploration| {
            let rest = supply.without(exploration.die);
            if self.can_complete(field, explored | exploration.places, rest, face) {
                found = Some(exploration);
            }
            found.is_none() && self.may_continue()
        });
        found
    }

    /// Returns whether all dice of a number can be explored.
    pub fn can_complete(
        &mut self,
        field: &Field,
        explored: Places,
        supply: Pool,
        face: u32,
    ) -> bool {
        let missing = (field.showing(face) & !explored).count_ones();
        if missing == 0 {
            return true;
        }
        let room = ExplorationBudget::room(supply);
        if room.after(face, missing).is_none() {
            return false;
        }
        let position = (explored, supply.word() | u64::from(face) << 56);
        if let Some(known) = self.whole.get(position) {
            return known == 1;
        }
        // A number that does not fit into the upper bound needs no search.
        let found = CompletionWay::find(field, explored, room, face).is_some()
            && self.next_toward(field, explored, supply, face).is_some();
        self.whole.insert(position, u32::from(found));
        found
    }

    /// Returns the `numbers` whose dice can all still be explored.
    pub fn live(&mut self, field: &Field, explored: Places, supply: Pool, numbers: Faces) -> Faces {
        numbers.iter().fold(Faces::NONE, |live, face| {
            if self.can_complete(field, explored, supply, face) {
                live.with(face)
            } else {
                live
            }
        })
    }

    /// Returns the number of live numbers won after an exploration; not exact if it is at most
    /// `least`.
    fn wins_with(
        &mut self,
        field: &Field,
        explored: Places,
        supply: Pool,
        live: Faces,
        exploration: Exploration,
        least: u32,
    ) -> u32 {
        let now = explored | exploration.places;
        let rest = supply.without(exploration.die);
        let shown = field.faces(exploration.places).and(live);
        let others = live.minus(shown);
        if live.len() <= least {
            return 0;
        }
        let found = self.live(field, now, rest, shown).len();
        if found + others.len() <= least {
            return 0;
        }
        let left = self.live(field, now, rest, others);
        if found + most_wins(field, now, ExplorationBudget::room(rest), left) <= least {
            return 0;
        }
        found + self.wins(field, now, rest, left)
    }

    fn wins(&mut self, field: &Field, explored: Places, supply: Pool, live: Faces) -> u32 {
        if live.len() < 2 {
            return live.len();
        }
        let position = (explored, supply.word() | live.word() << 48);
        if let Some(wins) = self.wins.get(position) {
            return wins;
        }
        let most = most_wins(field, explored, ExplorationBudget::room(supply), live);
        let mut best = 0;
        each_exploration(field, explored, supply, &mut |exploration| {
            best = best.max(self.wins_with(field, explored, supply, live, exploration, best));
            best < most && self.may_continue()
        });
        self.wins.insert(position, best);
        best
    }
}

/// Calls `visit` with every exploration to search (see the module docs), lower dice first, until
/// `visit` returns false.
pub(super) fn each_exploration(
    field: &Field,
    explored: Places,
    supply: Pool,
    visit: &mut dyn FnMut(Exploration) -> bool,
) {
    let mut lower = 0;
    for die in supply.distinct() {
        let exploration = Exploration { places: 0, die };
        if !grow(field, explored, exploration, (die, lower), 0, visit) {
            return;
        }
        lower = die;
    }
}

/// Extends an exploration by dice in all ways that its die pays for. `left` is the rest of its
/// value, `lower` the next lower die of the Supply; `barred` dice are not added. Returns false once
/// `visit` does.
fn grow(
    field: &Field,
    explored: Places,
    exploration: Exploration,
    (left, lower): (u32, u32),
    mut barred: Places,
    visit: &mut dyn FnMut(Exploration) -> bool,
) -> bool {
    let open = field.open(explored | exploration.places) & field.up_to(left);
    if open == 0 {
        // The lower die would also pay for it.
        let spare = exploration.die - left <= lower;
        return exploration.places == 0 || spare || visit(exploration);
    }
    for place in each(open & !barred) {
        let longer = Exploration {
            places: exploration.places | place,
            ..exploration
        };
        let left = left - field.face(place);
        if !grow(field, explored, longer, (left, lower), barred, visit) {
            return false;
        }
        barred |= place;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::survey::field::place;
    use std::collections::BTreeSet;

    /// Returns all explorations by their definition, from all sets of dice.
    fn by_definition(field: &Field, explored: Places, supply: Pool) -> BTreeSet<(u32, Places)> {
        let places: Vec<Places> = each(field.all & !explored).collect();
        let sum = |set| each(set).map(|place| field.face(place)).sum::<u32>();
        let reachable = |set: Places| {
            let mut reached = explored;
            while let Some(next) = each(field.open(reached) & set).next() {
                reached |= next;
            }
            set & !reached == 0
        };
        let sets = (1..1_u32 << places.len()).map(|number| {
            let chosen = (0..).zip(&places);
            chosen
                .filter(|(index, _)| number >> index & 1 == 1)
                .fold(0, |set, (_, place)| set | place)
        });
        let mut explorations = BTreeSet::new();
        for set in sets.filter(|&set| reachable(set)) {
            // The smallest sufficient die, to which no die can be added.
            let sufficient = supply.distinct().find(|&die| die >= sum(set));
            if let Some(die) = sufficient
                && field.open(explored | set) & field.up_to(die - sum(set)) == 0
            {
                explorations.insert((die, set));
            }
        }
        explorations
    }

    #[test]
    fn explorations_match_the_definition_without_repeats() {
        let mut seed = 1_u64;
        let mut face = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as u32 % 6 + 1
        };
        for dice in [6, 10] {
            for round in 0..30 {
                let faces: Vec<u32> = (0..dice).map(|_| face()).collect();
                let field = Field::from_faces(&faces).unwrap();
                let supply = Pool::from_faces(&[face(), face(), face()]);
                let explored = if round % 2 == 0 {
                    0
                } else {
                    place(0) | place(2)
                };
                let mut seen = BTreeSet::new();
                each_exploration(&field, explored, supply, &mut |exploration| {
                    assert!(
                        seen.insert((exploration.die, exploration.places)),
                        "{exploration:?} twice"
                    );
                    true
                });
                assert_eq!(seen, by_definition(&field, explored, supply), "{faces:?}");
            }
        }
    }
}
