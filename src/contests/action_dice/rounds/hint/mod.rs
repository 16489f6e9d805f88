//! What to declare, or how to answer, on the table of a round as it stands.
//!
//! - `read`: the table out of words; `typed`: a table in words; `weigh`: what everything is worth; here: the
//!   hint.
//!
//! The table is typed as `Rosa: 2 (attacks Basil with 1); Basil: 3 (answers); Round: 2`: action dice left, and in
//! parentheses hits, defences that hold, what was declared in the sequence, and what options of the rules ask for.

mod read;
#[cfg(test)]
mod tests;
mod typed;
mod weigh;

use super::declare::each;
use super::duel::Stage;
use super::legal::{Answers, Declaration};
use super::resolve::Deed;
use super::rules::Table;
use super::sheet::Answer;
use super::standing::Turn;
use super::{GuardKind, Rounds, Setup};
use crate::contest::{
    Considered, Describe, Hint, HintOf, HintPlan, Hints, Lying, Rules, counted, then,
};
use crate::document::{Faults, Source};
use std::sync::Arc;
use weigh::Weighed;

/// A table, and who decides on it.
#[derive(Clone, Debug)]
struct Moment {
    table: Table,
    fighter: usize,
    asked: Asked,
}

/// A decision of a fighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// To be a noncombatant in the round, or not.
    Chooses,
    /// A declaration.
    Declares,
    /// The answer to the attack of a fighter.
    Answers(usize),
}

/// Something that may be declared or answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Chooses(bool),
    Declares(Option<(Deed, u32)>),
    Answers(Option<Answer>),
}

impl Way {
    /// Returns whether nothing is declared. Of equal actions that is the last.
    fn waits(self) -> bool {
        matches!(self, Self::Declares(None))
    }
}

impl Hints for Rounds {
    fn example(&self) -> String {
        let mut table = self.opening(1);
        if self.chooses_status() {
            return self.typed(&Moment {
                table,
                fighter: 0,
                asked: Asked::Chooses,
            });
        }
        let all = (0..self.fighters.len()).collect::<Vec<usize>>();
        let first = self.first_of(&table, &all).unwrap_or(0);
        self.in_turn(&mut table, &[], first, &all);
        self.typed(&Moment {
            table,
            fighter: first,
            asked: Asked::Declares,
        })
    }

    fn hint(&self, table: &Arc<Source>, plan: &HintPlan) -> Result<Hint, Faults> {
        let moment = read::read(self, table)?;
        Ok(self.hint_at(&moment, plan))
    }
}

impl Rounds {
    /// The table at the beginning of a round of that number, before anybody declares.
    pub(super) fn opening(&self, round: u32) -> Table {
        let mut table = self.state();
        for (side, of) in self.sides.iter().enumerate() {
            table.first[side] = of.members.start;
            table.standing[side] = of.members.len() as u32;
        }
        for fighter in 0..self.fighters.len() {
            let sheet = self.sheet(&table, fighter);
            let (left, turn) = (sheet.start, sheet.turn);
            let standing = &mut table.fighters[fighter];
            (standing.left, standing.turn) = (left, turn);
        }
        table.round = 1;
        table.sequence = 1;
        table.rounds_left = self.options.max_rounds + 1 - round;
        table
    }

    /// Who of these declares first, where that is no matter of luck.
    fn first_of(&self, table: &Table, among: &[usize]) -> Option<usize> {
        let turn = |fighter: usize| {
            Turn::new(
                table.fighters[fighter].left,
                self.sheet(table, fighter).total,
                fighter,
            )
        };
        let first = among
            .iter()
            .copied()
            .min_by_key(|&fighter| turn(fighter).key())?;
        let ties = among
            .iter()
            .filter(|&&one| turn(one).key() == turn(first).key());
        (ties.count() == 1).then_some(first)
    }

    /// Puts them into their order: those who have declared, the one whose turn it is, and the others.
    fn in_turn(&self, table: &mut Table, before: &[usize], now: usize, all: &[usize]) {
        let is_later = |one: &&usize| **one != now && !before.contains(*one);
        let later = all.iter().filter(is_later);
        let order = before.iter().chain([&now]).chain(later);
        let mut count = 0;
        for &fighter in order {
            let left = table.fighters[fighter].left;
            let turn = Turn::new(left, self.sheet(table, fighter).total, fighter);
            table.fighters[fighter].turn = turn;
            table.order[count] = turn;
            count += 1;
        }
        table.declaring = count;
        table.place = before.len();
    }

    /// The same exchange between others, who decide for the sides.
    fn played_by(&self, players: [super::Player; 2]) -> Self {
        let sides = [0, 1].map(|side: usize| super::Side {
            player: players[side],
            ..self.sides[side].clone()
        });
        Self::new(Setup {
            sides,
            fighters: self.fighters.clone(),
            groups: self.groups.clone(),
            options: self.options,
        })
    }

    /// All that may be done, by number; what comes to the same as an earlier one is left out.
    fn ways(&self, moment: &Moment) -> Vec<(u32, Way)> {
        let Moment {
            table,
            fighter,
            asked,
        } = moment;
        let fighter = *fighter;
        let way = |number: u32| match asked {
            Asked::Chooses => Way::Chooses(number == 1),
            Asked::Declares => {
                let all = self.declarations_of(table, fighter);
                Way::Declares(self.deed(table, fighter, all.at(number)))
            }
            Asked::Answers(attacker) => {
                let all = self.answers_of(table, fighter, *attacker);
                Way::Answers(all.at(number, self.sheet(table, fighter)))
            }
        };
        let count = match asked {
            Asked::Chooses => 2,
            Asked::Declares => self.declarations_of(table, fighter).count(),
            Asked::Answers(attacker) => self.answers_of(table, fighter, *attacker).count(),
        };
        let mut ways: Vec<(u32, Way)> = Vec::new();
        for number in 0..count {
            let way = way(number);
            if !ways.iter().any(|(_, known)| *known == way) {
                ways.push((number, way));
            }
        }
        ways
    }

    fn answers_of(&self, table: &Table, fighter: usize, attacker: usize) -> Answers {
        let left = table.fighters[fighter].left;
        let sheet = self.sheet(table, fighter);
        Answers::of(sheet, left, self.sheets[attacker].attack)
    }

    /// Returns where a duel is as the moment has it.
    fn stage(moment: &Moment) -> Stage {
        let (table, who) = (&moment.table, moment.fighter);
        match moment.asked {
            Asked::Chooses => Stage::Chooses { who },
            Asked::Declares => Stage::Declares {
                who,
                more: table.place + 1 < table.declaring,
            },
            Asked::Answers(_) => Stage::Answers {
                who,
                more: table.declares_last(who),
            },
        }
    }

    fn hint_at(&self, moment: &Moment, plan: &HintPlan) -> Hint {
        let Weighed { by, worth, judge } = self.weigh(moment, plan);
        let name = |fighter: usize| self.fighters[fighter].name.clone();
        let actions = worth.into_iter().map(|worth| Considered {
            deed: self.deed_of(worth.way),
            effect: self.effect_of(moment, worth.way),
            worth: worth.wins,
            nobody: worth.nobody,
            played: worth.played,
        });
        let side = self.fighters[moment.fighter].side;
        let number = self.options.max_rounds + 1 - moment.table.rounds_left;
        let left = moment.table.fighters[moment.fighter].left.count();
        let dice = counted(left, "action die", "action dice");
        let who = name(moment.fighter);
        let turn = match moment.asked {
            Asked::Chooses => format!("round {number}: {who} may be a noncombatant"),
            Asked::Answers(attacker) => format!(
                "round {number}: {who} may answer the attack of {} with {dice}",
                name(attacker)
            ),
            Asked::Declares if moment.table.last => {
                format!("round {number}: {who} is asked for the last time, with {dice}")
            }
            Asked::Declares => format!("round {number}: {who} is to declare, with {dice}"),
        };
        let out = |fighter: &usize| moment.table.fighters[*fighter].is_out;
        Hint {
            who,
            turn,
            then: then(&self.outcomes()[side].phrase),
            of: HintOf::Chance,
            judge,
            by,
            table: self.lying(&moment.table),
            missing: (0..self.fighters.len()).filter(out).map(name).collect(),
            actions: actions.collect(),
        }
    }

    fn deed_of(&self, way: Way) -> String {
        let dice = |dice: u32| counted(dice, "die", "dice");
        let general = |used: u32| format!("make a General Defense with {}", dice(used));
        match way {
            Way::Chooses(true) => "be a noncombatant this round".to_owned(),
            Way::Chooses(false) => "be a combatant this round".to_owned(),
            Way::Declares(None) => "wait".to_owned(),
            Way::Declares(Some((Deed::Attack { target }, used))) => {
                let whom = &self.fighters[target].name;
                format!("attack {whom} with {}", dice(used))
            }
            Way::Declares(Some((Deed::Group { .. }, used))) => {
                format!("make a Group Attack with {}", dice(used))
            }
            Way::Declares(Some((Deed::Move, used))) => format!("come nearer with {}", dice(used)),
            Way::Declares(Some((Deed::General, used))) => general(used),
            Way::Answers(None) => "give no answer".to_owned(),
            Way::Answers(Some(answer)) => {
                let what = match answer.guard.kind {
                    GuardKind::Parry => "parry",
                    GuardKind::Dodge => "dodge",
                    GuardKind::General => return general(answer.dice),
                    GuardKind::Dive => "dive for cover",
                    GuardKind::None => "give no answer",
                };
                format!("{what} with {}", dice(answer.dice))
            }
        }
    }

    /// What is thrown.
    fn effect_of(&self, moment: &Moment, way: Way) -> String {
        let (table, fighter) = (&moment.table, moment.fighter);
        let sheet = &self.sheets[fighter];
        let rolls = |dice: u32| format!("rolls {}", counted(dice, "die", "dice"));
        match way {
            Way::Chooses(noncombat) => {
                let dice = self.sheet_as(fighter, noncombat).start.count();
                let dice = counted(dice, "action die", "action dice");
                if noncombat {
                    format!("{dice}, a base defense of 0, no General Defense")
                } else {
                    dice
                }
            }
            Way::Declares(None) if table.last => "keeps the rest for defence".to_owned(),
            Way::Declares(None) | Way::Answers(None) => String::new(),
            Way::Declares(Some((Deed::Attack { target }, used))) => {
                let blow = sheet.blow(used, self.distance(table, fighter, target));
                let value = self.value(table, target, fighter);
                format!("{} against {value}", rolls(blow.action + blow.other))
            }
            Way::Declares(Some((Deed::Group { targets }, used))) => {
                let targets = each(targets, self.first_opponent(fighter));
                let distances = targets.map(|target| self.distance(table, fighter, target));
                let blow = sheet.group_blow(used, distances.max().unwrap_or(0));
                format!("{} against all in reach", rolls(blow.action + blow.other))
            }
            Way::Declares(Some((Deed::Move, used))) => counted(sheet.stride(used), "unit", "units"),
            Way::Declares(Some((Deed::General, used))) => self
                .general(table, fighter, used)
                .map_or(String::new(), |answer| {
                    self.effect_of(moment, Way::Answers(Some(answer)))
                }),
            Way::Answers(Some(answer)) => {
                let guard = answer.guard;
                let kept = if guard.kept < guard.dice {
                    format!(", of which {} count", guard.kept)
                } else {
                    String::new()
                };
                let fixed = match guard.fixed {
                    0 => String::new(),
                    fixed => format!(" and {fixed}"),
                };
                match guard.dice {
                    0 => format!("adds {}", guard.fixed),
                    dice => format!("{}{kept}{fixed}", rolls(dice)),
                }
            }
        }
    }

    /// Those who stand.
    fn lying(&self, table: &Table) -> Vec<Lying> {
        let all = self.fighters.iter().enumerate();
        let standing = all.filter(|(fighter, _)| !table.fighters[*fighter].is_out);
        let lying = standing.map(|(fighter, one)| {
            let left = counted(
                table.fighters[fighter].left.count(),
                "action die left",
                "action dice left",
            );
            let notes = self.notes(table, fighter);
            Lying {
                name: one.name.clone(),
                side: self.sides[one.side].name.clone(),
                dice: Vec::new(),
                about: [vec![left], notes].concat().join(", "),
            }
        });
        lying.collect()
    }

    /// The Group Attack of somebody on all in reach, if any are.
    fn group_on(&self, table: &Table, fighter: usize, dice: u32) -> Option<(Deed, u32)> {
        let any = self
            .opponents(table, fighter)
            .any(|target| self.reaches(table, fighter, target));
        let declared = self.deed(table, fighter, Declaration::Group { dice });
        declared.filter(|_| any)
    }
}
