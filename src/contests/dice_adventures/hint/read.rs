//! The table of a game out of words.

use super::super::DiceAdventures;
use super::super::book::LevelUp;
use super::super::party::{Class, Hero, MOST_LEVEL, Party, SEATS, classes_of};
use super::super::view::{HIRELING, Table};
use super::capital;
use super::table::{
    ADVENTURE, CHANGE, GOLD, GONE, HIRED, PROVISIONS, RESULT, Stage, WEAPONS, names,
};
use crate::contest::laid::{self, Entry, Named, Once, Said};
use crate::document::{Faults, Source};
use std::sync::Arc;

/// The most gold, provisions or weapons that can be said; fewer can be had.
const MOST: u32 = 99;

/// Reads the table of a game, and finds out what is to be decided on it.
pub(super) fn read(game: &DiceAdventures, source: &Arc<Source>) -> Result<(Table, Stage), Faults> {
    let mut faults = Faults::new();
    let entries = Once::read(source, &names(), &mut faults);
    let mut reader = Reader {
        game,
        source,
        entries,
        faults,
        table: Table::default(),
    };
    let stage = reader.read();
    match stage {
        Some(stage) if reader.faults.is_empty() => Ok((reader.table, stage)),
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

    fn read(&mut self) -> Option<Stage> {
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
        let stage = stage?;
        if let Err((found, accepted)) = self.game.perfect().knows(
            &self.table,
            stage == Stage::Rise,
            matches!(stage, Stage::Raise | Stage::Act),
        ) {
            self.whole(found, accepted);
        }
        Some(stage)
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
            match seats.iter().position(Option::is_none) {
                Some(seat) => self.seat(&mut seats, seat, newcomer),
                None => {
                    let fault = entry.name.fault(
                        &capital(newcomer.0.class.name()),
                        "is the fourth hero",
                        format!("{SEATS} are the most"),
                    );
                    self.faults.push(fault);
                }
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

    /// What is to be decided, by what lies there.
    fn stage(&mut self) -> Option<Stage> {
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
        let first = self.table.adventure > 0 && self.game.raises_first(&self.table);
        let Some(entry) = self.entries.get(CHANGE).cloned() else {
            if first {
                let modifier = self
                    .game
                    .book
                    .modifier(self.table.adventure, self.table.card);
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
        if !first {
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
        let able = self.table.party.seats_with(|hero| hero.level < MOST_LEVEL);
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
