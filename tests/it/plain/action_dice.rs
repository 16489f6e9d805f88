//! An exchange of attacks, plainly: hits are kept fighter by fighter, and every round is worked out anew
//! from the character sheets.
//!
//! Rollers are numbered: attacks of the fighters in file order, then their defences.

use super::dice::PlainDice;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    HandToHand,
    Ranged,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skill {
    HandToHand,
    Ranged,
    Dodge,
    Movement,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stance {
    Single,
    Parry,
    Dodge,
    General,
    Dive,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// So many general action dice attack.
    Attack(u32),
    Guarded,
    AllOut,
}

#[derive(Clone, Debug)]
pub struct Fighter {
    pub side: usize,
    pub general: u32,
    pub for_attack: u32,
    pub for_defence: u32,
    pub specialised: Option<(Skill, u32)>,
    pub hand_to_hand: u32,
    pub ranged: u32,
    pub dodge: u32,
    pub movement: u32,
    pub attack: Reach,
    pub attack_extra: u32,
    pub defence_extra: u32,
    pub stance: Stance,
    pub noncombat: bool,
}

#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of a file")]
pub struct Rules {
    pub half_up: bool,
    pub extra_is_halved: bool,
    pub tie_hits: bool,
    pub against_strongest: bool,
    pub dive_is_rolled: bool,
    pub hits_to_win: u32,
    pub max_rounds: u32,
}

/// What came of it: who won (the first or the second side, nobody left, nobody in time), the rounds, and
/// the hits of all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub outcome: usize,
    pub rounds: u32,
    pub hits: Vec<u32>,
}

/// A defence that was rolled: its value, and the only attacker it is for, if it is for one.
struct Defence {
    value: u32,
    only: Option<usize>,
}

pub fn exchange(
    fighters: &[Fighter],
    splits: [Split; 2],
    rules: &Rules,
    dice: &mut dyn PlainDice,
) -> Report {
    let mut hits = vec![0; fighters.len()];
    let standing = |hits: &[u32], side: usize| -> Vec<usize> {
        let all = 0..fighters.len();
        all.filter(|&one| fighters[one].side == side && hits[one] < rules.hits_to_win)
            .collect()
    };
    for round in 1..=rules.max_rounds {
        let mut defences: Vec<Option<Defence>> = Vec::new();
        for (position, fighter) in fighters.iter().enumerate() {
            if hits[position] >= rules.hits_to_win {
                defences.push(None);
                continue;
            }
            let opponents = standing(&hits, 1 - fighter.side);
            let mut threat = opponents[0];
            if rules.against_strongest {
                let dice =
                    |one: usize| attack_dice(&fighters[one], splits[1 - fighter.side], rules);
                for &one in &opponents {
                    if dice(one) > dice(threat) {
                        threat = one;
                    }
                }
            }
            let reach = fighters[threat].attack;
            let roller = fighters.len() + position;
            defences.push(
                defend(fighter, splits[fighter.side], reach, rules, &mut |count| {
                    dice.throw(roller, count as usize)
                })
                .map(|(value, is_general)| Defence {
                    value,
                    only: (!is_general).then_some(threat),
                }),
            );
        }
        // Everybody who attacks: how many action dice, their sum, who.
        let mut acts: Vec<(u32, u32, usize)> = Vec::new();
        for (position, fighter) in fighters.iter().enumerate() {
            let action = attack_action(fighter, splits[fighter.side], rules);
            if hits[position] < rules.hits_to_win && action > 0 {
                let sum = sum(&dice.throw(position, action as usize));
                acts.push((action, sum, position));
            }
        }
        acts.sort_by_key(|&(action, sum, position)| (u32::MAX - action, u32::MAX - sum, position));
        while let Some(&(action, sum_now, _)) = acts.first() {
            let count = acts
                .iter()
                .take_while(|act| (act.0, act.1) == (action, sum_now))
                .count();
            let before = hits.clone();
            for (_, own, position) in acts.drain(..count) {
                let fighter = &fighters[position];
                let opponents = standing(&before, 1 - fighter.side);
                if before[position] >= rules.hits_to_win || opponents.is_empty() {
                    continue;
                }
                let target = opponents[0];
                let skill = skill(fighter, fighter.attack) + fighter.attack_extra;
                let total = own + sum(&dice.throw(position, skill as usize));
                let mut defence = base(&fighters[target], fighter.attack);
                if let Some(rolled) = &defences[target]
                    && (rolled.only.is_none() || rolled.only == Some(position))
                {
                    defence += rolled.value;
                }
                let is_hit = if rules.tie_hits {
                    total >= defence
                } else {
                    total > defence
                };
                if is_hit && hits[target] < rules.hits_to_win {
                    hits[target] += 1;
                }
            }
        }
        let left = [0, 1].map(|side| !standing(&hits, side).is_empty());
        let outcome = match left {
            [true, true] => continue,
            [true, false] => 0,
            [false, true] => 1,
            [false, false] => 2,
        };
        return Report {
            outcome,
            rounds: round,
            hits,
        };
    }
    Report {
        outcome: 3,
        rounds: rules.max_rounds,
        hits,
    }
}

fn sum(faces: &[u8]) -> u32 {
    faces.iter().map(|&face| u32::from(face)).sum()
}

fn skill(fighter: &Fighter, reach: Reach) -> u32 {
    match reach {
        Reach::HandToHand => fighter.hand_to_hand,
        Reach::Ranged => fighter.ranged,
    }
}

/// 5 and 1 for each die of the best skill of the category, Dodge among them.
fn base(fighter: &Fighter, reach: Reach) -> u32 {
    if fighter.noncombat {
        0
    } else {
        5 + skill(fighter, reach).max(fighter.dodge)
    }
}

fn half(dice: u32, rules: &Rules) -> u32 {
    if rules.half_up {
        dice.div_ceil(2)
    } else {
        (dice / 2).max(1)
    }
}

/// The general action dice that attack.
fn general_in_attack(fighter: &Fighter, split: Split, rules: &Rules) -> u32 {
    match split {
        Split::Attack(dice) => dice.min(fighter.general),
        Split::AllOut => fighter.general,
        Split::Guarded => (fighter.general - half(fighter.general, rules)).max(1),
    }
}

fn attack_skill(fighter: &Fighter) -> Skill {
    match fighter.attack {
        Reach::HandToHand => Skill::HandToHand,
        Reach::Ranged => Skill::Ranged,
    }
}

fn attack_action(fighter: &Fighter, split: Split, rules: &Rules) -> u32 {
    let special = match fighter.specialised {
        Some((skill, dice)) if skill == attack_skill(fighter) => dice,
        _ => 0,
    };
    general_in_attack(fighter, split, rules) + fighter.for_attack + special
}

fn attack_dice(fighter: &Fighter, split: Split, rules: &Rules) -> u32 {
    match attack_action(fighter, split, rules) {
        0 => 0,
        action => action + skill(fighter, fighter.attack) + fighter.attack_extra,
    }
}

/// Rolls a defence: its value, and whether it holds against all.
fn defend(
    fighter: &Fighter,
    split: Split,
    reach: Reach,
    rules: &Rules,
    throw: &mut dyn FnMut(u32) -> Vec<u8>,
) -> Option<(u32, bool)> {
    let left = fighter.general - general_in_attack(fighter, split, rules) + fighter.for_defence;
    let special = |wanted: Skill| match fighter.specialised {
        Some((skill, dice)) if skill == wanted && skill != attack_skill(fighter) => dice,
        _ => 0,
    };
    let parry_with = match reach {
        Reach::HandToHand => Skill::HandToHand,
        Reach::Ranged => Skill::Ranged,
    };
    let parry = match left + special(parry_with) {
        0 => 0,
        action => action + skill(fighter, reach) + fighter.defence_extra,
    };
    let dodge = match left + special(Skill::Dodge) {
        0 => 0,
        action => action + fighter.dodge + fighter.defence_extra,
    };
    // The lower of the best defensive skills of both categories.
    let both = skill(fighter, Reach::HandToHand)
        .max(fighter.dodge)
        .min(skill(fighter, Reach::Ranged).max(fighter.dodge));
    let mut dice = parry.max(dodge);
    match fighter.stance {
        Stance::Single => {}
        Stance::Parry => dice = parry,
        Stance::Dodge => dice = dodge,
        Stance::General => {
            let mut most = None;
            for (action, bonus) in [(left, both), (left + special(Skill::Dodge), fighter.dodge)] {
                if action < 2 || fighter.noncombat {
                    continue;
                }
                let rolled = if rules.extra_is_halved {
                    half(2 + bonus + fighter.defence_extra, rules)
                } else {
                    half(2 + bonus, rules) + fighter.defence_extra
                };
                most = most.max(Some(rolled + action - 2));
            }
            if let Some(most) = most {
                return Some((sum(&throw(most)), true));
            }
        }
        Stance::Dive => {
            let action = left + special(Skill::Movement);
            if reach == Reach::Ranged && action > 0 {
                let cap = fighter.movement + 1;
                let dice = action + fighter.movement;
                if !rules.dive_is_rolled {
                    return Some((dice.min(cap), false));
                }
                let mut faces = throw(dice);
                faces.sort_unstable();
                faces.reverse();
                faces.truncate(cap as usize);
                return Some((sum(&faces), false));
            }
        }
    }
    (dice > 0).then(|| (sum(&throw(dice)), false))
}
