//! The account of a fight.

use super::rules::WoundOption;

/// How a fight ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The one side left standing.
    Side(usize),
    /// Nobody is left standing.
    Draw,
    /// Re-rolling went on for longer than the table has patience for.
    Unresolved,
}

/// What has become of a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Still in the fight, or in it when it ended.
    Standing,
    /// Lost its last die to an attack, and for good; or, a monster, spent it with none to return with.
    TakenOut,
    /// Left by choice, or spent its last die attacking.
    Retreated,
    /// A reinforcement that never came, or has not come yet.
    NotEntered,
}

/// The account of a whole fight. Lists have one entry for each combatant, in file order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How it ended.
    pub outcome: Outcome,
    /// Completed turns; re-rolls are none.
    pub turns: u64,
    /// Rounds of re-rolling.
    pub rerolls: u64,
    /// Lots drawn.
    pub lots: u64,
    /// What became of each combatant.
    pub fates: Vec<Fate>,
    /// The turn, counted from one, in which each combatant left the fight.
    pub left_at: Vec<Option<u64>>,
    /// The turn, counted from one, before which each combatant entered the fight, as a reinforcement.
    pub entered_at: Vec<Option<u64>>,
    /// How many turns each combatant had.
    pub turns_taken: Vec<u64>,
    /// How many opponents each combatant took out.
    pub taken_out_by: Vec<u64>,
    /// How many Cover dice the members of each side removed.
    pub cover_spent: Vec<u64>,
    /// How many times each combatant, a monster, returned.
    pub returns: Vec<u64>,
    /// How many times each combatant was wounded.
    pub wounds: Vec<u64>,
    /// Which combatants died of it.
    pub died: Vec<bool>,
    /// The permanent losses of each combatant that no healer undid.
    pub permanent_losses: Vec<u64>,
    /// The nasty wounds of each combatant that no healer undid.
    pub nasty_wounds: Vec<u64>,
    /// For which combatants a healer undid something.
    pub recovered: Vec<bool>,
    /// Everything that happened, in order.
    pub log: Vec<Event>,
}

/// Whose Cover it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverFrom {
    /// The combatant's own.
    Own,
    /// Its side's.
    Side,
    /// The battlefield's.
    Field,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A combatant rolled its first Class as the fight began.
    Start { combatant: usize, faces: Vec<u8> },
    /// A reinforcement came and rolled its first Class.
    Entered { combatant: usize, faces: Vec<u8> },
    /// A combatant re-rolled its lowest die in a round of re-rolls.
    Reroll { combatant: usize, from: u8, to: u8 },
    /// The lot gave the turn to one of those who share the highest initiative.
    Lot { combatant: usize, among: Vec<usize> },
    /// A die was given to an ally, who re-rolled it.
    Support {
        combatant: usize,
        ally: usize,
        given: u8,
        rolled: u8,
    },
    /// A Cover die was removed against the attack that comes next in the log: the target of it keeps
    /// all its dice of this face.
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
    /// A monster that was without dice rolled a die fewer than before.
    Returned { combatant: usize, faces: Vec<u8> },
    /// A player character was left without dice. It died or chose these options; what comes of that
    /// is told next.
    Wounded {
        combatant: usize,
        died: bool,
        options: Vec<WoundOption>,
    },
    /// A combatant was left without dice and is out of the fight.
    TakenOut { combatant: usize },
    /// A combatant left, by choice or for want of dice.
    Retreat { combatant: usize },
}
