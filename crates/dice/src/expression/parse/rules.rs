//! Syntax of the rules for throwing dice, and of those for keeping them.

use super::super::Selection;
use super::super::components::{Die, DieRule, KeepRuleNode, SelectionNode};
use super::super::limits::MOST_RULES;
use super::super::program::{NodeId, PoolId};
use super::{Parser, Resolver, Result};

/// Largest number of explosions that a notation can state.
const MOST_TIMES: u32 = 50;
/// Word for the faces without symbols, unless it is the name of a symbol.
const BLANK: &str = "blank";

impl<R: Resolver> Parser<'_, R> {
    /// Parses the rules for throwing a die, such as `ro1` or `!`.
    pub(super) fn die_rules(&mut self, die: &Die) -> Result<Vec<DieRule>> {
        let mut rules: Vec<DieRule> = Vec::new();
        loop {
            let start = self.at;
            self.spaces();
            let rest = self.rest();
            let rule = if let Some(rule) = self.rule_of_symbols(die)? {
                Some(rule)
            } else if rest.starts_with("!=") {
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
            let is_of_symbols =
                matches!(rule, DieRule::RerollFaces(_) | DieRule::RerollFacesOnce(_));
            if matches!(die, Die::Symbols(_)) && !is_of_symbols {
                return Err(Self::fault(
                    start..self.at,
                    format!("has {} on dice with symbols", self.quoted(start..self.at)),
                    format!("expected no rule, or one such as \"rr {BLANK}\""),
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

    /// Parses a rule that throws dice with symbols again: `rr` or `ro`, and a symbol with an optional
    /// comparison, or `blank`; `None` if none follows.
    fn rule_of_symbols(&mut self, die: &Die) -> Result<Option<DieRule>> {
        let Die::Symbols(die) = *die else {
            return Ok(None);
        };
        let is_symbol =
            |c: char| !c.is_whitespace() && !c.is_ascii_digit() && !"(-−<>=!".contains(c);
        let found = ["rr", "ro"].into_iter().find_map(|word| {
            let rest = strip_word(self.rest(), word)?.trim_start();
            rest.starts_with(is_symbol).then_some((word, rest.len()))
        });
        let Some((word, left)) = found else {
            return Ok(None);
        };
        let start = self.at;
        self.at = self.text.len() - left;
        let place = self.next_word();
        let name = &self.text[place.clone()];
        let of_die = |symbol: &usize| {
            let mut faces = self.program.symbol_dice[die].faces.iter();
            faces.any(|face| face.0[*symbol] > 0)
        };
        let symbols = self.program.symbols.iter().enumerate();
        let symbols = symbols.filter(|(index, _)| of_die(index));
        let symbols: Vec<(usize, String)> = symbols
            .map(|(index, symbol)| (index, symbol.clone()))
            .collect();
        let symbol = symbols.iter().find(|symbol| symbol.1 == name);
        if symbol.is_none() && !name.eq_ignore_ascii_case(BLANK) {
            let symbols = symbols.iter().map(|symbol| &*symbol.1);
            let listed: Vec<&str> = symbols.chain([BLANK]).collect();
            let found = format!(
                "has {}, which the die does not have",
                self.quoted(place.clone())
            );
            let accepted = format!("expected one of {}", listed.join(", "));
            return Err(Self::fault(place, found, accepted));
        }
        self.at = place.end;
        let symbol = symbol.map(|symbol| symbol.0);
        let compared = match symbol {
            Some(_) => self.selection()?,
            None => None,
        };
        let selection = match compared {
            Some(compared) => self.known_selection(compared, start)?,
            None => Selection {
                least: 1,
                most: i64::MAX,
                inverted: symbol.is_none(),
            },
        };
        let faces = &self.program.symbol_dice[die].faces;
        if faces.len() > u128::BITS as usize {
            let found = format!(
                "has a die with {} faces that is thrown again by symbols",
                faces.len()
            );
            let accepted = format!("expected at most {} faces", u128::BITS);
            return Err(Self::fault(start..self.at, found, accepted));
        }
        let number = |counts: &[u8]| match symbol {
            Some(symbol) => i64::from(counts[symbol]),
            None => counts.iter().map(|&count| i64::from(count)).sum(),
        };
        let selected = faces.iter().enumerate();
        let selected = selected.filter(|(_, face)| selection.has(number(&face.0)));
        let selected = selected.fold(0, |all, (index, _)| all | 1 << index);
        Ok(Some(if word == "rr" {
            DieRule::RerollFaces(selected)
        } else {
            DieRule::RerollFacesOnce(selected)
        }))
    }

    /// Returns a selection of known numbers.
    fn known_selection(&self, selection: SelectionNode, start: usize) -> Result<Selection> {
        let known = |bound: Option<NodeId>, open: i64| match bound {
            Some(bound) => self.program.constant(bound),
            None => Some(open),
        };
        let bounds = known(selection.least, i64::MIN).zip(known(selection.most, i64::MAX));
        let Some((least, most)) = bounds else {
            let found = format!("has {}", self.quoted(start..self.at));
            let accepted = "expected a known number of symbols";
            return Err(Self::fault(start..self.at, found, accepted));
        };
        Ok(Selection {
            least,
            most,
            inverted: selection.inverted,
        })
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
    pub(super) fn has_rule(&self, word: &str) -> bool {
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
}

/// Returns what follows a word at the start of a text, in small or capital letters.
fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (start, rest) = text.split_at_checked(word.len())?;
    start.eq_ignore_ascii_case(word).then_some(rest)
}
