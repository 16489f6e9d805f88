//! A trial of a check, of two opposed rolls, or of an order of action: each roller throws once.

use super::checks::{DifficultyCheck, FAILURE, InitiativeCheck, Opposed, SUCCESS, ahead};
use super::event::RollEvent;
use evenodds_core::contest::{Observer, Record, Rules};
use evenodds_core::dice::{Dice, Pool, Roller};

const LOT: Roller = 2;

/// Throws the given number of dice for each roller; returns the value of each roll.
#[inline]
fn throw<const COUNT: usize, D: Dice, O: Observer<RollEvent>>(
    dice: &mut D,
    observer: &mut O,
    counts: [u32; COUNT],
    total: impl Fn(usize, Pool) -> i64,
) -> [i64; COUNT] {
    let mut totals = [0; COUNT];
    for (roller, (sum, count)) in totals.iter_mut().zip(counts).enumerate() {
        let pool = dice.pool(roller, count);
        observer.note(|| RollEvent::Threw { roller, pool });
        *sum = total(roller, pool);
    }
    totals
}

impl Rules for DifficultyCheck {
    type State = ();

    fn state(&self) -> Self::State {}

    #[inline]
    fn trial<D: Dice, O: Observer<RollEvent>>(
        &self,
        dice: &mut D,
        (): &mut (),
        observer: &mut O,
        record: &mut Record,
    ) {
        let roll = &self.roll;
        let [total] = throw(dice, observer, [roll.dice()], |_, pool| roll.total(pool));
        observer.note(|| RollEvent::Compared {
            totals: [total, self.difficulty],
        });
        let margin = total - self.difficulty;
        record.outcome = if margin >= 0 { SUCCESS } else { FAILURE };
        record.values.copy_from_slice(&[total, margin]);
    }
}

impl Rules for Opposed {
    type State = ();

    fn state(&self) -> Self::State {}

    #[inline]
    fn trial<D: Dice, O: Observer<RollEvent>>(
        &self,
        dice: &mut D,
        (): &mut (),
        observer: &mut O,
        record: &mut Record,
    ) {
        let rolls = &self.rolls;
        let counts = [rolls[0].dice(), rolls[1].dice()];
        let totals = throw(dice, observer, counts, |roller, pool| {
            rolls[roller].total(pool)
        });
        observer.note(|| RollEvent::Compared { totals });
        let [a, b] = totals;
        record.outcome = ahead(totals);
        record.values.copy_from_slice(&[a, b, a - b]);
    }
}

impl Rules for InitiativeCheck {
    type State = ();

    fn state(&self) -> Self::State {}

    #[inline]
    fn trial<D: Dice, O: Observer<RollEvent>>(
        &self,
        dice: &mut D,
        (): &mut (),
        observer: &mut O,
        record: &mut Record,
    ) {
        let settled = self.declares();
        let first = settled.unwrap_or_else(|| dice.choose(LOT, 2) as usize);
        observer.note(|| RollEvent::Declared {
            first,
            by_lot: settled.is_none(),
        });
        let counts = [self.actors[0].action, self.actors[1].action];
        let totals = throw(dice, observer, counts, |_, pool| i64::from(pool.sum()));
        observer.note(|| RollEvent::Compared { totals });
        record.outcome = self.first(totals);
        let declares = [0, 1].map(|roller| i64::from(roller == first));
        record
            .values
            .copy_from_slice(&[totals[0], totals[1], declares[0], declares[1]]);
    }
}
