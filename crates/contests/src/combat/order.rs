//! Order of turns: the combatant with the highest unshared initiative has the turn.

/// Highest initiative, that of six dice.
const HIGHEST: usize = 36;

/// Holders of all initiatives.
///
/// Each value has the number of its holders and the exclusive-or of their indices, which for a
/// single holder is its index. So changing an initiative and finding the next actor take constant
/// time for any number of combatants.
#[derive(Clone, Debug)]
pub(super) struct InitiativeOrder {
    holders: [u16; HIGHEST + 1],
    positions: [u16; HIGHEST + 1],
    /// Bit *v* is set if exactly one combatant has initiative *v*.
    unshared: u64,
}

impl InitiativeOrder {
    pub(super) const fn new() -> Self {
        Self {
            holders: [0; HIGHEST + 1],
            positions: [0; HIGHEST + 1],
            unshared: 0,
        }
    }

    /// Adds `combatant` to the holders of `initiative`, 1 to 36.
    #[inline]
    pub(super) fn enter(&mut self, combatant: usize, initiative: u32) {
        let value = initiative as usize;
        self.holders[value] += 1;
        self.positions[value] ^= combatant as u16;
        self.update_unshared(value);
    }

    /// Removes `combatant` from the holders of `initiative`.
    #[inline]
    pub(super) fn leave(&mut self, combatant: usize, initiative: u32) {
        let value = initiative as usize;
        self.holders[value] -= 1;
        self.positions[value] ^= combatant as u16;
        self.update_unshared(value);
    }

    #[inline]
    fn update_unshared(&mut self, value: usize) {
        let alone = u64::from(self.holders[value] == 1);
        self.unshared = self.unshared & !(1 << value) | alone << value;
    }

    /// Returns the combatant whose turn it is; `None` if every initiative is shared.
    #[inline]
    pub(super) fn next(&self) -> Option<usize> {
        if self.unshared == 0 {
            return None;
        }
        let value = self.unshared.ilog2();
        Some(usize::from(self.positions[value as usize]))
    }

    /// Returns whether several combatants hold an initiative.
    #[inline]
    pub(super) fn is_shared(&self, initiative: u32) -> bool {
        self.holders[initiative as usize] > 1
    }

    /// Returns a view of this order in which `combatant` no longer holds `initiative`, its own.
    #[inline]
    pub(super) fn without(&self, combatant: usize, initiative: u32) -> Moved<'_> {
        let before = initiative as usize;
        let alone = u64::from(self.holders[before] == 2) << before;
        Moved {
            order: self,
            combatant,
            before,
            after: 0,
            unshared: self.unshared & !(1 << before) | alone,
        }
    }

    /// Returns the highest initiative and the number of its holders.
    pub(super) fn highest(&self) -> Option<(u32, u32)> {
        (1..=HIGHEST)
            .rev()
            .find(|&value| self.holders[value] > 0)
            .map(|value| (value as u32, u32::from(self.holders[value])))
    }
}

/// View of an order in which one combatant has another initiative, without copying the order. 0
/// means no initiative.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved<'a> {
    order: &'a InitiativeOrder,
    /// Combatant with the change, with its initiative before and after.
    combatant: usize,
    before: usize,
    after: usize,
    /// Value of [`InitiativeOrder::unshared`] after the change.
    unshared: u64,
}

impl Moved<'_> {
    /// Returns the order in which the combatant without initiative gets `initiative`, 0 to 36.
    #[inline]
    pub(super) fn entering(self, initiative: u32) -> Self {
        debug_assert_eq!(self.after, 0, "the combatant already has an initiative");
        let after = initiative as usize;
        let alone = u64::from(after > 0 && self.holders(after) == 0) << after;
        Self {
            after,
            unshared: self.unshared & !(1 << after) | alone,
            ..self
        }
    }

    /// Returns the initiative of the combatant whose turn it is; 0 if every initiative is shared.
    #[inline]
    pub(super) fn top(&self) -> u32 {
        // No combatant holds initiative 0.
        (self.unshared | 1).ilog2()
    }

    /// Returns the combatant whose turn it is; `None` if every initiative is shared.
    #[inline]
    pub(super) fn next(&self) -> Option<usize> {
        let top = self.top() as usize;
        (top > 0).then(|| self.position(top))
    }

    /// Returns the combatant whose turn it is if `after`, at most `before`, replaces `before`, at
    /// least [`Self::top`], for another combatant.
    #[expect(
        clippy::inline_always,
        reason = "measured: otherwise the order is copied"
    )]
    #[inline(always)]
    pub(super) fn next_with(&self, combatant: usize, before: u32, after: u32) -> Option<usize> {
        let (before, after) = (before as usize, after as usize);
        if before == after {
            return self.next();
        }
        let alone = self.unshared & 1 << before != 0;
        if !alone && self.holders(before) == 2 {
            return Some(self.position(before) ^ combatant);
        }
        let mut unshared = self.unshared & !(1 << before | 1 << after);
        if after > 0 && self.holders(after) == 0 {
            unshared |= 1 << after;
        }
        let top = (unshared | 1).ilog2() as usize;
        match top {
            0 => None,
            _ if top == after => Some(combatant),
            _ => Some(self.position(top)),
        }
    }

    #[inline]
    fn holders(&self, value: usize) -> u16 {
        let entered = u16::from(value == self.after);
        let left = u16::from(value == self.before);
        (self.order.holders[value] + entered).wrapping_sub(left)
    }

    #[inline]
    fn position(&self, value: usize) -> usize {
        let mut position = usize::from(self.order.positions[value]);
        if (value == self.before) != (value == self.after) {
            position ^= self.combatant;
        }
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn with(order: &InitiativeOrder, combatant: usize, before: u32, after: u32) -> InitiativeOrder {
        let mut order = order.clone();
        if before > 0 {
            order.leave(combatant, before);
        }
        if after > 0 {
            order.enter(combatant, after);
        }
        order
    }

    proptest! {
        #[test]
        fn the_highest_unshared_initiative_has_the_turn(
            before in prop::collection::vec(1u32..=36, 1..12),
            after in prop::collection::vec(0u32..=36, 12),
            first in 0u32..12,
        ) {
            let mut order = InitiativeOrder::new();
            for (combatant, &initiative) in before.iter().enumerate() {
                order.enter(combatant, initiative);
            }
            let mut now = before.clone();
            for (combatant, &initiative) in after.iter().take(before.len()).enumerate() {
                order.leave(combatant, before[combatant]);
                now[combatant] = initiative;
                if initiative > 0 {
                    order.enter(combatant, initiative);
                }
            }
            // One combatant changes, and then another one changes to any initiative.
            let (first, to) = (first as usize % now.len(), after[11]);
            let changed = with(&order, first, now[first], to);
            let moved = order.without(first, now[first]).entering(to);
            prop_assert_eq!(moved.next(), changed.next());
            for (second, &initiative) in now.iter().enumerate() {
                for other in 0..=initiative {
                    if initiative >= moved.top() && second != first {
                        let next = with(&changed, second, initiative, other).next();
                        prop_assert_eq!(moved.next_with(second, initiative, other), next);
                    }
                }
            }
            let held = |value: u32| now.iter().filter(|&&other| other == value).count();
            let next = (1..=36).rev().find(|&value| held(value) == 1)
                .and_then(|value| now.iter().position(|&other| other == value));
            prop_assert_eq!(order.next(), next);
            let highest = now.iter().copied().max().filter(|&value| value > 0);
            prop_assert_eq!(order.highest(), highest.map(|value| (value, held(value) as u32)));
        }
    }
}
