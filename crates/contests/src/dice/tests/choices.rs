//! Contests with choices after a roll, and with dice that are thrown again.

use super::*;

/// A contest with rerolls; PLAYER, RULE and AIM are to be replaced.
const REROLLS: &str = r#"
[number]
bonus = 1
[state]
left = { value = 2, most = 2 }
[roll]
first = "1d3"
dice = "(first)d{1,2,2,4}kh2"
last = "1d(dice + 1)"
[[side]]
name = "player"
wants = "AIM"
player = PLAYER
[[step]]
choose = { again = { by = "player", reroll = "dice", times = 2, sees = ["first"], when = "dice < 6 or first = 3" }, stop = { by = "player", among = [0, 1], sees = ["dice"] } }
then = [{ left = "left - 1 - stop" }, { if = "last > 2 and stop = 0", left = "left - bonus" }]
[[outcome]]
name = "win"
when = "left = 0 and dice * last >= 6"
[[outcome]]
name = "loss"
when = "left = 0"
[metric]
score = "dice * last - stop"
"#;

#[test]
fn rerolled_dice_have_the_shares_of_all_plays_for_every_player() {
    for (player, aim) in [
        ("\"optimal\"", "win"),
        ("\"optimal\"", "high score"),
        ("\"optimal\"", "low score"),
        ("\"random\"", "win"),
        ("\"never\"", "win"),
        ("{ rule = \"left + 1\" }", "win"),
    ] {
        let text = REROLLS.replace("PLAYER", player).replace("AIM", aim);
        let contest = contest(&text);
        assert_sums_to_one(&contest.exact().unwrap());
        assert_sampled(&contest, 3, 20_000);
    }
    // Small enough for all plays.
    let text = REROLLS
        .replace("1d3", "2")
        .replace("times = 2", "times = 1");
    let text = text
        .replace("{1,2,2,4}", "{1,3}")
        .replace("(dice + 1)", "2");
    for player in ["\"optimal\"", "\"random\"", "{ rule = \"3\" }"] {
        let text = text.replace("PLAYER", player).replace("AIM", "win");
        assert_enumerated(&contest(&text), 400, 1e-9);
    }
}

#[test]
fn three_dice_with_two_rerolls_have_the_published_mean() {
    let text = "[roll]\ndice = \"3d10\"\n[[side]]\nname = \"p\"\nwants = \"high total\"\n\
                [[step]]\nchoose = { again = { by = \"p\", reroll = \"dice\", times = 2 } }\n\
                [[outcome]]\nname = \"done\"\n[metric]\ntotal = \"dice\"\n";
    let contest = contest(text);
    let exact = contest.exact().unwrap();
    let mean: f64 = exact.metrics[0].by_outcome[0]
        .iter()
        .map(|one| one.0 as f64 * one.1)
        .sum();
    assert!((mean - 447.0 / 20.0).abs() < 1e-12, "{mean}");
}

/// A contest of one throw with a choice; ROLLS, CHOICES, PLAYER and WHEN are to be replaced.
const ONE_THROW: &str = "[roll]\nROLLS\n[[side]]\nname = \"p\"\nwants = \"win\"\nplayer = PLAYER\n\
     [[step]]\nchoose = { CHOICES }\n[[outcome]]\nname = \"win\"\nwhen = \"WHEN\"\n\
     [[outcome]]\nname = \"loss\"\n";

fn one_throw(rolls: &str, choices: &str, player: &str, when: &str) -> String {
    let text = ONE_THROW
        .replace("ROLLS", rolls)
        .replace("CHOICES", choices);
    text.replace("PLAYER", player).replace("WHEN", when)
}

#[test]
fn dice_compared_with_rerolled_ones_have_no_exact_answer() {
    let rolls = "other = \"2d6\"\ndice = \"2d6\"";
    let choice = "again = { by = \"p\", reroll = \"dice\", sees = [\"other\"] }";
    let text = one_throw(rolls, choice, "\"random\"", "wins(dice, other) >= 1");
    assert!(contest(&text).exact().is_err());
}

#[test]
fn figures_that_read_a_later_choice_are_computed_after_it() {
    let choice = "x = { by = \"p\", among = [1, 6], sees = [\"d\"] }";
    let text = one_throw(
        "d = \"3d6\"",
        choice,
        "{ rule = \"6\" }",
        "count(d, >=(x)) = 0",
    );
    let mut tally = evenodds_core::contest::Tally::new(&contest(&text));
    evenodds_core::contest::Play::play(&contest(&text), 1, 0..20_000, &mut tally);
    let share = tally.outcomes()[0] as f64 / 20_000.0;
    assert!((share - 125.0 / 216.0).abs() < 0.015, "{share}");
}

#[test]
fn hints_of_rules_are_exact_and_reach_choices_after_a_reroll() {
    let choices = "a = { by = \"p\", among = [0, 3], sees = [\"luck\"] }";
    let rule = "{ rule = \"if sum(luck) > 6 then 3 else 0\" }";
    let rolls = "luck = \"2d6\"\nmore = \"1d6\"";
    let when = "if a = 3 then max(luck) >= 5 else more >= 4";
    let hint = |text: &str, table: &str| {
        let contest = read(&KIND, text, &[]).unwrap();
        let table = Source::new("table", table);
        contest.hints().unwrap().hint(&table, &HintPlan::default())
    };
    let text = one_throw(rolls, choices, rule, when);
    let unseen = hint(&text, "luck: 5 3; more: 4").unwrap_err().to_string();
    assert!(
        unseen.contains("more is not seen when a is chosen"),
        "{unseen}"
    );
    let best = hint(&text, "luck: 5 3").unwrap();
    assert_eq!((best.actions[0].value, best.actions[1].value), (1.0, 0.5));
    let choices =
        "x = { by = \"p\", reroll = \"d\" }, y = { by = \"p\", among = [1, 2], sees = [\"d\"] }";
    let text = one_throw("d = \"3d6\"", choices, "\"optimal\"", "count(d, 6) = y");
    let best = hint(&text, "d: 6 6 1 (0 left)").unwrap();
    assert_eq!(best.actions[0].action, "choose 2 for y");
}

/// A contest in which a side sees a draw, dice with symbols and a roll of two pools, and then chooses.
const SEEN: &str = r#"
[die]
odd = ["", "up", "up up"]
[bag]
cup = { red = 2, blue = 1 }
[state]
more = 1
[roll]
drawn = "(more + 1) from cup"
luck = "2dodd"
two = "1d6 + (more)d4"
[[side]]
name = "p"
wants = "low points"
[[step]]
choose.x = { by = "p", among = ["draw", "look", "throw"], sees = ["drawn", "luck", "two"] }
[metric]
points = "if x = draw then 10 * drawn.red else if x = look then 3 * luck.up else two"
[[outcome]]
name = "done"
"#;

#[test]
fn hints_read_draws_symbols_and_more_than_one_pool() {
    let contest = read(&KIND, SEEN, &[]).unwrap();
    let hints = contest.hints().unwrap();
    let hint = |table: &str| {
        let table = Source::new("table", table);
        let hint = hints.hint(&table, &HintPlan::default());
        hint.map_err(|faults| faults.iter().next().unwrap().to_string())
    };
    let example = hints.example();
    assert!(hint(&example).is_ok(), "{example}");
    assert!(
        example.starts_with("more: 1; drawn: 1 blue 1 red; "),
        "{example}"
    );
    for (table, best, points) in [
        ("drawn: red blue; luck: up+up up; two: 6 4", "look", 9.0),
        ("drawn: 2 red; luck: up+up up; two: 3 4", "throw", 7.0),
        (
            "more: 0; drawn: 1 blue; luck: up blank; two: 1",
            "draw",
            0.0,
        ),
    ] {
        let found = hint(table).unwrap();
        assert_eq!(found.actions[0].action, format!("choose {best} for x"));
        assert_eq!(found.of.shown(found.actions[0].value), points, "{table}");
    }
    for (table, fault) in [
        (
            "drawn: 2 blue; luck: up up; two: 1 1",
            "drawn has 2 blue; expected at most 1",
        ),
        (
            "drawn: red; luck: up up; two: 1 1",
            "drawn has 1 thing; expected 2",
        ),
        (
            "drawn: red 1; luck: up up; two: 1 1",
            "drawn ends with 1; expected a thing",
        ),
        (
            "drawn: red pink; luck: up up; two: 1 1",
            "has `pink`; expected one of blue, red",
        ),
        (
            "drawn: red red; luck: up 2; two: 1 1",
            "has `2`; expected one of blank, up, up+up",
        ),
        (
            "drawn: red red; luck: up up; two: 1 5",
            "two has a die of 5; expected a face",
        ),
        (
            "drawn: red red; luck: up up; two: 1",
            "two has 1 die; expected 2",
        ),
        (
            "luck: up up; two: 1 1",
            "lacks a draw that the side sees; add drawn",
        ),
    ] {
        let found = hint(table).unwrap_err();
        assert!(found.contains(fault), "{table}: {found}");
    }
}

/// Pig: a player throws until it stops, or loses what it threw in its turn with a 1.
const PIG: &str = r#"
[number]
goal = 40
[state]
ann = { value = 0, most = 40 }
bob = { value = 0, most = 40 }
pot = { value = 0, most = 40 }
turn = { value = 0, most = 1 }
[roll]
die = "1d6"
[[side]]
name = "Ann"
wants = "Ann"
[[side]]
name = "Bob"
wants = "Bob"
[[step]]
when = "turn = 0"
choose.a = { by = "Ann", among = ["roll", "hold"] }
then = [
  { if = "a = hold", ann = "ann + pot", pot = 0, turn = 1 },
  { if = "a = roll and die = 1", pot = 0, turn = 1 },
  { if = "a = roll and die > 1", pot = "min(pot + die, goal - ann)" },
]
[[step]]
when = "turn = 1"
choose.b = { by = "Bob", among = ["roll", "hold"] }
then = [
  { if = "b = hold", bob = "bob + pot", pot = 0, turn = 0 },
  { if = "b = roll and die = 1", pot = 0, turn = 0 },
  { if = "b = roll and die > 1", pot = "min(pot + die, goal - bob)" },
]
[[outcome]]
name = "Ann"
when = "ann >= goal"
[[outcome]]
name = "Bob"
when = "bob >= goal"
"#;

#[test]
fn the_first_player_of_pig_to_40_wins_as_often_as_published() {
    let exact = contest(PIG).exact().unwrap();
    assert!((exact.outcomes[0] - 0.544_694_393_48).abs() < 1e-11);
}
