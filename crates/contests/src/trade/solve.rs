//! Exact solution of trade: dynamic programming over the holdings after each step.
//!
//! Later steps depend only on the holdings, so the sequence is a Markov chain. A forward pass
//! computes the probabilities of the holdings after each step. A backward pass computes the
//! conditional probabilities of the outcomes given these holdings. Together they give the joint
//! distribution of the outcome and prosperity after a step. Each count, such as bills paid, needs
//! its own forward pass, with the count in the state. The probabilities of throws are computed in
//! integers.

use super::effects::Throw;
use super::prepared::{MOST_OUTCOMES, Trade};
use super::step::{Holdings, Step, StepResult};
use evenodds_core::contest::{
    Describe, DistributionBuilder, ExactDistribution, NoExact, Remainder, Remainders, Solve,
    deadline,
};
use evenodds_core::dice::Distribution;
use std::collections::BTreeMap;

/// Maximum number of different holdings after a step; beyond it there is no exact answer.
const MOST_HOLDINGS: usize = 50_000;

/// Probabilities of the outcomes.
type Chances = [f64; MOST_OUTCOMES];
/// Probabilities by holdings and by count.
type HoldingsDistribution = BTreeMap<(Holdings, u32), f64>;

impl Solve for Trade {
    fn remainders(&self) -> Result<Remainders, NoExact> {
        let path = self.forward(&mut ThrowChances::default(), &|_| false)?;
        let last = path.last().into_iter().flatten();
        let all = last.map(|((holdings, _), &chance)| Remainder {
            outcome: self.outcome(holdings),
            chance,
            aftermaths: Vec::new(),
            means: Some(holdings.means()),
            carried: Vec::new(),
        });
        Ok(Remainders {
            all: all.collect(),
            bound: 0.0,
        })
    }

    fn exact(&self) -> Result<ExactDistribution, NoExact> {
        let mut chances = ThrowChances::default();
        let layout = &self.layout;
        let mut ends = DistributionBuilder::new(self);
        let path = self.forward(&mut chances, &|_| false)?;
        let ends_of = self.backward(&mut chances, &path);
        for (number, (spread, ends_of)) in path.iter().zip(&ends_of).enumerate() {
            for ((holdings, _), chance) in spread {
                let prosperity = i64::from(holdings.prosperity);
                for (outcome, share) in ends_of[holdings].into_iter().enumerate() {
                    // Impossible values must not have an entry.
                    if share > 0.0 {
                        ends.add_value(layout.path + number, outcome, prosperity, chance * share);
                    }
                }
            }
        }
        let mut shares = vec![0.0; self.outcomes().len()];
        for ((holdings, _), chance) in path.last().into_iter().flatten() {
            let outcome = self.outcome(holdings);
            shares[outcome] += chance;
            let prosperity = i64::from(holdings.prosperity);
            ends.add_value(layout.final_prosperity, outcome, prosperity, *chance);
            for (backer, metric) in layout.backers() {
                let dice = i64::from(holdings.backers[backer]);
                ends.add_value(metric, outcome, dice, *chance);
            }
        }
        for (outcome, &share) in shares.iter().enumerate() {
            // If all other outcomes are impossible, this one is certain, despite the rounding error
            // of the sum.
            let others = shares
                .iter()
                .enumerate()
                .filter(|&(other, _)| other != outcome);
            let all = others.fold(0.0, |sum, (_, share)| sum + share) == 0.0;
            ends.add_outcome(outcome, if all { 1.0 } else { share });
        }
        self.ruined_at(&mut chances, &path, &mut ends);
        for metric in layout.counts() {
            let counted = |result| layout.counted(result) == Some(metric);
            let counts = self.forward(&mut chances, &counted)?;
            for ((holdings, count), chance) in counts.last().into_iter().flatten() {
                ends.add_value(metric, self.outcome(holdings), i64::from(*count), *chance);
            }
        }
        Ok(ends.build().capped())
    }
}

impl Trade {
    /// Returns the probabilities of all holdings at the start and after each step, by the number of
    /// steps so far with a result that satisfies `counted`.
    fn forward(
        &self,
        chances: &mut ThrowChances,
        counted: &dyn Fn(StepResult) -> bool,
    ) -> Result<Vec<HoldingsDistribution>, NoExact> {
        let mut path = vec![HoldingsDistribution::from([((self.setup.start(), 0), 1.0)])];
        for (_, position, step) in self.played() {
            let mut next = HoldingsDistribution::new();
            for (&(holdings, count), chance) in path.last().into_iter().flatten() {
                deadline::check();
                for (share, result, after) in self.branches(chances, holdings, position, step) {
                    let count = count + u32::from(counted(result));
                    *next.entry((after, count)).or_insert(0.0) += chance * share;
                }
            }
            if next.len() > MOST_HOLDINGS {
                return Err(NoExact(format!(
                    "there are more than {MOST_HOLDINGS} different holdings; `run` it instead"
                )));
            }
            path.push(next);
        }
        Ok(path)
    }

    /// Returns the conditional probabilities of the outcomes, given the holdings at the start and
    /// after each step.
    ///
    /// They are sums of products, never differences from 1, so that impossible outcomes have a
    /// probability of exactly 0.
    fn backward(
        &self,
        chances: &mut ThrowChances,
        path: &[HoldingsDistribution],
    ) -> Vec<BTreeMap<Holdings, Chances>> {
        let steps: Vec<(usize, &Step)> = self
            .played()
            .map(|(_, position, step)| (position, step))
            .collect();
        let mut all: Vec<BTreeMap<Holdings, Chances>> = Vec::new();
        for (number, spread) in path.iter().enumerate().rev() {
            let now = spread.keys().map(|&(holdings, _)| {
                let mut ends = Chances::default();
                match (all.last(), steps.get(number)) {
                    (Some(later), Some(&(position, step))) => {
                        for (share, _, after) in self.branches(chances, holdings, position, step) {
                            for (end, later) in ends.iter_mut().zip(later[&after]) {
                                *end += share * later;
                            }
                        }
                    }
                    _ => ends[self.outcome(&holdings)] = 1.0,
                }
                (holdings, ends)
            });
            let now = now.collect();
            all.push(now);
        }
        all.reverse();
        all
    }

    /// Adds the distribution of the step at which the group is ruined.
    fn ruined_at(
        &self,
        chances: &mut ThrowChances,
        path: &[HoldingsDistribution],
        ends: &mut DistributionBuilder<f64>,
    ) {
        let metric = self.layout.ruined_at;
        for ((number, position, step), spread) in self.played().zip(path) {
            let mut ruined = 0.0;
            for ((holdings, _), chance) in spread.iter().filter(|((now, _), _)| !now.ruined) {
                for (share, _, after) in self.branches(chances, *holdings, position, step) {
                    ruined += if after.ruined { chance * share } else { 0.0 };
                }
            }
            if ruined > 0.0 {
                ends.add_value(metric, self.ruined(), i64::from(number), ruined);
            }
        }
        let last = path.last().into_iter().flatten();
        for ((holdings, _), &chance) in last.filter(|((holdings, _), _)| !holdings.ruined) {
            ends.add_value(metric, self.outcome(holdings), 0, chance);
        }
    }

    /// Returns the possible results of a step, as (probability, result, holdings after it).
    fn branches(
        &self,
        chances: &mut ThrowChances,
        mut holdings: Holdings,
        position: usize,
        step: &Step,
    ) -> impl Iterator<Item = (f64, StepResult, Holdings)> + use<> {
        self.begin(&mut holdings, position);
        let ways = match self.attempt(&holdings, step) {
            Err(result) => [Some((1.0, result)), None],
            Ok(throw) => {
                let success = self.chance(chances, &holdings, throw);
                [(success, true), (1.0 - success, false)].map(|(chance, success)| {
                    (chance > 0.0).then(|| (chance, self.resolve_throw(&holdings, step, success)))
                })
            }
        };
        let ends = ways.map(|way| {
            way.map(|(chance, result)| {
                let mut after = holdings;
                self.settle(&mut after, step, result);
                (chance, result, after)
            })
        });
        ends.into_iter().flatten()
    }

    /// Returns the probability that a throw succeeds.
    fn chance(&self, chances: &mut ThrowChances, holdings: &Holdings, throw: Throw) -> f64 {
        match throw {
            Throw::Bill {
                difficulty,
                dice,
                contributors,
                ..
            } => {
                let helping = contributors
                    .iter()
                    .map(|&backer| u32::from(holdings.backers[backer]));
                chances.reach(dice, helping.sum(), difficulty)
            }
            Throw::Barter { give, get } => chances.beat(
                self.setup.cargoes[give].dice,
                self.setup.cargoes[get].dice,
                self.setup.options.barter_tie.lead(),
            ),
        }
    }
}

/// Cache of the probabilities of throws.
#[derive(Default)]
struct ThrowChances {
    reached: BTreeMap<(u32, u32, i64), f64>,
    beaten: BTreeMap<(u32, u32, i64), f64>,
}

impl ThrowChances {
    /// Returns the probability that the sum of `dice` dice, plus 6 for each six of `helping` dice,
    /// is `target` or more.
    fn reach(&mut self, dice: u32, helping: u32, target: i64) -> f64 {
        *self
            .reached
            .entry((dice, helping, target))
            .or_insert_with(|| {
                let all = sum(dice).plus(&sixes(helping)).unwrap_or_else(|| sum(0));
                all.at_least(target) as f64 / all.total() as f64
            })
    }

    /// Returns the probability that the sum of `own` dice exceeds the sum of `other` dice by at
    /// least `by`.
    fn beat(&mut self, own: u32, other: u32, by: i64) -> f64 {
        *self.beaten.entry((own, other, by)).or_insert_with(|| {
            let (own, other) = (sum(own), sum(other));
            let ways: u128 = other
                .iter()
                .map(|(value, weight)| weight * own.at_least(value + by))
                .sum();
            ways as f64 / (own.total() * other.total()) as f64
        })
    }
}

/// Returns the distribution of the sum of `dice` dice.
///
/// It never overflows: at most 48 dice are thrown together, 6 of a Class and 42 of seven backers,
/// and 49 fit.
fn sum(dice: u32) -> Distribution {
    Distribution::of_dice(dice, 6).unwrap_or_else(|| Distribution::certain(0))
}

fn sixes(dice: u32) -> Distribution {
    let hits = Distribution::of_hits(dice, 1, 6).map(|hits| hits.times(6));
    hits.unwrap_or_else(|| Distribution::certain(0))
}

#[cfg(test)]
mod tests {
    use super::super::prepared::SOLVENT;
    use super::super::{
        Backer, BarterRefused, BarterTie, Cargo, CargoOrigin, LastDie, Options, OutcomeSet, Setup,
    };
    use super::*;
    use evenodds_core::contest::conformance::{
        assert_enumerated, assert_sampled, assert_sums_to_one,
    };

    fn bill(difficulty: i64) -> Step {
        Step::Bill {
            difficulty,
            contributors: vec![],
            payer: None,
            pay_on_failure: true,
        }
    }

    fn setup(prosperity: u32, repeat: u32, steps: Vec<Step>) -> Setup {
        Setup {
            prosperity,
            repeat,
            steps: steps
                .into_iter()
                .map(|step| (String::new(), step))
                .collect(),
            ..Setup::default()
        }
    }

    /// Returns a setup with two backers, of which the first also pays a whole bill, and four
    /// cargoes.
    fn rich(prosperity: u32, repeat: u32, options: Options, restock: bool) -> Setup {
        let backer = |name: &str, dice| Backer {
            name: name.to_owned(),
            dice,
        };
        let cargo = |name: &str, dice, foreign: bool, held| Cargo {
            name: name.to_owned(),
            dice,
            origin: CargoOrigin::ALL[usize::from(!foreign)],
            held,
            on_offer: None,
            refused: Vec::new(),
        };
        let barter = |give, get, pair| Step::Barter { give, get, pair };
        let steps = vec![
            Step::Bill {
                difficulty: 16,
                contributors: vec![1, 0],
                payer: None,
                pay_on_failure: false,
            },
            barter(0, 1, 0),
            barter(0, 2, 1),
            Step::Sell { cargo: 1 },
            Step::Bill {
                difficulty: 5,
                contributors: vec![],
                payer: Some(0),
                pay_on_failure: true,
            },
            Step::Travel,
            barter(1, 2, 2),
            Step::Sell { cargo: 2 },
            Step::Expense { dice: 1 },
        ];
        Setup {
            backers: vec![backer("rich", 1), backer("base", 2)],
            cargoes: vec![
                cargo("goods", 1, true, true),
                cargo("spice", 2, false, false),
                cargo("silk", 3, false, false),
                cargo("ore", 1, true, true),
            ],
            restock,
            options,
            ..setup(prosperity, repeat, steps)
        }
    }

    fn all_options() -> impl Iterator<Item = Options> {
        (0..16).map(|bits| Options {
            barter_tie: BarterTie::ALL[bits & 1],
            barter_refused: BarterRefused::ALL[bits >> 1 & 1],
            last_die: LastDie::ALL[bits >> 2 & 1],
            outcome: OutcomeSet::ALL[bits >> 3],
            ..Options::default()
        })
    }

    #[test]
    fn one_bill_is_one_throw() {
        let trade = Trade::new(setup(1, 1, vec![bill(5)]));
        let exact = trade.exact().unwrap();
        assert!((exact.outcomes[trade.ruined()] - 2.0 / 3.0).abs() < 1e-15);
        let out_of_reach = Trade::new(setup(1, 1, vec![bill(7)])).exact().unwrap();
        assert_eq!(out_of_reach.outcomes, [1.0, 0.0]);
        // Three dice reach 10 in 135 of 216 throws; otherwise a die is lost.
        let after = Trade::new(setup(3, 1, vec![bill(10)])).exact().unwrap();
        let last = after.metrics.last().unwrap().overall();
        assert_eq!(last, [(2, 81.0 / 216.0), (3, 135.0 / 216.0)]);
    }

    #[test]
    fn paths_agree_with_every_throw_enumerated() {
        for prosperity in [1, 2, 3] {
            let steps = vec![
                bill(4),
                Step::Windfall { dice: 1 },
                bill(9),
                Step::Expense { dice: 1 },
            ];
            assert_enumerated(&Trade::new(setup(prosperity, 1, steps)), 10, 0.0);
            assert_enumerated(&Trade::new(setup(prosperity, 2, vec![bill(6)])), 10, 0.0);
        }
        for options in all_options() {
            // The complete setup has too many plays for enumeration, so bills and cargoes of one
            // die each are tested separately.
            let mut bills = rich(2, 1, options, false);
            bills.steps = vec![bills.steps[0].clone(), bills.steps[4].clone()];
            assert_enumerated(&Trade::new(bills), 12, 0.0);
            let mut cargo = rich(2, 1, options, false);
            cargo.steps.remove(4);
            cargo.steps.remove(0);
            for cargo in &mut cargo.cargoes {
                cargo.dice = 1;
            }
            assert_enumerated(&Trade::new(cargo), 12, 0.0);
        }
    }

    #[test]
    fn samples_agree_within_four_standard_errors() {
        for options in all_options() {
            for (prosperity, repeat, restock) in [(3, 3, true), (2, 6, false), (5, 4, true)] {
                let trade = Trade::new(rich(prosperity, repeat, options, restock));
                assert_sampled(&trade, 5, 20_000);
            }
        }
        for prosperity in 1..=6 {
            for difficulty in [3, 8, 13, 21] {
                let steps = vec![bill(difficulty), bill(4), Step::Windfall { dice: 1 }];
                assert_sampled(&Trade::new(setup(prosperity, 6, steps)), 5, 20_000);
            }
        }
    }

    #[test]
    fn five_hundred_steps_are_solved() {
        let steps = vec![
            bill(6),
            Step::Expense { dice: 1 },
            Step::Windfall { dice: 1 },
            bill(9),
        ];
        let exact = Trade::new(setup(6, 125, steps)).exact().unwrap();
        assert_sums_to_one(&exact);
    }

    #[test]
    fn more_prosperity_is_never_worse() {
        for difficulty in 4..20 {
            let steps = || vec![bill(difficulty), Step::Expense { dice: 1 }];
            let shares = (1..=6).map(|prosperity| {
                Trade::new(setup(prosperity, 3, steps()))
                    .exact()
                    .unwrap()
                    .outcomes[SOLVENT]
            });
            let shares: Vec<f64> = shares.collect();
            // A bill out of reach costs no die, so only groups that can pay are compared.
            let able = shares.iter().skip(difficulty as usize / 6 + 3);
            assert!(able.is_sorted(), "{difficulty}: {shares:?}");
        }
    }
}
