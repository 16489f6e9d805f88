//! Opposed tables of a scenario, such as two sides or two teams; and the scenario with tables of
//! others in their places.

use super::load::{NOT_HASHED, rebuilt, tree};
use super::{LoadError, Scenario};
use crate::document::resolve_path::{PathStep, resolve};
use crate::document::{Entries, Node, Path, Segment, TomlValue, joined, values_by_path};
use std::collections::BTreeSet;

/// Keys that belong to the place of a table: its name, and the outcome that a side wants.
const OF_PLACE: [&str; 2] = ["name", "wants"];
/// Tables of a file about its own contest, which name its outcomes and metrics.
const OF_FILE: [&str; 3] = ["expect", "sweep", "tune"];

/// A table of a scenario and the only other one beside it, each with an outcome of its own.
#[derive(Clone, Debug)]
pub struct OpposedTables {
    /// Path of each, in the syntax of `--set`.
    pub paths: [String; 2],
    /// Name of the outcome of each.
    pub outcomes: [String; 2],
    tables: [Entries; 2],
}

impl Scenario {
    /// Returns the table at a path with the one beside it, such as the other side.
    ///
    /// # Errors
    /// Returns the reason why there is none, or more than one, or no outcome of its own.
    pub fn opposed_tables(&self, seat: &Path) -> Result<OpposedTables, String> {
        let root = self.tree();
        let steps = resolve(&root, self.origin.keys(), seat).map_err(|error| error.to_string())?;
        let above = steps.split_last().and_then(|(_, above)| node(&root, above));
        let around = seat.prefix(seat.segments().len().saturating_sub(1));
        let tables: Vec<(Path, &Entries)> = match above.map(|above| &above.value) {
            Some(TomlValue::Table(entries)) => entries
                .iter()
                // Tables such as `[expect]` are beside those of the contest.
                .filter(|entry| steps.len() > 1 || !NOT_HASHED.contains(&&*entry.name))
                .filter_map(|entry| Some((around.name(&*entry.name), entry.node.as_table()?)))
                .collect(),
            Some(TomlValue::List(nodes)) => (nodes.iter().enumerate())
                .filter_map(|(index, node)| {
                    let path = node.own_name().map(|name| around.name(name));
                    Some((
                        path.unwrap_or_else(|| around.index(index)),
                        node.as_table()?,
                    ))
                })
                .collect(),
            _ => Vec::new(),
        };
        let own = node(&root, &steps).and_then(Node::as_table);
        let own = tables
            .iter()
            .find(|one| own.is_some_and(|own| std::ptr::eq(one.1, own)));
        let Some(own) = own else {
            return Err(format!("{seat} is not a table; expected a side or a team"));
        };
        let others = tables.iter().filter(|one| one.0 != own.0);
        let [other] = others.clone().collect::<Vec<_>>()[..] else {
            let others: Vec<String> = others.map(|one| one.0.to_string()).collect();
            return Err(match &others[..] {
                [] => format!(
                    "there is no table beside {seat}; expected a side or a team with one opponent"
                ),
                others => format!(
                    "{seat} has {} tables beside it ({}); expected one opponent",
                    others.len(),
                    joined(others, ", ")
                ),
            });
        };
        let both = [own, other];
        let [first, second] = both.map(|(path, _)| self.outcome_of(path));
        match (first, second) {
            (Some(first), Some(second)) if first != second => Ok(OpposedTables {
                paths: both.map(|one| one.0.to_string()),
                outcomes: [first, second],
                tables: both.map(|one| one.1.clone()),
            }),
            _ => {
                let outcomes = self.contest.outcomes().iter().map(|one| &one.name);
                Err(format!(
                    "{} and {} do not have an outcome each; the outcomes are {}",
                    own.0,
                    other.0,
                    joined(outcomes, ", ")
                ))
            }
        }
    }

    /// Returns the outcome of the player of a table, else the one with the name of the table.
    fn outcome_of(&self, path: &Path) -> Option<String> {
        let player = format!("{path}.player");
        let seat = self.seats.iter().find(|seat| seat.path == player);
        let name = match (seat, path.segments().last()?) {
            (Some(seat), _) => &seat.outcome,
            (None, Segment::Name(name)) => name,
            (None, Segment::Index(_)) => return None,
        };
        let outcomes = self.contest.outcomes();
        let is_outcome = outcomes.iter().any(|outcome| outcome.name == *name);
        is_outcome.then(|| name.clone())
    }

    /// Returns the scenario with the first tables of `designs` in the places of both `opposed`
    /// tables, without its expectations.
    ///
    /// # Errors
    /// Returns an error if that is not a valid contest.
    pub fn with_tables(
        &self,
        opposed: &OpposedTables,
        designs: [&OpposedTables; 2],
    ) -> Result<Self, LoadError> {
        let change = |root: &mut Node| {
            for ((path, own), design) in opposed.paths.iter().zip(&opposed.tables).zip(designs) {
                let mut table = design.tables[0].clone();
                for key in OF_PLACE {
                    table.remove(key);
                    if let Some(own) = own.iter().find(|entry| entry.name == key) {
                        table.insert(own.clone());
                    }
                }
                let steps = path
                    .parse()
                    .ok()
                    .and_then(|path: Path| resolve(root, self.origin.keys(), &path).ok());
                if let Some(place) = steps.and_then(|steps| node_mut(root, &steps)) {
                    place.value = TomlValue::Table(table);
                }
            }
            if let TomlValue::Table(entries) = &mut root.value {
                for key in OF_FILE {
                    entries.remove(key);
                }
            }
        };
        let built = rebuilt(&self.origin, &self.files, &self.assignments, change)?;
        Ok(Self {
            solutions: self.solutions.clone(),
            ..built
        })
    }

    /// Returns the path of the first key, in alphabetical order, in which another scenario is another
    /// contest, apart from these tables of either.
    pub fn first_difference(&self, other: &Self, apart: [&OpposedTables; 2]) -> Option<String> {
        if self.kind.name != other.kind.name {
            return Some("kind".to_owned());
        }
        let [own, others] = [self, other].map(|one| values_by_path(&one.checked));
        let is_in = |path: &str, table: &str| {
            let rest = path.strip_prefix(table);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        let tables = || {
            apart
                .iter()
                .flat_map(|one| one.paths.iter().map(String::as_str))
        };
        let mut paths: BTreeSet<&String> = own.keys().chain(others.keys()).collect();
        paths.retain(|path| !tables().chain(NOT_HASHED).any(|table| is_in(path, table)));
        let differs = |path: &&&String| own.get(**path) != others.get(**path);
        paths.iter().find(differs).map(|path| (*path).clone())
    }

    fn tree(&self) -> Node {
        tree(&self.origin, &self.files, &self.assignments)
    }
}

/// Returns the value at the end of steps.
fn node<'a>(root: &'a Node, steps: &[PathStep]) -> Option<&'a Node> {
    steps.iter().try_fold(root, |node, step| match step {
        PathStep::Key(name) => node.as_table()?.get(name),
        PathStep::Index(index) => node.as_list()?.get(*index),
    })
}

/// Returns the same for modification.
fn node_mut<'a>(root: &'a mut Node, steps: &[PathStep]) -> Option<&'a mut Node> {
    let mut steps = steps.iter();
    steps.try_fold(root, |node, step| match (step, &mut node.value) {
        (PathStep::Key(name), TomlValue::Table(entries)) => entries.get_mut(name),
        (PathStep::Index(index), TomlValue::List(nodes)) => nodes.get_mut(*index),
        _ => None,
    })
}
