//! Events of a fight, as reported to observers.

use super::shield::CoverOwner;
use crate::contest::WoundEffect;
use crate::dice::Pool;

/// An event of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A combatant rolls its first Class.
    Opened {
        /// Combatant that rolls.
        combatant: usize,
        /// Dice rolled.
        pool: Pool,
    },
    /// A turn begins.
    Turn {
        /// Number of the turn, from 1.
        number: u32,
        /// Combatant that has the turn.
        actor: usize,
        /// Its dice.
        pool: Pool,
    },
    /// An attack.
    Attacked {
        /// Attacker.
        actor: usize,
        /// Face of the die that it spends.
        face: u32,
        /// Combatant that is attacked.
        target: usize,
        /// Dice of the target before the attack.
        before: Pool,
        /// Dice of the target after the attack; empty if it has lost all of them.
        after: Pool,
    },
    /// A combatant gives a die to an ally.
    Supported {
        /// Combatant that gives the die.
        actor: usize,
        /// Face of the die given.
        face: u32,
        /// Ally that receives it.
        ally: usize,
        /// Face after the ally's re-roll.
        rolled: u32,
        /// Dice of the ally afterwards.
        pool: Pool,
    },
    /// A combatant rolls another Class.
    Changed {
        /// Combatant that changes tactic.
        actor: usize,
        /// Position of the Class among its Classes.
        class: usize,
        /// Dice rolled.
        pool: Pool,
    },
    /// A combatant leaves the fight.
    Retreated {
        /// Combatant that leaves.
        combatant: usize,
        /// True if it has spent its last die.
        spent: bool,
    },
    /// A Cover die is spent on an attack that follows.
    Covered {
        /// Attacker.
        actor: usize,
        /// Face of the attack die.
        attack: u32,
        /// Combatant that is attacked.
        target: usize,
        /// Owner of the Cover.
        of: CoverOwner,
        /// Face of the Cover die.
        face: u32,
        /// Dice of the target that the Cover die keeps.
        saved: Pool,
    },
    /// A monster comes back.
    Returned {
        /// The monster.
        combatant: usize,
        /// Dice rolled.
        pool: Pool,
    },
    /// A monster is taken out and cannot come back with fewer dice.
    Vanquished {
        /// The monster.
        monster: usize,
    },
    /// A character is wounded.
    Wounded {
        /// The character.
        character: usize,
        /// True if being out of the fight is chosen.
        stays_down: bool,
        /// True if armor spares it one of the two options.
        armored: bool,
    },
    /// A character dies of one wound too many.
    Died {
        /// The character.
        character: usize,
    },
    /// A healer undoes one of the choices for a wound.
    Recovered {
        /// The character that recovers.
        character: usize,
        /// Choice that is undone.
        from: WoundEffect,
    },
    /// A reinforcement enters and rolls its first Class.
    Entered {
        /// The reinforcement.
        combatant: usize,
        /// Dice rolled.
        pool: Pool,
    },
    /// A monster has spent its last die and does not come back.
    Spent {
        /// The monster.
        combatant: usize,
    },
    /// Every initiative is shared: all standing combatants re-roll their lowest die.
    Deadlocked,
    /// A combatant re-rolls its lowest die.
    Rerolled {
        /// Combatant that re-rolls.
        combatant: usize,
        /// Face before.
        from: u32,
        /// Face after.
        to: u32,
        /// Dice of the combatant afterwards.
        pool: Pool,
    },
    /// Every initiative is shared: a lot gives the turn to one of those with the highest.
    Lot {
        /// Combatant that gets the turn.
        combatant: usize,
        /// Number of combatants among which the lot is drawn.
        among: u32,
    },
    /// Only one side is left standing.
    Won {
        /// The side.
        side: usize,
    },
    /// No combatant is left standing.
    Drawn,
    /// The deadlock is not resolved.
    Unresolved,
}
