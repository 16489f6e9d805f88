//! The dice and the rolls of a file, and which step throws a roll.

use super::super::choices::Choice;
use super::super::keys::{DieKeys, LARGEST_VALUE, LARGEST_WEIGHT};
use super::super::{State, Step, Write};
use super::scope::Readable;
use super::{Builder, by_name, one_of};
use evenodds_core::document::Item;
use evenodds_core::stats::{decimals, digits};
use evenodds_dice::exact::chance_of_more;
use evenodds_dice::expression::{
    Bag, BinaryOp, Die, Evaluator, KnownDie, MOST_DICE, Name, Node, NodeId, ParsedText, Range,
    Roll, SymbolDie, Values, weighted,
};
use std::collections::{BTreeSet, HashMap};

/// Probability of explosions beyond the default limit above which there is a warning.
const NOTABLE: f64 = 1e-6;

impl Builder<'_> {
    /// Reads the dice. Symbols are numbered in the order in which they appear.
    pub(super) fn dice(&mut self, dice: &[(String, Item)]) {
        let named = by_name(dice).into_iter();
        let read: Vec<_> = named
            .map(|(_, name, item)| (name, item, self.die(name, item)))
            .collect();
        for (name, item, die) in read {
            self.name(name, item, die.map_or(Name::Faulty, Name::Die));
        }
        let symbols = self.program.symbols.len();
        for die in &mut self.program.symbol_dice {
            for (counts, _) in &mut die.faces {
                counts.resize(symbols, 0);
            }
        }
    }

    /// Reads a die.
    fn die(&mut self, name: &str, item: &Item) -> Option<Die> {
        let keys = match item.as_table() {
            Some(table) => Some(DieKeys::read(table)?),
            None => None,
        };
        let (faces, weights) = match &keys {
            Some(die) => (die.faces.all(), die.weights.all()),
            None => (item.as_list().unwrap_or_default(), &[][..]),
        };
        let is_read = |face: &Item| face.as_integer().is_some() || face.as_text().is_some();
        if faces.is_empty() || !faces.iter().all(is_read) {
            return None;
        }
        if !weights.is_empty() && weights.len() != faces.len() {
            let found = format!("has {} weights for {} faces", weights.len(), faces.len());
            let accepted = "expected one weight for each face";
            self.faults.refuse_item(item, found, accepted, None);
            return None;
        }
        let weights = weights.iter().map(|item| {
            let bounds = Range {
                low: 1,
                high: LARGEST_WEIGHT,
            };
            self.parameter(item, bounds)
        });
        let mut weights: Vec<u32> = (weights.collect::<Option<Vec<i64>>>()?.iter())
            .map(|&weight| weight as u32)
            .collect();
        weights.resize(faces.len(), 1);
        if words_of(faces).any(|word| self.is_faulty(word)) {
            return None;
        }
        let has_integers = faces.iter().any(|face| face.as_integer().is_some());
        if has_integers || self.are_expressions(faces) {
            let bounds = Range {
                low: -LARGEST_VALUE,
                high: LARGEST_VALUE,
            };
            let faces = faces.iter().map(|face| self.parameter(face, bounds));
            let faces: Vec<i64> = faces.collect::<Option<_>>()?;
            return Some(Die::Weighted(weighted(faces.into_iter().zip(weights))));
        }
        if !self.is_complete {
            // The texts can be expressions of parameters that could not be read.
            return None;
        }
        let texts: Vec<String> = (faces.iter())
            .map(|face| face.as_text().unwrap_or_default().to_owned())
            .collect();
        let faces = texts.iter().zip(weights).map(|(text, weight)| {
            let mut counts: Vec<u8> = Vec::new();
            for symbol in text.split_whitespace() {
                let symbols = &mut self.program.symbols;
                let place = symbols.iter().position(|known| known == symbol);
                let place = place.unwrap_or_else(|| {
                    symbols.push(symbol.to_owned());
                    symbols.len() - 1
                });
                if counts.len() <= place {
                    counts.resize(place + 1, 0);
                }
                counts[place] = counts[place].saturating_add(1);
            }
            (counts, weight)
        });
        let faces = faces.collect();
        self.program.symbol_dice.push(SymbolDie {
            name: name.to_owned(),
            faces,
            texts,
        });
        Some(Die::Symbols(self.program.symbol_dice.len() - 1))
    }

    /// Returns the value of an integer or an expression of parameters.
    fn parameter(&mut self, item: &Item, bounds: Range) -> Option<i64> {
        // A value of another shape is a fault already.
        if item.as_integer().is_none() && item.as_text().is_none() {
            return None;
        }
        let node = self.expression(item, Readable::default())?;
        let value = self.program.constant(node);
        if let Some(value) = value.filter(|&value| bounds.contains(value)) {
            return Some(value);
        }
        let found = value.map_or_else(|| "is not known".to_owned(), |value| format!("is {value}"));
        let accepted = format!("expected {} to {}", bounds.low, bounds.high);
        self.faults.refuse_item(item, found, accepted, None);
        None
    }

    /// Returns whether texts are expressions of parameters, at least one of which is named, and no
    /// symbols.
    fn are_expressions(&mut self, texts: &[Item]) -> bool {
        let is_parameter = |word: &str| {
            let named = self.names.get(word).map(|named| &named.meaning);
            matches!(named, Some(Name::Value(_)))
        };
        if !words_of(texts).any(is_parameter) {
            return false;
        }
        let (program, reads_rounds) = (self.program.clone(), self.reads_rounds.get());
        let are_expressions = texts.iter().filter_map(Item::as_text).all(|text| {
            let parsed = self.parsed(text, None, Readable::default(), &BTreeSet::new());
            parsed.0.is_ok()
        });
        self.program = program;
        self.reads_rounds.set(reads_rounds);
        are_expressions
    }

    /// Reads the bags: a state for each thing in them.
    pub(super) fn bags(&mut self, bags: &[(String, Item)], states: &mut Vec<State>) -> Option<()> {
        for (_, name, item) in by_name(bags) {
            let Some(things) = item.as_map() else {
                self.name(name, item, Name::Faulty);
                continue;
            };
            let mut items = Vec::new();
            let mut all = 0;
            for (_, thing, number) in by_name(things) {
                let start = number.as_integer()?;
                all += start;
                self.has_room(number, thing)?;
                let bounds = Range {
                    low: 0,
                    high: start,
                };
                let state = self.kept_state(states, format!("{name}.{thing}"), (start, bounds));
                items.push((thing.to_owned(), state));
            }
            if items.is_empty() || all > MOST_DICE {
                let found = format!("has {all} things");
                let accepted =
                    format!("expected 1 to {MOST_DICE}, such as {{ green = 6, red = 3 }}");
                self.faults.refuse_item(item, found, accepted, None);
                self.name(name, item, Name::Faulty);
                continue;
            }
            self.program.bags.push(Bag {
                name: name.to_owned(),
                items,
            });
            let bag = self.program.bags.len() - 1;
            self.name(name, item, Name::Bag(bag));
        }
        Some(())
    }

    /// Adds changes to a step that remove its draws from their bags, then those that refill bags. The
    /// other changes of the step read the bags after the draws.
    pub(super) fn draw(
        &mut self,
        step: &mut Step,
        refills: Vec<Write>,
        rolls: &[(String, Item)],
    ) -> Option<()> {
        let mut left: HashMap<usize, NodeId> = HashMap::new();
        let mut drawn: Vec<(usize, NodeId)> = Vec::new();
        for &roll in &step.rolls {
            let Some((bag, numbers)) = self.program.rolls[roll].drawn.clone() else {
                continue;
            };
            let variables = self.program.bags[bag].items.iter().map(|item| item.1);
            let variables: Vec<usize> = variables.collect();
            if variables.iter().any(|variable| left.contains_key(variable)) {
                let name = &self.program.rolls[roll].name;
                let item = &rolls.iter().find(|one| one.0 == *name)?.1;
                let bag = &self.program.bags[bag].name;
                let found = format!("draws from {bag} in a step that draws from it already");
                let accepted = "expected one draw from a bag in a step";
                self.faults.refuse_item(item, found, accepted, None);
                return None;
            }
            for (variable, number) in variables.into_iter().zip(numbers) {
                let before = self.program.add(Node::Variable(variable)).ok()?;
                let after = Node::Binary(BinaryOp::Subtract, before, number);
                let after = self.program.add(after).ok()?;
                left.insert(variable, after);
                drawn.push((variable, after));
            }
        }
        let mut known = HashMap::new();
        let mut replaced = |node: NodeId| self.program.replaced(node, &left, &mut known).ok();
        for write in &mut step.writes {
            if let Some(condition) = &mut write.condition {
                *condition = replaced(*condition)?;
            }
            for (_, node) in &mut write.changes {
                *node = replaced(*node)?;
            }
        }
        if !drawn.is_empty() {
            step.writes.push(Write {
                condition: None,
                changes: drawn,
            });
        }
        for mut write in refills {
            if let Some(condition) = &mut write.condition {
                *condition = replaced(*condition)?;
            }
            step.writes.push(write);
        }
        Some(())
    }

    /// Parses the rolls and the named expressions: in the order of their names, each after those that
    /// it reads.
    pub(super) fn rolls(&mut self, rolls: &[(String, Item)], named: &[(String, Item)]) {
        let is_roll = |name: &str| rolls.iter().any(|roll| roll.0 == name);
        let mut named = by_name(named);
        for (_, _, item) in named.iter().filter(|one| is_roll(one.1)) {
            let found = "has the name of a roll";
            (self.faults).refuse_item(item, found, "expected another name", None);
        }
        named.retain(|one| !is_roll(one.1));
        let is_named = |name: &str| named.iter().any(|one| one.1 == name);
        let mut rolls: Vec<_> = by_name(rolls).into_iter().chain(named.clone()).collect();
        rolls.sort_by_key(|entry| entry.1);
        let mut pending: BTreeSet<&str> = rolls.iter().map(|roll| roll.1).collect();
        for &(_, first, _) in &rolls {
            // Each roll is read by the one before it.
            let mut stack = vec![first];
            while let Some(&name) = stack.last() {
                let found = rolls.binary_search_by_key(&name, |roll| roll.1);
                let (place, _, item) = rolls[found.unwrap_or_default()];
                if !pending.remove(name) {
                    stack.pop();
                    continue;
                }
                let Some(text) = item.as_text().map(str::to_owned) else {
                    self.name(name, item, Name::Faulty);
                    stack.pop();
                    continue;
                };
                let is_later = pending.iter().any(|later| text.contains(later));
                let before = is_later.then(|| self.program.clone());
                let (index, pools) = (self.program.rolls.len(), self.program.pools.len());
                let own = (!is_named(name)).then_some(index);
                let (parsed, wanted) = self.parsed(&text, own, Readable::default(), &pending);
                let wanted = wanted.and_then(|wanted| pending.get(&*wanted).copied());
                let is_circle = wanted.is_some_and(|wanted| stack.contains(&wanted));
                if let (Some(before), Some(wanted), false) = (before, wanted, is_circle) {
                    self.program = before;
                    pending.insert(name);
                    stack.push(wanted);
                    continue;
                }
                let parsed = match parsed {
                    _ if is_circle => {
                        let found = format!("reads {}, which reads it", wanted.unwrap_or_default());
                        let accepted = "expected rolls and names that do not read each other";
                        self.faults.refuse_item(item, found, accepted, None);
                        None
                    }
                    Ok(parsed) => Some(parsed),
                    Err(fault) => {
                        self.report(item, &text, fault);
                        None
                    }
                };
                let Some(ParsedText {
                    value, pool, drawn, ..
                }) = parsed
                else {
                    self.name(name, item, Name::Faulty);
                    stack.pop();
                    continue;
                };
                if own.is_none() {
                    self.name(name, item, Name::Value(value));
                    stack.pop();
                    continue;
                }
                let pool = pool.filter(|&pool| self.program.pools[pool].roll == index);
                let value = self.program.rolled(value);
                self.program.rolls.push(Roll {
                    name: name.to_owned(),
                    text,
                    place,
                    value,
                    pool,
                    pools: pools..self.program.pools.len(),
                    drawn,
                });
                self.name(name, item, Name::Roll(index));
                stack.pop();
            }
        }
    }

    /// Warns of rolls that the default limit of explosions cuts off with a notable probability.
    pub(super) fn warn_of_explosions(&mut self, rolls: &[(String, Item)]) {
        for (name, item) in rolls {
            let mut parsed = self.program.rolls.iter();
            let Some(roll) = parsed.find(|roll| roll.name == *name) else {
                continue;
            };
            let components = self.program.pools[roll.pools.clone()].iter();
            let components = components.flat_map(|pool| &pool.components);
            let cut = components.map(|component| {
                let mut operands = component.operands().into_iter();
                if !operands.all(|node| self.program.constant(node).is_some()) {
                    return 0.0;
                }
                let evaluator = Evaluator(&self.program);
                let die = KnownDie::new(evaluator, &mut Values::new(&self.program), component);
                let most = self.program.most_explosions as i32 + 1;
                let dice = self.program.bounds(component.count).high.max(0) as f64;
                dice * chance_of_more(&die).map_or(0.0, |chance| chance.powi(most))
            });
            let cut: f64 = cut.sum();
            if cut > NOTABLE {
                let most = self.program.most_explosions;
                let share = cut.min(1.0);
                let percent = digits(share, decimals(share, share, share));
                let found = format!(
                    "is cut off after {most} explosions of a die in up to {percent}% of throws"
                );
                self.warn(item, found, "set `limit.explode`");
            }
        }
    }

    /// Returns the rolls that are named by a text or a list of texts.
    pub(super) fn roll_names(&mut self, item: &Item) -> Option<Vec<usize>> {
        let items = item.as_list().unwrap_or(std::slice::from_ref(item));
        let mut rolls = Vec::new();
        for item in items {
            let name = item.as_text()?;
            match self.names.get(name).map(|named| &named.meaning) {
                Some(Name::Roll(roll)) => {
                    rolls.push(*roll);
                    continue;
                }
                Some(Name::Faulty) => return None,
                _ => {}
            }
            let names = self.program.rolls.iter().map(|roll| &roll.name);
            let accepted = one_of(names, "expected a roll; add it under [roll]");
            self.refuse_unknown(item, format!("is \"{name}\""), accepted);
            return None;
        }
        Some(rolls)
    }

    /// Adds to a step the rolls that expressions read, and those that these rolls read.
    pub(super) fn add_rolls(&mut self, step: &mut Step, roots: &[NodeId]) {
        let reads = roots
            .iter()
            .fold(0, |all, &node| all | self.program.pools_read(node));
        for (pool, read) in self.program.pools.iter().enumerate() {
            if reads & 1 << pool != 0 && !step.rolls.contains(&read.roll) {
                step.rolls.push(read.roll);
            }
        }
        step.rolls.sort_unstable();
    }

    /// Reports rolls of a step whose dice depend on a choice of another step.
    pub(super) fn check_rolls(
        &mut self,
        steps: &[Step],
        states: usize,
        rolls: &[(String, Item)],
    ) -> Option<()> {
        for step in steps {
            let own = step.choices.iter().filter_map(Choice::variable);
            let states = u64::MAX.checked_shr(64 - states as u32).unwrap_or(0);
            let own = own.fold(states, |all, variable| all | 1 << variable);
            for &roll in &step.rolls {
                if self.program.dice_variables(roll) & !own == 0 {
                    continue;
                }
                let name = &self.program.rolls[roll].name;
                let found = "reads a choice of another step";
                let accepted = "expected states, or choices of the step that throws the roll";
                let item = &rolls.iter().find(|one| one.0 == *name)?.1;
                self.faults.refuse_item(item, found, accepted, None);
                return None;
            }
        }
        Some(())
    }
}

/// Returns the words of the texts among faces.
fn words_of(faces: &[Item]) -> impl Iterator<Item = &str> {
    let texts = faces.iter().filter_map(Item::as_text);
    texts.flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_'))
}
