//! What keys that take several values are called wherever they come up: in titles, at axes and above columns.

use super::text::clean;
use crate::analysis::Vary;

/// No path is deeper.
const DEEPEST: usize = 10;

/// As much of the ends of their paths as tells them apart.
pub(super) fn levers(paths: &[&str]) -> Vec<String> {
    let mut depths = vec![1; paths.len()];
    let named = |depths: &[usize]| -> Vec<String> {
        let paths = paths.iter().zip(depths);
        let names = paths.map(|(path, &depth)| clean(&Vary::name_of(path, depth)));
        names.collect()
    };
    for _ in 1..DEEPEST {
        let names = named(&depths);
        for (depth, name) in depths.iter_mut().zip(&names) {
            *depth += usize::from(names.iter().filter(|other| *other == name).count() > 1);
        }
    }
    named(&depths)
}

/// Where a key is, for those that are called by less than their path: `dice is side.heroes.Dirk.classes[0].dice`;
/// nothing where all names are paths.
pub(super) fn whose(names: &[String], paths: &[&str]) -> Option<String> {
    let pairs = names.iter().zip(paths);
    let shortened = pairs.filter(|(name, path)| **name != clean(path));
    let said = shortened.map(|(name, path)| format!("{name} is {}", clean(path)));
    let said: Vec<String> = said.collect();
    (!said.is_empty()).then(|| said.join(", "))
}
