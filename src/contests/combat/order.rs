//! Whose turn it is: the highest initiative that exactly one combatant holds.

/// The highest initiative of six dice.
const HIGHEST: usize = 36;

/// Who holds which initiative.
///
/// For every value it keeps how many hold it and the exclusive-or of their positions, which is the
/// position itself where one alone holds it. So a change of initiative and the question whose turn
/// it is take the same short time with two combatants as with a thousand.
#[derive(Clone, Debug)]
pub(super) struct Order {
    holders: [u16; HIGHEST + 1],
    positions: [u16; HIGHEST + 1],
    /// Bit *v* is set while exactly one holds *v*.
    unshared: u64,
}

impl Order {
    pub(super) const fn new() -> Self {
        Self {
            holders: [0; HIGHEST + 1],
            positions: [0; HIGHEST + 1],
            unshared: 0,
        }
    }

    /// `combatant` holds `initiative`, 1 to 36, from now on.
    #[inline]
    pub(super) fn enter(&mut self, combatant: usize, initiative: u32) {
        let value = initiative as usize;
        self.holders[value] += 1;
        self.positions[value] ^= combatant as u16;
        self.renew(value);
    }

    /// `combatant` does not hold `initiative` any longer.
    #[inline]
    pub(super) fn leave(&mut self, combatant: usize, initiative: u32) {
        let value = initiative as usize;
        self.holders[value] -= 1;
        self.positions[value] ^= combatant as u16;
        self.renew(value);
    }

    #[inline]
    fn renew(&mut self, value: usize) {
        let alone = u64::from(self.holders[value] == 1);
        self.unshared = self.unshared & !(1 << value) | alone << value;
    }

    /// The combatant whose turn it is; `None` where every initiative is shared.
    #[inline]
    pub(super) fn next(&self) -> Option<usize> {
        if self.unshared == 0 {
            return None;
        }
        let value = self.unshared.ilog2();
        Some(usize::from(self.positions[value as usize]))
    }

    /// Whose turn it would be with `after` in the place of `before` for one combatant; 0 stands for
    /// no initiative.
    #[inline]
    pub(super) fn next_with(&self, combatant: usize, before: u32, after: u32) -> Option<usize> {
        if before == after {
            return self.next();
        }
        let (before, after) = (before as usize, after as usize);
        let left = u64::from(self.holders[before] == 2) << before;
        let entered = u64::from(self.holders[after] == 0) << after;
        let others = self.unshared & !(1 << before | 1 << after);
        // Bit 0 is nobody's.
        let unshared = (others | left | entered) & !1;
        if unshared == 0 {
            return None;
        }
        let value = unshared.ilog2() as usize;
        let mut position = usize::from(self.positions[value]);
        if value == before || value == after {
            position ^= combatant;
        }
        Some(position)
    }

    /// The highest initiative that anybody holds, and how many hold it.
    pub(super) fn highest(&self) -> Option<(u32, u32)> {
        (1..=HIGHEST)
            .rev()
            .find(|&value| self.holders[value] > 0)
            .map(|value| (value as u32, u32::from(self.holders[value])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_turn_is_the_highest_initiative_that_one_alone_holds(
            before in prop::collection::vec(1u32..=36, 1..12),
            after in prop::collection::vec(0u32..=36, 12),
        ) {
            let mut order = Order::new();
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
            for (combatant, &initiative) in now.iter().enumerate() {
                for other in 0..=36 {
                    let mut changed = order.clone();
                    if initiative > 0 {
                        changed.leave(combatant, initiative);
                    }
                    if other > 0 {
                        changed.enter(combatant, other);
                    }
                    prop_assert_eq!(
                        order.next_with(combatant, initiative, other),
                        changed.next()
                    );
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
