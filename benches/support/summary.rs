//! Ratios of a benchmark run, read from the estimates that Criterion wrote.

use std::path::PathBuf;

/// Prints a heading and, for each pair, the nanoseconds of both and the ratio of the first to the
/// second.
pub fn print(heading: &str, pairs: &[(&str, &str)]) {
    println!(
        "\n{heading}\n{:<24}{:>12}  {:<24}{:>12}{:>9}",
        "", "ns/trial", "against", "ns/trial", "ratio"
    );
    for (name, against) in pairs {
        if let (Some(time), Some(other)) = (median(name), median(against)) {
            println!(
                "{name:<24}{time:>12.1}  {against:<24}{other:>12.1}{:>9.2}",
                time / other
            );
        }
    }
}

/// Returns the median of the last run of `group/function` in nanoseconds; `None` if there is none.
fn median(name: &str) -> Option<f64> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/target")),
        PathBuf::from,
    );
    // Criterion replaces characters that file names cannot have; the names used here have none.
    let path = target
        .join("criterion")
        .join(name)
        .join("new/estimates.json");
    let text = std::fs::read_to_string(path).ok()?;
    let estimates: serde_json::Value = serde_json::from_str(&text).ok()?;
    estimates["median"]["point_estimate"].as_f64()
}
