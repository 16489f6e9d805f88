//! The dice and the rolls of a file, and which step throws a roll.

use super::super::choices::Choice;
use super::super::keys::DieKeys;
use super::super::{State, Step, Write};
use super::{Builder, Readable, by_name, located, one_of};
use evenodds_core::document::Item;
use evenodds_dice::exact::chance_of_more;
use evenodds_dice::expression::{
    Bag, BinaryOp, Die, Evaluator, KnownDie, MOST_DICE, Name, Node, NodeId, ParsedText, Range,
    Roll, SymbolDie, Values, weighted,
};
use std::collections::{BTreeSet, HashMap};

/// Probability of explosions beyond the default limit from which on a warning says so.
const NOTABLE: f64 = 1e-6;

impl Builder<'_> {
    /// Reads the dice. Symbols are numbered in the order in which they appear.
    pub(super) fn dice(&mut self, dice: &[(String, Item)]) {
        for (_, name, item) in by_name(dice) {
            let table = item.as_table().map(DieKeys::read);
            let (faces, weights) = match &table {
                Some(Some(die)) => (die.faces.all(), &die.weights[..]),
                Some(None) => continue,
                None => (item.as_list().unwrap_or_default(), &[][..]),
            };
            if !weights.is_empty() && weights.len() != faces.len() {
                let found = format!("has {} weights for {} faces", weights.len(), faces.len());
                self.faults
                    .refuse_item(item, found, "expected one weight for each face", None);
                self.name(name, item, Name::Die(Die::Weighted(vec![(1, 1)])));
                continue;
            }
            let weight = |index: usize| weights.get(index).copied().unwrap_or(1);
            let numbers: Vec<Option<i64>> = faces.iter().map(Item::as_integer).collect();
            let meaning = if numbers.iter().all(Option::is_some) {
                let faces = numbers.into_iter().flatten().enumerate();
                Die::Weighted(weighted(faces.map(|(index, value)| (value, weight(index)))))
            } else if numbers.iter().all(Option::is_none) {
                let texts: Vec<String> = (faces.iter())
                    .map(|face| face.as_text().unwrap_or_default().to_owned())
                    .collect();
                let faces = texts.iter().enumerate().map(|(index, text)| {
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
                    (counts, weight(index))
                });
                let faces = faces.collect();
                self.program.symbol_dice.push(SymbolDie {
                    name: name.to_owned(),
                    faces,
                    texts,
                });
                Die::Symbols(self.program.symbol_dice.len() - 1)
            } else {
                let found = "has integers and texts as faces";
                self.faults
                    .refuse_item(item, found, "expected only integers or only texts", None);
                Die::Weighted(vec![(1, 1)])
            };
            self.name(name, item, Name::Die(meaning));
        }
        let symbols = self.program.symbols.len();
        for die in &mut self.program.symbol_dice {
            for (counts, _) in &mut die.faces {
                counts.resize(symbols, 0);
            }
        }
    }

    /// Reads the bags: a state for each thing in them.
    pub(super) fn bags(&mut self, bags: &[(String, Item)], states: &mut Vec<State>) -> Option<()> {
        for (_, name, item) in by_name(bags) {
            let mut items = Vec::new();
            let mut all = 0;
            for (_, thing, number) in by_name(item.as_map().unwrap_or_default()) {
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

    /// Lets the draws of a step stay out of their bags, except those that it refills. Its changes see
    /// what is left after the draws.
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
                let text = item.as_text().unwrap_or_default().to_owned();
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
                        self.nothing()
                    }
                    Ok(parsed) => parsed,
                    Err(fault) => {
                        self.faults.push(located(item, &text, fault));
                        self.nothing()
                    }
                };
                if own.is_none() {
                    self.name(name, item, Name::Value(parsed.value));
                    stack.pop();
                    continue;
                }
                let ParsedText {
                    value, pool, drawn, ..
                } = parsed;
                let pool = pool.filter(|&pool| self.program.pools[pool].roll == index);
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

    /// Returns the text `0`, in place of a faulty one.
    fn nothing(&mut self) -> ParsedText {
        ParsedText {
            value: self.program.number(0),
            pool: None,
            drawn: None,
            note: None,
        }
    }

    /// Warns of rolls of which the default limit of explosions cuts off a notable part.
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
                let found = format!(
                    "is cut off after {most} explosions of a die with a probability of {cut:.2e}"
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
            if let Some(Name::Roll(roll)) = self.names.get(name).map(|named| &named.meaning) {
                rolls.push(*roll);
                continue;
            }
            let names = self.program.rolls.iter().map(|roll| &roll.name);
            let accepted = one_of(names, "");
            self.faults
                .refuse_item(item, format!("is \"{name}\""), accepted, None);
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
                let found = "reads a choice of another step than the one that throws it";
                let accepted = "expected states, or choices of the same step";
                let item = &rolls.iter().find(|one| one.0 == *name)?.1;
                self.faults.refuse_item(item, found, accepted, None);
                return None;
            }
        }
        Some(())
    }
}
