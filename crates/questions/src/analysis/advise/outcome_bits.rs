//! Events of a contest, one bit for each trial from 0 on, for paired comparisons of any two
//! contests.

use crate::analysis::study::statistic::Event;
use crate::analysis::study::{Sample, SeededTrials};
use crate::contest::Contest;
use crate::sim::in_chunks;
use crate::stats::Discordance;

/// Bit set of the trials with an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutcomeBits {
    bits: Vec<u64>,
    trials: u64,
    successes: u64,
}

impl OutcomeBits {
    /// Returns the number of trials.
    pub fn trials(&self) -> u64 {
        self.trials
    }

    /// Returns the number of trials with the event.
    pub fn successes(&self) -> u64 {
        self.successes
    }

    /// Plays a contest until there are `end` trials, and records which have an event. Returns
    /// `None` and records nothing if cancelled.
    pub fn play(
        &mut self,
        (contest, event): (&dyn Contest, Event),
        end: u64,
        seeded: &SeededTrials<'_>,
    ) -> Option<()> {
        let start = self.trials;
        if end <= start {
            return Some(());
        }
        let mut bits = self.bits.clone();
        bits.resize(end.div_ceil(64) as usize, 0);
        let mut successes = self.successes;
        let outcomes = event.outcomes(contest);
        let reached = in_chunks(
            start..end,
            (seeded.threads, None),
            seeded.progress,
            Vec::new,
            |trials, own: &mut Vec<u64>| {
                contest.watch(seeded.seed, trials, &mut |trial, record| {
                    if outcomes.contains(&record.outcome) {
                        own.push(trial);
                    }
                    true
                });
            },
            |own| {
                successes += own.len() as u64;
                for trial in own {
                    bits[(trial / 64) as usize] |= 1 << (trial % 64);
                }
            },
        );
        if reached < end {
            return None;
        }
        (self.bits, self.trials, self.successes) = (bits, end, successes);
        Some(())
    }

    /// Returns the share of the event; `None` without trials.
    pub fn share(&self) -> Option<f64> {
        (self.trials > 0).then(|| self.successes as f64 / self.trials as f64)
    }

    /// Compares the trials that both samples contain.
    pub fn against(&self, other: &Self) -> Discordance {
        let trials = self.trials.min(other.trials);
        let words = (trials / 64) as usize;
        let mut pairs = Discordance {
            trials,
            first: 0,
            second: 0,
        };
        let mut add = |own: u64, other: u64| {
            pairs.first += u64::from((own & !other).count_ones());
            pairs.second += u64::from((other & !own).count_ones());
        };
        for (own, other) in self.bits.iter().zip(&other.bits).take(words) {
            add(*own, *other);
        }
        let rest = trials % 64;
        if rest > 0 {
            let mask = (1 << rest) - 1;
            add(self.bits[words] & mask, other.bits[words] & mask);
        }
        pairs
    }
}

/// An event of a contest with its recorded trials.
#[derive(Clone)]
pub struct OutcomeSample<'a> {
    contest: &'a dyn Contest,
    event: Event,
    /// The recorded trials.
    pub bits: OutcomeBits,
}

impl<'a> OutcomeSample<'a> {
    /// Returns an empty sample.
    pub fn new(contest: &'a dyn Contest, event: Event) -> Self {
        Self {
            contest,
            event,
            bits: OutcomeBits::default(),
        }
    }
}

impl Sample for OutcomeSample<'_> {
    fn trials(&self) -> u64 {
        self.bits.trials
    }

    fn play(&mut self, end: u64, seeded: &SeededTrials<'_>) -> Option<()> {
        self.bits.play((self.contest, self.event), end, seeded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::open_simple as open;
    use crate::sim::{NoProgress, Plan, run};

    fn seeded(threads: usize) -> SeededTrials<'static> {
        SeededTrials::new(3, threads, &NoProgress)
    }

    #[test]
    fn outcome_bits_have_the_counts_of_a_run() {
        let scenario = open("@duel", &[]).unwrap();
        let contest = scenario.contest.as_ref();
        let mut whole = OutcomeBits::default();
        let event = Event::Outcome(0);
        whole.play((contest, event), 1_003, &seeded(1)).unwrap();
        let mut parts = OutcomeBits::default();
        for end in [1, 64, 130, 130, 1_003] {
            parts.play((contest, event), end, &seeded(3)).unwrap();
        }
        assert_eq!(whole, parts);
        let plan = Plan {
            threads: 1,
            ..Plan::new(3, 0..1_003)
        };
        let tally = run(contest, &plan, &NoProgress).tally;
        assert_eq!(whole.successes(), tally.outcomes()[0]);
    }

    #[test]
    fn pairs_are_the_common_trials() {
        let base = open("@duel", &[]).unwrap();
        let other = open("@duel", &["side.red.Rosa.classes[0].dice=5".to_owned()]).unwrap();
        let mut tapes = [OutcomeBits::default(), OutcomeBits::default()];
        let ends = [1_000, 777];
        for ((bits, scenario), end) in tapes.iter_mut().zip([&base, &other]).zip(ends) {
            let contest = scenario.contest.as_ref();
            let event = Event::Outcome(0);
            bits.play((contest, event), end, &seeded(0)).unwrap();
        }
        let pairs = tapes[0].against(&tapes[1]);
        let mut counted = Discordance::default();
        for trial in 0..777 {
            let won = |scenario: &crate::scenario::Scenario| {
                scenario.contest.replay(3, trial).outcome == 0
            };
            let (first, second) = (won(&base), won(&other));
            counted.trials += 1;
            counted.first += u64::from(first && !second);
            counted.second += u64::from(second && !first);
        }
        assert_eq!(pairs, counted);
        assert!(pairs.second > pairs.first);
    }
}
