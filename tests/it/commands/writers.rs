//! Calls that write the same file, and files at the end of symbolic links.

use super::{QUICK, call_in, files, folder, names};
use evenodds_testing::size;
use std::fs;
use std::path::Path;
use std::thread;

fn words(call: &str) -> Vec<&str> {
    call.split(' ').collect()
}

/// Runs a call that must succeed.
fn done(home: &Path, call: &str) {
    let answer = call_in(home, &words(call));
    assert_eq!((answer.code, &*answer.err), (Some(0), ""), "{call}");
}

#[test]
fn concurrent_calls_replace_a_file_completely() {
    const WRITERS: usize = 6;
    let calls = size(10, 40);
    let mut call = "run @lockpick -n 50 -f json -o out.json".to_owned();
    if cfg!(feature = "frames") {
        call.push_str(" --samples rows.parquet");
    }
    let alone = folder();
    done(alone.path(), &call);
    let home = folder();
    thread::scope(|scope| {
        for _ in 0..WRITERS {
            scope.spawn(|| (0..calls).for_each(|_| done(home.path(), &call)));
        }
    });
    assert!(files(home.path()) == files(alone.path()));
}

#[cfg(feature = "frames")]
#[test]
fn three_concurrent_writers_of_a_history_lose_no_run() {
    const NIGHTS: usize = 10;
    let home = folder();
    let home = home.path();
    fs::create_dir(home.join("all")).unwrap();
    for name in ["a", "b"] {
        fs::write(home.join(format!("all/{name}.toml")), QUICK).unwrap();
    }
    thread::scope(|scope| {
        for writer in 0..3 {
            scope.spawn(move || {
                for night in 0..NIGHTS {
                    done(
                        home,
                        &format!(
                            "report all -n 20 -q --no-changes --no-stories --out out-{writer} --history nights \
                             --night {writer}-{night}"
                        ),
                    );
                }
            });
        }
    });
    assert_eq!(names(&home.join("nights")).len(), 3 * NIGHTS);
    assert_eq!(names(home), ["all", "nights", "out-0", "out-1", "out-2"]);
}

/// Returns every option with an output file: the call with `LINK` as its path, and the extension it
/// needs.
#[cfg(unix)]
fn outputs() -> Vec<(&'static str, &'static str)> {
    let mut outputs = vec![
        ("run @lockpick -n 50 -f json -o LINK", "json"),
        ("run @lockpick -n 50 -o LINK --shard 1/2", "part"),
        ("run @lockpick -n 50 -q --checkpoint LINK", "part"),
        ("check all --no-tests pass --junit LINK", "xml"),
    ];
    if cfg!(feature = "charts") {
        outputs.push((
            "sweep all/a.toml -n 50 -q --vary difficulty=8..9 --chart LINK",
            "svg",
        ));
    }
    if cfg!(feature = "frames") {
        outputs.push(("run @lockpick -n 50 -q --samples LINK", "parquet"));
    }
    outputs
}

#[cfg(unix)]
#[test]
fn files_are_written_to_the_targets_of_symbolic_links() {
    use std::os::unix::fs::symlink;
    for (call, ending) in outputs() {
        let home = folder();
        let home = home.path();
        for name in ["all", "deep", "deep/er"] {
            fs::create_dir(home.join(name)).unwrap();
        }
        for name in ["a", "b"] {
            fs::write(home.join(format!("all/{name}.toml")), QUICK).unwrap();
        }
        // A link to a link to a missing file.
        let file = home.join(format!("deep/er/file.{ending}"));
        let link = format!("link.{ending}");
        symlink("deep/second", home.join(&link)).unwrap();
        symlink(format!("er/file.{ending}"), home.join("deep/second")).unwrap();
        let call = call.replace("LINK", &link);
        for _ in 0..2 {
            done(home, &call);
            for link in [home.join(&link), home.join("deep/second")] {
                assert!(link.is_symlink(), "{call}: {} was replaced", link.display());
            }
            assert!(fs::read(&file).unwrap().len() > 100, "{call}");
            assert_eq!(names(&home.join("deep/er")).len(), 1, "{call}");
            assert_eq!(names(&home.join("deep")), ["er", "second"], "{call}");
            assert_eq!(names(home), ["all", "deep", &link], "{call}");
        }
    }
}

#[cfg(unix)]
#[test]
fn the_file_is_renamed_and_not_the_link_to_it() {
    let home = folder();
    let home = home.path();
    fs::create_dir(home.join("deep")).unwrap();
    std::os::unix::fs::symlink("deep/kept", home.join("link")).unwrap();
    fs::write(home.join("deep/kept"), "evenodds part").unwrap();
    let answer = call_in(home, &words("run @lockpick -n 50 -q --checkpoint link"));
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    assert!(
        answer.err.contains("renamed to ./deep/kept.aside"),
        "{}",
        answer.err
    );
    assert!(home.join("link").is_symlink());
    assert_eq!(names(&home.join("deep")), ["kept", "kept.aside"]);
    assert_eq!(
        fs::read(home.join("deep/kept.aside")).unwrap(),
        b"evenodds part"
    );
}

#[cfg(unix)]
#[test]
fn a_link_to_a_file_that_is_not_there_is_the_same_file_as_that() {
    let home = folder();
    let home = home.path();
    std::os::unix::fs::symlink("out", home.join("link")).unwrap();
    std::os::unix::fs::symlink("round", home.join("round")).unwrap();
    let answer = call_in(home, &words("run @lockpick -n 50 --checkpoint link -o out"));
    assert_eq!(answer.code, Some(2), "{}", answer.err);
    assert!(answer.err.contains("are the same file"), "{}", answer.err);
    // A link to itself fails the call.
    let answer = call_in(home, &words("run @lockpick -n 50 -o round"));
    assert_eq!(answer.code, Some(3), "{}", answer.err);
    assert_eq!(names(home), ["link", "round"]);
}
