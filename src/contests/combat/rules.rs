//! A trial of a fight.

use super::decide::Decide;
use super::engine::Engine;
use super::event::Event;
use super::fight::{Fate, Fight};
use super::players::{Declared, Thought};
use super::view::{Action, View, Whims};
use super::{Combat, hint, measure, small, tell, wounds};
use crate::contest::{Advised, Aftermath, Observer, Part, Record, Rules, Tally};
use crate::dice::Dice;
use std::ops::Range;

/// What lies on the table during a trial, and in the heads of those who think.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) fight: Fight,
    pub(super) thought: Option<Thought>,
}

impl Table {
    /// The dice and fates on the table.
    pub fn fight_mut(&mut self) -> &mut Fight {
        &mut self.fight
    }
}

impl Rules for Combat {
    type Event = Event;
    type State = Table;

    fn rollers(&self) -> Vec<String> {
        self.roller_names()
    }

    fn state(&self) -> Table {
        Table {
            fight: Fight::new(self),
            thought: {
                let thinks = self.combatants.iter().any(|who| who.player.thinks());
                thinks.then(|| Thought::new(self))
            },
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
        let Table { fight, thought } = table;
        let declared = Declared {
            thought: thought.as_mut(),
            see: |_: &View, _| (),
        };
        self.fight_by(dice, fight, observer, record, declared);
    }

    fn count(&self, seed: u64, trials: Range<u64>, tally: &mut Tally) -> bool {
        small::count(self, seed, trials, tally)
    }

    fn sentence(&self, event: &Event) -> String {
        tell::sentence(self, event)
    }

    fn advised<D: Dice>(&self, dice: &mut D) -> (Advised<Event>, Record) {
        hint::advised(self, dice)
    }

    fn has_advice(&self) -> bool {
        true
    }

    fn actors(&self) -> Vec<String> {
        self.combatants.iter().map(|who| who.name.clone()).collect()
    }

    fn aftermath(&self, table: &Table, record: &Record, actor: usize) -> Aftermath {
        let (fight, who) = (&table.fight, &self.combatants[actor]);
        let seat = &fight.seats[actor];
        let after = Aftermath {
            part: match seat.fate {
                Fate::TakenOut => Part::TakenOut,
                Fate::Retreated => Part::Left,
                Fate::Standing | Fate::NotEntered => Part::Stayed,
            },
            deadly: self.options.deadly,
            lost: record.outcome < self.sides.len() && record.outcome != who.side,
            used: seat.used,
            // By the basic rules nothing hangs on which of those used it was.
            class: (u16::BITS - (seat.used | 1).leading_zeros() - 1) as u8,
            ..Aftermath::default()
        };
        if self.is_basic() {
            return after;
        }
        let wounds = &fight.extras.wounds[actor];
        Aftermath {
            class: fight.extras.classes[actor],
            wounds: wounds.count,
            died: wounds.died,
            chosen: wounds.chosen,
            ..after
        }
    }
}

impl Combat {
    /// Plays a fight in which `choose` decides for everybody: what [`Rules::trial`] does with the
    /// players of the file. It must choose what [`View::allows`]. Cover is spent as `finisher` does.
    #[inline]
    pub fn fight<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        fight: &mut Fight,
        observer: &mut O,
        record: &mut Record,
        choose: impl FnMut(&View, &mut Whims<D>) -> Action,
    ) {
        self.fight_by(dice, fight, observer, record, choose);
    }

    /// The same with somebody who decides about Cover too.
    #[inline]
    pub fn fight_by<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        fight: &mut Fight,
        observer: &mut O,
        record: &mut Record,
        decide: impl Decide<D>,
    ) {
        record.values.fill(0);
        let mut engine = Engine {
            combat: self,
            fight,
            dice,
            observer,
            ledger: record,
            decide,
        };
        engine.open();
        let resolved = engine.play();
        let Engine {
            fight,
            dice,
            observer,
            ledger: record,
            ..
        } = engine;
        record.outcome = match fight.winner() {
            _ if !resolved => {
                observer.note(|| Event::Unresolved);
                self.sides.len() + 1
            }
            Some(side) => {
                observer.note(|| Event::Won { side });
                side
            }
            None => {
                observer.note(|| Event::Drawn);
                self.sides.len()
            }
        };
        if !self.is_basic() {
            for character in 0..self.combatants.len() {
                if self.combatants[character].wounds
                    && let Some(from) = wounds::heal(self, fight, dice, character)
                {
                    observer.note(|| Event::Recovered { character, from });
                    measure::recovered(self, character, record);
                }
            }
        }
        measure::finish(self, fight, record);
    }
}
