//! Reads typed positions of searches.

use super::super::field::{Field, MOST_ROWS, Places, each, size};
use super::super::keys::MOST_SUPPLY;
use super::super::limit::MAX_ACTIONS;
use super::super::narrate::{at, one_of};
use super::super::prepared::Survey;
use super::super::rules::{SearchState, UNKNOWN};
use super::super::search::Search;
use super::super::setup::{FieldFrom, Prize, SupplyFrom};
use evenodds_core::contest::positions::{self, SpannedText};
use evenodds_core::contest::{Lenient, Spanned, optional, table, whole};
use evenodds_core::dice::Pool;
use evenodds_core::document::{Fault, Faults, Source, ValueShape};
use std::sync::Arc;

/// Dice of a typed position, which may be absent or invalid.
type Typed = Option<Lenient<Spanned<Vec<u32>>>>;

const PLACES: usize = size(MOST_ROWS) as usize;
const SUPPLY: ValueShape = positions::faces(0, MOST_SUPPLY as usize);

table! {
    /// A position of a search.
    pub(in super::super) struct Position {
        /// All dice of the Field, the apex first, then row by row; not needed where the file gives
        /// them.
        field: Typed = optional(positions::faces(0, PLACES)).example("[3, 1, 5, 2, 2, 6, 4, 1, 3, 5]"),
        /// The dice of Supply that are left.
        supply: Typed = optional(SUPPLY).shown().example("[5, 4, 2]"),
        /// The places explored, each as its row and its place in the row, both from 1.
        explored: Option<Lenient<Vec<SpannedText>>> = optional(ValueShape::list(&ValueShape::Text, 0, PLACES))
            .example("[\"1.1\", \"2.2\"]"),
        /// The number of the Prize, once one of its dice was explored.
        trail: Lenient<Spanned<u32>> = optional(whole(1, 6)).example("3"),
        /// The Supply at the start; needed once something was explored and `rules.prize` is
        /// "solvable".
        began: Typed = optional(SUPPLY).example("[6, 5, 4, 2]"),
    }
}

impl Survey {
    /// Builds a position from typed values. The Prize is [`UNKNOWN`] unless the trail is known.
    pub(super) fn read_state(
        &self,
        typed: Position,
        source: &Arc<Source>,
        faults: &mut Faults,
    ) -> Option<SearchState> {
        let setup = self.setup();
        let (given, rows) = match setup.field {
            FieldFrom::Given(field) => (Some(field), field.rows()),
            FieldFrom::Rolled(rows) => (None, rows),
        };
        let field = match typed.field {
            Some(Lenient(dice)) => dice.and_then(|dice| field(&dice, rows, given, faults)),
            None => given.or_else(|| {
                let accepted = "give its dice, row by row, such as Field: 3 1 5 2 2 6";
                positions::missing(source, "the Field", accepted, faults);
                None
            }),
        };
        let is_started = typed.explored.is_some();
        let typed_supplies = (typed.supply, typed.began);
        let (supply, began) = self.supplies(typed_supplies, is_started, source, faults);
        let explored = match (typed.explored, &field) {
            (Some(Lenient(words)), Some(field)) => places(&words?, field, faults),
            _ => 0,
        };
        let (field, supply, began) = (field?, supply?, began?);
        if !faults.is_empty() {
            return None;
        }
        let mut search = if setup.combine {
            Search::combined_up_to(MAX_ACTIONS)
        } else {
            Search::new(false)
        };
        let candidates = self.candidates(&field, field.eligible(), began, &mut search);
        let trail = typed.trail.0;
        let face = trail.as_ref().map(|trail| trail.value);
        let mut table = SearchState::new(field, supply, candidates, face.unwrap_or(UNKNOWN));
        let view = &mut table.view;
        (view.explored, view.trail) = (explored, face);
        if let Some(Spanned { value, span: place }) = trail {
            let dice = field.showing(value);
            let accepted = if !candidates.has(value) {
                format!("expected {}", one_of(candidates))
            } else if dice & explored == 0 {
                "expected a number of which a die was explored".to_owned()
            } else {
                String::new()
            };
            if !accepted.is_empty() {
                faults.push(Fault::new(place, "Trail", format!("is {value}"), accepted));
            }
        } else {
            view.candidates = candidates.minus(field.faces(explored));
        }
        let is_too_large = setup.combine && {
            search.value(view);
            search.effort() > MAX_ACTIONS
        };
        if view.candidates.is_empty() {
            let found = "every possible number of the Prize was explored";
            let accepted = "give the known trail, such as Trail: 3";
            faults.push(positions::whole(source, found, accepted));
        } else if is_too_large {
            let accepted = "the best action takes too long to find";
            faults.push(positions::whole(
                source,
                "the position has too many continuations",
                accepted,
            ));
        }
        Some(table)
    }

    /// Returns the Supply that is left and the Supply at the start, from those of a typed position.
    fn supplies(
        &self,
        (supply, began): (Typed, Typed),
        is_started: bool,
        source: &Arc<Source>,
        faults: &mut Faults,
    ) -> (Option<Pool>, Option<Pool>) {
        let setup = self.setup();
        let first = match setup.supply {
            SupplyFrom::Given(supply) => Some(supply),
            SupplyFrom::Rolled { .. } => None,
        };
        let most = setup.max_supply_dice();
        let supply = match (supply, first) {
            (Some(Lenient(dice)), _) => {
                dice.map(|dice| positions::pool("Supply", &dice, most, faults))
            }
            (None, Some(first)) if !is_started => Some(first),
            (None, _) => {
                let accepted = "give the dice that are left, such as Supply: 5 4 2";
                positions::missing(source, "the Supply", accepted, faults);
                None
            }
        };
        let began = match (began, first) {
            (Some(Lenient(dice)), _) => {
                dice.map(|dice| positions::pool("Began", &dice, most, faults))
            }
            (None, None) if is_started && setup.prize == Prize::Solvable => {
                let accepted = "give the Supply at the start, on which the Prize depends, such as Began: 6 5 4 2";
                positions::missing(source, "Began", accepted, faults);
                None
            }
            (None, _) => first.or(supply),
        };
        (supply, began)
    }
}

/// Returns the Field, which must have this number of rows and any dice that the file gives.
fn field(
    dice: &Spanned<Vec<u32>>,
    rows: u32,
    given: Option<Field>,
    faults: &mut Faults,
) -> Option<Field> {
    let field = Field::from_faces(&dice.value).filter(|field| field.rows() == rows);
    let (found, accepted) = match field {
        None => (
            format!("has {} dice", dice.value.len()),
            format!("expected {} for {rows} rows", size(rows)),
        ),
        Some(field) if given.is_some_and(|given| !given.has_same_faces(&field)) => (
            "differs from that of the file".to_owned(),
            "leave it out".to_owned(),
        ),
        Some(field) if field.eligible().is_empty() => (
            "has no number more than once".to_owned(),
            "expected the number of the Prize at least twice".to_owned(),
        ),
        Some(_) => return field,
    };
    faults.push(Fault::new(dice.span.clone(), "Field", found, accepted));
    None
}

/// Returns the explored places, each of which must be a corner or next to an explored place.
fn places(words: &[SpannedText], field: &Field, faults: &mut Faults) -> Places {
    let place = |word: &SpannedText| each(field.all).find(|&place| at(place) == word.text);
    let explored = words
        .iter()
        .filter_map(place)
        .fold(0, |all, place| all | place);
    let reached = words
        .iter()
        .fold(0, |reached, _| reached | field.open(reached) & explored);
    for (number, word) in words.iter().enumerate() {
        let accepted = match place(word) {
            None => format!(
                "expected a row from 1 to {} and a place in it, such as 2.1",
                field.rows()
            ),
            Some(place) if reached & place == 0 => {
                "expected a corner, or a place that touches an explored one".to_owned()
            }
            Some(_) if words[..number].iter().any(|one| one.text == word.text) => {
                "give each place once".to_owned()
            }
            Some(_) => continue,
        };
        faults.push(word.fault("Explored", format!("has `{}`", word.text), accepted));
    }
    explored
}
