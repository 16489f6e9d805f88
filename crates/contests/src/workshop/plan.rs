//! Plans of rounds, each in one word.

use super::piles::DICE;

/// A plan in one word: four bits for each face from 1 on, and above them the number of dice to
/// roll. The four bits are the slot of the die that the face replaces, if that face is used.
pub(super) type Word = u32;

/// Number of a die's place in a sorted Craft, or of no die. Ties go to the largest number: no die
/// first, then lower places.
pub(super) type Slot = u32;

/// Slot for no replacement.
pub(super) const KEEP: Slot = (1 << SLOT_BITS) - 1;
/// Number of bits of a slot: for up to 15 dice, and no die.
pub(super) const SLOT_BITS: u32 = 4;
pub(super) const FACES: u32 = 6;

/// Returns the slot of a die of the sorted Craft.
#[inline]
pub(super) fn slot(pile: usize, die: usize) -> Slot {
    KEEP - 1 - (DICE * pile + die) as Slot
}

/// Returns the word of the slots of the six faces, from 1 on.
#[inline]
pub(super) fn word(slots: &[(u32, Slot); FACES as usize]) -> Word {
    let shifted = slots.map(|(face, slot)| slot << (SLOT_BITS * (face - 1)));
    shifted.into_iter().sum()
}

/// Returns the part of a word for the number of dice to roll.
#[inline]
pub(super) fn rolling(dice: u32) -> Word {
    dice << (SLOT_BITS * FACES)
}

/// Plan of a round.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RoundPlan(pub(super) Word);

impl RoundPlan {
    /// Returns the number of dice to roll; 0 if the Craft is complete.
    #[inline]
    pub(super) fn dice(self) -> u32 {
        self.0 >> (SLOT_BITS * FACES)
    }

    /// Returns the pile and the die of the sorted Craft that a face, 1 to 6, replaces, if any.
    #[inline]
    pub(super) fn place(self, face: u32) -> Option<(usize, usize)> {
        let slot = self.0 >> (SLOT_BITS * (face - 1)) & KEEP;
        let place = (slot != KEEP).then(|| (KEEP - 1 - slot) as usize)?;
        Some((place / DICE, place % DICE))
    }
}
