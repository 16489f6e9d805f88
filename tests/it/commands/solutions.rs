//! The cache of exact answers.

use super::{evenodds, finish, folder, names};
use evenodds_testing::size;
use std::fs;
use std::path::{Path, PathBuf};

/// Makes a duel of fencers quick to solve.
const SHORT: [&str; 2] = ["--set", "rules.max_rounds=5"];

/// Returns the results of a call with a cache folder, or with `off`.
fn asked(home: &Path, cache: &str, arguments: &[&str]) -> String {
    let mut command = evenodds(home);
    command.env("EVENODDS_CACHE", cache).args(arguments);
    let answer = finish(&mut command);
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    answer.out
}

/// Returns the paths of all entries.
fn entries(home: &Path) -> Vec<PathBuf> {
    let cache = home.join("cache");
    let names = if cache.exists() {
        names(&cache)
    } else {
        Vec::new()
    };
    names.iter().map(|name| cache.join(name)).collect()
}

#[test]
fn answers_are_the_same_with_and_without_a_cache_and_from_it() {
    let home = folder();
    let home = home.path();
    let questions: [&[&str]; 4] = [
        &["exact", "@fencers", SHORT[0], SHORT[1], "-f", "json"],
        &["run", "@bomb", "-n", "1000", "-f", "json"],
        &["exact", "@bomb", "-f", "json"],
        &["sweep", "@bomb", "--vary", "time=true,false", "-f", "json"],
    ];
    // Of the sweep, one setting is the scenario itself.
    let (questions, count) = size((&questions[..1], 1), (&questions[..], 3));
    let all_asked = |cache: &str| -> Vec<String> {
        let answers = questions
            .iter()
            .map(|question| asked(home, cache, question));
        answers.collect()
    };
    let plain = all_asked("off");
    assert!(entries(home).is_empty());
    assert_eq!(all_asked("cache"), plain);
    let stored = entries(home);
    assert_eq!(stored.len(), count, "{stored:?}");
    assert_eq!(all_asked("cache"), plain);

    // Damaged entries are ignored and overwritten.
    let whole: Vec<Vec<u8>> = stored.iter().map(|path| fs::read(path).unwrap()).collect();
    for (path, bytes) in stored.iter().zip(&whole) {
        fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
    }
    assert_eq!(all_asked("cache"), plain);
    for (path, bytes) in stored.iter().zip(&whole) {
        assert!(fs::read(path).unwrap() == *bytes);
    }
}

#[test]
fn no_cache_neither_reads_nor_writes() {
    let home = folder();
    let home = home.path();
    let options = ["--no-cache", "-f", "json"];
    let question = ["exact", "@fencers", SHORT[0], SHORT[1]];
    asked(home, "cache", &[&question[..], &options].concat());
    assert!(entries(home).is_empty());
    let shown = asked(home, "cache", &[&question[..], &["--no-cache"]].concat());
    assert!(
        shown.contains("evenodds exact @fencers --set rules.max_rounds=5\n"),
        "{shown}"
    );
    asked(home, "cache", &question);
    let [entry] = &entries(home)[..] else {
        panic!("{:?}", entries(home));
    };
    // It is neither read nor replaced.
    fs::write(entry, "damaged").unwrap();
    asked(home, "cache", &[&question[..], &options].concat());
    assert_eq!(fs::read(entry).unwrap(), b"damaged");
}
