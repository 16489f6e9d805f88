//! Exact answers of scenarios, from a store of earlier answers if the program has one.

use super::Scenario;
use crate::contest::{Contest, ExactDistribution, ExactMetric, LEAST_ATTEMPT, Metric, NoExact};
use std::time::{Duration, Instant};

/// Store of exact answers by the [hash](Scenario::hash) of the scenario.
pub trait SolutionStore: Send + Sync {
    /// Returns the stored answer of the scenario with this hash.
    fn load(&self, hash: &str) -> Option<NamedSolution>;

    /// Stores an answer, if that is worth it for one that took this time to compute. Failures are
    /// ignored.
    fn save(&self, hash: &str, solution: &NamedSolution, time: Duration);
}

/// An exact answer with the names of the outcomes and metrics of its contest, by which it is read: the
/// order of metrics has no meaning.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedSolution {
    /// Names of the outcomes, in the order of the answer.
    pub outcomes: Vec<String>,
    /// Names of all metrics of the contest, in its order.
    pub metrics: Vec<String>,
    /// The answer.
    pub exact: ExactDistribution,
}

impl NamedSolution {
    /// Adds names to the answer of a contest.
    pub fn new(contest: &dyn Contest, exact: ExactDistribution) -> Self {
        let outcomes = contest.outcomes().iter();
        Self {
            outcomes: outcomes.map(|outcome| outcome.name.clone()).collect(),
            metrics: contest.metrics().iter().map(Metric::name).collect(),
            exact,
        }
    }

    /// Returns the answer in the order of a contest; `None` if the contest has other names, or the
    /// probabilities are not those of a distribution.
    pub fn of(self, contest: &dyn Contest) -> Option<ExactDistribution> {
        let Self {
            outcomes,
            metrics,
            exact,
        } = self;
        let own = contest.metrics().iter().map(Metric::name);
        let own: Vec<String> = own.collect();
        let place = |name: &String| own.iter().position(|one| one == name);
        let places: Option<Vec<usize>> = metrics.iter().map(place).collect();
        let places = places.filter(|places| places.len() == own.len())?;
        let of = contest.outcomes().iter();
        let of = of.map(|outcome| outcomes.iter().position(|one| *one == outcome.name));
        let of: Vec<usize> = of.collect::<Option<_>>()?;
        let sizes = [outcomes.len(), exact.outcomes.len()];
        if sizes != [of.len(); 2] || !exact.is_consistent() {
            return None;
        }
        let metrics = exact.metrics.iter().map(|one| {
            let values = of
                .iter()
                .map(|&outcome| one.by_outcome.get(outcome).cloned());
            Some(ExactMetric {
                metric: *places.get(one.metric)?,
                by_outcome: values.collect::<Option<_>>()?,
            })
        });
        let mut metrics: Vec<ExactMetric> = metrics.collect::<Option<_>>()?;
        metrics.sort_by_key(|one| one.metric);
        Some(ExactDistribution {
            outcomes: of.iter().map(|&outcome| exact.outcomes[outcome]).collect(),
            bound: exact.bound,
            cut_off: exact.cut_off,
            metrics,
        })
    }
}

impl Scenario {
    /// Returns the exact answer of the contest. Without a [store](Scenario::solutions), this is
    /// [`Solve::exact`](crate::contest::Solve::exact); with one, a stored answer is not computed
    /// again.
    ///
    /// # Errors
    /// Returns the reason why there is no answer, as a sentence without a full stop.
    pub fn exact(&self) -> Result<ExactDistribution, NoExact> {
        let Some(store) = &self.solutions else {
            return self.contest.exact();
        };
        let contest = &*self.contest;
        if let Some(exact) = store.load(&self.hash).and_then(|stored| stored.of(contest)) {
            return Ok(exact);
        }
        let begun = Instant::now();
        let exact = self.contest.exact()?;
        let solution = NamedSolution::new(contest, exact);
        store.save(&self.hash, &solution, begun.elapsed());
        Ok(solution.exact)
    }
}

impl Scenario {
    /// Returns the exact answer beside this number of trials. Giving up costs no more than the trials,
    /// or 0.4 s to 1 s. Such an answer is not stored: whether there is one must not depend on earlier
    /// calls.
    ///
    /// # Errors
    /// Returns the reason why there is no answer, as a sentence without a full stop.
    pub fn attempt(&self, trials: u64) -> Result<ExactDistribution, NoExact> {
        self.attempt_within(trials, LEAST_ATTEMPT)
    }

    /// Returns the exact answer beside this number of trials. Giving up costs no more than the trials,
    /// or `least` nanoseconds if that is more, besides a second for optimal play.
    ///
    /// # Errors
    /// Returns the reason why there is no answer, as a sentence without a full stop.
    pub fn attempt_within(&self, trials: u64, least: u64) -> Result<ExactDistribution, NoExact> {
        let time = self.contest.cost().per_trial.saturating_mul(trials);
        (self.contest.attempt(time.max(least))).unwrap_or_else(|| self.exact())
    }
}

#[cfg(test)]
mod tests {
    use super::super::open;
    use super::*;
    use std::sync::{Arc, Mutex};

    /// Store of one answer that records all accesses.
    #[derive(Default)]
    struct Recorded {
        answer: Mutex<Option<NamedSolution>>,
        accesses: Mutex<Vec<(&'static str, String)>>,
    }

    impl SolutionStore for Recorded {
        fn load(&self, hash: &str) -> Option<NamedSolution> {
            self.accesses
                .lock()
                .unwrap()
                .push(("load", hash.to_owned()));
            self.answer.lock().unwrap().clone()
        }

        fn save(&self, hash: &str, solution: &NamedSolution, _time: Duration) {
            self.accesses
                .lock()
                .unwrap()
                .push(("save", hash.to_owned()));
            *self.answer.lock().unwrap() = Some(solution.clone());
        }
    }

    #[test]
    fn a_stored_answer_is_not_computed_again_by_any_variant() {
        let store = Arc::new(Recorded::default());
        let mut duel = open("@duel", &[]).unwrap();
        let plain = duel.exact().unwrap();
        duel.solutions = Some(store.clone());
        assert_eq!(duel.exact().unwrap(), plain);
        // A wrong answer shows that no solver is called.
        let mut wrong = plain.clone();
        wrong.outcomes[..2].copy_from_slice(&[0.25, 0.75]);
        let stored = NamedSolution::new(&*duel.contest, wrong.clone());
        *store.answer.lock().unwrap() = Some(stored);
        assert_eq!(duel.exact().unwrap(), wrong);
        let titled = duel.with(&["title=Another".to_owned()]).unwrap();
        assert_eq!(titled.exact().unwrap(), wrong);
        let varied = duel.varied(&["notes=Another".to_owned()]).unwrap();
        assert_eq!(varied.exact().unwrap(), wrong);
        let hash = duel.hash.clone();
        let expected = ["load", "save", "load", "load", "load"].map(|one| (one, hash.clone()));
        assert_eq!(*store.accesses.lock().unwrap(), expected);
    }

    #[test]
    fn an_answer_of_another_contest_is_ignored() {
        let mut duel = open("@duel", &[]).unwrap();
        let plain = duel.exact().unwrap();
        let stored = NamedSolution::new(&*duel.contest, plain.clone());
        let [mut fewer, mut renamed, mut unmeasured] = [0; 3].map(|_| stored.clone());
        fewer.exact.outcomes.pop();
        renamed.outcomes[0].push('x');
        unmeasured.metrics.pop();
        for other in [fewer, renamed, unmeasured] {
            let store = Recorded::default();
            *store.answer.lock().unwrap() = Some(other);
            duel.solutions = Some(Arc::new(store));
            assert_eq!(duel.exact().unwrap(), plain);
        }
    }

    #[test]
    fn a_stored_answer_is_read_by_name() {
        let duel = open("@duel", &[]).unwrap();
        let plain = duel.exact().unwrap();
        let mut stored = NamedSolution::new(&*duel.contest, plain.clone());
        let last = stored.metrics.len() - 1;
        stored.metrics.reverse();
        stored.outcomes.reverse();
        stored.exact.outcomes.reverse();
        for metric in &mut stored.exact.metrics {
            metric.metric = last - metric.metric;
            metric.by_outcome.reverse();
        }
        assert_eq!(stored.of(&*duel.contest), Some(plain));
    }
}
