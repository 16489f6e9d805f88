//! Exact answers of scenarios, from a store of earlier answers if the program has one.

use super::Scenario;
use crate::contest::{ExactDistribution, NoExact};
use std::time::{Duration, Instant};

/// Store of exact answers by the [hash](Scenario::hash) of the scenario.
pub trait SolutionStore: Send + Sync {
    /// Returns the stored answer of the scenario with this hash.
    fn load(&self, hash: &str) -> Option<ExactDistribution>;

    /// Stores an answer, if that is worth it for one that took this time to compute. Failures are
    /// ignored.
    fn save(&self, hash: &str, exact: &ExactDistribution, time: Duration);
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
        if let Some(exact) = store.load(&self.hash).filter(|exact| self.fits(exact)) {
            return Ok(exact);
        }
        let begun = Instant::now();
        let exact = self.contest.exact()?;
        store.save(&self.hash, &exact, begun.elapsed());
        Ok(exact)
    }

    /// Returns whether an answer has the outcomes and metrics of the contest. An answer under the
    /// same hash always does, unless two contests have the same hash.
    fn fits(&self, exact: &ExactDistribution) -> bool {
        let (outcomes, metrics) = (self.contest.outcomes().len(), self.contest.metrics().len());
        let mut known = exact.metrics.iter();
        exact.outcomes.len() == outcomes
            && known.all(|one| one.metric < metrics && one.by_outcome.len() == outcomes)
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
        answer: Mutex<Option<ExactDistribution>>,
        accesses: Mutex<Vec<(&'static str, String)>>,
    }

    impl SolutionStore for Recorded {
        fn load(&self, hash: &str) -> Option<ExactDistribution> {
            self.accesses
                .lock()
                .unwrap()
                .push(("load", hash.to_owned()));
            self.answer.lock().unwrap().clone()
        }

        fn save(&self, hash: &str, exact: &ExactDistribution, _time: Duration) {
            self.accesses
                .lock()
                .unwrap()
                .push(("save", hash.to_owned()));
            *self.answer.lock().unwrap() = Some(exact.clone());
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
        wrong.outcomes[0] = 0.25;
        *store.answer.lock().unwrap() = Some(wrong.clone());
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
        let mut other = plain.clone();
        other.outcomes.pop();
        let store = Recorded::default();
        *store.answer.lock().unwrap() = Some(other);
        duel.solutions = Some(Arc::new(store));
        assert_eq!(duel.exact().unwrap(), plain);
    }
}
