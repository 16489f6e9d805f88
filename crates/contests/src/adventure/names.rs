//! Search for characters in the contest of a scene, which reports faults in their use.

use super::Crew;
use super::casting::{HELPER_KEYS, class_name, is_participant, named_base};
use evenodds_core::document::tree::{Entries, TomlValue};
use evenodds_core::document::{Fault, Faults, Node, Path, Span, not_known};

/// Searches the contest of a scene for characters.
pub(super) struct NameSearch<'a> {
    crew: &'a Crew,
    faults: &'a mut Faults,
    /// True if the scene is a fight.
    fight: bool,
    named_characters: Vec<usize>,
    /// Characters with their own seats, which no other character can take.
    seated: Vec<usize>,
}

impl NameSearch<'_> {
    /// Returns the characters named by a contest at this path; adds faults about their use.
    pub(super) fn named_characters(
        contest: &Node,
        path: &Path,
        (crew, fight): (&Crew, bool),
        faults: &mut Faults,
    ) -> Vec<usize> {
        let mut names = NameSearch {
            crew,
            faults,
            fight,
            named_characters: Vec::new(),
            seated: Vec::new(),
        };
        names.find(contest, path);
        names.named_characters
    }

    fn find(&mut self, node: &Node, path: &Path) {
        match &node.value {
            TomlValue::Table(entries) => {
                if let Some(named) = entries.get("character") {
                    self.candidates(named, entries.get("classes"), path);
                    self.check_single_character(entries, path);
                    return;
                }
                if let (Some(base), Some(name)) =
                    (named_base(entries, self.crew), entries.get("name"))
                {
                    self.add_named_character(base);
                    self.refuse_base_in_fight(base, name, &path.name("name"));
                    self.seat(base, name, &path.name("name"));
                    return;
                }
                let name = entries.get("name").and_then(Node::as_text);
                if let Some(character) = name.and_then(|name| self.crew.position(name)) {
                    self.add_named_character(character);
                    self.check_single_character(entries, path);
                    if let Some(name) = entries.get("name").filter(|_| is_participant(entries)) {
                        self.refuse_base_in_fight(character, name, &path.name("name"));
                        self.seat(character, name, &path.name("name"));
                    }
                }
                // A Class is never a character, even if it shares a character's name.
                for entry in entries.iter().filter(|entry| entry.name != "classes") {
                    let path = path.name(&entry.name);
                    if HELPER_KEYS.contains(&entry.name.as_str()) {
                        self.lends(&entry.node, &path);
                    } else {
                        self.find(&entry.node, &path);
                    }
                }
            }
            TomlValue::List(nodes) => {
                for (index, node) in nodes.iter().enumerate() {
                    self.find(node, &path.index(index));
                }
            }
            _ => {}
        }
    }

    /// Reports a character with a count other than 1, or marked as a monster.
    fn check_single_character(&mut self, entries: &Entries, path: &Path) {
        for (key, usual, accepted) in [
            (
                "count",
                TomlValue::Integer(1),
                "expected 1, as a character exists once",
            ),
            (
                "monster",
                TomlValue::Flag(false),
                "expected false, as a character is not a monster",
            ),
        ] {
            if let Some(node) = entries.get(key).filter(|node| node.value != usual) {
                let found = format!("is {}", node.literal());
                let path = path.name(key).to_string();
                self.faults
                    .push(Fault::new(node.span.clone(), path, found, accepted));
            }
        }
    }

    fn refuse_base_in_fight(&mut self, character: usize, named: &Node, path: &Path) {
        if self.fight && self.crew.is_base(character) {
            let name = &self.crew.characters[character].name;
            let accepted = "expected a character, as a base takes no part in a fight".to_owned();
            self.refuse(&named.span, path, name, accepted, None);
        }
    }

    fn seat(&mut self, character: usize, named: &Node, path: &Path) {
        if !self.seated.contains(&character) {
            self.seated.push(character);
            return;
        }
        let name = &self.crew.characters[character].name;
        let accepted =
            format!("expected another character, as {name} already has a part in this scene");
        self.refuse(&named.span, path, name, accepted, None);
    }

    /// Adds a character whose presence in the scene grants a benefit; reports unknown names.
    fn lends(&mut self, node: &Node, path: &Path) {
        let Some(name) = node.as_text() else {
            return;
        };
        if let Some(character) = self.crew.position(name) {
            self.add_named_character(character);
        } else {
            let (accepted, help) = not_known(name, &self.crew.names(), "characters and bases");
            self.refuse(&node.span, path, name, accepted, help);
        }
    }

    fn add_named_character(&mut self, character: usize) {
        if !self.named_characters.contains(&character) {
            self.named_characters.push(character);
        }
    }

    /// Adds the candidates for a part; reports unknown names and Classes that no candidate has.
    fn candidates(&mut self, named: &Node, classes: Option<&Node>, path: &Path) {
        let list = match &named.value {
            TomlValue::List(list) => list.as_slice(),
            _ => std::slice::from_ref(named),
        };
        let mut found = Vec::new();
        for node in list {
            let Some(name) = node.as_text() else {
                continue;
            };
            if let Some(character) = self.crew.position(name) {
                self.add_named_character(character);
                found.push(character);
                self.refuse_base_in_fight(character, node, &path.name("character"));
            } else {
                let (accepted, help) = not_known(name, &self.crew.names(), "characters");
                self.refuse(&node.span, &path.name("character"), name, accepted, help);
            }
        }
        if let ([character], [node]) = (found.as_slice(), list) {
            self.seat(*character, node, &path.name("character"));
        }
        let classes = classes.and_then(Node::as_list).unwrap_or_default();
        for (index, node) in classes.iter().enumerate() {
            let Some(name) = class_name(node) else {
                continue;
            };
            let of = |&character: &usize| self.crew.characters[character].class(name).is_some();
            if !found.is_empty() && !found.iter().any(of) {
                let all = found
                    .iter()
                    .flat_map(|&one| &self.crew.characters[one].classes);
                let known: Vec<&str> = all.map(|class| class.name.as_str()).collect();
                let (accepted, help) = not_known(name, &known, "Classes of these characters");
                let path = path.name("classes").index(index);
                self.refuse(&node.span, &path, name, accepted, help);
            }
        }
    }

    fn refuse(
        &mut self,
        span: &Span,
        path: &Path,
        name: &str,
        accepted: String,
        help: Option<String>,
    ) {
        let found = format!("is \"{name}\"");
        let fault = Fault::new(span.clone(), path.to_string(), found, accepted);
        self.faults.push(fault.with_help(help));
    }
}

/// Returns whether the side with this name has a character.
pub(super) fn side_has_characters(contest: &Node, name: &str, crew: &Crew) -> bool {
    let sides = contest.as_table().and_then(|table| table.get("side"));
    let sides = sides.and_then(Node::as_list).unwrap_or_default();
    let side = sides.iter().find(|side| side.own_name() == Some(name));
    let names = |node: &Node| -> bool {
        let Some(table) = node.as_table() else {
            return false;
        };
        let by_name = node
            .own_name()
            .is_some_and(|name| crew.position(name).is_some());
        by_name || table.get("character").is_some()
    };
    side.and_then(Node::as_table).is_some_and(|side| {
        let members = ["combatant", "reinforcement"].into_iter();
        let mut lists = members.filter_map(|key| side.get(key)?.as_list());
        lists.any(|list| list.iter().any(names))
    })
}

impl Crew {
    /// Returns the names of all characters and bases.
    pub(super) fn names(&self) -> Vec<&str> {
        let characters = self.characters.iter();
        characters.map(|one| one.name.as_str()).collect()
    }
}
