//! Cached knowledge of the current position, if a die of Supply explores one die.
//!
//! A trial queries one position after another, each a step later. Most findings stay valid: a
//! number that cannot be completed stays so, and a way to complete one continues after a step along
//! it.

use super::budget::ExplorationBudget;
use super::completion::{CompletionWay, Ways, next_of};
use super::field::{Faces, Field, Places};
use evenodds_core::dice::Pool;

/// Knowledge of one position.
#[derive(Clone, Copy, Debug)]
pub struct Knowledge {
    explored: Places,
    supply: Pool,
    /// Budget of the Supply. As the rest of an earlier budget, its representation may differ from
    /// that of [`ExplorationBudget::of`], but it is equivalent.
    budget: ExplorationBudget,
    /// Numbers already checked, whether or not they can be completed.
    searched: Faces,
    /// Checked numbers that can be completed.
    live: Faces,
    /// Ways to complete live numbers.
    ways: Ways,
    /// Live numbers whose way was found from this position.
    found: Faces,
}

impl Default for Knowledge {
    fn default() -> Self {
        Self {
            explored: 0,
            supply: Pool::EMPTY,
            budget: ExplorationBudget::of(Pool::EMPTY),
            searched: Faces::NONE,
            live: Faces::NONE,
            ways: Ways::default(),
            found: Faces::NONE,
        }
    }
}

impl Knowledge {
    /// Clears all knowledge.
    #[inline]
    pub fn clear(&mut self) {
        (self.searched, self.live, self.found) = (Faces::NONE, Faces::NONE, Faces::NONE);
    }

    /// Moves to a position; clears the knowledge unless it is the current one.
    #[inline]
    pub fn at(&mut self, explored: Places, supply: Pool) {
        if self.explored != explored || self.supply != supply {
            self.clear();
            self.explored = explored;
            self.supply = supply;
            self.budget = ExplorationBudget::of(supply);
        }
    }

    /// Returns the budget of the Supply.
    #[inline]
    pub fn budget(&self) -> ExplorationBudget {
        self.budget
    }

    /// Returns the ways to complete numbers; valid for live numbers only.
    #[inline]
    pub fn ways(&self) -> &Ways {
        &self.ways
    }

    /// Returns the `numbers` whose dice can all still be explored.
    #[inline]
    pub fn live(&mut self, field: &Field, numbers: Faces) -> Faces {
        for face in numbers.minus(self.searched).iter() {
            self.find_way(field, face);
        }
        self.live.and(numbers)
    }

    fn find_way(&mut self, field: &Field, face: u32) {
        self.searched = self.searched.with(face);
        if let Some(way) = CompletionWay::find(field, self.explored, self.budget, face) {
            self.live = self.live.with(face);
            self.found = self.found.with(face);
            self.ways[face as usize] = way;
        }
    }

    /// Returns the place to explore next to complete a number; empty if it cannot be completed.
    #[inline]
    pub fn next_toward(&mut self, field: &Field, face: u32) -> Places {
        if !self.found.has(face) {
            if self.searched.minus(self.live).has(face) {
                return 0;
            }
            self.find_way(field, face);
            if !self.found.has(face) {
                return 0;
            }
        }
        next_of(field, self.explored, self.ways[face as usize].whole)
    }

    /// Moves to the position after exploring a place with the smallest sufficient die.
    #[inline]
    pub fn follow(&mut self, field: &Field, place: Places, die: u32) {
        let shown = field.face(place);
        let Some(budget) = self.budget.after(shown, 1) else {
            return;
        };
        self.explored |= place;
        self.supply = self.supply.without(die);
        self.budget = budget;
        for face in self.live.iter() {
            let way = &mut self.ways[face as usize];
            // If the way still has dice of other numbers, a search from here may find another way.
            let others = way.whole & !self.explored & !field.showing(face);
            if way.whole & place == 0 || (shown != face && others != 0) {
                self.found = self.found.minus(Faces::NONE.with(face));
            }
            if let Some(next) = way.after(place, shown) {
                *way = next;
            } else {
                self.searched = self.searched.minus(Faces::NONE.with(face));
                self.live = self.live.minus(Faces::NONE.with(face));
            }
        }
    }
}
