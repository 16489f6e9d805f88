//! Positions after an action's effect on the actor.

use super::super::network::WeightRow;
use super::super::table::CombatantState;
use super::{Evaluator, StandingCounts, Transition};
use crate::combat::options::MonsterSpent;
use crate::combat::order::Moved;

/// Position at the next turn with an action's effect on the actor, but without its effect on the
/// target.
pub(super) struct AfterActor<'a, const N: usize> {
    pub(super) sums: [WeightRow; N],
    /// Row of the next actor if the target does not change, by rival.
    pub(super) next: [&'a WeightRow; N],
    /// Initiative of the next actor; 0 if there is none.
    pub(super) top: u32,
    pub(super) order: Moved<'a>,
    pub(super) standing: StandingCounts<N>,
    /// Log odds if no further side leaves the fight, if they are certain.
    pub(super) decided: Option<i32>,
    /// Number of the actor's pool; 0 if the actor has left or is about to throw.
    pub(super) own: usize,
    /// Whether the actor has left the fight.
    pub(super) left: bool,
    /// Cached log odds if the target does not change.
    pub(super) unchanged: Option<i32>,
}

impl<'a, const N: usize> Evaluator<'a, N> {
    /// Returns the position after the actor has spent an attack die; `rest` is the number of the
    /// pool of its other dice.
    #[inline]
    pub(super) fn after_spending(&self, rest: usize) -> AfterActor<'a, N> {
        if rest > 0 {
            self.after_dice(rest)
        } else {
            self.after(self.after_last_spent())
        }
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

    /// Returns the position after the actor is left with the pool of number `dice`.
    #[inline]
    fn after_dice(&self, dice: usize) -> AfterActor<'a, N> {
        let before = self.number(self.actor);
        let sums = std::array::from_fn(|rival| {
            let row = |number| self.row_of_dice(rival, self.actors_side, number);
            WeightRow::sum([&self.sums[rival], row(dice)], [row(before)])
        });
        self.next_turn(sums, self.standing, dice, false)
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
        self.next_turn(sums, standing, 0, left)
    }

    #[expect(
        clippy::inline_always,
        reason = "measured: otherwise the sums are copied"
    )]
    #[inline(always)]
    fn next_turn(
        &self,
        sums: [WeightRow; N],
        standing: StandingCounts<N>,
        own: usize,
        left: bool,
    ) -> AfterActor<'a, N> {
        let order = self.fight.order.unmoved();
        let initiative = u32::from(self.fight.seats[self.actor].initiative);
        let order = order.with(self.actor, initiative, self.losses[own].initiative());
        let next = order.next().map(|next| self.acting(own, next));
        AfterActor {
            sums,
            next: self.rows_of_actor(next),
            top: order.top(),
            order,
            decided: self.decided(&standing),
            standing,
            own,
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
