use super::*;
use crate::analysis::study::SeededTrials;
use crate::sim::{NoProgress, Progress};
use crate::stats::{Figure, FigureKind, Interval, confidence_sequence};
use evenodds_testing::size;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Limit on trials, alpha and settings of a race.
type Terms = (u64, f64, Settings);

fn settings(target: f64) -> Terms {
    let goal = Goal {
        target,
        tolerance: 0.02,
    };
    let settings = Settings {
        goal,
        first: 100,
        ordered: true,
    };
    (400_000, 0.05, settings)
}

/// A coin that shows heads with probability `share`.
struct Coin {
    share: f64,
    seeded: Xoshiro256PlusPlus,
    successes: u64,
    trials: u64,
    alpha: f64,
    /// The interval at the last look.
    interval: Interval,
}

impl Sample for Coin {
    fn trials(&self) -> u64 {
        self.trials
    }

    fn play(&mut self, end: u64, seeded: &SeededTrials<'_>) -> Option<()> {
        if seeded.progress.cancelled() {
            return None;
        }
        for _ in self.trials..end {
            self.successes += u64::from(self.seeded.random::<f64>() < self.share);
        }
        self.trials = end;
        self.interval = confidence_sequence(self.successes, end, self.alpha);
        Some(())
    }
}

impl Estimation for Coin {
    fn value(&self) -> Option<f64> {
        (self.trials > 0).then(|| self.successes as f64 / self.trials as f64)
    }

    fn interval(&self) -> Interval {
        self.interval
    }
}

fn coin(share: f64, seed: u64, alpha: f64) -> VariantFigure<Coin> {
    VariantFigure::Sampled(Coin {
        share,
        seeded: Xoshiro256PlusPlus::seed_from_u64(seed),
        successes: 0,
        trials: 0,
        alpha,
        interval: confidence_sequence(0, 0, alpha),
    })
}

fn study(
    variants: Vec<VariantFigure<Coin>>,
    most: u64,
    progress: &dyn Progress,
) -> Study<'_, VariantFigure<Coin>> {
    let seeded = SeededTrials::new(0, 1, progress);
    Study {
        variants,
        most,
        seeded,
    }
}

/// Runs a race between values with these shares; returns the number of trials of each, and the
/// result.
fn raced(shares: &[f64], (most, alpha, settings): &Terms, seed: u64) -> (Vec<u64>, RaceResult) {
    let alpha = alpha / shares.len() as f64;
    let coins = (seed * 1_000..).zip(shares);
    let coins = coins.map(|(seed, &share)| coin(share, seed, alpha));
    let mut study = study(coins.collect(), *most, &NoProgress);
    let outcome = race(&mut study, settings).unwrap();
    (study.variants.iter().map(Sample::trials).collect(), outcome)
}

/// Returns whether the final state contradicts these shares.
fn is_wrong(shares: &[f64], goal: Goal, finish: Finish) -> bool {
    let distance = |value: usize| (shares[value] - goal.target).abs();
    let nearest = shares
        .iter()
        .map(|share| (share - goal.target).abs())
        .fold(1.0, f64::min);
    match finish {
        Finish::Within(value) => distance(value) > goal.tolerance,
        Finish::Outside(value) => distance(value) > nearest || distance(value) <= goal.tolerance,
        Finish::Missed(value) => {
            distance(value) > nearest + goal.tolerance || nearest <= goal.tolerance
        }
        Finish::Nearest(value) => distance(value) > nearest,
        // Allows for twice the precision, which is a fraction of the tolerance.
        Finish::Borderline(value) => {
            let off = (distance(value) - goal.tolerance).abs();
            distance(value) > nearest || off > 0.4 * goal.tolerance
        }
        Finish::Tied(..) | Finish::Undecided(_) => false,
    }
}

const STEEP: [f64; 6] = [0.1, 0.25, 0.42, 0.61, 0.78, 0.9];
const FLAT: [f64; 6] = [0.5; 6];
const DENTED: [f64; 6] = [0.2, 0.3, 0.62, 0.545, 0.7, 0.9];
const BETWEEN: [f64; 6] = [0.3, 0.36, 0.44, 0.56, 0.65, 0.72];

#[test]
fn a_wrong_answer_is_at_most_as_frequent_as_alpha() {
    let seeds = size(100, 1_000);
    // A steep curve, a flat one that meets the target or always misses it by the same distance, a
    // target between two values, and a curve that is not monotone.
    for (shares, target, tolerance) in [
        (STEEP, 0.6, 0.02),
        (FLAT, 0.5, 0.03),
        (FLAT, 0.6, 0.04),
        (BETWEEN, 0.5, 0.04),
        // The nearest value is on the far side of another one.
        (DENTED, 0.5, 0.02),
    ] {
        // The default alpha, and a large alpha with few trials, so that errors can occur.
        for (alpha, first) in [(0.05, 100), (0.2, 20)] {
            let goal = Goal { target, tolerance };
            let settings = Settings {
                goal,
                first,
                ordered: true,
            };
            let terms = (100_000, alpha, settings);
            let (mut wrong, mut decided) = (0, 0);
            for seed in 0..seeds {
                let (_, outcome) = raced(&shares, &terms, seed);
                wrong += u64::from(is_wrong(&shares, goal, outcome.finish));
                decided += u64::from(!matches!(
                    outcome.finish,
                    Finish::Tied(..) | Finish::Undecided(_)
                ));
            }
            assert!(
                wrong as f64 <= seeds as f64 * alpha,
                "{shares:?} {target} at {alpha}: {wrong}"
            );
            // Some races stay undecided, since each value has too few trials.
            assert!(
                decided >= 9 * seeds / 10,
                "{shares:?} {target} at {alpha}: {decided}"
            );
        }
    }
}

#[test]
fn the_answer_follows_from_the_shares() {
    let finish = |shares: &[f64], target| raced(shares, &settings(target), 1).1.finish;
    assert_eq!(finish(&STEEP, 0.6), Finish::Within(3));
    assert_eq!(finish(&STEEP, 0.72), Finish::Outside(4));
    assert_eq!(finish(&BETWEEN, 0.47), Finish::Outside(2));
    assert!(matches!(finish(&[0.48, 0.52], 0.5), Finish::Tied(..)));
    assert!(matches!(finish(&BETWEEN, 0.5), Finish::Missed(2 | 3)));
    assert!(matches!(finish(&FLAT, 0.5), Finish::Within(_)));
    // The target is above the last value.
    assert_eq!(finish(&STEEP, 0.99), Finish::Outside(5));
    assert_eq!(finish(&[0.3], 0.5), Finish::Outside(0));
}

#[test]
fn a_value_on_the_edge_of_the_tolerance_is_borderline_within_its_trials() {
    let terms = |most| {
        let (_, alpha, mut settings) = settings(0.5);
        settings.first = 1_000;
        (most, alpha, settings)
    };
    for seed in 0..5 {
        // 48% is at the edge of the tolerance around 50%, and the others are far away.
        let (trials, outcome) = raced(&[0.2, 0.48, 0.8], &terms(20_000_000), seed);
        let finish = outcome.finish;
        assert!(
            matches!(
                finish,
                Finish::Borderline(1) | Finish::Within(1) | Finish::Outside(1)
            ),
            "{finish:?}"
        );
        assert!(trials[1] < 400_000, "{trials:?}");
    }
    let (_, outcome) = raced(&[0.2, 0.48, 0.8], &terms(20_000_000), 0);
    assert_eq!(outcome.finish, Finish::Borderline(1));
    // A tolerance of 0 is never reached, so the race ends undecided when the trials are used up.
    let mut strict = terms(1_000_000);
    strict.2.goal.tolerance = 0.0;
    let (trials, outcome) = raced(&[0.2, 0.5, 0.8], &strict, 1);
    assert_eq!(outcome.finish, Finish::Nearest(1));
    assert!((500_000..700_000).contains(&trials[1]), "{trials:?}");
}

#[test]
fn a_reversal_is_found_and_the_whole_grid_scanned() {
    // The target is met only on the far side of a valley.
    let shares = [0.7, 0.4, 0.2, 0.35, 0.5];
    let (_, outcome) = raced(&shares, &settings(0.5), 3);
    assert_eq!(outcome.trend, Trend::Turns);
    assert_eq!(outcome.finish, Finish::Within(4));
    // One value is nearer than its neighbor in the bracket, on the same side of the target.
    let dented = [0.2, 0.3, 0.62, 0.53, 0.7];
    let (_, outcome) = raced(&dented, &settings(0.5), 3);
    assert!(matches!(outcome.finish, Finish::Outside(3)), "{outcome:?}");
    let (_, outcome) = raced(&STEEP, &settings(0.6), 3);
    assert_eq!(outcome.trend, Trend::Rises);
    let falling: Vec<f64> = STEEP.iter().rev().copied().collect();
    assert_eq!(raced(&falling, &settings(0.6), 3).1.trend, Trend::Falls);
}

#[test]
fn exact_values_need_no_trials() {
    let exactly = |share: &f64| VariantFigure::Exactly(Figure::exact(FigureKind::Share, *share));
    let finish = |shares: &[f64], target| {
        let variants = shares.iter().map(exactly).collect();
        let mut study = study(variants, 400_000, &NoProgress);
        let outcome = race(&mut study, &settings(target).2).unwrap();
        assert_eq!(study.trials(), 0);
        outcome.finish
    };
    assert_eq!(finish(&STEEP, 0.6), Finish::Within(3));
    assert_eq!(finish(&STEEP, 0.33), Finish::Outside(1));
    assert_eq!(finish(&[0.25, 0.75], 0.5), Finish::Tied(0, 1));
}

#[test]
fn an_undecidable_race_ends() {
    // A solver's bound leaves the first value undecided, with a wider interval than the second.
    let wide = Figure::solved(FigureKind::Share, Interval::new(0.2, 0.5));
    let variants = vec![VariantFigure::Exactly(wide), coin(0.45, 1, 0.05)];
    let mut study = study(variants, 400_000, &NoProgress);
    let outcome = race(&mut study, &settings(0.4).2).unwrap();
    assert_eq!(outcome.left, [0, 1]);
    assert!(matches!(outcome.finish, Finish::Tied(..)), "{outcome:?}");
}

#[test]
fn an_interrupted_race_has_no_result() {
    struct AlwaysCancelled;

    impl Progress for AlwaysCancelled {
        fn advanced(&self, _: u64) {}

        fn cancelled(&self) -> bool {
            true
        }
    }

    let mut study = study(vec![coin(0.5, 1, 0.05)], 400_000, &AlwaysCancelled);
    assert_eq!(race(&mut study, &settings(0.5).2), None);
}

#[test]
fn a_race_of_many_costs_little_more_than_one_of_the_last_two() {
    for (shares, target) in [(STEEP, 0.6), (STEEP, 0.55), (BETWEEN, 0.47)] {
        let settings = settings(target);
        let (mut all, mut two) = (Vec::new(), Vec::new());
        for seed in 0..101 {
            let (trials, _) = raced(&shares, &settings, seed);
            let mut order: Vec<usize> = (0..shares.len()).collect();
            order.sort_by_key(|&value| std::cmp::Reverse(trials[value]));
            let mut last = [order[0], order[1]];
            last.sort_unstable();
            let pair = last.map(|value| shares[value]);
            all.push(trials.iter().sum::<u64>());
            let pair = raced(&pair, &settings, seed + 5_000).0;
            two.push(pair.iter().sum::<u64>());
        }
        all.sort_unstable();
        two.sort_unstable();
        assert!(all[50] <= 2 * two[50], "{} {}", all[50], two[50]);
    }
}
