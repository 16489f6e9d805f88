//! Reinforcements: combatants that enter during the fight.
//!
//! Until it enters, a reinforcement has no dice, does not stand, and is neither an ally nor an
//! opponent. Reinforcements of one group enter together.

use super::super::dice::PlainDice;
use super::report::{Event, Fate};
use super::rules::Arrival;
use super::table::Table;

impl Table<'_> {
    /// Before a turn of an undecided fight: adds the reinforcements of this turn number.
    pub(super) fn enter_at_turn(&mut self, dice: &mut dyn PlainDice) {
        let now = Some(Arrival::AtTurn(self.turns + 1));
        for combatant in 0..self.combatants.len() {
            if self.combatants[combatant].arrival == now {
                self.enter(combatant, dice);
            }
        }
    }

    /// After the opening and every action: adds the reinforcements that wait for few enough of
    /// their side to stand, one after another in file order.
    pub(super) fn enter_when_standing(&mut self, dice: &mut dyn PlainDice) {
        for first in 0..self.combatants.len() {
            let described = &self.combatants[first];
            let Some(Arrival::WhenStanding(most)) = described.arrival else {
                continue;
            };
            // Reinforcements that entered just before count as standing.
            if self.has_entered(first) || self.count_standing(described.side) > most {
                continue;
            }
            for (combatant, other) in self.combatants.iter().enumerate() {
                let together = (other.side, other.arrival, other.group)
                    == (described.side, described.arrival, described.group);
                if together {
                    self.enter(combatant, dice);
                }
            }
        }
    }

    /// Returns whether a side with no standing combatants gets reinforcements for that reason.
    pub(super) fn awaits_when_standing(&self, side: usize) -> bool {
        self.combatants
            .iter()
            .enumerate()
            .any(|(combatant, described)| {
                described.side == side
                    && matches!(described.arrival, Some(Arrival::WhenStanding(_)))
                    && !self.has_entered(combatant)
            })
    }

    fn has_entered(&self, combatant: usize) -> bool {
        self.seats[combatant].fate != Fate::NotEntered
    }

    fn enter(&mut self, combatant: usize, dice: &mut dyn PlainDice) {
        let faces = self.roll_class(combatant, 0, dice);
        self.seats[combatant].fate = Fate::Standing;
        self.entered_at[combatant] = Some(self.turns + 1);
        self.log.push(Event::Entered { combatant, faces });
    }
}
