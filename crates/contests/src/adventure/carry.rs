//! Fields of teams that scenes take over from earlier ones: which scenes have them, and whether they
//! fit together.

use super::keys::SceneKeys;
use super::party::Party;
use super::{Adventure, OutcomeTarget, Scene};
use evenodds_core::contest::CarriedValue;
use evenodds_core::document::{CheckedTable, Fault, Faults};
use std::collections::{BTreeMap, BTreeSet};

/// Key of the teams of a contest.
const TEAM: &str = "team";
/// Key of a team for the names of its carried fields.
const CARRY: &str = "carry";

impl Adventure {
    /// Stores the values that a scene takes over, by their index in its contest, in `values`.
    pub(super) fn carried_before(
        &self,
        position: usize,
        party: &Party,
        values: &mut Vec<Option<i64>>,
    ) {
        let carried = self.scenes[position].carried.iter();
        values.clear();
        values.extend(carried.map(|&slot| party.carried[slot]));
    }
}

/// Names of owners and fields.
type Fields<'a> = BTreeSet<(&'a str, &'a str)>;

/// Returns the fields of each team in a scene.
fn fields_of_teams(carried: &[CarriedValue]) -> BTreeMap<&str, Fields<'_>> {
    let mut teams: BTreeMap<&str, Fields<'_>> = BTreeMap::new();
    for value in carried {
        let fields = teams.entry(&value.team).or_default();
        fields.insert((&value.owner, &value.name));
    }
    teams
}

/// Returns a team of the contest of a scene.
fn team<'a>(keys: &'a SceneKeys, name: &str) -> Option<&'a CheckedTable> {
    let mut teams = keys.contest.map(TEAM).iter();
    teams.find(|one| one.0 == name)?.1.as_table()
}

/// Returns all carried values, in the order of their teams, owners and names, with the bounds of all
/// scenes together, and sets their indices in the scenes. Reports teams that differ between scenes;
/// `None` if any do.
pub(super) fn link(
    scenes: &mut [Scene],
    carried: &[Vec<CarriedValue>],
    keys: &[&SceneKeys],
    faults: &mut Faults,
) -> Option<Vec<CarriedValue>> {
    let before = faults.len();
    let teams: Vec<BTreeMap<&str, Fields<'_>>> = (carried.iter())
        .map(|carried| fields_of_teams(carried))
        .collect();
    let names: BTreeSet<&str> = teams.iter().flat_map(BTreeMap::keys).copied().collect();
    for name in names {
        let first = teams.iter().position(|teams| teams.contains_key(name))?;
        let first = (&*scenes[first].name, &teams[first][name]);
        for (keys, teams) in keys.iter().zip(&teams) {
            if let Some(table) = team(keys, name) {
                let fields = teams.get(name);
                compare((name, first), (table, fields), faults);
            }
        }
    }
    if faults.len() > before {
        return None;
    }
    let mut slots: BTreeMap<(&str, &str, &str), (i64, i64)> = BTreeMap::new();
    let key =
        |value: &'_ CarriedValue| (value.team.clone(), value.owner.clone(), value.name.clone());
    for value in carried.iter().flatten() {
        let bounds = slots
            .entry((&value.team, &value.owner, &value.name))
            .or_insert(value.bounds);
        *bounds = (bounds.0.min(value.bounds.0), bounds.1.max(value.bounds.1));
    }
    let slots: Vec<CarriedValue> = (slots.into_iter())
        .map(|((team, owner, name), bounds)| CarriedValue {
            team: team.to_owned(),
            owner: owner.to_owned(),
            name: name.to_owned(),
            bounds,
        })
        .collect();
    for (scene, carried) in scenes.iter_mut().zip(carried) {
        let found = carried
            .iter()
            .filter_map(|value| slots.iter().position(|slot| key(slot) == key(value)));
        scene.carried = found.collect();
    }
    Some(slots)
}

/// Reports a team that does not fit the first scene that carries fields of it.
fn compare(
    (name, (scene, first)): (&str, (&str, &Fields<'_>)),
    (table, fields): (&CheckedTable, Option<&Fields<'_>>),
    faults: &mut Faults,
) {
    let names = |fields: &Fields<'_>| {
        let names: BTreeSet<&str> = fields.iter().map(|one| one.1).collect();
        let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
        format!("[{}]", names.join(", "))
    };
    let list = names(first);
    let Some(fields) = fields else {
        if !table.given(CARRY) {
            let accepted = format!("expected {list}, which scene {scene} carries");
            let help = "with an empty list the members begin anew in this scene".to_owned();
            faults.refuse(table, CARRY, accepted, Some(help));
        }
        return;
    };
    if names(fields) != list {
        let accepted = format!("expected {list}, which scene {scene} carries");
        faults.refuse(table, CARRY, accepted, None);
    } else if let Some((owner, field)) = first.difference(fields).next() {
        let found = format!("has no {owner} with {field}, which scene {scene} carries");
        let accepted = format!("expected the same members of {name} in both");
        faults.refuse_table(table, found, accepted, None);
    } else if let Some((owner, field)) = fields.difference(first).next() {
        let found = format!("carries {field} of {owner}, which scene {scene} does not have");
        let accepted = format!("expected the same members of {name} in both");
        faults.refuse_table(table, found, accepted, None);
    }
}

/// Returns a warning for each team whose fields are carried in one scene only, and that scene is not
/// repeated.
pub(super) fn unused(scenes: &[Scene], slots: &[CarriedValue], keys: &[&SceneKeys]) -> Vec<String> {
    let repeats = scenes.iter().enumerate().any(|(position, scene)| {
        let mut targets = scene.targets.iter();
        targets.any(|target| matches!(*target, OutcomeTarget::Scene(next) if next <= position))
    });
    if repeats {
        return Vec::new();
    }
    let mut warnings = Vec::new();
    let teams: BTreeSet<&str> = slots.iter().map(|slot| &*slot.team).collect();
    for name in teams {
        let carries = |scene: &&Scene| scene.carried.iter().any(|&slot| slots[slot].team == name);
        let is_alone = scenes.iter().filter(carries).count() == 1;
        let mut tables = keys.iter().filter_map(|keys| team(keys, name));
        if let Some(table) = tables.find(|table| table.given(CARRY)).filter(|_| is_alone) {
            let found = "carries fields to no other scene";
            let accepted = format!("expected another scene with the team {name}");
            let fault = Fault::new(table.span(CARRY), table.path_of(CARRY), found, accepted);
            warnings.push(fault.to_string());
        }
    }
    warnings
}
