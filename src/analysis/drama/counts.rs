//! What many readings add up to, in integers: merging is adding, in any order and any split.

use super::reading::{Parts, Reading};
use crate::contest::{Actor, CERTAIN, Choice, Course};
use crate::stats::{Cell, Histogram, Pairs, Sums};

/// Bins of judged chances, of equal width.
pub const BINS: usize = 10;
/// The winner's lowest chances that are counted, in percent.
pub const DEPTHS: [u32; 3] = [25, 10, 5];
/// A typical trial is looked for among so many.
pub const TYPICAL_WITHIN: u64 = 1_000;

/// Turns of each kind of choice, each with all turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChoiceCounts {
    /// [`Choice::Real`].
    pub real: Pairs,
    /// [`Choice::Clear`].
    pub clear: Pairs,
    /// [`Choice::Idle`].
    pub idle: Pairs,
}

impl ChoiceCounts {
    fn add(&mut self, [real, clear, idle]: [i64; 3]) {
        let turns = real + clear + idle;
        self.real.add(real, turns);
        self.clear.add(clear, turns);
        self.idle.add(idle, turns);
    }

    fn merge(&mut self, other: &Self) {
        self.real.merge(&other.real);
        self.clear.merge(&other.clear);
        self.idle.merge(&other.idle);
    }
}

/// Judged chances in one bin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bin {
    /// Trials, and wins among them.
    pub cell: Cell,
    /// The sum of the judged chances.
    pub judged: u128,
}

/// Judged chances in bins of equal width, ascending: one a trial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bins(pub [Bin; BINS]);

impl Bins {
    /// Counts a trial in which a side's chance was judged so, and whether it won.
    pub fn add(&mut self, judged: u32, won: bool) {
        let place = u64::from(judged) * BINS as u64 / u64::from(CERTAIN);
        let bin = &mut self.0[(place as usize).min(BINS - 1)];
        bin.cell.trials += 1;
        bin.cell.hits += u64::from(won);
        bin.judged += u128::from(judged);
    }

    /// Adds all that `other` has counted.
    pub fn merge(&mut self, other: &Self) {
        for (bin, more) in self.0.iter_mut().zip(&other.0) {
            bin.cell.trials += more.cell.trials;
            bin.cell.hits += more.cell.hits;
            bin.judged += more.judged;
        }
    }
}

/// About one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideCounts {
    pub choices: ChoiceCounts,
    pub bins: Bins,
    pub opening: Sums,
    pub lost: Sums,
    pub dice: Sums,
    pub whims: Sums,
    pub swing: Sums,
}

impl SideCounts {
    fn add(&mut self, parts: &Parts) {
        for (sums, value) in [
            (&mut self.opening, parts.opening),
            (&mut self.lost, parts.lost),
            (&mut self.dice, parts.dice),
            (&mut self.whims, parts.whims),
            (&mut self.swing, parts.swing),
        ] {
            sums.add(value);
        }
        self.bins.add(parts.opening as u32, parts.end > 0);
    }

    fn merge(&mut self, other: &Self) {
        self.choices.merge(&other.choices);
        self.bins.merge(&other.bins);
        for (sums, more) in [
            (&mut self.opening, &other.opening),
            (&mut self.lost, &other.lost),
            (&mut self.dice, &other.dice),
            (&mut self.whims, &other.whims),
            (&mut self.swing, &other.swing),
        ] {
            sums.merge(more);
        }
    }
}

/// About one actor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActorCounts {
    pub choices: ChoiceCounts,
    /// How many of it left.
    pub left: Sums,
    /// In which turns.
    pub when: Histogram,
    /// The part of the trial's turns that those who left missed, with how many they were.
    pub missed: Pairs,
}

/// A trial that may be told as a typical one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub trial: u64,
    pub outcome: usize,
    /// Turns, lead changes, and the part of the turns before the winner took the lead for good, of
    /// [`CERTAIN`].
    pub figures: [i64; 3],
}

/// The sums.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub trials: u64,
    /// By outcome of the contest.
    pub outcomes: Vec<u64>,
    /// Trials in which somebody decided something.
    pub played: u64,
    pub turns: Sums,
    pub lead_changes: Histogram,
    pub settled: Sums,
    /// How often somebody led before the first turn, and how often that one won.
    pub favourites: u64,
    pub favourites_won: u64,
    /// How often the winner did not lead before the end.
    pub at_the_end: u64,
    /// Turns that were still played once somebody was all but sure to win, and how often that one
    /// did not.
    pub safe: Sums,
    pub upsets: u64,
    pub behind: u64,
    pub behind_by: Sums,
    pub lowest: Sums,
    pub below: [u64; DEPTHS.len()],
    pub choices: ChoiceCounts,
    pub sides: Vec<SideCounts>,
    pub actors: Vec<ActorCounts>,
    /// The first trial with the most lead changes.
    pub most_changes: Option<(u32, u64)>,
    /// The first trial with the lowest chance of the later winner.
    pub deepest: Option<(u32, u64)>,
    pub candidates: Vec<Candidate>,
}

impl Counts {
    /// No trials yet, of a contest with so many outcomes and sides and as many actors.
    pub fn new(outcomes: usize, sides: usize, actors: usize) -> Self {
        Self {
            outcomes: vec![0; outcomes],
            lead_changes: Histogram::new(0, 15),
            sides: vec![SideCounts::default(); sides],
            actors: vec![
                ActorCounts {
                    when: Histogram::new(0, 63),
                    ..ActorCounts::default()
                };
                actors
            ],
            ..Self::default()
        }
    }

    /// Counts a trial.
    pub fn add(&mut self, trial: u64, course: &Course, reading: &Reading, actors: &[Actor]) {
        self.trials += 1;
        self.outcomes[course.outcome] += 1;
        self.turns.add(i64::from(course.turns));
        self.leaving(course, actors);
        if course.decisions.is_empty() {
            return;
        }
        self.played += 1;
        self.lead_changes.add(i64::from(reading.lead_changes), 1);
        if self
            .most_changes
            .is_none_or(|(most, _)| reading.lead_changes > most)
        {
            self.most_changes = Some((reading.lead_changes, trial));
        }
        if reading.favourite.is_some() {
            self.favourites += 1;
            self.favourites_won += u64::from(course.winner == reading.favourite);
        }
        self.winning(trial, course, reading);
        if let Some((moment, side)) = reading.safe {
            self.safe.add(i64::from(course.turns - moment));
            self.upsets += u64::from(course.winner != Some(side));
        }
        self.choosing(reading, actors);
        for (sums, parts) in self.sides.iter_mut().zip(&reading.parts) {
            sums.add(parts);
        }
        if trial < TYPICAL_WITHIN {
            self.candidates.push(Candidate {
                trial,
                outcome: course.outcome,
                figures: [
                    i64::from(course.turns),
                    i64::from(reading.lead_changes),
                    part(reading.settled.unwrap_or(0), course.turns),
                ],
            });
        }
    }

    fn winning(&mut self, trial: u64, course: &Course, reading: &Reading) {
        let (Some(settled), Some(lowest)) = (reading.settled, reading.lowest) else {
            return;
        };
        self.settled.add(part(settled, course.turns));
        self.at_the_end += u64::from(settled == course.turns);
        self.behind += u64::from(reading.behind);
        let turns = u64::from(course.turns.max(1));
        self.behind_by.add((reading.behind_by / turns) as i64);
        self.lowest.add(i64::from(lowest));
        for (count, depth) in self.below.iter_mut().zip(DEPTHS) {
            *count += u64::from(u64::from(lowest) * 100 < u64::from(CERTAIN) * u64::from(depth));
        }
        if self.deepest.is_none_or(|(deepest, _)| lowest < deepest) {
            self.deepest = Some((lowest, trial));
        }
    }

    fn leaving(&mut self, course: &Course, actors: &[Actor]) {
        let mut left = vec![(0_i64, 0_i64); actors.len()];
        for &(actor, turn) in &course.departures {
            let counts = &mut self.actors[actor as usize];
            counts.when.add(i64::from(turn), 1);
            let (count, missed) = &mut left[actor as usize];
            *count += 1;
            *missed += part(course.turns - turn.min(course.turns), course.turns);
        }
        for (counts, (count, missed)) in self.actors.iter_mut().zip(left) {
            counts.left.add(count);
            counts.missed.add(missed, count);
        }
    }

    fn choosing(&mut self, reading: &Reading, actors: &[Actor]) {
        let mut by_actor = vec![[0_i64; 3]; actors.len()];
        for &(actor, choice) in &reading.turns {
            by_actor[actor][kind(choice)] += 1;
        }
        let mut by_party = vec![[0_i64; 3]; self.sides.len()];
        let mut all = [0; 3];
        for ((counts, actor), turns) in self.actors.iter_mut().zip(actors).zip(by_actor) {
            counts.choices.add(turns);
            for (kind, turns) in turns.into_iter().enumerate() {
                by_party[actor.side][kind] += turns;
                all[kind] += turns;
            }
        }
        for (counts, turns) in self.sides.iter_mut().zip(by_party) {
            counts.choices.add(turns);
        }
        self.choices.add(all);
    }

    /// Adds all that `other`, of the same shape, has counted.
    pub fn merge(&mut self, other: &Self) {
        for (sum, more) in [
            (&mut self.trials, other.trials),
            (&mut self.played, other.played),
            (&mut self.favourites, other.favourites),
            (&mut self.favourites_won, other.favourites_won),
            (&mut self.at_the_end, other.at_the_end),
            (&mut self.upsets, other.upsets),
            (&mut self.behind, other.behind),
        ] {
            *sum += more;
        }
        let lists = [
            (&mut self.outcomes[..], &other.outcomes[..]),
            (&mut self.below[..], &other.below[..]),
        ];
        for (sums, more) in lists {
            for (sum, more) in sums.iter_mut().zip(more) {
                *sum += more;
            }
        }
        self.lead_changes.merge(&other.lead_changes);
        for (sums, more) in [
            (&mut self.turns, &other.turns),
            (&mut self.settled, &other.settled),
            (&mut self.safe, &other.safe),
            (&mut self.behind_by, &other.behind_by),
            (&mut self.lowest, &other.lowest),
        ] {
            sums.merge(more);
        }
        self.choices.merge(&other.choices);
        for (side, more) in self.sides.iter_mut().zip(&other.sides) {
            side.merge(more);
        }
        for (actor, more) in self.actors.iter_mut().zip(&other.actors) {
            actor.choices.merge(&more.choices);
            actor.left.merge(&more.left);
            actor.when.merge(&more.when);
            actor.missed.merge(&more.missed);
        }
        // The first trial among equals, whichever worker had it.
        let changes =
            |found: Option<(u32, u64)>| found.map(|(most, trial)| (most, std::cmp::Reverse(trial)));
        if changes(other.most_changes) > changes(self.most_changes) {
            self.most_changes = other.most_changes;
        }
        if other
            .deepest
            .is_some_and(|found| self.deepest.is_none_or(|own| found < own))
        {
            self.deepest = other.deepest;
        }
        self.candidates.extend(&other.candidates);
        self.candidates
            .sort_unstable_by_key(|candidate| candidate.trial);
    }
}

/// So many of so many turns, of [`CERTAIN`].
fn part(some: u32, turns: u32) -> i64 {
    i64::from(some) * i64::from(CERTAIN) / i64::from(turns.max(1))
}

fn kind(choice: Choice) -> usize {
    match choice {
        Choice::Real => 0,
        Choice::Clear => 1,
        Choice::Idle => 2,
    }
}
