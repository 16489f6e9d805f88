//! All functions of pools against all throws of some dice.

use super::*;
use crate::ExpressionDistribution;
use std::collections::BTreeMap;

/// Returns the throws of some dice with the values 0, 1, 2 and 4, each in descending order.
fn throws(dice: u32) -> Vec<Vec<i64>> {
    let each = (0..4_usize.pow(dice)).map(|number| {
        let mut dice: Vec<i64> = (0..dice)
            .map(|die| [0, 1, 2, 4][number / 4_usize.pow(die) % 4])
            .collect();
        dice.sort_unstable_by(|a, b| b.cmp(a));
        dice
    });
    each.collect()
}

/// All functions of pools but [`SYMBOL`].
fn pool_functions() -> Vec<(&'static str, &'static PoolFunction)> {
    let listed = FUNCTIONS.iter().filter_map(|one| match one {
        ListedFunction::Pool(function) => Some((function.name, *function)),
        ListedFunction::Form(_) => None,
    });
    listed.chain([("min", &LOWEST)]).collect()
}

#[test]
fn functions_have_different_names() {
    let mut names: Vec<&str> = FUNCTIONS.map(ListedFunction::name).into();
    names.extend([LOWEST.name, SYMBOL.name]);
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn the_exact_distribution_of_every_function_is_that_of_all_throws() {
    let values = |least, most, inverted| {
        Arguments::Values(Selection {
            least,
            most,
            inverted,
        })
    };
    for (name, function) in pool_functions() {
        let (has_other, calls) = match function.takes {
            Takes::Nothing => (false, vec![("", Arguments::None)]),
            Takes::Number => (false, vec![(", 2", Arguments::Number(2))]),
            Takes::Values(_) => (
                false,
                vec![
                    (", >=3", values(3, i64::MAX, false)),
                    (", 2..3", values(2, 3, false)),
                    (", 5", values(5, 5, false)),
                    (", !=5", values(5, 5, true)),
                    (", <=0", values(i64::MIN, 0, false)),
                ],
            ),
            Takes::Pool => (true, vec![("", Arguments::None)]),
            Takes::PoolAndTies => (
                true,
                vec![("", Arguments::None), (", ties", Arguments::Ties)],
            ),
        };
        // Dice with the values 0, 1, 2 and 4, which have a gap; all of them, or some.
        let pools = [
            ("3d{0,1,2,4}", 0..3),
            ("3d{0,1,2,4}kh2", 0..2),
            ("3d{0,1,2,4}kl2", 1..3),
        ];
        for ((typed, arguments), (pool, kept)) in calls
            .iter()
            .flat_map(|call| pools.iter().map(move |pool| (call, pool)))
        {
            let other = if has_other { ", 2d{0,1,2,4}" } else { "" };
            let text = format!("{name}({pool}{other}{typed})");
            let mut expected: BTreeMap<i64, u32> = BTreeMap::new();
            for dice in throws(3) {
                for other in throws(2) {
                    let value = (function.value)(*arguments, &dice[kept.clone()], &other);
                    *expected.entry(value).or_default() += 1;
                }
            }
            let found = ExpressionDistribution::of(&text).unwrap().values;
            assert_eq!(found.len(), expected.len(), "{text}");
            for ((value, chance), (other, throws)) in found.into_iter().zip(expected) {
                assert_eq!(value, other, "{text}");
                assert!(
                    (chance - f64::from(throws) / 1024.0).abs() < 1e-12,
                    "{text}"
                );
            }
        }
    }
}
