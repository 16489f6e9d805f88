//! Narration of a Survey, with drawings of the Field.

use super::field::{Faces, Field, Places, each};
use super::prepared::Survey;
use super::setup::{NO_TRAIL, SUCCESS, SupplyFrom, TRAIL_LOST};
use super::view::{Exploration, View};
use evenodds_core::contest::{Describe, Events};
use evenodds_core::dice::Pool;
use std::fmt::Write as _;

/// An event of a Survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The leader rolled.
    LeaderRolled {
        /// Dice rolled.
        pool: Pool,
    },
    /// A helper rolled.
    HelperRolled {
        /// Index among the helpers.
        helper: usize,
        /// Dice rolled.
        pool: Pool,
    },
    /// The Field was rolled or given, and the Prize was chosen.
    Started {
        /// View at the start.
        view: View,
    },
    /// A die of the Supply was spent.
    Explored {
        /// View before the exploration.
        view: View,
        /// The exploration.
        exploration: Exploration,
        /// The Prize, if the trail is then known.
        trail: Option<u32>,
    },
    /// The Survey ended.
    Ended {
        /// Final view.
        view: View,
        /// The Prize.
        prize: u32,
    },
}

impl Events for Survey {
    type Event = Event;

    /// Narrates an event, with a drawing of the Field as the players see it if it has changed.
    fn narrate(&self, event: &Event) -> String {
        match *event {
            Event::LeaderRolled { pool } => format!("{} rolls {pool}", self.leader()),
            Event::HelperRolled { helper, pool } => {
                let sixes = pool.above(5);
                let name = self.helper(helper);
                if sixes.is_empty() {
                    format!("{name} rolls {pool} and adds nothing")
                } else {
                    format!("{name} rolls {pool} and adds {sixes}")
                }
            }
            Event::Started { view } => format!(
                "Supply {}; the Prize is {}\n{}",
                view.supply,
                one_of(view.candidates),
                picture(&view.field, 0, 0)
            ),
            Event::Explored {
                view,
                exploration,
                trail,
            } => explored(&view, exploration, trail),
            Event::Ended { view, prize } => ended(self, &view, prize),
        }
    }
}

fn explored(view: &View, exploration: Exploration, trail: Option<u32>) -> String {
    let after = view.after(exploration, trail);
    let action_text = action_text(view, exploration);
    let left = |prize| (view.field.showing(prize) & !after.explored).count_ones();
    let found = match (view.trail, trail) {
        (_, None) => format!("{action_text}: no Prize"),
        (None, Some(prize)) => {
            let left = left(prize);
            format!("{action_text}: trail found. The Prize is {prize}, with {left} more to explore")
        }
        (Some(_), Some(prize)) if view.field.showing(prize) & exploration.places != 0 => {
            format!(
                "{action_text}: another {prize}, {} more to explore",
                left(prize)
            )
        }
        (Some(_), Some(prize)) => format!("{action_text}: {} more to explore", left(prize)),
    };
    let picture = picture(&view.field, after.explored, exploration.places);
    if after.supply.is_empty() {
        format!("{found}; no Supply left\n{picture}")
    } else {
        format!("{found}; Supply {}\n{picture}", after.supply)
    }
}

fn ended(survey: &Survey, view: &View, prize: u32) -> String {
    let showing = view.field.showing(prize);
    let phrase = |outcome: usize| &survey.outcomes()[outcome].phrase;
    if showing & !view.explored == 0 {
        return format!(
            "all {} dice of {prize} are explored: {}",
            showing.count_ones(),
            phrase(SUCCESS)
        );
    }
    let why = if view.supply.is_empty() {
        "the Supply is spent".to_owned()
    } else {
        format!("nothing can be explored with {}", view.supply)
    };
    if view.trail.is_some() {
        format!("{why}: {}", phrase(TRAIL_LOST))
    } else {
        format!("{why}: {}; the Prize was {prize}", phrase(NO_TRAIL))
    }
}

fn action_text(view: &View, exploration: Exploration) -> String {
    format!(
        "a {} explores {}",
        exploration.die,
        dice_at(view, exploration)
    )
}

/// Formats the dice that a die of Supply explores, with their places.
pub(super) fn dice_at(view: &View, exploration: Exploration) -> String {
    let named = |place| format!("the {} at {}", view.field.face(place), at(place));
    list(
        &each(exploration.places).map(named).collect::<Vec<_>>(),
        "and",
    )
}

/// Formats a place as its row and its place in the row, both counted from 1.
pub(super) fn at(place: Places) -> String {
    let bit = place.trailing_zeros();
    format!("{}.{}", bit / 8 + 1, bit % 8 + 1)
}

pub(super) fn one_of(faces: Faces) -> String {
    let faces: Vec<String> = faces.iter().map(|face| face.to_string()).collect();
    list(&faces, "or")
}

/// Joins the items of a list, with the word `last` before the final one.
fn list(parts: &[String], last: &str) -> String {
    match parts {
        [first @ .., end] if !first.is_empty() => format!("{} {last} {end}", first.join(", ")),
        parts => parts.concat(),
    }
}

/// Draws the triangle, with explored dice in parentheses and those of the last step in brackets.
fn picture(field: &Field, explored: Places, now: Places) -> String {
    let mut lines = Vec::new();
    for row in 0..field.rows() {
        let mut dice = String::new();
        for column in 0..=row {
            let place = 1 << (8 * row + column);
            let [opening, closing] = if now & place != 0 {
                ['[', ']']
            } else if explored & place != 0 {
                ['(', ')']
            } else {
                [' ', ' ']
            };
            let _ = write!(dice, "{opening}{}{closing} ", field.face(place));
        }
        let indent = " ".repeat(4 + 2 * (field.rows() - 1 - row) as usize);
        lines.push(format!("{indent}{}", dice.trim_end()));
    }
    lines.join("\n")
}

impl Survey {
    /// Returns the name of the searchers.
    pub(super) fn leader(&self) -> &str {
        self.setup().supply.leader()
    }

    fn helper(&self, helper: usize) -> &str {
        match &self.setup().supply {
            SupplyFrom::Rolled { helpers, .. } => &helpers[helper].name,
            SupplyFrom::Given(_) => "a helper",
        }
    }
}
