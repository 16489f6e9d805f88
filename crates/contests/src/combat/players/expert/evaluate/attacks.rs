//! Attacks, without Cover.

use super::super::network::{LOST, WON, WeightRow};
use super::super::pools::Losses;
use super::super::table::{self, CombatantState};
use super::after_actor::AfterActor;
use super::{Evaluator, Transition};
use crate::combat::options::LastBlow;
use crate::combat::view::{Action, View};

/// A standing combatant that is attacked.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Target {
    pub(super) combatant: u16,
    pub(super) side: u16,
    /// Identifier of its pool, which selects the row of weights.
    pub(super) dice: u16,
    pub(super) initiative: u8,
    /// True if losing its last dice has no effect but that it leaves.
    pub(super) only_leaves: bool,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "measured: targets by value are packed into a register and unpacked again"
)]
impl<'a, const N: usize> Evaluator<'a, N> {
    /// Calls `visit` with every attack and the log odds after it.
    // Inlined into its large caller, its loops run out of registers.
    #[inline(never)]
    pub(super) fn attacks(&self, own: &Losses, visit: &mut impl FnMut(i32, Action)) {
        let after = &mut self.before_spending(own);
        for face in own.faces() {
            self.spend(after, own.without(face));
            for target in self.targets.items() {
                let odds = if self.combat.has_cover {
                    self.attack_on_cover(after, face, target)
                } else {
                    self.attack(after, face, target)
                };
                let target = usize::from(target.combatant);
                visit(odds, Action::Attack { face, target });
            }
        }
    }

    /// Returns the log odds after an attack without Cover.
    #[expect(
        clippy::inline_always,
        reason = "measured: this is most of the work on an attack"
    )]
    #[inline(always)]
    pub(super) fn attack(&self, after: &mut AfterActor<'a, N>, face: u32, target: &Target) -> i32 {
        let dice = usize::from(target.dice);
        let left = self.losses[dice].above(face);
        if left == dice {
            self.unchanged(after)
        } else if left > 0 || target.only_leaves {
            self.with_dice(after, &after.sums, target, left)
        } else {
            self.changed(after, target)
        }
    }

    /// Returns the log odds after the target is left with the pool of number `left`; `sums`
    /// includes all other changes. If `left` is 0, the target leaves and its side stays in the
    /// fight.
    #[expect(
        clippy::inline_always,
        reason = "measured: this is most of the work on an attack"
    )]
    #[inline(always)]
    pub(super) fn with_dice(
        &self,
        after: &AfterActor<'a, N>,
        sums: &[WeightRow; N],
        target: &Target,
        left: usize,
    ) -> i32 {
        if let Some(odds) = after.decided {
            return odds;
        }
        let side = usize::from(target.side);
        let next = self.next_with(after, target, left);
        self.combined(&after.standing, |rival| {
            let before = self.row_of_dice(rival, side, usize::from(target.dice));
            let after = if left > 0 {
                self.row_of_dice(rival, side, left)
            } else {
                self.one_fewer(rival, side)
            };
            self.network
                .odds_of_exchange(&sums[rival], next[rival], after, before)
        })
    }

    /// Returns the effect on a target of losing its last dice.
    #[inline]
    fn after_last_lost(&self, target: usize) -> Transition {
        if self.combat.is_plain(target) {
            return Transition::Leaves;
        }
        let combatant = &self.combat.combatants[target];
        let state = CombatantState::of(self.combat, self.fight, target);
        if combatant.monster
            && let Some(again) = state.one_fewer()
        {
            return Transition::Throws(again);
        }
        match table::fights_on(self.combat, target, &state) {
            None => Transition::Leaves,
            Some(class) => Transition::Throws(CombatantState {
                wounds: state.wounds + 1,
                ..state.with_class(self.combat, target, class)
            }),
        }
    }

    /// Returns the log odds after the target has lost its last dice, with all optional rules.
    #[inline(never)]
    fn changed(&self, after: &AfterActor<'a, N>, target: &Target) -> i32 {
        let (combatant, side) = (usize::from(target.combatant), usize::from(target.side));
        let transition = self.after_last_lost(combatant);
        let gone = matches!(transition, Transition::Leaves);
        let reinforced = gone && self.calls_reinforcements(side);
        if gone && !reinforced && self.is_last_blow(after, side) {
            return self.won_by_actor();
        }
        let (mut sums, mut standing) = (after.sums, after.standing);
        if gone {
            standing = self.fewer(standing, side);
        }
        for (rival, sum) in sums.iter_mut().enumerate() {
            sum.subtract(self.row_of_dice(rival, side, usize::from(target.dice)));
        }
        self.replace(&mut sums, combatant, side, transition);
        if reinforced {
            self.call_reinforcements(side, &mut sums, &mut standing);
        }
        if let Some(odds) = self.decided(&standing) {
            return odds;
        }
        let next = self.next_with(after, target, 0);
        self.combined(&standing, |rival| {
            self.network.odds_of_two(&sums[rival], next[rival])
        })
    }

    /// Returns whether the target's departure ends the fight before the attacker, without dice,
    /// retreats.
    #[inline]
    fn is_last_blow(&self, after: &AfterActor<'a, N>, side: usize) -> bool {
        self.fight.sides == 2
            && self.fight.standing[side] == 1
            && !(after.left && self.last_blow == LastBlow::Draw)
    }

    fn won_by_actor(&self) -> i32 {
        if self.actors_side == self.side {
            WON
        } else {
            LOST
        }
    }

    /// Returns the row of the next actor after the target is left with the pool of number `left`,
    /// by rival.
    #[inline]
    fn next_with(
        &self,
        after: &AfterActor<'a, N>,
        target: &Target,
        left: usize,
    ) -> [&'a WeightRow; N] {
        // Losses of a combatant that acts later do not change the next actor.
        if u32::from(target.initiative) < after.top {
            after.next
        } else {
            self.new_next(after, target, left)
        }
    }

    /// Implements [`Self::next_with`] for a target that may have been the next actor, or have
    /// shared its initiative.
    #[inline(never)]
    fn new_next(
        &self,
        after: &AfterActor<'a, N>,
        target: &Target,
        left: usize,
    ) -> [&'a WeightRow; N] {
        let (combatant, side) = (usize::from(target.combatant), usize::from(target.side));
        let order = self.order.entering(self.losses[after.own].initiative());
        let (before, initiative) = (target.initiative.into(), self.losses[left].initiative());
        let next = order.next_with(combatant, before, initiative);
        self.rows_of_actor(next.map(|next| match next {
            next if next == combatant => (left, side),
            next => self.acting(after.own, next),
        }))
    }
}

/// Returns the first attack that certainly wins the fight, without an evaluation of any action.
/// `None` if there is none, or if optional rules may continue the fight.
#[inline]
pub(in super::super) fn winning_attack(view: &View) -> Option<Action> {
    let (combat, fight) = view.table();
    let side = combat.combatants[view.actor()].side;
    let mut standing = fight.standing.iter().enumerate();
    if fight.sides != 2 || standing.any(|(other, &standing)| other != side && standing > 1) {
        return None;
    }
    attack_on_last(view)
}

/// Implements [`winning_attack`] if one opponent is left.
#[inline(never)]
fn attack_on_last(view: &View) -> Option<Action> {
    let combat = view.table().0;
    if combat.has_cover || combat.has_awaited_arrivals {
        return None;
    }
    let target = view.opponents().next()?;
    let face = view.own().lowest_from(view.pool(target).highest());
    let ends = combat.options.last_blow == LastBlow::Win || view.own().len() > 1;
    let leaves = combat.combatants[target].is_basic();
    (face > 0 && ends && leaves).then_some(Action::Attack { face, target })
}
