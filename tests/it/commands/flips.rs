//! Checkpoints and shards with a single changed byte: all are rejected, without a panic.

use super::{call_in, folder};
use evenodds::dice::{Dice, Sampled};
use evenodds::sim::Shard;
use evenodds_testing::size;
use std::fs;
use std::path::Path;

const TRIALS: &str = "600";

/// Creates a checkpoint and the two shards of a run.
fn written() -> tempfile::TempDir {
    let home = folder();
    let run = ["run", "@canyon", "-n", TRIALS, "-q"];
    for more in [
        &["--checkpoint", "kept", "-f", "json", "-o", "whole"][..],
        &["--shard", "1/2", "-o", "one"],
        &["--shard", "2/2", "-o", "two"],
    ] {
        assert_eq!(
            call_in(home.path(), &[&run[..], more].concat()).code,
            Some(0)
        );
    }
    home
}

/// Returns the file with one byte changed at random.
fn flipped(bytes: &[u8], flip: u64) -> Vec<u8> {
    let mut dice = Sampled::new(1, &["flips".to_owned()]);
    dice.start(flip);
    let at = dice.choose(0, bytes.len() as u32) as usize;
    let by = 1 + dice.choose(0, 255) as u8;
    let mut changed = bytes.to_vec();
    changed[at] ^= by;
    changed
}

#[test]
fn flipped_bytes_of_checkpoints_and_parts_are_all_refused() {
    let home = written();
    let count = size(60, 500);
    for (name, flips) in [("kept", 0..count), ("one", count..2 * count)] {
        let bytes = fs::read(home.path().join(name)).unwrap();
        assert!(Shard::from_bytes(&bytes).is_ok());
        for flip in flips {
            let changed = flipped(&bytes, flip);
            let whole = Shard::from_bytes(&changed);
            let read = Shard::read(&changed[..], changed.len() as u64).unwrap();
            for part in [whole, read] {
                let error = part.expect_err("it is another file").to_string();
                assert!(error.starts_with("it "), "{flip}: {error}");
            }
        }
    }
    for flip in 0..size(2, 8) {
        refused_by_the_program(home.path(), flip);
    }
}

#[test]
#[ignore = "a minute: cargo test --release --test it -- --ignored flipped_bytes"]
fn a_thousand_flipped_bytes_are_refused_by_the_program() {
    let home = written();
    for flip in 0..500 {
        refused_by_the_program(home.path(), flip);
    }
}

/// Changes a byte of a checkpoint and one of a shard, and passes them to the program.
fn refused_by_the_program(home: &Path, flip: u64) {
    let kept = fs::read(home.join("kept")).unwrap();
    fs::write(home.join("odd"), flipped(&kept, flip)).unwrap();
    let run = [
        "run",
        "@canyon",
        "-n",
        TRIALS,
        "-q",
        "-f",
        "json",
        "--checkpoint",
        "odd",
    ];
    let answer = call_in(home, &run);
    match answer.code {
        // A file that looks like a checkpoint is moved to a backup file; any other is left alone.
        Some(0) => {
            assert!(
                answer.err.contains("the file is renamed to odd.aside"),
                "{}",
                answer.err
            );
            assert_eq!(answer.out.as_bytes(), fs::read(home.join("whole")).unwrap());
            fs::remove_file(home.join("odd.aside")).unwrap();
        }
        Some(3) => assert!(answer.err.starts_with("cannot use odd: "), "{}", answer.err),
        other => panic!("{flip}: {other:?}: {}", answer.err),
    }
    let part = fs::read(home.join("one")).unwrap();
    fs::write(home.join("odd"), flipped(&part, flip)).unwrap();
    let answer = call_in(home, &["merge", "odd", "two"]);
    assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{flip}");
    assert!(answer.err.starts_with("odd: it "), "{flip}: {}", answer.err);
}
