//! Combatants and sides of an exchange, their defense rolls, and the metrics.

pub(super) mod guard;
pub(super) mod measure;

pub use guard::{Guard, GuardKind};

use super::Options;
use super::rounds::Player;
use evenodds_core::contest::{Group, choices};
use std::ops::Range;

choices! {
    /// Range of an attack, which is also the category of the skill that it uses.
    pub enum AttackReach {
        /// within four meters
        HandToHand = "hand_to_hand",
        /// from a distance
        Ranged = "ranged",
    }
}

choices! {
    /// Kind of defence.
    pub enum Stance {
        /// parry or dodge, whichever has more dice
        Single = "single",
        /// parry, with the skill of the attack's category
        Parry = "parry",
        /// dodge
        Dodge = "dodge",
        /// General Defense, with Dodge or the lower combat skill, whichever has more dice; `single`
        /// without two action dice for it, and while one is in force
        General = "general",
        /// dive for cover from ranged attacks; `single` against other attacks, and without an
        /// action die for it
        Dive = "dive",
    }
}

choices! {
    /// Actions that specialised action dice may be used for.
    pub enum Specialty {
        /// attack or parry in hand-to-hand combat
        HandToHand = "hand_to_hand",
        /// attack or parry in ranged combat
        Ranged = "ranged",
        /// Dodge, and General Defense by Dodge
        Dodge = "dodge",
        /// dive for cover, and moving closer
        Movement = "movement",
    }
}

impl AttackReach {
    /// Both categories of attacks.
    pub(super) const BOTH: [Self; 2] = [Self::HandToHand, Self::Ranged];

    /// Returns the skill that attacks of this category use.
    pub(super) fn skill(self) -> Specialty {
        match self {
            Self::HandToHand => Specialty::HandToHand,
            Self::Ranged => Specialty::Ranged,
        }
    }
}

/// A combatant of an exchange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Name in transcripts; copies of a `count` are numbered.
    pub name: String,
    /// Index of the side, 0 or 1.
    pub side: usize,
    /// Index of the group whose metrics include the fighter.
    pub group: usize,
    /// General action dice, 1 to 7; includes the extra die of a noncombatant.
    pub general: u32,
    /// Action dice limited to attacks.
    pub for_attack: u32,
    /// Action dice limited to defense.
    pub for_defence: u32,
    /// Specialized action dice: their skill and number.
    pub specialised: Option<(Specialty, u32)>,
    /// Dice of the best hand-to-hand skill.
    pub hand_to_hand: u32,
    /// Dice of the best ranged skill.
    pub ranged: u32,
    /// Dice of Dodge.
    pub dodge: u32,
    /// Dice of movement.
    pub movement: u32,
    /// Category of the fighter's attacks.
    pub attack: AttackReach,
    /// Extra dice of attacks.
    pub attack_extra: u32,
    /// Extra dice of defenses by a skill.
    pub defence_extra: u32,
    /// Preferred kind of defense.
    pub stance: Stance,
    /// Whether the fighter is a noncombatant.
    pub noncombat: bool,
}

impl Fighter {
    /// Returns the dice of the combat skill of a category.
    pub(super) fn skill(&self, reach: AttackReach) -> u32 {
        match reach {
            AttackReach::HandToHand => self.hand_to_hand,
            AttackReach::Ranged => self.ranged,
        }
    }

    /// Returns the number of action dice specialized in a skill.
    pub(super) fn special(&self, skill: Specialty) -> u32 {
        match self.specialised {
            Some((of, dice)) if of == skill => dice,
            _ => 0,
        }
    }

    /// Returns the same fighter with the opposite noncombat status.
    pub(super) fn flipped(&self) -> Self {
        let general = if self.noncombat {
            self.general - 1
        } else {
            self.general + 1
        };
        Self {
            general,
            noncombat: !self.noncombat,
            ..self.clone()
        }
    }

    /// Returns the number of action dice of all sorts per round.
    pub(super) fn dice(&self) -> u32 {
        let special = self.specialised.map_or(0, |(_, dice)| dice);
        self.general + self.for_attack + self.for_defence + special
    }

    /// Returns the defense value without a roll against attacks of either reach.
    pub(super) fn bases(&self) -> [i64; 2] {
        AttackReach::BOTH.map(|reach| {
            if self.noncombat {
                0
            } else {
                5 + i64::from(self.skill(reach).max(self.dodge))
            }
        })
    }
}

/// A side of an exchange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Name of the side, and of the outcome that it wins.
    pub name: String,
    /// Indices of its fighters.
    pub members: Range<usize>,
    /// Player of the side.
    pub player: Player,
}

/// The complete setup of an exchange.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The two sides.
    pub sides: [Side; 2],
    /// The fighters in file order; those of a side are adjacent.
    pub fighters: Vec<Fighter>,
    /// The groups in file order.
    pub groups: Vec<Group>,
    /// The options of the rules.
    pub options: Options,
}

impl Setup {
    /// Returns the names of all rollers: attacks and defenses of every fighter, and if
    /// `with_policies` is true the policy randomness of each side.
    pub(super) fn rollers(
        sides: &[Side; 2],
        fighters: &[Fighter],
        with_policies: bool,
    ) -> Vec<String> {
        let of_fighters = |what: &str| {
            let name =
                |fighter: &Fighter| format!("{what}{}/{}", sides[fighter.side].name, fighter.name);
            fighters.iter().map(name).collect::<Vec<String>>()
        };
        let mut rollers = of_fighters("");
        rollers.extend(of_fighters("/defence of "));
        if with_policies {
            rollers.extend(sides.iter().map(|side| format!("/whims of {}", side.name)));
        }
        rollers
    }
}

/// Index of the outcome `draw`, after those of the sides.
pub(super) const DRAW: usize = 2;
/// Index of the outcome `unresolved`.
pub(super) const UNRESOLVED: usize = 3;

#[cfg(test)]
pub(super) mod tests {
    use super::{AttackReach, Fighter, Group, Options, Player, Setup, Side, Stance};

    /// Returns a fighter with `general` action dice and `skill` dice in every skill.
    pub(in super::super) fn plain(general: u32, skill: u32) -> Fighter {
        Fighter {
            name: String::new(),
            side: 0,
            group: 0,
            general,
            for_attack: 0,
            for_defence: 0,
            specialised: None,
            hand_to_hand: skill,
            ranged: skill,
            dodge: skill,
            movement: skill,
            attack: AttackReach::HandToHand,
            attack_extra: 0,
            defence_extra: 0,
            stance: Stance::Single,
            noncombat: false,
        }
    }

    /// Returns the default options with this number of rounds.
    pub(in super::super) fn rounds(max_rounds: u32) -> Options {
        Options {
            max_rounds,
            ..Options::default()
        }
    }

    /// Returns a setup with two sides, red and blue; each fighter is a group.
    pub(in super::super) fn setup(
        fighting: [Vec<Fighter>; 2],
        players: [Player; 2],
        options: Options,
    ) -> Setup {
        let mut fighters: Vec<Fighter> = Vec::new();
        let mut fighting = fighting.into_iter();
        let sides = [("red", 0), ("blue", 1)].map(|(name, side): (&str, usize)| {
            let first = fighters.len();
            for (number, one) in fighting.next().into_iter().flatten().enumerate() {
                fighters.push(Fighter {
                    name: format!("{name} {number}"),
                    side,
                    group: fighters.len(),
                    ..one
                });
            }
            Side {
                name: name.to_owned(),
                members: first..fighters.len(),
                player: players[side],
            }
        });
        let groups = fighters.iter().map(|fighter| Group {
            label: fighter.name.clone(),
            side: fighter.side,
            size: 1,
        });
        Setup {
            groups: groups.collect(),
            sides,
            fighters,
            options,
        }
    }
}
