//! Players by name. Their decisions are in `players`.

use evenodds_core::contest::{Level, PlayerHelp, choices};

pub(super) static HELP: [PlayerHelp; PlayerSort::ALL.len()] = {
    let mut help = PlayerHelp::quick(&PlayerSort::NAMES);
    help[PlayerSort::Rollout as usize].slow = true;
    help[PlayerSort::Finisher as usize].level = Level::Simple;
    help[PlayerSort::Expert as usize].level = Level::Good;
    help[PlayerSort::Expert as usize].deeper = (
        "{ name = \"expert\", depth = 2 }",
        "it looks 2 decisions further",
    );
    help[PlayerSort::Optimal as usize].level = Level::Good;
    help
};

choices! {
    /// A player without its settings.
    pub(super) enum PlayerSort {
        /// picks uniformly among all distinct attacks, supports and changes of tactic; never
        /// retreats
        Random = "random",
        /// hits the highest initiative with the highest die; changes tactic on the last die
        Brawler = "brawler",
        /// takes out an opponent with the smallest die that can, else removes the most initiative;
        /// changes tactic on the last die
        Finisher = "finisher",
        /// plays the rest of the fight `playouts` times after each action (64 by default), with
        /// `finisher` for every combatant, and takes the action with the most wins of its side
        Rollout = "rollout",
        /// takes the action after which a trained network estimates the best chance of winning for
        /// its side; looks `depth` decisions further if set
        Expert = "expert",
        /// plays a duel of one against one optimally, after solving it; no other fight
        Optimal = "optimal",
    }
}

/// Default number of play-outs per action of `rollout`.
pub(super) const PLAYOUTS: u32 = 64;

/// Player that decides for a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Chooses uniformly among the distinct legal actions except retreat.
    Random,
    /// Attacks the highest initiative with its highest die.
    Brawler,
    /// Takes out an opponent with the smallest die that can.
    Finisher,
    /// Takes the action with the most wins in play-outs.
    Rollout {
        /// Number of play-outs per action, 1 or more.
        playouts: u32,
    },
    /// Plays optimally in solvable duels, and as `finisher` in other fights.
    Optimal,
    /// Takes the action after which a trained network estimates the highest chance of winning.
    Expert {
        /// Number of decisions to look ahead after its own.
        depth: u32,
    },
}

/// Standing order to retreat, which comes before the choice of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetreatOrder {
    /// The number on which it depends.
    pub subject: OrderSubject,
    /// Largest number at which the combatant retreats.
    pub most: u32,
}

choices! {
    /// Number on which a standing order depends.
    pub enum OrderSubject {
        /// dice of the combatant
        Dice = "dice",
        /// members of its side that stand, itself included
        Standing = "standing",
    }
}

impl RetreatOrder {
    /// Accepted texts.
    pub(super) const ACCEPTED: &str = "expected \"dice <= N\" or \"standing <= N\", where N is a whole number up to 4,294,967,295";

    /// Parses a condition such as `dice <= 1`.
    pub fn read(text: &str) -> Option<Self> {
        let (subject, most) = text.split_once("<=")?;
        Some(Self {
            subject: OrderSubject::named(subject.trim())?,
            most: most.trim().parse().ok()?,
        })
    }
}

impl std::fmt::Display for RetreatOrder {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} <= {}", self.subject.name(), self.most)
    }
}

impl Player {
    /// Returns the player with this name and default settings.
    pub fn named(name: &str) -> Option<Self> {
        PlayerSort::named(name).map(Self::with_defaults)
    }

    /// Returns a player with its default settings.
    pub(super) fn with_defaults(sort: PlayerSort) -> Self {
        match sort {
            PlayerSort::Random => Self::Random,
            PlayerSort::Brawler => Self::Brawler,
            PlayerSort::Finisher => Self::Finisher,
            PlayerSort::Rollout => Self::Rollout { playouts: PLAYOUTS },
            PlayerSort::Optimal => Self::Optimal,
            PlayerSort::Expert => Self::Expert { depth: 0 },
        }
    }

    /// Returns the name of the player, without settings.
    pub fn name(self) -> &'static str {
        let sort = match self {
            Self::Random => PlayerSort::Random,
            Self::Brawler => PlayerSort::Brawler,
            Self::Finisher => PlayerSort::Finisher,
            Self::Rollout { .. } => PlayerSort::Rollout,
            Self::Optimal => PlayerSort::Optimal,
            Self::Expert { .. } => PlayerSort::Expert,
        };
        sort.name()
    }

    /// Returns whether the player simulates fights to decide.
    pub(super) fn simulates(self) -> bool {
        match self {
            Self::Rollout { .. } => true,
            Self::Expert { depth } => depth > 0,
            _ => false,
        }
    }

    /// Returns whether thousands of fights with this player take long.
    pub(super) fn is_slow(self) -> bool {
        matches!(self, Self::Rollout { .. })
    }

    /// Returns the estimated cost of the player's decisions per trial, in nanoseconds, for a fight
    /// of eight combatants with one Class each.
    pub(super) fn effort(self) -> u64 {
        match self {
            Self::Random | Self::Brawler | Self::Finisher | Self::Optimal => 45,
            Self::Expert { depth: depth @ 1.. } => 20_000 * u64::from(1 + depth),
            Self::Expert { .. } => 1_100,
            Self::Rollout { playouts } => u64::from(playouts).saturating_mul(900),
        }
    }
}
