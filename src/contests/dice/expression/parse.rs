//! Parser of expressions.

use super::program::{
    BinaryOp, Component, Die, DieRule, Function, KeepRuleNode, Name, Node, NodeId, Pool, PoolId,
    Program, SelectionNode, UnaryOp,
};
use super::{DEEPEST_NESTING, LONGEST_EXPRESSION, MOST_DICE, MOST_FACES, MOST_POOLS};
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
}

/// Value of a parsed subexpression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parsed {
    Number(NodeId),
    Pool(PoolId),
}

/// Names that an expression can use.
pub trait Reader {
    /// Returns what a name stands for.
    fn name(&self, name: &str) -> Option<Name>;

    /// Returns all names, for suggestions.
    fn names(&self) -> Vec<String>;

    /// Returns the index of the roll that the expression defines; `None` where dice cannot be
    /// thrown.
    fn roll(&self) -> Option<usize>;

    /// Returns why a name cannot be used here, and what to do.
    fn refused(&self, _name: &str) -> Option<String> {
        None
    }
}

/// Names of the functions, in the order of the documentation.
pub const FUNCTIONS: [&str; 16] = [
    "sum", "count", "max", "min", "kth", "size", "distinct", "set", "set_face", "straight", "has",
    "wins", "over", "cancel", "abs", "clamp",
];
/// Words with a meaning of their own.
const KEYWORDS: [&str; 6] = ["or", "and", "not", "if", "then", "else"];

type Result<T> = std::result::Result<T, SyntaxFault>;

/// Recursive-descent parser of one text.
pub struct Parser<'a, R: Reader> {
    text: &'a str,
    at: usize,
    depth: u32,
    program: &'a mut Program,
    reader: &'a R,
}

impl<'a, R: Reader> Parser<'a, R> {
    /// Parses a whole text as a number. A pool counts as the sum of its dice; it is returned as
    /// well if the text is nothing but a pool.
    ///
    /// # Errors
    /// Returns the first fault.
    pub fn parse(
        program: &'a mut Program,
        reader: &'a R,
        text: &'a str,
    ) -> Result<(NodeId, Option<PoolId>)> {
        let mut parser = Self {
            text,
            at: 0,
            depth: 0,
            program,
            reader,
        };
        if text.len() > LONGEST_EXPRESSION {
            let found = format!("has {} characters", text.len());
            let accepted = format!("expected at most {LONGEST_EXPRESSION}");
            return Err(Self::fault(0..text.len(), found, accepted));
        }
        let parsed = parser.or()?;
        parser.spaces();
        if parser.at < text.len() {
            let rest = parser.next_word();
            let found = format!("is followed by {}", parser.quoted(rest.clone()));
            let accepted = match &text[rest.clone()] {
                "d" => "expected the number of faces after \"d\"",
                "kh" | "kl" | "ph" | "pl" | "k" | "p" | "c" | "rr" | "ro" | "ra" | "mi" | "ma"
                | "e" => "expected a number after the rule, such as kh3 or c>=5",
                "!" => "expected \"!\" before the rules that keep or drop dice",
                _ => "expected an operator or the end",
            };
            return Err(Self::fault(rest, found, accepted));
        }
        let pool = match parsed {
            Parsed::Pool(pool) => Some(pool),
            Parsed::Number(_) => None,
        };
        // Dice with symbols have no sum; their number stands for it.
        if let Some(pool) = pool
            && parser.has_symbols(pool)
        {
            return Ok((parser.figure(Function::Size, pool, None, 0)?, Some(pool)));
        }
        Ok((parser.number(parsed, 0)?, pool))
    }

    /// Returns whether a pool has dice with symbols.
    fn has_symbols(&self, pool: PoolId) -> bool {
        let symbols = |component: &Component| matches!(component.die, Die::Symbols(_));
        self.program.pools[pool].components.iter().any(symbols)
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

    fn spaces(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
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

    /// Skips spaces and a word; returns whether it was there.
    fn skip_word(&mut self, word: &str) -> bool {
        self.spaces();
        let found = &self.text[self.next_word()] == word;
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
        let found = format!("has {} {after}", self.quoted(place.clone()));
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

    fn binary(&mut self, op: BinaryOp, a: Parsed, b: Parsed, start: usize) -> Result<Parsed> {
        let (a, b) = (self.number(a, start)?, self.number(b, start)?);
        self.add(Node::Binary(op, a, b), start).map(Parsed::Number)
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

    fn or(&mut self) -> Result<Parsed> {
        self.nested(|parser| {
            parser.spaces();
            let start = parser.at;
            let mut left = parser.and()?;
            while parser.skip_word("or") {
                let right = parser.and()?;
                left = parser.binary(BinaryOp::Or, left, right, start)?;
            }
            Ok(left)
        })
    }

    fn and(&mut self) -> Result<Parsed> {
        self.spaces();
        let start = self.at;
        let mut left = self.not()?;
        while self.skip_word("and") {
            let right = self.not()?;
            left = self.binary(BinaryOp::And, left, right, start)?;
        }
        Ok(left)
    }

    fn not(&mut self) -> Result<Parsed> {
        self.spaces();
        let start = self.at;
        if self.skip_word("not") {
            let operand = self.nested(Self::not)?;
            let operand = self.number(operand, start)?;
            return Ok(Parsed::Number(
                self.add(Node::Unary(UnaryOp::Not, operand), start)?,
            ));
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Result<Parsed> {
        self.spaces();
        let start = self.at;
        let left = self.sum()?;
        let operators = [
            ("<=", BinaryOp::LessOrEqual),
            (">=", BinaryOp::GreaterOrEqual),
            ("!=", BinaryOp::NotEqual),
            ("==", BinaryOp::Equal),
            ("<", BinaryOp::Less),
            (">", BinaryOp::Greater),
            ("=", BinaryOp::Equal),
        ];
        for (symbol, op) in operators {
            if self.skip(symbol) {
                let right = self.sum()?;
                return self.binary(op, left, right, start);
            }
        }
        Ok(left)
    }

    fn sum(&mut self) -> Result<Parsed> {
        self.spaces();
        let start = self.at;
        let mut left = self.product()?;
        loop {
            let op = if self.skip("+") {
                BinaryOp::Add
            } else if self.skip("-") {
                BinaryOp::Subtract
            } else {
                return Ok(left);
            };
            let right = self.product()?;
            left = self.binary(op, left, right, start)?;
        }
    }

    fn product(&mut self) -> Result<Parsed> {
        self.spaces();
        let start = self.at;
        let mut left = self.unary()?;
        loop {
            let op = if self.skip("*") {
                BinaryOp::Multiply
            } else if self.skip("//") {
                BinaryOp::Divide
            } else if self.skip("%") {
                BinaryOp::Remainder
            } else if self.skip("/") {
                return Err(Self::fault(
                    self.at - 1..self.at,
                    "has \"/\"",
                    "expected \"//\", the quotient rounded down",
                ));
            } else {
                return Ok(left);
            };
            let right = self.unary()?;
            left = self.binary(op, left, right, start)?;
        }
    }

    fn unary(&mut self) -> Result<Parsed> {
        self.spaces();
        let start = self.at;
        if self.skip("-") {
            let operand = self.nested(Self::unary)?;
            let operand = self.number(operand, start)?;
            let node = self.add(Node::Unary(UnaryOp::Negate, operand), start)?;
            return Ok(Parsed::Number(node));
        }
        self.atom()
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
        let accepted = "expected a number, a name, dice such as 2d6, or \"(\"";
        Err(Self::fault(place, found, accepted))
    }

    fn integer(&mut self) -> Result<i64> {
        let start = self.at;
        let digits = self.rest().find(|c: char| !c.is_ascii_digit() && c != '_');
        self.at += digits.unwrap_or(self.rest().len());
        let text: String = self.text[start..self.at].replace('_', "");
        let number = text.parse::<i64>().ok();
        number
            .filter(|&number| number <= super::LARGEST_NUMBER)
            .ok_or_else(|| {
                let accepted = format!("expected at most {}", super::LARGEST_NUMBER);
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
            if self.rest().starts_with('d') && self.starts_dice() {
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

    /// Returns whether dice follow: `d` with faces.
    fn starts_dice(&self) -> bool {
        let Some(faces) = self.rest().strip_prefix('d') else {
            return false;
        };
        faces.starts_with(|c: char| c.is_ascii_digit() || "%({F".contains(c))
            || self.die_name(faces).is_some()
    }

    /// Returns the longest name of a die with which a text starts.
    fn die_name(&self, text: &str) -> Option<(String, Die)> {
        let names = self.reader.names().into_iter();
        let dice = names.filter_map(|name| match self.reader.name(&name) {
            Some(Name::Die(die)) if text.starts_with(&name) => Some((name, die)),
            _ => None,
        });
        dice.max_by_key(|(name, _)| name.len())
    }

    /// Parses `d` and all that follows, if dice follow.
    fn dice(&mut self, count: NodeId, start: usize) -> Result<Option<PoolId>> {
        if !self.starts_dice() {
            return Ok(None);
        }
        let most = self.program.bounds(count).high;
        if most > MOST_DICE && !self.program.is_draft {
            return Err(Self::fault(
                start..self.at,
                format!("has {most} dice"),
                format!("expected at most {MOST_DICE}"),
            ));
        }
        self.at += 1;
        let die = self.faces()?;
        let rules = self.die_rules(&die)?;
        let component = Component { count, die, rules };
        let pool = self.add_pool(vec![component], start)?;
        self.keep_rules(pool)?;
        Ok(Some(pool))
    }

    fn add_pool(&mut self, components: Vec<Component>, start: usize) -> Result<PoolId> {
        let Some(roll) = self.reader.roll() else {
            return Err(Self::fault(
                start..self.at,
                format!("throws {}", self.quoted(start..self.at)),
                "expected the name of a roll: dice are thrown under [roll]",
            ));
        };
        let id = self.program.pools.len();
        if id >= MOST_POOLS {
            let accepted = format!("expected at most {MOST_POOLS} pools of dice");
            return Err(Self::fault(
                start..self.at,
                "is one pool of dice too many",
                accepted,
            ));
        }
        self.program.pools.push(Pool {
            roll,
            position: id,
            components,
            keep: Vec::new(),
        });
        Ok(id)
    }

    fn faces(&mut self) -> Result<Die> {
        let start = self.at;
        if self.skip("%") {
            return Ok(Die::Sides(self.program.number(100)));
        }
        if self.rest().starts_with('F') {
            self.at += 1;
            return Ok(Die::Weighted(vec![(1, 1), (0, 1), (-1, 1)]));
        }
        if self.skip("{") {
            let mut faces = vec![self.expression()?];
            while self.skip(",") {
                faces.push(self.expression()?);
            }
            self.expect("}", "after the faces")?;
            let constants: Option<Vec<i64>> = (faces.iter())
                .map(|&face| self.program.constant(face))
                .collect();
            return Ok(match constants {
                Some(values) => Die::Weighted(weighted(values.into_iter().map(|value| (value, 1)))),
                None => Die::Faces(faces),
            });
        }
        if let Some((name, die)) = self.die_name(self.rest()) {
            self.at += name.len();
            return Ok(die);
        }
        let sides = self.operand()?;
        let range = self.program.bounds(sides);
        if !self.program.is_draft && (range.low < 1 || range.high > MOST_FACES) {
            let found = if range.low == range.high {
                format!("has a die with {} faces", range.low)
            } else {
                format!("has a die with {} to {} faces", range.low, range.high)
            };
            let accepted = format!("expected 1 to {MOST_FACES}");
            return Err(Self::fault(start..self.at, found, accepted));
        }
        Ok(Die::Sides(sides))
    }

    /// Parses the operand of a rule: an integer, or an expression in parentheses.
    fn operand(&mut self) -> Result<NodeId> {
        if self.rest().starts_with(|c: char| c.is_ascii_digit()) {
            let number = self.integer()?;
            return Ok(self.program.number(number));
        }
        if self.rest().starts_with('(') {
            self.at += 1;
            let node = self.expression()?;
            self.expect(")", "after the expression")?;
            return Ok(node);
        }
        if self.rest().starts_with('-') {
            let start = self.at;
            self.at += 1;
            let number = self.operand()?;
            return self.add(Node::Unary(UnaryOp::Negate, number), start);
        }
        let place = self.next_word();
        let found = format!("has {}", self.quoted(place.clone()));
        Err(Self::fault(
            place,
            found,
            "expected a number, or an expression in parentheses",
        ))
    }

    /// Parses a selection of values, such as `>=5`, `6` or `2..4`; `None` if none follows.
    fn selection(&mut self) -> Result<Option<SelectionNode>> {
        let mut selection = SelectionNode {
            least: None,
            most: None,
            inverted: false,
        };
        let start = self.at;
        let next = |parser: &mut Self| {
            parser.spaces();
            parser.operand()
        };
        let shifted = |parser: &mut Self, by: i64| {
            let bound = next(parser)?;
            let one = parser.program.number(by);
            parser.add(Node::Binary(BinaryOp::Add, bound, one), start)
        };
        if self.skip(">=") {
            selection.least = Some(next(self)?);
        } else if self.skip("<=") {
            selection.most = Some(next(self)?);
        } else if self.skip("!=") {
            let bound = next(self)?;
            (selection.least, selection.most) = (Some(bound), Some(bound));
            selection.inverted = true;
        } else if self.skip(">") {
            selection.least = Some(shifted(self, 1)?);
        } else if self.skip("<") {
            selection.most = Some(shifted(self, -1)?);
        } else if self.skip("=")
            || self
                .rest()
                .starts_with(|c: char| c.is_ascii_digit() || "(-".contains(c))
        {
            let bound = next(self)?;
            selection.least = Some(bound);
            selection.most = Some(if self.skip("..") { next(self)? } else { bound });
        } else {
            self.at = start;
            return Ok(None);
        }
        Ok(Some(selection))
    }

    /// Parses the rules for throwing a die, such as `ro1` or `!`.
    fn die_rules(&mut self, die: &Die) -> Result<Vec<DieRule>> {
        let mut rules: Vec<DieRule> = Vec::new();
        loop {
            let start = self.at;
            self.spaces();
            let rest = self.rest();
            let rule = if rest.starts_with("!=") {
                None
            } else if rest.starts_with("!!") {
                self.at += 2;
                Some(DieRule::Penetrate)
            } else if rest.starts_with('!') {
                self.at += 1;
                Some(DieRule::Explode(None))
            } else if let Some(word) = ["mi", "ma"].iter().find(|word| self.has_rule(word)) {
                self.at += 2;
                let n = self.operand()?;
                Some(if *word == "mi" {
                    DieRule::AtLeast(n)
                } else {
                    DieRule::AtMost(n)
                })
            } else if let Some(word) = ["rr", "ro", "ra", "e"]
                .iter()
                .find(|word| self.has_rule(word))
            {
                self.at += word.len();
                self.selection()?.map(|selection| match *word {
                    "rr" => DieRule::Reroll(selection),
                    "ro" => DieRule::RerollOnce(selection),
                    "ra" => DieRule::AddOnce(selection),
                    _ => DieRule::Explode(Some(selection)),
                })
            } else {
                None
            };
            let Some(rule) = rule else {
                self.at = start;
                return Ok(rules);
            };
            let adds = |rule: &DieRule| {
                matches!(
                    rule,
                    DieRule::Explode(_) | DieRule::Penetrate | DieRule::AddOnce(_)
                )
            };
            if let Some(last) = rules.last()
                && adds(last)
            {
                return Err(Self::fault(
                    start..self.at,
                    format!(
                        "has {} after a rule that adds dice",
                        self.quoted(start..self.at)
                    ),
                    "expected \"!\", \"!!\", \"e\" or \"ra\" as the last rule for throwing a die",
                ));
            }
            if matches!(die, Die::Symbols(_)) {
                return Err(Self::fault(
                    start..self.at,
                    format!("has {} on dice with symbols", self.quoted(start..self.at)),
                    "expected no rule",
                ));
            }
            rules.push(rule);
        }
    }

    /// Returns whether a rule with this name follows: the name, and then an operand or a selection.
    fn has_rule(&self, word: &str) -> bool {
        let Some(rest) = self.rest().strip_prefix(word) else {
            return false;
        };
        let rest = rest.trim_start();
        rest.starts_with(|c: char| c.is_ascii_digit() || "(-<>=!".contains(c))
    }

    /// Parses the rules that keep or drop dice.
    fn keep_rules(&mut self, pool: PoolId) -> Result<()> {
        loop {
            let start = self.at;
            self.spaces();
            // `kh3`, and the longer form `k h3`, which some programs use.
            let words = ["kh", "kl", "ph", "pl"];
            let rule = if let Some(word) = words.iter().find(|word| self.has_rule(word)) {
                self.at += 2;
                let n = self.operand()?;
                Some(match *word {
                    "kh" => KeepRuleNode::Highest(n),
                    "kl" => KeepRuleNode::Lowest(n),
                    "ph" => KeepRuleNode::DropHighest(n),
                    _ => KeepRuleNode::DropLowest(n),
                })
            } else if let Some(word) = ["k", "p"].iter().find(|word| self.has_rule(word)) {
                self.at += 1;
                self.selection()?.map(|selection| {
                    if *word == "k" {
                        KeepRuleNode::Keep(selection)
                    } else {
                        KeepRuleNode::Drop(selection)
                    }
                })
            } else {
                None
            };
            let Some(rule) = rule else {
                self.at = start;
                let place = start..(start + 2).min(self.text.len());
                let late = ["rr", "ro", "ra", "mi", "ma", "e"];
                if !self.program.pools[pool].keep.is_empty()
                    && late.iter().any(|word| self.has_rule(word))
                {
                    return Err(Self::fault(
                        place,
                        "throws dice after a rule that keeps or drops dice",
                        "expected the rules for throwing dice first, such as 4d6ro1kh3",
                    ));
                }
                return Ok(());
            };
            if self.has_symbols(pool) {
                return Err(Self::fault(
                    start..self.at,
                    format!("has {} on dice with symbols", self.quoted(start..self.at)),
                    "expected no rule",
                ));
            }
            self.program.pools[pool].keep.push(rule);
        }
    }

    /// Parses a name, a function, `if`, or dice without a number, such as `d20`.
    fn word(&mut self, start: usize) -> Result<Parsed> {
        let place = self.next_word();
        let word = &self.text[place.clone()];
        if word == "if" {
            self.at = place.end;
            return self.conditional(start);
        }
        if KEYWORDS.contains(&word) {
            let found = format!("has \"{word}\"");
            let accepted = "expected a number, a name, dice such as 2d6, or \"(\"";
            return Err(Self::fault(place, found, accepted));
        }
        let calls = self.text[place.end..].trim_start().starts_with('(');
        if calls && FUNCTIONS.contains(&word) {
            self.at = place.end;
            self.skip("(");
            return self.call(word, start);
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
        known.extend(FUNCTIONS.iter().map(|&name| name.to_owned()));
        let nearest = crate::document::nearest::nearest(word, known.iter().map(String::as_str));
        let accepted = match nearest {
            Some(name) => format!("did you mean {name}?"),
            None if known.len() > FUNCTIONS.len() => {
                known.truncate(known.len() - FUNCTIONS.len());
                format!("expected one of {}", known.join(", "))
            }
            None => "expected a number or dice such as 2d6".to_owned(),
        };
        let found = if calls {
            format!("has the unknown function \"{word}\"")
        } else {
            format!("has the unknown name \"{word}\"")
        };
        Err(Self::fault(place, found, accepted))
    }

    /// Parses the rule `c`, which counts dice instead of adding them, if it follows a pool.
    fn counted(&mut self, pool: PoolId, start: usize) -> Result<Parsed> {
        let end = self.at;
        self.spaces();
        if !self.has_rule("c") {
            self.at = end;
            return Ok(Parsed::Pool(pool));
        }
        self.at += 1;
        let Some(selection) = self.selection()? else {
            self.at = end;
            return Ok(Parsed::Pool(pool));
        };
        self.no_symbols(pool, start)?;
        let count = self.figure(Function::Count(selection), pool, None, start)?;
        Ok(Parsed::Number(count))
    }

    fn named(&mut self, name: &Name, start: usize) -> Result<Parsed> {
        match *name {
            Name::Value(node) => Ok(Parsed::Number(node)),
            Name::Roll(roll) => {
                let (value, pool) = (
                    self.program.rolls[roll].value,
                    self.program.rolls[roll].pool,
                );
                let Some(pool) = pool else {
                    return Ok(Parsed::Number(value));
                };
                if self.rest().starts_with('.') && !self.rest().starts_with("..") {
                    self.at += 1;
                    let place = self.next_word();
                    let symbol = &self.text[place.clone()];
                    let index = self.program.symbols.iter().position(|one| one == symbol);
                    let Some(index) = index else {
                        let accepted = if self.program.symbols.is_empty() {
                            "no die under [die] has symbols".to_owned()
                        } else {
                            format!("expected one of {}", self.program.symbols.join(", "))
                        };
                        let found = format!("has the unknown symbol \"{symbol}\"");
                        return Err(Self::fault(place, found, accepted));
                    };
                    self.at = place.end;
                    let figure = self.program.figure(Function::Symbol(index), pool, None);
                    return figure
                        .map(Parsed::Number)
                        .map_err(|found| Self::fault(start..place.end, found, ""));
                }
                Ok(Parsed::Pool(pool))
            }
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

    /// Parses the arguments of a function and its `)`.
    fn call(&mut self, word: &str, start: usize) -> Result<Parsed> {
        self.spaces();
        let first_at = self.at;
        let first = self.or()?;
        let node = match (word, &first) {
            ("abs", _) => {
                let a = self.number(first, first_at)?;
                self.add(Node::Unary(UnaryOp::Abs, a), start)?
            }
            ("clamp", _) => {
                let a = self.number(first, first_at)?;
                let [low, high] = [self.argument(word)?, self.argument(word)?];
                let raised = self.add(Node::Binary(BinaryOp::Max, a, low), start)?;
                self.add(Node::Binary(BinaryOp::Min, raised, high), start)?
            }
            ("max" | "min", Parsed::Pool(pool)) if self.ends_call() => {
                let pool = *pool;
                self.no_symbols(pool, first_at)?;
                let function = if word == "max" {
                    let one = self.program.number(1);
                    Function::Kth(one)
                } else {
                    Function::Lowest
                };
                self.figure(function, pool, None, start)?
            }
            ("max" | "min", _) => {
                let op = if word == "max" {
                    BinaryOp::Max
                } else {
                    BinaryOp::Min
                };
                let mut a = self.number(first, first_at)?;
                if self.ends_call() {
                    let found = format!("has one number in {word}(…)");
                    let accepted = "expected a pool of dice, or more than one number";
                    return Err(Self::fault(first_at..self.at, found, accepted));
                }
                while !self.ends_call() {
                    let b = self.argument(word)?;
                    a = self.add(Node::Binary(op, a, b), start)?;
                }
                a
            }
            (_, &Parsed::Pool(pool)) => self.pool_function(word, pool, start, first_at)?,
            (_, Parsed::Number(_)) => {
                let place = first_at..self.at;
                let found = format!("has {} in {word}(…)", self.quoted(place.clone()));
                let accepted = if self.reader.roll().is_some() {
                    "expected dice, or a roll that is nothing but dice"
                } else {
                    "expected a roll that is nothing but dice, such as attack = \"3d6\""
                };
                return Err(Self::fault(place, found, accepted));
            }
        };
        self.expect(")", &format!("in {word}(…)"))?;
        Ok(Parsed::Number(node))
    }

    fn ends_call(&mut self) -> bool {
        self.spaces();
        !self.rest().starts_with(',')
    }

    fn argument(&mut self, word: &str) -> Result<NodeId> {
        self.expect(",", &format!("in {word}(…)"))?;
        self.expression()
    }

    fn figure(
        &mut self,
        function: Function,
        pool: PoolId,
        other: Option<PoolId>,
        start: usize,
    ) -> Result<NodeId> {
        let place = start..self.at;
        let figure = self.program.figure(function, pool, other);
        figure.map_err(|found| Self::fault(place, found, ""))
    }

    fn no_symbols(&self, pool: PoolId, start: usize) -> Result<()> {
        if self.has_symbols(pool) {
            let found = "has dice with symbols, which have no numbers";
            let accepted = format!("expected one of {}", self.program.symbols.join(", "));
            return Err(Self::fault(
                start..self.at,
                found,
                format!("{accepted} of the roll"),
            ));
        }
        Ok(())
    }

    fn pool_function(
        &mut self,
        word: &str,
        pool: PoolId,
        start: usize,
        first_at: usize,
    ) -> Result<NodeId> {
        if word != "size" {
            self.no_symbols(pool, first_at)?;
        }
        let function = match word {
            "sum" => Function::Sum,
            "size" => Function::Size,
            "distinct" => Function::Distinct,
            "set" => Function::LargestSet,
            "set_face" => Function::SetFace,
            "straight" => Function::Straight,
            "kth" => Function::Kth(self.argument(word)?),
            "count" => {
                self.expect(",", "in count(…)")?;
                Function::Count(self.selected()?)
            }
            "has" => return self.has(pool, start),
            _ => {
                self.expect(",", &format!("in {word}(…)"))?;
                self.spaces();
                let at = self.at;
                let Parsed::Pool(other) = self.or()? else {
                    let place = at..self.at;
                    let found = format!("has {} in {word}(…)", self.quoted(place.clone()));
                    return Err(Self::fault(place, found, "expected a second pool of dice"));
                };
                self.no_symbols(other, at)?;
                let function = match word {
                    "wins" => Function::Wins {
                        ties: self.skip(",") && {
                            self.spaces();
                            let place = self.next_word();
                            if !self.skip_word("ties") {
                                let found =
                                    format!("has {} in wins(…)", self.quoted(place.clone()));
                                return Err(Self::fault(place, found, "expected \"ties\""));
                            }
                            true
                        },
                    },
                    "over" => Function::Over,
                    _ => Function::Cancel,
                };
                return self.figure(function, pool, Some(other), start);
            }
        };
        self.figure(function, pool, None, start)
    }

    fn selected(&mut self) -> Result<SelectionNode> {
        self.spaces();
        if let Some(selection) = self.selection()? {
            return Ok(selection);
        }
        // A name is a single value.
        let value = self.expression()?;
        Ok(SelectionNode {
            least: Some(value),
            most: Some(value),
            inverted: false,
        })
    }

    /// Parses the values of `has(pool, 6, 6)`: as many dice of each value as it is named.
    fn has(&mut self, pool: PoolId, start: usize) -> Result<NodeId> {
        let mut values = vec![self.argument("has")?];
        while !self.ends_call() {
            values.push(self.argument("has")?);
        }
        values.sort_unstable();
        let mut all = self.program.number(1);
        for equal in values.chunk_by(|a, b| a == b) {
            let selection = SelectionNode {
                least: Some(equal[0]),
                most: Some(equal[0]),
                inverted: false,
            };
            let count = self.figure(Function::Count(selection), pool, None, start)?;
            let needed = self.program.number(equal.len() as i64);
            let enough = Node::Binary(BinaryOp::GreaterOrEqual, count, needed);
            let enough = self.add(enough, start)?;
            all = self.add(Node::Binary(BinaryOp::And, all, enough), start)?;
        }
        Ok(all)
    }
}

/// Returns faces with their weights added up, by descending value.
pub fn weighted(faces: impl Iterator<Item = (i64, u32)>) -> Vec<(i64, u32)> {
    let mut faces: Vec<(i64, u32)> = faces.collect();
    faces.sort_unstable_by(|a, b| b.cmp(a));
    faces
        .chunk_by(|a, b| a.0 == b.0)
        .map(|equal| (equal[0].0, equal.iter().map(|face| face.1).sum()))
        .collect()
}
