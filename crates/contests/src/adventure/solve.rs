//! Exact solution: a Markov chain over scenes and party states, from the exact results of each
//! scene.

use super::Adventure;
use super::OutcomeTarget;
use super::consequences::{SceneResult, TrialProgress};
use super::party::Party;
use super::rest::Rest;
use super::scenes::{CastScene, PreparedScene, state_words};
use evenodds_core::contest::{
    Aftermath, Describe, DistributionBuilder, ExactDistribution, NoExact, Record, Remainders,
    SceneState, Solve, deadline,
};
use evenodds_core::dice::{Distribution, Enumerated};
use evenodds_dice::exact::{Budget, Limits};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Maximum number of states visited.
const MOST_POINTS: usize = 300_000;
/// Maximum number of transitions: results of scenes times results of the treatments after them.
const MOST_TRANSITIONS: usize = 500_000;
/// Maximum memory of the states to visit next, in bytes.
const MOST_MEMORY: usize = 300_000_000;
/// Part of the steps of other attempts: a run attempts the variants of an adventure too.
const PART_OF_ATTEMPT: u64 = 8;
/// Steps of a state after a rest.
const STEPS_OF_STATE: u64 = 100;
/// Maximum total number of open wounds after a scene: each treatment doubles the number of results.
const MOST_WOUNDS: usize = 14;
/// Maximum total solving time of the contests of scenes, in nanoseconds.
pub(super) const MOST_SOLVING: u64 = 300_000_000_000;

/// State before a scene: the progress of the adventure, the party, and the metrics so far.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ChainState {
    progress: TrialProgress,
    party: Party,
    values: Vec<i64>,
}

impl ChainState {
    /// Returns the memory of the state, in bytes.
    fn bytes(&self) -> usize {
        let party = &self.party;
        size_of_val(self)
            + size_of_val(&party.members[..])
            + size_of_val(&party.cargoes[..])
            + size_of_val(&party.carried[..])
            + size_of_val(&self.values[..])
    }

    /// Moves the metrics so far into a record for updating; the caller must move them back.
    fn record(&mut self) -> Record {
        Record {
            outcome: 0,
            values: std::mem::take(&mut self.values),
            ends: Vec::new(),
        }
    }
}

/// A state after a scene, the scene or ending that follows, and the probability of both.
type Next = (ChainState, OutcomeTarget, f64);
/// A scene in a state of the party, with its exact results.
type Scene = (CastScene, Arc<Remainders>);

/// States with their probabilities.
type States = BTreeMap<ChainState, f64>;
/// Carried values before a scene, by their index in its contest, with their probabilities.
type Starts = Vec<(Vec<Option<i64>>, f64)>;

/// Cache of the solved contests of scenes.
#[derive(Default)]
struct SceneCache {
    /// Results by contest, and by whether they are outcomes only. The scene is kept so that its
    /// address is not reused.
    by_contest: HashMap<(*const (), bool), Scene>,
    /// Total solving time of the contests, in nanoseconds.
    cost: u64,
    /// Number of steps that scenes with carried values and rests may still take.
    left: u64,
}

impl Solve for Adventure {
    fn exact(&self) -> Result<ExactDistribution, NoExact> {
        self.exact_within(Limits::LONG.steps)
    }

    fn attempt(&self, time: u64) -> Option<Result<ExactDistribution, NoExact>> {
        let is_carried = !self.carried.is_empty();
        is_carried.then(|| self.exact_within(Limits::within(time).steps / PART_OF_ATTEMPT))
    }
}

impl Adventure {
    /// Solves the adventure; scenes with carried values and rests take at most this number of steps.
    fn exact_within(&self, steps: u64) -> Result<ExactDistribution, NoExact> {
        let mut known: HashMap<Vec<u64>, Scene> = HashMap::new();
        let mut solved = SceneCache {
            left: steps,
            ..SceneCache::default()
        };
        let mut ends = DistributionBuilder::new(self);
        let mut bound = 0.0;
        let (mut visited, mut transitions) = (0, 0);
        let first = ChainState {
            progress: TrialProgress::new(self.begins(1)),
            party: self.start.clone(),
            values: vec![0; self.metrics().len()],
        };
        let most_open = MOST_MEMORY / first.bytes();
        let too_many = |most: usize, what: &str| {
            Err(NoExact(format!(
                "there may be more than {most} {what}: `run` it instead"
            )))
        };
        let mut open: States = BTreeMap::from([(first, 1.0)]);
        while !open.is_empty() {
            let mut next: States = BTreeMap::new();
            // States that a rest changes, by scene.
            let mut resting: BTreeMap<usize, States> = BTreeMap::new();
            for (mut point, (chance, starts)) in self.grouped(open) {
                deadline::check();
                visited += 1;
                if visited + next.len() > MOST_POINTS {
                    return too_many(MOST_POINTS, "states");
                }
                let all_resting: usize = resting.values().map(BTreeMap::len).sum();
                if next.len() + all_resting > most_open {
                    return too_many(most_open, "states of this size");
                }
                if point.party.scene == self.options.max_scenes {
                    self.end(point, None, chance, &mut next, &mut ends);
                    continue;
                }
                point.party.scene += 1;
                let mut words = Vec::new();
                let position = point.progress.scene;
                state_words(&self.scenes[position], position, &point.party, &mut words);
                let (ready, remainders) = if !starts.is_empty() {
                    let ready = self.ready(position, &point.party, &words);
                    let remainders =
                        self.remainders_from(position, &ready, &starts, &mut solved)?;
                    bound += remainders.bound;
                    (ready, Arc::new(remainders))
                } else if !self.scenes[position].carried.is_empty() {
                    // Its owners cannot take part.
                    (None, Arc::default())
                } else if let Some(scene) = known.get(&words) {
                    scene.clone()
                } else {
                    let scene = self.solved(position, &point.party, &words, &mut solved)?;
                    bound += scene.1.bound;
                    known.insert(words, scene.clone());
                    scene
                };
                // The remainders of a group have its probability.
                let chance = if starts.is_empty() { chance } else { 1.0 };
                let room = MOST_TRANSITIONS - transitions;
                let Some((after, made)) = self.after(&point, &ready, &remainders, room)? else {
                    return too_many(MOST_TRANSITIONS, "transitions");
                };
                transitions += made;
                for (mut point, target, share) in after {
                    let chance = chance * share;
                    match target {
                        OutcomeTarget::Scene(scene) => {
                            let rests = self.rests(position, target, &point.party);
                            point.progress.scene = scene;
                            let states = if rests {
                                resting.entry(position).or_default()
                            } else {
                                &mut next
                            };
                            *states.entry(point).or_insert(0.0) += chance;
                        }
                        OutcomeTarget::Ending(ending) => {
                            self.end(point, Some(ending), chance, &mut next, &mut ends);
                        }
                    }
                }
            }
            for (position, states) in resting {
                let room = most_open.min(MOST_POINTS);
                let Some(states) = self.rested(position, states, room, &mut solved)? else {
                    return too_many(room, "states of this size");
                };
                for (point, chance) in states {
                    *next.entry(point).or_insert(0.0) += chance;
                }
            }
            open = next;
        }
        let mut exact = ExactDistribution {
            bound,
            ..ends.build()
        };
        // A single possible outcome gets a chance of exactly 1, without the rounding error of the
        // sum.
        let mut possible = exact.outcomes.iter_mut().filter(|chance| **chance > 0.0);
        if let (Some(only), None) = (possible.next(), possible.next()) {
            *only = 1.0;
        }
        Ok(exact.capped())
    }

    /// Returns a scene in the party's current state, with its exact results.
    fn solved(
        &self,
        position: usize,
        party: &Party,
        words: &[u64],
        solved: &mut SceneCache,
    ) -> Result<Scene, NoExact> {
        let ready = self.ready(position, party, words);
        let Some(staged) = &ready else {
            return Ok((ready, Arc::default()));
        };
        // Outcomes suffice if the contest cannot change the party.
        let depends_on_outcome_only = !staged.has_aftermath() && !self.scenes[position].prosperous;
        let same = (staged.identity(), depends_on_outcome_only);
        if let Some((_, remainders)) = solved.by_contest.get(&same) {
            return Ok((ready.clone(), Arc::clone(remainders)));
        }
        solved.cost += staged.contest().cost().setup;
        if solved.cost > MOST_SOLVING {
            return Err(NoExact(format!(
                "its scenes would take more than {} s to solve: `run` it instead",
                MOST_SOLVING / 1_000_000_000
            )));
        }
        let remainders = if depends_on_outcome_only {
            staged.contest().exact_soon().map(Remainders::of)
        } else {
            staged.contest().remainders()
        };
        let remainders = remainders
            .map_err(|NoExact(reason)| NoExact(format!("{}: {reason}", self.scenes[position].name)))
            .map(Arc::new)?;
        let cache = (ready.clone(), Arc::clone(&remainders));
        solved.by_contest.insert(same, cache);
        Ok((ready, remainders))
    }

    /// Returns all results of a scene and the number of transitions; `None` if there are more than
    /// `room`.
    fn after(
        &self,
        point: &ChainState,
        ready: &CastScene,
        remainders: &Remainders,
        room: usize,
    ) -> Result<Option<(Vec<Next>, usize)>, NoExact> {
        let mut all = Vec::new();
        let mut transitions = 0;
        let position = point.progress.scene;
        // Indexed by the dice of the healer's Class.
        let heals: [f64; 7] = std::array::from_fn(|dice| self.heals(dice as u32));
        let mut add = |mut point: ChainState, lead, chance: f64| {
            let ChainState {
                progress,
                party,
                values,
            } = &mut point;
            self.counts(progress, lead, party, values);
            if !self.treats(position, party) {
                transitions += 1;
                self.leave_scene(position, lead.target, party, &mut |_| ());
                all.push((point, lead.target, chance));
                return Ok(transitions <= room);
            }
            let (parties, plays) = self.treated_parties(position, lead.target, party, &heals)?;
            transitions += plays;
            for (party, share) in parties {
                let point = ChainState {
                    party,
                    ..point.clone()
                };
                all.push((point, lead.target, chance * share));
            }
            Ok(transitions <= room)
        };
        let Some(staged) = &ready else {
            let mut point = point.clone();
            let mut record = point.record();
            let lead = self.unmanned(position, &mut point.party, &mut record, &mut |_| ());
            point.values = record.values;
            let fits = add(point, lead, 1.0)?;
            return Ok(fits.then_some((all, transitions)));
        };
        for one in &remainders.all {
            let mut point = point.clone();
            let aftermath = |actor| {
                let mut aftermaths = one.aftermaths.iter();
                let found = aftermaths.find(|&&(other, _)| other == actor);
                found.map_or_else(Aftermath::default, |&(_, aftermath)| aftermath)
            };
            let carried: Vec<Option<i64>> = one.carried.iter().copied().map(Some).collect();
            let left = SceneResult {
                outcome: one.outcome,
                aftermath,
                means: one.means,
                carried: &carried,
            };
            let mut record = point.record();
            let party = &mut point.party;
            let lead =
                self.apply_scene_result(position, staged, &left, party, &mut record, &mut |_| ());
            point.values = record.values;
            if !add(point, lead, one.chance)? {
                return Ok(None);
            }
        }
        Ok(Some((all, transitions)))
    }

    /// Merges the states of scenes with carried values that differ in these only: the values become
    /// the starts of the state. Scenes whose owners cannot take part have no starts.
    fn grouped(&self, open: States) -> BTreeMap<ChainState, (f64, Starts)> {
        let mut groups: BTreeMap<ChainState, (f64, Starts)> = BTreeMap::new();
        // The scenes stay, so that no other contest has the address of one of them.
        let mut stages: HashMap<*const (), (Arc<PreparedScene>, SceneState)> = HashMap::new();
        for (mut point, chance) in open {
            let position = point.progress.scene;
            let mut carried = Vec::new();
            self.carried_before(position, &point.party, &mut carried);
            let mut is_start = false;
            if !carried.is_empty() && point.party.scene < self.options.max_scenes {
                let mut words = Vec::new();
                point.party.scene += 1;
                state_words(&self.scenes[position], position, &point.party, &mut words);
                if let Some(staged) = self.ready(position, &point.party, &words) {
                    let stage = stages.entry(staged.identity());
                    let new = || (staged.clone(), staged.part().stage());
                    let (_, stage) = stage.or_insert_with(new);
                    let effects = staged.contest().lasting_effects();
                    is_start = effects.carry_in(stage, &carried);
                }
                point.party.scene -= 1;
            }
            if is_start {
                for &slot in &self.scenes[position].carried {
                    point.party.carried[slot] = None;
                }
            }
            let group = groups.entry(point).or_default();
            group.0 += chance;
            if is_start {
                group.1.push((carried, chance));
            }
        }
        groups
    }

    /// Returns the endings of a scene from these values.
    fn remainders_from(
        &self,
        position: usize,
        ready: &CastScene,
        starts: &Starts,
        solved: &mut SceneCache,
    ) -> Result<Remainders, NoExact> {
        let Some(staged) = ready else {
            return Ok(Remainders::default());
        };
        let remainders = staged.contest().remainders_from(starts, &mut solved.left);
        remainders
            .map_err(|NoExact(reason)| NoExact(format!("{}: {reason}", self.scenes[position].name)))
    }

    /// Returns the states after the rests of a scene; `None` if there are more than `room`.
    fn rested(
        &self,
        position: usize,
        states: States,
        room: usize,
        solved: &mut SceneCache,
    ) -> Result<Option<States>, NoExact> {
        let mut budget = Budget::new(Limits {
            steps: solved.left,
            ..Limits::SHORT
        });
        let steps = |budget: &mut Budget, count: usize| {
            budget.take(STEPS_OF_STATE * count as u64, || {
                "the states after a rest".to_owned()
            })
        };
        // All changes of a rest read the values before it, which are kept until the last of them.
        let rests = &self.scenes[position].rests;
        let mut all: BTreeMap<(ChainState, Vec<Option<i64>>), f64> = BTreeMap::new();
        for (point, chance) in states {
            let before = self.read_by_others(rests, &point.party.carried);
            *all.entry((point, before)).or_insert(0.0) += chance;
        }
        let mut known: HashMap<Vec<Option<i64>>, Vec<(i64, f64)>> = HashMap::new();
        for rest in rests {
            for changed in &rest.changed {
                known.clear();
                let mut next: BTreeMap<(ChainState, Vec<Option<i64>>), f64> = BTreeMap::new();
                for ((point, before), chance) in all {
                    let mut carried = before.clone();
                    carried[changed.slot] = point.party.carried[changed.slot];
                    let values = changed.values_before(&carried);
                    if !known.contains_key(&values) {
                        let chances = rest.chances(changed, &carried, &mut budget);
                        let chances = chances.map_err(|too_large| NoExact(too_large.0))?;
                        known.insert(values.clone(), chances);
                    }
                    let chances = &known[&values];
                    steps(&mut budget, chances.len()).map_err(|large| NoExact(large.0))?;
                    if chances.is_empty() {
                        *next.entry((point, before)).or_insert(0.0) += chance;
                        continue;
                    }
                    for &(value, share) in chances {
                        let mut point = point.clone();
                        point.party.carried[changed.slot] = Some(value);
                        *next.entry((point, before.clone())).or_insert(0.0) += chance * share;
                    }
                    if next.len() > room {
                        return Ok(None);
                    }
                }
                all = next;
            }
        }
        solved.left = solved.left.saturating_sub(budget.taken());
        let mut states: States = BTreeMap::new();
        for ((point, _), chance) in all {
            *states.entry(point).or_insert(0.0) += chance;
        }
        Ok(Some(states))
    }

    /// Returns the carried values that the rests of a scene read for other values than their own;
    /// `None` for all others.
    fn read_by_others(&self, rests: &[Rest], carried: &[Option<i64>]) -> Vec<Option<i64>> {
        let mut kept = vec![None; self.carried.len()];
        for changed in rests.iter().flat_map(|rest| &rest.changed) {
            let reads = changed.reads.iter().flatten();
            for &slot in reads.filter(|&&slot| slot != changed.slot) {
                kept[slot] = carried[slot];
            }
        }
        kept
    }

    /// Returns the parties after all results of the treatments after a scene, with their
    /// probabilities, and the number of these results. `heals` has the chance of a success by the
    /// dice of the healer.
    fn treated_parties(
        &self,
        position: usize,
        target: OutcomeTarget,
        party: &Party,
        heals: &[f64; 7],
    ) -> Result<(BTreeMap<Party, f64>, usize), NoExact> {
        let members = party.members.iter();
        let most = members.map(|one| one.wounds.all().len()).sum();
        if most > MOST_WOUNDS {
            return Err(NoExact(format!(
                "{}: more than {MOST_WOUNDS} wounds may be open at once: `run` it instead",
                self.scenes[position].name
            )));
        }
        let treated = |dice: &mut Enumerated| {
            let mut party = party.clone();
            let attempt = |_, count| (0, dice.happens(heals[count as usize]));
            self.treat(&mut party, attempt, &mut |_| ());
            self.leave_scene(position, target, &mut party, &mut |_| ());
            party
        };
        let mut parties: BTreeMap<Party, f64> = BTreeMap::new();
        let explored = Enumerated::explore(most, treated, |share, party| {
            *parties.entry(party).or_insert(0.0) += share;
        });
        Ok((parties, explored.plays as usize))
    }

    /// Returns the chance that this number of dice of a healer reaches the difficulty.
    fn heals(&self, dice: u32) -> f64 {
        Distribution::of_dice(dice, 6).map_or(0.0, |sum| {
            sum.at_least(self.options.healing_difficulty) as f64 / sum.total() as f64
        })
    }

    /// Ends a session in a state. Adds the result to `ends` after the last session, else the state
    /// to `next`.
    fn end(
        &self,
        mut point: ChainState,
        ending: Option<usize>,
        chance: f64,
        next: &mut BTreeMap<ChainState, f64>,
        ends: &mut DistributionBuilder<f64>,
    ) {
        let ChainState {
            progress,
            party,
            values,
        } = &mut point;
        if self.ends_session(progress, ending, party, values, &mut |_| ()) {
            let mut record = Record {
                outcome: progress.outcome,
                values: std::mem::take(values),
                ends: Vec::new(),
            };
            let of = (self.scenes.len(), &*self.carried);
            self.layout.finish(party, of, &mut record);
            ends.add(record.outcome, &record.values, chance);
        } else {
            *next.entry(point).or_insert(0.0) += chance;
        }
    }
}
