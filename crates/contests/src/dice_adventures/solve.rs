//! Exact results: outcomes and distributions of all metrics.

use super::chain;
use super::measure::Layout;
use super::prepared::{DiceAdventures, SURVIVED, WIPED_OUT};
use evenodds_core::contest::{
    DistributionBuilder, ExactDistribution, NoExact, PlayerErrors, Solve,
};

impl Solve for DiceAdventures {
    fn exact(&self) -> Result<ExactDistribution, NoExact> {
        if !self.description.errors.is_empty() {
            return Err(NoExact(PlayerErrors::NOT_EXACT.to_owned()));
        }
        let found = chain::chances(self);
        let mut ends = DistributionBuilder::new(self);
        // The chance to survive is the complement, so that both add up to 1 despite rounding.
        let wiped_out = found.metrics[Layout::ALIVE].outcomes()[WIPED_OUT];
        ends.add_outcome(SURVIVED, 1.0 - wiped_out);
        ends.add_outcome(WIPED_OUT, wiped_out);
        for (metric, sums) in found.metrics.iter().enumerate() {
            ends.add_sums(metric, sums);
        }
        Ok(ends.build().capped())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        Book, CardOrder, Deck, HeroClass, LevelUp, LoseLevel, Mode, ModifierWhen, Options, Player,
        RangerDice, RangerReroll, Replace, Setup, Shop, ThiefGold,
    };
    use super::*;
    use evenodds_core::contest::ExactDistribution;
    use evenodds_core::contest::conformance::{
        assert_enumerated, assert_sampled, assert_sums_to_one,
    };
    use evenodds_testing::size;

    use HeroClass::{Bard, Cleric, Ranger, Thief, Warrior, Wizard};

    const MODES: [Mode; 3] = [Mode::Basic, Mode::Hardcore, Mode::HardcorePlus];

    fn game(
        heroes: [HeroClass; 3],
        player: Player,
        mode: Mode,
        adventures: u32,
        options: Options,
    ) -> DiceAdventures {
        DiceAdventures::new(&Setup {
            heroes,
            book: Book {
                mode,
                adventures,
                options,
                shop: Shop::default(),
                deck: Deck::default(),
            },
            player,
        })
    }

    fn mean(exact: &ExactDistribution, metric: usize) -> f64 {
        let values = exact.metrics[metric].overall();
        values
            .iter()
            .map(|&(value, chance)| value as f64 * chance)
            .sum()
    }

    #[test]
    fn passive_heroes_have_these_results() {
        let plain = Options::default();
        let party = [Warrior, Cleric, Wizard];
        let exact = game(party, Player::Passive, Mode::Basic, 1, plain)
            .exact()
            .unwrap();
        let results = exact.metrics[Layout::RESULTS].overall();
        let ways: Vec<(i64, f64)> = results
            .iter()
            .map(|&(face, chance)| (face, chance * 216.0))
            .collect();
        for ((face, ways), (known_face, known)) in ways.into_iter().zip([
            (1, 16.0),
            (2, 16.0),
            (3, 22.0),
            (4, 34.0),
            (5, 52.0),
            (6, 76.0),
        ]) {
            assert_eq!(face, known_face);
            assert!((ways - known).abs() < 1e-9, "{face}: {ways}");
        }
    }

    #[test]
    fn known_scores_are_reproduced() {
        let plain = Options::default();
        let score = |heroes, player, mode| {
            let exact = game(heroes, player, mode, 5, plain).exact().unwrap();
            assert_sums_to_one(&exact);
            (mean(&exact, Layout::SCORE), exact.outcomes[SURVIVED])
        };
        let passive = [Warrior, Cleric, Wizard];
        let (basic, alive) = score(passive, Player::Passive, Mode::Basic);
        assert!((basic - 0.015_222_449).abs() < 5e-10 && (alive - 1.0).abs() < 1e-12);
        let (hardcore, alive) = score(passive, Player::Passive, Mode::Hardcore);
        assert!((hardcore - 5.293_814_959).abs() < 5e-10, "{hardcore}");
        assert!((alive - 0.805_168_736).abs() < 5e-10, "{alive}");
        let best = [Bard, Cleric, Thief];
        let (basic, _) = score(best, Player::Optimal, Mode::Basic);
        assert!((basic - 17.653_277).abs() < 5e-7, "{basic}");
        let (hardcore, _) = score(best, Player::Optimal, Mode::Hardcore);
        assert!((hardcore - 22.207_335).abs() < 5e-7, "{hardcore}");
    }

    #[test]
    fn the_chain_of_an_optimal_player_has_the_solver_s_score() {
        for mode in MODES {
            let game = game(
                [Thief, Wizard, Ranger],
                Player::Optimal,
                mode,
                4,
                Options::default(),
            );
            let mean_score = mean(&game.exact().unwrap(), Layout::SCORE);
            assert!(
                (mean_score - game.optimal_score()).abs() < 1e-9,
                "{mode:?}: {mean_score} {}",
                game.optimal_score()
            );
        }
    }

    #[test]
    fn enumeration_of_short_games_agrees_with_the_exact_results() {
        let plain = Options::default();
        let play = |heroes, player, mode, adventures, depth| {
            assert_enumerated(&game(heroes, player, mode, adventures, plain), depth, 0.0);
        };
        for mode in MODES.into_iter().rev().take(size(1, 3)) {
            play([Warrior, Cleric, Wizard], Player::Passive, mode, 2, 8);
            play([Thief, Ranger, Bard], Player::Passive, mode, 1, 4);
            play([Warrior, Cleric, Thief], Player::Greedy, mode, 2, 12);
            play([Warrior, Cleric, Thief], Player::Optimal, mode, 2, 10);
            for player in [Player::Greedy, Player::Optimal] {
                play([Wizard, Ranger, Bard], player, mode, 1, 6);
            }
        }
    }

    fn with_deck(game: &DiceAdventures, order: CardOrder) -> DiceAdventures {
        DiceAdventures::new(&Setup {
            heroes: game.party().seats.map(|hero| hero.unwrap().class),
            book: Book {
                deck: Deck::sample(order),
                ..*game.book()
            },
            player: game.player,
        })
    }

    #[test]
    fn enumeration_of_short_games_with_a_deck_agrees_with_the_exact_results() {
        let random = Options {
            level_up: LevelUp::Random,
            lose_level: LoseLevel::Any,
            ..Options::default()
        };
        for order in CardOrder::ALL {
            for options in [Options::default(), random] {
                let passive = |mode, adventures| {
                    let heroes = [Warrior, Cleric, Wizard];
                    game(heroes, Player::Passive, mode, adventures, options)
                };
                assert_enumerated(&with_deck(&passive(Mode::HardcorePlus, 1), order), 8, 0.0);
                for player in [Player::Greedy, Player::Optimal] {
                    let heroes = [Warrior, Cleric, Thief];
                    let game = game(heroes, player, Mode::HardcorePlus, 1, options);
                    assert_enumerated(&with_deck(&game, order), 12, 0.0);
                }
            }
        }
        let two = game(
            [Warrior, Cleric, Wizard],
            Player::Passive,
            Mode::Basic,
            2,
            Options::default(),
        );
        assert_enumerated(&with_deck(&two, CardOrder::InOrder), 12, 0.0);
    }

    /// Returns the modes in which the options of this number are tested: one of them by default, all
    /// in thorough tests.
    fn modes_of(number: usize) -> impl Iterator<Item = Mode> {
        let step = size(3, 1);
        MODES.into_iter().skip(number % step).step_by(step)
    }

    #[test]
    fn options_apply_with_decks_too() {
        for (number, (name, options)) in options().into_iter().enumerate() {
            for player in Player::ALL {
                for mode in modes_of(number) {
                    let order = usize::from(mode != MODES[0]);
                    let game = game([Bard, Ranger, Thief], player, mode, 3, options);
                    let game = with_deck(&game, CardOrder::ALL[order]);
                    assert_sampled(&game, 5, size(2_000, 20_000));
                    if player == Player::Optimal {
                        let mean_score = mean(&game.exact().unwrap(), Layout::SCORE);
                        assert!(
                            (mean_score - game.optimal_score()).abs() < 1e-9,
                            "{name} {mode:?}"
                        );
                    }
                }
            }
        }
    }

    /// Returns one set of options for each option, with only that option changed, and its name.
    fn options() -> Vec<(&'static str, Options)> {
        let plain = Options::default();
        vec![
            (
                "ranger",
                Options {
                    ranger: RangerDice::Level,
                    ..plain
                },
            ),
            (
                "ranger_reroll",
                Options {
                    ranger_reroll: RangerReroll::Kept,
                    ..plain
                },
            ),
            (
                "thief",
                Options {
                    thief: ThiefGold::Level,
                    ..plain
                },
            ),
            (
                "lose_level",
                Options {
                    lose_level: LoseLevel::Any,
                    ..plain
                },
            ),
            (
                "level_up",
                Options {
                    level_up: LevelUp::Random,
                    ..plain
                },
            ),
            (
                "replace",
                Options {
                    replace: Replace::Must,
                    ..plain
                },
            ),
            (
                "modifier_when",
                Options {
                    modifier_when: ModifierWhen::After,
                    ..plain
                },
            ),
        ]
    }

    #[test]
    fn options_apply_to_trials_and_exact_results() {
        for (number, (name, options)) in options().into_iter().enumerate() {
            for player in Player::ALL {
                for mode in modes_of(number) {
                    let game = game([Bard, Ranger, Thief], player, mode, 3, options);
                    assert_sampled(&game, 5, size(2_000, 20_000));
                    if player == Player::Optimal {
                        let mean_score = mean(&game.exact().unwrap(), Layout::SCORE);
                        assert!(
                            (mean_score - game.optimal_score()).abs() < 1e-9,
                            "{name} {mode:?}"
                        );
                    }
                }
            }
        }
        for (_, options) in options() {
            let party = [Bard, Ranger, Thief];
            let game = game(party, Player::Optimal, Mode::HardcorePlus, 1, options);
            assert_enumerated(&game, 6, 0.0);
        }
        let after = Options {
            modifier_when: ModifierWhen::After,
            ..Options::default()
        };
        let party = [Warrior, Cleric, Thief];
        let game = game(party, Player::Optimal, Mode::HardcorePlus, 2, after);
        assert_enumerated(&game, 10, 0.0);
    }

    #[test]
    fn each_option_changes_only_the_games_that_it_concerns() {
        let plain = Options::default();
        let score = |heroes, mode, adventures, options| {
            game(heroes, Player::Optimal, mode, adventures, options).optimal_score()
        };
        let party = [Bard, Cleric, Ranger];
        for (name, options) in options() {
            // In a single adventure, three level 1 heroes cannot lose a level or hire.
            let same = score([Bard, Cleric, Warrior], Mode::Basic, 1, options)
                == score([Bard, Cleric, Warrior], Mode::Basic, 1, plain);
            assert!(same, "{name}");
            let changes = match name {
                "lose_level" => {
                    score(party, Mode::Basic, 3, options) > score(party, Mode::Basic, 3, plain)
                }
                "thief" => {
                    score([Bard, Cleric, Thief], Mode::Basic, 3, options)
                        > score([Bard, Cleric, Thief], Mode::Basic, 3, plain)
                }
                // Optimal play raises other heroes first.
                "ranger" => {
                    let party = [Ranger, Bard, Cleric];
                    let passive = |options| {
                        let game = game(party, Player::Passive, Mode::Basic, 3, options);
                        mean(&game.exact().unwrap(), Layout::SCORE)
                    };
                    passive(options) != passive(plain)
                }
                "replace" => {
                    score(party, Mode::Hardcore, 4, options)
                        < score(party, Mode::Hardcore, 4, plain)
                }
                "modifier_when" => {
                    let later = score(party, Mode::HardcorePlus, 3, options);
                    later != score(party, Mode::HardcorePlus, 3, plain)
                        && score(party, Mode::Hardcore, 3, options)
                            == score(party, Mode::Hardcore, 3, plain)
                }
                _ => score(party, Mode::Basic, 3, options) < score(party, Mode::Basic, 3, plain),
            };
            assert!(changes, "{name}");
        }
    }

    #[test]
    fn in_one_basic_adventure_greedy_play_is_optimal() {
        for heroes in [
            [Bard, Cleric, Ranger],
            [Warrior, Wizard, Thief],
            [Bard, Wizard, Cleric],
        ] {
            let game = game(heroes, Player::Greedy, Mode::Basic, 1, Options::default());
            let greedy = mean(&game.exact().unwrap(), Layout::SCORE);
            assert!(
                (greedy - game.optimal_score()).abs() < 1e-12,
                "{greedy} {}",
                game.optimal_score()
            );
        }
    }

    #[test]
    fn removing_goods_from_the_shop_never_raises_the_score() {
        let score = |shop| {
            DiceAdventures::new(&Setup {
                heroes: [Bard, Cleric, Thief],
                book: Book {
                    mode: Mode::Basic,
                    adventures: 4,
                    options: Options::default(),
                    shop,
                    deck: Deck::default(),
                },
                player: Player::Optimal,
            })
            .optimal_score()
        };
        let all = Shop::default();
        let nothing = score(Shop {
            provisions: false,
            weapons: false,
            hireling: false,
        });
        assert!(score(all) > nothing);
        for one in [
            Shop {
                provisions: false,
                ..all
            },
            Shop {
                weapons: false,
                ..all
            },
            Shop {
                hireling: false,
                ..all
            },
        ] {
            assert!((nothing..=score(all)).contains(&score(one)));
        }
    }
}
