//! Hints: typed positions, and actions as text.
//!
//! A position has the states that differ from their start, the dice that the side sees, and the
//! values of earlier choices of the same step: `hero: 8; luck: 7; hero_attack: 4 4`. A note has the
//! number of times that dice may still be thrown again: `dice: 6 6 2 1 1 (1 left)`.

use super::choices::{Options, kept_dice};
use super::expression::{Die, Evaluator, KnownDie, Range, set_dice};
use super::narrate;
use super::rules::{Event, Position};
use super::{Aim, DiceContest};
use crate::contest::game::{Described, Explain, Game};
use crate::contest::positions::{
    FoundName, PositionEntry, SpannedText, find, read, unknown, whole,
};
use crate::contest::{DescribedEntry, HintOf, RatedSide};
use crate::document::{Faults, Source};
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
    /// Dice by roll, and how many times they may be thrown again.
    rolls: HashMap<usize, (Vec<i64>, Option<u32>)>,
    /// Values of choices by variable.
    choices: HashMap<usize, i64>,
}

impl Explain for DiceContest {
    fn example(&self) -> String {
        let states = self.parts.states.iter();
        let mut entries: Vec<String> = states
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
        let states = self.parts.states.iter().zip(&position.values.variables);
        let mut table: Vec<DescribedEntry> = states
            .map(|(state, value)| entry(&state.name, value.to_string()))
            .collect();
        let again = choice.reroll().map(|reroll| reroll.0);
        for roll in choice.sees.iter().copied().chain(again) {
            let roll = &self.program.rolls[roll];
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
                let dice = self.dice(position, choice);
                let kept: Vec<i64> = kept_dice(dice, action).collect();
                narrate::kept("keep", "throw", &kept, dice.len() - kept.len())
            }
            Some(choice) => format!("choose {action} for {}", choice.name),
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
        let actors = Game::actors(self);
        let of_side = actors.iter().position(|actor| actor.side == side);
        let metric = |metric: usize| &self.parts.metrics[metric].0;
        match of_side.map(|actor| self.parts.sides[actor].aim) {
            Some(Aim::High(high)) => format!("the mean of {} is then", metric(high)),
            Some(Aim::Low(low)) => format!("minus the mean of {} is then", metric(low)),
            _ => {
                let RatedSide { outcomes, name } = &Game::sides(self)[side];
                let phrase = outcomes
                    .first()
                    .map(|&outcome| &*self.outcomes[outcome].phrase);
                let phrase = phrase.unwrap_or_default();
                match phrase.strip_prefix(&**name) {
                    Some(wins) => format!("{name} then{wins}"),
                    None => phrase.to_owned(),
                }
            }
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
        let pool = &self.program.pools[self.program.rolls[roll].pools.start];
        let components = pool.components.iter().flat_map(|component| {
            let count = evaluator.value(&mut values, component.count).max(0) as usize;
            let faces = KnownDie::new(evaluator, &mut values, component).all_faces();
            (0..count).map(move |die| faces[(die + roll) % faces.len()].0)
        });
        components.collect()
    }

    /// Returns whether the dice of a roll can be typed: those of a single pool without symbols.
    fn is_typed(&self, roll: usize) -> bool {
        let pools = &self.program.rolls[roll].pools;
        let mut components = self.program.pools[pools.clone()]
            .iter()
            .flat_map(|pool| &pool.components);
        pools.len() == 1 && components.all(|component| !matches!(component.die, Die::Symbols(_)))
    }

    /// Returns the names of a typed position, with their meaning.
    fn typed_names(&self) -> (Vec<&str>, Vec<Meaning>) {
        let states = self.parts.states.iter().enumerate();
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
            let left = self.times_left(&entry, meanings[place], faults);
            let mut numbers = Vec::new();
            for word in entry.words.iter().flat_map(SpannedText::words) {
                if let Ok(number) = word.text.parse::<i64>() {
                    numbers.push((number, word));
                    continue;
                }
                let found = format!("has `{}`", word.text);
                faults.push(word.fault(names[place], found, "expected an integer"));
            }
            let is_repeated = match meanings[place] {
                Meaning::Roll(roll) => {
                    let dice = self.checked_dice(roll, &numbers, name, faults);
                    typed.rolls.insert(roll, (dice, left)).is_some()
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
                    let listed = among.iter().map(i64::to_string).collect::<Vec<_>>();
                    let accepted = format!("expected one of {}", listed.join(", "));
                    let fits = |value: i64| among.contains(&value);
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

    /// Returns the values to choose from for a variable.
    fn among(&self, variable: usize) -> &[i64] {
        let mut choices = self.parts.steps.iter().flat_map(|step| &step.choices);
        let values = choices.find_map(|choice| match &choice.options {
            Options::Among {
                variable: one,
                values,
            } if *one == variable => Some(&values[..]),
            _ => None,
        });
        values.unwrap_or_default()
    }

    /// Returns how many times dice may still be thrown again, from the note of an entry.
    fn times_left(
        &self,
        entry: &PositionEntry,
        meaning: Meaning,
        faults: &mut Faults,
    ) -> Option<u32> {
        let note = entry.notes.first()?;
        let choices = self.parts.steps.iter().flat_map(|step| &step.choices);
        let mut rerolls = choices.filter_map(super::choices::Choice::reroll);
        let most = match meaning {
            Meaning::Roll(roll) => rerolls
                .find(|reroll| reroll.0 == roll)
                .map(|reroll| reroll.1),
            _ => None,
        };
        let left = note
            .text
            .strip_suffix("left")
            .and_then(|left| left.trim().parse().ok());
        if let (Some(most), Some(left)) = (most, left)
            && (1..=most).contains(&left)
        {
            return Some(left);
        }
        let accepted = match most {
            Some(most) => format!("expected 1 to {most} and the word `left`, such as (1 left)"),
            None => "only dice that can be thrown again have a note".to_owned(),
        };
        let found = format!("has the note ({})", note.text);
        faults.push(note.fault(&entry.name.text, found, accepted));
        None
    }

    /// Returns typed dice of a roll, or reports those that it cannot show.
    fn checked_dice(
        &self,
        roll: usize,
        typed: &[(i64, SpannedText)],
        name: &SpannedText,
        faults: &mut Faults,
    ) -> Vec<i64> {
        let whose = &self.program.rolls[roll].name;
        if !self.is_typed(roll) {
            let found = "has symbols or more than one pool";
            faults.push(name.fault(whose, found, "such dice cannot be typed"));
            return Vec::new();
        }
        // Dice with rules can show other values than their faces, and can be more than were thrown.
        let mut values = self.start().values;
        let pool = &self.program.pools[self.program.rolls[roll].pools.start];
        let mut faces = Vec::new();
        for component in &pool.components {
            let is_constant = component
                .operands()
                .iter()
                .all(|node| self.program.constant(*node).is_some());
            if !component.rules.is_empty() || !is_constant {
                return typed.iter().map(|die| die.0).collect();
            }
            let die = KnownDie::new(Evaluator(&self.program), &mut values, component);
            faces.extend(die.all_faces().into_iter().map(|face| face.0));
        }
        for (die, word) in typed {
            if !faces.contains(die) {
                let accepted = format!("expected a face of {}", self.program.rolls[roll].text);
                faults.push(word.fault(whose, format!("has a die of {die}"), accepted));
            }
        }
        let counts = pool.components.iter().map(|component| component.count);
        let counts: Option<Vec<i64>> = counts.map(|count| self.program.constant(count)).collect();
        let count: Option<i64> = counts.map(|counts| counts.iter().sum());
        if let Some(count) = count.filter(|count| *count != typed.len() as i64) {
            let found = format!("has {} dice", typed.len());
            faults.push(name.fault(whose, found, format!("expected {count}")));
        }
        typed.iter().map(|die| die.0).collect()
    }

    /// Returns the position at the first choice that has no typed value.
    fn placed(&self, typed: &Typed, source: &Arc<Source>, faults: &mut Faults) -> Option<Position> {
        let mut position = self.start();
        for (&state, &value) in &typed.states {
            position.values.variables[state] = value;
        }
        let start = position.values.variables.clone();
        for (step, plan) in self.plans.iter().enumerate() {
            position.step = step;
            position.values.variables.clone_from(&start);
            position.values.forget();
            if !self.is_taken(step, &mut position.values) {
                continue;
            }
            let until = plan.stages.iter().rposition(|stage| stage.choice.is_some());
            for stage in 0..until.map_or(0, |until| until + 1) {
                for &roll in &plan.stages[stage].rolls {
                    let Some((dice, _)) = typed.rolls.get(&roll) else {
                        let name = &self.program.rolls[roll].name;
                        let accepted = format!(
                            "add {name} with its dice, such as {name}: {}",
                            narrate::values(&self.example_dice(roll))
                        );
                        faults.push(whole(source, "lacks dice that the side sees", accepted));
                        return None;
                    };
                    let pool = self.program.rolls[roll].pools.start;
                    let evaluator = Evaluator(&self.program);
                    set_dice(evaluator, &mut position.values, pool, dice);
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
                let left = choice
                    .reroll()
                    .and_then(|reroll| typed.rolls.get(&reroll.0)?.1);
                if let Some(left) = left {
                    let choice = choice.clone();
                    self.stop(&mut position, (stage, left), &choice);
                }
                return Some(position);
            }
        }
        let accepted = "expected states and dice at which a side chooses";
        faults.push(whole(source, "has no choice", accepted));
        None
    }
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
