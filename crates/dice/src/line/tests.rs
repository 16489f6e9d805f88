//! Tests of expressions in one line.

use super::*;
use evenodds_core::dice::{Dice, Sampled};

fn of(text: &str) -> ExpressionDistribution {
    ExpressionDistribution::of(text).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn mean(text: &str) -> f64 {
    let all = of(text).values;
    let sum: f64 = all.iter().map(|one| one.1).sum();
    assert!((sum - 1.0).abs() < 1e-12, "{text}: {sum}");
    all.iter().map(|one| one.0 as f64 * one.1).sum()
}

#[test]
fn published_probabilities_and_means_are_met_to_twelve_digits() {
    for (text, expected) in [
        ("4d6 >= 15", 575.0 / 1296.0),
        ("6d6c>=5 > 5d6c>=5", 2993.0 / 6561.0),
        ("max((1d8!!, 1d6!!)) >= 4", 13.0 / 16.0),
        ("max((1d8!!, 1d6!!)) >= 8", 71.0 / 288.0),
        ("10d6c>=5 >= 3", 13795.0 / 19683.0),
        ("4d6kh3", 15869.0 / 1296.0),
        ("4D6 kh 3", 15869.0 / 1296.0),
        ("2d20kh - 1", 12.825),
        ("2d20kh1", 13.825),
        ("3d6", 10.5),
        ("4dF", 0.0),
        ("d%", 50.5),
        ("1d{1, 1, 4}", 2.0),
        ("(1d6)d6", 12.25),
        ("1d6ro1", 3.5 + 2.5 / 6.0),
        ("1d6rr1", 4.0),
        ("2d20kh1>=11", 0.75),
        ("1d20>=15", 0.3),
        ("1d6mi3", 24.0 / 6.0),
        ("1d6ma3", 15.0 / 6.0),
        // Of 36 throws, those with a 6 get one more die.
        ("2d6ra6", 7.0 + 3.5 * 11.0 / 36.0),
        // Rolls of *Can't Stop* that allow a move.
        ("pair_sum(4d6, 7)", 834.0 / 1296.0),
        ("pair_sum(4d6, 6..8)", 1192.0 / 1296.0),
        ("wins(1d6, 1d6)", 15.0 / 36.0),
        ("wins(1d6, 1d6, ties)", 21.0 / 36.0),
        ("has(2d6, 6, 6)", 1.0 / 36.0),
        ("set(5d6) = 5", 6.0 / 7776.0),
        // Dice that are thrown again obey the rules before.
        ("4d6rr1ro2", 17.6),
        ("1d6mi2ro2", 2.0 / 6.0 * 22.0 / 6.0 + 3.0),
        ("1d6mi3rr3", 5.0),
        // Explosions do not stop at a small number.
        ("2d2!", 6.0),
        ("1d6e>=3", 21.0 / 2.0),
        // At most one explosion, or two.
        ("1d6!1", 3.5 * 7.0 / 6.0),
        ("1d6e2:6", 3.5 * (1.0 + 1.0 / 6.0 + 1.0 / 36.0)),
        ("1d1!1", 2.0),
        // A die without faces is no die.
        ("1d(1d6 - 1)", (1.0 + 1.5 + 2.0 + 2.5 + 3.0) / 6.0),
        ("1d{1..6, 8}", 29.0 / 7.0),
        // As people type and typeset.
        ("-1d6 + 10", 6.5),
        ("+1d6", 3.5),
        ("1d20\u{2212}2", 8.5),
        ("2\u{d7}1d6", 7.0),
        ("4df + 1", 1.0),
        ("4D6KH3", 15869.0 / 1296.0),
        ("MAX(1d6, 3) # the better", 4.0),
        ("1d20 [fire] + 2d6 [cold damage]", 17.5),
        ("d6 <> 3", 5.0 / 6.0),
        ("count(3d6, <>1)", 2.5),
        ("IF 1d6 > 3 THEN 2 ELSE 0", 1.0),
        ("1d2!!", 3.0),
        ("4d6p=1", 80.0 / 6.0),
        ("straight(5d6) >= 5", 240.0 / 7776.0),
        ("distinct(2d6)", 66.0 / 36.0),
        ("7 // 2 + -7 // 2 + -7 % 3", 3.0 - 4.0 + 2.0),
        ("if 1d2 = 1 then 1d4 else 10", 0.5 * 2.5 + 5.0),
    ] {
        let found = mean(text);
        assert!(
            (found - expected).abs() < 1e-12 * expected.abs().max(1.0),
            "{text}: {found}"
        );
    }
}

#[test]
fn a_comparison_of_dice_says_that_it_compares_their_sum() {
    for (text, note) in [
        (
            "6d10 >= 8",
            Some("1 if the sum is at least 8; 6d10c>=8 counts dice"),
        ),
        (
            "4d6kh3 = 18",
            Some("1 if the sum is 18; 4d6kh3c=18 counts dice"),
        ),
        ("1d20 >= 8", None),
        ("2d6 + 1 >= 8", None),
        ("2d6 >= 8 and 1d6 > 2", None),
        ("count(6d6, 6) >= 2", None),
    ] {
        assert_eq!(of(text).note.as_deref(), note, "{text}");
    }
}

#[test]
fn each_level_of_nested_conditions_adds_little_work() {
    for levels in [1, 24, 55] {
        let text = format!("{}0", "if 1d6 = 1 then 1 else ".repeat(levels));
        let found = ExpressionDistribution::within(&[], &text, &mut Budget::of(100_000)).unwrap();
        let expected = 1.0 - (5.0_f64 / 6.0).powi(levels as i32);
        assert!((found.at_least(1) - expected).abs() < 1e-12, "{levels}");
        let text = format!("{}2d6", "if 1d6 = 1 then 2d6 else ".repeat(levels.min(30)));
        let found = ExpressionDistribution::within(&[], &text, &mut Budget::of(1_000_000)).unwrap();
        assert!((found.at_least(7) - 21.0 / 36.0).abs() < 1e-12, "{levels}");
    }
}

#[test]
fn the_mean_of_many_values_has_no_rounding_error() {
    let values = of("1d1000*1d1000").values;
    let mean = evenodds_core::stats::exact_moments(&values).unwrap().mean;
    assert!((mean - 250_500.25).abs() < 1e-8, "{mean}");
}

#[test]
fn a_fault_has_its_place_in_the_text() {
    let fault = |text: &str| match ExpressionDistribution::of(text) {
        Err(ExpressionError::Syntax(place, found, accepted)) => {
            format!("{}: {found}; {accepted}", &text[place])
        }
        other => panic!("{text}: {other:?}"),
    };
    let faults = [
        "",
        "2d",
        "2d6 +",
        "2d0",
        "3d6rr",
        "4d6kh3!",
        "6 7",
        "attack + 1",
        "maxx(2d6)",
        "2d6 / 2",
        "1d6 // (1d6 - 1)",
        "2000d6",
        "count(3, 4)",
        "(1d6, 2)kh1",
        "max(1)",
        "if 1 then 2",
        "99999999999999999999",
        "4d6dl1",
        "2d6r1",
        "3d6!5",
        "d6d6",
        "3 d6",
        "(2d6 + 1)kh1",
        "3d6e0:6",
        "size + 1",
        "1d{6..1}",
        "1d{1..1d6}",
        "{1,1,2}",
        "highest(3d6)",
        "roll(3d6)",
        "count(5d6)",
        "wins(3d6, 2d6",
        "1d6 * 1000000000000000",
        "1d1!",
        "1d6e<=6",
        "2d6mi6rr6",
        "1d2!!mi2",
        "4d6k3",
        "4d6p(2)",
        "6d10>=8",
        "6d10kh3==8",
        "5d10 exploding",
    ];
    let all: Vec<String> = faults
        .iter()
        .map(|text| format!("{text:?} | {}", fault(text)))
        .collect();
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn random_texts_give_a_distribution_or_a_fault_and_never_panic() {
    const TOKENS: [&str; 59] = [
        "pair_sum(",
        "1",
        "2",
        "3",
        "6",
        "20",
        "1000",
        "999999999999",
        "d",
        "d6",
        "d%",
        "dF",
        "d{1,2,9}",
        "kh",
        "kl",
        "ph",
        "pl",
        "k",
        "p",
        "c",
        "rr",
        "ro",
        "ra",
        "mi",
        "ma",
        "e",
        "!",
        "!!",
        ">",
        ">=",
        "<",
        "<=",
        "=",
        "!=",
        "..",
        "(",
        ")",
        ",",
        "+",
        "-",
        "*",
        "//",
        "%",
        " ",
        "if",
        "then",
        "else",
        "and",
        "or",
        "not",
        "max(",
        "count(",
        "kth(",
        "wins(",
        "over(",
        "set_face(",
        "straight(",
        "has(",
        "ä",
    ];
    let mut dice = Sampled::new(7, &["texts".to_owned()]);
    let mut valid = 0;
    for trial in 0..100_000 {
        dice.start(trial);
        // Half of the texts begin with dice, so that many are valid.
        let mut text = if trial % 2 == 0 {
            "3d6".to_owned()
        } else {
            String::new()
        };
        for _ in 0..dice.die(0, 8) {
            let token = dice.choose(0, TOKENS.len() as u32);
            text.push_str(TOKENS[token as usize]);
        }
        match ExpressionDistribution::within(&[], &text, &mut Budget::of(20_000)) {
            Ok(found) => {
                valid += 1;
                let sum: f64 = found.values.iter().map(|one| one.1).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{text}: {sum}");
            }
            Err(ExpressionError::Syntax(place, found, _)) => {
                assert!(text.get(place).is_some() && !found.is_empty(), "{text}");
            }
            Err(ExpressionError::TooLarge(quantity)) => assert!(!quantity.is_empty()),
        }
    }
    assert!(valid > 2_000, "{valid} of the texts were valid");
}
proptest::proptest! {
    /// Equal dice take the way by arrays, two types of dice the pass over faces.
    #[test]
    fn sums_of_kept_dice_are_those_of_a_pool_of_two_types(
        count in 2_i64..9,
        faces in proptest::collection::vec(-3_i64..30, 1..6),
        rule in proptest::sample::select(vec!["kh", "kl", "ph", "pl"]),
        kept in 0_i64..10,
        dropped in 0_i64..3,
    ) {
        let die = format!("{faces:?}").replace('[', "{").replace(']', "}");
        let rules = format!("{rule}{kept}ph{dropped}");
        let one = of(&format!("{count}d{die}{rules}"));
        let two = of(&format!("({}d{die},1d{die}){rules}", count - 1));
        proptest::prop_assert_eq!(one.values.len(), two.values.len());
        for (a, b) in one.values.iter().zip(&two.values) {
            proptest::prop_assert!(a.0 == b.0 && (a.1 - b.1).abs() < 1e-12, "{:?} {:?}", a, b);
        }
    }
}

#[test]
fn many_dice_have_the_moments_of_their_sum() {
    // Count, mean and variance of one die.
    for (text, count, mean, variance) in [
        ("1000d6", 1000.0, 3.5, 35.0 / 12.0),
        ("2d10000", 2.0, 5000.5, (1e8 - 1.0) / 12.0),
        ("1000d6!", 1000.0, 4.2, 10.64),
        ("500d{0, 200}", 500.0, 100.0, 10_000.0),
        ("1000d6c>=5", 1000.0, 1.0 / 3.0, 2.0 / 9.0),
        (
            "300d10!!",
            300.0,
            5.5 * 10.0 / 9.0,
            50.722_222_222_222_22 / 0.9 - 3_025.0 / 81.0,
        ),
    ] {
        let values = of(text).values;
        let found = evenodds_core::stats::exact_moments(&values).unwrap();
        let error = (found.mean / (count * mean) - 1.0).abs();
        assert!(error < 1e-12, "{text}: {}", found.mean);
        let error = (found.sd / f64::sqrt(count * variance) - 1.0).abs();
        assert!(error < 1e-9, "{text}: {}", found.sd.powi(2) / count);
    }
}

#[test]
fn large_pools_of_sparse_faces_have_sums() {
    for text in ["400d{0,200}kh300", "200d{1,2,1000}kh100", "1000d6kh2"] {
        let found = of(text);
        let sum: f64 = found.values.iter().map(|one| one.1).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{text}: {sum}");
    }
    assert_eq!(of("1000d6kh2").values[0].0, 2);
}
