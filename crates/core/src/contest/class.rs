//! Classes: a Class has a number of dice, and fits a task fully or half. All contests with Classes
//! use these keys and this rounding rule.

use super::options::{Typed, choices};
use crate::document::{CheckedTable, Key, ValueShape};

choices! {
    /// Rounding of half an odd number of dice.
    pub enum Half {
        /// the larger half: half of 3 dice is 2
        Up = "up",
        /// the smaller half, at least 1: half of 3 dice is 1
        Down = "down",
    }
}

impl Half {
    /// The key `half` of a contest's `[rules]`.
    pub const KEY: Key = Key {
        name: "half",
        ..Self::Up
            .as_default()
            .help("Rounding of half an odd number of dice.")
            .tunable(1.0)
    };

    /// Returns the rule in `[rules]` of a checked file, or the default if it is not valid.
    pub fn read(table: &CheckedTable) -> Self {
        let rules = table.table("rules");
        rules
            .and_then(|rules| Self::under(rules, "half"))
            .unwrap_or(Self::Up)
    }

    /// Returns half of `dice`, rounded by the rule; 0 only if `dice` is 0.
    ///
    /// ```
    /// use evenodds_core::contest::Half;
    /// assert_eq!((Half::Up.of(3), Half::Down.of(3), Half::Down.of(1)), (2, 1, 1));
    /// ```
    pub fn of(self, dice: u32) -> u32 {
        match self {
            Self::Up => dice.div_ceil(2),
            Self::Down => (dice / 2).max(1).min(dice),
        }
    }
}

/// The key `dice` of a Class.
pub const CLASS_DICE: Key = Key::required("dice", ValueShape::Integer { min: 1, max: 6 })
    .help("Number of dice of the Class.")
    .accepts("1 to 6 dice")
    .tunable(1.0)
    .example("3");

/// The key `fit` of a Class.
pub const CLASS_FIT: Key = Key {
    name: "fit",
    ..Fit::Full
        .as_default()
        .help("Fit of the Class for the task.")
        .tunable(1.0)
        .example("\"full\"")
};

choices! {
    /// Fit of a Class for a task.
    pub enum Fit {
        /// the Class fits: all its dice are thrown
        Full = "full",
        /// it fits only half: half of its dice are thrown
        Semi = "semi",
    }
}

impl Fit {
    /// Returns the number of dice thrown with a Class of `class` dice.
    pub fn thrown(self, class: u32, half: Half) -> u32 {
        match self {
            Self::Full => class,
            Self::Semi => half.of(class),
        }
    }
}

/// Returns the dice of a Class and the number of dice thrown with it, from a table with
/// [`CLASS_DICE`] and [`CLASS_FIT`]; `None` if they are not valid.
pub fn class_dice(table: &CheckedTable, half: Half) -> Option<(u32, u32)> {
    let class = u32::under(table, "dice")?;
    Some((class, Fit::under(table, "fit")?.thrown(class, half)))
}
