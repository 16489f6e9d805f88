//! Who counts what happens in a fight: the record of a trial, or nobody while a player only thinks.

use crate::contest::Record;

/// Takes note of figures on the way.
pub(super) trait Ledger {
    /// Value number `value` of the record is one higher.
    fn count(&mut self, value: usize);

    /// Value number `value` of the record is `amount`.
    fn set(&mut self, value: usize, amount: i64);

    /// One of a group left in that turn.
    fn left(&mut self, group: usize, turn: u32);
}

impl Ledger for Record {
    #[inline]
    fn count(&mut self, value: usize) {
        self.values[value] += 1;
    }

    #[inline]
    fn set(&mut self, value: usize, amount: i64) {
        self.values[value] = amount;
    }

    #[inline]
    fn left(&mut self, group: usize, turn: u32) {
        self.ends.push((group as u32, i64::from(turn)));
    }
}

impl<L: Ledger> Ledger for &mut L {
    #[inline]
    fn count(&mut self, value: usize) {
        (**self).count(value);
    }

    #[inline]
    fn set(&mut self, value: usize, amount: i64) {
        (**self).set(value, amount);
    }

    #[inline]
    fn left(&mut self, group: usize, turn: u32) {
        (**self).left(group, turn);
    }
}

/// Nobody counts.
pub(super) struct Uncounted;

impl Ledger for Uncounted {
    #[inline]
    fn count(&mut self, _value: usize) {}

    #[inline]
    fn set(&mut self, _value: usize, _amount: i64) {}

    #[inline]
    fn left(&mut self, _group: usize, _turn: u32) {}
}
