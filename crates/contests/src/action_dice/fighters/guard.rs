//! Defense rolls.

use super::super::options::{Dive, Options};
use super::super::roll::{ActionEffort, best, dice};
use super::fighter::{AttackReach, Fighter};
use evenodds_core::dice::Pool;

/// A defense roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// Kind of defense.
    pub kind: GuardKind,
    /// Number of dice thrown.
    pub dice: u32,
    /// Number of the highest dice that count.
    pub kept: u32,
    /// Bonus added without a roll.
    pub fixed: u32,
}

/// Kinds of defense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GuardKind {
    /// No defense.
    None,
    /// Parry against one attacker.
    Parry,
    /// Dodge against one attacker.
    Dodge,
    /// General Defense against all attackers.
    General,
    /// Dive for cover from one ranged attack.
    Dive,
}

impl Guard {
    pub(in super::super) const NONE: Self = Self {
        kind: GuardKind::None,
        dice: 0,
        kept: 0,
        fixed: 0,
    };

    fn all(kind: GuardKind, dice: u32) -> Self {
        Self {
            kind,
            dice,
            kept: dice,
            fixed: 0,
        }
    }

    /// Returns the total of a throw.
    #[inline]
    pub(in super::super) fn total(&self, pool: Pool) -> u32 {
        let sum = if self.kept < self.dice {
            best(pool, self.kept)
        } else {
            pool.sum()
        };
        sum + self.fixed
    }

    /// Narrates the defense: `parries Dirk with 4 dice, {1,2,5,6}: 14`.
    pub(in super::super) fn description(&self, pool: Pool, against: &str) -> String {
        let how = match self.kind {
            GuardKind::None => return "does not defend".to_owned(),
            GuardKind::Parry => format!("parries {against}"),
            GuardKind::Dodge => format!("dodges {against}"),
            GuardKind::General => "defends against all".to_owned(),
            GuardKind::Dive => format!("dives for cover from {against}"),
        };
        if self.dice == 0 {
            return format!("{how}: {}", self.fixed);
        }
        let sum = best(pool, self.kept);
        let kept = if self.kept < self.dice {
            format!(", the best {} make {sum}", self.kept)
        } else {
            format!(": {sum}")
        };
        format!("{how} with {}, {pool}{kept}", dice(self.dice))
    }
}

/// Defenses of a fighter, each with a given number of action dice.
impl Fighter {
    /// Returns a parry, with the skill of the attack's category.
    pub(in super::super) fn parry(&self, action: u32, attack: AttackReach) -> Guard {
        self.by_skill(GuardKind::Parry, action, self.skill(attack))
    }

    /// Returns a dodge.
    pub(in super::super) fn dodge(&self, action: u32) -> Guard {
        self.by_skill(GuardKind::Dodge, action, self.dodge)
    }

    fn by_skill(&self, kind: GuardKind, action: u32, bonus: u32) -> Guard {
        if action == 0 {
            Guard::NONE
        } else {
            Guard::all(kind, action + bonus + self.defence_extra)
        }
    }

    /// Returns the lower of the best defensive skills in the two categories, for a General Defense.
    /// Dodge belongs to both categories, so the result is never below Dodge. Dice specialized in
    /// Dodge can be used for Dodge only.
    pub(in super::super) fn lower_skill(&self) -> u32 {
        let best = |skill: u32| skill.max(self.dodge);
        best(self.hand_to_hand).min(best(self.ranged))
    }

    /// Returns a General Defense with a skill of `bonus` dice: none with fewer than two action
    /// dice, and none for a noncombatant.
    pub(in super::super) fn general(&self, action: u32, bonus: u32, options: &Options) -> Guard {
        if self.noncombat || action < 2 {
            return Guard::NONE;
        }
        let effort = ActionEffort {
            action,
            bonus,
            extra: self.defence_extra,
            two_die: true,
        };
        let (action, other) = effort.thrown(options);
        Guard::all(GuardKind::General, action + other)
    }

    /// Returns a dive for cover with the dice of one movement action. Movement is an ability, so
    /// only the best dice count.
    pub(in super::super) fn dive(&self, action: u32, options: &Options) -> Guard {
        if action == 0 {
            return Guard::NONE;
        }
        let dice = action + self.movement;
        let kept = dice.min(self.movement + 1);
        let kind = GuardKind::Dive;
        match options.dive {
            Dive::Roll => Guard {
                kind,
                dice,
                kept,
                fixed: 0,
            },
            Dive::Dice => Guard {
                kind,
                dice: 0,
                kept: 0,
                fixed: kept,
            },
        }
    }
}
