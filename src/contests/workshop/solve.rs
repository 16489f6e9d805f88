//! Exact results of the Workshop, counted in integers until a final division.
//!
//! The total number of ways is the number of rolls of the Craft, if it is rolled, times the number
//! of rolls of all dice of the Supply, used or not: at most 6^(15 + 9), which fits into 64 bits.

use super::craft::{Craft, MOST_SPREAD, Sorted};
use super::one_by_one_counts::{self, count_one_by_one};
use super::optimal::SolvedWorkshop;
use super::piles::DICE;
use super::players::{Player, matcher, one_by_one};
use super::way_counts::{
    CountedQuantity, EndState, Layer, Round, StateIndex, StateSpace, count_ways,
};
use super::{CraftStart, FAILURE, Layout, OUTCOMES, SUCCESS, Workshop};
use crate::contest::{DistributionBuilder, ExactDistribution, NoExact, Solve, deadline};

/// Maximum number of rolled piles for which all metrics are solved. With more piles, only success
/// is: the other metrics would dominate the time and need a gigabyte.
const MAX_PILES_FOR_METRICS: usize = 4;

impl Solve for Workshop {
    fn exact(&self) -> Result<ExactDistribution, NoExact> {
        let ends = match (self.setup.player, self.setup.start) {
            (Player::Optimal, CraftStart::Given(craft)) => {
                if craft.is_complete() {
                    // There are no decisions, so nothing needs to be solved.
                    self.given(&self.ordered_space(), code(&craft), craft)
                } else {
                    let space = self.sorted_space();
                    self.given(&space, craft.sorted().rank() as StateIndex, craft)
                }
            }
            (Player::Optimal, CraftStart::Rolled(size)) => self.rolled(size),
            (Player::OneByOne | Player::Matcher, CraftStart::Given(craft)) => {
                self.given(&self.ordered_space(), code(&craft), craft)
            }
            (Player::OneByOne, CraftStart::Rolled(one_by_one_counts::SIZE)) => {
                self.rolled_one_by_one()
            }
            (player, CraftStart::Rolled(size)) => {
                let dice = DICE * size;
                let instead = if self.is_solvable() {
                    "`run` it instead, give the dice, or choose optimal as the player"
                } else {
                    "`run` it instead, or give the dice"
                };
                return Err(NoExact(format!(
                    "{} depends on the order of the dice, and {size} rolled piles have 6^{dice} arrangements: {instead}",
                    player.name()
                )));
            }
        };
        Ok(ends.build())
    }
}

impl Workshop {
    fn sorted_space(&self) -> SortedCrafts<'_> {
        SortedCrafts {
            size: self.size(),
            perfect: self.perfect(),
        }
    }

    fn ordered_space(&self) -> OrderedCrafts {
        OrderedCrafts {
            size: self.size(),
            player: self.setup.player,
        }
    }

    /// Counts all ways from given dice.
    fn given(
        &self,
        space: &impl StateSpace,
        state: StateIndex,
        craft: Craft,
    ) -> DistributionBuilder<u64> {
        let mut ends = DistributionBuilder::new(self);
        self.count_ways(space, Layer::of_state(state, 1), &mut ends);
        for outcome in [SUCCESS, FAILURE] {
            let ways = ends.outcomes()[outcome];
            count_start_spread(&mut ends, outcome, u32::from(craft.spread()), ways);
        }
        ends
    }

    /// Counts all ways from all Crafts, with optimal play.
    fn rolled(&self, size: usize) -> DistributionBuilder<u64> {
        let supply = self.setup.supply.dice();
        let space = self.sorted_space();
        let all = 6_u64.pow(supply);
        let mut ends = DistributionBuilder::new(self);
        let mut by_spread = [[0; MOST_SPREAD as usize + 1]; OUTCOMES];
        for (rank, craft) in Sorted::all(size).enumerate() {
            deadline::check();
            let ways = self.ways(craft);
            let wins = u64::from(space.perfect.value_of(rank, supply));
            let spread = craft.spread() as usize;
            by_spread[SUCCESS][spread] += ways * wins;
            by_spread[FAILURE][spread] += ways * (all - wins);
        }
        for (outcome, by_spread) in by_spread.iter().enumerate() {
            for (spread, &ways) in (0_u32..).zip(by_spread) {
                count_start_spread(&mut ends, outcome, spread, ways);
            }
        }
        if size <= MAX_PILES_FOR_METRICS {
            let start = Layer::of_all(Sorted::all(size).map(|craft| self.ways(craft)));
            self.count_ways(&space, start, &mut ends);
        } else {
            for (outcome, by_spread) in by_spread.iter().enumerate() {
                ends.add_outcome(outcome, by_spread.iter().sum());
            }
        }
        ends
    }

    /// Returns the number of ways to start with a rolled Craft.
    fn ways(&self, craft: Sorted) -> u64 {
        if self.setup.reroll_solved && craft.spread() == 0 {
            0
        } else {
            craft.ways()
        }
    }

    /// Adds up all ways from `start`: outcomes, and all metrics except the spread at the start.
    fn count_ways(
        &self,
        space: &impl StateSpace,
        start: Layer,
        ends: &mut DistributionBuilder<u64>,
    ) {
        let all = self.setup.supply.dice();
        count_ways(space, start, all, |end: EndState| {
            let outcome = if end.spread == 0 { SUCCESS } else { FAILURE };
            let mut add = |metric, value: u32| {
                ends.add_value(metric, outcome, i64::from(value), end.ways);
            };
            match end.quantity {
                CountedQuantity::Rounds => {
                    add(Layout::ROUNDS, end.counted as u32);
                    add(Layout::DICE_ROLLED, all - end.supply);
                    add(Layout::SUPPLY_LEFT, end.supply);
                    add(Layout::SPREAD, end.spread);
                    ends.add_outcome(outcome, end.ways);
                }
                CountedQuantity::Replacements => add(Layout::REPLACEMENTS, end.counted as u32),
            }
        });
    }

    /// Counts all ways from all Crafts of three piles, with `one_by_one`.
    fn rolled_one_by_one(&self) -> DistributionBuilder<u64> {
        let supply = self.setup.supply.dice();
        let mut counts = count_one_by_one(supply);
        if self.setup.reroll_solved {
            counts.crafts[0] = 0;
            for wins in &mut counts.wins {
                wins[0] = 0;
            }
        }
        let mut ends = DistributionBuilder::new(self);
        let all = 6_u64.pow(supply);
        // Ways that are complete within `rounds` rounds, times the rolls of the remaining dice.
        let in_time = |rounds: u32, spread: usize| {
            counts.wins[rounds as usize][spread] * 6_u64.pow(supply - rounds)
        };
        for (spread, crafts) in counts.crafts.into_iter().enumerate() {
            let wins = in_time(supply, spread);
            let losses = crafts * all - wins;
            for (outcome, ways) in [(SUCCESS, wins), (FAILURE, losses)] {
                ends.add_outcome(outcome, ways);
                count_start_spread(&mut ends, outcome, spread as u32, ways);
            }
            let mut time = |outcome, rounds: u32, ways| {
                if ways == 0 {
                    return;
                }
                for (metric, value) in [
                    (Layout::ROUNDS, rounds),
                    (Layout::DICE_ROLLED, rounds),
                    (Layout::SUPPLY_LEFT, supply - rounds),
                ] {
                    ends.add_value(metric, outcome, i64::from(value), ways);
                }
            };
            time(FAILURE, supply, losses);
            for rounds in 0..=supply {
                let before = rounds.checked_sub(1);
                let before = before.map_or(0, |before| in_time(before, spread));
                time(SUCCESS, rounds, in_time(rounds, spread) - before);
            }
        }
        ends
    }
}

fn count_start_spread(ends: &mut DistributionBuilder<u64>, outcome: usize, spread: u32, ways: u64) {
    if ways > 0 {
        ends.add_value(Layout::START_SPREAD, outcome, i64::from(spread), ways);
    }
}

/// State space of `optimal`; a state is the rank of a Craft.
struct SortedCrafts<'a> {
    size: usize,
    perfect: &'a SolvedWorkshop,
}

impl StateSpace for SortedCrafts<'_> {
    fn spread(&self, state: StateIndex) -> u32 {
        Sorted::of_rank(state as usize, self.size).spread()
    }

    fn round(&self, state: StateIndex, supply: u32) -> Option<Round> {
        let plan = self.perfect.plan_of(state as usize, supply);
        if plan.dice() == 0 {
            return None;
        }
        let craft = Sorted::of_rank(state as usize, self.size);
        let dice = plan.dice();
        let after = |face: u32| {
            let (pile, die) = plan.place(face)?;
            Some(craft.rank_with(pile, die, face as u8) as StateIndex)
        };
        let mut ways = [1, 2, 3, 4, 5, 6].map(after);
        if dice > 1 {
            // The worst come first; in a tie the lowest face comes last, since that one is used.
            ways.reverse();
            ways.sort_by_key(|to| {
                let rank = to.unwrap_or(state) as usize;
                self.perfect.value_of(rank, supply - dice)
            });
        }
        // The best of the six faces is used if it is rolled, the next one if it is rolled without
        // the best, and so on.
        let mut rank = 0;
        Some(Round {
            dice,
            ways: ways.map(|to| {
                rank += 1;
                (to, u64::pow(rank, dice) - u64::pow(rank - 1, dice))
            }),
        })
    }
}

/// State space of a player that rolls one die per round and depends on the order of piles and dice;
/// a state is the `code` of a Craft.
struct OrderedCrafts {
    size: usize,
    player: Player,
}

impl StateSpace for OrderedCrafts {
    fn spread(&self, state: StateIndex) -> u32 {
        u32::from(self.craft(state).spread())
    }

    fn round(&self, state: StateIndex, supply: u32) -> Option<Round> {
        let craft = self.craft(state);
        (!craft.is_complete()).then(|| Round {
            dice: 1,
            ways: std::array::from_fn(|face| {
                let face = face as u8 + 1;
                let replacement = match self.player {
                    Player::Matcher => matcher::replacement(&craft, supply - 1, face),
                    Player::OneByOne | Player::Optimal => one_by_one::replacement(&craft, face),
                };
                (replacement.map(|new| code(&craft.with(new))), 1)
            }),
        })
    }
}

impl OrderedCrafts {
    fn craft(&self, mut state: StateIndex) -> Craft {
        Craft::rolled(self.size, || {
            let face = state % 6 + 1;
            state /= 6;
            face as u8
        })
    }
}

/// Returns the dice of a Craft in their places as a number, with the first die lowest.
fn code(craft: &Craft) -> StateIndex {
    let dice = craft.piles().as_flattened().iter().rev();
    dice.fold(0, |code, &face| code * 6 + StateIndex::from(face) - 1)
}

#[cfg(test)]
mod tests {
    use super::super::{Setup, Supply};
    use super::*;
    use crate::contest::conformance::{
        assert_enumerated, assert_sampled, assert_sampled_as_solved, assert_sums_to_one,
    };

    use crate::contest::{Play, Tally};

    fn workshop(start: CraftStart, dice: u32, player: Player) -> Workshop {
        Workshop::new(Setup {
            crafter: "Gex".to_owned(),
            supply: Supply {
                class: dice.min(6),
                assistance: dice > 6,
                time: dice > 7,
                facility: dice > 8,
            },
            start,
            reroll_solved: true,
            player,
        })
    }

    fn given(piles: &[[u8; 3]], dice: u32, player: Player) -> Workshop {
        workshop(CraftStart::Given(Craft::new(piles).unwrap()), dice, player)
    }

    const FAR: &[[u8; 3]] = &[[6, 1, 3], [5, 5, 6], [2, 2, 2]];
    const NEAR: &[[u8; 3]] = &[[1, 2, 3], [2, 2, 2], [5, 1, 1]];
    const FOUR: &[[u8; 3]] = &[[1, 2, 6], [4, 4, 4], [1, 5, 2], [3, 3, 3]];
    const FIVE: &[[u8; 3]] = &[[1, 2, 6], [4, 4, 1], [1, 5, 3], [3, 3, 3], [6, 2, 2]];

    /// Six piles of 10, and four piles that are off.
    const TEN: &[[u8; 3]] = &[
        [4, 3, 3],
        [6, 1, 3],
        [1, 2, 3],
        [5, 4, 1],
        [6, 6, 1],
        [2, 2, 6],
        [4, 5, 1],
        [3, 3, 3],
        [2, 4, 4],
        [6, 2, 4],
    ];

    #[test]
    fn the_solver_agrees_with_full_enumeration() {
        for player in [Player::OneByOne, Player::Optimal] {
            for piles in [FAR, NEAR, FOUR] {
                for dice in 1..=4 {
                    assert_enumerated(&given(piles, dice, player), 10, 0.0);
                }
            }
        }
        for (piles, dice) in [(NEAR, 4), (FIVE, 3), (TEN, 4)] {
            for player in [Player::OneByOne, Player::Matcher] {
                assert_enumerated(&given(piles, dice, player), 10, 0.0);
            }
        }
        let whole = [[1, 2, 3], [2, 2, 2], [4, 1, 1]];
        for player in [Player::OneByOne, Player::Optimal] {
            assert_enumerated(&given(&whole, 5, player), 10, 0.0);
        }
    }

    #[test]
    fn samples_agree_with_the_solver_within_four_standard_errors() {
        for player in Player::ALL {
            for piles in [FAR, FOUR, FIVE, TEN] {
                for dice in [2, 5, 9] {
                    if piles.len() < 5 || player != Player::Optimal {
                        assert_sampled(&given(piles, dice, player), 11, 20_000);
                    }
                }
            }
        }
        for (piles, dice) in [(3, 1), (3, 9), (4, 2)] {
            assert_sampled(
                &workshop(CraftStart::Rolled(piles), dice, Player::Optimal),
                11,
                20_000,
            );
        }
        for (piles, dice, player) in [(5, 1, Player::Optimal), (3, 3, Player::OneByOne)] {
            let contest = workshop(CraftStart::Rolled(piles), dice, player);
            assert_sampled_as_solved(&contest, 11, 20_000);
        }
    }

    #[test]
    fn crafts_that_match_as_rolled_count_only_without_rerolls() {
        for (piles, player) in [
            (3, Player::Optimal),
            (4, Player::Optimal),
            (3, Player::OneByOne),
        ] {
            let mut contest = workshop(CraftStart::Rolled(piles), 1, player);
            let again = contest.exact().unwrap();
            contest.setup.reroll_solved = false;
            let once = contest.exact().unwrap();
            assert_sums_to_one(&again);
            assert_sums_to_one(&once);
            assert!(again.outcomes[SUCCESS] < once.outcomes[SUCCESS]);
            // Only Crafts that match as rolled differ: they succeed, and the others are unchanged.
            let spread = once
                .metrics
                .iter()
                .find(|solved| solved.metric == Layout::START_SPREAD);
            let (value, at_once) = spread.unwrap().by_outcome[SUCCESS][0];
            assert_eq!(value, 0);
            let expected = at_once + (1.0 - at_once) * again.outcomes[SUCCESS];
            assert!((once.outcomes[SUCCESS] - expected).abs() < 1e-12);
            let mut tally = Tally::new(&contest);
            contest.play(12, 0..20_000, &mut tally);
            let complete: u64 = tally
                .histogram(Layout::START_SPREAD, SUCCESS)
                .iter()
                .filter_map(|(spread, count)| (spread == 0).then_some(count))
                .sum();
            let error = (at_once * (1.0 - at_once) / 20_000.0).sqrt();
            assert!((complete as f64 / 20_000.0 - at_once).abs() < 4.0 * error);
        }
    }

    #[test]
    fn unsolved_workshops_name_the_reason() {
        let refused = workshop(CraftStart::Rolled(4), 3, Player::OneByOne)
            .exact()
            .unwrap_err();
        insta::assert_snapshot!(refused.to_string(), @"one_by_one depends on the order of the dice, and 4 rolled piles have 6^12 arrangements: `run` it instead, give the dice, or choose optimal as the player");
        let refused = workshop(CraftStart::Rolled(10), 3, Player::Optimal)
            .exact()
            .unwrap_err();
        insta::assert_snapshot!(refused.to_string(), @"matcher depends on the order of the dice, and 10 rolled piles have 6^30 arrangements: `run` it instead, or give the dice");
        let solved = |contest: Workshop| {
            let exact = contest.exact().unwrap();
            exact
                .metrics
                .iter()
                .map(|solved| solved.metric)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            solved(workshop(CraftStart::Rolled(3), 1, Player::OneByOne)),
            [
                Layout::ROUNDS,
                Layout::DICE_ROLLED,
                Layout::SUPPLY_LEFT,
                Layout::START_SPREAD
            ]
        );
        assert_eq!(
            solved(workshop(CraftStart::Rolled(5), 1, Player::Optimal)),
            [Layout::START_SPREAD]
        );
    }

    #[test]
    fn crafts_are_decoded_from_their_code() {
        for piles in [FIVE, TEN] {
            let contest = given(piles, 1, Player::Matcher);
            let craft = Craft::new(piles).unwrap();
            assert_eq!(contest.ordered_space().craft(code(&craft)), craft);
        }
    }
}
