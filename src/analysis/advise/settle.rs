//! Plays each change by itself, one after another, until its effect is settled.
//!
//! The trials of a change depend only on the change, the unchanged contest, and the number of
//! changes. They do not depend on whether other changes follow.

use super::changes::Candidate;
use super::observer::{AdviseObserver, SettledChange};
use super::outcome_bits::OutcomeSample;
use super::statistics::ChangeStatistics;
use super::{ADVISE_TRIALS, AdviseError, AdvisePlan, FIRST, Ranking, SLOW_ADVISE_TRIALS};
use crate::analysis::study::statistic::Statistic;
use crate::analysis::study::{KnownFigure, Sample, SeededTrials};
use crate::contest::deadline;
use crate::document::TunableStep;
use crate::scenario::Scenario;

/// The unchanged scenario, then the changed ones, each with the index of the target's outcome.
pub struct Shares<'a> {
    /// Target and limits of the search.
    pub plan: &'a AdvisePlan,
    /// The scenarios, with the indices of the outcome.
    pub all: Vec<(&'a Scenario, usize)>,
    /// The observer of settled changes.
    pub observer: &'a dyn AdviseObserver,
}

impl<'a> Shares<'a> {
    /// Returns the statistics of the contest and of its first changes.
    pub fn statistics<'s>(
        &self,
        entries: &'s [KnownFigure<OutcomeSample<'s>>],
    ) -> ChangeStatistics<'s> {
        ChangeStatistics {
            entries,
            goal: self.plan.goal(),
            all: self.all.len() - 1,
            alpha: self.plan.alpha,
            ranking: self.plan.ranking,
        }
    }

    /// Plays the changes one after another until each is settled or the deadline passes. Returns
    /// `None` if cancelled.
    ///
    /// # Errors
    /// Fails if the deadline of the first change passed before it was settled.
    pub fn settled(
        &self,
        candidates: &[Candidate],
    ) -> Result<Option<Vec<KnownFigure<OutcomeSample<'a>>>>, AdviseError> {
        let seeded = SeededTrials::new(self.plan.seed, self.plan.threads, self.observer);
        let deadlines = self.observer.deadlines();
        let first = deadlines.map(|all| all.first);
        let base = deadline::before(first, || self.known(0, &seeded));
        let Some(base) = base.ok_or_else(|| self.plan.no_time())? else {
            return Ok(None);
        };
        let mut entries = vec![base];
        let most = self.plan.first.unwrap_or(usize::MAX).max(1);
        let mut nearest = f64::INFINITY;
        for (entry, candidate) in (1..).zip(candidates).take(most) {
            let before = entries[0].clone();
            let until = if entry == 1 {
                first
            } else {
                deadlines.map(|all| all.trying)
            };
            match deadline::before(until, || self.settle(entry, &mut entries, &seeded)) {
                Some(Some(())) => {}
                Some(None) => return Ok(None),
                None if entry == 1 => return Err(self.plan.no_time()),
                None => {
                    // The unfinished change is dropped.
                    entries.truncate(entry);
                    entries[0] = before;
                    break;
                }
            }
            let statistics = self.statistics(&entries);
            if entry == 1 {
                nearest = statistics.estimated_distance(0);
                self.notify(0, None, (&statistics, false));
            }
            let is_race = self.plan.ranking == Ranking::Nearest;
            let leads = is_race && statistics.estimated_distance(entry) < nearest;
            nearest = nearest.min(statistics.estimated_distance(entry));
            self.notify(entry, Some(&candidate.step), (&statistics, leads));
        }
        Ok(Some(entries))
    }

    /// Returns the exact share of a contest, else an empty sample. Returns `None` if cancelled.
    fn known(
        &self,
        entry: usize,
        seeded: &SeededTrials<'_>,
    ) -> Option<KnownFigure<OutcomeSample<'a>>> {
        let (scenario, outcome) = self.all[entry];
        let exact = seeded.exact_values([(scenario, Statistic::Share(outcome))])?;
        let exact = exact.into_iter().next().flatten();
        Some(KnownFigure::new(exact, || {
            OutcomeSample::new(scenario.contest.as_ref(), outcome)
        }))
    }

    /// Plays a change, together with the unchanged contest, until its effect is [precise
    /// enough](ChangeStatistics::is_settled), or its part of all trials is used. Returns `None` if
    /// cancelled.
    fn settle(
        &self,
        entry: usize,
        entries: &mut Vec<KnownFigure<OutcomeSample<'a>>>,
        seeded: &SeededTrials<'_>,
    ) -> Option<()> {
        entries.push(self.known(entry, seeded)?);
        let slow = usize::from(self.all[entry].0.contest.is_slow());
        let usual = [ADVISE_TRIALS, SLOW_ADVISE_TRIALS][slow];
        let part = self.plan.most.unwrap_or(usual) / self.all.len() as u64;
        let (first, part) = match self.plan.trials {
            Some(trials) => (trials, trials),
            None => (FIRST[slow].min(part.max(1)), part.max(1)),
        };
        let mut look = first;
        loop {
            for one in [0, entry] {
                if look > entries[one].trials() {
                    entries[one].play(look, seeded)?;
                }
            }
            if look >= part || self.statistics(entries).is_settled(entry) {
                return Some(());
            }
            look = look.saturating_add((look / 4).max(1)).min(part);
        }
    }

    fn notify(
        &self,
        number: usize,
        step: Option<&TunableStep>,
        (statistics, leads): (&ChangeStatistics<'_>, bool),
    ) {
        self.observer.settled(&SettledChange {
            number,
            all: self.all.len() - 1,
            step,
            share: statistics.value(number),
            leads,
        });
    }
}
