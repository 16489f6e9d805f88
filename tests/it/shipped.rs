//! The built-in scenarios that tests of all kinds play.

use evenodds::scenario::{BUILTINS, Builtin};
use evenodds_testing::size;
use std::collections::BTreeMap;
use std::path::Path;

/// Scenarios whose players or solvers take long. Every kind has others.
const SLOW: [&str; 9] = [
    "android-repair",
    "beast",
    "bomb",
    "fencers",
    "late-drones",
    "mass-whole",
    "siege",
    "three-sides",
    "wounded",
];

/// Returns the first `of_each_kind` built-in scenarios of each kind without slow ones, and all
/// built-in scenarios in thorough tests.
pub fn shipped(of_each_kind: usize) -> impl Iterator<Item = &'static Builtin> {
    let (most, left_out) = size((of_each_kind, &SLOW[..]), (usize::MAX, &[]));
    let mut found: BTreeMap<Option<&Path>, usize> = BTreeMap::new();
    let quick = BUILTINS.iter().filter(|one| !left_out.contains(&one.name));
    quick.filter(move |one| {
        let of_kind = found.entry(Path::new(one.path).parent()).or_default();
        *of_kind += 1;
        *of_kind <= most
    })
}
