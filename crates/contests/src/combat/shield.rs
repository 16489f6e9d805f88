//! Optional rule: the Cover of an attack's target, the dice that it can keep, and the view of the
//! deciding player.

use super::fight::{Fight, Shield};
use super::player::Player;
use super::prepared::Combat;
use super::setup::Cover;
use evenodds_core::dice::{Dice, Pool};
use std::cmp::Reverse;

/// Owner of Cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverOwner {
    /// The target of the attack.
    Own,
    /// The side of the target.
    Side,
    /// The battlefield; any combatant may use its Cover.
    Field,
}

/// All owners, in the order in which equal Cover is spent by rule.
const OWNERS: [CoverOwner; 3] = [CoverOwner::Own, CoverOwner::Side, CoverOwner::Field];

/// A Cover die that keeps at least one die of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoverDie {
    /// Owner of the die.
    pub of: CoverOwner,
    /// Face, 1 to 6; the die keeps all dice of the target with that face.
    pub face: u32,
}

impl CoverDie {
    const NONE: Self = Self {
        of: CoverOwner::Own,
        face: 0,
    };
}

impl Shield {
    /// Returns the state before any Cover is spent on the attack.
    #[inline]
    pub(super) fn of(
        combat: &Combat,
        fight: &Fight,
        actor: usize,
        face: u32,
        target: usize,
    ) -> Self {
        let class = usize::from(fight.extras.classes[actor]);
        let ignored = combat.combatants[actor].classes[class].ignores_cover;
        let side = combat.combatants[target].side;
        let extras = &fight.extras;
        Self {
            actor,
            face,
            target,
            places: [
                extras.cover[target],
                extras.side_cover[side],
                extras.field_cover,
            ],
            endangered: fight.seats[target].pool.up_to(face),
            kept: Pool::EMPTY,
            left: if ignored {
                0
            } else {
                combat.options.cover_per_attack
            },
        }
    }

    /// Returns whether any Cover die keeps a die of the target.
    #[inline]
    pub(super) fn keeps_any(&self) -> bool {
        self.left > 0 && self.places.iter().any(|place| place.meets(self.endangered))
    }

    /// Returns the Cover die that keeps the most initiative; ties go to the earlier owner, then to
    /// the higher face. `None` if no die keeps anything.
    #[inline]
    pub(super) fn most_kept(&self) -> Option<CoverDie> {
        if self.left == 0 {
            return None;
        }
        // Earlier owners and higher faces come first, so only more initiative replaces the best.
        let mut best = (0, None);
        for (&pool, of) in self.places.iter().zip(OWNERS) {
            if !pool.meets(self.endangered) {
                continue;
            }
            for face in (1..=self.face).rev().filter(|&face| pool.count(face) > 0) {
                let keeps = face * self.endangered.count(face);
                if keeps > best.0 {
                    best = (keeps, Some(CoverDie { of, face }));
                }
            }
        }
        best.1
    }

    /// Returns all Cover dice that keep at least one die, in the order in which the rule spends
    /// them.
    pub(super) fn choices(&self) -> CoverChoices {
        let mut choices = CoverChoices {
            dice: [CoverDie::NONE; MOST_CHOICES],
            count: 0,
        };
        if self.left == 0 {
            return choices;
        }
        for (&pool, of) in self.places.iter().zip(OWNERS) {
            let keeps = |&face: &u32| pool.count(face) > 0 && self.endangered.count(face) > 0;
            for face in (1..=self.face).filter(keeps) {
                choices.dice[choices.count] = CoverDie { of, face };
                choices.count += 1;
            }
        }
        choices.dice[..choices.count].sort_by_key(|die| {
            let keeps = die.face * self.endangered.count(die.face);
            (Reverse(keeps), die.of as u8, Reverse(die.face))
        });
        choices
    }

    /// Spends a die; returns the dice that it keeps.
    #[inline]
    pub(super) fn spend(&mut self, die: CoverDie) -> Pool {
        let place = &mut self.places[die.of as usize];
        *place = place.without(die.face);
        let saved = self.endangered.up_to(die.face).above(die.face - 1);
        self.endangered = self.endangered.minus(saved);
        self.kept = self.kept.joined(saved);
        self.left -= 1;
        saved
    }

    /// Returns the state after a die is spent.
    pub(super) fn with(mut self, die: CoverDie) -> Self {
        self.spend(die);
        self
    }

    /// Returns the state after all Cover is spent by the rule of `random`, `brawler` and
    /// `finisher`.
    pub(super) fn spent_by_rule(mut self) -> Self {
        while let Some(die) = self.most_kept() {
            self.spend(die);
        }
        self
    }

    /// Yields the Cover dice spent so far. `fight` is a position that still has them, and `side` is
    /// the side of the target.
    pub(super) fn spent(&self, fight: &Fight, side: usize) -> impl Iterator<Item = CoverDie> {
        let extras = &fight.extras;
        let before = [
            extras.cover[self.target],
            extras.side_cover[side],
            extras.field_cover,
        ];
        let places = before.into_iter().zip(self.places).zip(OWNERS);
        places.flat_map(|((before, now), of)| {
            (before.minus(now).faces()).map(move |face| CoverDie { of, face })
        })
    }
}

/// Maximum number of choices: six faces of three owners.
const MOST_CHOICES: usize = 18;

/// Cover dice that may be spent next.
pub(super) struct CoverChoices {
    dice: [CoverDie; MOST_CHOICES],
    count: usize,
}

impl std::ops::Deref for CoverChoices {
    type Target = [CoverDie];

    fn deref(&self) -> &[CoverDie] {
        &self.dice[..self.count]
    }
}

/// View of the position for the target of an attack: the attack die is known, and no dice are lost
/// yet.
#[derive(Clone, Copy, Debug)]
pub struct CoverView<'a> {
    combat: &'a Combat,
    fight: &'a Fight,
    shield: &'a Shield,
}

impl<'a> CoverView<'a> {
    #[inline]
    pub(super) fn new(combat: &'a Combat, fight: &'a Fight, shield: &'a Shield) -> Self {
        Self {
            combat,
            fight,
            shield,
        }
    }

    /// Returns the view of the target of the attack at which the fight has stopped.
    #[inline]
    pub(super) fn of(combat: &'a Combat, fight: &'a Fight) -> Self {
        Self::new(combat, fight, &fight.extras.shield)
    }

    /// Returns the attacker.
    pub fn attacker(&self) -> usize {
        self.shield.actor
    }

    /// Returns the face of the attack die.
    pub fn face(&self) -> u32 {
        self.shield.face
    }

    /// Returns the target of the attack, which makes the decision.
    #[inline]
    pub fn target(&self) -> usize {
        self.shield.target
    }

    /// Returns the player of the target.
    #[inline]
    pub fn player(&self) -> Player {
        self.combat.combatants[self.shield.target].player
    }

    /// Returns the dice of a combatant before the attack takes effect.
    pub fn pool(&self, combatant: usize) -> Pool {
        self.fight.seats[combatant].pool
    }

    /// Returns the dice of the target that Cover spent on this attack already keeps.
    pub fn kept(&self) -> Pool {
        self.shield.kept
    }

    /// Returns the Cover dice that may be spent next. Those that keep the most initiative come
    /// first; in a tie the target's own, then its side's, then the battlefield's, then the higher
    /// face. Dice that keep nothing are left out.
    pub fn choices(&self) -> Vec<CoverDie> {
        self.shield.choices().to_vec()
    }

    /// Returns the first of the choices, which `random`, `brawler` and `finisher` spend.
    #[inline]
    pub fn most_kept(&self) -> Option<CoverDie> {
        self.shield.most_kept()
    }

    /// Returns the optimal choice in a duel, or that of `finisher` in an unsolved fight.
    pub(super) fn optimal_cover(&self) -> Option<CoverDie> {
        match self.combat.policy() {
            Some(policy) => policy.cover(self),
            None => self.most_kept(),
        }
    }

    /// Returns the setup, the position and the attack, for players that simulate the fight.
    #[inline]
    pub(super) fn table(&self) -> (&'a Combat, &'a Fight, &'a Shield) {
        (self.combat, self.fight, self.shield)
    }
}

/// Sets up all Cover at the start of a fight.
pub(super) fn roll_cover<D: Dice>(combat: &Combat, fight: &mut Fight, dice: &mut D) {
    let mut initial = |cover: Option<Cover>, roller| match cover {
        None => Pool::EMPTY,
        Some(Cover::Rolled(count)) => dice.pool(roller, count),
        Some(Cover::Faces(pool)) => pool,
    };
    let extras = &mut fight.extras;
    extras.field_cover = initial(combat.field_cover, combat.field_cover_roller());
    for (side, pool) in extras.side_cover.iter_mut().enumerate() {
        *pool = initial(combat.sides[side].cover, combat.side_cover_roller(side));
    }
    for (combatant, pool) in extras.cover.iter_mut().enumerate() {
        *pool = initial(
            combat.combatants[combatant].cover,
            combat.own_cover_roller(combatant),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pool() -> impl Strategy<Value = Pool> {
        prop::collection::vec(1u32..=6, 0..=6).prop_map(|faces| Pool::from_faces(&faces))
    }

    proptest! {
        #[test]
        fn the_first_choice_keeps_most(
            places in prop::array::uniform3(pool()),
            before in pool(),
            face in 1u32..=6,
            left in 0u32..=3,
        ) {
            let mut shield = Shield {
                actor: 0,
                face,
                target: 1,
                places,
                endangered: before.up_to(face),
                kept: Pool::EMPTY,
                left,
            };
            loop {
                let choices = shield.choices();
                prop_assert_eq!(shield.most_kept(), choices.first().copied());
                let Some(&die) = choices.last() else { break };
                prop_assert_eq!(shield.spend(die).len(), before.count(die.face));
            }
            prop_assert!(before.up_to(face).minus(shield.kept).len() + shield.kept.len()
                == before.up_to(face).len());
        }
    }
}
