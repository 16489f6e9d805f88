//! Actions of a sequence, carried out in order after all declarations; equal actions are
//! simultaneous.

use super::super::fighters::AttackReach;
use super::act::{DeclaredAction, fighters_in};
use super::event::Event;
use super::exchange::Rounds;
use super::exchange_state::ExchangeState;
use evenodds_core::contest::Observer;
use evenodds_core::dice::{Dice, Pool};

impl Rounds {
    /// Carries out the actions of a sequence.
    #[inline]
    pub(super) fn resolve<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        state: &mut ExchangeState,
        observer: &mut O,
    ) {
        for act in &mut state.acts {
            if act.kind.is_attack() {
                let pool = dice.pool(Self::attacks_of(act.fighter), act.action);
                act.sum = pool.sum();
                let act = *act;
                observer.note(|| Event::Readied { act, pool });
            }
        }
        if state.acts.len() > 1 {
            // The order of equal keys only decides which fighter rolls first, and each has its own
            // random stream.
            state
                .acts
                .sort_unstable_by_key(|act| (std::cmp::Reverse(act.key()), act.fighter));
        }
        let mut start = 0;
        while start < state.acts.len() {
            let key = state.acts[start].key();
            let same = state.acts[start..]
                .iter()
                .take_while(|act| act.key() == key);
            let end = start + same.count();
            self.carry_out_simultaneous(dice, state, start..end, observer);
            self.mark_targets_out(state, start..end, observer);
            if state.ended().is_some() {
                break;
            }
            start = end;
        }
    }

    /// Carries out simultaneous actions. No fighter falls before all of them are done.
    #[inline]
    fn carry_out_simultaneous<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        state: &mut ExchangeState,
        simultaneous: std::ops::Range<usize>,
        observer: &mut O,
    ) {
        for place in simultaneous {
            let act = state.acts[place];
            let fighter = act.fighter;
            if !state.is_standing(fighter) {
                if act.kind != DeclaredAction::General {
                    observer.note(|| Event::Prevented { fighter });
                }
                continue;
            }
            match act.kind {
                DeclaredAction::General => {}
                DeclaredAction::Move => {
                    let units = self.sheets[fighter].move_distance(act.used);
                    state.fighters[fighter].covered += units;
                    observer.note(|| Event::Moved { fighter, units });
                }
                DeclaredAction::Attack { target } => {
                    if !state.is_standing(target) {
                        observer.note(|| Event::Wasted { fighter });
                        continue;
                    }
                    let distance = self.distance(state, fighter, target);
                    let attack_dice = self.sheets[fighter].attack_dice(act.action, distance);
                    let pool = dice.pool(Self::attacks_of(fighter), attack_dice.other);
                    let total = act.sum + pool.sum();
                    self.strike(state, fighter, target, (total, Some(pool)), observer);
                }
                DeclaredAction::Group { targets } => {
                    let first = self.sides[1 - self.fighters[fighter].side].members.start;
                    let there =
                        fighters_in(targets, first).filter(|&target| state.is_standing(target));
                    let distances = there.map(|target| self.distance(state, fighter, target));
                    let Some(farthest) = distances.max() else {
                        observer.note(|| Event::Wasted { fighter });
                        continue;
                    };
                    let attack_dice = self.sheets[fighter].group_attack_dice(act.used, farthest);
                    let pool = dice.pool(Self::attacks_of(fighter), attack_dice.other);
                    let total = act.sum + pool.sum();
                    observer.note(|| Event::Threw {
                        fighter,
                        pool,
                        total,
                    });
                    for target in fighters_in(targets, first) {
                        if state.is_standing(target) {
                            self.strike(state, fighter, target, (total, None), observer);
                        }
                    }
                }
            }
        }
    }

    /// Compares an attack with a defense: the base plus the best roll in force. The event contains
    /// the further dice unless an earlier event does.
    #[inline]
    fn strike<O: Observer<Event>>(
        &self,
        state: &mut ExchangeState,
        fighter: usize,
        target: usize,
        (total, pool): (u32, Option<Pool>),
        observer: &mut O,
    ) {
        let attack = self.sheets[fighter].attack;
        let mut rolled = self.in_force(state, target, fighter);
        if attack == AttackReach::Ranged {
            rolled = rolled.max(self.dive_roll(state, target, fighter));
        }
        let value = self.sheet(state, target).base(attack) + rolled;
        let hit = self.hits(total, value);
        let standing = &mut state.fighters[target];
        standing.hits = (standing.hits + u32::from(hit)).min(self.options.hits_to_win);
        observer.note(|| Event::Struck {
            fighter,
            target,
            pool,
            total,
            value,
            hit,
        });
    }

    /// Marks as out all targets that have taken `hits_to_win` hits, after simultaneous actions.
    #[inline]
    fn mark_targets_out<O: Observer<Event>>(
        &self,
        state: &mut ExchangeState,
        simultaneous: std::ops::Range<usize>,
        observer: &mut O,
    ) {
        for place in simultaneous {
            match state.acts[place].kind {
                DeclaredAction::Move | DeclaredAction::General => {}
                DeclaredAction::Attack { target } => {
                    self.mark_out(state, target, observer);
                }
                DeclaredAction::Group { targets } => {
                    let other = 1 - self.fighters[state.acts[place].fighter].side;
                    for target in fighters_in(targets, self.sides[other].members.start) {
                        self.mark_out(state, target, observer);
                    }
                }
            }
        }
    }

    /// Marks a fighter as out if it has taken `hits_to_win` hits and is not yet out.
    #[inline]
    fn mark_out<O: Observer<Event>>(
        &self,
        state: &mut ExchangeState,
        fighter: usize,
        observer: &mut O,
    ) {
        let standing = &mut state.fighters[fighter];
        if standing.is_out || standing.hits < self.options.hits_to_win {
            return;
        }
        standing.is_out = true;
        standing.unused += std::mem::take(&mut standing.left).count();
        observer.note(|| Event::Out { fighter });
        let round = self.number(state);
        observer.left(self.fighters[fighter].group, i64::from(round));
        let side = self.fighters[fighter].side;
        state.standing[side] -= 1;
        let members = self.sides[side].members.clone();
        while state.first[side] < members.end && state.fighters[state.first[side]].is_out {
            state.first[side] += 1;
        }
    }
}
