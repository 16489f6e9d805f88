//! Who may decide in a fight, by name. How they decide is in `players`.

use crate::contest::{Level, PlayerHelp, choices};

/// The players by name.
pub(super) static HELP: [PlayerHelp; Sort::ALL.len()] = {
    let mut help = PlayerHelp::quick(&Sort::NAMES);
    help[Sort::Rollout as usize].slow = true;
    help[Sort::Finisher as usize].level = Level::Simple;
    help[Sort::Expert as usize].level = Level::Good;
    help[Sort::Optimal as usize].level = Level::Good;
    help
};

choices! {
    /// A player without its settings.
    pub(super) enum Sort {
        /// picks uniformly among all distinct attacks, supports and changes of tactic; never retreats
        Random = "random",
        /// hits the highest initiative with the highest die; changes tactic on the last die
        Brawler = "brawler",
        /// takes out an opponent with the smallest die that can, else removes the most initiative;
        /// changes tactic on the last die
        Finisher = "finisher",
        /// tries every action in `playouts` play-outs of the rest of the fight (64 unless set), with
        /// finishers in every seat, and takes the one that its side wins most often
        Rollout = "rollout",
        /// takes the action that leaves its side the best chance of winning, as a small network judges
        /// that has learnt it by playing; looks `depth` decisions further if told
        Expert = "expert",
        /// plays a duel of one against one perfectly, by solving it first; no other fight
        Optimal = "optimal",
    }
}

/// How often `rollout` tries each action unless the file says otherwise.
pub(super) const PLAYOUTS: u32 = 64;

/// Who decides for a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Uniform over the distinct legal actions but retreat.
    Random,
    /// The highest die at the highest initiative.
    Brawler,
    /// The smallest die that takes somebody out.
    Finisher,
    /// The action with most wins in play-outs.
    Rollout {
        /// How many play-outs each action gets, 1 or more.
        playouts: u32,
    },
    /// Perfect play, in duels that can be solved; elsewhere it plays as `finisher` does.
    Optimal,
    /// The action after which a trained network sees the best chance of winning.
    Expert {
        /// How many decisions after its own it looks ahead.
        depth: u32,
    },
}

impl Player {
    /// The player of that name.
    pub fn named(name: &str) -> Option<Self> {
        Sort::named(name).map(Self::usual)
    }

    /// A player with the settings that it has unless the file says otherwise.
    pub(super) fn usual(sort: Sort) -> Self {
        match sort {
            Sort::Random => Self::Random,
            Sort::Brawler => Self::Brawler,
            Sort::Finisher => Self::Finisher,
            Sort::Rollout => Self::Rollout { playouts: PLAYOUTS },
            Sort::Optimal => Self::Optimal,
            Sort::Expert => Self::Expert { depth: 0 },
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        let sort = match self {
            Self::Random => Sort::Random,
            Self::Brawler => Sort::Brawler,
            Self::Finisher => Sort::Finisher,
            Self::Rollout { .. } => Sort::Rollout,
            Self::Optimal => Sort::Optimal,
            Self::Expert { .. } => Sort::Expert,
        };
        sort.name()
    }

    /// Whether it thinks fights through.
    pub(super) fn thinks(self) -> bool {
        match self {
            Self::Rollout { .. } => true,
            Self::Expert { depth } => depth > 0,
            _ => false,
        }
    }

    /// Whether thousands of its fights are many.
    pub(super) fn is_slow(self) -> bool {
        matches!(self, Self::Rollout { .. })
    }

    /// Estimated cost of its decisions in a trial, in nanoseconds, among eight combatants of one Class.
    pub(super) fn effort(self) -> u64 {
        match self {
            Self::Random | Self::Brawler | Self::Finisher | Self::Optimal => 45,
            Self::Expert { depth: 1.. } => 60_000,
            Self::Expert { .. } => 1_100,
            Self::Rollout { playouts } => u64::from(playouts).saturating_mul(900),
        }
    }

    /// Whether its decisions use luck of its own.
    pub fn has_whims(self) -> bool {
        self == Self::Random || self.thinks()
    }
}
