//! `--version`, alone and with `--verbose`.

use super::stdout;
use evenodds::scenario::{LIBRARY, LINK_FORMAT, Link, open};
use evenodds::sim::RESULTS_FORMAT;

#[test]
fn the_version_alone_is_a_line() {
    let line = concat!("evenodds ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(stdout(&["--version"]), line);
    assert_eq!(stdout(&["-V"]), line);
}

#[test]
fn verbose_version_lists_features_and_formats() {
    let all = stdout(&["--version", "--verbose"]);
    for same in [&["-V", "-v"][..], &["-vV"], &["-Vv"], &["--verbose", "-V"]] {
        assert_eq!(stdout(same), all, "{same:?}");
    }
    let (first, rest) = all.split_once('\n').unwrap();
    assert_eq!(first, concat!("evenodds ", env!("CARGO_PKG_VERSION")));
    let lines: Vec<(&str, &str)> = rest
        .lines()
        .map(|line| line.split_once(": ").unwrap())
        .collect();
    let names: Vec<&str> = lines.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        names,
        ["build", "features", "formats", "target", "compiler"]
    );
    let is_hash =
        |text: &str| text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    assert!(is_hash(lines[0].1), "{all}");
    let features: Vec<&str> = lines[1].1.split(", ").collect();
    assert_eq!(features.contains(&"cli"), cfg!(feature = "cli"));
    assert_eq!(features.contains(&"frames"), cfg!(feature = "frames"));
    assert_eq!(features.contains(&"charts"), cfg!(feature = "charts"));
    assert!(lines[3].1.starts_with(std::env::consts::ARCH), "{all}");
    assert!(lines[4].1.starts_with("rustc 1."), "{all}");
    assert!(!all.contains('/'), "{all}");
}

#[test]
fn the_formats_are_those_that_files_have() {
    let all = stdout(&["-Vv"]);
    let results = super::json(&["exact", "@lockpick", "-f", "json"]);
    assert_eq!(results["format"], RESULTS_FORMAT);
    assert!(all.contains(&format!("results {RESULTS_FORMAT},")), "{all}");

    let duel = open("@duel", &[]).unwrap();
    let fragment = Link::to(&duel).fragment().unwrap();
    assert_eq!(fragment.split('.').next(), Some(LINK_FORMAT));
    assert!(all.contains(&format!("links #{LINK_FORMAT}.")), "{all}");

    let format = LIBRARY
        .keys_of(duel.kind)
        .iter()
        .find(|key| key.name == "format")
        .unwrap();
    let accepted = format.accepts.split(',').next().unwrap();
    assert!(all.contains(&format!("scenarios {accepted},")), "{all}");

    let part = stdout(&["run", "@duel", "-n", "10", "--shard", "1/1"]);
    let version = part.split(' ').nth(2).unwrap();
    assert!(
        all.contains(&format!("parts and checkpoints {version},")),
        "{all}"
    );
}
