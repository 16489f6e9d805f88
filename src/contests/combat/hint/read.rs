//! The table of a fight out of the words of somebody who sits at it.
//!
//! Who is not named is out, or has not come yet. Faults are collected, so that a wrong table is answered with
//! all that is wrong with it.

use super::left::OnTable;
use super::names::Names;
use crate::contest::laid::{self, Entry, Named, Said};
use crate::contests::combat::order::Order;
use crate::contests::combat::{Combat, Combatant, Cover, Deadlock, When};
use crate::dice::Pool;
use crate::document::{Fault, Faults, Place, Source};
use std::sync::Arc;

/// The most dice before anybody.
const MOST: u32 = 6;
/// The last turn that can be said: behind it a fight is stuck.
const LAST_TURN: u32 = 1_000_000;

/// The table, and whose turn it is on it.
#[derive(Clone, Debug)]
pub(super) struct Read {
    pub(super) on_table: OnTable,
    pub(super) actor: usize,
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
pub(super) fn read(combat: &Combat, source: &Arc<Source>) -> Result<Read, Faults> {
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
        Some(actor) if reader.faults.is_empty() => Ok(Read {
            on_table: reader.on_table,
            actor,
        }),
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

    /// Reads the Cover dice that are left.
    fn cover(&mut self, whose: Whose, entry: &Entry) {
        let (began, seen, called) = match whose {
            Whose::Field => (
                self.combat.field_cover,
                &mut self.field_cover,
                "the battlefield's Cover".to_owned(),
            ),
            Whose::Side(side) => (
                self.combat.sides[side].cover,
                &mut self.side_cover[side],
                format!("the Cover of {}", self.combat.sides[side].name),
            ),
            Whose::Own(place) => (
                self.combat.combatants[place].cover,
                &mut self.own_cover[place],
                format!("the Cover of {}", self.combat.combatants[place].name),
            ),
        };
        if let Some(first) = seen {
            let again = format!("is here twice, first at {first}");
            self.faults
                .push(entry.name.fault(&called, again, "it before there once"));
            return;
        }
        *seen = Some(entry.name.place.clone());
        let Some(began) = began else {
            let accepted = "the scenario gives none";
            self.faults
                .push(entry.name.fault(&called, "is not in this fight", accepted));
            return;
        };
        let most = match began {
            Cover::Rolled(count) => count,
            Cover::Faces(pool) => pool.len(),
        };
        let spent = matches!(&entry.words[..], [word] if word.text.eq_ignore_ascii_case("none"));
        let words: &[Said] = if spent { &[] } else { &entry.words };
        if words.is_empty() && !spent {
            let accepted = "say the dice that are left, such as 4 6, or none";
            self.faults
                .push(entry.name.fault(&called, "has no dice", accepted));
            return;
        }
        let Some(pool) = laid::dice(&called, words, most, &mut self.faults) else {
            return;
        };
        if let Cover::Faces(began) = began
            && let Some(face) = (1..=MOST).find(|&face| pool.count(face) > began.count(face))
        {
            let found = format!("has {} dice of {face}", pool.count(face));
            let accepted = format!("it began with {began}");
            self.faults.push(entry.name.fault(&called, found, accepted));
        }
        match whose {
            Whose::Field => self.on_table.field_cover = pool,
            Whose::Side(side) => self.on_table.side_cover[side] = pool,
            Whose::Own(place) => self.on_table.seats[place].cover = pool,
        }
    }

    /// Cover that nobody spoke of: as it began where that is known.
    fn lay_cover(&mut self) {
        let mut unsaid = Vec::new();
        let mut began = |cover: Option<Cover>, said: bool, typed: &dyn Fn() -> String| match cover {
            Some(Cover::Faces(pool)) if !said => Some(pool),
            Some(Cover::Rolled(_)) if !said => {
                unsaid.push(typed());
                None
            }
            _ => None,
        };
        let field = began(self.combat.field_cover, self.field_cover.is_some(), &|| {
            "Cover".to_owned()
        });
        self.on_table.field_cover = field.unwrap_or(self.on_table.field_cover);
        for (index, side) in self.combat.sides.iter().enumerate() {
            let said = self.side_cover[index].is_some();
            let cover = began(side.cover, said, &|| format!("Cover {}", side.name));
            let known = &mut self.on_table.side_cover[index];
            *known = cover.unwrap_or(*known);
        }
        for (place, who) in self.combat.combatants.iter().enumerate() {
            let before = &mut self.on_table.seats[place];
            // Of those who are out nobody asks.
            let said = self.own_cover[place].is_some()
                || before.pool.is_empty() && (who.arrival.is_none() || self.named[place].is_some());
            let cover = began(who.cover, said, &|| format!("Cover {}", who.name));
            before.cover = cover.unwrap_or(before.cover);
        }
        for typed in unsaid {
            let accepted =
                format!("say what is left of it, such as {typed}: 4 6, or {typed}: none");
            self.fault(&format!("{typed} is missing"), &accepted, None);
        }
    }

    /// A fault of the table as a whole.
    fn fault(&mut self, found: &str, accepted: &str, help: Option<String>) {
        let place = Place::new(self.source, 0..self.source.text().len());
        let fault = Fault::new(place, "", found, accepted);
        self.faults.push(fault.with_help(help));
    }

    fn standing(&self, side: usize) -> u32 {
        let members = self.combat.sides[side].members.clone();
        let seats = &self.on_table.seats[members];
        seats
            .iter()
            .filter(|before| !before.pool.is_empty())
            .count() as u32
    }

    /// Finds out who is still to come.
    fn await_others(&mut self) {
        let came = |named: &[Option<Place>], arrival: usize| {
            let mut members = self.combat.arrivals[arrival].members.clone();
            members.find_map(|place| named[place].clone())
        };
        for (index, arrival) in self.combat.arrivals.iter().enumerate() {
            let came = came(&self.named, index);
            match arrival.when {
                When::Turn(turn) => match came {
                    Some(place) if turn > self.on_table.turn => {
                        if self.numbered.is_some() {
                            let found = format!("comes at turn {turn}");
                            let accepted = format!("this is turn {}", self.on_table.turn);
                            let path = place.text().to_owned();
                            self.faults.push(Fault::new(place, path, found, accepted));
                        } else {
                            self.on_table.turn = turn;
                        }
                    }
                    _ => {}
                },
                When::Standing(most) => {
                    self.on_table.awaited[index] =
                        came.is_none() && self.standing(arrival.side) > most;
                }
            }
        }
        for (index, arrival) in self.combat.arrivals.iter().enumerate() {
            if let When::Turn(turn) = arrival.when {
                self.on_table.awaited[index] = turn > self.on_table.turn;
            }
        }
    }

    /// Whose turn it is by the rules.
    fn whose_turn(&mut self) -> Option<usize> {
        if !self.faults.is_empty() {
            return None;
        }
        let sides = 0..self.combat.sides.len();
        let standing: Vec<usize> = sides.filter(|&side| self.standing(side) > 0).collect();
        if let [] | [_] = standing[..] {
            let found = match standing.first() {
                Some(&side) => format!("only {} stand here", self.combat.sides[side].name),
                None => "nobody stands here".to_owned(),
            };
            let known = self.names.common().join(", ");
            let help = format!("who is not named is out; in this fight are {known}");
            self.fault(
                &format!("{found}, so the fight is over"),
                "two sides or more fight on",
                Some(help),
            );
            return None;
        }
        let mut order = Order::new();
        for (place, before) in self.on_table.seats.iter().enumerate() {
            if !before.pool.is_empty() {
                order.enter(place, before.pool.sum());
            }
        }
        let next = order.next();
        if let Some((aided, place)) = self.aided.first().cloned() {
            return self.goes_on(aided, &place);
        }
        let Some((claimed, place)) = self.turn.clone() else {
            if next.is_none() {
                self.shared(&order);
            }
            return next;
        };
        if next == Some(claimed) {
            return next;
        }
        let name = self.names.full(claimed).to_owned();
        let own = self.on_table.seats[claimed].pool.sum();
        if let Some(next) = next {
            let highest = self.on_table.seats[next].pool.sum();
            let found = format!("has {own}, and not the turn");
            let accepted = format!(
                "the highest initiative that one alone holds is {highest}, that of {}",
                self.names.full(next)
            );
            let help = "where it goes on behind an aid, say who was aided: NAME: DICE (aided)";
            let fault = Fault::new(place, name, found, accepted);
            self.faults.push(fault.with_help(Some(help.to_owned())));
            return None;
        }
        let highest = order.highest().map_or(0, |(highest, _)| highest);
        if self.combat.options.deadlock == Deadlock::Lot && own == highest {
            return Some(claimed);
        }
        self.shared(&order);
        None
    }

    /// A turn that goes on behind an aid.
    fn goes_on(&mut self, aided: usize, place: &Place) -> Option<usize> {
        let name = self.names.full(aided).to_owned();
        let Some((actor, _)) = self.turn.clone() else {
            let found = "was aided, and nobody has the turn";
            let accepted = "say who gave the die and goes on: NAME: DICE (turn)";
            self.faults
                .push(Fault::new(place.clone(), name, found, accepted));
            return None;
        };
        for (ally, place) in self.aided.clone() {
            if ally == actor || self.who(ally).side != self.who(actor).side {
                let found = format!("was aided by {}", self.names.full(actor));
                let accepted = "a die is given to an ally";
                let path = self.names.full(ally).to_owned();
                self.faults.push(Fault::new(place, path, found, accepted));
            }
        }
        // Each aid costs a die of six, and one is kept.
        if let Some((ally, place)) = self.aided.get(MOST as usize - 1).cloned() {
            let path = self.names.full(ally).to_owned();
            let accepted = "five dice are the most that anybody gives in a turn";
            self.faults
                .push(Fault::new(place, path, "was aided too", accepted));
        }
        self.on_table.aided = self.aided.iter().map(|&(ally, _)| ally).collect();
        self.faults.is_empty().then_some(actor)
    }

    /// The fault of a table on which all initiatives are shared.
    fn shared(&mut self, order: &Order) {
        let highest = order.highest().map_or(0, |(highest, _)| highest);
        let found = "nobody has the turn, since every initiative is shared";
        if self.combat.options.deadlock == Deadlock::Lot {
            let accepted =
                format!("say on whom of those with {highest} the lot fell: NAME: DICE (turn)");
            self.fault(found, &accepted, None);
        } else {
            let accepted = "everybody re-rolls the lowest die: say what before there then";
            self.fault(found, accepted, None);
        }
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

/// The faces of dice as they are typed, the highest first.
pub(super) fn typed(pool: Pool) -> String {
    let mut faces: Vec<String> = pool.faces().map(|face| face.to_string()).collect();
    faces.reverse();
    faces.join(" ")
}
