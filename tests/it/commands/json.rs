//! Results as JSON.

use super::{call, json, keys};
use serde_json::Value;

#[test]
fn json_has_the_documented_keys_in_order_and_shares_that_sum_to_1() {
    for name in ["@duel", "@lockpick", "@climber"] {
        for command in ["run", "exact"] {
            let mut arguments = vec![command, name, "-f", "json"];
            if command == "run" {
                arguments.extend(["-n", "3000"]);
            }
            let result = json(&arguments);
            let promised = [
                "format",
                "tool",
                "scenario",
                "seed",
                "first_trial",
                "trials",
                "stopped",
                "interval",
                "outcomes",
                "metrics",
                "by_outcome",
            ];
            assert_eq!(keys(&result)[..promised.len()], promised);
            assert_eq!(keys(&result["scenario"]), ["path", "title", "kind", "hash"]);
            assert_eq!(keys(&result["interval"]), ["method", "level"]);
            let outcomes = result["outcomes"].as_array().unwrap();
            let mut sum = 0.0;
            for outcome in outcomes {
                assert_eq!(
                    keys(outcome),
                    [
                        "name",
                        "count",
                        "share",
                        "low",
                        "high",
                        "standard_error",
                        "exact"
                    ]
                );
                assert_eq!(outcome["count"].is_null(), command == "exact");
                sum += outcome["share"].as_f64().unwrap();
            }
            assert!((sum - 1.0).abs() < 1e-12, "{sum}");
            if (command, name) == ("exact", "@duel") {
                // Duels are solved without metrics.
                assert_eq!(result["metrics"], serde_json::json!([]));
                continue;
            }
            let metric = &result["metrics"][0];
            assert_eq!(
                keys(metric),
                [
                    "name",
                    "unit",
                    "mean",
                    "sd",
                    "low",
                    "high",
                    "standard_error",
                    "min",
                    "p05",
                    "p25",
                    "p50",
                    "p75",
                    "p95",
                    "max",
                    "histogram"
                ]
            );
            for name in keys(&result["by_outcome"]) {
                assert!(outcomes.iter().any(|outcome| outcome["name"] == name));
            }
        }
    }
}

#[test]
fn json_of_several_files_is_an_array_even_if_one_of_them_fails() {
    let both = json(&["run", "@duel", "@lockpick", "-n", "50", "-f", "json"]);
    assert_eq!(both.as_array().map(Vec::len), Some(2));
    let one = call(&["run", "@duell", "@lockpick", "-n", "50", "-f", "json"]);
    assert_eq!(one.code, Some(2));
    let one: Value = serde_json::from_str(&one.out).unwrap();
    assert_eq!(one.as_array().map(Vec::len), Some(1));
}
