//! Options for points that the rules leave open.

use evenodds_core::contest::{Half, choices, default, flag, from_defaults, table, whole};

table! {
    /// Options of the rules: the keys under `[rules]`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Options {
        /// Course of an exchange.
        pub frame: Frame = Frame::Actions
            .as_default()
            .accepts("\"actions\", or no frame, as the frame \"split\" was removed"),
        /// Rounding of half an odd number of dice.
        pub half: Half = Half::KEY,
        /// Effect of a two-die action on extra dice.
        pub two_die_extra: TwoDieExtra = TwoDieExtra::Halved.as_default().tunable(1.0),
        /// Number of dice of a passive ability that count, unless its cap is given.
        pub passive_cap: PassiveCap = PassiveCap::OneMore.as_default().tunable(1.0),
        /// Tie-break between combatants with as many dice left, for who declares first.
        pub declare_tie: DeclareTie = DeclareTie::Total.as_default().tunable(1.0),
        /// Result of an attack that equals the defence.
        pub hit_tie: HitTie = HitTie::Attacker.as_default().tunable(1.0),
        /// Target of players that do not choose one.
        pub attack_on: AttackOn = AttackOn::MostHit.as_default().tunable(1.0),
        /// Use of the dice that are left when all combatants wait.
        pub reserve_rule: ReserveRule = ReserveRule::Declare.as_default().tunable(1.0),
        /// Distance between the sides at the beginning, in units of four meters; hand-to-hand
        /// attacks need 0.
        pub distance: u32 = default("0", whole(0, 50)).tunable(1.0),
        /// Number of dice that a ranged attack loses for each unit of distance beyond the first.
        pub range_penalty: u32 = default("0", whole(0, 12)).tunable(1.0),
        /// Whether Group Attacks lose dice with the distance, as other ranged attacks do.
        pub group_penalty: bool = flag(true).tunable(1.0).added(),
        /// Whether dice spent on answers change the declaring order within a sequence.
        pub answers_reorder: bool = flag(false).tunable(1.0).added(),
        /// Whether a combatant who answers an attack before declaring loses the declaration in that
        /// sequence.
        pub defense_is_action: bool = flag(false).tunable(1.0).added(),
        /// Time at which combatants become noncombat.
        pub noncombat_choice: NoncombatChoice = NoncombatChoice::Fixed.as_default().tunable(1.0).added(),
        /// Bonus of a dive for cover to the defence.
        pub dive: Dive = Dive::Roll.as_default().tunable(1.0),
        /// Number of hits at which a combatant is out.
        pub hits_to_win: u32 = default("1", whole(1, 20)).tunable(1.0),
        /// Number of rounds after which an exchange is unresolved.
        pub max_rounds: u32 = default("100", whole(1, 1_000)),
    }
}

impl Default for Options {
    /// Returns the options of a file without a `rules` table.
    fn default() -> Self {
        from_defaults(Self::KEYS, Self::read)
    }
}

choices! {
    /// Course of an exchange.
    pub enum Frame {
        /// in sequences of actions: all combatants declare in order, defences are declared when an
        /// attack is, then the actions take place in order
        Actions = "actions",
    }
}

choices! {
    /// Target of players that do not choose one.
    pub enum AttackOn {
        /// an opponent in reach with the most hits taken, by lot among equals
        MostHit = "most_hit",
        /// the first standing opponent in the file
        First = "first",
        /// the opponent with the lowest current defence, by lot among equals
        Weakest = "weakest",
        /// the opponent with the highest current defence, by lot among equals
        Strongest = "strongest",
    }
}

choices! {
    /// Use of the dice that are left when all combatants wait.
    pub enum ReserveRule {
        /// all combatants choose once more: to act, or to keep the dice for defence only
        Declare = "declare",
        /// they are lost
        Lost = "lost",
    }
}

choices! {
    /// Time at which combatants become noncombat.
    pub enum NoncombatChoice {
        /// the combatant's `noncombat` applies in every round
        Fixed = "fixed",
        /// each combatant chooses at the beginning of each round, one after another by lot
        EachRound = "each_round",
    }
}

choices! {
    /// Effect of a two-die action on extra dice.
    pub enum TwoDieExtra {
        /// they are halved, as the dice of the skill
        Halved = "halved",
        /// all of them are rolled
        Whole = "whole",
    }
}

choices! {
    /// Number of dice of a passive ability that count.
    pub enum PassiveCap {
        /// one more than the ability has, as for active abilities
        OneMore = "one_more",
        /// as many as the ability has
        Flat = "flat",
    }
}

choices! {
    /// Tie-break for who declares first.
    pub enum DeclareTie {
        /// fewer action dice in all declare first; then a lot decides
        Total = "total",
        /// a lot decides
        Random = "random",
    }
}

choices! {
    /// Result of an attack that equals the defence.
    pub enum HitTie {
        /// it hits
        Attacker = "attacker",
        /// it misses
        Defender = "defender",
    }
}

choices! {
    /// Bonus of a dive for cover to the defence.
    pub enum Dive {
        /// the total of the movement roll
        Roll = "roll",
        /// one for each die of the movement ability that counts; nothing is rolled
        Dice = "dice",
    }
}
