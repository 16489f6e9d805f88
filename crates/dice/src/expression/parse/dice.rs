//! Syntax of dice: their number and faces, and selections of their values.

use super::super::arithmetic::{BinaryOp, UnaryOp};
use super::super::components::{Component, Die, Pool, SelectionNode};
use super::super::limits::{MOST_DICE, MOST_FACES, MOST_POOLS};
use super::super::program::{Name, Node, NodeId, PoolId};
use super::super::{Evaluator, KnownDie, Values};
use super::{Parsed, Parser, Resolver, Result};

impl<R: Resolver> Parser<'_, R> {
    /// Returns whether a pool has dice with symbols.
    pub(super) fn has_symbols(&self, pool: PoolId) -> bool {
        let symbols = |component: &Component| matches!(component.die, Die::Symbols(_));
        self.program.pools[pool].components.iter().any(symbols)
    }

    /// Returns whether dice follow: `d` with faces.
    pub(super) fn starts_dice(&self) -> bool {
        let Some(faces) = self.rest().strip_prefix(['d', 'D']) else {
            return false;
        };
        faces.starts_with(|c: char| c.is_ascii_digit() || "%({".contains(c))
            || self.die_name(faces).is_some()
            || is_fudge(faces)
    }

    /// Returns whether the faces of a Fudge die follow: `F`, or `f` if no die has such a name.
    fn starts_fudge(&self) -> bool {
        is_fudge(self.rest()) && self.die_name(self.rest()).is_none()
    }

    /// Returns the longest name of a die with which a text starts; `None` in place of a faulty die.
    fn die_name(&self, text: &str) -> Option<(String, Option<Die>)> {
        let names = self.reader.names().into_iter();
        let dice = names.filter_map(|name| match self.reader.name(&name) {
            Some(Name::Die(die)) if text.starts_with(&name) => Some((name, Some(die))),
            Some(Name::Faulty) if text.starts_with(&name) => Some((name, None)),
            _ => None,
        });
        dice.max_by_key(|(name, _)| name.len())
    }

    /// Parses `d` and all that follows, if dice follow.
    pub(super) fn dice(&mut self, count: NodeId, start: usize) -> Result<Option<PoolId>> {
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
        let first = self.at;
        self.at += 1;
        let die = self.faces()?;
        let rules = self.die_rules(&die)?;
        let component = Component {
            count,
            die,
            rules,
            text: self.text[first..self.at].to_owned(),
        };
        self.check_end(&component, start)?;
        let pool = self.add_pool(vec![component], start)?;
        self.keep_rules(pool)?;
        Ok(Some(pool))
    }

    /// Reports dice that are thrown again, or added, whatever they show.
    fn check_end(&self, component: &Component, start: usize) -> Result<()> {
        let is_constant = |node: &NodeId| self.program.constant(*node).is_some();
        let is_known = component.operands().iter().all(is_constant);
        if component.rules.is_empty() || !is_known || self.program.is_draft {
            return Ok(());
        }
        let evaluator = Evaluator(self.program);
        let die = KnownDie::new(evaluator, &mut Values::new(self.program), component);
        if die.is_endless {
            return Err(Self::fault(
                start..self.at,
                format!("throws {} without end", self.quoted(start..self.at)),
                "expected a rule for some of the faces",
            ));
        }
        Ok(())
    }

    pub(super) fn add_pool(&mut self, components: Vec<Component>, start: usize) -> Result<PoolId> {
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
        if self.starts_fudge() {
            self.at += 1;
            return Ok(Die::Weighted(vec![(1, 1), (0, 1), (-1, 1)]));
        }
        if self.skip("{") {
            let mut faces = Vec::new();
            self.face(&mut faces)?;
            while self.skip(",") {
                self.face(&mut faces)?;
            }
            self.expect("}", "after the faces")?;
            if faces.len() > MOST_FACES as usize {
                let found = format!("has a die with {} faces", faces.len());
                let accepted = format!("expected 1 to {MOST_FACES}");
                return Err(Self::fault(start..self.at, found, accepted));
            }
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
            return die.ok_or_else(|| Self::faulty(start..self.at));
        }
        let sides = self.operand()?;
        let range = self.program.bounds(sides);
        // A die without faces is no die, but one that never has faces is a mistake.
        if !self.program.is_draft && (range.high < 1 || range.high > MOST_FACES) {
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

    /// Parses a face, or a range of faces such as `1..6`.
    fn face(&mut self, faces: &mut Vec<NodeId>) -> Result<()> {
        self.spaces();
        let start = self.at;
        let first = self.expression()?;
        if !self.skip("..") {
            faces.push(first);
            return Ok(());
        }
        let last = self.expression()?;
        let range = self
            .program
            .constant(first)
            .zip(self.program.constant(last));
        let place = start..self.at;
        match range {
            Some((low, high)) if low <= high && high.abs_diff(low) < MOST_FACES as u64 => {
                faces.extend((low..=high).map(|face| self.program.number(face)));
                Ok(())
            }
            Some((low, high)) => Err(Self::fault(
                place,
                format!("has the faces {low} to {high}"),
                format!("expected ascending faces, at most {MOST_FACES}"),
            )),
            None => Err(Self::fault(
                place.clone(),
                format!("has {} among the faces", self.quoted(place)),
                "expected known numbers at the ends of a range, such as 1..6",
            )),
        }
    }

    /// Parses the operand of a rule: an integer, or an expression in parentheses.
    pub(super) fn operand(&mut self) -> Result<NodeId> {
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
        let start = self.at;
        if self.rest().starts_with(['-', '−']) && self.skip_minus() {
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
    pub(super) fn selection(&mut self) -> Result<Option<SelectionNode>> {
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
        } else if self.skip("!=") || self.skip("<>") {
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
                .starts_with(|c: char| c.is_ascii_digit() || "(-−".contains(c))
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

    /// Parses the rule `c`, which counts dice instead of adding them, if it follows a pool.
    pub(super) fn counted(&mut self, pool: PoolId, start: usize) -> Result<Parsed> {
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
        let count = self.counting(selection, pool, start)?;
        Ok(Parsed::Number(count))
    }

    pub(super) fn no_symbols(&self, pool: PoolId, start: usize) -> Result<()> {
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
}

/// Returns whether a text starts with the letter of a Fudge die.
fn is_fudge(text: &str) -> bool {
    let rest = text.strip_prefix('f');
    text.starts_with('F')
        || rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
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
