//! What each split of the action dice lets a fighter roll.

use super::super::Options;
use super::players::{GUARDED, SPLITS};
use super::{Fighter, Guard, Reach, Skill, Stance};

/// A fighter's numbers.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    /// The defence value without a roll, against attacks of either reach.
    base: [i64; 2],
    /// How it attacks.
    pub(super) attack: Reach,
    /// Dice of an attack beyond action dice.
    pub(super) attack_other: u32,
    /// By split: the action dice of the attack; without any there is none.
    pub(super) attack_action: [u32; SPLITS],
    /// By split, and by the reach of the attacker defended against.
    guards: [[Guard; 2]; SPLITS],
}

impl Sheet {
    pub(super) fn new(fighter: &Fighter, options: &Options) -> Self {
        let special = fighter.special(fighter.attack.skill());
        let general = |split: usize| {
            if split == GUARDED {
                (fighter.general - options.half.of(fighter.general)).max(1)
            } else {
                fighter.general.min(split as u32)
            }
        };
        let mut attack_action = [0; SPLITS];
        let mut guards = [[Guard::NONE; 2]; SPLITS];
        // Dice that serve the attack do not serve the defence, too.
        let defending = Defending {
            fighter,
            options,
            idle: (special == 0).then_some(fighter.specialised).flatten(),
        };
        for split in 0..SPLITS {
            attack_action[split] = general(split) + fighter.for_attack + special;
            let left = fighter.general - general(split) + fighter.for_defence;
            guards[split] = Reach::BOTH.map(|reach| defending.guard(left, reach));
        }
        Self {
            base: fighter.bases(),
            attack: fighter.attack,
            attack_other: fighter.skill(fighter.attack) + fighter.attack_extra,
            attack_action,
            guards,
        }
    }

    /// The defence value without a roll against an attack.
    #[inline]
    pub(super) fn base(&self, attack: Reach) -> i64 {
        self.base[attack as usize]
    }

    /// The defence against an attacker of that reach.
    #[inline]
    pub(super) fn guard(&self, split: usize, attack: Reach) -> Guard {
        self.guards[split][attack as usize]
    }

    /// The dice of an attack with a split.
    pub(super) fn attack_dice(&self, split: usize) -> u32 {
        match self.attack_action[split] {
            0 => 0,
            action => action + self.attack_other,
        }
    }
}

/// A fighter in defence.
struct Defending<'a> {
    fighter: &'a Fighter,
    options: &'a Options,
    /// Specialised dice that the attack does not use.
    idle: Option<(Skill, u32)>,
}

impl Defending<'_> {
    fn special(&self, skill: Skill) -> u32 {
        match self.idle {
            Some((of, dice)) if of == skill => dice,
            _ => 0,
        }
    }

    /// What `left` action dice are rolled with against an attacker of that reach: what the stance says,
    /// or a single defence where the dice do not allow that.
    fn guard(&self, left: u32, attack: Reach) -> Guard {
        let wanted = match self.fighter.stance {
            Stance::Parry => return self.parry(left, attack),
            Stance::Dodge => return self.dodge(left),
            Stance::General => self.general(left),
            Stance::Dive if attack == Reach::Ranged => self.dive(left),
            Stance::Single | Stance::Dive => Guard::NONE,
        };
        if wanted == Guard::NONE {
            self.single(left, attack)
        } else {
            wanted
        }
    }

    fn single(&self, left: u32, attack: Reach) -> Guard {
        let (parry, dodge) = (self.parry(left, attack), self.dodge(left));
        if dodge.dice > parry.dice {
            dodge
        } else {
            parry
        }
    }

    fn parry(&self, left: u32, attack: Reach) -> Guard {
        let action = left + self.special(attack.skill());
        self.fighter.parry(action, attack)
    }

    fn dodge(&self, left: u32) -> Guard {
        self.fighter.dodge(left + self.special(Skill::Dodge))
    }

    /// General Defense, by Dodge or by the lower of the best defensive skills of both categories,
    /// whichever has more dice; none where there are not two action dice for it.
    fn general(&self, left: u32) -> Guard {
        let fighter = self.fighter;
        let action = left + self.special(Skill::Dodge);
        let by_dodge = fighter.general(action, fighter.dodge, self.options);
        let by_skill = fighter.general(left, fighter.lower_skill(), self.options);
        if by_skill.dice > by_dodge.dice {
            by_skill
        } else {
            by_dodge
        }
    }

    fn dive(&self, left: u32) -> Guard {
        let action = left + self.special(Skill::Movement);
        self.fighter.dive(action, self.options)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Dive;
    use super::super::super::fighters::tests::fighter;
    use super::super::GuardKind;
    use super::*;
    use crate::contest::Half;

    fn sheet(change: impl FnOnce(&mut Fighter)) -> Sheet {
        let mut fighter = fighter("Dirk", 0);
        change(&mut fighter);
        Sheet::new(&fighter, &Options::default())
    }

    fn guard(sheet: &Sheet, split: usize, attack: Reach) -> (GuardKind, u32) {
        let guard = sheet.guard(split, attack);
        (guard.kind, guard.dice)
    }

    #[test]
    fn a_split_gives_the_attack_so_many_dice_and_the_defence_the_rest() {
        let sheet = sheet(|_| ());
        assert_eq!(sheet.attack_action, [0, 1, 2, 3, 3, 3, 3, 3, 1]);
        assert_eq!([0, 2, 3].map(|split| sheet.attack_dice(split)), [0, 4, 5]);
        let parries = [0, 1, 2, 3, GUARDED].map(|split| guard(&sheet, split, Reach::HandToHand));
        assert_eq!(
            parries,
            [
                (GuardKind::Parry, 5),
                (GuardKind::Parry, 4),
                (GuardKind::Parry, 3),
                (GuardKind::None, 0),
                (GuardKind::Parry, 4)
            ]
        );
    }

    #[test]
    fn guarded_keeps_half_of_the_dice_for_defence_and_one_for_attack() {
        let attacks = |general, half| {
            let fighter = Fighter {
                general,
                ..fighter("Dirk", 0)
            };
            let options = Options {
                half,
                ..Options::default()
            };
            Sheet::new(&fighter, &options).attack_action[GUARDED]
        };
        assert_eq!(
            (1..=5)
                .map(|dice| attacks(dice, Half::Up))
                .collect::<Vec<_>>(),
            [1, 1, 1, 2, 2]
        );
        assert_eq!(
            (1..=5)
                .map(|dice| attacks(dice, Half::Down))
                .collect::<Vec<_>>(),
            [1, 1, 2, 2, 3]
        );
    }

    #[test]
    fn defence_values_are_5_and_the_best_skill_of_the_category_or_dodge() {
        let both = |sheet: Sheet| [Reach::HandToHand, Reach::Ranged].map(|reach| sheet.base(reach));
        assert_eq!(
            both(sheet(
                |who| (who.hand_to_hand, who.ranged, who.dodge) = (4, 0, 1)
            )),
            [9, 6]
        );
        assert_eq!(
            both(sheet(
                |who| (who.hand_to_hand, who.ranged, who.dodge) = (0, 0, 0)
            )),
            [5, 5]
        );
        assert_eq!(both(sheet(|who| who.noncombat = true)), [0, 0]);
    }

    #[test]
    fn the_better_of_parry_and_dodge_is_rolled_and_a_parry_takes_the_skill_of_the_attack() {
        let skills = |stance| {
            sheet(|who| {
                (who.hand_to_hand, who.ranged, who.dodge, who.stance) = (4, 1, 2, stance);
            })
        };
        let both = |stance| {
            [Reach::HandToHand, Reach::Ranged].map(|reach| guard(&skills(stance), 2, reach))
        };
        assert_eq!(
            both(Stance::Single),
            [(GuardKind::Parry, 5), (GuardKind::Dodge, 3)]
        );
        assert_eq!(
            both(Stance::Parry),
            [(GuardKind::Parry, 5), (GuardKind::Parry, 2)]
        );
        assert_eq!(both(Stance::Dodge), [(GuardKind::Dodge, 3); 2]);
    }

    #[test]
    fn a_general_defence_halves_two_dice_and_the_lower_skill_and_needs_two_dice() {
        let general = |change: fn(&mut Fighter)| {
            sheet(|who| {
                who.stance = Stance::General;
                change(who);
            })
        };
        // Half of 2 + 2, and a third action die whole.
        let plain = general(|_| ());
        assert_eq!(guard(&plain, 1, Reach::Ranged), (GuardKind::General, 2));
        assert_eq!(guard(&plain, 0, Reach::Ranged), (GuardKind::General, 3));
        assert_eq!(guard(&plain, 2, Reach::Ranged), (GuardKind::Parry, 3));
        let uneven = general(|who| (who.hand_to_hand, who.ranged, who.dodge) = (6, 4, 1));
        assert_eq!(
            guard(&uneven, 1, Reach::HandToHand),
            (GuardKind::General, 3)
        );
        let noncombat = general(|who| who.noncombat = true);
        assert_eq!(guard(&noncombat, 1, Reach::Ranged), (GuardKind::Parry, 4));
    }

    #[test]
    fn a_dive_is_a_movement_action_against_ranged_attacks() {
        let dive = sheet(|who| (who.stance, who.movement, who.dodge) = (Stance::Dive, 1, 0));
        let found = dive.guard(1, Reach::Ranged);
        assert_eq!(
            (found.kind, found.dice, found.kept),
            (GuardKind::Dive, 3, 2)
        );
        assert_eq!(guard(&dive, 1, Reach::HandToHand), (GuardKind::Parry, 4));
        let options = Options {
            dive: Dive::Dice,
            ..Options::default()
        };
        let fighter = Fighter {
            stance: Stance::Dive,
            ..fighter("Dirk", 0)
        };
        let counted = Sheet::new(&fighter, &options).guard(0, Reach::Ranged);
        assert_eq!((counted.dice, counted.fixed), (0, 3));
    }

    #[test]
    fn a_dive_without_an_action_die_for_it_is_a_single_defence() {
        // All general dice attack; two more serve Dodge alone, or movement alone.
        let with =
            |skill| sheet(|who| (who.stance, who.specialised) = (Stance::Dive, Some((skill, 2))));
        let both =
            |sheet: Sheet| [Reach::HandToHand, Reach::Ranged].map(|reach| guard(&sheet, 3, reach));
        assert_eq!(both(with(Skill::Dodge)), [(GuardKind::Dodge, 4); 2]);
        let dive = [(GuardKind::None, 0), (GuardKind::Dive, 4)];
        assert_eq!(both(with(Skill::Movement)), dive);
    }

    #[test]
    fn a_general_defence_by_dodge_has_the_dice_that_serve_dodge_alone() {
        // The lower of the best skills of both categories is 4, Dodge is 1.
        let general = |split, special| {
            let sheet = sheet(|who| {
                (who.hand_to_hand, who.ranged, who.dodge) = (6, 4, 1);
                (who.stance, who.specialised) = (Stance::General, Some((Skill::Dodge, special)));
            });
            guard(&sheet, split, Reach::HandToHand)
        };
        // Nothing else is left for it: half of 2 + 1.
        assert_eq!(general(3, 2), (GuardKind::General, 2));
        // One die is none for it, so it is a Dodge.
        assert_eq!(general(3, 1), (GuardKind::Dodge, 2));
        // By Dodge half of 2 + 1 and two more dice; by skill half of 2 + 4.
        assert_eq!(general(1, 2), (GuardKind::General, 4));
        // By skill half of 2 + 4 and one more die; by Dodge half of 2 + 1 and two more.
        assert_eq!(general(0, 1), (GuardKind::General, 4));
    }

    #[test]
    fn limited_and_specialised_dice_serve_what_they_are_for_once() {
        let limited = sheet(|who| (who.for_attack, who.for_defence) = (1, 2));
        assert_eq!(limited.attack_action[0], 1);
        assert_eq!(guard(&limited, 3, Reach::Ranged), (GuardKind::Parry, 4));
        let in_attack = sheet(|who| who.specialised = Some((Skill::HandToHand, 1)));
        assert_eq!(in_attack.attack_action[1], 2);
        assert_eq!(
            guard(&in_attack, 3, Reach::HandToHand),
            (GuardKind::None, 0)
        );
        let in_dodge = sheet(|who| who.specialised = Some((Skill::Dodge, 1)));
        assert_eq!(in_dodge.attack_action[1], 1);
        assert_eq!(
            guard(&in_dodge, 3, Reach::HandToHand),
            (GuardKind::Dodge, 3)
        );
        let in_parry = sheet(|who| {
            who.attack = Reach::Ranged;
            who.specialised = Some((Skill::HandToHand, 1));
        });
        assert_eq!(
            guard(&in_parry, 3, Reach::HandToHand),
            (GuardKind::Parry, 3)
        );
    }
}
