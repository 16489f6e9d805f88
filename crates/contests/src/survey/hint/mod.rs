//! Best exploration in a given position: exact, from the searchers' knowledge.
//!
//! A position is typed as `Field: 3 1 5 2 2 6; Explored: 1.1 2.2; Supply: 5 4 2; Trail: 3`. Places
//! are a row and a place in it, both counted from 1, as in the narration.

mod read;
#[cfg(test)]
mod tests;

use super::field::{Field, Places, each};
use super::narrate::{at, dice_at, one_of};
use super::players::Player;
use super::prepared::Survey;
use super::rules::SearchState;
use super::setup::{FieldFrom, Setup};
use super::view::Exploration;
use evenodds_core::contest::game::{Described, HintGame, Reduced};
use evenodds_core::contest::{Describe, DescribedEntry, Silent, counted, positions};
use evenodds_core::dice::Sampled;
use evenodds_core::document::{Faults, Key, Source};
use read::Position;
use std::sync::Arc;

/// Keys of a typed position.
pub(super) const POSITIONS: &[Key] = Position::KEYS;

impl HintGame for Survey {
    fn example(&self) -> String {
        let mut dice = Sampled::new(1, &self.rollers());
        dice.start(0);
        let supply = self.supply(&mut dice, &mut Silent);
        let (field, _) = self.roll_field(&mut dice);
        let supply = format!("Supply: {}", positions::typed(supply));
        match self.setup.field {
            FieldFrom::Rolled(_) => format!("Field: {}; {supply}", faces(&field)),
            FieldFrom::Given(_) => supply,
        }
    }

    fn read(&self, source: &Arc<Source>) -> Result<SearchState, Faults> {
        let keys = (Position::KEYS, Position::read);
        positions::read_position(source, keys, None, |typed, faults| {
            self.read_state(typed, source, faults)
        })
    }

    fn describe(&self, table: &SearchState) -> Described {
        let view = &table.view;
        let supply = counted(view.supply.len(), "die", "dice");
        let turn = if let Some(face) = view.trail {
            format!("{supply} of Supply left, on the trail of {face}")
        } else {
            let prizes = one_of(view.candidates);
            format!("{supply} of Supply left, and the Prize may be {prizes}")
        };
        let mut table = vec![DescribedEntry {
            name: "Supply".to_owned(),
            dice: positions::falling(view.supply),
            ..DescribedEntry::default()
        }];
        table.extend((0..view.field.rows()).map(|row| {
            let places: Places = 0xff << (8 * row);
            let explored: Vec<String> = each(view.explored & places).map(at).collect();
            let about = if explored.is_empty() {
                String::new()
            } else {
                format!("explored {}", explored.join(", "))
            };
            DescribedEntry {
                name: format!("row {}", row + 1),
                dice: dice(&view.field, places),
                about,
                ..DescribedEntry::default()
            }
        }));
        Described {
            actor: self.leader().to_owned(),
            turn,
            table,
            missing: Vec::new(),
        }
    }

    fn name(&self, table: &SearchState, exploration: Exploration) -> String {
        let dice = dice_at(&table.view, exploration);
        format!("explore {dice} with a {}", exploration.die)
    }

    fn effect(&self, table: &SearchState, exploration: Exploration, _: &[Exploration]) -> String {
        let view = &table.view;
        let faces = view.field.faces(exploration.places);
        match (view.trail, faces.and(view.candidates).len()) {
            (Some(face), _) if faces.has(face) => "explores a die of the Prize".to_owned(),
            (Some(_), _) => "leads toward the Prize".to_owned(),
            (None, 0) => "cannot show the trail".to_owned(),
            (None, some) => format!(
                "shows the trail in {some} of {} cases",
                view.candidates.len()
            ),
        }
    }

    fn reduced(&self, table: &SearchState, declared: bool) -> Option<Reduced<Self>> {
        (!declared && self.setup.player != Player::Optimal).then(|| {
            let optimal = Self::new(Setup {
                player: Player::Optimal,
                ..self.setup.clone()
            });
            Reduced::one(optimal, *table)
        })
    }
}

/// Returns the faces of the dice at these places, apex first.
fn dice(field: &Field, places: Places) -> Vec<u32> {
    let dice = each(field.all & places);
    dice.map(|place| field.face(place)).collect()
}

/// Formats all dice of a Field as they are typed.
fn faces(field: &Field) -> String {
    positions::listed(&dice(field, field.all))
}
