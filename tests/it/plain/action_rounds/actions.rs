//! Possible actions, the dice that they take, and their rolls.

use super::{ActionDice, Combatant, Game, Reach, Rolled, Rules, Skill, Table};

/// A declaration in a sequence, with a number of action dice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Declaration {
    Wait,
    Attack {
        target: usize,
        dice: u32,
    },
    Group {
        targets: Vec<usize>,
        dice: u32,
    },
    Move {
        dice: u32,
    },
    /// General Defense without an attack to answer.
    Defend {
        dice: u32,
    },
}

/// An answer to an attack, with a number of action dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    Nothing,
    Parry(u32),
    Dodge(u32),
    General(u32),
    Dive(u32),
}

/// Dice taken and rolled for a defense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defending {
    pub left: ActionDice,
    pub throw: u32,
    /// Number of the best dice that count.
    pub kept: u32,
    /// Fixed bonus to the roll.
    pub fixed: u32,
}

/// Use of action dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Attack(Reach),
    Parry(Reach),
    Dodge,
    /// General Defense by the lower of the best skills.
    LowerSkill,
    Move,
    Dive,
}

pub fn skill(sheet: &Combatant, reach: Reach) -> u32 {
    match reach {
        Reach::HandToHand => sheet.hand_to_hand,
        Reach::Ranged => sheet.ranged,
    }
}

fn skill_of(reach: Reach) -> Skill {
    match reach {
        Reach::HandToHand => Skill::HandToHand,
        Reach::Ranged => Skill::Ranged,
    }
}

/// Returns the dice that may serve a purpose.
fn serving(sheet: &Combatant, dice: ActionDice, purpose: Purpose) -> ActionDice {
    let skill = match purpose {
        Purpose::Attack(reach) | Purpose::Parry(reach) => Some(skill_of(reach)),
        Purpose::Dodge => Some(Skill::Dodge),
        Purpose::LowerSkill => None,
        Purpose::Move | Purpose::Dive => Some(Skill::Movement),
    };
    let of_skill = sheet.specialised.map(|(skill, _)| skill);
    let attacks = matches!(purpose, Purpose::Attack(_));
    let defends = !attacks && purpose != Purpose::Move;
    let only = |may: bool, dice: u32| if may { dice } else { 0 };
    ActionDice {
        specialised: only(skill.is_some() && skill == of_skill, dice.specialised),
        for_attack: only(attacks, dice.for_attack),
        for_defence: only(defends, dice.for_defence),
        general: dice.general,
    }
}

/// Returns the number of dice that may serve a purpose.
pub fn serve(sheet: &Combatant, dice: ActionDice, purpose: Purpose) -> u32 {
    serving(sheet, dice, purpose).all()
}

/// Returns the dice left after `count` have been taken: specialized before limited before general
/// ones. `None` if there are too few.
pub fn take(
    sheet: &Combatant,
    dice: ActionDice,
    purpose: Purpose,
    count: u32,
) -> Option<ActionDice> {
    let serving = serving(sheet, dice, purpose);
    let mut left = dice;
    let mut missing = count;
    for (may, sort) in [
        (serving.specialised, &mut left.specialised),
        (serving.for_attack, &mut left.for_attack),
        (serving.for_defence, &mut left.for_defence),
        (serving.general, &mut left.general),
    ] {
        let taken = missing.min(may);
        *sort -= taken;
        missing -= taken;
    }
    (missing == 0).then_some(left)
}

/// Returns the number of dice rolled in a two-die action.
fn two_die(action: u32, skill: u32, extra: u32, rules: &Rules) -> u32 {
    let half = if rules.extra_is_halved {
        rules.half(2 + skill + extra)
    } else {
        rules.half(2 + skill) + extra
    };
    half + action - 2
}

/// Returns the action dice that count for the acting order. A movement throws none of them; a
/// General Defense has happened already.
pub fn action_dice(declaration: &Declaration) -> u32 {
    match declaration {
        Declaration::Wait | Declaration::Defend { .. } => 0,
        Declaration::Attack { dice, .. } | Declaration::Move { dice } => *dice,
        Declaration::Group { dice, .. } => dice - 1,
    }
}

impl Game {
    /// Returns the number of dice that the range costs at this moment, whether an attack has them
    /// or not.
    fn range_cost(&self, table: &Table, who: usize, target: usize) -> u32 {
        let beyond = self.distance(table, who, target).saturating_sub(1);
        match self.fighters[who].sheet.attack {
            Reach::HandToHand => 0,
            Reach::Ranged => self.rules().range_penalty * beyond,
        }
    }

    /// Returns the number of dice that the range takes from an attack at this moment.
    fn penalty(&self, table: &Table, who: usize, target: usize) -> u32 {
        let sheet = &self.fighters[who].sheet;
        let cost = self.range_cost(table, who, target);
        cost.min(sheet.ranged + sheet.attack_extra)
    }

    /// Returns the dice of an attack beside the action dice, at this moment.
    pub fn other_dice(&self, table: &Table, who: usize, declaration: &Declaration) -> u32 {
        let sheet = &self.fighters[who].sheet;
        let (skill, extra) = (skill(sheet, sheet.attack), sheet.attack_extra);
        match declaration {
            Declaration::Wait | Declaration::Move { .. } | Declaration::Defend { .. } => 0,
            Declaration::Attack { target, .. } => skill + extra - self.penalty(table, who, *target),
            Declaration::Group { targets, dice } => {
                let standing = targets.iter().filter(|&&one| self.stands(table, one));
                let farthest = standing.map(|&one| self.penalty(table, who, one)).max();
                let penalty = if self.rules().group_penalty {
                    farthest.unwrap_or(0)
                } else {
                    0
                };
                let of_skill = penalty.min(skill);
                let (skill, extra) = (skill - of_skill, extra - (penalty - of_skill));
                let thrown = two_die(*dice, skill, extra, self.rules());
                thrown.saturating_sub(dice - 1)
            }
        }
    }

    pub fn in_reach(&self, table: &Table, who: usize, target: usize) -> bool {
        self.fighters[who].sheet.attack == Reach::Ranged || self.distance(table, who, target) == 0
    }

    /// Returns the units that a movement covers.
    pub fn covers(&self, who: usize, dice: u32) -> u32 {
        let movement = self.fighters[who].sheet.movement;
        (dice + movement).min(movement + 1)
    }

    /// Returns the dice left after a declaration.
    pub fn after(&self, table: &Table, who: usize, declaration: &Declaration) -> ActionDice {
        let sheet = &self.fighters[who].sheet;
        let (purpose, count) = match declaration {
            Declaration::Wait => return table.dice[who],
            Declaration::Attack { dice, .. } | Declaration::Group { dice, .. } => {
                (Purpose::Attack(sheet.attack), *dice)
            }
            Declaration::Move { dice } => (Purpose::Move, *dice),
            Declaration::Defend { dice } => {
                let defending = self.general_defence(table, who, *dice);
                return defending.expect("legal declarations have their dice").left;
            }
        };
        take(sheet, table.dice[who], purpose, count).expect("legal declarations have their dice")
    }

    /// Returns all possible declarations of a fighter.
    pub fn declarations(&self, table: &Table, who: usize) -> Vec<Declaration> {
        let sheet = &self.fighters[who].sheet;
        let opponents = self.opponents(table, who);
        let targets: Vec<usize> = opponents
            .iter()
            .copied()
            .filter(|&target| self.in_reach(table, who, target))
            .collect();
        let most = serve(sheet, table.dice[who], Purpose::Attack(sheet.attack));
        let mut all = vec![Declaration::Wait];
        for dice in 1..=most {
            for &target in &targets {
                all.push(Declaration::Attack { target, dice });
            }
        }
        if !targets.is_empty() {
            for dice in 2..=most {
                let targets = targets.clone();
                all.push(Declaration::Group { targets, dice });
            }
        }
        // A hand-to-hand attacker moves to come into reach, a ranged one to lower the cost of the
        // range.
        let loses_dice = |&target: &usize| self.range_cost(table, who, target) > 0;
        if targets.len() < opponents.len() || opponents.iter().any(loses_dice) {
            for dice in 1..=serve(sheet, table.dice[who], Purpose::Move) {
                all.push(Declaration::Move { dice });
            }
        }
        if !table.defends_against_all(who) {
            let dice = 2..=table.dice[who].all();
            let can = dice.filter(|&dice| self.general_defence(table, who, dice).is_some());
            all.extend(can.map(|dice| Declaration::Defend { dice }));
        }
        all
    }

    /// Returns the dice taken and rolled by a General Defense; `None` if it is impossible.
    pub fn general_defence(&self, table: &Table, who: usize, dice: u32) -> Option<Defending> {
        let sheet = &self.fighters[who].sheet;
        if dice < 2 || table.noncombat[who] {
            return None;
        }
        let rolled = |purpose: Purpose, skill: u32| {
            let throw = two_die(dice, skill, sheet.defence_extra, self.rules());
            let left = take(sheet, table.dice[who], purpose, dice)?;
            Some(Defending {
                left,
                throw,
                kept: throw,
                fixed: 0,
            })
        };
        let lower = sheet
            .hand_to_hand
            .max(sheet.dodge)
            .min(sheet.ranged.max(sheet.dodge));
        let by_dodge = rolled(Purpose::Dodge, sheet.dodge);
        let by_skill = rolled(Purpose::LowerSkill, lower);
        match (by_dodge, by_skill) {
            (Some(one), Some(other)) if other.throw > one.throw => Some(other),
            (Some(one), _) => Some(one),
            (None, other) => other,
        }
    }

    /// Returns the dice taken and rolled by an answer to an attack; `None` if it is impossible.
    pub fn defending(
        &self,
        table: &Table,
        who: usize,
        attacker: usize,
        answer: Answer,
    ) -> Option<Defending> {
        let sheet = &self.fighters[who].sheet;
        let reach = self.fighters[attacker].sheet.attack;
        let rolled = |purpose: Purpose, count: u32, throw: u32| {
            let left = take(sheet, table.dice[who], purpose, count)?;
            Some(Defending {
                left,
                throw,
                kept: throw,
                fixed: 0,
            })
        };
        match answer {
            Answer::Nothing => None,
            Answer::Parry(dice) => rolled(
                Purpose::Parry(reach),
                dice,
                dice + skill(sheet, reach) + sheet.defence_extra,
            ),
            Answer::Dodge(dice) => rolled(
                Purpose::Dodge,
                dice,
                dice + sheet.dodge + sheet.defence_extra,
            ),
            Answer::General(dice) => self.general_defence(table, who, dice),
            Answer::Dive(dice) => {
                if reach == Reach::HandToHand {
                    return None;
                }
                let thrown = dice + sheet.movement;
                let kept = thrown.min(sheet.movement + 1);
                let dive = rolled(Purpose::Dive, dice, thrown)?;
                Some(if self.rules().dive_is_rolled {
                    Defending { kept, ..dive }
                } else {
                    Defending {
                        throw: 0,
                        kept: 0,
                        fixed: kept,
                        ..dive
                    }
                })
            }
        }
    }

    /// Returns all possible answers to an attack.
    pub fn answers(&self, table: &Table, who: usize, attacker: usize) -> Vec<Answer> {
        let most = table.dice[who].all();
        let mut all = vec![Answer::Nothing];
        for dice in 1..=most {
            all.extend([Answer::Parry(dice), Answer::Dodge(dice)]);
        }
        all.extend((2..=most).map(Answer::General));
        all.extend((1..=most).map(Answer::Dive));
        all.retain(|&answer| {
            answer == Answer::Nothing || self.defending(table, who, attacker, answer).is_some()
        });
        all
    }

    /// Returns a defense that rolled this value.
    pub fn in_force(answer: Answer, attacker: usize, value: u32) -> Rolled {
        match answer {
            Answer::General(_) => Rolled::General { value },
            Answer::Dive(_) => Rolled::Dive {
                against: attacker,
                value,
            },
            _ => Rolled::Single {
                against: attacker,
                value,
            },
        }
    }
}
