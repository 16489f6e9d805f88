//! Players of an exchange: how many action dice attack. One decides for a whole side.

use super::policy::Mix;
use crate::contest::PlayerHelp;

/// How a side splits its dice: below [`GUARDED`] the number of general action dice that attack, of
/// those who have as many.
pub(super) const SPLITS: usize = 9;
/// Half of the dice defend.
pub(super) const GUARDED: usize = 8;
/// All dice attack: nobody has more.
pub(super) const ALL_OUT: usize = 7;

/// The players by name.
pub(in super::super) const HELP: &[PlayerHelp] = &[
    fixed(
        "attack_1",
        "attacks with one general action die, and defends with the rest",
    ),
    fixed(
        "attack_2",
        "attacks with two, or all where there are fewer, and defends with the rest",
    ),
    fixed("attack_3", "attacks with three"),
    fixed("attack_4", "attacks with four"),
    fixed("attack_5", "attacks with five"),
    fixed("attack_6", "attacks with six"),
    fixed(
        "guarded",
        "defends with half of the dice, as rules.half has it, and attacks with the rest, but with one at least",
    ),
    fixed("all_out", "attacks with all dice"),
    fixed(
        "best",
        "splits as is best against the other side's player, round by round; against itself by chance, so that no split gains against it",
    ),
];

const fn fixed(name: &'static str, help: &'static str) -> PlayerHelp {
    PlayerHelp {
        name,
        help,
        slow: false,
    }
}

/// Who splits the dice of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Always so many dice attack, 1 to 6.
    Attack(u32),
    /// Half of the dice defend.
    Guarded,
    /// All dice attack.
    AllOut,
    /// The best reply.
    Best,
}

impl Player {
    /// The player of that name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "guarded" => Some(Self::Guarded),
            "all_out" => Some(Self::AllOut),
            "best" => Some(Self::Best),
            _ => (1..=6)
                .map(Self::Attack)
                .find(|player| player.name() == name),
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Attack(dice) => HELP[dice as usize - 1].name,
            Self::Guarded => "guarded",
            Self::AllOut => "all_out",
            Self::Best => "best",
        }
    }

    /// The split that it always chooses; `None` for the one who thinks.
    #[inline]
    pub(super) fn split(self) -> Option<usize> {
        match self {
            Self::Attack(dice) => Some(dice as usize),
            Self::Guarded => Some(GUARDED),
            Self::AllOut => Some(ALL_OUT),
            Self::Best => None,
        }
    }
}

/// The split of a mix at a place below the sum of all its weights.
#[inline]
pub(super) fn at(mix: &Mix, place: u32) -> usize {
    let mut left = place;
    for (split, &weight) in mix.iter().enumerate() {
        if left < weight {
            return split;
        }
        left -= weight;
    }
    ALL_OUT
}
