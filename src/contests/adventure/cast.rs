//! Who takes which part in a scene: the contest of a scene with the characters as they are now.

use super::party::Party;
use super::{Character, Crew};
use crate::contest::Origin;
use crate::document::tree::{Entries, Entry, Node, Value};

/// The position of a Class that is the scene's own, such as a weapon that lies there.
pub(super) const OWN: u8 = u8::MAX;

/// A character with a part in a scene.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Role {
    pub(super) character: usize,
    /// Its Classes in the scene, in their order, by their positions among all of its own.
    pub(super) classes: Vec<u8>,
}

/// Keys that are true where somebody lends something.
pub(super) const LENT: [&str; 2] = ["assistance", "facility"];
/// The key of the cargoes of a contest.
pub(super) const CARGO: &str = "cargo";

/// Nobody takes a part that somebody has to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unmanned;

/// Puts characters into the contest of a scene.
pub(super) struct Casting<'a> {
    pub(super) crew: &'a Crew,
    pub(super) party: &'a Party,
    /// The number of the scene in its session.
    pub(super) scene: u32,
    /// Whether it is one in which somebody may be hurt.
    pub(super) fight: bool,
    /// Whether those who take part have several Classes, rather than dice.
    pub(super) several: bool,
    pub(super) roles: Vec<Role>,
}

/// Whether somebody takes a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Taken,
    Empty,
}

impl Casting<'_> {
    /// The contest with everybody in it who can be.
    pub(super) fn cast(&mut self, contest: &Node) -> Result<Node, Unmanned> {
        let mut contest = contest.clone();
        match self.fill(&mut contest)? {
            Place::Taken => Ok(contest),
            Place::Empty => Err(Unmanned),
        }
    }

    fn fill(&mut self, node: &mut Node) -> Result<Place, Unmanned> {
        match &mut node.value {
            Value::Table(entries) => {
                if entries.get("character").is_some() {
                    return Ok(self.candidate(entries));
                }
                if is_base(entries, self.crew).is_some() {
                    if let Some(named) = entries.remove("name") {
                        entries.set("character", named.node.value, &named.place);
                    }
                    return Ok(self.candidate(entries));
                }
                if let Some(character) = self.by_name(entries) {
                    return Ok(self.named(entries, character));
                }
                // Classes are nobody, whatever they are called.
                for entry in entries.iter_mut().filter(|entry| entry.name != "classes") {
                    if LENT.contains(&entry.name.as_str()) {
                        self.lend(&mut entry.node);
                    } else if entry.name == CARGO {
                        self.load(&mut entry.node);
                    } else if self.fill(&mut entry.node)? == Place::Empty {
                        return Err(Unmanned);
                    }
                }
            }
            Value::List(nodes) => {
                let mut kept = Vec::with_capacity(nodes.len());
                for mut node in std::mem::take(nodes) {
                    if self.fill(&mut node)? == Place::Taken {
                        kept.push(node);
                    }
                }
                *nodes = kept;
            }
            _ => {}
        }
        Ok(Place::Taken)
    }

    /// What somebody lends by being there, where it is a name.
    fn lend(&mut self, node: &mut Node) {
        let Some(character) = node.as_text().and_then(|name| self.crew.position(name)) else {
            return;
        };
        let lends = self.is_free(character) && !self.suiting(character, None).is_empty();
        if lends {
            self.roles.push(Role {
                character,
                classes: Vec::new(),
            });
        }
        node.value = Value::Flag(lends);
    }

    /// The group's cargoes as they are now, in the list of a scene.
    fn load(&self, node: &mut Node) {
        let Value::List(nodes) = &mut node.value else {
            return;
        };
        for node in nodes {
            let place = node.place.clone();
            let Value::Table(entries) = &mut node.value else {
                continue;
            };
            let name = entries.get("name").and_then(Node::as_text);
            let Some(cargo) = name.and_then(|name| self.crew.cargo(name)) else {
                continue;
            };
            let parcel = self.party.cargoes[cargo];
            // What is gone has no dice, but nobody asks.
            let dice = i64::from(parcel.dice.max(1));
            entries.set("dice", Value::Integer(dice), &place);
            let origin = Origin::ALL[usize::from(!parcel.foreign)];
            entries.set("origin", Value::Text(origin.name().to_owned()), &place);
            entries.set("held", Value::Flag(parcel.held), &place);
            entries.set("on_offer", Value::Flag(parcel.on_offer), &place);
        }
    }

    /// The character whose name somebody has.
    fn by_name(&self, entries: &Entries) -> Option<usize> {
        let name = entries.get("name").filter(|_| is_somebody(entries))?;
        self.crew.position(name.as_text()?)
    }

    fn is_free(&self, character: usize) -> bool {
        let there = self.party.members[character].is_there(self.fight);
        there && !self.roles.iter().any(|role| role.character == character)
    }

    fn has(&self, character: usize, class: usize) -> bool {
        self.party.members[character].has(class, self.scene)
    }

    fn dice(&self, character: usize, class: usize) -> Value {
        Value::Integer(i64::from(self.party.members[character].dice[class]))
    }

    /// Somebody who is a character by name: with the dice of the character where the Classes are its own.
    fn named(&mut self, entries: &mut Entries, character: usize) -> Place {
        if !self.is_free(character) {
            return Place::Empty;
        }
        let about = &self.crew.characters[character];
        let mut classes = Vec::new();
        if let Some(Value::List(nodes)) = entries.get_mut("classes").map(|node| &mut node.value) {
            let listed = std::mem::take(nodes);
            for mut node in listed {
                let name = class_name(&node);
                let Some(class) = name.and_then(|name| about.class(name)) else {
                    classes.push(OWN);
                    nodes.push(node);
                    continue;
                };
                if self.has(character, class) {
                    let dice = self.dice(character, class);
                    in_full(&mut node, about, class, dice);
                    classes.push(class as u8);
                    nodes.push(node);
                }
            }
            if nodes.is_empty() {
                return Place::Empty;
            }
        }
        self.take(entries, character, classes)
    }

    /// The first of the candidates who can.
    fn candidate(&mut self, entries: &mut Entries) -> Place {
        let Some(names) = entries.remove("character") else {
            return Place::Empty;
        };
        let place = names.place.clone();
        let names = match &names.node.value {
            Value::List(names) => names.as_slice(),
            _ => std::slice::from_ref(&names.node),
        };
        let suiting = entries.remove("classes").map(|entry| entry.node);
        let found = names.iter().find_map(|name| {
            let character = self.crew.position(name.as_text()?)?;
            let classes = self.suiting(character, suiting.as_ref());
            (self.is_free(character) && !classes.is_empty()).then_some((character, classes))
        });
        let Some((character, mut classes)) = found else {
            return Place::Empty;
        };
        let about = &self.crew.characters[character];
        entries.set("name", Value::Text(about.name.clone()), &place);
        if self.several {
            let nodes = classes.iter().map(|(class, fit)| {
                let mut node = Node {
                    place: place.clone(),
                    value: Value::Text(about.classes[*class].name.clone()),
                };
                in_full(&mut node, about, *class, self.dice(character, *class));
                if let (Some(fit), Value::Table(entries)) = (fit, &mut node.value) {
                    entries.insert(fit.clone());
                }
                node
            });
            entries.set("classes", Value::List(nodes.collect()), &place);
        } else {
            classes.truncate(1);
            let (class, fit) = classes[0].clone();
            entries.set("dice", self.dice(character, class), &place);
            if let Some(fit) = fit {
                entries.insert(fit);
            }
        }
        let classes = classes.into_iter().map(|(class, _)| class as u8).collect();
        self.take(entries, character, classes)
    }

    /// The Classes of a character that suit and that it has now, each with its fit if one is said.
    fn suiting(&self, character: usize, suiting: Option<&Node>) -> Vec<(usize, Option<Entry>)> {
        let about = &self.crew.characters[character];
        let has = |&class: &usize| self.has(character, class);
        let Some(suiting) = suiting.and_then(Node::as_list) else {
            let all = (0..about.classes.len()).filter(has);
            return all.map(|class| (class, None)).collect();
        };
        let wanted = suiting.iter().filter_map(|node| {
            let class = about.class(class_name(node)?)?;
            let fit = node.as_table().and_then(|table| {
                let mut entries = table.iter();
                entries.find(|entry| entry.name == "fit").cloned()
            });
            Some((class, fit))
        });
        wanted.filter(|(class, _)| has(class)).collect()
    }

    fn take(&mut self, entries: &mut Entries, character: usize, classes: Vec<u8>) -> Place {
        let about = &self.crew.characters[character];
        if self.several {
            let flag = |flag: bool| flag.then_some(Value::Flag(true));
            let text = |name: &str| Value::Text(name.to_owned());
            for (key, value) in [
                ("wounds", flag(about.wounds)),
                ("armor", flag(about.armor)),
                (
                    "wound_choice",
                    about.wound_choice.map(|one| text(one.name())),
                ),
                (
                    "wound_option",
                    about.wound_option.map(|one| text(one.name())),
                ),
            ] {
                if let Some(value) = value.filter(|_| entries.get(key).is_none()) {
                    entries.set(key, value, &about.place);
                }
            }
        }
        self.roles.push(Role { character, classes });
        Place::Taken
    }
}

/// The base that stands in a seat by its name: nothing else is said there.
pub(super) fn is_base(entries: &Entries, crew: &Crew) -> Option<usize> {
    let known = |entry: &Entry| ["name", "dice", "fit"].contains(&entry.name.as_str());
    let name = entries.get("name").filter(|_| entries.iter().all(known))?;
    crew.position(name.as_text()?)
        .filter(|&one| crew.is_base(one))
}

/// Whether a table with a name is somebody.
pub(super) fn is_somebody(entries: &Entries) -> bool {
    entries.get("dice").is_some() || entries.get("classes").is_some()
}

/// The name of a Class, written alone or in a table.
pub(super) fn class_name(node: &Node) -> Option<&str> {
    match &node.value {
        Value::Text(name) => Some(name),
        Value::Table(entries) => entries.get("name")?.as_text(),
        _ => None,
    }
}

/// Makes a Class of a character a table with its dice.
fn in_full(node: &mut Node, about: &Character, class: usize, dice: Value) {
    let place = node.place.clone();
    let mut entries = match std::mem::replace(&mut node.value, Value::Bad) {
        Value::Table(entries) => entries,
        _ => Entries::new(),
    };
    let name = about.classes[class].name.clone();
    entries.set("name", Value::Text(name), &place);
    entries.set("dice", dice, &place);
    node.value = Value::Table(entries);
}
