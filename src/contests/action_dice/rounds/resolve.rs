//! What happens when all have declared: actions in order, those of a moment at once.

use super::declare::each;
use super::rules::Event;
use super::standing::Table;
use super::{DRAW, Reach, Rounds};
use crate::contest::Observer;
use crate::dice::{Dice, Pool};

/// An action that was declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Act {
    /// Who acts.
    pub fighter: usize,
    /// What is done.
    pub deed: Deed,
    /// The action dice that were used.
    pub used: u32,
    /// How many of them settle who acts first: more come first.
    pub action: u32,
    /// Their sum; of as many dice the higher comes first.
    pub sum: u32,
}

/// What somebody does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Attacks one opponent.
    Attack {
        /// Whom.
        target: usize,
    },
    /// Attacks several at once, a two-die action.
    Group {
        /// A bit for each, from the first of the other side on.
        targets: u64,
    },
    /// Comes nearer.
    Move,
    /// Makes a General Defense, which is in force from the declaration on.
    General,
}

impl Deed {
    /// Returns whether it is rolled against the defence of opponents, who may answer.
    #[inline]
    pub(super) fn is_attack(self) -> bool {
        matches!(self, Self::Attack { .. } | Self::Group { .. })
    }
}

impl Act {
    /// An action before its dice are rolled. A two-die action counts as one with a die fewer.
    #[inline]
    pub(super) fn new(fighter: usize, deed: Deed, used: u32) -> Self {
        let action = match deed {
            Deed::Group { .. } => used - 1,
            Deed::Attack { .. } | Deed::Move | Deed::General => used,
        };
        Self {
            fighter,
            deed,
            used,
            action,
            sum: 0,
        }
    }

    /// What settles who acts first. A move has no sum and comes after attacks with as many dice.
    #[inline]
    fn key(&self) -> u32 {
        self.action << 16 | self.sum
    }
}

impl Rounds {
    /// The actions happen.
    #[inline]
    pub(super) fn resolve<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        table: &mut Table,
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
            // Of equals the order decides nothing but who rolls first, and everybody has own dice.
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

    /// Those who act at the same moment: nobody falls before all of them have struck.
    #[inline]
    fn moment<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        table: &mut Table,
        together: std::ops::Range<usize>,
        observer: &mut O,
    ) {
        for place in together {
            let act = table.acts[place];
            let fighter = act.fighter;
            if !table.is_there(fighter) {
                if act.deed != Deed::General {
                    observer.note(|| Event::Prevented { fighter });
                }
                continue;
            }
            match act.deed {
                Deed::General => {}
                Deed::Move => {
                    let units = self.sheets[fighter].stride(act.used);
                    table.fighters[fighter].covered += units;
                    observer.note(|| Event::Moved { fighter, units });
                }
                Deed::Attack { target } => {
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
                Deed::Group { targets } => {
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

    /// An attack meets a defence: the base, and the best roll in force. Beside the total the further dice
    /// are told, unless they have been.
    #[inline]
    fn strike<O: Observer<Event>>(
        &self,
        table: &mut Table,
        fighter: usize,
        target: usize,
        (total, pool): (u32, Option<Pool>),
        observer: &mut O,
    ) {
        let attack = self.sheets[fighter].attack;
        let mut rolled = self.in_force(table, target, fighter);
        if attack == Reach::Ranged {
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

    /// After a moment those fall who have taken enough hits.
    #[inline]
    fn fall<O: Observer<Event>>(
        &self,
        table: &mut Table,
        together: std::ops::Range<usize>,
        observer: &mut O,
    ) {
        for place in together {
            match table.acts[place].deed {
                Deed::Move | Deed::General => {}
                Deed::Attack { target } => {
                    self.falls(table, target, observer);
                }
                Deed::Group { targets } => {
                    let other = 1 - self.fighters[table.acts[place].fighter].side;
                    for target in each(targets, self.sides[other].members.start) {
                        self.falls(table, target, observer);
                    }
                }
            }
        }
    }

    /// Somebody falls, if it has taken enough hits and has not yet.
    #[inline]
    fn falls<O: Observer<Event>>(&self, table: &mut Table, fighter: usize, observer: &mut O) {
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

impl Table {
    /// Whether somebody stood when the moment began.
    #[inline]
    fn is_there(&self, fighter: usize) -> bool {
        !self.fighters[fighter].is_out
    }

    /// Returns the attacker whose attack may be answered.
    #[inline]
    pub(super) fn attacker(&self) -> usize {
        self.acts.last().map_or(0, |act| act.fighter)
    }

    /// How it ended, if it did.
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
