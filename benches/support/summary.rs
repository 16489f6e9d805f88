//! The ratios of a benchmark run, out of the estimates that Criterion left.

use std::path::PathBuf;

/// Prints nanoseconds for both of each pair and the ratio of the first to the second, below a
/// heading.
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

/// The median of the last run of `group/function`, in nanoseconds; `None` if it was never run.
fn median(name: &str) -> Option<f64> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/target")),
        PathBuf::from,
    );
    // Criterion replaces what a file name cannot hold; `+` and letters stay.
    let path = target
        .join("criterion")
        .join(name)
        .join("new/estimates.json");
    let text = std::fs::read_to_string(path).ok()?;
    let estimates: serde_json::Value = serde_json::from_str(&text).ok()?;
    estimates["median"]["point_estimate"].as_f64()
}
