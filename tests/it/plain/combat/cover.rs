//! Cover: dice that shield whoever is attacked.
//!
//! There is Cover of the battlefield, of each side and of each combatant. Whoever is attacked may
//! remove Cover dice, up to `cover_per_attack` one after another, once the attacker has shown its die:
//! each keeps all dice of its face. A Class that ignores Cover is not stopped.

use super::super::dice::PlainDice;
use super::report::{CoverFrom, Event};
use super::rules::Cover;
use super::table::Table;

/// The Cover dice that are left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverDice {
    /// The battlefield's.
    pub field: Vec<u8>,
    /// Each side's.
    pub sides: Vec<Vec<u8>>,
    /// Each combatant's own.
    pub own: Vec<Vec<u8>>,
}

impl CoverDice {
    /// No Cover anywhere.
    pub fn none(combatants: usize, sides: usize) -> Self {
        Self {
            field: Vec::new(),
            sides: vec![Vec::new(); sides],
            own: vec![Vec::new(); combatants],
        }
    }
}

impl Table<'_> {
    /// Lays out the Cover dice as the fight begins, those of reinforcements to come too.
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

    /// The faces that the target keeps of those that the attack would remove. The Cover dice are
    /// gone.
    pub(super) fn take_cover(&mut self, target: usize, attack: u8) -> Vec<u8> {
        let mut kept = Vec::new();
        for _ in 0..self.rules.cover_per_attack {
            let Some((from, face)) = self.best_cover(target, attack, &kept) else {
                break;
            };
            let cover = self.cover_mut(from, target);
            let position = cover.iter().position(|&die| die == face);
            cover.remove(position.expect("the best Cover die lies there"));
            self.cover_spent[self.combatants[target].side] += 1;
            self.log.push(Event::Cover { target, from, face });
            kept.push(face);
        }
        kept
    }

    /// The Cover die that keeps most initiative, if any keeps some. Ties: own before the side's before
    /// the battlefield's, then the higher face.
    fn best_cover(&self, target: usize, attack: u8, kept: &[u8]) -> Option<(CoverFrom, u8)> {
        let side = self.combatants[target].side;
        let sources = [
            (CoverFrom::Own, &self.cover.own[target]),
            (CoverFrom::Side, &self.cover.sides[side]),
            (CoverFrom::Field, &self.cover.field),
        ];
        let mut best = None;
        let mut most = 0;
        for (from, cover) in sources {
            // Higher faces first; faces above the attack are in no danger.
            for face in (1..=attack).rev() {
                if !cover.contains(&face) || kept.contains(&face) {
                    continue;
                }
                let pool = self.seats[target].pool.iter();
                let dice = pool.filter(|&&die| die == face);
                let keeps: u64 = dice.map(|&die| u64::from(die)).sum();
                if keeps > most {
                    best = Some((from, face));
                    most = keeps;
                }
            }
        }
        best
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
