//! A fighter's numbers: which dice may serve what, and what is thrown for it.

use super::super::fighters::{Fighter, Guard, GuardKind, Reach, Skill, Stance};
use super::super::roll::Effort;
use super::super::{DeclareTie, Options};
use super::left::{Left, Sorts};
use super::players::Player;
use super::standing::Turn;
use crate::dice::FACES;

/// A fighter's numbers.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    /// Whose numbers they are.
    fighter: Fighter,
    options: Options,
    /// The player that decides.
    pub(super) player: Player,
    /// The dice of a round, and when it comes to declare with them.
    pub(super) start: Left,
    pub(super) turn: Turn,
    /// What settles who declares first after the dice that are left: all dice of the round, or nothing.
    pub(super) total: u32,
    /// The defence value without a roll, against attacks of either reach.
    base: [u32; 2],
    /// How it attacks.
    pub(super) attack: Reach,
    /// The dice that may serve an attack.
    pub(super) to_attack: Sorts,
    /// The dice that may serve a move.
    pub(super) to_move: Sorts,
    /// Dice of an attack beyond action dice.
    attack_other: u32,
    /// What those who answer every attack do, by the reach of the attack.
    ways: [Ways; 2],
}

/// A way to answer an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What is thrown.
    pub(super) guard: Guard,
    /// The dice that may serve it.
    pub(super) sorts: Sorts,
    /// How many of them are used.
    pub(super) dice: u32,
}

/// Ways to answer, the one that is preferred first.
#[derive(Clone, Debug, Default)]
struct Ways {
    all: [Option<Answer>; 4],
}

/// What is thrown for an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Blow {
    /// Action dice, which settle who acts first.
    pub(super) action: u32,
    /// Further dice.
    pub(super) other: u32,
}

impl Sheet {
    pub(super) fn new(
        fighter: &Fighter,
        position: usize,
        player: Player,
        options: &Options,
    ) -> Self {
        let special = fighter.specialised.map_or(0, |(_, dice)| dice);
        let serves = |skill: Skill| fighter.special(skill) > 0;
        let start = Left::new(
            fighter.general,
            fighter.for_attack,
            fighter.for_defence,
            special,
        );
        let total = match options.declare_tie {
            DeclareTie::Total => fighter.dice(),
            DeclareTie::Random => 0,
        };
        let mut sheet = Self {
            player: player.keeping(fighter, options),
            start,
            turn: Turn::new(start, total, position),
            total,
            base: fighter.bases().map(|base| base as u32),
            attack: fighter.attack,
            to_attack: Sorts::ATTACK.and_special(serves(fighter.attack.skill())),
            to_move: Sorts::GENERAL.and_special(serves(Skill::Movement)),
            attack_other: fighter.skill(fighter.attack) + fighter.attack_extra,
            ways: [Ways::default(), Ways::default()],
            fighter: fighter.clone(),
            options: *options,
        };
        sheet.ways = Reach::BOTH.map(|reach| sheet.ways(reach));
        sheet
    }

    /// The defence value without a roll against an attack.
    #[inline]
    pub(super) fn base(&self, attack: Reach) -> u32 {
        self.base[attack as usize]
    }

    /// Dice that an attack loses at a distance.
    #[inline]
    pub(super) fn penalty(&self, distance: u32) -> u32 {
        match self.attack {
            Reach::HandToHand => 0,
            Reach::Ranged => self.options.range_penalty * distance.saturating_sub(1),
        }
    }

    /// Returns whether attacks at a distance are possible and lose nothing, so that no move is needed.
    pub(super) fn is_near(&self, distance: u32) -> bool {
        match self.attack {
            Reach::HandToHand => distance == 0,
            Reach::Ranged => self.penalty(distance) == 0,
        }
    }

    /// Returns the dice of an attack with `action` action dice at that distance.
    #[inline]
    pub(super) fn blow(&self, action: u32, distance: u32) -> Blow {
        Blow {
            action,
            other: self.attack_other.saturating_sub(self.penalty(distance)),
        }
    }

    /// The same in a Group Attack, a two-die action, on targets of which the farthest is at that distance. What
    /// the range costs is taken from the dice before they are halved, from those of the skill first.
    pub(super) fn group_blow(&self, action: u32, distance: u32) -> Blow {
        let penalty = u32::from(self.options.group_penalty) * self.penalty(distance);
        let skill = self.fighter.skill(self.attack);
        let of_extra = penalty.saturating_sub(skill);
        let effort = Effort {
            action,
            bonus: skill.saturating_sub(penalty),
            extra: self.fighter.attack_extra.saturating_sub(of_extra),
            two_die: true,
        };
        let (action, other) = effort.thrown(&self.options);
        Blow { action, other }
    }

    /// The units that a move covers.
    #[inline]
    pub(super) fn stride(&self, dice: u32) -> u32 {
        let movement = self.fighter.movement;
        (dice + movement).min(movement + 1)
    }

    /// With how many dice it attacks whose player follows a rule; 0 where it waits.
    #[inline]
    pub(super) fn strikes_with(&self, left: Left) -> u32 {
        match self.player {
            Player::Keep(kept) => u32::from(left.count() > kept && left.serves(self.to_attack)),
            // With nothing left that serves it has attacked.
            Player::Heavy => left.serving(self.to_attack),
            _ => 0,
        }
    }

    /// Whether it ever answers an attack.
    #[inline]
    pub(super) fn answers(&self) -> bool {
        self.player != Player::Heavy
    }

    /// How it answers an attack of that reach whose player follows a rule; `None` where it does not, or
    /// no die may serve.
    #[inline]
    pub(super) fn answer(&self, left: Left, attack: Reach, in_force: bool) -> Option<Answer> {
        if !self.answers() {
            return None;
        }
        let ways = self.ways[attack as usize].all.iter().map_while(|way| *way);
        ways.into_iter().find(|way| {
            // One General Defense holds against everybody.
            let is_there = in_force && way.guard.kind == GuardKind::General;
            !is_there && left.serving(way.sorts) >= way.dice
        })
    }

    /// The dice that may serve a parry, a dodge, and a dive.
    fn sorts(&self, kind: GuardKind, attack: Reach) -> Sorts {
        let skill = match kind {
            GuardKind::Dive => Skill::Movement,
            GuardKind::Parry => attack.skill(),
            _ => Skill::Dodge,
        };
        Sorts::DEFENCE.and_special(self.fighter.special(skill) > 0)
    }

    /// General Defense with so many dice of those that are left: by Dodge, or by the lower of the best
    /// defensive skills of both categories, whichever has more dice. Dice specialised in Dodge serve
    /// the first alone.
    fn general(&self, left: Left, dice: u32) -> Option<Answer> {
        let ways = [
            (
                self.sorts(GuardKind::General, self.attack),
                self.fighter.dodge,
            ),
            (Sorts::DEFENCE, self.fighter.lower_skill()),
        ];
        let mut best: Option<Answer> = None;
        for (sorts, bonus) in ways {
            let guard = self.fighter.general(dice, bonus, &self.options);
            if guard != Guard::NONE
                && left.serving(sorts) >= dice
                && best.is_none_or(|best| guard.dice > best.guard.dice)
            {
                best = Some(Answer { guard, sorts, dice });
            }
        }
        best
    }

    /// An answer of that kind with so many dice; `None` where they may not serve it.
    pub(super) fn way(
        &self,
        kind: GuardKind,
        left: Left,
        dice: u32,
        attack: Reach,
    ) -> Option<Answer> {
        let guard = match kind {
            GuardKind::None => return None,
            GuardKind::General => return self.general(left, dice),
            GuardKind::Parry => self.fighter.parry(dice, attack),
            GuardKind::Dodge => self.fighter.dodge(dice),
            GuardKind::Dive => self.fighter.dive(dice, &self.options),
        };
        let sorts = self.sorts(kind, attack);
        (left.serving(sorts) >= dice).then_some(Answer { guard, sorts, dice })
    }

    /// Returns the dice that may serve a General Defense, of which it takes two; 0 for a noncombatant.
    pub(super) fn most_general(&self, left: Left) -> u32 {
        if self.fighter.noncombat {
            0
        } else {
            left.serving(self.sorts(GuardKind::General, self.attack))
        }
    }

    /// With how many dice it may answer an attack of that reach at most: parry, dodge, General Defense,
    /// dive.
    pub(super) fn most(&self, left: Left, attack: Reach) -> [u32; 4] {
        let serving = |kind| left.serving(self.sorts(kind, attack));
        [
            serving(GuardKind::Parry),
            serving(GuardKind::Dodge),
            self.most_general(left),
            match attack {
                Reach::HandToHand => 0,
                Reach::Ranged => serving(GuardKind::Dive),
            },
        ]
    }

    /// What those do who answer all attacks, as the stance says.
    fn ways(&self, attack: Reach) -> Ways {
        // As if all sorts were there: whether they are is seen when it comes to it.
        let plenty = Left::new(9, 9, 9, 9);
        let way = |kind, dice| self.way(kind, plenty, dice, attack);
        let (parry, dodge) = (way(GuardKind::Parry, 1), way(GuardKind::Dodge, 1));
        let thrown = |way: Option<Answer>| way.map_or(0, |way| way.guard.dice);
        let single = if thrown(dodge) > thrown(parry) {
            [dodge, parry]
        } else {
            [parry, dodge]
        };
        let all = match self.fighter.stance {
            Stance::Parry => [parry, None, None, None],
            Stance::Dodge => [dodge, None, None, None],
            Stance::General => {
                let wide = self.general(plenty, 2);
                // By Dodge with dice specialised in it where there are no two others.
                let other = self.general(Left::new(0, 0, 0, 9), 2);
                let other = other.filter(|other| Some(other.sorts) != wide.map(|wide| wide.sorts));
                match (wide, other) {
                    (Some(_), Some(_)) => [wide, other, single[0], single[1]],
                    (Some(_), None) => [wide, single[0], single[1], None],
                    _ => [single[0], single[1], None, None],
                }
            }
            Stance::Dive if attack == Reach::Ranged => {
                [way(GuardKind::Dive, 1), single[0], single[1], None]
            }
            Stance::Single | Stance::Dive => [single[0], single[1], None, None],
        };
        Ways { all }
    }

    /// The highest that it may roll in defence against an attack of that reach.
    pub(super) fn highest_roll(&self, attack: Reach) -> u32 {
        let kinds = [
            GuardKind::Parry,
            GuardKind::Dodge,
            GuardKind::General,
            GuardKind::Dive,
        ];
        let ways = kinds.into_iter().zip(self.most(self.start, attack));
        let highest = ways.filter_map(|(kind, dice)| {
            let guard = self.way(kind, self.start, dice, attack)?.guard;
            Some(FACES * guard.kept + guard.fixed)
        });
        highest.max().unwrap_or(0)
    }

    /// Returns whether it matters, with these dice left, if its General Defense is in force, beside what
    /// was rolled.
    pub(super) fn minds_general(&self, left: Left) -> bool {
        let minds = match self.player {
            Player::Keep(_) => self.fighter.stance == Stance::General,
            Player::Heavy => false,
            // One that is in force is not declared anew.
            _ => true,
        };
        minds && self.most_general(left) > 1
    }
}
