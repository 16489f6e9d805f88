//! Wealth of a group: prosperity, backers and cargoes.

use super::options::choices;

/// Wealth of a group, which one contest leaves and the next one starts with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct GroupMeans {
    /// Number of dice of the group's prosperity.
    pub prosperity: u8,
    /// Number of dice of each backer, by index.
    pub backers: [u8; 7],
    /// Cargoes on board: bit *k* is the cargo with index *k*.
    pub held: u16,
    /// Cargoes on offer, as bits by index.
    pub on_offer: u16,
    /// Cargoes that are foreign in the current port, as bits by index.
    pub foreign: u16,
}

/// Names of the backers and cargoes of [`GroupMeans`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owned {
    /// Names of the backers.
    pub backers: Vec<String>,
    /// Names of the cargoes.
    pub cargoes: Vec<String>,
}

choices! {
    /// Origin of a cargo.
    pub enum CargoOrigin {
        /// from elsewhere: it can be exchanged for a local cargo
        Foreign = "foreign",
        /// from here: a foreign cargo can be exchanged for it
        Local = "local",
    }
}
