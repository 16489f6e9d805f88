//! Events of a fight, as reported to observers.

use super::shield::CoverOwner;
use evenodds_core::contest::WoundEffect;
use evenodds_core::dice::Pool;

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
        /// Dice of the combatant.
        pool: Pool,
    },
    /// An attack.
    Attacked {
        /// Attacker.
        actor: usize,
        /// Face of the spent die.
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
        /// Dice of the ally afterward.
        pool: Pool,
    },
    /// A combatant rolls another Class.
    Changed {
        /// Combatant that changes tactic.
        actor: usize,
        /// Index of the Class among the combatant's Classes.
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
    /// A Cover die is spent on an attack that takes effect later.
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
        /// True if the character chooses to be out of the fight.
        stays_down: bool,
        /// True if armor spares it one of the two options.
        armored: bool,
    },
    /// A character dies of one wound too many.
    Died {
        /// The character.
        character: usize,
    },
    /// A healer undoes one of the options of a wound.
    Recovered {
        /// The character that recovers.
        character: usize,
        /// Option that is undone.
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
    /// Every initiative is shared, so all standing combatants re-roll their lowest die.
    Deadlocked,
    /// A combatant re-rolls its lowest die.
    Rerolled {
        /// Combatant that re-rolls.
        combatant: usize,
        /// Face before.
        from: u32,
        /// Face after.
        to: u32,
        /// Dice of the combatant afterward.
        pool: Pool,
    },
    /// Every initiative is shared, so a lot gives the turn to a holder of the highest.
    Lot {
        /// Combatant that gets the turn.
        combatant: usize,
        /// Number of combatants in the lot.
        among: u32,
    },
    /// Only one side is standing.
    Won {
        /// Index of the winning side.
        side: usize,
    },
    /// No combatant is standing.
    Drawn,
    /// The deadlock is not resolved, or the last turn has been taken.
    Unresolved {
        /// Number of turns taken.
        turn: u32,
    },
}
