//! Syntax of functions.

use super::super::arithmetic::{BinaryOp, UnaryOp};
use super::super::components::SelectionNode;
use super::super::functions::{
    self, Arguments, Function, ListedFunction, PoolFunction, ShortForm, Takes,
};
use super::super::program::{Node, NodeId, PoolId};
use super::{Parsed, Parser, Resolver, Result};

impl<R: Resolver> Parser<'_, R> {
    /// Parses the arguments of a function and its `)`.
    pub(super) fn call(&mut self, called: ListedFunction, start: usize) -> Result<Parsed> {
        use ListedFunction::{Form, Pool};
        let word = called.name();
        self.spaces();
        let first_at = self.at;
        let first = self.or()?;
        let node = match (called, &first) {
            (Form(ShortForm::Abs), _) => {
                let a = self.number(first, first_at)?;
                self.add(Node::Unary(UnaryOp::Abs, a), start)?
            }
            (Form(ShortForm::Clamp), _) => {
                let a = self.number(first, first_at)?;
                let [low, high] = [self.argument(word)?, self.argument(word)?];
                let raised = self.add(Node::Binary(BinaryOp::Max, a, low), start)?;
                self.add(Node::Binary(BinaryOp::Min, raised, high), start)?
            }
            (Form(form @ (ShortForm::Max | ShortForm::Min)), &Parsed::Pool(pool))
                if self.ends_call() =>
            {
                self.no_symbols(pool, first_at)?;
                let function = if form == ShortForm::Max {
                    let one = self.program.number(1);
                    Function {
                        function: &functions::KTH,
                        arguments: Arguments::Number(one),
                    }
                } else {
                    Function::of(&functions::LOWEST)
                };
                self.figure(function, pool, None, start)?
            }
            (Form(form @ (ShortForm::Max | ShortForm::Min)), _) => {
                let op = if form == ShortForm::Max {
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
            (Form(ShortForm::Has), &Parsed::Pool(pool)) => {
                self.no_symbols(pool, first_at)?;
                self.has(pool, start)?
            }
            (Pool(function), &Parsed::Pool(pool)) => {
                self.pool_function(function, pool, start, first_at)?
            }
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

    /// Adds the number of dice with selected values.
    pub(super) fn counting(
        &mut self,
        selection: SelectionNode,
        pool: PoolId,
        start: usize,
    ) -> Result<NodeId> {
        let function = Function {
            function: &functions::COUNT,
            arguments: Arguments::Values(selection),
        };
        self.figure(function, pool, None, start)
    }

    fn ends_call(&mut self) -> bool {
        self.spaces();
        !self.rest().starts_with(',')
    }

    fn argument(&mut self, word: &str) -> Result<NodeId> {
        self.expect(",", &format!("in {word}(…)"))?;
        self.expression()
    }

    pub(super) fn figure(
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

    fn pool_function(
        &mut self,
        function: &'static PoolFunction,
        pool: PoolId,
        start: usize,
        first_at: usize,
    ) -> Result<NodeId> {
        let word = function.name;
        if *function != functions::SIZE {
            self.no_symbols(pool, first_at)?;
        }
        let mut other = None;
        let arguments = match function.takes {
            Takes::Nothing => Arguments::None,
            Takes::Number => Arguments::Number(self.argument(word)?),
            Takes::Values(what) => {
                if self.ends_call() {
                    let place = self.next_word();
                    let found = format!("has no values in {word}(…)");
                    let accepted = format!("expected a comma and {what}");
                    return Err(Self::fault(place, found, accepted));
                }
                self.expect(",", &format!("in {word}(…)"))?;
                Arguments::Values(self.selected()?)
            }
            Takes::Pool | Takes::PoolAndTies => {
                other = Some(self.other_pool(word)?);
                if function.takes == Takes::PoolAndTies && self.ties(word)? {
                    Arguments::Ties
                } else {
                    Arguments::None
                }
            }
        };
        let call = Function {
            function,
            arguments,
        };
        self.figure(call, pool, other, start)
    }

    fn other_pool(&mut self, word: &str) -> Result<PoolId> {
        self.expect(",", &format!("in {word}(…)"))?;
        self.spaces();
        let at = self.at;
        let Parsed::Pool(other) = self.or()? else {
            let place = at..self.at;
            let found = format!("has {} in {word}(…)", self.quoted(place.clone()));
            return Err(Self::fault(place, found, "expected a second pool of dice"));
        };
        self.no_symbols(other, at)?;
        Ok(other)
    }

    fn ties(&mut self, word: &str) -> Result<bool> {
        if !self.skip(",") {
            return Ok(false);
        }
        self.spaces();
        let place = self.next_word();
        if !self.skip_word("ties") {
            let found = format!("has {} in {word}(…)", self.quoted(place.clone()));
            return Err(Self::fault(place, found, "expected \"ties\""));
        }
        Ok(true)
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
            let count = self.counting(selection, pool, start)?;
            let needed = self.program.number(equal.len() as i64);
            let enough = Node::Binary(BinaryOp::GreaterOrEqual, count, needed);
            let enough = self.add(enough, start)?;
            all = self.add(Node::Binary(BinaryOp::And, all, enough), start)?;
        }
        Ok(all)
    }
}
