//! Comparisons and sums of two independent quantities with many values, without a look-up for each pair of values.

use super::super::budget::{Budget, TooLarge};
use super::super::table::WeightTable;
use super::{Group, mask};
use crate::expression::{BinaryOp, Evaluator, Node, NodeId, Program, Values, binary};

/// Number of pairs of values from which on this is worth its preparation.
const MANY_PAIRS: usize = 1_000_000;
/// Number of pairs that are added up in one step of the budget.
const PAIRS_OF_STEP: usize = 32;
/// Maximum number of possible sums for each value of the two quantities.
const MOST_SUMS: usize = 64;

/// An operation on a node that earlier pools decide and one that the pools of a group decide.
pub struct Pairs {
    op: BinaryOp,
    /// The node that the group decides.
    own: NodeId,
    /// True if it is the second operand.
    is_second: bool,
}

impl Pairs {
    /// Returns the only node that is kept after a group as an operation on the only node that was `known` before, if it
    /// is a comparison, a sum or a difference and no dice of the group depend on earlier ones.
    pub fn of(program: &Program, group: &Group, known: &[NodeId], before: u64) -> Option<Self> {
        let ([kept], [known]) = (&group.kept[..], known) else {
            return None;
        };
        let Node::Binary(op, a, b) = program.node(*kept) else {
            return None;
        };
        let (own, is_second) = match (a == known, b == known) {
            (true, false) => (*b, true),
            (false, true) => (*a, false),
            _ => return None,
        };
        let is_covered = op.is_comparison() || matches!(op, BinaryOp::Add | BinaryOp::Subtract);
        let pools = group.pools.iter();
        let mut parameters = pools.flat_map(|&pool| program.pools[pool].parameters());
        let is_independent = program.pools_read(own) & !(before | mask(&group.pools)) == 0
            && parameters.all(|node| program.pools_read(node) & !before == 0);
        (is_covered && is_independent).then_some(Self {
            op: *op,
            own,
            is_second,
        })
    }

    /// Returns the distribution of the operation, for those of the known node and of the figures of the group, whose
    /// values `set` sets; `None` if there are few pairs, or too many sums.
    ///
    /// # Errors
    /// Returns `combinations` if the sums take too many steps.
    pub fn distribution(
        &self,
        (evaluator, values): (Evaluator<'_>, &mut Values),
        (known, figures): (&WeightTable, &WeightTable),
        set: impl Fn(&mut Values, &[i64]),
        (budget, combinations): (&mut Budget, fn() -> String),
    ) -> Result<Option<WeightTable>, TooLarge> {
        if known.rows().saturating_mul(figures.rows()) < MANY_PAIRS {
            return Ok(None);
        }
        let mut own = WeightTable::new(1);
        for (shown, chance) in figures.iter() {
            set(values, shown);
            own.add(&[evaluator.value(values, self.own)], chance);
        }
        let known = sorted(known);
        let own = sorted(&own);
        if self.op.is_comparison() {
            return Ok(Some(self.compared(&known, &own)));
        }
        let pairs = known.len() * own.len();
        budget.take((pairs / PAIRS_OF_STEP) as u64, combinations)?;
        Ok(self.added(&known, &own))
    }

    /// Returns the value of the operation.
    fn value(&self, known: i64, own: i64) -> i64 {
        if self.is_second {
            binary(self.op, known, own)
        } else {
            binary(self.op, own, known)
        }
    }

    /// Returns the distribution of a comparison.
    fn compared(&self, known: &[(i64, f64)], own: &[(i64, f64)]) -> WeightTable {
        // Probabilities of the values before each one, and of it and those after it.
        let mut before = vec![0.0; own.len() + 1];
        let mut after = before.clone();
        for place in 0..own.len() {
            before[place + 1] = before[place] + own[place].1;
        }
        for place in (0..own.len()).rev() {
            after[place] = after[place + 1] + own[place].1;
        }
        let mut all = WeightTable::new(1);
        for &(value, weight) in known {
            let first = own.partition_point(|one| one.0 < value);
            let equal = own.get(first).filter(|one| one.0 == value);
            let end = first + usize::from(equal.is_some());
            let chances = [before[first], equal.map_or(0.0, |one| one.1), after[end]];
            for (other, chance) in [value - 1, value, value + 1].into_iter().zip(chances) {
                if chance > 0.0 {
                    all.add(&[self.value(value, other)], weight * chance);
                }
            }
        }
        all
    }

    /// Returns the distribution of a sum or a difference; `None` if its values are far apart.
    fn added(&self, known: &[(i64, f64)], own: &[(i64, f64)]) -> Option<WeightTable> {
        let ends = |values: &[(i64, f64)]| Some([values.first()?.0, values.last()?.0]);
        let (known_ends, own_ends) = (ends(known)?, ends(own)?);
        let ends = known_ends.map(|known| own_ends.map(|own| self.value(known, own)));
        let ends = ends.as_flattened();
        let (low, high) = (*ends.iter().min()?, *ends.iter().max()?);
        let count = usize::try_from(high.abs_diff(low)).ok()? + 1;
        if count / MOST_SUMS > known.len() + own.len() {
            return None;
        }
        let mut sums = vec![0.0; count];
        for &(value, weight) in known {
            for &(other, chance) in own {
                sums[(self.value(value, other) - low) as usize] += weight * chance;
            }
        }
        let mut all = WeightTable::new(1);
        for (place, &sum) in sums.iter().enumerate() {
            if sum > 0.0 {
                all.add(&[low + place as i64], sum);
            }
        }
        Some(all)
    }
}

/// Returns the values of a table with one column in ascending order, with their weights.
fn sorted(table: &WeightTable) -> Vec<(i64, f64)> {
    let mut rows: Vec<(i64, f64)> = table.iter().map(|(key, weight)| (key[0], weight)).collect();
    rows.sort_unstable_by_key(|one| one.0);
    rows
}

#[cfg(test)]
mod tests {
    use crate::ExpressionDistribution;
    use std::collections::BTreeMap;

    type Operator = fn(i64, i64) -> i64;

    #[test]
    fn operations_on_large_dice_have_the_distribution_of_all_pairs() {
        // More than a million pairs, also of values with gaps, and with either die first.
        let dice = [
            ("1d1200", (1..=1200).collect::<Vec<i64>>()),
            ("(2 * 1d1100)", (1..=1100).map(|die| 2 * die).collect()),
            ("(7 - 1d1000)", (1..=1000).map(|die| 7 - die).collect()),
        ];
        let operators: [(&str, Operator); 8] = [
            ("+", |a, b| a + b),
            ("-", |a, b| a - b),
            ("<", |a, b| i64::from(a < b)),
            ("<=", |a, b| i64::from(a <= b)),
            ("=", |a, b| i64::from(a == b)),
            ("!=", |a, b| i64::from(a != b)),
            (">=", |a, b| i64::from(a >= b)),
            (">", |a, b| i64::from(a > b)),
        ];
        for (text, operator) in operators {
            for [a, b] in [[0, 1], [1, 0], [1, 2], [0, 2]] {
                let ((first, ones), (second, others)) = (&dice[a], &dice[b]);
                let mut expected: BTreeMap<i64, u32> = BTreeMap::new();
                for &one in ones {
                    for &other in others {
                        *expected.entry(operator(one, other)).or_default() += 1;
                    }
                }
                let text = format!("{first} {text} {second}");
                let found = ExpressionDistribution::of(&text).unwrap().values;
                assert_eq!(found.len(), expected.len(), "{text}");
                let pairs = (ones.len() * others.len()) as f64;
                for ((value, chance), (other, count)) in found.into_iter().zip(expected) {
                    assert_eq!(value, other, "{text}");
                    let error = chance - f64::from(count) / pairs;
                    assert!(error.abs() < 1e-12, "{text} {value}: {error}");
                }
            }
        }
    }
}
