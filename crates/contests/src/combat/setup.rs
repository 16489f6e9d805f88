//! Setup of a fight: sides, combatants with their Classes, Cover, and reinforcements.

use super::options::Options;
use super::player::{Player, RetreatOrder};
use evenodds_core::contest::{ErrorRate, Group, WoundChoice, WoundOption, flag, table};
use evenodds_core::dice::Pool;
use std::ops::Range;

/// A participant in a fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combatant {
    /// Name in narrations; copies of a `count` are numbered.
    pub name: String,
    /// Index of the combatant's side.
    pub side: usize,
    /// Index of the combatant's group in the metrics; the copies of a `count` share a group.
    pub group: usize,
    /// Classes in the order of their use, 1 to 16.
    pub classes: Vec<Class>,
    /// Player that decides for the combatant.
    pub player: Player,
    /// Error rate of the player.
    pub error: ErrorRate,
    /// Standing order to retreat, if there is one.
    pub retreat: Option<RetreatOrder>,
    /// True if it is a large monster, which comes back with one die fewer when taken out.
    pub monster: bool,
    /// True if it is a character that is wounded instead of taken out.
    pub wounds: bool,
    /// True if it wears armor: a wound then has one option fewer, unless the attack ignores armor.
    pub armor: bool,
    /// Choice about being out of the fight when wounded; `None` for the one in the options.
    pub wound_choice: Option<WoundChoice>,
    /// Other option for a wound; `None` for the one in the options.
    pub wound_option: Option<WoundOption>,
    /// The combatant's own Cover.
    pub cover: Option<Cover>,
    /// Index of the arrival with which it enters; `None` if it is present from the start.
    pub arrival: Option<usize>,
}

impl Combatant {
    /// Returns whether no optional rule applies to the combatant. A new field does not compile
    /// until it is listed here.
    pub(super) fn is_basic(&self) -> bool {
        let Self {
            monster,
            wounds,
            cover,
            // `Combat::new` checks these for the whole fight.
            arrival: _,
            // These have no effect unless `wounds` is true.
            armor: _,
            wound_choice: _,
            wound_option: _,
            // Part of the basic rules.
            name: _,
            side: _,
            group: _,
            classes: _,
            player: _,
            error: _,
            retreat: _,
        } = self;
        !monster && !wounds && cover.is_none()
    }

    /// Returns the name of the combatant's player, with its error rate and its standing order.
    pub(super) fn player_name(&self) -> String {
        let name = self.error.named(self.player.name());
        match self.retreat {
            Some(order) => format!("{name} that retreats at {order}"),
            None => name,
        }
    }

    /// Returns whether two combatants are equal but for name, group and player. A new field does not
    /// compile until it is listed here.
    pub(super) fn equals(&self, other: &Self) -> bool {
        let Self {
            side,
            classes,
            monster,
            wounds,
            armor,
            wound_choice,
            wound_option,
            cover,
            arrival,
            name: _,
            group: _,
            player: _,
            error: _,
            retreat: _,
        } = self;
        *side == other.side
            && *classes == other.classes
            && *monster == other.monster
            && *wounds == other.wounds
            && *armor == other.armor
            && *wound_choice == other.wound_choice
            && *wound_option == other.wound_option
            && *cover == other.cover
            && *arrival == other.arrival
    }
}

impl Default for Combatant {
    /// Returns a combatant on side 0 with the player `finisher`, without Classes or optional rules.
    fn default() -> Self {
        Self {
            name: String::new(),
            side: 0,
            group: 0,
            classes: Vec::new(),
            player: Player::Finisher,
            error: ErrorRate::NONE,
            retreat: None,
            monster: false,
            wounds: false,
            armor: false,
            wound_choice: None,
            wound_option: None,
            cover: None,
            arrival: None,
        }
    }
}

/// A Class as it is rolled in this fight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Class {
    /// Name of the Class.
    pub name: String,
    /// Number of dice rolled, 1 to 6: half of the Class's dice if it only half fits.
    pub dice: u32,
    /// True if its attacks ignore Cover.
    pub ignores_cover: bool,
    /// True if armor does not help against wounds by its attacks.
    pub ignores_armor: bool,
}

/// Cover dice at the start of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// Number of dice, rolled at the start.
    Rolled(u32),
    /// Given dice, without a roll.
    Faces(Pool),
}

/// Reinforcements that arrive together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// Index of the side.
    pub side: usize,
    /// Indices of the combatants.
    pub members: Range<usize>,
    /// Condition of the arrival.
    pub when: ArrivalCondition,
}

/// Condition of an arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrivalCondition {
    /// Before this turn, counted from 1, if the fight is still undecided.
    Turn(u32),
    /// When at most this number of combatants of the side are standing.
    Standing(u32),
}

/// Combatants that win together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Name of the side.
    pub name: String,
    /// Indices of the side's combatants.
    pub members: Range<usize>,
    /// Cover that any of its combatants may use.
    pub cover: Option<Cover>,
    /// Actions that its combatants may take besides attacks.
    pub allowed: Allowed,
}

table! {
    /// Actions besides attacks that a side may take.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Allowed {
        /// Whether its members may support each other.
        pub support: bool = flag(true).added().restricts(),
        /// Whether its members may change tactic; a wound may still force them.
        pub change: bool = flag(true).added().restricts(),
        /// Whether its members may retreat before they have to.
        pub retreat: bool = flag(true).added().restricts(),
    }
}

impl Default for Allowed {
    /// Returns that all actions are allowed.
    fn default() -> Self {
        Self {
            support: true,
            change: true,
            retreat: true,
        }
    }
}

/// Setup of a fight.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The sides in file order.
    pub sides: Vec<Side>,
    /// The combatants in file order, with those of a side adjacent.
    pub combatants: Vec<Combatant>,
    /// The groups in file order.
    pub groups: Vec<Group>,
    /// The reinforcements in file order.
    pub arrivals: Vec<Arrival>,
    /// Cover that any combatant may use.
    pub field_cover: Option<Cover>,
    /// Options of the rules.
    pub options: Options,
}
