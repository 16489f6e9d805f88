//! Counts of all lines of play, forward from the Craft, in integers.
//!
//! A *state* is a number that identifies a Craft. Each state, with a number of Supply dice left,
//! has the number of ways to it, out of all rolls of the dice so far. A round leads from there to
//! at most six states, one for each face that may be used. Rounds and replacements are counted along
//! the way.

use super::craft::MOST_SPREAD;
use super::solver::MOST_SUPPLY;
use evenodds_core::contest::deadline;
use std::collections::BTreeMap;

/// Number of faces of a die.
const FACES: usize = 6;

/// A number that identifies a Craft: at most thirty dice in their places.
pub(super) type StateIndex = u128;

/// Quantities that are counted along the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CountedQuantity {
    /// Rounds.
    Rounds,
    /// Replaced dice of the Craft.
    Replacements,
}

const QUANTITIES: [CountedQuantity; 2] = [CountedQuantity::Rounds, CountedQuantity::Replacements];

/// Maximum number of counts of a quantity: 0 to [`MOST_SUPPLY`].
const MOST_COUNTS: usize = MOST_SUPPLY as usize + 1;

/// Row with space for all counts of all quantities.
type Row = [u64; QUANTITIES.len() * MOST_COUNTS];
const EMPTY_ROW: Row = [0; QUANTITIES.len() * MOST_COUNTS];

/// Ways to the states with the same Supply. The row of a state has the number of ways for each
/// count of rounds, then for each count of replacements.
pub(super) struct Layer {
    /// Number of counts of each quantity. No quantity exceeds the number of dice rolled so far.
    counts: usize,
    rows: Rows,
}

enum Rows {
    /// Rows of few states.
    Sparse(BTreeMap<StateIndex, Row>),
    /// A row for each state from 0 on, one after another.
    Dense(Vec<u64>),
}

impl Layer {
    /// Returns a start at one state, with this number of ways.
    pub(super) fn of_state(state: StateIndex, ways: u64) -> Self {
        let mut row = EMPTY_ROW;
        row[..QUANTITIES.len()].fill(ways);
        Self {
            counts: 1,
            rows: Rows::Sparse(BTreeMap::from([(state, row)])),
        }
    }

    /// Returns a start at all states from 0 on, with these numbers of ways.
    pub(super) fn of_all(ways: impl Iterator<Item = u64>) -> Self {
        Self {
            counts: 1,
            rows: Rows::Dense(ways.flat_map(|ways| [ways; QUANTITIES.len()]).collect()),
        }
    }

    /// Returns an empty layer of the same kind for `counts` counts.
    fn empty(&self, counts: usize) -> Self {
        let rows = match &self.rows {
            Rows::Sparse(_) => Rows::Sparse(BTreeMap::new()),
            Rows::Dense(rows) => Rows::Dense(vec![0; rows.len() / self.counts * counts]),
        };
        Self { counts, rows }
    }

    /// Adds the row of a state before a round, times `weight`, to a state after it.
    #[inline]
    fn add(&mut self, state: StateIndex, row: &[u64], weight: u64, is_replaced: bool) {
        let width = QUANTITIES.len() * self.counts;
        let sums = match &mut self.rows {
            Rows::Sparse(rows) => &mut rows.entry(state).or_insert(EMPTY_ROW)[..width],
            Rows::Dense(rows) => &mut rows[state as usize * width..][..width],
        };
        let (rounds, replacements) = sums.split_at_mut(self.counts);
        let (rounds_before, replacements_before) = row.split_at(row.len() / QUANTITIES.len());
        let replacements = &mut replacements[usize::from(is_replaced)..];
        for (sums, before) in [
            (&mut rounds[1..], rounds_before),
            (replacements, replacements_before),
        ] {
            for (sum, ways) in sums.iter_mut().zip(before) {
                *sum += weight * ways;
            }
        }
    }

    fn each(self, mut visit: impl FnMut(StateIndex, &[u64])) {
        let width = QUANTITIES.len() * self.counts;
        match self.rows {
            Rows::Sparse(rows) => {
                let rows = rows.iter();
                rows.for_each(|(&state, row)| visit(state, &row[..width]));
            }
            Rows::Dense(rows) => {
                let rows = (0..).zip(rows.chunks_exact(width));
                rows.for_each(|(state, row)| visit(state, row));
            }
        }
    }
}

/// Transitions of a round.
pub(super) struct Round {
    /// Number of dice rolled.
    pub dice: u32,
    /// Target (`None` if no die is replaced) and number of rolls, by the face used.
    pub ways: [(Option<StateIndex>, u64); FACES],
}

/// State space of a player: states, and the rounds between them.
pub(super) trait StateSpace {
    /// Returns the spread of the Craft at a state.
    fn spread(&self, state: StateIndex) -> u32;

    /// Returns the round at a state with `supply` dice left, at least 1; `None` if the Craft is
    /// complete.
    fn round(&self, state: StateIndex, supply: u32) -> Option<Round>;
}

/// Ways that end with the same spread, Supply and count.
pub(super) struct EndState {
    /// Spread of the Craft.
    pub spread: u32,
    /// Number of Supply dice left.
    pub supply: u32,
    /// The counted quantity. The ways of each quantity are all ways.
    pub quantity: CountedQuantity,
    /// Number of rounds or replacements.
    pub counted: usize,
    /// Number of ways, times the rolls of the remaining dice.
    pub ways: u64,
}

/// Follows all ways from `start` with `supply` dice, 0 to [`MOST_SUPPLY`], and passes the ends to
/// `visit`. The number of ways at the start times 6^`supply` must fit into 64 bits.
pub(super) fn count_ways(
    space: &impl StateSpace,
    start: Layer,
    supply: u32,
    mut visit: impl FnMut(EndState),
) {
    let counts = |left: u32| (supply - left) as usize + 1;
    let empty = start.empty(1);
    let mut layers: Vec<Option<Layer>> = (0..supply).map(|_| None).collect();
    layers.push(Some(start));
    for left in (0..=supply).rev() {
        let Some(layer) = layers.pop().flatten() else {
            continue;
        };
        let mut ends = [EMPTY_ROW; MOST_SPREAD as usize + 1];
        layer.each(|state, row| {
            deadline::check();
            if row.iter().all(|&ways| ways == 0) {
                return;
            }
            let Some(round) = (left > 0).then(|| space.round(state, left)).flatten() else {
                let sums = &mut ends[space.spread(state) as usize];
                for (sum, ways) in sums.iter_mut().zip(row) {
                    *sum += ways;
                }
                return;
            };
            // A round rolls at least one die, so its result is in a lower layer.
            let after = left - round.dice;
            let next = layers[after as usize].get_or_insert_with(|| empty.empty(counts(after)));
            for (to, weight) in round.ways {
                next.add(to.unwrap_or(state), row, weight, to.is_some());
            }
        });
        for (spread, row) in (0..).zip(&ends) {
            let rows = row.chunks_exact(counts(left));
            for (quantity, row) in QUANTITIES.into_iter().zip(rows) {
                for (counted, &ways) in row.iter().enumerate().filter(|(_, ways)| **ways > 0) {
                    visit(EndState {
                        spread,
                        supply: left,
                        quantity,
                        counted,
                        ways: ways * 6_u64.pow(left),
                    });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// State space that counts down: each die that shows a six subtracts 1, with one die per round.
    struct Countdown;

    impl StateSpace for Countdown {
        fn spread(&self, state: StateIndex) -> u32 {
            state as u32
        }

        fn round(&self, state: StateIndex, _: u32) -> Option<Round> {
            let mut ways = [(None, 1); FACES];
            ways[5] = (Some(state.checked_sub(1)?), 1);
            Some(Round { dice: 1, ways })
        }
    }

    fn ends(start: Layer, supply: u32, counted: CountedQuantity) -> Vec<(u32, u32, usize, u64)> {
        let mut ends = Vec::new();
        count_ways(&Countdown, start, supply, |end| {
            if end.quantity == counted {
                ends.push((end.spread, end.supply, end.counted, end.ways));
            }
        });
        ends.sort_unstable();
        ends
    }

    #[test]
    fn all_ways_are_counted_by_quantity() {
        let one = Layer::of_state(1, 1);
        assert_eq!(
            ends(one, 2, CountedQuantity::Rounds),
            [(0, 0, 2, 5), (0, 1, 1, 6), (1, 0, 2, 25)]
        );
        let dense = Layer::of_all([0, 0, 1].into_iter());
        let expected = [(0, 0, 2, 1), (1, 0, 1, 10), (2, 0, 0, 25)];
        assert_eq!(ends(dense, 2, CountedQuantity::Replacements), expected);
    }

    #[test]
    fn without_dice_the_start_is_the_end() {
        let start = Layer::of_state(3, 7);
        assert_eq!(ends(start, 0, CountedQuantity::Rounds), [(3, 0, 0, 7)]);
    }
}
