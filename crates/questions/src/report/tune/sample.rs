//! Tunings with made-up figures, for tests.

use super::super::sample::Ambush;
use crate::analysis::{Holdout, TestedSetting, Trend, TuneVerdict, Tuning};
use crate::contest::ConfiguredPlayers;
use crate::scenario::{Quantity, Target};
use crate::stats::{Figure, FigureKind, Interval};

fn tried(values: &[&str], value: f64, half: f64, trials: u64) -> TestedSetting {
    let interval = Interval::new(value - half, value + half);
    TestedSetting {
        values: values.iter().map(|&value| value.to_owned()).collect(),
        hash: "0123456789abcdef".to_owned(),
        figure: Figure::read(FigureKind::Share, value, interval, trials),
        possible: (value - half - 0.4).abs() < 0.04,
        meets: (value - 0.4).abs() + half <= 0.01,
        simple: None,
        factor: None,
    }
}

/// Returns a tuning over six values of a key; the third value meets 40%.
pub fn tuning() -> Tuning {
    let results = Ambush::new().results(100_000);
    let values = [
        ("1", 0.871, 0.042, 1_000),
        ("2", 0.601, 0.051, 1_000),
        ("3", 0.396, 0.005, 153_220),
        ("4", 0.243, 0.031, 2_000),
        ("5", 0.141, 0.036, 1_000),
        ("6", 0.082, 0.03, 1_000),
    ];
    let tried: Vec<TestedSetting> = values
        .iter()
        .map(|&(name, value, half, trials)| tried(&[name], value, half, trials))
        .collect();
    let trials = tried.iter().map(|one| one.figure.trials).sum::<u64>();
    Tuning {
        scenario: results.scenario.clone(),
        seed: 42,
        target: Target {
            figure: Quantity::Outcome("heroes".to_owned()),
            value: 0.4,
            half_width: None,
            open: None,
        },
        tolerance: 0.01,
        alpha: 0.05,
        keys: vec!["side.ambushers.'Assassin Drone'.count".to_owned()],
        verdict: TuneVerdict::Meets,
        answer: 2,
        other: None,
        trend: Some(Trend::Falls),
        tried,
        left_out: 0,
        trials: trials + results.trials,
        fresh: Some(Holdout {
            first_trial: 153_220,
            figure: Figure::read(
                FigureKind::Share,
                0.3971,
                Interval::new(0.394, 0.4001),
                100_000,
            ),
            contradicts: false,
            results,
        }),
        simple: None,
        players: ConfiguredPlayers::of_sides([["finisher"], ["finisher"]]),
        phrase: "heroes win".to_owned(),
    }
}

/// Returns a tuning of two keys, with two settings that meet the target.
pub fn several() -> Tuning {
    let mut tuning = tuning();
    tuning
        .keys
        .push("side.heroes.Dirk.classes[0].dice".to_owned());
    tuning.tried = vec![
        tried(&["3", "4"], 0.401, 0.008, 40_000),
        tried(&["3", "5"], 0.52, 0.02, 8_000),
        tried(&["4", "4"], 0.243, 0.031, 2_000),
        tried(&["4", "6"], 0.397, 0.006, 80_000),
    ];
    tuning.answer = 0;
    tuning.trend = None;
    tuning
}

/// Returns a tuning with exact values.
pub fn exact() -> Tuning {
    let mut tuning = tuning();
    for one in &mut tuning.tried {
        one.figure = Figure::exact(FigureKind::Share, one.figure.value);
    }
    tuning.trials = 0;
    tuning.fresh = None;
    tuning
}
