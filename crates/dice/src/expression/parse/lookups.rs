//! Syntax of tables and bags.

use super::super::arithmetic::BinaryOp;
use super::super::components::{Component, Die, Table};
use super::super::limits::MOST_DICE;
use super::super::program::{Name, Node, NodeId};
use super::{IN_FILES, Parsed, ParsedText, Parser, Resolver, Result};

impl<R: Resolver> Parser<'_, R> {
    /// Returns whether a `.` and a word follow.
    pub(super) fn has_member(&self) -> bool {
        self.rest().starts_with('.') && !self.rest().starts_with("..")
    }

    /// Parses the `.` and the name of an item of a bag.
    pub(super) fn item(&mut self, bag: usize) -> Result<usize> {
        self.at += 1;
        let place = self.next_word();
        let word = &self.text[place.clone()];
        let items = &self.program.bags[bag].items;
        if let Some(item) = items.iter().position(|(name, _)| name == word) {
            self.at = place.end;
            return Ok(item);
        }
        let names: Vec<&str> = items.iter().map(|(name, _)| &**name).collect();
        let accepted = format!("expected one of {}", names.join(", "));
        Err(Self::fault(
            place,
            format!(
                "has \"{word}\", which {} does not have",
                self.program.bags[bag].name
            ),
            accepted,
        ))
    }

    /// Parses the name of a bag. Another word replaces `NAME` in the fault `found`, which accepts
    /// `without` if there is no bag.
    fn bag(&mut self, found: &str, without: &str) -> Result<usize> {
        self.spaces();
        let place = self.next_word();
        match self.reader.name(&self.text[place.clone()]) {
            Some(Name::Bag(bag)) => {
                self.at = place.end;
                return Ok(bag);
            }
            Some(Name::Faulty) => return Err(Self::faulty(place)),
            _ => {}
        }
        let bags: Vec<&str> = self.program.bags.iter().map(|bag| &*bag.name).collect();
        let accepted = if !self.reader.has_file() {
            IN_FILES.to_owned()
        } else if bags.is_empty() {
            format!("{without}; add it under [bag]")
        } else {
            format!("expected one of {}", bags.join(", "))
        };
        let found = found.replace("NAME", &self.quoted(place.clone()));
        Err(self.unknown(place, found, accepted))
    }

    /// Parses `left(bag)` or `left(bag.item)` after the word.
    pub(super) fn left(&mut self, start: usize) -> Result<Parsed> {
        self.expect("(", "after left")?;
        let bag = self.bag("has NAME in left(…)", "there is no bag")?;
        let items = if self.has_member() {
            let item = self.item(bag)?;
            item..item + 1
        } else {
            0..self.program.bags[bag].items.len()
        };
        self.expect(")", "in left(…)")?;
        let mut sum = self.program.number(0);
        for item in items {
            let variable = self.program.bags[bag].items[item].1;
            let left = self.add(Node::Variable(variable), start)?;
            sum = self.add(Node::Binary(BinaryOp::Add, sum, left), start)?;
        }
        Ok(Parsed::Number(sum))
    }

    /// Parses the bag after a number of draws and `from`. Returns how many things are drawn.
    pub(super) fn draw(&mut self, count: NodeId, start: usize) -> Result<ParsedText> {
        let bag = self.bag("draws from NAME", "expected a bag")?;
        if self.program.bounds(count).high > MOST_DICE && !self.program.is_draft {
            let found = format!("draws {}", self.program.bounds(count).high);
            let accepted = format!("expected at most {MOST_DICE}");
            return Err(Self::fault(start..self.at, found, accepted));
        }
        // One item after the other: those that are drawn of it among it and the later ones.
        let variables: Vec<usize> = self.program.bags[bag]
            .items
            .iter()
            .map(|one| one.1)
            .collect();
        let mut lefts = Vec::new();
        for variable in variables {
            lefts.push(self.add(Node::Variable(variable), start)?);
        }
        let zero = self.program.number(0);
        let mut later = vec![zero];
        for &left in lefts.iter().rev() {
            let sum = later[later.len() - 1];
            later.push(self.add(Node::Binary(BinaryOp::Add, left, sum), start)?);
        }
        later.reverse();
        // The numbers are figures of dice, which later changes of states do not affect.
        let (mut left_to_draw, mut value) = (count, zero);
        let mut drawn = Vec::new();
        for (item, &left) in lefts.iter().enumerate() {
            let component = Component {
                count: left_to_draw,
                die: Die::Drawn(left, later[item + 1]),
                rules: Vec::new(),
                text: String::new(),
            };
            let pool = self.add_pool(vec![component], start)?;
            let number = self.program.sum_of(pool);
            let number = number.map_err(|found| Self::fault(start..self.at, found, ""))?;
            drawn.push(number);
            left_to_draw = self.add(
                Node::Binary(BinaryOp::Subtract, left_to_draw, number),
                start,
            )?;
            value = self.add(Node::Binary(BinaryOp::Add, value, number), start)?;
        }
        Ok(ParsedText {
            value,
            pool: None,
            drawn: Some((bag, drawn)),
            note: None,
        })
    }

    /// Parses the places of a table after its name.
    pub(super) fn lookup(&mut self, table: usize, start: usize) -> Result<Parsed> {
        let Table { has_rows, name, .. } = &self.program.tables[table];
        let (has_rows, name) = (*has_rows, name.clone());
        let example = if has_rows { "x, y" } else { "x" };
        if !self.rest().trim_start().starts_with('[') {
            let found = format!(
                "has the table {} without a place",
                self.quoted(start..self.at)
            );
            let accepted = format!("expected {name}[{example}]");
            return Err(Self::fault(start..self.at, found, accepted));
        }
        self.at = self.text.len() - self.rest().trim_start().len() + 1;
        let first = self.expression()?;
        let second = if has_rows {
            self.expect(",", &format!("in {name}[…]"))?;
            Some(self.expression()?)
        } else {
            None
        };
        self.expect("]", &format!("in {name}[…]"))?;
        self.add(Node::Lookup(table, first, second), start)
            .map(Parsed::Number)
    }
}
