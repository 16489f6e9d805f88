//! Exact results on a given Field: all Supplies, all Prizes, and all lines of play.

use super::field::{Faces, each};
use super::players::Decision;
use super::prepared::Survey;
use super::rules::{LEADER, SearchState, values};
use super::search::Search;
use super::setup::{FieldFrom, Prize, SupplyFrom};
use evenodds_core::contest::game::Game;
use evenodds_core::contest::{DistributionBuilder, ExactDistribution, NoExact, Solve};
use evenodds_core::dice::{Dice as _, Distribution, Enumerated, Pool};
use evenodds_core::document::grouped;
use std::collections::BTreeMap;

/// Maximum number of positions that are played or searched (a few seconds).
const MOST_POSITIONS: u64 = 2_000_000;

impl Solve for Survey {
    fn exact(&self) -> Result<ExactDistribution, NoExact> {
        let FieldFrom::Given(field) = self.setup.field else {
            return Err(NoExact(
                "the Field is rolled, and there are too many Fields to solve: give field.dice, or `run` it instead"
                    .to_owned(),
            ));
        };
        let mut ends = DistributionBuilder::new(self);
        let mut search = Search::new(self.setup.combine);
        let mut positions = 0;
        for (supply, chance) in supplies(&self.setup.supply) {
            let candidates = self.candidates(&field, field.eligible(), supply, &mut search);
            let prizes = match self.setup.prize {
                Prize::Number(face) => Faces::NONE.with(face),
                _ => candidates,
            };
            for prize in prizes.iter() {
                let start = SearchState::new(field, supply, candidates, prize);
                let chance = chance / f64::from(prizes.len());
                positions += self.play_all(start, chance, &mut search, &mut ends);
                if positions + search.effort() > MOST_POSITIONS {
                    return Err(NoExact(format!(
                        "this Survey has more than {} positions, the limit of the solver: give a smaller Field or fewer dice of Supply, or `run` it instead",
                        grouped(MOST_POSITIONS)
                    )));
                }
            }
        }
        Ok(ends.build())
    }
}

impl Survey {
    /// Follows all lines of play from a start; returns the number of positions visited.
    fn play_all(
        &self,
        mut start: SearchState,
        chance: f64,
        search: &mut Search,
        ends: &mut DistributionBuilder<f64>,
    ) -> u64 {
        start.eligible = start.view.field.eligible();
        start.solvable = start.is_solvable(search);
        let rate = self.description.errors.rate(0).probability();
        let mut actions = Vec::new();
        let mut positions = 0;
        // Positions by number of steps, since each follows only from those a step earlier. Plays of
        // one start differ only in the explored set, the rest of the Supply, and when the trail was
        // found.
        let mut states = BTreeMap::from([((0, start.view.supply, 0), (start, chance))]);
        while !states.is_empty() && positions <= MOST_POSITIONS {
            positions += states.len() as u64;
            let mut next = BTreeMap::new();
            for (state, chance) in states.into_values() {
                if let Some(outcome) = state.outcome() {
                    ends.add(outcome, &values(&state), chance);
                    continue;
                }
                let mut follow = |exploration, chance| {
                    let mut state = state;
                    state.explore(exploration);
                    let position = (state.view.explored, state.view.supply, state.trail_step);
                    next.entry(position).or_insert((state, 0.0)).1 += chance;
                };
                if rate > 0.0 {
                    actions.clear();
                    self.actions(&state, &mut actions);
                    let share = chance * rate / actions.len() as f64;
                    for &exploration in &actions {
                        follow(exploration, share);
                    }
                }
                let chance = chance * (1.0 - rate);
                if chance == 0.0 {
                    continue;
                }
                match self.setup.player.decide(&state.view, search) {
                    Decision::One(exploration) => follow(exploration, chance),
                    Decision::Lot(places) => {
                        let share = chance / f64::from(places.count_ones());
                        for place in each(places) {
                            follow(state.view.single(place), share);
                        }
                    }
                }
            }
            states = next;
        }
        positions
    }
}

/// Returns every possible Supply with its chance.
pub(super) fn supplies(from: &SupplyFrom) -> Vec<(Pool, f64)> {
    let (leader, helpers) = match from {
        SupplyFrom::Given(supply) => return vec![(*supply, 1.0)],
        SupplyFrom::Rolled { leader, helpers } => (leader, helpers),
    };
    // Only sixes count among the helpers' dice.
    let dice = helpers.iter().map(|helper| helper.dice).sum();
    let all = 6_f64.powi(dice as i32);
    let ways =
        |sixes: u32| Distribution::binomial(dice, sixes) as f64 * 5_f64.powi((dice - sixes) as i32);
    let chances: Vec<f64> = (0..=dice).map(|sixes| ways(sixes) / all).collect();
    let mut supplies: BTreeMap<Pool, f64> = BTreeMap::new();
    let throw = |thrown: &mut Enumerated| thrown.pool(LEADER, leader.dice);
    Enumerated::explore(1, throw, |chance, pool| {
        for (sixes, share) in (0..).zip(&chances) {
            let supply = (0..sixes).fold(pool, |supply, _| supply.with(6));
            *supplies.entry(supply).or_insert(0.0) += chance * share;
        }
    });
    supplies.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::survey::{Field, Player, Searcher, Setup};
    use evenodds_core::contest::ErrorRate;
    use evenodds_core::contest::conformance::{
        assert_enumerated, assert_sampled, assert_sums_to_one,
    };

    const PLAYERS: [Player; 3] = [Player::Random, Player::Thrifty, Player::Optimal];
    const PRIZES: [Prize; 5] = [
        Prize::Uniform,
        Prize::Solvable,
        Prize::Commonest,
        Prize::Rarest,
        Prize::Number(2),
    ];

    fn survey(player: Player, faces: &[u32], dice: u32, prize: Prize, combine: bool) -> Survey {
        let searcher = |name: &str, dice| Searcher {
            name: name.to_owned(),
            dice,
        };
        Survey::new(Setup {
            player,
            field: FieldFrom::Given(Field::from_faces(faces).unwrap()),
            supply: SupplyFrom::Rolled {
                leader: searcher("Kate", dice),
                helpers: vec![searcher("Tom", 1)],
            },
            prize,
            combine,
        })
    }

    #[test]
    fn exact_results_match_full_enumeration() {
        for player in PLAYERS {
            for prize in PRIZES {
                for combine in [false, true] {
                    // A roll of the leader, a roll of the helper, the draw of the Prize, and two
                    // random choices of the player.
                    let survey = survey(player, &[2, 1, 2, 3, 1, 3], 2, prize, combine);
                    assert_enumerated(&survey, 6, 0.0);
                }
            }
        }
    }

    #[test]
    fn samples_agree_with_exact_results() {
        for faces in [
            &[3, 1, 5, 2, 2, 6, 4, 1, 3, 5][..],
            &[2, 2, 2, 1, 4, 4, 1, 6, 6, 3],
        ] {
            for player in PLAYERS {
                for prize in PRIZES {
                    for combine in [false, true] {
                        let survey = survey(player, faces, 3, prize, combine);
                        assert_sums_to_one(&survey.exact().unwrap());
                        assert_sampled(&survey, 5, 20_000);
                    }
                }
            }
        }
    }

    #[test]
    fn samples_with_errors_agree_with_exact_results() {
        let faces = [3, 1, 5, 2, 2, 6, 4, 1, 3, 5];
        let mut shares = Vec::new();
        for rate in [0.0, 0.3, 1.0] {
            for player in PLAYERS {
                for combine in [false, true] {
                    let survey = survey(player, &faces, 3, Prize::Uniform, combine);
                    let survey = survey.with_errors(ErrorRate::of(rate));
                    let exact = survey.exact().unwrap();
                    assert_sums_to_one(&exact);
                    assert_sampled(&survey, 5, 20_000);
                    shares.push(exact.outcomes[0]);
                }
            }
        }
        // `random` chooses as by error, unless dice are combined.
        let random = shares[0];
        for share in [shares[6], shares[12], shares[14], shares[16]] {
            assert!((share - random).abs() < 1e-12, "{shares:?}");
        }
        // An error costs the optimal player more than chance.
        assert!(
            shares[4] > shares[10] && shares[10] > shares[16],
            "{shares:?}"
        );
    }

    #[test]
    fn more_supply_and_better_players_succeed_more_often() {
        let faces = [3, 1, 5, 2, 2, 6, 4, 1, 3, 5];
        for combine in [false, true] {
            let mut last = [0.0; 3];
            for dice in 3..=5 {
                let share = |player| {
                    let survey = survey(player, &faces, dice, Prize::Uniform, combine);
                    survey.exact().unwrap().outcomes[0]
                };
                let shares = PLAYERS.map(share);
                assert!(shares[0] < shares[1] && shares[1] < shares[2], "{shares:?}");
                assert!(
                    last.iter().zip(&shares).all(|(fewer, more)| fewer < more),
                    "{last:?} {shares:?}"
                );
                last = shares;
            }
        }
    }

    #[test]
    fn a_single_candidate_makes_optimal_play_match_solvability() {
        // Only one number is shown twice, so the players can infer the Prize.
        let survey = survey(
            Player::Optimal,
            &[2, 1, 3, 4, 5, 2],
            2,
            Prize::Uniform,
            false,
        );
        let exact = survey.exact().unwrap();
        let solvable = exact.metrics[4].overall();
        assert!(
            (exact.outcomes[0] - solvable[1].1).abs() < 1e-15,
            "{solvable:?}"
        );
    }

    #[test]
    fn too_large_surveys_are_refused() {
        let faces = [
            3, 1, 5, 2, 2, 6, 4, 1, 3, 5, 1, 6, 4, 2, 4, 6, 2, 2, 3, 4, 1,
        ];
        let large = survey(Player::Random, &faces, 6, Prize::Uniform, false);
        assert_eq!(
            large.exact().unwrap_err().to_string(),
            "this Survey has more than 2,000,000 positions, the limit of the solver: give a smaller Field or fewer dice of Supply, or `run` it instead"
        );
        let rolled = Survey::new(Setup {
            field: FieldFrom::Rolled(3),
            ..large.setup().clone()
        });
        assert_eq!(
            rolled.exact().unwrap_err().to_string(),
            "the Field is rolled, and there are too many Fields to solve: give field.dice, or `run` it instead"
        );
    }
}
