//! Trials of an adventure, with one or more sessions each.

use super::consequences::{SceneResult, TrialEvent, TrialProgress};
use super::party::Party;
use super::rest::Rest;
use super::scenes::{CastScene, MAX_CACHED, state_words};
use super::{Adventure, OutcomeTarget};
use evenodds_core::contest::{CarriedValue, Play, Record, SceneState, Tally, Trials};
use evenodds_core::dice::{Dice, Sampled};
use evenodds_dice::expression::Values;
use std::collections::HashMap;
use std::ops::Range;

/// Plays trials one after another; caches the contests of scenes between them.
pub(super) struct TrialPlayer<'a> {
    adventure: &'a Adventure,
    seed: u64,
    party: Party,
    /// Prepared visits, each with its key.
    visits: Vec<(Vec<u64>, Visit)>,
    /// Indices in `visits` by key.
    places: HashMap<Vec<u64>, usize>,
    /// Latest visit of each scene, looked up first since it is often repeated.
    recent: Vec<usize>,
    /// Number of visits of each scene in this session.
    visited: Vec<u32>,
    /// Buffer for the key of the current visit.
    key: Vec<u64>,
    /// Buffer for the carried values of the current visit.
    carried: Vec<Option<i64>>,
}

/// A prepared contest for a visit of a scene, with its random streams.
struct Visit {
    ready: CastScene,
    stage: Option<SceneState>,
    dice: Sampled,
    /// Random streams of the treatments after the scene, created on first use.
    healing: Option<Sampled>,
    /// Random streams and values of the rests after the scene, created on first use.
    resting: Option<(Sampled, Vec<Values>)>,
    /// Prefix of the names of this visit's random streams.
    prefix: String,
}

impl<'a> TrialPlayer<'a> {
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
            carried: Vec::new(),
        }
    }

    /// Plays a trial and passes each event to `see`.
    pub(super) fn play(
        &mut self,
        trial: u64,
        record: &mut Record,
        see: &mut impl FnMut(TrialEvent<'_>),
    ) {
        let adventure = self.adventure;
        record.values.fill(0);
        record.ends.clear();
        self.party.reset(&adventure.start);
        let mut progress = TrialProgress::new(adventure.begins(1));
        loop {
            see(TrialEvent::Session(progress.session));
            self.visited.fill(0);
            let ending = loop {
                if self.party.scene == adventure.options.max_scenes {
                    break None;
                }
                let target = self.scene(&mut progress, trial, record, see);
                match target {
                    OutcomeTarget::Scene(next) => progress.scene = next,
                    OutcomeTarget::Ending(ending) => break Some(ending),
                }
            };
            see(TrialEvent::Ended { ending });
            let values = &mut record.values;
            if adventure.ends_session(&mut progress, ending, &mut self.party, values, see) {
                break;
            }
        }
        record.outcome = progress.outcome;
        adventure.layout.finish(
            &self.party,
            (adventure.scenes.len(), &adventure.carried),
            record,
        );
    }

    /// Plays the current scene; returns the next target.
    fn scene(
        &mut self,
        progress: &mut TrialProgress,
        trial: u64,
        record: &mut Record,
        see: &mut impl FnMut(TrialEvent<'_>),
    ) -> OutcomeTarget {
        let adventure = self.adventure;
        let position = progress.scene;
        self.party.scene += 1;
        self.visited[position] += 1;
        let visit = self.visit(progress.session, position);
        let party = &mut self.party;
        let Visit {
            ready,
            stage,
            dice,
            healing,
            resting,
            prefix,
        } = &mut self.visits[visit].1;
        let carried = &mut self.carried;
        adventure.carried_before(position, party, carried);
        let contest = match (&*ready, stage) {
            (Some(staged), Some(stage)) => {
                let effects = staged.contest().lasting_effects();
                let may_begin = carried.is_empty() || effects.carry_in(stage, carried);
                may_begin.then_some((staged, effects, stage))
            }
            _ => None,
        };
        let lead = if let Some((staged, effects, stage)) = contest {
            dice.start(trial);
            see(TrialEvent::Scene {
                scene: position,
                contest: Some((staged, &*dice)),
                carried: &*carried,
            });
            staged.part().perform(stage, dice);
            effects.carry_out(stage, carried);
            let left = SceneResult {
                outcome: stage.record.outcome,
                aftermath: |actor| effects.aftermath(stage, actor),
                means: effects.means(stage),
                carried: &*carried,
            };
            adventure.apply_scene_result(position, staged, &left, party, record, see)
        } else {
            see(TrialEvent::Scene {
                scene: position,
                contest: None,
                carried: &*carried,
            });
            adventure.unmanned(position, party, record, see)
        };
        if adventure.treats(position, party) {
            let names = adventure.crew.characters.iter();
            let names = names.map(|one| format!("{prefix}treatment/{}", one.name));
            let healing =
                healing.get_or_insert_with(|| Sampled::new(self.seed, &names.collect::<Vec<_>>()));
            healing.start(trial);
            let difficulty = adventure.options.healing_difficulty;
            let attempt = |patient, count| {
                let total = healing.pool(patient, count).sum();
                (total, i64::from(total) >= difficulty)
            };
            adventure.treat(party, attempt, see);
        }
        adventure.counts(progress, lead, party, &mut record.values);
        adventure.leave_scene(position, lead.target, party, see);
        if adventure.rests(position, lead.target, party) {
            let rests = &adventure.scenes[position].rests;
            let (dice, values) = resting.get_or_insert_with(|| {
                let changed = rests.iter().flat_map(|rest| &rest.changed);
                let names = changed.map(|changed| {
                    let CarriedValue {
                        team, owner, name, ..
                    } = &adventure.carried[changed.slot];
                    format!("{prefix}rest/{team}/{owner}/{name}")
                });
                let dice = Sampled::new(self.seed, &names.collect::<Vec<_>>());
                (dice, rests.iter().map(Rest::values).collect())
            });
            dice.start(trial);
            carried.clone_from(&party.carried);
            let mut roller = 0;
            for (rest, values) in rests.iter().zip(values) {
                for changed in &rest.changed {
                    let dice = (&mut *dice, roller);
                    roller += 1;
                    let Some(from) = carried[changed.slot] else {
                        continue;
                    };
                    if let Some(to) = rest.roll(changed, carried, values, dice)
                        && to != from
                    {
                        party.carried[changed.slot] = Some(to);
                        let slot = changed.slot;
                        see(TrialEvent::Rested { slot, from, to });
                    }
                }
            }
        }
        lead.target
    }

    /// Returns the index of the visit of a scene in the party's current state.
    fn visit(&mut self, session: u32, position: usize) -> usize {
        let adventure = self.adventure;
        let visited = self.visited[position];
        self.key.clear();
        self.key.push(u64::from(session) << 32 | u64::from(visited));
        state_words(
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
            if self.visits.len() >= MAX_CACHED {
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

impl Visit {
    fn new(
        adventure: &Adventure,
        ready: CastScene,
        seed: u64,
        (session, scene, visit): (u32, usize, u32),
    ) -> Self {
        // The first visit of the first scene has the random streams of a run of its contest.
        let prefix = if (session, scene, visit) == (1, adventure.first[0], 1) {
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
            resting: None,
            ready,
            prefix,
        }
    }
}

impl Play for Adventure {
    fn trials(&self, seed: u64) -> Box<dyn Trials + '_> {
        let mut player = TrialPlayer::new(self, seed);
        let mut record = Record::new(self);
        Box::new(move |trials: Range<u64>, tally: &mut Tally| {
            for trial in trials {
                player.play(trial, &mut record, &mut |_| ());
                tally.add(&record);
            }
        })
    }

    fn replay(&self, seed: u64, trial: u64) -> Record {
        let mut record = Record::new(self);
        TrialPlayer::new(self, seed).play(trial, &mut record, &mut |_| ());
        record
    }

    fn watch(&self, seed: u64, trials: Range<u64>, see: &mut dyn FnMut(u64, &Record) -> bool) {
        let mut player = TrialPlayer::new(self, seed);
        let mut record = Record::new(self);
        for trial in trials {
            player.play(trial, &mut record, &mut |_| ());
            if !see(trial, &record) {
                break;
            }
        }
    }
}
