//! The players of exchanges by name: those of the frame of actions, and those of the split.

use super::super::Frame;
use crate::contest::{PlayerHelp, choices};

/// The players by name.
pub(in super::super) static HELP: [PlayerHelp; Name::ALL.len()] = PlayerHelp::quick(&Name::NAMES);

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
