//! Steps, their results, and the holdings that they change.

/// A step of the sequence. Backers and cargoes are indices in the setup's lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A bill.
    Bill {
        /// Target of the dice, 1 or more.
        difficulty: i64,
        /// Backers whose sixes count.
        contributors: Vec<usize>,
        /// Backer that pays the whole bill, instead of the group.
        payer: Option<usize>,
        /// True if a failed bill is paid with a die; otherwise it is left unpaid.
        pay_on_failure: bool,
    },
    /// The sale of a cargo.
    Sell {
        /// Index of the cargo.
        cargo: usize,
    },
    /// The exchange of a foreign cargo for a local one.
    Barter {
        /// Index of the cargo given.
        give: usize,
        /// Index of the wanted cargo.
        get: usize,
        /// Number of this pair of cargoes, 0 to 63.
        pair: u32,
    },
    /// A journey, which makes cargoes on board foreign.
    Travel,
    /// Prosperity gains dice.
    Windfall {
        /// Number of dice.
        dice: u32,
    },
    /// Prosperity loses dice.
    Expense {
        /// Number of dice.
        dice: u32,
    },
}

/// Holdings of the group and its backers. Sets of cargoes and pairs are bits by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Holdings {
    /// Dice of prosperity, 0 to 6.
    pub prosperity: u8,
    /// True if prosperity had no dice after some step.
    pub ruined: bool,
    /// True if a bill was not paid; recorded only if that is an outcome.
    pub unpaid: bool,
    /// True if a barter failed; recorded only if that is an outcome.
    pub turned_down: bool,
    /// Dice of each backer's Class.
    pub backers: [u8; 7],
    /// Set of cargoes on board.
    pub held: u16,
    /// Set of cargoes on offer.
    pub on_offer: u16,
    /// Set of cargoes that are foreign in the current port.
    pub foreign: u16,
    /// Set of pairs of cargoes that cannot be exchanged before the next journey.
    pub refused: u64,
}

/// Result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepResult {
    /// The bill was paid at no cost.
    Paid,
    /// The bill was paid with a die.
    PaidAtCost,
    /// The roll failed, and the bill was left unpaid.
    Unpaid,
    /// The bill was left unpaid without a roll, since no roll could succeed.
    OutOfReach,
    /// A cargo was sold; contains whether prosperity rose.
    Sold(bool),
    /// The cargoes were exchanged.
    Bartered,
    /// The roll failed, and the cargoes were not exchanged.
    Refused,
    /// The cargo to sell or give is not on board.
    NotHeld,
    /// The cargo to give is local, so it cannot be exchanged.
    NotForeign,
    /// The wanted cargo is not on offer.
    NotOnOffer,
    /// The exchange was already refused since the last journey.
    RefusedBefore,
    /// A journey.
    Travelled,
    /// Prosperity changed by this number of dice.
    Changed(i8),
}
