//! Events of an exchange.

use super::super::fighters::Guard;
use super::act::Act;
use evenodds_core::dice::Pool;

/// Events of an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A round begins.
    Round {
        /// Number of the round, from 1.
        number: u32,
    },
    /// A fighter chose to be a noncombatant in this round.
    Noncombat {
        /// Index of the fighter.
        fighter: usize,
    },
    /// All fighters wait; each may declare once more.
    EndNear,
    /// A fighter waits.
    Waits {
        /// Index of the fighter.
        fighter: usize,
        /// Number of dice left.
        dice: u32,
        /// True if this was the fighter's last opportunity to declare in the round.
        last: bool,
    },
    /// An action was declared.
    Declared {
        /// The action.
        act: Act,
    },
    /// A defense was rolled.
    Defended {
        /// Index of the fighter that defends.
        fighter: usize,
        /// Defense rolled.
        guard: Guard,
        /// Dice rolled.
        pool: Pool,
        /// Index of the attacker; `None` for a General Defense declared before attacks.
        against: Option<usize>,
    },
    /// The action dice of an attack were rolled.
    Readied {
        /// The attack.
        act: Act,
        /// Dice rolled.
        pool: Pool,
    },
    /// The further dice of a Group Attack were rolled.
    Threw {
        /// Index of the attacker.
        fighter: usize,
        /// Further dice.
        pool: Pool,
        /// Total of all dice.
        total: u32,
    },
    /// An attack met a defense.
    Struck {
        /// Index of the attacker.
        fighter: usize,
        /// Index of the target.
        target: usize,
        /// Further dice; `None` for a Group Attack.
        pool: Option<Pool>,
        /// Total of all dice of the attack.
        total: u32,
        /// Value of the defense, including its roll.
        value: u32,
        /// True if the attack hit.
        hit: bool,
    },
    /// A fighter was out before its action took place.
    Prevented {
        /// Index of the fighter.
        fighter: usize,
    },
    /// The target of an attack was out before the attack.
    Wasted {
        /// Index of the attacker.
        fighter: usize,
    },
    /// A fighter moved toward the opponents.
    Moved {
        /// Index of the fighter.
        fighter: usize,
        /// Distance covered, in units.
        units: u32,
    },
    /// A fighter is out.
    Out {
        /// Index of the fighter.
        fighter: usize,
    },
    /// The round ended, and a fighter lost its remaining dice.
    Lost {
        /// Index of the fighter.
        fighter: usize,
        /// Number of dice lost.
        dice: u32,
    },
    /// The exchange is over.
    Ended {
        /// Index of the outcome.
        outcome: usize,
    },
}
