//! Checks a tree against a table of keys.

use super::faults::Faults;
use super::item::Table;
use super::keys::Key;
use super::tree::Node;

/// Checks a table of a document against its keys and reports all faults.
pub fn check(node: &Node, keys: &'static [Key], faults: &mut Faults) -> Table {
    todo!("{node:?}{keys:?}{faults:?}")
}
