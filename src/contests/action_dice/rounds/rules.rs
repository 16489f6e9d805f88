//! A trial of an exchange, and what an observer is told of it.

use super::super::ReserveRule;
use super::left::Left;
use super::playouts::Thought;
use super::resolve::Act;
use super::standing::{Force, Standing, Turn};
use super::{Guard, Rounds, Setup, UNRESOLVED, has_whims};
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
    /// A fighter chose to be a noncombatant in this round.
    Noncombat {
        /// Position of the fighter.
        fighter: usize,
    },
    /// All wait, and are asked once more.
    Nigh,
    /// Somebody waits.
    Waits {
        /// Who.
        fighter: usize,
        /// With how many dice.
        dice: u32,
        /// Whether it was asked for the last time in the round.
        last: bool,
    },
    /// An action was declared.
    Declared {
        /// Which.
        act: Act,
    },
    /// A defence was rolled.
    Defended {
        /// Who.
        fighter: usize,
        /// How.
        guard: Guard,
        /// The dice.
        pool: Pool,
        /// The attacker; `None` for a General Defense that answers no attack.
        against: Option<usize>,
    },
    /// The action dice of an attack were rolled.
    Readied {
        /// Of which.
        act: Act,
        /// The dice.
        pool: Pool,
    },
    /// The further dice of a Group Attack were rolled.
    Threw {
        /// Whose.
        fighter: usize,
        /// The dice.
        pool: Pool,
        /// What all dice make.
        total: u32,
    },
    /// An attack reached somebody.
    Struck {
        /// Who attacks.
        fighter: usize,
        /// Whom.
        target: usize,
        /// The further dice, unless they are those of a Group Attack.
        pool: Option<Pool>,
        /// What all dice make.
        total: u32,
        /// The defence that it was compared with.
        value: u32,
        /// Whether it hit.
        hit: bool,
    },
    /// Somebody was out before its action.
    Prevented {
        /// Who.
        fighter: usize,
    },
    /// Whoever was attacked was out before.
    Wasted {
        /// Who attacks.
        fighter: usize,
    },
    /// Somebody came nearer.
    Moved {
        /// Who.
        fighter: usize,
        /// So many units.
        units: u32,
    },
    /// Somebody is out.
    Out {
        /// Who.
        fighter: usize,
    },
    /// The round ends, and dice are lost.
    Lost {
        /// Whose.
        fighter: usize,
        /// How many.
        dice: u32,
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
    pub(super) fighters: Vec<Standing>,
    /// Defences in force against a single attacker, by target and attacker.
    pub(super) parries: Vec<Force>,
    /// Dives from the attack of an attacker in this sequence, by target and attacker.
    pub(super) dives: Vec<Force>,
    /// The order in which they declare in a sequence, and how many do.
    pub(super) order: Vec<Turn>,
    pub(super) declaring: usize,
    /// Whose turn it is, by its place in that order.
    pub(super) place: usize,
    /// The actions of a sequence.
    pub(super) acts: Vec<Act>,
    /// Of both sides the first who stands, and how many do.
    pub(super) first: [usize; 2],
    pub(super) standing: [u32; 2],
    /// Which round it is, counted over all trials, and which sequence.
    pub(super) round: u64,
    pub(super) sequence: u64,
    /// How many rounds are left, this one among them.
    pub(super) rounds_left: u32,
    /// Whether everybody is asked for the last time in this round.
    pub(super) last: bool,
    /// For those who try in play-outs.
    pub(super) thought: Option<Box<Thought>>,
}

impl Rules for Rounds {
    type Event = Event;
    type State = Table;

    fn rollers(&self) -> Vec<String> {
        let mut rollers = Setup::rollers(&self.sides, &self.fighters, has_whims(&self.sides));
        rollers.push("/lots".to_owned());
        rollers
    }

    fn state(&self) -> Table {
        let count = self.fighters.len();
        Table {
            fighters: vec![Standing::default(); count],
            parries: vec![Force::default(); count * count],
            dives: vec![Force::default(); count * count],
            order: vec![Turn::default(); count],
            declaring: 0,
            place: 0,
            acts: Vec::with_capacity(count),
            first: [0; 2],
            standing: [0; 2],
            round: 0,
            sequence: 0,
            rounds_left: 0,
            last: false,
            thought: self.imagined.iter().flatten().next().map(Thought::new),
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
        table.fighters.fill(Standing::default());
        for side in 0..2 {
            let members = &self.sides[side].members;
            table.first[side] = members.start;
            table.standing[side] = members.len() as u32;
        }
        let (outcome, rounds) = self.rounds_after(0, dice, table, observer, record);
        observer.note(|| Event::Ended { outcome });
        record.outcome = outcome;
        self.measure(rounds, table, &mut record.values);
    }

    fn sentence(&self, event: &Event) -> String {
        super::tell::sentence(self, event)
    }
}

impl Rounds {
    /// Plays on after so many rounds: the outcome, and the rounds till then.
    #[inline]
    pub(super) fn rounds_after<D: Dice, O: Observer<Event>>(
        &self,
        mut rounds: u32,
        dice: &mut D,
        table: &mut Table,
        observer: &mut O,
        record: &mut Record,
    ) -> (usize, u32) {
        loop {
            if rounds == self.options.max_rounds || dice.abandoned() {
                return (UNRESOLVED, rounds);
            }
            rounds += 1;
            table.rounds_left = self.options.max_rounds - rounds + 1;
            observer.note(|| Event::Round { number: rounds });
            if let Some(outcome) = self.round(dice, table, rounds, observer, record) {
                return (outcome, rounds);
            }
        }
    }

    /// Plays a round; the outcome, if it ended the exchange.
    #[inline]
    pub(super) fn round<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        table: &mut Table,
        number: u32,
        observer: &mut O,
        record: &mut Record,
    ) -> Option<usize> {
        table.round += 1;
        table.last = false;
        if self.chooses_status() {
            self.choose_statuses(dice, table, 0, observer);
        } else {
            for (standing, sheet) in table.fighters.iter_mut().zip(&self.sheets) {
                if !standing.is_out {
                    (standing.left, standing.turn) = (sheet.start, sheet.turn);
                }
            }
        }
        self.sequences(false, dice, table, number, observer, record)
    }

    /// Plays a round to its end, from where all have declared or from a new sequence on; the outcome, if
    /// it ended the exchange.
    #[inline]
    pub(super) fn sequences<D: Dice, O: Observer<Event>>(
        &self,
        mut declared: bool,
        dice: &mut D,
        table: &mut Table,
        number: u32,
        observer: &mut O,
        record: &mut Record,
    ) -> Option<usize> {
        let outcome = loop {
            if !declared {
                table.sequence += 1;
                if !self.declarations(dice, table, observer) {
                    break None;
                }
            }
            declared = false;
            if !table.acts.is_empty() {
                self.resolve(dice, table, number, observer, record);
                let ended = table.ended();
                if ended.is_some() || table.last {
                    break ended;
                }
            } else if table.last || self.options.reserve_rule == ReserveRule::Lost {
                break None;
            } else {
                observer.note(|| Event::Nigh);
                table.last = true;
            }
            if dice.abandoned() {
                break None;
            }
        };
        for (fighter, standing) in table.fighters.iter_mut().enumerate() {
            let left = standing.left.count();
            if left > 0 {
                standing.unused += left;
                standing.left = Left::NONE;
                if outcome.is_none() {
                    observer.note(|| Event::Lost {
                        fighter,
                        dice: left,
                    });
                }
            }
        }
        outcome
    }
}
