//! The player who knows the whole game.

use super::super::party::SEATS;
use super::super::perfect::{Goods, Held, Perfect};
use super::super::throws::first_best;
use super::super::view::{Action, Decide, Plan, Table, View};
use super::hand::Hand;

/// A perfect player at a table.
pub(in super::super) struct Optimal<'a> {
    perfect: &'a Perfect,
    hand: Option<(Hand<'a>, Held<'a>)>,
}

impl<'a> Optimal<'a> {
    #[inline]
    pub(in super::super) fn new(perfect: &'a Perfect) -> Self {
        Self {
            perfect,
            hand: None,
        }
    }
}

/// What a party owns.
pub(in super::super) fn goods(table: &Table) -> Goods {
    Goods {
        gold: table.gold,
        provisions: table.provisions,
        weapons: table.weapons,
        hireling: table.hireling,
    }
}

impl Decide for Optimal<'_> {
    #[inline]
    fn begin(&mut self, view: &View) {
        let table = view.table;
        let dealt = self
            .perfect
            .dealt(self.perfect.round(table), &table.party, &goods(table));
        self.hand = dealt.map(|(throw, policy)| (Hand::new(throw, view), policy));
    }

    #[inline]
    fn raise(&mut self, view: &View, count: usize) -> u8 {
        match &self.hand {
            Some((hand, policy)) => hand.raise(policy, view.table),
            None => view.first_seats(count),
        }
    }

    #[inline]
    fn act(&mut self, view: &View) -> Action {
        match &mut self.hand {
            Some((hand, policy)) => hand.act(policy, view.table),
            None => Action::Done,
        }
    }

    #[inline]
    fn stand_in(&mut self, _view: &View) -> Option<usize> {
        self.hand.as_ref().and_then(|(hand, _)| hand.stand_in())
    }

    /// Of equals the first class in the order of the source.
    #[inline]
    fn rise(&mut self, view: &View, seats: u8) -> usize {
        if seats.is_power_of_two() {
            return seats.trailing_zeros() as usize;
        }
        let table = view.table;
        let goods = goods(table);
        let simply = self.perfect.risen(table, &goods);
        let goes_on = table.effect(view.book).goes_on();
        let after = |seat: usize| {
            if goes_on {
                let level = table.party.seats[seat].map_or(0, |hero| hero.level);
                let party = table.party.at_level(seat, level + 1);
                self.perfect.after_rise(table, &party, &goods)
            } else {
                simply(seat)
            }
        };
        let mut values = [(0, f64::NEG_INFINITY); SEATS];
        let able = table.party.order().into_iter();
        let able = able.filter(|seat| seats & 1 << seat != 0);
        for (place, seat) in values.iter_mut().zip(able) {
            *place = (seat, after(seat));
        }
        first_best(values.iter().copied())
    }

    #[inline]
    fn plan(&mut self, view: &View) -> Plan {
        self.perfect.plan(view).unwrap_or_else(|| view.plain_plan())
    }
}
