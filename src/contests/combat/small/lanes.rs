//! Eight numbers of 0 to 127 in the bytes of a word, all looked at together.

/// A 1 in every lane.
pub(super) const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every lane.
const TOPS: u64 = ONES << 7;

/// The highest of all numbers.
#[inline]
pub(super) fn highest(lanes: u64) -> u64 {
    let lanes = higher(lanes, lanes >> 32);
    let lanes = higher(lanes, lanes >> 16);
    higher(lanes, lanes >> 8) & 0xff
}

/// Lane by lane the higher number.
#[inline]
fn higher(one: u64, other: u64) -> u64 {
    let one_is = within(((one | TOPS) - other) & TOPS);
    one & one_is | other & !one_is
}

/// The lanes that hold `number`, each by its highest bit.
#[inline]
pub(super) fn lanes_of(lanes: u64, number: u64) -> u64 {
    // Nothing is carried out of a lane, since all are below 128.
    let apart = (lanes ^ (number * ONES)) + !TOPS;
    !apart & TOPS
}

/// All bits of those lanes whose highest bit is set.
#[inline]
fn within(tops: u64) -> u64 {
    (tops - (tops >> 7)) | tops
}

/// The first of some lanes, of which there is one at least.
#[inline]
pub(super) fn lowest_lane(tops: u64) -> usize {
    (tops.trailing_zeros() / 8) as usize
}

/// All bits of the lanes whose numbers are set in `who`.
#[inline]
pub(super) fn spread(who: u8) -> u64 {
    // Each lane has a copy, of which it keeps its own bit.
    let bits = u64::from(who).wrapping_mul(ONES) & 0x8040_2010_0804_0201;
    within((bits + !TOPS) & TOPS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lanes_do_what_lists_do(lanes in prop::array::uniform8(0u8..40), who: u8) {
            let word = u64::from_le_bytes(lanes);
            let most = lanes.into_iter().max().unwrap();
            prop_assert_eq!(highest(word), u64::from(most));
            let holders = lanes_of(word, u64::from(most));
            for (lane, number) in lanes.into_iter().enumerate() {
                let holds = holders >> (8 * lane) & 0xff;
                prop_assert_eq!(holds, if number == most { 0x80 } else { 0 });
                let kept = spread(who) >> (8 * lane) & 0xff;
                prop_assert_eq!(kept, if who >> lane & 1 == 1 { 0xff } else { 0 });
            }
            prop_assert_eq!(Some(lowest_lane(holders)), lanes.into_iter().position(|one| one == most));
        }
    }
}
