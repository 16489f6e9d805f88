//! Contests of teams: published figures, and exact answers against all plays and sampled ones.

mod optimal;

use super::super::KIND;
use super::super::tests::pick;
use super::{TeamContest, build};
use evenodds_core::contest::conformance::{
    assert_enumerated_as_solved, assert_sampled_as_solved, assert_sums_to_one,
};
use evenodds_core::contest::{Describe, Solve};
use evenodds_core::dice::Sampled;
use evenodds_core::document::{Faults, Source, check, parse};
use evenodds_testing::size;
use std::fmt::Write as _;

/// Returns the contest of a text, or its faults.
fn read(text: &str) -> Result<TeamContest, String> {
    let mut faults = Faults::new();
    let root = parse(&Source::new("x.toml", text), &mut faults);
    let table = check(&root, KIND.keys, &mut faults);
    let contest = build(&table, &mut faults);
    contest
        .filter(|_| faults.is_empty())
        .ok_or_else(|| faults.to_string())
}

fn contest(text: &str) -> TeamContest {
    read(text).unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}

/// Returns the exact mean of a metric.
fn mean(contest: &TeamContest, name: &str) -> f64 {
    let metrics = contest.metrics().iter();
    let index = metrics
        .map(evenodds_core::contest::Metric::name)
        .position(|one| one == name);
    let exact = contest.exact().unwrap();
    let metric = exact
        .metrics
        .iter()
        .find(|one| Some(one.metric) == index)
        .unwrap();
    metric
        .overall()
        .iter()
        .map(|one| one.0 as f64 * one.1)
        .sum()
}

const HEROES: &str = r#"
[team.heroes]
player = "simple"
members = [
  { name = "Ann", hp = 12, ac = 16, attack = 5, dice = "1d8", bonus = 3 },
  { name = "Ben", hp = 9, ac = 14, attack = 6, dice = "1d6", bonus = 4 },
]
[team.goblins]
player = "simple"
members = [{ name = "Goblin", count = 3, hp = 7, ac = 15, attack = 4, dice = "1d6", bonus = 2 }]
[[step]]
each = ["heroes", "goblins"]
target = { among = "enemies", simple = "lowest hp" }
roll = { hit = "1d20", damage = "self.dice", extra = "self.dice" }
then = [
  { if = "hit = 20", target.hp = "target.hp - damage - extra - self.bonus" },
  { if = "hit > 1 and hit < 20 and hit + self.attack >= target.ac", target.hp = "target.hp - damage - self.bonus" },
]
"#;

#[test]
fn the_player_focus_heals_hurt_allies() {
    let share = |player: &str| {
        let text = format!(
            r#"
[team.heroes]
player = "{player}"
members = [{{ name = "Tank", hp = 8, power = 1 }}, {{ name = "Medic", hp = 4, power = 0 }}]
[team.foes]
members = [{{ name = "Foe", hp = 9, power = 1 }}]
[[step]]
each = ["heroes", "foes"]
[[step.action]]
name = "attack"
target = {{}}
roll = {{ damage = "(2 * self.power)d2" }}
then = [{{ target.hp = "target.hp - damage" }}]
[[step.action]]
name = "heal"
when = "self.power = 0"
target = {{ among = "allies" }}
roll = {{ healing = "1d2" }}
then = [{{ target.hp = "target.hp + healing" }}]
"#
        );
        contest(&text).exact().unwrap().outcomes[0]
    };
    assert!(share("focus") > share("first") + 0.1);
}

#[test]
fn longer_fights_have_a_higher_cost() {
    let cost = |hp: &str| {
        let text = HEROES.replace("hp = 7", hp).replace("hp = 12", hp);
        contest(&text).cost().per_trial
    };
    assert!(cost("hp = 700") > 10 * cost("hp = 7"));
}

/// The figures are those of an independent program.
#[test]
fn two_heroes_against_three_goblins_have_the_figures_of_an_independent_program() {
    let fight = contest(HEROES);
    let exact = fight.exact().unwrap();
    assert_sums_to_one(&exact);
    let close = |found: f64, expected: f64| {
        assert!((found - expected).abs() < 5e-10, "{found} {expected}");
    };
    close(exact.outcomes[0], 0.651_959_861_8);
    assert!((mean(&fight, "rounds") - 3.723_411_22).abs() < 5e-9);
    assert!((1.0 - mean(&fight, "standing.Ben") - 0.654_833_17).abs() < 5e-9);
    assert_sampled_as_solved(&fight, 3, 4_000);
}

#[test]
fn equal_members_of_one_entry_are_those_of_as_many_entries() {
    let entry = |name: &str| {
        format!("{{ name = \"{name}\", hp = 7, ac = 15, attack = 4, dice = \"1d6\", bonus = 2 }}")
    };
    let three = format!("members = [{}, {}, {}]", entry("X"), entry("Y"), entry("Z"));
    let one = "members = [{ name = \"Goblin\", count = 3, hp = 7, ac = 15, attack = 4, dice = \"1d6\", bonus = 2 }]";
    for player in ["simple", "focus", "random", "first"] {
        let one_entry = HEROES.replace("\"simple\"\n", &format!("\"{player}\"\n"));
        let three_entries = one_entry.replace(one, &three);
        assert_ne!(one_entry, three_entries);
        let (a, b) = (contest(&one_entry), contest(&three_entries));
        let (a, b) = (
            a.exact().unwrap().outcomes[0],
            b.exact().unwrap().outcomes[0],
        );
        assert!((a - b).abs() < 1e-12, "{player}: {a} {b}");
    }
}

/// Small contests in which one rule matters, with the share of an outcome.
const SMALL: &[(&str, &str, f64, &str)] = &[
    (
        "members with one condition join together",
        "bees",
        0.0,
        r#"
[team.ants]
player = "first"
members = [
  { name = "A", hp = 1 },
  { name = "R", count = 3, hp = 1, from = "standing(ants) = 0" },
]
[team.bees]
player = "first"
members = [{ name = "B", hp = 1 }]
[[step]]
then = [{ ants.A.hp = "0" }]
[limit]
rounds = 2
"#,
    ),
    (
        "a step without turns is repeated",
        "ants",
        1.0,
        r#"
[team.cats]
player = "first"
members = [
  { name = "C", hp = 2 },
]
[team.ants]
player = "first"
members = [
  { name = "D", hp = 1 },
]
[[step]]
times = 2
then = [
  { cats.C.hp = "cats.C.hp - 1" },
]
[limit]
rounds = 1
"#,
    ),
    (
        "a member is its own target",
        "a",
        1.0,
        r#"
[team.ants]
player = "first"
members = [{ name = "A", count = 2, hp = { roll = "1d2" } }]
[team.cats]
player = "first"
members = [{ name = "C", hp = 1 }]
[[step]]
each = ["ants"]
target = { among = "self" }
then = [{ target.hp = "1" }]
[[outcome]]
name = "a"
when = "sum(ants, hp) = 2"
at = "round"
[limit]
rounds = 1
"#,
    ),
    (
        "targets are affected in the order of the list",
        "bees",
        0.5,
        r#"
[team.ants]
player = "random"
members = [{ name = "A", count = 2, hp = { roll = "1d2" } }]
[team.bees]
player = "random"
members = [{ name = "B", hp = 1 }]
[[step]]
target = { among = "ants", all = true }
then = [{ if = "standing(ants) = 2", target.hp = "0" }, { target.hp = "target.hp - 1" }]
[limit]
rounds = 1
"#,
    ),
    (
        "a roll is a number from its throw on",
        "ants",
        1.0,
        r#"
[team.ants]
player = "first"
members = [{ name = "A", hp = 1, x = 1 }]
[team.cats]
player = "first"
members = [{ name = "B", hp = 3 , x = 0}]
[[step]]
each = "ants"
target = { }
roll = { r = "1d1 + self.x" }
then = [{ self.x = "0" }, { target.hp = "target.hp - r" }, { target.hp = "target.hp - r" }]
[limit]
rounds = 1
"#,
    ),
    (
        "a field of the target counts for each target",
        "bees",
        1.0,
        r#"
[team.bees]
player = "first"
members = [{ name = "B", count = 2, hp = 1, k = 2 }]
[team.cats]
player = "first"
members = [{ name = "C", hp = 2, k = 1 }]
[[step]]
each = "cats"
target = { most = 2 }
then = [{ if = "target.k = 2", self.hp = "self.hp - 1" }]
[limit]
rounds = 1
"#,
    ),
    (
        "outcomes are read after an action that changes nothing",
        "soon",
        1.0,
        r#"
[team.cats]
player = "first"
members = [{ name = "A", hp = 1 }]
[team.ants]
player = "first"
members = [{ name = "C", hp = 1 }]
[[step]]
each = ["cats", "ants"]
then = [{ if = "rounds > 1", target.hp = "0" }]
target = { }
[[outcome]]
name = "late"
[[outcome]]
name = "soon"
when = "rounds >= 0"
[limit]
rounds = 1
"#,
    ),
    (
        "numbers of two groups are two numbers",
        "bees",
        0.0,
        r#"
[team.bees]
player = "first"
members = [{ name = "B", hp = 1, x = 1 }]
[team.cats]
player = "first"
members = [{ name = "C", hp = 1, x = 0 }]
[[step]]
each = "bees"
target = { where = "sum(cats, x) = 0" }
then = [{ if = "sum(bees, x) = 0", target.hp = "0" }, { target.x = "target.x" }]
[limit]
rounds = 1
"#,
    ),
];

#[test]
fn small_contests_have_the_figures_of_a_plain_program() {
    for (rule, outcome, share, text) in SMALL {
        let small = contest(text);
        let index = small
            .outcomes()
            .iter()
            .position(|one| one.name == *outcome)
            .unwrap();
        let found = small.exact().unwrap().outcomes[index];
        assert!((found - share).abs() < 1e-12, "{rule}: {found}");
        assert_enumerated_as_solved(&small, 60, 1e-9);
    }
}

/// Returns a random contest of teams.
fn random(dice: &mut Sampled) -> String {
    let player = |dice: &mut Sampled| pick(dice, &["simple", "focus", "random", "first"]);
    let hp = |dice: &mut Sampled| pick(dice, &["1", "2", "3", "{ value = 2, most = 3 }"]);
    let dice_field =
        |dice: &mut Sampled| pick(dice, &["1", "\"1d2\"", "\"2d2kh1\"", "\"1d2 - 1\""]);
    let mut text = String::new();
    // Numbers of equal members by team and entry, few enough to enumerate all plays.
    let shape = pick(
        dice,
        &[
            "1:1", "1:1", "1:1", "2:1", "1:2", "11:1", "1:11", "2:2", "2:11",
        ],
    );
    let rounds = if shape == "1:1" { 2 } else { 1 };
    writeln!(
        text,
        "[limit]\nrounds = {rounds}\n[state]\nalarm = {{ value = 0, most = 2 }}"
    )
    .unwrap();
    writeln!(text, "[let]\nhits = \"hit + self.skill >= target.guard\"").unwrap();
    for (team, counts) in ["ants", "bees"].into_iter().zip(shape.split(':')) {
        writeln!(text, "[team.{team}]\nplayer = \"{}\"", player(dice)).unwrap();
        let standing = pick(dice, &["", "", "standing = \"hp > 0 and skill >= 0\"\n"]);
        text.push_str(&standing);
        text.push_str("members = [\n");
        for (entry, count) in counts.chars().enumerate() {
            let from = pick(dice, &["", "", "", ", from = \"rounds >= 2\""]);
            writeln!(
                text,
                "{{ name = \"{team}{entry}\", count = {count}, hp = {}, skill = {}, guard = {}, power = {}, slots = {}{from} }},",
                hp(dice),
                pick(dice, &["0", "1"]),
                pick(dice, &["2", "3"]),
                dice_field(dice),
                pick(dice, &["0", "1", "{ roll = \"1d2\" }"]),
            )
            .unwrap();
        }
        text.push_str("]\n");
    }
    let at_once = pick(dice, &["", "", "at_once = true\n"]);
    let order = pick(
        dice,
        &[
            "",
            "",
            "",
            "order = \"1d2 + skill\"\n",
            "order = \"1d2\"\norder_each_round = true\n",
        ],
    );
    let target = pick(
        dice,
        &[
            "{ among = \"enemies\", simple = \"lowest hp\" }",
            "{ among = \"enemies\", simple = \"first\" }",
            "{ among = \"others\", where = \"target.hp >= 1\", simple = \"highest guard\" }",
            "{ among = \"enemies\", most = 2 }",
            "{ among = \"bees\", simple = \"random\" }",
        ],
    );
    let area = pick(dice, &["all = true", "most = 2"]);
    let once = pick(
        dice,
        &[
            "self.slots = \"self.slots - 1\"",
            "alarm = \"alarm + 1\", self.slots = \"self.slots - 1\"",
        ],
    );
    let condition = pick(
        dice,
        &[
            "hits",
            "hit >= 2",
            "hit = 2 and standing(enemies) > 0",
            "hit + count(allies, hp < 3) >= 2",
        ],
    );
    let damage = pick(
        dice,
        &[
            "self.power",
            "damage",
            "damage + (alarm > 1)",
            "if hit = 2 then 2 else 1",
        ],
    );
    let attack = format!(
        "roll = {{ hit = \"1d2\", damage = \"self.power\" }}\nthen = [{{ if = \"{condition}\", target.hp = \"target.hp - ({})\" }}]\n",
        if damage == "self.power" {
            "damage"
        } else {
            &damage
        },
    );
    match &*pick(dice, &["plain", "actions", "times"]) {
        "plain" => {
            write!(
                text,
                "[[step]]\neach = [\"bees\", \"ants\"]\n{at_once}{order}target = {target}\n{attack}"
            )
            .unwrap();
        }
        "times" => {
            write!(
                text,
                "[[step]]\neach = \"ants\"\ntimes = \"1 + (self.slots > 0)\"\n{at_once}{order}target = {target}\n{attack}"
            )
            .unwrap();
        }
        _ => {
            write!(
                text,
                "[[step]]\neach = [\"ants\", \"bees\"]\n{at_once}{order}[[step.action]]\nname = \"blast\"\nwhen = \"self.slots > 0\"\n\
                 target = {{ among = \"enemies\", {area} }}\nroll = {{ burst = \"1d2\" }}\nagainst = {{ save = \"1d2\" }}\n\
                 then = [{{ if = \"save < 2\", target.hp = \"target.hp - burst\" }}, {{ {once} }}]\n\
                 [[step.action]]\nname = \"heal\"\nwhen = \"standing(allies) > 0\"\n\
                 target = {{ among = \"allies\", simple = \"lowest hp\" }}\nthen = [{{ target.hp = \"target.hp + 1\" }}]\n\
                 [[step.action]]\nname = \"strike\"\ntarget = {target}\n{attack}"
            )
            .unwrap();
        }
    }
    if pick(dice, &["", "", "x"]) == "x" {
        text.push_str(
            "[[step]]\nwhen = \"rounds > 0\"\ntarget = { among = \"ants\", most = 1 }\nroll = { quake = \"1d2\" }\n\
             then = [{ if = \"quake = 2\", target.hp = \"target.hp - 1\", alarm = \"alarm + 1\" }]\n",
        );
    }
    if pick(dice, &["", "", "x"]) == "x" {
        text.push_str(
            "[[outcome]]\nname = \"rout\"\nwhen = \"standing(bees) = 0\"\n[[outcome]]\nname = \"siege\"\n\
             when = \"sum(ants, hp) <= highest(bees, hp) and alarm > 0\"\nat = \"round\"\n\
             [metric]\nlife = \"sum(ants, hp) - lowest(bees, hp) * 10\"\n",
        );
    }
    text
}

#[test]
fn exact_answers_of_random_teams_agree_with_all_plays() {
    let mut dice = Sampled::new(11, &["teams".to_owned()]);
    let mut compared = 0;
    for trial in 0..size(40, 300) {
        dice.start(trial);
        let text = random(&mut dice);
        let fight = contest(&text);
        match fight.exact() {
            Ok(exact) => assert_sums_to_one(&exact),
            Err(why) => panic!("{why}\n{text}"),
        }
        let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            assert_enumerated_as_solved(&fight, 60, 1e-9);
        }));
        assert!(played.is_ok(), "{text}");
        compared += 1;
    }
    assert!(compared >= 40);
}

#[test]
fn sampled_random_teams_agree_with_exact_answers() {
    let mut dice = Sampled::new(12, &["teams".to_owned()]);
    for trial in 0..size(40, 300) {
        dice.start(trial);
        let text = random(&mut dice).replace("rounds = 1\n", "rounds = 6\n");
        let fight = contest(&text);
        assert_sampled_as_solved(&fight, trial, 2_000);
    }
}
