//! Classes: a number of dice that fits a task wholly or half. Several contests have them, with the
//! same keys and the same open point, so both stand here.

use crate::document::{Choice, Key, Shape, Table};

/// How half of an odd number of dice is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// The larger half.
    Up,
    /// The smaller half, but at least one die.
    Down,
}

impl Half {
    /// The key `half` of a contest's `[rules]`.
    pub const KEY: Key = Key::default("half", Shape::Choice(HALVES), "\"up\"")
        .help("What half of an odd number of dice is.")
        .lever(1.0);

    /// What the `[rules]` of a checked file say; the default where they are not valid.
    pub fn read(table: &Table) -> Self {
        match table.table("rules").and_then(|rules| rules.choice("half")) {
            Some("down") => Self::Down,
            _ => Self::Up,
        }
    }

    /// Half of `dice`; 1 or more where `dice` is.
    ///
    /// ```
    /// use evenodds::contest::Half;
    /// assert_eq!((Half::Up.of(3), Half::Down.of(3), Half::Down.of(1)), (2, 1, 1));
    /// ```
    pub fn of(self, dice: u32) -> u32 {
        match self {
            Self::Up => dice.div_ceil(2),
            Self::Down => (dice / 2).max(1).min(dice),
        }
    }
}

static HALVES: &[Choice] = &[
    Choice::new("up", "the larger half: half of 3 dice is 2"),
    Choice::new("down", "the smaller half, at least 1: half of 3 dice is 1"),
];

/// The key `dice` of a Class.
pub const CLASS_DICE: Key = Key::required("dice", Shape::Integer { min: 1, max: 6 })
    .help("The dice of the Class.")
    .accepts("a Class has 1 to 6 dice")
    .lever(1.0)
    .example("3");

/// The key `fit` of a Class.
pub const CLASS_FIT: Key = Key::default("fit", Shape::Choice(FITS), "\"full\"")
    .help("How well the Class fits the task.")
    .lever(1.0)
    .example("\"full\"");

static FITS: &[Choice] = &[
    Choice::new("full", "the Class fits: all its dice are thrown"),
    Choice::new("semi", "it fits only half: half of its dice are thrown"),
];

/// The dice of the Class in a table with [`CLASS_DICE`] and [`CLASS_FIT`], and how many of them are
/// thrown; `None` where they are not valid.
pub fn class_dice(table: &Table, half: Half) -> Option<(u32, u32)> {
    let class = u32::try_from(table.integer("dice")?).ok()?;
    let thrown = match table.choice("fit")? {
        "semi" => half.of(class),
        _ => class,
    };
    Some((class, thrown))
}
