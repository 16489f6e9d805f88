//! The table of an exchange out of words.

use super::super::Exchange;
use super::Standing;
use crate::contest::laid::{self, Entry, Named};
use crate::contests::action_dice::fighters::laid::{Entries, hits, is_out, no_notes, round};
use crate::document::{Faults, Source};
use std::sync::Arc;

const OTHERS: [&str; 2] = ["Round", "For"];

/// Reads the table of an exchange.
pub(super) fn read(exchange: &Exchange, source: &Arc<Source>) -> Result<Standing, Faults> {
    let mut faults = Faults::new();
    let entries = Entries::read(source, &exchange.fighters, &OTHERS, &mut faults);
    let mut taken = [0; 2];
    for (side, all) in taken.iter_mut().enumerate() {
        *all = of_side(exchange, side, &entries.fighters, &mut faults);
    }
    let round = round(
        entries.others[0].as_ref(),
        exchange.options.max_rounds,
        &mut faults,
    );
    let side = match &entries.others[1] {
        None => 0,
        Some(entry) => asking(exchange, entry, &mut faults),
    };
    if faults.is_empty()
        && let Some(outcome) = exchange.ended(taken)
    {
        let found = match outcome {
            side @ (0 | 1) => format!("only {} stands", exchange.sides[side].name),
            _ => "nobody stands".to_owned(),
        };
        faults.push(laid::whole(
            source,
            found,
            "the exchange is over: say all who stand, such as NAME: in",
        ));
    }
    if faults.is_empty() {
        Ok(Standing {
            hits: taken,
            left: exchange.options.max_rounds + 1 - round,
            side,
        })
    } else {
        Err(faults)
    }
}

/// The hits that a side has taken: one after another falls, in the order of the file.
fn of_side(
    exchange: &Exchange,
    side: usize,
    entries: &[Option<Entry>],
    faults: &mut Faults,
) -> u32 {
    let needed = exchange.options.hits_to_win;
    let mut taken = 0;
    let mut standing: Option<usize> = None;
    for fighter in exchange.sides[side].members.clone() {
        let name = exchange.fighters[fighter].name.as_str();
        let entry = entries[fighter].as_ref();
        if is_out(entry, name, faults) {
            match (standing, entry) {
                (None, _) => taken += needed,
                (Some(first), entry) => {
                    let first = &exchange.fighters[first].name;
                    let accepted = format!(
                        "in this frame hits fall on the first who stands: {first} would be out before"
                    );
                    let place = entry.or(entries[standing.unwrap_or(fighter)].as_ref());
                    if let Some(entry) = place {
                        let found = if entry.name.text == name {
                            "is out".to_owned()
                        } else {
                            format!("stands, and {name} is out")
                        };
                        faults.push(entry.name.fault(&entry.name.text, found, accepted));
                    }
                }
            }
            continue;
        }
        let Some(entry) = entry else {
            continue;
        };
        let is_in = |word: &str| ["in", "all"].contains(&word.to_lowercase().as_str());
        for word in entry.words.iter().filter(|word| !is_in(&word.text)) {
            let found = format!("has `{}`", word.text);
            let accepted =
                "who stands is in, with all dice when a round begins; who does not is out";
            faults.push(word.fault(name, found, accepted));
        }
        for note in &entry.notes {
            match hits(name, &note.words(), needed, faults) {
                Some(hits) if standing.is_none() => taken += hits,
                Some(0) => {}
                Some(_) => {
                    let found = format!("has `{}`", note.text);
                    let accepted = "in this frame hits fall on the first who stands";
                    faults.push(note.fault(name, found, accepted));
                }
                None => {
                    let found = format!("has `{}`", note.text);
                    faults.push(note.fault(
                        name,
                        found,
                        "only hits are said here, such as (1 hit)",
                    ));
                }
            }
        }
        standing = standing.or(Some(fighter));
    }
    taken
}

/// The side that asks.
fn asking(exchange: &Exchange, entry: &Entry, faults: &mut Faults) -> usize {
    no_notes("For", entry, faults);
    let sides = [0, 1].map(|side: usize| exchange.sides[side].name.as_str());
    let words: Vec<&str> = entry.words.iter().map(|word| word.text.as_str()).collect();
    let mut said = entry.words.first().unwrap_or(&entry.name).clone();
    said.text = words.join(" ");
    match laid::find(&said.text, &sides, &[]) {
        Named::One(side) => side,
        other => {
            faults.push(laid::unknown("For", &said, other, ("the sides", &sides)));
            0
        }
    }
}
