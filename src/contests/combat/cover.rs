//! Cover in an attack: dice that shield its target (optional rule).

use super::decide::Decide;
use super::engine::Engine;
use super::event::Event;
use super::ledger::Ledger;
use super::shield::{Attacked, Shield};
use super::view::Whims;
use crate::contest::Observer;
use crate::dice::{Dice, Pool};

impl<D, O, L, P> Engine<'_, D, O, L, P>
where
    D: Dice,
    O: Observer<Event>,
    L: Ledger,
    P: Decide<D>,
{
    /// The dice that the target keeps by the Cover that it chooses to spend.
    pub(super) fn take_cover(&mut self, actor: usize, face: u32, target: usize) -> Pool {
        let mut shield = Shield::of(self.combat, self.fight, actor, face, target);
        let side = self.combat.combatants[target].side;
        let whose = self.combat.whims(target);
        while let Some(die) = {
            let attacked = Attacked::new(self.combat, self.fight, &shield);
            let mut whims = Whims::new(self.dice, whose);
            self.decide.cover(&attacked, &mut whims)
        } {
            debug_assert!(shield.choices().contains(&die), "{die:?} in {shield:?}");
            let saved = shield.spend(die);
            self.ledger.count(self.combat.layout.cover_spent + side);
            self.observer.note(|| Event::Covered {
                actor,
                attack: face,
                target,
                of: die.of,
                face: die.face,
                saved,
            });
        }
        self.take_away(&shield);
        shield.kept
    }

    /// Takes Cover away that was spent.
    #[inline]
    fn take_away(&mut self, shield: &Shield) {
        let side = self.combat.combatants[shield.target].side;
        let extras = &mut self.fight.extras;
        [
            extras.cover[shield.target],
            extras.side_cover[side],
            extras.field_cover,
        ] = shield.places;
    }

    /// The rest of an attack whose target has chosen its Cover; ends the turn of the attacker.
    pub(super) fn attack_shielded(&mut self, shield: &Shield) {
        self.take_away(shield);
        let left = self.fight.seats[shield.target].pool.above(shield.face);
        let after = left.joined(shield.kept);
        self.strike(shield.actor, shield.face, shield.target, after);
        self.end_step();
    }
}
