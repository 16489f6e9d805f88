//! Action dice of four sorts packed into one word, and the sorts that an action can use.

/// Action dice left in a round, one byte per sort: general, limited to attacks, limited to defense,
/// and specialized. Dice of a higher byte are used first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct DiceLeft(u32);

/// Set of sorts of action dice, one byte each: all ones if the sort is included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sorts(u32);

const BYTE: u32 = 0xff;

impl Sorts {
    /// General dice, usable for every action.
    pub(super) const GENERAL: Self = Self(BYTE);
    /// Sorts usable for attacks, except specialized dice.
    pub(super) const ATTACK: Self = Self(BYTE | BYTE << 8);
    /// Sorts usable for defenses, except specialized dice.
    pub(super) const DEFENCE: Self = Self(BYTE | BYTE << 16);

    /// Adds specialized dice if `serve` is true.
    pub(super) const fn and_special(self, serve: bool) -> Self {
        if serve {
            Self(self.0 | BYTE << 24)
        } else {
            self
        }
    }
}

impl DiceLeft {
    pub(super) const NONE: Self = Self(0);

    /// Packs the numbers of dice by sort, each below 64.
    pub(super) const fn new(general: u32, attack: u32, defence: u32, special: u32) -> Self {
        Self(general | attack << 8 | defence << 16 | special << 24)
    }

    /// Returns the numbers of general dice, of dice limited to attacks and to defense, and of
    /// specialized dice.
    pub(super) const fn sorts(self) -> [u32; 4] {
        let [general, attack, defence, special] = self.0.to_le_bytes();
        [
            general as u32,
            attack as u32,
            defence as u32,
            special as u32,
        ]
    }

    /// Returns the number of dice of all sorts.
    #[inline]
    pub(super) const fn count(self) -> u32 {
        self.0.wrapping_mul(0x0101_0101) >> 24
    }

    /// Returns whether no dice are left.
    #[inline]
    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of dice of these sorts.
    #[inline]
    pub(super) const fn serving(self, sorts: Sorts) -> u32 {
        Self(self.0 & sorts.0).count()
    }

    /// Returns whether any dice of these sorts are left.
    #[inline]
    pub(super) const fn serves(self, sorts: Sorts) -> bool {
        self.0 & sorts.0 != 0
    }

    /// Returns the sort key of declarations: fewer dice first, then fewer limited dice, then fewer
    /// specialized dice.
    #[inline]
    pub(super) const fn key(self) -> u32 {
        let limited = (self.0 >> 8 & BYTE) + (self.0 >> 16 & BYTE);
        self.count() << 16 | limited << 8 | self.0 >> 24
    }

    /// Removes one die of these sorts: specialized dice first, then limited dice, then general
    /// dice.
    #[inline]
    #[must_use]
    pub(super) const fn without_one(self, sorts: Sorts) -> Self {
        let top = (self.0 & sorts.0 | 1).ilog2();
        Self(self.0 - (1 << (top & !7)))
    }

    /// Removes `dice` dice of these sorts, which must be left.
    #[inline]
    #[must_use]
    pub(super) fn without(self, sorts: Sorts, dice: u32) -> Self {
        (0..dice).fold(self, |left, _| left.without_one(sorts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specialized_dice_are_used_before_limited_ones_and_general_ones_last() {
        let all = DiceLeft::new(2, 1, 0, 1);
        let attack = Sorts::ATTACK.and_special(true);
        assert_eq!(all.without(attack, 1), DiceLeft::new(2, 1, 0, 0));
        assert_eq!(all.without(attack, 2), DiceLeft::new(2, 0, 0, 0));
        assert_eq!(all.without(attack, 4), DiceLeft::NONE);
        assert_eq!(all.without(Sorts::GENERAL, 2), DiceLeft::new(0, 1, 0, 1));
    }

    #[test]
    fn dice_are_usable_only_for_their_actions() {
        let all = DiceLeft::new(2, 3, 0, 4);
        assert_eq!(all.count(), 9);
        assert_eq!(all.serving(Sorts::ATTACK), 5);
        assert_eq!(all.serving(Sorts::DEFENCE), 2);
        assert_eq!(all.serving(Sorts::DEFENCE.and_special(true)), 6);
        assert!(!DiceLeft::new(0, 3, 0, 4).serves(Sorts::DEFENCE));
    }

    #[test]
    fn fewer_dice_declare_first_then_fewer_limited_then_fewer_specialized() {
        let keys = [
            DiceLeft::new(1, 0, 0, 0),
            DiceLeft::new(2, 0, 0, 0),
            DiceLeft::new(1, 0, 0, 1),
            DiceLeft::new(1, 1, 0, 0),
            DiceLeft::new(0, 0, 1, 1),
            DiceLeft::new(0, 2, 0, 0),
            DiceLeft::new(3, 0, 0, 0),
        ]
        .map(DiceLeft::key);
        assert!(keys.is_sorted(), "{keys:?}");
    }
}
