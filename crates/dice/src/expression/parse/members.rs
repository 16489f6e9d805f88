//! Syntax of names with parts, such as `self.hp`, and of numbers of a team, such as
//! `count(goblins, hp < 4)`.

use super::super::arithmetic::BinaryOp;
use super::super::functions::named;
use super::super::program::{Node, NodeId, Program};
use super::{Parsed, Parser, Resolver, Result, SyntaxFault};
use evenodds_core::document::nearest::nearest;
use std::ops::Range;

/// Meaning of a name with parts.
pub enum PathMeaning<'r> {
    /// A value.
    Value(NodeId),
    /// Texts that are read in place of the name.
    Texts {
        /// Value that selects the text that is read; `None` if there is only one.
        selector: Option<NodeId>,
        /// The texts.
        texts: Vec<String>,
        /// Names that the texts can use.
        scope: Box<dyn Resolver + 'r>,
    },
}

/// Number of a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TeamFunction {
    /// Number of members that stand.
    Standing,
    /// Number of standing members for which a condition holds.
    Count,
    /// Sum over the standing members.
    Sum,
    /// Lowest value of a standing member; 0 if none stands.
    Lowest,
    /// Highest value of a standing member; 0 if none stands.
    Highest,
}

impl TeamFunction {
    /// All functions.
    pub const ALL: [Self; 5] = [
        Self::Standing,
        Self::Count,
        Self::Sum,
        Self::Lowest,
        Self::Highest,
    ];

    /// Returns the name in expressions.
    pub fn name(self) -> &'static str {
        match self {
            Self::Standing => "standing",
            Self::Count => "count",
            Self::Sum => "sum",
            Self::Lowest => "lowest",
            Self::Highest => "highest",
        }
    }
}

impl<R: Resolver> Parser<'_, R> {
    /// Parses a name that the reader knows as one with parts or as a text; `None` if it is another
    /// one.
    pub(super) fn path(&mut self, place: Range<usize>) -> Result<Option<Parsed>> {
        let mut end = place.end;
        let mut parts = vec![&self.text[place.clone()]];
        if self.reader.has_parts(parts[0]) {
            while let Some(rest) = self.text[end..].strip_prefix('.') {
                let length = rest
                    .find(|c: char| !c.is_alphanumeric() && c != '_')
                    .unwrap_or(rest.len());
                if length == 0 {
                    break;
                }
                parts.push(&rest[..length]);
                end += 1 + length;
            }
        }
        let place = place.start..end;
        let reader = self.reader;
        let Some(meaning) = reader.path(self.program, &parts) else {
            return Ok(None);
        };
        let path = self.quoted(place.clone());
        let found = format!("reads {path}");
        let meaning =
            meaning.map_err(|accepted| Self::fault(place.clone(), found.clone(), accepted))?;
        self.at = end;
        let (selector, texts, scope) = match meaning {
            PathMeaning::Value(node) => return Ok(Some(Parsed::Number(node))),
            PathMeaning::Texts {
                selector,
                texts,
                scope,
            } => (selector, texts, scope),
        };
        let mut read = Vec::new();
        for text in &texts {
            let depth = self.depth + 1;
            let parsed = inside(self.program, &scope, text, depth).map_err(|fault| {
                let SyntaxFault {
                    found, accepted, ..
                } = fault;
                Self::fault(
                    place.clone(),
                    format!("reads {path}, where \"{text}\" {found}"),
                    accepted,
                )
            })?;
            read.push(parsed);
        }
        let Some(selector) = selector else {
            let parsed = read.pop();
            if let Some(Parsed::Number(node)) = parsed {
                reader.remember(&parts, node);
            }
            return Ok(parsed);
        };
        let mut chosen: Option<NodeId> = None;
        for (index, parsed) in read.into_iter().enumerate().rev() {
            let value = self.number(parsed, place.start)?;
            chosen = Some(match chosen {
                None => value,
                Some(others) => {
                    let index = self.program.number(index as i64);
                    let is_it = Node::Binary(BinaryOp::Equal, selector, index);
                    let is_it = self.add(is_it, place.start)?;
                    self.add(Node::If(is_it, value, others), place.start)?
                }
            });
        }
        Ok(chosen.map(Parsed::Number))
    }

    /// Parses a number of a team after its function; `None` if the first argument is no team.
    pub(super) fn of_team(&mut self, word: &str, start: usize) -> Result<Option<Parsed>> {
        let function = TeamFunction::ALL.iter().find(|one| one.name() == word);
        let Some(&function) = function else {
            return Ok(None);
        };
        let before = self.at;
        self.at = start + word.len();
        self.skip("(");
        self.spaces();
        let place = self.next_word();
        let team = &self.text[place.clone()];
        let reader = self.reader;
        let Some(scope) = reader.over(team) else {
            let teams = reader.teams();
            if teams.is_empty() || named(word).is_some() {
                self.at = before;
                return Ok(None);
            }
            let found = format!("has {} in {word}(…)", self.quoted(place.clone()));
            let accepted = match nearest(team, teams.iter().map(String::as_str)) {
                Some(name) => format!("did you mean {name}?"),
                None => format!("expected one of {}", teams.join(", ")),
            };
            return Err(Self::fault(place, found, accepted));
        };
        self.at = place.end;
        let after = format!("in {word}(…)");
        let of = if function == TeamFunction::Standing {
            None
        } else {
            self.expect(",", &after)?;
            let depth = self.depth;
            let mut parser = Parser {
                text: self.text,
                at: self.at,
                depth,
                program: &mut *self.program,
                reader: &scope,
                comparison: None,
            };
            let node = parser.nested(Parser::expression)?;
            self.at = parser.at;
            Some(node)
        };
        self.expect(")", &after)?;
        let node = reader.total(self.program, function, team, of);
        let node = node.map_err(|found| Self::fault(start..self.at, found, ""))?;
        Ok(Some(Parsed::Number(node)))
    }
}

/// Parses a text in place of a name.
fn inside<'p, S: Resolver>(
    program: &'p mut Program,
    reader: &'p S,
    text: &'p str,
    depth: u32,
) -> Result<Parsed> {
    let mut parser = Parser {
        text,
        at: 0,
        depth,
        program,
        reader,
        comparison: None,
    };
    let parsed = parser.nested(Parser::or)?;
    parser.end()?;
    Ok(parsed)
}
