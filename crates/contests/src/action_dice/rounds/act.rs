//! Declared actions, and the targets of Group Attacks.

/// A declared action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Act {
    /// Index of the fighter that acts.
    pub fighter: usize,
    /// Kind of action.
    pub kind: DeclaredAction,
    /// Action dice used.
    pub used: u32,
    /// Number of action dice for the order of actions; more dice act first.
    pub action: u32,
    /// Sum of the action dice; with equal numbers of dice the higher sum acts first.
    pub sum: u32,
}

/// Kinds of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclaredAction {
    /// An attack on one opponent.
    Attack {
        /// Index of the target.
        target: usize,
    },
    /// A Group Attack on more than one opponent, a two-die action.
    Group {
        /// Bit set of the targets; bit 0 is the first fighter of the other side.
        targets: u64,
    },
    /// A move toward the opponents.
    Move,
    /// A General Defense, which is in force from its declaration.
    General,
}

impl DeclaredAction {
    /// Returns whether the action is an attack, which its targets may answer.
    #[inline]
    pub(super) fn is_attack(self) -> bool {
        matches!(self, Self::Attack { .. } | Self::Group { .. })
    }
}

impl Act {
    /// Creates an action before its dice are rolled. In the order of actions a two-die action
    /// counts as having one die fewer.
    #[inline]
    pub(super) fn new(fighter: usize, kind: DeclaredAction, used: u32) -> Self {
        let action = match kind {
            DeclaredAction::Group { .. } => used - 1,
            DeclaredAction::Attack { .. } | DeclaredAction::Move | DeclaredAction::General => used,
        };
        Self {
            fighter,
            kind,
            used,
            action,
            sum: 0,
        }
    }

    /// Returns the sort key of actions. A move has no sum, and follows attacks with the same number
    /// of dice.
    #[inline]
    pub(super) fn key(&self) -> u32 {
        self.action << 16 | self.sum
    }
}

/// Iterates over the fighters whose bits are set; bit 0 is the fighter `first`.
#[inline]
pub(super) fn fighters_in(targets: u64, first: usize) -> impl Iterator<Item = usize> {
    let mut left = targets;
    std::iter::from_fn(move || {
        let place = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        (place < u64::BITS).then_some(first + place as usize)
    })
}
