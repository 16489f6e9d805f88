//! A trial of an exchange, and what an observer is told of it.

use super::players::at;
use super::policy::{Mix, WHOLE};
use super::round::{Act, Defence};
use super::{Exchange, Guard, Hits, Setup, UNRESOLVED};
use crate::contest::{Observer, Record, Rules};
use crate::dice::{Dice, Pool};

/// What happens in an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A round begins.
    Round {
        /// Its number, from 1.
        number: u32,
    },
    /// A side chose by chance or by thought how many dice attack.
    Split {
        /// Which side.
        side: usize,
        /// So many general action dice of each attack.
        attack: usize,
    },
    /// A defence was rolled.
    Defended {
        /// Whose.
        fighter: usize,
        /// How.
        guard: Guard,
        /// The dice.
        pool: Pool,
        /// The opponent whom it is for, unless it is for all.
        against: usize,
    },
    /// The action dice of an attack were rolled.
    Readied {
        /// Whose.
        fighter: usize,
        /// The dice.
        pool: Pool,
    },
    /// An attack.
    Attacked {
        /// Who attacks, with the action dice.
        act: Act,
        /// Whom.
        target: usize,
        /// The other dice.
        pool: Pool,
        /// What all dice make.
        total: i64,
        /// The defence that it was compared with.
        value: i64,
        /// Whether it hit.
        hit: bool,
    },
    /// Somebody is out.
    Out {
        /// Who.
        fighter: usize,
    },
    /// It is over.
    Ended {
        /// Position of the outcome.
        outcome: usize,
    },
}

/// What lies on the table during a trial.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) hits: Hits,
    pub(super) defences: Vec<Defence>,
    pub(super) acts: Vec<Act>,
}

impl Rules for Exchange {
    type Event = Event;
    type State = Table;

    fn rollers(&self) -> Vec<String> {
        Setup::rollers(&self.sides, &self.fighters, self.has_whims())
    }

    fn state(&self) -> Table {
        Table {
            hits: [0; 2],
            defences: vec![Defence::default(); self.fighters.len()],
            acts: Vec::with_capacity(self.fighters.len()),
        }
    }

    #[inline]
    fn trial<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        table: &mut Table,
        observer: &mut O,
        record: &mut Record,
    ) {
        table.hits = [0; 2];
        let mut rounds = 0;
        let outcome = loop {
            if rounds == self.options.max_rounds || dice.abandoned() {
                break UNRESOLVED;
            }
            rounds += 1;
            observer.note(|| Event::Round { number: rounds });
            let left = self.options.max_rounds - rounds + 1;
            let splits = [0, 1].map(|side| self.split(side, left, table.hits, dice, observer));
            let before = table.hits;
            self.round(dice, table, splits, observer);
            for side in 0..2 {
                let out = self.standing(side, before).start..self.standing(side, table.hits).start;
                for fighter in out {
                    let group = self.fighters[fighter].group as u32;
                    record.ends.push((group, i64::from(rounds)));
                }
            }
            if let Some(outcome) = self.ended(table.hits) {
                break outcome;
            }
        };
        observer.note(|| Event::Ended { outcome });
        record.outcome = outcome;
        self.measure(rounds, table.hits, &mut record.values);
    }

    fn sentence(&self, event: &Event) -> String {
        super::tell::sentence(self, event)
    }
}

impl Exchange {
    /// How a side splits its dice with so many rounds left.
    #[inline]
    pub(super) fn split<D: Dice, O: Observer<Event>>(
        &self,
        side: usize,
        left: u32,
        hits: Hits,
        dice: &mut D,
        observer: &mut O,
    ) -> usize {
        if let Some(split) = self.sides[side].player.split() {
            return split;
        }
        let mix: &Mix = self.policy().mix(side, left, hits);
        let attack = match mix.iter().position(|&weight| weight == WHOLE) {
            Some(split) => split,
            None => at(mix, dice.choose(self.whims_of(side), WHOLE)),
        };
        observer.note(|| Event::Split { side, attack });
        attack
    }
}
