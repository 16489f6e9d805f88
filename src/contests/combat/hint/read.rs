//! The table of a fight out of the words of somebody who sits at it.
//!
//! Who is not named is out, or has not come yet. Faults are collected, so that a wrong table is answered with
//! all that is wrong with it.
//!
//! - here: those who fight; `cover`: Cover that is left; `turn`: who is to come, and whose turn it is.

mod cover;
mod turn;

use super::names::Names;
use crate::contest::laid::{self, Entry, Named, Said};
use crate::contests::combat::fight::Fight;
use crate::contests::combat::{Combat, Combatant};
use crate::dice::Pool;
use crate::document::{Fault, Faults, Place, Source};
use std::sync::Arc;

/// The most dice before anybody.
const MOST: u32 = 6;
/// The last turn that can be said: behind it a fight is stuck.
const LAST_TURN: u32 = 1_000_000;

/// What lies before one combatant now.
#[derive(Clone, Copy, Debug, Default)]
struct Before {
    /// The dice; none for those who are out or not there yet.
    pool: Pool,
    /// Bit *k* is set once Class *k* was used.
    used: u16,
    /// The Class in use.
    class: u8,
    /// How many dice a monster last rolled.
    rolled: u8,
    /// Wounds of one who fights on.
    wounds: u8,
    /// Cover of its own.
    cover: Pool,
}

/// The table between two decisions.
#[derive(Clone, Debug)]
struct OnTable {
    /// One for each combatant.
    seats: Vec<Before>,
    /// Cover of each side, and of the battlefield.
    side_cover: Vec<Pool>,
    field_cover: Pool,
    /// Which reinforcements are still to come.
    awaited: Vec<bool>,
    /// The number of the turn.
    turn: u32,
    /// Whom the one whose turn it is has aided in it.
    aided: Vec<usize>,
}

impl OnTable {
    /// The table of a fight in which nobody stands.
    fn of(combat: &Combat) -> Self {
        Self {
            seats: vec![Before::default(); combat.combatants.len()],
            side_cover: vec![Pool::EMPTY; combat.sides.len()],
            field_cover: Pool::EMPTY,
            awaited: vec![false; combat.arrivals.len()],
            turn: 1,
            aided: Vec::new(),
        }
    }

    /// Returns the position in which that combatant has a decision to make.
    fn fight(&self, combat: &Combat, actor: usize) -> Fight {
        let mut fight = Fight::new(combat);
        fight.clear(combat);
        let extras = &mut fight.extras;
        if !combat.is_basic() {
            extras.side_cover.clone_from(&self.side_cover);
            extras.field_cover = self.field_cover;
            let awaited = self.awaited.iter();
            extras.entered = awaited.map(|awaited| !awaited).collect();
            for (place, before) in self.seats.iter().enumerate() {
                extras.cover[place] = before.cover;
                extras.classes[place] = before.class;
                extras.rolled[place] = before.rolled;
                extras.wounds[place].count = before.wounds;
            }
        }
        for (place, before) in self.seats.iter().enumerate() {
            if !before.pool.is_empty() {
                fight.enter(place, combat.combatants[place].side, before.pool);
                fight.seats[place].used = before.used;
            }
        }
        for &ally in &self.aided {
            fight.aided.add(ally);
        }
        fight.turn = self.turn;
        fight.stop_at(actor);
        fight
    }
}

/// A table that is being read.
struct Reader<'a> {
    combat: &'a Combat,
    source: &'a Arc<Source>,
    names: Names,
    on_table: OnTable,
    /// Where everybody was named.
    named: Vec<Option<Place>>,
    /// Where Cover was: of everybody, of the sides, of the battlefield.
    own_cover: Vec<Option<Place>>,
    side_cover: Vec<Option<Place>>,
    field_cover: Option<Place>,
    /// Where the turn was numbered, and whose it is said to be.
    numbered: Option<Place>,
    turn: Option<(usize, Place)>,
    aided: Vec<(usize, Place)>,
    faults: Faults,
}

/// Whose Cover somebody speaks of.
#[derive(Clone, Copy)]
enum Whose {
    Field,
    Side(usize),
    Own(usize),
}

/// Reads the table of a fight.
pub(super) fn read(combat: &Combat, source: &Arc<Source>) -> Result<Fight, Faults> {
    let mut reader = Reader {
        combat,
        source,
        names: Names::of(combat),
        on_table: OnTable::of(combat),
        named: vec![None; combat.combatants.len()],
        own_cover: vec![None; combat.combatants.len()],
        side_cover: vec![None; combat.sides.len()],
        field_cover: None,
        numbered: None,
        turn: None,
        aided: Vec::new(),
        faults: Faults::new(),
    };
    let entries = laid::read(source, &mut reader.faults);
    // Those with a number of their own first: the others are whoever is left.
    let mut common = Vec::new();
    for entry in &entries {
        common.extend(reader.entry(entry).map(|group| (group, entry)));
    }
    for (group, entry) in common {
        reader.one_of(group, entry);
    }
    reader.lay_cover();
    reader.await_others();
    let actor = reader.whose_turn();
    match actor {
        Some(actor) if reader.faults.is_empty() => Ok(reader.on_table.fight(combat, actor)),
        _ => Err(reader.faults),
    }
}

impl Reader<'_> {
    fn who(&self, place: usize) -> &Combatant {
        &self.combat.combatants[place]
    }

    /// Reads an entry; the group of one that says no number of several alike.
    fn entry(&mut self, entry: &Entry) -> Option<usize> {
        match self.names.find(&entry.name.text) {
            Ok(super::names::Who::One(place)) => self.combatant(place, entry),
            Ok(super::names::Who::Group(group)) => return Some(group),
            Err(found) => self.other(entry, found),
        }
        None
    }

    /// Reads an entry about one of a group.
    fn one_of(&mut self, group: usize, entry: &Entry) {
        let members = self.names.members(group);
        let free = members.iter().find(|&&place| self.named[place].is_none());
        match free {
            Some(&place) => self.combatant(place, entry),
            None => self.faults.push(entry.name.fault(
                &entry.name.text,
                format!("is here more than {} times", members.len()),
                "so many of them there are",
            )),
        }
    }

    /// Reads what lies before a combatant.
    fn combatant(&mut self, place: usize, entry: &Entry) {
        let name = self.names.full(place).to_owned();
        if let Some(first) = &self.named[place] {
            let again = format!("is here twice, first at {first}");
            let accepted = "everybody before on the table once";
            self.faults.push(entry.name.fault(&name, again, accepted));
            return;
        }
        self.named[place] = Some(entry.name.place.clone());
        if let [word] = &entry.words[..]
            && word.text.eq_ignore_ascii_case("out")
        {
            if let Some(note) = entry.notes.first() {
                let found = format!("is out, and has `{}`", note.text);
                let accepted = "of those who are out nothing else is asked";
                self.faults.push(note.fault(&name, found, accepted));
            }
            return;
        }
        self.notes(place, &name, &entry.notes);
        if entry.words.is_empty() {
            let accepted = "say its dice, such as 6 5 2, or out";
            self.faults
                .push(entry.name.fault(&name, "has no dice", accepted));
            return;
        }
        let Some(pool) = laid::dice(&name, &entry.words, MOST, &mut self.faults) else {
            return;
        };
        let class = &self.who(place).classes[usize::from(self.on_table.seats[place].class)];
        if pool.len() > class.dice && self.is_alone(place) {
            let word = &entry.words[class.dice as usize];
            let found = format!("has {} dice", pool.len());
            let accepted = format!(
                "{} has {}, and there is no ally to give it another",
                class.name, class.dice
            );
            self.faults.push(word.fault(&name, found, accepted));
        }
        self.on_table.seats[place].pool = pool;
    }

    /// Whether nobody can ever give dice to somebody.
    fn is_alone(&self, place: usize) -> bool {
        self.combat.sides[self.who(place).side].members.len() == 1
    }

    /// Reads the notes about a combatant: Classes, and what the optional rules ask for.
    fn notes(&mut self, place: usize, name: &str, notes: &[Said]) {
        let who = self.who(place).clone();
        let before = &mut self.on_table.seats[place];
        before.used = 1;
        let mut classes = Vec::new();
        let (mut rolled, mut wounds) = (None, None);
        for note in notes {
            let known: Vec<&str> = who
                .classes
                .iter()
                .map(|class| class.name.as_str())
                .collect();
            let words = note.words();
            let first = words.first().map_or("", |word| word.text.as_str());
            match laid::find(&note.text, &known, &[]) {
                Named::One(class) => classes.push(class),
                _ if note.text.eq_ignore_ascii_case("turn") => {
                    if let Some((other, _)) = &self.turn {
                        let found =
                            format!("has the turn, and {} has it too", self.names.full(*other));
                        self.faults
                            .push(note.fault(name, found, "one has the turn"));
                    }
                    self.turn.get_or_insert((place, note.place.clone()));
                }
                _ if note.text.eq_ignore_ascii_case("aided") => {
                    self.aided.push((place, note.place.clone()));
                }
                _ if who.monster && first.eq_ignore_ascii_case("rolled") => {
                    rolled = Some((note, words));
                }
                _ if who.wounds && first.eq_ignore_ascii_case("wounded") => {
                    wounds = Some((note, words));
                }
                found => {
                    let mut fault = laid::unknown(name, note, found, ("its Classes", &known));
                    let others = others(&who);
                    fault.help = Some(match fault.help {
                        Some(help) => format!("{help}; other notes are {others}"),
                        None => format!("other notes are {others}"),
                    });
                    self.faults.push(fault);
                }
            }
        }
        let before = &mut self.on_table.seats[place];
        before.class = classes.first().map_or(0, |&class| class as u8);
        before.used |= classes.iter().fold(0, |used, class| used | 1 << class);
        let most = who.classes[usize::from(before.class)].dice;
        before.rolled = most as u8;
        if let Some((note, words)) = rolled {
            match number(&words, 1, most) {
                Some(number) => before.rolled = number as u8,
                None => self.faults.push(note.fault(
                    name,
                    format!("has `{}`", note.text),
                    format!("a monster last rolled 1 to {most} dice, such as rolled {most}"),
                )),
            }
        }
        if let Some((note, words)) = wounds {
            let most = self.combat.options.wounds_to_die.saturating_sub(1);
            let count = if words.len() == 1 {
                Some(1)
            } else {
                number(&words, 1, most)
            };
            match count.filter(|&count| count <= most && self.combat.fights_on_wounded(&who)) {
                Some(count) => before.wounds = count as u8,
                None => self.faults.push(note.fault(
                    name,
                    format!("has `{}`", note.text),
                    if self.combat.fights_on_wounded(&who) && most > 0 {
                        format!("who stands has {most} wounds at most")
                    } else {
                        "who is wounded does not go on in this fight".to_owned()
                    },
                )),
            }
        }
    }

    /// Reads an entry about nobody: Cover, or the number of the turn.
    fn other(&mut self, entry: &Entry, found: Named) {
        let typed = entry.name.words();
        let Some(first) = typed.first() else {
            return self.unknown(&entry.name, found);
        };
        if typed.len() == 1 && first.text.eq_ignore_ascii_case("turn") {
            return self.number_turn(entry);
        }
        if !first.text.eq_ignore_ascii_case("cover") {
            return self.unknown(&entry.name, found);
        }
        let whose = typed
            .get(1..)
            .and_then(|rest| Some((rest.first()?, rest.last()?)));
        let Some((from, to)) = whose else {
            return self.cover(Whose::Field, entry);
        };
        let span = from.place.span().start..to.place.span().end;
        let place = Place::new(self.source, span);
        let whose = Said {
            text: place.text().to_owned(),
            place,
        };
        let sides: Vec<&str> = self
            .combat
            .sides
            .iter()
            .map(|side| side.name.as_str())
            .collect();
        if let Named::One(side) = laid::find(&whose.text, &sides, &[]) {
            return self.cover(Whose::Side(side), entry);
        }
        match self.names.find(&whose.text) {
            Ok(super::names::Who::One(place)) => self.cover(Whose::Own(place), entry),
            Ok(super::names::Who::Group(_)) => self.faults.push(whose.fault(
                "",
                format!("`{}` are several", whose.text),
                "Cover of one of several alike says its number",
            )),
            Err(found) => self.unknown(&whose, found),
        }
    }

    fn unknown(&mut self, typed: &Said, found: Named) {
        let known = ("those in this fight", self.names.common());
        self.faults.push(laid::unknown("", typed, found, known));
    }

    fn number_turn(&mut self, entry: &Entry) {
        let said = match &entry.words[..] {
            [word] if entry.notes.is_empty() => word.text.parse().ok(),
            _ => None,
        };
        match said.filter(|turn| (1..=LAST_TURN).contains(turn)) {
            Some(_) if self.numbered.is_some() => {
                let accepted = "one turn is played at a time";
                self.faults
                    .push(entry.name.fault("", "the turn is numbered twice", accepted));
            }
            Some(turn) => {
                self.on_table.turn = turn;
                self.numbered = Some(entry.name.place.clone());
            }
            None => {
                let accepted = "a turn has a number from 1 on, such as Turn: 5";
                self.faults
                    .push(entry.name.fault("", "the turn has no number", accepted));
            }
        }
    }

    /// A fault of the table as a whole.
    fn fault(&mut self, found: &str, accepted: &str, help: Option<String>) {
        let place = Place::new(self.source, 0..self.source.text().len());
        let fault = Fault::new(place, "", found, accepted);
        self.faults.push(fault.with_help(help));
    }
}

/// The number behind a word, between these.
fn number(words: &[Said], least: u32, most: u32) -> Option<u32> {
    match words {
        [_, number] => number
            .text
            .parse()
            .ok()
            .filter(|number| (least..=most).contains(number)),
        _ => None,
    }
}

/// The notes that may be made about somebody besides Classes.
fn others(who: &Combatant) -> String {
    let mut others = vec!["turn", "aided"];
    if who.monster {
        others.push("rolled N");
    }
    if who.wounds {
        others.push("wounded N");
    }
    others.join(", ")
}
