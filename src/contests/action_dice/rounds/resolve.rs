//! Actions of a sequence, carried out in order after all declarations; simultaneous actions
//! together.

use super::declare::each;
use super::rules::Event;
use super::state::ExchangeState;
use super::{AttackReach, DRAW, Rounds};
use crate::contest::Observer;
use crate::dice::{Dice, Pool};

/// A declared action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Act {
    /// Position of the fighter that acts.
    pub fighter: usize,
    /// Kind of action.
    pub deed: DeclaredAction,
    /// Action dice used.
    pub used: u32,
    /// Action dice that determine the order of actions; more dice act first.
    pub action: u32,
    /// Sum of the action dice; with equal numbers of dice the higher sum acts first.
    pub sum: u32,
}

/// Kinds of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclaredAction {
    /// An attack on one opponent.
    Attack {
        /// Position of the target.
        target: usize,
    },
    /// A Group Attack on more than one opponent, a two-die action.
    Group {
        /// A bit for each target; bit 0 is the first fighter of the other side.
        targets: u64,
    },
    /// A move toward the opponents.
    Move,
    /// A General Defense, which is in force from its declaration.
    General,
}

impl DeclaredAction {
    /// Returns whether the action is an attack, which opponents may answer.
    #[inline]
    pub(super) fn is_attack(self) -> bool {
        matches!(self, Self::Attack { .. } | Self::Group { .. })
    }
}

impl Act {
    /// Creates an action before its dice are rolled. In the order of actions a two-die action
    /// counts as having one die fewer.
    #[inline]
    pub(super) fn new(fighter: usize, deed: DeclaredAction, used: u32) -> Self {
        let action = match deed {
            DeclaredAction::Group { .. } => used - 1,
            DeclaredAction::Attack { .. } | DeclaredAction::Move | DeclaredAction::General => used,
        };
        Self {
            fighter,
            deed,
            used,
            action,
            sum: 0,
        }
    }

    /// Returns the key that orders actions. A move has no sum, and takes place after attacks with
    /// the same number of dice.
    #[inline]
    fn key(&self) -> u32 {
        self.action << 16 | self.sum
    }
}

impl Rounds {
    /// Carries out the actions of a sequence.
    #[inline]
    pub(super) fn resolve<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        table: &mut ExchangeState,
        observer: &mut O,
    ) {
        for act in &mut table.acts {
            if act.deed.is_attack() {
                let pool = dice.pool(Self::attacks_of(act.fighter), act.action);
                act.sum = pool.sum();
                let act = *act;
                observer.note(|| Event::Readied { act, pool });
            }
        }
        if table.acts.len() > 1 {
            // With equal keys the order affects only which fighter rolls first, and each fighter
            // has its own random stream.
            table
                .acts
                .sort_unstable_by_key(|act| (std::cmp::Reverse(act.key()), act.fighter));
        }
        let mut start = 0;
        while start < table.acts.len() {
            let key = table.acts[start].key();
            let same = table.acts[start..]
                .iter()
                .take_while(|act| act.key() == key);
            let end = start + same.count();
            self.moment(dice, table, start..end, observer);
            self.fall(table, start..end, observer);
            if table.ended().is_some() {
                break;
            }
            start = end;
        }
    }

    /// Carries out simultaneous actions. Fighters fall only after all of them.
    #[inline]
    fn moment<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        table: &mut ExchangeState,
        together: std::ops::Range<usize>,
        observer: &mut O,
    ) {
        for place in together {
            let act = table.acts[place];
            let fighter = act.fighter;
            if !table.is_there(fighter) {
                if act.deed != DeclaredAction::General {
                    observer.note(|| Event::Prevented { fighter });
                }
                continue;
            }
            match act.deed {
                DeclaredAction::General => {}
                DeclaredAction::Move => {
                    let units = self.sheets[fighter].stride(act.used);
                    table.fighters[fighter].covered += units;
                    observer.note(|| Event::Moved { fighter, units });
                }
                DeclaredAction::Attack { target } => {
                    if !table.is_there(target) {
                        observer.note(|| Event::Wasted { fighter });
                        continue;
                    }
                    let distance = self.distance(table, fighter, target);
                    let blow = self.sheets[fighter].blow(act.action, distance);
                    let pool = dice.pool(Self::attacks_of(fighter), blow.other);
                    let total = act.sum + pool.sum();
                    self.strike(table, fighter, target, (total, Some(pool)), observer);
                }
                DeclaredAction::Group { targets } => {
                    let first = self.sides[1 - self.fighters[fighter].side].members.start;
                    let there = each(targets, first).filter(|&target| table.is_there(target));
                    let distances = there.map(|target| self.distance(table, fighter, target));
                    let Some(farthest) = distances.max() else {
                        observer.note(|| Event::Wasted { fighter });
                        continue;
                    };
                    let blow = self.sheets[fighter].group_blow(act.used, farthest);
                    let pool = dice.pool(Self::attacks_of(fighter), blow.other);
                    let total = act.sum + pool.sum();
                    observer.note(|| Event::Threw {
                        fighter,
                        pool,
                        total,
                    });
                    for target in each(targets, first) {
                        if table.is_there(target) {
                            self.strike(table, fighter, target, (total, None), observer);
                        }
                    }
                }
            }
        }
    }

    /// Compares an attack with a defence: the base plus the best roll in force. The event includes
    /// the further dice unless an earlier event did.
    #[inline]
    fn strike<O: Observer<Event>>(
        &self,
        table: &mut ExchangeState,
        fighter: usize,
        target: usize,
        (total, pool): (u32, Option<Pool>),
        observer: &mut O,
    ) {
        let attack = self.sheets[fighter].attack;
        let mut rolled = self.in_force(table, target, fighter);
        if attack == AttackReach::Ranged {
            rolled = rolled.max(self.dived(table, target, fighter));
        }
        let value = self.sheet(table, target).base(attack) + rolled;
        let hit = self.hits(total, value);
        let standing = &mut table.fighters[target];
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

    /// Puts out all fighters that have taken `hits_to_win` hits, after simultaneous actions.
    #[inline]
    fn fall<O: Observer<Event>>(
        &self,
        table: &mut ExchangeState,
        together: std::ops::Range<usize>,
        observer: &mut O,
    ) {
        for place in together {
            match table.acts[place].deed {
                DeclaredAction::Move | DeclaredAction::General => {}
                DeclaredAction::Attack { target } => {
                    self.falls(table, target, observer);
                }
                DeclaredAction::Group { targets } => {
                    let other = 1 - self.fighters[table.acts[place].fighter].side;
                    for target in each(targets, self.sides[other].members.start) {
                        self.falls(table, target, observer);
                    }
                }
            }
        }
    }

    /// Puts a fighter out if it has taken `hits_to_win` hits and is not out yet.
    #[inline]
    fn falls<O: Observer<Event>>(
        &self,
        table: &mut ExchangeState,
        fighter: usize,
        observer: &mut O,
    ) {
        let standing = &mut table.fighters[fighter];
        if standing.is_out || standing.hits < self.options.hits_to_win {
            return;
        }
        standing.is_out = true;
        standing.unused += std::mem::take(&mut standing.left).count();
        observer.note(|| Event::Out { fighter });
        let round = self.number(table);
        observer.left(self.fighters[fighter].group, i64::from(round));
        let side = self.fighters[fighter].side;
        table.standing[side] -= 1;
        let members = self.sides[side].members.clone();
        while table.first[side] < members.end && table.fighters[table.first[side]].is_out {
            table.first[side] += 1;
        }
    }
}

impl ExchangeState {
    /// Returns whether a fighter stood when the simultaneous actions began.
    #[inline]
    fn is_there(&self, fighter: usize) -> bool {
        !self.fighters[fighter].is_out
    }

    /// Returns the attacker whose attack may be answered.
    #[inline]
    pub(super) fn attacker(&self) -> usize {
        self.acts.last().map_or(0, |act| act.fighter)
    }

    /// Returns the outcome, if the exchange has ended.
    #[inline]
    pub(super) fn ended(&self) -> Option<usize> {
        match self.standing {
            [0, 0] => Some(DRAW),
            [0, _] => Some(1),
            [_, 0] => Some(0),
            _ => None,
        }
    }
}
