//! Budgets: the explorations that a Supply affords, by counting rather than assigning dice.
//!
//! A die of Supply explores a die of its value or lower. By Hall's marriage theorem for a nested
//! family, a set of dice is affordable if and only if, for every value, it has at most as many dice
//! of that value or higher as the Supply. Spending the smallest sufficient die each time pays for
//! every affordable set in any order, like parking functions (Konheim & Weiss, *An occupancy
//! discipline and applications*, SIAM Journal on Applied Mathematics 14, 1966).

use evenodds_core::dice::Pool;

/// For each value, the number of dice of that value or higher that can still be explored: a byte
/// for each value, with its high bit set unless the number is negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplorationBudget(u64);

const LANES: u64 = 0x0000_0101_0101_0101;
const HIGH: u64 = 0x80 * LANES;

/// Cost of one die by face: 1 in each byte in which it counts.
static COST: [u64; 7] = {
    let mut cost = [0; 7];
    let mut face = 1;
    while face < 7 {
        cost[face] = LANES & ((1 << (8 * face)) - 1);
        face += 1;
    }
    cost
};

/// For each value of a Supply die, the number of dice of each face that fit into it, in byte lanes.
static ROOM: [u64; 7] = {
    let mut room = [0; 7];
    let mut value = 1;
    while value < 7 {
        let mut least = 1;
        while least <= value {
            room[value] |= (value as u64 / least as u64) << (8 * (least - 1));
            least += 1;
        }
        value += 1;
    }
    room
};

/// Returns the sum of two words of lanes, each lane capped at 127.
fn add_capped(word: u64, room: u64) -> u64 {
    let sum = word + room;
    // Overflowed lanes become all ones.
    let over = (sum & HIGH) >> 7;
    (sum & !HIGH) | ((over << 7) - over)
}

impl ExplorationBudget {
    /// The budget of an empty Supply.
    pub const NONE: Self = Self(HIGH);

    /// Returns the budget of a Supply of up to 127 dice.
    #[inline]
    pub fn of(supply: Pool) -> Self {
        let mut word = supply.word();
        // Each byte plus all higher ones: sums of two, then of four, then of all.
        word += word >> 8;
        word += word >> 16;
        word += word >> 32;
        Self(HIGH + word)
    }

    /// Returns an upper bound on the budget of a Supply of which each die may explore more than one:
    /// for each value, the number of dice of it that fit into a die, summed over the Supply. The Supply
    /// never pays for more dice of the value or higher, but possibly for fewer.
    #[inline]
    pub fn room(supply: Pool) -> Self {
        // A lane is limited to 127, and a Field has far fewer dice.
        let mut word = 0;
        for value in supply.distinct() {
            let count = u64::from(supply.count(value));
            word = if supply.len() <= 21 {
                word + count * ROOM[value as usize]
            } else {
                (0..count).fold(word, |word, _| add_capped(word, ROOM[value as usize]))
            };
        }
        Self(HIGH + word)
    }

    /// Returns the budget as a unique 48-bit number.
    #[inline]
    pub fn word(self) -> u64 {
        self.0
    }

    /// Returns the budget after exploring `count` dice of `face`; `None` if it is too small.
    #[inline]
    pub fn after(self, face: u32, count: u32) -> Option<Self> {
        let rest = self.0 - u64::from(count) * COST[face as usize];
        (rest & HIGH == HIGH).then_some(Self(rest))
    }

    /// Returns the highest face of which another die can be explored; 0 if there is none.
    #[inline]
    pub fn highest(self) -> u32 {
        // The first byte with nothing left is the end of the range.
        let left = ((self.0 ^ HIGH) + 0x7f * LANES) & HIGH;
        (!left & HIGH | 1 << 48).trailing_zeros() / 8
    }

    /// Returns the maximum number of dice that can still be explored.
    #[inline]
    pub fn dice(self) -> u32 {
        (self.0 & 0x7f) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn affordable(supply: &[u32], faces: &[u32]) -> bool {
        let budget = Some(ExplorationBudget::of(Pool::from_faces(supply)));
        faces
            .iter()
            .fold(budget, |budget, &face| budget?.after(face, 1))
            .is_some()
    }

    /// Returns whether any assignment of the Supply pays for all faces, by exhaustive search.
    fn payable(supply: &mut Vec<u32>, faces: &[u32]) -> bool {
        let Some((&face, rest)) = faces.split_first() else {
            return true;
        };
        (0..supply.len()).any(|index| {
            if supply[index] < face {
                return false;
            }
            let spent = supply.remove(index);
            let pays = payable(supply, rest);
            supply.insert(index, spent);
            pays
        })
    }

    #[test]
    fn affordable_sets_are_those_that_can_be_paid() {
        let lists = |len: u32| {
            (0..6_u32.pow(len)).map(move |number| {
                (0..len)
                    .map(|digit| number / 6_u32.pow(digit) % 6 + 1)
                    .collect::<Vec<_>>()
            })
        };
        for mut supply in lists(3) {
            for len in 1..=3 {
                for faces in lists(len) {
                    assert_eq!(
                        affordable(&supply, &faces),
                        payable(&mut supply, &faces),
                        "{supply:?} {faces:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn room_counts_dice_of_one_value_alone() {
        // A six and a three have room for two threes or four ones in total, and for one five.
        let room = ExplorationBudget::room(Pool::from_faces(&[3, 6]));
        assert_eq!(room.dice(), 9);
        assert!(room.after(3, 3).is_some() && room.after(3, 4).is_none());
        assert!(room.after(5, 1).is_some() && room.after(5, 2).is_none());
        assert_eq!(room.highest(), 6);
        // Limited to the maximum of a lane.
        assert_eq!(
            ExplorationBudget::room(Pool::from_faces(&[6; 100])).dice(),
            0x7f
        );
    }

    #[test]
    fn the_highest_face_is_that_of_one_more_affordable_die() {
        for supply in [&[][..], &[1], &[6], &[2, 2], &[1, 3, 6], &[5, 5, 6, 6, 6]] {
            let budget = ExplorationBudget::of(Pool::from_faces(supply));
            assert_eq!(budget.dice() as usize, supply.len());
            assert_eq!(
                budget.highest(),
                supply.iter().copied().max().unwrap_or(0),
                "{supply:?}"
            );
        }
        // A six spent on a one is gone, whatever else it might have explored.
        let spent = ExplorationBudget::of(Pool::from_faces(&[6]))
            .after(1, 1)
            .unwrap();
        assert_eq!(spent.highest(), 0);
    }
}
