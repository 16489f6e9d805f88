//! Which of several values of a key brings a figure nearest to its target? A race: each value has a
//! gauge, those that can no longer be the answer are left behind, and of the two that
//! matter most the one that is known less is played on.
//!
//! With K values each has a confidence sequence at level alpha / K, so with chance 1 - alpha all of
//! them hold at all times together, and whatever follows from them is true. The two that
//! matter most are the value that seems nearest and the other one that could be nearest best, as in
//! LUCB (S. Kalyanakrishnan, A. Tewari, P. Auer and P. Stone, *PAC subset selection in stochastic
//! multi-armed bandits*, ICML 2012).

use super::super::expect::{Verdict, near_enough};
use super::super::gauge::Gauge;
use super::super::sweep::Trend;
use crate::stats::Interval;
use std::ops::Range;

/// A value is played on by a quarter of the trials that it has.
const GROWTH: u64 = 4;

/// What the race is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// What the figure is meant to be.
    pub target: f64,
    /// How far from it is near enough.
    pub tolerance: f64,
    /// The chance that anything said in the end is wrong.
    pub alpha: f64,
    /// Trials that every value has before any is left behind, if `most` has room for them.
    pub first: u64,
    /// The most trials of all values together.
    pub most: u64,
    /// Whether the values stand in an order, so that the figure may rise or fall along them.
    pub ordered: bool,
}

/// What is known of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Known {
    /// Where its figure is, without sampling.
    Exactly(Interval),
    /// What its trials tell.
    Sampled(Gauge),
}

/// A value in the race.
#[derive(Clone, Debug, PartialEq)]
pub struct Runner {
    /// What is known of it.
    pub known: Known,
    /// Where its figure is.
    pub interval: Interval,
}

impl Runner {
    /// At the start.
    pub fn new(known: Known, alpha: f64) -> Self {
        let mut runner = Self {
            known,
            interval: Interval::point(0.0),
        };
        runner.look(alpha);
        runner
    }

    /// Takes note of new trials.
    pub(super) fn look(&mut self, alpha: f64) {
        self.interval = match &self.known {
            Known::Exactly(interval) => *interval,
            Known::Sampled(gauge) => gauge.interval(alpha),
        };
    }

    /// How many trials it had.
    pub fn trials(&self) -> u64 {
        match &self.known {
            Known::Exactly(_) => 0,
            Known::Sampled(gauge) => gauge.trials(),
        }
    }

    /// Its figure as it is known best; none without trials.
    pub fn value(&self) -> Option<f64> {
        match &self.known {
            Known::Exactly(interval) => Some(f64::midpoint(interval.low, interval.high)),
            Known::Sampled(gauge) => gauge.value(),
        }
    }

    /// The least and the greatest distance from the target that its figure may have.
    pub fn distances(&self, target: f64) -> (f64, f64) {
        let Interval { low, high } = self.interval;
        let least = (low - target).max(target - high).max(0.0);
        (least, (target - low).max(high - target))
    }

    /// Whether its figure is near enough to the target of a course.
    pub fn meets(&self, course: &Course) -> Verdict {
        near_enough(
            self.interval,
            self.is_exact(),
            course.target,
            course.tolerance,
        )
    }

    fn is_exact(&self) -> bool {
        matches!(self.known, Known::Exactly(_))
    }
}

/// How a race ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// This value is proven to be within the tolerance.
    Within(usize),
    /// This value is proven to be at least as near as any other, and not within the tolerance.
    Outside(usize),
    /// No value is within the tolerance, as is proven. This one seems nearest, and no other is nearer
    /// by more than the tolerance.
    Missed(usize),
    /// This value is proven to be at least as near as any other; whether it is within the tolerance
    /// is open.
    Nearest(usize),
    /// Two values are left, and trials ran out; of exact values, both are equally near. The one that
    /// seems nearer comes first.
    Tied(usize, usize),
    /// More values are left, and trials ran out; this one seems nearest.
    Undecided(usize),
    /// Somebody ended it.
    Interrupted,
}

/// What came of a race.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// How it ended.
    pub finish: Finish,
    /// How the figure goes along the values; level where they have no order.
    pub trend: Trend,
    /// Which values could still be the nearest.
    pub left: Vec<usize>,
    /// Trials of all values together.
    pub trials: u64,
}

/// Plays trials numbered so of the value at a position, and adds them to its gauge; false ends the
/// race.
pub type Play<'a> = dyn FnMut(usize, Range<u64>, &mut Gauge) -> bool + 'a;

/// Runs a race of one value or more.
pub fn race(runners: &mut [Runner], course: &Course, play: &mut Play<'_>) -> Outcome {
    let sampled = runners.iter().filter(|runner| !runner.is_exact()).count();
    let mut race = Race {
        course,
        alpha: course.alpha / sampled.max(1) as f64,
        runners,
        play,
        trials: 0,
        bracketed: course.ordered,
    };
    let finish = race.run();
    Outcome {
        finish: finish.unwrap_or(Finish::Interrupted),
        trend: race.trend(),
        left: race.candidates(),
        trials: race.trials,
    }
}

struct Race<'a, 'b> {
    course: &'a Course,
    alpha: f64,
    runners: &'a mut [Runner],
    play: &'a mut Play<'b>,
    trials: u64,
    /// Whether values beyond those on both sides of the target are left out, as a figure allows that
    /// rises or falls throughout.
    bracketed: bool,
}

impl Race<'_, '_> {
    /// `None` if it was interrupted.
    fn run(&mut self) -> Option<Finish> {
        let room = self.course.most / self.runners.len().max(1) as u64;
        let first = self.course.first.min(room.max(1));
        for runner in 0..self.runners.len() {
            // Trials of an earlier search count.
            let further = first.saturating_sub(self.runners[runner].trials());
            self.advance(runner, further)?;
            self.runners[runner].look(self.alpha);
        }
        let finish = self.decide()?;
        // That a value meets the target is true whatever the others do. That none does, or that one is
        // the nearest, must not rest on a figure that rises or falls throughout: the values beyond the
        // bracket have to be ruled out as well.
        if self.bracketed && !matches!(finish, Finish::Within(_)) {
            self.bracketed = false;
            return self.decide();
        }
        Some(finish)
    }

    /// Plays until the answer is known or trials run out.
    fn decide(&mut self) -> Option<Finish> {
        loop {
            let left = self.candidates();
            if let Some(within) = self.within(&left) {
                return Some(Finish::Within(within));
            }
            let leader = self.leader(&left);
            let Some(challenger) = self.challenger(&left, leader) else {
                return self.settle(leader);
            };
            let beaten = self.distances(leader).1 < self.distances(challenger).0;
            if beaten {
                return self.settle(leader);
            }
            let tolerance = self.course.tolerance;
            let none = left.iter().all(|&one| self.meets(one) == Verdict::Fails);
            let alike = self.seeming(challenger) - self.seeming(leader) < tolerance;
            let solved = self.runners[leader].is_exact() && self.runners[challenger].is_exact();
            let doubt = self.distances(leader).1 - self.distances(challenger).0;
            if none && alike && !solved && doubt <= tolerance {
                return Some(Finish::Missed(leader));
            }
            let spent = self.left() == 0;
            if spent || solved {
                return Some(if solved || left.len() == 2 {
                    Finish::Tied(leader, challenger)
                } else {
                    Finish::Undecided(leader)
                });
            }
            let next = self.next(&left, leader, challenger);
            self.advance(next, self.further(next))?;
        }
    }

    /// The nearest value is known: is it within the tolerance?
    fn settle(&mut self, nearest: usize) -> Option<Finish> {
        loop {
            match self.meets(nearest) {
                Verdict::Holds => return Some(Finish::Within(nearest)),
                Verdict::Fails => return Some(Finish::Outside(nearest)),
                Verdict::Undecided => {}
            }
            if self.left() == 0 || self.runners[nearest].is_exact() {
                return Some(Finish::Nearest(nearest));
            }
            self.advance(nearest, self.further(nearest))?;
        }
    }

    /// Which value to play on. The race ends when one is proven to be within the tolerance, or to be
    /// nearer than all others: what seems to need less doubt to be gone is tried.
    fn next(&self, left: &[usize], leader: usize, challenger: usize) -> usize {
        let surest = left.iter().copied().reduce(|one, other| {
            if self.distances(other).1 < self.distances(one).1 {
                other
            } else {
                one
            }
        });
        let surest = surest.unwrap_or(leader);
        let to_spare = self.course.tolerance - self.seeming(surest);
        let ahead = (self.seeming(challenger) - self.seeming(leader)) / 2.0;
        if to_spare > 0.0 && to_spare >= ahead && !self.runners[surest].is_exact() {
            return surest;
        }
        // The less is known of one of them, the more its trials tell.
        let width = |runner: usize| self.runners[runner].interval.half_width();
        if width(challenger) > width(leader) {
            challenger
        } else {
            leader
        }
    }

    /// How many trials a value gets next.
    fn further(&self, runner: usize) -> u64 {
        (self.runners[runner].trials() / GROWTH).max(self.course.first)
    }

    /// How many trials are left for all of them.
    fn left(&self) -> u64 {
        self.course.most.saturating_sub(self.trials)
    }

    fn advance(&mut self, runner: usize, further: u64) -> Option<()> {
        let left = self.left();
        let runner_at = &mut self.runners[runner];
        let Known::Sampled(gauge) = &mut runner_at.known else {
            return Some(());
        };
        let further = further.min(left);
        if further == 0 {
            return Some(());
        }
        let played = gauge.trials();
        if !(self.play)(runner, played..played + further, gauge) {
            return None;
        }
        self.trials += further;
        runner_at.look(self.alpha);
        Some(())
    }

    fn meets(&self, runner: usize) -> Verdict {
        self.runners[runner].meets(self.course)
    }

    fn distances(&self, runner: usize) -> (f64, f64) {
        self.runners[runner].distances(self.course.target)
    }

    fn trend(&self) -> Trend {
        if !self.course.ordered {
            return Trend::Level;
        }
        // Of all earlier ones the one with the lowest upper end proves a rise first.
        let (mut lowest_high, mut highest_low) = (f64::INFINITY, f64::NEG_INFINITY);
        let (mut rises, mut falls) = (false, false);
        for Interval { low, high } in self.runners.iter().map(|runner| runner.interval) {
            rises |= low > lowest_high;
            falls |= high < highest_low;
            lowest_high = lowest_high.min(high);
            highest_low = highest_low.max(low);
        }
        match (rises, falls) {
            (false, false) => Trend::Level,
            (true, false) => Trend::Rises,
            (false, true) => Trend::Falls,
            (true, true) => Trend::Turns,
        }
    }

    /// The values that could be nearest. A value that is surely further away than another is not.
    fn candidates(&self) -> Vec<usize> {
        let nearest = (0..self.runners.len())
            .map(|runner| self.distances(runner).1)
            .fold(f64::INFINITY, f64::min);
        let bracket = if self.bracketed {
            self.bracket()
        } else {
            0..=self.runners.len() - 1
        };
        (0..self.runners.len())
            .filter(|&runner| self.distances(runner).0 <= nearest)
            .filter(|&runner| !self.is_beyond(runner, &bracket))
            .collect()
    }

    /// Whether a value is out of the race since it stands behind another that is on the far side of
    /// the target already: as long as nothing speaks against a monotone figure, it is further away.
    /// It speaks against it if the value itself is not proven to be on the far side, or seems nearer.
    fn is_beyond(&self, runner: usize, bracket: &std::ops::RangeInclusive<usize>) -> bool {
        let end = if runner < *bracket.start() {
            *bracket.start()
        } else if runner > *bracket.end() {
            *bracket.end()
        } else {
            return false;
        };
        self.distances(runner).0 > 0.0 && self.seeming(runner) >= self.seeming(end)
    }

    /// How far a value seems to be from the target.
    fn seeming(&self, runner: usize) -> f64 {
        let value = self.runners[runner].value();
        value.map_or(f64::INFINITY, |value| (value - self.course.target).abs())
    }

    /// The last value that is proven to be on this side of the target and the first on the other.
    fn bracket(&self) -> std::ops::RangeInclusive<usize> {
        let target = self.course.target;
        let below = |runner: &Runner| runner.interval.high < target;
        let above = |runner: &Runner| runner.interval.low > target;
        let last = |side: &dyn Fn(&Runner) -> bool| self.runners.iter().rposition(side);
        let first = |side: &dyn Fn(&Runner) -> bool| self.runners.iter().position(side);
        let (start, end) = match self.trend() {
            Trend::Rises => (last(&below), first(&above)),
            Trend::Falls => (last(&above), first(&below)),
            Trend::Level | Trend::Turns => (None, None),
        };
        start.unwrap_or(0)..=end.unwrap_or(self.runners.len() - 1)
    }

    /// Of the values that are proven to be within the tolerance the one that seems nearest.
    fn within(&self, left: &[usize]) -> Option<usize> {
        let proven: Vec<usize> = left
            .iter()
            .copied()
            .filter(|&runner| self.meets(runner) == Verdict::Holds)
            .collect();
        (!proven.is_empty()).then(|| self.leader(&proven))
    }

    /// The value that seems nearest, the first of equals.
    fn leader(&self, left: &[usize]) -> usize {
        let nearest = |one: usize, other: usize| {
            if self.seeming(other) < self.seeming(one) {
                other
            } else {
                one
            }
        };
        left.iter().copied().reduce(nearest).unwrap_or(0)
    }

    /// The other value that could be nearest best; of equals the one that is known least.
    fn challenger(&self, left: &[usize], leader: usize) -> Option<usize> {
        let key = |runner: usize| (self.distances(runner).0, self.runners[runner].trials());
        let others = left.iter().copied().filter(|&runner| runner != leader);
        others.reduce(|one, other| if key(other) < key(one) { other } else { one })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::confidence_sequence;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn course(target: f64) -> Course {
        Course {
            target,
            tolerance: 0.02,
            alpha: 0.05,
            first: 100,
            most: 400_000,
            ordered: true,
        }
    }

    fn sampled(alpha: f64) -> Runner {
        let gauge = Gauge::Share {
            outcome: 0,
            successes: 0,
            trials: 0,
        };
        Runner::new(Known::Sampled(gauge), alpha)
    }

    /// A race between values with these shares.
    fn raced(shares: &[f64], course: &Course, seed: u64) -> (Vec<Runner>, Outcome) {
        let mut runners: Vec<Runner> = shares.iter().map(|_| sampled(course.alpha)).collect();
        let mut luck: Vec<Xoshiro256PlusPlus> = (0..shares.len() as u64)
            .map(|runner| Xoshiro256PlusPlus::seed_from_u64(seed * 1_000 + runner))
            .collect();
        let outcome = race(&mut runners, course, &mut |runner, range, gauge| {
            let Gauge::Share {
                successes, trials, ..
            } = gauge
            else {
                return false;
            };
            assert_eq!(range.start, *trials);
            *trials = range.end;
            for _ in range {
                *successes += u64::from(luck[runner].random::<f64>() < shares[runner]);
            }
            true
        });
        (runners, outcome)
    }

    /// The confidence sequence of what was played of a value.
    fn sequence(runner: &Runner, alpha: f64) -> Interval {
        let Known::Sampled(Gauge::Share {
            successes, trials, ..
        }) = runner.known
        else {
            panic!("it is a share that is sampled");
        };
        confidence_sequence(successes, trials, alpha)
    }

    /// Whether what is said about these shares is false.
    fn is_wrong(shares: &[f64], course: &Course, finish: Finish) -> bool {
        let distance = |value: usize| (shares[value] - course.target).abs();
        let nearest = shares
            .iter()
            .map(|share| (share - course.target).abs())
            .fold(1.0, f64::min);
        match finish {
            Finish::Within(value) => distance(value) > course.tolerance,
            Finish::Outside(value) => {
                distance(value) > nearest || distance(value) <= course.tolerance
            }
            Finish::Missed(value) => {
                distance(value) > nearest + course.tolerance || nearest <= course.tolerance
            }
            Finish::Nearest(value) => distance(value) > nearest,
            Finish::Tied(..) | Finish::Undecided(_) | Finish::Interrupted => false,
        }
    }

    const STEEP: [f64; 6] = [0.1, 0.25, 0.42, 0.61, 0.78, 0.9];
    const FLAT: [f64; 6] = [0.5; 6];
    const DENTED: [f64; 6] = [0.2, 0.3, 0.62, 0.545, 0.7, 0.9];
    const BETWEEN: [f64; 6] = [0.3, 0.36, 0.44, 0.56, 0.65, 0.72];

    #[test]
    fn a_wrong_value_is_named_no_more_often_than_alpha_says() {
        // A steep curve, a flat one that meets the target or is always the same distance off, a target
        // between two values, and a curve that is not monotone.
        for (shares, target, tolerance) in [
            (STEEP, 0.6, 0.02),
            (FLAT, 0.5, 0.03),
            (FLAT, 0.6, 0.04),
            (BETWEEN, 0.5, 0.04),
            // The nearest stands behind another on the far side.
            (DENTED, 0.5, 0.02),
        ] {
            // The usual alpha, and a large one with few trials, so that errors have a chance.
            for (alpha, first) in [(0.05, 100), (0.2, 20)] {
                let course = Course {
                    alpha,
                    first,
                    most: 100_000,
                    tolerance,
                    ..course(target)
                };
                let (mut wrong, mut decided) = (0, 0);
                for seed in 0..1_000 {
                    let (runners, outcome) = raced(&shares, &course, seed);
                    for runner in &runners {
                        assert_eq!(runner.interval, sequence(runner, alpha / 6.0));
                    }
                    wrong += u64::from(is_wrong(&shares, &course, outcome.finish));
                    decided += u64::from(!matches!(
                        outcome.finish,
                        Finish::Tied(..) | Finish::Undecided(_)
                    ));
                }
                assert!(
                    wrong as f64 <= 1_000.0 * alpha,
                    "{shares:?} {target} at {alpha}: {wrong}"
                );
                // With fewer trials for each value than it takes, some remain open.
                assert!(decided >= 900, "{shares:?} {target} at {alpha}: {decided}");
            }
        }
    }

    #[test]
    fn the_answer_is_the_one_that_the_shares_have() {
        let finish = |shares: &[f64], target| raced(shares, &course(target), 1).1.finish;
        assert_eq!(finish(&STEEP, 0.6), Finish::Within(3));
        assert_eq!(finish(&STEEP, 0.72), Finish::Outside(4));
        assert_eq!(finish(&BETWEEN, 0.47), Finish::Outside(2));
        assert!(matches!(finish(&[0.48, 0.52], 0.5), Finish::Tied(..)));
        assert!(matches!(finish(&BETWEEN, 0.5), Finish::Missed(2 | 3)));
        assert!(matches!(finish(&FLAT, 0.5), Finish::Within(_)));
        // Beyond the last value.
        assert_eq!(finish(&STEEP, 0.99), Finish::Outside(5));
        assert_eq!(finish(&[0.3], 0.5), Finish::Outside(0));
    }

    #[test]
    fn a_reversal_is_found_and_the_whole_grid_scanned() {
        // The target is met on the far side of a valley only.
        let shares = [0.7, 0.4, 0.2, 0.35, 0.5];
        let (_, outcome) = raced(&shares, &course(0.5), 3);
        assert_eq!(outcome.trend, Trend::Turns);
        assert_eq!(outcome.finish, Finish::Within(4));
        // Nearer than the neighbour of the bracket, on the same side of the target.
        let dented = [0.2, 0.3, 0.62, 0.53, 0.7];
        let (_, outcome) = raced(&dented, &course(0.5), 3);
        assert!(matches!(outcome.finish, Finish::Outside(3)), "{outcome:?}");
        let (_, outcome) = raced(&STEEP, &course(0.6), 3);
        assert_eq!(outcome.trend, Trend::Rises);
        let falling: Vec<f64> = STEEP.iter().rev().copied().collect();
        assert_eq!(raced(&falling, &course(0.6), 3).1.trend, Trend::Falls);
    }

    #[test]
    fn exact_values_need_no_trials() {
        let exactly = |share: f64| Runner::new(Known::Exactly(Interval::point(share)), 0.05);
        let mut runners = STEEP.map(exactly);
        let mut play =
            |_: usize, _: Range<u64>, _: &mut Gauge| -> bool { panic!("there is nothing to play") };
        let mut finish = |runners: &mut [Runner], target| {
            let outcome = race(runners, &course(target), &mut play);
            assert_eq!(outcome.trials, 0);
            outcome.finish
        };
        assert_eq!(finish(&mut runners, 0.6), Finish::Within(3));
        assert_eq!(finish(&mut runners, 0.33), Finish::Outside(1));
        let mut even = [0.25, 0.75].map(exactly);
        assert_eq!(finish(&mut even, 0.5), Finish::Tied(0, 1));
    }

    #[test]
    fn an_interrupted_race_says_so() {
        let mut runners = [sampled(0.05)];
        let outcome = race(&mut runners, &course(0.5), &mut |_, _, _| false);
        assert_eq!(outcome.finish, Finish::Interrupted);
    }

    #[test]
    fn a_race_of_many_costs_little_more_than_one_between_its_last_two() {
        for (shares, target) in [(STEEP, 0.6), (STEEP, 0.55), (BETWEEN, 0.47)] {
            let course = course(target);
            let (mut all, mut two) = (Vec::new(), Vec::new());
            for seed in 0..101 {
                let (runners, outcome) = raced(&shares, &course, seed);
                let mut order: Vec<usize> = (0..shares.len()).collect();
                order.sort_by_key(|&runner| std::cmp::Reverse(runners[runner].trials()));
                let mut last = [order[0], order[1]];
                last.sort_unstable();
                let pair = last.map(|runner| shares[runner]);
                all.push(outcome.trials);
                two.push(raced(&pair, &course, seed + 5_000).1.trials);
            }
            all.sort_unstable();
            two.sort_unstable();
            assert!(all[50] <= 2 * two[50], "{} {}", all[50], two[50]);
        }
    }
}
