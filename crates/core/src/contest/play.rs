//! Trials, played by rules that are generic over the source of dice and the observer.

use super::{ControlVariate, Describe, Perform, Tally};
use crate::contest::deadline;
use crate::dice::{Dice, Sampled};
use std::ops::Range;

/// Receiver of events and counts. Runs without narration use [`Silent`], which the compiler
/// optimizes away.
pub trait Observer<Event> {
    /// Receives an event. Observers that ignore events do not call the closure.
    fn note(&mut self, event: impl FnOnce() -> Event);

    /// Adds `amount` to a value of the trial's record. Observers without a record ignore it.
    #[inline]
    fn count(&mut self, value: usize, amount: i64) {
        let _ = (value, amount);
    }

    /// Records that one unit of a timeline left its state at `time`.
    #[inline]
    fn left(&mut self, timeline: usize, time: i64) {
        let _ = (timeline, time);
    }
}

impl<Event, O: Observer<Event>> Observer<Event> for &mut O {
    #[inline]
    fn note(&mut self, event: impl FnOnce() -> Event) {
        (**self).note(event);
    }

    #[inline]
    fn count(&mut self, value: usize, amount: i64) {
        (**self).count(value, amount);
    }

    #[inline]
    fn left(&mut self, timeline: usize, time: i64) {
        (**self).left(timeline, time);
    }
}

/// An observer that does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<Event> Observer<Event> for Silent {
    #[inline]
    fn note(&mut self, _event: impl FnOnce() -> Event) {}
}

/// An observer that stores every event.
#[derive(Clone, Debug)]
pub struct Recorder<Event>(pub Vec<Event>);

impl<Event> Observer<Event> for Recorder<Event> {
    fn note(&mut self, event: impl FnOnce() -> Event) {
        self.0.push(event());
    }
}

/// Record of one trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Index of the outcome in the contest's list.
    pub outcome: usize,
    /// Value of each metric, in the order of the contest's list.
    pub values: Vec<i64>,
    /// Ends of timelines: (index of the timeline, time). Units still in their state have no entry.
    pub ends: Vec<(u32, i64)>,
}

impl Record {
    /// Returns an empty record with a value for each metric of the contest.
    pub fn new(contest: &(impl Describe + ?Sized)) -> Self {
        Self {
            outcome: 0,
            values: vec![0; contest.metrics().len()],
            ends: Vec::new(),
        }
    }
}

/// Events, each with a note if it shows a decision.
pub type Advised<Event> = Vec<(Event, Option<String>)>;

/// Notes on the decisions of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notes {
    /// The best player's choice, and what the actual choice costs.
    Advice,
    /// The number of the decision among those of a [`Trajectory`](super::Trajectory).
    Number,
}

/// Events of the trials of a contest, and their text.
pub trait Events: Describe {
    /// Event that observers receive.
    type Event;

    /// Renders an event as a line of the narration, or as more than one line for a drawing.
    fn narrate(&self, event: &Self::Event) -> String;
}

/// The rules of a contest.
pub trait Rules: Events {
    /// State during a trial, reused for many trials.
    type State: Send + 'static;

    /// Returns a state for any number of trials.
    fn state(&self) -> Self::State;

    /// Plays one trial. `record` may contain the outcome and values of an earlier trial, so all of
    /// them must be set; its `ends` are empty.
    fn trial<D: Dice, O: Observer<Self::Event>>(
        &self,
        dice: &mut D,
        state: &mut Self::State,
        observer: &mut O,
        record: &mut Record,
    );

    /// Plays one trial with notes on the events that show a decision. `None` if the contest has none.
    fn advised<D: Dice>(
        &self,
        dice: &mut D,
        state: &mut Self::State,
        notes: Notes,
    ) -> Option<(Advised<Self::Event>, Record)> {
        let _ = (dice, state, notes);
        None
    }
}

/// Trials of one seed. A worker uses the same value for all of its chunks, so that tables and
/// buffers are prepared once.
pub trait Trials {
    /// Plays the trials with these numbers. Adds them to `tally`, which must be for this contest,
    /// at the latest in [`finish`](Self::finish).
    fn play(&mut self, trials: Range<u64>, tally: &mut Tally);

    /// Adds the trials that `tally` does not yet contain.
    fn finish(&mut self, tally: &mut Tally) {
        let _ = tally;
    }
}

/// Openings of trials with an estimated chance, which is the control variate.
pub trait Openings {
    /// Returns the estimated cost of an opening, throw and evaluation, in nanoseconds.
    fn opening_cost(&self) -> u64;

    /// Returns the trials of a seed, with this number of further openings.
    fn controlled_trials(&self, seed: u64, openings: u32) -> Box<dyn ControlledTrials + '_>;
}

/// Trials of one seed with the control variate.
pub trait ControlledTrials {
    /// Plays a trial. Returns its record and the control variate, in units of the number of further
    /// openings × [`CHANCE_UNITS`](super::CHANCE_UNITS).
    fn trial(&mut self, trial: u64) -> (&Record, i64);
}

impl<F: FnMut(Range<u64>, &mut Tally)> Trials for F {
    fn play(&mut self, trials: Range<u64>, tally: &mut Tally) {
        self(trials, tally);
    }
}

/// Plays many trials.
pub trait Play {
    /// Returns the trials of a seed.
    fn trials(&self, seed: u64) -> Box<dyn Trials + '_>;

    /// Returns the trials of a seed, for a tally with these settings.
    fn trials_for(&self, seed: u64, control: Option<&ControlVariate>) -> Box<dyn Trials + '_> {
        let _ = control;
        self.trials(seed)
    }

    /// Plays the trials with these numbers and adds them to `tally`, which must be for this
    /// contest.
    fn play(&self, seed: u64, trials: Range<u64>, tally: &mut Tally) {
        let mut own = self.trials(seed);
        own.play(trials, tally);
        own.finish(tally);
    }

    /// Plays one trial and returns its record.
    fn replay(&self, seed: u64, trial: u64) -> Record;

    /// Plays the trials with these numbers in order; passes the record of each to `see` until it
    /// returns false.
    fn watch(&self, seed: u64, trials: Range<u64>, see: &mut dyn FnMut(u64, &Record) -> bool) {
        for trial in trials {
            if !see(trial, &self.replay(seed, trial)) {
                break;
            }
        }
    }

    /// Plays trials like [`watch`](Self::watch); also passes the control variate with this number of
    /// further openings, in units of `openings` × [`CHANCE_UNITS`](super::CHANCE_UNITS). It is 0
    /// without openings, or if the contest has none.
    fn watch_controlled(
        &self,
        (seed, openings): (u64, u32),
        trials: Range<u64>,
        see: &mut dyn FnMut(&Record, i64) -> bool,
    ) {
        let _ = openings;
        self.watch(seed, trials, &mut |_, record| see(record, 0));
    }

    /// Returns the contest as a part of larger contests; `None` if it cannot be one.
    fn as_scene(&self) -> Option<&dyn Perform> {
        None
    }
}

/// Plays one trial with an observer.
pub fn play_record<R: Rules + ?Sized, D: Dice, O: Observer<R::Event>>(
    rules: &R,
    dice: &mut D,
    observer: &mut O,
) -> Record {
    let mut record = Record::new(rules);
    rules.trial(dice, &mut rules.state(), observer, &mut record);
    record
}

impl<R: Rules> Play for R {
    fn trials(&self, seed: u64) -> Box<dyn Trials + '_> {
        let fast = self.fast_trials(seed);
        fast.unwrap_or_else(|| Box::new(PlainTrials::new(self, seed)))
    }

    fn trials_for(&self, seed: u64, control: Option<&ControlVariate>) -> Box<dyn Trials + '_> {
        let openings = control.map_or(0, |control| control.openings);
        match with_openings(self, seed, openings) {
            Some(mut own) => Box::new(move |trials: Range<u64>, tally: &mut Tally| {
                for trial in trials {
                    let (record, control) = own.trial(trial);
                    tally.add_controlled(record, control);
                }
            }),
            None => Play::trials(self, seed),
        }
    }

    fn replay(&self, seed: u64, trial: u64) -> Record {
        let mut dice = Sampled::new(seed, &self.rollers());
        dice.start(trial);
        play_record(self, &mut dice, &mut Silent)
    }

    fn watch(&self, seed: u64, trials: Range<u64>, see: &mut dyn FnMut(u64, &Record) -> bool) {
        let mut own = PlainTrials::new(self, seed);
        for trial in trials {
            if !see(trial, own.record(trial)) {
                break;
            }
        }
    }

    fn watch_controlled(
        &self,
        (seed, openings): (u64, u32),
        trials: Range<u64>,
        see: &mut dyn FnMut(&Record, i64) -> bool,
    ) {
        let Some(mut own) = with_openings(self, seed, openings) else {
            self.watch(seed, trials, &mut |_, record| see(record, 0));
            return;
        };
        for trial in trials {
            let (record, control) = own.trial(trial);
            if !see(record, control) {
                break;
            }
        }
    }

    fn as_scene(&self) -> Option<&dyn Perform> {
        Some(self)
    }
}

/// Returns the trials of a seed with the control variate; `None` without openings, or if the contest
/// has none.
fn with_openings(
    rules: &impl Rules,
    seed: u64,
    openings: u32,
) -> Option<Box<dyn ControlledTrials + '_>> {
    let own = rules.openings().filter(|_| openings > 0)?;
    Some(own.controlled_trials(seed, openings))
}

/// Trials by the rules themselves, one after another, reusing one state.
pub struct PlainTrials<'a, R: Rules> {
    rules: &'a R,
    dice: Sampled,
    state: R::State,
    record: Record,
}

impl<'a, R: Rules> PlainTrials<'a, R> {
    /// Prepares the trials of a seed.
    pub fn new(rules: &'a R, seed: u64) -> Self {
        Self {
            rules,
            dice: Sampled::new(seed, &rules.rollers()),
            state: rules.state(),
            record: Record::new(rules),
        }
    }

    /// Plays the trial with this number.
    #[inline]
    pub fn record(&mut self, trial: u64) -> &Record {
        deadline::check();
        self.dice.start(trial);
        self.record.ends.clear();
        let (state, record) = (&mut self.state, &mut self.record);
        self.rules.trial(&mut self.dice, state, &mut Silent, record);
        record
    }
}

impl<R: Rules> Trials for PlainTrials<'_, R> {
    fn play(&mut self, trials: Range<u64>, tally: &mut Tally) {
        for trial in trials {
            tally.add(self.record(trial));
        }
    }
}

/// Narration of one trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Narration {
    /// The narration, line by line.
    pub lines: Vec<String>,
    /// Advice on each line; empty if not requested.
    pub advice: Vec<Option<String>>,
    /// Record of the trial.
    pub record: Record,
}

/// Narrates a trial with dice from any source.
pub fn narrate_with<R: Rules, D: Dice>(rules: &R, dice: &mut D) -> Narration {
    narrate_on(rules, &mut rules.state(), dice)
}

/// Narrates a trial on a state.
pub(super) fn narrate_on<R: Rules, D: Dice>(
    rules: &R,
    state: &mut R::State,
    dice: &mut D,
) -> Narration {
    let mut recorder = Recorder(Vec::new());
    let mut record = Record::new(rules);
    rules.trial(dice, state, &mut recorder, &mut record);
    let lines = recorder.0.iter().map(|event| rules.narrate(event));
    Narration {
        lines: lines.collect(),
        advice: Vec::new(),
        record,
    }
}

/// Narrates a trial on a state with notes; `None` if the contest has none.
pub(super) fn narrate_advised<R: Rules, D: Dice>(
    rules: &R,
    state: &mut R::State,
    dice: &mut D,
    notes: Notes,
) -> Option<Narration> {
    let (events, record) = rules.advised(dice, state, notes)?;
    let lines = events.iter().map(|(event, _)| rules.narrate(event));
    Some(Narration {
        lines: lines.collect(),
        advice: events.into_iter().map(|(_, advice)| advice).collect(),
        record,
    })
}

/// Narration of single trials of a run.
pub trait Narrate {
    /// Narrates a trial of a seed: the same trial that [`Play`] counts.
    fn narrate_trial(&self, seed: u64, trial: u64) -> Narration;

    /// Narrates a trial with advice; `None` if the contest has no advice.
    fn narrate_with_advice(&self, seed: u64, trial: u64) -> Option<Narration>;

    /// Narrates a trial with the [number](Notes::Number) of each evaluated decision in place of advice;
    /// `None` if the contest has no evaluation.
    fn narrate_with_decisions(&self, seed: u64, trial: u64) -> Option<Narration> {
        let _ = (seed, trial);
        None
    }
}

impl<R: Rules> Narrate for R {
    fn narrate_trial(&self, seed: u64, trial: u64) -> Narration {
        let mut dice = Sampled::new(seed, &self.rollers());
        dice.start(trial);
        narrate_with(self, &mut dice)
    }

    fn narrate_with_advice(&self, seed: u64, trial: u64) -> Option<Narration> {
        let mut dice = Sampled::new(seed, &self.rollers());
        dice.start(trial);
        narrate_advised(self, &mut self.state(), &mut dice, Notes::Advice)
    }

    fn narrate_with_decisions(&self, seed: u64, trial: u64) -> Option<Narration> {
        let mut dice = Sampled::new(seed, &self.rollers());
        dice.start(trial);
        narrate_advised(self, &mut self.state(), &mut dice, Notes::Number)
    }
}
