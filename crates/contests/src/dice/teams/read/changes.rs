//! Changes of states and fields.

use super::super::plan::Place;
use super::super::roster::{EntryId, Field};
use super::super::scope::Source;
use super::compiled::DraftWrite;
use super::{Readable, Reader};
use crate::dice::model::by_name;
use evenodds_core::document::Item;
use evenodds_dice::expression::{Node, NodeId, Range};

impl Reader<'_> {
    /// Reads a table of changes.
    pub(super) fn write(&mut self, item: &Item, place: Readable<'_>) -> Option<DraftWrite> {
        let mut condition = None;
        let mut changes = Vec::new();
        self.registers.names_target.set(false);
        for (_, name, item) in by_name(item.as_map().unwrap_or_default()) {
            if name == "if" {
                condition = Some(self.expression(item, place)?);
                continue;
            }
            let Some(fields) = item.as_map() else {
                let world = self.known.world;
                let Some(state) = world.iter().position(|state| state.name == name) else {
                    let names: Vec<&str> = world.iter().map(|state| &*state.name).collect();
                    let accepted = if names.is_empty() {
                        "expected a field, such as target.hp, or a state; add it under [state]"
                            .to_owned()
                    } else {
                        format!(
                            "expected a field, such as target.hp, or one of {}",
                            names.join(", ")
                        )
                    };
                    self.faults
                        .refuse_item(item, "changes no state", accepted, None);
                    return None;
                };
                let node = self.expression(item, place)?;
                changes.push(self.change(
                    item,
                    (Place::World(state), Source::World(state)),
                    world[state].bounds,
                    node,
                )?);
                continue;
            };
            for (_, field, item) in by_name(fields) {
                let of_member = item.as_map();
                let Some(of_member) = of_member else {
                    let change = self.field_change(name, field, item, place)?;
                    changes.push(change);
                    continue;
                };
                for (_, last, item) in by_name(of_member) {
                    let change = self.member_change((name, field, last), item, place)?;
                    changes.push(change);
                }
            }
        }
        // Of two names of one field the last one counts: a named member, else `target`.
        changes.sort_by_key(|change| match change.1 {
            Place::World(_) => 0,
            Place::Own(_) => 1,
            Place::Target(_) => 2,
            Place::Member(..) => 3,
        });
        Some(DraftWrite {
            condition,
            changes,
            names_target: self.registers.names_target.get(),
        })
    }

    fn change(
        &mut self,
        item: &Item,
        (place, source): (Place, Source),
        bounds: Range,
        node: NodeId,
    ) -> Option<(usize, Place, NodeId)> {
        let variable = match self.registers.node(&mut self.program, source, bounds) {
            Ok(variable) => variable,
            Err(accepted) => {
                let found = "changes one field or state too many";
                self.faults.refuse_item(item, found, accepted, None);
                return None;
            }
        };
        let Node::Variable(variable) = *self.program.node(variable) else {
            return None;
        };
        Some((variable, place, node))
    }

    /// Reads a change of a field of `self` or `target`.
    fn field_change(
        &mut self,
        whose: &str,
        name: &str,
        item: &Item,
        place: Readable<'_>,
    ) -> Option<(usize, Place, NodeId)> {
        let roster = self.known.roster;
        let of: Vec<EntryId> = match whose {
            "self" => self.own.into_iter().collect(),
            "target" if place.targets.is_some() => place.targets.unwrap_or_default().to_vec(),
            "target" => Vec::new(),
            _ => {
                let accepted = "expected self.FIELD, target.FIELD or TEAM.MEMBER.FIELD";
                self.faults
                    .refuse_item(item, format!("changes {whose}.{name}"), accepted, None);
                return None;
            }
        };
        if of.is_empty() && (whose == "self" || place.targets.is_none()) {
            let accepted = if whose == "self" {
                "only a step with `each` has a member whose turn it is"
            } else {
                "add `target` to the step"
            };
            self.faults
                .refuse_item(item, format!("changes {whose}.{name}"), accepted, None);
            return None;
        }
        let field = roster.field(name);
        let lacks = |entry: &&EntryId| {
            let field = field.and_then(|field| roster.field_of(**entry, field));
            !matches!(field, Some(Field::Changing { .. }))
        };
        let (Some(field), None) = (field, of.iter().find(lacks)) else {
            let lacks = of
                .iter()
                .find(lacks)
                .map_or("", |&entry| &*roster.entries[entry].name);
            let accepted = format!("add {name} as a number to {lacks}");
            let found = format!("changes {whose}.{name}, which {lacks} does not have");
            self.faults.refuse_item(item, found, accepted, None);
            return None;
        };
        let node = self.expression(item, place)?;
        let bounds = roster.bounds(of.into_iter(), field);
        let at = if whose == "self" {
            (Place::Own(field), Source::Own(field))
        } else {
            (Place::Target(field), Source::Target(field))
        };
        self.change(item, at, bounds, node)
    }

    /// Reads a change of a field of a certain member.
    fn member_change(
        &mut self,
        (team, member, name): (&str, &str, &str),
        item: &Item,
        place: Readable<'_>,
    ) -> Option<(usize, Place, NodeId)> {
        let roster = self.known.roster;
        let found = if let Some(of) = roster.team(team) {
            roster.single(of, (member, name))
        } else {
            let teams: Vec<&str> = roster.teams.iter().map(|team| &*team.name).collect();
            Err(format!("the teams are {}", teams.join(", ")))
        };
        let found = found.and_then(|(entry, field)| match roster.field_of(entry, field) {
            Some(Field::Changing { bounds, .. }) => Ok((entry, field, bounds)),
            _ => Err(format!("expected a field of {member} that is a number")),
        });
        let (entry, field, bounds) = match found {
            Ok(found) => found,
            Err(accepted) => {
                let found = format!("changes {team}.{member}.{name}");
                self.faults.refuse_item(item, found, accepted, None);
                return None;
            }
        };
        let bounds = *bounds;
        let node = self.expression(item, place)?;
        let first = roster.entries[entry].first;
        self.change(
            item,
            (Place::Member(first, field), Source::Member(first, field)),
            bounds,
            node,
        )
    }
}
