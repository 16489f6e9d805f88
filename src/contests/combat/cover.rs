//! Cover: dice that shield a target from an attack (optional rule).

use super::engine::Engine;
use super::fight::Fight;
use super::ledger::Ledger;
use super::rules::Event;
use super::view::{Action, View, Whims};
use super::{Combat, Cover};
use crate::contest::Observer;
use crate::dice::{Dice, Pool};

/// Whose Cover it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverOf {
    /// The target's own.
    Own,
    /// Its side's.
    Side,
    /// Anybody's.
    Field,
}

/// Lays out all Cover at the start of a fight.
pub(super) fn lay<D: Dice>(combat: &Combat, fight: &mut Fight, dice: &mut D) {
    let mut laid = |cover: Option<Cover>, roller| match cover {
        None => Pool::EMPTY,
        Some(Cover::Rolled(count)) => dice.pool(roller, count),
        Some(Cover::Faces(pool)) => pool,
    };
    let extras = &mut fight.extras;
    extras.field_cover = laid(combat.field_cover, combat.field_cover_roller());
    for (side, pool) in extras.side_cover.iter_mut().enumerate() {
        *pool = laid(combat.sides[side].cover, combat.side_cover_roller(side));
    }
    for (combatant, pool) in extras.cover.iter_mut().enumerate() {
        *pool = laid(
            combat.combatants[combatant].cover,
            combat.own_cover_roller(combatant),
        );
    }
}

impl<D, O, L, P> Engine<'_, D, O, L, P>
where
    D: Dice,
    O: Observer<Event>,
    L: Ledger,
    P: FnMut(&View, &mut Whims<D>) -> Action,
{
    /// The dice that the target keeps by Cover: each Cover die spent keeps all of its face. It
    /// spends those that keep most initiative, none that keep nothing.
    pub(super) fn take_cover(&mut self, actor: usize, face: u32, target: usize) -> Pool {
        let class = usize::from(self.fight.extras.classes[actor]);
        if self.combat.combatants[actor].classes[class].ignores_cover {
            return Pool::EMPTY;
        }
        let side = self.combat.combatants[target].side;
        let mut endangered = self.fight.seats[target].pool.up_to(face);
        let mut kept = Pool::EMPTY;
        for _ in 0..self.combat.options.cover_per_attack {
            let extras = &mut self.fight.extras;
            let places = [
                (CoverOf::Own, &mut extras.cover[target]),
                (CoverOf::Side, &mut extras.side_cover[side]),
                (CoverOf::Field, &mut extras.field_cover),
            ];
            // Earlier places and higher faces come first, so only more initiative replaces them.
            let mut best = (0, 0, None);
            for (of, pool) in places {
                for cover in (1..=face).rev().filter(|&cover| pool.count(cover) > 0) {
                    let keeps = cover * endangered.count(cover);
                    if keeps > best.0 {
                        best = (keeps, cover, Some(of));
                    }
                }
            }
            let (_, cover, Some(of)) = best else {
                break;
            };
            let extras = &mut self.fight.extras;
            let place = match of {
                CoverOf::Own => &mut extras.cover[target],
                CoverOf::Side => &mut extras.side_cover[side],
                CoverOf::Field => &mut extras.field_cover,
            };
            *place = place.without(cover);
            let saved = endangered.up_to(cover).above(cover - 1);
            endangered = endangered.minus(saved);
            kept = kept.joined(saved);
            self.ledger.count(self.combat.layout.cover_spent + side);
            self.observer.note(|| Event::Covered {
                actor,
                attack: face,
                target,
                of,
                face: cover,
                saved,
            });
        }
        kept
    }
}
