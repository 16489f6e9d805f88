//! The players of exchanges by name.

use crate::contest::{
    Lenient, Level, PlayerHelp, Typed, choices, optional, required, table, whole,
};
use crate::document::{Faults, Item, Shape, Table};

/// The players by name.
pub(in super::super) static HELP: [PlayerHelp; Name::ALL.len()] = {
    let mut help = PlayerHelp::quick(&Name::NAMES);
    help[Name::Rollout as usize].slow = true;
    help[Name::Guarded as usize].level = Level::Simple;
    help[Name::Rollout as usize].level = Level::Good;
    help[Name::Optimal as usize].level = Level::Good;
    help
};

/// A player as a file has it: a name, or a table.
pub(in super::super) const PLAYER: Shape =
    Shape::Either(&[Name::SHAPE, Shape::Table(PlayerKeys::KEYS)]);

table! {
    /// A player with settings.
    struct PlayerKeys {
        /// The player.
        name: Name = required(Name::SHAPE),
        /// Only for rollout: how often it tries each choice; 64 unless set.
        playouts: Lenient<u32> = optional(whole(1, 1_000_000)).tunable(64.0).example("64"),
    }
}

/// A player with its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// Its name.
    pub name: Name,
    /// How often it tries each choice, if the file says so.
    pub playouts: Option<u32>,
}

impl Typed for Chosen {
    fn of(item: &Item) -> Option<Self> {
        let Some(settings) = PlayerKeys::of(item) else {
            let name = Name::of(item)?;
            return Some(Self {
                name,
                playouts: None,
            });
        };
        Some(Self {
            name: settings.name,
            playouts: settings.playouts.0,
        })
    }
}

/// Finds settings that the player of a side does not have.
pub(in super::super) fn settings_fit(side: &Table, faults: &mut Faults) {
    let Some(player) = side.item("player").and_then(Item::as_table) else {
        return;
    };
    let Some(name) = Name::under(player, "name") else {
        return;
    };
    if player.given("playouts") && name != Name::Rollout {
        let accepted = "only rollout has play-outs: name it, or leave them out";
        faults.refuse(player, "playouts", accepted, None);
    }
}

choices! {
    /// The players of files. The stronger ones follow the weaker ones.
    pub enum Name {
        /// whatever may be declared, each with the same chance
        Random = "random",
        /// attacks while more than six of its dice are left, with one die each time, and
        /// answers every attack with one die
        Keep6 = "keep_6",
        /// the same while more than five are left
        Keep5 = "keep_5",
        /// the same while more than four are left
        Keep4 = "keep_4",
        /// the same while more than three are left
        Keep3 = "keep_3",
        /// the same while more than two are left
        Keep2 = "keep_2",
        /// the same while more than one is left
        Keep1 = "keep_1",
        /// the same while any is left
        Keep0 = "keep_0",
        /// one attack a round with all dice that may serve it, and no answer
        Heavy = "heavy",
        /// keeps half of the dice, as rules.half has it, and else as `keep_0`
        Guarded = "guarded",
        /// the same as `keep_0`
        AllOut = "all_out",
        /// tries every declaration and every answer in `playouts` play-outs (64 unless
        /// set) of this round and two more, going on as `all_out`, `guarded` or `heavy`, and takes the one
        /// that does best
        Rollout = "rollout",
        /// duels only: declares and answers as is best against the other side's player
        Optimal = "optimal",
    }
}
