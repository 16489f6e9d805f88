//! View and actions of the players. The view does not include the Prize.

use super::field::{Faces, Field, Places};
use evenodds_core::dice::Pool;

/// A position as the players see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct View {
    /// The Field; all its dice are visible.
    pub field: Field,
    /// Places explored so far.
    pub explored: Places,
    /// Dice of Supply left.
    pub supply: Pool,
    /// The Prize, once one of its dice has been explored.
    pub trail: Option<u32>,
    /// Numbers that may still be the Prize, as far as the players know, with equal chances.
    pub candidates: Faces,
}

/// An exploration: the die of Supply spent, and the places that it explores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exploration {
    /// Explored places: one, or more with `combine`.
    pub places: Places,
    /// Face of the spent die.
    pub die: u32,
}

impl View {
    /// Returns the places that can be explored with one of the remaining dice.
    #[inline]
    pub fn affordable(&self) -> Places {
        self.field.open(self.explored) & self.field.up_to(self.supply.highest())
    }

    /// Returns the exploration of one place with the smallest sufficient die.
    #[inline]
    pub fn single(&self, place: Places) -> Exploration {
        Exploration {
            places: place,
            die: self.supply.lowest_from(self.field.face(place)),
        }
    }

    /// Returns the view after an exploration; `trail` is the Prize, if the trail is then known.
    #[inline]
    #[must_use]
    pub fn after(&self, exploration: Exploration, trail: Option<u32>) -> Self {
        let mut view = *self;
        view.spend(exploration, trail);
        view
    }

    /// Updates the view after an exploration.
    #[inline]
    pub fn spend(&mut self, exploration: Exploration, trail: Option<u32>) {
        if trail.is_none() {
            self.candidates = self.candidates.minus(self.field.faces(exploration.places));
        }
        self.explored |= exploration.places;
        self.supply = self.supply.without(exploration.die);
        self.trail = trail;
    }
}
