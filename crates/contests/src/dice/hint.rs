//! Hints: typed positions, and actions as text.
//!
//! A position has the states that differ from their start, the dice that the side sees, and the
//! values of earlier choices of the same step: `hero: 8; luck: 7; hero_attack: 4 4`. A note in
//! parentheses gives the number of rethrows left: `dice: 6 6 2 1 1 (1 left)`. `rolls` has the rolls
//! of a position.

mod rolls;

use super::choices::{Options, ShownDie, kept_dice};
use super::narrate;
use super::narrate::Event;
use super::rules::Position;
use super::{Aim, DiceContest};
use evenodds_core::contest::game::{Described, Game, HintGame, Reduced, outcome_then};
use evenodds_core::contest::positions::{
    FoundName, PositionEntry, SpannedText, find, placed, read, unknown, whole,
};
use evenodds_core::contest::{DescribedEntry, HintOf};
use evenodds_core::document::{Faults, Source};
use evenodds_dice::expression::{MOST_DICE, Range};
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
        let steps = 0..self.parts.steps.len();
        let choosing = steps.filter(|&step| !self.parts.steps[step].choices.is_empty());
        let mut examples = choosing.map(|step| self.example_at(step)).peekable();
        let first = examples.peek().cloned().unwrap_or_default();
        let is_valid = |text: &String| self.read(&Source::new("", text.as_str())).is_ok();
        examples.find(is_valid).unwrap_or(first)
    }

    fn read(&self, source: &Arc<Source>) -> Result<Position, Faults> {
        placed(
            |faults| self.typed(source, faults),
            |typed, faults| self.placed(typed, source, faults),
        )
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
        for roll in choice.shown() {
            let is_again = choice.reroll().is_some_and(|again| again.0 == roll);
            let shown = if is_again && !position.dice.is_empty() {
                self.dice_text(roll, &position.dice)
            } else {
                let pools = self.program.rolls[roll].pools.clone();
                self.thrown_text(roll, &position.values.pools[pools])
            };
            table.push(entry(&self.program.rolls[roll].name, shown));
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

    fn reduced(&self, position: &Position, _: bool) -> Option<Reduced<Self>> {
        Some(Reduced::one(self.hint_contest(position)?, position.clone()))
    }

    fn counts(&self) -> HintOf {
        let mut aims = self.choosers().map(|side| side.aim);
        match aims.next() {
            Some(Aim::High(_)) => HintOf::Score,
            Some(Aim::Low(_)) => HintOf::LowScore,
            _ => HintOf::Chance,
        }
    }

    fn then(&self, side: usize) -> String {
        let metric = |metric: usize| &self.parts.metrics[metric].0;
        match self.parts.aims().get(side).map(|side| side.aim) {
            Some(Aim::High(one) | Aim::Low(one)) => format!("the metric {} is then", metric(one)),
            _ => outcome_then(self, side),
        }
    }

    fn shows_decision(&self, event: &Event) -> bool {
        matches!(event, Event::Chosen { .. } | Event::Kept { .. })
    }
}

impl DiceContest {
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
            let among = match meanings[place] {
                Meaning::Choice(variable) => self.among(variable),
                Meaning::Roll(roll) => self.words_of(roll),
                Meaning::State(_) => Vec::new(),
            };
            let drawn_from = match meanings[place] {
                Meaning::Roll(roll) => self.program.rolls[roll].drawn.as_ref(),
                _ => None,
            };
            let has_numbers = among.is_empty() || matches!(meanings[place], Meaning::Choice(_));
            let mut numbers = Vec::new();
            // For a draw: the number of the next things.
            let mut count = None;
            for word in entry.words.iter().flat_map(SpannedText::words) {
                let mut named = among.iter().filter(|one| one.1 == word.text);
                let number = named.next().map(|one| one.0);
                let typed = word.text.parse::<i64>().ok();
                if let Some(number) = number.or(typed.filter(|_| has_numbers)) {
                    let times = count.take().unwrap_or(1);
                    numbers.extend((0..times).map(|_| (number, word.clone())));
                    continue;
                }
                if drawn_from.is_some()
                    && count.is_none()
                    && let Some(typed) = typed.filter(|typed| (0..=MOST_DICE).contains(typed))
                {
                    count = Some(typed);
                    continue;
                }
                let found = format!("has `{}`", word.text);
                let mut listed: Vec<&str> = Vec::new();
                for (_, word) in &among {
                    if !listed.contains(&&**word) {
                        listed.push(word);
                    }
                }
                let accepted = if listed.is_empty() {
                    "expected an integer".to_owned()
                } else {
                    format!("expected one of {}", listed.join(", "))
                };
                faults.push(word.fault(names[place], found, accepted));
                count = None;
            }
            if let Some(count) = count {
                let found = format!("ends with {count}");
                faults.push(name.fault(names[place], found, "expected a thing after the number"));
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
                        faults.push(whole(source, found, rolls::NOT_TYPED));
                        return None;
                    }
                    let Some(dice) = typed.rolls.get(&roll) else {
                        let example = self.set_example(roll, &mut position);
                        let (found, what) = match self.program.rolls[roll].drawn {
                            Some(_) => ("lacks a draw that the side sees", "what it shows"),
                            None => ("lacks dice that the side sees", "its dice"),
                        };
                        let accepted = format!("add {name} with {what}, such as {name}: {example}");
                        faults.push(whole(source, found, accepted));
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
