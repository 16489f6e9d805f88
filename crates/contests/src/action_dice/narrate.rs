//! Narration of checks, opposed rolls and orders of action.

use super::checks::{DifficultyCheck, InitiativeCheck, Opposed, TIE, ahead};
use super::event::RollEvent;
use super::roll::{action_dice, description, dice};
use evenodds_core::contest::Events;

impl Events for DifficultyCheck {
    type Event = RollEvent;

    fn narrate(&self, event: &RollEvent) -> String {
        match *event {
            RollEvent::Threw { pool, .. } => format!("{}.", description(&self.roll, pool)),
            RollEvent::Compared {
                totals: [total, difficulty],
            } => {
                let ending = match total - difficulty {
                    0 => "succeeds with nothing to spare".to_owned(),
                    margin @ 1.. => format!("succeeds with {margin} to spare"),
                    margin => format!("fails, {} short", -margin),
                };
                format!(
                    "{total} against a difficulty of {difficulty}: {} {ending}.",
                    self.roll.name
                )
            }
            RollEvent::Declared { .. } => String::new(),
        }
    }
}

impl Events for Opposed {
    type Event = RollEvent;

    fn narrate(&self, event: &RollEvent) -> String {
        match *event {
            RollEvent::Threw { roller, pool } => {
                format!("{}.", description(&self.rolls[roller], pool))
            }
            RollEvent::Compared { totals } => {
                let [a, b] = totals;
                match ahead(totals) {
                    TIE => format!("{a} against {b}: a tie."),
                    roller => format!("{a} against {b}: {} wins.", self.rolls[roller].name),
                }
            }
            RollEvent::Declared { .. } => String::new(),
        }
    }
}

impl Events for InitiativeCheck {
    type Event = RollEvent;

    fn narrate(&self, event: &RollEvent) -> String {
        let name = |roller: usize| &self.actors[roller].name;
        match *event {
            RollEvent::Declared { first, by_lot } => {
                let by = if by_lot { ", by lot" } else { "" };
                format!("{} declares first{by}.", name(first))
            }
            RollEvent::Threw { roller, pool } => format!(
                "{} throws {}, {pool}: {}.",
                name(roller),
                action_dice(pool.len()),
                pool.sum()
            ),
            RollEvent::Compared { totals } => {
                let [a, b] = [0, 1].map(|roller: usize| self.actors[roller].action);
                let why = if a == b {
                    format!("{} against {}", totals[0], totals[1])
                } else {
                    format!("{a} against {}", dice(b))
                };
                match self.first(totals) {
                    TIE => format!("{why}: both act at once."),
                    roller => format!("{why}: {} acts first.", name(roller)),
                }
            }
        }
    }
}
