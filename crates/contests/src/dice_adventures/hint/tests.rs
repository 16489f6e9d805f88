//! Tests of hints in positions of games.

mod exhaustive;

use super::super::book::{Book, Mode, ModifierWhen, Options, Shop};
use super::super::deck::{CardOrder, Deck};
use super::super::{Hero, Party, Player, Setup};
use super::*;
use evenodds_core::contest::game::{GameStop, PlayoutGame};
use evenodds_core::contest::{BestAction, HintPlan, Hints, Narrate, Solve, conformance};
use evenodds_core::dice::{Dice, Enumerated};
use evenodds_testing::size;
use std::collections::HashMap;

fn game(
    heroes: [HeroClass; 3],
    mode: Mode,
    adventures: u32,
    after: bool,
    deck: Deck,
) -> DiceAdventures {
    DiceAdventures::new(&Setup {
        heroes,
        book: Book {
            mode,
            adventures,
            options: Options {
                modifier_when: ModifierWhen::ALL[usize::from(after)],
                ..Options::default()
            },
            shop: Shop::default(),
            deck,
        },
        player: Player::Optimal,
    })
    .with_names(vec![
        "The flooded crypt".to_owned(),
        "Rats, and more".to_owned(),
        "The old road".to_owned(),
    ])
}

const BARDS: [HeroClass; 3] = [HeroClass::Bard, HeroClass::Cleric, HeroClass::Thief];
const FIGHTERS: [HeroClass; 3] = [HeroClass::Warrior, HeroClass::Wizard, HeroClass::Ranger];

/// Returns games of `adventures` adventures that together have all kinds of effects.
fn games(adventures: u32) -> Vec<DiceAdventures> {
    vec![
        game(BARDS, Mode::Basic, adventures, false, Deck::default()),
        game(
            FIGHTERS,
            Mode::HardcorePlus,
            adventures,
            false,
            Deck::default(),
        ),
        game(BARDS, Mode::HardcorePlus, adventures, true, Deck::default()),
        game(
            FIGHTERS,
            Mode::Hardcore,
            adventures,
            true,
            Deck::sample(CardOrder::InOrder),
        ),
        game(
            BARDS,
            Mode::Basic,
            adventures,
            false,
            Deck::sample(CardOrder::Shuffled),
        ),
    ]
}

fn hinted(game: &DiceAdventures, table: &str) -> BestAction {
    match game.hint(&Source::new("--table", table), &HintPlan::default()) {
        Ok(hint) => hint,
        Err(faults) => panic!("{table}\n{faults}"),
    }
}

/// Returns a random position of the last adventure; `None` if no game reaches it.
fn any_position(game: &DiceAdventures, dice: &mut Sampled, stage: GameStage) -> Option<Position> {
    let book = &game.book;
    let adventure = if stage == GameStage::Shop {
        book.adventures - 1
    } else {
        book.adventures
    };
    let mut party = game.party;
    for seat in 0..SEATS {
        match dice.choose(0, 6) {
            0 if seat > 0 => party = party.without(1 << seat),
            1 => party = party.at_level(seat, 2),
            2 if !book.is_hardcore() => {
                let free = !party.classes() & 0b11_1111;
                let class = classes_of(free).next()?;
                party.seats[seat] = Some(Hero { class, level: 1 });
            }
            _ => {}
        }
    }
    party.used |= party.classes();
    let mut state = GameState {
        party,
        adventure,
        card: adventure as u8 - 1,
        gold: dice.choose(0, 3),
        provisions: dice.choose(0, 2),
        weapons: dice.choose(0, 2),
        deaths: (party.used & !party.classes()).count_ones(),
        ..GameState::default()
    };
    let whole = book.deck.whole();
    if whole != 0 {
        state.card = dice.choose(0, whole.count_ones()) as u8;
        state.left = whole;
        let mut drawn = vec![state.card];
        while drawn.len() < adventure as usize {
            let other = dice.choose(0, whole.count_ones()) as u8;
            if !drawn.contains(&other) {
                drawn.push(other);
            }
        }
        for card in drawn {
            state.left &= !(1 << card);
        }
    }
    if stage.has_dice() {
        state.hireling = dice.choose(0, 4) == 0;
        for (seat, hero) in party.heroes() {
            state.faces[seat] = dice.die(0, 6) as u8;
            let full = stage == GameStage::Raise || !has_power(hero.class);
            let spent = if full { 0 } else { dice.choose(0, 2) as u8 };
            state.uses[seat] = hero.level - spent;
        }
        if state.hireling {
            state.faces[HIRELING] = dice.die(0, 6) as u8;
        }
    }
    let position = Position { state, stage };
    game.solved_game()
        .check_reachable(&position)
        .ok()
        .map(|()| position)
}

/// Plays trials and returns all decisions.
fn decisions(game: &DiceAdventures, seed: u64, trials: u64) -> Vec<(Position, Action)> {
    let mut dice = Sampled::new(seed, &game.rollers());
    let mut all = Vec::new();
    for trial in 0..trials {
        dice.start(trial);
        all.extend(decided(game, &mut dice));
    }
    all
}

/// Plays a trial and returns its decisions.
fn decided(game: &DiceAdventures, dice: &mut impl Dice) -> Vec<(Position, Action)> {
    let (mut position, mut memory) = (game.start(), game.memory());
    let mut all = Vec::new();
    while let GameStop::Decision(_) = game.advance(&mut position, dice, &mut Silent) {
        let action = game.choose(&position, &mut memory, dice);
        all.push((position, action));
        game.apply(&mut position, action, dice, &mut Silent);
    }
    all
}

#[test]
fn the_first_hint_is_the_action_of_optimal() {
    let mut seen = HashMap::new();
    for game in games(3) {
        for (position, action) in decisions(&game, 7, 12) {
            let hint = hinted(&game, &typed(&game, &position));
            let wanted = game.name(&position, action);
            let turned = position.stage == GameStage::Act
                && position.state.party.heroes().any(|(seat, hero)| {
                    let turns = matches!(hero.class, HeroClass::Warrior | HeroClass::Cleric);
                    turns && position.state.uses[seat] < hero.level
                });
            if turned || matches!(action, Action::Leave { .. }) {
                // More than one action may be optimal; the chosen one must be among them.
                let found = hint.actions.iter().position(|one| one.action == wanted);
                // The hint may list another action with the same result.
                let cost = found.map(|found| hint.cost(found));
                let listed = matches!(action, Action::Leave { .. }) || cost.is_some();
                assert!(
                    listed && cost.unwrap_or(0.0) < 1e-9,
                    "{wanted}: {position:?}"
                );
            } else {
                assert_eq!(hint.actions[0].action, wanted, "{position:?}");
            }
            *seen.entry(position.stage).or_insert(0) += 1;
        }
    }
    assert!(
        seen[&GameStage::Act] > 150 && seen[&GameStage::Rise] > 15 && seen[&GameStage::Shop] > 80,
        "{seen:?}"
    );
}

/// Returns the number of points that a decision loses.
fn lost(game: &DiceAdventures, position: &Position, action: Action) -> f64 {
    let mut actions = Vec::new();
    game.actions(position, &mut actions);
    assert!(actions.contains(&action), "{action:?}: {position:?}");
    let values = game.values(position, &actions).unwrap().values;
    let of = |one: &(f64, f64)| one.0;
    let best = values.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    best - of(&values[actions.iter().position(|&one| one == action).unwrap()])
}

#[test]
fn optimal_loses_nothing() {
    for game in games(3) {
        for (position, action) in decisions(&game, 1, 30) {
            assert_eq!(lost(&game, &position, action), 0.0, "{position:?}");
        }
    }
}

/// The expected points lost by the decisions of a player equal the difference between its score and
/// that of `optimal`.
#[test]
fn losses_of_decisions_add_up_to_the_difference_of_scores() {
    // Parties with more choices among powers would take long; the test is about the sum, not the
    // party.
    let heroes = [HeroClass::Thief, HeroClass::Warrior, HeroClass::Cleric];
    for (mode, after, adventures, deck) in [
        (Mode::Basic, false, 1, Deck::default()),
        (Mode::HardcorePlus, false, 2, Deck::default()),
        (Mode::HardcorePlus, true, 2, Deck::default()),
        (Mode::Basic, false, 1, Deck::sample(CardOrder::InOrder)),
        (
            Mode::HardcorePlus,
            true,
            1,
            Deck::sample(CardOrder::Shuffled),
        ),
    ]
    .into_iter()
    .step_by(size(4, 1))
    {
        let game = game(heroes, mode, adventures, after, deck).played_by(Player::Passive);
        let score = game.exact().unwrap().metrics[0].overall();
        let mean: f64 = score
            .iter()
            .map(|&(score, share)| score as f64 * share)
            .sum();
        let missing = game.optimal_score() - mean;
        let mut all = 0.0;
        let mut known = HashMap::new();
        let play = |dice: &mut Enumerated| decided(&game, dice);
        Enumerated::explore(16, play, |chance, decisions| {
            // Many trials share a decision, so its loss is cached.
            for (position, action) in decisions {
                let lost = *(known.entry((position, action)))
                    .or_insert_with(|| lost(&game, &position, action));
                all += chance * lost;
            }
        });
        assert!((all - missing).abs() < 1e-9, "{game:?}: {all} {missing}");
    }
}

/// Play-outs can start in any position: with used powers, or after actions that the player would
/// not take.
#[test]
fn every_player_can_continue_from_any_position() {
    for game in games(2) {
        for player in Player::ALL {
            let game = game.played_by(player);
            let mut dice = Sampled::new(2, &game.rollers());
            for number in 0..60 {
                dice.start(number);
                let stage = [GameStage::Act, GameStage::Shop][number as usize % 2];
                let Some(mut position) = any_position(&game, &mut dice, stage) else {
                    continue;
                };
                let mut memory = game.memory();
                while let GameStop::Decision(_) =
                    game.advance(&mut position, &mut dice, &mut Silent)
                {
                    let mut actions = Vec::new();
                    game.actions(&position, &mut actions);
                    let mut action = game.choose(&position, &mut memory, &mut dice);
                    assert!(actions.contains(&action), "{action:?}: {position:?}");
                    if dice.choose(0, 2) == 0 {
                        action = actions[dice.choose(0, actions.len() as u32) as usize];
                        game.apply(&mut position, action, &mut dice, &mut Silent);
                        game.restore_memory(&position, &mut memory);
                    } else {
                        game.apply(&mut position, action, &mut dice, &mut Silent);
                    }
                }
            }
        }
    }
}

/// A player that starts in the middle of an adventure plays as well as one that started at its
/// beginning.
#[test]
fn optimal_loses_nothing_from_any_position() {
    let mut turned = 0;
    for game in games(2) {
        let mut dice = Sampled::new(4, &["/any".to_owned()]);
        for number in 0..60 {
            dice.start(number);
            let Some(position) = any_position(&game, &mut dice, GameStage::Act) else {
                continue;
            };
            let action = game.choose(&position, &mut game.memory(), &mut dice);
            assert_eq!(lost(&game, &position, action), 0.0, "{position:?}");
            turned += u32::from((position.state.party.heroes()).any(|(seat, hero)| {
                let turns = matches!(hero.class, HeroClass::Warrior | HeroClass::Cleric);
                turns && position.state.uses[seat] < hero.level
            }));
        }
    }
    assert!(turned > 20, "{turned}");
}

#[test]
fn advice_states_the_action_and_its_gain() {
    let heroes = [HeroClass::Warrior, HeroClass::Cleric, HeroClass::Wizard];
    let game = game(heroes, Mode::Basic, 2, false, Deck::default()).played_by(Player::Passive);
    let transcript = game.narrate_with_advice(1, 0).unwrap();
    let mut lines = Vec::new();
    for (line, advice) in transcript.lines.iter().zip(transcript.advice) {
        lines.push(line.clone());
        lines.extend(advice.map(|advice| format!("  > {advice}")));
    }
    insta::assert_snapshot!(lines.join("\n"), @"
    Adventure 1: the warrior, the cleric and the wizard set out.
    The dice: warrior 6, cleric 1, wizard 1.
    Result 1: a major success.
      > best action: the score at the end then is 9.15
    The party gains 3 gold.
    The warrior rises to level 2.
      > better: let the cleric rise; the score at the end then is 9.15, 0.22 points more
    The party keeps its 3 gold.
      > better: buy provisions for 1 gold; the score at the end then is 8.93, 0.08 points more
    Adventure 2: the warrior of level 2, the cleric and the wizard set out, with 3 gold.
    The dice: warrior 2, cleric 2, wizard 3.
    Result 2: a minor success.
      > better: have the wizard re-roll its own die; the score at the end then is 9.67, 0.67 points more
    The party gains 2 gold.
    The warrior of level 2, the cleric and the wizard come home: 4 levels and 5 treasures make a score of 9.
    ");
}

#[test]
fn an_invalid_position_is_refused_with_all_its_faults() {
    let game = game(BARDS, Mode::HardcorePlus, 3, false, Deck::default());
    let refused = |table: &str| {
        let source = Source::new("--table", table);
        game.hint(&source, &HintPlan::default())
            .unwrap_err()
            .to_string()
    };
    let all = refused(
        "Adventure: 9; Brad: 1; Bard: 7 (level 5, used 2, x); Cleric: 3 4; Cleric: 2; Thief: 2 (used 1); \
         Gold: many; Gone: Elf",
    );
    for part in [
        "Adventure is `9`; expected an integer from 1 to 5",
        "`Brad` is unknown; did you mean Bard?",
        "Bard has a die of 7; expected 1 to 6",
        "Bard is `5`; expected an integer from 1 to 3",
        "Bard has `x`; the notes are level, used",
        "Cleric has 2 dice; expected at most 1",
        "hero[2].name is \"cleric\"; the name is already used at --table:1:54",
        "Thief has used its power 1 times; expected at most 0 with this class and level",
        "Gold is `many`",
        "gone[0] is \"Elf\"; expected one of \"bard\"",
    ] {
        assert!(all.contains(part), "{part}\n{all}");
    }
    for (table, part) in [
        (
            "Bard: 1; Cleric: 2; Thief: 3",
            "the number of the adventure is missing",
        ),
        (
            "Adventure: 1; Bard: 1; Cleric:; Thief: 3",
            "Cleric has no die; give the dice of all heroes or of none",
        ),
        (
            "Adventure: 4; Bard: 1; Cleric: 2; Thief: 3",
            "Adventure is 4; expected a number from 1 to 3",
        ),
        (
            "Adventure: 2; Bard: 1; Cleric: 2; Thief: 3",
            "this adventure changes the dice by +1",
        ),
        (
            "Adventure: 1; Bard: 1; Cleric: 2; Thief: 3; Change: done",
            "this adventure does not change dice before powers",
        ),
        (
            "Adventure: 1; Bard:; Cleric:; Thief:; Wizard:",
            "Wizard is the fourth hero",
        ),
        (
            "Adventure: 3; Bard:; Cleric:; Thief:",
            "this was the last adventure",
        ),
        (
            "Adventure: 1; Bard:; Cleric:; Thief:; Gold: 40",
            "brings so much gold",
        ),
        (
            "Adventure: 1; Bard: (level 3); Cleric:; Thief:",
            "reaches such a party",
        ),
        (
            "Adventure: 1; Bard:; Cleric:; Thief:; Result: 4",
            "with a 4 no hero rises",
        ),
        (
            "Adventure: 2; Bard:; Cleric:; Gone: Bard",
            "Gone has the bard, who is in the party",
        ),
        (
            "Adventure: 1; Bard:; Cleric:; Thief:; Hireling: 3",
            "leaves after one adventure",
        ),
    ] {
        let faults = refused(table);
        assert!(faults.contains(part), "{part}\n{faults}");
    }
}

#[test]
fn the_short_form_and_toml_give_the_same_position() {
    let plain = game(BARDS, Mode::HardcorePlus, 3, false, Deck::default());
    let shuffled = game(
        BARDS,
        Mode::Basic,
        3,
        false,
        Deck::sample(CardOrder::Shuffled),
    );
    for (game, short, toml) in [
        (
            &plain,
            "adventure: 3; Thief: 6; CLERIC: {4} (used 1, level 2); Bard: dead; Warrior: 2; Hireling: 3; Change: Done; provisions: 1",
            "adventure = { number = 3 }\nhireling = 3\nprovisions = 1\nchange = 'done'\n\
             hero = [{ name = 'cleric', dice = [4], level = 2, used = 1 }, { name = 'thief', dice = [6] }, \
             { name = 'bard', dead = true }, { name = 'warrior', dice = [2] }]",
        ),
        (
            &plain,
            "Adventure: 2; Thief: 6; Cleric: 4; Wizard: 1; Bard: out; Gone: bard; Change: to come",
            "adventure.number = 2\ngone = ['bard']\nchange = 'to come'\n\
             hero = [{ name = 'wizard', dice = [1] }, { name = 'thief', dice = [6] }, { name = 'cleric', dice = [4] }]",
        ),
        (
            &shuffled,
            "Adventure: 2 (old road, 'Rats, and more'); Bard: (level 2); Cleric:; Thief:; Gold: 2; Result: 1; Gone: nobody",
            "gold = 2\nresult = 1\ngone = []\n\
             adventure = { number = 2, cards = ['old road', 'Rats, and more'] }\n\
             hero = [{ name = 'bard', level = 2 }, { name = 'cleric' }, { name = 'thief' }]",
        ),
    ] {
        let read = |text: &str| match game.read(&Source::new("--table", text)) {
            Ok(position) => position,
            Err(faults) => panic!("{text}\n{faults}"),
        };
        assert_eq!(read(short), read(toml), "{short}");
    }
}

#[test]
fn random_changes_of_positions_are_read_or_refused() {
    for (game, text) in [
        (
            game(BARDS, Mode::HardcorePlus, 2, false, Deck::default()),
            "Adventure: 2; Bard: 4 (level 2, used 1); Cleric: 1; Thief: 6; Hireling: 3; Gold: 1; Change: done",
        ),
        (
            game(
                BARDS,
                Mode::Basic,
                3,
                false,
                Deck::sample(CardOrder::Shuffled),
            ),
            "Adventure: 2 (old road, 'Rats, and more'); Bard: (level 2); Cleric:; Thief:; Wizard: dead; Gold: 2; Result: 1",
        ),
    ] {
        conformance::assert_corrupted_positions_are_handled(&game, text, 1_500);
    }
}
