//! Tells the program what it is built for and by what; `evenodds --version --verbose` says so.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = env::var("TARGET").unwrap_or_else(|_| "unknown".to_owned());
    println!("cargo::rustc-env=EVENODDS_TARGET={target}");
    println!("cargo::rustc-env=EVENODDS_COMPILER={}", compiler());
}

/// Name and version of the compiler, without the date and the maker that may stand behind them.
fn compiler() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = Command::new(rustc).arg("--version").output();
    let told = told.map(|output| output.stdout).unwrap_or_default();
    let told = String::from_utf8_lossy(&told);
    let words: Vec<&str> = told.split_whitespace().take(2).collect();
    if words.is_empty() {
        "unknown".to_owned()
    } else {
        words.join(" ")
    }
}
