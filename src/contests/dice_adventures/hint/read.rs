//! The table of a game out of words.
//!
//! - here: which adventure it is, who lives, what the party has; `stage`: what is to be decided.

mod stage;

use super::super::DiceAdventures;
use super::super::party::{Class, Hero, MOST_LEVEL, Party, SEATS, classes_of};
use super::super::view::{Position, Table};
use super::table::{ADVENTURE, GOLD, GONE, PROVISIONS, WEAPONS, names};
use crate::contest::laid::{self, Entry, Named, Once, Said};
use crate::document::{Faults, Source, capital};
use std::sync::Arc;

/// The most gold, provisions or weapons that can be said; fewer can be had.
const MOST: u32 = 99;

/// Reads the table of a game, and finds out what is to be decided on it.
pub(super) fn read(game: &DiceAdventures, source: &Arc<Source>) -> Result<Position, Faults> {
    let mut faults = Faults::new();
    let entries = Once::read(source, &names(), &mut faults);
    let mut reader = Reader {
        game,
        source,
        entries,
        faults,
        table: Table::default(),
    };
    match reader.read() {
        Some(position) if reader.faults.is_empty() => Ok(position),
        _ => Err(reader.faults),
    }
}

struct Reader<'a> {
    game: &'a DiceAdventures,
    source: &'a Arc<Source>,
    entries: Once,
    faults: Faults,
    table: Table,
}

impl Reader<'_> {
    fn whole(&mut self, found: impl Into<String>, accepted: impl Into<String>) {
        self.faults.push(laid::whole(self.source, found, accepted));
    }

    fn read(&mut self) -> Option<Position> {
        let known = names();
        for (place, name) in known.iter().enumerate().skip(GOLD) {
            if place != ADVENTURE
                && let Some(note) = self
                    .entries
                    .get(place)
                    .and_then(|entry| entry.notes.first())
            {
                let found = format!("has `{}`", note.text);
                self.faults
                    .push(note.fault(name, found, "nothing stands in parentheses here"));
            }
        }
        self.table.gold = self.count(GOLD, &known);
        self.table.provisions = self.count(PROVISIONS, &known);
        self.table.weapons = self.count(WEAPONS, &known);
        self.adventure();
        self.party();
        self.gone();
        let stage = self.stage();
        if !self.faults.is_empty() {
            return None;
        }
        let position = Position {
            table: self.table,
            stage: stage?,
        };
        if let Err((found, accepted)) = self.game.perfect().knows(&position) {
            self.whole(found, accepted);
        }
        Some(position)
    }

    /// How much there is of something.
    fn count(&mut self, place: usize, names: &[String]) -> u32 {
        let Some(entry) = self.entries.get(place) else {
            return 0;
        };
        let what = "a number of them";
        laid::number(&names[place], entry, 0..=MOST, what, &mut self.faults).unwrap_or(0)
    }

    /// Which adventure it is, with which card.
    fn adventure(&mut self) {
        let (game, last) = (self.game, self.game.book.adventures);
        let Some(entry) = self.entries.get(ADVENTURE).cloned() else {
            if last == 1 && game.book.deck.whole() == 0 {
                self.table.adventure = 1;
            } else {
                self.whole(
                    "the number of the adventure is missing",
                    "say which one it is, or which one was the last, such as Adventure: 2",
                );
            }
            return;
        };
        let number = laid::number(
            "Adventure",
            &entry,
            1..=last,
            "the number of an adventure",
            &mut self.faults,
        );
        self.table.adventure = number.unwrap_or(0);
        let whole = game.book.deck.whole();
        if whole == 0 {
            self.table.card = number.unwrap_or(1) as u8 - 1;
            if let Some(note) = entry.notes.first() {
                let found = format!("has `{}`", note.text);
                let accepted = "only of a shuffled deck it is asked which cards came";
                self.faults.push(note.fault("Adventure", found, accepted));
            }
            return;
        }
        let names: Vec<String> = (0..whole.count_ones() as u8)
            .map(|card| game.card_name(card).unwrap_or_default())
            .collect();
        let mut left = whole;
        for note in &entry.notes {
            match laid::find(&note.text, &names, &[]) {
                Named::One(card) if left >> card & 1 == 0 => {
                    let found = format!("has {} twice", names[card]);
                    let fault = note.fault("Adventure", found, "each card comes once at most");
                    self.faults.push(fault);
                }
                Named::One(card) => {
                    left &= !(1 << card);
                    self.table.card = card as u8;
                }
                other => {
                    let fault = laid::unknown("Adventure", note, other, ("the cards", &names));
                    self.faults.push(fault);
                }
            }
        }
        let came = entry.notes.len() as u32;
        if let Some(number) = number
            && number != came
        {
            let found = format!("is {number}, with {came} of its cards");
            let accepted = format!(
                "say the cards that came, this one last, such as ({})",
                names[..(number as usize).min(names.len())].join(", ")
            );
            self.faults
                .push(entry.name.fault("Adventure", found, accepted));
        }
        self.table.left = left;
    }

    /// Those who live: those of the file in their seats, and others in the empty ones.
    fn party(&mut self) {
        let own = self.game.party;
        let mut seats: [Option<Hero>; SEATS] = [None; SEATS];
        let mut newcomers = Vec::new();
        for class in Class::ALL {
            let Some(entry) = self.entries.get(class as usize).cloned() else {
                continue;
            };
            let Some((hero, face, used)) = self.hero(class, &entry) else {
                continue;
            };
            let seat = own
                .seats
                .iter()
                .position(|one| one.is_some_and(|one| one.class == class));
            match seat {
                Some(seat) => self.seat(&mut seats, seat, (hero, face, used)),
                None => newcomers.push((entry, (hero, face, used))),
            }
        }
        for (entry, newcomer) in newcomers {
            if let Some(seat) = seats.iter().position(Option::is_none) {
                self.seat(&mut seats, seat, newcomer);
            } else {
                let fault = entry.name.fault(
                    &capital(newcomer.0.class.name()),
                    "is the fourth hero",
                    format!("{SEATS} are the most"),
                );
                self.faults.push(fault);
            }
        }
        let living = seats
            .iter()
            .flatten()
            .fold(0, |set, hero| set | hero.class.bit());
        self.table.party = Party {
            seats,
            used: own.used | living,
        };
    }

    fn seat(
        &mut self,
        seats: &mut [Option<Hero>; SEATS],
        seat: usize,
        (hero, face, used): (Hero, u8, u8),
    ) {
        seats[seat] = Some(hero);
        self.table.faces[seat] = face;
        self.table.uses[seat] = hero.level - used;
    }

    /// A hero who lives: with the face of the die, 0 without one, and how often the power was used.
    fn hero(&mut self, class: Class, entry: &Entry) -> Option<(Hero, u8, u8)> {
        let name = capital(class.name());
        if let [word] = &entry.words[..]
            && ["out", "dead"].contains(&word.text.to_lowercase().as_str())
        {
            if let Some(note) = entry.notes.first() {
                let found = format!("is dead, and has `{}`", note.text);
                let accepted = "of the dead nothing else is asked";
                self.faults.push(note.fault(&name, found, accepted));
            }
            return None;
        }
        let face = self.face(&name, entry);
        let (mut level, mut used) = (None, None);
        for note in &entry.notes {
            let words = note.words();
            let said = |word: &str| {
                words
                    .first()
                    .is_some_and(|first| first.text.eq_ignore_ascii_case(word))
            };
            let number = match &words[..] {
                [_, number] => number.text.parse::<u8>().ok(),
                _ => None,
            };
            let (slot, range, what) = if said("level") {
                (&mut level, 1..=MOST_LEVEL, "level")
            } else if said("used") {
                (&mut used, 0..=MOST_LEVEL, "used")
            } else {
                let found = format!("has `{}`", note.text);
                let accepted =
                    "a hero has (level 2, used 1): the level, and how often its power was used";
                self.faults.push(note.fault(&name, found, accepted));
                continue;
            };
            match number.filter(|number| range.contains(number)) {
                Some(_) if slot.is_some() => {
                    let found = format!("says {what} twice");
                    self.faults.push(note.fault(&name, found, "once is enough"));
                }
                Some(number) => *slot = Some((number, note.clone())),
                None => {
                    let found = format!("has `{}`", note.text);
                    let accepted =
                        format!("{what} has a number, {} to {}", range.start(), range.end());
                    self.faults.push(note.fault(&name, found, accepted));
                }
            }
        }
        let level = level.map_or(1, |(level, _)| level);
        let mut spent = 0;
        if let Some((number, note)) = used {
            let most = if super::has_power(class) { level } else { 0 };
            if number > most {
                let found = format!("has used its power {number} times");
                let accepted = format!("with that class and level {most} is the most");
                self.faults.push(note.fault(&name, found, accepted));
            } else {
                spent = number;
            }
        }
        Some((Hero { class, level }, face, spent))
    }

    /// The die of somebody; 0 without one.
    fn face(&mut self, name: &str, entry: &Entry) -> u8 {
        let dice = laid::dice(name, &entry.words, 1, &mut self.faults);
        match dice.filter(|dice| !dice.is_empty()) {
            Some(dice) => dice.lowest() as u8,
            None => 0,
        }
    }

    /// Those who were of the party and are not any more; each counts as a death.
    fn gone(&mut self) {
        let living = self.table.party.classes();
        let hardcore = self.game.book.is_hardcore();
        let Some(entry) = self.entries.get(GONE).cloned() else {
            let gone = self.game.party.used & !living;
            self.table.deaths = gone.count_ones();
            return;
        };
        let classes: Vec<String> = Class::ALL.map(|class| capital(class.name())).to_vec();
        let mut gone = 0;
        let nobody = |words: &[Said]| matches!(words, [word] if ["none", "nobody"].contains(&word.text.to_lowercase().as_str()));
        if !nobody(&entry.words) {
            for word in &entry.words {
                let class = match laid::find(&word.text, &classes, &[]) {
                    Named::One(class) => Class::ALL[class],
                    other => {
                        let known = ("the classes", &classes[..]);
                        self.faults.push(laid::unknown("Gone", word, other, known));
                        continue;
                    }
                };
                let name = &classes[class as usize];
                if hardcore && living & class.bit() != 0 {
                    let found = format!("has {name}, who is here");
                    let accepted = "in this mode nobody comes back";
                    self.faults.push(word.fault("Gone", found, accepted));
                } else if hardcore && gone & class.bit() != 0 {
                    let found = format!("has {name} twice");
                    self.faults
                        .push(word.fault("Gone", found, "in this mode one dies once"));
                }
                gone |= class.bit();
                self.table.deaths += 1;
            }
        }
        let missing = self.game.party.used & !living & !gone;
        for class in classes_of(missing) {
            let name = capital(class.name());
            let found = format!("does not have {name}, who is not here");
            let accepted = "say all who are gone, or leave it out if nobody else is";
            self.faults.push(entry.name.fault("Gone", found, accepted));
        }
        self.table.party.used |= gone;
    }
}
