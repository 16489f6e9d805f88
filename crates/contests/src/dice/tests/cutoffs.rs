//! Tests of what the limits of rounds and explosions cut off, and of the main figure.

use super::contest;
use evenodds_core::contest::{Describe, MainFigure, Solve};

fn coins(dice: &str, rounds: u32, limit: &str) -> String {
    format!(
        "[state]\nleft = {rounds}\nodd = 1\n[roll]\ncoins = \"{dice}\"\n\
         [[step]]\nthen = [{{ left = \"left - 1\", odd = \"coins % 2\" }}]\n\
         [[outcome]]\nname = \"done\"\nwhen = \"left = 0\"\n[limit]\n{limit}\n"
    )
}

#[test]
fn exact_answers_have_the_probability_that_explosions_are_cut_off() {
    for (dice, again, number) in [
        ("2d2!", 0.5, 2),
        ("5d6!", 1.0 / 6.0, 5),
        ("3d4!!", 0.25, 3),
        ("2d10e>=8", 0.3, 2),
        ("4d6ro1!", 7.0 / 36.0, 4),
        ("(2d2!, 1d6)", 0.5, 2),
        // The notation states the number of explosions, and one more die is all that a rule adds.
        ("2d2!1", 0.0, 2),
        ("2d6ra6", 0.0, 2),
        ("2d6", 0.0, 2),
    ] {
        for most in [1, 3, 8, 20] {
            let once = 1.0 - (1.0 - f64::powi(again, most + 1)).powi(number);
            for rounds in [1, 3] {
                let text = coins(dice, rounds, &format!("explode = {most}"));
                let found = contest(&text).exact().unwrap().cut_off;
                let expected = (f64::from(rounds) * once).min(1.0);
                let error = (found - expected).abs();
                assert!(error < 1e-12, "{dice} {most} {rounds}: {found} {expected}");
            }
        }
    }
}

#[test]
fn dice_that_are_not_thrown_are_not_cut_off() {
    let text = "[state]\nleft = 2\nodd = 1\n[roll]\ncoins = \"(left)d2!\"\n\
                [[step]]\nwhen = \"left > 1\"\nthen = [{ left = \"1\", odd = \"coins % 2\" }]\n\
                [[step]]\nthen = [{ left = \"0\" }]\n[[outcome]]\nname = \"done\"\nwhen = \"left = 0\"\n";
    let found = contest(text).exact().unwrap().cut_off;
    let expected = 1.0 - (1.0 - f64::powi(0.5, 9)).powi(2);
    assert!((found - expected).abs() < 1e-12, "{found} {expected}");
}

fn ruin(each: u32, more: &str) -> String {
    format!(
        "[state]\nmine = {{ value = {each}, most = {} }}\n[roll]\ncoin = \"1d2\"\n\
         [[step]]\nthen = [{{ if = \"coin = 1\", mine = \"mine - 1\" }}, {{ if = \"coin = 2\", mine = \"mine + 1\" }}]\n\
         [[outcome]]\nname = \"rich\"\nwhen = \"mine = {}\"\n[[outcome]]\nname = \"ruined\"\nwhen = \"mine = 0\"\n{more}",
        2 * each,
        2 * each
    )
}

#[test]
fn a_contest_without_choices_ends_unless_the_file_limits_its_rounds() {
    for each in [1, 7, 50] {
        let exact = contest(&ruin(each, "")).exact().unwrap();
        for (found, expected) in exact.outcomes.iter().zip([0.5, 0.5, 0.0]) {
            assert!((found - expected).abs() < 1e-11, "{each}: {found}");
        }
    }
    let limited = |more: &str| contest(&ruin(50, more)).exact().unwrap().outcomes[2];
    let thousand = limited("[limit]\nrounds = 1000\n");
    // The chances of 1 to 99 coins after each round.
    let mut chances = vec![0.0; 101];
    chances[50] = 1.0;
    for _ in 0..1_000 {
        let before = chances.clone();
        for (coins, chance) in chances.iter_mut().enumerate().take(100).skip(1) {
            *chance = f64::midpoint(before[coins - 1], before[coins + 1]);
        }
    }
    let open: f64 = chances.iter().sum();
    assert!((thousand - open).abs() < 1e-12, "{thousand} {open}");
    // States of their own for each round, and choices, keep the shorter limit.
    let read = limited("[metric]\nlast = \"rounds\"\n");
    assert!((read - thousand).abs() < 1e-12, "{read}");
}

#[test]
fn the_main_figure_is_of_successes_then_of_aims_then_of_a_metric() {
    let file = |outcomes: &str, more: &str| {
        format!("[roll]\na = \"1d6\"\n{outcomes}[metric]\nb = \"a\"\nc = \"2 * a\"\n{more}")
    };
    let outcome = |name: &str, more: &str| format!("[[outcome]]\nname = \"{name}\"\n{more}");
    let three = |first: &str, second: &str| {
        outcome("x", &format!("when = \"a = 1\"\n{first}"))
            + &outcome("y", &format!("when = \"a = 2\"\n{second}"))
            + &outcome("z", "")
    };
    let side = |name: &str, wants: &str| {
        format!("[[side]]\nname = \"{name}\"\nwants = \"{wants}\"\nplayer = \"first\"\n")
    };
    let marked = "success = true\n";
    let score = |name: &str| MainFigure::Metric(format!("value.{name}"));
    let for_y = side("p", "y");
    for (outcomes, more, expected) in [
        (three("", ""), String::new(), MainFigure::MostLikely),
        (
            three(marked, marked),
            for_y.clone(),
            MainFigure::Successes(vec![0, 1]),
        ),
        (
            three("", marked),
            String::new(),
            MainFigure::Successes(vec![1]),
        ),
        (three("", ""), for_y.clone(), MainFigure::Successes(vec![1])),
        // The order of sides has no meaning.
        (
            three("", ""),
            side("q", "z") + &for_y,
            MainFigure::Successes(vec![1]),
        ),
        (
            three("", ""),
            side("q", "high c") + &for_y,
            MainFigure::Successes(vec![1]),
        ),
        (
            three("", ""),
            side("q", "low c") + &side("p", "high b"),
            score("b"),
        ),
        (outcome("x", ""), String::new(), score("b")),
        (
            outcome("x", marked),
            String::new(),
            MainFigure::Successes(vec![0]),
        ),
    ] {
        let found = contest(&file(&outcomes, &more)).description().main.clone();
        assert_eq!(found, expected, "{outcomes}{more}");
    }
    let alone = format!("[roll]\na = \"1d6\"\n{}", outcome("x", ""));
    assert_eq!(contest(&alone).description().main, MainFigure::MostLikely);
}
