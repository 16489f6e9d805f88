//! What is known of the position on the table, where a die of Supply explores one die.
//!
//! A trial asks about one position after another, each a step further. What was found out about one
//! mostly holds for the next: a number that cannot be completed never can be again, and a way to
//! complete one goes on after a step of it.

use super::budget::Budget;
use super::field::{Faces, Field, Places};
use super::reach::{Way, Ways, next_of};
use crate::dice::Pool;

/// What is known of one position.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    explored: Places,
    supply: Pool,
    /// What the Supply affords. It may be written in another way than that of [`Budget::of`]: as what
    /// an earlier one left, which means the same.
    budget: Budget,
    /// The numbers of which it is known whether they can be completed.
    asked: Faces,
    /// Those of them that can be.
    live: Faces,
    /// How they can be.
    ways: Ways,
    /// Those of them whose way is the one that is found from here.
    found: Faces,
}

impl Default for Known {
    fn default() -> Self {
        Self {
            explored: 0,
            supply: Pool::EMPTY,
            budget: Budget::of(Pool::EMPTY),
            asked: Faces::NONE,
            live: Faces::NONE,
            ways: Ways::default(),
            found: Faces::NONE,
        }
    }
}

impl Known {
    /// Forgets everything.
    #[inline]
    pub fn clear(&mut self) {
        (self.asked, self.live, self.found) = (Faces::NONE, Faces::NONE, Faces::NONE);
    }

    /// Turns to a position; what is known of another one is forgotten.
    #[inline]
    pub fn at(&mut self, explored: Places, supply: Pool) {
        if self.explored != explored || self.supply != supply {
            self.clear();
            self.explored = explored;
            self.supply = supply;
            self.budget = Budget::of(supply);
        }
    }

    /// What the Supply affords.
    #[inline]
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// How those of the numbers can be completed that can be.
    #[inline]
    pub fn ways(&self) -> &Ways {
        &self.ways
    }

    /// Those of the numbers that can still be explored whole.
    #[inline]
    pub fn live(&mut self, field: &Field, numbers: Faces) -> Faces {
        for face in numbers.minus(self.asked).iter() {
            self.ask(field, face);
        }
        self.live.and(numbers)
    }

    fn ask(&mut self, field: &Field, face: u32) {
        self.asked = self.asked.with(face);
        if let Some(way) = Way::find(field, self.explored, self.budget, face) {
            self.live = self.live.with(face);
            self.found = self.found.with(face);
            self.ways[face as usize] = way;
        }
    }

    /// The place to explore next in order to complete a number that can be; none if it cannot.
    #[inline]
    pub fn towards(&mut self, field: &Field, face: u32) -> Places {
        if !self.found.has(face) {
            if self.asked.minus(self.live).has(face) {
                return 0;
            }
            self.ask(field, face);
            if !self.found.has(face) {
                return 0;
            }
        }
        next_of(field, self.explored, self.ways[face as usize].whole)
    }

    /// Goes on to the position after a place was explored with the smallest die that suffices.
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
            // With other dice left on the way than those of the number, another way may be found.
            let others = way.whole & !self.explored & !field.showing(face);
            if way.whole & place == 0 || (shown != face && others != 0) {
                self.found = self.found.minus(Faces::NONE.with(face));
            }
            if let Some(next) = way.after(place, shown) {
                *way = next;
            } else {
                self.asked = self.asked.minus(Faces::NONE.with(face));
                self.live = self.live.minus(Faces::NONE.with(face));
            }
        }
    }
}
