//! Losses of characters in fights and by costs, and recovery by healers.

use super::super::combat::{self, WoundOption};
use super::super::trade::{self, Cargo};
use super::cast::{Dealing, Purse, Role};
use super::party::Lost;
use super::{Cost, Evening, Healing, LostFor, Luck, Scene};
use std::collections::BTreeSet;

/// Effects of a fight on a combatant.
#[derive(Clone, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Fate {
    taken_out: bool,
    retreated: bool,
    /// Whether another side has won.
    lost: bool,
    /// Used Classes, by index in the fight.
    used: Vec<usize>,
    wounds: Vec<Hit>,
    died: bool,
}

/// A wound in a fight.
#[derive(Clone, Debug)]
struct Hit {
    /// Class in use, by index in the fight.
    class: usize,
    /// Chosen options, without the one that the fight's own healer undid.
    options: Vec<WoundOption>,
}

impl Evening<'_> {
    /// Applies the effects of a fight to a character.
    pub(super) fn suffer(
        &mut self,
        role: &Role,
        fate: &Fate,
        deadly: bool,
        hurt: &mut BTreeSet<usize>,
    ) {
        let rules = &self.adventure.rules;
        let about = &self.adventure.characters[role.character];
        if fate.taken_out || !fate.wounds.is_empty() {
            hurt.insert(role.character);
            self.happens(&format!("hurt.{}", about.name));
        }
        let member = &mut self.members[role.character];
        let before = member.all_there(self.number);
        // The fight's own healer comes after the fight: until then all its wounds are open.
        let open = member.wounds.len();
        for (number, wound) in fate.wounds.iter().enumerate() {
            let is_last = number + 1 == fate.wounds.len();
            let all = (open + number + 1) as u32;
            if all >= rules.wounds_to_die || is_last && fate.died {
                // The fatal wound has no options.
                member.dead = true;
                break;
            }
            member.suffer(about, &wound.options, role.classes[wound.class]);
        }
        if fate.wounds.is_empty() && fate.taken_out {
            let how_long = lost_for(rules.lost_for, self.number);
            member.dead = deadly;
            for &class in fate.used.iter().filter(|_| !deadly) {
                member.lose(role.classes[class], how_long);
            }
        }
        if fate.retreated && fate.lost && rules.retreated_are_captured && !member.dead {
            member.captured = true;
        }
        // Fatal wounds and those after them count, too.
        self.count_in_scene("wounds", fate.wounds.len() as u32);
        self.count_lost(role.character, &before);
    }

    /// Counts the Classes that a character had `before` and has lost.
    fn count_lost(&mut self, character: usize, before: &[usize]) {
        let member = &self.members[character];
        let is_lost = |&&class: &&usize| !member.has(class, self.number);
        let lost = before.iter().filter(is_lost).count();
        self.count_in_scene("classes_lost", lost as u32);
    }

    /// Applies the losses of backers' dice and the new state of the cargo after a trade.
    pub(super) fn settle(&mut self, dealing: &Dealing, report: &trade::Report, cargoes: &[Cargo]) {
        for (purse, &left) in dealing.backers.iter().zip(&report.backers) {
            match *purse {
                Purse::Class(character, class) => {
                    let before = self.members[character].all_there(self.number);
                    self.members[character].dice[class] = left;
                    self.count_lost(character, &before);
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

    /// Records the barters that a trade refused.
    pub(super) fn remember(&mut self, dealing: &Dealing, refused: &[(usize, usize)]) {
        let plan = &dealing.plan;
        if plan
            .steps
            .iter()
            .any(|step| matches!(step, trade::Step::Travel))
        {
            self.refused.clear();
        }
        let all = 0..self.cargoes.len();
        if plan.port_refuses && !refused.is_empty() {
            let pairs = all
                .clone()
                .flat_map(|give| all.clone().map(move |get| (give, get)));
            self.refused.extend(pairs);
        }
        for &(give, get) in refused {
            if let (Some(give), Some(get)) = (dealing.cargoes[give], dealing.cargoes[get]) {
                self.refused.insert((give, get));
            }
        }
    }

    /// Applies the cost of an outcome.
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
            let before = member.all_there(self.number);
            if cost.classes {
                let how_long = lost_for(adventure.rules.lost_for, self.number);
                for &class in &classes {
                    member.lose(class, how_long);
                }
            }
            if let Some(wound) = &cost.wound {
                let all = member.wounds.len() as u32 + 1;
                member.dead = all >= adventure.rules.wounds_to_die;
                if !member.dead {
                    let mut options = wound.as_slice();
                    if options.is_empty() {
                        options = &[WoundOption::NonCombatant];
                    }
                    if cost.armor_fits && about.armor {
                        options = &options[..1];
                    }
                    let in_use = classes.iter().flatten().next().copied();
                    member.suffer(about, options, in_use);
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
            self.count_lost(payer, &before);
        }
    }

    /// Each open wound is treated once by the first character who can, other than the wounded one.
    pub(super) fn treat(&mut self, scene: &Scene, prefix: &str, random: &mut dyn Luck) {
        let adventure = self.adventure;
        let is_time = match adventure.rules.healing {
            Healing::Scenes => true,
            Healing::Rest => scene.rest,
            Healing::Never => false,
        };
        if !is_time {
            return;
        }
        // All treatments are simultaneous.
        let before = self.members.clone();
        for patient in 0..self.members.len() {
            if self.members[patient].dead || self.members[patient].captured {
                continue;
            }
            for wound in 0..self.members[patient].wounds.len() {
                let mut most = 0;
                for (healer, about) in adventure.characters.iter().enumerate() {
                    let Some(class) = &about.healer else {
                        continue;
                    };
                    let class = about.classes.iter().position(|(name, _)| name == class);
                    let member = &before[healer];
                    let is_there = healer != patient && !member.dead && !member.captured;
                    // Classes that come back with the next scene are available already.
                    if is_there && member.has(class.unwrap(), self.number + 1) {
                        most = most.max(member.dice[class.unwrap()]);
                    }
                }
                if most > 0 {
                    let roller =
                        format!("{prefix}treatment/{}", adventure.characters[patient].name);
                    if random.throw(&roller, most) >= adventure.rules.healing_difficulty {
                        self.members[patient].recover(wound);
                    }
                }
            }
            self.members[patient].let_heal();
        }
    }
}

/// Returns the duration of the loss of a Class in scene `number`.
fn lost_for(rule: LostFor, number: u32) -> Lost {
    match rule {
        LostFor::Adventure => Lost::Adventure,
        LostFor::Session => Lost::Session,
        LostFor::Scenes(scenes) => Lost::UntilScene(number + scenes + 1),
    }
}

/// Returns the effects on a combatant, from the report of the fight.
pub(super) fn fate(report: &combat::Report, who: usize, combatants: &[combat::Combatant]) -> Fate {
    let mut fate = Fate {
        taken_out: report.fates[who] == combat::Fate::TakenOut,
        retreated: report.fates[who] == combat::Fate::Retreated,
        lost: matches!(report.outcome, combat::Outcome::Side(side) if side != combatants[who].side),
        died: report.died[who],
        ..Fate::default()
    };
    let mut in_use = 0;
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
                in_use = *class;
            }
            combat::Event::Wounded {
                combatant, options, ..
            } if *combatant == who => fate.wounds.push(Hit {
                class: in_use,
                options: options.clone(),
            }),
            _ => {}
        }
    }
    let order = [
        WoundOption::PermanentLoss,
        WoundOption::NastyWound,
        WoundOption::NonCombatant,
    ];
    if report.recovered[who] {
        // Undoes the first option in this order that a wound has, in the latest wound with it.
        let wounds = &mut fate.wounds;
        let has = |option| wounds.iter().rposition(|one| one.options.contains(&option));
        let undone = order.into_iter().find_map(|one| Some((one, has(one)?)));
        let (option, wound) = undone.expect("a healer undoes what was chosen");
        wounds[wound].options.retain(|&one| one != option);
    }
    let left = |option| {
        let wounds = fate.wounds.iter();
        wounds.filter(|one| one.options.contains(&option)).count() as u64
    };
    let counted = (report.permanent_losses[who], report.nasty_wounds[who]);
    assert_eq!((left(order[0]), left(order[1])), counted);
    fate
}
