//! Places of states by the values of their variables.

use super::super::DiceContest;

/// Indices of states by the values of their variables, for contests whose variables have few values.
/// A state is found faster than by the hash of its key.
#[derive(Debug)]
pub(super) struct Grid {
    /// Lowest value of each variable, and the distance between the places of consecutive values.
    axes: Vec<(i64, usize)>,
    /// Index of each state plus 1, or 0 for an unknown one; empty if there would be too many places.
    states: Vec<u32>,
}

/// Maximum number of places of a [`Grid`], which take 16 MiB.
const MOST_PLACES: usize = 1 << 22;

impl Grid {
    /// Creates a grid without states.
    pub(super) fn new(contest: &DiceContest) -> Self {
        let mut places = contest.parts.steps.len();
        let axes = contest.parts.states.iter().map(|state| {
            let distance = places;
            let values = state
                .bounds
                .high
                .abs_diff(state.bounds.low)
                .saturating_add(1);
            places = places.saturating_mul(values as usize);
            (state.bounds.low, distance)
        });
        let axes = axes.collect();
        let places = if places <= MOST_PLACES { places } else { 0 };
        Self {
            axes,
            states: vec![0; places],
        }
    }

    /// Returns the place of a state, if the grid has it.
    #[inline]
    pub(super) fn place(&mut self, step: usize, variables: &[i64]) -> Option<&mut u32> {
        let axes = self.axes.iter().zip(variables);
        let place = axes.fold(step, |place, (&(low, distance), &value)| {
            place.wrapping_add(((value - low) as usize).wrapping_mul(distance))
        });
        self.states.get_mut(place)
    }

    /// Forgets all states, and frees their memory.
    pub(super) fn clear(&mut self) {
        self.states = Vec::new();
    }
}
