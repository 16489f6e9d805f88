//! Names that the expressions of a turn can read.

use super::super::model::Vocabulary;
use super::roster::{EntryId, Field, FieldId, Roster, Team, TeamId};
use evenodds_core::document::nearest::nearest;
use evenodds_dice::expression::{
    Name, Node, NodeId, PathMeaning, Program, Range, Resolver, TeamFunction,
};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Maximum number of values that the expressions of a turn read.
const MOST_REGISTERS: usize = 64;
/// Largest sum of a team.
const MOST_SUM: i64 = 1_000_000_000;

/// Value outside a program that its expressions read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A field of the member whose turn it is.
    Own(FieldId),
    /// A field of its target.
    Target(FieldId),
    /// Index of the target's text among those of a field.
    TargetText(FieldId),
    /// A field of a certain member.
    Member(usize, FieldId),
    /// A field of each member in turn, for numbers of a team.
    Each(FieldId),
    /// Index of each member's text among those of a field.
    EachText(FieldId),
    /// A state.
    World(usize),
    /// Number of the round.
    Rounds,
    /// A number of a team, by index.
    Total(usize),
}

/// A number of a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Total {
    pub function: TeamFunction,
    pub team: Group,
    /// Value of each member.
    pub of: Option<NodeId>,
}

/// Members that are counted or chosen from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Members of other teams.
    Enemies,
    /// Other members of the same team.
    Allies,
    /// All members but the one whose turn it is.
    Others,
    /// The member whose turn it is.
    Own,
    /// Members of a team.
    Team(TeamId),
}

impl Group {
    /// Returns the group with a name.
    pub fn named(roster: &Roster, name: &str) -> Option<Self> {
        match name {
            "enemies" => Some(Self::Enemies),
            "allies" => Some(Self::Allies),
            "others" => Some(Self::Others),
            "self" => Some(Self::Own),
            name => roster.team(name).map(Self::Team),
        }
    }

    /// Returns whether a member of a team, other than the one whose turn it is, belongs to the
    /// group.
    pub fn has(self, own: Option<TeamId>, team: TeamId) -> bool {
        match self {
            Self::Enemies => own != Some(team),
            Self::Allies => own == Some(team),
            Self::Others => true,
            Self::Own => false,
            Self::Team(of) => of == team,
        }
    }

    /// Returns whether the member whose turn it is belongs to the group.
    pub fn has_own(self, own: Option<TeamId>) -> bool {
        match self {
            Self::Own => true,
            Self::Team(of) => own == Some(of),
            Self::Enemies | Self::Allies | Self::Others => false,
        }
    }
}

/// Values that a program reads, by the index of its variable.
#[derive(Debug, Default)]
pub struct Registers {
    /// True if a field of the target was read.
    pub names_target: Cell<bool>,
    /// Named expressions that read a field of the target.
    pub naming_target: RefCell<BTreeSet<String>>,
    /// Values of `names_target` before the named expressions that are being read, outermost first.
    outer: RefCell<Vec<bool>>,
    pub sources: RefCell<Vec<Source>>,
    pub totals: RefCell<Vec<Total>>,
}

impl Registers {
    /// Returns the variable of a value as a node.
    pub fn node(
        &self,
        program: &mut Program,
        source: Source,
        bounds: Range,
    ) -> Result<NodeId, String> {
        let mut sources = self.sources.borrow_mut();
        let known = sources.iter().position(|one| *one == source);
        let variable = match known {
            Some(variable) => variable,
            None if sources.len() < MOST_REGISTERS => {
                sources.push(source);
                program.variables.push(bounds);
                sources.len() - 1
            }
            None => {
                return Err(format!(
                    "expected at most {MOST_REGISTERS} fields and states that a step reads"
                ));
            }
        };
        program.add(Node::Variable(variable))
    }
}

/// A state of the file.
#[derive(Clone, Debug)]
pub struct WorldState {
    pub name: String,
    /// Position in the file, for display.
    pub place: usize,
    pub start: i64,
    pub bounds: Range,
}

/// Names that all expressions of a file can read.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    pub vocabulary: &'a Vocabulary,
    pub roster: &'a Roster,
    pub world: &'a [WorldState],
    /// Expressions by name.
    pub named: &'a BTreeMap<String, String>,
    pub most_rounds: u32,
}

/// Owner of the fields that plain names refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bank {
    Nobody,
    Own,
    Target,
    Each(Group),
    /// A member of this entry, of which only constants and changing fields are read.
    Entry(EntryId),
}

/// Names of an expression.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    pub known: Known<'a>,
    pub registers: &'a Registers,
    /// Values of named expressions that were read before.
    pub read: &'a RefCell<HashMap<String, NodeId>>,
    /// Entry of the member whose turn it is.
    pub own: Option<EntryId>,
    /// Entries that targets can have; `None` without targets.
    pub targets: Option<&'a [EntryId]>,
    /// Rolls by name.
    pub rolls: &'a BTreeMap<String, usize>,
    /// The roll that the expression defines.
    pub roll: Option<usize>,
    pub bank: Bank,
}

impl<'a> Scope<'a> {
    /// Returns the entries of a group, as seen by the member whose turn it is.
    fn entries(&self, group: Group) -> Vec<EntryId> {
        entries(self.known.roster, self.own, group)
    }

    /// Returns a field of a bank.
    fn field(
        &self,
        program: &mut Program,
        (bank, name): (Bank, &str),
    ) -> Result<PathMeaning<'a>, String> {
        let roster = self.known.roster;
        if bank == Bank::Target {
            self.registers.names_target.set(true);
        }
        let whose = match bank {
            Bank::Nobody => return Err(String::new()),
            Bank::Own => self.own.into_iter().collect(),
            Bank::Target => self.targets.unwrap_or_default().to_vec(),
            Bank::Each(group) => self.entries(group),
            Bank::Entry(entry) => vec![entry],
        };
        match bank {
            Bank::Own if whose.is_empty() => {
                return Err("only a step with `each` has a member whose turn it is".to_owned());
            }
            Bank::Target if self.targets.is_none() => {
                return Err(
                    "add `target` to the step; the dice of `roll` are thrown once for all targets, \
                     those of `against` for each"
                        .to_owned(),
                );
            }
            _ => {}
        }
        let Some(field) = roster.field(name) else {
            let names = roster.fields.iter().map(String::as_str);
            return Err(match nearest(name, names) {
                Some(name) => format!("did you mean {name}?"),
                None => format!("the fields are {}", roster.fields.join(", ")),
            });
        };
        if whose.is_empty() {
            // The group is empty, such as the allies of a team of one.
            return Ok(PathMeaning::Value(program.number(0)));
        }
        if let Some(lacks) = (whose.iter()).find(|&&one| roster.field_of(one, field).is_none()) {
            let lacks = &roster.entries[*lacks];
            let team = &roster.teams[lacks.team].name;
            return Err(format!("add {name} to {} of {team}", lacks.name));
        }
        let fields = whose.iter().filter_map(|&one| roster.field_of(one, field));
        let fields: Vec<&Field> = fields.collect();
        let scope = Self { bank, ..*self };
        let texts: Vec<&String> = fields
            .iter()
            .filter_map(|field| match field {
                Field::Text(text) => Some(text),
                _ => None,
            })
            .collect();
        if texts.is_empty() {
            let constant = |field: &Field| match field {
                Field::Constant(value) => Some(*value),
                _ => None,
            };
            let first = constant(fields[0]);
            if let Some(value) = first
                && fields.iter().all(|field| constant(field) == first)
            {
                return Ok(PathMeaning::Value(program.number(value)));
            }
            // Expressions about other members share the variable.
            let bounds = match bank {
                Bank::Own => roster.bounds(whose.iter().copied(), field),
                _ => roster.bounds(0..roster.entries.len(), field),
            };
            let source = match bank {
                Bank::Own => Source::Own(field),
                Bank::Target => Source::Target(field),
                _ => Source::Each(field),
            };
            let node = self.registers.node(program, source, bounds)?;
            return Ok(PathMeaning::Value(node));
        }
        let mut distinct = texts_of(roster, field);
        distinct.retain(|text| fields.iter().any(|field| text_of(field) == *text));
        if let [text] = &distinct[..] {
            return Ok(PathMeaning::Texts {
                selector: None,
                texts: vec![text.clone()],
                scope: Box::new(scope),
            });
        }
        let source = match bank {
            Bank::Target => Source::TargetText(field),
            _ => Source::EachText(field),
        };
        if fields
            .iter()
            .any(|field| matches!(field, Field::Changing { .. }))
        {
            let expected = "expected a number of all members, or an expression of all";
            return Err(expected.to_owned());
        }
        let texts = texts_of(roster, field);
        let bounds = Range {
            low: 0,
            high: texts.len() as i64 - 1,
        };
        let selector = self.registers.node(program, source, bounds)?;
        Ok(PathMeaning::Texts {
            selector: Some(selector),
            texts,
            scope: Box::new(scope),
        })
    }

    /// Returns whether a word is a state or a named expression.
    fn is_plain(&self, name: &str) -> bool {
        let Known { world, named, .. } = self.known;
        world.iter().any(|state| state.name == name) || named.contains_key(name)
    }

    /// Returns a state or a named expression.
    fn plain(&self, program: &mut Program, name: &str) -> Result<PathMeaning<'a>, String> {
        let Known { world, named, .. } = self.known;
        if let Some(state) = world.iter().position(|state| state.name == name) {
            let source = Source::World(state);
            let node = (self.registers).node(program, source, world[state].bounds)?;
            return Ok(PathMeaning::Value(node));
        }
        let names_target = &self.registers.names_target;
        if let Some(&node) = self.read.borrow().get(name) {
            let names = self.registers.naming_target.borrow().contains(name);
            names_target.set(names_target.get() || names);
            return Ok(PathMeaning::Value(node));
        }
        let outer = names_target.replace(false);
        self.registers.outer.borrow_mut().push(outer);
        let scope = Self {
            roll: None,
            bank: Bank::Nobody,
            ..*self
        };
        Ok(PathMeaning::Texts {
            selector: None,
            texts: named.get(name).cloned().into_iter().collect(),
            scope: Box::new(scope),
        })
    }

    /// Returns a field of a certain member.
    fn of_member(
        &self,
        program: &mut Program,
        (team, parts): (TeamId, &[&str]),
    ) -> Result<PathMeaning<'a>, String> {
        let roster = self.known.roster;
        let Team { name, entries, .. } = &roster.teams[team];
        let all = || {
            let names = entries.clone().map(|entry| &*roster.entries[entry].name);
            names.collect::<Vec<_>>()
        };
        let &[member, field] = parts else {
            let first = all().first().copied().unwrap_or("NAME").to_owned();
            let field = roster.fields.first().map_or("FIELD", String::as_str);
            return Err(format!(
                "expected a field of a member, such as {name}.{first}.{field}, or a number of the \
                 team, such as standing({name})"
            ));
        };
        let (entry, place) = roster.single(team, (member, field))?;
        match roster.field_of(entry, place) {
            None => Err(format!("add {field} to {member} of {name}")),
            Some(Field::Constant(value)) => Ok(PathMeaning::Value(program.number(*value))),
            Some(Field::Changing { bounds, .. }) => {
                let source = Source::Member(roster.entries[entry].first, place);
                Ok(PathMeaning::Value(
                    self.registers.node(program, source, *bounds)?,
                ))
            }
            Some(Field::Text(_)) => Err("expected a field that is a number".to_owned()),
        }
    }
}

/// Returns the entries of a group, as seen by a member of an entry.
pub fn entries(roster: &Roster, own: Option<EntryId>, group: Group) -> Vec<EntryId> {
    let team = own.map(|own| roster.entries[own].team);
    let belongs = |&entry: &EntryId| {
        let is_own = own == Some(entry);
        let is_alone = is_own && roster.entries[entry].count == 1;
        group.has(team, roster.entries[entry].team) && !is_alone || is_own && group.has_own(team)
    };
    (0..roster.entries.len()).filter(belongs).collect()
}

/// Returns the distinct texts of a field, ascending. A number counts as its digits.
pub fn texts_of(roster: &Roster, field: FieldId) -> Vec<String> {
    let fields = roster
        .entries
        .iter()
        .filter_map(|entry| entry.fields[field].as_ref());
    let mut texts: Vec<String> = fields.map(text_of).collect();
    texts.sort_unstable();
    texts.dedup();
    texts
}

/// Returns a field as a text.
pub fn text_of(field: &Field) -> String {
    match field {
        Field::Constant(value) => value.to_string(),
        Field::Text(text) => text.clone(),
        Field::Changing { .. } => String::new(),
    }
}

impl Resolver for Scope<'_> {
    fn name(&self, name: &str) -> Option<Name> {
        if let Some(roll) = self.rolls.get(name) {
            return Some(Name::Roll(*roll));
        }
        self.known.vocabulary.names.get(name).cloned()
    }

    fn names(&self) -> Vec<String> {
        let Known {
            vocabulary,
            roster,
            world,
            named,
            ..
        } = self.known;
        let own = self.own.iter().map(|_| "self");
        let target = self.targets.iter().map(|_| "target");
        let mut names: Vec<String> = own.chain(target).map(str::to_owned).collect();
        if self.bank != Bank::Nobody {
            names.extend(roster.fields.iter().cloned());
        }
        names.extend(self.rolls.keys().cloned());
        names.extend(world.iter().map(|state| state.name.clone()));
        names.extend(named.keys().chain(vocabulary.names.keys()).cloned());
        names
    }

    fn roll(&self) -> Option<usize> {
        self.roll
    }

    fn has_parts(&self, word: &str) -> bool {
        ["self", "target"].contains(&word) || self.known.roster.team(word).is_some()
    }

    fn path(
        &self,
        program: &mut Program,
        parts: &[&str],
    ) -> Option<Result<PathMeaning<'_>, String>> {
        let Known {
            roster,
            most_rounds,
            ..
        } = self.known;
        match *parts {
            ["self", field] => Some(self.field(program, (Bank::Own, field))),
            ["target", field] => Some(self.field(program, (Bank::Target, field))),
            [whose @ ("self" | "target"), ..] => {
                let field = roster.fields.first().map_or("FIELD", String::as_str);
                Some(Err(format!("expected a field, such as {whose}.{field}")))
            }
            [name] if self.bank != Bank::Nobody && roster.field(name).is_some() => {
                Some(self.field(program, (self.bank, name)))
            }
            [name] if self.rolls.contains_key(name) => None,
            ["rounds"] => {
                let bounds = Range {
                    low: 1,
                    high: i64::from(most_rounds),
                };
                let node = self.registers.node(program, Source::Rounds, bounds);
                Some(node.map(PathMeaning::Value))
            }
            [name] if self.is_plain(name) => Some(self.plain(program, name)),
            [team, ref rest @ ..] => {
                let team = roster.team(team)?;
                Some(self.of_member(program, (team, rest)))
            }
            [] => None,
        }
    }

    fn remember(&self, parts: &[&str], value: NodeId) {
        if let [name] = parts
            && self.known.named.contains_key(*name)
        {
            self.read.borrow_mut().insert((*name).to_owned(), value);
            let names_target = &self.registers.names_target;
            if names_target.get() {
                let mut naming = self.registers.naming_target.borrow_mut();
                naming.insert((*name).to_owned());
            }
            let outer = self.registers.outer.borrow_mut().pop();
            names_target.set(names_target.get() || outer == Some(true));
        }
    }

    fn over(&self, team: &str) -> Option<Box<dyn Resolver + '_>> {
        let group = Group::named(self.known.roster, team).filter(|group| *group != Group::Own)?;
        if self.own.is_none() && !matches!(group, Group::Team(_)) {
            return None;
        }
        Some(Box::new(Self {
            roll: None,
            bank: Bank::Each(group),
            ..*self
        }))
    }

    fn teams(&self) -> Vec<String> {
        let teams = self.known.roster.teams.iter();
        let mut names: Vec<String> = teams.map(|team| team.name.clone()).collect();
        if self.own.is_some() {
            names.extend(["enemies", "allies", "others"].map(str::to_owned));
        }
        names
    }

    fn total(
        &self,
        program: &mut Program,
        function: TeamFunction,
        team: &str,
        of: Option<NodeId>,
    ) -> Result<NodeId, String> {
        let roster = self.known.roster;
        let Some(team) = Group::named(roster, team) else {
            return Err("counts no team".to_owned());
        };
        if of.is_some_and(|of| program.pools_read(of) != 0) {
            return Err("reads dice for each member of a team".to_owned());
        }
        let members = self.entries(team).into_iter();
        let members: usize = members.map(|entry| roster.entries[entry].count).sum();
        let each = of.map_or(Range { low: 0, high: 1 }, |of| program.bounds(of));
        let members = members as i64;
        let bounds = match function {
            TeamFunction::Standing | TeamFunction::Count => Range {
                low: 0,
                high: members,
            },
            TeamFunction::Sum => Range {
                low: (each.low.min(0)).saturating_mul(members).max(-MOST_SUM),
                high: (each.high.max(0)).saturating_mul(members).min(MOST_SUM),
            },
            TeamFunction::Lowest | TeamFunction::Highest => each.joined(Range::only(0)),
        };
        let total = Total { function, team, of };
        let mut totals = self.registers.totals.borrow_mut();
        let known = totals.iter().position(|one| *one == total);
        let index = known.unwrap_or_else(|| {
            totals.push(total);
            totals.len() - 1
        });
        drop(totals);
        (self.registers).node(program, Source::Total(index), bounds)
    }
}
