//! States that the rules keep, tables, and names of options.

use super::super::State;
use super::super::keys::{ChoiceKeys, File, MOST_ROUNDS, StepKeys};
use super::{BEFORE_DICE, Builder, MOST_TIMES, Named, ROUNDS, SHORT_ROUNDS, by_name};
use evenodds_core::contest::Lenient;
use evenodds_core::document::Item;
use evenodds_dice::expression::{Name, Node, NodeId, Range, Table};
use std::collections::BTreeMap;

impl Builder<'_> {
    /// Adds a state that the rules keep, and returns its index.
    pub(super) fn kept_state(
        &mut self,
        states: &mut Vec<State>,
        name: String,
        (start, bounds): (i64, Range),
    ) -> usize {
        self.program.variables.push(bounds);
        states.push(State {
            name,
            place: usize::MAX,
            start,
            bounds,
        });
        states.len() - 1
    }

    /// Returns the limit of rounds. Without choices a round is cheap, so that contests with long
    /// trials end; with the number of rounds each of them has states of its own.
    pub(super) fn most_rounds(&self, file: &File, limit: Option<Lenient<u32>>) -> Option<u32> {
        if let Some(limit) = limit {
            return limit.0;
        }
        let mut steps = file.step.all().iter();
        let has_choices = steps.any(|step| !step.choose.all().is_empty());
        let is_short = has_choices || self.draft.reads_rounds;
        Some(if is_short { SHORT_ROUNDS } else { MOST_ROUNDS })
    }

    /// Gives expressions the number of rounds; returns its state if one is needed.
    pub(super) fn rounds(
        &mut self,
        states: &mut Vec<State>,
        is_single: bool,
        most: u32,
    ) -> Option<usize> {
        let (node, state) = if is_single {
            (self.program.number(1), None)
        } else if self.draft.reads_rounds || self.program.is_draft {
            let bounds = Range {
                low: 1,
                high: i64::from(most),
            };
            let state = self.kept_state(states, ROUNDS.to_owned(), (1, bounds));
            (self.program.add(Node::Variable(state)).ok()?, Some(state))
        } else {
            return None;
        };
        let named = Named {
            meaning: Name::Value(node),
            place: None,
            rolls: Vec::new(),
            choices: Vec::new(),
        };
        self.names.insert(ROUNDS.to_owned(), named);
        state
    }

    /// Adds a counter for each step that is taken repeatedly.
    pub(super) fn counters(
        &mut self,
        steps: &[StepKeys],
        states: &mut Vec<State>,
    ) -> Option<Vec<Option<usize>>> {
        let counter = |step: &StepKeys| {
            let times = step.times.as_ref()?;
            let bounds = Range {
                low: 0,
                high: MOST_TIMES,
            };
            self.has_room(times, "a repeated step")?;
            Some(self.kept_state(states, String::new(), (0, bounds)))
        };
        let counters: Vec<Option<usize>> = steps.iter().map(counter).collect();
        let is_complete = |(step, counter): (&StepKeys, &Option<usize>)| {
            step.times.is_some() == counter.is_some()
        };
        steps
            .iter()
            .zip(&counters)
            .all(is_complete)
            .then_some(counters)
    }

    /// Reads how often a step is taken.
    pub(super) fn times(
        &mut self,
        item: &Item,
        counter: usize,
        states: &mut [State],
    ) -> Option<NodeId> {
        let node = self.expression(item, BEFORE_DICE)?;
        let Range { low, high } = self.program.bounds(node);
        if !self.program.is_draft && !(1..=MOST_TIMES).contains(&high) {
            let found = if low == high {
                format!("takes the step {high} times")
            } else {
                format!("takes the step {low} to {high} times")
            };
            let accepted = format!("expected at most {MOST_TIMES}, and at least 1 at times");
            self.faults.refuse_item(item, found, accepted, None);
            return None;
        }
        let bounds = Range {
            low: 0,
            high: high.clamp(1, MOST_TIMES),
        };
        states[counter].bounds = bounds;
        self.program.variables[counter] = bounds;
        Some(node)
    }

    /// Reads the tables.
    pub(super) fn tables(&mut self, tables: &[(String, Item)]) {
        for (_, name, item) in by_name(tables) {
            let rows = item.as_list().unwrap_or_default();
            let lists: Vec<Option<&[Item]>> = rows.iter().map(Item::as_list).collect();
            let has_rows = lists.iter().any(Option::is_some);
            let numbers = |items: &[Item]| items.iter().filter_map(Item::as_integer).collect();
            let rows: Vec<Vec<i64>> = if has_rows {
                lists.iter().flatten().map(|&row| numbers(row)).collect()
            } else {
                vec![numbers(rows)]
            };
            let is_even = rows.iter().all(|row| row.len() == rows[0].len())
                && (!has_rows || lists.iter().all(Option::is_some));
            if !is_even {
                let found = "has rows of different lengths";
                let accepted = "expected a list of numbers, or rows of equal length";
                self.faults.refuse_item(item, found, accepted, None);
            }
            self.program.tables.push(Table {
                name: name.to_owned(),
                has_rows,
                rows,
            });
            let table = self.program.tables.len() - 1;
            self.name(name, item, Name::Table(table));
        }
    }

    /// Declares the names of options, numbered in the order of the alphabet.
    pub(super) fn option_names(&mut self, steps: &[StepKeys]) {
        let mut named: BTreeMap<String, Item> = BTreeMap::new();
        for (_, _, item) in steps.iter().flat_map(|step| by_name(step.choose.all())) {
            let choice = item.as_table().and_then(ChoiceKeys::read);
            let among = choice.and_then(|choice| choice.among);
            for option in among.as_ref().and_then(Item::as_list).unwrap_or_default() {
                if let Some(text) = option.as_text() {
                    named
                        .entry(text.to_owned())
                        .or_insert_with(|| option.clone());
                }
            }
        }
        for (number, (name, item)) in named.iter().enumerate() {
            let node = self.program.number(number as i64);
            self.name(name, item, Name::Value(node));
            self.options.insert(name.clone(), number as i64);
        }
    }

    /// Returns the number of an option: its own, or that of its name.
    pub(super) fn option(&self, item: &Item) -> Option<i64> {
        let number = item.as_text().and_then(|name| self.options.get(name));
        item.as_integer().or(number.copied())
    }
}
