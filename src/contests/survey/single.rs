//! The search for best play where a die of Supply explores one die.
//!
//! Until the trail is found nothing is learnt but that it is not found yet, so a plan is a sequence
//! of dice. All possible Prizes have the same chance, so it is worth as many of them as it wins: it wins a
//! number if, when it first explores one, all others of that number can still be explored. What is
//! left of the Supply follows from what is explored (see [`Budget`]), so the explored set is the whole
//! position. A number that cannot be completed any more drops out for good, and with one number left
//! there is nothing to search: go and complete it.

use super::budget::Budget;
use super::field::{Faces, Field, Places, each};
use super::known::Known;
use super::memo::Memo;
use super::reach::{Way, Ways, most_wins};
use crate::contest::deadline;
use crate::dice::Pool;

/// Best play on one Field.
#[derive(Clone, Debug, Default)]
pub struct Single {
    /// By explored set, budget and live numbers: how many of them are won, and the place to explore
    /// next.
    memo: Memo,
    /// What is known of the position on the table.
    known: Known,
    /// How many positions were searched.
    effort: u64,
}

/// A value of the memo: the wins, and the bit of the place above them.
const PLACE_SHIFT: u32 = 8;

impl Single {
    /// Remembers no more than that table does.
    #[cfg(test)]
    pub fn forget_beyond(&mut self, memo: Memo) {
        self.memo = memo;
    }

    /// Forgets the last Field.
    #[inline]
    pub fn clear(&mut self) {
        self.memo.clear();
        self.known.clear();
    }

    /// How many positions were searched so far.
    pub fn effort(&self) -> u64 {
        self.effort
    }

    /// What is known of a position.
    #[inline]
    pub fn at(&mut self, explored: Places, supply: Pool) -> &mut Known {
        self.known.at(explored, supply);
        &mut self.known
    }

    /// How many of the numbers in `candidates` best play wins before the trail is found, and the place
    /// it explores next, if it wins any.
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
                (1, known.towards(field, face))
            }
            _ => {
                let (budget, ways) = (known.budget(), *known.ways());
                let (wins, place) = self.search(field, explored, budget, live, &ways);
                (wins, 1 << place)
            }
        }
    }

    /// How many of the live numbers are won from here, if they are two or more, and the bit of the
    /// place to explore next. Each of them can be completed in its one of these `ways`.
    fn search(
        &mut self,
        field: &Field,
        explored: Places,
        budget: Budget,
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
            // Whatever completes a live number goes through all its dice.
            let found = u32::from(live.has(face));
            for place in each(open & field.showing(face)) {
                // Not even all that are left could make it the best.
                if found + others.len() <= best.0 {
                    break;
                }
                let now = explored | place;
                let mut left = Faces::NONE;
                let mut next = Ways::default();
                for other in others.iter() {
                    let way = ways[other as usize].after(place, face);
                    if let Some(way) = way.or_else(|| Way::find(field, now, rest, other)) {
                        left = left.with(other);
                        next[other as usize] = way;
                    }
                }
                let wins = match left.len() {
                    few @ 0..2 => found + few,
                    many => {
                        // The first wins beat none.
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
