//! State of a character during an adventure.

use super::super::combat::WoundOption;
use super::{Advance, Character};

/// Duration of the loss of a Class without a wound, in ascending order. The longest one holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lost {
    Not,
    /// Until the scene of this number.
    UntilScene(u32),
    /// Until the end of the session.
    Session,
    /// Until the next play of the adventure.
    Adventure,
}

/// Open wound, with its options that no healer undid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is an option of a wound"
)]
pub struct Wound {
    pub non_combatant: bool,
    /// The Class that was in use, lost as long as `non_combatant` holds.
    pub in_use: Option<usize>,
    pub permanent_loss: bool,
    /// The Class lost for good, if there was one to lose.
    pub lost: Option<usize>,
    pub nasty: bool,
    /// True for a nasty wound of the session before.
    pub carried: bool,
}

impl Wound {
    /// Undoes one option.
    fn undo(&mut self) {
        if self.permanent_loss {
            self.permanent_loss = false;
            self.lost = None;
        } else if self.nasty {
            self.nasty = false;
        } else {
            self.non_combatant = false;
            self.in_use = None;
        }
    }

    /// Returns whether no option is left, or only those of a carried wound that is nasty no more.
    fn is_healed(&self) -> bool {
        let has_options = self.permanent_loss || self.nasty || self.non_combatant;
        !has_options || self.carried && !self.nasty
    }
}

#[derive(Clone, Debug)]
pub struct Member {
    /// Dice by Class.
    pub dice: Vec<u32>,
    pub lost: Vec<Lost>,
    /// True for each Class that was lost for good by a wound that has healed since.
    pub gone: Vec<bool>,
    pub dead: bool,
    pub captured: bool,
    /// Open wounds, oldest first.
    pub wounds: Vec<Wound>,
}

impl Member {
    pub fn new(about: &Character) -> Self {
        Self {
            dice: about.classes.iter().map(|&(_, dice)| dice).collect(),
            lost: vec![Lost::Not; about.classes.len()],
            gone: vec![false; about.classes.len()],
            dead: false,
            captured: false,
            wounds: Vec::new(),
        }
    }

    pub fn is_there(&self, in_a_fight: bool) -> bool {
        let non_combatant = self.wounds.iter().any(|wound| wound.non_combatant);
        !(self.dead || self.captured || in_a_fight && non_combatant)
    }

    /// Returns whether a Class is available in the scene of this number: no cause of loss holds.
    pub fn has(&self, class: usize, scene: u32) -> bool {
        let is_back = match self.lost[class] {
            Lost::Not => true,
            Lost::UntilScene(back) => back <= scene,
            Lost::Session | Lost::Adventure => false,
        };
        let in_use = |wound: &Wound| wound.in_use == Some(class);
        is_back && !self.is_lost_for_good(class) && !self.wounds.iter().any(in_use)
    }

    /// Returns the Classes available in the scene of this number.
    pub fn all_there(&self, scene: u32) -> Vec<usize> {
        let all = 0..self.dice.len();
        all.filter(|&class| self.has(class, scene)).collect()
    }

    /// Returns whether a permanent loss took a Class, or all its dice were spent.
    fn is_lost_for_good(&self, class: usize) -> bool {
        let lost = |wound: &Wound| wound.lost == Some(class);
        self.gone[class] || self.dice[class] == 0 || self.wounds.iter().any(lost)
    }

    /// Loses a Class for a time, unless it is the scene's own.
    pub fn lose(&mut self, class: Option<usize>, how_long: Lost) {
        if let Some(class) = class {
            self.lost[class] = self.lost[class].max(how_long);
        }
    }

    /// Adds a wound with these options. `in_use` is the Class in use, unless that is the scene's
    /// own.
    pub fn suffer(&mut self, about: &Character, options: &[WoundOption], in_use: Option<usize>) {
        let mut wound = Wound::default();
        for option in options {
            match option {
                WoundOption::NonCombatant => {
                    wound.non_combatant = true;
                    wound.in_use = in_use;
                }
                WoundOption::PermanentLoss => {
                    wound.permanent_loss = true;
                    wound.lost = self.to_lose_for_good(about, in_use);
                }
                WoundOption::NastyWound => wound.nasty = true,
            }
        }
        self.wounds.push(wound);
        self.let_heal();
    }

    /// Returns the last losable Class that is not lost for good, else the one in use, if it is not.
    fn to_lose_for_good(&self, about: &Character, in_use: Option<usize>) -> Option<usize> {
        let position = |name: &String| about.classes.iter().position(|(other, _)| other == name);
        let losable = about.losable.iter().rev().filter_map(position);
        losable
            .chain(in_use)
            .find(|&class| !self.is_lost_for_good(class))
    }

    /// Undoes one option of the wound of this number.
    pub fn recover(&mut self, wound: usize) {
        self.wounds[wound].undo();
    }

    /// Removes healed wounds.
    pub fn let_heal(&mut self) {
        self.heal(Wound::is_healed);
    }

    /// Removes wounds. A permanent loss that no healer undid stays.
    fn heal(&mut self, is_healed: impl Fn(&Wound) -> bool) {
        for wound in &self.wounds {
            if let Some(class) = wound.lost
                && is_healed(wound)
            {
                self.gone[class] = true;
            }
        }
        self.wounds.retain(|wound| !is_healed(wound));
    }

    /// Ends a session: wounds heal but nasty ones of this session, which are carried into the next.
    pub fn end_session(&mut self) {
        self.heal(|wound| wound.carried || !wound.nasty);
        for wound in &mut self.wounds {
            wound.carried = true;
        }
        for lost in &mut self.lost {
            if *lost == Lost::Session {
                *lost = Lost::Not;
            }
        }
    }

    /// Passes the time between two plays: captives are free, and Classes lost for a time come back.
    pub fn rest(&mut self) {
        self.end_session();
        self.captured = false;
        self.lost.fill(Lost::Not);
    }

    /// Raises a Class below six dice by one; among equals the first.
    pub fn advance(&mut self, advance: Advance) {
        if advance == Advance::Nothing {
            return;
        }
        let mut gains: Option<usize> = None;
        for class in 0..self.dice.len() {
            if self.dice[class] == 6 || self.is_lost_for_good(class) {
                continue;
            }
            let is_better = match (advance, gains) {
                (_, None) => true,
                (Advance::Nothing | Advance::First, Some(_)) => false,
                (Advance::Lowest, Some(best)) => self.dice[class] < self.dice[best],
                (Advance::Highest, Some(best)) => self.dice[class] > self.dice[best],
            };
            if is_better {
                gains = Some(class);
            }
        }
        if let Some(class) = gains {
            self.dice[class] += 1;
        }
    }

    pub fn has_nothing_wrong(&self, next_scene: u32) -> bool {
        self.is_there(true)
            && self.wounds.is_empty()
            && self.all_there(next_scene).len() == self.dice.len()
    }
}
