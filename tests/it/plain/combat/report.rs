//! The report of a fight.

use super::rules::WoundOption;

/// Outcome of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The only side left standing.
    Side(usize),
    /// No combatant is left standing.
    Draw,
    /// Too many re-rolls in a row.
    Unresolved,
}

/// Fate of a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Still in the fight, or in it when it ended.
    Standing,
    /// Lost its last die to an attack, and for good; or, a monster, spent it with none to return
    /// with.
    TakenOut,
    /// Left by choice, or spent its last die attacking.
    Retreated,
    /// A reinforcement that never came, or has not come yet.
    NotEntered,
}

/// Report of a whole fight. Lists have one entry for each combatant, in file order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Outcome.
    pub outcome: Outcome,
    /// Number of completed turns, without re-rolls.
    pub turns: u64,
    /// Number of rounds of re-rolling.
    pub rerolls: u64,
    /// Number of lots drawn.
    pub lots: u64,
    /// Fate of each combatant.
    pub fates: Vec<Fate>,
    /// The turn, counted from one, in which each combatant left the fight.
    pub left_at: Vec<Option<u64>>,
    /// The turn, counted from one, before which each combatant entered the fight, as a
    /// reinforcement.
    pub entered_at: Vec<Option<u64>>,
    /// Number of turns of each combatant.
    pub turns_taken: Vec<u64>,
    /// Number of opponents that each combatant took out.
    pub taken_out_by: Vec<u64>,
    /// Number of Cover dice that the members of each side removed.
    pub cover_spent: Vec<u64>,
    /// Number of returns of each combatant, a monster.
    pub returns: Vec<u64>,
    /// Number of wounds of each combatant.
    pub wounds: Vec<u64>,
    /// For each combatant, true if it died of a wound.
    pub died: Vec<bool>,
    /// Number of permanent losses of each combatant that no healer undid.
    pub permanent_losses: Vec<u64>,
    /// Number of nasty wounds of each combatant that no healer undid.
    pub nasty_wounds: Vec<u64>,
    /// For each combatant, true if a healer undid something.
    pub recovered: Vec<bool>,
    /// Everything that happened, in order.
    pub log: Vec<Event>,
}

/// Owner of Cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverFrom {
    Own,
    Side,
    Field,
}

/// An event of a fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A combatant rolled its first Class as the fight began.
    Start { combatant: usize, faces: Vec<u8> },
    /// A reinforcement came and rolled its first Class.
    Entered { combatant: usize, faces: Vec<u8> },
    /// A combatant re-rolled its lowest die in a round of re-rolls.
    Reroll { combatant: usize, from: u8, to: u8 },
    /// A lot gave the turn to one of those that share the highest initiative.
    Lot { combatant: usize, among: Vec<usize> },
    /// A die was given to an ally, which re-rolled it.
    Support {
        combatant: usize,
        ally: usize,
        given: u8,
        rolled: u8,
    },
    /// A Cover die was removed against the next attack in the log: its target keeps all its dice of
    /// this face.
    Cover {
        target: usize,
        from: CoverFrom,
        face: u8,
    },
    /// A die was spent to attack; the target lost these dice.
    Attack {
        combatant: usize,
        target: usize,
        face: u8,
        lost: Vec<u8>,
    },
    /// A combatant dropped its dice and rolled another Class.
    ChangeTactic {
        combatant: usize,
        class: usize,
        faces: Vec<u8>,
    },
    /// A monster without dice rolled one die fewer than before.
    Returned { combatant: usize, faces: Vec<u8> },
    /// A player character was left without dice. It died or chose these options; the next events
    /// are the consequences.
    Wounded {
        combatant: usize,
        died: bool,
        options: Vec<WoundOption>,
    },
    /// A combatant was left without dice and is out of the fight.
    TakenOut { combatant: usize },
    /// A combatant left, by choice or for lack of dice.
    Retreat { combatant: usize },
}
