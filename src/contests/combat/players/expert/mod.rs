//! The player that has learnt what a fight is worth: it takes the action after which its side's
//! chance of winning is the best, by the judgement of a small network.
//!
//! - `network`: the judgement, in whole numbers; `pools`: pools by number.
//! - `table`: what the network is shown of a fight.
//! - `ahead`: looking further than one action.
//! - here: what an action changes, and the decision.

mod ahead;
mod network;
mod pools;
mod table;

pub(in crate::contests::combat) use ahead::DEPTH;
pub(super) use ahead::look_ahead;
pub(in crate::contests::combat) use network::CERTAIN;
pub use network::{HIDDEN, Network, ROWS, WEIGHTS};
pub(in crate::contests::combat) use table::most_rows;
pub use table::{rivals, rows, rows_before_rerolls};

use crate::contests::combat::cover;
use crate::contests::combat::fight::Fight;
use crate::contests::combat::order::Order;
use crate::contests::combat::view::{Action, View};
use crate::contests::combat::{Combat, When};
use crate::dice::Pool;
use network::{FEW, Role, Row, Sum};
use table::{Present, Rivals};

/// The log odds of a fight that is won, and of one that is lost.
const WON: i32 = i32::MAX;
const LOST: i32 = -i32::MAX;

/// What to judge by: a player knows how good its opponents are said to be.
#[inline]
pub fn fitting(view: &View) -> &'static Network {
    let (combat, _) = view.table();
    if combat.finishers_oppose[combat.combatants[view.actor()].side] {
        Network::against_finishers()
    } else {
        Network::against_experts()
    }
}

/// The action with the best chance of winning for the actor's side, the first of equals, in the
/// order of [`View::actions`].
pub fn choose(view: &View, network: &Network) -> Action {
    let mut best = (i32::MIN, Action::Retreat);
    weigh(view, network, |odds, action| {
        if odds > best.0 {
            best = (odds, action);
        }
    });
    best.1
}

/// Tells `consider` the log odds of the actor's side behind every action, in the order of
/// [`View::actions`].
pub(in crate::contests::combat) fn weigh(
    view: &View,
    network: &Network,
    consider: impl FnMut(i32, Action),
) {
    let (combat, fight) = view.table();
    let side = combat.combatants[view.actor()].side;
    let rivals = Rivals::of(combat, fight, side);
    match rivals.count() {
        1 => Judge::<1>::new(view, network, side, &rivals).weigh(view, consider),
        2 => Judge::<2>::new(view, network, side, &rivals).weigh(view, consider),
        3 => Judge::<3>::new(view, network, side, &rivals).weigh(view, consider),
        _ => Judge::<4>::new(view, network, side, &rivals).weigh(view, consider),
    }
}

/// The chance behind log odds that [`weigh`] or [`odds_at`] tells, of [`CERTAIN`].
pub(in crate::contests::combat) fn chance(network: &Network, odds: i32) -> u32 {
    match odds {
        WON => CERTAIN,
        LOST => 0,
        _ => network.chance(odds),
    }
}

/// What an action makes of somebody.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// Other dice of the same throw.
    Dice(Pool),
    /// No longer there.
    Gone,
    /// A new throw, after which these are left: dice as yet unknown.
    Thrown(Present),
}

/// The table after an action, or a part of one.
#[derive(Clone, Debug)]
struct State<const N: usize> {
    /// A sum of rows for each rival.
    sums: [Row; N],
    order: Order,
    /// How many sides stand, how many of the own, how many of each rival.
    sides: u32,
    own: u32,
    standing: [u32; N],
    /// Who was changed, and the dice that they have now.
    changed: [(usize, Pool); 2],
}

/// Nobody.
const NONE: (usize, Pool) = (usize::MAX, Pool::EMPTY);

struct Judge<'a, const N: usize> {
    network: &'a Network,
    combat: &'a Combat,
    fight: &'a Fight,
    actor: usize,
    side: usize,
    rivals: &'a Rivals,
    now: State<N>,
}

impl<'a, const N: usize> Judge<'a, N> {
    fn new(view: &View<'a>, network: &'a Network, side: usize, rivals: &'a Rivals) -> Self {
        let (combat, fight) = view.table();
        let few = combat.is_basic() && combat.most_rows <= FEW;
        let sums = std::array::from_fn(|rival| {
            if few {
                let mut sum = Row::ZERO;
                table::of_all(combat, fight, side, rivals, rival, &mut |row| {
                    sum.add(network.row(row));
                });
                return sum.clamped();
            }
            let mut sum = Sum::ZERO;
            table::of_all(combat, fight, side, rivals, rival, &mut |row| {
                sum.add(network.row(row));
            });
            sum.row()
        });
        Self {
            network,
            combat,
            fight,
            actor: view.actor(),
            side,
            rivals,
            now: State {
                sums,
                order: fight.order.clone(),
                sides: fight.sides,
                own: fight.standing[side],
                standing: std::array::from_fn(|rival| rivals.standing(fight, side, rival)),
                changed: [NONE; 2],
            },
        }
    }

    fn weigh(&self, view: &View, mut consider: impl FnMut(i32, Action)) {
        let own = view.own();
        let mut given = [[Row::ZERO; N]; 6];
        for (face, given) in own.distinct().zip(&mut given) {
            let rest = own.without(face);
            let spent = self.spent(&self.now, rest);
            if let Some(spent) = &spent {
                *given = spent.sums;
            }
            for target in view.opponents() {
                let odds = self.attack(spent.as_ref(), rest, face, target);
                consider(odds, Action::Attack { face, target });
            }
        }
        if view.aidable().next().is_some() {
            // Whoever gives aid keeps a die, so what is left of it was judged above.
            for (face, given) in own.distinct().zip(&given) {
                let rest = own.without(face);
                for ally in view.aidable() {
                    let odds = self.support(given, rest, ally);
                    consider(odds, Action::Support { face, ally });
                }
            }
        }
        for class in view.unused_classes() {
            let odds = self.thrown(&self.now, self.actor, self.with_class(self.actor, class));
            consider(odds, Action::Change { class });
        }
        let left = self.changed(&self.now, self.actor, Change::Gone);
        consider(self.odds(&left), Action::Retreat);
    }

    /// What `who` has before it once it has rolled that Class.
    fn with_class(&self, who: usize, class: usize) -> Present {
        let present = Present::of(self.combat, self.fight, who);
        let dice = self.combat.combatants[who].classes[class].dice;
        Present {
            used: present.used | 1 << class,
            rolled: dice as u8,
            ..present
        }
    }

    /// The table once the actor has spent a die, before its attack takes effect; `None` where a
    /// monster will throw dice anew.
    #[inline]
    fn spent(&self, state: &State<N>, rest: Pool) -> Option<State<N>> {
        if !rest.is_empty() {
            return Some(self.changed(state, self.actor, Change::Dice(rest)));
        }
        match self.comes_back_spent() {
            Some(_) => None,
            None => Some(self.changed(state, self.actor, Change::Gone)),
        }
    }

    /// The actor as it comes back after its last die.
    fn comes_back_spent(&self) -> Option<Present> {
        let who = &self.combat.combatants[self.actor];
        if !(who.monster && self.combat.options.monster_spent_returns) {
            return None;
        }
        let present = Present::of(self.combat, self.fight, self.actor);
        present.one_fewer()
    }

    /// What becomes of a target whose last dice are lost.
    #[inline]
    fn emptied(&self, target: usize) -> Change {
        let who = &self.combat.combatants[target];
        if who.monster || who.wounds {
            self.survives(target).map_or(Change::Gone, Change::Thrown)
        } else {
            Change::Gone
        }
    }

    #[cold]
    fn survives(&self, target: usize) -> Option<Present> {
        let who = &self.combat.combatants[target];
        let present = Present::of(self.combat, self.fight, target);
        if who.monster
            && let Some(again) = present.one_fewer()
        {
            return Some(again);
        }
        let class = table::fights_on(self.combat, target, &present)?;
        Some(Present {
            wounds: present.wounds + 1,
            ..self.with_class(target, class)
        })
    }

    #[inline]
    fn attack(&self, spent: Option<&State<N>>, rest: Pool, face: u32, target: usize) -> i32 {
        let before = self.fight.seats[target].pool;
        let mut after = before.above(face);
        let mut covered = [(0, 0); MOST_COVERED];
        let mut covers = 0;
        if self.combat.has_cover {
            let kept = cover::foreseen(
                self.combat,
                self.fight,
                self.actor,
                face,
                target,
                |of, face| {
                    if covers < MOST_COVERED {
                        let role = self.role_of_cover(of, target);
                        covered[covers] = (role, face);
                        covers += 1;
                    }
                },
            );
            after = after.joined(kept);
        }
        let change = if after.is_empty() {
            self.emptied(target)
        } else {
            Change::Dice(after)
        };
        if matches!(change, Change::Gone) && self.takes_out_the_last(target) {
            let draws = rest.is_empty() && self.combat.options.last_blow_draws;
            if !draws {
                return WON;
            }
        }
        let after_both = |state: &State<N>| {
            let uncovered;
            let state = if covers > 0 {
                uncovered = self.without_cover(state, target, &covered[..covers]);
                &uncovered
            } else {
                state
            };
            match change {
                Change::Thrown(present) => self.thrown(state, target, present),
                Change::Dice(pool) => self.odds_with(state, target, before, pool),
                Change::Gone => self.odds_without(state, target),
            }
        };
        match spent {
            Some(state) => after_both(state),
            None => match self.comes_back_spent() {
                Some(present) => self.average(present.rolled, |pool| {
                    let again = Present { pool, ..present };
                    after_both(&self.thrown_to(&self.now, self.actor, &again))
                }),
                None => LOST,
            },
        }
    }

    /// Whether no opponent stands and none comes once the target has left.
    #[inline]
    fn takes_out_the_last(&self, target: usize) -> bool {
        let side = self.combat.combatants[target].side;
        self.fight.sides == 2
            && self.fight.standing[side] == 1
            && !(self.combat.has_awaited_arrivals && self.is_help_due(side))
    }

    /// Whether opponents come for want of the last one of `fallen`.
    fn is_help_due(&self, fallen: usize) -> bool {
        due(self.combat, self.fight).any(|(side, most)| {
            let standing = if side == fallen {
                0
            } else {
                self.fight.standing[side]
            };
            side != self.side && standing <= most
        })
    }

    fn support(&self, given: &[Row; N], rest: Pool, ally: usize) -> i32 {
        let pool = self.fight.seats[ally].pool;
        let actor = self.network.row(network::of_actor(Role::Own, rest));
        self.judged(&self.now.standing, |rival| {
            let mut sum = given[rival];
            sum.subtract(self.network.row(network::of_pool(Role::Own, pool)));
            sum.add(self.network.aided(pool));
            sum.add(actor);
            sum
        })
    }

    /// The log odds after `who` has thrown the dice of `present`.
    fn thrown(&self, state: &State<N>, who: usize, present: Present) -> i32 {
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
    fn average(&self, dice: u8, odds: impl Fn(Pool) -> i32) -> i32 {
        let throws = self.network.throws(u32::from(dice));
        let chances = throws
            .iter()
            .map(|&pool| u64::from(self.network.chance(odds(pool))));
        let sum: u64 = chances.sum();
        self.network
            .odds_of((sum / throws.len() as u64).min(u64::from(CERTAIN)) as u32)
    }

    /// The table once `who` has other dice of the same throw, or has left.
    #[inline]
    fn changed(&self, state: &State<N>, who: usize, change: Change) -> State<N> {
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
    fn thrown_to(&self, state: &State<N>, who: usize, present: &Present) -> State<N> {
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

    /// Whose the Cover is: a side, or nobody's.
    fn role_of_cover(&self, of: cover::CoverOf, target: usize) -> usize {
        match of {
            cover::CoverOf::Field => usize::MAX,
            _ => self.combat.combatants[target].side,
        }
    }

    #[cold]
    fn without_cover(&self, state: &State<N>, target: usize, covered: &[(usize, u32)]) -> State<N> {
        let mut next = state.clone();
        let side = self.combat.combatants[target].side;
        for &(of, face) in covered {
            for (rival, sum) in next.sums.iter_mut().enumerate() {
                let role = (of == side).then(|| self.rivals.role(self.side, rival, side));
                sum.subtract(self.network.row(network::of_cover(role, face)));
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
    fn odds_with(&self, state: &State<N>, who: usize, before: Pool, after: Pool) -> i32 {
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
    fn odds_without(&self, state: &State<N>, who: usize) -> i32 {
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
        if sides <= 1 && (!self.combat.has_awaited_arrivals || sides == 0) {
            return Some(if own > 0 { WON } else { LOST });
        }
        let lost = own == 0 && !table::is_coming(self.combat, self.fight, self.side);
        lost.then_some(LOST)
    }

    /// The log odds of winning from there, whoever acts next.
    #[inline]
    fn odds(&self, state: &State<N>) -> i32 {
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
    fn judged(&self, standing: &[u32; N], sum: impl Fn(usize) -> Row) -> i32 {
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

/// Cover dice spent on one attack whose loss is judged.
const MOST_COVERED: usize = 6;

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

/// Reinforcements that have not come and wait for this: their side, and how many of it may stand.
fn due(combat: &Combat, fight: &Fight) -> impl Iterator<Item = (usize, u32)> {
    combat
        .arrivals
        .iter()
        .zip(&fight.extras.entered)
        .filter(|(_, entered)| !**entered)
        .filter_map(|(arrival, _)| match arrival.when {
            When::Turn(_) => None,
            When::Standing(most) => Some((arrival.side, most)),
        })
}

#[cfg(test)]
mod tests;
