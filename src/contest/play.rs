//! Playing trials: rules that are written once, for any source of dice and any observer.

use super::{Aftermath, Describe, Means, Owned, Perform, Tally};
use crate::contest::deadline;
use crate::dice::{Dice, Sampled};
use std::ops::Range;

/// Who is told what happens. The observer of a fast run is [`Silent`] and costs nothing.
pub trait Observer<Event> {
    /// Takes note of what `event` makes. The closure is called only by observers that listen.
    fn note(&mut self, event: impl FnOnce() -> Event);

    /// Adds `amount` to a value of the trial's record. Only the observer of a trial that is counted listens.
    #[inline]
    fn count(&mut self, value: usize, amount: i64) {
        let _ = (value, amount);
    }

    /// Records that one of a timeline stopped lasting at that time.
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

/// The observer that does not listen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<Event> Observer<Event> for Silent {
    #[inline]
    fn note(&mut self, _event: impl FnOnce() -> Event) {}
}

/// The observer that keeps every event.
#[derive(Clone, Debug)]
pub struct Recorder<Event>(pub Vec<Event>);

impl<Event> Observer<Event> for Recorder<Event> {
    fn note(&mut self, event: impl FnOnce() -> Event) {
        self.0.push(event());
    }
}

/// What one trial yielded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Position of the outcome in the contest's list.
    pub outcome: usize,
    /// A value for each metric of the contest.
    pub values: Vec<i64>,
    /// Who stopped lasting when: (position of the timeline, time). Those who lasted to the end
    /// have no entry.
    pub ends: Vec<(u32, i64)>,
}

impl Record {
    /// A record for contests of that shape.
    pub fn new(contest: &(impl Describe + ?Sized)) -> Self {
        Self {
            outcome: 0,
            values: vec![0; contest.metrics().len()],
            ends: Vec::new(),
        }
    }
}

/// Events, each with what would have been better, where something was decided.
pub type Advised<Event> = Vec<(Event, Option<String>)>;

/// The rules of a contest.
pub trait Rules: Describe {
    /// What an observer may be told.
    type Event;
    /// What lies on the table during a trial; made once and used for many trials.
    type State: Send + 'static;

    /// The stable names of all who roll, in the order of their positions.
    fn rollers(&self) -> Vec<String>;

    /// A table for any number of trials.
    fn state(&self) -> Self::State;

    /// Plays one trial. `record` holds the values of some earlier trial: the outcome and every
    /// value must be set; its `ends` are empty.
    fn trial<D: Dice, O: Observer<Self::Event>>(
        &self,
        dice: &mut D,
        state: &mut Self::State,
        observer: &mut O,
        record: &mut Record,
    );

    /// Plays these trials and adds them to `tally` in a shorter way that gives the same counts; false
    /// where there is none.
    fn count(&self, seed: u64, trials: Range<u64>, tally: &mut Tally) -> bool {
        let _ = (seed, trials, tally);
        false
    }

    /// An event as a line of a story; a picture may take several lines.
    fn sentence(&self, event: &Self::Event) -> String;

    /// What the best player would have decided in place of what the event shows, and what the
    /// difference costs, as one clause; `None` where the event is no decision, and where nobody knows.
    fn advice(&self, event: &Self::Event) -> Option<String> {
        let _ = event;
        None
    }

    /// Plays one trial with [`advice`](Self::advice) on each of its events. A contest in which that hangs on
    /// more than an event has a way of its own.
    fn advised<D: Dice>(&self, dice: &mut D) -> (Advised<Self::Event>, Record) {
        let mut recorder = Recorder(Vec::new());
        let record = play_record(self, dice, &mut recorder);
        let events = recorder.0.into_iter();
        let advised = events.map(|event| {
            let advice = self.advice(&event);
            (event, advice)
        });
        (advised.collect(), record)
    }

    /// Whether there is somebody who can give [`advice`](Self::advice) at all.
    fn has_advice(&self) -> bool {
        false
    }

    /// The names of those to whom something may happen in a trial that lasts beyond it.
    fn actors(&self) -> Vec<String> {
        Vec::new()
    }

    /// What a trial left behind of one of them: on the table, and in its record.
    fn aftermath(&self, state: &Self::State, record: &Record, actor: usize) -> Aftermath {
        let _ = (state, record, actor);
        Aftermath::default()
    }

    /// What means the group has after a trial, where the contest is about them.
    fn means(&self, state: &Self::State) -> Option<Means> {
        let _ = state;
        None
    }

    /// Who and what those means are, in the order of their positions.
    fn owned(&self) -> Owned {
        Owned::default()
    }
}

/// Plays many trials.
pub trait Play {
    /// Plays the trials of these numbers and adds them to `tally`, which must be of the contest's
    /// shape.
    fn play(&self, seed: u64, trials: Range<u64>, tally: &mut Tally);

    /// Plays one trial and returns what it yielded.
    fn replay(&self, seed: u64, trial: u64) -> Record;

    /// Plays the trials of these numbers in order and shows each to `see`, until it says false.
    fn watch(&self, seed: u64, trials: Range<u64>, see: &mut dyn FnMut(u64, &Record) -> bool) {
        for trial in trials {
            if !see(trial, &self.replay(seed, trial)) {
                break;
            }
        }
    }

    /// The names of all who roll or draw.
    fn who_rolls(&self) -> Vec<String>;

    /// The same contest as a part of something larger, where it can be one.
    fn as_part(&self) -> Option<&dyn Perform> {
        None
    }
}

/// Plays one trial under an observer.
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
    fn play(&self, seed: u64, trials: Range<u64>, tally: &mut Tally) {
        if self.count(seed, trials.clone(), tally) {
            return;
        }
        each(self, seed, trials, |_, record| {
            tally.add(record);
            true
        });
    }

    fn replay(&self, seed: u64, trial: u64) -> Record {
        let mut dice = Sampled::new(seed, &self.rollers());
        dice.start(trial);
        play_record(self, &mut dice, &mut Silent)
    }

    fn watch(&self, seed: u64, trials: Range<u64>, see: &mut dyn FnMut(u64, &Record) -> bool) {
        each(self, seed, trials, see);
    }

    fn who_rolls(&self) -> Vec<String> {
        self.rollers()
    }

    fn as_part(&self) -> Option<&dyn Perform> {
        Some(self)
    }
}

/// Plays trials one after another on one table.
#[inline]
pub(crate) fn each<R: Rules>(
    rules: &R,
    seed: u64,
    trials: impl IntoIterator<Item = u64>,
    mut see: impl FnMut(u64, &Record) -> bool,
) {
    let mut dice = Sampled::new(seed, &rules.rollers());
    let mut state = rules.state();
    let mut record = Record::new(rules);
    for trial in trials {
        deadline::check();
        dice.start(trial);
        record.ends.clear();
        rules.trial(&mut dice, &mut state, &mut Silent, &mut record);
        if !see(trial, &record) {
            break;
        }
    }
}

/// One trial, told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Story {
    /// What happened, line by line.
    pub lines: Vec<String>,
    /// For each line what would have been better; empty where nobody asked.
    pub advice: Vec<Option<String>>,
    /// What it yielded.
    pub record: Record,
}

/// Tells a trial with dice from any source.
pub fn tell_with<R: Rules, D: Dice>(rules: &R, dice: &mut D) -> Story {
    told(rules, dice, false)
}

pub(super) fn told<R: Rules, D: Dice>(rules: &R, dice: &mut D, advised: bool) -> Story {
    if advised {
        let (events, record) = rules.advised(dice);
        let lines = events.iter().map(|(event, _)| rules.sentence(event));
        return Story {
            lines: lines.collect(),
            advice: events.into_iter().map(|(_, advice)| advice).collect(),
            record,
        };
    }
    let mut recorder = Recorder(Vec::new());
    let record = play_record(rules, dice, &mut recorder);
    let lines = recorder.0.iter().map(|event| rules.sentence(event));
    Story {
        lines: lines.collect(),
        advice: Vec::new(),
        record,
    }
}

/// Tells one trial of a run.
pub trait Tell {
    /// The story of trial number `trial` under `seed`: the same trial that [`Play`] counts.
    fn tell(&self, seed: u64, trial: u64) -> Story;

    /// The same with advice; `None` where nobody can give any.
    fn tell_with_advice(&self, seed: u64, trial: u64) -> Option<Story>;
}

impl<R: Rules> Tell for R {
    fn tell(&self, seed: u64, trial: u64) -> Story {
        let mut dice = Sampled::new(seed, &self.rollers());
        dice.start(trial);
        tell_with(self, &mut dice)
    }

    fn tell_with_advice(&self, seed: u64, trial: u64) -> Option<Story> {
        let mut dice = Sampled::new(seed, &self.rollers());
        dice.start(trial);
        self.has_advice().then(|| told(self, &mut dice, true))
    }
}
