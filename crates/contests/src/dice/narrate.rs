//! Transcript of a trial.

use super::DiceContest;
use super::choices::ShownDie;
use evenodds_core::contest::{Describe, Events};
use evenodds_core::document::{capital, counted, joined};
use evenodds_dice::expression::{Bag, Component, Die, SymbolDie, Thrown};

/// Event of a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A round began.
    Round(u32),
    /// A roll was thrown.
    Thrown {
        /// Index of the roll.
        roll: usize,
        /// Dice of each pool.
        pools: Vec<Thrown>,
        /// Value of the roll.
        value: i64,
    },
    /// A side chose.
    Chosen {
        /// Index of the step.
        step: usize,
        /// Index of the choice in its step.
        choice: usize,
        /// The chosen value.
        value: i64,
    },
    /// A side kept dice of a roll and threw the others again.
    Kept {
        /// Index of the step.
        step: usize,
        /// Index of the choice in its step.
        choice: usize,
        /// The kept dice.
        dice: Vec<ShownDie>,
        /// Number of the other dice.
        again: usize,
    },
    /// A state changed.
    Changed {
        /// Index of the state.
        state: usize,
        /// Value before.
        from: i64,
        /// Value after.
        to: i64,
    },
    /// The contest ended.
    Ended {
        /// Index of the outcome.
        outcome: usize,
    },
}

impl Events for DiceContest {
    type Event = Event;

    fn narrate(&self, event: &Event) -> String {
        match event {
            Event::Round(number) => format!("Round {number}."),
            Event::Thrown { roll, pools, value } => {
                let shown = self.thrown_text(*roll, pools);
                let roll = &self.program.rolls[*roll];
                let (name, text) = (&roll.name, &roll.text);
                let has_sum = pools.iter().all(|pool| pool.symbols.is_empty());
                if roll.drawn.is_some() || !has_sum {
                    format!("   {name}, {text}: {shown}.")
                } else {
                    format!("   {name}, {text}: {shown}. Result: {value}.")
                }
            }
            Event::Chosen {
                step,
                choice,
                value,
            } => {
                let choice = &self.parts.steps[*step].choices[*choice];
                let side = &self.parts.sides[choice.side].name;
                format!(
                    "   {side} chooses {} = {}.",
                    choice.name,
                    choice.text(*value)
                )
            }
            Event::Kept {
                step,
                choice,
                dice,
                again,
            } => {
                let choice = &self.parts.steps[*step].choices[*choice];
                let side = &self.parts.sides[choice.side].name;
                let roll = choice.reroll().map_or(0, |reroll| reroll.0);
                let dice = self.dice_text(roll, dice);
                format!("   {side} {}.", kept("keeps", "throws", &dice, *again))
            }
            Event::Changed { state, from, to } => {
                let name = &self.parts.states[*state].name;
                format!("   {name}: {from} to {to}.")
            }
            Event::Ended { outcome } => {
                format!("{}.", capital(&self.outcomes()[*outcome].phrase))
            }
        }
    }
}

impl DiceContest {
    /// Returns what a roll shows: its dice by pool, or what is drawn.
    pub(super) fn thrown_text(&self, roll: usize, pools: &[Thrown]) -> String {
        if let Some((bag, _)) = self.program.rolls[roll].drawn {
            return drawn(&self.program.bags[bag], pools);
        }
        let shown: Vec<String> = pools.iter().map(|pool| dice(self, pool)).collect();
        shown.join("; ")
    }

    /// Returns dice of a roll as text, with their types if there are more than one; empty if there are
    /// no dice.
    pub(super) fn dice_text(&self, roll: usize, dice: &[ShownDie]) -> String {
        let pools = &self.program.pools[self.program.rolls[roll].pools.clone()];
        let components = pools.iter().zip(1..).flat_map(|(pool, number)| {
            let components = pool.components.iter();
            components.map(move |component| (number, component))
        });
        let components: Vec<(usize, &Component)> = components.collect();
        let text = |dice: &[ShownDie]| {
            let (pool, component) = components[dice[0].group];
            let all: Vec<i64> = dice.iter().map(|die| die.value).collect();
            let shown = match component.die {
                Die::Symbols(die) => {
                    let die = &self.program.symbol_dice[die];
                    joined(all.iter().map(|&face| face_text(die, face as usize)), ", ")
                }
                _ => values(&all),
            };
            let written = &component.text;
            let equal = components.iter().filter(|other| other.1.text == *written);
            match (components.len(), equal.count()) {
                (1, _) => shown,
                (_, 1) => format!("{shown} ({written})"),
                _ => format!("{shown} ({written} of pool {pool})"),
            }
        };
        let groups = dice.chunk_by(|one, other| one.group == other.group);
        joined(groups.map(text), ", ")
    }
}

/// Returns a face of a die with symbols as text.
pub(super) fn face_text(die: &SymbolDie, face: usize) -> String {
    let text = die.texts.get(face).filter(|text| !text.is_empty());
    text.map_or("blank", String::as_str).to_owned()
}

/// Returns which dice are kept and how many are thrown again, as a clause with these verbs.
pub(super) fn kept(keep: &str, throw: &str, dice: &str, again: usize) -> String {
    match (dice, again) {
        (_, 0) => format!("{keep} all dice"),
        ("", _) => format!("{throw} all dice again"),
        _ => format!(
            "{keep} {dice} and {throw} {} again",
            counted(again as u64, "die", "dice")
        ),
    }
}

/// Returns what is drawn from a bag. Each pool has the draws of a thing.
fn drawn(bag: &Bag, pools: &[Thrown]) -> String {
    let numbers = pools.iter().map(|pool| pool.kept.iter().sum::<i64>());
    let things = bag.items.iter().zip(numbers);
    let things = things.filter(|(_, number)| *number > 0);
    let things = things.map(|((name, _), number)| format!("{number} {name}"));
    let shown = joined(things, ", ");
    if shown.is_empty() {
        "nothing is left".to_owned()
    } else {
        shown
    }
}

/// Returns the dice of a throw, and which of them are kept if not all are.
fn dice(contest: &DiceContest, thrown: &Thrown) -> String {
    if !thrown.symbols.is_empty() {
        let faces = thrown.symbols.iter().map(|&(die, face)| {
            let die = &contest.program.symbol_dice[die];
            format!("{} {}", die.name, face_text(die, face))
        });
        return faces.collect::<Vec<_>>().join(", ");
    }
    let all = values(&thrown.all);
    if thrown.all.len() == thrown.kept.len() {
        all
    } else {
        format!("{all}, of which {} count", values(&thrown.kept))
    }
}

/// Returns the values of dice.
pub(super) fn values(dice: &[i64]) -> String {
    if dice.is_empty() {
        "no dice".to_owned()
    } else {
        joined(dice.iter().map(i64::to_string), " ")
    }
}
