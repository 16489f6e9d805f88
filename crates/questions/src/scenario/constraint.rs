//! Constraints on the numbers of a scenario: `classes[0].dice + classes[1].dice <= 7`.
//!
//! Each side is a sum of products of numbers and keys. A name stands for the varied key whose path
//! ends with it. Any other number of the scenario is named by its whole path.

use super::Scenario;
use super::grid::GridError;
use super::vary::{TextError, Vary};
use crate::document::{CheckedTable, Path, joined};

/// Largest difference at which two sides count as equal, since decimals such as 0.1 are rounded.
const ROUNDING: f64 = 1e-9;

/// A relation between two sums, which every setting or change must satisfy.
#[derive(Clone, Debug, PartialEq)]
pub struct Constraint {
    text: String,
    left: Expression,
    relation: Relation,
    right: Expression,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    AtMost,
    AtLeast,
    Below,
    Above,
    Equal,
    Different,
}

/// The symbols of relations; a symbol comes before those that it begins with.
const RELATIONS: [(&str, Relation); 7] = [
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("!=", Relation::Different),
    ("==", Relation::Equal),
    ("<", Relation::Below),
    (">", Relation::Above),
    ("=", Relation::Equal),
];

#[derive(Clone, Debug, PartialEq)]
enum Expression {
    Number(f64),
    Name(Path),
    /// Each part with its sign.
    Sum(Vec<(f64, Expression)>),
    Product(Vec<Expression>),
}

impl Expression {
    fn value(&self, of: &impl Fn(&Path) -> f64) -> f64 {
        match self {
            Self::Number(number) => *number,
            Self::Name(path) => of(path),
            Self::Sum(parts) => parts.iter().map(|(sign, part)| sign * part.value(of)).sum(),
            Self::Product(factors) => factors.iter().map(|factor| factor.value(of)).product(),
        }
    }

    fn names<'a>(&'a self, names: &mut Vec<&'a Path>) {
        match self {
            Self::Number(_) => {}
            Self::Name(path) => names.push(path),
            Self::Sum(parts) => parts.iter().for_each(|(_, part)| part.names(names)),
            Self::Product(factors) => factors.iter().for_each(|factor| factor.names(names)),
        }
    }
}

impl Constraint {
    /// Returns whether the constraint holds for these values of the names.
    fn holds(&self, of: impl Fn(&Path) -> f64) -> bool {
        let difference = self.left.value(&of) - self.right.value(&of);
        match self.relation {
            Relation::AtMost => difference <= ROUNDING,
            Relation::AtLeast => difference >= -ROUNDING,
            Relation::Below => difference < -ROUNDING,
            Relation::Above => difference > ROUNDING,
            Relation::Equal => difference.abs() <= ROUNDING,
            Relation::Different => difference.abs() > ROUNDING,
        }
    }

    fn names(&self) -> Vec<&Path> {
        let mut names = Vec::new();
        self.left.names(&mut names);
        self.right.names(&mut names);
        names
    }

    /// Returns whether the constraint holds for the numbers of a scenario after a change of the value
    /// at a path. The numbers inside what the change removes count as 0.
    pub fn is_met_after(&self, scenario: &Scenario, (changed, value): (&str, &str)) -> bool {
        let changed = changed.parse::<Path>().unwrap_or_else(|_| Path::root());
        self.holds(|path| {
            let is_inside = path.segments().starts_with(changed.segments());
            match value.trim() {
                "" if is_inside => 0.0,
                number if *path == changed => number.parse().unwrap_or(f64::NAN),
                _ => scenario.number_at(path).unwrap_or(0.0),
            }
        })
    }

    /// Checks that every name is a number of the scenario.
    ///
    /// # Errors
    /// Returns an error for the first other name.
    pub fn check(&self, scenario: &Scenario) -> Result<(), TextError> {
        let mut names = self.names().into_iter();
        match names.find(|path| scenario.number_at(path).is_none()) {
            None => Ok(()),
            Some(path) => Err(TextError::new(
                &self.text,
                format!("{path} is not a number of the scenario; expected the whole path of one"),
            )),
        }
    }

    /// Returns the value of each name in a setting.
    fn operands(
        &self,
        keys: &[Vary],
        scenario: &CheckedTable,
    ) -> Result<Vec<(&Path, Operand)>, TextError> {
        let read = |path| Ok((path, self.operand(path, keys, scenario)?));
        self.names().into_iter().map(read).collect()
    }

    fn operand(
        &self,
        path: &Path,
        keys: &[Vary],
        scenario: &CheckedTable,
    ) -> Result<Operand, TextError> {
        let is_end = |key: &Vary| {
            let whole = key.path.parse::<Path>();
            whole.is_ok_and(|whole| whole.segments().ends_with(path.segments()))
        };
        let ending: Vec<usize> = (0..keys.len()).filter(|&key| is_end(&keys[key])).collect();
        let paths = |keys: &mut dyn Iterator<Item = &Vary>| joined(keys.map(|key| &key.path), ", ");
        let wrong = |problem: String| TextError::new(&self.text, problem);
        match (&ending[..], number_at(scenario, path)) {
            (&[key], _) => {
                let numbers = keys[key].numbers();
                let numbers = numbers.ok_or_else(|| {
                    wrong(format!(
                        "{path} has values that are no numbers: {}",
                        keys[key].values.join(", ")
                    ))
                })?;
                Ok(Operand::Key(key, numbers))
            }
            ([], Some(number)) => Ok(Operand::Number(number)),
            ([], None) => Err(wrong(format!(
                "{path} is neither a varied key nor a number of the scenario; varied are {}{}",
                paths(&mut keys.iter()),
                if path.to_string().contains('-') {
                    "; a difference has spaces around -"
                } else {
                    ""
                }
            ))),
            (several, _) => Err(wrong(format!(
                "{path} may be {}; expected more of its path",
                paths(&mut several.iter().map(|&key| &keys[key]))
            ))),
        }
    }
}

/// Returns the number at a path of a scenario, if there is one.
pub(super) fn number_at(scenario: &CheckedTable, path: &Path) -> Option<f64> {
    scenario.value_at(path)?.as_number()
}

/// Value of a name.
enum Operand {
    /// The varied key of this index, with its numbers.
    Key(usize, Vec<f64>),
    /// A number of the scenario, the same in all settings.
    Number(f64),
}

/// Removes the settings that violate a constraint. Returns the number of those removed.
///
/// # Errors
/// Returns an error if a constraint has an unknown name, or no setting is left.
pub fn retain(
    settings: &mut Vec<Vec<usize>>,
    keys: &[Vary],
    constraints: &[Constraint],
    scenario: &CheckedTable,
) -> Result<usize, GridError> {
    let all = settings.len();
    for constraint in constraints {
        let operands = constraint.operands(keys, scenario);
        let operands = operands.map_err(GridError::Constraint)?;
        settings.retain(|setting| {
            constraint.holds(|path| {
                let operand = operands.iter().find(|one| one.0 == path);
                match operand.map(|one| &one.1) {
                    Some(Operand::Key(key, numbers)) => numbers[setting[*key]],
                    Some(Operand::Number(number)) => *number,
                    None => f64::NAN,
                }
            })
        });
    }
    if settings.is_empty() {
        return Err(GridError::NoneLeft { all });
    }
    Ok(all - settings.len())
}

impl std::fmt::Display for Constraint {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl std::str::FromStr for Constraint {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut reader = Reader { rest: text.trim() };
        let mut read = || -> Result<Self, String> {
            let left = reader.sum(0)?;
            let relation = RELATIONS.into_iter().find(|one| reader.takes(one.0));
            let Some((_, relation)) = relation else {
                return Err(reader.expected("<=, >=, <, >, = or !="));
            };
            let right = reader.sum(0)?;
            if !reader.rest.is_empty() {
                return Err(reader.expected("the end, or +, - or *"));
            }
            Ok(Self {
                text: text.trim().to_owned(),
                left,
                relation,
                right,
            })
        };
        read().map_err(|problem| TextError::new(text, problem))
    }
}

/// Maximum depth of parentheses.
const MOST_DEPTH: usize = 50;

/// Reader of a constraint; `rest` has no spaces in front.
struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn takes(&mut self, symbol: &str) -> bool {
        let rest = self.rest.strip_prefix(symbol).map(str::trim_start);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expected(&self, what: &str) -> String {
        match self.rest {
            "" => format!("the end is unexpected; expected {what}"),
            rest => format!("`{rest}` is unexpected; expected {what}"),
        }
    }

    fn sum(&mut self, depth: usize) -> Result<Expression, String> {
        let mut parts = vec![(1.0, self.product(depth)?)];
        loop {
            let sign = if self.takes("+") {
                1.0
            } else if self.takes("-") {
                -1.0
            } else {
                return Ok(Expression::Sum(parts));
            };
            parts.push((sign, self.product(depth)?));
        }
    }

    fn product(&mut self, depth: usize) -> Result<Expression, String> {
        let mut factors = vec![self.factor(depth)?];
        while self.takes("*") {
            factors.push(self.factor(depth)?);
        }
        Ok(Expression::Product(factors))
    }

    fn factor(&mut self, depth: usize) -> Result<Expression, String> {
        const WANTED: &str = "a number, a key such as classes[0].dice, or (";
        if depth < MOST_DEPTH && self.takes("-") {
            let negated = self.factor(depth + 1)?;
            return Ok(Expression::Sum(vec![(-1.0, negated)]));
        }
        if depth < MOST_DEPTH && self.takes("(") {
            let inside = self.sum(depth + 1)?;
            return if self.takes(")") {
                Ok(inside)
            } else {
                Err(self.expected(")"))
            };
        }
        if self.rest.starts_with(|first: char| first.is_ascii_digit()) {
            let is_part = |one: char| one.is_ascii_digit() || one == '.';
            let end = self.rest.find(|one| !is_part(one));
            let (number, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
            let value = number.parse().map_err(|_| self.expected(WANTED))?;
            self.rest = rest.trim_start();
            return Ok(Expression::Number(value));
        }
        // A name may contain spaces and hyphens, but here a hyphen between spaces is a minus.
        let name = self.rest.split(" - ").next().unwrap_or_default();
        let (path, _, end) = Path::read(name).map_err(|_| self.expected(WANTED))?;
        self.rest = self.rest[end..].trim_start();
        Ok(Expression::Name(path))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{open_simple as open, settings};
    use super::*;

    fn kept(keys: &[&str], constraints: &[&str]) -> Result<Vec<String>, String> {
        let scenario = open("@canyon", &[]).unwrap();
        let keys: Vec<Vary> = keys.iter().map(|key| key.parse().unwrap()).collect();
        let read = constraints.iter().map(|one| one.parse());
        let read: Result<Vec<Constraint>, TextError> = read.collect();
        let read = read.map_err(|error| error.to_string())?;
        let mut all = settings(&keys).unwrap();
        retain(&mut all, &keys, &read, &scenario.checked).map_err(|error| error.to_string())?;
        let values = |setting: &Vec<usize>| {
            let pairs = keys.iter().zip(setting);
            joined(pairs.map(|(key, &value)| &key.values[value]), " ")
        };
        Ok(all.iter().map(values).collect())
    }

    const DIRK: &str = "side.heroes.Dirk.classes[0].dice=1..3";
    const EMILY: &str = "side.heroes.Emily.classes[0].dice=1..3";

    #[test]
    fn settings_that_violate_a_constraint_are_removed() {
        let sum = "Dirk.classes[0].dice + Emily.classes[0].dice = 4";
        assert_eq!(kept(&[DIRK, EMILY], &[sum]).unwrap(), ["1 3", "2 2", "3 1"]);
        let product = "2 * (Dirk.classes[0].dice - 1) >= Emily.classes[0].dice";
        let all = kept(&[DIRK, EMILY], &[product, "classes[0].dice*1<9"]);
        assert_eq!(
            all.unwrap_err(),
            "--where classes[0].dice*1<9: classes[0].dice may be side.heroes.Dirk.classes[0].dice, \
             side.heroes.Emily.classes[0].dice; expected more of its path"
        );
        let all = kept(&[DIRK, EMILY], &[product]);
        assert_eq!(all.unwrap(), ["2 1", "2 2", "3 1", "3 2", "3 3"]);
        // Emily has three dice.
        let other = "dice < side.heroes.Emily.classes[0].dice";
        assert_eq!(kept(&[DIRK], &[other]).unwrap(), ["1", "2"]);
    }

    #[test]
    fn errors_name_the_place_and_what_is_accepted() {
        let refused = |text| kept(&[DIRK], &[text]).unwrap_err();
        insta::assert_snapshot!(
            ["", "dice", "dice <= ", "dice ≤ 3", "dice <= 3 4", "(dice < 2", "1..3 < dice", "Emily.dice < 2", "dice-1 < 2", "dice > 9"]
                .map(refused).join("\n"),
            @"
        : the end is unexpected; expected a number, a key such as classes[0].dice, or (
        dice: the end is unexpected; expected <=, >=, <, >, = or !=
        dice <=: the end is unexpected; expected a number, a key such as classes[0].dice, or (
        dice ≤ 3: `≤ 3` is unexpected; expected <=, >=, <, >, = or !=
        dice <= 3 4: `4` is unexpected; expected the end, or +, - or *
        (dice < 2: `< 2` is unexpected; expected )
        1..3 < dice: `1..3 < dice` is unexpected; expected a number, a key such as classes[0].dice, or (
        --where Emily.dice < 2: Emily.dice is neither a varied key nor a number of the scenario; varied are side.heroes.Dirk.classes[0].dice
        --where dice-1 < 2: dice-1 is neither a varied key nor a number of the scenario; varied are side.heroes.Dirk.classes[0].dice; a difference has spaces around -
        none of 3 settings satisfies every condition; allow more values, or relax a condition
        "
        );
        let texts = kept(&["side.heroes.player=random,brawler"], &["player < 2"]);
        assert_eq!(
            texts.unwrap_err(),
            "--where player < 2: player has values that are no numbers: random, brawler"
        );
    }
}
