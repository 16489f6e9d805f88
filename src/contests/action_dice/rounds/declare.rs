//! Declarations and answers: the legal actions, the choices of rule-based players, and the
//! effects.

#![expect(
    clippy::inline_always,
    reason = "measured: a trial is one loop, in which the stages of the position are known at compile time"
)]

use super::super::{AttackOn, HitTie};
use super::dice_left::Sorts;
use super::fighter_sheet::AttackAnswer;
use super::legal::{Answers, Declaration, Declarations, LegalActions};
use super::resolve::{Act, DeclaredAction};
use super::rules::{Action, Event};
use super::state::{ExchangeState, Phase, Turn};
use super::{AttackReach, GuardKind, Rounds};
use crate::contest::Observer;
use crate::dice::Dice;

impl Rounds {
    /// Carries out a declaration; `None` means to wait.
    #[inline(always)]
    pub(super) fn declares<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        table: &mut ExchangeState,
        declared: Option<(DeclaredAction, u32)>,
        observer: &mut O,
    ) {
        table.phase = Phase::Next;
        let fighter = table.actor;
        let Some((deed, used)) = declared else {
            observer.note(|| Event::Waits {
                fighter,
                dice: table.fighters[fighter].left.count(),
                last: table.last,
            });
            return;
        };
        if deed == DeclaredAction::General {
            self.defends_ahead(dice, table, fighter, used, observer);
            return;
        }
        let sheet = &self.sheets[fighter];
        let sorts = match deed {
            DeclaredAction::Move => sheet.to_move,
            _ => sheet.to_attack,
        };
        self.spend(table, fighter, sorts, used);
        let act = Act::new(fighter, deed, used);
        table.acts.push(act);
        table.fighters[fighter].attacks += u32::from(deed.is_attack());
        observer.note(|| Event::Declared { act });
        match deed {
            DeclaredAction::Move | DeclaredAction::General => {}
            DeclaredAction::Attack { target } => {
                table.asks_target(target);
            }
            DeclaredAction::Group { targets } => table.targets = targets,
        }
    }

    /// Advances to the next answer or declaration of a sequence. Returns false if all fighters have
    /// declared.
    #[inline(always)]
    pub(super) fn asks_next<D: Dice>(&self, dice: &mut D, table: &mut ExchangeState) -> bool {
        if table.targets != 0 && self.asks_next_target(table) {
            return true;
        }
        while table.asked < table.declaring {
            let place = table.asked;
            table.asked += 1;
            if table.settles && !self.settled(dice, table, place) {
                continue;
            }
            let fighter = table.order[place].fighter();
            // The fighter may have used all dice for answers.
            if !table.fighters[fighter].left.is_none() {
                (table.actor, table.phase) = (fighter, Phase::Declaration);
                return true;
            }
        }
        false
    }

    /// Advances to the next answer to a Group Attack. Returns false if there is none.
    #[cold]
    fn asks_next_target(&self, table: &mut ExchangeState) -> bool {
        let first = self.first_opponent(table.attacker());
        while table.targets != 0 {
            let target = first + table.targets.trailing_zeros() as usize;
            table.targets &= table.targets - 1;
            if table.asks_target(target) {
                return true;
            }
        }
        false
    }

    /// Declares a General Defense before any attack.
    #[inline(never)]
    fn defends_ahead<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        table: &mut ExchangeState,
        fighter: usize,
        used: u32,
        observer: &mut O,
    ) {
        table
            .acts
            .push(Act::new(fighter, DeclaredAction::General, used));
        if let Some(answer) = self.general(table, fighter, used) {
            self.defends(dice, table, fighter, None, answer, observer);
        }
    }

    /// Returns the General Defense of a fighter with `dice` action dice; `None` if it is not legal.
    pub(super) fn general(
        &self,
        table: &ExchangeState,
        fighter: usize,
        dice: u32,
    ) -> Option<AttackAnswer> {
        let sheet = self.sheet(table, fighter);
        let left = table.fighters[fighter].left;
        sheet.way(GuardKind::General, left, dice, sheet.attack)
    }

    /// Returns the first fighter of the other side in file order; numbers of targets count from it.
    #[inline]
    pub(super) fn first_opponent(&self, fighter: usize) -> usize {
        self.sides[1 - self.fighters[fighter].side].members.start
    }

    /// Removes `dice` action dice of the given sorts from a fighter.
    #[inline(always)]
    fn spend(&self, table: &mut ExchangeState, fighter: usize, sorts: Sorts, dice: u32) {
        let total = self.sheet(table, fighter).total;
        let standing = &mut table.fighters[fighter];
        standing.left = standing.left.without(sorts, dice);
        standing.turn = Turn::new(standing.left, total, fighter);
    }

    /// Returns the declaration of a fighter with a rule-based player; `None` to wait.
    #[inline(always)]
    pub(super) fn declaration_by_rule(
        &self,
        table: &ExchangeState,
        fighter: usize,
    ) -> Option<(DeclaredAction, u32)> {
        let left = table.fighters[fighter].left;
        match self.sheet(table, fighter).strikes_with(left) {
            0 => None,
            dice => self.attack_or_come_near(table, fighter, dice),
        }
    }

    /// Returns an attack with `dice` dice on the target by `rules.attack_on`, or a move with one
    /// die if that target is out of reach.
    #[inline(always)]
    fn attack_or_come_near(
        &self,
        table: &ExchangeState,
        fighter: usize,
        dice: u32,
    ) -> Option<(DeclaredAction, u32)> {
        let target = self.target(table, fighter);
        if self.reaches(table, fighter, target) {
            return Some((DeclaredAction::Attack { target }, dice));
        }
        let left = table.fighters[fighter].left;
        left.serves(self.sheets[fighter].to_move)
            .then_some((DeclaredAction::Move, 1))
    }

    /// Returns the target by `rules.attack_on`. At least one opponent must be standing.
    #[inline]
    fn target(&self, table: &ExchangeState, fighter: usize) -> usize {
        let other = 1 - self.fighters[fighter].side;
        let first = table.first[other];
        let rest = first + 1..self.sides[other].members.end;
        if self.options.attack_on == AttackOn::First {
            return first;
        }
        let mut chosen = (first, self.value(table, first, fighter));
        for target in rest.filter(|&target| self.stands(table, target)) {
            let value = self.value(table, target, fighter);
            let is_better = match self.options.attack_on {
                AttackOn::Strongest => value > chosen.1,
                _ => value < chosen.1,
            };
            if is_better {
                chosen = (target, value);
            }
        }
        chosen.0
    }

    /// Returns all declarations that a fighter may make.
    pub(super) fn declarations_of(&self, table: &ExchangeState, fighter: usize) -> Declarations {
        let (mut near, mut farthest) = (0, 0);
        for target in self.opponents(table, fighter) {
            near += u32::from(self.reaches(table, fighter, target));
            farthest = farthest.max(self.distance(table, fighter, target));
        }
        let left = table.fighters[fighter].left;
        let has_general = table.has_general(fighter);
        Declarations::of(
            self.sheet(table, fighter),
            left,
            near,
            farthest,
            has_general,
        )
    }

    /// Converts a declaration of the list into an action and its dice.
    pub(super) fn declared_action(
        &self,
        table: &ExchangeState,
        fighter: usize,
        chosen: Declaration,
    ) -> Option<(DeclaredAction, u32)> {
        let mut near = self
            .opponents(table, fighter)
            .filter(|&target| self.reaches(table, fighter, target));
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
        table: &'a ExchangeState,
        fighter: usize,
    ) -> impl Iterator<Item = usize> + use<'a> {
        let other = 1 - self.fighters[fighter].side;
        let all = table.first[other]..self.sides[other].members.end;
        all.filter(|&target| self.stands(table, target))
    }

    /// Returns whether a fighter is standing.
    #[inline]
    pub(super) fn stands(&self, table: &ExchangeState, fighter: usize) -> bool {
        table.fighters[fighter].hits < self.options.hits_to_win
    }

    /// Returns the distance between two fighters, in units.
    #[inline]
    pub(super) fn distance(&self, table: &ExchangeState, one: usize, other: usize) -> u32 {
        let covered = table.fighters[one].covered + table.fighters[other].covered;
        self.options.distance.saturating_sub(covered)
    }

    /// Returns whether a target is in reach of a fighter's attacks.
    #[inline]
    pub(super) fn reaches(&self, table: &ExchangeState, fighter: usize, target: usize) -> bool {
        self.options.distance == 0
            || self.sheets[fighter].attack == AttackReach::Ranged
            || self.distance(table, fighter, target) == 0
    }

    /// Returns the defence of a target against an attacker: the base plus the best roll in force.
    #[inline]
    pub(super) fn value(&self, table: &ExchangeState, target: usize, attacker: usize) -> u32 {
        let base = self.sheet(table, target).base(self.sheets[attacker].attack);
        base + self.in_force(table, target, attacker)
    }

    /// Returns the best roll that is in force against an attacker for the round.
    #[inline]
    pub(super) fn in_force(&self, table: &ExchangeState, target: usize, attacker: usize) -> u32 {
        let pair = target * self.fighters.len() + attacker;
        let general = table.fighters[target].general.now(table.round);
        table.parries[pair].now(table.round).max(general)
    }

    /// Returns the roll of a dive for cover from the attack that an attacker declared in this
    /// sequence.
    #[inline]
    pub(super) fn dived(&self, table: &ExchangeState, target: usize, attacker: usize) -> u32 {
        table.dives[target * self.fighters.len() + attacker].now(table.sequence)
    }

    /// Returns whether an attack with this total hits a defence of this value.
    #[inline]
    pub(super) fn hits(&self, total: u32, value: u32) -> bool {
        total > value || total == value && self.options.hit_tie == HitTie::Attacker
    }

    /// Rolls a defence: an answer to an attacker, or a General Defense before all attacks.
    #[inline]
    pub(super) fn defends<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        table: &mut ExchangeState,
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
        self.spend(table, target, sorts, used);
        let pool = dice.pool(self.defences_of(target), guard.dice);
        let roll = guard.total(pool);
        if let Some(attacker) = against {
            let pair = target * self.fighters.len() + attacker;
            match guard.kind {
                GuardKind::General => table.fighters[target].general.better(table.round, roll),
                GuardKind::Dive => table.dives[pair].better(table.sequence, roll),
                _ => table.parries[pair].better(table.round, roll),
            }
            table.fighters[target].answered = table.sequence;
        } else {
            table.fighters[target].general.better(table.round, roll);
        }
        table.fighters[target].defences += 1;
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
        table: &ExchangeState,
        target: usize,
    ) -> Option<AttackAnswer> {
        let left = table.fighters[target].left;
        let attack = self.sheets[table.attacker()].attack;
        let in_force = table.has_general(target);
        self.sheet(table, target).answer(left, attack, in_force)
    }

    /// Returns the actions of a decision.
    pub(super) fn choices(&self, table: &ExchangeState) -> LegalActions {
        let fighter = table.actor;
        match table.phase {
            Phase::Status => LegalActions::Statuses,
            Phase::Declaration => LegalActions::Declarations(self.declarations_of(table, fighter)),
            _ => {
                let left = table.fighters[fighter].left;
                let attack = self.sheets[table.attacker()].attack;
                let answers = Answers::of(self.sheet(table, fighter), left, attack);
                LegalActions::Answers(answers)
            }
        }
    }

    /// Returns the action of a decision with the given number.
    pub(super) fn action(
        &self,
        table: &ExchangeState,
        choices: LegalActions,
        number: u32,
    ) -> Action {
        let fighter = table.actor;
        match choices {
            LegalActions::Statuses => Action::Status(number == 1),
            LegalActions::Declarations(all) => {
                Action::Declare(self.declared_action(table, fighter, all.at(number)))
            }
            LegalActions::Answers(all) => {
                Action::Answer(all.at(number, self.sheet(table, fighter)))
            }
        }
    }
}

/// Iterates over the fighters whose bits are set; bit 0 is the fighter `first`.
#[inline]
pub(super) fn each(targets: u64, first: usize) -> impl Iterator<Item = usize> {
    let mut left = targets;
    std::iter::from_fn(move || {
        let place = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        (place < u64::BITS).then_some(first + place as usize)
    })
}
