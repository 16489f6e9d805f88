//! Adventures beside the plain program, on the same dice, and what must be true of any of them.

mod any;
mod faults;
pub mod library;

use crate::plain::adventure as plain;
use evenodds::contest::{Contest, Exact, Metric, Record, Tally};
use evenodds::scenario::{Scenario, open};
use library::{Library, scenario};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What a trial yielded, in the plain program's words.
fn report(contest: &dyn Contest, record: &Record) -> plain::Report {
    let names = contest.metrics().iter().map(Metric::name);
    plain::Report {
        outcome: contest.outcomes()[record.outcome].name.clone(),
        metrics: names.zip(record.values.iter().copied()).collect(),
        hurt_at: record
            .ends
            .iter()
            .map(|&(who, scene)| (who as usize, scene))
            .collect(),
    }
}

/// Plays trials with both programs and compares all that they yield; how often each outcome came up by
/// the plain program.
fn agree(
    adventure: &plain::Adventure,
    scenario: &Scenario,
    seed: u64,
    trials: u64,
) -> BTreeMap<String, u64> {
    let mut luck = Library::new(seed);
    let mut outcomes = BTreeMap::new();
    scenario
        .contest
        .watch(seed, 0..trials, &mut |trial, record| {
            luck.start(trial);
            let plainly = plain::play(adventure, &mut luck);
            let found = report(scenario.contest.as_ref(), record);
            if plainly != found {
                let differ: Vec<String> = found
                    .metrics
                    .iter()
                    .filter(|(name, value)| plainly.metrics.get(*name) != Some(*value))
                    .map(|(name, value)| {
                        format!("{name}: {value}, plainly {:?}", plainly.metrics.get(name))
                    })
                    .collect();
                let told = scenario.contest.tell(seed, trial).lines.join("\n");
                panic!(
                    "trial {trial}: {}, plainly {}: {differ:?} {:?}\n{}\n{told}",
                    found.outcome,
                    plainly.outcome,
                    plainly
                        .metrics
                        .keys()
                        .filter(|name| !found.metrics.contains_key(*name))
                        .collect::<Vec<_>>(),
                    adventure.written()
                );
            }
            *outcomes.entry(plainly.outcome).or_insert(0) += 1;
            true
        });
    outcomes
}

fn shipped(name: &str) -> Scenario {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/adventure");
    let path = folder.join(name);
    open(path.to_str().unwrap(), &[]).unwrap_or_else(|error| panic!("{error}"))
}

/// The evening of `scenarios/adventure/canyon-evening.toml`.
fn canyon_evening() -> plain::Adventure {
    use plain::{Class, Contest, Cost, Fight, Scene, Seat, Side};
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
            })
            .collect(),
    };
    let side = |name: &str, combatants| Side {
        name: name.to_owned(),
        player: crate::plain::combat::Player::Finisher,
        combatants,
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
        prosperity: Some(3),
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
                    needed: Vec::new(),
                    rest: "step = [{ type = \"bill\", name = \"Fuel\", difficulty = 8 }, \
                           { type = \"bill\", name = \"Repairs\", difficulty = 12 }]"
                        .to_owned(),
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

/// How many random adventures there are, and how many trials of each.
const MADE: u64 = 20;
const TRIALS: u64 = 300;

/// Plays adventures of these numbers with both programs; how often each outcome came up.
fn made_agree(numbers: std::ops::Range<u64>) -> BTreeMap<String, u64> {
    let mut outcomes = BTreeMap::new();
    for number in numbers {
        let adventure = any::adventure(number);
        let scenario = scenario(&adventure.written());
        for (outcome, count) in agree(&adventure, &scenario, number, TRIALS) {
            *outcomes.entry(outcome).or_insert(0) += count;
        }
    }
    outcomes
}

#[test]
fn adventures_of_all_sorts_are_those_of_the_plain_program() {
    let outcomes = made_agree(0..MADE);
    // There are all sorts of ends.
    let names: Vec<&String> = outcomes.keys().collect();
    assert_eq!(names, ["broke", "caught", "done", "unresolved"]);
}

#[test]
#[ignore = "some minutes: cargo test --no-default-features --test it -- --ignored so_are_many_more_adventures"]
fn so_are_many_more_adventures() {
    made_agree(MADE..1_000);
}

/// What each key of `[rules]` may say.
const READINGS: [(&str, &[&str]); 9] = [
    (
        "lost_for",
        &["\"adventure\"", "{ scenes = 1 }", "{ scenes = 2 }"],
    ),
    ("wounds_to_die", &["1", "2", "4"]),
    ("healing", &["\"scenes\"", "\"rest\"", "\"none\""]),
    ("healing_difficulty", &["1", "5", "30"]),
    ("retreated", &["\"escape\"", "\"captured\""]),
    ("unmanned", &["\"worst\"", "\"skip\""]),
    (
        "advance",
        &["\"none\"", "\"lowest\"", "\"highest\"", "\"first\""],
    ),
    ("between", &["\"none\"", "\"replace\""]),
    ("max_scenes", &["1", "3", "100"]),
];

/// All that some trials yield.
fn trials(scenario: &Scenario) -> Vec<plain::Report> {
    let mut all = Vec::new();
    let contest = scenario.contest.as_ref();
    contest.watch(1, 0..100, &mut |_, record| {
        all.push(report(contest, record));
        true
    });
    all
}

#[test]
fn every_reading_of_the_rules_is_among_them_and_no_two_are_the_same() {
    let adventures: Vec<String> = (0..MADE)
        .map(|number| any::adventure(number).written())
        .collect();
    let scenarios: Vec<Scenario> = adventures.iter().map(|text| scenario(text)).collect();
    for (key, values) in READINGS {
        let is_choice = values.iter().all(|value| value.starts_with('"'));
        for (position, value) in values.iter().enumerate() {
            let written = format!("{key} = {value}");
            assert!(
                !is_choice || adventures.iter().any(|text| text.contains(&written)),
                "no adventure has {written}"
            );
            for other in &values[..position] {
                let differs = scenarios.iter().any(|scenario| {
                    let [one, other] = [value, other].map(|value| {
                        let set = format!("rules.{key}={value}");
                        trials(&scenario.with(&[set]).unwrap())
                    });
                    one != other
                });
                assert!(differs, "{key}: {value} and {other}");
            }
        }
    }
}

fn tally(scenario: &Scenario, seed: u64, trials: u64) -> Tally {
    let mut tally = Tally::new(scenario.contest.as_ref());
    scenario.contest.play(seed, 0..trials, &mut tally);
    tally
}

#[test]
fn an_adventure_of_one_scene_ends_as_often_as_its_contest() {
    for path in [
        "combat/canyon",
        "combat/wounded",
        "survey/heist",
        "workshop/android-repair",
        "quick/lockpick",
        "trade/making-ends-meet",
        "action_dice/lockpicking",
        "action_dice/quick-draw",
        "dice_adventures/careless",
        "abstract/climber",
    ] {
        let file = format!("scenarios/{path}.toml");
        let alone = open(&file, &[]).unwrap_or_else(|error| panic!("{error}"));
        let outcomes: Vec<&str> = alone
            .contest
            .outcomes()
            .iter()
            .map(|one| one.name.as_str())
            .collect();
        // What is unresolved has no ending of that name and goes on, to the end.
        let named: Vec<&str> = outcomes
            .iter()
            .copied()
            .filter(|&name| name != "unresolved")
            .collect();
        let then: Vec<String> = named
            .iter()
            .map(|name| format!("\"{name}\" = \"{name}\""))
            .collect();
        let endings: Vec<String> = named
            .iter()
            .map(|name| format!("\"{name}\" = \"It ends.\""))
            .collect();
        let adventure = scenario(&format!(
            "kind = \"adventure\"\n[[scene]]\nname = \"only\"\nfile = \"{file}\"\nthen = {{ {} }}\n[endings]\n{}",
            then.join(", "),
            endings.join("\n"),
        ));
        let counts = |scenario: &Scenario| -> BTreeMap<String, u64> {
            let tally = tally(scenario, 3, 2_000);
            let names = scenario
                .contest
                .outcomes()
                .iter()
                .map(|one| one.name.clone());
            let counts = names.zip(tally.outcomes().iter().copied());
            counts.filter(|&(_, count)| count > 0).collect()
        };
        let mut found = counts(&adventure);
        if let Some(count) = found.remove("done") {
            found.insert("unresolved".to_owned(), count);
        }
        assert_eq!(found, counts(&alone), "{path}");
        assert_eq!(
            adventure.contest.who_rolls(),
            alone.contest.who_rolls(),
            "{path}"
        );
    }
}

fn exact(scenario: &Scenario) -> Exact {
    let exact = scenario.contest.exact();
    exact.unwrap_or_else(|reason| panic!("{reason}\n{}", scenario.text))
}

/// How far the share of something with this chance may be off in so many trials: so many standard errors,
/// and as far as luck goes where little is expected.
fn tolerance(chance: f64, trials: u64, errors: f64) -> f64 {
    let trials = trials as f64;
    errors * ((chance * (1.0 - chance) / trials).max(0.0).sqrt() + 1.0 / trials)
}

fn assert_follows(exact: &Exact, tally: &Tally, what: &str) {
    assert_within(exact, tally, 4.0, what);
}

/// Compares outcomes and all metrics with the exact ones.
fn assert_within(exact: &Exact, tally: &Tally, errors: f64, what: &str) {
    let trials = tally.trials();
    let compare = |chance: f64, count: u64, what: &dyn Fn() -> String| {
        let share = count as f64 / trials as f64;
        let within = (share - chance).abs() <= tolerance(chance, trials, errors);
        assert!(within, "{}: {share}, exactly {chance}", what());
        assert!(count == 0 || chance > 0.0, "{}: is impossible", what());
    };
    for (outcome, (&chance, &count)) in exact.outcomes.iter().zip(tally.outcomes()).enumerate() {
        compare(chance, count, &|| format!("{what}, outcome {outcome}"));
    }
    for metric in &exact.metrics {
        for (outcome, chances) in metric.by_outcome.iter().enumerate() {
            let chances: BTreeMap<i64, f64> = chances.iter().copied().collect();
            let counts: BTreeMap<i64, u64> =
                tally.histogram(metric.metric, outcome).iter().collect();
            for value in chances.keys().chain(counts.keys()) {
                let chance = chances.get(value).copied().unwrap_or(0.0);
                let count = counts.get(value).copied().unwrap_or(0);
                let what = || {
                    format!(
                        "{what}, metric {} of outcome {outcome}: {value}",
                        metric.metric
                    )
                };
                compare(chance, count, &what);
            }
        }
    }
}

#[test]
fn scenes_that_leave_nothing_behind_multiply() {
    let contests = [
        "kind = \"quick\"\ndifficulty = 9\nactor = { name = \"Kate\", dice = 3 }",
        "kind = \"abstract\"\nskill = 5\ntask = 4",
        "kind = \"quick\"\ndifficulty = 14\nactor = { name = \"Kate\", dice = 4 }\nhelper = [{ name = \"Rope\", dice = 2 }]",
    ];
    let mut text = "kind = \"adventure\"\nendings = { lost = \"It is lost.\" }\n".to_owned();
    let mut product = 1.0;
    for (number, contest) in contests.iter().enumerate() {
        product *= exact(&scenario(contest)).outcomes[0];
        let _ = writeln!(
            text,
            "[[scene]]\nname = \"{number}\"\nthen = {{ failure = \"lost\" }}\n[scene.contest]\n{contest}"
        );
    }
    let adventure = scenario(&text);
    let whole = exact(&adventure);
    assert!(
        (whole.outcomes[0] - product).abs() < 1e-12,
        "{whole:?} {product}"
    );
    assert_follows(&whole, &tally(&adventure, 8, 20_000), "a product");
}

const CHARACTERS: &str = r#"
kind = "adventure"
[[character]]
name = "Ann"
wounds = true
classes = [{ name = "Sword", dice = 2 }, { name = "Bow", dice = 2 }, { name = "Rope", dice = 3 }]
[[character]]
name = "Bob"
healer = "Doctor"
classes = [{ name = "Doctor", dice = 2 }, { name = "Club", dice = 1 }, { name = "Tools", dice = 2 }]
[endings]
lost = "It is lost."
"#;

/// Scenes behind these characters, with what is said before.
fn scenes(before: &str, scenes: &[&str]) -> String {
    let scenes: Vec<String> = scenes
        .iter()
        .map(|scene| format!("[[scene]]\n{scene}\n"))
        .collect();
    format!("{before}{CHARACTERS}{}", scenes.join(""))
}

const DUEL: &str = r#"
name = "duel"
contest = { kind = "combat", side = [
  { name = "crew", combatant = [{ character = ["Ann", "Bob"], classes = ["Sword"] }] },
  { name = "foes", combatant = [{ name = "Guard", classes = [{ name = "Pike", dice = 2 }] }] },
] }
"#;
const SECOND_DUEL: &str = r#"
name = "second duel"
then = { foes = "lost" }
contest = { kind = "combat", side = [
  { name = "crew", combatant = [{ character = ["Bob", "Ann"], classes = [{ name = "Bow", fit = "semi" }] }] },
  { name = "foes", combatant = [{ name = "Captain", classes = [{ name = "Pike", dice = 2 }] }] },
] }
"#;
const DEADLY_DUEL: &str = r#"
name = "deadly duel"
contest = { kind = "combat", rules = { deadly = true }, side = [
  { name = "crew", combatant = [{ character = ["Bob"], classes = ["Club"] }] },
  { name = "foes", combatant = [{ name = "Rat", classes = [{ name = "Teeth", dice = 1 }] }] },
] }
"#;
const CLIMB: &str = r#"
name = "climb"
then = { failure = "climb" }
cost = { failure = { wound = true, classes = true }, success = { captured = true, of = ["Bob"] } }
contest = { kind = "quick", difficulty = 9, actor = { character = ["Ann", "Bob"], classes = ["Rope", "Tools"] }, helper = [{ character = "Bob", classes = ["Doctor"] }] }
"#;
const LUCK: &str = r#"
name = "luck"
rest = true
then = { failure = "luck" }
contest = { kind = "abstract", skill = 3, task = 2 }
"#;
const TINKER: &str = r#"
name = "tinker"
cost = { failure = { prosperity = 1, classes = true } }
contest = { kind = "workshop", player = "one_by_one", crafter = { character = ["Bob", "Ann"], classes = ["Tools", "Rope"] }, craft = { dice = [[1, 2, 3], [2, 2, 4], [1, 3, 3]] } }
"#;
const BILLS: &str = r#"
name = "bills"
then = { ruined = "lost" }
contest = { kind = "trade", step = [{ type = "bill", difficulty = 8 }, { type = "bill", difficulty = 12 }] }
"#;

#[test]
fn sampled_adventures_follow_the_exact_answer() {
    let group = "group = { prosperity = 2 }\n";
    let adventures = [
        ("a chain with costs", scenes(group, &[CLIMB, TINKER, BILLS])),
        (
            "a healer",
            scenes(
                "rules = { healing_difficulty = 6, wounds_to_die = 3 }\n",
                &[DUEL, LUCK, SECOND_DUEL],
            ),
        ),
        (
            "no healer",
            scenes(
                "rules = { healing = \"none\" }\n",
                &[DUEL, SECOND_DUEL, DEADLY_DUEL],
            ),
        ),
        (
            "time to rest",
            scenes(
                "rules = { healing = \"rest\", lost_for = { scenes = 1 } }\n",
                &[DEADLY_DUEL, DUEL, LUCK, CLIMB],
            ),
        ),
        (
            "loops",
            scenes(
                "rules = { max_scenes = 6, unmanned = \"skip\" }\n",
                &[
                    LUCK,
                    CLIMB,
                    LUCK.replace("\"luck\"", "\"more luck\"").as_str(),
                ],
            ),
        ),
        (
            "sessions",
            scenes(
                "sessions = 2\nrules = { advance = \"lowest\", between = \"replace\", retreated = \"captured\" }\n",
                &[DEADLY_DUEL, DUEL],
            ),
        ),
        (
            "sessions with money",
            scenes(
                "sessions = 2\ngroup = { prosperity = 3 }\nrules = { advance = \"highest\" }\n",
                &[TINKER, BILLS],
            ),
        ),
    ];
    for (what, text) in adventures {
        let adventure = scenario(&text);
        let exact = exact(&adventure);
        let sum: f64 = exact.outcomes.iter().sum();
        assert!((sum - 1.0).abs() < 1e-9 + exact.bound, "{what}: {sum}");
        assert_eq!(
            exact.metrics.len(),
            adventure.contest.metrics().len(),
            "{what}"
        );
        assert_follows(&exact, &tally(&adventure, 12, 20_000), what);
    }
}

/// The chance that one die wins against two, in a duel of finishers: from the rules of a turn, with all
/// falls of the dice tried.
fn one_against_two() -> f64 {
    // By the faces on the table the chance that the one wins; ties go on, so they are found step by step.
    let mut wins: BTreeMap<(u8, u8, u8), f64> = BTreeMap::new();
    let faces = || (1..=6).flat_map(|a| (1..=6).flat_map(move |b| (1..=6).map(move |c| (a, b, c))));
    for _ in 0..200 {
        let before = wins.clone();
        for (one, low, high) in faces().filter(|&(_, low, high)| low <= high) {
            let chance = match one.cmp(&(low + high)) {
                // Its die takes both of the others.
                Ordering::Greater => 1.0,
                // A die as high as the one's takes it out; else the lower die is spent for nothing, and
                // then the other is lower than the one's.
                Ordering::Less => f64::from(one > high),
                // Both roll their lowest dice again.
                Ordering::Equal => {
                    let again = (1..=6).flat_map(|one| {
                        (1..=6).map(move |new: u8| (one, new.min(high), new.max(high)))
                    });
                    let wins = again.map(|table| before.get(&table).unwrap_or(&0.0));
                    wins.sum::<f64>() / 36.0
                }
            };
            wins.insert((one, low, high), chance);
        }
    }
    let all = faces().map(|(one, low, high)| wins[&(one, low.min(high), low.max(high))]);
    all.sum::<f64>() / 216.0
}

#[test]
fn two_duels_in_a_row_are_what_they_are_by_hand() {
    let wins = one_against_two();
    // As other programs found it.
    assert!((wins - 0.202_092).abs() < 1e-6, "{wins}");
    let loses = 1.0 - wins;
    let adventure = |rules: &str, classes: [&str; 2]| {
        let mut text = format!(
            r#"kind = "adventure"
rules = {{ {rules} }}
[[character]]
name = "Ann"
wounds = true
armor = true
classes = [{{ name = "Sword", dice = 1 }}, {{ name = "Bow", dice = 1 }}]
[[character]]
name = "Bob"
healer = "Doctor"
classes = [{{ name = "Doctor", dice = 1 }}]
"#
        );
        for (name, class) in ["one", "two"].iter().zip(classes) {
            let _ = writeln!(
                text,
                "[[scene]]\nname = \"{name}\"\ncontest = {{ kind = \"combat\", side = [\
                 {{ name = \"crew\", combatant = [{{ character = \"Ann\", classes = [\"{class}\"] }}] }}, \
                 {{ name = \"foes\", combatant = [{{ name = \"Foe\", classes = [{{ name = \"Foe\", dice = 2 }}] }}] }}] }}"
            );
        }
        scenario(&text)
    };
    let chances = |scenario: &Scenario, name: &str| -> Vec<(i64, f64)> {
        let mut metrics = scenario.contest.metrics().iter();
        let metric = metrics.position(|metric| metric.name() == name).unwrap();
        let exact = exact(scenario);
        assert_follows(&exact, &tally(scenario, 2, 20_000), name);
        let solved = exact.metrics.iter().find(|one| one.metric == metric);
        solved.unwrap().overall()
    };
    let assert_chances = |scenario: &Scenario, name: &str, expected: &[(i64, f64)]| {
        let found = chances(scenario, name);
        assert_eq!(found.len(), expected.len(), "{name}: {found:?}");
        for (one, other) in found.iter().zip(expected) {
            assert!(
                one.0 == other.0 && (one.1 - other.1).abs() < 1e-9,
                "{name}: {found:?} {expected:?}"
            );
        }
    };
    // Nobody is treated: who is wounded in the first duel is not there in the second.
    let untreated = adventure("healing = \"none\"", ["Sword", "Bow"]);
    assert_chances(
        &untreated,
        "won.two",
        &[(0, 1.0 - wins * wins), (1, wins * wins)],
    );
    assert_chances(
        &untreated,
        "hurt_in.two",
        &[(0, 1.0 - wins * loses), (1, wins * loses)],
    );
    assert_chances(
        &untreated,
        "wounds",
        &[(0, wins * wins), (1, 1.0 - wins * wins)],
    );
    // One die heals with 3 to 6. The Class of the first duel is lost with the wound, that of the second is not.
    let heals = 4.0 / 6.0;
    let treated = adventure("healing_difficulty = 3", ["Sword", "Bow"]);
    let fights = wins + loses * heals;
    assert_chances(
        &treated,
        "won.two",
        &[(0, 1.0 - fights * wins), (1, fights * wins)],
    );
    let both = loses * heals * loses;
    assert_chances(
        &treated,
        "wounds",
        &[(0, wins * wins), (1, 1.0 - both - wins * wins), (2, both)],
    );
    assert_chances(
        &treated,
        "classes_lost",
        &[(0, wins * wins), (1, 1.0 - both - wins * wins), (2, both)],
    );
    assert_chances(&treated, "alive", &[(2, 1.0)]);
    let same = adventure("healing_difficulty = 3", ["Sword", "Sword"]);
    assert_chances(
        &same,
        "won.two",
        &[(0, 1.0 - wins * wins), (1, wins * wins)],
    );
    // The first wound kills.
    let frail = adventure("wounds_to_die = 1", ["Sword", "Bow"]);
    assert_chances(
        &frail,
        "died.Ann",
        &[(0, wins * wins), (1, 1.0 - wins * wins)],
    );
}

/// Tables are kept for visits that come again, up to a number of them; then all are laid anew.
#[test]
fn thousands_of_visits_are_those_of_the_plain_program() {
    let lock = plain::Scene {
        name: "lock".to_owned(),
        contest: plain::Contest::Quick {
            difficulty: 24,
            actor: plain::Seat::Named {
                name: "Kate".to_owned(),
                count: 1,
                classes: vec![plain::Class {
                    name: String::new(),
                    dice: 4,
                    semi: false,
                }],
            },
            helpers: Vec::new(),
        },
        then: vec![("failure".to_owned(), "lock".to_owned())],
        worst: None,
        rest: false,
        cost: Vec::new(),
    };
    let adventure = plain::Adventure {
        sessions: 12,
        characters: Vec::new(),
        prosperity: None,
        scenes: vec![lock],
        endings: Vec::new(),
        rules: plain::Rules {
            max_scenes: 1_000,
            ..plain::Rules::default()
        },
    };
    let scenario = scenario(&adventure.written());
    let outcomes = agree(&adventure, &scenario, 6, 6);
    assert_eq!(outcomes.len(), 2, "{outcomes:?}");
    let most = scenario.contest.replay(6, 0).values[0];
    assert!(most > 4_096, "{most}");
}

#[test]
fn who_walks_in_circles_is_unresolved() {
    let adventure = scenario(
        r#"
kind = "adventure"
rules = { max_scenes = 7 }
[[scene]]
name = "there"
contest = { kind = "quick", difficulty = 1, actor = { name = "Kate", dice = 1 } }
[[scene]]
name = "back"
then = { success = "there" }
contest = { kind = "quick", difficulty = 1, actor = { name = "Kate", dice = 1 } }
"#,
    );
    let contest = adventure.contest.as_ref();
    contest.watch(1, 0..20, &mut |_, record| {
        let report = report(contest, record);
        assert_eq!(report.outcome, "unresolved");
        let count = |name: &str| report.metrics[name];
        let counts = [
            "scenes",
            "way.there > back",
            "way.back > there",
            "ended_in.there",
            "ended_in.back",
        ];
        assert_eq!(counts.map(count), [7, 4, 3, 0, 0]);
        true
    });
    assert_eq!(exact(&adventure).outcomes, [0.0, 1.0]);
}
