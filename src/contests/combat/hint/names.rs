//! What those in a fight are called.

use crate::contest::laid::{Named, find};
use crate::contests::combat::Combat;

/// Who was named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    /// One.
    One(usize),
    /// One of several alike, whichever.
    Group(usize),
}

/// All names of a fight.
pub(super) struct Names {
    all: Vec<String>,
    who: Vec<Who>,
    /// By name: the group that it belongs to.
    groups: Vec<usize>,
    /// The names that several alike have in common, and those of the others.
    common: Vec<String>,
    /// By group.
    members: Vec<Vec<usize>>,
    /// By combatant.
    full: Vec<String>,
}

impl Names {
    pub(super) fn of(combat: &Combat) -> Self {
        let mut members = vec![Vec::new(); combat.groups.len()];
        for (place, who) in combat.combatants.iter().enumerate() {
            members[who.group].push(place);
        }
        let mut all = Self {
            all: Vec::new(),
            who: Vec::new(),
            groups: Vec::new(),
            common: combat
                .groups
                .iter()
                .map(|group| group.label.clone())
                .collect(),
            members: Vec::new(),
            full: vec![String::new(); combat.combatants.len()],
        };
        for (group, members) in members.iter().enumerate() {
            let label = &combat.groups[group].label;
            let is_several = members.len() > 1;
            if is_several {
                all.add(label.clone(), Who::Group(group), group);
            }
            for &place in members {
                let who = &combat.combatants[place];
                // Two sides may both have a Guard.
                let side = &combat.sides[who.side].name;
                let own = match label.strip_prefix(side.as_str()) {
                    Some(rest)
                        if rest.starts_with('.') && !who.name.starts_with(label.as_str()) =>
                    {
                        format!("{side}.{}", who.name)
                    }
                    _ => who.name.clone(),
                };
                all.full[place].clone_from(&own);
                all.add(own, Who::One(place), group);
            }
        }
        all.members = members;
        all
    }

    fn add(&mut self, name: String, who: Who, group: usize) {
        self.all.push(name);
        self.who.push(who);
        self.groups.push(group);
    }

    /// Who was meant; else whether nobody or several have the name.
    pub(super) fn find(&self, typed: &str) -> Result<Who, Named> {
        match find(typed, &self.all, &self.groups) {
            Named::One(place) => Ok(self.who[place]),
            other => Err(other),
        }
    }

    /// The name of one, as nobody else has it.
    pub(super) fn full(&self, place: usize) -> &str {
        &self.full[place]
    }

    /// All names, those of several alike once.
    pub(super) fn common(&self) -> &[String] {
        &self.common
    }

    /// Those of a group.
    pub(super) fn members(&self, group: usize) -> &[usize] {
        &self.members[group]
    }
}
