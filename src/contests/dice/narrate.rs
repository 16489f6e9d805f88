//! Transcript of a trial.

use super::DiceContest;
use super::expression::Thrown;
use super::rules::Event;
use crate::document::capital;

/// Renders an event as a line of the transcript.
pub(super) fn sentence(contest: &DiceContest, event: &Event) -> String {
    match event {
        Event::Round(number) => format!("Round {number}."),
        Event::Thrown { roll, pools, value } => {
            let roll = &contest.program.rolls[*roll];
            let (name, text) = (&roll.name, &roll.text);
            let shown: Vec<String> = pools.iter().map(|pool| dice(contest, pool)).collect();
            let shown = shown.join("; ");
            if pools.iter().any(|pool| !pool.symbols.is_empty()) {
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
            let choice = &contest.parts.steps[*step].choices[*choice];
            let side = &contest.parts.sides[choice.side].name;
            format!("   {side} chooses {} = {value}.", choice.name)
        }
        Event::Changed { state, from, to } => {
            let name = &contest.parts.states[*state].name;
            format!("   {name}: {from} to {to}.")
        }
        Event::Ended { outcome } => {
            format!("{}.", capital(&contest.outcomes[*outcome].phrase))
        }
    }
}

/// Returns the dice of a throw, and which of them are kept if not all are.
fn dice(contest: &DiceContest, thrown: &Thrown) -> String {
    if !thrown.symbols.is_empty() {
        let faces = thrown.symbols.iter().map(|&(die, face)| {
            let die = &contest.program.symbol_dice[die];
            let text = die.texts.get(face).filter(|text| !text.is_empty());
            format!("{} {}", die.name, text.map_or("blank", String::as_str))
        });
        return faces.collect::<Vec<_>>().join(", ");
    }
    let list = |values: &[i64]| {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        if values.is_empty() {
            "no dice".to_owned()
        } else {
            values.join(" ")
        }
    };
    if thrown.all.len() == thrown.kept.len() {
        list(&thrown.all)
    } else {
        format!(
            "{}, of which {} count",
            list(&thrown.all),
            list(&thrown.kept)
        )
    }
}
