//! What keys that take several values are called wherever they come up: in titles, at axes and above columns.

use super::text::clean;
use crate::analysis::Vary;
use crate::document::{Path, Segment};

/// No path is deeper.
const DEEPEST: usize = 10;

/// Their own names; where several have the same one, behind the innermost name that is theirs alone, such as `Ogre
/// dice` and `Anna dice`, or else as much of the ends of their paths as tells them apart.
pub(super) fn levers(paths: &[&str]) -> Vec<String> {
    let owned = owned(paths);
    let is_unique = |name: &String| owned.iter().filter(|other| *other == name).count() == 1;
    if owned.iter().all(is_unique) {
        return owned;
    }
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

/// The own name of each, behind the innermost name that is its alone where others have the same.
fn owned(paths: &[&str]) -> Vec<String> {
    let names = |path: &&str| -> Vec<String> {
        let read: Option<Path> = path.parse().ok();
        let segments = read.iter().flat_map(Path::segments);
        let names = segments.filter_map(|segment| match segment {
            Segment::Name(name) => Some(name.clone()),
            Segment::Index(_) => None,
        });
        names.collect()
    };
    let all: Vec<Vec<String>> = paths.iter().map(names).collect();
    let called = paths.iter().zip(&all).enumerate();
    let called = called.map(|(own, (path, names))| {
        let last = clean(&Vary::name_of(path, 1));
        let others = || all.iter().enumerate().filter(|(other, _)| *other != own);
        let is_alike = others().any(|(_, other)| other.last() == names.last());
        let is_own = |name: &&String| others().all(|(_, other)| !other.contains(name));
        match names.iter().rev().find(is_own).filter(|_| is_alike) {
            Some(owner) => format!("{} {last}", clean(owner)),
            None => last,
        }
    });
    called.collect()
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
