//! What the players see and may do. The Prize is not in it.

use super::field::{Faces, Field, Places};
use crate::dice::Pool;

/// The table as the players see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct View {
    /// All dice of the Field lie open.
    pub field: Field,
    /// Where they have been.
    pub explored: Places,
    /// The dice left.
    pub supply: Pool,
    /// The Prize, once one of that number was explored.
    pub trail: Option<u32>,
    /// The numbers that may still be the Prize, as the players see it: all have the same chance.
    pub candidates: Faces,
}

/// A die of Supply, spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Go {
    /// What is explored with it: one die, or several with `combine`.
    pub places: Places,
    /// The die.
    pub die: u32,
}

impl View {
    /// The places that may be explored with one of the dice left.
    #[inline]
    pub fn affordable(&self) -> Places {
        self.field.open(self.explored) & self.field.up_to(self.supply.highest())
    }

    /// The go that explores one place with the smallest die that suffices.
    #[inline]
    pub fn single(&self, place: Places) -> Go {
        Go {
            places: place,
            die: self.supply.lowest_from(self.field.face(place)),
        }
    }

    /// The table after a go that did not find the trail, or did.
    #[inline]
    #[must_use]
    pub fn after(&self, go: Go, trail: Option<u32>) -> Self {
        let mut view = *self;
        view.spend(go, trail);
        view
    }

    /// Goes on to that table.
    #[inline]
    pub fn spend(&mut self, go: Go, trail: Option<u32>) {
        if trail.is_none() {
            self.candidates = self.candidates.minus(self.field.faces(go.places));
        }
        self.explored |= go.places;
        self.supply = self.supply.without(go.die);
        self.trail = trail;
    }
}
