//! Tables of which each entry has a name that is known beforehand, and stands there once: `Supply: 5 4 2`.

use super::{Entry, Named, find, read, unknown};
use crate::document::{Faults, Source};
use std::sync::Arc;

/// The entries of a table by their names.
#[derive(Clone, Debug)]
pub struct Once {
    found: Vec<Option<Entry>>,
}

impl Once {
    /// Reads a table whose entries are these. Others, and those that come again, are faults.
    pub fn read(source: &Arc<Source>, names: &[impl AsRef<str>], faults: &mut Faults) -> Self {
        let mut found = vec![None; names.len()];
        for entry in read(source, faults) {
            let name = match find(&entry.name.text, names, &[]) {
                Named::One(name) => name,
                other => {
                    faults.push(unknown("", &entry.name, other, ("the entries", names)));
                    continue;
                }
            };
            if found[name].is_some() {
                let (name, accepted) = (names[name].as_ref(), "each entry is typed once");
                faults.push(entry.name.fault(name, "is here twice", accepted));
            }
            found[name] = Some(entry);
        }
        Self { found }
    }

    /// The entry of the name at that position.
    pub fn get(&self, name: usize) -> Option<&Entry> {
        self.found.get(name)?.as_ref()
    }
}
