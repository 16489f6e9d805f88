//! Eight numbers from 0 to 127 in the bytes (lanes) of a word, processed in parallel.

/// Lowest bit of every lane.
pub(super) const ONES: u64 = 0x0101_0101_0101_0101;
/// Highest bit of every lane.
const TOPS: u64 = ONES << 7;

/// Returns the largest number of all lanes.
#[inline]
pub(super) fn highest(lanes: u64) -> u64 {
    let lanes = lanewise_max(lanes, lanes >> 32);
    let lanes = lanewise_max(lanes, lanes >> 16);
    lanewise_max(lanes, lanes >> 8) & 0xff
}

/// Returns the larger number of each lane.
#[inline]
fn lanewise_max(one: u64, other: u64) -> u64 {
    let one_is_higher = fill_lanes(((one | TOPS) - other) & TOPS);
    one & one_is_higher | other & !one_is_higher
}

/// Returns the highest bit of each lane that contains `number`.
#[inline]
pub(super) fn equal_lanes(lanes: u64, number: u64) -> u64 {
    // No lane carries into the next one, since all numbers are below 128.
    let differing = (lanes ^ (number * ONES)) + !TOPS;
    !differing & TOPS
}

/// Returns all bits of the lanes with the highest bit set.
#[inline]
fn fill_lanes(tops: u64) -> u64 {
    (tops - (tops >> 7)) | tops
}

/// Returns the first lane with the highest bit set; there must be one.
#[inline]
pub(super) fn lowest_lane(tops: u64) -> usize {
    (tops.trailing_zeros() / 8) as usize
}

/// Returns all bits of the lanes whose numbers are in the set `bits`.
#[inline]
pub(super) fn lane_mask(bits: u8) -> u64 {
    // Each lane gets a copy of all bits and keeps its own.
    let bits = u64::from(bits).wrapping_mul(ONES) & 0x8040_2010_0804_0201;
    fill_lanes((bits + !TOPS) & TOPS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lanes_match_lists(lanes in prop::array::uniform8(0u8..40), bits: u8) {
            let word = u64::from_le_bytes(lanes);
            let most = lanes.into_iter().max().unwrap();
            prop_assert_eq!(highest(word), u64::from(most));
            let holders = equal_lanes(word, u64::from(most));
            for (lane, number) in lanes.into_iter().enumerate() {
                let holds = holders >> (8 * lane) & 0xff;
                prop_assert_eq!(holds, if number == most { 0x80 } else { 0 });
                let kept = lane_mask(bits) >> (8 * lane) & 0xff;
                prop_assert_eq!(kept, if bits >> lane & 1 == 1 { 0xff } else { 0 });
            }
            prop_assert_eq!(Some(lowest_lane(holders)), lanes.into_iter().position(|one| one == most));
        }
    }
}
