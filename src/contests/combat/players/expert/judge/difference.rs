//! Tables as differences: what somebody's new dice, throw or leaving adds to the sums of rows and takes
//! from them, and who acts next then.

use super::Judge;
use crate::contests::combat::order::Moved;
use crate::contests::combat::players::expert::network::{self, Role, Row};
use crate::contests::combat::players::expert::pools;
use crate::contests::combat::players::expert::table::{self, Present};
use crate::contests::combat::players::expert::{LOST, WON};
use crate::contests::combat::shield::{CoverOf, Shield};
use crate::dice::Pool;
use std::cell::OnceCell;

/// How many sides stand, how many of the own, how many of each rival.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing<const N: usize> {
    pub(super) sides: u32,
    pub(super) own: u32,
    pub(super) rivals: [u32; N],
}

/// The table at the next turn once the actor has done its part of an action, if there is one: what
/// becomes of somebody else is still to come.
#[derive(Debug)]
pub(super) struct State<'a, const N: usize> {
    /// A sum of rows for each rival: all but that of who acts next.
    pub(super) sums: [Row; N],
    /// The row of who acts next, if nobody else changes.
    next: [&'a Row; N],
    /// The initiative of who does, or 0.
    top: u32,
    order: Moved<'a>,
    standing: Standing<N>,
    /// The number of the actor's dice.
    own: usize,
    /// The log odds if nobody else changes, once somebody asked.
    odds: OnceCell<i32>,
}

/// The table after the actor's part.
impl<'a, const N: usize> Judge<'a, N> {
    #[inline]
    fn state(
        &self,
        sums: [Row; N],
        order: Moved<'a>,
        own: usize,
        standing: Standing<N>,
    ) -> State<'a, N> {
        let next = order.next().map(|next| self.acting(own, next));
        State {
            sums,
            next: self.rows_of_actor(next),
            top: order.top(),
            order,
            standing,
            own,
            odds: OnceCell::new(),
        }
    }

    /// The table as it is.
    pub(super) fn now(&self) -> State<'a, N> {
        let order = self.fight.order.unmoved();
        self.state(self.sums, order, self.number(self.actor), self.standing)
    }

    /// The table once the actor has other dice of the same throw.
    #[inline]
    pub(super) fn with_dice(&self, dice: Pool) -> State<'a, N> {
        let (before, own) = (self.number(self.actor), pools::number(dice));
        let side = self.combat.combatants[self.actor].side;
        let mut sums = self.sums;
        for (rival, sum) in sums.iter_mut().enumerate() {
            let before = self.row_of_dice(rival, side, before);
            sum.exchange(before, self.row_of_dice(rival, side, own));
        }
        self.state(sums, self.order_with(dice), own, self.standing)
    }

    /// The table once the actor has left.
    #[inline]
    pub(super) fn without_actor(&self) -> State<'a, N> {
        let side = self.combat.combatants[self.actor].side;
        let mut sums = self.sums;
        for (rival, sum) in sums.iter_mut().enumerate() {
            let [fewer, dice] = self.of_leaving(rival, self.actor, side);
            sum.exchange(dice, fewer);
        }
        if !self.combat.has_plain(self.actor) {
            let besides = self.sum_besides_dice(self.actor, side);
            for (sum, besides) in sums.iter_mut().zip(&besides) {
                sum.subtract(besides);
            }
        }
        let standing = self.fewer(self.standing, side);
        let none = Pool::EMPTY;
        self.state(sums, self.order_with(none), pools::number(none), standing)
    }

    /// The table once the actor has these dice of a new throw.
    pub(super) fn thrown_to(&self, present: &Present) -> State<'a, N> {
        let (who, dice) = (self.actor, present.pool);
        let side = self.combat.combatants[who].side;
        let before = Present::of(self.combat, self.fight, who);
        let mut sums = self.sums;
        for (rival, sum) in sums.iter_mut().enumerate() {
            let role = self.role(rival, side);
            table::of_one(self.combat, who, &before, role, &mut |row| {
                sum.subtract(&self.rows[row]);
            });
            table::of_one(self.combat, who, present, role, &mut |row| {
                sum.add(&self.rows[row]);
            });
        }
        let own = pools::number(dice);
        self.state(sums, self.order_with(dice), own, self.standing)
    }

    /// The table without the Cover that was spent.
    #[cold]
    pub(super) fn without_cover(&self, state: &State<'a, N>, shield: &Shield) -> State<'a, N> {
        let mut sums = state.sums;
        let side = self.combat.combatants[shield.target].side;
        for die in shield.spent(self.fight, side) {
            for (rival, sum) in sums.iter_mut().enumerate() {
                let role = match die.of {
                    CoverOf::Field => None,
                    _ => Some(self.role(rival, side)),
                };
                sum.subtract(&self.rows[network::of_cover(role, die.face)]);
            }
        }
        self.state(sums, state.order, state.own, state.standing)
    }

    #[inline]
    fn number(&self, who: usize) -> usize {
        self.numbers.of_seat(self.fight, who)
    }

    /// The order once the actor has these dice, or none.
    #[inline]
    fn order_with(&self, dice: Pool) -> Moved<'a> {
        let before = self.initiative(self.actor);
        let order = self.fight.order.unmoved();
        order.with(self.actor, before, dice.sum())
    }
}

/// The odds after the other's part.
impl<'a, const N: usize> Judge<'a, N> {
    /// The log odds if nobody else changes.
    #[inline]
    pub(super) fn odds(&self, state: &State<'a, N>) -> i32 {
        *state.odds.get_or_init(|| {
            self.decided(&state.standing).unwrap_or_else(|| {
                self.judged(&state.standing, |rival| {
                    self.network
                        .odds_of_sum([&state.sums[rival], state.next[rival]], [])
                })
            })
        })
    }

    /// The log odds once `who` has fewer dice of the same throw.
    #[inline]
    pub(super) fn odds_with(&self, state: &State<'a, N>, who: usize, dice: Pool) -> i32 {
        if dice == self.fight.seats[who].pool {
            return self.odds(state);
        }
        if let Some(odds) = self.decided(&state.standing) {
            return odds;
        }
        let side = self.combat.combatants[who].side;
        let (before, after) = (self.number(who), pools::number(dice));
        let initiative = self.initiative(who);
        // Whoever acts next does so whatever becomes of those behind.
        let next = if initiative < state.top {
            state.next
        } else {
            let next = state.order.next_with(who, initiative, dice.sum());
            self.rows_of_actor(next.map(|next| match next {
                next if next == who => (after, side),
                next => self.acting(state.own, next),
            }))
        };
        self.judged(&state.standing, |rival| {
            let before = self.row_of_dice(rival, side, before);
            let after = self.row_of_dice(rival, side, after);
            let plus = [&state.sums[rival], next[rival], after];
            self.network.odds_of_sum(plus, [before])
        })
    }

    /// The log odds once `who` has left.
    #[inline]
    pub(super) fn odds_without(&self, state: &State<'a, N>, who: usize) -> i32 {
        let side = self.combat.combatants[who].side;
        let standing = self.fewer(state.standing, side);
        if let Some(odds) = self.decided(&standing) {
            return odds;
        }
        let initiative = self.initiative(who);
        let next = if initiative < state.top {
            state.next
        } else {
            let next = state.order.next_with(who, initiative, 0);
            self.rows_of_actor(next.map(|next| self.acting(state.own, next)))
        };
        if self.combat.has_plain(who) {
            return self.judged(&standing, |rival| {
                let [fewer, dice] = self.of_leaving(rival, who, side);
                let plus = [&state.sums[rival], next[rival], fewer];
                self.network.odds_of_sum(plus, [dice])
            });
        }
        let besides = self.sum_besides_dice(who, side);
        self.judged(&standing, |rival| {
            let [fewer, dice] = self.of_leaving(rival, who, side);
            let plus = [&state.sums[rival], next[rival], fewer];
            self.network.odds_of_sum(plus, [dice, &besides[rival]])
        })
    }

    /// The log odds after `who` has thrown the dice of `present`.
    pub(super) fn thrown(&self, state: &State<'a, N>, who: usize, present: Present) -> i32 {
        let side = self.combat.combatants[who].side;
        let before = Present::of(self.combat, self.fight, who);
        let mut lifted = state.sums;
        for (rival, sum) in lifted.iter_mut().enumerate() {
            let role = self.role(rival, side);
            table::of_one(self.combat, who, &before, role, &mut |row| {
                sum.subtract(&self.rows[row]);
            });
            table::of_one_but_dice(self.combat, who, &present, role, &mut |row| {
                sum.add(&self.rows[row]);
            });
        }
        let decided = self.decided(&state.standing);
        let order = state.order.lifted(who, self.initiative(who));
        let rows_of_next =
            |next: Option<usize>| self.rows_of_actor(next.map(|next| self.acting(state.own, next)));
        let of_others = rows_of_next(order.next());
        self.average(present.rolled, |dice| {
            if let Some(odds) = decided {
                return odds;
            }
            let next = order.next_with(dice.sum());
            let dice = pools::number(dice);
            let next = match next {
                Some(next) if next == who => self.rows_of_actor(Some((dice, side))),
                next if next == order.next() => of_others,
                next => rows_of_next(next),
            };
            self.judged(&state.standing, |rival| {
                let dice = self.row_of_dice(rival, side, dice);
                self.network
                    .odds_of_three(&lifted[rival], dice, next[rival])
            })
        })
    }

    /// The log odds of the average chance over throws of so many dice.
    #[inline]
    pub(super) fn average(&self, dice: u8, odds: impl Fn(Pool) -> i32) -> i32 {
        let throws = self.network.throws(u32::from(dice)).iter();
        self.network.average(throws.map(|&pool| odds(pool)))
    }

    /// What it adds to a sum that there is one fewer of `side`, and the row of the dice that go with
    /// `who`.
    #[inline]
    fn of_leaving(&self, rival: usize, who: usize, side: usize) -> [&'a Row; 2] {
        let role = self.role(rival, side);
        let count = match role {
            Role::Own => self.standing.own,
            Role::Rival => self.standing.rivals[rival],
            Role::Other => self.rivals.counted(self.fight, self.side, rival, role),
        };
        let fewer = self.network.one_fewer(role, count);
        [fewer, self.row_of_dice(rival, side, self.number(who))]
    }

    /// All rows of somebody but that of the dice, summed for each rival.
    fn sum_besides_dice(&self, who: usize, side: usize) -> [Row; N] {
        let present = Present::of(self.combat, self.fight, who);
        let mut sums = [Row::ZERO; N];
        for (rival, sum) in sums.iter_mut().enumerate() {
            let role = self.role(rival, side);
            table::of_one_but_dice(self.combat, who, &present, role, &mut |row| {
                sum.add(&self.rows[row]);
            });
        }
        sums
    }

    /// Who stands once one of `side` has left.
    #[inline]
    fn fewer(&self, mut standing: Standing<N>, side: usize) -> Standing<N> {
        standing.sides -= u32::from(self.fight.standing[side] == 1);
        standing.own -= u32::from(side == self.side);
        for (rival, standing) in standing.rivals.iter_mut().enumerate() {
            *standing -= u32::from(self.role(rival, side) == Role::Rival);
        }
        standing
    }

    /// What a side is where the side judged is compared with that rival; somebody of it stands.
    #[inline]
    pub(super) fn role(&self, rival: usize, side: usize) -> Role {
        if N > 1 {
            return self.rivals.role(self.side, rival, side);
        }
        if side == self.side {
            Role::Own
        } else {
            Role::Rival
        }
    }

    #[inline]
    fn initiative(&self, who: usize) -> u32 {
        u32::from(self.fight.seats[who].initiative)
    }

    /// The number of the dice of who acts next, and the side; `own` is the number of the actor's.
    #[inline]
    fn acting(&self, own: usize, next: usize) -> (usize, usize) {
        let dice = if next == self.actor {
            own
        } else {
            self.number(next)
        };
        (dice, self.combat.combatants[next].side)
    }

    /// The row of dice that one of `side` has, by their number.
    #[inline]
    fn row_of_dice(&self, rival: usize, side: usize, number: usize) -> &'a Row {
        &self.rows[network::of_number(self.role(rival, side), number)]
    }

    /// The row of who acts next, for each rival: the number of the dice, and the side.
    #[inline]
    fn rows_of_actor(&self, next: Option<(usize, usize)>) -> [&'a Row; N] {
        let mut rows = [&self.rows[network::NOBODY]; N];
        if let Some((number, side)) = next {
            for (rival, row) in rows.iter_mut().enumerate() {
                let role = self.role(rival, side);
                *row = &self.rows[network::of_acting_number(role, number)];
            }
        }
        rows
    }

    /// The log odds of a fight that is over, or over for the side.
    #[inline]
    fn decided(&self, standing: &Standing<N>) -> Option<i32> {
        if standing.sides <= 1 {
            return Some(if standing.own > 0 { WON } else { LOST });
        }
        let lost = standing.own == 0 && !table::is_coming(self.combat, self.fight, self.side);
        lost.then_some(LOST)
    }

    /// The log odds against all rivals together; `odds` are those against each.
    #[expect(
        clippy::inline_always,
        reason = "its rows are then of a size known at compile time: measured"
    )]
    #[inline(always)]
    pub(super) fn judged(&self, standing: &Standing<N>, odds: impl Fn(usize) -> i32) -> i32 {
        if N == 1 {
            return odds(0);
        }
        let mut all = None;
        for (rival, &standing) in standing.rivals.iter().enumerate() {
            if standing == 0
                && !self
                    .rivals
                    .is_coming(self.combat, self.fight, self.side, rival)
            {
                continue;
            }
            let one = odds(rival);
            all = Some(all.map_or(one, |other| self.network.against_both(one, other)));
        }
        all.unwrap_or(WON)
    }
}
