//! Decks of adventures: the rules and the solver compared with plain ones, and invariants of every
//! deck.

use super::{MODES, book, mean_score, plain_rules, sampled};
use crate::plain::dice_adventures as plain;
use crate::tape::Tape;
use evenodds::contest::{Describe, Play, Record, Rules, Silent, Solve, Tally};
use evenodds::contests::dice_adventures::{
    Book, Card, CardEffect, CardOrder, Deck, DiceAdventures, HeroClass, Mode, Modifier,
    ModifierWhen, Options, Player, Replace, Setup,
};
use evenodds::dice::{Dice, Sampled};
use evenodds_testing::size;

const ORDERS: [CardOrder; 2] = [CardOrder::InOrder, CardOrder::Shuffled];

/// Returns a random effect with at most `gold` gold.
fn any_effect(random: &mut Sampled, gold: u32) -> CardEffect {
    let mut pick = |options: u32| random.choose(0, options) as u8;
    CardEffect {
        gold: pick(gold + 1),
        rise: pick(3) / 2,
        fall: pick(3) / 2,
        dies: [0, 0, 0, 0, 1, 1, 2, 3][usize::from(pick(8))],
    }
}

/// Returns the random deck of this number with `cards` cards; sometimes the last card repeats the
/// first.
pub(super) fn any_deck(number: u64, cards: usize, gold: u32, order: CardOrder) -> Deck {
    let mut random = Sampled::new(number, &["deck".to_owned()]);
    random.start(0);
    let mut all: Vec<Card> = (0..cards)
        .map(|_| {
            let modifier = match random.choose(0, 3) {
                0 => None,
                by => Some(Modifier {
                    dice: random.choose(0, 4) as u8,
                    by: if by == 1 { 1 } else { -1 },
                }),
            };
            let own = random.choose(0, 5) > 0;
            let results = std::array::from_fn(|_| any_effect(&mut random, gold));
            Card {
                modifier,
                results: if own { results } else { Card::TEXT.results },
            }
        })
        .collect();
    if cards > 1 && random.choose(0, 3) == 0 {
        all[cards - 1] = all[0];
    }
    Deck::new(&all, order)
}

fn with(deck: Deck, mode: Mode, adventures: u32, options: Options) -> Book {
    Book {
        deck,
        ..book(mode, adventures, options)
    }
}

fn game(heroes: [HeroClass; 3], book: Book, player: Player) -> DiceAdventures {
    DiceAdventures::new(&Setup {
        heroes,
        book,
        player,
    })
}

#[test]
fn careless_games_are_those_of_the_plain_program() {
    for number in 0..20 {
        for order in ORDERS {
            let cards = 1 + number as usize % 6;
            let deck = any_deck(number, cards, 9, order);
            for mode in MODES {
                let adventures = cards.min(5) as u32;
                let book = with(deck, mode, adventures, Options::default());
                let heroes = [
                    [HeroClass::Warrior, HeroClass::Cleric, HeroClass::Wizard],
                    [HeroClass::Thief, HeroClass::Ranger, HeroClass::Bard],
                ][number as usize / 2 % 2];
                let game = game(heroes, book, Player::Passive);
                let rules = plain_rules(&book);
                let mut dice = Tape::new(number, game.rollers().len());
                let mut record = Record::new(&game);
                let mut state = game.state();
                for trial in 0..500 {
                    dice.start(trial);
                    game.trial(&mut dice, &mut state, &mut Silent, &mut record);
                    dice.start(trial);
                    let end =
                        plain::careless(heroes.map(|class| class as usize), &rules, &mut dice);
                    let mut expected =
                        vec![end.score, end.levels, end.alive, end.treasures, end.deaths];
                    expected.extend([0; 3]);
                    expected.extend(end.results);
                    assert_eq!(record.values, expected, "{game:?}, trial {trial}");
                }
            }
        }
    }
}

#[test]
fn the_plain_greedy_player_earns_as_much() {
    let [bard, cleric, ranger, thief, warrior, wizard] = HeroClass::ALL;
    let parties = [
        [warrior, cleric, wizard],
        [wizard, thief, bard],
        [ranger, warrior, bard],
    ];
    for number in (0..20).step_by(size(9, 1)) {
        for order in ORDERS {
            let cards = 2 + number as usize % 3;
            let deck = any_deck(100 + number, cards, 9, order);
            let mode = MODES[number as usize % 3];
            let options = Options {
                modifier_when: ModifierWhen::ALL[number as usize / 3 % 2],
                ..Options::default()
            };
            let book = with(deck, mode, 2 + number as u32 % 2, options);
            let heroes = parties[number as usize / 2 % 3];
            let game = game(heroes, book, Player::Greedy);
            let exact = mean_score(&game);
            let classes = heroes.map(|class| class as usize);
            let plainly = plain::Greedy::new(&plain_rules(game.book())).worth(classes);
            assert!(
                (plainly - exact).abs() < 1e-9,
                "{game:?}: {plainly} {exact}"
            );
        }
    }
}

/// Exhaustive search: one adventure out of two cards, and two out of two or three.
#[test]
fn the_plain_solver_agrees_on_short_games() {
    let other = Options {
        replace: Replace::Must,
        modifier_when: ModifierWhen::After,
        ..Options::default()
    };
    let [bard, cleric, ranger, thief, warrior, wizard] = HeroClass::ALL;
    let usual = Options::default();
    for (number, heroes, mode, options, cards, adventures) in [
        (1, [bard, thief, wizard], Mode::Basic, usual, 2, 1),
        (2, [bard, thief, wizard], Mode::HardcorePlus, other, 2, 1),
        (3, [cleric, ranger, thief], Mode::Basic, usual, 2, 2),
        (4, [cleric, thief, warrior], Mode::Hardcore, other, 3, 2),
    ]
    .into_iter()
    .take(size(1, 4))
    {
        // Purchases make the exhaustive search long.
        let gold = if adventures == 1 { 9 } else { 2 };
        for order in ORDERS {
            let deck = any_deck(200 + number, cards, gold, order);
            let book = with(deck, mode, adventures, options);
            let game = game(heroes, book, Player::Optimal);
            let classes = heroes.map(|class| class as usize);
            let plainly = plain::Solver::new(&plain_rules(&book)).worth(classes);
            let worth = game.optimal_score();
            assert!(
                (plainly - worth).abs() < 1e-10,
                "{game:?}: {plainly} {worth}"
            );
        }
    }
}

#[test]
fn sampled_scores_are_the_exact_ones() {
    let heroes = [HeroClass::Bard, HeroClass::Ranger, HeroClass::Thief];
    for number in 0..size(1, 4) {
        for order in ORDERS {
            let deck = any_deck(300 + number, 4, 3, order);
            for mode in MODES {
                let book = with(deck, mode, 3, Options::default());
                for player in Player::ALL {
                    let game = game(heroes, book, player);
                    let exact = game.exact().unwrap();
                    let mean = super::mean(&exact.metrics[0].overall());
                    let mut tally = Tally::new(&game);
                    game.play(number, 0..size(5_000, 20_000), &mut tally);
                    let (found, error) = sampled(&tally);
                    assert!(
                        (found - mean).abs() <= 4.0 * error + 1e-9,
                        "{game:?}: {found} {mean} {error}"
                    );
                    if player == Player::Optimal {
                        assert!((mean - game.optimal_score()).abs() < 1e-9, "{game:?}");
                    }
                }
            }
        }
    }
}

/// A deck of the source's adventures gives the same game as the source: bit by bit if the cards
/// come in order, and trial by trial if they are shuffled.
#[test]
fn cards_of_the_source_are_its_game() {
    let heroes = [HeroClass::Warrior, HeroClass::Cleric, HeroClass::Thief];
    for mode in MODES.into_iter().take(size(1, 3)) {
        let plain = book(mode, 4, Options::default());
        let in_order = Deck::new(&[Card::TEXT; 4], CardOrder::InOrder);
        let shuffled = Deck::new(&[Card::TEXT; 6], CardOrder::Shuffled);
        for player in Player::ALL {
            let usual = game(heroes, plain, player);
            let [same, alike] =
                [in_order, shuffled].map(|deck| game(heroes, Book { deck, ..plain }, player));
            assert_eq!(usual.exact().unwrap(), same.exact().unwrap());
            assert_eq!(usual.exact().unwrap(), alike.exact().unwrap());
            assert_eq!(
                usual.optimal_score().to_bits(),
                same.optimal_score().to_bits()
            );
            assert_eq!(
                usual.optimal_score().to_bits(),
                alike.optimal_score().to_bits()
            );
            let values = |game: &DiceAdventures| {
                let mut dice = Sampled::new(7, &game.rollers());
                let mut record = Record::new(game);
                let mut state = game.state();
                let play = |trial| {
                    dice.start(trial);
                    game.trial(&mut dice, &mut state, &mut Silent, &mut record);
                    record.values.clone()
                };
                (0..300).map(play).collect::<Vec<_>>()
            };
            assert_eq!(values(&usual), values(&same));
            // Shuffling has its own random stream.
            assert_eq!(values(&usual), values(&alike));
        }
    }
}

#[test]
fn knowledge_of_the_order_increases_the_value() {
    let heroes = [HeroClass::Bard, HeroClass::Cleric, HeroClass::Thief];
    let hard = Card {
        modifier: Some(Modifier { dice: 3, by: 1 }),
        ..Card::TEXT
    };
    let easy = Card {
        modifier: Some(Modifier { dice: 3, by: -1 }),
        ..Card::TEXT
    };
    let worth = |cards: &[Card], order| {
        let deck = Deck::new(cards, order);
        game(
            heroes,
            with(deck, Mode::Basic, 3, Options::default()),
            Player::Optimal,
        )
        .optimal_score()
    };
    let orders = [
        [hard, easy, Card::TEXT],
        [hard, Card::TEXT, easy],
        [easy, hard, Card::TEXT],
        [easy, Card::TEXT, hard],
        [Card::TEXT, hard, easy],
        [Card::TEXT, easy, hard],
    ];
    let known = orders.map(|cards| worth(&cards, CardOrder::InOrder));
    let mean = known.iter().sum::<f64>() / 6.0;
    let unknown = worth(&orders[0], CardOrder::Shuffled);
    assert!(unknown < mean, "{unknown} {known:?}");
    assert!(unknown > known.iter().copied().fold(f64::INFINITY, f64::min));
}
