//! Fighter sheets: the usable dice and the rolls of each action, computed once per exchange.

use super::super::fighters::{AttackReach, Fighter, Guard, GuardKind, Player, Specialty, Stance};
use super::super::options::{DeclareTie, Options};
use super::super::roll::ActionEffort;
use super::dice_left::{DiceLeft, Sorts};
use super::exchange_state::Turn;
use evenodds_core::dice::FACES;

/// Values of a fighter that do not change during an exchange.
#[derive(Clone, Debug)]
pub(super) struct FighterSheet {
    /// The fighter itself.
    fighter: Fighter,
    options: Options,
    /// Player that decides for the fighter.
    pub(super) player: Player,
    /// Dice at the start of a round, and the turn of the fighter with these dice.
    pub(super) start: DiceLeft,
    pub(super) turn: Turn,
    /// Tie-breaker of declarations after the dice left: all dice of the round, or 0.
    pub(super) total: u32,
    /// Defense values without a roll, by category of the attack.
    base: [u32; 2],
    /// Category of the fighter's attacks.
    pub(super) attack: AttackReach,
    /// Sorts of dice usable for attacks.
    pub(super) attack_sorts: Sorts,
    /// Sorts of dice usable for moves.
    pub(super) move_sorts: Sorts,
    /// Dice of an attack in addition to action dice.
    attack_other: u32,
    /// Answers of players that answer every attack, by category of the attack.
    preferred: [PreferredAnswers; 2],
}

/// A way to answer an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackAnswer {
    /// Defense to roll.
    pub(super) guard: Guard,
    /// Sorts of dice usable for the answer.
    pub(super) sorts: Sorts,
    /// Number of dice used.
    pub(super) dice: u32,
}

/// Ways to answer, in order of preference.
#[derive(Clone, Debug, Default)]
struct PreferredAnswers {
    all: [Option<AttackAnswer>; 4],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct AttackDice {
    /// Action dice, which decide the order of actions.
    pub(super) action: u32,
    /// Further dice, of the skill and extra dice.
    pub(super) other: u32,
}

impl FighterSheet {
    pub(super) fn new(
        fighter: &Fighter,
        position: usize,
        player: Player,
        options: &Options,
    ) -> Self {
        let special = fighter.specialised.map_or(0, |(_, dice)| dice);
        let serves = |skill: Specialty| fighter.special(skill) > 0;
        let start = DiceLeft::new(
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
            attack_sorts: Sorts::ATTACK.and_special(serves(fighter.attack.skill())),
            move_sorts: Sorts::GENERAL.and_special(serves(Specialty::Movement)),
            attack_other: fighter.skill(fighter.attack) + fighter.attack_extra,
            preferred: [PreferredAnswers::default(), PreferredAnswers::default()],
            fighter: fighter.clone(),
            options: *options,
        };
        sheet.preferred = AttackReach::BOTH.map(|reach| sheet.preferred(reach));
        sheet
    }

    /// Returns the defense value without a roll against an attack.
    #[inline]
    pub(super) fn base(&self, attack: AttackReach) -> u32 {
        self.base[attack as usize]
    }

    /// Returns the number of dice that an attack loses at a distance, in units.
    #[inline]
    pub(super) fn penalty(&self, distance: u32) -> u32 {
        match self.attack {
            AttackReach::HandToHand => 0,
            AttackReach::Ranged => self.options.range_penalty * distance.saturating_sub(1),
        }
    }

    /// Returns whether attacks at a distance have no range penalty, so that no move is needed.
    pub(super) fn is_near(&self, distance: u32) -> bool {
        match self.attack {
            AttackReach::HandToHand => distance == 0,
            AttackReach::Ranged => self.penalty(distance) == 0,
        }
    }

    /// Returns the dice of an attack with `action` action dice at that distance.
    #[inline]
    pub(super) fn attack_dice(&self, action: u32, distance: u32) -> AttackDice {
        AttackDice {
            action,
            other: self.attack_other.saturating_sub(self.penalty(distance)),
        }
    }

    /// Returns the dice of a Group Attack, a two-die action, where `distance` is that of the
    /// farthest target. The range penalty is subtracted before the dice are halved, from those of
    /// the skill first.
    pub(super) fn group_attack_dice(&self, action: u32, distance: u32) -> AttackDice {
        let penalty = u32::from(self.options.group_penalty) * self.penalty(distance);
        let skill = self.fighter.skill(self.attack);
        let of_extra = penalty.saturating_sub(skill);
        let effort = ActionEffort {
            action,
            bonus: skill.saturating_sub(penalty),
            extra: self.fighter.attack_extra.saturating_sub(of_extra),
            two_die: true,
        };
        let (action, other) = effort.thrown(&self.options);
        AttackDice { action, other }
    }

    /// Returns the distance that a move covers, in units.
    #[inline]
    pub(super) fn move_distance(&self, dice: u32) -> u32 {
        let movement = self.fighter.movement;
        (dice + movement).min(movement + 1)
    }

    /// Returns the number of dice with which a rule-based player attacks; 0 to wait.
    #[inline]
    pub(super) fn dice_to_attack(&self, left: DiceLeft) -> u32 {
        match self.player {
            Player::Keep(kept) => u32::from(left.count() > kept && left.serves(self.attack_sorts)),
            // After the attack of the round, no die is usable for another one.
            Player::Heavy => left.serving(self.attack_sorts),
            _ => 0,
        }
    }

    /// Returns whether the player ever answers an attack.
    #[inline]
    pub(super) fn answers(&self) -> bool {
        self.player != Player::Heavy
    }

    /// Returns the answer of a rule-based player to an attack of this reach; `None` for no answer,
    /// or if no die is usable.
    #[inline]
    pub(super) fn answer(
        &self,
        left: DiceLeft,
        attack: AttackReach,
        in_force: bool,
    ) -> Option<AttackAnswer> {
        if !self.answers() {
            return None;
        }
        let ways = self.preferred[attack as usize]
            .all
            .iter()
            .map_while(|way| *way);
        ways.into_iter().find(|way| {
            // A General Defense in force holds against all attackers, so a second one is useless.
            let is_in_force = in_force && way.guard.kind == GuardKind::General;
            !is_in_force && left.serving(way.sorts) >= way.dice
        })
    }

    /// Returns the sorts of dice usable for a parry, a dodge, or a dive.
    fn sorts(&self, kind: GuardKind, attack: AttackReach) -> Sorts {
        let skill = match kind {
            GuardKind::Dive => Specialty::Movement,
            GuardKind::Parry => attack.skill(),
            _ => Specialty::Dodge,
        };
        Sorts::DEFENCE.and_special(self.fighter.special(skill) > 0)
    }

    /// Returns a General Defense with `dice` of the dice left: by Dodge, or by the lower of the
    /// best defensive skills of both categories, whichever has more dice. Only the first may use
    /// dice specialized in Dodge.
    fn general(&self, left: DiceLeft, dice: u32) -> Option<AttackAnswer> {
        let ways = [
            (
                self.sorts(GuardKind::General, self.attack),
                self.fighter.dodge,
            ),
            (Sorts::DEFENCE, self.fighter.lower_skill()),
        ];
        let mut best: Option<AttackAnswer> = None;
        for (sorts, bonus) in ways {
            let guard = self.fighter.general(dice, bonus, &self.options);
            if guard != Guard::NONE
                && left.serving(sorts) >= dice
                && best.is_none_or(|best| guard.dice > best.guard.dice)
            {
                best = Some(AttackAnswer { guard, sorts, dice });
            }
        }
        best
    }

    /// Returns an answer of this kind with `dice` dice; `None` if that is not legal.
    pub(super) fn answer_with(
        &self,
        kind: GuardKind,
        left: DiceLeft,
        dice: u32,
        attack: AttackReach,
    ) -> Option<AttackAnswer> {
        let guard = match kind {
            GuardKind::None => return None,
            GuardKind::General => return self.general(left, dice),
            GuardKind::Parry => self.fighter.parry(dice, attack),
            GuardKind::Dodge => self.fighter.dodge(dice),
            GuardKind::Dive => self.fighter.dive(dice, &self.options),
        };
        let sorts = self.sorts(kind, attack);
        (left.serving(sorts) >= dice).then_some(AttackAnswer { guard, sorts, dice })
    }

    /// Returns the number of dice usable for a General Defense, which needs at least two; 0 for a
    /// noncombatant.
    pub(super) fn most_general(&self, left: DiceLeft) -> u32 {
        if self.fighter.noncombat {
            0
        } else {
            left.serving(self.sorts(GuardKind::General, self.attack))
        }
    }

    /// Returns the maximum numbers of dice for answers to an attack of this category: parry, dodge,
    /// General Defense, dive.
    pub(super) fn most(&self, left: DiceLeft, attack: AttackReach) -> [u32; 4] {
        let serving = |kind| left.serving(self.sorts(kind, attack));
        [
            serving(GuardKind::Parry),
            serving(GuardKind::Dodge),
            self.most_general(left),
            match attack {
                AttackReach::HandToHand => 0,
                AttackReach::Ranged => serving(GuardKind::Dive),
            },
        ]
    }

    /// Returns the answers of a player that answers every attack, in the order of preference of the
    /// stance.
    fn preferred(&self, attack: AttackReach) -> PreferredAnswers {
        // Assumes enough dice of all sorts; the dice left are checked at the time of the answer.
        let plenty = DiceLeft::new(9, 9, 9, 9);
        let way = |kind, dice| self.answer_with(kind, plenty, dice, attack);
        let (parry, dodge) = (way(GuardKind::Parry, 1), way(GuardKind::Dodge, 1));
        let thrown = |way: Option<AttackAnswer>| way.map_or(0, |way| way.guard.dice);
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
                // General Defense with only dice specialized in Dodge, if fewer than two others are
                // left.
                let other = self.general(DiceLeft::new(0, 0, 0, 9), 2);
                let other = other.filter(|other| Some(other.sorts) != wide.map(|wide| wide.sorts));
                match (wide, other) {
                    (Some(_), Some(_)) => [wide, other, single[0], single[1]],
                    (Some(_), None) => [wide, single[0], single[1], None],
                    _ => [single[0], single[1], None, None],
                }
            }
            Stance::Dive if attack == AttackReach::Ranged => {
                [way(GuardKind::Dive, 1), single[0], single[1], None]
            }
            Stance::Single | Stance::Dive => [single[0], single[1], None, None],
        };
        PreferredAnswers { all }
    }

    /// Returns the highest possible defense roll against an attack of this category.
    pub(super) fn highest_roll(&self, attack: AttackReach) -> u32 {
        let kinds = [
            GuardKind::Parry,
            GuardKind::Dodge,
            GuardKind::General,
            GuardKind::Dive,
        ];
        let ways = kinds.into_iter().zip(self.most(self.start, attack));
        let highest = ways.filter_map(|(kind, dice)| {
            let guard = self.answer_with(kind, self.start, dice, attack)?.guard;
            Some(FACES * guard.kept + guard.fixed)
        });
        highest.max().unwrap_or(0)
    }

    /// Returns whether a General Defense in force, apart from its roll, affects decisions with
    /// these dice left.
    pub(super) fn general_matters(&self, left: DiceLeft) -> bool {
        let matters = match self.player {
            Player::Keep(_) => self.fighter.stance == Stance::General,
            Player::Heavy => false,
            // A General Defense in force is not declared again.
            _ => true,
        };
        matters && self.most_general(left) > 1
    }
}
