//! Declarations and answers: the legal ones, the choices of rule-based players, and the effects.

#![expect(
    clippy::inline_always,
    reason = "measured: a trial is one loop, in which the stages of the position are known at compile time"
)]

use super::super::fighters::{AttackReach, GuardKind};
use super::super::options::{AttackOn, HitTie};
use super::act::{Act, DeclaredAction, fighters_in};
use super::dice_left::Sorts;
use super::event::Event;
use super::exchange::Rounds;
use super::exchange_state::{ExchangeState, Phase, Turn};
use super::fighter_sheet::AttackAnswer;
use super::legal::{Action, Answers, Declaration, Declarations, LegalActions};
use evenodds_core::contest::Observer;
use evenodds_core::dice::Dice;

impl Rounds {
    /// Carries out a declaration; `None` means to wait.
    #[inline(always)]
    pub(super) fn declares<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        state: &mut ExchangeState,
        declared: Option<(DeclaredAction, u32)>,
        observer: &mut O,
    ) {
        state.phase = Phase::Next;
        let fighter = state.actor;
        let Some((kind, used)) = declared else {
            observer.note(|| Event::Waits {
                fighter,
                dice: state.fighters[fighter].left.count(),
                last: state.last,
            });
            return;
        };
        if kind == DeclaredAction::General {
            self.defends_ahead(dice, state, fighter, used, observer);
            return;
        }
        let sheet = &self.sheets[fighter];
        let sorts = match kind {
            DeclaredAction::Move => sheet.move_sorts,
            _ => sheet.attack_sorts,
        };
        self.spend(state, fighter, sorts, used);
        let act = Act::new(fighter, kind, used);
        state.acts.push(act);
        state.fighters[fighter].attacks += u32::from(kind.is_attack());
        observer.note(|| Event::Declared { act });
        match kind {
            DeclaredAction::Move | DeclaredAction::General => {}
            DeclaredAction::Attack { target } => {
                state.advance_to_answer(target);
            }
            DeclaredAction::Group { targets } => state.targets = targets,
        }
    }

    /// Advances to the next answer or declaration of a sequence. Returns false if all fighters have
    /// declared.
    #[inline(always)]
    pub(super) fn advance_to_next<D: Dice>(&self, dice: &mut D, state: &mut ExchangeState) -> bool {
        if state.targets != 0 && self.advance_to_next_target(dice, state) {
            return true;
        }
        while state.processed < state.declaring {
            let place = state.processed;
            state.processed += 1;
            if state.updates_order && !self.update_order(dice, state, place) {
                continue;
            }
            let fighter = state.order[place].fighter();
            // Answers may have used all dice of the fighter.
            if !state.fighters[fighter].left.is_none() {
                (state.actor, state.phase) = (fighter, Phase::Declaration);
                return true;
            }
        }
        false
    }

    /// Advances to the next answer to a Group Attack; lots determine the order. Returns false if
    /// there is none.
    #[cold]
    fn advance_to_next_target<D: Dice>(&self, dice: &mut D, state: &mut ExchangeState) -> bool {
        let first = self.first_opponent(state.attacker());
        let may_answer = |&target: &usize| !state.fighters[target].left.is_none();
        let open = || fighters_in(state.targets, first).filter(may_answer);
        let drawn = match open().count() {
            0 | 1 => 0,
            several => dice.choose(self.lot_roller, several as u32),
        };
        let Some(target) = open().nth(drawn as usize) else {
            state.targets = 0;
            return false;
        };
        state.targets &= !(1 << (target - first));
        state.advance_to_answer(target)
    }

    /// Declares a General Defense before any attack.
    #[inline(never)]
    fn defends_ahead<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        state: &mut ExchangeState,
        fighter: usize,
        used: u32,
        observer: &mut O,
    ) {
        state
            .acts
            .push(Act::new(fighter, DeclaredAction::General, used));
        if let Some(answer) = self.general(state, fighter, used) {
            self.defends(dice, state, fighter, None, answer, observer);
        }
    }

    /// Returns the General Defense of a fighter with `dice` action dice; `None` if it is not legal.
    pub(super) fn general(
        &self,
        state: &ExchangeState,
        fighter: usize,
        dice: u32,
    ) -> Option<AttackAnswer> {
        let sheet = self.sheet(state, fighter);
        let left = state.fighters[fighter].left;
        sheet.answer_with(GuardKind::General, left, dice, sheet.attack)
    }

    /// Returns the first fighter of the other side in file order; target numbers start there.
    #[inline]
    pub(super) fn first_opponent(&self, fighter: usize) -> usize {
        self.sides[1 - self.fighters[fighter].side].members.start
    }

    /// Removes `dice` action dice of the given sorts from a fighter.
    #[inline(always)]
    fn spend(&self, state: &mut ExchangeState, fighter: usize, sorts: Sorts, dice: u32) {
        let total = self.sheet(state, fighter).total;
        let standing = &mut state.fighters[fighter];
        standing.left = standing.left.without(sorts, dice);
        standing.turn = Turn::new(standing.left, total, fighter);
    }

    /// Returns the declaration of a fighter with a rule-based player; `None` to wait.
    #[inline(always)]
    pub(super) fn declaration_by_rule<D: Dice>(
        &self,
        dice: &mut D,
        state: &ExchangeState,
        fighter: usize,
    ) -> Option<(DeclaredAction, u32)> {
        let left = state.fighters[fighter].left;
        match self.sheet(state, fighter).dice_to_attack(left) {
            0 => None,
            used => self.attack_or_come_near(dice, state, fighter, used),
        }
    }

    /// Returns an attack with `used` dice on the target by `rules.attack_on`, or a move with one
    /// die if that target is out of reach.
    #[inline(always)]
    fn attack_or_come_near<D: Dice>(
        &self,
        dice: &mut D,
        state: &ExchangeState,
        fighter: usize,
        used: u32,
    ) -> Option<(DeclaredAction, u32)> {
        let target = self.target(dice, state, fighter);
        if self.reaches(state, fighter, target) {
            return Some((DeclaredAction::Attack { target }, used));
        }
        let left = state.fighters[fighter].left;
        left.serves(self.sheets[fighter].move_sorts)
            .then_some((DeclaredAction::Move, 1))
    }

    /// Returns the target by `rules.attack_on`. At least one opponent must be standing.
    #[inline]
    fn target<D: Dice>(&self, dice: &mut D, state: &ExchangeState, fighter: usize) -> usize {
        let side = self.fighters[fighter].side;
        let first = state.first[1 - side];
        if self.options.attack_on == AttackOn::First || state.standing[1 - side] == 1 {
            return first;
        }
        let rating = |&target: &usize| match self.options.attack_on {
            AttackOn::MostHit | AttackOn::First => {
                let is_near = u32::from(self.reaches(state, fighter, target));
                is_near * (1 + state.fighters[target].hits)
            }
            AttackOn::Weakest => u32::MAX - self.value(state, target, fighter),
            AttackOn::Strongest => self.value(state, target, fighter),
        };
        let best = self.opponents(state, fighter).map(|one| rating(&one)).max();
        let tied = || {
            let all = self.opponents(state, fighter);
            all.filter(|target| Some(rating(target)) == best)
        };
        let drawn = match tied().count() {
            0 | 1 => 0,
            several => dice.choose(self.policy_roller + side, several as u32),
        };
        tied().nth(drawn as usize).unwrap_or(first)
    }

    /// Returns all legal declarations of a fighter.
    pub(super) fn declarations_of(&self, state: &ExchangeState, fighter: usize) -> Declarations {
        let (mut near, mut farthest) = (0, 0);
        for target in self.opponents(state, fighter) {
            near += u32::from(self.reaches(state, fighter, target));
            farthest = farthest.max(self.distance(state, fighter, target));
        }
        let left = state.fighters[fighter].left;
        let has_general = state.has_general(fighter);
        Declarations::of(
            self.sheet(state, fighter),
            left,
            near,
            farthest,
            has_general,
        )
    }

    /// Converts a declaration from the list into an action and its number of dice.
    pub(super) fn declared_action(
        &self,
        state: &ExchangeState,
        fighter: usize,
        chosen: Declaration,
    ) -> Option<(DeclaredAction, u32)> {
        let mut near = self
            .opponents(state, fighter)
            .filter(|&target| self.reaches(state, fighter, target));
        match chosen {
            Declaration::Wait => None,
            Declaration::Attack { dice, target } => {
                let target = near.nth(target as usize)?;
                Some((DeclaredAction::Attack { target }, dice))
            }
            Declaration::Group { dice } => {
                let first = self.first_opponent(fighter);
                let targets = near.fold(0, |targets, target| targets | 1 << (target - first));
                Some((DeclaredAction::Group { targets }, dice))
            }
            Declaration::Move { dice } => Some((DeclaredAction::Move, dice)),
            Declaration::General { dice } => Some((DeclaredAction::General, dice)),
        }
    }

    /// Returns the standing opponents of a fighter.
    #[inline]
    pub(super) fn opponents<'a>(
        &'a self,
        state: &'a ExchangeState,
        fighter: usize,
    ) -> impl Iterator<Item = usize> + use<'a> {
        let other = 1 - self.fighters[fighter].side;
        let all = state.first[other]..self.sides[other].members.end;
        all.filter(|&target| self.is_standing(state, target))
    }

    /// Returns whether a fighter is standing.
    #[inline]
    pub(super) fn is_standing(&self, state: &ExchangeState, fighter: usize) -> bool {
        state.fighters[fighter].hits < self.options.hits_to_win
    }

    /// Returns the distance between two fighters, in units.
    #[inline]
    pub(super) fn distance(&self, state: &ExchangeState, one: usize, other: usize) -> u32 {
        let covered = state.fighters[one].covered + state.fighters[other].covered;
        self.options.distance.saturating_sub(covered)
    }

    /// Returns whether a target is in reach of a fighter's attacks.
    #[inline]
    pub(super) fn reaches(&self, state: &ExchangeState, fighter: usize, target: usize) -> bool {
        self.options.distance == 0
            || self.sheets[fighter].attack == AttackReach::Ranged
            || self.distance(state, fighter, target) == 0
    }

    /// Returns the defense of a target against an attacker: the base plus the best roll in force.
    #[inline]
    pub(super) fn value(&self, state: &ExchangeState, target: usize, attacker: usize) -> u32 {
        let base = self.sheet(state, target).base(self.sheets[attacker].attack);
        base + self.in_force(state, target, attacker)
    }

    /// Returns the best roll that is in force against an attacker for the round.
    #[inline]
    pub(super) fn in_force(&self, state: &ExchangeState, target: usize, attacker: usize) -> u32 {
        let pair = target * self.fighters.len() + attacker;
        let general = state.fighters[target].general.roll_at(state.round);
        state.parries[pair].roll_at(state.round).max(general)
    }

    /// Returns the roll of a dive for cover from the attack that an attacker declared in this
    /// sequence.
    #[inline]
    pub(super) fn dive_roll(&self, state: &ExchangeState, target: usize, attacker: usize) -> u32 {
        state.dives[target * self.fighters.len() + attacker].roll_at(state.sequence)
    }

    /// Returns whether an attack with this total hits a defense of this value.
    #[inline]
    pub(super) fn hits(&self, total: u32, value: u32) -> bool {
        total > value || total == value && self.options.hit_tie == HitTie::Attacker
    }

    /// Rolls a defense: an answer to an attacker, or a General Defense before all attacks.
    #[inline]
    pub(super) fn defends<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        state: &mut ExchangeState,
        target: usize,
        against: Option<usize>,
        answer: AttackAnswer,
        observer: &mut O,
    ) {
        let AttackAnswer {
            guard,
            sorts,
            dice: used,
        } = answer;
        self.spend(state, target, sorts, used);
        let pool = dice.pool(self.defences_of(target), guard.dice);
        let roll = guard.total(pool);
        if let Some(attacker) = against {
            let pair = target * self.fighters.len() + attacker;
            match guard.kind {
                GuardKind::General => state.fighters[target].general.raise_to(state.round, roll),
                GuardKind::Dive => state.dives[pair].raise_to(state.sequence, roll),
                _ => state.parries[pair].raise_to(state.round, roll),
            }
            state.fighters[target].answered = state.sequence;
        } else {
            state.fighters[target].general.raise_to(state.round, roll);
        }
        state.fighters[target].defences += 1;
        observer.note(|| Event::Defended {
            fighter: target,
            guard,
            pool,
            against,
        });
    }

    /// Returns the answer of a target with a rule-based player to the last attack.
    #[inline(always)]
    pub(super) fn answer_by_rule(
        &self,
        state: &ExchangeState,
        target: usize,
    ) -> Option<AttackAnswer> {
        let left = state.fighters[target].left;
        let attack = self.sheets[state.attacker()].attack;
        let in_force = state.has_general(target);
        self.sheet(state, target).answer(left, attack, in_force)
    }

    /// Returns the legal actions of a decision.
    pub(super) fn choices(&self, state: &ExchangeState) -> LegalActions {
        let fighter = state.actor;
        match state.phase {
            Phase::Status => LegalActions::Statuses,
            Phase::Declaration => LegalActions::Declarations(self.declarations_of(state, fighter)),
            _ => {
                let left = state.fighters[fighter].left;
                let attack = self.sheets[state.attacker()].attack;
                let answers = Answers::of(self.sheet(state, fighter), left, attack);
                LegalActions::Answers(answers)
            }
        }
    }

    /// Returns the action of a decision with the given number.
    pub(super) fn action(
        &self,
        state: &ExchangeState,
        choices: LegalActions,
        number: u32,
    ) -> Action {
        let fighter = state.actor;
        match choices {
            LegalActions::Statuses => Action::Status(number == 1),
            LegalActions::Declarations(all) => {
                Action::Declare(self.declared_action(state, fighter, all.at(number)))
            }
            LegalActions::Answers(all) => {
                Action::Answer(all.at(number, self.sheet(state, fighter)))
            }
        }
    }
}
