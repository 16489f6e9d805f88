//! The steps of a file: conditions, choices and changes.

use super::super::choices::{Choice, MOST_REROLLED, Options};
use super::super::keys::{ChoiceKeys, StepKeys};
use super::super::sight::{Sight, order, sights};
use super::super::{Side, State, Step, Write};
use super::form::exclude;
use super::scope::{BEFORE_DICE, MADE_ELSEWHERE, OfChoice, Readable};
use super::{Builder, by_name, one_of};
use evenodds_core::document::{CheckedTable, Item};
use evenodds_dice::expression::{BinaryOp, Component, DieRule, Name, Node, NodeId, Roll};

impl Builder<'_> {
    pub(super) fn step(
        &mut self,
        keys: &StepKeys,
        (states, refills): (&[State], &mut Vec<Write>),
        sides: &[Side],
        next_choice: &mut usize,
    ) -> Option<Step> {
        let when = match &keys.when {
            Some(item) => Some(self.expression(item, BEFORE_DICE)?),
            None => None,
        };
        let listed = match &keys.roll {
            Some(item) => Some(self.roll_names(item)?),
            None => None,
        };
        let choices = self.choices(keys.choose.all(), sides, next_choice)?;
        let variables: Vec<usize> = choices.iter().filter_map(Choice::variable).collect();
        let readable = Readable {
            rolls: listed.as_deref(),
            no_roll: "the step does not throw this roll; add it to `roll`",
            choices: Some(&variables),
            no_choice: MADE_ELSEWHERE,
            of_choice: None,
        };
        let mut writes = Vec::new();
        for write in keys.then.all() {
            let (write, refill) = self.write(write, states, readable)?;
            if !refill.is_empty() {
                refills.push(Write {
                    condition: write.condition,
                    changes: refill,
                });
            }
            writes.push(write);
        }
        let mut step = Step {
            when,
            times: None,
            rolls: Vec::new(),
            choices,
            writes,
        };
        let roots = step.roots();
        self.add_rolls(&mut step, &roots);
        for roll in listed.into_iter().flatten() {
            if !step.rolls.contains(&roll) {
                step.rolls.push(roll);
            }
        }
        for choice in &step.choices {
            for roll in choice.shown() {
                if !step.rolls.contains(&roll) {
                    step.rolls.push(roll);
                }
            }
        }
        step.rolls.sort_unstable();
        Some(step)
    }

    /// Reads a table of changes, and those of the bags that it refills.
    fn write(
        &mut self,
        write: &Item,
        states: &[State],
        readable: Readable<'_>,
    ) -> Option<(Write, Vec<(usize, NodeId)>)> {
        let entries = write.as_map().unwrap_or_default();
        let mut condition = None;
        let (mut changes, mut refill) = (Vec::new(), Vec::new());
        for (place, name, item) in by_name(entries) {
            if name == "refill" {
                refill = self.refilled(item)?;
                continue;
            }
            let node = self.expression(item, readable)?;
            if name == "if" {
                condition = Some(node);
                continue;
            }
            let Some(state) = states.iter().position(|state| state.name == *name) else {
                let names = states.iter().map(|state| &state.name);
                let accepted = one_of(names, "expected a state; add it under [state]");
                self.refuse_unknown(item, "changes no state", accepted);
                return None;
            };
            changes.push((state, node));
            let mut earlier = entries[..place].iter().map(|entry| &*entry.0);
            if let Some(state) = earlier.find(|earlier| {
                let state = states.iter().position(|state| state.name == *earlier);
                state.is_some_and(|state| self.program.reads_variable(node, state))
            }) {
                let found = format!("reads {state}, which the same table sets before it");
                let accepted = "the value before the table is read now; for the new one, use a \
                                table of its own";
                self.warn(item, found, accepted);
            }
        }
        Some((Write { condition, changes }, refill))
    }

    /// Returns the changes that fill bags again.
    fn refilled(&mut self, item: &Item) -> Option<Vec<(usize, NodeId)>> {
        let names = item.as_list().unwrap_or(std::slice::from_ref(item));
        let mut changes = Vec::new();
        for item in names {
            let Some(name) = item.as_text() else {
                if item.as_integer().is_some() {
                    let names = self.program.bags.iter().map(|bag| &bag.name);
                    let accepted = one_of(names, "expected the name of a bag under [bag]");
                    let found = "is a number";
                    self.faults.refuse_item(item, found, accepted, None);
                }
                return None;
            };
            let bag = self.program.bags.iter().find(|bag| bag.name == name);
            let Some(bag) = bag.cloned() else {
                let names = self.program.bags.iter().map(|bag| &bag.name);
                let accepted = one_of(names, "expected a bag; add it under [bag]");
                if !self.is_faulty(name) {
                    self.refuse_unknown(item, format!("refills \"{name}\""), accepted);
                }
                return None;
            };
            for (_, variable) in bag.items {
                let all = self.program.variables[variable].high;
                changes.push((variable, self.program.number(all)));
            }
        }
        Some(changes)
    }

    /// Returns the choices of a step in the order in which they are made.
    pub(super) fn choices(
        &mut self,
        entries: &[(String, Item)],
        sides: &[Side],
        next_choice: &mut usize,
    ) -> Option<Vec<Choice>> {
        let named = by_name(entries);
        let names: Vec<&str> = named.iter().map(|entry| entry.1).collect();
        let (mut choices, mut seen, mut conditions) = (Vec::new(), Vec::new(), Vec::new());
        for &(_, name, item) in &named {
            let table = item.as_table()?;
            let keys = ChoiceKeys::read(table)?;
            let by = keys.by.0.as_deref()?;
            let Some(side) = sides.iter().position(|side| side.name == by) else {
                // A side without a valid name is a fault already.
                if sides.iter().all(|side| !side.name.is_empty()) {
                    let names = sides.iter().map(|side| &side.name);
                    let accepted = one_of(names, "expected a side; add [[side]] with its name");
                    self.faults.refuse(table, "by", accepted, None);
                }
                return None;
            };
            let (sees, choices_seen) = match &keys.sees {
                Some(item) => self.seen(item, &names, name)?,
                None => (Vec::new(), Vec::new()),
            };
            let options = self.options(table, &keys, &sees, next_choice)?;
            choices.push(Choice {
                name: name.to_owned(),
                side,
                options,
                sees,
                sight: Sight::default(),
                when: None,
                simple: None,
            });
            seen.push(choices_seen);
            conditions.push((keys.when, keys.simple, keys.allow));
        }
        if let Some((one, other)) = thrown_twice(&choices) {
            let Choice { name, .. } = &choices[one];
            let roll = choices[other].reroll().map_or(0, |reroll| reroll.0);
            let roll = &self.program.rolls[roll].name;
            let found = format!("throws {roll} again, as {name} does");
            let accepted = "expected one such choice of a roll in a step; `times` lets it throw \
                            more than once";
            let item = named[other].2;
            self.faults.refuse_item(item, found, accepted, None);
            return None;
        }
        let sights = sights(&self.program, &choices, &seen);
        let looks_ahead = |choice: usize| sides[choices[choice].side].looks_ahead();
        let order = match order(&sights, looks_ahead) {
            Ok(order) => order,
            Err(circular) => {
                let others = sights[circular].choices.iter();
                let others = others.filter(|&&other| other != circular);
                let others: Vec<&str> = others.map(|&other| names[other]).collect();
                let others = others.join(", ");
                let found = format!("sees itself through {others}");
                let accepted = "expected choices that do not see each other; a roll shows the \
                                choices of its dice";
                let item = named[circular].2;
                self.faults.refuse_item(item, found, accepted, None);
                return None;
            }
        };
        let of_step: Vec<usize> = choices.iter().filter_map(Choice::variable).collect();
        let read = choices.iter_mut().zip(&sights).zip(&conditions);
        for ((choice, sight), (when, simple, allow)) in read {
            let rolls: Vec<usize> = sight.rolls.iter().copied().collect();
            let variables: Vec<usize> = (sight.choices.iter())
                .filter_map(|&other| self.choices.get(names[other]).copied())
                .collect();
            let readable = Readable {
                rolls: Some(&rolls),
                no_roll: "the side does not see this roll; add it to `sees`",
                choices: Some(&variables),
                no_choice: "the side does not see this choice; add it to `sees`",
                of_choice: Some(OfChoice {
                    own: choice.variable(),
                    no_own: "a condition of a choice is read before it is made",
                    of_step: &of_step,
                }),
            };
            if let Some(when) = when {
                choice.when = Some(self.expression(when, readable)?);
            }
            if let Some(simple) = simple {
                let example = choice.first().map(|value| choice.text(value));
                let no_own = format!(
                    "expected only the value that this choice takes, such as {}",
                    example.unwrap_or_default()
                );
                let of_choice = readable.of_choice.map(|of_choice| OfChoice {
                    no_own: &no_own,
                    ..of_choice
                });
                let readable = Readable {
                    of_choice,
                    ..readable
                };
                choice.simple = Some(self.expression(simple, readable)?);
            }
            self.allowed(choice, allow.all(), readable)?;
        }
        self.warn_of_order(&named, &choices, &sights, sides);
        let place = |choice: &usize| order.iter().position(|one| one == choice);
        let ordered = order.iter().map(|&index| {
            let sight = Sight {
                rolls: sights[index].rolls.clone(),
                choices: sights[index].choices.iter().filter_map(place).collect(),
            };
            let choice = choices[index].clone();
            Choice { sight, ..choice }
        });
        Some(ordered.collect())
    }

    /// Reads the conditions of the values of a choice.
    fn allowed(
        &mut self,
        choice: &mut Choice,
        entries: &[(String, Item)],
        readable: Readable<'_>,
    ) -> Option<()> {
        if entries.is_empty() {
            return Some(());
        }
        let values = match &choice.options {
            Options::Among { values, .. } => &values[..],
            Options::Reroll { .. } => &[],
        };
        let texts: Vec<String> = values.iter().map(|&value| choice.text(value)).collect();
        let mut conditions = vec![None; values.len()];
        for (_, name, item) in by_name(entries) {
            let condition = self.expression(item, readable)?;
            let equal = texts.iter().zip(&mut conditions);
            let mut equal = equal.filter(|(text, _)| *text == name).peekable();
            if equal.peek().is_none() {
                let accepted = one_of(texts.iter(), "expected `among` with values");
                let found = "is the condition of no value";
                self.faults.refuse_item(item, found, accepted, None);
                return None;
            }
            for (_, place) in equal {
                *place = Some(condition);
            }
        }
        if let Options::Among { allow, .. } = &mut choice.options {
            *allow = conditions;
        }
        Some(())
    }

    /// Warns of optimal choices that knew an earlier choice of the step, or its dice, in versions in
    /// which the order of keys had a meaning.
    pub(super) fn warn_of_order(
        &mut self,
        named: &[(usize, &str, &Item)],
        choices: &[Choice],
        sights: &[Sight],
        sides: &[Side],
    ) {
        for (index, &(place, _, item)) in named.iter().enumerate() {
            let is_unseen = |&other: &usize| {
                let is_other = choices[other].side != choices[index].side;
                let knew_more = is_other && !sights[index].choices.contains(&other)
                    || !sights[other].rolls.is_subset(&sights[index].rolls);
                let conditions = choices[index].when.zip(choices[other].when);
                knew_more
                    && !conditions.is_some_and(|(one, other)| exclude(&self.program, one, other))
            };
            let mut earlier = (0..named.len()).filter(|&other| named[other].0 < place);
            let Some(unseen) = earlier.find(is_unseen) else {
                continue;
            };
            // Earlier versions had no names of options.
            if sides[choices[index].side].is_optimal() && !choices[index].has_names() {
                let unseen = named[unseen].1;
                let found = format!("does not see {unseen} any more, which stands before it");
                let accepted = format!("for a choice that knows it, add \"{unseen}\" to `sees`");
                self.warn(item, found, accepted);
            }
        }
    }

    /// Returns the rolls and the choices of a step that a list names.
    pub(super) fn seen(
        &mut self,
        item: &Item,
        choices: &[&str],
        own: &str,
    ) -> Option<(Vec<usize>, Vec<usize>)> {
        let (mut rolls, mut seen) = (Vec::new(), Vec::new());
        for item in item.as_list()? {
            let name = item.as_text()?;
            if let Some(choice) = choices
                .iter()
                .position(|choice| *choice == name && name != own)
            {
                seen.push(choice);
            } else if let Some(Name::Roll(roll)) = self.names.get(name).map(|one| &one.meaning) {
                rolls.push(*roll);
            } else {
                let rolls = self.program.rolls.iter().map(|roll| roll.name.clone());
                let others = choices.iter().filter(|&&choice| choice != own);
                let all: Vec<String> = rolls
                    .chain(others.map(|&choice| choice.to_owned()))
                    .collect();
                let accepted = one_of(all.iter(), "expected a roll or another choice");
                if name == own {
                    let found = "names its own choice";
                    self.faults.refuse_item(item, found, accepted, None);
                } else if self.choices.contains_key(name) {
                    let found = format!("names {name}, a choice of another step");
                    let accepted = "store its value in a state, which the side knows";
                    self.faults.refuse_item(item, found, accepted, None);
                } else if !self.is_faulty(name) {
                    self.refuse_unknown(item, format!("is \"{name}\""), accepted);
                }
                return None;
            }
        }
        Some((rolls, seen))
    }

    /// Returns the options of a choice: values, or dice to throw again.
    pub(super) fn options(
        &mut self,
        table: &CheckedTable,
        keys: &ChoiceKeys,
        sees: &[usize],
        next_choice: &mut usize,
    ) -> Option<Options> {
        let Some(item) = &keys.reroll else {
            let Some(among) = &keys.among else {
                // A part that cannot be read is a fault already.
                if !self.faults.is_broken(table.own_span().source()) {
                    let accepted = "expected `among` with the values, or `reroll` with a roll";
                    self.faults
                        .refuse_table(table, "has no options", accepted, None);
                }
                return None;
            };
            let items = among.as_list()?;
            let values: Vec<i64> = items.iter().filter_map(|one| self.option(one)).collect();
            let names: Vec<String> = (items.iter())
                .filter_map(|one| Some(one.as_text()?.to_owned()))
                .collect();
            if !names.is_empty() && names.len() < items.len() {
                let found = "has integers and names";
                let accepted = "expected only integers or only names";
                self.faults.refuse_item(among, found, accepted, None);
                return None;
            }
            for key in ["times", "most"] {
                if table.given(key) {
                    let accepted = format!("expected `reroll` with a roll, or no `{key}`");
                    self.faults.refuse(table, key, accepted, None);
                    return None;
                }
            }
            *next_choice += 1;
            return Some(Options::Among {
                variable: *next_choice - 1,
                values,
                names,
                allow: Vec::new(),
            });
        };
        if keys.among.is_some() {
            let found = "cannot be used together with `among`";
            (self.faults).refuse_item(item, found, "remove one of them", None);
            return None;
        }
        if table.given("allow") {
            let accepted = "expected `among` with values, or no `allow`";
            self.faults.refuse(table, "allow", accepted, None);
            return None;
        }
        let roll = *self.roll_names(item)?.first()?;
        let fits = self.can_throw_again(roll);
        let program = &self.program;
        let name = &program.rolls[roll].name;
        let fault = if fits {
            let reader = sees
                .iter()
                .find(|&&other| other == roll || program.reads(other, roll));
            reader.map(|&reader| {
                let reader = &program.rolls[reader].name;
                let found = format!("throws {name} again after the side has seen {reader}");
                (found, format!("remove {reader} from `sees`"))
            })
        } else {
            let accepted = format!(
                "expected a roll of at most {MOST_REROLLED} dice that add no dice, such as 5d6 or 2d6 + 1d8"
            );
            Some((format!("is \"{name}\""), accepted))
        };
        if let Some((found, accepted)) = fault {
            self.faults.refuse_item(item, found, accepted, None);
            return None;
        }
        self.join_equal_dice(roll);
        let times = keys.times.0?;
        let most = keys.most.unwrap_or(MOST_REROLLED);
        Some(Options::Reroll { roll, times, most })
    }

    /// Returns whether a side may throw any dice of a roll again: they are known before they are
    /// thrown, and each of them is one die after it is thrown.
    fn can_throw_again(&self, roll: usize) -> bool {
        let program = &self.program;
        let Roll {
            pools,
            pool,
            value,
            drawn,
            ..
        } = &program.rolls[roll];
        let all = pools.clone().fold(0, |all, pool| all | 1_u64 << pool);
        let components = program.pools[pools.clone()].iter();
        let components = components.flat_map(|pool| &pool.components);
        let most = components
            .clone()
            .map(|component| program.bounds(component.count).high.max(0));
        let most = most.fold(0, i64::saturating_add);
        !pools.is_empty()
            && drawn.is_none()
            && (program.is_draft || most <= i64::from(MOST_REROLLED))
            && components
                .clone()
                .all(|component| !component.rules.iter().any(DieRule::adds_dice))
            && !program.has_dependent_dice(roll)
            && (pool.is_some() || !program.throws_on_condition(*value, all))
    }

    /// Makes equal dice of each pool of a roll one component, so that they are interchangeable.
    fn join_equal_dice(&mut self, roll: usize) {
        for pool in self.program.rolls[roll].pools.clone() {
            let components = std::mem::take(&mut self.program.pools[pool].components);
            let mut joined: Vec<Component> = Vec::new();
            for component in components {
                let equal = (joined.iter_mut())
                    .find(|one| one.die == component.die && one.rules == component.rules);
                let Some(equal) = equal else {
                    joined.push(component);
                    continue;
                };
                // Less than one die is no dice.
                let zero = self.program.number(0);
                let mut at_least_none =
                    |count: NodeId| self.program.add(Node::Binary(BinaryOp::Max, zero, count));
                let counts = [equal.count, component.count].map(&mut at_least_none);
                let [Ok(one), Ok(other)] = counts else {
                    joined.push(component);
                    continue;
                };
                match self.program.add(Node::Binary(BinaryOp::Add, one, other)) {
                    Ok(sum) => equal.count = sum,
                    Err(_) => joined.push(component),
                }
            }
            self.program.pools[pool].components = joined;
        }
    }
}

/// Returns two choices that throw the same roll again, if there are any.
fn thrown_twice(choices: &[Choice]) -> Option<(usize, usize)> {
    let roll = |choice: &Choice| choice.reroll().map(|reroll| reroll.0);
    let all = choices
        .iter()
        .enumerate()
        .filter(|one| roll(one.1).is_some());
    let mut pairs = all.flat_map(|(other, choice)| {
        let earlier = choices[..other].iter().enumerate();
        let equal = earlier.filter(|one| roll(one.1) == roll(choice));
        equal.map(move |one| (one.0, other))
    });
    pairs.next()
}
