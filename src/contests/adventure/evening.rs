//! A trial: one adventure, or several sessions of it.

use super::cast::Role;
use super::party::{Hurt, Party};
use super::scenes::{Lead, MOST_KEPT, Ready, Staged, seen};
use super::{Adventure, Target, Unmanned, WhenHealed};
use crate::contest::{Aftermath, Play, Record, Stage, Tally};
use crate::dice::{Dice, Sampled};
use std::collections::HashMap;
use std::ops::Range;

/// One table after another, for any number of trials.
pub(super) struct Evening<'a> {
    adventure: &'a Adventure,
    seed: u64,
    party: Party,
    /// The contests with their tables, each behind what it is made of.
    visits: Vec<(Vec<u64>, Visit)>,
    /// By what a visit is made of its position.
    places: HashMap<Vec<u64>, usize>,
    /// By scene the visit of last time, which is often that of this time.
    recent: Vec<usize>,
    /// How often each scene was visited in this session.
    visited: Vec<u32>,
    /// What the visit at hand is made of.
    key: Vec<u64>,
}

/// A table for one visit of a scene.
struct Visit {
    ready: Ready,
    stage: Option<Stage>,
    dice: Sampled,
    /// For those who treat wounds afterwards.
    healing: Option<Sampled>,
    /// What the luck of the visit is called by.
    prefix: String,
}

/// What happens on the way, for whoever tells it.
pub(super) enum Moment<'m> {
    /// A session begins.
    Session(u32),
    /// A scene with its contest and the luck that is at its beginning; none where nobody can take a
    /// part.
    Scene {
        scene: usize,
        contest: Option<(&'m Staged, &'m Sampled)>,
    },
    /// Something became of a character.
    Hurt { character: usize, hurt: Hurt },
    /// Dice of prosperity were paid.
    Paid { dice: u32, left: u32 },
    /// A wound was treated.
    Treated {
        healer: usize,
        patient: usize,
        total: u32,
        success: bool,
    },
    /// A session ended; nobody knows how where there are too many scenes.
    Ended { ending: Option<usize> },
}

impl<'a> Evening<'a> {
    pub(super) fn new(adventure: &'a Adventure, seed: u64) -> Self {
        Self {
            adventure,
            seed,
            party: adventure.start.clone(),
            visits: Vec::new(),
            places: HashMap::new(),
            recent: vec![0; adventure.scenes.len()],
            visited: vec![0; adventure.scenes.len()],
            key: Vec::new(),
        }
    }

    /// Plays a trial; `see` is told what happens.
    pub(super) fn play(
        &mut self,
        trial: u64,
        record: &mut Record,
        see: &mut impl FnMut(Moment<'_>),
    ) {
        let adventure = self.adventure;
        record.values.fill(0);
        record.ends.clear();
        self.party.reset(&adventure.start);
        let mut course = Course::new();
        loop {
            see(Moment::Session(course.session));
            self.visited.fill(0);
            let ending = loop {
                if self.party.scene == adventure.options.max_scenes {
                    break None;
                }
                let target = self.scene(&mut course, trial, record, see);
                match target {
                    Target::Scene(next) => course.scene = next,
                    Target::Ending(ending) => break Some(ending),
                }
            };
            see(Moment::Ended { ending });
            let values = &mut record.values;
            if adventure.ends_session(&mut course, ending, &mut self.party, values) {
                break;
            }
        }
        record.outcome = course.outcome;
        adventure.layout.finish(&self.party, record);
    }

    /// Plays the scene where the course stands; where it leads.
    fn scene(
        &mut self,
        course: &mut Course,
        trial: u64,
        record: &mut Record,
        see: &mut impl FnMut(Moment<'_>),
    ) -> Target {
        let adventure = self.adventure;
        let position = course.scene;
        self.party.scene += 1;
        self.visited[position] += 1;
        let visit = self.visit(course.session, position);
        let party = &mut self.party;
        let Visit {
            ready,
            stage,
            dice,
            healing,
            prefix,
        } = &mut self.visits[visit].1;
        let lead = if let (Some(staged), Some(stage)) = (&ready, stage) {
            dice.start(trial);
            see(Moment::Scene {
                scene: position,
                contest: Some((staged, &*dice)),
            });
            let part = staged.part();
            part.perform(stage, dice);
            let left = Left {
                outcome: stage.record.outcome,
                aftermath: |actor| part.aftermath(stage, actor),
                prosperity: part.prosperity(stage),
            };
            adventure.settle(position, staged, &left, party, record, see)
        } else {
            see(Moment::Scene {
                scene: position,
                contest: None,
            });
            adventure.unmanned(position, party, record, see)
        };
        if adventure.treats(position, party) {
            let names = adventure.crew.characters.iter();
            let names = names.map(|one| format!("{prefix}treatment/{}", one.name));
            let healing =
                healing.get_or_insert_with(|| Sampled::new(self.seed, &names.collect::<Vec<_>>()));
            healing.start(trial);
            adventure.treat(party, healing, see);
        }
        adventure.counts(course, lead, &mut record.values);
        lead.target
    }

    /// The position of the visit of a scene with the characters as they are.
    fn visit(&mut self, session: u32, position: usize) -> usize {
        let adventure = self.adventure;
        let visited = self.visited[position];
        self.key.clear();
        self.key.push(u64::from(session) << 32 | u64::from(visited));
        seen(
            &adventure.scenes[position],
            position,
            &self.party,
            &mut self.key,
        );
        let recent = self.recent[position];
        if self
            .visits
            .get(recent)
            .is_some_and(|(key, _)| *key == self.key)
        {
            return recent;
        }
        let place = if let Some(&place) = self.places.get(&self.key) {
            place
        } else {
            if self.visits.len() >= MOST_KEPT {
                self.visits.clear();
                self.places.clear();
            }
            let ready = adventure.ready(position, &self.party, &self.key[1..]);
            let visit = Visit::new(adventure, ready, self.seed, (session, position, visited));
            self.places.insert(self.key.clone(), self.visits.len());
            self.visits.push((self.key.clone(), visit));
            self.visits.len() - 1
        };
        self.recent[position] = place;
        place
    }
}

/// How far an adventure has come, apart from the characters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Course {
    pub(super) session: u32,
    pub(super) scene: usize,
    /// The scenes that were reached in this session, those that were won, and those in which somebody
    /// was hurt.
    reached: u128,
    won: u128,
    harmed: u128,
    /// How the last session ended.
    pub(super) outcome: usize,
}

impl Course {
    pub(super) fn new() -> Self {
        Self {
            session: 1,
            scene: 0,
            reached: 0,
            won: 0,
            harmed: 0,
            outcome: 0,
        }
    }
}

/// What a contest has left behind.
pub(super) struct Left<A> {
    pub(super) outcome: usize,
    /// By position of an actor.
    pub(super) aftermath: A,
    pub(super) prosperity: Option<u32>,
}

impl Adventure {
    /// Applies what the contest of a scene has left behind; where it leads.
    pub(super) fn settle(
        &self,
        position: usize,
        staged: &Staged,
        left: &Left<impl Fn(usize) -> Aftermath>,
        party: &mut Party,
        record: &mut Record,
        see: &mut impl FnMut(Moment<'_>),
    ) -> Lead {
        let lead = staged.outcomes[left.outcome];
        let mut harmed = false;
        for (actor, role) in &staged.actors {
            let after = (left.aftermath)(*actor);
            let of = (role.character, &self.crew.characters[role.character]);
            let hurt = party.suffer(of, &role.classes, &after, &self.options);
            self.count(role.character, (hurt, &mut harmed), record, see);
        }
        if let Some(prosperity) = left.prosperity.filter(|_| self.scenes[position].prosperous) {
            party.prosperity = prosperity as u8;
        }
        self.charge(
            (position, lead),
            (&staged.roles, &mut harmed),
            party,
            record,
            see,
        );
        Lead { harmed, ..lead }
    }

    /// Applies what an outcome costs, with those who took part and those who have been hurt.
    fn charge(
        &self,
        (position, lead): (usize, Lead),
        (roles, harmed): (&[Role], &mut bool),
        party: &mut Party,
        record: &mut Record,
        see: &mut impl FnMut(Moment<'_>),
    ) {
        let scene = &self.scenes[position];
        let Some(cost) = lead.cost.map(|cost| &scene.cost[cost].1) else {
            return;
        };
        if cost.prosperity > 0 && self.has_group {
            let paid = cost.prosperity.min(u32::from(party.prosperity));
            party.prosperity -= paid as u8;
            see(Moment::Paid {
                dice: paid,
                left: u32::from(party.prosperity),
            });
        }
        let mut pay = |character: usize, classes: &[u8]| {
            let hurt = party.pay(character, classes, cost, &self.options);
            self.count(character, (hurt, harmed), record, see);
        };
        if cost.of.is_empty() {
            for role in roles {
                pay(role.character, &role.classes);
            }
        }
        for &character in &cost.of {
            let role = roles.iter().find(|role| role.character == character);
            pay(character, role.map_or(&[], |role| &role.classes));
        }
    }

    /// A scene that has nobody for a part; where it leads.
    pub(super) fn unmanned(
        &self,
        position: usize,
        party: &mut Party,
        record: &mut Record,
        see: &mut impl FnMut(Moment<'_>),
    ) -> Lead {
        let scene = &self.scenes[position];
        let lead = match self.options.unmanned {
            Unmanned::Worst => scene.lead(&scene.worst),
            Unmanned::Skip => Lead {
                target: scene.next,
                cost: None,
                won: false,
                harmed: false,
            },
        };
        let mut harmed = false;
        self.charge((position, lead), (&[], &mut harmed), party, record, see);
        Lead { harmed, ..lead }
    }

    /// Counts that a scene was played, and where it led.
    pub(super) fn counts(&self, course: &mut Course, lead: Lead, values: &mut [i64]) {
        values[self.layout.scenes] += 1;
        course.reached |= 1 << course.scene;
        course.won |= u128::from(lead.won) << course.scene;
        course.harmed |= u128::from(lead.harmed) << course.scene;
        let scene = &self.scenes[course.scene];
        let way = scene.targets.iter().position(|&one| one == lead.target);
        values[self.layout.way + scene.first_way + way.unwrap_or(0)] += 1;
    }

    /// Whether wounds are treated behind a scene, and there are any.
    pub(super) fn treats(&self, position: usize, party: &Party) -> bool {
        let treats = match self.options.healing {
            WhenHealed::Scenes => true,
            WhenHealed::Rest => self.scenes[position].rest,
            WhenHealed::Never => false,
        };
        treats && party.members.iter().any(|one| one.wounds > 0 && !one.dead)
    }

    /// Ends a session, and goes on with the next unless it was the last: then true.
    pub(super) fn ends_session(
        &self,
        course: &mut Course,
        ending: Option<usize>,
        party: &mut Party,
        values: &mut [i64],
    ) -> bool {
        let layout = &self.layout;
        for position in 0..self.scenes.len() {
            values[layout.reached + position] += (course.reached >> position & 1) as i64;
            values[layout.won + position] += (course.won >> position & 1) as i64;
            values[layout.hurt_in + position] += (course.harmed >> position & 1) as i64;
        }
        values[layout.ended_in + course.scene] += i64::from(ending.is_some());
        course.outcome = ending.unwrap_or(self.endings.len());
        let by_session = course.session as usize - 1;
        if let Some(done) = layout.done {
            values[done + by_session] = i64::from(course.outcome == 0);
        }
        if let Some(alive) = layout.alive_after {
            values[alive + by_session] = party.alive() as i64;
        }
        if course.session == self.sessions {
            return true;
        }
        party.rest(&self.crew.characters, &self.options);
        *course = Course {
            session: course.session + 1,
            ..Course::new()
        };
        false
    }

    /// Counts what became of a character in a scene, and notes whether somebody was harmed in it.
    fn count(
        &self,
        character: usize,
        (hurt, harmed): (Hurt, &mut bool),
        record: &mut Record,
        see: &mut impl FnMut(Moment<'_>),
    ) {
        if hurt == Hurt::default() {
            return;
        }
        let layout = &self.layout;
        let values = &mut record.values;
        if hurt.harmed && values[layout.hurt + character] == 0 {
            let scenes = values[layout.scenes] + 1;
            record.ends.push((character as u32, scenes));
        }
        *harmed |= hurt.harmed;
        values[layout.hurt + character] |= i64::from(hurt.harmed);
        values[layout.wounds] += i64::from(hurt.wounds);
        values[layout.classes_lost] += i64::from(hurt.classes);
        see(Moment::Hurt { character, hurt });
    }

    /// Each open wound is treated once, by the first who can.
    pub(super) fn treat(
        &self,
        party: &mut Party,
        dice: &mut impl Dice,
        see: &mut impl FnMut(Moment<'_>),
    ) {
        let characters = &self.crew.characters;
        for patient in 0..party.members.len() {
            let member = &party.members[patient];
            if member.dead || member.captured {
                continue;
            }
            for _ in 0..member.wounds {
                let healer = (0..characters.len()).find_map(|healer| {
                    let class = characters[healer].healer?;
                    let able = &party.members[healer];
                    let there = healer != patient && able.is_there(false);
                    (there && able.has(class, party.scene + 1)).then_some((healer, class))
                });
                // Others may be treated by the one who lies here.
                let Some((healer, class)) = healer else {
                    break;
                };
                let count = u32::from(party.members[healer].dice[class]);
                let total = dice.pool(patient, count).sum();
                let success = i64::from(total) >= self.options.healing_difficulty;
                if success {
                    party.treated(patient);
                }
                see(Moment::Treated {
                    healer,
                    patient,
                    total,
                    success,
                });
            }
        }
    }
}

impl Visit {
    fn new(
        adventure: &Adventure,
        ready: Ready,
        seed: u64,
        (session, scene, visit): (u32, usize, u32),
    ) -> Self {
        // The first visit of the first scene has the luck of the contest alone.
        let prefix = if (session, scene, visit) == (1, 0, 1) {
            String::new()
        } else {
            format!("{session}/{}/{visit}/", adventure.scenes[scene].name)
        };
        let rollers = ready.iter().flat_map(|staged| &staged.rollers);
        let names: Vec<String> = rollers.map(|name| format!("{prefix}{name}")).collect();
        Self {
            stage: ready.as_ref().map(|staged| staged.part().stage()),
            dice: Sampled::new(seed, &names),
            healing: None,
            ready,
            prefix,
        }
    }
}

impl Play for Adventure {
    fn play(&self, seed: u64, trials: Range<u64>, tally: &mut Tally) {
        self.watch(seed, trials, &mut |_, record| {
            tally.add(record);
            true
        });
    }

    fn replay(&self, seed: u64, trial: u64) -> Record {
        let mut record = Record::new(self);
        Evening::new(self, seed).play(trial, &mut record, &mut |_| ());
        record
    }

    fn watch(&self, seed: u64, trials: Range<u64>, see: &mut dyn FnMut(u64, &Record) -> bool) {
        let mut evening = Evening::new(self, seed);
        let mut record = Record::new(self);
        for trial in trials {
            evening.play(trial, &mut record, &mut |_| ());
            if !see(trial, &record) {
                break;
            }
        }
    }

    fn who_rolls(&self) -> Vec<String> {
        let first = &self.scenes[0];
        let mut words = Vec::new();
        let mut party = self.start.clone();
        party.scene = 1;
        seen(first, 0, &party, &mut words);
        let ready = self.ready(0, &party, &words);
        ready
            .as_ref()
            .map_or_else(Vec::new, |staged| staged.rollers.clone())
    }
}
