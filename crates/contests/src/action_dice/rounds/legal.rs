//! Actions, and the legal ones of a decision as numbered lists, for random players and for the solver.

use super::super::fighters::{AttackReach, GuardKind};
use super::act::DeclaredAction;
use super::dice_left::DiceLeft;
use super::fighter_sheet::{AttackAnswer, FighterSheet};

/// An action at a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Status in this round; true for a noncombatant.
    Status(bool),
    /// Declaration of an action with this number of dice; `None` to wait.
    Declare(Option<(DeclaredAction, u32)>),
    /// Answer to an attack; `None` for no answer.
    Answer(Option<AttackAnswer>),
}

/// All legal actions of a decision.
#[derive(Clone, Copy, Debug)]
pub(super) enum LegalActions {
    /// Choice between combatant and noncombatant for the round.
    Statuses,
    Declarations(Declarations),
    Answers(Answers),
}

impl LegalActions {
    /// Returns the number of actions.
    pub(super) fn count(self) -> u32 {
        match self {
            Self::Statuses => 2,
            Self::Declarations(all) => all.count(),
            Self::Answers(all) => all.count(),
        }
    }
}

/// A declaration. Targets are numbered among the opponents in reach, in file order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Declaration {
    /// Waiting without an action.
    Wait,
    /// An attack on one opponent.
    Attack {
        /// Number of action dice.
        dice: u32,
        /// Number of the target.
        target: u32,
    },
    /// A Group Attack on all opponents in reach.
    Group {
        /// Number of action dice, 2 or more.
        dice: u32,
    },
    /// A move toward the opponents.
    Move {
        /// Number of action dice.
        dice: u32,
    },
    /// A General Defense before any attack.
    General {
        /// Number of action dice, 2 or more.
        dice: u32,
    },
}

/// All legal declarations in order: to wait; attacks by their dice, then by their targets; Group
/// Attacks, moves and General Defenses by their dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Declarations {
    /// Number of dice usable for an attack.
    dice: u32,
    /// Number of opponents in reach.
    targets: u32,
    /// Number of dice usable for a move; 0 if no move is needed.
    moves: u32,
    /// Number of dice usable for a General Defense; 0 if one is in force.
    general: u32,
}

impl Declarations {
    /// Returns the declarations with `targets` opponents in reach. They depend on the distance of
    /// the farthest opponent, and on whether a General Defense is in force.
    pub(super) fn of(
        sheet: &FighterSheet,
        left: DiceLeft,
        targets: u32,
        farthest: u32,
        has_general: bool,
    ) -> Self {
        Self {
            dice: left.serving(sheet.attack_sorts),
            targets,
            moves: u32::from(!sheet.is_near(farthest)) * left.serving(sheet.move_sorts),
            general: u32::from(!has_general) * sheet.most_general(left),
        }
    }

    /// Returns the number of declarations.
    pub(super) fn count(self) -> u32 {
        1 + self.dice * self.targets + self.groups() + self.moves + self.general.saturating_sub(1)
    }

    fn groups(self) -> u32 {
        u32::from(self.targets > 0) * self.dice.saturating_sub(1)
    }

    /// Returns the declaration with this number.
    pub(super) fn at(self, number: u32) -> Declaration {
        let Some(mut place) = number.checked_sub(1) else {
            return Declaration::Wait;
        };
        let attacks = self.dice * self.targets;
        if place < attacks {
            return Declaration::Attack {
                dice: place / self.targets + 1,
                target: place % self.targets,
            };
        }
        place -= attacks;
        let Some(place) = place.checked_sub(self.groups()) else {
            return Declaration::Group { dice: place + 2 };
        };
        match place.checked_sub(self.moves) {
            None => Declaration::Move { dice: place + 1 },
            Some(place) => Declaration::General { dice: place + 2 },
        }
    }
}

/// All legal answers in order: none; parries and dodges by their dice; General Defenses and dives
/// by their dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answers {
    left: DiceLeft,
    attack: AttackReach,
    /// Maximum numbers of dice of a parry, a dodge, a General Defense and a dive.
    most: [u32; 4],
}

impl Answers {
    /// Returns the legal answers to an attack of this category.
    pub(super) fn of(sheet: &FighterSheet, left: DiceLeft, attack: AttackReach) -> Self {
        Self {
            left,
            attack,
            most: sheet.most(left, attack),
        }
    }

    /// Returns the number of answers.
    pub(super) fn count(self) -> u32 {
        let [parry, dodge, general, dive] = self.most;
        1 + parry + dodge + general.saturating_sub(1) + dive
    }

    /// Returns the answer with this number; `None` for no answer.
    pub(super) fn at(self, number: u32, sheet: &FighterSheet) -> Option<AttackAnswer> {
        let place = number.checked_sub(1)?;
        let (kind, dice) = self.named(place);
        sheet.answer_with(kind, self.left, dice, self.attack)
    }

    fn named(self, mut place: u32) -> (GuardKind, u32) {
        let [parry, dodge, general, _] = self.most;
        let both = parry.min(dodge);
        if place < 2 * both {
            let kind = [GuardKind::Parry, GuardKind::Dodge][place as usize % 2];
            return (kind, place / 2 + 1);
        }
        if place < parry + dodge {
            let kind = if parry > dodge {
                GuardKind::Parry
            } else {
                GuardKind::Dodge
            };
            return (kind, place - both + 1);
        }
        place -= parry + dodge;
        match place.checked_sub(general.saturating_sub(1)) {
            None => (GuardKind::General, place + 2),
            Some(place) => (GuardKind::Dive, place + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_numbered_by_dice_then_targets() {
        let all = Declarations {
            dice: 2,
            targets: 2,
            moves: 1,
            general: 3,
        };
        let list: Vec<Declaration> = (0..all.count()).map(|number| all.at(number)).collect();
        let attack = |dice, target| Declaration::Attack { dice, target };
        assert_eq!(
            list,
            [
                Declaration::Wait,
                attack(1, 0),
                attack(1, 1),
                attack(2, 0),
                attack(2, 1),
                Declaration::Group { dice: 2 },
                Declaration::Move { dice: 1 },
                Declaration::General { dice: 2 },
                Declaration::General { dice: 3 },
            ]
        );
        let none = Declarations {
            dice: 3,
            targets: 0,
            moves: 2,
            general: 1,
        };
        let list: Vec<Declaration> = (0..none.count()).map(|number| none.at(number)).collect();
        let moves = |dice| Declaration::Move { dice };
        assert_eq!(list, [Declaration::Wait, moves(1), moves(2)]);
    }

    #[test]
    fn answers_are_numbered_by_dice_parry_before_dodge() {
        let all = Answers {
            left: DiceLeft::NONE,
            attack: AttackReach::Ranged,
            most: [1, 3, 2, 1],
        };
        assert_eq!(all.count(), 7);
        let list: Vec<(GuardKind, u32)> = (0..6).map(|place| all.named(place)).collect();
        assert_eq!(
            list,
            [
                (GuardKind::Parry, 1),
                (GuardKind::Dodge, 1),
                (GuardKind::Dodge, 2),
                (GuardKind::Dodge, 3),
                (GuardKind::General, 2),
                (GuardKind::Dive, 1),
            ]
        );
    }
}
