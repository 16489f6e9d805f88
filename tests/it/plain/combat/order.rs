//! The turn: the highest initiative that no other combatant shares, and the rules for ties.

use super::super::dice::PlainDice;
use super::report::Event;
use super::table::{Table, throw_one};

impl Table<'_> {
    /// Rule 2: returns the combatant that has the turn; `None` after too many re-rolls.
    pub(super) fn next_actor(&mut self, dice: &mut dyn PlainDice) -> Option<usize> {
        let mut rounds_in_a_row = 0;
        loop {
            if let Some(actor) = self.highest_unshared() {
                return Some(actor);
            }
            if self.rules.deadlock_lot {
                return Some(self.lot_among_the_highest(dice));
            }
            if rounds_in_a_row == self.rules.max_rerolls {
                return None;
            }
            self.reroll_lowest_dice(dice);
            rounds_in_a_row += 1;
        }
    }

    /// Returns the combatant with the highest unshared initiative.
    fn highest_unshared(&self) -> Option<usize> {
        let standing = self.standing();
        let holders = |initiative: u64| {
            standing
                .iter()
                .filter(|&&combatant| self.seats[combatant].initiative() == initiative)
                .count()
        };
        standing
            .iter()
            .copied()
            .filter(|&combatant| holders(self.seats[combatant].initiative()) == 1)
            .max_by_key(|&combatant| self.seats[combatant].initiative())
    }

    fn lot_among_the_highest(&mut self, dice: &mut dyn PlainDice) -> usize {
        let mut among = self.standing();
        let highest = among
            .iter()
            .map(|&combatant| self.seats[combatant].initiative())
            .max();
        among.retain(|&combatant| Some(self.seats[combatant].initiative()) == highest);
        let combatant = among[dice.choose(self.rollers().lot(), among.len())];
        self.lots += 1;
        self.log.push(Event::Lot { combatant, among });
        combatant
    }

    fn reroll_lowest_dice(&mut self, dice: &mut dyn PlainDice) {
        for combatant in self.standing() {
            let from = self.seats[combatant].pool[0];
            let to = throw_one(dice, combatant);
            self.seats[combatant].remove(from);
            self.seats[combatant].add(to);
            self.log.push(Event::Reroll {
                combatant,
                from,
                to,
            });
        }
        self.rerolls += 1;
    }
}
