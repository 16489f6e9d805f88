//! The turns of a fight: the rules themselves, for any dice, observer, ledger and players.

use super::decide::Decide;
use super::event::Event;
use super::fight::{Fate, Fight};
use super::ledger::Ledger;
use super::shield::Shield;
use super::view::{Action, View, Whims};
use super::{Combat, Deadlock, LastBlow, MonsterSpent, shield};
use crate::contest::Observer;
use crate::dice::{Dice, Pool};

/// One fight being played.
pub(super) struct Engine<'a, D, O, L, P> {
    pub(super) combat: &'a Combat,
    pub(super) fight: &'a mut Fight,
    pub(super) dice: &'a mut D,
    pub(super) observer: O,
    pub(super) ledger: L,
    /// Decides for whoever has the turn, or is attacked behind Cover.
    pub(super) decide: P,
}

/// How far a fight has come.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// A turn was played.
    Played,
    /// The fight was decided before.
    Over,
    /// The deadlock does not end.
    Stuck,
}

/// A single step of a turn, for those who try what comes of it.
#[derive(Clone, Copy)]
pub(super) enum Step<'a> {
    /// What the one does whose turn it is.
    Action(usize, Action),
    /// An attack against which its target spends this Cover.
    Shielded(&'a Shield),
}

impl Step<'_> {
    /// Whose turn it is.
    pub(super) fn actor(self) -> usize {
        match self {
            Self::Action(actor, _) => actor,
            Self::Shielded(shield) => shield.actor,
        }
    }

    #[inline]
    pub(super) fn take<D, O, L, P>(self, engine: &mut Engine<D, O, L, P>) -> Turn
    where
        D: Dice,
        O: Observer<Event>,
        L: Ledger,
        P: Decide<D>,
    {
        match self {
            Self::Action(actor, action) => engine.step(actor, action),
            Self::Shielded(shield) => {
                engine.attack_shielded(shield);
                Turn::Ends
            }
        }
    }
}

/// Whether a turn goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    GoesOn,
    Ends,
}

impl<D, O, L, P> Engine<'_, D, O, L, P>
where
    D: Dice,
    O: Observer<Event>,
    L: Ledger,
    P: Decide<D>,
{
    /// Opens the fight: everybody who is there rolls the first Class.
    #[inline]
    pub(super) fn open(&mut self) {
        self.fight.clear(self.combat);
        if self.combat.is_basic() {
            for combatant in 0..self.combat.combatants.len() {
                self.enter(combatant, false);
            }
            return;
        }
        shield::lay(self.combat, self.fight, self.dice);
        for combatant in 0..self.combat.combatants.len() {
            if self.combat.combatants[combatant].arrival.is_none() {
                self.enter(combatant, false);
            }
        }
        self.reinforce();
    }

    /// Plays to the end. False if a deadlock did not end.
    #[inline]
    pub(super) fn play(&mut self) -> bool {
        loop {
            match self.next_turn() {
                Progress::Played => {}
                Progress::Over => return true,
                Progress::Stuck => return false,
            }
        }
    }

    /// Plays the next turn, if there is one.
    #[inline]
    pub(super) fn next_turn(&mut self) -> Progress {
        if self.dice.abandoned() || !self.goes_on() {
            return Progress::Over;
        }
        let actor = match self.fight.order.next() {
            Some(actor) => actor,
            None => match self.break_deadlock() {
                Some(actor) => actor,
                None => return Progress::Stuck,
            },
        };
        self.begin_turn(actor);
        self.turn(actor);
        Progress::Played
    }

    /// Whether the fight is undecided; if so, those have come who come before its next turn.
    #[inline]
    pub(super) fn goes_on(&mut self) -> bool {
        let undecided = self.fight.sides > 1;
        if undecided && self.combat.has_timed_arrivals {
            self.arrive_on_time();
        }
        undecided
    }

    /// Finds whose turn it is where all initiatives are shared; `None` if re-rolls do not help.
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

    /// A lot gives the turn to one of those with the highest initiative.
    pub(super) fn draw_lot(&mut self) -> Option<usize> {
        let (initiative, among) = self.fight.order.highest()?;
        let drawn = self.dice.choose(self.combat.lot(), among) as usize;
        let combatant = (0..self.fight.seats.len())
            .filter(|&combatant| u32::from(self.fight.seats[combatant].initiative) == initiative)
            .nth(drawn)?;
        self.ledger.count(self.combat.layout.lots);
        self.observer.note(|| Event::Lot { combatant, among });
        Some(combatant)
    }

    /// Everybody standing re-rolls the lowest die once.
    pub(super) fn reroll(&mut self) {
        self.ledger.count(self.combat.layout.rerolls);
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
        self.fight.turn += 1;
        self.fight.aided.clear();
        let (number, pool) = (self.fight.turn, self.fight.seats[actor].pool);
        self.observer.note(|| Event::Turn {
            number,
            actor,
            pool,
        });
        let group = self.combat.combatants[actor].group;
        self.ledger.count(self.combat.layout.turns_taken + group);
    }

    /// What is left of one completed chain of actions of one combatant.
    #[inline]
    pub(super) fn turn(&mut self, actor: usize) {
        loop {
            let view = View::new(self.combat, self.fight, actor);
            let mut whims = Whims::new(self.dice, self.combat.whims(actor));
            let action = self.decide.act(&view, &mut whims);
            debug_assert!(view.allows(action), "{action:?} in {:?}", self.fight);
            if self.step(actor, action) == Turn::Ends {
                return;
            }
        }
    }

    /// One action, and the reinforcements that it calls.
    #[inline]
    pub(super) fn step(&mut self, actor: usize, action: Action) -> Turn {
        let mut turn = Turn::Ends;
        match action {
            Action::Support { face, ally } => {
                self.support(actor, face, ally);
                turn = Turn::GoesOn;
            }
            Action::Attack { face, target } => self.attack(actor, face, target),
            Action::Change { class } => self.change_tactic(actor, class),
            Action::Retreat => self.leave(actor, Fate::Retreated, false),
        }
        self.end_step();
        turn
    }

    /// Brings in those who are called by what was done.
    #[inline]
    pub(super) fn end_step(&mut self) {
        if self.combat.has_awaited_arrivals {
            self.reinforce();
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

    #[inline]
    fn attack(&mut self, actor: usize, face: u32, target: usize) {
        let mut after = self.fight.seats[target].pool.above(face);
        if self.combat.has_cover {
            after = after.joined(self.take_cover(actor, face, target));
        }
        self.strike(actor, face, target, after);
    }

    /// An attack takes effect: it leaves the target the dice of `after`.
    #[inline]
    pub(super) fn strike(&mut self, actor: usize, face: u32, target: usize, after: Pool) {
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
            self.empty(actor, target);
        } else if after != before {
            self.fight.change(target, after);
        }
        if !rest.is_empty() {
            self.fight.change(actor, rest);
        } else if self.fight.sides > 1
            || self.combat.options.last_blow == LastBlow::Draw
            || self.is_help_due(self.combat.combatants[actor].side)
        {
            // Otherwise the fight is decided before the attacker would retreat.
            self.spend(actor);
        }
    }

    /// The target has lost all dice to an attack.
    #[inline]
    fn empty(&mut self, actor: usize, target: usize) {
        let who = &self.combat.combatants[target];
        if who.monster {
            if self.come_back(target) {
                return;
            }
            self.observer.note(|| Event::Vanquished { monster: target });
        }
        if who.wounds && !self.wound(actor, target) {
            return;
        }
        self.leave(target, Fate::TakenOut, false);
        let group = self.combat.combatants[actor].group;
        self.ledger
            .count(self.combat.layout.opponents_taken_out + group);
    }

    /// The attacker has spent the last die.
    #[inline]
    fn spend(&mut self, actor: usize) {
        if self.combat.combatants[actor].monster
            && self.combat.options.monster_spent == MonsterSpent::Returns
        {
            if !self.come_back(actor) {
                self.leave(actor, Fate::TakenOut, true);
                self.observer.note(|| Event::Spent { combatant: actor });
            }
        } else {
            self.leave(actor, Fate::Retreated, true);
        }
    }

    /// Drops all dice of a standing combatant and rolls that Class.
    pub(super) fn change_tactic(&mut self, actor: usize, class: usize) {
        let dice = self.combat.combatants[actor].classes[class].dice;
        let pool = self.dice.pool(actor, dice);
        self.fight.seats[actor].used |= 1 << class;
        self.fight.change(actor, pool);
        self.rolled(actor, class, dice);
        self.observer.note(|| Event::Changed { actor, class, pool });
    }

    /// A combatant comes into the fight, at its opening or later.
    #[inline]
    pub(super) fn enter(&mut self, combatant: usize, late: bool) {
        let who = &self.combat.combatants[combatant];
        let pool = self.dice.pool(combatant, who.classes[0].dice);
        self.fight.enter(combatant, who.side, pool);
        self.rolled(combatant, 0, who.classes[0].dice);
        self.observer.note(|| {
            if late {
                Event::Entered { combatant, pool }
            } else {
                Event::Opened { combatant, pool }
            }
        });
    }

    /// Remembers which Class was rolled, where an optional rule may ask.
    #[inline]
    fn rolled(&mut self, combatant: usize, class: usize, dice: u32) {
        if !self.combat.is_basic() {
            self.fight.extras.classes[combatant] = class as u8;
            self.fight.extras.rolled[combatant] = dice as u8;
        }
    }

    /// A standing combatant leaves. `spent` tells that it was for its own last die.
    #[inline]
    pub(super) fn leave(&mut self, combatant: usize, fate: Fate, spent: bool) {
        let who = &self.combat.combatants[combatant];
        self.fight.leave(combatant, who.side, fate);
        self.ledger.left(who.group, self.fight.turn);
        if fate == Fate::Retreated {
            self.observer.note(|| Event::Retreated { combatant, spent });
        }
    }
}
