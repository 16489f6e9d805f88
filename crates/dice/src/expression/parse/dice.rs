//! Syntax of dice: their faces, the rules for throwing them, and the rules for keeping them.

use super::super::arithmetic::{BinaryOp, UnaryOp};
use super::super::limits::{MOST_DICE, MOST_FACES, MOST_POOLS, MOST_RULES};
use super::super::program::{
    Component, Die, DieRule, KeepRuleNode, Name, Node, NodeId, Pool, PoolId, SelectionNode,
};
use super::super::{Evaluator, KnownDie, Values};
use super::{Parsed, Parser, Resolver, Result};

/// Largest number of explosions that a notation can state.
const MOST_TIMES: u32 = 50;

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
        self.at += 1;
        let die = self.faces()?;
        let rules = self.die_rules(&die)?;
        let component = Component { count, die, rules };
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
                Some(DieRule::Explode(None, self.once()))
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
                let most = if *word == "e" { self.times()? } else { None };
                self.selection()?.map(|selection| match *word {
                    "rr" => DieRule::Reroll(selection),
                    "ro" => DieRule::RerollOnce(selection),
                    "ra" => DieRule::AddOnce(selection),
                    _ => DieRule::Explode(Some(selection), most),
                })
            } else {
                None
            };
            let Some(rule) = rule else {
                self.at = start;
                return Ok(rules);
            };
            if let Some(last) = rules.last()
                && last.adds_dice()
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
            if rules.len() == MOST_RULES {
                return Err(Self::fault(
                    start..self.at,
                    "is one rule for throwing a die too many",
                    format!("expected at most {MOST_RULES}"),
                ));
            }
            rules.push(rule);
        }
    }

    /// Skips the `1` of `!1`, and returns how often a die explodes then.
    fn once(&mut self) -> Option<u32> {
        let rest = self.rest().strip_prefix('1')?;
        if rest.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        self.at += 1;
        Some(1)
    }

    /// Parses how often a die explodes at most, such as the `2:` of `e2:6`; `None` if there is none.
    fn times(&mut self) -> Result<Option<u32>> {
        let start = self.at;
        let digits = self.rest().find(|c: char| !c.is_ascii_digit());
        let Some(length) =
            digits.filter(|&length| length > 0 && self.rest()[length..].starts_with(':'))
        else {
            return Ok(None);
        };
        let typed = &self.rest()[..length];
        let most = typed.parse::<u32>().ok();
        self.at += length + 1;
        match most.filter(|most| (1..=MOST_TIMES).contains(most)) {
            Some(most) => Ok(Some(most)),
            None => Err(Self::fault(
                start..self.at - 1,
                format!("has {typed} before \":\""),
                format!("expected 1 to {MOST_TIMES} explosions"),
            )),
        }
    }

    /// Returns whether a rule with this name follows: the name, and then an operand or a selection.
    fn has_rule(&self, word: &str) -> bool {
        let Some(rest) = strip_word(self.rest(), word) else {
            return false;
        };
        let rest = rest.trim_start();
        rest.starts_with(|c: char| c.is_ascii_digit() || "(-−<>=!".contains(c))
    }

    /// Returns whether a word follows: the word, and then something else than a letter.
    fn has_word(&self, word: &str) -> bool {
        let rest = strip_word(self.rest(), word);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphabetic() || c == '_'))
    }

    /// Parses the rules that keep or drop dice.
    pub(super) fn keep_rules(&mut self, pool: PoolId) -> Result<()> {
        loop {
            let start = self.at;
            self.spaces();
            // `kh3`, and the longer form `k h3`, which some programs use.
            let words = ["kh", "kl", "ph", "pl"];
            let rule = if let Some(word) = words.iter().find(|word| self.has_word(word)) {
                self.at += 2;
                // Without a number, one die is meant.
                let is_given = |c: char| c.is_ascii_digit() || c == '(';
                let n = if self.rest().trim_start().starts_with(is_given) {
                    self.spaces();
                    self.operand()?
                } else {
                    self.program.number(1)
                };
                Some(match *word {
                    "kh" => KeepRuleNode::Highest(n),
                    "kl" => KeepRuleNode::Lowest(n),
                    "ph" => KeepRuleNode::DropHighest(n),
                    _ => KeepRuleNode::DropLowest(n),
                })
            } else if let Some(word) = ["k", "p"].iter().find(|word| self.has_rule(word)) {
                self.at += 1;
                let is_bare = !self.rest().trim_start().starts_with(['<', '>', '=', '!']);
                let selection = self.selection()?;
                if let Some(one) = selection.filter(|one| is_bare && one.least == one.most) {
                    let number = self.program.constant(one.least.unwrap_or_default());
                    let number = number.map_or_else(|| "N".to_owned(), |number| number.to_string());
                    let does = if *word == "k" { "keep" } else { "drop" };
                    return Err(Self::fault(
                        start..self.at,
                        format!("has {}", self.quoted(start..self.at)),
                        format!(
                            "{word}h{number} {does}s the highest dice, {word}={number} the dice that \
                             show {number}"
                        ),
                    ));
                }
                selection.map(|selection| {
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

/// Returns what follows a word at the start of a text, in small or capital letters.
fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (start, rest) = text.split_at_checked(word.len())?;
    start.eq_ignore_ascii_case(word).then_some(rest)
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
