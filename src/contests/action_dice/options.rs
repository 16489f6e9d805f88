//! Options for the points that the rules leave open.

use crate::contest::{Half, choices, default, flag, table, unsaid, whole};

table! {
    /// The readings of the rules: the keys under `[rules]`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Options {
        /// How an exchange goes.
        pub frame: Frame = Frame::Actions
            .usual()
            .accepts("\"actions\", or no frame, as the frame \"split\" was removed"),
        /// What half of an odd number of dice is.
        pub half: Half = Half::KEY,
        /// What becomes of extra dice in a two-die action.
        pub two_die_extra: TwoDieExtra = TwoDieExtra::Halved.usual().tunable(1.0),
        /// How many dice of a passive ability count, unless its cap is given.
        pub passive_cap: PassiveCap = PassiveCap::OneMore.usual().tunable(1.0),
        /// What settles who declares first if the dice that are left do not.
        pub declare_tie: DeclareTie = DeclareTie::Total.usual().tunable(1.0),
        /// Whose favour it is if an attack equals the defence.
        pub hit_tie: HitTie = HitTie::Attacker.usual().tunable(1.0),
        /// Whom players attack who do not choose.
        pub attack_on: AttackOn = AttackOn::First.usual().tunable(1.0),
        /// What becomes of dice that are held when nobody acts any more.
        pub reserve_rule: ReserveRule = ReserveRule::Declare.usual().tunable(1.0),
        /// Units of four metres between the sides at the beginning;
        /// hand-to-hand attacks need 0.
        pub distance: u32 = default("0", whole(0, 50)).tunable(1.0),
        /// Dice that a ranged attack loses a unit beyond the first.
        pub range_penalty: u32 = default("0", whole(0, 12)).tunable(1.0),
        /// Group Attacks lose dice with the distance as other ranged attacks do.
        pub group_penalty: bool = flag(true).tunable(1.0).added(),
        /// Dice spent on answers change the declaring order within a sequence.
        pub answers_reorder: bool = flag(false).tunable(1.0).added(),
        /// A combatant who answers an attack before declaring does not declare in
        /// that sequence.
        pub defense_is_action: bool = flag(false).tunable(1.0).added(),
        /// When it is settled who is noncombat.
        pub noncombat_choice: NoncombatChoice = NoncombatChoice::Fixed.usual().tunable(1.0).added(),
        /// What a dive for cover adds.
        pub dive: Dive = Dive::Roll.usual().tunable(1.0),
        /// Of which hit a combatant is out.
        pub hits_to_win: u32 = default("1", whole(1, 20)).tunable(1.0),
        /// Rounds after which an exchange is unresolved.
        pub max_rounds: u32 = default("100", whole(1, 1_000)),
    }
}

impl Default for Options {
    /// Returns the options of a file without the table `rules`.
    fn default() -> Self {
        unsaid(Self::KEYS, Self::read)
    }
}

choices! {
    /// How an exchange goes.
    pub enum Frame {
        /// in sequences of actions: all declare in order, defences are declared when an attack is, then
        /// the actions happen in order
        Actions = "actions",
    }
}

choices! {
    /// Whom players attack who do not choose.
    pub enum AttackOn {
        /// the first opponent who stands
        First = "first",
        /// the one with the lowest defence now, of equals the first
        Weakest = "weakest",
        /// the one with the highest defence now, of equals the first
        Strongest = "strongest",
    }
}

choices! {
    /// What becomes of dice that are held when nobody acts any more.
    pub enum ReserveRule {
        /// everybody is asked once more to act, or to keep them for defence only
        Declare = "declare",
        /// they are lost
        Lost = "lost",
    }
}

choices! {
    /// When it is settled who is noncombat.
    pub enum NoncombatChoice {
        /// the combatant's `noncombat` holds in every round
        Fixed = "fixed",
        /// each combatant chooses at the beginning of each round, in file order
        EachRound = "each_round",
    }
}

choices! {
    /// Extra dice in a two-die action.
    pub enum TwoDieExtra {
        /// they are halved with the dice of the skill
        Halved = "halved",
        /// they are rolled whole
        Whole = "whole",
    }
}

choices! {
    /// How many dice of a passive ability count.
    pub enum PassiveCap {
        /// one more than the ability has, as of active ones
        OneMore = "one_more",
        /// as many as the ability has
        Flat = "flat",
    }
}

choices! {
    /// What settles who declares first.
    pub enum DeclareTie {
        /// who has fewer action dice in all; then a lot
        Total = "total",
        /// a lot
        Random = "random",
    }
}

choices! {
    /// An attack that equals the defence.
    pub enum HitTie {
        /// it hits
        Attacker = "attacker",
        /// it misses
        Defender = "defender",
    }
}

choices! {
    /// What a dive for cover adds to the defence.
    pub enum Dive {
        /// the total of the movement roll
        Roll = "roll",
        /// one for each die of it that counts; nothing is rolled
        Dice = "dice",
    }
}
