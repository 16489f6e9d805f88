//! Optional rule: reinforcements, which enter later.

use super::engine::Engine;
use super::event::Event;
use super::setup::ArrivalCondition;
use evenodds_core::contest::Observer;
use evenodds_core::dice::Dice;

impl<D: Dice, O: Observer<Event>> Engine<'_, D, O> {
    /// Brings in the reinforcements that are due before the next turn.
    pub(super) fn bring_timed_reinforcements(&mut self) {
        let turn = self.fight.turn + 1;
        for arrival in 0..self.combat.arrivals.len() {
            if self.combat.arrivals[arrival].when == ArrivalCondition::Turn(turn) {
                self.bring_in(arrival);
            }
        }
        // The side may still be small enough for further reinforcements.
        if self.combat.has_awaited_arrivals {
            self.bring_due_reinforcements();
        }
    }

    /// Brings in the reinforcements of sides that have become small enough.
    pub(super) fn bring_due_reinforcements(&mut self) {
        for arrival in 0..self.combat.arrivals.len() {
            let reinforcement = &self.combat.arrivals[arrival];
            if let ArrivalCondition::Standing(most) = reinforcement.when
                && self.fight.standing[reinforcement.side] <= most
            {
                self.bring_in(arrival);
            }
        }
    }

    /// Returns whether reinforcements are due on a side other than `side`, because few of its
    /// combatants are standing.
    pub(super) fn are_reinforcements_due(&self, side: usize) -> bool {
        let mut arrivals = self.combat.arrivals.iter().zip(&self.fight.extras.entered);
        arrivals.any(|(arrival, &entered)| {
            let due = match arrival.when {
                ArrivalCondition::Turn(_) => false,
                ArrivalCondition::Standing(most) => self.fight.standing[arrival.side] <= most,
            };
            due && !entered && arrival.side != side
        })
    }

    fn bring_in(&mut self, arrival: usize) {
        if self.fight.extras.entered[arrival] {
            return;
        }
        self.fight.extras.entered[arrival] = true;
        let reinforcement = &self.combat.arrivals[arrival];
        let mut last = None;
        for combatant in reinforcement.members.clone() {
            self.enter(combatant, true);
            let group = self.combat.combatants[combatant].group;
            // Members of a group are adjacent, so each group's arrival is recorded once.
            if last.replace(group) != Some(group)
                && let Some(entered_at) = self.combat.layout.entered_at[group]
            {
                let turn = i64::from(self.fight.turn) + 1;
                self.observer.count(entered_at, turn);
            }
        }
    }
}
