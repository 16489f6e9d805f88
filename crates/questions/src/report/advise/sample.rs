//! Result of a sensitivity search with made-up figures, for tests.

use super::super::sample::Ambush;
use crate::analysis::{Advice, ChangeEffect, ChangeEstimate, Ranking, Reason, SkippedChange};
use crate::contest::ConfiguredPlayers;
use crate::document::{TunableChange, TunableStep};
use crate::scenario::{Quantity, Target};
use crate::stats::{Figure, FigureKind, Interval};

const TRIALS: u64 = 100_000;

fn figure(value: f64, half: f64) -> Figure {
    let interval = Interval::new(value - half, value + half);
    Figure::read(FigureKind::Share, value, interval, TRIALS)
}

fn estimate(share: f64) -> ChangeEstimate {
    ChangeEstimate {
        hash: "0123456789abcdef".to_owned(),
        count: (share * TRIALS as f64) as u64,
        share: figure(share, 0.006),
        meets: false,
    }
}

fn changed(owners: &[&str], change: TunableChange, set: (&str, &str), effect: f64) -> ChangeEffect {
    ChangeEffect {
        step: TunableStep {
            owners: owners.iter().map(|&owner| owner.to_owned()).collect(),
            change,
            path: set.0.to_owned(),
            value: set.1.to_owned(),
        },
        estimate: estimate(0.243 + effect),
        effect: figure(effect, 0.004),
        discordant: [4_000, 9_000],
        possible: false,
        same: Vec::new(),
    }
}

/// Returns five changes of a fight, the last one without effect.
fn five_changes() -> Vec<ChangeEffect> {
    let value = |key: &str, from: &str, to: &str| TunableChange::Value {
        key: key.to_owned(),
        from: from.to_owned(),
        to: to.to_owned(),
    };
    vec![
        changed(
            &["ambushers", "Assassin Drone"],
            value("count", "4", "3"),
            ("side.ambushers.'Assassin Drone'.count", "3"),
            0.169,
        ),
        changed(
            &["heroes", "Dirk", "Former Mercenary"],
            value("dice", "4", "5"),
            ("side.heroes.Dirk.classes[0].dice", "5"),
            0.166,
        ),
        changed(
            &["heroes"],
            TunableChange::Added {
                key: "cover".to_owned(),
                value: "{ dice = 1 }".to_owned(),
            },
            ("side.heroes.cover", "{ dice = 1 }"),
            0.05,
        ),
        changed(
            &["heroes"],
            TunableChange::Removed {
                what: "Emily".to_owned(),
            },
            ("side.heroes.Emily", ""),
            -0.2,
        ),
        changed(
            &["ambushers", "Assassin Drone", "Assassin Drone"],
            value("ignores_cover", "false", "true"),
            (
                "side.ambushers.'Assassin Drone'.classes[0].ignores_cover",
                "true",
            ),
            0.0,
        ),
    ]
}

/// Returns the answer with five changes of a fight, one of them without effect.
pub fn advice() -> Advice {
    let mut changes = five_changes();
    let idle = changes.split_off(4).swap_remove(0).step;
    changes[0].possible = true;
    changes[1].possible = true;
    Advice {
        scenario: Ambush::new().results(100).scenario,
        seed: 42,
        target: Target {
            figure: Quantity::Outcome("heroes".to_owned()),
            value: 0.5,
            half_width: None,
            open: None,
        },
        tolerance: 0.01,
        alpha: 0.05,
        base: estimate(0.243),
        ranking: Ranking::Nearest,
        untried: vec![SkippedChange {
            step: idle.clone(),
            reason: Reason::Refused,
        }],
        idle: vec![idle],
        budget: None,
        steps: None,
        rough: 0,
        looks: None,
        together: Vec::new(),
        constraints: Vec::new(),
        simple: None,
        changes,
        proven: true,
        improves: Some(true),
        out_of_reach: true,
        trials: 6 * TRIALS,
        players: ConfiguredPlayers::of_sides([["finisher"], ["finisher"]]),
        phrase: "heroes win".to_owned(),
    }
}
