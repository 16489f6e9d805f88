//! The teams of a file: their members, and the fields of these.

use super::super::keys::{FieldKeys, File, MOST_TEAMS, MemberKeys, NamedPlayer, Player, TeamKeys};
use super::super::model::{Vocabulary, WORDS, by_name, is_word};
use evenodds_core::contest::ErrorRate;
use evenodds_core::document::nearest::nearest;
use evenodds_core::document::{CheckedTable, Faults, Item, not_known};
use evenodds_dice::expression::{Range, functions};
use std::collections::BTreeSet;

/// Names that teams and fields cannot have.
const RESERVED: [&str; 8] = [
    "self", "target", "enemies", "allies", "others", "standing", "lowest", "highest",
];
/// Field whose positive values mean that a member stands.
const HIT_POINTS: &str = "hp";

/// Index of a team, in the order of their names.
pub type TeamId = usize;
/// Index of an entry in the lists of members of all teams.
pub type EntryId = usize;
/// Index of a field, in the order of their names.
pub type FieldId = usize;

/// A field of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// An integer that never changes.
    Constant(i64),
    /// An integer that a step can change, or whose start value is rolled.
    Changing {
        /// Start value.
        start: Start,
        /// Bounds; a value outside becomes the nearest one.
        bounds: Range,
    },
    /// An expression that is rolled where it is read.
    Text(String),
}

/// Start value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// A number.
    Number(i64),
    /// Dice.
    Roll(String),
}

/// Equal members of a team.
#[derive(Clone, Debug)]
pub struct Entry {
    pub name: String,
    pub team: TeamId,
    /// Number of members.
    pub count: usize,
    /// Index of the first member.
    pub first: usize,
    /// Fields by index; `None` for those that the entry does not have.
    pub fields: Vec<Option<Field>>,
    /// Condition under which the members join.
    pub from: Option<Item>,
    /// Condition under which a member stands: its text, and where it is written.
    pub standing: Option<(String, Option<Item>)>,
}

/// A team.
#[derive(Clone, Debug)]
pub struct Team {
    pub name: String,
    /// Rank in the order of turns, for display; in the file until the steps are read.
    pub place: usize,
    pub player: Player,
    /// Number of play-outs of each option, if the player is `rollout`.
    pub playouts: u32,
    pub error: ErrorRate,
    pub entries: std::ops::Range<EntryId>,
    pub members: std::ops::Range<usize>,
}

/// The teams of a file.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    pub teams: Vec<Team>,
    pub entries: Vec<Entry>,
    /// Names of the fields.
    pub fields: Vec<String>,
    /// Index of each changing field among those that change; `None` for the others.
    pub places: Vec<Option<usize>>,
    /// Number of fields that change.
    pub width: usize,
    /// Entry of each member.
    pub entry_of: Vec<EntryId>,
    /// Members and fields whose values adventures carry from scene to scene.
    pub carried: Vec<(usize, FieldId)>,
}

impl Roster {
    /// Returns the index of a team.
    pub fn team(&self, name: &str) -> Option<TeamId> {
        self.teams.iter().position(|team| team.name == name)
    }

    /// Returns the index of a field.
    pub fn field(&self, name: &str) -> Option<FieldId> {
        self.fields.iter().position(|field| field == name)
    }

    /// Returns the team of a member.
    pub fn team_of(&self, member: usize) -> TeamId {
        self.entries[self.entry_of[member]].team
    }

    /// Returns the name of a member.
    pub fn member_name(&self, member: usize) -> String {
        let entry = &self.entries[self.entry_of[member]];
        if entry.count == 1 {
            entry.name.clone()
        } else {
            format!("{} {}", entry.name, member - entry.first + 1)
        }
    }

    /// Returns a field of an entry.
    pub fn field_of(&self, entry: EntryId, field: FieldId) -> Option<&Field> {
        self.entries[entry].fields[field].as_ref()
    }

    /// Returns the entry of a team with one member of a name, and a field that it has.
    ///
    /// # Errors
    /// Returns what is accepted.
    pub fn single(
        &self,
        team: TeamId,
        (member, field): (&str, &str),
    ) -> Result<(EntryId, FieldId), String> {
        let Team { name, entries, .. } = &self.teams[team];
        let mut of_team = entries.clone();
        let Some(entry) = of_team.find(|&entry| self.entries[entry].name == member) else {
            let names = entries.clone().map(|entry| &*self.entries[entry].name);
            let names: Vec<&str> = names.collect();
            return Err(match nearest(member, names.iter().copied()) {
                Some(name) => format!("did you mean {name}?"),
                None => format!("the members of {name} are {}", names.join(", ")),
            });
        };
        let count = self.entries[entry].count;
        if count > 1 {
            return Err(format!(
                "there are {count} of them: expected a number of the team, such as \
                 sum({name}, {field})"
            ));
        }
        let Some(place) = self.field(field) else {
            let names = self.fields.iter().map(String::as_str);
            return Err(match nearest(field, names) {
                Some(name) => format!("did you mean {name}?"),
                None => format!("the fields are {}", self.fields.join(", ")),
            });
        };
        match self.field_of(entry, place) {
            Some(_) => Ok((entry, place)),
            None => Err(format!("add {field} to {member} of {name}")),
        }
    }

    /// Returns the range of a field in some entries that have it as a number.
    pub fn bounds(&self, entries: impl Iterator<Item = EntryId>, field: FieldId) -> Range {
        let ranges = entries.filter_map(|entry| match self.field_of(entry, field)? {
            Field::Constant(value) => Some(Range::only(*value)),
            Field::Changing { bounds, .. } => Some(*bounds),
            Field::Text(_) => None,
        });
        ranges.reduce(Range::joined).unwrap_or(Range::only(0))
    }
}

/// Reads the teams of a file; `changed` are the names of fields that a step changes.
pub fn read(
    file: &File,
    vocabulary: &Vocabulary,
    changed: &BTreeSet<String>,
    faults: &mut Faults,
) -> Option<Roster> {
    let before = faults.len();
    let mut teams: Vec<(usize, &String, &CheckedTable)> = (file.team.all().iter().enumerate())
        .map(|(place, (name, table))| (place, name, table))
        .collect();
    teams.sort_by_key(|team| team.1);
    if let Some((_, _, last)) = teams.get(MOST_TEAMS) {
        let found = format!("makes {} teams", teams.len());
        let accepted = format!("expected at most {MOST_TEAMS}");
        faults.refuse_table(last, found, accepted, None);
        return None;
    }
    let mut roster = Roster::default();
    let mut entries = Vec::new();
    for (place, name, table) in teams {
        check_name(name, "team", vocabulary, |found, accepted| {
            faults.refuse_table(table, found, accepted, None);
        });
        let keys = TeamKeys::read(table)?;
        let NamedPlayer {
            player,
            playouts,
            error,
            ..
        } = NamedPlayer::of(table, Player::Focus, faults)?;
        if player == Player::Never {
            let accepted = "expected one of \"focus\", \"simple\", \"first\", \"random\", \"rollout\" and \"optimal\" for a team";
            faults.refuse(table, "player", accepted, None);
        }
        let first = entries.len();
        for member in keys.members.all() {
            let read = MemberKeys::read(member)?;
            entries.push((
                roster.teams.len(),
                member.clone(),
                read,
                keys.standing.clone(),
                carried_fields(keys.carry.as_ref()),
            ));
        }
        roster.teams.push(Team {
            name: name.clone(),
            place,
            player,
            playouts,
            error,
            entries: first..entries.len(),
            members: 0..0,
        });
    }
    let names = entries.iter().flat_map(|entry| entry.2.fields.all());
    let names: BTreeSet<&String> = names.map(|field| &field.0).collect();
    roster.fields = names.into_iter().cloned().collect();
    let mut changes = vec![false; roster.fields.len()];
    // A field with a fault of its own is not missing for the expressions that read it.
    let mut is_complete = true;
    for (team, _, keys, standing, carried) in &entries {
        let mut fields = vec![None; roster.fields.len()];
        for (_, name, item) in by_name(keys.fields.all()) {
            check_name(name, "field", vocabulary, |found, accepted| {
                faults.refuse_item(item, found, accepted, None);
            });
            let field = roster.field(name)?;
            let reason = if changed.contains(name) {
                Some("a step changes the field")
            } else if carried.contains(name) {
                Some("adventures carry the field")
            } else {
                None
            };
            let read = read_field(item, reason, faults);
            is_complete &= read.is_some();
            changes[field] |= matches!(read, Some(Field::Changing { .. }));
            fields[field] = read;
        }
        let has_points = |field: &usize| fields[*field].is_some();
        let points = roster.field(HIT_POINTS).filter(has_points);
        roster.entries.push(Entry {
            name: keys.name.0.clone()?,
            team: *team,
            count: keys.count as usize,
            first: roster.entry_of.len(),
            fields,
            from: keys.from.clone(),
            standing: match standing {
                Some(item) => Some((item.as_text()?.to_owned(), Some(item.clone()))),
                None => points.map(|_| (format!("{HIT_POINTS} > 0"), None)),
            },
        });
        let entry = roster.entries.len() - 1;
        let members = roster.entry_of.len() + keys.count as usize;
        roster.entry_of.resize(members, entry);
    }
    for team in &mut roster.teams {
        let of = &roster.entries[team.entries.clone()];
        let first = of.first().map_or(0, |entry| entry.first);
        team.members = first..of.last().map_or(first, |entry| entry.first + entry.count);
    }
    check_counts(&roster, file, faults);
    carry(&mut roster, file, faults);
    let mut width = 0;
    roster.places = changes
        .iter()
        .map(|&changes| {
            width += usize::from(changes);
            changes.then(|| width - 1)
        })
        .collect();
    roster.width = width;
    (is_complete && faults.len() == before).then_some(roster)
}

/// Reports teams with too many members.
fn check_counts(roster: &Roster, file: &File, faults: &mut Faults) {
    for team in &roster.teams {
        let count = team.members.len();
        let Some((_, table)) = file.team.all().iter().find(|one| one.0 == team.name) else {
            continue;
        };
        if count > super::super::keys::MOST_MEMBERS {
            let found = format!("has {count} members");
            let accepted = format!("expected at most {}", super::super::keys::MOST_MEMBERS);
            faults.refuse_table(table, found, accepted, None);
        }
    }
}

/// Returns the names in the list of carried fields of a team.
fn carried_fields(carry: Option<&Item>) -> BTreeSet<String> {
    let items = carry.and_then(Item::as_list).unwrap_or_default().iter();
    items
        .filter_map(|item| Some(item.as_text()?.to_owned()))
        .collect()
}

/// Adds the carried fields of each team, and reports those that none of its members has.
fn carry(roster: &mut Roster, file: &File, faults: &mut Faults) {
    for (name, table) in file.team.all() {
        let Some(team) = roster.team(name) else {
            continue;
        };
        let entries = roster.teams[team].entries.clone();
        let names: BTreeSet<&str> = (0..roster.fields.len())
            .filter(|&field| (entries.clone()).any(|one| roster.field_of(one, field).is_some()))
            .map(|field| &*roster.fields[field])
            .collect();
        let items = table.item("carry").and_then(Item::as_list);
        for item in items.unwrap_or_default() {
            let Some(field) = item.as_text().filter(|field| !names.contains(field)) else {
                continue;
            };
            let names: Vec<&str> = names.iter().copied().collect();
            let what = format!("fields of {name}");
            let (accepted, help) = not_known(field, &names, &what);
            faults.refuse_item(item, format!("is \"{field}\""), accepted, help);
        }
    }
    for member in 0..roster.entry_of.len() {
        let team = &roster.teams[roster.team_of(member)].name;
        let table = file.team.all().iter().find(|one| one.0 == *team);
        for name in carried_fields(table.and_then(|one| one.1.item("carry"))) {
            if let Some(field) = roster.field(&name)
                && roster.field_of(roster.entry_of[member], field).is_some()
            {
                roster.carried.push((member, field));
            }
        }
    }
}

/// Reads a field, which changes for a reason.
fn read_field(item: &Item, reason: Option<&str>, faults: &mut Faults) -> Option<Field> {
    let number = |value: i64, bounds: Range| {
        if reason.is_some() {
            Field::Changing {
                start: Start::Number(value),
                bounds,
            }
        } else {
            Field::Constant(value)
        }
    };
    if let Some(value) = item.as_integer() {
        let bounds = Range {
            low: value.min(0),
            high: value.max(0),
        };
        return Some(number(value, bounds));
    }
    if let Some(text) = item.as_text() {
        if let Some(reason) = reason {
            let accepted = format!(
                "expected a number, since {reason}; a start value that is rolled is \
                 {{ roll = \"2d6\" }}"
            );
            faults.refuse_item(item, format!("is \"{text}\""), accepted, None);
            return None;
        }
        return Some(Field::Text(text.to_owned()));
    }
    let keys = FieldKeys::read(item.as_table()?)?;
    let start = match (keys.value, &keys.roll) {
        (Some(value), None) => Start::Number(value),
        (None, Some(roll)) => Start::Roll(roll.as_text()?.to_owned()),
        _ => {
            let accepted = "expected one of `value` and `roll`";
            faults.refuse_item(item, "has no start value, or two", accepted, None);
            return None;
        }
    };
    let low = keys.least.unwrap_or(match start {
        Start::Number(value) => value.min(0),
        Start::Roll(_) => 0,
    });
    let high = keys.most.or(match start {
        Start::Number(value) => Some(value.max(0)),
        // Set when the dice are read.
        Start::Roll(_) => None,
    });
    let bounds = Range {
        low,
        high: high.unwrap_or(i64::MIN),
    };
    if high.is_some_and(|high| high < low) {
        let found = format!("has the bounds {low} to {}", bounds.high);
        let accepted = "expected `least` to be at most `most`";
        faults.refuse_item(item, found, accepted, None);
        return None;
    }
    match start {
        Start::Number(value) if bounds.contains(value) => Some(number(value, bounds)),
        Start::Number(value) => {
            let found = format!("begins with {value}");
            let accepted = format!("expected {} to {}", bounds.low, bounds.high);
            faults.refuse_item(item, found, accepted, None);
            None
        }
        Start::Roll(_) => Some(Field::Changing { start, bounds }),
    }
}

/// Reports a name that expressions could not read.
fn check_name(
    name: &str,
    what: &str,
    vocabulary: &Vocabulary,
    report: impl FnOnce(String, String),
) {
    let is_word = is_word(name);
    let is_taken = WORDS.contains(&name)
        || RESERVED.contains(&name)
        || functions::named(name).is_some()
        || what == "team" && vocabulary.names.contains_key(name);
    if !is_word {
        let accepted = "expected letters, digits and _, beginning with a letter";
        report(format!("is not a name of a {what}"), accepted.to_owned());
    } else if is_taken {
        let found = format!("has a name that a {what} cannot have");
        report(found, "expected another name".to_owned());
    }
}

/// Returns the names of the fields that changes of a file set, by the maps under `then`.
pub fn changed_fields(file: &File) -> BTreeSet<String> {
    let steps = file.step.all().iter();
    let writes = steps.flat_map(|step| {
        let actions = step
            .action
            .all()
            .iter()
            .flat_map(|action| action.then.all());
        step.then.all().iter().chain(actions)
    });
    let mut names = BTreeSet::new();
    for (_, item) in writes.flat_map(|write| write.as_map().unwrap_or_default()) {
        for (name, item) in item.as_map().unwrap_or_default() {
            match item.as_map() {
                Some(fields) => names.extend(fields.iter().map(|field| field.0.clone())),
                None => {
                    names.insert(name.clone());
                }
            }
        }
    }
    names
}
