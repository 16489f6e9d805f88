//! What to do on the table of a game as it stands: with the dice, with a level, with the gold.
//!
//! - `read`: the table out of words; `table`: its entries, and a table in words; `ways`: all that may be done
//!   with what it is worth; here: the hint.
//!
//! The table is typed as `Adventure: 2; Warrior: 4 (level 2, used 1); Cleric: 1; Wizard: 6; Gold: 3`. With dice
//! before the heroes the dice are to be used; with `Result: 1` somebody is to rise; without either the gold is
//! to be spent and heroes are to be hired.

mod read;
mod table;
#[cfg(test)]
mod tests;
mod ways;

use super::judge::Judge;
use super::party::{Class, classes_of};
use super::rules::Event;
use super::view::{HIRELING, Table};
use super::{DiceAdventures, Player};
use crate::contest::{
    Considered, Hint, HintBy, HintOf, HintPlan, Hints, Lying, Observer, Record, Rules, counted,
};
use crate::dice::Sampled;
use crate::document::{Faults, Source, capital};
use std::sync::Arc;
use table::{Stage, typed};

impl Hints for DiceAdventures {
    fn example(&self) -> String {
        let game = self.played_by(Player::Passive);
        let mut dice = Sampled::new(1, &game.rollers());
        dice.start(0);
        let mut opening = Opening::default();
        game.trial(&mut dice, &mut (), &mut opening, &mut Record::new(&game));
        let Some(table) = opening.0 else {
            return String::new();
        };
        let stage = if self.raises_first(&table) {
            Stage::Raise
        } else {
            Stage::Act
        };
        typed(self, &table, stage)
    }

    fn hint(&self, table: &Arc<Source>, _: &HintPlan) -> Result<Hint, Faults> {
        let (table, stage) = read::read(self, table)?;
        Ok(self.hint_at(&table, stage))
    }
}

/// The table of the first throw of a game.
#[derive(Default)]
struct Opening(Option<Table>);

impl Observer<Event> for Opening {
    fn note(&mut self, event: impl FnOnce() -> Event) {
        if self.0.is_none()
            && let Event::Rolled { table } = event()
        {
            self.0 = Some(table);
        }
    }
}

impl DiceAdventures {
    fn hint_at(&self, table: &Table, stage: Stage) -> Hint {
        let judge = Judge {
            game: self,
            perfect: self.perfect(),
        };
        let lost = if self.book.is_hardcore() {
            // Who was there and does not live is counted at the end.
            0.0
        } else {
            f64::from(table.deaths)
        };
        let actions = ways::ways(&judge, table, stage);
        let actions = actions.into_iter().map(|way| Considered {
            deed: way.deed,
            effect: way.effect,
            worth: way.worth - lost,
            ..Considered::default()
        });
        Hint {
            who: "the party".to_owned(),
            turn: self.turn(table, stage),
            then: "the score at the end then is".to_owned(),
            of: HintOf::Score,
            judge: "solved exactly, all that follows played perfectly".to_owned(),
            by: HintBy::Solved,
            table: Self::lying(table, stage),
            missing: Self::gone(table),
            actions: actions.collect(),
        }
    }

    /// What is to be decided, as a clause.
    fn turn(&self, table: &Table, stage: Stage) -> String {
        let number = table.adventure;
        let name = match self.card_name(table.card) {
            Some(name) => format!(", {name}"),
            None => String::new(),
        };
        let adventure = format!("adventure {number} of {}{name}", self.book.adventures);
        match stage {
            Stage::Raise => {
                let modifier = self.book.modifier(table.adventure, table.card);
                let dice = counted(
                    modifier.among(table.party.alive()) as u32,
                    "die has",
                    "dice have",
                );
                format!("{adventure}: {dice} to be changed by {:+}", modifier.by)
            }
            Stage::Act => format!(
                "{adventure}: the result is {} as the dice lie",
                table.read(None)
            ),
            Stage::Rise => format!(
                "{adventure}: the result is {} and somebody rises",
                table.results[number as usize - 1]
            ),
            Stage::Shop => {
                let gold = counted(table.gold, "gold", "gold");
                format!("{adventure}, is over: {gold} to spend before the next one")
            }
        }
    }

    /// Those who live with their dice, and what they own.
    fn lying(table: &Table, stage: Stage) -> Vec<Lying> {
        let with_dice = matches!(stage, Stage::Raise | Stage::Act);
        let die = |place: usize| match table.faces[place] {
            0 => Vec::new(),
            face => vec![face.into()],
        };
        let heroes = table.party.heroes().map(|(seat, hero)| {
            let mut about = vec![format!("level {}", hero.level)];
            if with_dice && has_power(hero.class) {
                let left = u32::from(table.uses[seat]);
                about.push(counted(left, "use left", "uses left"));
            }
            Lying {
                name: capital(hero.class.name()),
                side: String::new(),
                dice: die(seat),
                about: about.join(", "),
            }
        });
        let mut lying: Vec<Lying> = heroes.collect();
        if table.faces[HIRELING] != 0 {
            lying.push(Lying {
                name: "Hireling".to_owned(),
                side: String::new(),
                dice: die(HIRELING),
                about: String::new(),
            });
        }
        let owned = [
            ("Gold", table.gold),
            ("Provisions", table.provisions),
            ("Weapons", table.weapons),
        ];
        let owned = owned.into_iter().filter(|&(_, count)| count > 0);
        lying.extend(owned.map(|(name, count)| Lying {
            name: name.to_owned(),
            side: String::new(),
            dice: Vec::new(),
            about: count.to_string(),
        }));
        lying
    }

    /// Who was of the party, and is not any more.
    fn gone(table: &Table) -> Vec<String> {
        let gone = table.party.used & !table.party.classes();
        classes_of(gone)
            .map(|class| capital(class.name()))
            .collect()
    }
}

/// Whether a class has something to use in an adventure.
fn has_power(class: Class) -> bool {
    !matches!(class, Class::Ranger | Class::Thief)
}
