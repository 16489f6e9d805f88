//! Exact solution: a Markov chain over scenes and party states, from the exact results of each
//! scene.

use super::Adventure;
use super::OutcomeTarget;
use super::consequences::{SceneResult, TrialProgress};
use super::party::Party;
use super::scenes::{CastScene, state_words};
use evenodds_core::contest::{
    Aftermath, Describe, DistributionBuilder, ExactDistribution, NoExact, Record, Remainders,
    Solve, deadline,
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

/// A state after a scene, its target, and its probability.
type Next = (ChainState, OutcomeTarget, f64);
/// A scene in a state of the party, with its exact results.
type Scene = (CastScene, Arc<Remainders>);

/// Contest, whether only its outcomes are known, and the carried values before it.
type SolvedKey = (*const (), bool, Vec<Option<i64>>);
/// Scene, rest, number of the change in it, and the carried values before it.
type RestKey = (usize, usize, usize, Vec<Option<i64>>);

/// Cache of the solved contests of scenes.
#[derive(Default)]
struct SceneCache {
    /// Results by contest. The scene is kept so that its address is not reused.
    by_contest: HashMap<SolvedKey, Scene>,
    /// Total solving time of the contests, in nanoseconds.
    cost: u64,
    /// Number of steps that scenes with carried values and rests may still take.
    left: u64,
    /// Distributions of the values after rests.
    rests: HashMap<RestKey, Arc<Vec<(i64, f64)>>>,
}

impl Solve for Adventure {
    fn exact(&self) -> Result<ExactDistribution, NoExact> {
        self.exact_within(Limits::LONG.steps)
    }

    fn attempt(&self, time: u64) -> Option<Result<ExactDistribution, NoExact>> {
        let is_carried = !self.carried.is_empty();
        is_carried.then(|| self.exact_within(Limits::beside(time).steps))
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
        let mut open = BTreeMap::from([(first, 1.0)]);
        while !open.is_empty() {
            let mut next: BTreeMap<ChainState, f64> = BTreeMap::new();
            for (mut point, chance) in open {
                deadline::check();
                visited += 1;
                if visited + next.len() > MOST_POINTS {
                    return too_many(MOST_POINTS, "states");
                }
                if next.len() > most_open {
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
                let of_scene = words.len();
                for &slot in &self.scenes[position].carried {
                    // No value is the lowest integer.
                    words.push(
                        point.party.carried[slot]
                            .unwrap_or(i64::MIN)
                            .cast_unsigned(),
                    );
                }
                let (ready, remainders) = if let Some(scene) = known.get(&words) {
                    scene.clone()
                } else {
                    let scene =
                        self.solved(position, &point.party, &words[..of_scene], &mut solved)?;
                    bound += scene.1.bound;
                    known.insert(words, scene.clone());
                    scene
                };
                let room = MOST_TRANSITIONS - transitions;
                let Some((after, made)) =
                    self.after(&point, (&ready, &remainders), room, &mut solved)?
                else {
                    return too_many(MOST_TRANSITIONS, "transitions");
                };
                transitions += made;
                for (point, target, share) in after {
                    let chance = chance * share;
                    match target {
                        OutcomeTarget::Scene(scene) => {
                            let mut point = point;
                            point.progress.scene = scene;
                            *next.entry(point).or_insert(0.0) += chance;
                        }
                        OutcomeTarget::Ending(ending) => {
                            self.end(point, Some(ending), chance, &mut next, &mut ends);
                        }
                    }
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
        let mut carried = Vec::new();
        self.carried_before(position, party, &mut carried);
        let is_carried = !carried.is_empty();
        let effects = staged.contest().lasting_effects();
        if is_carried && !effects.carry_in(&mut staged.part().stage(), &carried) {
            return Ok((None, Arc::default()));
        }
        let depends_on_outcome_only =
            !staged.has_aftermath() && !self.scenes[position].prosperous && !is_carried;
        let same = (staged.identity(), depends_on_outcome_only, carried);
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
        let remainders = if is_carried {
            staged.contest().remainders_from(&same.2, &mut solved.left)
        } else if depends_on_outcome_only {
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
        (ready, remainders): (&CastScene, &Remainders),
        room: usize,
        solved: &mut SceneCache,
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
            let mut left = Vec::new();
            if self.treats(position, party) {
                let (parties, plays) =
                    self.treated_parties(position, lead.target, party, &heals)?;
                transitions += plays;
                for (party, share) in parties {
                    let point = ChainState {
                        party,
                        ..point.clone()
                    };
                    left.push((point, lead.target, chance * share));
                }
            } else {
                transitions += 1;
                self.leave_scene(position, lead.target, party, &mut |_| ());
                left.push((point, lead.target, chance));
            }
            for one in left {
                let rested = room.saturating_sub(transitions);
                let Some(after) = self.rested(position, one, rested, solved)? else {
                    return Ok(false);
                };
                transitions += after.len() - 1;
                all.extend(after);
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

    /// Returns the states after the rests of a scene; `None` if there are more than `room` besides
    /// the one before.
    fn rested(
        &self,
        position: usize,
        (point, target, chance): Next,
        room: usize,
        solved: &mut SceneCache,
    ) -> Result<Option<Vec<Next>>, NoExact> {
        if !self.rests(position, target, &point.party) {
            return Ok(Some(vec![(point, target, chance)]));
        }
        let before = point.party.carried.clone();
        let mut all = vec![(point, target, chance)];
        for (number, rest) in self.scenes[position].rests.iter().enumerate() {
            for (place, changed) in rest.changed.iter().enumerate() {
                let values = rest.values_before(changed, &before);
                let key = (position, number, place, values);
                let chances = if let Some(known) = solved.rests.get(&key) {
                    Arc::clone(known)
                } else {
                    let mut budget = Budget::new(Limits {
                        steps: solved.left,
                        ..Limits::SHORT
                    });
                    let chances = rest.chances(changed, &before, &mut budget);
                    let chances = chances.map_err(|too_large| NoExact(too_large.0))?;
                    solved.left -= budget.taken();
                    let chances = Arc::new(chances);
                    solved.rests.insert(key, Arc::clone(&chances));
                    chances
                };
                if chances.is_empty() {
                    continue;
                }
                if all.len() * chances.len() > room + 1 {
                    return Ok(None);
                }
                let mut next = Vec::with_capacity(all.len() * chances.len());
                for (point, target, chance) in all {
                    for &(value, share) in &*chances {
                        let mut point = point.clone();
                        point.party.carried[changed.slot] = Some(value);
                        next.push((point, target, chance * share));
                    }
                }
                all = next;
            }
        }
        Ok(Some(all))
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
