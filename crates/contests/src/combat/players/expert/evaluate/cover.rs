//! Attacks on combatants with Cover.

use super::super::{network, pools};
use super::Evaluator;
use super::after_actor::AfterActor;
use super::attacks::Target;
use crate::combat::fight::Shield;
use crate::combat::shield::{CoverDie, CoverOwner};

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "measured: targets by value are packed into a register and unpacked again"
)]
impl<'a, const N: usize> Evaluator<'a, N> {
    /// Calls `visit` with every set of Cover dice that may be spent, with its first die and the log
    /// odds after it.
    pub(in super::super) fn evaluate_cover(
        &mut self,
        shield: &Shield,
        mut visit: impl FnMut(i32, &Shield, Option<CoverDie>),
    ) {
        self.read_position();
        let own = &self.losses[self.dice];
        let after = &mut self.before_spending(own);
        self.spend(after, own.without(shield.face));
        let mut targets = self.targets.items().iter();
        let is_attacked = |target: &&Target| usize::from(target.combatant) == shield.target;
        let target = targets.find(is_attacked).expect("the target is standing");
        every_cover(*shield, None, &mut |shield, first| {
            visit(self.shielded(after, shield, target), shield, first);
        });
    }

    /// Returns the log odds after an attack on a target that may have Cover.
    ///
    /// The target spends Cover by rule. If its player chooses freely, it spends none if that is
    /// better for it.
    pub(super) fn attack_on_cover(
        &self,
        after: &mut AfterActor<'a, N>,
        face: u32,
        target: &Target,
    ) -> i32 {
        let combatant = usize::from(target.combatant);
        let shield = Shield::of(self.combat, self.fight, self.actor, face, combatant);
        if !shield.keeps_any() {
            return self.attack(after, face, target);
        }
        let by_rule = self.shielded(after, &shield.spent_by_rule(), target);
        if self.combat.combatants[combatant].player.chooses_cover() {
            by_rule.min(self.attack(after, face, target))
        } else {
            by_rule
        }
    }

    /// Returns the log odds after an attack against which Cover was spent.
    fn shielded(&self, after: &mut AfterActor<'a, N>, shield: &Shield, target: &Target) -> i32 {
        if shield.kept.is_empty() {
            return self.attack(after, shield.face, target);
        }
        let side = usize::from(target.side);
        let mut sums = after.sums;
        for die in shield.spent(self.fight, side) {
            for (rival, sum) in sums.iter_mut().enumerate() {
                let role = match die.of {
                    CoverOwner::Field => None,
                    _ => Some(self.role(rival, side)),
                };
                sum.subtract(&self.rows[network::of_cover(role, die.face)]);
            }
        }
        let pool = self.fight.seats[usize::from(target.combatant)].pool;
        let left = pool.above(shield.face);
        let left = pools::number(left.joined(shield.kept));
        self.with_dice(after, &sums, target, left)
    }
}

/// Calls `visit` with every set of Cover dice that may still be spent, once each, with its first
/// die. The empty set comes last.
fn every_cover(
    shield: Shield,
    first: Option<CoverDie>,
    visit: &mut impl FnMut(&Shield, Option<CoverDie>),
) {
    below(shield, first, 7, visit);
}

/// Visits the sets whose further dice show faces below `face`, so that no set is visited in two
/// orders.
fn below(
    shield: Shield,
    first: Option<CoverDie>,
    face: u32,
    visit: &mut impl FnMut(&Shield, Option<CoverDie>),
) {
    for &die in shield.choices().iter().filter(|die| die.face < face) {
        below(shield.with(die), first.or(Some(die)), die.face, visit);
    }
    visit(&shield, first);
}
