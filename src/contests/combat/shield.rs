//! The Cover of one who is attacked: what may be spent, what it keeps, and what the one who decides
//! sees of it (optional rule).

use super::fight::Fight;
use super::player::Player;
use super::{Combat, Cover};
use crate::dice::{Dice, Pool};
use std::cmp::Reverse;

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

/// All of them, in the order in which equal Cover is spent by rule.
const OF: [CoverOf; 3] = [CoverOf::Own, CoverOf::Side, CoverOf::Field];

/// A die of Cover that keeps something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoverDie {
    /// Whose it is.
    pub of: CoverOf,
    /// Its face, 1 to 6: all of the target's dice of that face are kept.
    pub face: u32,
}

impl CoverDie {
    const NONE: Self = Self {
        of: CoverOf::Own,
        face: 0,
    };
}

/// An attack whose die is shown, and the Cover of its target.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shield {
    pub(super) actor: usize,
    pub(super) face: u32,
    pub(super) target: usize,
    /// The Cover that the target may still use: its own, its side's, the battlefield's.
    pub(super) places: [Pool; 3],
    /// What the attack takes unless more is kept.
    endangered: Pool,
    /// What is kept of what the attack would take.
    pub(super) kept: Pool,
    /// How many dice may still be spent.
    left: u32,
}

impl Shield {
    /// The moment at which the attack die is shown.
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

    /// Returns whether any Cover die saves a die.
    #[inline]
    pub(super) fn keeps_any(&self) -> bool {
        self.left > 0 && self.places.iter().any(|place| place.meets(self.endangered))
    }

    /// The Cover die that keeps most initiative; of equals that of the earlier place, then the
    /// higher face. `None` where none keeps anything.
    #[inline]
    pub(super) fn most_kept(&self) -> Option<CoverDie> {
        if self.left == 0 {
            return None;
        }
        // Earlier places and higher faces come first, so only more initiative replaces them.
        let mut best = (0, None);
        for (&pool, of) in self.places.iter().zip(OF) {
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

    /// All Cover dice that keep something, in the order in which they are spent by rule.
    pub(super) fn choices(&self) -> Choices {
        let mut choices = Choices {
            dice: [CoverDie::NONE; MOST_CHOICES],
            count: 0,
        };
        if self.left == 0 {
            return choices;
        }
        for (&pool, of) in self.places.iter().zip(OF) {
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

    /// The same once a die is spent.
    pub(super) fn with(mut self, die: CoverDie) -> Self {
        self.spend(die);
        self
    }

    /// The same once all is spent that the rule of `random`, `brawler` and `finisher` spends.
    pub(super) fn spent_by_rule(mut self) -> Self {
        while let Some(die) = self.most_kept() {
            self.spend(die);
        }
        self
    }

    /// The dice that are spent at a table that still has them; `side` is the target's.
    pub(super) fn spent(&self, fight: &Fight, side: usize) -> impl Iterator<Item = CoverDie> {
        let extras = &fight.extras;
        let before = [
            extras.cover[self.target],
            extras.side_cover[side],
            extras.field_cover,
        ];
        let places = before.into_iter().zip(self.places).zip(OF);
        places.flat_map(|((before, now), of)| {
            (before.minus(now).faces()).map(move |face| CoverDie { of, face })
        })
    }
}

/// No more than all faces of all places.
const MOST_CHOICES: usize = 18;

/// The Cover dice among which somebody chooses.
pub(super) struct Choices {
    dice: [CoverDie; MOST_CHOICES],
    count: usize,
}

impl std::ops::Deref for Choices {
    type Target = [CoverDie];

    fn deref(&self) -> &[CoverDie] {
        &self.dice[..self.count]
    }
}

/// The table as a combatant sees it who is attacked, the attack die shown and nothing lost so far.
#[derive(Clone, Copy, Debug)]
pub struct Attacked<'a> {
    combat: &'a Combat,
    fight: &'a Fight,
    shield: &'a Shield,
}

impl<'a> Attacked<'a> {
    #[inline]
    pub(super) fn new(combat: &'a Combat, fight: &'a Fight, shield: &'a Shield) -> Self {
        Self {
            combat,
            fight,
            shield,
        }
    }

    /// Returns what the target of the attack sees at which a fight stops.
    #[inline]
    pub(super) fn of(combat: &'a Combat, fight: &'a Fight) -> Self {
        Self::new(combat, fight, &fight.extras.shield)
    }

    /// Who attacks.
    pub fn attacker(&self) -> usize {
        self.shield.actor
    }

    /// The face of the attack die.
    pub fn face(&self) -> u32 {
        self.shield.face
    }

    /// Who is attacked, and decides.
    #[inline]
    pub fn target(&self) -> usize {
        self.shield.target
    }

    /// Who decides for the target.
    #[inline]
    pub fn player(&self) -> Player {
        self.combat.combatants[self.shield.target].player
    }

    /// The dice of a combatant before the attack takes effect.
    pub fn pool(&self, combatant: usize) -> Pool {
        self.fight.seats[combatant].pool
    }

    /// The target's dice that Cover spent on this attack keeps already.
    pub fn kept(&self) -> Pool {
        self.shield.kept
    }

    /// The Cover dice that could be spent next, those that keep most initiative first; of equals
    /// the target's own, then its side's, then the battlefield's, then the higher face. What keeps
    /// nothing is not spent.
    pub fn choices(&self) -> Vec<CoverDie> {
        self.shield.choices().to_vec()
    }

    /// The first of them: what `random`, `brawler` and `finisher` spend.
    #[inline]
    pub fn most_kept(&self) -> Option<CoverDie> {
        self.shield.most_kept()
    }

    /// What a perfect player spends next in a duel, and what `finisher` does where the fight is not
    /// solved.
    pub(super) fn perfect_cover(&self) -> Option<CoverDie> {
        match self.combat.policy() {
            Some(policy) => policy.cover(self),
            None => self.most_kept(),
        }
    }

    /// The table itself, for players who think a fight through.
    #[inline]
    pub(super) fn table(&self) -> (&'a Combat, &'a Fight, &'a Shield) {
        (self.combat, self.fight, self.shield)
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pool() -> impl Strategy<Value = Pool> {
        prop::collection::vec(1u32..=6, 0..=6).prop_map(|faces| Pool::from_faces(&faces))
    }

    proptest! {
        #[test]
        fn what_keeps_most_is_the_first_choice(
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
