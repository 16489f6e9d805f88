//! Outcomes, sides, rollers and warnings of a file with teams.

use super::super::roster::Roster;
use crate::dice::keys::File;
use evenodds_core::contest::{Outcome, RatedSide};
use evenodds_core::document::{CheckedTable, Fault, Item, counted};
use std::collections::BTreeSet;

/// Returns a warning for each field that nothing reads, such as a misspelled key.
pub fn unread_fields(file: &File, roster: &Roster, changed: &BTreeSet<String>) -> Vec<String> {
    let mut read = changed.clone();
    read.insert("hp".to_owned());
    let mut add = |item: &Item| words_of(item, &mut read);
    for (_, item) in file.named.all().iter().chain(file.metric.all()) {
        add(item);
    }
    let outcomes = file.outcome.all().iter();
    outcomes
        .filter_map(|outcome| outcome.when.as_ref())
        .for_each(&mut add);
    for step in file.step.all() {
        let items = [&step.when, &step.times, &step.order, &step.roll];
        items.into_iter().flatten().for_each(&mut add);
        step.then.all().iter().for_each(&mut add);
        step.against.all().iter().for_each(|entry| add(&entry.1));
        let mut targets: Vec<&CheckedTable> = step.target.iter().collect();
        for action in step.action.all() {
            action.when.iter().for_each(&mut add);
            action.then.all().iter().for_each(&mut add);
            let rolls = action.roll.all().iter().chain(action.against.all());
            rolls.for_each(|entry| add(&entry.1));
            targets.extend(&action.target);
        }
        for target in targets {
            ["where", "simple"]
                .iter()
                .filter_map(|key| target.item(key))
                .for_each(&mut add);
        }
    }
    let mut fields = Vec::new();
    for (_, team) in file.team.all() {
        let own = ["standing", "carry"];
        (own.iter().filter_map(|key| team.item(key))).for_each(&mut add);
        for member in team.tables("members") {
            member.item("from").into_iter().for_each(&mut add);
            for (name, item) in member.map("fields") {
                add(item);
                fields.push((name, item));
            }
        }
    }
    let mut warnings = Vec::new();
    let mut seen = BTreeSet::new();
    for (name, item) in fields {
        if !read.contains(name) && seen.insert(name) && roster.field(name).is_some() {
            let found = "is a field that no expression reads";
            let accepted = format!("remove it, or read it, such as self.{name}");
            warnings.push(Fault::new(item.span(), item.path(), found, accepted).to_string());
        }
    }
    warnings
}

/// Adds the words of all texts of an item.
fn words_of(item: &Item, words: &mut BTreeSet<String>) {
    if let Some(text) = item.as_text() {
        let parts = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.extend(parts.map(str::to_owned));
    }
    for item in item.as_list().unwrap_or_default() {
        words_of(item, words);
    }
    for (_, item) in item.as_map().unwrap_or_default() {
        words_of(item, words);
    }
    if let Some(roll) = item.as_table().and_then(|table| table.item("roll")) {
        words_of(roll, words);
    }
}

/// Returns the outcomes.
pub fn outcomes(file: &File, roster: &Roster, most_rounds: u32) -> Vec<Outcome> {
    let rounds = counted(u64::from(most_rounds), "round", "rounds");
    let unresolved = format!("no side has won after {rounds}");
    if file.outcome.all().is_empty() {
        let mut teams: Vec<_> = roster.teams.iter().collect();
        teams.sort_by_key(|team| team.place);
        let sides = teams
            .into_iter()
            .map(|team| (&*team.name, team.members.len()));
        return Outcome::of_sides(sides, &unresolved);
    }
    let marks = file.outcome.all().iter().any(|outcome| outcome.success);
    let own = file.outcome.all().iter().enumerate().map(|(index, keys)| {
        let name = keys.name.0.clone().unwrap_or_default();
        let phrase = match &keys.phrase {
            Some(phrase) => phrase.0.clone().unwrap_or_default(),
            None => Outcome::named(&name),
        };
        let outcome = Outcome::new(&name, phrase);
        if keys.success || index == 0 && !marks {
            outcome
        } else if marks || file.outcome.all().len() == 2 {
            outcome.failing()
        } else {
            outcome.even()
        }
    });
    let open = Outcome::rare("unresolved", format!("no outcome occurs in {rounds}"));
    own.chain([open]).collect()
}

/// Returns the sides in the order of their turns.
pub fn sides(
    roster: &Roster,
    display: &[usize],
    (outcomes, successes): (&[Outcome], &[usize]),
    is_last_standing: bool,
) -> Vec<RatedSide> {
    let names = display.iter().map(|&team| roster.teams[team].name.clone());
    let mut sides: Vec<RatedSide> = names
        .map(|name| RatedSide {
            outcomes: outcomes
                .iter()
                .position(|outcome| outcome.name == name)
                .into_iter()
                .collect(),
            name,
        })
        .collect();
    if is_last_standing && sides.len() > 1 {
        return sides;
    }
    if sides.iter().all(|side| side.outcomes.is_empty()) {
        let marked = (0..outcomes.len()).filter(|&one| successes.contains(&one));
        sides[0].outcomes = marked.collect();
        if successes.is_empty() {
            sides[0].outcomes.push(0);
        }
    }
    if sides.len() < 2 {
        sides.push(RatedSide {
            name: "failure".to_owned(),
            outcomes: Vec::new(),
        });
    }
    // Without an outcome of its name a side wants those that no other side wants.
    let is_wanted = |outcome: &usize| sides.iter().any(|side| side.outcomes.contains(outcome));
    let others: Vec<usize> = (0..outcomes.len()).filter(|one| !is_wanted(one)).collect();
    for side in sides.iter_mut().filter(|side| side.outcomes.is_empty()) {
        side.outcomes.clone_from(&others);
    }
    sides
}

/// Returns the names of all rollers, the first one of each member, and that of the lots.
pub fn rollers(
    roster: &Roster,
    streams: &[Vec<String>],
    plain: &[String],
) -> (Vec<String>, Vec<usize>, usize) {
    let (mut names, mut first) = (Vec::new(), Vec::new());
    for (member, &entry) in roster.entry_of.iter().enumerate() {
        first.push(names.len());
        let team = &roster.teams[roster.entries[entry].team].name;
        let member = roster.member_name(member);
        names.extend(
            streams[entry]
                .iter()
                .map(|stream| format!("{team}/{member}/{stream}")),
        );
    }
    let lots = names.len();
    names.push("lots".to_owned());
    names.extend(plain.iter().map(|stream| format!("step/{stream}")));
    (names, first, lots)
}
