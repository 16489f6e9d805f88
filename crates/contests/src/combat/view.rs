//! View of a fight for players, and their legal actions. All dice in play are visible, but no
//! future dice.

use super::fight::{CombatantSeat, Fight};
use super::player::{OrderSubject, Player, RetreatOrder};
use super::prepared::Combat;
use super::setup::Allowed;
use evenodds_core::contest::game::seed_of;
use evenodds_core::dice::{Dice, Pool, Roller};
use std::ops::Range;

/// Action of the combatant whose turn it is. Combatants are given by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Discards a die of `face`; `target` loses every die of that face or lower.
    Attack {
        /// Face, 1 to 6.
        face: u32,
        /// A standing opponent.
        target: usize,
    },
    /// Gives a die of `face` to `ally`, which re-rolls it. The turn continues.
    Support {
        /// Face, 1 to 6.
        face: u32,
        /// A standing ally with fewer than six dice that has not yet been aided in this turn.
        ally: usize,
    },
    /// Drops all dice and rolls an unused Class.
    Change {
        /// Index among the combatant's Classes.
        class: usize,
    },
    /// Drops all dice and leaves the fight.
    Retreat,
}

impl Action {
    /// Returns the rank by which players choose between actions of equal value, lowest first:
    /// attacks, then supports, each by ascending face, then changes of tactic, then retreat.
    ///
    /// Actions of the same rank differ only in a place in the file. Players draw lots among them.
    #[inline]
    pub(super) fn rank(self) -> u32 {
        match self {
            Self::Attack { face, .. } => face,
            Self::Support { face, .. } => 8 + face,
            Self::Change { .. } => 16,
            Self::Retreat => 24,
        }
    }
}

/// View of the position for the combatant whose turn it is.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    combat: &'a Combat,
    fight: &'a Fight,
    actor: usize,
}

impl<'a> View<'a> {
    #[inline]
    pub(super) fn new(combat: &'a Combat, fight: &'a Fight, actor: usize) -> Self {
        Self {
            combat,
            fight,
            actor,
        }
    }

    /// Returns the view of the combatant whose turn it is.
    #[inline]
    pub(super) fn of(combat: &'a Combat, fight: &'a Fight) -> Self {
        Self::new(combat, fight, fight.actor)
    }

    /// Returns the combatant whose turn it is.
    #[inline]
    pub fn actor(&self) -> usize {
        self.actor
    }

    /// Returns the player of the combatant whose turn it is.
    #[inline]
    pub fn player(&self) -> Player {
        self.combat.combatants[self.actor].player
    }

    /// Returns whether a standing order makes the actor retreat.
    #[inline]
    pub(super) fn is_ordered_to_retreat(&self) -> bool {
        let who = &self.combat.combatants[self.actor];
        who.retreat.is_some_and(|order| self.applies(order)) && self.allowed().retreat
    }

    #[cold]
    fn applies(&self, order: RetreatOrder) -> bool {
        let number = match order.subject {
            OrderSubject::Dice => self.own().len(),
            OrderSubject::Standing => self.fight.standing[self.combat.combatants[self.actor].side],
        };
        number <= order.most
    }

    /// Returns the dice of a combatant; empty if it is not in the fight.
    #[inline]
    pub fn pool(&self, combatant: usize) -> Pool {
        self.fight.seats[combatant].pool
    }

    /// Returns the dice of the combatant whose turn it is.
    #[inline]
    pub fn own(&self) -> Pool {
        self.fight.seats[self.actor].pool
    }

    /// Returns the initiative of a combatant; 0 if it is not in the fight.
    #[inline]
    pub fn initiative(&self, combatant: usize) -> u32 {
        u32::from(self.fight.seats[combatant].initiative)
    }

    /// Returns whether several combatants of any side have this initiative.
    #[inline]
    pub(super) fn shares_initiative(&self, initiative: u32) -> bool {
        self.fight.order.is_shared(initiative)
    }

    /// Returns the actions that the actor's side may take besides attacks.
    #[inline]
    pub(super) fn allowed(&self) -> &'a Allowed {
        let side = self.combat.combatants[self.actor].side;
        &self.combat.sides[side].allowed
    }

    /// Returns the first Class that the actor has not used.
    #[inline]
    pub(super) fn unused_class(&self) -> Option<usize> {
        let class = (!self.fight.seats[self.actor].used).trailing_zeros() as usize;
        (class < self.combat.combatants[self.actor].classes.len()).then_some(class)
    }

    /// Returns the first Class to which the actor may change; `None` if there is none.
    #[inline]
    pub fn next_class(&self) -> Option<usize> {
        self.unused_class().filter(|_| self.allowed().change)
    }

    /// Returns all Classes to which the actor may change, in file order.
    pub fn next_classes(&self) -> impl Iterator<Item = usize> + use<'a> {
        let used = self.fight.seats[self.actor].used;
        let able = self.allowed().change;
        (0..self.combat.combatants[self.actor].classes.len())
            .filter(move |class| able && used & (1 << class) == 0)
    }

    /// Returns the standing opponents, in file order.
    pub fn opponents(&self) -> impl Iterator<Item = usize> + Clone + use<'a> {
        let fight = self.fight;
        let own = self.own_side();
        let size = fight.seats.len();
        (0..own.start)
            .chain(own.end..size)
            .filter(move |&combatant| !fight.seats[combatant].pool.is_empty())
    }

    /// Yields the allies that the actor may aid now, in file order.
    pub fn aidable(&self) -> impl Iterator<Item = usize> + use<'a> {
        let (fight, actor) = (self.fight, self.actor);
        let able = self.allowed().support && fight.seats[actor].pool.len() >= 2;
        self.own_side().filter(move |&ally| {
            able && ally != actor
                && !fight.seats[ally].pool.is_empty()
                && fight.seats[ally].pool.len() < 6
                && !fight.aided.contains(ally)
        })
    }

    /// Returns whether an action is legal now.
    pub fn allows(&self, action: Action) -> bool {
        let has = |face: u32| (1..=6).contains(&face) && self.own().count(face) > 0;
        match action {
            Action::Attack { face, target } => {
                has(face) && self.opponents().any(|opponent| opponent == target)
            }
            Action::Support { face, ally } => has(face) && self.aidable().any(|able| able == ally),
            Action::Change { class } => self.next_classes().any(|next| next == class),
            Action::Retreat => self.allowed().retreat,
        }
    }

    /// Yields all legal actions: attacks (face ascending, then opponents in file order), supports
    /// (face ascending, then allies in file order), changes (Classes in file order), and retreat. There
    /// is always an attack, since a fight continues only with an opponent and the actor has dice.
    pub fn actions(&self) -> impl Iterator<Item = Action> + use<'a> {
        let view = *self;
        let own = view.own();
        let attacks = own.distinct().flat_map(move |face| {
            view.opponents()
                .map(move |target| Action::Attack { face, target })
        });
        let supports = own.distinct().flat_map(move |face| {
            view.aidable()
                .map(move |ally| Action::Support { face, ally })
        });
        let changes = view.next_classes().map(|class| Action::Change { class });
        attacks
            .chain(supports)
            .chain(changes)
            .chain(view.allowed().retreat.then_some(Action::Retreat))
    }

    /// Returns whether an attack has several targets of the same initiative that differ in nothing
    /// but their names and players, so that the fight ends in the same way whichever is drawn by lot.
    pub(super) fn has_equal_targets(&self, action: Action) -> bool {
        let Action::Attack { target, .. } = action else {
            return false;
        };
        let initiative = self.initiative(target);
        let tied = self.opponents();
        let mut tied = tied.filter(|&other| self.initiative(other) == initiative);
        tied.clone().count() > 1 && tied.all(|other| self.equals(target, other))
    }

    /// Returns whether two combatants are equal, in the same state.
    fn equals(&self, one: usize, other: usize) -> bool {
        let (combatants, seats, extras) =
            (self.combat.combatants(), self.seats(), &self.fight.extras);
        seats[one] == seats[other]
            && (self.combat.is_basic() || extras.of(one) == extras.of(other))
            && combatants[one].equals(&combatants[other])
    }

    /// Returns the optimal action in a duel; `None` if the fight has not been solved.
    #[inline]
    pub(super) fn optimal_action<D: Dice>(
        &self,
        randomness: &mut PolicyRandomness<D>,
    ) -> Option<Action> {
        self.combat.policy()?.action(self, randomness)
    }

    /// Returns the position of the fight.
    pub fn position(&self) -> &'a Fight {
        self.fight
    }

    /// Returns the setup and the position, for players that simulate the fight.
    pub(super) fn table(&self) -> (&'a Combat, &'a Fight) {
        (self.combat, self.fight)
    }

    /// Returns the indices of the actor's side.
    #[inline]
    pub fn own_side(&self) -> Range<usize> {
        let side = self.combat.combatants[self.actor].side;
        self.combat.sides[side].members.clone()
    }

    /// Returns the seats of all combatants.
    #[inline]
    pub(super) fn seats(&self) -> &'a [CombatantSeat] {
        &self.fight.seats
    }
}

/// Policy randomness of a player, without access to the dice of the fight.
#[derive(Debug)]
pub struct PolicyRandomness<'a, D> {
    dice: &'a mut D,
    roller: Roller,
}

impl<'a, D: Dice> PolicyRandomness<'a, D> {
    #[inline]
    pub(super) fn new(dice: &'a mut D, roller: Roller) -> Self {
        Self { dice, roller }
    }

    /// Returns a random seed for the play-outs of a decision, 0 to 2^62 - 1.
    pub fn seed(&mut self) -> u64 {
        seed_of(self.dice, self.roller)
    }

    /// Returns a random number from 0 to `options` - 1 with equal chances.
    pub fn choose(&mut self, options: u32) -> u32 {
        self.dice.choose(self.roller, options)
    }

    /// Draws one of the items, which are of equal value to the player. A single item takes no lot.
    pub(super) fn draw<T>(&mut self, mut tied: impl Iterator<Item = T> + Clone) -> Option<T> {
        let drawn = match tied.clone().count() {
            0 | 1 => 0,
            count => self.choose(count as u32),
        };
        tied.nth(drawn as usize)
    }
}
