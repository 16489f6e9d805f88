//! A sequence until all have declared, and who was attacked has answered.

use super::super::{AttackOn, HitTie};
use super::duel::Stage;
use super::left::Sorts;
use super::legal::{Answers, Declaration, Declarations};
use super::players::Mind;
use super::playouts::Choice;
use super::resolve::{Act, Deed};
use super::rules::{Event, Table};
use super::sheet::Answer;
use super::standing::Turn;
use super::{GuardKind, Reach, Rounds};
use crate::contest::Observer;
use crate::dice::Dice;

impl Rounds {
    /// Everybody who has dice left declares in order; false where nobody has any.
    #[inline]
    pub(super) fn declarations<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        table: &mut Table,
        observer: &mut O,
    ) -> bool {
        table.acts.clear();
        let count = self.order(dice, table);
        self.declared_from(dice, table, 0, observer);
        count > 0
    }

    /// Everybody declares from that place in the order on.
    #[inline]
    pub(super) fn declared_from<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        table: &mut Table,
        first: usize,
        observer: &mut O,
    ) {
        let count = table.declaring;
        let answers_matter = self.options.answers_reorder || self.options.defense_is_action;
        for place in first..count {
            if answers_matter && !self.settled(dice, table, place) {
                continue;
            }
            table.place = place;
            let fighter = table.order[place].fighter();
            // Answers may have taken all of them.
            if table.fighters[fighter].left.is_none() {
                continue;
            }
            let choice = self.choice(dice, table, fighter, place + 1 < count);
            self.declares(dice, table, fighter, choice, observer);
        }
    }

    /// Somebody declares, or waits; whom it attacks may answer.
    #[inline]
    pub(super) fn declares<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        table: &mut Table,
        fighter: usize,
        choice: Option<(Deed, u32)>,
        observer: &mut O,
    ) {
        let Some((deed, used)) = choice else {
            observer.note(|| Event::Waits {
                fighter,
                dice: table.fighters[fighter].left.count(),
                last: table.last,
            });
            return;
        };
        if deed == Deed::General {
            self.defends_ahead(dice, table, fighter, used, observer);
            return;
        }
        let sheet = &self.sheets[fighter];
        let sorts = match deed {
            Deed::Move => sheet.to_move,
            _ => sheet.to_attack,
        };
        self.spend(table, fighter, sorts, used);
        let act = Act::new(fighter, deed, used);
        table.acts.push(act);
        table.fighters[fighter].attacks += u32::from(deed.is_attack());
        observer.note(|| Event::Declared { act });
        match deed {
            Deed::Move | Deed::General => {}
            Deed::Attack { target } => {
                self.answered(dice, table, target, fighter, observer);
            }
            Deed::Group { targets } => {
                for target in each(targets, self.first_opponent(fighter)) {
                    self.answered(dice, table, target, fighter, observer);
                }
            }
        }
    }

    /// Declares a General Defense before any attack.
    #[inline(never)]
    fn defends_ahead<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        table: &mut Table,
        fighter: usize,
        used: u32,
        observer: &mut O,
    ) {
        table.acts.push(Act::new(fighter, Deed::General, used));
        if let Some(answer) = self.general(table, fighter, used) {
            self.defends(dice, table, fighter, None, answer, observer);
        }
    }

    /// Returns the General Defense of a fighter with the given number of action dice, if it may use it.
    pub(super) fn general(&self, table: &Table, fighter: usize, dice: u32) -> Option<Answer> {
        let sheet = self.sheet(table, fighter);
        let left = table.fighters[fighter].left;
        sheet.way(GuardKind::General, left, dice, sheet.attack)
    }

    /// The first of the other side in file order, from whom targets are counted.
    #[inline]
    pub(super) fn first_opponent(&self, fighter: usize) -> usize {
        self.sides[1 - self.fighters[fighter].side].members.start
    }

    /// Uses action dice of those that may serve.
    #[inline]
    fn spend(&self, table: &mut Table, fighter: usize, sorts: Sorts, dice: u32) {
        let total = self.sheet(table, fighter).total;
        let standing = &mut table.fighters[fighter];
        standing.left = standing.left.without(sorts, dice);
        standing.turn = Turn::new(standing.left, total, fighter);
    }

    /// What a fighter declares, with how many dice; `None` where it waits. `more` tells whether
    /// somebody else is to declare after it.
    #[inline]
    fn choice<D: Dice>(
        &self,
        dice: &mut D,
        table: &mut Table,
        fighter: usize,
        more: bool,
    ) -> Option<(Deed, u32)> {
        let sheet = self.sheet(table, fighter);
        let left = table.fighters[fighter].left;
        match sheet.mind {
            Mind::Keeps(_) | Mind::Heavy => match sheet.strikes_with(left) {
                0 => None,
                dice => self.attack_or_come_near(table, fighter, dice),
            },
            _ => self.weighed_choice(dice, table, fighter, more),
        }
    }

    /// The same for those who follow no rule: kept out of the way of the others.
    #[inline(never)]
    fn weighed_choice<D: Dice>(
        &self,
        dice: &mut D,
        table: &mut Table,
        fighter: usize,
        more: bool,
    ) -> Option<(Deed, u32)> {
        let all = self.declarations_of(table, fighter);
        let side = self.fighters[fighter].side;
        let deed = |table: &Table, number| self.deed(table, fighter, all.at(number));
        let chosen = match self.sheets[fighter].mind {
            Mind::Keeps(_) | Mind::Heavy => return None,
            // Where there is but one way the solver has no place of its own: it is at the next decision already.
            _ if all.count() == 1 => 0,
            Mind::Random => self.drawn(dice, side, all.count()),
            Mind::Optimal => self.thought_of(table, Stage::Declares { who: fighter, more }),
            Mind::Rollout(playouts) => {
                let declares =
                    |table: &Table, number| Choice::Declares(fighter, deed(table, number));
                self.tried(dice, table, side, playouts, all.count(), declares)
            }
        };
        deed(table, chosen)
    }

    /// One of so many, by the whims of a side.
    #[inline]
    pub(super) fn drawn<D: Dice>(&self, dice: &mut D, side: usize, options: u32) -> u32 {
        match options {
            1 => 0,
            _ => dice.choose(self.whims + side, options),
        }
    }

    /// An attack with so many dice on whom the rules say, or a move with one where that one is out of
    /// reach.
    #[inline]
    fn attack_or_come_near(&self, table: &Table, fighter: usize, dice: u32) -> Option<(Deed, u32)> {
        let target = self.target(table, fighter);
        if self.reaches(table, fighter, target) {
            return Some((Deed::Attack { target }, dice));
        }
        let left = table.fighters[fighter].left;
        left.serves(self.sheets[fighter].to_move)
            .then_some((Deed::Move, 1))
    }

    /// Whom those attack who do not choose. Somebody stands on the other side.
    #[inline]
    fn target(&self, table: &Table, fighter: usize) -> usize {
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

    /// All that a fighter may declare.
    pub(super) fn declarations_of(&self, table: &Table, fighter: usize) -> Declarations {
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

    /// What a declaration of a list means.
    pub(super) fn deed(
        &self,
        table: &Table,
        fighter: usize,
        chosen: Declaration,
    ) -> Option<(Deed, u32)> {
        let mut near = self
            .opponents(table, fighter)
            .filter(|&target| self.reaches(table, fighter, target));
        match chosen {
            Declaration::Wait => None,
            Declaration::Attack { dice, target } => {
                let target = near.nth(target as usize)?;
                Some((Deed::Attack { target }, dice))
            }
            Declaration::Group { dice } => {
                let first = self.first_opponent(fighter);
                let targets = near.fold(0, |targets, target| targets | 1 << (target - first));
                Some((Deed::Group { targets }, dice))
            }
            Declaration::Move { dice } => Some((Deed::Move, dice)),
            Declaration::General { dice } => Some((Deed::General, dice)),
        }
    }

    /// The opponents of a fighter who stand.
    #[inline]
    pub(super) fn opponents<'a>(
        &'a self,
        table: &'a Table,
        fighter: usize,
    ) -> impl Iterator<Item = usize> + use<'a> {
        let other = 1 - self.fighters[fighter].side;
        let all = table.first[other]..self.sides[other].members.end;
        all.filter(|&target| self.stands(table, target))
    }

    /// Whether a fighter stands.
    #[inline]
    pub(super) fn stands(&self, table: &Table, fighter: usize) -> bool {
        table.fighters[fighter].hits < self.options.hits_to_win
    }

    /// The units between two.
    #[inline]
    pub(super) fn distance(&self, table: &Table, one: usize, other: usize) -> u32 {
        let covered = table.fighters[one].covered + table.fighters[other].covered;
        self.options.distance.saturating_sub(covered)
    }

    /// Whether an attack of a fighter reaches somebody.
    #[inline]
    pub(super) fn reaches(&self, table: &Table, fighter: usize, target: usize) -> bool {
        self.options.distance == 0
            || self.sheets[fighter].attack == Reach::Ranged
            || self.distance(table, fighter, target) == 0
    }

    /// The defence of somebody against an attacker: the base, and the best roll that holds.
    #[inline]
    pub(super) fn value(&self, table: &Table, target: usize, attacker: usize) -> u32 {
        let base = self.sheet(table, target).base(self.sheets[attacker].attack);
        base + self.in_force(table, target, attacker)
    }

    /// The best roll that holds against an attacker for the round.
    #[inline]
    pub(super) fn in_force(&self, table: &Table, target: usize, attacker: usize) -> u32 {
        let pair = target * self.fighters.len() + attacker;
        let general = table.fighters[target].general.now(table.round);
        table.parries[pair].now(table.round).max(general)
    }

    /// The roll of a dive from what an attacker has declared in this sequence.
    #[inline]
    pub(super) fn dived(&self, table: &Table, target: usize, attacker: usize) -> u32 {
        table.dives[target * self.fighters.len() + attacker].now(table.sequence)
    }

    /// Whether an attack with that total hits a defence of that value.
    #[inline]
    pub(super) fn hits(&self, total: u32, value: u32) -> bool {
        total > value || total == value && self.options.hit_tie == HitTie::Attacker
    }

    /// Who was attacked may answer.
    #[inline]
    pub(super) fn answered<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        table: &mut Table,
        target: usize,
        attacker: usize,
        observer: &mut O,
    ) {
        if table.fighters[target].left.is_none() {
            return;
        }
        if let Some(answer) = self.answer(dice, table, target, attacker) {
            self.defends(dice, table, target, Some(attacker), answer, observer);
        }
    }

    /// Rolls a defence, in answer to an attacker or ahead of all attacks.
    #[inline]
    pub(super) fn defends<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        table: &mut Table,
        target: usize,
        against: Option<usize>,
        answer: Answer,
        observer: &mut O,
    ) {
        let Answer {
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

    /// How somebody answers an attack.
    #[inline]
    fn answer<D: Dice>(
        &self,
        dice: &mut D,
        table: &mut Table,
        target: usize,
        attacker: usize,
    ) -> Option<Answer> {
        let sheet = self.sheet(table, target);
        let left = table.fighters[target].left;
        let attack = self.sheets[attacker].attack;
        match sheet.mind {
            Mind::Keeps(_) | Mind::Heavy => sheet.answer(left, attack, table.has_general(target)),
            _ => self.weighed_answer(dice, table, target, attacker),
        }
    }

    /// The same for those who follow no rule.
    #[inline(never)]
    fn weighed_answer<D: Dice>(
        &self,
        dice: &mut D,
        table: &mut Table,
        target: usize,
        attacker: usize,
    ) -> Option<Answer> {
        let sheet = self.sheet(table, target);
        let left = table.fighters[target].left;
        let attack = self.sheets[attacker].attack;
        let all = Answers::of(sheet, left, attack);
        let side = self.fighters[target].side;
        let chosen = match sheet.mind {
            Mind::Keeps(_) | Mind::Heavy => return None,
            _ if all.count() == 1 => 0,
            Mind::Random => self.drawn(dice, side, all.count()),
            Mind::Optimal => {
                let more = table.declares_last(target);
                self.thought_of(table, Stage::Answers { who: target, more })
            }
            Mind::Rollout(playouts) => {
                let answers =
                    |_: &Table, number| Choice::Answers(target, attacker, all.at(number, sheet));
                self.tried(dice, table, side, playouts, all.count(), answers)
            }
        };
        all.at(chosen, sheet)
    }
}

/// The fighters whose bits are set, from the first on.
#[inline]
pub(super) fn each(targets: u64, first: usize) -> impl Iterator<Item = usize> {
    let mut left = targets;
    std::iter::from_fn(move || {
        let place = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        (place < u64::BITS).then_some(first + place as usize)
    })
}
