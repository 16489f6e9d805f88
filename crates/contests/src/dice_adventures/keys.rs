//! Keys of a Dice Adventures file, and the game built from them.

use super::book::{Book, Mode, Options, Shop};
use super::deck::MOST_ADVENTURES;
use super::deck::{Card, CardEffect, CardKeys, CardOrder, Deck, MOST_CARDS};
use super::party::{HeroClass, SEATS};
use super::players::Player;
use super::prepared::{DiceAdventures, Setup};
use evenodds_core::contest::{
    Contest, Erring, Seat, Typed, default, fault_of, optional, player_keys, required, table, whole,
};
use evenodds_core::document::{CheckedTable, Fault, Faults, Key, ValueShape};

/// Maximum gold that the cards of a shuffled game can bring: that of the source text's game. The
/// cost of the solver grows fast with wealth, and in a shuffled game also with the number of card
/// sets.
const MOST_SHUFFLED_GOLD: u32 = 15;

/// Keys of a Dice Adventures file.
pub(super) static KEYS: &[Key] = File::KEYS;

static PLAYER_SETTINGS: [Key; 2] = player_keys(Player::Optimal.as_default());

/// Shape of the player: a name or a table.
const PLAYER: ValueShape =
    ValueShape::Either(&[Player::SHAPE, ValueShape::Table(&PLAYER_SETTINGS)]);

table! {
    /// A file.
    struct File {
        /// Classes of the three heroes, all different, in any order.
        heroes: Vec<HeroClass> = required(ValueShape::List { item: &HeroClass::SHAPE, min: SEATS, max: SEATS })
            .tunable(1.0)
            .example("[\"warrior\", \"cleric\", \"wizard\"]"),
        /// Difficulty of the game.
        mode: Mode = Mode::Basic.as_default().tunable(1.0),
        /// Player that decides for the party.
        player: Erring<Player> = default("\"optimal\"", PLAYER),
        /// Number of consecutive adventures; by default the number of cards, at most 5.
        adventures: u32 = default("5", whole(1, MOST_ADVENTURES as i64)).tunable(1.0),
        /// Adventures as cards; without cards each adventure is as in the source.
        adventure: Vec<CardKeys> = optional(ValueShape::named_tables(CardKeys::KEYS, 0, MOST_CARDS)),
        /// Order of the cards; by default that of the file.
        deck: Option<CardOrder> = optional(CardOrder::SHAPE).tunable(1.0).example("\"shuffled\""),
        /// Options where the rules leave a choice.
        rules: Options = default("{}", ValueShape::Table(Options::KEYS)),
    }
}

/// Adds the faults that key tables cannot express.
pub(super) fn examine(table: &CheckedTable, faults: &mut Faults) {
    examine_heroes(table, faults);
    examine_deck(table, faults);
}

/// Returns the most gold that the cards of a shuffled game can bring; `None` if cards come in order
/// or are not valid.
fn shuffled_gold(table: &CheckedTable) -> Option<u32> {
    let file = File::read(table).filter(|file| file.deck == Some(CardOrder::Shuffled))?;
    let cards: Option<Vec<Card>> = file.adventure.iter().map(card).collect();
    Some(Deck::new(&cards?, CardOrder::Shuffled).most_of(file.adventures, Card::most_gold))
}

/// Adds faults for changes of dice by 0, for decks with too few cards, and for shuffled decks with
/// too much gold.
fn examine_deck(table: &CheckedTable, faults: &mut Faults) {
    let cards = table.tables("adventure");
    for card in cards {
        if let Some(modifier) = card.table("modifier")
            && modifier.integer("by") == Some(0)
        {
            let help = "for no change, use dice = 0";
            faults.refuse(modifier, "by", "expected 1 or -1", Some(help.to_owned()));
        }
    }
    let bound = MOST_SHUFFLED_GOLD;
    if let Some(gold) = shuffled_gold(table)
        && gold > bound
    {
        let found = format!("is \"shuffled\" with up to {gold} gold in a game");
        let accepted =
            format!("expected at most {bound} gold, counting the richest cards of a game");
        let help = "with more, a shuffled game takes too long to solve; in_order has no such limit";
        faults.push(fault_of(table, "deck", found, accepted).with_help(Some(help.to_owned())));
    }
    let count = cards.len() as i64;
    if cards.is_empty() {
        if table.given("deck") {
            let accepted = "it is the order of cards, but there is no [[adventure]]";
            faults.refuse(table, "deck", accepted, None);
        }
    } else if table.given("adventures")
        && table.integer("adventures").is_some_and(|all| all > count)
    {
        let accepted = format!("expected at most {count}, the number of cards");
        let help = "without it, each card is an adventure; a lower number plays the first cards, or any \
                    cards with deck = \"shuffled\"";
        faults.refuse(table, "adventures", accepted, Some(help.to_owned()));
    }
}

/// Adds faults for classes given more than once.
fn examine_heroes(table: &CheckedTable, faults: &mut Faults) {
    let heroes = table.list("heroes");
    for (position, hero) in heroes.iter().enumerate() {
        let Some(class) = HeroClass::of(hero) else {
            continue;
        };
        let mut earlier = heroes[..position].iter();
        if let Some(earlier) = earlier.find(|other| HeroClass::of(other) == Some(class)) {
            faults.push(Fault {
                span: hero.span(),
                path: hero.path(),
                found: format!("is \"{}\"", class.name()),
                accepted: format!(
                    "expected three different classes, and this one is already at {}",
                    earlier.span()
                ),
                reason: None,
                help: None,
                absent: None,
            });
        }
    }
}

/// Returns the only seat: that of the party's player.
pub(super) fn seats(table: &CheckedTable) -> Vec<Seat> {
    Seat::at(table, "party", "survived").into_iter().collect()
}

/// Builds the game.
pub(super) fn build(table: &CheckedTable, _: &mut Faults) -> Option<Box<dyn Contest>> {
    let mut file = File::read(table)?;
    // Some players break ties by seat, which must not depend on the order in the file.
    file.heroes.sort_unstable();
    let cards: Option<Vec<Card>> = file.adventure.iter().map(card).collect();
    let deck = Deck::new(&cards?, file.deck.unwrap_or(CardOrder::InOrder));
    let game = DiceAdventures::new(&Setup {
        heroes: file.heroes.try_into().ok()?,
        book: Book {
            mode: file.mode,
            // The deck may have fewer cards than the default number of adventures.
            adventures: file.adventures.min(deck.most_adventures()),
            options: file.rules,
            shop: Shop::default(),
            deck,
        },
        player: file.player.player,
    })
    .with_errors(file.player.error);
    let names = file.adventure.into_iter().map(|card| card.name);
    Some(Box::new(game.with_names(names.collect())))
}

/// Returns a card of a checked file.
fn card(keys: &CardKeys) -> Option<Card> {
    Some(Card {
        modifier: keys.modifier,
        results: if keys.results.is_empty() {
            CardEffect::TEXT
        } else {
            keys.results.as_slice().try_into().ok()?
        },
    })
}

#[cfg(test)]
mod tests {
    use super::super::KIND;
    use super::*;
    use evenodds_core::contest::conformance;

    const PARTY: &str = "heroes = [\"ranger\", \"thief\", \"bard\"]\nplayer = \"greedy\"";

    fn score(sets: &[&str]) -> f64 {
        let contest = conformance::read(&KIND, PARTY, sets).unwrap();
        let score = contest.exact().unwrap().metrics[0].overall();
        score
            .iter()
            .map(|&(score, share)| score as f64 * share)
            .sum()
    }

    #[test]
    fn every_choice_of_every_key_is_valid_and_only_the_default_changes_nothing() {
        for key in Options::KEYS {
            let ValueShape::Choice(choices) = key.shape else {
                panic!("{} is a choice", key.name)
            };
            // A greedy player fills empty seats even if that is optional, and lets the bard rise.
            let player = match key.name {
                "replace" | "thief" => "player=optimal",
                _ => "player=greedy",
            };
            let sets = ["mode=hardcore+", "adventures=4", player];
            let plain = score(&sets);
            for (position, choice) in choices.iter().enumerate() {
                let set = format!("rules.{}={}", key.name, choice.name);
                let changed = score(&[sets[0], sets[1], sets[2], &set]);
                assert_eq!(changed == plain, position == 0, "{set}: {changed} {plain}");
            }
        }
    }

    #[test]
    fn a_deck_needs_cards_and_sets_the_number_of_adventures() {
        let refused = conformance::read(&KIND, PARTY, &["deck=shuffled"]);
        insta::assert_snapshot!(refused.err().unwrap(), @r#"--set:1:6: deck is "shuffled"; it is the order of cards, but there is no [[adventure]]"#);
        let cards = |count: usize, keys: &str| {
            let cards = (0..count).map(|card| format!("[[adventure]]\nname = \"{card}\"\n"));
            let text = format!("{PARTY}\n{keys}\n{}", cards.collect::<String>());
            let contest = conformance::read(&KIND, &text, &[]).unwrap();
            // All metrics but eight are the results of the adventures, one each.
            contest.metrics().len() - 8
        };
        assert_eq!(
            [0, 1, 3, 5, 6].map(|count| cards(count, "")),
            [5, 1, 3, 5, 5]
        );
        assert_eq!(cards(4, "adventures = 2"), 2);
        assert_eq!(cards(4, "adventures = 2\ndeck = \"shuffled\""), 2);
    }

    #[test]
    fn modes_players_and_adventures_are_read() {
        let mut known = Vec::new();
        for mode in Mode::ALL {
            for player in Player::ALL {
                for adventures in 1..=2 {
                    let sets = [
                        format!("mode={}", mode.name()),
                        format!("player={}", player.name()),
                        format!("adventures={adventures}"),
                    ];
                    let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
                    let score = score(&sets);
                    // A single adventure suffices for the option to affect a greedy player.
                    let greedy = adventures == 1 && player.name() == "optimal";
                    assert_eq!(known.contains(&score.to_bits()), greedy, "{sets:?}");
                    known.push(score.to_bits());
                }
            }
        }
    }

    #[test]
    fn the_shipped_scenarios_have_the_results_they_state() {
        let found = [
            include_str!("../../../../scenarios/dice_adventures/adventurers.toml"),
            include_str!("../../../../scenarios/dice_adventures/careless.toml"),
            include_str!("../../../../scenarios/dice_adventures/gauntlet.toml"),
            include_str!("../../../../scenarios/dice_adventures/quests.toml"),
            include_str!("../../../../scenarios/dice_adventures/troupe.toml"),
        ]
        .map(|text| {
            let exact = conformance::assert_shipped(&KIND, text);
            let score = exact.metrics[0].overall();
            let mean: f64 = score
                .iter()
                .map(|&(score, share)| score as f64 * share)
                .sum();
            format!("{:.4} {mean:.4}", exact.outcomes[0])
        });
        insta::assert_snapshot!(found.join("\n"), @"
        1.0000 14.9279
        0.8052 5.2938
        0.9924 18.7979
        0.9983 16.5579
        0.9985 22.2073
        ");
    }
}
