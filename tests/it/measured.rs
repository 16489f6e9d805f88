//! Metrics that some trials lack, such as the turn of an event that may never come: their figures
//! cover the trials that have them, and the share of these trials is reported.

use evenodds::contest::Contest;
use evenodds::scenario::{Scenario, open};
use evenodds::sim::{Bin, MetricResult, NoProgress, Plan, Results, ValueWeight, run};
use std::collections::BTreeMap;

const TRIALS: u64 = 2_000;

/// A built-in scenario, changes to it, and a metric that some of its trials lack.
const CASES: [(&str, &[&str], &str); 5] = [
    ("@late-drones", &[], "entered_at.Ranger"),
    (
        "@prospect",
        &["field={ dice = [1,2,3,4,5,6,1,2,3,4] }"],
        "trail_step",
    ),
    ("@making-ends-meet", &["expect={}"], "ruined_at"),
    ("@careless", &["expect={}"], "result.5"),
    ("@canyon-evening", &["expect={}"], "prosperity_after.repair"),
];

fn opened(name: &str, changes: &[&str]) -> Scenario {
    let changes: Vec<String> = changes.iter().map(|&one| one.to_owned()).collect();
    open(name, &changes).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn played(scenario: &Scenario) -> Results {
    let plan = Plan {
        threads: 1,
        ..Plan::new(1, 0..TRIALS)
    };
    let contest = scenario.contest.as_ref();
    let finished = run(contest, &plan, &NoProgress);
    Results::sampled(scenario.identity(), contest, 1, &finished, false, None)
}

fn metric<'a>(metrics: &'a [MetricResult], name: &str) -> &'a MetricResult {
    let mut metrics = metrics.iter();
    metrics.find(|metric| metric.name == name).unwrap()
}

/// Returns the outcome of each trial and the values of its metrics, `None` if a metric was not
/// measured.
fn trials(contest: &dyn Contest) -> Vec<(usize, Vec<Option<i64>>)> {
    let mut trials = Vec::new();
    contest.watch(1, 0..TRIALS, &mut |_, record| {
        let values = contest.metrics().iter().zip(&record.values);
        let values = values.map(|(metric, &value)| (metric.never != Some(value)).then_some(value));
        trials.push((record.outcome, values.collect()));
        true
    });
    trials
}

/// Asserts that the figures are those of the trials that have a value.
fn assert_measured(found: &MetricResult, values: &[Option<i64>]) {
    let mut bins: BTreeMap<i64, u64> = BTreeMap::new();
    for value in values.iter().flatten() {
        *bins.entry(*value).or_default() += 1;
    }
    let count: u64 = bins.values().sum();
    assert_eq!(found.count, Some(count), "{found:?}");
    assert_eq!(found.share, Some(count as f64 / values.len() as f64));
    let bins: Vec<Bin> = bins
        .into_iter()
        .map(|(value, count)| Bin {
            value,
            weight: ValueWeight::Count(count),
        })
        .collect();
    assert_eq!(found.histogram, bins);
    assert_eq!(found.min, bins.first().map(|bin| bin.value));
    if count == 0 {
        assert_eq!((found.mean, found.p50), (None, None));
        return;
    }
    let sum: i64 = values.iter().flatten().sum();
    let mean = sum as f64 / count as f64;
    assert!(
        (found.mean.unwrap().value - mean).abs() < 1e-9,
        "{found:?} {mean}"
    );
}

#[test]
fn trials_without_the_event_are_not_in_its_mean() {
    for (name, changes, sometimes) in CASES {
        let scenario = opened(name, changes);
        let contest = scenario.contest.as_ref();
        let results = played(&scenario);
        let share = metric(&results.metrics, sometimes).share.unwrap();
        assert!(share > 0.0 && share < 1.0, "{name} {sometimes}: {share}");
        let trials = trials(contest);
        let values = |position: usize, outcome: Option<usize>| -> Vec<Option<i64>> {
            let trials = trials.iter();
            let wanted = trials.filter(|one| outcome.is_none_or(|outcome| one.0 == outcome));
            wanted.map(|one| one.1[position]).collect()
        };
        for (position, about) in contest.metrics().iter().enumerate() {
            let found = metric(&results.metrics, &about.name());
            if about.never.is_none() {
                assert_eq!((found.count, found.share), (None, None));
                continue;
            }
            assert_measured(found, &values(position, None));
            for (outcome, (_, metrics)) in results.by_outcome.iter().enumerate() {
                if !metrics.is_empty() {
                    let values = values(position, Some(outcome));
                    assert_measured(metric(metrics, &about.name()), &values);
                }
            }
        }
    }
}

#[test]
fn solvers_omit_values_that_never_occur() {
    let mut solved = 0;
    for (name, changes, _) in CASES {
        let scenario = opened(name, changes);
        let contest = scenario.contest.as_ref();
        let Ok(exact) = contest.exact() else {
            continue;
        };
        let exact = Results::exact(scenario.identity(), contest, 1, &exact);
        let results = played(&scenario);
        for about in exact.metrics.iter().filter(|one| one.share.is_some()) {
            let found = metric(&results.metrics, &about.name);
            let (share, n) = (about.share.unwrap(), TRIALS as f64);
            let doubt = 4.0 * (share * (1.0 - share) / n).sqrt() + 1e-9;
            assert!((share - found.share.unwrap()).abs() <= doubt, "{about:?}");
            assert_eq!(about.count, None);
            let whole: f64 = about.histogram.iter().map(|bin| bin.weight.value()).sum();
            assert!((whole - 1.0).abs() < 1e-9, "{about:?}");
            if let (Some(mean), Some(sampled)) = (about.mean, found.mean) {
                let doubt = 4.0 * about.sd.unwrap() / (found.count.unwrap() as f64).sqrt() + 1e-9;
                assert!(
                    (mean.value - sampled.value).abs() <= doubt,
                    "{name} {about:?} {found:?}"
                );
                solved += 1;
            }
        }
    }
    assert!(solved >= 4, "{solved}");
}

#[test]
fn only_such_metrics_have_a_count_and_a_share_in_json() {
    let results = played(&opened("@making-ends-meet", &["expect={}"]));
    let json = serde_json::to_value(&results).unwrap();
    for metric in json["metrics"].as_array().unwrap() {
        let has = |key| metric.get(key).is_some();
        let sometimes = metric["name"] == "ruined_at";
        assert_eq!([has("count"), has("share")], [sometimes; 2], "{metric}");
    }
    let text = serde_json::to_string(&results).unwrap();
    let place = text.find(r#""name":"ruined_at""#).unwrap();
    let start: String = text[place..].chars().take(60).collect();
    assert!(start.contains(r#""unit":"step","count":"#), "{start}");
}
