//! Expressions in one line: `evenodds dice "4d6kh3"`.

use super::exact::{Budget, FigureCache, Joint, chance_of_more, explosions};
use super::expression::functions::named;
use super::expression::{
    Evaluator, KEYWORDS, KnownDie, Name, Parser, Program, Resolver, Roll, Values,
};

/// Names that an expression in one line can use: those of earlier rolls.
struct EarlierRolls<'a>(&'a [&'a str]);

impl Resolver for EarlierRolls<'_> {
    fn name(&self, name: &str) -> Option<Name> {
        let place = self.0.iter().position(|earlier| *earlier == name);
        place.map(Name::Roll)
    }

    fn names(&self) -> Vec<String> {
        self.0.iter().map(|&name| name.to_owned()).collect()
    }

    fn roll(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// Returns the name and the dice of a text such as `attack = 5d10`, which names a roll for later
/// expressions.
fn named_roll(text: &str) -> Option<(&str, &str)> {
    let (name, dice) = text.split_once('=')?;
    let name = name.trim();
    let is_word =
        |(place, c): (usize, char)| c.is_alphabetic() || c == '_' || place > 0 && c.is_numeric();
    let small = name.to_ascii_lowercase();
    let is_name = !name.is_empty()
        && name.chars().enumerate().all(is_word)
        && !KEYWORDS.contains(&&*small)
        && named(&small).is_none();
    // `d6 = 3` compares a die, and so does `dF = 1`.
    let faces = small.strip_prefix('d');
    let is_die =
        faces.is_some_and(|faces| faces == "f" || faces.starts_with(|c: char| c.is_ascii_digit()));
    (is_name && !is_die && !dice.starts_with('=')).then_some((name, dice))
}

/// The reason why an expression has no distribution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpressionError {
    /// The text has a fault: byte range, what is there, and what is accepted.
    Syntax(std::ops::Range<usize>, String, String),
    /// A quantity is too large to compute.
    TooLarge(String),
}

impl std::fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Syntax(_, found, accepted) => {
                let separator = if accepted.is_empty() { "" } else { "; " };
                write!(f, "the expression {found}{separator}{accepted}")
            }
            Self::TooLarge(quantity) => write!(
                f,
                "the expression has no exact distribution here: {quantity}; write a scenario of kind \
                 \"dice\", which is sampled"
            ),
        }
    }
}

/// The exact distribution of an expression.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpressionDistribution {
    /// The expression as typed.
    pub text: String,
    /// Values, ascending, with their probabilities.
    pub values: Vec<(i64, f64)>,
    /// For a comparison of the sum of dice: what it means, since other programs count dice with it.
    pub note: Option<String>,
    /// For each value the probability of at least it.
    or_more: Vec<f64>,
    /// For each value the probability of at most it.
    or_less: Vec<f64>,
}

impl ExpressionDistribution {
    /// Returns the distribution of an expression.
    ///
    /// # Errors
    /// Returns the fault of the text, or the quantity that is too large.
    ///
    /// ```
    /// use evenodds_dice::ExpressionDistribution;
    /// let best = ExpressionDistribution::of("2d20kh1").unwrap();
    /// assert_eq!(best.values.last().unwrap().0, 20);
    /// assert!((best.at_least(20) - 39.0 / 400.0).abs() < 1e-15);
    /// ```
    pub fn of(text: &str) -> Result<Self, ExpressionError> {
        Self::within(&[], text, Budget::default())
    }

    /// Returns the distributions of the expressions in a line, with their texts. A text such as
    /// `attack = 5d10` names a roll, which later expressions read; without any other expression, its
    /// own distribution is returned.
    ///
    /// ```
    /// use evenodds_dice::ExpressionDistribution;
    /// let line = ExpressionDistribution::of_line(["p = 5d10", "count(p, >=7) + count(p, 10)"]);
    /// let (text, found) = &line[0];
    /// assert_eq!(*text, "count(p, >=7) + count(p, 10)");
    /// assert_eq!(found.as_ref().unwrap().values.last().unwrap().0, 10);
    /// ```
    pub fn of_line<'a>(
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Vec<(&'a str, Result<Self, ExpressionError>)> {
        let mut rolls: Vec<(&str, &'a str)> = Vec::new();
        let (mut of_rolls, mut found) = (Vec::new(), Vec::new());
        for text in texts {
            let roll = named_roll(text);
            if let Some((name, _)) = roll
                && rolls.iter().any(|earlier| earlier.0 == name)
            {
                let fault = format!("names {name} again");
                let fault = ExpressionError::Syntax(
                    0..text.len(),
                    fault,
                    "expected another name".to_owned(),
                );
                found.push((text, Err(fault)));
                continue;
            }
            let own = Self::within(&rolls, text, Budget::default());
            match roll {
                Some((name, _)) => {
                    if own.is_ok() {
                        rolls.push((name, text));
                    }
                    of_rolls.push((text, own));
                }
                None => found.push((text, own)),
            }
        }
        let is_alone = found.is_empty();
        let (mut all, right): (Vec<_>, Vec<_>) =
            of_rolls.into_iter().partition(|roll| roll.1.is_err());
        if is_alone {
            all.extend(right);
        }
        all.extend(found);
        all
    }

    /// Returns the distribution of an expression that can read earlier rolls: names with their texts.
    fn within(
        rolls: &[(&str, &str)],
        text: &str,
        mut budget: Budget,
    ) -> Result<Self, ExpressionError> {
        let mut program = Program::new();
        let note = parse(&mut program, rolls, text)?;
        let most = most_explosions(&program)?;
        if most > program.most_explosions {
            program = Program::new();
            program.most_explosions = most;
            parse(&mut program, rolls, text)?;
        }
        let value = program.rolls[rolls.len()].value;
        let joint = Joint::new(&program, &[value], 0);
        let table = joint.distribution(
            &program,
            &mut Values::new(&program),
            &[],
            &mut FigureCache::new(),
            &mut budget,
        );
        let table = table.map_err(|too_large| ExpressionError::TooLarge(too_large.0))?;
        let mut values: Vec<(i64, f64)> =
            table.iter().map(|(key, weight)| (key[0], weight)).collect();
        values.sort_by_key(|one| one.0);
        let mut or_more = sums(values.iter().rev());
        or_more.reverse();
        Ok(Self {
            text: text.to_owned(),
            note,
            or_less: sums(values.iter()),
            or_more,
            values,
        })
    }

    /// Returns the probability of at least this value.
    pub fn at_least(&self, value: i64) -> f64 {
        let place = self.values.partition_point(|one| one.0 < value);
        self.or_more.get(place).copied().unwrap_or(0.0)
    }

    /// Returns the probability of at most this value.
    pub fn at_most(&self, value: i64) -> f64 {
        let place = self.values.partition_point(|one| one.0 <= value);
        place
            .checked_sub(1)
            .map_or(0.0, |place| self.or_less[place])
    }
}

/// Parses an expression after the rolls that it can read, each as a roll of the program. Returns the
/// note of the expression.
fn parse(
    program: &mut Program,
    rolls: &[(&str, &str)],
    text: &str,
) -> Result<Option<String>, ExpressionError> {
    let names: Vec<&str> = rolls.iter().map(|roll| roll.0).collect();
    let texts = rolls.iter().map(|roll| roll.1).chain([text]);
    let mut note = None;
    for (place, whole) in texts.enumerate() {
        let (name, dice) = named_roll(whole).unwrap_or((whole, whole));
        let pools = program.pools.len();
        let reader = EarlierRolls(&names[..place]);
        let parsed = Parser::parse(program, &reader, dice).map_err(|fault| {
            let start = whole.len() - dice.len();
            let place = start + fault.place.start..start + fault.place.end;
            ExpressionError::Syntax(place, fault.found, fault.accepted)
        })?;
        note = parsed.note;
        let own = |pool: &usize| program.pools[*pool].roll == place;
        program.rolls.push(Roll {
            name: name.to_owned(),
            text: dice.to_owned(),
            place,
            value: parsed.value,
            pool: parsed.pool.filter(own),
            pools: pools..program.pools.len(),
            drawn: None,
        });
    }
    Ok(note)
}

/// Largest number of explosions of a die.
const MOST_EXPLOSIONS: u32 = 500;

/// Returns the number of explosions after which more have a negligible probability.
fn most_explosions(program: &Program) -> Result<u32, ExpressionError> {
    let evaluator = Evaluator(program);
    let components = program.pools.iter().flat_map(|pool| &pool.components);
    let constant = components.filter(|component| {
        let mut operands = component.operands().into_iter();
        operands.all(|node| program.constant(node).is_some())
    });
    let most = constant.filter_map(|component| {
        let die = KnownDie::new(evaluator, &mut Values::new(program), component);
        chance_of_more(&die).map(explosions)
    });
    let most = most.max().unwrap_or(0);
    if most > MOST_EXPLOSIONS {
        return Err(ExpressionError::TooLarge(format!(
            "the dice explode more than {MOST_EXPLOSIONS} times"
        )));
    }
    Ok(most)
}

/// Returns the sums of the probabilities so far, the last of which is 1.
fn sums<'a>(values: impl Iterator<Item = &'a (i64, f64)>) -> Vec<f64> {
    let mut sum = 0.0;
    let sums = values.map(|one| {
        sum += one.1;
        f64::min(sum, 1.0)
    });
    let mut sums: Vec<f64> = sums.collect();
    if let Some(last) = sums.last_mut() {
        *last = 1.0;
    }
    sums
}

#[cfg(test)]
mod tests {
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
            let found = ExpressionDistribution::within(&[], &text, Budget::of(100_000)).unwrap();
            let expected = 1.0 - (5.0_f64 / 6.0).powi(levels as i32);
            assert!((found.at_least(1) - expected).abs() < 1e-12, "{levels}");
            let text = format!("{}2d6", "if 1d6 = 1 then 2d6 else ".repeat(levels.min(30)));
            let found = ExpressionDistribution::within(&[], &text, Budget::of(1_000_000)).unwrap();
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
            match ExpressionDistribution::within(&[], &text, Budget::of(20_000)) {
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
}
