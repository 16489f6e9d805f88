//! One trial of trade.

use super::step::{Holdings, Result, Throw};
use super::{RUINED, SOLVENT, Trade};
use crate::contest::{Observer, Record, Rules};
use crate::dice::{Dice, Pool, Roller};

/// Who throws dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The group, its prosperity.
    Group,
    /// The backer at this position.
    Backer(usize),
    /// The cargo at this position.
    Cargo(usize),
}

/// What happens during a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The sequence begins.
    Opened {
        /// The dice of prosperity.
        prosperity: u32,
    },
    /// A step begins.
    Begun {
        /// Its number among all steps played, from 1.
        number: u32,
        /// Its position in the file.
        step: usize,
    },
    /// Somebody threw dice that are summed.
    Threw {
        /// Who.
        who: Who,
        /// The dice.
        pool: Pool,
    },
    /// Somebody threw dice of which only sixes count.
    Contributed {
        /// The backer's position.
        backer: usize,
        /// The dice.
        pool: Pool,
    },
    /// A step ended.
    Ended {
        /// Its position in the file.
        step: usize,
        /// What the dice came to, with what they had to reach; nothing if none were thrown.
        dice: Option<(i64, i64)>,
        /// How.
        result: Result,
        /// What there is now.
        holdings: Holdings,
    },
    /// The group has no dice of prosperity left, for the first time.
    Ruined,
}

impl Trade {
    /// The roller of somebody.
    fn roller(&self, who: Who) -> Roller {
        match who {
            Who::Group => 0,
            Who::Backer(backer) => 1 + backer,
            Who::Cargo(cargo) => 1 + self.setup.backers.len() + cargo,
        }
    }

    /// Throws what a step asks for: what the dice came to, and what they had to reach.
    #[inline]
    fn throw<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        observer: &mut O,
        holdings: &Holdings,
        throw: Throw,
    ) -> (i64, i64) {
        let mut sum = |who: Who, count: u32, observer: &mut O| {
            let pool = dice.pool(self.roller(who), count);
            observer.note(|| Event::Threw { who, pool });
            i64::from(pool.sum())
        };
        match throw {
            Throw::Bill {
                difficulty,
                payer,
                dice: count,
                contributors,
            } => {
                let mut total = sum(payer.map_or(Who::Group, Who::Backer), count, observer);
                for &backer in contributors {
                    let count = u32::from(holdings.backers[backer]);
                    let pool = dice.pool(self.roller(Who::Backer(backer)), count);
                    observer.note(|| Event::Contributed { backer, pool });
                    total += i64::from(6 * pool.count(6));
                }
                (total, difficulty)
            }
            Throw::Barter { give, get } => {
                let own = sum(Who::Cargo(give), self.setup.cargoes[give].dice, observer);
                let other = sum(Who::Cargo(get), self.setup.cargoes[get].dice, observer);
                (own, other + i64::from(!self.setup.options.tie_trades))
            }
        }
    }
}

impl Rules for Trade {
    type Event = Event;
    type State = ();

    fn rollers(&self) -> Vec<String> {
        let backers = self.setup.backers.iter().map(|one| format!("backer/{}", one.name));
        let cargoes = self.setup.cargoes.iter().map(|one| format!("cargo/{}", one.name));
        std::iter::once("prosperity".to_owned()).chain(backers).chain(cargoes).collect()
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
        let layout = &self.layout;
        let values = &mut record.values;
        values[..layout.path].fill(0);
        let mut holdings = self.setup.start();
        values[layout.path] = i64::from(holdings.prosperity);
        observer.note(|| Event::Opened {
            prosperity: self.setup.prosperity,
        });
        for (number, position, step) in self.played() {
            observer.note(|| Event::Begun {
                number,
                step: position,
            });
            self.begin(&mut holdings, position);
            let mut thrown = None;
            let result = match self.question(&holdings, step) {
                Err(result) => result,
                Ok(throw) => {
                    let (total, target) = self.throw(dice, observer, &holdings, throw);
                    thrown = Some((total, target));
                    self.answer(&holdings, step, total >= target)
                }
            };
            let was_ruined = holdings.ruined;
            self.settle(&mut holdings, step, result);
            observer.note(|| Event::Ended {
                step: position,
                dice: thrown,
                result,
                holdings,
            });
            if let Some(metric) = layout.counted(result) {
                values[metric] += 1;
            }
            values[layout.path + number as usize] = i64::from(holdings.prosperity);
            if holdings.ruined && !was_ruined {
                observer.note(|| Event::Ruined);
                values[layout.ruined_at] = i64::from(number);
                record.ends.push((0, i64::from(number)));
            }
        }
        values[layout.final_prosperity] = i64::from(holdings.prosperity);
        for &(backer, metric) in &layout.backers {
            values[metric] = i64::from(holdings.backers[backer]);
        }
        record.outcome = if holdings.ruined { RUINED } else { SOLVENT };
    }

    fn sentence(&self, event: &Event) -> String {
        super::tell::sentence(self, event)
    }
}
