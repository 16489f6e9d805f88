//! Players of an exchange: how many action dice attack. One decides for a whole side.

use super::super::fighters::players::{Chosen, Name};
use super::policy::Mix;

/// How a side splits its dice: below [`GUARDED`] the number of general action dice that attack, of
/// those who have as many.
pub(super) const SPLITS: usize = 9;
/// Half of the dice defend.
pub(super) const GUARDED: usize = 8;
/// All dice attack: nobody has more.
pub(super) const ALL_OUT: usize = 7;

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

    /// The chosen one, if it is of this frame.
    pub(in super::super) fn of(chosen: Chosen) -> Option<Self> {
        let name = chosen.name;
        Some(match name {
            Name::Attack1
            | Name::Attack2
            | Name::Attack3
            | Name::Attack4
            | Name::Attack5
            | Name::Attack6 => Self::Attack(1 + name as u32),
            Name::Guarded => Self::Guarded,
            Name::AllOut => Self::AllOut,
            Name::Best => Self::Best,
            _ => return None,
        })
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
