//! The exact answer: a chain over scenes and what the characters have left, where every scene tells
//! exactly how it ends and what it leaves behind.

use super::Adventure;
use super::Target;
use super::consequences::{Course, Left};
use super::party::Party;
use super::scenes::{Ready, seen};
use crate::contest::{Aftermath, Ends, Exact, NoExact, Record, Remainders, Solve, deadline};
use crate::dice::{Distribution, Enumerated};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The most points of the chain that are looked at.
const MOST_POINTS: usize = 300_000;
/// The most open wounds after a scene, all characters together: each is treated with success or in vain.
const MOST_WOUNDS: usize = 14;
/// The most that all contests of scenes may take to be solved, in nanoseconds.
pub(super) const MOST_SOLVING: u64 = 300_000_000_000;

/// Where an adventure may stand before a scene: the course, the characters, and what was counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Point {
    course: Course,
    party: Party,
    values: Vec<i64>,
}

impl Point {
    /// What was counted, for those who go on counting; it has to be put back.
    fn record(&mut self) -> Record {
        Record {
            outcome: 0,
            values: std::mem::take(&mut self.values),
            ends: Vec::new(),
        }
    }
}

/// A scene that somebody comes to, with its ends.
type Scene = (Ready, Arc<Remainders>);

/// Contests of scenes solved so far.
#[derive(Default)]
struct Solved {
    /// The ends of contests, with the scenes that keep their identities in use, and whether they are ends alone.
    by_contest: HashMap<(*const (), bool), Scene>,
    /// How long that took, in nanoseconds.
    effort: u64,
}

impl Solve for Adventure {
    fn exact(&self) -> Result<Exact, NoExact> {
        let mut known: HashMap<Vec<u64>, Scene> = HashMap::new();
        let mut solved = Solved::default();
        let mut ends = Ends::new(self);
        let mut bound = 0.0;
        let mut looked_at = 0;
        let first = Point {
            course: Course::new(self.begins(1)),
            party: self.start.clone(),
            values: vec![0; self.metrics.len()],
        };
        let mut open = BTreeMap::from([(first, 1.0)]);
        while !open.is_empty() {
            let mut next: BTreeMap<Point, f64> = BTreeMap::new();
            for (mut point, chance) in open {
                deadline::check();
                looked_at += 1;
                if looked_at > MOST_POINTS {
                    return Err(NoExact(format!(
                        "more than {MOST_POINTS} states may be on the way: `run` it instead"
                    )));
                }
                if point.party.scene == self.options.max_scenes {
                    self.end(point, None, chance, &mut next, &mut ends);
                    continue;
                }
                point.party.scene += 1;
                let mut words = Vec::new();
                let position = point.course.scene;
                seen(&self.scenes[position], position, &point.party, &mut words);
                let (ready, remainders) = if let Some(scene) = known.get(&words) {
                    scene.clone()
                } else {
                    let scene = self.solved(position, &point.party, &words, &mut solved)?;
                    bound += scene.1.bound;
                    known.insert(words, scene.clone());
                    scene
                };
                for (point, target, share) in self.after(&point, &ready, &remainders)? {
                    let chance = chance * share;
                    match target {
                        Target::Scene(scene) => {
                            let mut point = point;
                            point.course.scene = scene;
                            *next.entry(point).or_insert(0.0) += chance;
                        }
                        Target::Ending(ending) => {
                            self.end(point, Some(ending), chance, &mut next, &mut ends);
                        }
                    }
                }
            }
            open = next;
        }
        let mut exact = Exact {
            bound,
            ..ends.exact()
        };
        // What no other end can have is this one's, whatever rounding made of the sum.
        let mut possible = exact.outcomes.iter_mut().filter(|chance| **chance > 0.0);
        if let (Some(only), None) = (possible.next(), possible.next()) {
            *only = 1.0;
        }
        Ok(exact.capped())
    }
}

impl Adventure {
    /// A scene with the characters as they are, and its ends.
    fn solved(
        &self,
        position: usize,
        party: &Party,
        words: &[u64],
        solved: &mut Solved,
    ) -> Result<Scene, NoExact> {
        let ready = self.ready(position, party, words);
        let Some(staged) = &ready else {
            return Ok((ready, Arc::default()));
        };
        // Ends alone are enough where no character can be hurt.
        let ends_alone = !staged.leaves_something() && !self.scenes[position].prosperous;
        let same = (staged.identity(), ends_alone);
        if let Some((_, remainders)) = solved.by_contest.get(&same) {
            return Ok((ready.clone(), Arc::clone(remainders)));
        }
        solved.effort += staged.contest().effort().once;
        if solved.effort > MOST_SOLVING {
            return Err(NoExact(format!(
                "its scenes would take more than {} s to be solved: `run` it instead",
                MOST_SOLVING / 1_000_000_000
            )));
        }
        let remainders = if ends_alone {
            staged.contest().exact().map(Remainders::of)
        } else {
            staged.contest().remainders()
        };
        let remainders = remainders
            .map_err(|NoExact(reason)| NoExact(format!("{}: {reason}", self.scenes[position].name)))
            .map(Arc::new)?;
        let kept = (ready.clone(), Arc::clone(&remainders));
        solved.by_contest.insert(same, kept);
        Ok((ready, remainders))
    }

    /// All that may stand behind a scene: the point, where it leads, the chance.
    fn after(
        &self,
        point: &Point,
        ready: &Ready,
        remainders: &Remainders,
    ) -> Result<Vec<(Point, Target, f64)>, NoExact> {
        let mut all = Vec::new();
        let position = point.course.scene;
        let mut add = |mut point: Point, lead, chance: f64| {
            let Point {
                course,
                party,
                values,
            } = &mut point;
            self.counts(course, lead, party, values);
            if !self.treats(position, party) {
                self.goes_on(position, lead.target, party, &mut |_| ());
                all.push((point, lead.target, chance));
                return Ok(());
            }
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
                let attempt = |_, count| (0, dice.happens(self.heals(count)));
                self.treat(&mut party, attempt, &mut |_| ());
                self.goes_on(position, lead.target, &mut party, &mut |_| ());
                party
            };
            let mut parties: BTreeMap<Party, f64> = BTreeMap::new();
            Enumerated::explore(most, treated, |share, party| {
                *parties.entry(party).or_insert(0.0) += share;
            });
            for (party, share) in parties {
                let point = Point {
                    party,
                    ..point.clone()
                };
                all.push((point, lead.target, chance * share));
            }
            Ok(())
        };
        let Some(staged) = &ready else {
            let mut point = point.clone();
            let mut record = point.record();
            let lead = self.unmanned(position, &mut point.party, &mut record, &mut |_| ());
            point.values = record.values;
            add(point, lead, 1.0)?;
            return Ok(all);
        };
        for one in &remainders.all {
            let mut point = point.clone();
            let aftermath = |actor| {
                let mut aftermaths = one.aftermaths.iter();
                let found = aftermaths.find(|&&(other, _)| other == actor);
                found.map_or_else(Aftermath::default, |&(_, aftermath)| aftermath)
            };
            let left = Left {
                outcome: one.outcome,
                aftermath,
                means: one.means,
            };
            let mut record = point.record();
            let party = &mut point.party;
            let lead = self.settle(position, staged, &left, party, &mut record, &mut |_| ());
            point.values = record.values;
            add(point, lead, one.chance)?;
        }
        Ok(all)
    }

    /// Returns the chance that this number of a healer's dice succeeds.
    fn heals(&self, dice: u32) -> f64 {
        Distribution::of_dice(dice, 6).map_or(0.0, |sum| {
            sum.at_least(self.options.healing_difficulty) as f64 / sum.total() as f64
        })
    }

    /// Ends a session at a point.
    fn end(
        &self,
        mut point: Point,
        ending: Option<usize>,
        chance: f64,
        next: &mut BTreeMap<Point, f64>,
        ends: &mut Ends<f64>,
    ) {
        let Point {
            course,
            party,
            values,
        } = &mut point;
        if self.ends_session(course, ending, party, values, &mut |_| ()) {
            let mut record = Record {
                outcome: course.outcome,
                values: std::mem::take(values),
                ends: Vec::new(),
            };
            self.layout.finish(party, self.scenes.len(), &mut record);
            ends.add(record.outcome, &record.values, chance);
        } else {
            *next.entry(point).or_insert(0.0) += chance;
        }
    }
}
