//! An attack and what comes of it.

use super::report::{Event, Fate};
use super::table::Table;

impl Table<'_> {
    pub(super) fn attack(&mut self, combatant: usize, face: u8, target: usize) {
        self.seats[combatant].remove(face);
        let class = self.combatants[combatant].classes[self.seats[combatant].class];
        let shielded = if class.ignores_cover {
            Vec::new()
        } else {
            self.take_cover(target, face)
        };
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
            self.take_out(target, combatant);
        }
        if self.seats[combatant].pool.is_empty() {
            self.spend_last_die(combatant);
        }
    }

    fn take_out(&mut self, target: usize, attacker: usize) {
        self.taken_out_by[attacker] += 1;
        self.leave(target, Fate::TakenOut);
        self.log.push(Event::TakenOut { combatant: target });
    }

    /// What becomes of an attacker without dice, once the attack has taken effect.
    fn spend_last_die(&mut self, attacker: usize) {
        let own_side = self.combatants[attacker].side;
        let opponents: usize = (0..self.sides)
            .filter(|&side| side != own_side)
            .map(|side| self.count_standing(side))
            .sum();
        if opponents == 0 && !self.rules.last_blow_draw {
            // The last opponent of all is out: decided before a retreat for want of dice.
            return;
        }
        self.retreat(attacker);
    }
}
