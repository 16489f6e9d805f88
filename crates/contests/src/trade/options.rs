//! Options of the rules.

use evenodds_core::contest::{choices, flag, from_defaults, table};

table! {
    /// Options of the rules: the keys under `[rules]`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Options {
        /// Whether a failed bill is still paid, with a die; otherwise it is left unpaid.
        pub pay_on_failure: bool = flag(true).tunable(1.0),
        /// Whether a failed bill may take the payer's last die.
        pub last_die: LastDie = LastDie::Spend.as_default().tunable(1.0),
        /// Result of a barter in which both cargoes have the same total.
        pub barter_tie: BarterTie = BarterTie::Trade.as_default().tunable(1.0),
        /// Cargo that brokers refuse after a failed barter, until the next journey.
        pub barter_refused: BarterRefused = BarterRefused::Pair.as_default().tunable(1.0),
        /// Set of outcomes.
        pub outcome: OutcomeSet = OutcomeSet::Ruin.as_default().added(),
    }
}

choices! {
    /// Effect of a failed bill on a payer with one die.
    pub enum LastDie {
        /// it may: the group is ruined if it is the payer
        Spend = "spend",
        /// it may not: the bill is left unpaid
        Keep = "keep",
    }
}

choices! {
    /// Result of a barter in which both cargoes have the same total.
    pub enum BarterTie {
        /// the cargoes are exchanged: a tie is enough
        Trade = "trade",
        /// they are not: the cargo given must have the higher total
        No = "no",
    }
}

choices! {
    /// Cargo that is refused after a failed barter.
    pub enum BarterRefused {
        /// the same pair of cargoes
        Pair = "pair",
        /// any cargo
        Port = "port",
    }
}

choices! {
    /// Set of outcomes.
    pub enum OutcomeSet {
        /// solvent and ruined
        Ruin = "ruin",
        /// solvent, refused (a barter failed), unpaid (a bill was not paid) and ruined: the last in
        /// this list that applies
        Complications = "complications",
    }
}

impl BarterTie {
    /// Returns the minimum lead of the cargo given over the other one.
    pub(super) fn lead(self) -> i64 {
        match self {
            Self::Trade => 0,
            Self::No => 1,
        }
    }
}

impl Default for Options {
    /// Returns the options of a file without `[rules]`.
    fn default() -> Self {
        from_defaults(Self::KEYS, Self::read)
    }
}
