//! What to explore next on a table as it stands: exactly, by what the searchers know.
//!
//! The table is typed as `Field: 3 1 5 2 2 6; Explored: 1.1 2.2; Supply: 5 4 2; Trail: 3`. Places are a row and
//! a place in it, both from 1, as stories have them.

mod read;
#[cfg(test)]
mod tests;

use super::field::{Field, Places, each};
use super::search::Search;
use super::tell::{at, one_of};
use super::view::{Go, View};
use super::{FieldFrom, SUCCESS, SupplyFrom, Survey};
use crate::contest::laid;
use crate::contest::{Considered, Hint, HintBy, HintOf, HintPlan, Hints, Lying, counted};
use crate::dice::Sampled;
use crate::document::{Faults, Source};
use std::sync::Arc;

impl Hints for Survey {
    fn example(&self) -> String {
        let mut dice = Sampled::new(1, &crate::contest::Rules::rollers(self));
        dice.start(0);
        let supply = self.supply(&mut dice, &mut crate::contest::Silent);
        let (field, _) = self.lay(&mut dice);
        let mut entries = Vec::new();
        if matches!(self.setup().field, FieldFrom::Rolled(_)) {
            entries.push(format!("Field: {}", laid::listed(&faces(&field))));
        }
        entries.push(format!("Supply: {}", laid::typed(supply)));
        entries.join("; ")
    }

    fn hint(&self, table: &Arc<Source>, _: &HintPlan) -> Result<Hint, Faults> {
        let mut faults = Faults::new();
        let view = self.read(table, &mut faults);
        match view.filter(|_| faults.is_empty()) {
            Some((view, mut search)) => Ok(self.hint_at(&view, &mut search)),
            None => Err(faults),
        }
    }
}

impl Survey {
    fn hint_at(&self, view: &View, search: &mut Search) -> Hint {
        let mut goes: Vec<Go> = each(view.affordable())
            .map(|place| view.single(place))
            .collect();
        let advised = search.advise(view);
        if let Some(go) = advised.filter(|go| !goes.contains(go)) {
            goes.push(go);
        }
        let mut actions: Vec<(bool, Considered)> = goes
            .into_iter()
            .map(|go| {
                let considered = Considered {
                    deed: deed(view, go),
                    effect: effect(view, go),
                    worth: search.worth_of(view, go).chance(),
                    ..Considered::default()
                };
                (Some(go) != advised, considered)
            })
            .collect();
        actions.sort_by(|(one_other, one), (other_other, other)| {
            let better = other.worth.total_cmp(&one.worth);
            better.then(one_other.cmp(other_other))
        });
        let who = match &self.setup().supply {
            SupplyFrom::Rolled { leader, .. } => leader.name.clone(),
            SupplyFrom::Given(_) => "the searchers".to_owned(),
        };
        let phrase = &crate::contest::Describe::outcomes(self)[SUCCESS].phrase;
        let then = phrase.strip_prefix(&format!("{who} ")).unwrap_or(phrase);
        let known = match view.trail {
            Some(face) => format!("on the trail of {face}"),
            None => format!("and the Prize may be {}", one_of(view.candidates)),
        };
        let supply = counted(view.supply.len(), "die", "dice");
        Hint {
            turn: format!("{supply} of Supply left, {known}"),
            then: format!("{who} then {then}"),
            who,
            of: HintOf::Chance,
            judge: "solved exactly, by what the searchers know".to_owned(),
            by: HintBy::Solved,
            table: lying(view),
            missing: Vec::new(),
            actions: actions
                .into_iter()
                .map(|(_, considered)| considered)
                .collect(),
        }
    }
}

fn deed(view: &View, go: Go) -> String {
    let dice: Vec<String> = each(go.places)
        .map(|place| format!("the {} at {}", view.field.face(place), at(place)))
        .collect();
    format!("explore {} with a {}", dice.join(" and "), go.die)
}

/// What a go may show.
fn effect(view: &View, go: Go) -> String {
    let faces = view.field.faces(go.places);
    match view.trail {
        Some(face) if faces.has(face) => "a die of the Prize".to_owned(),
        Some(_) => "on the way".to_owned(),
        None => {
            let shown = faces.and(view.candidates);
            match shown.len() {
                0 => "cannot show the trail".to_owned(),
                some => format!("shows the trail {some} in {}", view.candidates.len()),
            }
        }
    }
}

/// The Supply, and the Field row by row.
fn lying(view: &View) -> Vec<Lying> {
    let mut table = vec![Lying {
        name: "Supply".to_owned(),
        side: String::new(),
        dice: laid::falling(view.supply),
        about: String::new(),
    }];
    for row in 0..view.field.rows() {
        let places: Vec<Places> = (0..=row).map(|column| 1 << (8 * row + column)).collect();
        let explored = places.iter().filter(|&&place| view.explored & place != 0);
        let explored: Vec<String> = explored.map(|&place| at(place)).collect();
        table.push(Lying {
            name: format!("row {}", row + 1),
            side: String::new(),
            dice: places.iter().map(|&place| view.field.face(place)).collect(),
            about: if explored.is_empty() {
                String::new()
            } else {
                format!("explored {}", explored.join(", "))
            },
        });
    }
    table
}

/// The dice of a Field, apex first.
fn faces(field: &Field) -> Vec<u32> {
    each(field.all).map(|place| field.face(place)).collect()
}
