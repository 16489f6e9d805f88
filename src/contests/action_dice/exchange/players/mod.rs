//! Players of an exchange: how many action dice attack. One decides for a whole side.

use super::policy::Mix;
use crate::contest::{PlayerHelp, Typed, choices};
use crate::document::{Item, Shape};

/// How a side splits its dice: below [`GUARDED`] the number of general action dice that attack, of
/// those who have as many.
pub(super) const SPLITS: usize = 9;
/// Half of the dice defend.
pub(super) const GUARDED: usize = 8;
/// All dice attack: nobody has more.
pub(super) const ALL_OUT: usize = 7;

/// The players by name.
pub(in super::super) static HELP: [PlayerHelp; Name::ALL.len()] = PlayerHelp::quick(&Name::NAMES);

choices! {
    /// The players of files.
    enum Name {
        /// attacks with one general action die, and defends with the rest
        Attack1 = "attack_1",
        /// attacks with two, or all where there are fewer, and defends with the rest
        Attack2 = "attack_2",
        /// attacks with three
        Attack3 = "attack_3",
        /// attacks with four
        Attack4 = "attack_4",
        /// attacks with five
        Attack5 = "attack_5",
        /// attacks with six
        Attack6 = "attack_6",
        /// defends with half of the dice, as rules.half has it, and attacks with the rest, but with
        /// one at least
        Guarded = "guarded",
        /// attacks with all dice
        AllOut = "all_out",
        /// splits as is best against the other side's player, round by round; against itself by
        /// chance, so that no split gains against it
        Best = "best",
    }
}

impl Typed for Player {
    fn of(item: &Item) -> Option<Self> {
        Name::of(item).map(Self::of_file)
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
    /// What a key looks like that has one.
    pub(in super::super) const SHAPE: Shape = Name::SHAPE;

    /// Its name.
    pub fn name(self) -> &'static str {
        let name = match self {
            Self::Attack(dice) => Name::ALL[dice as usize - 1],
            Self::Guarded => Name::Guarded,
            Self::AllOut => Name::AllOut,
            Self::Best => Name::Best,
        };
        name.name()
    }

    fn of_file(name: Name) -> Self {
        match name {
            Name::Guarded => Self::Guarded,
            Name::AllOut => Self::AllOut,
            Name::Best => Self::Best,
            attack => Self::Attack(1 + attack as u32),
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
