//! Typed positions of an exchange.
//!
//! - here: the fighters with their notes; `turn`: what was declared, and who decides.

mod turn;

use super::super::Rounds;
use super::super::left::Left;
use super::super::standing::Table;
use super::typed::SORTS;
use crate::contest::laid::{self, Entry, Named, Said};
use crate::contests::action_dice::fighters::laid::{Entries, hits, is_out, no_notes, round};
use crate::document::{Faults, Source};
use std::sync::Arc;

const OTHERS: [&str; 2] = ["Round", "Last"];
/// The highest roll of a defence that can be said, and the most units covered.
const MOST: u32 = 1_000;

/// What is declared, as it was typed.
#[derive(Clone, Debug)]
enum Typed {
    Attack(Option<usize>, u32),
    Group(u32),
    Move(u32),
    General(u32),
    Wait,
}

/// Reads a position, and finds out who decides.
pub(super) fn read(rounds: &Rounds, source: &Arc<Source>) -> Result<Table, Faults> {
    let mut faults = Faults::new();
    let entries = Entries::read(source, &rounds.fighters, &OTHERS, &mut faults);
    let most = rounds.options.max_rounds;
    let number = round(entries.others[0].as_ref(), most, &mut faults);
    let mut reader = Reader {
        rounds,
        source,
        table: rounds.opening(number),
        declared: vec![None; rounds.fighters.len()],
        choices: Vec::new(),
        turns: Vec::new(),
        answers: Vec::new(),
        faults,
    };
    reader.last(entries.others[1].as_ref());
    for (fighter, entry) in entries.fighters.iter().enumerate() {
        reader.fighter(fighter, entry.as_ref());
    }
    reader.standing();
    match reader.decision() {
        Some(()) if reader.faults.is_empty() => Ok(reader.table),
        _ => Err(reader.faults),
    }
}

struct Reader<'a> {
    rounds: &'a Rounds,
    source: &'a Arc<Source>,
    table: Table,
    declared: Vec<Option<(Typed, Said)>>,
    /// Fighters with the note `chooses`.
    choices: Vec<(usize, Said)>,
    /// Fighters with the note `turn`.
    turns: Vec<(usize, Said)>,
    /// Fighters with the note `answers`, and the attacker if it is named.
    answers: Vec<(usize, Option<usize>, Said)>,
    faults: Faults,
}

impl Reader<'_> {
    fn name(&self, fighter: usize) -> String {
        self.rounds.fighters[fighter].name.clone()
    }

    fn refuse(&mut self, said: &Said, whose: usize, found: impl Into<String>, accepted: &str) {
        let name = self.name(whose);
        self.faults.push(said.fault(&name, found, accepted));
    }

    fn last(&mut self, entry: Option<&Entry>) {
        let Some(entry) = entry else {
            return;
        };
        no_notes("Last", entry, &mut self.faults);
        let words: Vec<String> = entry
            .words
            .iter()
            .map(|word| word.text.to_lowercase())
            .collect();
        match words.join(" ").as_str() {
            "yes" => self.table.last = true,
            "no" => {}
            other => {
                let found = format!("is `{other}`");
                let accepted = "yes, if all have waited and are asked once more; else no";
                self.faults.push(entry.name.fault("Last", found, accepted));
            }
        }
    }

    fn fighter(&mut self, fighter: usize, entry: Option<&Entry>) {
        let name = self.name(fighter);
        if is_out(entry, &name, &mut self.faults) {
            let needed = self.rounds.options.hits_to_win;
            let standing = &mut self.table.fighters[fighter];
            (standing.left, standing.is_out, standing.hits) = (Left::NONE, true, needed);
            return;
        }
        let Some(entry) = entry else {
            return;
        };
        // It settles how many dice there may be.
        let (statuses, notes): (Vec<&Said>, Vec<&Said>) = entry
            .notes
            .iter()
            .partition(|note| note.text.eq_ignore_ascii_case("noncombat"));
        for note in statuses {
            if self.rounds.chooses_status() {
                self.table.fighters[fighter].noncombat = true;
            } else {
                let accepted =
                    "with rules.noncombat_choice = \"fixed\" the file says who is noncombat";
                self.refuse(note, fighter, "has `noncombat`", accepted);
            }
        }
        let left = self.dice(fighter, entry);
        self.table.fighters[fighter].left = left;
        for note in notes {
            self.note(fighter, note);
        }
    }

    /// Action dice: a number, with its sort where there are several; or all.
    fn dice(&mut self, fighter: usize, entry: &Entry) -> Left {
        let start = self.rounds.sheet(&self.table, fighter).start;
        let all = start.sorts();
        if let [word] = &entry.words[..]
            && word.text.eq_ignore_ascii_case("all")
        {
            return start;
        }
        let sorts: Vec<usize> = (0..SORTS.len()).filter(|&sort| all[sort] > 0).collect();
        let accepted = {
            let each = sorts
                .iter()
                .map(|&sort| format!("0 to {} {}", all[sort], SORTS[sort]));
            let each: Vec<String> = each.collect();
            format!(
                "say the action dice left in the round: all, or {}",
                each.join(", ")
            )
        };
        if entry.words.is_empty() {
            self.refuse(&entry.name, fighter, "has no dice", &accepted);
            return start;
        }
        let mut left = [0; SORTS.len()];
        let mut words = entry.words.iter().peekable();
        while let Some(word) = words.next() {
            let Ok(number) = word.text.parse::<u32>() else {
                let found = format!("has `{}`", word.text);
                self.refuse(word, fighter, found, &accepted);
                continue;
            };
            let named = words.next_if(|next| next.text.parse::<u32>().is_err());
            let sort = match named {
                None => sorts.first().copied(),
                Some(named) => {
                    let wanted = named.text.to_lowercase();
                    SORTS.iter().position(|&sort| sort == wanted)
                }
            };
            let fits = |sort: &usize| left[*sort] + number.min(MOST) <= all[*sort];
            if let Some(sort) = sort.filter(fits) {
                left[sort] += number;
            } else {
                let named = named.map_or(String::new(), |named| format!(" {}", named.text));
                let found = format!("has {}{named}", word.text);
                self.refuse(word, fighter, found, &accepted);
            }
        }
        let [general, attack, defence, special] = left;
        Left::new(general, attack, defence, special)
    }

    /// A note about somebody.
    fn note(&mut self, fighter: usize, note: &Said) {
        const NOTES: &str = "notes are 1 hit, covered N, attacks NAME with N, attacks all with N, \
                             moves with N, defends with N, waits, parry N NAME, general N, dive N NAME, \
                             answers NAME, turn; answered, with rules.defense_is_action = true; noncombat \
                             and chooses, with rules.noncombat_choice = \"each_round\"";
        let words = note.words();
        let needed = self.rounds.options.hits_to_win;
        let name = self.name(fighter);
        if let Some(hits) = hits(&name, &words, needed, &mut self.faults) {
            self.table.fighters[fighter].hits = hits;
            return;
        }
        let first = words
            .first()
            .map_or(String::new(), |word| word.text.to_lowercase());
        let number = |place: usize| -> Option<u32> {
            let said = words.get(place)?.text.parse().ok();
            said.filter(|&number| number <= MOST)
        };
        let (round, sequence) = (self.table.round, self.table.sequence);
        match (first.as_str(), words.len()) {
            ("turn", 1) => self.turns.push((fighter, note.clone())),
            ("chooses", 1) if self.rounds.chooses_status() => {
                self.choices.push((fighter, note.clone()));
            }
            ("answered", 1) if self.rounds.options.defense_is_action => {
                self.table.fighters[fighter].answered = sequence;
            }
            ("waits", 1) => self.declare(fighter, Typed::Wait, note),
            ("answers", _) => {
                let whom = self.opponent(fighter, &words[1..], note);
                if words.len() == 1 || whom.is_some() {
                    self.answers.push((fighter, whom, note.clone()));
                }
            }
            ("covered", 2) if number(1).is_some() => {
                let most = self.rounds.options.distance;
                if let Some(units) = number(1).filter(|&units| units <= most) {
                    self.table.fighters[fighter].covered = units;
                } else {
                    let accepted = format!("both begin {most} units apart");
                    self.refuse(note, fighter, format!("has `{}`", note.text), &accepted);
                }
            }
            ("general", 2) if number(1).is_some() => {
                let roll = number(1).unwrap_or(0);
                self.table.fighters[fighter].general.better(round, roll);
            }
            ("parry" | "dodge" | "dive", 2..) if number(1).is_some() => {
                let roll = number(1).unwrap_or(0);
                if let Some(attacker) = self.opponent(fighter, &words[2..], note) {
                    let pair = fighter * self.rounds.fighters.len() + attacker;
                    if first == "dive" {
                        self.table.dives[pair].better(sequence, roll);
                    } else {
                        self.table.parries[pair].better(round, roll);
                    }
                }
            }
            ("attacks" | "moves" | "defends", 2..) => self.action(fighter, &words, note),
            _ => self.refuse(note, fighter, format!("has `{}`", note.text), NOTES),
        }
    }

    /// Who is meant of the other side; the only one unless it is said.
    fn opponent(&mut self, fighter: usize, words: &[Said], note: &Said) -> Option<usize> {
        let other = &self.rounds.sides[1 - self.rounds.fighters[fighter].side];
        let members = other.members.clone();
        if words.is_empty() {
            if members.len() == 1 {
                return Some(members.start);
            }
            let accepted = "say the name of the opponent behind it: there are several";
            self.refuse(note, fighter, format!("has `{}`", note.text), accepted);
            return None;
        }
        let names: Vec<String> = members.clone().map(|one| self.name(one)).collect();
        let text: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        let text = text.join(" ");
        let text = text.trim_matches(['"', '\'']);
        match laid::find(text, &names, &[]) {
            Named::One(place) => Some(members.start + place),
            found => {
                let typed = Said {
                    text: text.to_owned(),
                    place: note.place.clone(),
                };
                let known = ("the opponents", &names[..]);
                let name = self.name(fighter);
                self.faults.push(laid::unknown(&name, &typed, found, known));
                None
            }
        }
    }

    /// `attacks NAME with N`, `attacks all with N`, `moves with N`, `defends with N`.
    fn action(&mut self, fighter: usize, words: &[Said], note: &Said) {
        let with = words
            .iter()
            .rposition(|word| word.text.eq_ignore_ascii_case("with"));
        let used = match with.map(|with| &words[with + 1..]) {
            Some([used]) => used
                .text
                .parse()
                .ok()
                .filter(|&used| (1..=MOST).contains(&used)),
            _ => None,
        };
        let (Some(with), Some(used)) = (with, used) else {
            let accepted = "it ends with the dice, such as: with 2";
            self.refuse(note, fighter, format!("has `{}`", note.text), accepted);
            return;
        };
        let whom = &words[1..with];
        let is_all = matches!(whom, [word] if word.text.eq_ignore_ascii_case("all"));
        let typed = if words[0].text.eq_ignore_ascii_case("moves") {
            Typed::Move(used)
        } else if words[0].text.eq_ignore_ascii_case("defends") {
            Typed::General(used)
        } else if is_all {
            Typed::Group(used)
        } else {
            match self.opponent(fighter, whom, note) {
                None => return,
                whom => Typed::Attack(whom, used),
            }
        };
        self.declare(fighter, typed, note);
    }

    fn declare(&mut self, fighter: usize, typed: Typed, note: &Said) {
        if self.declared[fighter].is_some() {
            let accepted = "everybody declares once in a sequence";
            let found = format!("has `{}` besides", note.text);
            self.refuse(note, fighter, found, accepted);
        } else {
            self.declared[fighter] = Some((typed, note.clone()));
        }
    }

    /// Who stands of both sides.
    fn standing(&mut self) {
        for (side, of) in self.rounds.sides.iter().enumerate() {
            let stands = |fighter: &usize| !self.table.fighters[*fighter].is_out;
            let count = of.members.clone().filter(stands).count();
            self.table.standing[side] = count as u32;
            self.table.first[side] = of.members.clone().find(stands).unwrap_or(of.members.end);
            if count == 0 && self.faults.is_empty() {
                let found = format!("nobody of {} stands", of.name);
                let accepted = "the exchange is over: say all who stand, such as NAME: 2";
                self.faults.push(laid::whole(self.source, found, accepted));
            }
        }
    }
}
