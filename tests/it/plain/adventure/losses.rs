//! What scenes do to characters: in fights, by costs, and what healers undo.

use super::super::combat::{self, WoundOption};
use super::super::trade::{self, Cargo};
use super::cast::{Dealing, Purse, Role};
use super::party::Lost;
use super::{Cost, Evening, Healing, LostFor, Luck, Scene};
use std::collections::BTreeSet;

/// What a fight left behind of somebody.
#[derive(Clone, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Fate {
    taken_out: bool,
    retreated: bool,
    /// Whether another side has won.
    lost: bool,
    /// The Classes that were used, and the one in use at the end, by their positions in the fight.
    used: Vec<usize>,
    class: usize,
    wounds: u32,
    died: bool,
    losses: u32,
    nasty: u32,
    non_combatant: bool,
}

impl Evening<'_> {
    /// What a fight does to a character.
    pub(super) fn suffer(
        &mut self,
        role: &Role,
        fate: &Fate,
        deadly: bool,
        hurt: &mut BTreeSet<usize>,
    ) {
        let rules = &self.adventure.rules;
        let about = &self.adventure.characters[role.character];
        if fate.taken_out || fate.wounds > 0 {
            hurt.insert(role.character);
            self.happens(&format!("hurt.{}", about.name));
        }
        let member = &mut self.members[role.character];
        let mut lost = 0;
        if fate.wounds > 0 {
            let all = member.open_wounds + member.carried_wounds + fate.wounds;
            member.open_wounds += fate.wounds;
            member.nasty_wounds += fate.nasty;
            member.dead = fate.died || all >= rules.wounds_to_die;
            // A wound counts, whether one dies of it or not.
            if !member.dead {
                let in_use = role.classes[fate.class];
                if fate.non_combatant {
                    member.non_combatant = true;
                    lost += member.lose(in_use, Lost::Session);
                }
                for _ in 0..fate.losses {
                    lost += member.lose_for_good(about, in_use);
                }
            }
        } else if fate.taken_out && deadly {
            member.dead = true;
        } else if fate.taken_out {
            let how_long = lost_for(rules.lost_for, self.number);
            for &class in &fate.used {
                lost += member.lose(role.classes[class], how_long);
            }
        }
        if fate.retreated && fate.lost && rules.retreated_are_captured && !member.dead {
            member.captured = true;
        }
        self.count_in_scene("wounds", fate.wounds);
        self.count_in_scene("classes_lost", lost);
    }

    /// What is left of those who backed a trade, and of cargo.
    pub(super) fn settle(&mut self, dealing: &Dealing, report: &trade::Report, cargoes: &[Cargo]) {
        for (purse, &left) in dealing.backers.iter().zip(&report.backers) {
            match *purse {
                Purse::Class(character, class) => {
                    let lost = self.members[character].spend(class, left);
                    self.count_in_scene("classes_lost", lost);
                }
                Purse::Base(base) => self.bases[base] = left,
                Purse::OfTheScene => {}
            }
        }
        for (cargo, left) in dealing.cargoes.iter().zip(cargoes) {
            if let Some(cargo) = *cargo {
                self.cargoes[cargo] = left.clone();
            }
        }
    }

    /// What an outcome costs.
    pub(super) fn pay(&mut self, cost: &Cost, roles: &[Role], hurt: &mut BTreeSet<usize>) {
        let adventure = self.adventure;
        self.prosperity = self.prosperity.saturating_sub(cost.prosperity);
        for (name, dice) in &cost.dice {
            if let Some(base) = adventure.base(name) {
                self.bases[base] = self.bases[base].saturating_sub(*dice);
            }
            if let Some(cargo) = adventure.cargo(name) {
                let cargo = &mut self.cargoes[cargo];
                cargo.dice = cargo.dice.saturating_sub(*dice);
                if cargo.dice == 0 {
                    (cargo.held, cargo.on_offer) = (false, false);
                }
            }
        }
        let payers: Vec<usize> = if cost.of.is_empty() {
            roles.iter().map(|role| role.character).collect()
        } else {
            let all = cost.of.iter();
            all.map(|name| adventure.character(name).unwrap()).collect()
        };
        for payer in payers {
            let about = &adventure.characters[payer];
            let member = &mut self.members[payer];
            if member.dead {
                continue;
            }
            let took_part = roles.iter().filter(|role| role.character == payer);
            let classes: Vec<Option<usize>> =
                took_part.flat_map(|role| role.classes.clone()).collect();
            let mut lost = 0;
            if cost.classes {
                let how_long = lost_for(adventure.rules.lost_for, self.number);
                for &class in &classes {
                    lost += member.lose(class, how_long);
                }
            }
            if let Some(options) = &cost.wound {
                member.open_wounds += 1;
                let all = member.open_wounds + member.carried_wounds;
                member.dead = all >= adventure.rules.wounds_to_die;
                // Who dies of it has no choices left.
                if !member.dead {
                    let has = |option| options.contains(&option);
                    if options.is_empty() || has(WoundOption::NonCombatant) {
                        member.non_combatant = true;
                    }
                    if has(WoundOption::PermanentLoss) {
                        let first = classes.first().copied().flatten();
                        lost += member.lose_for_good(about, first);
                    }
                    if has(WoundOption::NastyWound) {
                        member.nasty_wounds += 1;
                    }
                }
            }
            if cost.captured {
                member.captured = true;
            }
            if cost.wound.is_some() {
                hurt.insert(payer);
                self.count_in_scene("wounds", 1);
                self.happens(&format!("hurt.{}", about.name));
            }
            self.count_in_scene("classes_lost", lost);
        }
    }

    /// Each open wound is treated once by the first character who can, other than the wounded one.
    pub(super) fn treat(&mut self, scene: &Scene, prefix: &str, luck: &mut dyn Luck) {
        let adventure = self.adventure;
        let is_time = match adventure.rules.healing {
            Healing::Scenes => true,
            Healing::Rest => scene.rest,
            Healing::Never => false,
        };
        if !is_time {
            return;
        }
        for patient in 0..self.members.len() {
            if self.members[patient].dead || self.members[patient].captured {
                continue;
            }
            for _ in 0..self.members[patient].open_wounds {
                let mut dice = None;
                for (healer, about) in adventure.characters.iter().enumerate() {
                    let Some(class) = &about.healer else {
                        continue;
                    };
                    let class = about.classes.iter().position(|(name, _)| name == class);
                    let member = &self.members[healer];
                    let is_there = healer != patient && !member.dead && !member.captured;
                    // Classes that come back with the next scene are there already.
                    let can = is_there && member.has(class.unwrap(), self.number + 1);
                    if can && dice.is_none() {
                        dice = Some(member.dice[class.unwrap()]);
                    }
                }
                if let Some(dice) = dice {
                    let roller =
                        format!("{prefix}treatment/{}", adventure.characters[patient].name);
                    if luck.throw(&roller, dice) >= adventure.rules.healing_difficulty {
                        self.members[patient].recover();
                    }
                }
            }
        }
    }
}

/// Until when a Class is lost in scene number `number`.
fn lost_for(rule: LostFor, number: u32) -> Lost {
    match rule {
        LostFor::Adventure => Lost::Adventure,
        LostFor::Session => Lost::Session,
        LostFor::Scenes(scenes) => Lost::UntilScene(number + scenes + 1),
    }
}

/// What became of a combatant, out of the account of the fight.
pub(super) fn fate(report: &combat::Report, who: usize, combatants: &[combat::Combatant]) -> Fate {
    let mut fate = Fate {
        taken_out: report.fates[who] == combat::Fate::TakenOut,
        retreated: report.fates[who] == combat::Fate::Retreated,
        lost: matches!(report.outcome, combat::Outcome::Side(side) if side != combatants[who].side),
        wounds: report.wounds[who] as u32,
        died: report.died[who],
        losses: report.permanent_losses[who] as u32,
        nasty: report.nasty_wounds[who] as u32,
        ..Fate::default()
    };
    let mut chosen: Vec<WoundOption> = Vec::new();
    for event in &report.log {
        match event {
            combat::Event::Start { combatant, .. } | combat::Event::Entered { combatant, .. }
                if *combatant == who =>
            {
                fate.used.push(0);
            }
            combat::Event::ChangeTactic {
                combatant, class, ..
            } if *combatant == who => {
                fate.used.push(*class);
                fate.class = *class;
            }
            combat::Event::Wounded {
                combatant, options, ..
            } if *combatant == who => chosen.extend(options),
            _ => {}
        }
    }
    // What a healer has undone at once is a loss or a nasty wound, if there is one.
    let chose = |option| chosen.iter().filter(|&&one| one == option).count() as u32;
    let undone_before = chose(WoundOption::PermanentLoss) > fate.losses
        || chose(WoundOption::NastyWound) > fate.nasty;
    let undone = report.recovered[who] && !undone_before;
    fate.non_combatant = chose(WoundOption::NonCombatant) > u32::from(undone);
    fate
}
