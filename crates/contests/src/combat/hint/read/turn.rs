//! Reinforcements still to come, and the combatant whose turn it is, in a typed position.

use super::{FightReader, MAX_DICE};
use crate::combat::options::Deadlock;
use crate::combat::setup::ArrivalCondition;
use evenodds_core::document::{Fault, Span};

impl FightReader<'_> {
    /// Determines the reinforcements that have entered, and the number of the turn if it follows
    /// from them.
    pub(super) fn set_arrivals(&mut self) {
        let arrived = |named: &[Option<Span>], arrival: usize| {
            let mut members = self.combat.arrivals[arrival].members.clone();
            members.find_map(|place| named[place].clone())
        };
        for (index, arrival) in self.combat.arrivals.iter().enumerate() {
            let arrived = arrived(&self.named, index);
            match arrival.when {
                ArrivalCondition::Turn(turn) => match arrived {
                    Some(place) if turn > self.fight.turn => {
                        if self.numbered {
                            let found = format!("arrives on turn {turn}");
                            let accepted = format!("the position is of turn {}", self.fight.turn);
                            let path = place.text().to_owned();
                            self.faults.push(Fault::new(place, path, found, accepted));
                        } else {
                            self.fight.turn = turn;
                        }
                    }
                    _ => {}
                },
                ArrivalCondition::Standing(most) => {
                    self.fight.extras.entered[index] =
                        arrived.is_some() || self.fight.standing[arrival.side] <= most;
                }
            }
        }
        for (index, arrival) in self.combat.arrivals.iter().enumerate() {
            if let ArrivalCondition::Turn(turn) = arrival.when {
                self.fight.extras.entered[index] = turn <= self.fight.turn;
            }
        }
    }

    /// Returns the combatant whose turn it is by the rules; `None` if there are faults.
    pub(super) fn whose_turn(&mut self) -> Option<usize> {
        if !self.faults.is_empty() {
            return None;
        }
        let sides = 0..self.combat.sides.len();
        let standing: Vec<usize> = sides
            .filter(|&side| self.fight.standing[side] > 0)
            .collect();
        if let [] | [_] = standing[..] {
            let found = match standing.first() {
                Some(&side) => format!(
                    "only the side {} is standing, so the fight is over",
                    self.combat.sides[side].name
                ),
                None => "no combatant is standing, so the fight is over".to_owned(),
            };
            let known = self.names.common().join(", ");
            let help = format!("combatants that are not named are out; the combatants are {known}");
            self.push_position_fault(
                &found,
                "expected combatants of two sides or more",
                Some(help),
            );
            return None;
        }
        let next = self.fight.order.next();
        if let Some((aided, place)) = self.aided.first().cloned() {
            return self.continuing_actor(aided, &place);
        }
        let Some((claimed, place)) = self.turn.clone() else {
            if next.is_none() {
                self.report_shared_initiatives();
            }
            return next;
        };
        if next == Some(claimed) {
            return next;
        }
        let name = self.names.full(claimed).to_owned();
        let own = self.fight.seats[claimed].pool.sum();
        if let Some(next) = next {
            let highest = self.fight.seats[next].pool.sum();
            let found = format!("has initiative {own} and cannot have the turn");
            let accepted = format!(
                "the highest initiative that is not shared is {highest}, held by {}",
                self.names.full(next)
            );
            let help =
                "if the turn continues after an aid, mark the aided combatant: NAME: DICE (aided)";
            let fault = Fault::new(place, name, found, accepted);
            self.faults.push(fault.with_help(Some(help.to_owned())));
            return None;
        }
        let highest = self.fight.order.highest().map_or(0, |(highest, _)| highest);
        if self.combat.options.deadlock == Deadlock::Lot && own == highest {
            return Some(claimed);
        }
        self.report_shared_initiatives();
        None
    }

    /// Returns the combatant whose turn continues after it has aided others; `None` if there are
    /// faults.
    fn continuing_actor(&mut self, aided: usize, place: &Span) -> Option<usize> {
        let name = self.names.full(aided).to_owned();
        let Some((actor, _)) = self.turn.clone() else {
            let found = "was aided, but no combatant has the turn";
            let accepted = "mark the combatant that gave the die: NAME: DICE (turn)";
            self.faults
                .push(Fault::new(place.clone(), name, found, accepted));
            return None;
        };
        for (ally, place) in self.aided.clone() {
            if ally == actor || self.who(ally).side != self.who(actor).side {
                let found = format!("was aided by {}", self.names.full(actor));
                let accepted = "expected an ally of that combatant";
                let path = self.names.full(ally).to_owned();
                self.faults.push(Fault::new(place, path, found, accepted));
            }
        }
        // Each aid costs one of at most six dice, and one die remains.
        if let Some((ally, place)) = self.aided.get(MAX_DICE as usize - 1).cloned() {
            let path = self.names.full(ally).to_owned();
            let accepted = "expected at most five aided combatants in a turn";
            self.faults.push(Fault::new(
                place,
                path,
                "is the sixth aided combatant",
                accepted,
            ));
        }
        if !self.faults.is_empty() {
            return None;
        }
        for &(ally, _) in &self.aided {
            self.fight.aided.add(ally);
        }
        Some(actor)
    }

    /// Reports a position in which every initiative is shared.
    fn report_shared_initiatives(&mut self) {
        let highest = self.fight.order.highest().map_or(0, |(highest, _)| highest);
        let found = "no combatant has the turn, as every initiative is shared";
        if self.combat.options.deadlock == Deadlock::Lot {
            let accepted = format!(
                "mark the combatant with initiative {highest} that won the lot, as in NAME: DICE (turn)"
            );
            self.push_position_fault(found, &accepted, None);
        } else {
            let accepted = "give the dice after every combatant has re-rolled its lowest die";
            self.push_position_fault(found, accepted, None);
        }
    }
}
