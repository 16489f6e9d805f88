//! Runs that keep a row of every trial.

#[cfg(feature = "frames")]
mod file;
mod rows;

use evenodds::contest::{
    Contest, Describe, Description, ExactDistribution, Metric, Narrate, Narration, NoExact,
    Outcome, Play, Record, Solve, Tally, Trials,
};
use evenodds::sim::{LEVEL, Plan};
use std::ops::Range;

fn plan(trials: u64) -> Plan {
    Plan {
        threads: 1,
        alpha: 1.0 - LEVEL,
        ..Plan::new(7, 0..trials)
    }
}

/// A contest whose values are a function of the trial number.
struct SampleContest {
    description: Description,
    values: fn(u64) -> Vec<i64>,
}

impl SampleContest {
    /// Returns a contest whose outcome alternates between yes and no.
    fn new(names: &[&'static str], values: fn(u64) -> Vec<i64>) -> Self {
        let outcome = |name: &str| Outcome {
            name: name.to_owned(),
            phrase: String::new(),
            predicate: None,
            always_shown: true,
            owner: evenodds::contest::OutcomeOwner::Participant,
        };
        Self {
            description: Description {
                outcomes: ["yes", "no"].map(outcome).to_vec(),
                metrics: names
                    .iter()
                    .map(|name| Metric::number(name, "things", 0, 9))
                    .collect(),
                ..Description::default()
            },
            values,
        }
    }
}

impl Describe for SampleContest {
    fn description(&self) -> &Description {
        &self.description
    }

    fn rollers(&self) -> Vec<String> {
        Vec::new()
    }
}

impl Play for SampleContest {
    fn trials(&self, seed: u64) -> Box<dyn Trials + '_> {
        Box::new(move |trials: Range<u64>, tally: &mut Tally| {
            for trial in trials {
                tally.add(&self.replay(seed, trial));
            }
        })
    }

    fn replay(&self, _seed: u64, trial: u64) -> Record {
        Record {
            outcome: (trial % 2) as usize,
            values: (self.values)(trial),
            ends: Vec::new(),
        }
    }
}

impl Narrate for SampleContest {
    fn narrate_trial(&self, seed: u64, trial: u64) -> Narration {
        Narration {
            lines: Vec::new(),
            advice: Vec::new(),
            record: self.replay(seed, trial),
        }
    }

    fn narrate_with_advice(&self, _seed: u64, _trial: u64) -> Option<Narration> {
        None
    }
}

impl Solve for SampleContest {
    fn exact(&self) -> Result<ExactDistribution, NoExact> {
        Err(NoExact("the chances are not known".to_owned()))
    }
}

/// Returns the outcome of a trial, and then its values.
fn yielded(contest: &dyn Contest, seed: u64, trial: u64) -> Vec<i64> {
    let record = contest.replay(seed, trial);
    let mut all = vec![record.outcome as i64];
    all.extend(record.values);
    all
}
