//! Exact distributions of the random terms, as lists of branches for the solver.

use super::tables::{COMBINED, FIRST, MORE, Table};

/// Bound on the omitted probability of one side: a quarter of 10^-18, so that two sides stay below
/// 10^-18 together.
const REST: f64 = 2.5e-19;

/// Possible result of a random term, with the number of dice and the probability.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    pub value: i64,
    pub dice: i64,
    pub chance: f64,
}

/// Branches of a random term, and the probability of all omitted ones.
#[derive(Clone, Debug)]
pub(super) struct RandomTerm {
    pub branches: Vec<Branch>,
    pub rest: f64,
}

impl RandomTerm {
    /// Returns the minimum and the maximum of a number over all branches.
    pub fn range(&self, number: impl Fn(&Branch) -> i64) -> (i64, i64) {
        let numbers = self.branches.iter().map(number);
        numbers.fold((i64::MAX, i64::MIN), |(low, high), number| {
            (low.min(number), high.max(number))
        })
    }
}

/// Returns `part` / `whole`.
pub(super) fn share(part: u32, whole: u32) -> f64 {
    f64::from(part) / f64::from(whole)
}

/// Returns the branches of a run of dice of `sides` faces that ends when one shows `stop` or less.
pub(super) fn run(sides: u32, stop: u32) -> RandomTerm {
    let stops = share(stop, sides);
    let mut branches = Vec::new();
    let mut rest = 1.0;
    while rest >= REST {
        let value = branches.len() as i64;
        branches.push(Branch {
            value,
            dice: value + 1,
            chance: rest * stops,
        });
        rest *= 1.0 - stops;
    }
    RandomTerm { branches, rest }
}

/// Returns the branches of rolls on the first table, repeated after each `MORE`.
pub(super) fn first() -> RandomTerm {
    let mut branches = Vec::new();
    let (mut rest, mut rolls) = (1.0, 0);
    while rest >= REST {
        let mut on = 0.0;
        for (result, share) in by_result(&FIRST) {
            if result == MORE {
                on = share;
            } else {
                branches.push(Branch {
                    value: MORE * rolls + result,
                    dice: rolls + 1,
                    chance: rest * share,
                });
            }
        }
        rest *= on;
        rolls += 1;
    }
    RandomTerm { branches, rest }
}

/// Returns the branches of a roll on the combined table, including further rolls on the first
/// table.
pub(super) fn combined() -> RandomTerm {
    let further = first();
    let mut branches = Vec::new();
    let mut rest = 0.0;
    for (result, share) in by_result(&COMBINED) {
        if result.abs() == MORE {
            rest += share * further.rest;
            branches.extend(further.branches.iter().map(|branch| Branch {
                value: result + result.signum() * branch.value,
                dice: branch.dice + 1,
                chance: share * branch.chance,
            }));
        } else {
            branches.push(Branch {
                value: result,
                dice: 1,
                chance: share,
            });
        }
    }
    RandomTerm { branches, rest }
}

/// Returns the results of a table, ascending, each with its probability.
fn by_result(table: &Table) -> Vec<(i64, f64)> {
    let mut results: Vec<(i64, u32)> = Vec::new();
    for &result in &table[1..] {
        match results.last_mut() {
            Some((last, rolls)) if *last == i64::from(result) => *rolls += 1,
            _ => results.push((i64::from(result), 1)),
        }
    }
    let shares = results.into_iter();
    shares
        .map(|(result, rolls)| (result, share(rolls, 100)))
        .collect()
}

/// Returns the distribution of the number of dice that stop among `dice` dice, each of which
/// continues with probability `goes_on`.
///
/// This is a binomial distribution. Each term is computed from the one before it, which is safe
/// because the smallest possible first term, 0.8^2000, is far above the smallest positive `f64`.
pub(super) fn stopped(dice: i64, goes_on: f64) -> Vec<f64> {
    let mut chance = libm::pow(goes_on, dice as f64);
    let mut chances = vec![chance];
    for stops in 0..dice {
        chance *= (dice - stops) as f64 / (stops + 1) as f64 * ((1.0 - goes_on) / goes_on);
        chances.push(chance);
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_random_term_sums_to_one_but_for_a_rest_below_1e_18() {
        for random_term in [run(5, 1), run(6, 1), run(10, 2), first(), combined()] {
            let sum: f64 = random_term
                .branches
                .iter()
                .map(|branch| branch.chance)
                .sum();
            assert!((sum - 1.0).abs() < 1e-14, "{sum}");
            assert!(2.0 * random_term.rest < 1e-18);
        }
    }

    #[test]
    fn a_run_goes_on_with_the_same_chance_at_every_die() {
        for pair in run(5, 1).branches.windows(2) {
            assert!((pair[1].chance / pair[0].chance - 0.8).abs() < 1e-12);
        }
    }

    #[test]
    fn the_dice_that_stop_are_binomial_even_for_the_widest_lead() {
        let small = stopped(3, 0.8);
        for (found, figure) in small.into_iter().zip([0.512, 0.384, 0.096, 0.008]) {
            assert!((found - figure).abs() < 1e-15);
        }
        for (dice, goes_on) in [(2000, 0.8), (200, 0.1)] {
            assert!((stopped(dice, goes_on).iter().sum::<f64>() - 1.0).abs() < 1e-11);
        }
    }
}
