//! Exact results compared with sampled ones.

use super::readings::READINGS;
use super::{scenario, tally};
use evenodds::contest::{ExactDistribution, Tally};
use evenodds::dice::{Dice, Sampled};
use evenodds::scenario::Scenario;
use std::collections::BTreeMap;
use std::fmt::Write as _;

pub fn exact(scenario: &Scenario) -> ExactDistribution {
    let exact = scenario.contest.exact();
    exact.unwrap_or_else(|reason| panic!("{reason}\n{}", scenario.text))
}

/// Returns the tolerance of a share with this chance: a number of standard errors, with an
/// allowance for small expected counts.
fn tolerance(chance: f64, trials: u64, errors: f64) -> f64 {
    let trials = trials as f64;
    errors * ((chance * (1.0 - chance) / trials).max(0.0).sqrt() + 1.0 / trials)
}

pub fn assert_follows(exact: &ExactDistribution, tally: &Tally, what: &str) {
    assert_within(exact, tally, 4.0, what);
}

/// Compares outcomes and all metrics with the exact ones.
fn assert_within(exact: &ExactDistribution, tally: &Tally, errors: f64, what: &str) {
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

/// Returns an adventure of these characters with scenes, and the text before them.
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

const FORD: &str = r#"
name = "ford"
session_ends = true
cost = { failure = { wound = ["permanent_loss", "nasty_wound"], dice = { Ship = 1 } }, success = { dice = { Silk = 1 } } }
contest = { kind = "quick", difficulty = 9, actor = { character = ["Ann", "Ship"] }, helper = [{ name = "Ship" }, { character = "Bob" }] }
"#;
const YARD: &str = r#"
name = "yard"
cost = { failure = { classes = true } }
contest = { kind = "workshop", player = "one_by_one", facility = "Ship", crafter = { character = ["Bob", "Ann"], classes = ["Tools", "Rope"] }, assistance = "Ann", craft = { dice = [[1, 2, 3], [2, 2, 4], [1, 3, 3]] } }
"#;
const PORT: &str = r#"
name = "port"
contest = { kind = "trade", backer = [{ character = ["Ann", "Bob"], classes = ["Rope", "Club"] }, { name = "Ship" }], cargo = [{ name = "Silk" }, { name = "Tea" }], step = [{ type = "bill", difficulty = 6, payer = "Ship" }, { type = "barter", give = "Silk", get = "Tea" }] }
"#;
const MARKET: &str = r#"
name = "market"
then = { ruined = "lost" }
contest = { kind = "trade", backer = [{ character = "Ann", classes = ["Rope"] }], cargo = [{ name = "Tea" }, { name = "Silk" }], step = [{ type = "sell", cargo = "Silk" }, { type = "bill", difficulty = 10, payer = "Ann" }, { type = "sell", cargo = "Tea" }] }
"#;
const OWNED: &str = "group = { prosperity = 1, base = [{ name = \"Ship\", dice = 2 }], cargo = [{ name = \"Silk\", dice = 2, origin = \"foreign\", held = true }, { name = \"Tea\", dice = 3, origin = \"local\", held = false }] }\n";

/// Returns the same duel with `last_blow = "draw"`: if the last die takes out the opponent, no side
/// wins.
fn drawn(duel: &str) -> String {
    let duel = duel.replace(
        "kind = \"combat\", side",
        "kind = \"combat\", rules = {}, side",
    );
    let rules = "rules = { last_blow = \"draw\", monster_spent = \"returns\"";
    let more = duel.replace("rules = { deadly", &format!("{rules}, deadly"));
    more.replace("rules = {}", &format!("{rules} }}"))
}

/// Number of random adventures.
pub const RANDOM: u64 = 100;

/// Returns the random adventure of this number: some of the scenes in any order, with random
/// characters, sessions and rules.
pub fn random(number: u64) -> String {
    let mut random = Sampled::new(97, &["adventure".to_owned()]);
    random.start(number);
    let mut below = |count: usize| random.choose(0, count as u32) as usize;
    let mut left = vec![
        DUEL,
        SECOND_DUEL,
        DEADLY_DUEL,
        CLIMB,
        LUCK,
        TINKER,
        BILLS,
        FORD,
        YARD,
        PORT,
        MARKET,
    ];
    let mut chosen = Vec::new();
    for _ in 0..2 + below(3) {
        let scene = left.remove(below(left.len()));
        chosen.push(match below(3) {
            0 if scene.contains("combat") => drawn(scene),
            _ => scene.to_owned(),
        });
        for key in ["session_ends", "rest"] {
            if below(2) == 0 && !scene.contains(key) {
                let scene = chosen.last_mut().unwrap();
                scene.insert_str(0, &format!("\n{key} = true"));
            }
        }
    }
    let mut before = OWNED.to_owned();
    if below(2) == 0 {
        before.push_str("sessions = 2\n");
        let mut name = || {
            chosen[below(chosen.len())]
                .split('"')
                .nth(1)
                .unwrap()
                .to_owned()
        };
        let _ = writeln!(before, "first = [\"{}\", \"{}\"]", name(), name());
    }
    let mut rules = vec![format!("max_scenes = {}", 2 + below(4))];
    for (key, values) in READINGS {
        let value = values[below(values.len())];
        if key != "max_scenes" && below(2) == 0 {
            rules.push(format!("{key} = {value}"));
        }
    }
    let _ = writeln!(before, "rules = {{ {} }}", rules.join(", "));
    let mut text = scenes(
        &before,
        &chosen.iter().map(String::as_str).collect::<Vec<_>>(),
    );
    for (character, keys) in [
        ("Ann", "losable = [\"Rope\", \"Bow\"]"),
        ("Ann", "armor = true"),
        ("Ann", "wound_option = \"permanent_loss\""),
        ("Ann", "healer = \"Rope\""),
        ("Bob", "wounds = true"),
        ("Bob", "wound_choice = \"fight_on\""),
    ] {
        let name = format!("name = \"{character}\"\n");
        if below(2) == 0 {
            text = text.replacen(&name, &format!("{name}{keys}\n"), 1);
        }
    }
    text
}

/// The sampled shares of random adventures are within 5 standard errors of the exact ones.
#[test]
fn random_adventures_follow_the_exact_answer() {
    let mut accepted = 0;
    for number in 0..RANDOM {
        let adventure = scenario(&random(number));
        if let Ok(exact) = adventure.contest.exact() {
            let what = format!("adventure {number}: {}", adventure.text);
            assert_within(&exact, &tally(&adventure, number, 4_000), 5.0, &what);
            accepted += 1;
        }
    }
    assert!(accepted * 10 > RANDOM * 9, "{accepted}");
}

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
            "fights without a winner",
            scenes(
                "rules = { retreated = \"captured\", wounds_to_die = 3 }\n",
                &[&drawn(DUEL), &drawn(SECOND_DUEL), &drawn(DEADLY_DUEL)],
            ),
        ),
        (
            "a monster that its last attack takes out",
            scenes(
                "",
                &[&drawn(DEADLY_DUEL).replace(
                    "classes = [{ name = \"Teeth\", dice = 1",
                    "monster = true, classes = [{ name = \"Teeth\", dice = 2",
                )],
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
        (
            "bases and costs in dice",
            scenes(OWNED, &[FORD, YARD, CLIMB]),
        ),
        (
            "cargo and those who pay",
            scenes(OWNED, &[PORT, FORD, MARKET]),
        ),
        (
            "sessions that end",
            scenes(
                &format!("{OWNED}rules = {{ lost_for = \"session\", wounds_to_die = 3 }}\n"),
                &[DUEL, FORD, SECOND_DUEL],
            ),
        ),
        (
            "two beginnings",
            scenes(
                &format!("sessions = 2\nfirst = [\"ford\", \"port\"]\n{OWNED}"),
                &[FORD, TINKER, PORT],
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

#[test]
fn wounds_with_too_many_ways_to_be_treated_are_refused() {
    let mut text =
        "kind = \"adventure\"\nsessions = 2\nrules = { healing = \"scenes\" }\n".to_owned();
    for name in ["P", "Q", "R", "S"] {
        let classes = r#"[{ name = "A", dice = 4 }, { name = "B", dice = 3 }]"#;
        let _ = write!(
            text,
            "[[character]]\nname = \"{name}\"\nwounds = true\nhealer = \"A\"\nclasses = {classes}\n"
        );
    }
    for number in 0..12 {
        let _ = write!(
            text,
            "[[scene]]\nname = \"s{number}\"\ncost = {{ failure = {{ wound = [\"nasty_wound\"], of = \
             [\"P\", \"Q\", \"R\", \"S\"] }} }}\n[scene.contest]\nkind = \"quick\"\ndifficulty = 12\n\
             actor = {{ character = [\"P\", \"Q\", \"R\", \"S\"] }}\n"
        );
    }
    let reason = scenario(&text).contest.exact().unwrap_err().to_string();
    assert!(reason.contains("there may be more than"), "{reason}");
}
