//! Tests of results as CSV.

use super::*;
use crate::contest::{ConfiguredPlayers, Scale};
use crate::frames::csv;
use crate::records::ColumnValues;
use crate::sim::{IntervalKind, StopReason};
use crate::stats::{Figure, FigureKind, Interval};

fn metric(weights: &[(i64, ValueWeight)]) -> MetricResult {
    MetricResult {
        name: "turns".to_owned(),
        unit: "turns",
        count: None,
        share: None,
        mean: Some(Figure {
            standard_error: Some(0.05),
            ..Figure::read(FigureKind::Mean, 1.5, Interval::new(1.4, 1.6), 100)
        }),
        sd: Some(0.5),
        min: Some(1),
        p05: Some(1),
        p25: Some(1),
        p50: Some(1),
        p75: Some(2),
        p95: Some(2),
        max: Some(2),
        histogram: weights
            .iter()
            .map(|&(value, weight)| Bin { value, weight })
            .collect(),
        base: "turns",
        help: "",
        subject: String::new(),
        section: String::new(),
        scale: Scale::Number,
        exact: None,
    }
}

fn results(path: &str) -> Results {
    let outcome = |name: &str, count| OutcomeResult {
        name: name.to_owned(),
        count: Some(count),
        share: Some(Figure::share(count, 4, Interval::new(0.1, 0.9))),
        exact: None,
        phrase: String::new(),
        always_shown: true,
        owner: crate::contest::OutcomeOwner::Participant,
    };
    let counts = [(1, ValueWeight::Count(3)), (2, ValueWeight::Count(1))];
    Results {
        format: 1,
        tool: "0.0.0",
        scenario: ScenarioIdentity {
            path: path.to_owned(),
            title: "T".to_owned(),
            kind: "quick".to_owned(),
            hash: "abc".to_owned(),
        },
        seed: 1,
        first_trial: 0,
        trials: 4,
        stopped: StopReason::Trials,
        interval: IntervalKind {
            method: "wilson",
            level: 0.95,
            factor: None,
        },
        outcomes: vec![outcome("success", 3), outcome("failure", 1)],
        metrics: vec![metric(&counts)],
        exact_by_outcome: Vec::new(),
        by_outcome: vec![
            ("success".to_owned(), vec![metric(&counts[..1])]),
            ("failure".to_owned(), vec![metric(&counts[1..])]),
        ],
        timelines: Vec::new(),
        given: None,
        players: ConfiguredPlayers::default(),
        highlights: Vec::new(),
        main: crate::contest::MainFigure::First,
        successes: None,
        cut_off: Vec::new(),
        flow: None,
    }
}

fn csv_of(frame: RecordFrame, results: &[Results], varied: Vec<Column>) -> String {
    let rows = AnswerRows::Results {
        results: results.to_vec(),
        varied,
    };
    csv(&rows.records(frame))
}

fn key(name: &str, values: ColumnValues) -> Column {
    Column {
        name: name.to_owned(),
        values,
    }
}

#[test]
fn outcomes_of_a_sweep_carry_the_varied_keys() {
    let varied = [
        key(
            "difficulty",
            ColumnValues::Integers(vec![Some(9), Some(10)]),
        ),
        key(
            "rules.half",
            ColumnValues::Texts(vec![Some("up".to_owned()), Some("down".to_owned())]),
        ),
    ];
    insta::assert_snapshot!(
        csv_of(RecordFrame::Outcomes, &[results("a.toml"), results("b.toml")], varied.to_vec()),
        @"
    scenario,kind,hash,seed,trials,players,difficulty,rules.half,outcome,count,share,low,high,standard_error,exact
    a.toml,quick,abc,1,4,,9,up,success,3,0.75,0.1,0.9,0.21650635094610965,
    a.toml,quick,abc,1,4,,9,up,failure,1,0.25,0.1,0.9,0.21650635094610965,
    b.toml,quick,abc,1,4,,10,down,success,3,0.75,0.1,0.9,0.21650635094610965,
    b.toml,quick,abc,1,4,,10,down,failure,1,0.25,0.1,0.9,0.21650635094610965,
    "
    );
}

#[test]
fn metrics_are_over_all_trials_and_by_outcome() {
    insta::assert_snapshot!(csv_of(RecordFrame::Metrics, &[results("a.toml")], Vec::new()), @"
    scenario,kind,hash,seed,trials,players,metric,unit,outcome,mean,sd,low,high,standard_error,min,p05,p25,p50,p75,p95,max
    a.toml,quick,abc,1,4,,turns,turns,,1.5,0.5,1.4,1.6,0.05,1,1,1,1,2,2,2
    a.toml,quick,abc,1,4,,turns,turns,success,1.5,0.5,1.4,1.6,0.05,1,1,1,1,2,2,2
    a.toml,quick,abc,1,4,,turns,turns,failure,1.5,0.5,1.4,1.6,0.05,1,1,1,1,2,2,2
    ");
}

#[test]
fn the_shares_of_a_histogram_are_relative_to_its_outcome() {
    insta::assert_snapshot!(csv_of(RecordFrame::Histograms, &[results("a.toml")], Vec::new()), @"
    scenario,kind,hash,seed,trials,players,metric,outcome,value,count,share
    a.toml,quick,abc,1,4,,turns,,1,3,0.75
    a.toml,quick,abc,1,4,,turns,,2,1,0.25
    a.toml,quick,abc,1,4,,turns,success,1,3,1.0
    a.toml,quick,abc,1,4,,turns,failure,2,1,1.0
    ");
}

#[test]
fn a_key_may_have_the_name_of_a_column() {
    let varied = [key("seed", ColumnValues::Numbers(vec![Some(0.5)]))];
    let text = csv_of(RecordFrame::Outcomes, &[results("a.toml")], varied.to_vec());
    assert!(text.starts_with("scenario,kind,hash,seed,trials,players,seed_varied,outcome,"));
}

#[test]
fn no_results_make_a_frame_without_rows() {
    for frame in RecordFrame::ALL {
        assert!(csv_of(frame, &[], Vec::new()).starts_with("scenario,kind,hash,seed,trials,"));
    }
}
