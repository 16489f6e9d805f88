//! The declaring order of the contest `order`: the fewest remaining action dice first, as in a
//! round.

/// Action dice by their sort.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sorts {
    pub general: u32,
    pub limited: u32,
    pub specialised: u32,
}

impl Sorts {
    fn all(self) -> u32 {
        self.general + self.limited + self.specialised
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Actor {
    /// Dice used on the action to be declared, without the noncombat die.
    pub used: Sorts,
    /// Dice kept for later in the round.
    pub kept: Sorts,
    /// Number of dice used earlier in the round.
    pub spent: u32,
    pub noncombat: bool,
}

impl Actor {
    fn left(&self) -> u32 {
        self.used.all() + self.kept.all() + u32::from(self.noncombat)
    }
}

/// Returns the position of the one that declares first, or `None` if a lot decides.
pub fn declares_first(actors: [Actor; 2], total_breaks_ties: bool) -> Option<usize> {
    let [one, other] = actors.map(|actor| {
        let total = if total_breaks_ties {
            actor.left() + actor.spent
        } else {
            0
        };
        let limited = actor.used.limited + actor.kept.limited;
        let specialised = actor.used.specialised + actor.kept.specialised;
        (actor.left(), limited, specialised, total)
    });
    (one != other).then_some(usize::from(other < one))
}
