//! Optional rule: Cover dice, which protect dice of an attack's target.

use super::engine::Engine;
use super::event::Event;
use evenodds_core::contest::Observer;
use evenodds_core::dice::Dice;

impl<D: Dice, O: Observer<Event>> Engine<'_, D, O> {
    /// Spends a Cover die of the target of an attack. The attack takes effect if no other Cover die
    /// would keep anything.
    pub(super) fn spend_cover(&mut self, die: super::CoverDie) {
        let shield = &mut self.fight.extras.shield;
        debug_assert!(shield.choices().contains(&die), "{die:?} in {shield:?}");
        let saved = shield.spend(die);
        let shield = *shield;
        let side = self.combat.combatants[shield.target].side;
        self.observer
            .count(self.combat.layout.cover_spent + side, 1);
        self.observer.note(|| Event::Covered {
            actor: shield.actor,
            attack: shield.face,
            target: shield.target,
            of: die.of,
            face: die.face,
            saved,
        });
        if !shield.keeps_any() {
            self.end_attack();
        }
    }

    /// Carries out an attack once no more Cover is spent on it.
    pub(super) fn end_attack(&mut self) {
        let shield = self.fight.extras.shield;
        let side = self.combat.combatants[shield.target].side;
        let extras = &mut self.fight.extras;
        [
            extras.cover[shield.target],
            extras.side_cover[side],
            extras.field_cover,
        ] = shield.places;
        let left = self.fight.seats[shield.target].pool.above(shield.face);
        let after = left.joined(shield.kept);
        self.resolve_attack(shield.actor, shield.face, shield.target, after);
        self.end_turn();
    }
}
