//! Means of a group: prosperity, backers and cargoes.

use super::options::choices;

/// Means of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct GroupMeans {
    /// The dice of its prosperity.
    pub prosperity: u8,
    /// The dice of each backer, by index.
    pub backers: [u8; 7],
    /// Cargoes on board: bit *k* is the cargo with index *k*.
    pub held: u16,
    /// Cargoes on offer, as bits.
    pub on_offer: u16,
    /// Cargoes that come from elsewhere, as bits.
    pub foreign: u16,
}

/// Names of the backers and cargoes of [`GroupMeans`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owned {
    /// Names of the backers, which have means of their own.
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
