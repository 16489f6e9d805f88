//! One round: defences, then attacks in acting order.

use super::super::{HitTie, Threat};
use super::rules::{Event, Table};
use super::{Exchange, GuardKind, Hits};
use crate::contest::Observer;
use crate::dice::Dice;

/// Somebody's action dice in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Act {
    /// Who attacks.
    pub fighter: usize,
    /// With how many action dice; more come first.
    pub action: u32,
    /// Their sum; of as many dice the higher comes first.
    pub sum: u32,
}

impl Act {
    fn key(self) -> (u32, u32) {
        (self.action, self.sum)
    }
}

/// What somebody's defence came to in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Defence {
    value: i64,
    /// Whether it holds against everybody, or only against the opponent at this position.
    general: bool,
    against: usize,
}

impl Exchange {
    /// The opponent on `side` whom a defence against a single one is for. Somebody stands there.
    #[inline]
    pub(super) fn threat(&self, side: usize, hits: Hits, split: usize) -> usize {
        let mut standing = self.standing(side, hits);
        let first = standing.start;
        match self.options.defend_against {
            Threat::First => first,
            Threat::Strongest => {
                standing.next();
                let dice = |fighter: usize| self.sheets[fighter].attack_dice(split);
                standing.fold(first, |strongest, fighter| {
                    if dice(fighter) > dice(strongest) {
                        fighter
                    } else {
                        strongest
                    }
                })
            }
        }
    }

    /// Plays a round with these splits; both sides have somebody standing.
    #[inline]
    pub(super) fn round<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        table: &mut Table,
        splits: [usize; 2],
        observer: &mut O,
    ) {
        let hits = table.hits;
        table.acts.clear();
        for side in 0..2 {
            let threat = self.threat(1 - side, hits, splits[1 - side]);
            let reach = self.sheets[threat].attack;
            for fighter in self.standing(side, hits) {
                let guard = self.sheets[fighter].guard(splits[side], reach);
                let defence = &mut table.defences[fighter];
                *defence = Defence::default();
                if guard.kind == GuardKind::None {
                    continue;
                }
                let pool = dice.pool(self.defences_of(fighter), guard.dice);
                *defence = Defence {
                    value: i64::from(guard.total(pool)),
                    general: guard.kind == GuardKind::General,
                    against: threat,
                };
                observer.note(|| Event::Defended {
                    fighter,
                    guard,
                    pool,
                    against: threat,
                });
            }
        }
        for (side, split) in splits.into_iter().enumerate() {
            for fighter in self.standing(side, hits) {
                let action = self.sheets[fighter].attack_action[split];
                if action > 0 {
                    let pool = dice.pool(Self::attacks_of(fighter), action);
                    observer.note(|| Event::Readied { fighter, pool });
                    table.acts.push(Act {
                        fighter,
                        action,
                        sum: pool.sum(),
                    });
                }
            }
        }
        // Of equals the order decides nothing but who rolls first, and everybody has own dice.
        table
            .acts
            .sort_unstable_by_key(|act| (std::cmp::Reverse(act.key()), act.fighter));
        let mut start = 0;
        while start < table.acts.len() {
            let key = table.acts[start].key();
            let mut end = start + 1;
            while end < table.acts.len() && table.acts[end].key() == key {
                end += 1;
            }
            self.at_once(dice, table, start..end, observer);
            start = end;
        }
    }

    /// Those who act at the same moment: all of them strike before anybody falls.
    #[inline]
    fn at_once<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        table: &mut Table,
        together: std::ops::Range<usize>,
        observer: &mut O,
    ) {
        let before = table.hits;
        let mut more = [0; 2];
        for place in together {
            let act = table.acts[place];
            let side = self.fighters[act.fighter].side;
            let mut targets = self.standing(1 - side, before);
            if !self.standing(side, before).contains(&act.fighter) {
                continue;
            }
            let Some(target) = targets.next() else {
                continue;
            };
            let sheet = &self.sheets[act.fighter];
            let pool = dice.pool(Self::attacks_of(act.fighter), sheet.attack_other);
            let total = i64::from(act.sum + pool.sum());
            let defence = table.defences[target];
            let holds = defence.general || defence.against == act.fighter;
            let value =
                self.sheets[target].base(sheet.attack) + if holds { defence.value } else { 0 };
            let hit = total > value || total == value && self.options.hit_tie == HitTie::Attacker;
            observer.note(|| Event::Attacked {
                act,
                target,
                pool,
                total,
                value,
                hit,
            });
            more[1 - side] += u32::from(hit);
        }
        for side in 0..2 {
            if more[side] > 0 {
                let fighter = self.standing(side, before).start;
                table.hits[side] = self.after(before[side], more[side]);
                if table.hits[side].is_multiple_of(self.options.hits_to_win) {
                    observer.note(|| Event::Out { fighter });
                }
            }
        }
    }
}
