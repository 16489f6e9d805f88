//! Positions after an action's effect on the actor.

use super::super::network::WeightRow;
use super::super::pools::Losses;
use super::super::table::CombatantState;
use super::{Evaluator, StandingCounts, Transition};
use crate::combat::options::MonsterSpent;

/// Position at the next turn with an action's effect on the actor, but without its effect on the
/// target.
pub(super) struct AfterActor<'a, const N: usize> {
    pub(super) sums: [WeightRow; N],
    /// Row of the next actor if the target does not change, by rival.
    pub(super) next: [&'a WeightRow; N],
    /// Initiative of the next actor; 0 if there is none.
    pub(super) top: u32,
    pub(super) standing: StandingCounts<N>,
    /// Log odds if no further side leaves the fight, if they are certain.
    pub(super) decided: Option<i32>,
    /// Number of the actor's pool; 0 if the actor has left or is about to throw.
    pub(super) own: usize,
    /// True if the actor has left the fight.
    pub(super) left: bool,
    /// Cached log odds if the target does not change.
    pub(super) unchanged: Option<i32>,
}

impl<'a, const N: usize> Evaluator<'a, N> {
    /// Returns the position to which [`Self::spend`] applies each attack die of the actor.
    #[inline]
    pub(super) fn before_spending(&self, own: &Losses) -> AfterActor<'a, N> {
        if own.dice() == 1 {
            return self.after(self.after_last_spent());
        }
        debug_assert_eq!(self.decided(&self.standing), None);
        AfterActor {
            sums: [WeightRow::ZERO; N],
            next: self.next,
            top: self.top,
            standing: self.standing,
            decided: None,
            own: 0,
            left: false,
            unchanged: None,
        }
    }

    /// Sets the position to that after the actor has spent an attack die; `rest` is the number of
    /// the pool of its other dice.
    #[inline]
    pub(super) fn spend(&self, after: &mut AfterActor<'a, N>, rest: usize) {
        if rest == 0 {
            return;
        }
        for (rival, sum) in after.sums.iter_mut().enumerate() {
            let dice = self.row_of_dice(rival, self.actors_side, rest);
            sum.set_to_two(&self.sums[rival], dice);
        }
        (after.top, after.next) = self.next_after(rest);
        after.own = rest;
        after.unchanged = None;
    }

    /// Returns the effect on the actor of spending its last die.
    fn after_last_spent(&self) -> Transition {
        let combatant = &self.combat.combatants[self.actor];
        if !(combatant.monster && self.monster_spent == MonsterSpent::Returns) {
            return Transition::Leaves;
        }
        let state = CombatantState::of(self.combat, self.fight, self.actor);
        state
            .one_fewer()
            .map_or(Transition::Leaves, Transition::Throws)
    }

    /// Returns the initiative and the rows of the next actor after the actor is left with the pool
    /// of number `dice`, as in [`AfterActor`].
    #[inline]
    fn next_after(&self, dice: usize) -> (u32, [&'a WeightRow; N]) {
        let initiative = self.losses[dice].initiative();
        if initiative < self.top {
            return (self.top, self.next);
        }
        let order = self.order.entering(initiative);
        let next = order.next().map(|next| self.acting(dice, next));
        (order.top(), self.rows_of_actor(next))
    }

    /// Returns the position after a transition of the actor.
    pub(super) fn after(&self, transition: Transition) -> AfterActor<'a, N> {
        let (side, mut sums, mut standing) = (self.actors_side, self.sums, self.standing);
        self.replace(&mut sums, self.actor, side, transition);
        let left = matches!(transition, Transition::Leaves);
        if left {
            standing = self.fewer(standing, side);
            if self.calls_reinforcements(side) {
                self.call_reinforcements(side, &mut sums, &mut standing);
            }
        }
        AfterActor {
            sums,
            next: self.next,
            top: self.top,
            decided: self.decided(&standing),
            standing,
            own: 0,
            left,
            unchanged: None,
        }
    }

    /// Returns the log odds if no other combatant changes.
    #[inline]
    pub(super) fn unchanged(&self, after: &mut AfterActor<'a, N>) -> i32 {
        if let Some(odds) = after.unchanged {
            return odds;
        }
        let standing = &after.standing;
        let odds = after.decided.unwrap_or_else(|| {
            self.combined(standing, |rival| {
                self.network
                    .odds_of_two(&after.sums[rival], after.next[rival])
            })
        });
        after.unchanged = Some(odds);
        odds
    }
}
