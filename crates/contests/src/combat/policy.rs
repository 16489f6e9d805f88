//! Optimal policy of a duel, as computed by `optimal`.

use evenodds_core::dice::Pool;
use std::collections::HashMap;

/// Optimal policy of a duel.
#[derive(Clone, Debug)]
pub(super) struct DuelPolicy {
    pub(super) rests: HashMap<RestOfDuel, u32>,
    /// Best actions of the lowest [`Action::rank`](super::Action::rank), by position.
    pub(super) choices: HashMap<u64, BestActions>,
    pub(super) covers: Covers,
}

/// Next Cover of an optimal player, by position and attack: its index in `Shield::choices`, or
/// their number to spend none. The first choice, the most frequent one, has no entry.
pub(super) type Covers = HashMap<(u64, u16), u8>;

/// Equally good actions of the same rank, by their indices in [`View::actions`](super::View::actions).
#[derive(Clone, Copy, Debug)]
pub(super) struct BestActions {
    /// Index of the first one.
    pub(super) first: u8,
    /// Bit *k* is set if the action of index `first` + *k* is one of them.
    pub(super) set: u16,
}

/// Part of a position without the two pools. It changes rarely, so the positions of a fight share
/// few distinct values. Fields that no longer matter are always 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct RestOfDuel {
    pub(super) used: [u16; 2],
    /// Number of dice that a monster last rolled.
    pub(super) rolled: [u8; 2],
    /// Class in use, which may ignore Cover.
    pub(super) classes: [u8; 2],
    /// Wounds of a character that fights on.
    pub(super) wounds: [u8; 2],
    /// Number of dice that a combatant without dice is about to throw.
    pub(super) pending: [u8; 2],
    /// Cover of the two combatants, of their sides, and of the battlefield.
    pub(super) cover: [Pool; 5],
}
