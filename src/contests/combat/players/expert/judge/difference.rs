//! Tables as differences: what somebody's new dice, throw or leaving adds to the sums of rows and takes
//! from them, and who acts next then.

use super::{Change, Judge, State};
use crate::contests::combat::fight::Fight;
use crate::contests::combat::players::expert::network::{self, CERTAIN, Role, Row};
use crate::contests::combat::players::expert::table::{self, Present};
use crate::contests::combat::players::expert::{LOST, WON, chance};
use crate::contests::combat::shield::{CoverOf, Shield};
use crate::dice::Pool;

impl<'a, const N: usize> Judge<'a, N> {
    /// The log odds after `who` has thrown the dice of `present`.
    pub(super) fn thrown(&self, state: &State<N>, who: usize, present: Present) -> i32 {
        let mut lifted = state.clone();
        lifted.order.leave(who, self.initiative(who));
        let side = self.combat.combatants[who].side;
        let before = Present::of(self.combat, self.fight, who);
        for (rival, sum) in lifted.sums.iter_mut().enumerate() {
            let role = self.rivals.role(self.side, rival, side);
            table::of_one(self.combat, who, &before, role, &mut |row| {
                sum.subtract(self.network.row(row));
            });
            table::of_one_but_dice(self.combat, who, &present, role, &mut |row| {
                sum.add(self.network.row(row));
            });
        }
        self.average(present.rolled, |pool| {
            self.odds_with(&lifted, who, Pool::EMPTY, pool)
        })
    }

    /// The log odds of the average chance over throws of so many dice.
    pub(super) fn average(&self, dice: u8, odds: impl Fn(Pool) -> i32) -> i32 {
        let throws = self.network.throws(u32::from(dice));
        let chances = throws
            .iter()
            .map(|&pool| u64::from(chance(self.network, odds(pool))));
        let sum: u64 = chances.sum();
        self.network
            .odds_of((sum / throws.len() as u64).min(u64::from(CERTAIN)) as u32)
    }

    /// The table once `who` has other dice of the same throw, or has left.
    #[inline]
    pub(super) fn changed(&self, state: &State<N>, who: usize, change: Change) -> State<N> {
        let mut next = state.clone();
        let before = self.fight.seats[who].pool;
        next.order.leave(who, before.sum());
        let pool = if let Change::Dice(pool) = change {
            next.order.enter(who, pool.sum());
            let side = self.combat.combatants[who].side;
            for (rival, sum) in next.sums.iter_mut().enumerate() {
                let role = self.rivals.role(self.side, rival, side);
                sum.subtract(self.network.row(network::of_pool(role, before)));
                sum.add(self.network.row(network::of_pool(role, pool)));
            }
            pool
        } else {
            self.leaves(&mut next, who);
            Pool::EMPTY
        };
        next.note(who, pool);
        next
    }

    #[inline]
    fn leaves(&self, next: &mut State<N>, who: usize) {
        let side = self.combat.combatants[who].side;
        let is_last = self.fight.standing[side] == 1;
        next.sides -= u32::from(is_last);
        for rival in 0..N {
            self.subtract(&mut next.sums[rival], rival, who, side);
            if self.rivals.role(self.side, rival, side) == Role::Rival {
                next.standing[rival] -= 1;
            }
        }
        if side == self.side {
            next.own -= 1;
        }
    }

    /// The table once `who` has these dice of a new throw.
    pub(super) fn thrown_to(&self, state: &State<N>, who: usize, present: &Present) -> State<N> {
        let mut next = state.clone();
        let side = self.combat.combatants[who].side;
        let before = Present::of(self.combat, self.fight, who);
        next.order.leave(who, before.pool.sum());
        next.order.enter(who, present.pool.sum());
        for (rival, sum) in next.sums.iter_mut().enumerate() {
            let role = self.rivals.role(self.side, rival, side);
            table::of_one(self.combat, who, &before, role, &mut |row| {
                sum.subtract(self.network.row(row));
            });
            table::of_one(self.combat, who, present, role, &mut |row| {
                sum.add(self.network.row(row));
            });
        }
        next.note(who, present.pool);
        next
    }

    /// The table without the Cover that was spent.
    #[cold]
    pub(super) fn without_cover(&self, state: &State<N>, shield: &Shield) -> State<N> {
        let mut next = state.clone();
        let side = self.combat.combatants[shield.target].side;
        for die in shield.spent(self.fight, side) {
            for (rival, sum) in next.sums.iter_mut().enumerate() {
                let role = match die.of {
                    CoverOf::Field => None,
                    _ => Some(self.rivals.role(self.side, rival, side)),
                };
                sum.subtract(self.network.row(network::of_cover(role, die.face)));
            }
        }
        next
    }

    #[inline]
    fn initiative(&self, who: usize) -> u32 {
        u32::from(self.fight.seats[who].initiative)
    }

    /// The log odds once `who` has other dice: `before` lies there now, or nothing.
    #[inline]
    pub(super) fn odds_with(&self, state: &State<N>, who: usize, before: Pool, after: Pool) -> i32 {
        if let Some(odds) = self.decided(state.sides, state.own) {
            return odds;
        }
        let network = self.network;
        let next = state.order.next_with(who, before.sum(), after.sum());
        let side = self.combat.combatants[who].side;
        let next = next.map(|next| {
            if next == who {
                (after, side)
            } else {
                self.acting(state, next)
            }
        });
        self.judged(&state.standing, |rival| {
            let mut sum = state.sums[rival];
            if before != after {
                let role = self.rivals.role(self.side, rival, side);
                if !before.is_empty() {
                    sum.subtract(network.row(network::of_pool(role, before)));
                }
                sum.add(network.row(network::of_pool(role, after)));
            }
            sum.add(self.row_of_actor(rival, next));
            sum
        })
    }

    /// The log odds once `who`, who holds the dice of the fight, has left.
    #[inline]
    pub(super) fn odds_without(&self, state: &State<N>, who: usize) -> i32 {
        let side = self.combat.combatants[who].side;
        let sides = state.sides - u32::from(self.fight.standing[side] == 1);
        let own = state.own - u32::from(side == self.side);
        if let Some(odds) = self.decided(sides, own) {
            return odds;
        }
        let mut standing = state.standing;
        for (rival, standing) in standing.iter_mut().enumerate() {
            let role = self.rivals.role(self.side, rival, side);
            *standing -= u32::from(role == Role::Rival);
        }
        let next = state.order.next_with(who, self.initiative(who), 0);
        let next = next.map(|next| self.acting(state, next));
        self.judged(&standing, |rival| {
            let mut sum = state.sums[rival];
            self.subtract(&mut sum, rival, who, side);
            sum.add(self.row_of_actor(rival, next));
            sum
        })
    }

    /// Takes away all that somebody who leaves adds to a sum.
    #[inline]
    fn subtract(&self, sum: &mut Row, rival: usize, who: usize, side: usize) {
        let present = Present::of(self.combat, self.fight, who);
        let role = self.rivals.role(self.side, rival, side);
        table::of_one(self.combat, who, &present, role, &mut |row| {
            sum.subtract(self.network.row(row));
        });
        let count = self.rivals.counted(self.fight, self.side, rival, role);
        sum.subtract(self.network.row(network::of_standing(role, count)));
        sum.add(self.network.row(network::of_standing(role, count - 1)));
    }

    /// The dice and the side of who acts next.
    #[inline]
    fn acting(&self, state: &State<N>, next: usize) -> (Pool, usize) {
        let side = self.combat.combatants[next].side;
        (state.dice_of(self.fight, next), side)
    }

    /// The row of who acts next.
    #[inline]
    fn row_of_actor(&self, rival: usize, next: Option<(Pool, usize)>) -> &'a Row {
        self.network.row(match next {
            Some((dice, side)) => network::of_actor(self.rivals.role(self.side, rival, side), dice),
            None => network::NOBODY,
        })
    }

    /// The log odds of a fight that is over, or over for the side.
    #[inline]
    fn decided(&self, sides: u32, own: u32) -> Option<i32> {
        if sides <= 1 {
            return Some(if own > 0 { WON } else { LOST });
        }
        let lost = own == 0 && !table::is_coming(self.combat, self.fight, self.side);
        lost.then_some(LOST)
    }

    /// The log odds of winning from there, whoever acts next.
    #[inline]
    pub(super) fn odds(&self, state: &State<N>) -> i32 {
        if let Some(odds) = self.decided(state.sides, state.own) {
            return odds;
        }
        let next = state.order.next().map(|next| self.acting(state, next));
        self.judged(&state.standing, |rival| {
            let mut sum = state.sums[rival];
            sum.add(self.row_of_actor(rival, next));
            sum
        })
    }

    /// What the network says of the sums of rows, one for each rival.
    #[expect(
        clippy::inline_always,
        reason = "its rows are then of a size known at compile time: measured"
    )]
    #[inline(always)]
    pub(super) fn judged(&self, standing: &[u32; N], sum: impl Fn(usize) -> Row) -> i32 {
        if N == 1 {
            return self.network.odds(&sum(0));
        }
        let mut odds = None;
        for (rival, &standing) in standing.iter().enumerate() {
            if standing == 0
                && !self
                    .rivals
                    .is_coming(self.combat, self.fight, self.side, rival)
            {
                continue;
            }
            let one = self.network.odds(&sum(rival));
            odds = Some(odds.map_or(one, |other| self.network.against_both(one, other)));
        }
        odds.unwrap_or(WON)
    }
}

impl<const N: usize> State<N> {
    #[inline]
    fn note(&mut self, who: usize, pool: Pool) {
        self.changed[usize::from(self.changed[0].0 != usize::MAX)] = (who, pool);
    }

    #[inline]
    fn dice_of(&self, fight: &Fight, who: usize) -> Pool {
        match self.changed {
            [(first, pool), _] if first == who => pool,
            [_, (second, pool)] if second == who => pool,
            _ => fight.seats[who].pool,
        }
    }
}
