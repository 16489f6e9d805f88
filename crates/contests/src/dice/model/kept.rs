//! States that the rules keep, tables, and names of options.

use super::super::State;
use super::super::keys::{ChoiceKeys, File, MOST_ROUNDS, StepKeys};
use super::scope::{BEFORE_DICE, Named};
use super::{Builder, MOST_TIMES, ROUNDS, SHORT_ROUNDS, by_name};
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

    /// Declares the number of rounds for expressions; returns its state if one is needed.
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

    /// Reads the number of times that a step is taken.
    pub(super) fn times(
        &mut self,
        item: &Item,
        counter: usize,
        states: &mut [State],
    ) -> Option<NodeId> {
        let node = self.expression(item, BEFORE_DICE)?;
        let Range { low, high } = self.program.bounds(node);
        if !self.program.is_draft && !(1..=MOST_TIMES).contains(&high) {
            let found = match (low == high, high < 1) {
                (true, _) => format!("is {high}"),
                (false, true) => format!("is never more than {high}"),
                (false, false) => format!("can be {high}"),
            };
            let mut accepted = format!("expected 1 to {MOST_TIMES}");
            let is_wide = |state: &&State| state.bounds.high > MOST_TIMES;
            let read = self.program.variables_read(node);
            let read = states
                .iter()
                .enumerate()
                .filter(|one| read & 1 << one.0 != 0);
            if high > MOST_TIMES
                && let Some(state) = read.map(|one| one.1).find(is_wide)
            {
                let State { name, start, .. } = state;
                accepted = format!(
                    "expected at most {MOST_TIMES}; bound the state, such as {name} = {{ value = {start}, most = {MOST_TIMES} }}"
                );
            }
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
            let meaning = match self.rows(item) {
                Some((rows, has_rows)) => {
                    self.program.tables.push(Table {
                        name: name.to_owned(),
                        has_rows,
                        rows,
                    });
                    Name::Table(self.program.tables.len() - 1)
                }
                None => Name::Faulty,
            };
            self.name(name, item, meaning);
        }
    }

    /// Returns the rows of a table, or its only one, and whether it has rows. Reports numbers beside
    /// rows and rows of different lengths; other faults are those of the values.
    fn rows(&mut self, item: &Item) -> Option<(Vec<Vec<i64>>, bool)> {
        let numbers = |items: &[Item]| -> Option<Vec<i64>> {
            let numbers: Option<Vec<i64>> = items.iter().map(Item::as_integer).collect();
            numbers.filter(|numbers| !numbers.is_empty())
        };
        let items = item.as_list()?;
        let has_rows = items.iter().any(|row| row.as_list().is_some());
        if !has_rows {
            return Some((vec![numbers(items)?], false));
        }
        let found = if items.iter().any(|row| row.as_integer().is_some()) {
            "has numbers beside rows"
        } else {
            let rows = items.iter().map(|row| numbers(row.as_list()?));
            let rows = rows.collect::<Option<Vec<_>>>()?;
            if rows.iter().all(|row| row.len() == rows[0].len()) {
                return Some((rows, true));
            }
            "has rows of different lengths"
        };
        let accepted = "expected a list of numbers, or rows of equal length";
        self.faults.refuse_item(item, found, accepted, None);
        None
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
