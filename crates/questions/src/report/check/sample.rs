//! Checked scenarios for tests.

use super::{BatchNotes, CheckReport, FaultyFile};
use crate::analysis::{CheckResult, TestedExpectation, Verdict};
use crate::contest::ConfiguredPlayers;
use crate::scenario::{Expectation, Quantity};
use crate::sim::ScenarioIdentity;
use crate::stats::{Figure, FigureKind, FigureMethod, Interval};

fn result(
    quantity: Quantity,
    (low, high): (f64, f64),
    verdict: Verdict,
    (value, interval): (f64, (f64, f64)),
    (method, trials): (FigureMethod, u64),
) -> TestedExpectation {
    let interval = Interval::new(interval.0, interval.1);
    TestedExpectation {
        expectation: Expectation {
            quantity,
            low,
            high,
        },
        verdict,
        figure: Figure::new(FigureKind::Share, method, Some(value), interval, trials),
        outside: 0,
    }
}

fn checked(
    path: &str,
    title: &str,
    trials: u64,
    expectations: Vec<TestedExpectation>,
) -> CheckResult {
    CheckResult {
        scenario: ScenarioIdentity {
            path: path.to_owned(),
            title: title.to_owned(),
            kind: "combat".to_owned(),
            hash: "0123456789abcdef".to_owned(),
        },
        seed: 1,
        trials,
        players: ConfiguredPlayers::default(),
        interrupted: false,
        expectations,
    }
}

/// Returns scenarios with every verdict, reached by every method.
pub fn report() -> CheckReport {
    let outcome = |name: &str| Quantity::Outcome(name.to_owned());
    let metric = |statistic, name: &str| Quantity::Metric(statistic, name.to_owned());
    let sequence = |trials| (FigureMethod::Sequence, trials);
    let mut canyon = checked(
        "fights/canyon.toml",
        "Ambush in the canyon",
        160_000,
        vec![
            result(
                outcome("heroes"),
                (0.2, 0.3),
                Verdict::Holds,
                (0.2433, (0.229, 0.258)),
                sequence(10_000),
            ),
            result(
                metric("mean", "turns"),
                (6.0, 7.0),
                Verdict::Fails,
                (5.4213, (5.4012, 5.4414)),
                sequence(10_000),
            ),
            result(
                metric("p50", "turns"),
                (5.0, 5.0),
                Verdict::Undecided,
                (5.0, (5.0, 6.0)),
                sequence(160_000),
            ),
            result(
                metric("max", "turns"),
                (10.0, 30.0),
                Verdict::Holds,
                (17.0, (17.0, f64::INFINITY)),
                (FigureMethod::Extreme, 160_000),
            ),
        ],
    );
    canyon.expectations[1].outside = 3;
    let success = result(
        outcome("success"),
        (0.6, 0.65),
        Verdict::Holds,
        (0.625, (0.625, 0.625)),
        (FigureMethod::Exact, 0),
    );
    CheckReport {
        checked: vec![
            canyon,
            checked("lock.toml", "lock", 0, vec![success]),
            checked("new.toml", "Nothing yet", 0, Vec::new()),
        ],
        others: BatchNotes {
            faulty: vec![FaultyFile {
                path: "bad.toml".to_owned(),
                message: "bad.toml:1:1: difficulty is missing: it has to be a whole number\n"
                    .to_owned(),
                unreadable: false,
            }],
            left_out: vec!["party.toml".to_owned()],
            ..BatchNotes::default()
        },
        alpha: 0.05,
        allow_undecided: false,
    }
}
