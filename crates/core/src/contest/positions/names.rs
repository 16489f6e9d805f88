//! Names of combatants in typed positions, and the common names of groups of equal combatants.

use super::{FoundName, SpannedText, find, unknown};
use crate::contest::Group;
use crate::document::{Fault, Faults};

/// Meaning of a typed name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameMeaning {
    /// The combatant at this index.
    One(usize),
    /// Any combatant of the group at this index.
    Group(usize),
}

/// All names in a contest.
#[derive(Clone, Debug)]
pub struct ContestNames {
    all: Vec<String>,
    /// Meaning of each name; `groups` has the group of each name.
    who: Vec<NameMeaning>,
    groups: Vec<usize>,
    /// The names of groups.
    labels: Vec<String>,
    /// The indices of the combatants of each group.
    members: Vec<Vec<usize>>,
    /// Unique name of each combatant.
    full: Vec<String>,
}

impl ContestNames {
    /// Returns the names of `combatants`, which are pairs of name and group. `side` returns the
    /// name of a side.
    pub fn new<'a>(
        groups: &[Group],
        side: impl Fn(usize) -> &'a str,
        combatants: impl Iterator<Item = (&'a str, usize)>,
    ) -> Self {
        let mut names = Self {
            all: Vec::new(),
            who: Vec::new(),
            groups: Vec::new(),
            labels: groups.iter().map(|group| group.label.clone()).collect(),
            members: vec![Vec::new(); groups.len()],
            full: Vec::new(),
        };
        for (place, (name, group)) in combatants.enumerate() {
            let Group {
                label, side: of, ..
            } = &groups[group];
            // Two sides may both have a `Guard`, whose label then begins with the side.
            names.full.push(if name.starts_with(label) {
                name.to_owned()
            } else {
                format!("{}.{name}", side(*of))
            });
            names.members[group].push(place);
        }
        for (group, members) in names.members.iter().enumerate() {
            let common =
                (members.len() > 1).then(|| (&names.labels[group], NameMeaning::Group(group)));
            let own = members
                .iter()
                .map(|&one| (&names.full[one], NameMeaning::One(one)));
            for (name, who) in common.into_iter().chain(own) {
                names.all.push(name.clone());
                names.who.push(who);
                names.groups.push(group);
            }
        }
        names
    }

    /// Returns the meaning of a typed name.
    ///
    /// # Errors
    /// Returns whether the text matches no name, or more than one.
    pub fn find(&self, typed: &str) -> Result<NameMeaning, FoundName> {
        match find(typed, &self.all, &self.groups) {
            FoundName::One(place) => Ok(self.who[place]),
            other => Err(other),
        }
    }

    /// Assigns typed elements to combatants; returns them by combatant. Elements with individual
    /// names come first, since the common name of a group represents any of its remaining
    /// combatants.
    pub fn assign<T>(
        &self,
        typed: impl IntoIterator<Item = T>,
        name: impl Fn(&T) -> &SpannedText,
        faults: &mut Faults,
    ) -> Vec<Option<T>> {
        let mut assigned: Vec<Option<T>> = self.full.iter().map(|_| None).collect();
        let mut common = Vec::new();
        for one in typed {
            match (self.find(&name(&one).text), name(&one)) {
                (Ok(NameMeaning::One(place)), again) => {
                    if let Some(first) = &assigned[place] {
                        let found = format!("occurs twice, first at {}", name(first).span);
                        let accepted = "give each combatant once";
                        faults.push(again.fault(&self.full[place], found, accepted));
                    } else {
                        assigned[place] = Some(one);
                    }
                }
                (Ok(NameMeaning::Group(group)), _) => common.push((group, one)),
                (Err(found), name) => faults.push(self.unknown(name, found)),
            }
        }
        for (group, one) in common {
            let members = &self.members[group];
            if let Some(&free) = members.iter().find(|&&one| assigned[one].is_none()) {
                assigned[free] = Some(one);
            } else {
                let found = format!("occurs more than {} times", members.len());
                let name = name(&one);
                faults.push(name.fault(&name.text, found, "the scenario has no more of them"));
            }
        }
        assigned
    }

    /// Returns the fault of a name for which [`find`](Self::find) failed.
    pub fn unknown(&self, typed: &SpannedText, found: FoundName) -> Fault {
        unknown("", typed, found, ("combatants", &self.labels))
    }

    /// Returns the unique name of a combatant.
    pub fn full(&self, place: usize) -> &str {
        &self.full[place]
    }

    /// Returns the names of all groups.
    pub fn common(&self) -> &[String] {
        &self.labels
    }
}
