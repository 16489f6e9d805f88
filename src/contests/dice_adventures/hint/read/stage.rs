//! What is to be decided on a table, by what lies there.

use super::super::super::book::LevelUp;
use super::super::super::party::Hero;
use super::super::super::view::{HIRELING, Stage};
use super::super::table::{CHANGE, HIRED, RESULT};
use super::Reader;
use crate::contest::laid::{self, Entry};
use crate::document::capital;

impl Reader<'_> {
    /// What is to be decided, by what lies there.
    pub(super) fn stage(&mut self) -> Option<Stage> {
        let table = self.table;
        let with: Vec<(usize, Hero)> = table.party.heroes().collect();
        let thrown = with
            .iter()
            .filter(|(seat, _)| table.faces[*seat] != 0)
            .count();
        if let Some(entry) = self.entries.get(HIRED).cloned() {
            let face = self.face("Hireling", &entry);
            if !self.game.book.shop.hireling {
                let accepted = "there are none for sale in this game";
                self.faults
                    .push(entry.name.fault("Hireling", "is here", accepted));
            }
            if thrown == 0 {
                let accepted = "the hireling comes for one adventure, and has left when it is over";
                self.faults
                    .push(entry.name.fault("Hireling", "is here", accepted));
            } else if face == 0 && entry.words.is_empty() {
                let accepted = "say the die, such as Hireling: 3";
                self.faults
                    .push(entry.name.fault("Hireling", "has no die", accepted));
            }
            self.table.faces[HIRELING] = face;
            self.table.hireling = true;
        }
        if thrown > 0 {
            for (seat, hero) in &with {
                if table.faces[*seat] == 0
                    && let Some(entry) = self.entries.get(hero.class as usize).cloned()
                    && entry.words.is_empty()
                {
                    let name = capital(hero.class.name());
                    let accepted = "either all dice lie there or none";
                    self.faults
                        .push(entry.name.fault(&name, "has no die", accepted));
                }
            }
            if let Some(entry) = self.entries.get(RESULT).cloned() {
                let accepted =
                    "it is said without dice, once the gold is there and somebody is to rise";
                self.faults
                    .push(entry.name.fault("Result", "stands beside dice", accepted));
            }
            return Some(if self.is_to_come() {
                Stage::Raise
            } else {
                Stage::Act
            });
        }
        if let Some(entry) = self.entries.get(CHANGE).cloned() {
            let accepted = "it is about dice, and there are none";
            self.faults
                .push(entry.name.fault("Change", "is here", accepted));
        }
        for (seat, hero) in &with {
            let used = hero.level - table.uses[*seat];
            if used > 0
                && let Some(entry) = self.entries.get(hero.class as usize).cloned()
            {
                let name = capital(hero.class.name());
                let accepted =
                    "powers come back with the next adventure: leave it out without dice";
                self.faults
                    .push(entry.name.fault(&name, "has used its power", accepted));
            }
        }
        if let Some(entry) = self.entries.get(RESULT).cloned() {
            return self.rises(&entry);
        }
        if table.adventure == self.game.book.adventures {
            self.whole(
                "no dice lie there, and this was the last adventure",
                "the game is over: nothing is bought and nobody hired any more",
            );
        } else if with.is_empty() && self.game.book.hires(&table.party).1 == 0 {
            self.whole("nobody lives, and nobody may be hired", "the game is over");
        }
        Some(Stage::Shop)
    }

    /// Whether dice have still to be changed before anything is done with them.
    fn is_to_come(&mut self) -> bool {
        let first = (self.table.adventure > 0)
            .then(|| self.game.early_modifier(&self.table))
            .flatten();
        let Some(entry) = self.entries.get(CHANGE).cloned() else {
            if let Some(modifier) = first {
                self.whole(
                    format!("in this adventure dice are changed by {:+}", modifier.by),
                    "say whether that has been done: Change: to come, or Change: done",
                );
            }
            return false;
        };
        let words: Vec<String> = entry
            .words
            .iter()
            .map(|word| word.text.to_lowercase())
            .collect();
        let to_come = match words.join(" ").as_str() {
            "to come" => true,
            "done" => false,
            other => {
                let found = format!("is `{other}`");
                let accepted = "it is to come, or done";
                self.faults
                    .push(entry.name.fault("Change", found, accepted));
                return false;
            }
        };
        if first.is_none() {
            let accepted = "no dice have to be changed first in this adventure: leave it out";
            self.faults
                .push(entry.name.fault("Change", "is here", accepted));
        } else if to_come {
            let table = &self.table;
            let used = table
                .party
                .heroes()
                .any(|(seat, hero)| table.uses[seat] < hero.level);
            if used {
                let accepted = "powers are used when that is done: say Change: done";
                let found = "is to come, and powers were used";
                self.faults
                    .push(entry.name.fault("Change", found, accepted));
            }
        }
        to_come
    }

    /// Whether the result lets somebody rise, as the player chooses.
    fn rises(&mut self, entry: &Entry) -> Option<Stage> {
        let result = laid::number(
            "Result",
            entry,
            1..=6,
            "what the dice were read as",
            &mut self.faults,
        )?;
        if self.table.adventure == 0 {
            return None;
        }
        let book = &self.game.book;
        let effect = book.effect(self.table.card, result as u8);
        let able = self.table.able_to_rise();
        let why = if effect.rise == 0 {
            Some(format!("with a {result} nobody rises"))
        } else if able == 0 {
            Some("nobody can rise".to_owned())
        } else if book.options.level_up == LevelUp::Random {
            Some("who rises is drawn".to_owned())
        } else {
            None
        };
        if let Some(why) = why {
            let accepted = format!("{why}: leave it out, and say what has become of all");
            let found = format!("is {result}");
            self.faults
                .push(entry.name.fault("Result", found, accepted));
        }
        self.table.results[self.table.adventure as usize - 1] = result as u8;
        Some(Stage::Rise)
    }
}
