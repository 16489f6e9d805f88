//! What to explore next on a table as it stands: exactly, by what the searchers know.
//!
//! The table is typed as `Field: 3 1 5 2 2 6; Explored: 1.1 2.2; Supply: 5 4 2; Trail: 3`. Places are a row and
//! a place in it, both from 1, as stories have them.

mod read;
#[cfg(test)]
mod tests;

use super::field::{Field, Places, each};
use super::rules::Table;
use super::tell::{at, one_of};
use super::view::{Go, View};
use super::{FieldFrom, Player, Survey};
use crate::contest::game::{Described, Explain, Game as _, Reduced};
use crate::contest::{HintBy, Lying, Silent, counted, laid};
use crate::dice::Sampled;
use crate::document::{Faults, Source};
use std::sync::Arc;

impl Explain for Survey {
    fn example(&self) -> String {
        let mut dice = Sampled::new(1, &self.roller_names());
        dice.start(0);
        let supply = self.supply(&mut dice, &mut Silent);
        let (field, _) = self.lay(&mut dice);
        let mut entries = Vec::new();
        if matches!(self.setup().field, FieldFrom::Rolled(_)) {
            entries.push(format!("Field: {}", laid::listed(&faces(&field))));
        }
        entries.push(format!("Supply: {}", laid::typed(supply)));
        entries.join("; ")
    }

    fn read(&self, source: &Arc<Source>) -> Result<Table, Faults> {
        let mut faults = Faults::new();
        let table = self.table(source, &mut faults);
        match table.filter(|_| faults.is_empty()) {
            Some(table) => Ok(table),
            None => Err(faults),
        }
    }

    fn describe(&self, table: &Table) -> Described {
        let view = &table.view;
        let known = match view.trail {
            Some(face) => format!("on the trail of {face}"),
            None => format!("and the Prize may be {}", one_of(view.candidates)),
        };
        let supply = counted(view.supply.len(), "die", "dice");
        Described {
            who: self.leader().to_owned(),
            turn: format!("{supply} of Supply left, {known}"),
            table: lying(view),
            missing: Vec::new(),
        }
    }

    fn name(&self, table: &Table, go: Go) -> String {
        deed(&table.view, go)
    }

    fn effect(&self, table: &Table, go: Go, _: &[Go]) -> String {
        effect(&table.view, go)
    }

    fn reduced(&self, table: &Table, declared: bool) -> Option<Reduced<Self>> {
        (!declared && self.setup.player != Player::Optimal).then(|| {
            let mut well = self.clone();
            well.setup.player = Player::Optimal;
            Reduced::one(well, *table)
        })
    }

    fn method(&self, _: &Table, by: HintBy, games: &[&Self]) -> String {
        let player = games[0].setup.player.name();
        let solved = "solved exactly, by what the searchers know";
        by.alone(solved, self.leader(), player)
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
