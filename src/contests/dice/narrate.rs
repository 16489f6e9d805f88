//! Transcript of a trial.

use super::DiceContest;
use super::rules::Event;
use crate::document::{capital, joined};

/// Renders an event as a line of the transcript.
pub(super) fn sentence(contest: &DiceContest, event: &Event) -> String {
    match event {
        Event::Round(number) => format!("Round {number}."),
        Event::Thrown { roll, pools, value } => {
            let thrown = &contest.program.rolls[*roll];
            let pools = pools.iter().zip(thrown.pools.clone());
            let texts: Vec<String> = pools
                .map(|((all, kept), pool)| match symbols(contest, pool, all) {
                    Some(text) => text,
                    None => dice(all, kept),
                })
                .collect();
            let has_symbols =
                (thrown.pools.clone()).any(|pool| symbols(contest, pool, &[]).is_some());
            let shown = texts.join("; ");
            if has_symbols {
                format!("   {}: {shown}.", capital(&thrown.name))
            } else {
                format!(
                    "   {} ({}): {shown}: {value}.",
                    capital(&thrown.name),
                    thrown.text
                )
            }
        }
        Event::Chosen {
            step,
            choice,
            value,
        } => {
            let choice = &contest.parts.steps[*step].choices[*choice];
            let side = &contest.parts.sides[choice.side].name;
            format!("   {} chooses {} = {value}.", capital(side), choice.name)
        }
        Event::Changed { state, from, to } => {
            let name = &contest.parts.states[*state].name;
            format!("   {} changes from {from} to {to}.", capital(name))
        }
        Event::Ended { outcome } => {
            format!("{}.", capital(&contest.outcomes[*outcome].phrase))
        }
    }
}

/// Returns the dice of a throw, and which of them are kept if not all are.
fn dice(all: &[i64], kept: &[i64]) -> String {
    let list = |values: &[i64]| {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        if values.is_empty() {
            "no dice".to_owned()
        } else {
            values.join(" ")
        }
    };
    if all.len() == kept.len() {
        list(all)
    } else {
        format!("{}, of which {} count", list(all), list(kept))
    }
}

/// Returns the faces of a throw of dice with symbols; `None` for other dice.
fn symbols(contest: &DiceContest, pool: usize, all: &[i64]) -> Option<String> {
    use super::expression::Die;
    let components = &contest.program.pools[pool].components;
    let dice: Option<Vec<usize>> = (components.iter())
        .map(|component| match component.die {
            Die::Symbols(die) => Some(die),
            _ => None,
        })
        .collect();
    // Dice of different types are thrown one type after another, which is not recorded here.
    let dice = dice?;
    let texts = all.iter().map(|&face| {
        let text = dice
            .first()
            .and_then(|&die| contest.program.symbol_dice[die].texts.get(face as usize));
        text.filter(|text| !text.is_empty())
            .map_or_else(|| "blank".to_owned(), Clone::clone)
    });
    Some(joined(&texts.collect::<Vec<_>>(), "and"))
}
