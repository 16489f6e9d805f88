//! Parser of expressions: names and parentheses here, `operators`, `dice`, `rules` and `functions` in
//! modules of their own. `foreign` has the notation of other programs.

mod dice;
mod foreign;
mod functions;
mod lookups;
mod members;
mod operators;
mod resolver;
mod rules;

pub use dice::weighted;
pub use members::{PathMeaning, TeamFunction};
pub use resolver::Resolver;

use super::functions::{Arguments, FUNCTIONS, Function, ListedFunction, SIZE, SYMBOL, named};
use super::limits::{DEEPEST_NESTING, LARGEST_NUMBER, LONGEST_EXPRESSION};
use super::program::{Name, Node, NodeId, PoolId, Program};
use std::ops::Range;

/// Fault in the text of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxFault {
    /// Byte range in the text.
    pub place: Range<usize>,
    /// Description of the fault, such as `has no expression before it`.
    pub found: String,
    /// Accepted text.
    pub accepted: String,
    /// True if the fault follows from another one: that of a name that the text reads, or one that
    /// hides the definitions of names.
    pub is_consequence: bool,
}

/// Value of a parsed subexpression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parsed {
    Number(NodeId),
    Pool(PoolId),
}

/// A whole text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedText {
    /// Value of the text: of dice their sum, of dice with symbols their number.
    pub value: NodeId,
    /// The pool, if the text is nothing but a pool.
    pub pool: Option<PoolId>,
    /// Bag of a draw, and the drawn number of each of its items; `None` for other texts.
    pub drawn: Option<(usize, Vec<NodeId>)>,
    /// Note on the meaning of a comparison of the sum of dice.
    pub note: Option<String>,
}

/// Maximum number of known names in a message.
const MOST_LISTED: usize = 40;
/// Words with a meaning of their own.
pub const KEYWORDS: [&str; 6] = ["or", "and", "not", "if", "then", "else"];

/// Accepted text of a line that uses what only files declare.
const IN_FILES: &str =
    "bags, tables and dice with symbols are declared in a scenario of kind \"dice\"";

type Result<T> = std::result::Result<T, SyntaxFault>;

/// Recursive-descent parser of one text.
pub struct Parser<'a, R: Resolver> {
    text: &'a str,
    at: usize,
    depth: u32,
    program: &'a mut Program,
    reader: &'a R,
    /// Place and meaning of the last comparison of the sum of dice.
    comparison: Option<(Range<usize>, String)>,
}

impl<'a, R: Resolver> Parser<'a, R> {
    /// Parses a whole text.
    ///
    /// # Errors
    /// Returns the first fault.
    pub fn parse(program: &'a mut Program, reader: &'a R, text: &'a str) -> Result<ParsedText> {
        let mut parser = Self {
            text,
            at: 0,
            depth: 0,
            program,
            reader,
            comparison: None,
        };
        if text.len() > LONGEST_EXPRESSION {
            let found = format!("has {} characters", text.len());
            let accepted = format!("expected at most {LONGEST_EXPRESSION}");
            return Err(Self::fault(0..text.len(), found, accepted));
        }
        let parsed = parser.or()?;
        let is_whole = |place: &Range<usize>| {
            text[..place.start].trim().is_empty() && text[place.end..].trim().is_empty()
        };
        let note = parser.comparison.take();
        let note = note.filter(|(place, _)| is_whole(place));
        if reader.roll().is_some() && parser.skip_word("from") {
            let count = parser.number(parsed, 0)?;
            let drawn = parser.draw(count, 0)?;
            parser.end()?;
            return Ok(drawn);
        }
        parser.end()?;
        let pool = match parsed {
            Parsed::Pool(pool) => Some(pool),
            Parsed::Number(_) => None,
        };
        // Dice with symbols have no sum; their number is used instead.
        let value = match pool {
            Some(pool) if parser.has_symbols(pool) => {
                parser.figure(Function::of(&SIZE), pool, None, 0)?
            }
            _ => parser.number(parsed, 0)?,
        };
        Ok(ParsedText {
            value,
            pool,
            drawn: None,
            note: note.map(|note| note.1),
        })
    }

    /// Reports what follows the text that was parsed.
    fn end(&mut self) -> Result<()> {
        self.spaces();
        if self.at == self.text.len() {
            return Ok(());
        }
        let rest = self.next_word();
        let found = format!("is followed by {}", self.quoted(rest.clone()));
        let before = &self.text[..rest.start];
        let is_draw = before.contains(" from ") || &self.text[rest.clone()] == "from";
        let accepted = if is_draw && !self.reader.has_file() {
            IN_FILES
        } else if is_draw {
            "expected a draw as a whole roll, such as three = \"3 from cup\" under [roll]"
        } else if before.ends_with(' ') && self.starts_dice() {
            "expected no space in dice, such as 2d6, or an operator"
        } else {
            foreign::after(before, self.rest())
        };
        Err(self.unknown(rest, found, accepted))
    }

    fn fault(
        place: Range<usize>,
        found: impl Into<String>,
        accepted: impl Into<String>,
    ) -> SyntaxFault {
        SyntaxFault {
            place,
            found: found.into(),
            accepted: accepted.into(),
            is_consequence: false,
        }
    }

    /// Returns the fault of a text that may be a name whose definition could not be read.
    fn unknown(
        &self,
        place: Range<usize>,
        found: impl Into<String>,
        accepted: impl Into<String>,
    ) -> SyntaxFault {
        SyntaxFault {
            is_consequence: !self.reader.is_complete(),
            ..Self::fault(place, found, accepted)
        }
    }

    /// Returns the fault of a text that reads a name whose definition has a fault.
    fn faulty(place: Range<usize>) -> SyntaxFault {
        SyntaxFault {
            is_consequence: true,
            ..Self::fault(place, "reads a name with a fault", "")
        }
    }

    fn quoted(&self, place: Range<usize>) -> String {
        if place.is_empty() {
            "nothing".to_owned()
        } else {
            format!("\"{}\"", &self.text[place])
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Skips spaces, words in brackets after dice, such as `1d20 [fire]`, and a comment after ` #`.
    fn spaces(&mut self) {
        loop {
            let rest = self.rest().trim_start();
            let at = self.text.len() - rest.len();
            let before = self.text[..at].trim_end();
            if rest.starts_with('#') && (at == 0 || self.text[..at].ends_with(char::is_whitespace))
            {
                self.at = self.text.len();
                return;
            }
            let is_label = rest.starts_with('[')
                && before.ends_with(|c: char| c.is_alphanumeric() || ")]}%!".contains(c));
            let label = rest.find(']').filter(|_| is_label);
            self.at = at + label.map_or(0, |end| end + 1);
            if label.is_none() {
                return;
            }
        }
    }

    /// Skips spaces and a minus, as typed or as typeset; returns whether it was there.
    fn skip_minus(&mut self) -> bool {
        self.skip("-") || self.skip("−")
    }

    /// Returns the range of the next word or character.
    fn next_word(&self) -> Range<usize> {
        let rest = self.rest();
        let word = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let length = if word > 0 {
            word
        } else {
            rest.chars().next().map_or(0, char::len_utf8)
        };
        self.at..self.at + length
    }

    /// Skips spaces and the given characters; returns whether they were there.
    fn skip(&mut self, symbol: &str) -> bool {
        self.spaces();
        let found = self.rest().starts_with(symbol);
        if found {
            self.at += symbol.len();
        }
        found
    }

    /// Skips spaces and a word, in small or capital letters; returns whether it was there.
    fn skip_word(&mut self, word: &str) -> bool {
        self.spaces();
        let next = &self.text[self.next_word()];
        let found =
            next.eq_ignore_ascii_case(word) && (next == word || self.reader.name(next).is_none());
        if found {
            self.at += word.len();
        }
        found
    }

    fn expect(&mut self, symbol: &str, after: &str) -> Result<()> {
        if self.skip(symbol) {
            return Ok(());
        }
        let place = self.next_word();
        let found = if place.is_empty() {
            format!("ends {after}")
        } else {
            format!("has {} {after}", self.quoted(place.clone()))
        };
        Err(Self::fault(place, found, format!("expected \"{symbol}\"")))
    }

    /// Adds a node; a fault of its value is at the text from `start` to here.
    fn add(&mut self, node: Node, start: usize) -> Result<NodeId> {
        let place = start..self.at;
        self.program
            .add(node)
            .map_err(|found| Self::fault(place, found, ""))
    }

    /// Returns a parsed value as a number: a pool counts as its sum.
    fn number(&mut self, parsed: Parsed, start: usize) -> Result<NodeId> {
        match parsed {
            Parsed::Number(node) => Ok(node),
            Parsed::Pool(pool) => {
                if self.has_symbols(pool) {
                    let example = self.program.symbols.first().cloned().unwrap_or_default();
                    return Err(Self::fault(
                        start..self.at,
                        "has dice with symbols, which have no sum",
                        format!("expected a symbol of a roll, such as NAME.{example}"),
                    ));
                }
                let place = start..self.at;
                self.program
                    .sum_of(pool)
                    .map_err(|found| Self::fault(place, found, ""))
            }
        }
    }

    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= DEEPEST_NESTING {
            let found = "is nested too deeply";
            let accepted = format!("expected at most {DEEPEST_NESTING} levels");
            return Err(Self::fault(self.next_word(), found, accepted));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    fn expression(&mut self) -> Result<NodeId> {
        self.spaces();
        let start = self.at;
        let parsed = self.or()?;
        self.number(parsed, start)
    }

    fn atom(&mut self) -> Result<Parsed> {
        self.spaces();
        let start = self.at;
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            let accepted = "expected a number, a name, dice such as 2d6, or \"(\"";
            return Err(Self::fault(start..start, "ends too early", accepted));
        };
        if first.is_ascii_digit() {
            let number = self.integer()?;
            let count = self.program.number(number);
            return match self.dice(count, start)? {
                Some(pool) => self.counted(pool, start),
                None => Ok(Parsed::Number(count)),
            };
        }
        if first == '(' {
            return self.parenthesis(start);
        }
        if first.is_alphabetic() || first == '_' {
            return self.word(start);
        }
        let place = self.next_word();
        let found = format!("has {}", self.quoted(place.clone()));
        Err(Self::fault(
            place,
            found,
            foreign::instead(&self.text[..start], rest),
        ))
    }

    fn integer(&mut self) -> Result<i64> {
        let start = self.at;
        let digits = self.rest().find(|c: char| !c.is_ascii_digit() && c != '_');
        self.at += digits.unwrap_or(self.rest().len());
        let text: String = self.text[start..self.at].replace('_', "");
        let number = text.parse::<i64>().ok();
        number
            .filter(|&number| number <= LARGEST_NUMBER)
            .ok_or_else(|| {
                let accepted = format!("expected at most {LARGEST_NUMBER}");
                Self::fault(start..self.at, format!("has {text}"), accepted)
            })
    }

    /// Parses `(…)`: an expression, a number of dice, or a set of dice.
    fn parenthesis(&mut self, start: usize) -> Result<Parsed> {
        self.at += 1;
        self.spaces();
        let first_at = self.at;
        let first = self.or()?;
        if !self.rest().trim_start().starts_with(',') {
            self.expect(")", "after the expression")?;
            // `(n)d6` throws n dice; `(2d6)` is a pool still, to which rules can be added.
            if self.starts_dice() {
                let count = self.number(first, first_at)?;
                return match self.dice(count, start)? {
                    Some(pool) => self.counted(pool, start),
                    None => Ok(Parsed::Number(count)),
                };
            }
            if let Parsed::Pool(pool) = first
                && Some(self.program.pools[pool].roll) == self.reader.roll()
                && pool + 1 == self.program.pools.len()
            {
                self.keep_rules(pool)?;
                return self.counted(pool, start);
            }
            return Ok(first);
        }
        let mut elements = vec![(first, first_at..self.at)];
        while self.skip(",") {
            self.spaces();
            let at = self.at;
            let element = self.or()?;
            elements.push((element, at..self.at));
        }
        self.expect(")", "in a set of dice")?;
        // The dice of the elements become one pool, which replaces those of the elements.
        let mut components = Vec::new();
        let first_pool = self.program.pools.len().saturating_sub(elements.len());
        for (index, (element, place)) in elements.iter().enumerate() {
            let pool = match element {
                Parsed::Pool(pool) if *pool == first_pool + index => &self.program.pools[*pool],
                _ => {
                    return Err(Self::fault(
                        place.clone(),
                        format!("has {} in a set of dice", self.quoted(place.clone())),
                        "expected dice such as 1d8",
                    ));
                }
            };
            if !pool.keep.is_empty() {
                return Err(Self::fault(
                    place.clone(),
                    "has a rule that keeps or drops dice inside a set",
                    "expected it after the set, such as (1d8, 1d6)kh1",
                ));
            }
            components.extend(pool.components.iter().cloned());
        }
        self.program.pools.truncate(first_pool);
        let pool = self.add_pool(components, start)?;
        self.keep_rules(pool)?;
        self.counted(pool, start)
    }

    /// Parses a name, a function, `if`, or dice without a number, such as `d20`.
    fn word(&mut self, start: usize) -> Result<Parsed> {
        let place = self.next_word();
        let typed = &self.text[place.clone()];
        let small = typed.to_ascii_lowercase();
        // Words of expressions may be typed in capital letters, unless they are names.
        let is_known = self.reader.name(typed).is_some();
        let word = if is_known { typed } else { &*small };
        if word == "if" {
            self.at = place.end;
            return self.conditional(start);
        }
        if word == "left" && self.text[place.end..].trim_start().starts_with('(') {
            self.at = place.end;
            return self.left(start);
        }
        if KEYWORDS.contains(&word) {
            let found = format!("has \"{word}\"");
            let accepted = "expected a number, a name, dice such as 2d6, or \"(\"";
            return Err(Self::fault(place, found, accepted));
        }
        let calls = self.text[place.end..].trim_start().starts_with('(');
        if calls && let Some(number) = self.of_team(word, start)? {
            return Ok(number);
        }
        if let Some(called) = named(word).filter(|_| calls) {
            self.at = place.end;
            self.skip("(");
            return self.call(called, start);
        }
        if let Some(parsed) = self.path(place.clone())? {
            return Ok(parsed);
        }
        if let Some(name) = self.reader.name(word) {
            if let Some(reason) = self.reader.refused(word) {
                return Err(Self::fault(place, format!("reads \"{word}\""), reason));
            }
            self.at = place.end;
            return self.named(&name, start);
        }
        if self.starts_dice() {
            let one = self.program.number(1);
            if let Some(pool) = self.dice(one, start)? {
                return self.counted(pool, start);
            }
        }
        let mut known = self.reader.names();
        let functions = FUNCTIONS.map(ListedFunction::name);
        known.extend(functions.map(str::to_owned));
        let nearest =
            evenodds_core::document::nearest::nearest(word, known.iter().map(String::as_str));
        let accepted = match (foreign::function(word), nearest) {
            (Some(accepted), _) => accepted.to_owned(),
            (None, _) if named(word).is_some() => {
                format!("{word} is a function: expected its arguments, such as {word}(3d6)")
            }
            (None, Some(name)) => format!("did you mean {name}?"),
            (None, None) if calls => format!("the functions are {}", functions.join(", ")),
            (None, None) if known.len() > FUNCTIONS.len() => {
                known.truncate(known.len() - FUNCTIONS.len());
                let more = if known.len() > MOST_LISTED {
                    ", …"
                } else {
                    ""
                };
                known.truncate(MOST_LISTED);
                format!("expected one of {}{more}", known.join(", "))
            }
            (None, None) => "expected a number or dice such as 2d6".to_owned(),
        };
        let found = if calls {
            format!("has the unknown function \"{typed}\"")
        } else {
            format!("has the unknown name \"{typed}\"")
        };
        Err(self.unknown(place, found, accepted))
    }

    fn named(&mut self, name: &Name, start: usize) -> Result<Parsed> {
        match *name {
            Name::Value(node) => Ok(Parsed::Number(node)),
            Name::Roll(roll) => {
                let (value, pool) = (
                    self.program.rolls[roll].value,
                    self.program.rolls[roll].pool,
                );
                if let Some((bag, _)) = self.program.rolls[roll].drawn
                    && self.has_member()
                {
                    let item = self.item(bag)?;
                    let drawn = self.program.rolls[roll].drawn.as_ref();
                    let node = drawn.map_or(value, |drawn| drawn.1[item]);
                    return Ok(Parsed::Number(node));
                }
                let Some(pool) = pool else {
                    return Ok(Parsed::Number(value));
                };
                if self.rest().starts_with('.') && !self.rest().starts_with("..") {
                    self.at += 1;
                    let place = self.next_word();
                    let symbol = &self.text[place.clone()];
                    let index = self.program.symbols.iter().position(|one| one == symbol);
                    let Some(index) = index else {
                        let accepted = if !self.reader.has_file() {
                            IN_FILES.to_owned()
                        } else if self.program.symbols.is_empty() {
                            "no die under [die] has symbols".to_owned()
                        } else {
                            format!("expected one of {}", self.program.symbols.join(", "))
                        };
                        let found = format!("has the unknown symbol \"{symbol}\"");
                        return Err(Self::fault(place, found, accepted));
                    };
                    self.at = place.end;
                    let function = Function {
                        function: &SYMBOL,
                        arguments: Arguments::Symbol(index),
                    };
                    let figure = self.program.figure(function, pool, None);
                    return figure
                        .map(Parsed::Number)
                        .map_err(|found| Self::fault(start..place.end, found, ""));
                }
                Ok(Parsed::Pool(pool))
            }
            Name::Table(table) => self.lookup(table, start),
            Name::Faulty => Err(Self::faulty(start..self.at)),
            Name::Bag(bag) => Err(Self::fault(
                start..self.at,
                format!("has the bag {} as a number", self.quoted(start..self.at)),
                format!(
                    "expected left({0}) for what is left, or a roll such as \"2 from {0}\"",
                    self.program.bags[bag].name
                ),
            )),
            Name::Die(_) => Err(Self::fault(
                start..self.at,
                format!("has the die {} without \"d\"", self.quoted(start..self.at)),
                "expected dice, such as 2d and the name of the die",
            )),
        }
    }

    fn conditional(&mut self, start: usize) -> Result<Parsed> {
        let condition = self.expression()?;
        let mut part = |word: &str| {
            if !self.skip_word(word) {
                let place = self.next_word();
                let found = format!("has {} in \"if\"", self.quoted(place.clone()));
                return Err(Self::fault(place, found, format!("expected \"{word}\"")));
            }
            self.expression()
        };
        let yes = part("then")?;
        let no = part("else")?;
        let node = self.add(Node::If(condition, yes, no), start)?;
        Ok(Parsed::Number(node))
    }
}
