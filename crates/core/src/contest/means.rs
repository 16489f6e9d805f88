//! Wealth of a group: prosperity, backers and cargoes.

use super::options::choices;

/// Wealth of a group that carries over from one contest to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct GroupMeans {
    /// Number of dice of the group's prosperity.
    pub prosperity: u8,
    /// Number of dice of each backer, by index.
    pub backers: [u8; 7],
    /// Set of cargoes on board; bit *k* means the cargo of index *k*.
    pub held: u16,
    /// Set of cargoes on offer, as bits by index.
    pub on_offer: u16,
    /// Set of cargoes that are foreign in the current port, as bits by index.
    pub foreign: u16,
    /// Set of barters that were refused since the last journey, as bits by number of the pair of
    /// cargoes; all bits are set if every barter is refused.
    pub refused: u64,
}

/// Names of the backers and cargoes in [`GroupMeans`], and barters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owned {
    /// Names of the backers.
    pub backers: Vec<String>,
    /// Names of the cargoes.
    pub cargoes: Vec<String>,
    /// Cargoes given and wanted in each barter, by index, with the number of the pair.
    pub barters: Vec<(usize, usize, u32)>,
    /// True if there is a journey, which ends earlier refusals.
    pub travels: bool,
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
