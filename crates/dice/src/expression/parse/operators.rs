//! Operators of expressions, from those that bind least.

use super::super::arithmetic::{BinaryOp, UnaryOp};
use super::super::bounds::size_of;
use super::super::program::Node;
use super::{Parsed, Parser, Resolver, Result};

impl<R: Resolver> Parser<'_, R> {
    fn binary(&mut self, op: BinaryOp, a: Parsed, b: Parsed, start: usize) -> Result<Parsed> {
        let (a, b) = (self.number(a, start)?, self.number(b, start)?);
        self.add(Node::Binary(op, a, b), start).map(Parsed::Number)
    }

    pub(super) fn or(&mut self) -> Result<Parsed> {
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
            ("<>", BinaryOp::NotEqual),
            ("==", BinaryOp::Equal),
            ("<", BinaryOp::Less),
            (">", BinaryOp::Greater),
            ("=", BinaryOp::Equal),
        ];
        for (symbol, op) in operators {
            let end = self.at;
            if self.skip(symbol) {
                let right = self.sum()?;
                self.refuse_suffix(left, end, symbol)?;
                self.note_comparison((start, end), left, symbol);
                return self.binary(op, left, right, start);
            }
        }
        Ok(left)
    }

    /// Notes what a comparison of dice means: it compares their sum, and does not count them.
    fn note_comparison(&mut self, (start, end): (usize, usize), left: Parsed, symbol: &str) {
        let words = match symbol {
            ">=" => "at least",
            "<=" => "at most",
            ">" => "more than",
            "<" => "less than",
            "!=" | "<>" => "not",
            _ => "",
        };
        if let Parsed::Pool(id) = left
            && let pool = &self.program.pools[id]
            && Some(pool.roll) == self.reader.roll()
            && size_of(self.program, pool) > 1
        {
            let dice = self.text[start..end].trim();
            let bound = self.text[end..self.at].trim_start()[symbol.len()..].trim();
            let symbol = symbol.replace("==", "=");
            let is = ["is", words].join(" ");
            let note = format!(
                "1 if the sum {} {bound}; {dice}c{symbol}{bound} counts dice",
                is.trim()
            );
            self.comparison = Some((start..self.at, note));
        }
    }

    /// Refuses a comparison directly after dice, such as `6d10>=8`: other programs count dice
    /// with it. With a space, the sum is compared.
    fn refuse_suffix(&self, left: Parsed, end: usize, symbol: &str) -> Result<()> {
        let is_suffix = self.text[end..].starts_with(symbol)
            && self.text[..end].ends_with(|c: char| c.is_ascii_alphanumeric() || "%}!".contains(c));
        if let Parsed::Pool(id) = left
            && let pool = &self.program.pools[id]
            && is_suffix
            && Some(pool.roll) == self.reader.roll()
            && size_of(self.program, pool) > 1
        {
            let bound = self.text[end + symbol.len()..self.at].trim();
            let symbol = symbol.replace("==", "=");
            return Err(Self::fault(
                end..self.at,
                format!("has {} after dice", self.quoted(end..self.at)),
                format!(
                    "expected c{symbol}{bound}, which counts dice, or a space before \"{symbol}\", which compares the sum"
                ),
            ));
        }
        Ok(())
    }

    fn sum(&mut self) -> Result<Parsed> {
        self.spaces();
        let start = self.at;
        let mut left = self.product()?;
        loop {
            let op = if self.skip("+") {
                BinaryOp::Add
            } else if self.skip_minus() {
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
            let op = if self.skip("*") || self.skip("×") {
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
        if self.skip("+") {
            let operand = self.nested(Self::unary)?;
            return self.number(operand, start).map(Parsed::Number);
        }
        if self.skip_minus() {
            let operand = self.nested(Self::unary)?;
            let operand = self.number(operand, start)?;
            let node = self.add(Node::Unary(UnaryOp::Negate, operand), start)?;
            return Ok(Parsed::Number(node));
        }
        self.atom()
    }
}
