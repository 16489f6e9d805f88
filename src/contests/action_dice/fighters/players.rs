//! The players of exchanges by name: those of the frame of actions, and those of the split.

use super::super::Frame;
use crate::contest::{
    Lenient, Level, PlayerHelp, Typed, choices, optional, required, table, whole,
};
use crate::document::{Faults, Item, Shape, Table};

/// The players by name.
pub(in super::super) static HELP: [PlayerHelp; Name::ALL.len()] = {
    let mut help = PlayerHelp::quick(&Name::NAMES);
    help[Name::Rollout as usize].slow = true;
    help[Name::Guarded as usize].level = Level::Simple;
    help[Name::Best as usize].level = Level::Good;
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
    /// The players of files. Of those of a frame the stronger stand behind the weaker.
    pub enum Name {
        /// frame split: attacks with one general action die, and defends with the rest
        Attack1 = "attack_1",
        /// frame split: attacks with two, or all where there are fewer, and defends with the rest
        Attack2 = "attack_2",
        /// frame split: attacks with three
        Attack3 = "attack_3",
        /// frame split: attacks with four
        Attack4 = "attack_4",
        /// frame split: attacks with five
        Attack5 = "attack_5",
        /// frame split: attacks with six
        Attack6 = "attack_6",
        /// frame actions: whatever may be declared, each with the same chance
        Random = "random",
        /// frame actions: attacks while more than six of its dice are left, with one die each time, and
        /// answers every attack with one die
        Keep6 = "keep_6",
        /// frame actions: the same while more than five are left
        Keep5 = "keep_5",
        /// frame actions: the same while more than four are left
        Keep4 = "keep_4",
        /// frame actions: the same while more than three are left
        Keep3 = "keep_3",
        /// frame actions: the same while more than two are left
        Keep2 = "keep_2",
        /// frame actions: the same while more than one is left
        Keep1 = "keep_1",
        /// frame actions: the same while any is left
        Keep0 = "keep_0",
        /// frame actions: one attack a round with all dice that may serve it, and no answer
        Heavy = "heavy",
        /// both frames. actions: keeps half of the dice, as rules.half has it, and else as `keep_0`;
        /// split: defends with half of the dice and attacks with the rest, but with one at least
        Guarded = "guarded",
        /// both frames. actions: `keep_0`; split: attacks with all dice
        AllOut = "all_out",
        /// frame split: splits as is best against the other side's player, round by round; against
        /// itself by chance, so that no split gains against it
        Best = "best",
        /// frame actions: tries every declaration and every answer in `playouts` play-outs (64 unless
        /// set) of this round and two more, going on as `all_out`, `guarded` or `heavy`, and takes the one
        /// that does best
        Rollout = "rollout",
        /// frame actions, duels: declares and answers as is best against the other side's player
        Optimal = "optimal",
    }
}

impl Name {
    /// Whether it plays in a frame.
    pub(in super::super) fn is_of(self, frame: Frame) -> bool {
        use Name::{AllOut, Attack1, Attack2, Attack3, Attack4, Attack5, Attack6, Best, Guarded};
        match self {
            Guarded | AllOut => true,
            Attack1 | Attack2 | Attack3 | Attack4 | Attack5 | Attack6 | Best => {
                frame == Frame::Split
            }
            _ => frame == Frame::Actions,
        }
    }
}
