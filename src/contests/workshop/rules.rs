//! One trial of the Workshop.

use super::craft::{Craft, Replacement};
use super::{FAILURE, SUCCESS, Start, Workshop, metric};
use crate::contest::{Observer, Record, Rules};
use crate::dice::{Dice, Pool, Roller};

/// Who rolls the Craft, pile by pile, die by die.
pub(super) const CRAFT: Roller = 0;
/// Who rolls the dice of the Supply.
pub(super) const SUPPLY: Roller = 1;

/// What happens during a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The Craft lies on the table.
    Began {
        /// The Craft.
        craft: Craft,
    },
    /// The Craft was complete as rolled, and is rolled again.
    Again {
        /// What was rolled.
        craft: Craft,
    },
    /// Somebody decided how many dice to roll, and rolled them.
    Rolled {
        /// The round, from 1.
        round: u32,
        /// The Craft.
        craft: Craft,
        /// The dice of the Supply before they were rolled.
        supply: u32,
        /// The dice that were rolled.
        rolled: Pool,
    },
    /// Somebody decided which die to replace.
    Worked {
        /// The Craft before.
        craft: Craft,
        /// The dice of the Supply that are left.
        supply: u32,
        /// The dice that were rolled.
        rolled: Pool,
        /// What was replaced by one of them, if anything.
        replacement: Option<Replacement>,
    },
    /// The Craft was complete, or the Supply gone.
    Ended {
        /// The Craft.
        craft: Craft,
        /// The dice of the Supply that are left.
        supply: u32,
        /// How many rounds it took.
        rounds: u32,
    },
}

impl Rules for Workshop {
    type Event = Event;
    type State = ();

    fn rollers(&self) -> Vec<String> {
        vec!["craft".to_owned(), "supply".to_owned()]
    }

    fn state(&self) -> Self::State {}

    #[inline]
    fn trial<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        (): &mut (),
        observer: &mut O,
        record: &mut Record,
    ) {
        let mut craft = self.set_up(dice, observer);
        let all = self.setup.supply.dice();
        let (mut supply, mut rounds, mut replacements) = (all, 0, 0);
        let start_spread = craft.spread();
        let mut spread = start_spread;
        observer.note(|| Event::Began { craft });
        while spread > 0 && supply > 0 {
            rounds += 1;
            let count = self.setup.player.dice(self, &craft, supply);
            let rolled = dice.pool(SUPPLY, count);
            observer.note(|| Event::Rolled {
                round: rounds,
                craft,
                supply,
                rolled,
            });
            let player = self.setup.player;
            let replacement = player.replacement(self, &craft, supply, rolled);
            supply -= count;
            observer.note(|| Event::Worked {
                craft,
                supply,
                rolled,
                replacement,
            });
            if let Some(replacement) = replacement {
                craft.replace(replacement);
                spread = craft.spread();
                replacements += 1;
            }
        }
        observer.note(|| Event::Ended {
            craft,
            supply,
            rounds,
        });
        record.outcome = if spread == 0 { SUCCESS } else { FAILURE };
        if let Ok(values) = <&mut [i64; metric::COUNT]>::try_from(record.values.as_mut_slice()) {
            values[metric::ROUNDS] = i64::from(rounds);
            values[metric::DICE_ROLLED] = i64::from(all - supply);
            values[metric::SUPPLY_LEFT] = i64::from(supply);
            values[metric::REPLACEMENTS] = i64::from(replacements);
            values[metric::SPREAD] = i64::from(spread);
            values[metric::START_SPREAD] = i64::from(start_spread);
        }
    }

    fn sentence(&self, event: &Event) -> String {
        super::tell::sentence(self, event)
    }

    fn advice(&self, event: &Event) -> Option<String> {
        super::advice::advice(self.perfect(), event)
    }

    fn has_advice(&self) -> bool {
        true
    }
}

impl Workshop {
    /// The Craft at the start.
    #[inline]
    fn set_up<D: Dice, O: Observer<Event>>(&self, dice: &mut D, observer: &mut O) -> Craft {
        let size = match self.setup.start {
            Start::Given(craft) => return craft,
            Start::Rolled(size) => size,
        };
        loop {
            let craft = Craft::rolled(size, || dice.die(CRAFT, 6) as u8);
            if !self.setup.reroll_solved || !craft.is_complete() || dice.abandoned() {
                return craft;
            }
            observer.note(|| Event::Again { craft });
        }
    }
}
