//! Hints: typed positions, and actions as text.
//!
//! A position has the states that differ from their start, the dice that the side sees, and the
//! values of earlier choices of the same step: `hero: 8; luck: 7; hero_attack: 4 4`. A note in
//! parentheses gives the number of rethrows left: `dice: 6 6 2 1 1 (1 left)`.

use super::choices::{Options, ShownDie, kept_dice};
use super::narrate;
use super::narrate::Event;
use super::rules::Position;
use super::{Aim, DiceContest};
use evenodds_core::contest::game::{Described, Game, HintGame, outcome_then};
use evenodds_core::contest::positions::{
    FoundName, PositionEntry, SpannedText, find, read, unknown, whole,
};
use evenodds_core::contest::{DescribedEntry, HintOf};
use evenodds_core::document::{Faults, Source, counted};
use evenodds_dice::exact::single as exact_faces;
use evenodds_dice::expression::{
    Component, Die, DieRule, Evaluator, KnownDie, MOST_DICE, MOST_FACES, Range, set_dice,
};
use std::collections::HashMap;
use std::sync::Arc;

/// Meaning of a name in a typed position.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    State(usize),
    Roll(usize),
    /// A choice, by its variable.
    Choice(usize),
}

/// A typed position.
#[derive(Default)]
struct Typed {
    states: HashMap<usize, i64>,
    /// Dice by roll.
    rolls: HashMap<usize, TypedRoll>,
    /// Values of choices by variable.
    choices: HashMap<usize, i64>,
}

/// Typed dice of a roll.
struct TypedRoll {
    name: SpannedText,
    dice: Vec<(i64, SpannedText)>,
    /// Number of times that the dice may still be thrown again.
    left: Option<(u32, SpannedText)>,
}

impl HintGame for DiceContest {
    fn example(&self) -> String {
        let states = self.shown_states.iter();
        let mut entries: Vec<String> = states
            .map(|&state| &self.parts.states[state])
            .map(|state| format!("{}: {}", state.name, state.start))
            .collect();
        let steps = self.plans.iter().zip(&self.parts.steps);
        let first = steps.clone().find(|(_, step)| !step.choices.is_empty());
        let stages = first.map_or(&[][..], |(plan, _)| &plan.stages);
        let until = stages.iter().position(|stage| stage.choice.is_some());
        let shown = &stages[..until.map_or(0, |until| until + 1)];
        for roll in shown.iter().flat_map(|stage| &stage.rolls) {
            let dice = self.example_dice(*roll);
            if !dice.is_empty() {
                let name = &self.program.rolls[*roll].name;
                entries.push(format!("{name}: {}", narrate::values(&dice)));
            }
        }
        entries.join("; ")
    }

    fn read(&self, source: &Arc<Source>) -> Result<Position, Faults> {
        let mut faults = Faults::new();
        let typed = self.typed(source, &mut faults);
        if faults.is_empty()
            && let Some(position) = self.placed(&typed, source, &mut faults)
        {
            return Ok(position);
        }
        Err(faults)
    }

    fn describe(&self, position: &Position) -> Described {
        let Some(choice) = self.choice(position) else {
            return Described::default();
        };
        let entry = |name: &str, about: String| DescribedEntry {
            name: name.to_owned(),
            about,
            ..DescribedEntry::default()
        };
        let states = self.shown_states.iter();
        let mut table: Vec<DescribedEntry> = states
            .map(|&state| {
                let value = position.values.variables[state];
                entry(&self.parts.states[state].name, value.to_string())
            })
            .collect();
        for index in choice.shown() {
            let roll = &self.program.rolls[index];
            if choice.reroll().is_some_and(|again| again.0 == index) && !position.dice.is_empty() {
                table.push(entry(&roll.name, self.dice_text(index, &position.dice)));
                continue;
            }
            let dice = position.values.pools[roll.pools.clone()].iter();
            let dice: Vec<String> = dice.map(|pool| narrate::values(&pool.all)).collect();
            table.push(entry(&roll.name, dice.join("; ")));
        }
        let actor = self.side_of(choice).name.clone();
        Described {
            turn: format!("{actor} chooses {}", choice.name),
            actor,
            table,
            missing: Vec::new(),
        }
    }

    fn name(&self, position: &Position, action: i64) -> String {
        match self.choice(position) {
            Some(choice) if choice.reroll().is_some() => {
                let dice = &position.dice;
                let kept: Vec<ShownDie> = kept_dice(dice, action).collect();
                let roll = choice.reroll().map_or(0, |reroll| reroll.0);
                let shown = self.dice_text(roll, &kept);
                narrate::kept("keep", "throw", &shown, dice.len() - kept.len())
            }
            Some(choice) => format!("choose {} for {}", choice.text(action), choice.name),
            None => String::new(),
        }
    }

    fn counts(&self) -> HintOf {
        let mut aims = self.choosers().map(|side| side.aim);
        match aims.next() {
            Some(Aim::High(_) | Aim::Low(_)) => HintOf::Score,
            _ => HintOf::Chance,
        }
    }

    fn then(&self, side: usize) -> String {
        let metric = |metric: usize| &self.parts.metrics[metric].0;
        match self.parts.aims().get(side).map(|side| side.aim) {
            Some(Aim::High(high)) => format!("{} is then", metric(high)),
            Some(Aim::Low(low)) => format!("minus {} is then", metric(low)),
            _ => outcome_then(self, side),
        }
    }

    fn shows_decision(&self, event: &Event) -> bool {
        matches!(event, Event::Chosen { .. } | Event::Kept { .. })
    }
}

impl DiceContest {
    /// Returns dice of a roll for an example; empty if the roll cannot be typed.
    fn example_dice(&self, roll: usize) -> Vec<i64> {
        if !self.is_typed(roll) {
            return Vec::new();
        }
        let mut values = self.start().values;
        let evaluator = Evaluator(&self.program);
        let pools = self.program.pools[self.program.rolls[roll].pools.clone()].iter();
        let components = pools.flat_map(|pool| &pool.components);
        let components = components.flat_map(|component| {
            let die = KnownDie::new(evaluator, &mut values, component);
            let count = die.count(evaluator.value(&mut values, component.count)) as usize;
            let faces = die.all_faces();
            (0..count).map(move |die| faces[(die + roll) % faces.len()].0)
        });
        components.collect()
    }

    /// Returns whether the dice of a roll can be typed: those without symbols, if their number in each
    /// pool is known.
    fn is_typed(&self, roll: usize) -> bool {
        let pools = &self.program.rolls[roll].pools;
        let components = self.program.pools[pools.clone()].iter();
        let mut components = components.flat_map(|pool| &pool.components);
        let adds_dice = |component: &Component| component.rules.iter().any(DieRule::adds_dice);
        let is_known = pools.len() == 1
            || !self.program.has_dependent_dice(roll) && !components.clone().any(adds_dice);
        self.program.rolls[roll].drawn.is_none()
            && !pools.is_empty()
            && is_known
            && components.all(|component| !matches!(component.die, Die::Symbols(_)))
    }

    /// Returns whether typed dice of a roll are in the order of the text: it has more than one pool, or
    /// types of dice that may be thrown again.
    fn is_ordered(&self, roll: usize) -> bool {
        let mut choices = self.parts.steps.iter().flat_map(|step| &step.choices);
        self.program.rolls[roll].pools.len() > 1
            || choices.any(|choice| choice.reroll().is_some_and(|again| again.0 == roll))
    }

    /// Returns the names of a typed position, with their meaning.
    fn typed_names(&self) -> (Vec<&str>, Vec<Meaning>) {
        let states = self.parts.states.iter().enumerate();
        // Counters of repeated steps have no name.
        let states = states.filter(|(_, state)| !state.name.is_empty());
        let states = states.map(|(index, state)| (&*state.name, Meaning::State(index)));
        let rolls = self.program.rolls.iter().enumerate();
        let rolls = rolls.map(|(index, roll)| (&*roll.name, Meaning::Roll(index)));
        let choices = self.parts.steps.iter().flat_map(|step| &step.choices);
        let choices =
            choices.filter_map(|choice| Some((&*choice.name, Meaning::Choice(choice.variable()?))));
        states.chain(rolls).chain(choices).unzip()
    }

    fn typed(&self, source: &Arc<Source>, faults: &mut Faults) -> Typed {
        let (names, meanings) = self.typed_names();
        let mut typed = Typed::default();
        for entry in read(source, faults) {
            let name = &entry.name;
            let found = find(&name.text, &names, &[]);
            let FoundName::One(place) = found else {
                faults.push(unknown("", name, found, ("names", &names)));
                continue;
            };
            let left = times_left(&entry, faults);
            let mut numbers = Vec::new();
            for word in entry.words.iter().flat_map(SpannedText::words) {
                let among = match meanings[place] {
                    Meaning::Choice(variable) => self.among(variable),
                    Meaning::State(_) | Meaning::Roll(_) => Vec::new(),
                };
                let mut named = among.iter().filter(|one| one.1 == word.text);
                let number = named.next().map(|one| one.0);
                if let Some(number) = number.or_else(|| word.text.parse().ok()) {
                    numbers.push((number, word));
                    continue;
                }
                let found = format!("has `{}`", word.text);
                let listed: Vec<&str> = among.iter().map(|one| &*one.1).collect();
                let accepted = if listed.is_empty() {
                    "expected an integer".to_owned()
                } else {
                    format!("expected one of {}", listed.join(", "))
                };
                faults.push(word.fault(names[place], found, accepted));
            }
            let is_repeated = match meanings[place] {
                Meaning::Roll(roll) => {
                    let name = name.clone();
                    let dice = numbers;
                    let typed_roll = TypedRoll { name, dice, left };
                    typed.rolls.insert(roll, typed_roll).is_some()
                }
                Meaning::State(state) => {
                    let Range { low, high } = self.parts.states[state].bounds;
                    let fits = |value: i64| low <= value && value <= high;
                    let accepted = format!("expected {low} to {high}");
                    let value = single(&numbers, name, fits, &accepted, faults);
                    value.is_some_and(|value| typed.states.insert(state, value).is_some())
                }
                Meaning::Choice(variable) => {
                    let among = self.among(variable);
                    let listed: Vec<&str> = among.iter().map(|one| &*one.1).collect();
                    let accepted = format!("expected one of {}", listed.join(", "));
                    let fits = |value: i64| among.iter().any(|one| one.0 == value);
                    let value = single(&numbers, name, fits, &accepted, faults);
                    value.is_some_and(|value| typed.choices.insert(variable, value).is_some())
                }
            };
            if is_repeated {
                faults.push(name.fault(names[place], "occurs twice", "give each entry once"));
            }
        }
        typed
    }

    /// Returns the values to choose from for a variable, with their texts.
    fn among(&self, variable: usize) -> Vec<(i64, String)> {
        let mut choices = self.parts.steps.iter().flat_map(|step| &step.choices);
        let choice = choices.find(|choice| choice.variable() == Some(variable));
        let Some(choice) = choice else {
            return Vec::new();
        };
        let values = match &choice.options {
            Options::Among { values, .. } => &values[..],
            Options::Reroll { .. } => &[],
        };
        let text = |&value: &i64| (value, choice.text(value));
        values.iter().map(text).collect()
    }

    /// Sets the dice of a roll, or reports those that it cannot show. The variables and the rolls
    /// that it reads are set.
    fn set_typed(
        &self,
        roll: usize,
        typed: &TypedRoll,
        position: &mut Position,
        faults: &mut Faults,
    ) -> Option<()> {
        let TypedRoll { name, dice, .. } = typed;
        let whose = &self.program.rolls[roll].name;
        let pools = self.program.rolls[roll].pools.clone();
        let evaluator = Evaluator(&self.program);
        let before = faults.iter().count();
        // The faces of each type of dice, and the number of dice up to it.
        let (mut types, mut counts, mut count) = (Vec::new(), Vec::new(), 0);
        let mut is_simple = true;
        for pool in &self.program.pools[pools.clone()] {
            for component in &pool.components {
                let die = KnownDie::new(evaluator, &mut position.values, component);
                is_simple &= !component.rules.iter().any(DieRule::adds_dice);
                count += die.count(evaluator.value(&mut position.values, component.count));
                let faces: Vec<i64> = (exact_faces(&die).iter()).map(|face| face.0).collect();
                types.push((faces, count, &component.text));
            }
            counts.push(count as usize);
        }
        let is_ordered = types.len() > 1 && self.is_ordered(roll);
        for (place, (die, word)) in (0..).zip(dice) {
            let own = types
                .iter()
                .find(|one| place < one.1)
                .filter(|_| is_ordered);
            let is_face = match own {
                Some((faces, ..)) => faces.contains(die),
                None => types.iter().any(|one| one.0.contains(die)),
            };
            // Dice that are added to others can show more than a face.
            let is_shown = if is_simple {
                is_face
            } else {
                (-MOST_FACES..=MOST_FACES).contains(die)
            };
            if !is_shown {
                let text = own.map_or(&self.program.rolls[roll].text, |own| own.2);
                let accepted = format!("expected a face of {text}");
                faults.push(word.fault(whose, format!("has a die of {die}"), accepted));
            }
        }
        let typed_count = dice.len() as i64;
        if is_simple && typed_count != count || typed_count > MOST_DICE {
            let found = format!("has {}", counted(dice.len() as u64, "die", "dice"));
            faults.push(name.fault(whose, found, format!("expected {count}")));
        }
        if faults.iter().count() > before {
            return None;
        }
        let mut start = 0;
        for (pool, end) in pools.clone().zip(counts) {
            // Only a single pool has an unknown number of dice.
            let end = if pools.len() == 1 { dice.len() } else { end };
            let own = dice[start..end].iter().map(|die| die.0);
            set_dice(evaluator, &mut position.values, pool, own);
            start = end;
        }
        Some(())
    }

    /// Returns the position at the first choice that has no typed value.
    fn placed(&self, typed: &Typed, source: &Arc<Source>, faults: &mut Faults) -> Option<Position> {
        let mut position = self.start();
        for (&state, &value) in &typed.states {
            position.values.variables[state] = value;
        }
        let start = position.values.variables.clone();
        let mut seen = Vec::new();
        for (step, plan) in self.plans.iter().enumerate() {
            position.step = step;
            position.values.variables.clone_from(&start);
            position.values.forget();
            if !self.begins(step, &mut position.values) {
                continue;
            }
            let until = plan.stages.iter().rposition(|stage| stage.choice.is_some());
            for stage in 0..until.map_or(0, |until| until + 1) {
                for &roll in &plan.stages[stage].rolls {
                    let name = &self.program.rolls[roll].name;
                    if !self.is_typed(roll) {
                        let found = format!("needs the dice of {name}");
                        let accepted = "hints cannot read dice with symbols, nor more than one pool \
                                        of dice that add dice or depend on each other";
                        faults.push(whole(source, found, accepted));
                        return None;
                    }
                    let Some(dice) = typed.rolls.get(&roll) else {
                        let example = narrate::values(&self.example_dice(roll));
                        let accepted =
                            format!("add {name} with its dice, such as {name}: {example}");
                        faults.push(whole(source, "lacks dice that the side sees", accepted));
                        return None;
                    };
                    self.set_typed(roll, dice, &mut position, faults)?;
                    seen.push(roll);
                }
                self.enter_choice(&mut position, stage);
                let Some(choice) = self.choice(&position) else {
                    continue;
                };
                let value = choice
                    .variable()
                    .and_then(|variable| Some((variable, *typed.choices.get(&variable)?)));
                if let Some((variable, value)) = value {
                    position.values.variables[variable] = value;
                    continue;
                }
                let left = choice.reroll();
                let left = left.and_then(|reroll| typed.rolls.get(&reroll.0)?.left.as_ref());
                if let Some((left, note)) = left {
                    let most = choice.times();
                    if *left > most {
                        let accepted = format!("expected 0 to {most}");
                        faults.push(note.fault(&choice.name, format!("has {left} left"), accepted));
                        return None;
                    }
                    if *left == 0 {
                        self.pass(&mut position, stage);
                        continue;
                    }
                    let choice = choice.clone();
                    self.stop(&mut position, (stage, *left), &choice);
                }
                let rolls = (0..self.program.rolls.len()).filter(|roll| !seen.contains(roll));
                for roll in rolls.filter_map(|roll| typed.rolls.get(&roll)) {
                    let choice = self.choice(&position).map_or("", |choice| &*choice.name);
                    let found = format!("is not seen when {choice} is chosen");
                    faults.push(roll.name.fault(&roll.name.text, found, "remove it"));
                }
                return faults.is_empty().then_some(position);
            }
        }
        let accepted = "expected states and dice at which a side chooses";
        faults.push(whole(source, "has no choice", accepted));
        None
    }
}

/// Returns how many times dice may still be thrown again, from the note of an entry.
fn times_left(entry: &PositionEntry, faults: &mut Faults) -> Option<(u32, SpannedText)> {
    let note = entry.notes.first()?;
    let left = note.text.strip_suffix("left");
    if let Some(left) = left.and_then(|left| left.trim().parse().ok()) {
        return Some((left, note.clone()));
    }
    let found = format!("has the note ({})", note.text);
    let accepted = "expected a number and the word `left`, such as (1 left)";
    faults.push(note.fault(&entry.name.text, found, accepted));
    None
}

/// Returns the only number of an entry, if it fits.
fn single(
    numbers: &[(i64, SpannedText)],
    name: &SpannedText,
    fits: impl Fn(i64) -> bool,
    accepted: &str,
    faults: &mut Faults,
) -> Option<i64> {
    match numbers {
        [(value, _)] if fits(*value) => return Some(*value),
        [(value, word)] => faults.push(word.fault(&name.text, format!("is {value}"), accepted)),
        _ => {
            let found = format!("has {} values", numbers.len());
            faults.push(name.fault(&name.text, found, accepted));
        }
    }
    None
}
