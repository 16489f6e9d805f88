//! Dice Adventures: the rules and the solver compared with plain ones, and invariants of every
//! game.

mod decks;

use crate::plain::dice_adventures as plain;
use crate::tape::Tape;
use evenodds::contest::game::{Game, GameStop};
use evenodds::contest::{Describe, Events, Play, Record, Recorder, Rules, Silent, Solve, Tally};
use evenodds::contests::dice_adventures::{
    Action, Book, Card, CardOrder, ChangeMeans, Deck, DiceAdventures, Event, HIRELING, HeroClass,
    LevelUp, LoseLevel, Mode, ModifierWhen, Options, Player, RangerDice, RangerReroll, Replace,
    Setup, Shop, ThiefGold,
};
use evenodds::dice::{Dice, Sampled};
use evenodds_testing::size;
use proptest::prelude::*;
use std::sync::OnceLock;

const MODES: [Mode; 3] = [Mode::Basic, Mode::Hardcore, Mode::HardcorePlus];

fn book(mode: Mode, adventures: u32, options: Options) -> Book {
    Book {
        mode,
        adventures,
        options,
        shop: Shop::default(),
        deck: Deck::default(),
    }
}

fn plain_rules(book: &Book) -> plain::Rules {
    plain::Rules {
        mode: match book.mode {
            Mode::Basic => plain::Mode::Basic,
            Mode::Hardcore => plain::Mode::Hardcore,
            Mode::HardcorePlus => plain::Mode::HardcorePlus,
        },
        adventures: book.adventures as usize,
        ranger_rerolls_kept: book.options.ranger_reroll == RangerReroll::Kept,
        must_replace: book.options.replace == Replace::Must,
        modifiers_after: book.options.modifier_when == ModifierWhen::After,
        deck: plain::Deck {
            cards: (book.deck.given().iter()).map(plain_card).collect(),
            shuffled: book.deck.whole() != 0,
        },
    }
}

fn plain_card(card: &Card) -> plain::Card {
    plain::Card {
        modifier: (card.modifier)
            .map(|modifier| (usize::from(modifier.dice), i64::from(modifier.by))),
        results: Some(card.results.map(|effect| plain::Effect {
            gold: i64::from(effect.gold),
            rises: effect.rise > 0,
            falls: effect.fall > 0,
            dies: usize::from(effect.dies),
        })),
    }
}

#[test]
fn careless_games_are_those_of_the_plain_program() {
    for mode in MODES {
        let book = book(mode, 5, Options::default());
        for heroes in [
            [HeroClass::Warrior, HeroClass::Cleric, HeroClass::Wizard],
            [HeroClass::Thief, HeroClass::Ranger, HeroClass::Bard],
            [HeroClass::Wizard, HeroClass::Thief, HeroClass::Ranger],
        ] {
            let game = DiceAdventures::new(&Setup {
                heroes,
                book,
                player: Player::Passive,
            });
            let mut dice = Tape::new(3, game.rollers().len());
            let mut state = game.state();
            let mut record = Record::new(&game);
            for trial in 0..5_000 {
                dice.start(trial);
                game.trial(&mut dice, &mut state, &mut Silent, &mut record);
                dice.start(trial);
                let classes = heroes.map(|class| class as usize);
                let end = plain::careless(classes, &plain_rules(&book), &mut dice);
                let mut expected =
                    vec![end.score, end.levels, end.alive, end.treasures, end.deaths];
                expected.extend([0; 3]);
                expected.extend(end.results);
                assert_eq!(record.values, expected, "{game:?}, trial {trial}");
                assert_eq!(record.outcome == 0, end.alive > 0);
            }
        }
    }
}

/// Two adventures, so that items are bought and heroes hired, searched exhaustively by the plain
/// solver.
#[test]
fn the_plain_solver_agrees_on_short_games() {
    let plain_options = Options::default();
    let cases = [
        (
            [HeroClass::Bard, HeroClass::Thief, HeroClass::Wizard],
            Mode::Basic,
            plain_options,
        ),
        (
            [HeroClass::Cleric, HeroClass::Ranger, HeroClass::Warrior],
            Mode::Hardcore,
            plain_options,
        ),
        (
            [HeroClass::Cleric, HeroClass::Thief, HeroClass::Warrior],
            Mode::HardcorePlus,
            plain_options,
        ),
        (
            [HeroClass::Bard, HeroClass::Ranger, HeroClass::Thief],
            Mode::HardcorePlus,
            Options {
                ranger_reroll: RangerReroll::Kept,
                replace: Replace::Must,
                modifier_when: ModifierWhen::After,
                ..plain_options
            },
        ),
    ];
    for (heroes, mode, options) in cases.into_iter().step_by(size(4, 1)) {
        let book = book(mode, 2, options);
        let game = DiceAdventures::new(&Setup {
            heroes,
            book,
            player: Player::Optimal,
        });
        let classes = heroes.map(|class| class as usize);
        let plainly = plain::Solver::new(&plain_rules(&book)).worth(classes);
        let worth = game.optimal_score();
        assert!(
            (plainly - worth).abs() < 1e-10,
            "{game:?}: {plainly} {worth}"
        );
    }
}

/// The greedy player takes the first of equal choices, so the seating matters. The test covers all
/// seatings of some parties, and the rule options that affect this player.
#[test]
fn the_plain_greedy_player_earns_as_much() {
    let usual = Options::default();
    let other = Options {
        ranger_reroll: RangerReroll::Kept,
        modifier_when: ModifierWhen::After,
        ..usual
    };
    let [bard, cleric, ranger, thief, warrior, wizard] = HeroClass::ALL;
    for (heroes, mode, options) in [
        ([warrior, cleric, wizard], Mode::Basic, usual),
        ([warrior, cleric, wizard], Mode::HardcorePlus, usual),
        ([wizard, warrior, cleric], Mode::HardcorePlus, usual),
        ([wizard, thief, bard], Mode::Hardcore, usual),
        ([thief, bard, wizard], Mode::HardcorePlus, usual),
        ([ranger, wizard, bard], Mode::HardcorePlus, usual),
        ([ranger, warrior, bard], Mode::HardcorePlus, other),
    ]
    .into_iter()
    .step_by(size(5, 1))
    {
        let book = book(mode, 4, options);
        let game = DiceAdventures::new(&Setup {
            heroes,
            book,
            player: Player::Greedy,
        });
        let exact = mean_score(&game);
        let classes = heroes.map(|class| class as usize);
        let plainly = plain::Greedy::new(&plain_rules(&book)).worth(classes);
        assert!(
            (plainly - exact).abs() < 1e-9,
            "{game:?}: {plainly} {exact}"
        );
        // The sampled game is the same game.
        let mut tally = Tally::new(&game);
        game.play(9, 0..10_000, &mut tally);
        let (found, error) = sampled(&tally);
        assert!(
            (found - exact).abs() < 4.0 * error,
            "{game:?}: {found} {exact}"
        );
    }
}

/// Returns the exact expected score.
fn mean_score(game: &DiceAdventures) -> f64 {
    mean(&game.exact().unwrap().metrics[0].overall())
}

fn mean(values: &[(i64, f64)]) -> f64 {
    let parts = values.iter().map(|&(value, share)| value as f64 * share);
    parts.sum()
}

/// Returns mean and standard error of the sampled score.
fn sampled(tally: &Tally) -> (f64, f64) {
    let (mut sum, mut squares) = (0.0, 0.0);
    let trials = tally.trials() as f64;
    for outcome in 0..2 {
        for (score, count) in tally.histogram(0, outcome).iter() {
            sum += score as f64 * count as f64;
            squares += (score * score) as f64 * count as f64;
        }
    }
    let mean = sum / trials;
    (mean, ((squares / trials - mean * mean) / trials).sqrt())
}

#[test]
fn sampled_scores_of_parties_in_all_modes_are_the_exact_ones() {
    sampled_scores(3, size(4, 1));
}

#[test]
#[ignore = "some ten seconds: cargo test --release --no-default-features --test it -- --ignored whole_games_of_all"]
fn scores_of_whole_games_of_all_parties_are_the_exact_ones() {
    sampled_scores(5, 1);
}

fn sampled_scores(adventures: u32, step: usize) {
    for mode in MODES {
        let games =
            DiceAdventures::all(book(mode, adventures, Options::default()), Player::Optimal);
        assert_eq!(games.len(), 20);
        for (number, game) in games.iter().enumerate().step_by(step) {
            for player in [Player::Passive, Player::Optimal] {
                let game = game.played_by(player);
                let exact = game.exact().unwrap();
                let score = exact.metrics[0].overall();
                let mean = mean(&score);
                let mut tally = Tally::new(&game);
                game.play(100 + number as u64, 0..20_000, &mut tally);
                let (found, error) = sampled(&tally);
                assert!(
                    (found - mean).abs() < 4.0 * error,
                    "{game:?}: {found} {mean} {error}"
                );
                let alive = tally.outcomes()[0] as f64 / 20_000.0;
                let share = exact.outcomes[0];
                let error = (share * (1.0 - share) / 20_000.0).max(0.0).sqrt();
                assert!(
                    (alive - share).abs() <= 4.0 * error + 1e-12,
                    "{game:?}: {alive} {share}"
                );
                if player == Player::Optimal {
                    assert!((mean - game.optimal_score()).abs() < 1e-9, "{game:?}");
                }
            }
        }
    }
}

#[test]
fn threads_do_not_matter() {
    let answers: Vec<_> = [1, 3]
        .map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            pool.install(|| {
                let game = DiceAdventures::new(&Setup {
                    heroes: [HeroClass::Bard, HeroClass::Cleric, HeroClass::Thief],
                    book: book(Mode::Hardcore, 4, Options::default()),
                    player: Player::Optimal,
                });
                (game.exact().unwrap(), game.optimal_score().to_bits())
            })
        })
        .into();
    assert_eq!(answers[0], answers[1]);
}

/// Plays a game in which every decision is random.
fn play_at_random(
    game: &DiceAdventures,
    dice: &mut Sampled,
    lots: &mut Sampled,
    recorder: &mut Recorder<Event>,
    record: &mut Record,
) {
    let mut position = game.start();
    let mut actions = Vec::new();
    record.outcome = loop {
        match game.advance(&mut position, dice, recorder) {
            GameStop::Decision(_) => {
                actions.clear();
                game.actions(&position, &mut actions);
                let chosen = lots.choose(0, actions.len() as u32) as usize;
                game.apply(&mut position, actions[chosen], dice, recorder);
            }
            GameStop::End(outcome) => break outcome,
        }
    };
    let outcome = record.outcome;
    game.finish(&mut position, outcome, dice, recorder, record);
}

fn any_book() -> impl Strategy<Value = Book> {
    let readings = prop::array::uniform7(0..2_usize);
    // Without cards, or with up to six in either order.
    let deck = (0..1_000_u64, 0..=6_usize, 0..2_usize).prop_map(|(number, cards, order)| {
        decks::any_deck(number, cards, 9, CardOrder::ALL[order])
    });
    let all = (0..3_usize, 1..=5_u32, readings, deck);
    all.prop_map(|(mode, adventures, readings, deck)| {
        let [ranger, reroll, thief, lose, rise, replace, when] = readings;
        let book = book(
            MODES[mode],
            adventures,
            Options {
                ranger: RangerDice::ALL[ranger],
                ranger_reroll: RangerReroll::ALL[reroll],
                thief: ThiefGold::ALL[thief],
                lose_level: LoseLevel::ALL[lose],
                level_up: LevelUp::ALL[rise],
                replace: Replace::ALL[replace],
                modifier_when: ModifierWhen::ALL[when],
            },
        );
        Book { deck, ..book }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(size(80, 400)))]

    #[test]
    fn positions_stay_consistent_after_any_decision(
        book in any_book(),
        seed in 0_u64..1_000_000,
        heroes in Just(HeroClass::ALL.to_vec()).prop_shuffle(),
    ) {
        let game = DiceAdventures::new(&Setup {
            heroes: [heroes[0], heroes[1], heroes[2]],
            book,
            player: Player::Passive,
        });
        let mut dice = Sampled::new(seed, &game.rollers());
        dice.start(0);
        let mut lots = Sampled::new(seed, &["lots".to_owned()]);
        lots.start(0);
        let mut record = Record::new(&game);
        let mut recorder = Recorder(Vec::new());
        play_at_random(&game, &mut dice, &mut lots, &mut recorder, &mut record);
        let mut used = 0;
        for event in &recorder.0 {
            prop_assert!(!game.narrate(event).is_empty());
            match *event {
                Event::Rolled { state } => {
                    prop_assert!(state.party.alive() >= 1);
                    for seat in 0..3 {
                        let hero = state.party.seats[seat];
                        prop_assert_eq!(hero.is_some(), (1..=6).contains(&state.faces[seat]));
                        prop_assert_eq!(state.uses[seat], hero.map_or(0, |hero| hero.level));
                        prop_assert!(hero.is_none_or(|hero| (1..=3).contains(&hero.level)));
                    }
                    prop_assert_eq!(state.hireling, state.faces[HIRELING] != 0);
                    prop_assert_eq!(state.party.classes().count_ones(), state.party.alive());
                    if book.mode != Mode::Basic {
                        // Each class joins at most once; afterwards its hero is alive or dead.
                        prop_assert_eq!(used & !state.party.used, 0);
                        used = state.party.used;
                        prop_assert_eq!(used.count_ones(), state.party.alive() + state.deaths);
                    }
                    prop_assert!(
                        book.options.replace == Replace::May
                            || state.party.alive() == 3
                            || book.mode != Mode::Basic && used.count_ones() == 6
                    );
                }
                Event::DieChanged { before, action, face } => {
                    prop_assert!((1..=6).contains(&face));
                    if let Action::Change { means: ChangeMeans::Power(seat), .. }
                    | Action::Reroll { means: ChangeMeans::Power(seat), .. } = action
                    {
                        prop_assert!(before.party.seats[usize::from(seat)].is_some(), "the dead do nothing");
                    }
                }
                Event::ResultRead { result, .. } => prop_assert!((1..=6).contains(&result)),
                Event::Planned { before, plan } => prop_assert!(plan.price() <= before.gold),
                Event::Ended { state, score } => {
                    prop_assert_eq!(score, record.values[0]);
                    prop_assert_eq!(state.party.alive() > 0, record.outcome == 0);
                    prop_assert_eq!(book.score(&state.party, state.gold, state.deaths), score);
                }
                _ => {}
            }
        }
        // Values are within the bounds of their metrics.
        for (metric, value) in game.metrics().iter().zip(&record.values) {
            prop_assert!((metric.expected.0..=metric.expected.1).contains(value), "{:?} {}", metric, value);
        }
    }
}

/// Returns the cells of the rows of the page of scores under a heading, by party.
fn report_rows(heading: &str) -> Vec<(String, Vec<String>)> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/reports/dice-adventures-scores.md"
    );
    let text = std::fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    let section = text.split(&format!("\n## {heading}\n")).nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let rows = section
        .lines()
        .filter(|line| line.starts_with("| "))
        .skip(1);
    rows.map(|row| {
        let cells: Vec<String> = row
            .trim_matches('|')
            .split('|')
            .map(|cell| cell.trim().to_owned())
            .collect();
        (cells[0].clone(), cells[1..].to_vec())
    })
    .collect()
}

fn percent(share: f64) -> String {
    format!("{:.2}%", share * 100.0)
}

/// Returns whole games of all parties with optimal players and the default rules; solved once for
/// all tests.
fn whole_games(mode: Mode) -> &'static [DiceAdventures] {
    static GAMES: [OnceLock<Vec<DiceAdventures>>; 3] = [const { OnceLock::new() }; 3];
    let position = MODES.iter().position(|&other| other == mode).unwrap();
    GAMES[position]
        .get_or_init(|| DiceAdventures::all(book(mode, 5, Options::default()), Player::Optimal))
}

fn whole_game(mode: Mode, heroes: [HeroClass; 3]) -> &'static DiceAdventures {
    let set = |classes: &mut dyn Iterator<Item = HeroClass>| {
        classes.fold(0, |set, class| set | 1 << class as u8)
    };
    let wanted = set(&mut heroes.into_iter());
    let games = whole_games(mode).iter();
    let mut found =
        games.filter(|game| set(&mut game.party().heroes().map(|(_, hero)| hero.class)) == wanted);
    found.next().unwrap()
}

/// Recomputes every score of the page and every chance of survival; for the best party
/// its whole row.
#[test]
fn the_stored_report_is_that_of_the_program() {
    let pages = MODES.into_iter().zip(["Basic", "Hardcore", "Hardcore+"]);
    for (mode, heading) in pages.take(size(1, 3)) {
        let rows = report_rows(heading);
        let games = whole_games(mode);
        assert_eq!(rows.len(), games.len() + 1, "all parties and their mean");
        for game in games {
            let names: Vec<&str> = game
                .party()
                .heroes()
                .map(|(_, hero)| hero.class.name())
                .collect();
            let names = names.join(", ");
            let (_, cells) = rows.iter().find(|(party, _)| *party == names).unwrap();
            assert_eq!(cells[0], format!("{:.6}", game.optimal_score()), "{game:?}");
            for (player, column) in [(Player::Greedy, 7), (Player::Passive, 9)] {
                let exact = game.played_by(player).exact().unwrap();
                let score = exact.metrics[0].overall();
                assert_eq!(cells[column], format!("{:.6}", mean(&score)), "{game:?}");
                assert_eq!(cells[column + 1], percent(exact.outcomes[0]), "{game:?}");
            }
        }
        // The page sorts parties by score, the highest first.
        let scores: Vec<f64> = rows[..games.len()]
            .iter()
            .map(|(_, cells)| cells[0].parse().unwrap())
            .collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{heading}");
        let best = whole_game(mode, [HeroClass::Bard, HeroClass::Cleric, HeroClass::Thief]);
        let exact = best.exact().unwrap();
        let score = exact.metrics[0].overall();
        let not_exceeded = |share: f64| {
            let mut below = 0.0;
            let reached = score.iter().find(|(_, chance)| {
                below += chance;
                below >= share
            });
            reached.unwrap().0.to_string()
        };
        let mut row = vec![format!("{:.6}", mean(&score))];
        row.extend([0.05, 0.25, 0.5, 0.75, 0.95].map(not_exceeded));
        row.push(percent(exact.outcomes[0]));
        assert_eq!(rows[0].1[..7], row, "{heading}");
    }
}

/// Figures from other programs, to more digits than any document prints.
#[test]
fn whole_games_have_the_scores_that_other_programs_found() {
    let adventurers = [HeroClass::Warrior, HeroClass::Cleric, HeroClass::Wizard];
    let game = |mode, player| {
        DiceAdventures::new(&Setup {
            heroes: adventurers,
            book: book(mode, 5, Options::default()),
            player,
        })
    };
    let assert_near = |found: f64, expected: f64, places: i32| {
        let half = 0.51 * 10_f64.powi(-places);
        assert!((found - expected).abs() < half, "{found} {expected}");
    };
    let careless = |mode| game(mode, Player::Passive);
    assert_near(mean_score(&careless(Mode::Basic)), 0.015_222_449, 9);
    assert_near(mean_score(&careless(Mode::Hardcore)), 5.293_814_959, 9);
    let exact = careless(Mode::Hardcore).exact().unwrap();
    assert_near(exact.outcomes[0], 0.805_168_736, 9);
    assert_near(
        mean_score(&game(Mode::HardcorePlus, Player::Greedy)),
        17.685_791,
        6,
    );
    let troupe = [HeroClass::Bard, HeroClass::Cleric, HeroClass::Thief];
    let optimal = [(Mode::Basic, 17.653_277), (Mode::Hardcore, 22.207_335)];
    for (mode, score) in optimal.into_iter().take(size(1, 2)) {
        assert_near(whole_game(mode, troupe).optimal_score(), score, 6);
    }
}

#[test]
fn the_documents_have_the_scores_of_the_shipped_party() {
    let read = |name: &str| {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let text = std::fs::read_to_string(path).unwrap();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let players = read("docs/players.md");
    let modes = MODES.into_iter().zip(["basic", "hardcore", "hardcore+"]);
    for (mode, name) in modes.take(size(1, 3)) {
        let score = |player| {
            let sets = [format!("mode={name}"), format!("player={player}")];
            let scenario = evenodds::scenario::open("@adventurers", &sets).unwrap();
            mean(&scenario.contest.exact().unwrap().metrics[0].overall())
        };
        let adventurers = [HeroClass::Warrior, HeroClass::Cleric, HeroClass::Wizard];
        let optimal = whole_game(mode, adventurers).optimal_score();
        let row = [score("passive"), score("greedy"), optimal].map(|score| format!("{score:.6}"));
        let row = row.join(" | ");
        assert!(
            players.contains(&format!("| {name} | {row} |")),
            "{name}: {row}"
        );
    }
    let method = read("crates/contests/README.md");
    for (mode, heroes) in [
        (Mode::Basic, "the basic mode"),
        (Mode::Hardcore, "hardcore"),
    ]
    .into_iter()
    .take(size(1, 2))
    {
        let game = whole_game(mode, [HeroClass::Bard, HeroClass::Cleric, HeroClass::Thief]);
        let words = format!("{:.6} in {heroes}", game.optimal_score());
        assert!(method.contains(&words), "{words}");
    }
}
