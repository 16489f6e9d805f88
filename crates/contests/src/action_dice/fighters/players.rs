//! Players of exchanges: names and settings in files, and the number of dice that they keep.

use super::super::options::Options;
use super::fighter::Fighter;
use evenodds_core::contest::{
    ErrorRate, Lenient, Level, PlayerHelp, Typed, choices, joined, optional, required, table, whole,
};
use evenodds_core::document::{CheckedTable, Faults, Item, Key, ValueShape};

/// Default number of play-outs for each action and plan of [`Player::Rollout`].
pub(in super::super) const PLAYOUTS: u32 = 64;

/// Player of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Attacks with one die at a time while more than this number of dice is left (0 to 6), and
    /// answers every attack with one die.
    Keep(u32),
    /// Attacks and answers as `Keep(0)`.
    AllOut,
    /// Attacks as `Keep` while more than half of the dice of the round are left, and answers as
    /// `Keep`.
    Guarded,
    /// Makes one attack a round with all dice usable for it, and never answers.
    Heavy,
    /// Chooses among all legal actions with equal chances.
    Random,
    /// Takes the best action in this number of play-outs, 1 or more.
    Rollout(u32),
    /// Takes the optimal action against the other side's player; only in duels.
    Optimal,
}

/// The players in the order of their names.
const PLAYERS: [Player; Name::ALL.len()] = [
    Player::Random,
    Player::Keep(6),
    Player::Keep(5),
    Player::Keep(4),
    Player::Keep(3),
    Player::Keep(2),
    Player::Keep(1),
    Player::Keep(0),
    Player::Heavy,
    Player::Guarded,
    Player::AllOut,
    Player::Rollout(PLAYOUTS),
    Player::Optimal,
];

impl Player {
    /// Returns the name of the player.
    pub fn name(self) -> &'static str {
        let usual = match self {
            Self::Rollout(_) => Self::Rollout(PLAYOUTS),
            other => other,
        };
        let named = PLAYERS.iter().zip(Name::ALL);
        let mut named = named.filter(|(player, _)| **player == usual);
        named.next().map_or("", |(_, name)| name.name())
    }

    /// Returns whether the player evaluates its actions in play-outs.
    pub(in super::super) fn uses_playouts(self) -> bool {
        matches!(self, Self::Rollout(_))
    }

    /// Returns whether the player looks ahead, by play-outs or by solving the duel.
    pub(in super::super) fn looks_ahead(self) -> bool {
        self.uses_playouts() || self == Self::Optimal
    }

    /// Returns the estimated cost of a trial per combatant, in nanoseconds.
    pub(in super::super) fn trial_cost(self) -> u64 {
        match self {
            Self::Rollout(playouts) => u64::from(playouts).saturating_mul(60_000),
            _ => 0,
        }
    }

    /// Returns the player as `Keep` with the number of dice kept for this fighter; other players
    /// are unchanged.
    pub(in super::super) fn keeping(self, fighter: &Fighter, options: &Options) -> Self {
        match self {
            Self::AllOut => Self::Keep(0),
            Self::Guarded => Self::Keep(options.half.of(fighter.dice())),
            other => other,
        }
    }
}

impl Typed for Player {
    fn of(item: &Item) -> Option<Self> {
        let Some(PlayerKeys { name, playouts }) = PlayerKeys::of(item) else {
            return Name::of(item).map(|name| PLAYERS[name as usize]);
        };
        Some(match (PLAYERS[name as usize], playouts.0) {
            (Self::Rollout(_), Some(playouts)) => Self::Rollout(playouts),
            (player, _) => player,
        })
    }
}

pub(in super::super) static HELP: [PlayerHelp; Name::ALL.len()] = {
    let mut help = PlayerHelp::quick(&Name::NAMES);
    help[Name::Rollout as usize].slow = true;
    help[Name::Guarded as usize].level = Level::Simple;
    help[Name::Rollout as usize].level = Level::Good;
    help[Name::Optimal as usize].level = Level::Good;
    help
};

/// Shape of the player of a side in a file: a name or a table.
pub(in super::super) const PLAYER: ValueShape =
    ValueShape::Either(&[Name::SHAPE, ValueShape::Table(&SETTINGS)]);

static SETTINGS: [Key; PlayerKeys::KEYS.len() + 1] = joined(PlayerKeys::KEYS, &[ErrorRate::KEY]);

table! {
    /// A player with settings.
    struct PlayerKeys {
        /// Name of the player.
        name: Name = required(Name::SHAPE),
        /// Only for `rollout`: number of play-outs of each choice; 64 by default.
        playouts: Lenient<u32> = optional(whole(1, 1_000_000)).tunable(64.0).example("64"),
    }
}

/// Refuses settings that the player of a side does not have.
pub(in super::super) fn settings_fit(side: &CheckedTable, faults: &mut Faults) {
    let Some(player) = side.item("player").and_then(Item::as_table) else {
        return;
    };
    let Some(name) = Name::under(player, "name") else {
        return;
    };
    if player.given("playouts") && name != Name::Rollout {
        let accepted = "only rollout has play-outs; name rollout, or leave out playouts";
        faults.refuse(player, "playouts", accepted, None);
    }
}

choices! {
    /// The players of files. The stronger ones follow the weaker ones.
    pub enum Name {
        /// picks uniformly among all legal declarations and answers
        Random = "random",
        /// attacks with one die at a time while more than six of its dice are left; answers every
        /// attack with one die
        Keep6 = "keep_6",
        /// as `keep_6`, but attacks while more than five are left
        Keep5 = "keep_5",
        /// as `keep_6`, but attacks while more than four are left
        Keep4 = "keep_4",
        /// as `keep_6`, but attacks while more than three are left
        Keep3 = "keep_3",
        /// as `keep_6`, but attacks while more than two are left
        Keep2 = "keep_2",
        /// as `keep_6`, but attacks while more than one is left
        Keep1 = "keep_1",
        /// as `keep_6`, but attacks while any is left
        Keep0 = "keep_0",
        /// makes one attack a round with all suitable dice; never answers
        Heavy = "heavy",
        /// keeps half of the dice for answers, rounded as `rules.half` says; otherwise as `keep_0`
        Guarded = "guarded",
        /// the same as `keep_0`
        AllOut = "all_out",
        /// plays this round and the next two `playouts` times after each choice (64 by default),
        /// continuing as `all_out`, `guarded` or `heavy`, and takes the choice with the best result
        Rollout = "rollout",
        /// declares and answers optimally against the other side's player, after solving the
        /// exchange; duels only
        Optimal = "optimal",
    }
}
