//! How the open points of the rules are read.

use crate::contest::Half;
use crate::document::Table;

/// The readings of the rules, see the keys under `[rules]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of a file, free of the others"
)]
pub struct Options {
    /// What half of an odd number of dice is.
    pub half: Half,
    /// `two_die_extra = "halved"`: extra dice are halved with the skill's in a two-die action.
    pub extra_is_halved: bool,
    /// `passive_cap = "flat"`: a passive ability counts as many dice as it has, and not one more.
    pub passive_cap_is_flat: bool,
    /// `declare_tie = "total"`: before the lot the total of action dice settles who declares first.
    pub total_declares: bool,
    /// `hit_tie = "attacker"`: an attack that equals the defence hits.
    pub tie_hits: bool,
    /// Against whom a parry, a dodge or a dive is.
    pub threat: Threat,
    /// What a dive for cover adds.
    pub dive: Dive,
    /// The hit of which somebody is out, 1 or more.
    pub hits_to_win: u32,
    /// The rounds after which an exchange is unresolved, 1 or more.
    pub max_rounds: u32,
}

/// The opponent that a defence against a single one is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threat {
    /// The first who stands.
    First,
    /// The one who attacks with most dice, of equals the first.
    Strongest,
}

/// What a dive for cover adds to the defence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dive {
    /// The total of its roll.
    Roll,
    /// One for each die that counts; nothing is rolled.
    Dice,
}

impl Default for Options {
    /// The options of a file that says nothing.
    fn default() -> Self {
        Self {
            half: Half::Up,
            extra_is_halved: true,
            passive_cap_is_flat: false,
            total_declares: true,
            tie_hits: true,
            threat: Threat::First,
            dive: Dive::Roll,
            hits_to_win: 1,
            max_rounds: 100,
        }
    }
}

impl Options {
    /// The options of a checked file; `None` where they are not valid.
    pub(super) fn read(table: &Table) -> Option<Self> {
        let rules = table.table("rules")?;
        Some(Self {
            half: Half::read(table),
            extra_is_halved: rules.choice("two_die_extra")? == "halved",
            passive_cap_is_flat: rules.choice("passive_cap")? == "flat",
            total_declares: rules.choice("declare_tie")? == "total",
            tie_hits: rules.choice("hit_tie")? == "attacker",
            threat: match rules.choice("defend_against")? {
                "strongest" => Threat::Strongest,
                _ => Threat::First,
            },
            dive: match rules.choice("dive")? {
                "dice" => Dive::Dice,
                _ => Dive::Roll,
            },
            hits_to_win: rules.integer("hits_to_win")? as u32,
            max_rounds: rules.integer("max_rounds")? as u32,
        })
    }
}
