//! The evening of `scenarios/adventure/canyon-evening.toml`, compared with the plain program.

use super::{agree, plain};
use crate::plain::trade::Step;
use evenodds::scenario::{Scenario, open};

/// Opens a shipped evening with `finisher` in its fights, as the plain program has no `expert`.
fn shipped(name: &str) -> Scenario {
    let scenarios = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let folder = tempfile::tempdir().unwrap();
    let canyon = std::fs::read_to_string(scenarios.join("combat/canyon.toml")).unwrap();
    let canyon = canyon.replace("[[side]]", "[[side]]\nplayer = \"finisher\"");
    std::fs::write(folder.path().join("canyon.toml"), canyon).unwrap();
    let evening = std::fs::read_to_string(scenarios.join("adventure").join(name)).unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, evening.replace("\"@canyon\"", "\"canyon.toml\"")).unwrap();
    open(path.to_str().unwrap(), &[]).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the evening of `scenarios/adventure/canyon-evening.toml`.
fn canyon_evening() -> plain::Adventure {
    use plain::{Choices, Class, Contest, Cost, Fight, Group, Scene, Seat, Side, TradeRules};
    let character = |name: &str, classes: &[(&str, u32)]| plain::Character {
        name: name.to_owned(),
        classes: classes
            .iter()
            .map(|&(name, dice)| (name.to_owned(), dice))
            .collect(),
        wounds: false,
        armor: false,
        healer: None,
        losable: Vec::new(),
        choices: Choices::default(),
    };
    let named = |name: &str, count: usize, classes: &[(&str, u32, bool)]| Seat::Named {
        name: name.to_owned(),
        count,
        classes: classes
            .iter()
            .map(|&(name, dice, semi)| Class {
                name: name.to_owned(),
                dice,
                semi,
                ..Class::default()
            })
            .collect(),
    };
    let side = |name: &str, combatants: Vec<Seat>| Side {
        name: name.to_owned(),
        player: crate::plain::combat::Player::Finisher,
        combatants: combatants.into_iter().map(Into::into).collect(),
        late: Vec::new(),
    };
    let scene = |name: &str, contest, then: &[(&str, &str)], cost: &[(&str, u32)]| Scene {
        name: name.to_owned(),
        contest,
        then: then
            .iter()
            .map(|&(one, other)| (one.to_owned(), other.to_owned()))
            .collect(),
        worst: None,
        rest: false,
        session_ends: false,
        cost: cost
            .iter()
            .map(|&(outcome, prosperity)| {
                let cost = Cost {
                    prosperity,
                    ..Cost::default()
                };
                (outcome.to_owned(), cost)
            })
            .collect(),
    };
    let bill = |difficulty| Step::Bill {
        difficulty,
        contributors: Vec::new(),
        payer: None,
        pay_on_failure: true,
    };
    let heroes = vec![
        named(
            "Dirk",
            1,
            &[
                ("Former Mercenary", 4, false),
                ("Heroic Starship Captain", 3, false),
            ],
        ),
        named("Emily", 1, &[("Frontier Survivalist", 3, false)]),
        named("Mark Four", 1, &[("Emotionless Machine", 4, true)]),
    ];
    let ambushers = vec![
        named("Duke Zero", 1, &[("Bounty Hunter", 4, false)]),
        named("Assassin Drone", 4, &[("Assassin Drone", 2, false)]),
    ];
    let owned =
        |names: &[&str]| -> Vec<String> { names.iter().map(|&name| name.to_owned()).collect() };
    plain::Adventure {
        sessions: 1,
        characters: vec![
            character(
                "Dirk",
                &[("Former Mercenary", 4), ("Heroic Starship Captain", 3)],
            ),
            character(
                "Emily",
                &[("Frontier Survivalist", 3), ("Starship Pilot", 4)],
            ),
            character(
                "Mark Four",
                &[("Emotionless Machine", 4), ("Technician", 3)],
            ),
            character("Gex", &[("Schematic Tinker", 5)]),
        ],
        group: Some(Group {
            prosperity: 3,
            bases: Vec::new(),
            cargoes: Vec::new(),
        }),
        first: Vec::new(),
        scenes: vec![
            scene(
                "ambush",
                Contest::Fight(Fight {
                    sides: vec![side("heroes", heroes), side("ambushers", ambushers)],
                    rules: crate::plain::combat::Rules::default(),
                    deadly: false,
                }),
                &[("ambushers", "captured")],
                &[],
            ),
            scene(
                "repair",
                Contest::Workshop {
                    crafter: Seat::AnyOf {
                        characters: owned(&["Gex", "Mark Four"]),
                        classes: vec![
                            ("Schematic Tinker".to_owned(), false),
                            ("Technician".to_owned(), false),
                        ],
                    },
                    before: Vec::new(),
                    behind: Vec::new(),
                    rest: "assistance = true\ncraft = { piles = 4 }".to_owned(),
                },
                &[("failure", "flight"), ("success", "flight")],
                &[("failure", 1)],
            ),
            scene(
                "flight",
                Contest::Trade {
                    prosperity: None,
                    backers: Vec::new(),
                    cargoes: Vec::new(),
                    steps: vec![bill(8), bill(12)],
                    rules: TradeRules::default(),
                },
                &[("ruined", "stranded")],
                &[],
            ),
        ],
        endings: owned(&["captured", "stranded"]),
        rules: plain::Rules::default(),
    }
}

#[test]
fn the_canyon_evening_is_that_of_the_plain_program() {
    let outcomes = agree(&canyon_evening(), &shipped("canyon-evening.toml"), 5, 2_000);
    assert!(outcomes["captured"] > 0 && outcomes["done"] > 0);
}
