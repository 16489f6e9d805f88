//! An attack and its consequences.
//!
//! Consequences for the target come first, then those for an attacker that spent its last die. A
//! large monster returns with one die fewer each time, until it has none to return with. Wounds
//! have a module of their own.

use super::super::dice::PlainDice;
use super::cover::Attack;
use super::report::{Event, Fate};
use super::table::Table;
use super::view::Decide;

impl Table<'_> {
    pub(super) fn attack(
        &mut self,
        attacker: usize,
        face: u8,
        target: usize,
        dice: &mut dyn PlainDice,
        decide: &mut dyn Decide,
    ) {
        self.seats[attacker].remove(face);
        let attack = Attack {
            attacker,
            face,
            target,
        };
        let kept = self.take_cover(attack, Vec::new(), dice, decide);
        self.strike(attack, &kept, dice);
    }

    /// Applies an attack, except for the faces that Cover keeps.
    pub(super) fn strike(&mut self, attack: Attack, shielded: &[u8], dice: &mut dyn PlainDice) {
        let Attack {
            attacker: combatant,
            face,
            target,
        } = attack;
        let pool = &mut self.seats[target].pool;
        let (lost, kept): (Vec<u8>, Vec<u8>) = pool
            .iter()
            .partition(|&&die| die <= face && !shielded.contains(&die));
        *pool = kept;
        self.log.push(Event::Attack {
            combatant,
            target,
            face,
            lost,
        });
        if self.seats[target].pool.is_empty() {
            self.lose_last_die(target, combatant, dice);
        }
        if self.seats[combatant].pool.is_empty() {
            self.spend_last_die(combatant, dice);
        }
    }

    /// Wounds a target without dice, lets it return, or takes it out.
    fn lose_last_die(&mut self, target: usize, attacker: usize, dice: &mut dyn PlainDice) {
        let described = &self.combatants[target];
        if described.wounds {
            self.wound(target, attacker, dice);
        } else if !(described.monster && self.returns(target, dice)) {
            self.take_out_by(target, attacker);
        }
    }

    /// Lets an attacker without dice retreat or return, once the attack has been applied.
    fn spend_last_die(&mut self, attacker: usize, dice: &mut dyn PlainDice) {
        let own_side = self.combatants[attacker].side;
        let mut others = (0..self.sides).filter(|&side| side != own_side);
        let goes_on =
            others.any(|side| self.count_standing(side) > 0 || self.awaits_when_standing(side));
        if !goes_on && !self.rules.last_blow_draw {
            // The last opponent is out, so the fight is decided before a retreat for lack of dice.
            return;
        }
        if self.combatants[attacker].monster && self.rules.monster_spent_returns {
            if !self.returns(attacker, dice) {
                self.take_out(attacker);
            }
            return;
        }
        self.retreat(attacker);
    }

    /// Lets a monster without dice return with one fewer than it last rolled by a Class or a
    /// return; returns whether it could.
    fn returns(&mut self, combatant: usize, dice: &mut dyn PlainDice) -> bool {
        let fewer = self.seats[combatant].rolled - 1;
        if fewer == 0 {
            return false;
        }
        let faces = dice.throw(combatant, fewer);
        self.seats[combatant].lay(&faces);
        self.returns[combatant] += 1;
        self.log.push(Event::Returned { combatant, faces });
        true
    }

    /// Takes the target out, and counts that for the attacker.
    pub(super) fn take_out_by(&mut self, target: usize, attacker: usize) {
        self.taken_out_by[attacker] += 1;
        self.take_out(target);
    }

    fn take_out(&mut self, combatant: usize) {
        self.leave(combatant, Fate::TakenOut);
        self.log.push(Event::TakenOut { combatant });
    }
}
