//! Options of the rules of a fight.

use evenodds_core::contest::{
    Build, Half, WoundChoice, WoundOption, choices, default, flag, from_defaults, optional, table,
    whole,
};

table! {
    /// Options of the rules: the keys under `[rules]`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Options {
        /// Rounding of half an odd number of dice. Classes are halved when they are read.
        pub half: Half = Half::KEY,
        /// Result of an attack in which the attacker's last die takes out the last opponent.
        pub last_blow: LastBlow = LastBlow::Win.as_default().tunable(1.0),
        /// Tie-break for the turn when every initiative is shared. With very many combatants
        /// re-rolls practically never end.
        pub deadlock: Deadlock = Deadlock::Reroll.as_default().tunable(1.0),
        /// Number of consecutive rounds of re-rolls after which the fight counts as unresolved.
        pub max_rerolls: u32 = default("1000", whole(1, 1_000_000)),
        /// Number of turns after which the fight ends unresolved; by default there is no limit.
        pub max_turns: Option<u32> = optional(whole(1, 1_000_000)).example("12"),
        /// Number of Cover dice that a target may spend on one attack.
        pub cover_per_attack: u32 = default("1", whole(1, 6)).tunable(1.0),
        /// Fate of a large monster that spends its last die on an attack.
        pub monster_spent: MonsterSpent = MonsterSpent::Retreats.as_default().tunable(1.0),
        /// Number of wounds at which a character dies.
        pub wounds_to_die: u32 = default("2", whole(1, 20)).tunable(1.0),
        /// Whether wounded characters choose to be out of the fight.
        pub wound_choice: WoundChoice = WoundChoice::StayDown.as_default().tunable(1.0),
        /// Option that wounded characters choose besides being out of the fight; in armor, instead
        /// of it.
        pub wound_option: WoundOption = WoundOption::NastyWound.as_default(),
        /// Healer after the fight, who undoes one choice of each wounded character: a permanent
        /// loss if there is one, else a nasty wound, else being out of the fight; with more than
        /// one such wound that of the latest. A healer with `dice` and `difficulty` rolls for each
        /// character.
        pub healer: Healer = default("\"none\"", Healer::SHAPE)
            .example("{ dice = 3, difficulty = 10 }"),
        /// Whether combatants who are taken out die; otherwise they lose every Class used in the
        /// fight. A label: it changes no result.
        pub deadly: bool = flag(false),
        /// Classes that player characters may have. A check of the file: it changes no result.
        pub build: Build = Build::KEY,
    }
}

impl Default for Options {
    /// Returns the options of a file without `[rules]`.
    fn default() -> Self {
        from_defaults(Self::KEYS, Self::read)
    }
}

choices! {
    /// Result of an attack in which the attacker's last die takes out the last opponent.
    pub enum LastBlow {
        /// the fight is decided before the attacker would retreat
        Win = "win",
        /// the attacker retreats too, so that possibly no combatant is left standing
        Draw = "draw",
    }
}

choices! {
    /// Tie-break for the turn when every initiative is shared.
    pub enum Deadlock {
        /// all standing combatants re-roll their lowest die
        Reroll = "reroll",
        /// one of those with the highest initiative, drawn by lot
        Lot = "lot",
    }
}

choices! {
    /// Fate of a large monster that spends its last die on an attack.
    pub enum MonsterSpent {
        /// it retreats like any other combatant
        Retreats = "retreats",
        /// it comes back as if it had been taken out
        Returns = "returns",
    }
}

/// Healer of the wounded after the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Healer {
    /// No healer.
    None,
    /// A healer that always succeeds.
    Automatic,
    /// A healer that rolls for each patient, as in the Quick Formula.
    Rolls {
        /// Number of the healer's dice.
        dice: u32,
        /// Sum that the dice must reach.
        difficulty: i64,
    },
}
