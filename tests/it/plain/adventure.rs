//! Adventures, plainly: characters who go through scenes and carry their losses from one to the next.
//!
//! - this file: what an adventure is, and one trial of it;
//! - `party`: what characters have lost, and for how long;
//! - `cast`: who takes which part in a scene;
//! - `text`: adventures, and the contests of scenes with everybody in them, as files.
//!
//! Fights are those of the plain program for combat. Other contests have plain programs of their own; here
//! somebody else [plays](Luck::play) them, as they are written with the dice of that moment.

mod cast;
mod party;
mod text;

use super::combat;
use super::dice::PlainDice;
use cast::{Cast, Role};
use party::{Lost, Member};
use std::collections::{BTreeMap, BTreeSet};

/// An adventure. Characters, Classes, scenes and endings go by their names.
#[derive(Clone, Debug)]
pub struct Adventure {
    pub sessions: u32,
    pub characters: Vec<Character>,
    /// Of the group, if there is one.
    pub prosperity: Option<u32>,
    pub scenes: Vec<Scene>,
    /// The endings beside `done`.
    pub endings: Vec<String>,
    pub rules: Rules,
}

#[derive(Clone, Debug)]
pub struct Character {
    pub name: String,
    /// Each with its dice.
    pub classes: Vec<(String, u32)>,
    pub wounds: bool,
    pub armor: bool,
    pub healer: Option<String>,
    pub losable: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct Scene {
    pub name: String,
    pub contest: Contest,
    /// By outcome the scene or ending that follows.
    pub then: Vec<(String, String)>,
    pub worst: Option<String>,
    pub rest: bool,
    pub cost: Vec<(String, Cost)>,
}

#[derive(Clone, Debug, Default)]
pub struct Cost {
    pub prosperity: u32,
    /// Nobody stands for all who took part.
    pub of: Vec<String>,
    pub classes: bool,
    pub wound: bool,
    pub captured: bool,
}

/// The contest of a scene.
#[derive(Clone, Debug)]
pub enum Contest {
    Fight(Fight),
    Quick {
        difficulty: u32,
        actor: Seat,
        helpers: Vec<Seat>,
    },
    Workshop {
        crafter: Seat,
        /// All other keys.
        rest: String,
    },
    Trade {
        /// Unless it is the group's.
        prosperity: Option<u32>,
        backers: Vec<Seat>,
        /// Those of them without whom it cannot be played.
        needed: Vec<String>,
        /// All other keys.
        rest: String,
    },
    /// Nobody takes part by name.
    Abstract {
        skill: i32,
        task: i32,
    },
}

#[derive(Clone, Debug)]
pub struct Fight {
    pub sides: Vec<Side>,
    pub rules: combat::Rules,
    pub deadly: bool,
}

#[derive(Clone, Debug)]
pub struct Side {
    pub name: String,
    pub player: combat::Player,
    pub combatants: Vec<Seat>,
    pub late: Vec<(combat::Arrival, Seat)>,
}

/// A place in a contest for somebody.
#[derive(Clone, Debug)]
pub enum Seat {
    /// Somebody with this name: a character who is called so, or somebody of the scene's own.
    Named {
        name: String,
        count: usize,
        /// Where a contest knows no Classes there is one, without a name.
        classes: Vec<Class>,
    },
    /// The first of these characters who is there and has a Class that suits.
    AnyOf {
        characters: Vec<String>,
        /// The Classes that suit, the best first, and whether they fit but half; none are all.
        classes: Vec<(String, bool)>,
    },
}

#[derive(Clone, Debug)]
pub struct Class {
    pub name: String,
    pub dice: u32,
    /// Whether it fits but half.
    pub semi: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LostFor {
    Adventure,
    Scenes(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Healing {
    Scenes,
    Rest,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advance {
    Nothing,
    Lowest,
    Highest,
    First,
}

#[derive(Clone, Debug)]
pub struct Rules {
    pub lost_for: LostFor,
    pub wounds_to_die: u32,
    pub healing: Healing,
    pub healing_difficulty: u32,
    /// `retreated = "captured"`.
    pub retreated_are_captured: bool,
    /// `unmanned = "skip"`.
    pub unmanned_is_skipped: bool,
    pub advance: Advance,
    /// `between = "replace"`.
    pub dead_are_replaced: bool,
    pub max_scenes: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            lost_for: LostFor::Adventure,
            wounds_to_die: 2,
            healing: Healing::Scenes,
            healing_difficulty: 10,
            retreated_are_captured: false,
            unmanned_is_skipped: false,
            advance: Advance::Nothing,
            dead_are_replaced: false,
            max_scenes: 100,
        }
    }
}

/// The luck of a trial. All rollers have names; those in a contest their own behind a prefix.
pub trait Luck {
    /// The dice of all who roll in a fight that is written so, in the order in which the plain program
    /// numbers them.
    fn of_fight(&mut self, text: &str, prefix: &str) -> Box<dyn PlainDice>;
    /// Plays another contest that is written so: the outcome, and what prosperity there is left.
    fn play(&mut self, text: &str, prefix: &str) -> (String, Option<u32>);
    /// The sum of so many dice, thrown together by a roller of that name behind all that it threw before.
    fn throw(&mut self, roller: &str, count: u32) -> u32;
}

/// How a trial ended, and its metrics by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub outcome: String,
    pub metrics: BTreeMap<String, i64>,
    /// Who was hurt, by number, and in which scene first, counted through all sessions.
    pub hurt_at: BTreeMap<usize, i64>,
}

/// What a fight left behind of somebody.
#[derive(Clone, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
struct Fate {
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

impl Adventure {
    /// Where an outcome of a scene leads.
    fn target(&self, scene: usize, outcome: &str) -> String {
        let mut then = self.scenes[scene].then.iter();
        match then.find(|(name, _)| name == outcome) {
            Some((_, target)) => target.clone(),
            None => self.behind(scene),
        }
    }

    /// Where a scene leads of which nothing is said.
    fn behind(&self, scene: usize) -> String {
        match self.scenes.get(scene + 1) {
            Some(next) => next.name.clone(),
            None => "done".to_owned(),
        }
    }

    /// Whether a scene may lead to what is behind it.
    fn goes_on(&self, scene: usize) -> bool {
        let scene = &self.scenes[scene];
        let mut outcomes = scene.contest.outcomes();
        if let Contest::Fight(_) = scene.contest {
            outcomes.extend(["draw", "unresolved"].map(str::to_owned));
        }
        let leads = |outcome: &String| scene.then.iter().any(|(name, _)| name == outcome);
        self.rules.unmanned_is_skipped || !outcomes.iter().all(leads)
    }

    fn character(&self, name: &str) -> Option<usize> {
        self.characters.iter().position(|one| one.name == name)
    }

    /// The outcome where nobody takes a part: the last that is no side of a character.
    fn worst(&self, scene: usize) -> String {
        let scene = &self.scenes[scene];
        if let Some(worst) = &scene.worst {
            return worst.clone();
        }
        let Contest::Fight(fight) = &scene.contest else {
            return scene.contest.outcomes().pop().unwrap();
        };
        let is_character = |seat: &Seat| match seat {
            Seat::Named { name, .. } => self.character(name).is_some(),
            Seat::AnyOf { .. } => true,
        };
        let of_characters = |side: &&Side| {
            let late = side.late.iter().map(|(_, seat)| seat);
            side.combatants.iter().chain(late).any(is_character)
        };
        let last = fight.sides.iter().rfind(|side| !of_characters(side));
        last.map_or("unresolved".to_owned(), |side| side.name.clone())
    }
}

impl Contest {
    /// The outcomes that are to be expected; the first is the one that is called won.
    pub fn outcomes(&self) -> Vec<String> {
        let names = match self {
            Self::Fight(fight) => fight.sides.iter().map(|side| side.name.as_str()).collect(),
            Self::Trade { .. } => vec!["solvent", "ruined"],
            _ => vec!["success", "failure"],
        };
        names.into_iter().map(str::to_owned).collect()
    }
}

/// Plays a trial.
pub fn play(adventure: &Adventure, luck: &mut dyn Luck) -> Report {
    let mut evening = Evening {
        adventure,
        members: adventure.characters.iter().map(Member::new).collect(),
        prosperity: adventure.prosperity.unwrap_or(0),
        session: 0,
        number: 0,
        metrics: BTreeMap::new(),
        hurt_at: BTreeMap::new(),
        hurt_in: BTreeSet::new(),
    };
    evening.name_all_metrics();
    let mut outcome = String::new();
    for session in 1..=adventure.sessions {
        if session > 1 {
            evening.rest();
        }
        evening.session = session;
        outcome = evening.play_session(luck);
    }
    evening.count_the_end();
    Report {
        outcome,
        metrics: evening.metrics,
        hurt_at: evening.hurt_at,
    }
}

/// A trial at some time.
struct Evening<'a> {
    adventure: &'a Adventure,
    members: Vec<Member>,
    prosperity: u32,
    session: u32,
    /// The number of the scene in the session, from 1.
    number: u32,
    metrics: BTreeMap<String, i64>,
    hurt_at: BTreeMap<usize, i64>,
    /// The scenes of this session in which somebody was hurt.
    hurt_in: BTreeSet<usize>,
}

impl Evening<'_> {
    fn count(&mut self, metric: &str, more: u32) {
        let value = self.metrics.get_mut(metric);
        *value.unwrap_or_else(|| panic!("no metric is called {metric}")) += i64::from(more);
    }

    /// What happens once or more.
    fn happens(&mut self, metric: &str) {
        let value = self.metrics.get_mut(metric);
        *value.unwrap_or_else(|| panic!("no metric is called {metric}")) = 1;
    }

    /// All metrics are there, whether something is counted or not.
    fn name_all_metrics(&mut self) {
        let adventure = self.adventure;
        let mut names: Vec<String> = ["scenes", "alive", "fit", "wounds", "classes_lost"]
            .map(str::to_owned)
            .into();
        for (position, scene) in adventure.scenes.iter().enumerate() {
            for metric in ["reached", "won", "ended_in", "hurt_in"] {
                names.push(format!("{metric}.{}", scene.name));
            }
            if adventure.goes_on(position) {
                let behind = adventure.behind(position);
                names.push(format!("way.{} > {behind}", scene.name));
            }
            for (_, target) in &scene.then {
                names.push(format!("way.{} > {target}", scene.name));
            }
        }
        for character in &adventure.characters {
            for metric in ["hurt", "died", "out"] {
                names.push(format!("{metric}.{}", character.name));
            }
        }
        if adventure.prosperity.is_some() {
            names.push("prosperity".to_owned());
        }
        if adventure.sessions > 1 {
            for session in 1..=adventure.sessions {
                names.push(format!("done.{session}"));
                names.push(format!("alive_after.{session}"));
            }
        }
        self.metrics = names.into_iter().map(|name| (name, 0)).collect();
    }

    /// Plays a session; how it ends.
    fn play_session(&mut self, luck: &mut dyn Luck) -> String {
        let adventure = self.adventure;
        let mut position = 0;
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
            let (target, is_won) = self.play_scene(position, visits[position], luck);
            if is_won {
                won.insert(name);
            }
            self.count(&format!("way.{name} > {target}"), 1);
            let mut scenes = adventure.scenes.iter();
            if let Some(next) = scenes.position(|scene| scene.name == target) {
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

    /// Plays a scene: where it leads, and whether it is won.
    fn play_scene(&mut self, position: usize, visit: u32, luck: &mut dyn Luck) -> (String, bool) {
        let adventure = self.adventure;
        let scene = &adventure.scenes[position];
        let prefix = if (self.session, position, visit) == (1, 0, 1) {
            String::new()
        } else {
            format!("{}/{}/{visit}/", self.session, scene.name)
        };
        let cast = cast::cast(
            adventure,
            &scene.contest,
            &self.members,
            self.number,
            self.prosperity,
        );
        let mut hurt = BTreeSet::new();
        let mut roles = Vec::new();
        let outcome = match cast {
            Some(cast) => {
                let outcome = self.play_contest(&scene.contest, &cast, &prefix, &mut hurt, luck);
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
        self.treat(scene, &prefix, luck);
        match outcome {
            Some(outcome) => (
                adventure.target(position, &outcome),
                scene.contest.outcomes()[0] == outcome,
            ),
            None => (adventure.behind(position), false),
        }
    }

    /// Plays the contest of a scene and applies what it leaves behind; the outcome.
    fn play_contest(
        &mut self,
        contest: &Contest,
        cast: &Cast,
        prefix: &str,
        hurt: &mut BTreeSet<usize>,
        luck: &mut dyn Luck,
    ) -> String {
        let Contest::Fight(fight) = contest else {
            let (outcome, left) = luck.play(&cast.text, prefix);
            if let (Some(left), Some(_)) = (left, self.adventure.prosperity) {
                self.prosperity = left;
            }
            return outcome;
        };
        let mut dice = luck.of_fight(&cast.text, prefix);
        let sides = fight.sides.len();
        let report = combat::fight(&cast.combatants, sides, &fight.rules, dice.as_mut());
        for role in &cast.roles {
            let fate = fate(&report, role.seat.unwrap(), &cast.combatants);
            self.suffer(role, &fate, fight.deadly, hurt);
        }
        match report.outcome {
            combat::Outcome::Side(side) => fight.sides[side].name.clone(),
            combat::Outcome::Draw => "draw".to_owned(),
            combat::Outcome::Unresolved => "unresolved".to_owned(),
        }
    }

    /// What a fight does to a character.
    fn suffer(&mut self, role: &Role, fate: &Fate, deadly: bool, hurt: &mut BTreeSet<usize>) {
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
                    lost += member.lose(in_use, Lost::Adventure);
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
        self.count("wounds", fate.wounds);
        self.count("classes_lost", lost);
    }

    /// What an outcome costs.
    fn pay(&mut self, cost: &Cost, roles: &[Role], hurt: &mut BTreeSet<usize>) {
        let adventure = self.adventure;
        self.prosperity = self.prosperity.saturating_sub(cost.prosperity);
        let payers: Vec<usize> = if cost.of.is_empty() {
            roles.iter().map(|role| role.character).collect()
        } else {
            let all = cost.of.iter();
            all.map(|name| adventure.character(name).unwrap()).collect()
        };
        for payer in payers {
            let member = &mut self.members[payer];
            if member.dead {
                continue;
            }
            let mut lost = 0;
            if cost.classes {
                let how_long = lost_for(adventure.rules.lost_for, self.number);
                let took_part = roles.iter().filter(|role| role.character == payer);
                for &class in took_part.flat_map(|role| &role.classes) {
                    lost += member.lose(class, how_long);
                }
            }
            if cost.wound {
                member.open_wounds += 1;
                member.non_combatant = true;
                let all = member.open_wounds + member.carried_wounds;
                member.dead = all >= adventure.rules.wounds_to_die;
            }
            if cost.captured {
                member.captured = true;
            }
            if cost.wound {
                hurt.insert(payer);
                self.count("wounds", 1);
                self.happens(&format!("hurt.{}", adventure.characters[payer].name));
            }
            self.count("classes_lost", lost);
        }
    }

    /// Each open wound is treated once by the first character who can, other than the wounded one.
    fn treat(&mut self, scene: &Scene, prefix: &str, luck: &mut dyn Luck) {
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

    /// Time passes between two sessions.
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

    fn count_the_end(&mut self) {
        let next = self.number + 1;
        for (position, about) in self.adventure.characters.iter().enumerate() {
            let member = self.members[position].clone();
            self.count("alive", u32::from(!member.dead));
            self.count("fit", u32::from(member.has_nothing_wrong(next)));
            self.count(&format!("died.{}", about.name), u32::from(member.dead));
            let out = member.dead || member.captured;
            self.count(&format!("out.{}", about.name), u32::from(out));
        }
        if self.adventure.prosperity.is_some() {
            self.count("prosperity", self.prosperity);
        }
    }
}

/// Until when a Class is lost in scene number `number`.
fn lost_for(rule: LostFor, number: u32) -> Lost {
    match rule {
        LostFor::Adventure => Lost::Adventure,
        LostFor::Scenes(scenes) => Lost::UntilScene(number + scenes + 1),
    }
}

/// What became of a combatant, out of the account of the fight.
fn fate(report: &combat::Report, who: usize, combatants: &[combat::Combatant]) -> Fate {
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
    let mut chosen: Vec<combat::WoundOption> = Vec::new();
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
    let undone_before = chose(combat::WoundOption::PermanentLoss) > fate.losses
        || chose(combat::WoundOption::NastyWound) > fate.nasty;
    let undone = report.recovered[who] && !undone_before;
    fate.non_combatant = chose(combat::WoundOption::NonCombatant) > u32::from(undone);
    fate
}
