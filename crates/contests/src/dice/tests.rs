//! Exact answers against the rules, played with all results of the dice and with sampled ones.

mod choices;
mod cutoffs;
mod faults;
mod limits;
mod rethrows;
mod rollout;
mod words;

use super::{DiceContest, KIND, model};
use evenodds_core::contest::conformance::{
    assert_enumerated, assert_sampled, assert_shipped, assert_sums_to_one, read,
};
use evenodds_core::contest::{Describe, HintPlan, Narrate, Solve};
use evenodds_core::dice::{Dice, Sampled};
use evenodds_core::document::{Faults, Source, check, parse};
use std::fmt::Write as _;

pub fn contest(text: &str) -> DiceContest {
    let mut faults = Faults::new();
    let root = parse(&Source::new("x.toml", text), &mut faults);
    let table = check(&root, KIND.keys, &mut faults);
    let contest = model::read(&table, &mut faults);
    contest.unwrap_or_else(|| panic!("{faults}\n{text}"))
}

/// Returns the exact mean of a metric.
pub fn solved_mean(contest: &DiceContest, name: &str) -> f64 {
    let index = contest
        .metrics()
        .iter()
        .position(|metric| metric.name() == name);
    let exact = contest.exact().unwrap();
    let mut metrics = exact.metrics.iter();
    let metric = metrics.find(|one| Some(one.metric) == index).unwrap();
    metric
        .overall()
        .iter()
        .map(|one| one.0 as f64 * one.1)
        .sum()
}

#[test]
fn the_shipped_scenarios_have_the_published_probabilities() {
    let shares = |text: &str| assert_shipped(&KIND, text).outcomes;
    let close = |found: f64, expected: f64| {
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    };
    let abilities = shares(include_str!(
        "../../../../scenarios/dice/ability-scores.toml"
    ));
    assert!((abilities[0] - 0.093_367_884).abs() < 1e-9);
    let pools = shares(include_str!(
        "../../../../scenarios/dice/opposed-pools.toml"
    ));
    close(pools[0], 2993.0 / 6561.0);
    let wild = shares(include_str!("../../../../scenarios/dice/wild-die.toml"));
    close(wild[0], 71.0 / 288.0);
    close(wild[0] + wild[1], 13.0 / 16.0);
    close(wild[2], 1.0 / 48.0);
    let moves = shares(include_str!("../../../../scenarios/dice/move.toml"));
    close(moves[0], 5.0 / 18.0);
    close(moves[1], 4.0 / 9.0);
    close(moves[2], 5.0 / 18.0);
    let action = shares(include_str!("../../../../scenarios/dice/action-roll.toml"));
    for (found, expected) in action.iter().zip([16.0, 75.0, 98.0, 27.0]) {
        close(*found, expected / 216.0);
    }
    let risus = shares(include_str!("../../../../scenarios/dice/risus.toml"));
    assert!((risus[0] - 0.895_031_282).abs() < 1e-9);
    let glitch = shares(include_str!("../../../../scenarios/dice/glitch.toml"));
    // Three hits of ten dice, whether or not they glitch.
    close(glitch[0] + glitch[1], 13795.0 / 19683.0);
    let symbols = shares(include_str!("../../../../scenarios/dice/symbols.toml"));
    close(symbols[0], 45911.0 / 98304.0);
    let five = shares(include_str!(
        "../../../../scenarios/dice/five-of-a-kind.toml"
    ));
    close(five[0], 347_897.0 / 7_558_272.0);
    for text in [
        include_str!("../../../../scenarios/dice/ogre.toml"),
        include_str!("../../../../scenarios/dice/gamebook.toml"),
        include_str!("../../../../scenarios/dice/risk.toml"),
        include_str!("../../../../scenarios/dice/best-of-three.toml"),
        include_str!("../../../../scenarios/dice/clock.toml"),
        include_str!("../../../../scenarios/dice/chaos-bag.toml"),
        include_str!("../../../../scenarios/dice/effect-die.toml"),
        include_str!("../../../../scenarios/dice/king-of-tokyo.toml"),
        include_str!("../../../../scenarios/dice/modifier-deck.toml"),
        include_str!("../../../../scenarios/dice/percentile-bonus.toml"),
        include_str!("../../../../scenarios/dice/push.toml"),
        include_str!("../../../../scenarios/dice/re-roll.toml"),
        include_str!("../../../../scenarios/dice/zombie-dice.toml"),
    ] {
        shares(text);
    }
}

#[test]
fn without_dice_two_are_thrown_and_the_lower_counts() {
    let text = r#"
[number]
dice = 0
[roll]
action = "(if dice = 0 then 2 else dice)d6kl(if dice = 0 then 1 else dice)"
[[outcome]]
name = "success"
when = "max(action) = 6"
[[outcome]]
name = "partial"
when = "max(action) >= 4"
[[outcome]]
name = "bad"
"#;
    let exact = contest(text).exact().unwrap();
    for (found, expected) in exact.outcomes.iter().zip([1.0, 8.0, 27.0]) {
        assert!(
            (found - expected / 36.0).abs() < 1e-15,
            "{found} {expected}"
        );
    }
}

#[test]
fn hints_have_the_exact_values_of_the_actions() {
    // The keys of this kind alone.
    let own = |text: &'static str| {
        let text = text.split_once("\"\"\"\n\n").map_or(text, |(_, own)| own);
        text.split_once("[expect").map_or(text, |(own, _)| own)
    };
    let text = own(include_str!(
        "../../../../scenarios/dice/five-of-a-kind.toml"
    ));
    let hint = |text: &str, table: &str| {
        let contest = read(&KIND, text, &[]).unwrap();
        let table = Source::new("table", table);
        let hints = contest.hints().unwrap();
        hints
            .hint(&table, &HintPlan::default())
            .map_err(|faults| faults.to_string())
    };
    let best = hint(text, "dice: 2 5 5 1 5").unwrap();
    assert_eq!(best.actions[0].action, "keep 5 5 5 and throw 2 dice again");
    // Two dice, each a 5 in one of two throws.
    let expected = (11.0_f64 / 36.0).powi(2);
    assert!((best.actions[0].value - expected).abs() < 1e-12);
    let last = hint(text, "dice: 5 5 5 1 2 (1 left)").unwrap();
    assert!((last.actions[0].value - 1.0 / 36.0).abs() < 1e-12);
    for player in ["never", "optimal"] {
        let text = own(include_str!("../../../../scenarios/dice/gamebook.toml"));
        let text = text.replace(
            "wants = \"win\"",
            &format!("wants = \"win\"\nplayer = \"{player}\""),
        );
        let lucky = "hero: 2; monster: 3; luck: 9; hero_attack: 1 2; monster_attack: 6 6";
        let best = hint(&text, lucky).unwrap();
        assert_eq!(
            best.actions[0].action, "choose 1 for test",
            "{player} {best:?}"
        );
        assert!(best.actions[0].value > best.actions[1].value && best.actions[1].value < 1e-12);
    }
    let faults = hint(text, "dice: 7 5 5; hero: 3; dice: 1").unwrap_err();
    insta::assert_snapshot!(faults);
}

#[test]
fn states_that_only_fall_are_at_most_their_start() {
    let text = "[state]\nx = 3\n[roll]\nd = \"(x)d6\"\n[[step]]\nthen = [{ if = \"d >= 4\", \
                x = \"max(x - (if d >= 9 then 2 else 1), 0)\" }]\n[[outcome]]\nname = \"end\"\nwhen = \"x = 0\"\n";
    assert_eq!(contest(text).parts.states[0].bounds.high, 3);
}

#[test]
fn impossible_values_take_no_memory() {
    let text = "[state]\nbad = { value = 0, most = 1 }\nx = { value = 0, most = 6 }\n\
                [roll]\nbig = \"400d{0,1,1,1,1,1,1,1,1,1}\"\ndie = \"1d6\"\n\
                [[step]]\nthen = [{ if = \"big = 0\", bad = 1 }, { x = \"die\" }]\n\
                [[outcome]]\nname = \"six\"\nwhen = \"bad = 0 and x = 6\"\n";
    assert_sums_to_one(&contest(text).exact().unwrap());
}

/// Returns one of some texts.
pub fn pick(dice: &mut Sampled, options: &[&str]) -> String {
    options[dice.choose(0, options.len() as u32) as usize].to_owned()
}

/// Returns a random contest with at most two rounds, small dice and at most three states.
pub fn random_contest(dice: &mut Sampled) -> String {
    let rolls = pick(dice, &["r", "rs", "rs", "rst"]);
    let rounds = if rolls.len() > 2 { 1 } else { 2 };
    let mut text =
        format!("[number]\ntarget = 3\n[limit]\nrounds = {rounds}\nexplode = 1\n[state]\n");
    let states = pick(dice, &["a", "ab", "abc"]);
    for state in states.chars() {
        let start = pick(dice, &["0", "1", "2"]);
        let _ = writeln!(text, "{state} = {{ value = {start}, most = 2 }}");
    }
    let has_choice = dice.choose(0, 2) == 0;
    let mut pools = Vec::new();
    let mut sees = "sees = [\"r\"], ";
    text.push_str("[roll]\n");
    for roll in rolls.chars() {
        let count = pick(
            dice,
            &["1", "2", "(a)", if has_choice { "(x)" } else { "2" }],
        );
        if roll == 'r' && count == "(x)" {
            sees = "";
        }
        let die = pick(dice, &["d2", "d3", "d{0,1,1}"]);
        let rule = pick(dice, &["", "", "ro1", "mi2", "!", "!!", "ra2"]);
        let keep = pick(dice, &["", "kh1", "kl1", "k>=2", "pl1"]);
        let plus = pick(dice, &["", "", " + a"]);
        let _ = writeln!(text, "{roll} = \"{count}{die}{rule}{keep}{plus}\"");
        if plus.is_empty() {
            pools.push(roll);
        }
    }
    text.push_str("[[step]]\n");
    if has_choice {
        let sees = if dice.choose(0, 2) == 0 { sees } else { "" };
        let _ = writeln!(
            text,
            "choose = {{ x = {{ by = \"s\", {sees}among = [1, 2] }} }}"
        );
    }
    text.push_str("then = [\n");
    let value = |dice: &mut Sampled| {
        let index = dice.choose(0, rolls.len() as u32) as usize;
        let roll = rolls.chars().nth(index).unwrap();
        if !pools.contains(&roll) {
            return roll.to_string();
        }
        let other = pools.iter().find(|&&other| other != roll);
        if let (Some(other), 0) = (other, dice.choose(0, 3)) {
            let function = pick(dice, &["wins", "over", "above", "cancel"]);
            return format!("{function}({roll}, {other})");
        }
        let figures = [
            "count(R, >=2)",
            "max(R)",
            "distinct(R)",
            "kth(R, 2)",
            "set(R)",
            "R",
            "straight(R)",
            "min(R)",
            "set_face(R)",
            "size(R)",
            "has(R, 2, 2)",
        ];
        pick(dice, &figures).replace('R', &roll.to_string())
    };
    for state in states.chars() {
        let (left, right) = (value(dice), value(dice));
        let op = pick(dice, &[">", "=", "<="]);
        let change = pick(dice, &["+ 1", "- 1", "+ target // 2", "* 2"]);
        let bonus = if has_choice {
            pick(dice, &["", " + x"])
        } else {
            String::new()
        };
        let _ = writeln!(
            text,
            "  {{ if = \"{left} {op} {right}\", {state} = \"{state} {change}{bonus}\" }},"
        );
    }
    text.push_str("]\n");
    if has_choice {
        let players = ["\"random\"", "\"optimal\"", "\"first\"", "{ rule = \"a\" }"];
        let player = pick(dice, &players);
        let _ = writeln!(
            text,
            "[[side]]\nname = \"s\"\nwants = \"win\"\nplayer = {player}"
        );
    }
    let (low, high) = (pick(dice, &["0", "1"]), pick(dice, &["1", "2"]));
    let _ = write!(
        text,
        "[[outcome]]\nname = \"win\"\nwhen = \"a >= {high}\"\n[[outcome]]\nname = \"loss\"\nwhen = \
         \"a < {low}\"\nat = \"round\"\n[metric]\nm = \"a * 2 + (if a > 1 then 1 else 0)\"\n"
    );
    text
}

#[test]
fn exact_answers_agree_with_all_plays_of_200_random_contests() {
    let mut dice = Sampled::new(11, &["contests".to_owned()]);
    let mut compared = 0;
    for trial in 0..220 {
        dice.start(trial);
        let text = random_contest(&mut dice);
        if text.contains("sees") && read(&KIND, &text, &[]).is_err() {
            compared += 1;
            continue;
        }
        let contest = contest(&text);
        if let Err(why) = contest.exact() {
            assert!(
                text.contains("sees") && why.0.contains("is compared with"),
                "{why}\n{text}"
            );
            compared += 1;
            continue;
        }
        assert_enumerated(&contest, 80, 1e-9);
    }
    // The others compare dice that a side has seen with dice that it has not.
    assert!(compared <= 20, "{compared}");
}

#[test]
fn sampled_trials_agree_with_exact_answers() {
    let texts = [
        r#"
[roll]
a = "4d6kh3"
b = "(a // 6)d8!"
[[outcome]]
name = "up"
when = "b > a"
[[outcome]]
name = "down"
[metric]
b = "b"
"#,
        r#"
[roll]
a = "10d6!kh4"
[[outcome]]
name = "up"
when = "a > 22"
[[outcome]]
name = "down"
"#,
        r#"
[roll]
a = "5d6"
b = "6d4k>1kl3"
[[outcome]]
name = "up"
when = "wins(a, b) + over(b, a) > 2"
[[outcome]]
name = "down"
[metric]
left = "cancel(a, b)"
set = "set_face(a) * straight(b)"
"#,
        r#"
[state]
hp = 20
[roll]
a = "1d20"
d = "2d6rr1"
[[step]]
then = [{ if = "a > 10", hp = "hp - d" }]
[[outcome]]
name = "done"
when = "hp = 0"
[[outcome]]
name = "slow"
when = "hp > 15 and a < 3"
"#,
    ];
    for text in texts {
        let contest = contest(text);
        assert_sums_to_one(&contest.exact().unwrap());
        assert_sampled(&contest, 5, 20_000);
    }
}

#[test]
fn optimal_play_is_at_least_as_good_as_any_other() {
    let text = r#"
[state]
pot = { value = 0, most = 20 }
bank = { value = 0, most = 20 }
turn = { value = 0, most = 4 }
[roll]
die = "1d6"
[[side]]
name = "s"
wants = "win"
player = PLAYER
[[step]]
choose = { stop = { by = "s", among = [0, 1] } }
then = [
  { if = "stop = 1", bank = "bank + pot", pot = 0, turn = "turn + 1" },
  { if = "stop = 0 and die = 1", pot = 0, turn = "turn + 1" },
  { if = "stop = 0 and die > 1", pot = "pot + die" },
]
[[outcome]]
name = "win"
when = "bank >= 15"
[[outcome]]
name = "loss"
when = "turn = 4"
"#;
    let share = |player: &str| {
        let contest = contest(&text.replace("PLAYER", player));
        contest.exact().unwrap().outcomes[0]
    };
    let best = share("\"optimal\"");
    let careful = "{ rule = \"pot >= 6\" }";
    let bold = "{ rule = \"pot >= 15 - bank or pot >= 9\" }";
    for player in ["\"random\"", "\"first\"", "\"never\"", careful, bold] {
        let other = share(player);
        assert!(other <= best + 1e-12, "{player}: {other} {best}");
    }
    assert!(best > share(careful) && best < 1.0);
}

#[test]
fn every_fault_has_its_place_in_the_expression() {
    let text = r#"
[number]
ac = { value = 50, most = 30 }
if = 3
[die]
odd = [1, "x"]
[roll]
attack = "1d20 + bonus"
damage = "(hp)d6 / 2"
[state]
hp = { value = 5, least = 0 }
[[step]]
roll = "atack"
when = "attack > 3"
choose = { go = { by = "hero", among = [1] } }
then = [{ if = "attack > 10", mana = "1" }]
[[outcome]]
name = "dead"
when = "hp - attack <= "
"#;
    let faults = |text: &str| read(&KIND, text, &[]).err().unwrap_or_default();
    let valid = text
        .replace("ac = { value = 50, most = 30 }\nif = 3", "ac = 13")
        .replace("[1, \"x\"]", "[1, 2]")
        .replace(" + bonus", "")
        .replace(" / 2", "");
    insta::assert_snapshot!(format!("{}\n\n{}", faults(text), faults(&valid)));
}

#[test]
fn the_transcript_shows_dice_choices_and_changes() {
    let text = r#"
[state]
hp = 9
[die]
fate = ["", "up", "up up"]
[roll]
a = "4d6kh3"
f = "2dfate"
[[side]]
name = "hero"
wants = "done"
player = "first"
[[step]]
choose = { x = { by = "hero", among = [1, 2] } }
then = [{ hp = "hp - x - f.up" }, { if = "a > 9", hp = "hp - 1" }]
[[outcome]]
name = "done"
when = "hp = 0"
phrase = "it is over"
"#;
    let contest = contest(text);
    assert_eq!(contest.metrics().len(), 2);
    insta::assert_snapshot!(contest.narrate_trial(1, 0).lines.join("\n"));
}

#[test]
fn limits_hold_with_and_without_states() {
    let many_rules = format!("1d6{}", "ro1".repeat(9));
    for (roll, said) in [
        (
            "1d20 * 1000000000000000 * 1000",
            "numbers are limited to 1000000000000000",
        ),
        ("3d4294967298", "has a die with 4294967298 faces"),
        ("1d0", "has a die with 0 faces"),
        ("1d(1000000*1000000)!", "has a die with 1000000000000 faces"),
        ("2000d6", "has 2000 dice; expected at most 1000"),
        (
            &many_rules,
            "is one rule for throwing a die too many; expected at most 8",
        ),
    ] {
        for state in ["", "[state]\nx = 1\n"] {
            let text = format!(
                "{state}[roll]\na = \"{roll}\"\n[[outcome]]\nname = \"a\"\nwhen = \"a > 10\"\n"
            );
            let faults = read(&KIND, &text, &[]).map(|_| ()).unwrap_err();
            assert!(faults.contains(said), "{text}\n{faults}");
        }
    }
    let sum = "a - b + ".repeat(400);
    let chain = format!(
        "[roll]\na = \"1d6\"\nb = \"1d4\"\n[let]\nc = \"{sum}a\"\nd = \"c + {sum}a\"\ne = \"d + {sum}a\"\n\
         [[outcome]]\nname = \"a\"\nwhen = \"e > 3\"\n"
    );
    let faults = read(&KIND, &chain, &[]).map(|_| ()).unwrap_err();
    let said = "let.e needs more than 2000 operations one after another";
    assert!(faults.contains(said), "{faults}");
    let choice = "[roll]\na = \"13d6\"\n[[side]]\nname = \"s\"\nwants = \"a\"\n[[step]]\n\
                  choose = { c = { by = \"s\", reroll = \"a\" } }\n[[outcome]]\nname = \"a\"\n";
    for state in ["", "[state]\nx = 1\n"] {
        let faults = read(&KIND, &format!("{state}{choice}"), &[])
            .map(|_| ())
            .unwrap_err();
        assert!(faults.contains("at most 12"), "{faults}");
    }
}

#[test]
fn the_page_about_limits_has_those_of_expressions() {
    use evenodds_dice::expression::{
        DEEPEST_NESTING, LARGEST_NUMBER, LONGEST_CHAIN, LONGEST_EXPRESSION, MOST_DICE, MOST_FACES,
        MOST_POOLS, MOST_RULES,
    };
    let page = include_str!("../../../../docs/reference/limits.md").replace(',', "");
    assert_eq!(LARGEST_NUMBER, 10_i64.pow(15));
    for row in [
        format!("| dice of a pool | {MOST_DICE} |"),
        format!("| faces of a die | {MOST_FACES} |"),
        format!("| rules for throwing a die | {MOST_RULES} |"),
        format!(
            "| dice that may be thrown again by a choice | {} |",
            super::choices::MOST_REROLLED
        ),
        format!("| pools of a file or a line | {MOST_POOLS} |"),
        format!("| characters of an expression | {LONGEST_EXPRESSION} |"),
        format!("| levels of an expression | {DEEPEST_NESTING} |"),
        format!("| operations of which each needs the one before | {LONGEST_CHAIN} |"),
    ] {
        assert!(page.contains(&row), "{row}");
    }
}
