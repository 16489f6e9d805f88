//! Optimal search if a die of Supply explores one die.
//!
//! Until the trail is found, players learn only that it is not yet found, so a plan is a sequence
//! of dice. All candidates have equal chances, so the value of a plan is the number of candidates
//! that it wins. It wins a number if all other dice of the number can still be explored when it
//! explores the first one. The rest of the Supply follows from the explored set (see
//! [`ExplorationBudget`]), which is thus the whole position. A number that cannot be completed is
//! dropped. With one number left no search is needed: it is completed.

use super::budget::ExplorationBudget;
use super::completion::{CompletionWay, Ways, most_wins};
use super::field::{Faces, Field, Places, each};
use super::knowledge::Knowledge;
use super::memo::Memo;
use evenodds_core::contest::deadline;
use evenodds_core::dice::Pool;

/// Optimal search on one Field, with its cached results.
#[derive(Clone, Debug, Default)]
pub struct FieldSearch {
    /// Number of live numbers won and the place to explore next, by explored set, budget and set of
    /// live numbers.
    memo: Memo,
    /// Knowledge of the current position.
    known: Knowledge,
    /// Number of positions searched.
    effort: u64,
}

/// Bit offset of the place in a value of the memo; the lower bits are the number of wins.
const PLACE_SHIFT: u32 = 8;

impl FieldSearch {
    /// Replaces the cache with a smaller one.
    #[cfg(test)]
    pub fn evict_beyond(&mut self, memo: Memo) {
        self.memo = memo;
    }

    /// Clears the caches for another Field.
    #[inline]
    pub fn clear(&mut self) {
        self.memo.clear();
        self.known.clear();
    }

    /// Returns the number of positions searched so far.
    pub fn effort(&self) -> u64 {
        self.effort
    }

    /// Returns the knowledge of a position.
    #[inline]
    pub fn at(&mut self, explored: Places, supply: Pool) -> &mut Knowledge {
        self.known.at(explored, supply);
        &mut self.known
    }

    /// Returns the number of `candidates` that optimal play wins before the trail is found, and the
    /// place that it explores next, if it wins any.
    pub fn best(
        &mut self,
        field: &Field,
        explored: Places,
        supply: Pool,
        candidates: Faces,
    ) -> (u32, Places) {
        let known = self.at(explored, supply);
        let live = known.live(field, candidates);
        match live.len() {
            0 => (0, 0),
            1 => {
                let face = live.iter().next().unwrap_or(1);
                (1, known.next_toward(field, face))
            }
            _ => {
                let (budget, ways) = (known.budget(), *known.ways());
                let (wins, place) = self.search(field, explored, budget, live, &ways);
                (wins, 1 << place)
            }
        }
    }

    /// Returns the number of live numbers that are won from here, of at least two, and the bit of the
    /// place to explore next. `ways` has a way to complete each of them.
    fn search(
        &mut self,
        field: &Field,
        explored: Places,
        budget: ExplorationBudget,
        live: Faces,
        ways: &Ways,
    ) -> (u32, u32) {
        let position = (explored, budget.word() | live.word() << 48);
        if let Some(value) = self.memo.get(position) {
            return (value & ((1 << PLACE_SHIFT) - 1), value >> PLACE_SHIFT);
        }
        self.effort += 1;
        deadline::check();
        let mut most = None;
        let open = field.open(explored);
        let mut best = (0, 0);
        'search: for face in 1..=budget.highest() {
            let Some(rest) = budget.after(face, 1) else {
                continue;
            };
            let others = live.minus(Faces::NONE.with(face));
            // Completing a live number explores all its dice.
            let found = u32::from(live.has(face));
            for place in each(open & field.showing(face)) {
                // Even winning all other numbers would not make it the best.
                if found + others.len() <= best.0 {
                    break;
                }
                let now = explored | place;
                let mut left = Faces::NONE;
                let mut next = Ways::default();
                for other in others.iter() {
                    let way = ways[other as usize].after(place, face);
                    if let Some(way) = way.or_else(|| CompletionWay::find(field, now, rest, other))
                    {
                        left = left.with(other);
                        next[other as usize] = way;
                    }
                }
                let wins = match left.len() {
                    few @ 0..2 => found + few,
                    many => {
                        // Any win beats 0, so none is skipped before the first one.
                        let hopeless = best.0 > 0
                            && (found + many <= best.0
                                || found + most_wins(field, now, rest, left) <= best.0);
                        if hopeless {
                            continue;
                        }
                        found + self.search(field, now, rest, left, &next).0
                    }
                };
                if wins > best.0 {
                    best = (wins, place.trailing_zeros());
                    let most = most.get_or_insert_with(|| {
                        if wins == live.len() {
                            wins
                        } else {
                            most_wins(field, explored, budget, live)
                        }
                    });
                    if wins == *most {
                        break 'search;
                    }
                }
            }
        }
        self.memo.insert(position, best.0 | best.1 << PLACE_SHIFT);
        best
    }
}
