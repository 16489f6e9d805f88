//! What a group has to spend: prosperity, the means of those who stand by it, cargoes.

use super::options::choices;

/// What a group has to spend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Means {
    /// The dice of its prosperity.
    pub prosperity: u8,
    /// The dice of those with means of their own, by position.
    pub backers: [u8; 7],
    /// Cargoes on board: bit *k* is that at position *k*.
    pub held: u16,
    /// Cargoes on offer.
    pub on_offer: u16,
    /// Cargoes that come from elsewhere.
    pub foreign: u16,
}

/// By name who and what [`Means`] are about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owned {
    /// Those with means of their own.
    pub backers: Vec<String>,
    /// Cargoes.
    pub cargoes: Vec<String>,
}

choices! {
    /// Where a cargo comes from.
    pub enum Origin {
        /// from elsewhere: it can be given for a local cargo
        Foreign = "foreign",
        /// from here: it can be had for a foreign cargo
        Local = "local",
    }
}
