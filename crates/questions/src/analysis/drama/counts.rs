//! Integer counts over many trials. Merging adds them, so any order and any split gives the same
//! sums.

use super::evaluated_trial::{Closeness, closeness};
use super::trial_statistics::{ChanceParts, TrialStatistics};
use crate::contest::{ActingSide, CERTAIN, DecisionKind, Trajectory};
use crate::stats::{Histogram, RatioSums, Stratum, Sums, merge_each};
use std::cmp::Reverse;

/// Number of equal-width bins of evaluated chances.
pub const BINS: usize = 10;
/// Bounds on the winner's lowest chance, in percent.
pub const DEPTHS: [u32; 3] = [25, 10, 5];

/// Event that does or does not occur in a trial.
#[derive(Clone, Copy)]
pub enum DramaEvent {
    /// There was a decision.
    Played,
    /// A side led before the first turn.
    Favorite,
    /// The side that led before the first turn won.
    FavoriteWon,
    /// The winner took the lead for good only at the end.
    AtTheEnd,
    /// A side that was near-certain to win did not win.
    Upset,
    /// A side other than the winner led at the start of some turn.
    Behind,
}

/// Integer statistic that is defined for some trials.
#[derive(Clone, Copy)]
pub enum DramaStatistic {
    /// Number of turns.
    Turns,
    /// Fraction of the turns before the winner took the lead for good.
    FinalLead,
    /// Number of turns after a side was near-certain to win.
    Aftermath,
    /// The winner's deficit to the leader, averaged over the turns, in units of `CERTAIN`.
    BehindBy,
    /// The winner's lowest chance.
    Lowest,
}

/// A part of the change in a side's chance; see [`ChanceParts`].
#[derive(Clone, Copy)]
pub enum ChancePart {
    Opening,
    Lost,
    Dice,
    PolicyRandomness,
    Swing,
}

/// Number of turns by [`DecisionKind`], each paired with the number of all turns, in the order
/// `Real`, `Clear`, `Idle`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChoiceCounts(pub [RatioSums; 3]);

impl ChoiceCounts {
    fn add(&mut self, kinds: [i64; 3]) {
        let turns = kinds.iter().sum();
        for (pairs, kind) in self.0.iter_mut().zip(kinds) {
            pairs.add(kind, turns);
        }
    }

    fn merge(&mut self, other: &Self) {
        merge_each(&mut self.0, &other.0, RatioSums::merge);
    }
}

/// Evaluated chances in one bin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChanceBin {
    /// Number of trials, and number of wins among them.
    pub cell: Stratum,
    /// Sum of the evaluated chances.
    pub sum: u128,
}

/// Evaluated chances in bins of equal width, ascending: one chance per trial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChanceBins(pub [ChanceBin; BINS]);

impl ChanceBins {
    /// Counts a trial with a side's evaluated chance, and whether it won.
    pub fn add(&mut self, chance: u32, won: bool) {
        let place = u64::from(chance) * BINS as u64 / u64::from(CERTAIN);
        let bin = &mut self.0[(place as usize).min(BINS - 1)];
        bin.cell.trials += 1;
        bin.cell.hits += u64::from(won);
        bin.sum += u128::from(chance);
    }

    /// Adds the counts of `other`.
    pub fn merge(&mut self, other: &Self) {
        for (bin, more) in self.0.iter_mut().zip(&other.0) {
            bin.cell.trials += more.cell.trials;
            bin.cell.hits += more.cell.hits;
            bin.sum += more.sum;
        }
    }
}

/// Counts of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideCounts {
    pub choices: ChoiceCounts,
    pub bins: ChanceBins,
    parts: [Sums; 5],
}

impl SideCounts {
    /// Returns the sums of one part of the change in chance.
    pub fn part(&self, part: ChancePart) -> &Sums {
        &self.parts[part as usize]
    }

    fn add(&mut self, parts: &ChanceParts) {
        let values = [
            (ChancePart::Opening, parts.opening),
            (ChancePart::Lost, parts.lost),
            (ChancePart::Dice, parts.dice),
            (ChancePart::PolicyRandomness, parts.policy_randomness),
            (ChancePart::Swing, parts.swing),
        ];
        for (part, value) in values {
            self.parts[part as usize].add(value);
        }
        self.bins.add(parts.opening as u32, parts.end > 0);
    }

    fn merge(&mut self, other: &Self) {
        self.choices.merge(&other.choices);
        self.bins.merge(&other.bins);
        merge_each(&mut self.parts, &other.parts, Sums::merge);
    }
}

fn add_up(counts: &mut [u64], others: &[u64]) {
    merge_each(counts, others, |count, more| *count += more);
}

/// Counts of one actor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActorCounts {
    pub choices: ChoiceCounts,
    /// Number of departures per trial.
    pub left: Sums,
    /// Turns of the departures.
    pub when: Histogram,
    /// Fraction of the trial's turns after each departure, with the number of departures.
    pub missed: RatioSums,
}

/// Counts over all trials.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DramaCounts {
    pub trials: u64,
    /// Number of trials by outcome of the contest.
    pub outcomes: Vec<u64>,
    events: [u64; 6],
    numbers: [Sums; 5],
    pub lead_changes: Histogram,
    /// Trials in which the winner's chance was below each of [`DEPTHS`].
    pub below: [u64; DEPTHS.len()],
    pub choices: ChoiceCounts,
    pub sides: Vec<SideCounts>,
    pub actors: Vec<ActorCounts>,
    /// The most lead changes, and the first trial with that number.
    pub most_changes: Option<(u32, Reverse<u64>)>,
    /// The closest trial; of equal ones the first.
    pub closest: Option<(Closeness, Reverse<u64>)>,
    /// The lowest chance of an eventual winner, and the first trial with it.
    pub deepest: Option<(Reverse<u32>, Reverse<u64>)>,
}

impl DramaCounts {
    /// Returns empty counts for a contest with these numbers of outcomes, sides and actors.
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

    /// Returns the number of trials with an event.
    pub fn times(&self, event: DramaEvent) -> u64 {
        self.events[event as usize]
    }

    /// Returns the sums of a statistic.
    pub fn sums(&self, number: DramaStatistic) -> &Sums {
        &self.numbers[number as usize]
    }

    fn note(&mut self, event: DramaEvent, happened: bool) {
        self.events[event as usize] += u64::from(happened);
    }

    fn number(&mut self, number: DramaStatistic, value: i64) {
        self.numbers[number as usize].add(value);
    }

    /// Counts a trial.
    pub fn add(
        &mut self,
        trial: u64,
        trajectory: &Trajectory,
        statistics: &TrialStatistics,
        actors: &[ActingSide],
    ) {
        self.trials += 1;
        self.outcomes[trajectory.outcome] += 1;
        self.number(DramaStatistic::Turns, i64::from(trajectory.turns));
        self.leaving(trajectory, actors);
        if trajectory.decisions.is_empty() {
            return;
        }
        self.note(DramaEvent::Played, true);
        self.lead_changes.add(i64::from(statistics.lead_changes), 1);
        let changes = Some((statistics.lead_changes, Reverse(trial)));
        self.most_changes = self.most_changes.max(changes);
        let closest = Some((closeness(statistics), Reverse(trial)));
        self.closest = self.closest.max(closest);
        if statistics.favorite.is_some() {
            let won = trajectory.winner == statistics.favorite;
            self.note(DramaEvent::Favorite, true);
            self.note(DramaEvent::FavoriteWon, won);
        }
        self.winning(trial, trajectory, statistics);
        if let Some((moment, side)) = statistics.safe {
            let after = i64::from(trajectory.turns - moment);
            self.number(DramaStatistic::Aftermath, after);
            self.note(DramaEvent::Upset, trajectory.winner != Some(side));
        }
        self.choosing(statistics, actors);
        for (sums, parts) in self.sides.iter_mut().zip(&statistics.parts) {
            sums.add(parts);
        }
    }

    fn winning(&mut self, trial: u64, trajectory: &Trajectory, statistics: &TrialStatistics) {
        let (Some(settled), Some(lowest)) = (statistics.settled, statistics.lowest) else {
            return;
        };
        self.number(DramaStatistic::FinalLead, part(settled, trajectory.turns));
        self.note(DramaEvent::AtTheEnd, settled == trajectory.turns);
        self.note(DramaEvent::Behind, statistics.behind);
        let behind_by = statistics.behind_by / u64::from(trajectory.turns.max(1));
        self.number(DramaStatistic::BehindBy, behind_by as i64);
        self.number(DramaStatistic::Lowest, i64::from(lowest));
        for (count, depth) in self.below.iter_mut().zip(DEPTHS) {
            *count += u64::from(u64::from(lowest) * 100 < u64::from(CERTAIN) * u64::from(depth));
        }
        let deepest = Some((Reverse(lowest), Reverse(trial)));
        self.deepest = self.deepest.max(deepest);
    }

    fn leaving(&mut self, trajectory: &Trajectory, actors: &[ActingSide]) {
        let mut left = vec![(0_i64, 0_i64); actors.len()];
        for &(actor, turn) in &trajectory.departures {
            let counts = &mut self.actors[actor as usize];
            counts.when.add(i64::from(turn), 1);
            let (count, missed) = &mut left[actor as usize];
            *count += 1;
            let turns = trajectory.turns;
            *missed += part(turns - turn.min(turns), turns);
        }
        for (counts, (count, missed)) in self.actors.iter_mut().zip(left) {
            counts.left.add(count);
            counts.missed.add(missed, count);
        }
    }

    fn choosing(&mut self, statistics: &TrialStatistics, actors: &[ActingSide]) {
        let mut by_actor = vec![[0_i64; 3]; actors.len()];
        let mut by_side = vec![[0_i64; 3]; self.sides.len()];
        let mut all = [0; 3];
        for &(actor, choice) in &statistics.turns {
            let kind = match choice {
                DecisionKind::Real => 0,
                DecisionKind::Clear => 1,
                DecisionKind::Idle => 2,
            };
            by_actor[actor][kind] += 1;
            by_side[actors[actor].side][kind] += 1;
            all[kind] += 1;
        }
        for (counts, turns) in self.actors.iter_mut().zip(by_actor) {
            counts.choices.add(turns);
        }
        for (counts, turns) in self.sides.iter_mut().zip(by_side) {
            counts.choices.add(turns);
        }
        self.choices.add(all);
    }

    /// Adds the counts of `other`, which has the same shape.
    pub fn merge(&mut self, other: &Self) {
        self.trials += other.trials;
        add_up(&mut self.outcomes, &other.outcomes);
        add_up(&mut self.events, &other.events);
        add_up(&mut self.below, &other.below);
        merge_each(&mut self.numbers, &other.numbers, Sums::merge);
        self.lead_changes.merge(&other.lead_changes);
        self.choices.merge(&other.choices);
        merge_each(&mut self.sides, &other.sides, SideCounts::merge);
        merge_each(&mut self.actors, &other.actors, |actor, more| {
            actor.choices.merge(&more.choices);
            actor.left.merge(&more.left);
            actor.when.merge(&more.when);
            actor.missed.merge(&more.missed);
        });
        // The first trial of a tie is kept, whatever the order of merging.
        self.most_changes = self.most_changes.max(other.most_changes);
        self.closest = self.closest.max(other.closest);
        self.deepest = self.deepest.max(other.deepest);
    }
}

/// Returns `some / turns` in units of [`CERTAIN`].
fn part(some: u32, turns: u32) -> i64 {
    i64::from(some) * i64::from(CERTAIN) / i64::from(turns.max(1))
}
