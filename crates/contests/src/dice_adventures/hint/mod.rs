//! Best actions in a given position: use of dice, rises, and purchases.
//!
//! - `read` parses typed positions, `typed` formats them; this module describes actions.
//!
//! A position is typed as `Adventure: 2; Warrior: 4 (level 2, used 1); Cleric: 1; Wizard: 6; Gold:
//! 3`. With dice after the heroes, the decision is the use of the dice. With `Result: 1`, it is
//! which hero rises. Without either, it is purchases and hires.

mod read;
#[cfg(test)]
mod tests;
mod typed;

use super::narrate;
use super::narrate::Event;
use super::party::{HeroClass, SEATS, classes_of};
use super::prepared::DiceAdventures;
use super::view::{Action, ChangeMeans, GameStage, GameState, HIRELING, Position, Purchases};
use evenodds_core::contest::game::{Described, Game, HintGame};
use evenodds_core::contest::{Describe, DescribedEntry, HintOf, Silent, counted};
use evenodds_core::dice::Sampled;
use evenodds_core::document::{Faults, Key, Source, capital, listed};
use std::sync::Arc;
use typed::typed;

/// Keys of a typed position.
pub(super) const POSITIONS: &[Key] = read::TypedPosition::KEYS;

impl HintGame for DiceAdventures {
    fn example(&self) -> String {
        let mut dice = Sampled::new(1, &self.rollers());
        dice.start(0);
        let mut position = self.start();
        self.advance(&mut position, &mut dice, &mut Silent);
        typed(self, &position)
    }

    fn read(&self, source: &Arc<Source>) -> Result<Position, Faults> {
        read::read(self, source)
    }

    fn describe(&self, position: &Position) -> Described {
        Described {
            actor: "the party".to_owned(),
            turn: self.turn_of(position),
            table: described_party(position),
            missing: gone(&position.state),
        }
    }

    fn name(&self, position: &Position, action: Action) -> String {
        let state = &position.state;
        match action {
            Action::Raise(seats) => self.change_of(state, seats),
            Action::Change { means, die, up } => {
                let from = state.faces[die];
                let to = if up { from + 1 } else { from - 1 };
                let (by, die_name) = used(state, means, die);
                format!("{by} turn {die_name} from {from} to {to}")
            }
            Action::Reroll { means, die } => {
                let (by, die_name) = used(state, means, die);
                format!("{by} re-roll {die_name}")
            }
            Action::Leave { raised, stand_in } => {
                let mut text = "leave the dice".to_owned();
                if self.late_modifier(state).is_some() {
                    text = format!("{text} and {}", self.change_of(state, raised));
                }
                match stand_in {
                    Some(seat) => {
                        let die_name = narrate::die_name(state, seat.into());
                        format!("{text}, with the hireling's die in place of {die_name}")
                    }
                    None => text,
                }
            }
            Action::Rise(seat) => format!("let the {} rise", narrate::owner(state, seat)),
            Action::Plan(plan) => {
                narrate::purchases_text(state, &plan, ["buy", "keep the", "hire"])
            }
        }
    }

    fn effect(&self, position: &Position, action: Action, _: &[Action]) -> String {
        let state = &position.state;
        match action {
            Action::Raise(seats) => narrate::raised(state, seats, self.modifier(state).by),
            Action::Change { die: HIRELING, .. } => String::new(),
            Action::Change { die, up, .. } => {
                let next = state.raised(1 << die, if up { 1 } else { -1 });
                format!("the result is {} with these dice", next.read(None))
            }
            Action::Reroll { die, .. } => format!("the {} is gone", state.faces[die]),
            Action::Leave { .. } => {
                let result = self.result_of(state, action).unwrap_or(0);
                let text = narrate::result_text(&self.book, state.card, result);
                format!("the result is {result}: {text}")
            }
            Action::Rise(seat) => {
                let level = state.party.seats[seat].map_or(0, |hero| hero.level);
                format!("to level {}", level + 1)
            }
            Action::Plan(plan) => left_after(state, &plan),
        }
    }

    fn counts(&self) -> HintOf {
        HintOf::Score
    }

    fn then(&self, _: usize) -> String {
        "the score at the end then is".to_owned()
    }

    fn shows_decision(&self, event: &Event) -> bool {
        match event {
            Event::Rose { chosen, .. } => *chosen,
            Event::Raised { .. }
            | Event::DieChanged { .. }
            | Event::ResultRead { .. }
            | Event::Planned { .. } => true,
            _ => false,
        }
    }
}

impl DiceAdventures {
    /// Describes the change of dice of a set of seats.
    fn change_of(&self, state: &GameState, seats: u8) -> String {
        let die_name = (0..SEATS).filter(|seat| seats & 1 << seat != 0);
        let die_name = listed(die_name.map(|seat| narrate::die_name(state, seat)));
        format!("change {die_name} by {:+}", self.modifier(state).by)
    }

    /// Describes the pending decision in a clause.
    fn turn_of(&self, position: &Position) -> String {
        let state = &position.state;
        let number = state.adventure;
        let name = match self.card_name(state.card) {
            Some(name) => format!(", {name}"),
            None => String::new(),
        };
        let adventure = format!("adventure {number} of {}{name}", self.book.adventures);
        match position.stage {
            GameStage::Raise => {
                let modifier = self.modifier(state);
                let count = modifier.among(state.party.alive()) as u32;
                let dice = counted(count, "die", "dice");
                format!("{adventure}: {dice} to change by {:+}", modifier.by)
            }
            GameStage::Act => format!(
                "{adventure}: the result is {} with these dice",
                state.read(None)
            ),
            GameStage::Rise => format!(
                "{adventure}: the result is {}, and a hero rises",
                state.results[number as usize - 1]
            ),
            _ => {
                let gold = counted(state.gold, "gold", "gold");
                format!("{adventure}: over, with {gold} to spend before the next one")
            }
        }
    }
}

/// Returns descriptions of the living heroes with their dice, and of the possessions of the party.
fn described_party(position: &Position) -> Vec<DescribedEntry> {
    let state = &position.state;
    let die = |place: usize| match state.faces[place] {
        0 => Vec::new(),
        face => vec![face.into()],
    };
    let heroes = state.party.heroes().map(|(seat, hero)| {
        let mut about = vec![format!("level {}", hero.level)];
        if position.stage.has_dice() && has_power(hero.class) {
            let left = u32::from(state.uses[seat]);
            about.push(counted(left, "use left", "uses left"));
        }
        DescribedEntry {
            name: capital(hero.class.name()),
            side: String::new(),
            dice: die(seat),
            about: about.join(", "),
        }
    });
    let mut entries: Vec<DescribedEntry> = heroes.collect();
    if state.faces[HIRELING] != 0 {
        entries.push(DescribedEntry {
            name: "Hireling".to_owned(),
            side: String::new(),
            dice: die(HIRELING),
            about: String::new(),
        });
    }
    let owned = [
        ("Gold", state.gold),
        ("Provisions", state.provisions),
        ("Weapons", state.weapons),
    ];
    let owned = owned.into_iter().filter(|&(_, count)| count > 0);
    entries.extend(owned.map(|(name, count)| DescribedEntry {
        name: name.to_owned(),
        side: String::new(),
        dice: Vec::new(),
        about: count.to_string(),
    }));
    entries
}

/// Returns the names of heroes that have left the party.
fn gone(state: &GameState) -> Vec<String> {
    let gone = state.party.used & !state.party.classes();
    classes_of(gone)
        .map(|class| capital(class.name()))
        .collect()
}

/// Describes the means of an action and the die that it changes.
fn used(state: &GameState, means: ChangeMeans, die: usize) -> (String, String) {
    match means {
        ChangeMeans::Power(seat) => {
            let seat = usize::from(seat);
            let die_name = if seat == die {
                "its own die".to_owned()
            } else {
                narrate::die_name(state, die)
            };
            (
                format!("have the {}", narrate::owner(state, seat)),
                die_name,
            )
        }
        ChangeMeans::Provisions => (
            "use provisions to".to_owned(),
            narrate::die_name(state, die),
        ),
        ChangeMeans::Weapon => (
            "use a magic weapon to".to_owned(),
            narrate::die_name(state, die),
        ),
    }
}

/// Describes the party after a plan: its heroes and the gold left.
fn left_after(state: &GameState, plan: &Purchases) -> String {
    let gold = state.gold.saturating_sub(plan.price());
    let heroes = state.party.alive() + plan.hires.count_ones();
    let heroes = counted(heroes, "hero sets out", "heroes set out");
    format!("{heroes}, {gold} gold left")
}

/// Returns whether the power of a class has a limited number of uses in an adventure.
fn has_power(class: HeroClass) -> bool {
    !matches!(class, HeroClass::Ranger | HeroClass::Thief)
}
