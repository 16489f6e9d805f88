//! Sums of probabilities by target.

use super::super::branches::Target;

/// Sums of probabilities by target, in the order of their first addition. Clearing them takes time
/// in proportion to their number alone, so their memory serves the next branch.
#[derive(Debug, Default)]
pub struct Sums {
    list: Vec<(Target, f64)>,
    /// Position in the list plus 1 by state, or 0 for a state without a sum.
    of_state: Vec<u32>,
    /// Position in the list plus 1 by end, or 0. An end after the last round has a single state.
    of_end: Vec<u32>,
}

impl Sums {
    /// Adds to the sum of a target.
    #[inline]
    pub fn add(&mut self, target: Target, chance: f64) {
        let next = self.list.len() as u32 + 1;
        let (places, index) = self.place(target);
        if index >= places.len() {
            places.resize(2 * index + 1, 0);
        }
        if let Some(place) = (places[index] as usize).checked_sub(1) {
            self.list[place].1 += chance;
        } else {
            places[index] = next;
            self.list.push((target, chance));
        }
    }

    /// Returns the sums.
    pub fn list(&self) -> &[(Target, f64)] {
        &self.list
    }

    /// Removes all sums.
    pub fn clear(&mut self) {
        let mut list = std::mem::take(&mut self.list);
        for (target, _) in list.drain(..) {
            let (places, index) = self.place(target);
            places[index] = 0;
        }
        self.list = list;
    }

    #[inline]
    fn place(&mut self, target: Target) -> (&mut Vec<u32>, usize) {
        match target {
            Target::State(state) => (&mut self.of_state, state),
            Target::End(end) | Target::Last(_, end) => (&mut self.of_end, end),
        }
    }
}
