//! Setup of a trade contest: prosperity, backers, cargoes and steps.

use super::options::Options;
use super::step::Step;
use evenodds_core::contest::{CLASS_DICE, CargoOrigin, flag, optional, required, table};
use evenodds_core::document::ValueShape;

/// Maximum number of dice of a Class.
pub const MOST_DICE: u32 = 6;

table! {
    /// A backer with its own dice: a wealthy character, a base.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Backer {
        /// Name; it also selects the random numbers of its dice.
        pub name: String = required(ValueShape::Text).example("\"Travelling Millionaire\""),
        /// The dice of its Class at the start, 1 to 6.
        pub dice: u32 = CLASS_DICE,
    }
}

table! {
    /// A cargo.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Cargo {
        /// Name; it also selects the random numbers of its dice.
        pub name: String = required(ValueShape::Text).example("\"Shipful of Foreign Goods\""),
        /// The dice of its Class, 1 to 6.
        pub dice: u32 = CLASS_DICE,
        /// Origin, seen from the first port.
        pub origin: CargoOrigin = CargoOrigin::Foreign.as_default().example("\"foreign\""),
        /// Whether it is on board at the start; otherwise it is on offer, in every port.
        pub held: bool = flag(true),
        /// Whether it is on offer at the start; by default true if it is not on board. A cargo that
        /// is neither is gone.
        pub on_offer: Option<bool> = optional(ValueShape::Flag).example("false"),
        /// Cargoes for which brokers have refused it since the last journey.
        pub refused: Vec<String> = optional(ValueShape::List { item: &ValueShape::Text, min: 0, max: 16 })
            .accepts("names of cargoes")
            .example("[]"),
    }
}

/// Setup of a trade contest. Steps refer to backers and cargoes by index.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Setup {
    /// Dice of prosperity at the start, 0 to 6.
    pub prosperity: u32,
    /// Backers, up to 7.
    pub backers: Vec<Backer>,
    /// Cargoes, up to 16.
    pub cargoes: Vec<Cargo>,
    /// Steps with their names, which may be empty.
    pub steps: Vec<(String, Step)>,
    /// Number of repetitions of the steps, 1 or more.
    pub repeat: u32,
    /// True if the cargoes are reset to their initial state before each repetition.
    pub restock: bool,
    /// Options of the rules.
    pub options: Options,
}
