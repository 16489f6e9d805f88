//! The keys of a Dice Adventures file, and the game made of them.

use super::book::{Book, Mode, Options, Shop};
use super::party::Class;
use super::players::{self, Player};
use super::view::MOST_ADVENTURES;
use super::{DiceAdventures, Setup};
use crate::contest::{Contest, PlayerHelp, Seat};
use crate::document::{Choice, Fault, Faults, Item, Key, Shape, Table, literal};

/// The keys of the file.
pub(super) static KEYS: [Key; 5] = [
    Key::required(
        "heroes",
        Shape::List {
            item: &Shape::Choice(&CLASSES),
            min: 3,
            max: 3,
        },
    )
    .help("The classes of the three heroes, all different; first hero and seats go by this order.")
    .lever(1.0)
    .example("[\"warrior\", \"cleric\", \"wizard\"]"),
    Key::default("mode", Shape::Choice(&MODES), "\"basic\"")
        .help("How hard the game is.")
        .lever(1.0),
    Key::default("player", Shape::Choice(&PLAYERS), "\"optimal\"")
        .help("Who decides for the party."),
    Key::default(
        "adventures",
        Shape::Integer {
            min: 1,
            max: MOST_ADVENTURES as i64,
        },
        "5",
    )
    .help("How many adventures there are in a row.")
    .lever(1.0),
    Key::default("rules", Shape::Table(&RULES), "{}")
        .help("Readings of what the rules leave open."),
];

static CLASSES: [Choice; 6] = [
    Choice::new("bard", "may re-roll somebody else's die"),
    Choice::new("cleric", "may change somebody else's die by 1"),
    Choice::new("ranger", "rolls two dice and keeps the lower"),
    Choice::new("thief", "finds 1 gold more where the result is 1 to 3"),
    Choice::new("warrior", "may change the own die by 1"),
    Choice::new("wizard", "may re-roll the own die"),
];

static MODES: [Choice; 3] = [
    Choice::new("basic", "the dead are replaced by any class"),
    Choice::new(
        "hardcore",
        "the dead are replaced by classes not used before; +5, but nobody alive scores 0",
    ),
    Choice::new(
        "hardcore+",
        "as hardcore with +6, and +1 on one or two dice from the second adventure on",
    ),
];

static PLAYERS: [Choice; players::HELP.len()] =
    PlayerHelp::choices::<{ players::HELP.len() }>(players::HELP);

static RULES: [Key; 7] = [
    Key::default("ranger", Shape::Choice(&RANGER), "\"two\"")
        .help("How many dice the ranger rolls, of which the lowest counts.")
        .lever(1.0),
    Key::default("ranger_reroll", Shape::Choice(&RANGER_REROLL), "\"both\"")
        .help("What is rolled again where the ranger's die is.")
        .lever(1.0),
    Key::default("thief", Shape::Choice(&THIEF), "\"once\"")
        .help("How much the thief finds in an adventure with a result of 1 to 3.")
        .lever(1.0),
    Key::default("lose_level", Shape::Choice(&LOSE_LEVEL), "\"above_one\"")
        .help("Among whom the one is drawn who loses a level.")
        .lever(1.0),
    Key::default("level_up", Shape::Choice(&LEVEL_UP), "\"choice\"")
        .help("Who of those below level 3 rises.")
        .lever(1.0),
    Key::default("replace", Shape::Choice(&REPLACE), "\"may\"")
        .help("Whether empty places have to be filled.")
        .lever(1.0),
    Key::default("modifier_when", Shape::Choice(&MODIFIER_WHEN), "\"before\"")
        .help("When the +1s of hardcore+ are given; they have to be, to different heroes.")
        .lever(1.0),
];

static RANGER: [Choice; 2] = [
    Choice::new("two", "two dice at every level"),
    Choice::new("level", "a die more than the level"),
];

static RANGER_REROLL: [Choice; 2] = [
    Choice::new("both", "all of them, and the lowest counts"),
    Choice::new("kept", "the one that counted"),
];

static THIEF: [Choice; 2] = [
    Choice::new("once", "1 gold"),
    Choice::new("level", "1 gold a level"),
];

static LOSE_LEVEL: [Choice; 2] = [
    Choice::new("above_one", "heroes above level 1"),
    Choice::new("any", "all heroes; at level 1 nothing is lost"),
];

static LEVEL_UP: [Choice; 2] = [
    Choice::new("choice", "whom the player chooses"),
    Choice::new("random", "one drawn among them"),
];

static REPLACE: [Choice; 2] = [
    Choice::new("may", "no: fewer than three may set out, but not nobody"),
    Choice::new("must", "yes, as long as somebody may be hired"),
];

static MODIFIER_WHEN: [Choice; 2] = [
    Choice::new("before", "right after the roll"),
    Choice::new("after", "when powers and items have been used"),
];

/// Finds classes that stand there twice.
pub(super) fn examine(table: &Table, faults: &mut Faults) {
    let heroes = table.list("heroes");
    for (position, hero) in heroes.iter().enumerate() {
        let Some(class) = hero.as_choice() else {
            continue;
        };
        let same = |other: &&Item| other.as_choice() == Some(class);
        if let Some(earlier) = heroes[..position].iter().find(same) {
            faults.push(Fault {
                place: hero.place(),
                path: hero.path(),
                found: format!("is \"{class}\""),
                accepted: format!("three different classes, and {} has it", earlier.place()),
                help: None,
            });
        }
    }
}

/// The one seat: whoever decides for the party.
pub(super) fn seats(table: &Table) -> Vec<Seat> {
    let sitting = table.item("player").and_then(|item| {
        let player = Player::named(item.as_choice()?)?;
        Some(Seat {
            name: "party".to_owned(),
            path: table.path_of("player"),
            outcome: "survived".to_owned(),
            own: Vec::new(),
            player: player.name(),
            value: literal(item),
        })
    });
    sitting.into_iter().collect()
}

/// Makes the game.
pub(super) fn build(table: &Table) -> Option<Box<dyn Contest>> {
    let heroes: Vec<Class> = table
        .list("heroes")
        .iter()
        .map(|hero| Class::named(hero.as_choice()?))
        .collect::<Option<_>>()?;
    let mode = match table.choice("mode")? {
        "basic" => Mode::Basic,
        "hardcore" => Mode::Hardcore,
        "hardcore+" => Mode::HardcorePlus,
        _ => return None,
    };
    let setup = Setup {
        heroes: heroes.try_into().ok()?,
        book: Book {
            mode,
            adventures: u32::try_from(table.integer("adventures")?).ok()?,
            options: options(table.table("rules")?)?,
            shop: Shop::default(),
        },
        player: Player::named(table.choice("player")?)?,
    };
    Some(Box::new(DiceAdventures::new(&setup)))
}

fn options(rules: &Table) -> Option<Options> {
    Some(Options {
        ranger_by_level: rules.choice("ranger")? == "level",
        ranger_rerolls_kept: rules.choice("ranger_reroll")? == "kept",
        thief_by_level: rules.choice("thief")? == "level",
        loses_level_any: rules.choice("lose_level")? == "any",
        levels_up_random: rules.choice("level_up")? == "random",
        must_replace: rules.choice("replace")? == "must",
        modifiers_after: rules.choice("modifier_when")? == "after",
    })
}

#[cfg(test)]
mod tests {
    use super::super::KIND;
    use super::*;
    use crate::contest::conformance;

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
    fn every_choice_of_every_key_makes_a_game_and_its_default_is_the_plain_one() {
        for key in &RULES {
            let Shape::Choice(choices) = key.shape else {
                panic!("{} is a choice", key.name)
            };
            // Greedy players fill their seats whether they must or not.
            let player = match key.name {
                "replace" => "player=optimal",
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
    fn modes_players_and_adventures_are_read() {
        let mut known = Vec::new();
        for mode in &MODES {
            for player in &PLAYERS {
                for adventures in 1..=2 {
                    let sets = [
                        format!("mode={}", mode.name),
                        format!("player={}", player.name),
                        format!("adventures={adventures}"),
                    ];
                    let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
                    let score = score(&sets);
                    // One adventure is all that a greedy player needs to see.
                    let greedy = adventures == 1 && player.name == "optimal";
                    assert_eq!(known.contains(&score.to_bits()), greedy, "{sets:?}");
                    known.push(score.to_bits());
                }
            }
        }
    }

    #[test]
    fn the_shipped_scenarios_keep_what_they_promise() {
        let found = [
            include_str!("../../../scenarios/dice_adventures/adventurers.toml"),
            include_str!("../../../scenarios/dice_adventures/careless.toml"),
            include_str!("../../../scenarios/dice_adventures/gauntlet.toml"),
            include_str!("../../../scenarios/dice_adventures/troupe.toml"),
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
        0.9919 17.0620
        0.9985 22.2073
        ");
    }
}
