//! Casting of a scene: its contest filled with the characters in their current state.

use super::party::{Party, SCENE_CLASS};
use super::{Character, Crew};
use evenodds_core::contest::CargoOrigin;
use evenodds_core::document::tree::{Entries, Node, TomlValue, TreeEntry};

/// Part of a character in a scene.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Role {
    pub(super) character: usize,
    /// Classes in the scene, in order: indices of the character's own Classes, or `SCENE_CLASS`.
    pub(super) classes: Vec<u8>,
}

/// Keys that name a character whose presence grants a benefit.
pub(super) const HELPER_KEYS: [&str; 2] = ["assistance", "facility"];
pub(super) const CARGO: &str = "cargo";

/// Error: no character is available for a required part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoFreeCharacter;

/// Assigns characters to the parts of a scene's contest.
pub(super) struct Casting<'a> {
    pub(super) crew: &'a Crew,
    pub(super) party: &'a Party,
    /// Number of the scene in its session, from 1.
    pub(super) scene: u32,
    /// True if characters can be hurt in the scene.
    pub(super) fight: bool,
    /// True if participants have lists of Classes rather than dice.
    pub(super) has_class_lists: bool,
    pub(super) roles: Vec<Role>,
}

/// State of the part of a participant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CastSlot {
    Taken,
    Empty,
}

impl Casting<'_> {
    /// Returns the contest with a character in every part that can be filled.
    pub(super) fn cast(&mut self, contest: &Node) -> Result<Node, NoFreeCharacter> {
        let mut contest = contest.clone();
        match self.fill(&mut contest)? {
            CastSlot::Taken => Ok(contest),
            CastSlot::Empty => Err(NoFreeCharacter),
        }
    }

    fn fill(&mut self, node: &mut Node) -> Result<CastSlot, NoFreeCharacter> {
        match &mut node.value {
            TomlValue::Table(entries) => {
                if entries.get("character").is_some() {
                    return Ok(self.candidate(entries));
                }
                if named_base(entries, self.crew).is_some() {
                    if let Some(named) = entries.remove("name") {
                        entries.set("character", named.node.value, &named.span);
                    }
                    return Ok(self.candidate(entries));
                }
                if let Some(character) = self.by_name(entries) {
                    return Ok(self.named(entries, character));
                }
                // A Class is never a character, even if it shares a character's name.
                for entry in entries.iter_mut().filter(|entry| entry.name != "classes") {
                    if HELPER_KEYS.contains(&entry.name.as_str()) {
                        self.lend_benefit(&mut entry.node);
                    } else if entry.name == CARGO {
                        self.load(&mut entry.node);
                    } else if self.fill(&mut entry.node)? == CastSlot::Empty {
                        return Err(NoFreeCharacter);
                    }
                }
            }
            TomlValue::List(nodes) => {
                let mut kept = Vec::with_capacity(nodes.len());
                for mut node in std::mem::take(nodes) {
                    if self.fill(&mut node)? == CastSlot::Taken {
                        kept.push(node);
                    }
                }
                *nodes = kept;
            }
            _ => {}
        }
        Ok(CastSlot::Taken)
    }

    /// Replaces a helping character's name by whether it can help: it is free and has a Class.
    fn lend_benefit(&mut self, node: &mut Node) {
        let Some(character) = node.as_text().and_then(|name| self.crew.position(name)) else {
            return;
        };
        let lends = self.is_free(character) && !self.suitable(character, None).is_empty();
        if lends {
            self.roles.push(Role {
                character,
                classes: Vec::new(),
            });
        }
        node.value = TomlValue::Flag(lends);
    }

    /// Updates the cargoes of a scene to the current state of the group's cargoes.
    fn load(&self, node: &mut Node) {
        let TomlValue::List(nodes) = &mut node.value else {
            return;
        };
        let listed = nodes
            .iter()
            .filter_map(|node| self.crew.cargo(node.own_name()?));
        let listed: Vec<usize> = listed.collect();
        for node in nodes {
            let span = node.span.clone();
            let TomlValue::Table(entries) = &mut node.value else {
                continue;
            };
            let name = entries.get("name").and_then(Node::as_text);
            let Some(cargo) = name.and_then(|name| self.crew.cargo(name)) else {
                continue;
            };
            let cargo_state = self.party.cargoes[cargo];
            // A spent cargo has 0 dice, but the key requires at least 1. Such a cargo has no
            // effect, since it is neither held nor on offer.
            let dice = i64::from(cargo_state.dice.max(1));
            entries.set("dice", TomlValue::Integer(dice), &span);
            let origin = CargoOrigin::ALL[usize::from(!cargo_state.foreign)];
            entries.set("origin", TomlValue::Text(origin.name().to_owned()), &span);
            entries.set("held", TomlValue::Flag(cargo_state.held), &span);
            entries.set("on_offer", TomlValue::Flag(cargo_state.on_offer), &span);
            let refused = listed
                .iter()
                .filter(|&cargo| cargo_state.refused >> cargo & 1 == 1);
            let refused: Vec<Node> = refused
                .map(|&cargo| Node {
                    span: span.clone(),
                    value: TomlValue::Text(self.crew.cargoes[cargo].name.clone()),
                })
                .collect();
            if !refused.is_empty() {
                entries.set("refused", TomlValue::List(refused), &span);
            }
        }
    }

    /// Returns the character with the name of a participant, given its table.
    fn by_name(&self, entries: &Entries) -> Option<usize> {
        let name = entries.get("name").filter(|_| is_participant(entries))?;
        self.crew.position(name.as_text()?)
    }

    fn is_free(&self, character: usize) -> bool {
        let there = self.party.members[character].is_available(self.fight);
        there && !self.roles.iter().any(|role| role.character == character)
    }

    fn has(&self, character: usize, class: usize) -> bool {
        self.party.members[character].has(class, self.scene)
    }

    fn dice(&self, character: usize, class: usize) -> TomlValue {
        TomlValue::Integer(i64::from(self.party.members[character].dice[class]))
    }

    /// Fills the part of a named character; its own Classes get their current dice.
    fn named(&mut self, entries: &mut Entries, character: usize) -> CastSlot {
        if !self.is_free(character) {
            return CastSlot::Empty;
        }
        let about = &self.crew.characters[character];
        let mut classes = Vec::new();
        if let Some(TomlValue::List(nodes)) = entries.get_mut("classes").map(|node| &mut node.value)
        {
            let listed = std::mem::take(nodes);
            for mut node in listed {
                let name = class_name(&node);
                let Some(class) = name.and_then(|name| about.class(name)) else {
                    classes.push(SCENE_CLASS);
                    nodes.push(node);
                    continue;
                };
                if self.has(character, class) {
                    let dice = self.dice(character, class);
                    to_table(&mut node, about, class, dice);
                    classes.push(class as u8);
                    nodes.push(node);
                }
            }
            if nodes.is_empty() {
                return CastSlot::Empty;
            }
        }
        self.take(entries, character, classes)
    }

    /// Fills a part with the first candidate that is free and has a suitable Class.
    fn candidate(&mut self, entries: &mut Entries) -> CastSlot {
        let Some(names) = entries.remove("character") else {
            return CastSlot::Empty;
        };
        let span = names.span.clone();
        let names = match &names.node.value {
            TomlValue::List(names) => names.as_slice(),
            _ => std::slice::from_ref(&names.node),
        };
        let suitable = entries.remove("classes").map(|entry| entry.node);
        let found = names.iter().find_map(|name| {
            let character = self.crew.position(name.as_text()?)?;
            let classes = self.suitable(character, suitable.as_ref());
            (self.is_free(character) && !classes.is_empty()).then_some((character, classes))
        });
        let Some((character, mut classes)) = found else {
            return CastSlot::Empty;
        };
        let about = &self.crew.characters[character];
        entries.set("name", TomlValue::Text(about.name.clone()), &span);
        if self.has_class_lists {
            let nodes = classes.iter().map(|(class, fit)| {
                let mut node = Node {
                    span: span.clone(),
                    value: TomlValue::Text(about.classes[*class].name.clone()),
                };
                to_table(&mut node, about, *class, self.dice(character, *class));
                if let (Some(fit), TomlValue::Table(entries)) = (fit, &mut node.value) {
                    entries.insert(fit.clone());
                }
                node
            });
            entries.set("classes", TomlValue::List(nodes.collect()), &span);
        } else {
            classes.truncate(1);
            let (class, fit) = classes[0].clone();
            entries.set("dice", self.dice(character, class), &span);
            if let Some(fit) = fit {
                entries.insert(fit);
            }
        }
        let classes = classes.into_iter().map(|(class, _)| class as u8).collect();
        self.take(entries, character, classes)
    }

    /// Returns the suitable Classes that a character currently has, each with its fit if given.
    fn suitable(
        &self,
        character: usize,
        suitable: Option<&Node>,
    ) -> Vec<(usize, Option<TreeEntry>)> {
        let about = &self.crew.characters[character];
        let has = |&class: &usize| self.has(character, class);
        let Some(suitable) = suitable.and_then(Node::as_list) else {
            let all = (0..about.classes.len()).filter(has);
            return all.map(|class| (class, None)).collect();
        };
        let wanted = suitable.iter().filter_map(|node| {
            let class = about.class(class_name(node)?)?;
            let fit = node.as_table().and_then(|table| {
                let mut entries = table.iter();
                entries.find(|entry| entry.name == "fit").cloned()
            });
            Some((class, fit))
        });
        wanted.filter(|(class, _)| has(class)).collect()
    }

    fn take(&mut self, entries: &mut Entries, character: usize, classes: Vec<u8>) -> CastSlot {
        let about = &self.crew.characters[character];
        if self.has_class_lists {
            let flag = |flag: bool| flag.then_some(TomlValue::Flag(true));
            let text = |name: &str| TomlValue::Text(name.to_owned());
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
                    entries.set(key, value, &about.span);
                }
            }
        }
        self.roles.push(Role { character, classes });
        CastSlot::Taken
    }
}

/// Returns the base that a table names, if the table has only keys of a seat.
pub(super) fn named_base(entries: &Entries, crew: &Crew) -> Option<usize> {
    let known = |entry: &TreeEntry| ["name", "dice", "fit"].contains(&entry.name.as_str());
    let name = entries.get("name").filter(|_| entries.iter().all(known))?;
    crew.position(name.as_text()?)
        .filter(|&one| crew.is_base(one))
}

/// Returns whether a table describes a participant: it has dice or Classes.
pub(super) fn is_participant(entries: &Entries) -> bool {
    entries.get("dice").is_some() || entries.get("classes").is_some()
}

/// Returns the name of a Class, given as a string or a table.
pub(super) fn class_name(node: &Node) -> Option<&str> {
    match &node.value {
        TomlValue::Text(name) => Some(name),
        TomlValue::Table(entries) => entries.get("name")?.as_text(),
        _ => None,
    }
}

/// Converts a Class of a character to a table with its name and dice.
fn to_table(node: &mut Node, about: &Character, class: usize, dice: TomlValue) {
    let span = node.span.clone();
    let mut entries = match std::mem::replace(&mut node.value, TomlValue::Bad) {
        TomlValue::Table(entries) => entries,
        _ => Entries::new(),
    };
    let name = about.classes[class].name.clone();
    entries.set("name", TomlValue::Text(name), &span);
    entries.set("dice", dice, &span);
    node.value = TomlValue::Table(entries);
}
