//! The tables of reports/claims.md, reproduced digit by digit.

use crate::simple::scenario;
use evenodds::contest::Contest;
use evenodds::scenario::{Scenario, load};
use evenodds::sim::{NoProgress, Plan, run};
use evenodds::stats::Histogram;
use evenodds_testing::size;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Number of trials of each sampled figure, with seed 1.
const TRIALS: u64 = 20_000;

/// Returns the exact chance of the first outcome.
fn exact(name: &str, sets: &[String]) -> f64 {
    scenario(name, sets).contest.exact().unwrap().outcomes[0]
}

/// Returns the share of the first outcome: exact if there is an exact result, else from trials.
fn share(name: &str, sets: &[String]) -> f64 {
    match scenario(name, sets).contest.exact() {
        Ok(exact) => exact.outcomes[0],
        Err(_) => sampled(name, sets).first(),
    }
}

/// Sampled results.
struct Sampled {
    scenario: Scenario,
    tally: evenodds::contest::Tally,
}

fn sampled(name: &str, sets: &[String]) -> Sampled {
    let scenario = scenario(name, sets);
    let plan = Plan::new(1, 0..TRIALS);
    let tally = run(scenario.contest.as_ref(), &plan, &NoProgress).tally;
    Sampled { scenario, tally }
}

impl Sampled {
    fn first(&self) -> f64 {
        self.tally.outcomes()[0] as f64 / TRIALS as f64
    }

    fn mean(&self, metric: &str) -> f64 {
        let contest: &dyn Contest = self.scenario.contest.as_ref();
        let position = contest
            .metrics()
            .iter()
            .position(|one| one.name() == metric);
        let position = position.unwrap_or_else(|| panic!("no metric {metric}"));
        let all =
            (0..contest.outcomes().len()).map(|outcome| self.tally.histogram(position, outcome));
        let sum = |values: Histogram| -> i64 {
            let weighed = values.iter().map(|(value, count)| value * count as i64);
            weighed.sum()
        };
        all.map(sum).sum::<i64>() as f64 / TRIALS as f64
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

fn set(path: &str, value: impl std::fmt::Display) -> String {
    format!("{path}={value}")
}

/// Returns a table as the page has it; the first column heads its row.
fn table(headings: &[&str], rows: Vec<Vec<String>>) -> String {
    let mut table = format!("| {} |\n|---|", headings.join(" | "));
    table.push_str(&"--:|".repeat(headings.len() - 1));
    for row in rows {
        write!(table, "\n| {} |", row.join(" | ")).unwrap();
    }
    table
}

#[track_caller]
fn assert_printed(table: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports/claims.md");
    let text = fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    assert!(text.contains(table), "reports/claims.md has no\n{table}");
}

#[test]
fn ten_is_challenging_for_three_dice_and_twenty_borderline_for_five() {
    let rows = [10, 20].map(|difficulty| {
        let mut row = vec![difficulty.to_string()];
        row.extend((1..=6).map(|dice| {
            let sets = [
                set("helper", "[]"),
                set("actor.dice", dice),
                set("difficulty", difficulty),
            ];
            percent(exact("@challenging", &sets))
        }));
        row
    });
    let headings = [
        "difficulty",
        "1 die",
        "2 dice",
        "3 dice",
        "4 dice",
        "5 dice",
        "6 dice",
    ];
    assert_printed(&table(&headings, rows.to_vec()));
}

#[test]
fn crowds_re_roll_more_than_they_fight() {
    let rows = [10, 16, 20, 30, 40, 60].map(|many| {
        let fight = sampled(
            "@duel",
            &[
                set("side.red.Rosa.count", many / 2),
                set("side.blue.Basil.count", many / 2),
                set("side.red.Rosa.classes[0].dice", 2),
                set("side.blue.Basil.classes[0].dice", 2),
            ],
        );
        let figures = ["turns", "rerolls"].map(|metric| format!("{:.1}", fight.mean(metric)));
        [vec![many.to_string()], figures.to_vec()].concat()
    });
    let headings = ["combatants", "turns", "re-rolls of everybody"];
    assert_printed(&table(&headings, rows.to_vec()));
}

#[test]
fn of_ten_dice_the_best_class_decides_a_duel() {
    let lists: [&[u32]; 7] = [
        &[4, 4, 2],
        &[4, 3, 3],
        &[4, 4, 1, 1],
        &[4, 3, 2, 1],
        &[4, 2, 2, 2],
        &[3, 3, 3, 1],
        &[3, 3, 2, 2],
    ];
    let classes = |list: &[u32]| {
        let classes = list.iter().enumerate();
        let classes =
            classes.map(|(class, dice)| format!("{{ name = \"{class}\", dice = {dice} }}"));
        format!("[{}]", classes.collect::<Vec<_>>().join(", "))
    };
    let rows = lists.map(|list| {
        let duel = |player: &str| {
            let sets = [
                set("side.red.Rosa.classes", classes(list)),
                set("side.blue.Basil.classes", classes(&[4, 3, 3])),
                set("side.red.player", player),
                set("side.blue.player", player),
            ];
            percent(share("@duel", &sets))
        };
        let name = list
            .iter()
            .map(u32::to_string)
            .collect::<Vec<_>>()
            .join(" + ");
        vec![name, duel("finisher"), duel("expert")]
    });
    let headings = ["Classes", "`finisher`", "`expert`"];
    assert_printed(&table(&headings, rows.to_vec()));
}

#[test]
fn a_monster_of_five_or_six_dice_is_tough_because_it_comes_back() {
    let rows = (3..=6).map(|dice| {
        let beast = |monster: bool| {
            let sets = [
                set("side.gorge.Beast.classes[0].dice", dice),
                set("side.gorge.Beast.monster", monster),
                set("expect", "{}"),
            ];
            percent(1.0 - sampled("@beast", &sets).first())
        };
        vec![format!("{dice} dice"), beast(false), beast(true)]
    });
    let headings = [
        "the beast has",
        "it wins if it is taken out once",
        "and if it comes back",
    ];
    assert_printed(&table(&headings, rows.collect()));
}

#[test]
fn wounds_kill_combatants_that_continue_to_fight() {
    let mut rows = Vec::new();
    for choice in ["stay_down", "fight_on"] {
        for wounds in 1..=3 {
            let sets = [
                set("rules.wound_choice", choice),
                set("rules.wounds_to_die", wounds),
            ];
            let fight = sampled("@wounded", &sets);
            let mut row = vec![format!("`{choice}`, wound {wounds} kills")];
            row.push(percent(fight.first()));
            let died = ["died.Dirk", "died.Emily", "died.Mark Four"];
            row.extend(died.map(|metric| percent(fight.mean(metric))));
            rows.push(row);
        }
    }
    let headings = [
        "the wounded",
        "heroes win",
        "Dirk dies",
        "Emily dies",
        "Mark Four dies",
    ];
    assert_printed(&table(&headings, rows));
}

#[test]
fn larger_fields_are_for_leaders_of_more_dice() {
    let rows = [10, 15, 21].map(|size| {
        let mut row = vec![size.to_string()];
        row.extend((2..=6).map(|dice| {
            let sets = [set("field.size", size), set("leader.dice", dice)];
            percent(sampled("@prospect", &sets).first())
        }));
        row
    });
    let headings = ["Field", "2 dice", "3 dice", "4 dice", "5 dice", "6 dice"];
    assert_printed(&table(&headings, rows.to_vec()));
    let field = |rule: &str| {
        let sets = [
            set("field.size", 10),
            set("leader.dice", 4),
            rule.to_owned(),
        ];
        percent(sampled("@prospect", &sets).first())
    };
    let rules = [
        ("any number that stands twice", "rules.prize=uniform"),
        ("one that the Supply suffices for", "rules.prize=solvable"),
        ("any, and a die may explore several", "rules.combine=true"),
    ];
    let rows = rules.map(|(name, rule)| vec![name.to_owned(), field(rule)]);
    assert_printed(&table(
        &["the Prize is", "four dice find it"],
        rows.to_vec(),
    ));
}

#[test]
fn a_pile_more_is_worth_two_dice_of_supply() {
    let rows = size(&[3][..], &[3, 4]).iter().map(|&piles| {
        let mut row = vec![piles.to_string()];
        row.extend((3..=9).map(|supply| {
            // A Class has at most six dice; the three bonuses add the rest.
            let bonus = supply > 6;
            let mut sets = vec![
                set("craft.piles", piles),
                set("crafter.dice", if bonus { supply - 3 } else { supply }),
            ];
            let bonuses = ["assistance", "time", "facility"];
            sets.extend(bonuses.map(|key| set(key, bonus)));
            percent(exact("@android-repair", &sets))
        }));
        row
    });
    let headings = ["piles", "Supply 3", "4", "5", "6", "7", "8", "9"];
    assert_printed(&table(&headings, rows.collect()));
}

/// Returns the assignments of a scale for both sides: the skill of all fighters, the hero's dice
/// and the number of mooks.
fn scale((skill, dice, mooks): (u32, u32, u32)) -> f64 {
    let mut sets = vec![
        set("side.hero.Hero.action", dice),
        set("side.mooks.Mook.count", mooks),
        set("expect", "{}"),
    ];
    for who in ["hero.Hero", "mooks.Mook"] {
        sets.extend(["hand_to_hand", "dodge"].map(|key| set(&format!("side.{who}.{key}"), skill)));
    }
    share("@scale", &sets)
}

#[test]
fn in_rounds_of_actions_a_hero_is_good_for_one_mook_less_than_dice() {
    let rows = [0, 3, 6].into_iter().flat_map(|skill| {
        (1..=4).map(move |dice| {
            let hero = match dice {
                1 => "1 die".to_owned(),
                dice => format!("{dice} dice"),
            };
            let mut row = vec![format!("{hero}, skill {skill}")];
            row.extend((1..=4).map(|mooks| percent(scale((skill, dice, mooks)))));
            row
        })
    });
    let headings = ["the hero has", "1 mook", "2 mooks", "3 mooks", "4 mooks"];
    assert_printed(&table(&headings, rows.collect()));
}

#[test]
fn other_traits_of_a_hero_count_at_most_one_die() {
    let hero = |what: &str| format!("side.hero.Hero.{what}");
    let ways = [
        ("three action dice", "action=3"),
        ("a fourth one", "action=4"),
        (
            "one more for attacks alone",
            "limited={ dice = 1, to = \"attack\" }",
        ),
        (
            "one more for defence alone",
            "limited={ dice = 1, to = \"defence\" }",
        ),
        ("noncombat in every round", "noncombat=true"),
        ("General Defense", "defence=\"general\""),
    ];
    let rows = ways.map(|(name, what)| {
        let mut row = vec![name.to_owned()];
        row.extend((1..=3).map(|mooks| {
            let sets = [
                hero(what),
                set("side.mooks.Mook.count", mooks),
                set("expect", "{}"),
            ];
            percent(share("@scale", &sets))
        }));
        row
    });
    let headings = ["the hero has", "1 mook", "2 mooks", "3 mooks"];
    assert_printed(&table(&headings, rows.to_vec()));
}

#[test]
fn perfect_duels_are_won_by_more_dice() {
    let rows = (1..=3).map(|red| {
        let mut row = vec![match red {
            1 => "1 die".to_owned(),
            red => format!("{red} dice"),
        }];
        row.extend((1..=3).map(|blue| {
            let sets = [
                set("side.hero.Hero.action", red),
                set("side.mooks.Mook.action", blue),
                set("side.mooks.Mook.count", 1),
                set("side.hero.player", "optimal"),
                set("side.mooks.player", "optimal"),
                set("expect", "{}"),
            ];
            percent(exact("@scale", &sets))
        }));
        row
    });
    let headings = ["against", "1 die", "2 dice", "3 dice"];
    assert_printed(&table(&headings, rows.collect()));
}

#[test]
fn six_dice_of_skill_are_beyond_a_novice_of_one_die() {
    let text = r#"
        kind = "action_dice"
        contest = "opposed"
        a = { name = "Master", action = 1, skill = 6 }
        b = { name = "Novice", action = 1, skill = 0 }
    "#;
    let chances = |sets: &[String]| {
        let scenario = load("x.toml", text.as_bytes(), sets).unwrap();
        scenario.contest.exact().unwrap().outcomes
    };
    let rows = (0..=6).map(|skill| {
        let outcomes = chances(&[set("a.skill", skill)]);
        [
            vec![format!("+{skill}")],
            outcomes.iter().map(|&one| percent(one)).collect(),
        ]
        .concat()
    });
    let headings = ["skill", "the skilled one wins", "the novice wins", "tie"];
    assert_printed(&table(&headings, rows.collect()));
    let rows = (1..=4).map(|dice| {
        let outcomes = chances(&[set("b.action", dice)]);
        let wins = outcomes.iter().map(|&one| format!("{:.2}%", 100.0 * one));
        [vec![dice.to_string()], wins.collect()].concat()
    });
    let headings = [
        "dice of the novice",
        "the master wins",
        "the novice wins",
        "tie",
    ];
    assert_printed(&table(&headings, rows.collect()));
}
