//! The table of a search out of words.

use super::super::field::{Field, MOST_ROWS, Places, size};
use super::super::limit::MOST_GOES;
use super::super::rules::{Table, UNKNOWN};
use super::super::search::Search;
use super::super::tell::one_of;
use super::super::{FieldFrom, Prize, SupplyFrom, Survey};
use crate::contest::laid::{self, Entry, Once, Said};
use crate::document::{Faults, Source};
use std::sync::Arc;

/// The entries of a table.
const NAMES: [&str; 5] = ["Field", "Supply", "Explored", "Trail", "Began"];
const FIELD: usize = 0;
const SUPPLY: usize = 1;
const EXPLORED: usize = 2;
const TRAIL: usize = 3;
const BEGAN: usize = 4;

impl Survey {
    /// Reads a position, whose Prize is open unless the trail is known.
    pub(super) fn table(&self, source: &Arc<Source>, faults: &mut Faults) -> Option<Table> {
        let entries = Once::without_notes(source, &NAMES, faults);
        let whole = |faults: &mut Faults, found: &str, accepted: &str| {
            faults.push(laid::whole(source, found, accepted));
        };
        let dice = |entry: &Entry, most: u32, faults: &mut Faults| {
            laid::dice(&entry.name.text, &entry.words, most, faults)
        };
        let field = self.field(&entries, faults, &whole);
        let most = self.setup().most_supply_dice();
        let supply = match (entries.get(SUPPLY), &self.setup().supply) {
            (Some(entry), _) => dice(entry, most, faults),
            (None, SupplyFrom::Given(supply)) if entries.get(EXPLORED).is_none() => Some(*supply),
            (None, _) => {
                whole(
                    faults,
                    "the Supply is missing",
                    "say the dice that are left, such as Supply: 5 4 2",
                );
                None
            }
        };
        let began = match (entries.get(BEGAN), &self.setup().supply) {
            (Some(entry), _) => dice(entry, most, faults),
            (None, SupplyFrom::Given(supply)) => Some(*supply),
            (None, _) if entries.get(EXPLORED).is_none() => supply,
            (None, _) if self.setup().prize == Prize::Solvable => {
                let accepted = "which numbers may be the Prize hangs on it: say the first Supply, such as Began: 6 5 4 2";
                whole(faults, "nobody says with what the search began", accepted);
                None
            }
            (None, _) => supply,
        };
        let explored = match (entries.get(EXPLORED), &field) {
            (Some(entry), Some(field)) => places(entry, field, faults),
            (None, _) => Some(0),
            _ => None,
        };
        let trail = match entries.get(TRAIL) {
            Some(entry) => {
                let trail = dice(entry, 1, faults)?;
                let one = (!trail.is_empty()).then(|| trail.lowest());
                if one.is_none() {
                    let accepted = "say the number of the Prize, such as Trail: 3";
                    faults.push(entry.name.fault("Trail", "has no number", accepted));
                }
                Some((one?, entry))
            }
            None => None,
        };
        let (field, supply, began, explored) = (field?, supply?, began?, explored?);
        let mut search = self.search();
        let eligible = field.eligible();
        let candidates = self.candidates(&field, eligible, began, &mut search);
        let prize = trail.map_or(UNKNOWN, |(face, _)| face);
        let mut table = Table::new(field, supply, candidates, prize);
        let view = &mut table.view;
        view.explored = explored;
        view.trail = trail.map(|(face, _)| face);
        if let Some((face, entry)) = trail {
            let number = entry.words.first().unwrap_or(&entry.name);
            if !candidates.has(face) {
                let accepted = format!("the Prize may be {}", one_of(candidates));
                faults.push(number.fault("Trail", format!("is {face}"), accepted));
            } else if field.showing(face) & explored == 0 {
                let accepted = "the trail begins where a die of that number was explored";
                faults.push(number.fault("Trail", format!("is {face}"), accepted));
            } else if field.showing(face) & !explored == 0 {
                whole(
                    faults,
                    "all dice of the Prize are explored",
                    "the search has succeeded and is over",
                );
            }
        } else {
            view.candidates = candidates.minus(field.faces(explored));
            if view.candidates.is_empty() {
                whole(
                    faults,
                    "every number that may be the Prize was explored",
                    "so the trail is known: say it, such as Trail: 3",
                );
            }
        }
        if faults.is_empty() && view.affordable() == 0 {
            whole(
                faults,
                "no die of the Supply explores anything",
                "the search is over",
            );
        }
        if faults.is_empty() && self.setup().combine {
            search.worth(view);
            if search.effort() > MOST_GOES {
                whole(
                    faults,
                    "there are too many goes",
                    "best play takes too long to find here",
                );
            }
        }
        Some(table)
    }

    fn search(&self) -> Search {
        if self.setup().combine {
            Search::combined_up_to(MOST_GOES)
        } else {
            Search::new(false)
        }
    }

    /// The Field: that of the file, or what somebody typed.
    fn field(
        &self,
        entries: &Once,
        faults: &mut Faults,
        whole: &impl Fn(&mut Faults, &str, &str),
    ) -> Option<Field> {
        let given = match self.setup().field {
            FieldFrom::Given(field) => Some(field),
            FieldFrom::Rolled(_) => None,
        };
        let Some(entry) = entries.get(FIELD) else {
            if given.is_none() {
                let accepted =
                    "say its dice, apex first and row by row, such as Field: 3 1 5 2 2 6";
                whole(faults, "the Field is missing", accepted);
            }
            return given;
        };
        let known = faults.len();
        laid::dice("Field", &entry.words, size(MOST_ROWS), faults)?;
        let typed: Vec<u32> = entry
            .words
            .iter()
            .filter_map(|word| word.text.parse().ok())
            .collect();
        let field = Field::from_faces(&typed);
        let rows = match self.setup().field {
            FieldFrom::Given(field) => field.rows(),
            FieldFrom::Rolled(rows) => rows,
        };
        match field.filter(|field| field.rows() == rows) {
            None => {
                let found = format!("has {} dice", typed.len());
                let accepted = format!("{rows} rows have {}", size(rows));
                faults.push(entry.name.fault("Field", found, accepted));
            }
            Some(field) if given.is_some_and(|given| !given.is(&field)) => {
                let accepted = "the file gives other dice: leave it out";
                faults.push(entry.name.fault("Field", "is another one", accepted));
            }
            Some(field) if field.eligible().is_empty() => {
                let accepted = "the Prize stands there at least twice";
                faults.push(entry.name.fault("Field", "has each number once", accepted));
            }
            _ => {}
        }
        field.filter(|_| faults.len() == known)
    }
}

/// The places that were explored: each a corner, or next to one of the others.
fn places(entry: &Entry, field: &Field, faults: &mut Faults) -> Option<Places> {
    let known = faults.len();
    let mut explored: Places = 0;
    let mut words: Vec<(Places, &Said)> = Vec::new();
    for word in &entry.words {
        let place = word.text.split_once('.').and_then(|(row, column)| {
            let [row, column]: [u32; 2] = [row.parse().ok()?, column.parse().ok()?];
            let fits = (1..=field.rows()).contains(&row) && (1..=row).contains(&column);
            fits.then(|| 1 << (8 * (row - 1) + column - 1))
        });
        match place {
            None => {
                let found = format!("has `{}`", word.text);
                let accepted = format!(
                    "a place is a row, 1 to {}, and a place in it, such as 2.1",
                    field.rows()
                );
                faults.push(word.fault("Explored", found, accepted));
            }
            Some(place) if explored & place != 0 => {
                let found = format!("has {} twice", word.text);
                faults.push(word.fault("Explored", found, "a place is explored once"));
            }
            Some(place) => {
                explored |= place;
                words.push((place, word));
            }
        }
    }
    // From the corners on, whatever can be reached.
    let mut reached: Places = 0;
    loop {
        let next = field.open(reached) & explored;
        if next == 0 {
            break;
        }
        reached |= next;
    }
    for (place, word) in words {
        if reached & place == 0 {
            let found = format!("has {}", word.text);
            let accepted = "a place is a corner, or touches one that was explored before";
            faults.push(word.fault("Explored", found, accepted));
        }
    }
    (faults.len() == known).then_some(explored)
}
