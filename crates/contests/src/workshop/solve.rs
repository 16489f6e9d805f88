//! Exact results of the Workshop, counted in integers until a final division.
//!
//! The total number of ways is the number of rolls of the Craft, if it is rolled, times the number
//! of rolls of all dice of the Supply, used or not: at most 6^(15 + 9), which fits into 64 bits.

use super::craft::{Craft, MOST_SPREAD, Sorted};
use super::optimal::SolvedWorkshop;
use super::player::Player;
use super::players::{matcher, one_by_one};
use super::prepared::Workshop;
use super::ranks::MOST_SOLVED;
use super::setup::{CraftStart, FAILURE, Layout, OUTCOMES, SUCCESS};
use super::way_counts::{
    CountedQuantity, EndState, Layer, Round, StateIndex, StateSpace, count_ways,
};
use evenodds_core::contest::{
    DistributionBuilder, ExactDistribution, NoExact, PlayerErrors, Solve, deadline,
};

/// Maximum number of rolled piles for which all metrics are solved. With more piles, only success
/// is: the other metrics would dominate the time and need a gigabyte.
const MAX_PILES_FOR_METRICS: usize = 4;
/// Maximum number of rolled piles that are solved for players other than `optimal`.
const MAX_PILES_OF_OTHERS: usize = 3;

impl Solve for Workshop {
    fn exact(&self) -> Result<ExactDistribution, NoExact> {
        if !self.description.errors.is_empty() {
            return Err(NoExact(PlayerErrors::NOT_EXACT.to_owned()));
        }
        let ends = match (self.setup.player, self.setup.start) {
            (Player::Optimal, CraftStart::Given(craft)) if !craft.is_complete() => {
                self.given(&self.optimal_space(), craft)
            }
            // A complete Craft has no decisions, so nothing needs to be solved.
            (_, CraftStart::Given(craft)) => self.given(&self.one_die_space(), craft),
            (Player::Optimal, CraftStart::Rolled(size)) => self.rolled_optimal(size),
            (_, CraftStart::Rolled(size)) if size <= MAX_PILES_OF_OTHERS => {
                self.rolled(&self.one_die_space())
            }
            (player, CraftStart::Rolled(size)) => {
                let instead = if self.is_solvable() {
                    "`run` it instead, give the dice, or choose optimal as the player"
                } else {
                    "`run` it instead, or give the dice"
                };
                return Err(NoExact(format!(
                    "of {} only {MAX_PILES_OF_OTHERS} rolled piles are solved, and there are {size}: {instead}",
                    player.name()
                )));
            }
        };
        Ok(ends.build())
    }
}

impl Workshop {
    fn optimal_space(&self) -> OptimalCrafts<'_> {
        OptimalCrafts {
            size: self.size(),
            perfect: self.perfect(),
        }
    }

    fn one_die_space(&self) -> OneDieCrafts {
        OneDieCrafts {
            size: self.size(),
            player: self.setup.player,
        }
    }

    /// Counts all ways from given dice.
    fn given(&self, space: &impl StateSpace, craft: Craft) -> DistributionBuilder<u64> {
        let mut ends = DistributionBuilder::new(self);
        let start = Layer::of_state(state_of(&craft), 1);
        self.count_ways(space, start, &mut ends);
        for outcome in [SUCCESS, FAILURE] {
            let ways = ends.outcomes()[outcome];
            count_start_spread(&mut ends, outcome, u32::from(craft.spread()), ways);
        }
        ends
    }

    /// Counts all ways from all Crafts, for each spread at the start.
    fn rolled(&self, space: &impl StateSpace) -> DistributionBuilder<u64> {
        let mut ends = DistributionBuilder::new(self);
        for spread in 0..=u32::from(MOST_SPREAD) {
            let before = [SUCCESS, FAILURE].map(|outcome| ends.outcomes()[outcome]);
            let ways = Sorted::all(self.size()).map(|craft| {
                if craft.spread() == spread {
                    self.ways(craft)
                } else {
                    0
                }
            });
            self.count_ways(space, Layer::of_all(ways), &mut ends);
            for outcome in [SUCCESS, FAILURE] {
                let ways = ends.outcomes()[outcome] - before[outcome];
                count_start_spread(&mut ends, outcome, spread, ways);
            }
        }
        ends
    }

    /// Counts all ways from all Crafts, with optimal play.
    fn rolled_optimal(&self, size: usize) -> DistributionBuilder<u64> {
        let supply = self.setup.supply.dice();
        let space = self.optimal_space();
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
}

fn count_start_spread(ends: &mut DistributionBuilder<u64>, outcome: usize, spread: u32, ways: u64) {
    if ways > 0 {
        ends.add_value(Layout::START_SPREAD, outcome, i64::from(spread), ways);
    }
}

/// State space of `optimal`; a state is the rank of a Craft.
struct OptimalCrafts<'a> {
    size: usize,
    perfect: &'a SolvedWorkshop,
}

impl StateSpace for OptimalCrafts<'_> {
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

/// State space of a player that rolls one die per round; a state is the result of [`state_of`].
struct OneDieCrafts {
    size: usize,
    player: Player,
}

impl StateSpace for OneDieCrafts {
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
                (replacement.map(|new| state_of(&craft.with(new))), 1)
            }),
        })
    }
}

impl OneDieCrafts {
    /// Returns the Craft of a state, with its piles and dice in ascending order.
    fn craft(&self, mut state: StateIndex) -> Craft {
        if self.size <= MOST_SOLVED {
            return Sorted::of_rank(state as usize, self.size).craft();
        }
        Craft::rolled(self.size, || {
            let face = state % 6 + 1;
            state /= 6;
            face as u8
        })
    }
}

/// Returns a number for the Craft that does not depend on the order of its piles and dice: its rank
/// if it can be solved, else its dice in ascending order, with the first one lowest.
fn state_of(craft: &Craft) -> StateIndex {
    if craft.piles().len() <= MOST_SOLVED {
        return craft.sorted().rank() as StateIndex;
    }
    let craft = craft.in_order();
    let dice = craft.piles().as_flattened().iter().rev();
    dice.fold(0, |code, &face| code * 6 + StateIndex::from(face) - 1)
}

#[cfg(test)]
mod tests {
    use super::super::{Setup, Supply};
    use super::*;
    use evenodds_core::contest::conformance::{
        assert_enumerated, assert_sampled, assert_sampled_as_solved, assert_sums_to_one,
    };

    use evenodds_core::contest::{Play, Tally};
    use evenodds_testing::size;

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
        let trials = size(2_000, 20_000);
        for player in Player::ALL {
            for piles in [FAR, FOUR, FIVE, TEN] {
                for dice in size(&[5][..], &[2, 5, 9]) {
                    if piles.len() < 5 || player != Player::Optimal {
                        assert_sampled(&given(piles, *dice, player), 11, trials);
                    }
                }
            }
        }
        for &(piles, dice) in size(&[(3, 9)][..], &[(3, 1), (3, 9), (4, 2)]) {
            assert_sampled(
                &workshop(CraftStart::Rolled(piles), dice, Player::Optimal),
                11,
                trials,
            );
        }
        for player in [Player::OneByOne, Player::Matcher] {
            assert_sampled(&workshop(CraftStart::Rolled(3), 3, player), 11, trials);
        }
        let large = size(CraftStart::Rolled(4), CraftStart::Rolled(5));
        assert_sampled_as_solved(&workshop(large, 1, Player::Optimal), 11, trials);
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
        insta::assert_snapshot!(refused.to_string(), @"of one_by_one only 3 rolled piles are solved, and there are 4: `run` it instead, give the dice, or choose optimal as the player");
        let refused = workshop(CraftStart::Rolled(10), 3, Player::Optimal)
            .exact()
            .unwrap_err();
        insta::assert_snapshot!(refused.to_string(), @"of matcher only 3 rolled piles are solved, and there are 10: `run` it instead, or give the dice");
        let solved = |contest: Workshop| {
            let exact = contest.exact().unwrap();
            exact
                .metrics
                .iter()
                .map(|solved| solved.metric)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            solved(workshop(CraftStart::Rolled(5), 1, Player::Optimal)),
            [Layout::START_SPREAD]
        );
    }

    #[test]
    fn crafts_are_decoded_from_their_state() {
        for piles in [FIVE, TEN] {
            let contest = given(piles, 1, Player::Matcher);
            let craft = Craft::new(piles).unwrap();
            let ordered = contest.one_die_space().craft(state_of(&craft));
            assert_eq!(ordered, craft.in_order());
            assert_eq!(state_of(&ordered), state_of(&craft));
        }
    }
}
