//! Cover: dice that shield the target of an attack.
//!
//! The battlefield, each side and each combatant may have Cover. Once the attacker has shown its
//! die, the target may remove Cover dice, up to `cover_per_attack` one after another: each keeps
//! all dice of its face. Cover does not stop a Class that ignores it.
//!
//! `random`, `brawler` and `finisher` spend the die that keeps most initiative; others decide.

use std::cmp::Reverse;

use super::super::dice::PlainDice;
use super::report::{CoverFrom, Event};
use super::rules::{Cover, Player};
use super::table::Table;
use super::view::Decide;

/// Cover dice that are left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverDice {
    /// Cover of the battlefield.
    pub field: Vec<u8>,
    /// Cover of each side.
    pub sides: Vec<Vec<u8>>,
    /// Cover of each combatant.
    pub own: Vec<Vec<u8>>,
}

impl CoverDice {
    /// Returns no Cover.
    pub fn none(combatants: usize, sides: usize) -> Self {
        Self {
            field: Vec::new(),
            sides: vec![Vec::new(); sides],
            own: vec![Vec::new(); combatants],
        }
    }
}

/// An attack whose die is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Attacking combatant.
    pub attacker: usize,
    /// Face of the die, which has left its pool.
    pub face: u8,
    /// Attacked combatant.
    pub target: usize,
}

/// View of the attacked combatant, which may spend Cover.
#[derive(Clone, Copy, Debug)]
pub struct Attacked<'a> {
    /// State of the fight.
    pub table: &'a Table<'a>,
    /// Attack to answer.
    pub attack: Attack,
    /// Faces that it keeps already.
    pub kept: &'a [u8],
}

impl Attacked<'_> {
    /// Returns the player of the attacked combatant.
    pub fn player(&self) -> Player {
        self.table.combatants[self.attack.target].player
    }

    /// Returns the Cover dice that would keep any dice, those first that keep most initiative.
    /// Ties: one's own, then the side's, then the battlefield's, then the higher face.
    pub fn choices(&self) -> Vec<(CoverFrom, u8)> {
        let Attack {
            attacker,
            face: attack,
            target,
        } = self.attack;
        let class = self.table.seats[attacker].class;
        if self.table.combatants[attacker].classes[class].ignores_cover
            || self.kept.len() >= self.table.rules.cover_per_attack
        {
            return Vec::new();
        }
        let side = self.table.combatants[target].side;
        let cover = &self.table.cover;
        let mut choices = Vec::new();
        for (from, dice) in [
            (CoverFrom::Own, &cover.own[target]),
            (CoverFrom::Side, &cover.sides[side]),
            (CoverFrom::Field, &cover.field),
        ] {
            // Higher faces first; faces above the attack are not at risk.
            for face in (1..=attack).rev() {
                if dice.contains(&face) && !self.kept.contains(&face) && self.keeps(face) > 0 {
                    choices.push((from, face));
                }
            }
        }
        // The sort is stable, so ties keep their order.
        choices.sort_by_key(|&(_, face)| Reverse(self.keeps(face)));
        choices
    }

    /// Returns the initiative that Cover of this face would keep.
    fn keeps(&self, face: u8) -> u64 {
        let pool = self.table.seats[self.attack.target].pool.iter();
        pool.filter(|&&die| die == face)
            .map(|&die| u64::from(die))
            .sum()
    }
}

impl Table<'_> {
    /// Sets up the Cover dice as the fight begins, including those of later reinforcements.
    pub(super) fn lay_cover(&mut self, dice: &mut dyn PlainDice) {
        let rollers = self.rollers();
        self.cover.field = laid(self.rules.field_cover.as_ref(), rollers.field_cover(), dice);
        for side in 0..self.sides {
            let cover = self.rules.side_cover.get(side).and_then(Option::as_ref);
            self.cover.sides[side] = laid(cover, rollers.side_cover(side), dice);
        }
        for (combatant, described) in self.combatants.iter().enumerate() {
            let cover = described.cover.as_ref();
            self.cover.own[combatant] = laid(cover, rollers.own_cover(combatant), dice);
        }
    }

    /// Returns the faces that the target keeps of those that the attack would remove, and removes
    /// the Cover dice. Some faces may be kept already.
    pub(super) fn take_cover(
        &mut self,
        attack: Attack,
        mut kept: Vec<u8>,
        dice: &mut dyn PlainDice,
        decide: &mut dyn Decide,
    ) -> Vec<u8> {
        loop {
            let attacked = Attacked {
                table: self,
                attack,
                kept: &kept,
            };
            let choices = attacked.choices();
            if choices.is_empty() {
                break;
            }
            let Some(die) = decide.cover(&attacked, dice) else {
                break;
            };
            assert!(choices.contains(&die), "{die:?} cannot be spent");
            self.spend_cover(attack.target, die);
            kept.push(die.1);
        }
        kept
    }

    pub(super) fn spend_cover(&mut self, target: usize, (from, face): (CoverFrom, u8)) {
        let cover = self.cover_mut(from, target);
        let position = cover.iter().position(|&die| die == face);
        cover.remove(position.expect("the Cover die exists"));
        self.cover_spent[self.combatants[target].side] += 1;
        self.log.push(Event::Cover { target, from, face });
    }

    fn cover_mut(&mut self, from: CoverFrom, target: usize) -> &mut Vec<u8> {
        match from {
            CoverFrom::Own => &mut self.cover.own[target],
            CoverFrom::Side => &mut self.cover.sides[self.combatants[target].side],
            CoverFrom::Field => &mut self.cover.field,
        }
    }
}

fn laid(cover: Option<&Cover>, roller: usize, dice: &mut dyn PlainDice) -> Vec<u8> {
    let mut faces = match cover {
        None => Vec::new(),
        Some(Cover::Rolled(count)) => dice.throw(roller, *count),
        Some(Cover::Faces(faces)) => faces.clone(),
    };
    assert!(
        faces.iter().all(|face| (1..=6).contains(face)),
        "{faces:?} are no faces of Cover dice"
    );
    faces.sort_unstable();
    faces
}
