//! What lies before those who fight, as people type it: `Rosa: 3 (1 hit); Basil: out; Round: 2`.

use super::Fighter;
use crate::contest::laid::{self, Entry, Named, Said};
use crate::document::{Faults, Source};
use std::sync::Arc;

/// The entries of a table: of every fighter, and the others by name.
#[derive(Clone, Debug)]
pub(in super::super) struct Entries {
    pub(in super::super) fighters: Vec<Option<Entry>>,
    pub(in super::super) others: Vec<Option<Entry>>,
}

impl Entries {
    /// Reads a table. Of several alike, who have a number each, the common name is the next one who is not
    /// named.
    pub(in super::super) fn read(
        source: &Arc<Source>,
        fighters: &[Fighter],
        others: &[&str],
        faults: &mut Faults,
    ) -> Self {
        let names = Names::new(fighters, others);
        let mut entries = Self {
            fighters: vec![None; fighters.len()],
            others: vec![None; others.len()],
        };
        let mut alike = Vec::new();
        for entry in laid::read(source, faults) {
            match laid::find(&entry.name.text, &names.all, &names.groups) {
                Named::One(name) if name < fighters.len() => {
                    entries.put(name, entry, &fighters[name].name, faults);
                }
                Named::One(name) if name < names.common => {
                    let place = name - fighters.len();
                    if entries.others[place].is_some() {
                        let accepted = "each entry is typed once";
                        let fault = entry.name.fault(others[place], "is here twice", accepted);
                        faults.push(fault);
                    }
                    entries.others[place] = Some(entry);
                }
                Named::One(name) => alike.push((names.groups[name], entry)),
                found => {
                    let known: Vec<&str> = names.all[..names.common]
                        .iter()
                        .map(String::as_str)
                        .collect();
                    let known = ("the entries", &known[..]);
                    faults.push(laid::unknown("", &entry.name, found, known));
                }
            }
        }
        for (group, entry) in alike {
            let mut members = (0..fighters.len()).filter(|&one| fighters[one].group == group);
            let count = members.clone().count();
            if let Some(free) = members.find(|&one| entries.fighters[one].is_none()) {
                entries.put(free, entry, &fighters[free].name, faults);
            } else {
                let found = format!("is here more than {count} times");
                let accepted = "so many of them there are";
                faults.push(entry.name.fault(&entry.name.text, found, accepted));
            }
        }
        entries
    }

    fn put(&mut self, fighter: usize, entry: Entry, name: &str, faults: &mut Faults) {
        if self.fighters[fighter].is_some() {
            let accepted = "everybody is on the table once";
            faults.push(entry.name.fault(name, "is here twice", accepted));
        }
        self.fighters[fighter] = Some(entry);
    }
}

/// What may be meant: fighters, other entries, and what several alike are called in common.
struct Names {
    all: Vec<String>,
    groups: Vec<usize>,
    /// Where the common names begin.
    common: usize,
}

impl Names {
    fn new(fighters: &[Fighter], others: &[&str]) -> Self {
        let mut all: Vec<String> = fighters.iter().map(|one| one.name.clone()).collect();
        let mut groups: Vec<usize> = fighters.iter().map(|one| one.group).collect();
        all.extend(others.iter().map(|&name| name.to_owned()));
        groups.extend((0..others.len()).map(|other| fighters.len() + other));
        let common = all.len();
        for (place, one) in fighters.iter().enumerate() {
            let is_first = fighters[..place]
                .iter()
                .all(|other| other.group != one.group);
            let others = fighters[place + 1..].iter();
            let is_alone = others.clone().all(|other| other.group != one.group);
            if is_first
                && !is_alone
                && let Some((name, _)) = one.name.rsplit_once(' ')
            {
                all.push(name.to_owned());
                groups.push(one.group);
            }
        }
        Self {
            all,
            groups,
            common,
        }
    }
}

/// Whether somebody is out: who is not named is, and who is said to be.
pub(in super::super) fn is_out(entry: Option<&Entry>, name: &str, faults: &mut Faults) -> bool {
    let Some(entry) = entry else {
        return true;
    };
    let is_out = matches!(&entry.words[..], [word] if word.text.eq_ignore_ascii_case("out"));
    if is_out && let Some(note) = entry.notes.first() {
        let found = format!("is out, and has `{}`", note.text);
        let accepted = "of those who are out nothing else is asked";
        faults.push(note.fault(name, found, accepted));
    }
    is_out
}

/// The hits of a note `1 hit` or `2 hits`; none where it is about something else.
pub(in super::super) fn hits(
    name: &str,
    words: &[Said],
    to_win: u32,
    faults: &mut Faults,
) -> Option<u32> {
    let [number, word] = words else {
        return None;
    };
    if !["hit", "hits"].contains(&word.text.to_lowercase().as_str()) {
        return None;
    }
    let hits = number.text.parse().ok().filter(|&hits| hits < to_win);
    if hits.is_none() {
        let found = format!("has `{} {}`", number.text, word.text);
        let accepted = match to_win {
            1 => "whoever is hit once is out here".to_owned(),
            _ => format!("who stands has taken 0 to {} hits", to_win - 1),
        };
        faults.push(number.fault(name, found, accepted));
    }
    Some(hits.unwrap_or(0))
}

/// The number of the round; the first one unless it is said.
pub(in super::super) fn round(entry: Option<&Entry>, most: u32, faults: &mut Faults) -> u32 {
    let Some(entry) = entry else {
        return 1;
    };
    no_notes("Round", entry, faults);
    let said = laid::number("Round", entry, 1..=most, "the number of a round", faults);
    said.unwrap_or(1)
}

/// Nothing stands in parentheses behind an entry.
pub(in super::super) fn no_notes(name: &str, entry: &Entry, faults: &mut Faults) {
    if let Some(note) = entry.notes.first() {
        let found = format!("has `{}`", note.text);
        faults.push(note.fault(name, found, "nothing stands in parentheses here"));
    }
}
