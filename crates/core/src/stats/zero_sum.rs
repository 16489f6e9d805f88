//! Equilibrium of a zero-sum matrix game: a mixed strategy for each side that the side cannot
//! improve on alone.
//!
//! One side picks a row and maximizes the entry; the other simultaneously picks a column and
//! minimizes it. Such strategies exist, and both guarantee the same value (J. von Neumann, *Zur
//! Theorie der Gesellschaftsspiele*, Mathematische Annalen 100, 1928). They are computed as a
//! linear program by the simplex method (G. B. Dantzig, *A proof of the equivalence of the
//! programming problem and the game problem*, 1951) with Bland's rule, which cannot cycle (R. G.
//! Bland, *New finite pivoting rules for the simplex method*, Mathematics of Operations Research 2,
//! 1977).
//!
//! The result is then evaluated against all rows and columns. So the value is between the two
//! returned bounds, whatever the rounding errors of the simplex method.

/// Magnitude below which a tableau entry counts as 0.
const TOLERANCE: f64 = 1e-12;
/// Maximum number of pivots, more than any realistic matrix needs.
const MOST_PIVOTS: usize = 10_000;

/// Equilibrium: a mixed strategy of rows and one of columns, with the values that they guarantee.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// Probability of each row; the sum is 1.
    pub rows: Vec<f64>,
    /// Probability of each column; the sum is 1.
    pub columns: Vec<f64>,
    /// Minimum expected entry of the row strategy against any column.
    pub low: f64,
    /// Maximum expected entry of the column strategy against any row.
    pub high: f64,
}

impl Equilibrium {
    /// Returns the value of the matrix, halfway between the bounds.
    pub fn value(&self) -> f64 {
        f64::midpoint(self.low, self.high)
    }
}

/// Returns an equilibrium of a matrix, given row by row. Returns `None` if the matrix has no rows
/// or columns, if its rows differ in length, or if an entry is not finite.
///
/// ```
/// use evenodds_core::stats::zero_sum_equilibrium;
/// // Matching pennies with a prize for heads.
/// let found = zero_sum_equilibrium(&[vec![3.0, -1.0], vec![-1.0, 1.0]]).unwrap();
/// assert!((found.value() - 1.0 / 3.0).abs() < 1e-12);
/// assert!((found.rows[0] - 1.0 / 3.0).abs() < 1e-12);
/// ```
pub fn zero_sum_equilibrium(matrix: &[Vec<f64>]) -> Option<Equilibrium> {
    let width = matrix.first()?.len();
    let is_sound = |row: &Vec<f64>| row.len() == width && row.iter().all(|entry| entry.is_finite());
    if width == 0 || !matrix.iter().all(is_sound) {
        return None;
    }
    let entries = || matrix.iter().flatten().copied();
    let lowest = entries().fold(f64::INFINITY, f64::min);
    let scale = entries().fold(0.0, |most: f64, entry| most.max(entry - lowest));
    // Entries are scaled to the range 1 to 2, so that the value is positive and numbers have
    // similar magnitudes.
    let scale = if scale > 0.0 { scale } else { 1.0 };
    let mut tableau = Tableau::new(matrix, |entry| 1.0 + (entry - lowest) / scale);
    tableau.solve();
    let columns = normalized(tableau.columns());
    let rows = normalized(tableau.rows());
    Some(evaluated(matrix, rows, columns))
}

/// Size of the bonus that makes a side prefer an option among equally good ones, relative to the
/// range of the entries.
const BONUS: f64 = 1e-7;

/// Returns an equilibrium like [`zero_sum_equilibrium`] that leaves out no option which any
/// equilibrium has, whatever their order: the mean of the equilibria that prefer each option.
///
/// ```
/// use evenodds_core::stats::central_equilibrium;
/// let found = central_equilibrium(&[vec![0.5; 4], vec![0.5; 4]]).unwrap();
/// assert!(found.rows == [0.5; 2] && found.columns == [0.25; 4]);
/// ```
pub fn central_equilibrium(matrix: &[Vec<f64>]) -> Option<Equilibrium> {
    let plain = zero_sum_equilibrium(matrix)?;
    let width = plain.columns.len();
    let entries = || matrix.iter().flatten().copied();
    let range =
        entries().fold(f64::NEG_INFINITY, f64::max) - entries().fold(f64::INFINITY, f64::min);
    let bonus = BONUS * if range > 0.0 { range } else { 1.0 };
    let (mut rows, mut columns) = (vec![0.0; matrix.len()], vec![0.0; width]);
    // An option that is not played even with a bonus is in no equilibrium.
    let add = |sum: &mut Vec<f64>, preferred: usize, weights: Vec<f64>| {
        if weights[preferred] > TOLERANCE {
            for (sum, weight) in sum.iter_mut().zip(weights) {
                *sum += weight;
            }
        }
    };
    let mut changed = matrix.to_vec();
    for row in 0..matrix.len() {
        changed[row].iter_mut().for_each(|entry| *entry += bonus);
        add(&mut rows, row, zero_sum_equilibrium(&changed)?.rows);
        changed[row].clone_from(&matrix[row]);
    }
    for column in 0..width {
        for (row, entries) in changed.iter_mut().enumerate() {
            entries[column] = matrix[row][column] - bonus;
        }
        add(
            &mut columns,
            column,
            zero_sum_equilibrium(&changed)?.columns,
        );
        for (row, entries) in changed.iter_mut().enumerate() {
            entries[column] = matrix[row][column];
        }
    }
    let clean = |weights: Vec<f64>| {
        let weights = weights.into_iter();
        normalized(
            weights
                .map(|weight| if weight < TOLERANCE { 0.0 } else { weight })
                .collect(),
        )
    };
    let central = evaluated(matrix, clean(rows), clean(columns));
    // A bonus that decides more than ties is not used.
    let loss = (plain.low - central.low).max(central.high - plain.high);
    Some(if loss <= 10.0 * TOLERANCE * range.max(TOLERANCE) {
        central
    } else {
        plain
    })
}

/// Maximum number of rounds in the search for the highest entropy.
const MOST_ROUNDS: usize = 20_000;

/// Returns the equilibrium of highest entropy of a symmetric game, as the weight of each option. The
/// entry of a row and a column is the gain of the row, and mirrored entries sum to 0, so both sides
/// have the same equilibria. Equal options have equal weights, whatever their order (D. Balduzzi, K.
/// Tuyls, J. Perolat and T. Graepel, *Re-evaluating evaluation*, Advances in Neural Information
/// Processing Systems 31, 2018). Returns `None` as [`zero_sum_equilibrium`] does.
///
/// ```
/// use evenodds_core::stats::maximum_entropy_equilibrium;
/// // Rock-paper-scissors with two rocks.
/// let game = [
///     [0.0, 0.0, -1.0, 1.0],
///     [0.0, 0.0, -1.0, 1.0],
///     [1.0, 1.0, 0.0, -1.0],
///     [-1.0, -1.0, 1.0, 0.0],
/// ];
/// let weights = maximum_entropy_equilibrium(&game.map(Vec::from)).unwrap();
/// let expected = [1.0 / 6.0, 1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0];
/// assert!(weights.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-9));
/// ```
pub fn maximum_entropy_equilibrium(matrix: &[Vec<f64>]) -> Option<Vec<f64>> {
    let plain = zero_sum_equilibrium(matrix)?;
    let central = central_equilibrium(matrix)?.rows;
    let moved = plain.rows.iter().zip(&central);
    if moved.fold(0.0, |most: f64, (one, other)| most.max((one - other).abs())) < 1e-9 {
        // There is only one.
        return Some(plain.rows);
    }
    // The weights have the form exp(sum of l[j] * matrix[i][j]) among the options that any
    // equilibrium has, by the method of Lagrange. There is a multiplier for each column: against
    // those options every equilibrium gains 0, against others at least 0, with l[j] >= 0. Each step
    // adapts one multiplier by Newton's method.
    let is_played: Vec<bool> = central.iter().map(|&weight| weight > 0.0).collect();
    let range = matrix
        .iter()
        .flatten()
        .fold(0.0, |most: f64, one| most.max(one.abs()));
    let mut weights: Vec<f64> = is_played
        .iter()
        .map(|&is| f64::from(u8::from(is)))
        .collect();
    let mut multipliers = vec![0.0; matrix.len()];
    for _ in 0..MOST_ROUNDS {
        let mut most: f64 = 0.0;
        for column in 0..matrix.len() {
            weights = normalized(weights);
            let gains = || {
                weights
                    .iter()
                    .zip(matrix)
                    .map(|(weight, row)| (weight, row[column]))
            };
            let mean: f64 = gains().map(|(weight, gain)| weight * gain).sum();
            let square: f64 = gains().map(|(weight, gain)| weight * gain * gain).sum();
            if square <= 0.0 {
                continue;
            }
            let mut step = (-mean / square).clamp(-1.0 / range, 1.0 / range);
            if !is_played[column] {
                step = step.max(-multipliers[column]);
            }
            multipliers[column] += step;
            most = most.max((step * range).abs());
            for (weight, row) in weights.iter_mut().zip(matrix) {
                *weight *= libm::exp(step * row[column]);
            }
        }
        if most < 1e-13 {
            break;
        }
    }
    let weights = evaluated(matrix, normalized(weights), plain.columns);
    let is_equilibrium = weights.low >= plain.low - 1e-9 * range;
    Some(if is_equilibrium {
        weights.rows
    } else {
        central
    })
}

/// Returns mixed strategies with the values that they guarantee.
fn evaluated(matrix: &[Vec<f64>], rows: Vec<f64>, columns: Vec<f64>) -> Equilibrium {
    let dot = |left: &[f64], right: &mut dyn Iterator<Item = f64>| -> f64 {
        left.iter().zip(right).map(|(a, b)| a * b).sum()
    };
    let low = (0..columns.len())
        .map(|column| dot(&rows, &mut matrix.iter().map(|row| row[column])))
        .fold(f64::INFINITY, f64::min);
    let high = matrix
        .iter()
        .map(|row| dot(&columns, &mut row.iter().copied()))
        .fold(f64::NEG_INFINITY, f64::max);
    Equilibrium {
        rows,
        columns,
        low,
        high,
    }
}

/// Replaces negative weights by 0 and scales the sum to 1; all weights are equal if none is
/// positive.
fn normalized(weights: Vec<f64>) -> Vec<f64> {
    let count = weights.len() as f64;
    let weights: Vec<f64> = weights.into_iter().map(|weight| weight.max(0.0)).collect();
    let sum: f64 = weights.iter().sum();
    if sum > 0.0 {
        weights.into_iter().map(|weight| weight / sum).collect()
    } else {
        weights.into_iter().map(|_| 1.0 / count).collect()
    }
}

/// Tableau of the linear program "maximize the sum of y with A y <= 1 and y >= 0": a row for each
/// constraint, and the objective below.
///
/// The solution is the column strategy, the dual solution the row strategy, both divided by the
/// value.
struct Tableau {
    height: usize,
    width: usize,
    /// Rows of cells: `width` columns, `height` slack variables and the right-hand side.
    cells: Vec<Vec<f64>>,
    /// Basic variable of each constraint.
    basis: Vec<usize>,
}

impl Tableau {
    fn new(matrix: &[Vec<f64>], entry: impl Fn(f64) -> f64) -> Self {
        let (height, width) = (matrix.len(), matrix[0].len());
        let mut cells = vec![vec![0.0; width + height + 1]; height + 1];
        for (number, row) in matrix.iter().enumerate() {
            for (cell, &value) in cells[number].iter_mut().zip(row) {
                *cell = entry(value);
            }
            cells[number][width + number] = 1.0;
            cells[number][width + height] = 1.0;
        }
        cells[height][..width].fill(-1.0);
        Self {
            height,
            width,
            cells,
            basis: (width..width + height).collect(),
        }
    }

    fn solve(&mut self) {
        let right = self.width + self.height;
        for _ in 0..MOST_PIVOTS {
            // Bland's rule: the first variable that improves the objective; in a tie, the first
            // limit.
            let Some(column) =
                (0..right).find(|&column| self.cells[self.height][column] < -TOLERANCE)
            else {
                return;
            };
            let mut leaving: Option<(f64, usize)> = None;
            for row in 0..self.height {
                let cell = self.cells[row][column];
                if cell > TOLERANCE {
                    let limit = self.cells[row][right] / cell;
                    let is_better = leaving.is_none_or(|(best, of)| {
                        limit < best || limit == best && self.basis[row] < self.basis[of]
                    });
                    if is_better {
                        leaving = Some((limit, row));
                    }
                }
            }
            // With positive entries there is always a limit.
            let Some((_, row)) = leaving else { return };
            self.pivot(row, column);
        }
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let factor = self.cells[row][column];
        for cell in &mut self.cells[row] {
            *cell /= factor;
        }
        let pivot = self.cells[row].clone();
        for (number, cells) in self.cells.iter_mut().enumerate() {
            let factor = cells[column];
            if number != row && factor != 0.0 {
                for (cell, &own) in cells.iter_mut().zip(&pivot) {
                    *cell -= factor * own;
                }
            }
        }
        self.basis[row] = column;
    }

    fn columns(&self) -> Vec<f64> {
        let mut weights = vec![0.0; self.width];
        for (row, &variable) in self.basis.iter().enumerate() {
            if let Some(weight) = weights.get_mut(variable) {
                *weight = self.cells[row][self.width + self.height];
            }
        }
        weights
    }

    fn rows(&self) -> Vec<f64> {
        self.cells[self.height][self.width..self.width + self.height].to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_pure_saddle_point_is_found() {
        let found =
            zero_sum_equilibrium(&[vec![0.2, 0.6], vec![0.3, 0.9], vec![0.1, 0.95]]).unwrap();
        assert_eq!(found.rows, [0.0, 1.0, 0.0]);
        assert_eq!(found.columns, [1.0, 0.0]);
        assert!((found.low - 0.3).abs() < 1e-15 && (found.high - 0.3).abs() < 1e-15);
    }

    #[test]
    fn rock_paper_scissors_is_even() {
        let matrix = [
            vec![0.0, -1.0, 1.0],
            vec![1.0, 0.0, -1.0],
            vec![-1.0, 1.0, 0.0],
        ];
        let found = zero_sum_equilibrium(&matrix).unwrap();
        for weight in found.rows.iter().chain(&found.columns) {
            assert!((weight - 1.0 / 3.0).abs() < 1e-12);
        }
        assert!(found.value().abs() < 1e-12);
    }

    #[test]
    fn equal_entries_have_their_value() {
        let found = zero_sum_equilibrium(&vec![vec![0.5; 3]; 2]).unwrap();
        assert_eq!((found.low, found.high), (0.5, 0.5));
    }

    #[test]
    fn invalid_matrices_have_no_saddle_point() {
        assert_eq!(zero_sum_equilibrium(&[]), None);
        assert_eq!(zero_sum_equilibrium(&[vec![]]), None);
        assert_eq!(zero_sum_equilibrium(&[vec![1.0], vec![1.0, 2.0]]), None);
        assert_eq!(zero_sum_equilibrium(&[vec![1.0, f64::NAN]]), None);
    }

    proptest! {
        #[test]
        fn the_bounds_meet(
            (height, width, entries) in (1..9usize, 1..9usize, prop::collection::vec(-1.0..1.0f64, 64))
        ) {
            let matrix: Vec<Vec<f64>> = entries.chunks(8).take(height).map(|row| row[..width].to_vec()).collect();
            let found = zero_sum_equilibrium(&matrix).unwrap();
            prop_assert!((found.rows.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            prop_assert!((found.columns.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            prop_assert!(found.low <= found.high + 1e-12);
            prop_assert!(found.high - found.low < 1e-9, "{} {}", found.low, found.high);
        }

        /// Permuted options are played likewise.
        #[test]
        fn the_central_equilibrium_plays_the_same_options_in_any_order(
            (height, width, shift, entries) in (1..5usize, 1..5usize, 0..4usize, prop::collection::vec(0..3u8, 16))
        ) {
            let row = |row: usize| (0..width).map(|column| f64::from(entries[4 * row + column])).collect::<Vec<_>>();
            let matrix: Vec<Vec<f64>> = (0..height).map(row).collect();
            let mut turned = matrix.clone();
            turned.rotate_left(shift % height);
            for row in &mut turned {
                row.reverse();
            }
            let (plain, mut found) = (central_equilibrium(&matrix).unwrap(), central_equilibrium(&turned).unwrap());
            found.rows.rotate_right(shift % height);
            found.columns.reverse();
            prop_assert!(plain.high - plain.low < 1e-9);
            for (one, other) in plain.rows.iter().chain(&plain.columns).zip(found.rows.iter().chain(&found.columns)) {
                prop_assert_eq!(*one > 1e-6, *other > 1e-6, "{:?} {:?}", plain, found);
            }
        }

        /// Equal options have equal weights, in any order, and no option gains against the weights.
        #[test]
        fn the_equilibrium_of_highest_entropy_is_the_same_in_any_order(
            (options, shift, entries) in (1..6usize, 0..6usize, prop::collection::vec(-1..2i8, 36))
        ) {
            let gain = |row: usize, column: usize| match row.cmp(&column) {
                std::cmp::Ordering::Less => f64::from(entries[6 * row + column]),
                std::cmp::Ordering::Equal => 0.0,
                std::cmp::Ordering::Greater => -f64::from(entries[6 * column + row]),
            };
            let place = |option: usize| (option + shift) % options;
            let game = |place: &dyn Fn(usize) -> usize| -> Vec<Vec<f64>> {
                let row = |row: usize| (0..options).map(|column| gain(place(row), place(column))).collect();
                (0..options).map(row).collect()
            };
            let plain = game(&|option| option);
            let weights = maximum_entropy_equilibrium(&plain).unwrap();
            let turned = maximum_entropy_equilibrium(&game(&place)).unwrap();
            for option in 0..options {
                prop_assert!((weights[place(option)] - turned[option]).abs() < 1e-6, "{weights:?} {turned:?}");
                let against = |column: usize| -> f64 { (0..options).map(|row| weights[row] * plain[row][column]).sum() };
                prop_assert!(against(option) > -1e-8, "{weights:?}");
            }
        }

        #[test]
        fn repeated_entries_do_not_make_the_simplex_method_cycle(
            entries in prop::collection::vec(0..3u8, 36)
        ) {
            let matrix: Vec<Vec<f64>> = entries.chunks(6).map(|row| row.iter().copied().map(f64::from).collect()).collect();
            let found = zero_sum_equilibrium(&matrix).unwrap();
            prop_assert!(found.high - found.low < 1e-9);
        }
    }
}
