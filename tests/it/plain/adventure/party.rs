//! What has become of a character on the way.

use super::{Advance, Character};

/// For how long a Class is lost; later ones are longer, and none is cut short by another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lost {
    Not,
    /// It is back in the scene of this number.
    UntilScene(u32),
    /// It is back when the session ends.
    Session,
    /// It is back in the next play of the adventure.
    Adventure,
    ForGood,
}

#[derive(Clone, Debug)]
pub struct Member {
    /// By Class.
    pub dice: Vec<u32>,
    pub lost: Vec<Lost>,
    pub dead: bool,
    pub captured: bool,
    pub non_combatant: bool,
    pub open_wounds: u32,
    /// How many of these last a session longer.
    pub nasty_wounds: u32,
    /// Nasty wounds of the session before.
    pub carried_wounds: u32,
}

impl Member {
    pub fn new(about: &Character) -> Self {
        Self {
            dice: about.classes.iter().map(|&(_, dice)| dice).collect(),
            lost: vec![Lost::Not; about.classes.len()],
            dead: false,
            captured: false,
            non_combatant: false,
            open_wounds: 0,
            nasty_wounds: 0,
            carried_wounds: 0,
        }
    }

    pub fn is_there(&self, in_a_fight: bool) -> bool {
        !(self.dead || self.captured || in_a_fight && self.non_combatant)
    }

    /// Whether a Class is there in the scene of this number.
    pub fn has(&self, class: usize, scene: u32) -> bool {
        match self.lost[class] {
            Lost::Not => true,
            Lost::UntilScene(back) => back <= scene,
            Lost::Session | Lost::Adventure | Lost::ForGood => false,
        }
    }

    /// Loses a Class, unless it is the scene's own: 1 if that is news.
    pub fn lose(&mut self, class: Option<usize>, how_long: Lost) -> u32 {
        match class {
            Some(class) if self.lost[class] < how_long => {
                self.lost[class] = how_long;
                1
            }
            _ => 0,
        }
    }

    /// Loses the last of the Classes for good that one may lose, else the one in use.
    pub fn lose_for_good(&mut self, about: &Character, in_use: Option<usize>) -> u32 {
        for name in about.losable.iter().rev() {
            let class = about.classes.iter().position(|(other, _)| other == name);
            if self.lose(class, Lost::ForGood) == 1 {
                return 1;
            }
        }
        self.lose(in_use, Lost::ForGood)
    }

    /// A backer has so many dice of a Class left: 1 if it has none and the Class is gone.
    pub fn spend(&mut self, class: usize, left: u32) -> u32 {
        self.dice[class] = left;
        if left > 0 {
            return 0;
        }
        self.lose(Some(class), Lost::ForGood)
    }

    /// A wound was treated: a nasty one is nasty no more, another one is healed.
    pub fn recover(&mut self) {
        if self.nasty_wounds > 0 {
            self.nasty_wounds -= 1;
        } else {
            self.open_wounds -= 1;
            self.non_combatant = false;
        }
    }

    /// When a session ends all heals but what is nasty.
    pub fn end_session(&mut self) {
        self.carried_wounds = self.nasty_wounds;
        self.nasty_wounds = 0;
        self.open_wounds = 0;
        if self.carried_wounds == 0 {
            self.non_combatant = false;
        }
        for lost in &mut self.lost {
            if *lost == Lost::Session {
                *lost = Lost::Not;
            }
        }
    }

    /// Between two plays of the adventure all comes back too but what is lost for good.
    pub fn rest(&mut self) {
        self.end_session();
        self.captured = false;
        for lost in &mut self.lost {
            if *lost != Lost::ForGood {
                *lost = Lost::Not;
            }
        }
    }

    /// A Class below six dice gains one; of equals the first.
    pub fn advance(&mut self, advance: Advance) {
        if advance == Advance::Nothing {
            return;
        }
        let mut gains: Option<usize> = None;
        for class in 0..self.dice.len() {
            if self.dice[class] == 6 || self.lost[class] == Lost::ForGood {
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
            && self.open_wounds == 0
            && self.carried_wounds == 0
            && (0..self.dice.len()).all(|class| self.has(class, next_scene))
    }
}
