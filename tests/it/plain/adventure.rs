//! Adventures, plainly: characters who go through scenes and carry their losses from one to the
//! next.
//!
//! - `made_of`: the parts of an adventure;
//! - this file: one trial of it; `count`: its metrics;
//! - `party`: the losses of characters and their duration; `losses`: the causes of losses;
//! - `cast`: the participants of a scene;
//! - `text`: contests of scenes, with assigned and with open seats; `file`: adventures.
//!
//! Fights use the plain program for combat, and trade the one for trade. Other contests leave
//! nothing behind but their outcome; here the caller [plays](Luck::play) them, as files with the
//! dice of that moment.

mod cast;
mod count;
mod file;
mod losses;
mod made_of;
mod party;
mod text;

pub use made_of::{
    Advance, Adventure, Character, Choices, Class, Contest, Cost, Fight, Fighter, Freight, Group,
    Healing, Help, LostFor, Rules, Scene, Seat, Side, TradeRules,
};

use super::dice::PlainDice;
use super::trade::Cargo;
use super::{combat, trade};
use cast::{Cast, Table};
use losses::fate;
use party::Member;
use std::collections::{BTreeMap, BTreeSet};

/// Source of randomness of a trial. All rollers have names; those in a contest have a prefix.
pub trait Luck {
    /// Returns the dice of all rollers in a fight with this text, in the numbering of the plain
    /// program.
    fn of_sides(&mut self, text: &str, prefix: &str) -> Box<dyn PlainDice>;
    /// Returns the dice of rollers of these names, numbered in this order.
    fn of_rollers(&mut self, names: &[String]) -> Box<dyn PlainDice>;
    /// Plays another contest with this text and returns the outcome.
    fn play(&mut self, text: &str, prefix: &str) -> String;
    /// Returns the sum of `count` dice, rolled together by a roller of that name after its previous
    /// rolls.
    fn throw(&mut self, roller: &str, count: u32) -> u32;
}

/// Outcome of a trial, and its metrics by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub outcome: String,
    pub metrics: BTreeMap<String, i64>,
    /// Index of each character that was hurt, with the first scene of it, counted through all
    /// sessions.
    pub hurt_at: BTreeMap<usize, i64>,
}

/// Plays a trial.
pub fn play(adventure: &Adventure, random: &mut dyn Luck) -> Report {
    let group = adventure.group.as_ref();
    let dice_of_bases = |group: &Group| group.bases.iter().map(|&(_, dice)| dice).collect();
    let cargoes = |group: &Group| group.cargoes.iter().map(|(_, one)| one.clone()).collect();
    let mut evening = Evening {
        adventure,
        members: adventure.characters.iter().map(Member::new).collect(),
        prosperity: group.map_or(0, |group| group.prosperity),
        bases: group.map_or(Vec::new(), dice_of_bases),
        cargoes: group.map_or(Vec::new(), cargoes),
        refused: BTreeSet::new(),
        session: 0,
        number: 0,
        scene: 0,
        metrics: BTreeMap::new(),
        hurt_at: BTreeMap::new(),
        hurt_in: BTreeSet::new(),
        left_with: BTreeMap::new(),
    };
    evening.name_all_metrics();
    let mut outcome = String::new();
    for session in 1..=adventure.sessions {
        if session > 1 {
            evening.rest();
        }
        evening.session = session;
        outcome = evening.play_session(random);
    }
    evening.count_the_end();
    Report {
        outcome,
        metrics: evening.metrics,
        hurt_at: evening.hurt_at,
    }
}

/// State of a trial.
struct Evening<'a> {
    adventure: &'a Adventure,
    members: Vec<Member>,
    prosperity: u32,
    /// Dice of each base.
    bases: Vec<u32>,
    cargoes: Vec<Cargo>,
    /// Cargoes given and wanted, by index, that were refused since the last journey.
    refused: BTreeSet<(usize, usize)>,
    /// Number of the play of the adventure, from 1.
    session: u32,
    /// Number of the scene in the play, from 1.
    number: u32,
    /// Index of the scene.
    scene: usize,
    metrics: BTreeMap<String, i64>,
    hurt_at: BTreeMap<usize, i64>,
    /// Scenes of this session in which a character was hurt.
    hurt_in: BTreeSet<usize>,
    /// Prosperity at the last exit from each scene.
    left_with: BTreeMap<usize, u32>,
}

impl Evening<'_> {
    /// Plays a session and returns its ending.
    fn play_session(&mut self, random: &mut dyn Luck) -> String {
        let adventure = self.adventure;
        let mut position = adventure.beginning(self.session);
        let mut visits = vec![0; adventure.scenes.len()];
        let (mut reached, mut won) = (BTreeSet::new(), BTreeSet::new());
        self.number = 0;
        self.hurt_in.clear();
        let outcome = loop {
            if self.number == adventure.rules.max_scenes {
                break "unresolved".to_owned();
            }
            self.number += 1;
            visits[position] += 1;
            let name = &adventure.scenes[position].name;
            self.count("scenes", 1);
            reached.insert(name);
            let (target, is_won) = self.play_scene(position, visits[position], random);
            if is_won {
                won.insert(name);
            }
            self.count(&format!("way.{name} > {target}"), 1);
            let mut scenes = adventure.scenes.iter();
            if let Some(next) = scenes.position(|scene| scene.name == target) {
                let goes_on = self.number < adventure.rules.max_scenes;
                if adventure.scenes[position].session_ends && goes_on {
                    self.end_session();
                }
                position = next;
            } else {
                self.count(&format!("ended_in.{name}"), 1);
                break target;
            }
        };
        for name in reached {
            self.count(&format!("reached.{name}"), 1);
        }
        for name in won {
            self.count(&format!("won.{name}"), 1);
        }
        if adventure.sessions > 1 {
            let alive = self.members.iter().filter(|member| !member.dead).count();
            let session = self.session;
            self.count(&format!("done.{session}"), u32::from(outcome == "done"));
            self.count(&format!("alive_after.{session}"), alive as u32);
        }
        outcome
    }

    /// Plays a scene; returns the next scene or ending, and whether it was won.
    fn play_scene(&mut self, position: usize, visit: u32, random: &mut dyn Luck) -> (String, bool) {
        let adventure = self.adventure;
        let scene = &adventure.scenes[position];
        self.scene = position;
        let prefix = if (self.session, position, visit) == (1, adventure.beginning(1), 1) {
            String::new()
        } else {
            format!("{}/{}/{visit}/", self.session, scene.name)
        };
        let cast = cast::cast(self, &scene.contest);
        let mut hurt = BTreeSet::new();
        let mut roles = Vec::new();
        let outcome = match cast {
            Some(cast) => {
                let outcome = self.play_contest(&scene.contest, &cast, &prefix, &mut hurt, random);
                roles = cast.roles;
                Some(outcome)
            }
            None if adventure.rules.unmanned_is_skipped => None,
            None => Some(adventure.worst(position)),
        };
        if let Some(outcome) = &outcome
            && let Some((_, cost)) = scene.cost.iter().find(|(name, _)| name == outcome)
        {
            self.pay(cost, &roles, &mut hurt);
        }
        for &character in &hurt {
            let scenes = self.metrics["scenes"];
            self.hurt_at.entry(character).or_insert(scenes);
        }
        if !hurt.is_empty() && self.hurt_in.insert(position) {
            self.count(&format!("hurt_in.{}", scene.name), 1);
        }
        self.treat(scene, &prefix, random);
        self.left_with.insert(position, self.prosperity);
        match outcome {
            Some(outcome) => (
                adventure.target(position, &outcome),
                scene.contest.outcomes()[0] == outcome,
            ),
            None => (adventure.behind(position), false),
        }
    }

    /// Plays the contest of a scene, applies its effects, and returns the outcome.
    fn play_contest(
        &mut self,
        contest: &Contest,
        cast: &Cast,
        prefix: &str,
        hurt: &mut BTreeSet<usize>,
        random: &mut dyn Luck,
    ) -> String {
        match (&cast.table, contest) {
            (Table::Fight { text, combatants }, Contest::Fight(fight)) => {
                let mut dice = random.of_sides(text, prefix);
                let sides = fight.sides.len();
                let report = combat::fight(combatants, sides, &fight.rules, dice.as_mut());
                for role in &cast.roles {
                    let fate = fate(&report, role.seat.unwrap(), combatants);
                    self.suffer(role, &fate, fight.deadly, hurt);
                }
                match report.outcome {
                    combat::Outcome::Side(side) => fight.sides[side].name.clone(),
                    combat::Outcome::Draw => "draw".to_owned(),
                    combat::Outcome::Unresolved => "unresolved".to_owned(),
                }
            }
            (Table::Trade(dealing), _) => {
                let rollers = dealing.rollers.iter();
                let rollers: Vec<String> = rollers.map(|one| format!("{prefix}{one}")).collect();
                let mut dice = random.of_rollers(&rollers);
                let (report, cargoes, refused) =
                    trade::trade_with_cargoes(&dealing.plan, dice.as_mut());
                if self.adventure.group.is_some() {
                    self.prosperity = report.path[report.path.len() - 1];
                }
                self.settle(dealing, &report, &cargoes);
                self.remember(dealing, &refused);
                let Contest::Trade { rules, .. } = contest else {
                    panic!("only trade is dealt out as trade");
                };
                let outcome = report.outcome(rules.has_complications);
                outcome.to_owned()
            }
            (Table::Written(text), _) => random.play(text, prefix),
            (Table::Fight { .. }, _) => panic!("only fights are laid out as fights"),
        }
    }

    /// Ends a session while the adventure continues.
    fn end_session(&mut self) {
        for member in self.members.iter_mut().filter(|member| !member.dead) {
            member.end_session();
        }
    }

    /// Passes the time between two plays of the adventure.
    fn rest(&mut self) {
        let rules = &self.adventure.rules;
        for (member, about) in self.members.iter_mut().zip(&self.adventure.characters) {
            if !member.dead {
                member.rest();
                member.advance(rules.advance);
            } else if rules.dead_are_replaced {
                *member = Member::new(about);
            }
        }
    }
}
