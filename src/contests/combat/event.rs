//! What an observer is told of a fight.

use super::shield::CoverOf;
use crate::contest::OfWound;
use crate::dice::Pool;

/// What happens in a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A combatant rolls its first Class.
    Opened {
        /// Who.
        combatant: usize,
        /// Its dice.
        pool: Pool,
    },
    /// A turn begins.
    Turn {
        /// Number of the turn, from 1.
        number: u32,
        /// Whose it is.
        actor: usize,
        /// Its dice.
        pool: Pool,
    },
    /// An attack.
    Attacked {
        /// Who attacks.
        actor: usize,
        /// With which die.
        face: u32,
        /// Whom.
        target: usize,
        /// The target's dice before.
        before: Pool,
        /// The target's dice after; none: it is taken out.
        after: Pool,
    },
    /// A die was given to an ally.
    Supported {
        /// Who gives.
        actor: usize,
        /// The die given.
        face: u32,
        /// To whom.
        ally: usize,
        /// What it became.
        rolled: u32,
        /// The ally's dice now.
        pool: Pool,
    },
    /// Another Class was rolled.
    Changed {
        /// Who changed tactic.
        actor: usize,
        /// Position of the Class.
        class: usize,
        /// Its dice now.
        pool: Pool,
    },
    /// A combatant left.
    Retreated {
        /// Who.
        combatant: usize,
        /// Whether for having spent the last die.
        spent: bool,
    },
    /// A Cover die was spent on an attack that follows.
    Covered {
        /// Who attacks.
        actor: usize,
        /// With which die.
        attack: u32,
        /// Who is attacked.
        target: usize,
        /// Whose Cover it was.
        of: CoverOf,
        /// Its face.
        face: u32,
        /// The dice that it keeps.
        saved: Pool,
    },
    /// A monster came back.
    Returned {
        /// Which.
        combatant: usize,
        /// Its dice now.
        pool: Pool,
    },
    /// A monster was taken out and cannot come back with fewer dice.
    Vanquished {
        /// Which.
        monster: usize,
    },
    /// A character was wounded.
    Wounded {
        /// Who.
        character: usize,
        /// True if being out of the fight was chosen.
        stays_down: bool,
        /// True if armor spared it one of the two options.
        armored: bool,
    },
    /// A character was wounded once too often.
    Died {
        /// Who.
        character: usize,
    },
    /// A healer undid one of the choices for a wound.
    Recovered {
        /// Whose.
        character: usize,
        /// What was undone.
        from: OfWound,
    },
    /// A reinforcement came and rolled its first Class.
    Entered {
        /// Who.
        combatant: usize,
        /// Its dice.
        pool: Pool,
    },
    /// A monster has spent the last die and does not come back.
    Spent {
        /// Which.
        combatant: usize,
    },
    /// No initiative is unshared: everybody re-rolls the lowest die.
    Deadlocked,
    /// A lowest die was re-rolled.
    Rerolled {
        /// Whose.
        combatant: usize,
        /// What it showed.
        from: u32,
        /// What it shows.
        to: u32,
        /// All dice now.
        pool: Pool,
    },
    /// No initiative is unshared: a lot gives the turn to one of the highest.
    Lot {
        /// Who drew it.
        combatant: usize,
        /// Among how many.
        among: u32,
    },
    /// One side alone stands.
    Won {
        /// Which.
        side: usize,
    },
    /// Nobody stands.
    Drawn,
    /// The deadlock did not end.
    Unresolved,
}
