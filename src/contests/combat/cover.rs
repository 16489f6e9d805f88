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
        let side = self.combat.combatants[target].side;
        let mut places = places(self.combat, self.fight, target);
        let kept = keep(
            self.combat,
            self.fight,
            &mut places,
            [actor, target],
            face,
            |of, cover, saved| {
                self.ledger.count(self.combat.layout.cover_spent + side);
                self.observer.note(|| Event::Covered {
                    actor,
                    attack: face,
                    target,
                    of,
                    face: cover,
                    saved,
                });
            },
        );
        let extras = &mut self.fight.extras;
        [
            extras.cover[target],
            extras.side_cover[side],
            extras.field_cover,
        ] = places;
        kept
    }
}

/// What [`Engine::take_cover`] will keep, for players who think ahead; `spend` is told of every die
/// of Cover, and nothing changes.
pub(super) fn foreseen(
    combat: &Combat,
    fight: &Fight,
    actor: usize,
    face: u32,
    target: usize,
    mut spend: impl FnMut(CoverOf, u32),
) -> Pool {
    let mut places = places(combat, fight, target);
    keep(
        combat,
        fight,
        &mut places,
        [actor, target],
        face,
        |of, face, _| spend(of, face),
    )
}

/// The Cover that the target may use: its own, its side's, the battlefield's.
fn places(combat: &Combat, fight: &Fight, target: usize) -> [Pool; 3] {
    let extras = &fight.extras;
    let side = combat.combatants[target].side;
    [
        extras.cover[target],
        extras.side_cover[side],
        extras.field_cover,
    ]
}

fn keep(
    combat: &Combat,
    fight: &Fight,
    places: &mut [Pool; 3],
    [actor, target]: [usize; 2],
    face: u32,
    mut spend: impl FnMut(CoverOf, u32, Pool),
) -> Pool {
    let class = usize::from(fight.extras.classes[actor]);
    if combat.combatants[actor].classes[class].ignores_cover {
        return Pool::EMPTY;
    }
    let mut endangered = fight.seats[target].pool.up_to(face);
    let mut kept = Pool::EMPTY;
    for _ in 0..combat.options.cover_per_attack {
        // Earlier places and higher faces come first, so only more initiative replaces them.
        let mut best = (0, 0, None);
        for (place, pool) in places.iter().enumerate() {
            for cover in (1..=face).rev().filter(|&cover| pool.count(cover) > 0) {
                let keeps = cover * endangered.count(cover);
                if keeps > best.0 {
                    best = (keeps, cover, Some(place));
                }
            }
        }
        let (_, cover, Some(place)) = best else {
            break;
        };
        places[place] = places[place].without(cover);
        let of = [CoverOf::Own, CoverOf::Side, CoverOf::Field][place];
        let saved = endangered.up_to(cover).above(cover - 1);
        endangered = endangered.minus(saved);
        kept = kept.joined(saved);
        spend(of, cover, saved);
    }
    kept
}
