//! Turns of a fight: the rules, for any dice and observer. The engine stops at every decision.

use super::event::Event;
use super::fight::Shield;
use super::fight::{Fate, Fight, FightStage};
use super::options::{Deadlock, LastBlow, MonsterSpent};
use super::prepared::Combat;
use super::shield::{self, CoverDie};
use super::view::{Action, PolicyRandomness, View};
use evenodds_core::contest::{Observer, Silent};
use evenodds_core::dice::{Dice, Pool};

/// A decision in a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FightMove {
    /// Action of the combatant whose turn it is.
    Turn(Action),
    /// Next Cover die that the target of an attack spends; `None` to spend no more.
    Cover(Option<CoverDie>),
}

/// A fight with its dice and observer.
pub(super) struct Engine<'a, D, O> {
    pub(super) combat: &'a Combat,
    pub(super) fight: &'a mut Fight,
    pub(super) dice: &'a mut D,
    pub(super) observer: O,
}

impl<'a, D: Dice> Engine<'a, D, Silent> {
    /// Returns an engine without an observer.
    #[inline]
    pub(super) fn silent(combat: &'a Combat, fight: &'a mut Fight, dice: &'a mut D) -> Self {
        Self {
            combat,
            fight,
            dice,
            observer: Silent,
        }
    }

    /// Plays to the end of the current turn. `choose` makes all decisions but those about Cover,
    /// which is spent by rule. Returns false if the fight is over.
    #[inline]
    pub(super) fn play_turn(
        &mut self,
        mut choose: impl FnMut(&View, &mut PolicyRandomness<D>) -> Action,
    ) -> bool {
        while self.advance() {
            let decision = if self.fight.stage == FightStage::Attacked {
                FightMove::Cover(self.fight.extras.shield.most_kept())
            } else {
                let roller = self.combat.policy_randomness(self.fight.actor);
                let randomness = &mut PolicyRandomness::new(self.dice, roller);
                FightMove::Turn(choose(&View::of(self.combat, self.fight), randomness))
            };
            self.apply(decision);
            if self.fight.stage == FightStage::BetweenTurns {
                return true;
            }
        }
        false
    }
}

impl<D: Dice, O: Observer<Event>> Engine<'_, D, O> {
    /// Advances to the next decision. Returns false if the fight is over.
    #[inline]
    pub(super) fn advance(&mut self) -> bool {
        match self.fight.stage {
            FightStage::Turn | FightStage::Attacked => return true,
            FightStage::Unresolved => return false,
            FightStage::Opening => {
                self.open();
                self.fight.stage = FightStage::BetweenTurns;
            }
            FightStage::BetweenTurns => {}
        }
        if self.dice.abandoned() || !self.may_continue() {
            return false;
        }
        let limit = self.combat.options.max_turns;
        if limit.is_some_and(|limit| self.fight.turn >= limit) {
            self.fight.stage = FightStage::Unresolved;
            return false;
        }
        let next = self.fight.order.next();
        let Some(actor) = next.or_else(|| self.break_deadlock()) else {
            self.fight.stage = FightStage::Unresolved;
            return false;
        };
        self.begin_turn(actor);
        true
    }

    /// Carries out a decision.
    #[inline]
    pub(super) fn apply(&mut self, decision: FightMove) {
        match decision {
            FightMove::Turn(action) => {
                debug_assert!(
                    View::of(self.combat, self.fight).allows(action),
                    "{action:?} in {:?}",
                    self.fight
                );
                self.act(action);
            }
            FightMove::Cover(Some(die)) => self.spend_cover(die),
            FightMove::Cover(None) => self.end_attack(),
        }
    }

    /// Opens the fight: every combatant present from the start rolls its first Class.
    #[inline]
    pub(super) fn open(&mut self) {
        self.fight.clear(self.combat);
        if self.combat.is_basic() {
            for combatant in 0..self.combat.combatants.len() {
                self.enter(combatant, false);
            }
            return;
        }
        shield::roll_cover(self.combat, self.fight, self.dice);
        for combatant in 0..self.combat.combatants.len() {
            if self.combat.combatants[combatant].arrival.is_none() {
                self.enter(combatant, false);
            }
        }
        self.bring_due_reinforcements();
    }

    /// Returns whether the fight is undecided. If so, brings in the reinforcements of the next
    /// turn.
    #[inline]
    pub(super) fn may_continue(&mut self) -> bool {
        let undecided = self.fight.sides > 1;
        if undecided && self.combat.has_timed_arrivals {
            self.bring_timed_reinforcements();
        }
        undecided
    }

    /// Returns the combatant that has the turn after a deadlock; `None` if re-rolls do not resolve
    /// it.
    #[cold]
    fn break_deadlock(&mut self) -> Option<usize> {
        if self.combat.options.deadlock == Deadlock::Lot {
            return self.draw_lot();
        }
        for _ in 0..self.combat.options.max_rerolls {
            self.reroll();
            if let Some(actor) = self.fight.order.next() {
                return Some(actor);
            }
            if self.dice.abandoned() {
                return None;
            }
        }
        None
    }

    /// Draws lots for the turn among the combatants with the highest initiative.
    pub(super) fn draw_lot(&mut self) -> Option<usize> {
        let (initiative, among) = self.fight.order.highest()?;
        let drawn = self.dice.choose(self.combat.lot(), among) as usize;
        let combatant = (0..self.fight.seats.len())
            .filter(|&combatant| u32::from(self.fight.seats[combatant].initiative) == initiative)
            .nth(drawn)?;
        self.observer.count(self.combat.layout.lots, 1);
        self.observer.note(|| Event::Lot { combatant, among });
        Some(combatant)
    }

    /// Re-rolls the lowest die of every standing combatant once.
    pub(super) fn reroll(&mut self) {
        self.observer.count(self.combat.layout.rerolls, 1);
        self.observer.note(|| Event::Deadlocked);
        for combatant in 0..self.fight.seats.len() {
            let pool = self.fight.seats[combatant].pool;
            if pool.is_empty() {
                continue;
            }
            let from = pool.lowest();
            let to = self.dice.die(combatant, 6);
            let pool = pool.without(from).with(to);
            self.observer.note(|| Event::Rerolled {
                combatant,
                from,
                to,
                pool,
            });
            self.fight.change(combatant, pool);
        }
    }

    #[inline]
    fn begin_turn(&mut self, actor: usize) {
        self.fight.begin_turn(actor);
        let (number, pool) = (self.fight.turn, self.fight.seats[actor].pool);
        self.observer.note(|| Event::Turn {
            number,
            actor,
            pool,
        });
        let group = self.combat.combatants[actor].group;
        self.observer
            .count(self.combat.layout.turns_taken + group, 1);
    }

    /// Carries out an action.
    #[inline]
    fn act(&mut self, action: Action) {
        let actor = self.fight.actor;
        match action {
            Action::Support { face, ally } => {
                self.support(actor, face, ally);
                self.end_step();
                return;
            }
            Action::Attack { face, target } => {
                let mut after = self.fight.seats[target].pool.above(face);
                if self.combat.has_cover {
                    let shield = Shield::of(self.combat, self.fight, actor, face, target);
                    if shield.keeps_any() {
                        self.fight.extras.shield = shield;
                        self.fight.stage = FightStage::Attacked;
                        return;
                    }
                    after = after.joined(shield.kept);
                }
                self.resolve_attack(actor, face, target, after);
            }
            Action::Change { class } => self.change_tactic(actor, class),
            Action::Retreat => self.leave(actor, Fate::Retreated, false),
        }
        self.end_turn();
    }

    #[inline]
    pub(super) fn end_turn(&mut self) {
        self.fight.stage = FightStage::BetweenTurns;
        self.end_step();
    }

    /// Brings in the reinforcements that are due after a step.
    #[inline]
    fn end_step(&mut self) {
        if self.combat.has_awaited_arrivals {
            self.bring_due_reinforcements();
        }
    }

    fn support(&mut self, actor: usize, face: u32, ally: usize) {
        let rolled = self.dice.die(ally, 6);
        let pool = self.fight.seats[ally].pool.with(rolled);
        self.fight
            .change(actor, self.fight.seats[actor].pool.without(face));
        self.fight.change(ally, pool);
        self.fight.aided.add(ally);
        self.observer.note(|| Event::Supported {
            actor,
            face,
            ally,
            rolled,
            pool,
        });
    }

    /// Carries out an attack that leaves the target with the dice of `after`.
    #[inline]
    pub(super) fn resolve_attack(&mut self, actor: usize, face: u32, target: usize, after: Pool) {
        let rest = self.fight.seats[actor].pool.without(face);
        let before = self.fight.seats[target].pool;
        self.observer.note(|| Event::Attacked {
            actor,
            face,
            target,
            before,
            after,
        });
        if after.is_empty() {
            self.lose_last_die(actor, target);
        } else if after != before {
            self.fight.change(target, after);
        }
        if !rest.is_empty() {
            self.fight.change(actor, rest);
        } else if self.fight.sides > 1
            || self.combat.options.last_blow == LastBlow::Draw
            || self.are_reinforcements_due(self.combat.combatants[actor].side)
        {
            // Otherwise the fight is decided before the attacker retreats.
            self.spend_last_die(actor);
        }
    }

    /// Handles the loss of a target's last die.
    #[inline]
    fn lose_last_die(&mut self, actor: usize, target: usize) {
        let who = &self.combat.combatants[target];
        if who.monster {
            if self.return_monster(target) {
                return;
            }
            self.observer.note(|| Event::Vanquished { monster: target });
        }
        if who.wounds && !self.wound(actor, target) {
            return;
        }
        self.leave(target, Fate::TakenOut, false);
        let group = self.combat.combatants[actor].group;
        self.observer
            .count(self.combat.layout.opponents_taken_out + group, 1);
    }

    /// Handles an attacker without dice after its last die is spent.
    #[inline]
    fn spend_last_die(&mut self, actor: usize) {
        if self.combat.combatants[actor].monster
            && self.combat.options.monster_spent == MonsterSpent::Returns
        {
            if !self.return_monster(actor) {
                self.leave(actor, Fate::TakenOut, true);
                self.observer.note(|| Event::Spent { combatant: actor });
            }
        } else {
            self.leave(actor, Fate::Retreated, true);
        }
    }

    /// Drops all dice of a standing combatant and rolls the given Class.
    pub(super) fn change_tactic(&mut self, actor: usize, class: usize) {
        let dice = self.combat.combatants[actor].classes[class].dice;
        let pool = self.dice.pool(actor, dice);
        self.fight.seats[actor].used |= 1 << class;
        self.fight.change(actor, pool);
        self.record_roll(actor, class, dice);
        self.observer.note(|| Event::Changed { actor, class, pool });
    }

    /// Brings a combatant into the fight, at the opening or, if `late`, as a reinforcement.
    #[inline]
    pub(super) fn enter(&mut self, combatant: usize, late: bool) {
        let who = &self.combat.combatants[combatant];
        let pool = self.dice.pool(combatant, who.classes[0].dice);
        self.fight.enter(combatant, who.side, pool);
        self.record_roll(combatant, 0, who.classes[0].dice);
        self.observer.note(|| {
            if late {
                Event::Entered { combatant, pool }
            } else {
                Event::Opened { combatant, pool }
            }
        });
    }

    /// Records the roll of a Class, if an optional rule may need it.
    #[inline]
    fn record_roll(&mut self, combatant: usize, class: usize, dice: u32) {
        if !self.combat.is_basic() {
            self.fight.extras.classes[combatant] = class as u8;
            self.fight.extras.rolled[combatant] = dice as u8;
        }
    }

    /// Removes a standing combatant. `spent` is whether it has spent its own last die.
    #[inline]
    pub(super) fn leave(&mut self, combatant: usize, fate: Fate, spent: bool) {
        let who = &self.combat.combatants[combatant];
        self.fight.leave(combatant, who.side, fate);
        self.observer.left(who.group, self.fight.turn.into());
        if fate == Fate::Retreated {
            self.observer.note(|| Event::Retreated { combatant, spent });
        }
    }
}
