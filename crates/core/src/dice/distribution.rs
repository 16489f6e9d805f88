//! Exact distributions of integers, with integer weights.

/// Maximum number of six-sided dice whose outcomes can be counted in 128 bits.
pub const MOST_D6: u32 = 49;

/// Distribution over consecutive integers. The probability of a value is its weight divided by
/// [`Distribution::total`].
///
/// ```
/// use evenodds_core::dice::Distribution;
/// let sum = Distribution::of_dice(3, 6).unwrap();
/// assert_eq!((sum.at_least(10), sum.total()), (135, 216));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    lowest: i64,
    weights: Vec<u128>,
    total: u128,
}

impl Distribution {
    /// Returns the distribution of a constant.
    pub fn certain(value: i64) -> Self {
        Self {
            lowest: value,
            weights: vec![1],
            total: 1,
        }
    }

    /// Returns the distribution with these weights from `lowest` up; `None` if the weights are
    /// empty, all zero, or their sum overflows 128 bits.
    pub fn from_weights(lowest: i64, weights: Vec<u128>) -> Option<Self> {
        let total = weights
            .iter()
            .try_fold(0_u128, |sum, &weight| sum.checked_add(weight))?;
        (total > 0).then_some(Self {
            lowest,
            weights,
            total,
        })
    }

    /// Returns the distribution of the sum of `count` dice of `sides` faces (1 or more); `None` if
    /// `sides`^`count` overflows 128 bits (49 six-sided dice fit).
    pub fn of_dice(count: u32, sides: u32) -> Option<Self> {
        let die = Self::from_weights(1, vec![1; sides as usize])?;
        (0..count).try_fold(Self::certain(0), |sum, _| sum.plus(&die))
    }

    /// Returns the distribution of the number of successes in `count` independent trials, each with
    /// probability `hits` / `of`; `None` if the weights overflow 128 bits.
    pub fn of_hits(count: u32, hits: u32, of: u32) -> Option<Self> {
        let one = Self::from_weights(0, vec![u128::from(of.checked_sub(hits)?), u128::from(hits)])?;
        (0..count).try_fold(Self::certain(0), |sum, _| sum.plus(&one))
    }

    /// Returns the distribution of the sum of the `kept` highest of `count` dice of `sides` faces
    /// (1 or more); `None` if `sides`^`count` overflows 128 bits.
    ///
    /// The algorithm goes through the faces from the highest down. For each, it counts the
    /// remaining dice that show the face, and those of them that are kept.
    pub fn of_best(count: u32, sides: u32, kept: u32) -> Option<Self> {
        u128::from(sides).checked_pow(count)?;
        let kept = kept.min(count);
        let highest = (kept * sides) as usize;
        // Indices: remaining dice, dice still to keep, sum. Values: the number of ways.
        let mut ways = vec![vec![vec![0_u128; highest + 1]; kept as usize + 1]; count as usize + 1];
        ways[count as usize][kept as usize][0] = 1;
        for face in (1..=sides).rev() {
            let mut next =
                vec![vec![vec![0_u128; highest + 1]; kept as usize + 1]; count as usize + 1];
            for left in 0..=count {
                for counting in 0..=kept {
                    for sum in 0..=highest {
                        let before = ways[left as usize][counting as usize][sum];
                        if before == 0 {
                            continue;
                        }
                        // All remaining dice show the lowest face.
                        let fewest = if face == 1 { left } else { 0 };
                        for showing in fewest..=left {
                            let counted = showing.min(counting);
                            let place = &mut next[(left - showing) as usize]
                                [(counting - counted) as usize]
                                [sum + (counted * face) as usize];
                            *place += before * Self::binomial(left, showing);
                        }
                    }
                }
            }
            ways = next;
        }
        let sums = (0..=highest).map(|sum| ways[0].iter().map(|ways| ways[sum]).sum());
        Self::from_weights(0, sums.collect())
    }

    /// Returns the distribution of the sum of two independent numbers; `None` if the weights
    /// overflow 128 bits.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let total = self.total.checked_mul(other.total)?;
        let mut weights = vec![0; self.weights.len() + other.weights.len() - 1];
        for (left, &a) in self.weights.iter().enumerate() {
            for (right, &b) in other.weights.iter().enumerate() {
                weights[left + right] += a * b;
            }
        }
        Some(Self {
            lowest: self.lowest.checked_add(other.lowest)?,
            weights,
            total,
        })
    }

    /// Returns the distribution with every value multiplied by `factor`, 1 or more.
    #[must_use]
    pub fn times(&self, factor: u32) -> Self {
        let factor = factor.max(1) as usize;
        let mut weights = vec![0; (self.weights.len() - 1) * factor + 1];
        for (index, &weight) in self.weights.iter().enumerate() {
            weights[index * factor] = weight;
        }
        Self {
            lowest: self.lowest * factor as i64,
            weights,
            total: self.total,
        }
    }

    /// Returns the sum of all weights.
    pub fn total(&self) -> u128 {
        self.total
    }

    /// Returns the weight of all values of `value` or more.
    pub fn at_least(&self, value: i64) -> u128 {
        self.iter()
            .filter(|&(number, _)| number >= value)
            .map(|(_, weight)| weight)
            .sum()
    }

    /// Returns an iterator over the values, ascending, with their weights. Values of weight 0 are
    /// left out.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u128)> {
        self.weights
            .iter()
            .enumerate()
            .filter(|&(_, &weight)| weight > 0)
            .map(|(index, &weight)| (self.lowest + index as i64, weight))
    }

    /// Returns an iterator over the values, ascending, with their probabilities.
    pub fn probabilities(&self) -> impl Iterator<Item = (i64, f64)> {
        let total = self.total as f64;
        self.iter()
            .map(move |(value, weight)| (value, weight as f64 / total))
    }

    /// Returns the number of ways to choose `k` of `n` items; correct up to `n` = 120.
    pub fn binomial(n: u32, k: u32) -> u128 {
        if k > n {
            return 0;
        }
        (0..k.min(n - k)).fold(1, |ways, index| {
            ways * u128::from(n - index) / u128::from(index + 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_dice_reach_ten_in_135_of_216_throws() {
        let sum = Distribution::of_dice(3, 6).unwrap();
        assert_eq!(sum.at_least(10), 135);
        assert_eq!(sum.total(), 216);
        assert_eq!(sum.iter().next(), Some((3, 1)));
    }

    #[test]
    fn sixes_of_helpers_count_six_each() {
        let sixes = Distribution::of_hits(6, 1, 6).unwrap().times(6);
        assert_eq!(sixes.iter().nth(1), Some((6, 6 * 3125)));
        assert_eq!(sixes.at_least(36), 1);
    }

    #[test]
    fn the_weights_of_49_dice_fit_and_those_of_50_do_not() {
        assert!(Distribution::of_dice(MOST_D6, 6).is_some());
        assert!(Distribution::of_dice(MOST_D6 + 1, 6).is_none());
    }

    #[test]
    fn the_best_three_of_four_dice_are_those_of_every_throw() {
        let mut counts = std::collections::BTreeMap::new();
        for throw in 0..1296_u32 {
            let mut faces = [0, 1, 2, 3].map(|die| i64::from(throw / 6_u32.pow(die) % 6) + 1);
            faces.sort_unstable();
            *counts
                .entry(faces[1..].iter().sum::<i64>())
                .or_insert(0_u128) += 1;
        }
        let best = Distribution::of_best(4, 6, 3).unwrap();
        assert!(best.iter().eq(counts));
        assert_eq!((best.at_least(18), best.total()), (21, 1296));
    }

    #[test]
    fn all_dice_kept_are_the_sum_and_none_kept_are_nothing() {
        let best = |count, kept| Distribution::of_best(count, 6, kept).unwrap();
        assert!(
            best(5, 9)
                .iter()
                .eq(Distribution::of_dice(5, 6).unwrap().iter())
        );
        assert!(best(5, 0).iter().eq([(0, 6_u128.pow(5))]));
        assert!(best(0, 3).iter().eq([(0, 1)]));
        assert_eq!(best(MOST_D6, 3).total(), 6_u128.pow(MOST_D6));
        assert!(Distribution::of_best(MOST_D6 + 1, 6, 3).is_none());
    }

    #[test]
    fn binomials_are_the_rows_of_pascals_triangle() {
        let row: Vec<u128> = (0..=5).map(|k| Distribution::binomial(5, k)).collect();
        assert_eq!(row, [1, 5, 10, 10, 5, 1]);
        assert_eq!(Distribution::binomial(3, 4), 0);
        assert_eq!(Distribution::binomial(60, 30), 118_264_581_564_861_424);
    }
}
