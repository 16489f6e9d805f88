//! Expressions in one line: `evenodds dice "4d6kh3"`.

use super::exact::{Budget, FigureCache, Joint, Limits, chance_of_more, explosions};
use super::expression::functions::named;
use super::expression::{
    Evaluator, KEYWORDS, KnownDie, Name, Parser, Program, Resolver, Roll, Values,
};

/// Steps of all expressions of a line together, some seconds; each may take those of
/// [`Limits::SHORT`].
const STEPS_OF_LINE: u64 = 3 * Limits::SHORT.steps;

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

    fn has_file(&self) -> bool {
        false
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
    /// Note on the meaning of a comparison of the sum of dice, with which other programs count dice.
    pub note: Option<String>,
    /// Probability of at least each value.
    or_more: Vec<f64>,
    /// Probability of at most each value.
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
        Self::within(&[], text, &mut Budget::default())
    }

    /// Returns the distributions of the expressions in a line, with their texts. A text such as
    /// `attack = 5d10` names a roll, which later expressions read; without any other expression, its
    /// own distribution is returned. An expression that reads a roll with a fault is left out.
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
        let mut faulty: Vec<&str> = Vec::new();
        let mut left = STEPS_OF_LINE;
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
            let mut budget = Budget::new(Limits {
                steps: left.min(Limits::SHORT.steps),
                ..Limits::SHORT
            });
            let own = Self::within(&rolls, text, &mut budget);
            left -= budget.taken();
            let dice = roll.map_or(text, |roll| roll.1);
            let mut words = dice.split(|c: char| !c.is_alphanumeric() && c != '_');
            let reads_faulty = words.any(|word| faulty.contains(&word));
            if reads_faulty && own.is_err() {
                faulty.extend(roll.map(|roll| roll.0));
                continue;
            }
            match roll {
                Some((name, _)) => {
                    if own.is_ok() {
                        rolls.push((name, text));
                    } else {
                        faulty.push(name);
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
        budget: &mut Budget,
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
            budget,
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
mod tests;
