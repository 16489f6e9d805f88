//! A combatant: its dice, its skills, and what its action dice may be used for.

use evenodds_core::contest::choices;

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
    pub(in super::super) const BOTH: [Self; 2] = [Self::HandToHand, Self::Ranged];

    /// Returns the skill that attacks of this category use.
    pub(in super::super) fn skill(self) -> Specialty {
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
    /// True if the fighter is a noncombatant.
    pub noncombat: bool,
}

impl Fighter {
    /// Returns the dice of the combat skill of a category.
    pub(in super::super) fn skill(&self, reach: AttackReach) -> u32 {
        match reach {
            AttackReach::HandToHand => self.hand_to_hand,
            AttackReach::Ranged => self.ranged,
        }
    }

    /// Returns the number of action dice specialized in a skill.
    pub(in super::super) fn special(&self, skill: Specialty) -> u32 {
        match self.specialised {
            Some((of, dice)) if of == skill => dice,
            _ => 0,
        }
    }

    /// Returns the same fighter with the opposite noncombat status.
    pub(in super::super) fn flipped(&self) -> Self {
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
    pub(in super::super) fn dice(&self) -> u32 {
        let special = self.specialised.map_or(0, |(_, dice)| dice);
        self.general + self.for_attack + self.for_defence + special
    }

    /// Returns the defense value without a roll against attacks of either reach.
    pub(in super::super) fn bases(&self) -> [i64; 2] {
        AttackReach::BOTH.map(|reach| {
            if self.noncombat {
                0
            } else {
                5 + i64::from(self.skill(reach).max(self.dodge))
            }
        })
    }
}
