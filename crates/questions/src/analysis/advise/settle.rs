//! Plays the changes from coarse to fine: each has a first look, then one after another is played
//! until its effect is settled, the most important one first.
//!
//! Time affects only the number of these steps. Each step depends only on those before it.

use super::changes::Candidate;
use super::observer::{AdviseProgress, SettledChange};
use super::outcome_bits::OutcomeSample;
use super::statistics::ChangeStatistics;
use super::{ADVISE_TRIALS, AdviseError, AdvisePlan, FIRST, Ranking, SLOW_ADVISE_TRIALS};
use crate::analysis::study::goal::least;
use crate::analysis::study::statistic::{Event, Statistic};
use crate::analysis::study::{Sample, SeededTrials, VariantFigure, least_attempt};
use crate::contest::deadline;
use crate::document::TunableStep;
use crate::scenario::Scenario;

/// Samples of the unchanged contest and of the changes after the steps of [`Shares::settled`].
pub struct FirstLooks<'a> {
    /// The unchanged contest, then the changes that have had a first look.
    pub entries: Vec<VariantFigure<OutcomeSample<'a>>>,
    /// Number of steps, if they ended before all changes were settled.
    pub steps: Option<usize>,
}

/// The unchanged scenario, then the changed ones, each with the target's event.
pub struct Shares<'a> {
    /// Target and limits of the search.
    pub plan: &'a AdvisePlan,
    /// The scenarios, with the events.
    pub all: Vec<(&'a Scenario, Event)>,
    /// Progress, with the settled changes.
    pub observer: &'a dyn AdviseProgress,
}

impl<'a> Shares<'a> {
    /// Returns the statistics of the contest and of its first changes.
    pub fn statistics<'s>(
        &self,
        entries: &'s [VariantFigure<OutcomeSample<'s>>],
    ) -> ChangeStatistics<'s> {
        ChangeStatistics {
            entries,
            goal: self.plan.goal(),
            all: self.all.len() - 1,
            alpha: self.plan.alpha,
            ranking: self.plan.ranking,
        }
    }

    /// Takes the steps in order until all changes are settled or the deadline passes. Returns `None`
    /// if cancelled.
    ///
    /// # Errors
    /// Fails if the deadline of the first change passed before its first look ended.
    pub fn settled(&self, candidates: &[Candidate]) -> Result<Option<FirstLooks<'a>>, AdviseError> {
        let seeded = SeededTrials::new(self.plan.seed, self.plan.threads, self.observer);
        let deadlines = self.observer.deadlines();
        let first = deadlines.map(|all| all.first);
        let base = deadline::before(first, || self.known(0, &seeded));
        let Some(base) = base.ok_or_else(|| self.plan.no_time())? else {
            return Ok(None);
        };
        let mut entries = vec![base];
        let most = self.plan.first.unwrap_or(usize::MAX).max(1);
        let (mut steps, mut is_cut) = (0, false);
        let mut nearest = f64::INFINITY;
        let mut settled = Vec::new();
        loop {
            // Changes that have had a first look are continued only after all of them have.
            let entry = if steps < candidates.len() {
                entries.len()
            } else if let Some(entry) = self.next_to_settle(&entries, &settled) {
                entry
            } else {
                break;
            };
            if steps == most {
                is_cut = true;
                break;
            }
            // Of the samples, a step extends only these two.
            let before = (entries[0].clone(), entries.get(entry).cloned());
            let is_first = before.1.is_none();
            let until = if steps == 0 {
                first
            } else {
                deadlines.map(|all| all.trying)
            };
            let step = || {
                if is_first {
                    entries.push(self.known(entry, &seeded)?);
                    return self.look(entry, &mut entries, &seeded);
                }
                self.settle(entry, &mut entries, &seeded)
            };
            match deadline::before(until, step) {
                Some(Some(())) => {}
                Some(None) => return Ok(None),
                None if steps == 0 => return Err(self.plan.no_time()),
                None => {
                    undo(&mut entries, entry, before);
                    is_cut = true;
                    break;
                }
            }
            steps += 1;
            if !is_first {
                settled.push(entry);
            }
            let statistics = self.statistics(&entries);
            if steps == 1 {
                nearest = statistics.estimated_distance(0);
                self.notify(0, (true, 0, candidates.len()), None, (&statistics, false));
            }
            let is_race = self.plan.ranking == Ranking::Nearest;
            let leads = is_race && statistics.estimated_distance(entry) < nearest;
            nearest = nearest.min(statistics.estimated_distance(entry));
            let step = Some(&candidates[entry - 1].step);
            let counts = if is_first {
                (true, steps, candidates.len())
            } else {
                let open = self.open(&entries, &settled).count();
                (false, settled.len(), settled.len() + open)
            };
            self.notify(entry, counts, step, (&statistics, leads));
        }
        Ok(Some(FirstLooks {
            entries,
            steps: is_cut.then_some(steps),
        }))
    }

    /// Returns the change to settle next: of those that are not yet settled, the one with the largest
    /// effect, or the one nearest to the target.
    fn next_to_settle(
        &self,
        entries: &[VariantFigure<OutcomeSample<'a>>],
        settled: &[usize],
    ) -> Option<usize> {
        let statistics = self.statistics(entries);
        least(self.open(entries, settled), |entry| {
            statistics.sort_key(entry)
        })
    }

    /// Yields the changes that can be settled and are not.
    fn open(
        &self,
        entries: &[VariantFigure<OutcomeSample<'a>>],
        settled: &[usize],
    ) -> impl Iterator<Item = usize> {
        let statistics = self.statistics(entries);
        let is_open = move |entry: &usize| {
            let is_played_out = entries[*entry].trials() >= self.part(*entry);
            !settled.contains(entry) && !is_played_out && !statistics.is_settled(*entry)
        };
        (1..entries.len()).filter(is_open)
    }

    /// Returns the exact share of a contest, else an empty sample. Returns `None` if cancelled.
    fn known(
        &self,
        entry: usize,
        seeded: &SeededTrials<'_>,
    ) -> Option<VariantFigure<OutcomeSample<'a>>> {
        let (scenario, event) = self.all[entry];
        // The unchanged contest has the figure that other questions give.
        let count = if entry == 0 { 1 } else { self.all.len() };
        let beside = (self.part(entry), least_attempt(self.plan.attempts, count));
        let exact = seeded.exact_values([(scenario, Statistic::Share(event))], beside)?;
        let exact = exact.into_iter().next().flatten();
        Some(VariantFigure::new(exact, || {
            OutcomeSample::new(scenario.contest.as_ref(), event)
        }))
    }

    /// Returns the maximum number of trials of a change.
    fn part(&self, entry: usize) -> u64 {
        let usual = [ADVISE_TRIALS, SLOW_ADVISE_TRIALS][self.slow(entry)];
        let part = self.plan.most.unwrap_or(usual) / self.all.len() as u64;
        self.plan.trials.unwrap_or(part).max(1)
    }

    /// Returns 1 for a contest with a slow player, else 0.
    fn slow(&self, entry: usize) -> usize {
        usize::from(self.all[entry].0.contest.is_slow())
    }

    /// Takes a first look at a change, together with the unchanged contest. Returns `None` if
    /// cancelled.
    fn look(
        &self,
        entry: usize,
        entries: &mut [VariantFigure<OutcomeSample<'a>>],
        seeded: &SeededTrials<'_>,
    ) -> Option<()> {
        let first = FIRST[self.slow(entry)];
        let end = self.plan.trials.unwrap_or(first).min(self.part(entry));
        play(entry, end, (entries, seeded))
    }

    /// Plays a change, together with the unchanged contest, until its effect is [precise
    /// enough](ChangeStatistics::is_settled), or its part of all trials is used. Returns `None` if
    /// cancelled.
    fn settle(
        &self,
        entry: usize,
        entries: &mut [VariantFigure<OutcomeSample<'a>>],
        seeded: &SeededTrials<'_>,
    ) -> Option<()> {
        let part = self.part(entry);
        let mut look = entries[entry].trials();
        while look < part && !self.statistics(entries).is_settled(entry) {
            look = look.saturating_add((look / 4).max(1)).min(part);
            play(entry, look, (entries, seeded))?;
        }
        Some(())
    }

    fn notify(
        &self,
        entry: usize,
        (is_first, number, all): (bool, usize, usize),
        step: Option<&TunableStep>,
        (statistics, leads): (&ChangeStatistics<'_>, bool),
    ) {
        self.observer.settled(&SettledChange {
            is_first,
            number,
            all,
            step,
            share: statistics.value(entry),
            leads,
        });
    }
}

/// Plays a change and the unchanged contest until both have `end` trials. Returns `None` if
/// cancelled.
fn play(
    entry: usize,
    end: u64,
    (entries, seeded): (&mut [VariantFigure<OutcomeSample<'_>>], &SeededTrials<'_>),
) -> Option<()> {
    for one in [0, entry] {
        if end > entries[one].trials() {
            entries[one].play(end, seeded)?;
        }
    }
    Some(())
}

/// Undoes an unfinished step of an entry. `base` and `own` are the unchanged contest and the entry
/// before the step.
fn undo<Entry>(entries: &mut Vec<Entry>, entry: usize, (base, own): (Entry, Option<Entry>)) {
    entries[0] = base;
    match own {
        Some(own) => entries[entry] = own,
        None => entries.truncate(entry),
    }
}
