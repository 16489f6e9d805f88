//! Counts of all lines of play, forward from the Craft, in integers.
//!
//! A *state* is a number that identifies a Craft. Each state, with a number of Supply dice left,
//! has the number of ways to it, out of all rolls of the dice so far. A round leads from there to
//! at most six states, one for each face that may be used. Rounds or replacements are counted along
//! the way.

use super::solver::MOST_SUPPLY;
use crate::contest::deadline;
use std::collections::BTreeMap;

/// Number of faces of a die.
const FACES: usize = 6;

/// A number that identifies a Craft: at most thirty dice in their places.
pub(super) type StateIndex = u128;

/// Numbers of ways, by number of rounds or replacements along them, 0 to [`MOST_SUPPLY`].
pub(super) type Row = [u64; MOST_SUPPLY as usize + 1];

/// Ways to the states with the same Supply.
pub(super) enum Layer {
    /// Rows of few states.
    Sparse(BTreeMap<StateIndex, Row>),
    /// A row for each state from 0 on.
    Dense(Vec<Row>),
}

impl Layer {
    /// Returns an empty layer of the same kind.
    fn empty(&self) -> Self {
        match self {
            Self::Sparse(_) => Self::Sparse(BTreeMap::new()),
            Self::Dense(rows) => Self::Dense(vec![Row::default(); rows.len()]),
        }
    }

    /// Adds `row` times `weight` to a state, with counts raised by `more`.
    fn add(&mut self, state: StateIndex, row: &Row, weight: u64, more: usize) {
        let sum = match self {
            Self::Sparse(rows) => rows.entry(state).or_default(),
            Self::Dense(rows) => &mut rows[state as usize],
        };
        for (sum, ways) in sum[more..].iter_mut().zip(row) {
            *sum += weight * ways;
        }
    }

    fn each(self, mut visit: impl FnMut(StateIndex, &Row)) {
        match self {
            Self::Sparse(rows) => rows.iter().for_each(|(&state, row)| visit(state, row)),
            Self::Dense(rows) => (0..).zip(&rows).for_each(|(state, row)| visit(state, row)),
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

/// Quantity that is counted along the way.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CountedQuantity {
    /// Rounds.
    Rounds,
    /// Replaced dice of the Craft.
    Replacements,
}

/// Ways that end in the same state.
pub(super) struct EndState {
    /// Spread of the Craft.
    pub spread: u32,
    /// Number of Supply dice left.
    pub supply: u32,
    /// Number of rounds or replacements.
    pub counted: usize,
    /// Number of ways, times the rolls of the remaining dice.
    pub ways: u64,
}

/// Follows all ways from `start` with `supply` dice, 0 to [`MOST_SUPPLY`], and passes each end to
/// `visit`. The number of ways at the start times 6^`supply` must fit into 64 bits.
pub(super) fn count_ways(
    space: &impl StateSpace,
    start: Layer,
    supply: u32,
    counted: CountedQuantity,
    mut visit: impl FnMut(EndState),
) {
    let empty = start.empty();
    let mut layers: Vec<Option<Layer>> = (0..supply).map(|_| None).collect();
    layers.push(Some(start));
    for left in (0..=supply).rev() {
        let Some(layer) = layers.pop().flatten() else {
            continue;
        };
        layer.each(|state, row| {
            deadline::check();
            if row.iter().all(|&ways| ways == 0) {
                return;
            }
            let Some(round) = (left > 0).then(|| space.round(state, left)).flatten() else {
                let spread = space.spread(state);
                for (counted, &ways) in row.iter().enumerate().filter(|(_, ways)| **ways > 0) {
                    visit(EndState {
                        spread,
                        supply: left,
                        counted,
                        ways: ways * 6_u64.pow(left),
                    });
                }
                return;
            };
            // A round rolls at least one die, so its result is in a lower layer.
            let next = layers[(left - round.dice) as usize].get_or_insert_with(|| empty.empty());
            for (to, weight) in round.ways {
                let more = counted == CountedQuantity::Rounds || to.is_some();
                next.add(to.unwrap_or(state), row, weight, usize::from(more));
            }
        });
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
        count_ways(&Countdown, start, supply, counted, |end| {
            ends.push((end.spread, end.supply, end.counted, end.ways));
        });
        ends.sort_unstable();
        ends
    }

    #[test]
    fn all_ways_are_counted_by_quantity() {
        let mut row = Row::default();
        row[0] = 1;
        let one = || Layer::Sparse(BTreeMap::from([(1, row)]));
        assert_eq!(
            ends(one(), 2, CountedQuantity::Rounds),
            [(0, 0, 2, 5), (0, 1, 1, 6), (1, 0, 2, 25)]
        );
        let mut rows = vec![Row::default(); 3];
        rows[2] = row;
        let expected = [(0, 0, 2, 1), (1, 0, 1, 10), (2, 0, 0, 25)];
        assert_eq!(
            ends(Layer::Dense(rows), 2, CountedQuantity::Replacements),
            expected
        );
    }

    #[test]
    fn without_dice_the_start_is_the_end() {
        let mut row = Row::default();
        row[0] = 7;
        let start = Layer::Sparse(BTreeMap::from([(3, row)]));
        assert_eq!(ends(start, 0, CountedQuantity::Rounds), [(3, 0, 0, 7)]);
    }
}
