//! With several keys, many settings may meet a target. All of them are found, so that a designer can
//! choose.
//!
//! Settings are halved in turn (successive halving: K. Jamieson and A. Talwalkar, *Non-stochastic best
//! arm identification and hyperparameter optimization*, AISTATS 2016), but only by proof: each has
//! its sequence at level alpha / K, and is left behind once that is wholly outside of the tolerance.

use super::super::expect::Verdict;
use super::super::sweep::Trend;
use super::race::{Course, Finish, Known, Outcome, Play, Runner, race};

/// Looks for all settings that are within the tolerance; if none is, for the nearest.
pub fn search(runners: &mut [Runner], course: &Course, play: &mut Play<'_>) -> Outcome {
    let sampled = |runner: &Runner| matches!(runner.known, Known::Sampled(_));
    let alpha = course.alpha / runners.iter().filter(|one| sampled(one)).count().max(1) as f64;
    let room = course.most / runners.len().max(1) as u64;
    let mut trials = 0;
    let mut further = course.first.min(room.max(1));
    loop {
        let open: Vec<usize> = (0..runners.len())
            .filter(|&runner| sampled(&runners[runner]))
            .filter(|&runner| {
                let runner = &runners[runner];
                runner.trials() == 0 || runner.meets(course) == Verdict::Undecided
            })
            .collect();
        if open.is_empty() || trials >= course.most {
            break;
        }
        for &runner in &open {
            let Known::Sampled(gauge) = &mut runners[runner].known else {
                continue;
            };
            let played = gauge.trials();
            let further = further.min(course.most - trials);
            if further == 0 {
                break;
            }
            if !play(runner, played..played + further, gauge) {
                return Outcome {
                    finish: Finish::Interrupted,
                    trend: Trend::Level,
                    left: Vec::new(),
                    trials,
                };
            }
            runners[runner].look(alpha);
            trials += further;
        }
        // Every open setting has twice as many trials as before.
        further = runners.iter().map(Runner::trials).max().unwrap_or(further);
    }
    let meets = |runner: usize| runners[runner].meets(course);
    let meeting: Vec<usize> = (0..runners.len())
        .filter(|&runner| meets(runner) == Verdict::Holds)
        .collect();
    let possible: Vec<usize> = (0..runners.len())
        .filter(|&runner| meets(runner) != Verdict::Fails)
        .collect();
    let seeming = |runner: usize| {
        let value = runners[runner].value();
        value.map_or(f64::INFINITY, |value| (value - course.target).abs())
    };
    let nearest = |among: &[usize]| {
        let nearer = |one: usize, other: usize| {
            if seeming(other) < seeming(one) {
                other
            } else {
                one
            }
        };
        among.iter().copied().reduce(nearer)
    };
    let finish = match (nearest(&meeting), nearest(&possible)) {
        (Some(nearest), _) => Finish::Within(nearest),
        (None, Some(nearest)) => Finish::Undecided(nearest),
        (None, None) => {
            // None meets it; the race finds the nearest, going on from the trials that there are.
            let course = Course {
                ordered: false,
                most: course.most.saturating_sub(trials),
                ..*course
            };
            let mut outcome = race(runners, &course, play);
            outcome.trials += trials;
            return outcome;
        }
    };
    Outcome {
        finish,
        trend: Trend::Level,
        left: possible,
        trials,
    }
}

/// The answer, and behind it the other settings that are proven to meet the target, the nearest
/// first: those to turn to if fresh trials speak against it.
pub fn others_first(
    answer: usize,
    outcome: &Outcome,
    runners: &[Runner],
    course: &Course,
) -> Vec<usize> {
    let mut order = vec![answer];
    if !matches!(outcome.finish, Finish::Within(_)) {
        return order;
    }
    let mut others: Vec<usize> = (0..runners.len())
        .filter(|&runner| runner != answer)
        .filter(|&runner| runners[runner].meets(course) == Verdict::Holds)
        .collect();
    others.sort_by(|&one, &other| {
        let far = |runner: usize| runners[runner].distances(course.target).1;
        far(one).total_cmp(&far(other))
    });
    order.extend(others);
    order
}
