//! The table behind a step as the engine itself makes it: for what the judge does not foresee by
//! differences, which are reinforcements that the step calls or the next turn brings.

use super::network::{Network, TYPICAL};
use super::table::odds_with;
use super::{LOST, WON, chance};
use crate::contest::Silent;
use crate::contests::combat::Combat;
use crate::contests::combat::decide::Decide;
use crate::contests::combat::engine::{Engine, Step, Turn};
use crate::contests::combat::fight::Fight;
use crate::contests::combat::ledger::Uncounted;
use crate::contests::combat::view::{Action, View, Whims};
use crate::dice::{Dice, Pool, Roller};

/// Throws that stand for all of them: in every sample another one of the typical throws, for each
/// throw of a step in an order of its own.
struct Typical<'a> {
    network: &'a Network,
    sample: u32,
    throws: u32,
}

impl Typical<'_> {
    fn next(&mut self) -> u32 {
        // Factors that share none with the number of throws: each comes up once.
        let factor = [1, 5, 7, 11][self.throws as usize % 4];
        let place = (self.sample * factor + 3 * (self.throws / 4)) % TYPICAL;
        self.throws += 1;
        place
    }
}

impl Dice for Typical<'_> {
    fn pool(&mut self, _: Roller, count: u32) -> Pool {
        let place = self.next();
        self.network.throws(count)[place as usize]
    }

    fn die(&mut self, _: Roller, sides: u32) -> u32 {
        self.next() * sides / TYPICAL + 1
    }

    fn choose(&mut self, _: Roller, options: u32) -> u32 {
        self.next() * options / TYPICAL
    }
}

/// The log odds of `side` behind a step, of the average chance where dice are thrown. `after` is a
/// table to play on.
pub(super) fn odds(
    combat: &Combat,
    (now, after): (&Fight, &mut Fight),
    (network, side): (&Network, usize),
    step: Step,
) -> i32 {
    let mut chances = 0;
    for sample in 0..TYPICAL {
        let mut dice = Typical {
            network,
            sample,
            throws: 0,
        };
        let odds = outcome(combat, (now, &mut *after), (network, side), step, &mut dice);
        if dice.throws == 0 {
            return odds;
        }
        chances += u64::from(chance(network, odds));
    }
    network.odds_of((chances / u64::from(TYPICAL)) as u32)
}

/// The log odds of `side` behind a step with these dice.
pub(super) fn outcome<D: Dice>(
    combat: &Combat,
    (now, after): (&Fight, &mut Fight),
    (network, side): (&Network, usize),
    step: Step,
    dice: &mut D,
) -> i32 {
    after.clone_from(now);
    let mut engine = Engine {
        combat,
        fight: after,
        dice,
        observer: Silent,
        ledger: Uncounted,
        decide: nobody::<D>(),
    };
    let actor = match step.take(&mut engine) {
        Turn::GoesOn => Some(step.actor()),
        Turn::Ends if engine.goes_on() => {
            engine.fight.turn += 1;
            engine.fight.order.next()
        }
        Turn::Ends => return if after.is_won_by(side) { WON } else { LOST },
    };
    odds_with(combat, after, network, side, actor)
}

/// Nobody is asked for an action in a single step; Cover is spent by the rule unless the step says
/// otherwise.
fn nobody<D: Dice>() -> impl Decide<D> {
    |_: &View, _: &mut Whims<D>| Action::Retreat
}
