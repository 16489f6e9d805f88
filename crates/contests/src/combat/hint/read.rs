//! Parser of typed positions of fights. Combatants that are not named are out, or still to come.
//!
//! - this module: the keys of a position, and the combatants.
//! - `turn`: the reinforcements still to come, and the combatant whose turn it is.

mod turn;

use crate::combat::fight::{Extras, Fight};
use crate::combat::prepared::Combat;
use crate::combat::setup::{Combatant, Cover};
use evenodds_core::contest::positions::{self, ContestNames, FoundName, NameMeaning, SpannedText};
use evenodds_core::contest::{Lenient, Spanned, flag, optional, required, table, whole};
use evenodds_core::dice::{FACES, Pool};
use evenodds_core::document::{Fault, Faults, Source, Span, ValueShape};
use std::sync::Arc;

/// Maximum number of dice of a combatant.
const MAX_DICE: u32 = 6;
/// Maximum number of a turn; a longer fight counts as stuck.
const LAST_TURN: i64 = 1_000_000;

const CLASSES: ValueShape = ValueShape::List {
    item: &ValueShape::Text,
    min: 0,
    max: 16,
};

table! {
    /// A position of a fight.
    pub(in super::super) struct Position {
        /// The number of the turn, from 1.
        turn: Lenient<u32> = optional(whole(1, LAST_TURN)),
        /// Cover that is left.
        cover: Vec<Lenient<TypedCover>> = optional(ValueShape::tables(TypedCover::KEYS, 0, 10_000)),
        /// The combatants. Those that are not named are out, or still to come.
        combatant: Vec<Lenient<TypedCombatant>> = optional(ValueShape::tables(TypedCombatant::KEYS, 0, 10_000)),
    }
}

table! {
    /// Cover that is left.
    struct TypedCover {
        /// The side or combatant whose Cover it is; left out for that of the battlefield.
        name: Option<SpannedText> = optional(ValueShape::Text),
        /// The dice that are left; none once all are spent.
        dice: Lenient<Spanned<Vec<u32>>> = required(positions::faces(0, 100))
            .accepts("at most 100 dice, each from 1 to 6")
            .example("[4, 6]"),
    }
}

table! {
    /// A combatant.
    struct TypedCombatant {
        /// The name; of combatants that are alike with the number, or without it for any of them.
        name: SpannedText = required(ValueShape::Text).example("\"Dirk\""),
        /// The dice.
        dice: Option<Lenient<Spanned<Vec<u32>>>> = optional(positions::faces(0, MAX_DICE as usize))
            .accepts("at most 6 dice, each from 1 to 6")
            .example("[6, 5, 2]"),
        /// Whether the combatant is out.
        out: bool = flag(false),
        /// Whether the combatant has the turn.
        turn: Lenient<Span> = flag(false),
        /// Whether the combatant was aided in this turn.
        aided: Lenient<Span> = flag(false),
        /// Number of dice that a monster last rolled.
        rolled: Option<Spanned<u32>> = optional(whole(1, MAX_DICE as i64)),
        /// Number of wounds of a character.
        wounded: Option<Spanned<u32>> = optional(whole(1, 20)),
        /// The Classes used so far, the one in use first.
        classes: Vec<SpannedText> = optional(CLASSES),
    }
}

/// State of the parser of a position.
struct FightReader<'a> {
    combat: &'a Combat,
    source: &'a Arc<Source>,
    names: ContestNames,
    fight: Fight,
    /// Span of each combatant's name, if given.
    named: Vec<Option<Span>>,
    /// Spans of the given Cover: of combatants, of sides, and of the battlefield.
    own_cover: Vec<Option<Span>>,
    side_cover: Vec<Option<Span>>,
    field_cover: Option<Span>,
    /// True if the number of the turn is given, and the combatant marked as having the turn.
    numbered: bool,
    turn: Option<(usize, Span)>,
    aided: Vec<(usize, Span)>,
    faults: Faults,
}

/// Parses a position of a fight.
pub(super) fn read(combat: &Combat, source: &Arc<Source>) -> Result<Fight, Faults> {
    let mut faults = Faults::new();
    let root = positions::position(source, Position::KEYS, Some("combatant"), &mut faults);
    let Some(Position {
        turn,
        cover,
        combatant,
    }) = Position::read(&root)
    else {
        return Err(faults);
    };
    let mut fight = Fight::new(combat);
    fight.turn = turn.0.unwrap_or(1);
    // Full size even in a basic fight, since the text may have state that such a fight lacks.
    fight.extras = Extras::new(combat);
    fight.extras.entered.fill(true);
    let mut reader = FightReader {
        combat,
        source,
        names: combat.names(),
        fight,
        named: vec![None; combat.combatants.len()],
        own_cover: vec![None; combat.combatants.len()],
        side_cover: vec![None; combat.sides.len()],
        field_cover: None,
        numbered: turn.0.is_some(),
        turn: None,
        aided: Vec::new(),
        faults,
    };
    let typed = combatant.into_iter().filter_map(|one| one.0);
    let faults = &mut reader.faults;
    let typed = reader.names.assign(typed, |one| &one.name, faults);
    for (place, standing) in typed.into_iter().enumerate() {
        if let Some(standing) = standing {
            reader.combatant(place, &standing);
        }
    }
    for left in cover.into_iter().filter_map(|one| one.0) {
        reader.cover(&left);
    }
    reader.fill_cover();
    reader.set_arrivals();
    let actor = reader.whose_turn();
    let Some(actor) = actor else {
        return Err(reader.faults);
    };
    reader.fight.stop_at(actor);
    reader.faults.into_result(reader.fight)
}

impl FightReader<'_> {
    fn who(&self, place: usize) -> &Combatant {
        &self.combat.combatants[place]
    }

    fn push_fault(&mut self, place: &Span, name: &str, found: String, accepted: impl Into<String>) {
        let fault = Fault::new(place.clone(), name, found, accepted);
        self.faults.push(fault);
    }

    /// Parses a combatant.
    fn combatant(&mut self, place: usize, standing: &TypedCombatant) {
        let name = self.names.full(place).to_owned();
        let typed = &standing.name;
        self.named[place] = Some(typed.span.clone());
        if standing.out {
            return;
        }
        let used = self.notes(place, &name, standing);
        let Some(Lenient(dice)) = &standing.dice else {
            let fault = typed.fault(&name, "has no dice", "expected dice, such as 6 5 2, or out");
            self.faults.push(fault);
            return;
        };
        let Some(dice) = dice.as_ref() else {
            return;
        };
        let pool = Pool::from_faces(&dice.value);
        let who = self.who(place);
        let side = who.side;
        let class = &who.classes[usize::from(self.fight.extras.classes[place])];
        let is_alone = self.combat.sides[side].members.len() == 1;
        if pool.len() > class.dice && is_alone {
            let found = format!("has {} dice", pool.len());
            let accepted = format!(
                "expected at most {}, the dice of {}, as no ally can give it a die",
                class.dice, class.name
            );
            self.push_fault(&dice.span, &name, found, accepted);
        }
        if !pool.is_empty() {
            self.fight.enter(place, side, pool);
            self.fight.seats[place].used = used;
        }
    }

    /// Parses the notes on a combatant: Classes, and state of the optional rules. Returns the set
    /// of used Classes.
    fn notes(&mut self, place: usize, name: &str, standing: &TypedCombatant) -> u16 {
        let who = self.who(place).clone();
        if let Some(turn) = &standing.turn.0 {
            if let Some((other, _)) = &self.turn {
                let found = format!("has the turn, as does {}", self.names.full(*other));
                self.push_fault(turn, name, found, "expected one combatant with the turn");
            }
            self.turn.get_or_insert((place, turn.clone()));
        }
        if let Some(aided) = &standing.aided.0 {
            self.aided.push((place, aided.clone()));
        }
        let known: Vec<&str> = who
            .classes
            .iter()
            .map(|class| class.name.as_str())
            .collect();
        let mut classes = Vec::new();
        for class_text in &standing.classes {
            match positions::find(&class_text.text, &known, &[]) {
                FoundName::One(class) => classes.push(class),
                found => {
                    let mut fault =
                        positions::unknown(name, class_text, found, ("Classes", &known));
                    let other_notes = other_notes(&who);
                    fault.help = Some(match fault.help {
                        Some(help) => format!("{help}; the other notes are {other_notes}"),
                        None => format!("the other notes are {other_notes}"),
                    });
                    self.faults.push(fault);
                }
            }
        }
        let class = classes.first().copied().unwrap_or(0);
        let used = classes.iter().fold(1, |used, class| used | 1 << class);
        let most = who.classes[class].dice;
        self.fight.extras.classes[place] = class as u8;
        self.fight.extras.rolled[place] = most as u8;
        if let Some(rolled) = &standing.rolled {
            if !who.monster || rolled.value > most {
                let accepted = if who.monster {
                    format!("expected 1 to {most}, the dice of its last roll")
                } else {
                    "only monsters have this note".to_owned()
                };
                let found = format!("has `rolled {}`", rolled.value);
                self.push_fault(&rolled.span, name, found, accepted);
            } else {
                self.fight.extras.rolled[place] = rolled.value as u8;
            }
        }
        let most = self.combat.options.wounds_to_die.saturating_sub(1);
        let fights_on = who.wounds && self.combat.fights_on_wounded(&who);
        if let Some(wounded) = &standing.wounded {
            if !fights_on || wounded.value > most {
                let accepted = if !who.wounds {
                    "expected no wounds, as it cannot be wounded in this fight".to_owned()
                } else if fights_on && most > 0 {
                    format!("expected at most {most} for a standing combatant")
                } else {
                    "expected no wounds, as a wounded combatant is out of this fight".to_owned()
                };
                let found = format!("has `wounded {}`", wounded.value);
                self.push_fault(&wounded.span, name, found, accepted);
            } else {
                self.fight.extras.wounds[place].count = wounded.value as u8;
            }
        }
        used
    }

    /// Parses the remaining dice of Cover.
    fn cover(&mut self, given: &TypedCover) {
        let dice = given.dice.0.as_ref();
        let place = given.name.as_ref().map(|name| &name.span);
        let place = place.or(dice.map(|dice| &dice.span));
        let whole = || Span::new(self.source, 0..self.source.text().len());
        let own = place.cloned().unwrap_or_else(whole);
        let (initial, previous, label, left) = match &given.name {
            None => (
                self.combat.field_cover,
                &mut self.field_cover,
                "the battlefield's Cover".to_owned(),
                &mut self.fight.extras.field_cover,
            ),
            Some(name) => {
                let sides = self.combat.sides.iter();
                let sides: Vec<&str> = sides.map(|side| side.name.as_str()).collect();
                match (
                    positions::find(&name.text, &sides, &[]),
                    self.names.find(&name.text),
                ) {
                    (FoundName::One(side), _) => (
                        self.combat.sides[side].cover,
                        &mut self.side_cover[side],
                        format!("the Cover of {}", sides[side]),
                        &mut self.fight.extras.side_cover[side],
                    ),
                    (_, Ok(NameMeaning::One(place))) => (
                        self.combat.combatants[place].cover,
                        &mut self.own_cover[place],
                        format!("the Cover of {}", self.combat.combatants[place].name),
                        &mut self.fight.extras.cover[place],
                    ),
                    (_, Ok(NameMeaning::Group(_))) => {
                        let found = format!("`{}` is ambiguous", name.text);
                        let fault =
                            name.fault("", found, "add the number of the combatant with the Cover");
                        return self.faults.push(fault);
                    }
                    (_, Err(found)) => return self.faults.push(self.names.unknown(name, found)),
                }
            }
        };
        if let Some(first) = previous {
            let again = format!("occurs twice, first at {first}");
            let fault = Fault::new(own, label, again, "give each Cover once");
            return self.faults.push(fault);
        }
        *previous = Some(own.clone());
        let Some(initial) = initial else {
            let fault = Fault::new(
                own,
                label,
                "does not exist",
                "the scenario has no such Cover",
            );
            return self.faults.push(fault);
        };
        let Some(dice) = dice else {
            return;
        };
        let pool = Pool::from_faces(&dice.value);
        if let Some((found, accepted)) = excess(pool, initial) {
            let place = dice.span.clone();
            self.faults.push(Fault::new(place, label, found, accepted));
        }
        *left = pool;
    }

    /// Sets Cover that is not given to its initial dice, if they are known; reports it as missing
    /// otherwise.
    fn fill_cover(&mut self) {
        let mut missing = Vec::new();
        let mut initial =
            |cover: Option<Cover>, given: bool, typed: &dyn Fn() -> String| match cover {
                Some(Cover::Faces(pool)) if !given => Some(pool),
                Some(Cover::Rolled(_)) if !given => {
                    missing.push(typed());
                    None
                }
                _ => None,
            };
        let field = initial(self.combat.field_cover, self.field_cover.is_some(), &|| {
            "Cover".to_owned()
        });
        let extras = &mut self.fight.extras;
        extras.field_cover = field.unwrap_or(extras.field_cover);
        for (index, side) in self.combat.sides.iter().enumerate() {
            let given = self.side_cover[index].is_some();
            let cover = initial(side.cover, given, &|| format!("Cover {}", side.name));
            let known = &mut extras.side_cover[index];
            *known = cover.unwrap_or(*known);
        }
        for (place, who) in self.combat.combatants.iter().enumerate() {
            let is_absent = self.fight.seats[place].pool.is_empty();
            // Combatants that are out need no Cover.
            let given = self.own_cover[place].is_some()
                || is_absent && (who.arrival.is_none() || self.named[place].is_some());
            let cover = initial(who.cover, given, &|| format!("Cover {}", who.name));
            extras.cover[place] = cover.unwrap_or(extras.cover[place]);
        }
        for typed in missing {
            let accepted =
                format!("give its remaining dice, such as {typed}: 4 6, or {typed}: none");
            positions::missing(self.source, &typed, &accepted, &mut self.faults);
        }
    }

    /// Reports a fault of the position as a whole.
    fn push_position_fault(&mut self, found: &str, accepted: &str, help: Option<String>) {
        let fault = positions::whole(self.source, found, accepted);
        self.faults.push(fault.with_help(help));
    }
}

/// Returns the fault of Cover that has more dice than initially, as what was found and what is
/// accepted.
fn excess(pool: Pool, initial: Cover) -> Option<(String, String)> {
    let most = match initial {
        Cover::Rolled(count) => count,
        Cover::Faces(initial) => initial.len(),
    };
    if pool.len() > most {
        let found = format!("has {} dice", pool.len());
        return Some((found, format!("expected at most {most}")));
    }
    let Cover::Faces(initial) = initial else {
        return None;
    };
    let face = (1..=FACES).find(|&face| pool.count(face) > initial.count(face))?;
    let found = format!("has {} dice of {face}", pool.count(face));
    let accepted = format!("expected at most its initial dice {initial}");
    Some((found, accepted))
}

/// Returns the notes, other than Classes, that a combatant may have.
fn other_notes(who: &Combatant) -> String {
    let mut other_notes = vec!["turn", "aided"];
    if who.monster {
        other_notes.push("rolled N");
    }
    if who.wounds {
        other_notes.push("wounded N");
    }
    other_notes.join(", ")
}
