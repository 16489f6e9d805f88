//! Path conflicts: no file is both read and written, and no two outputs are one file.

use super::{QUICK, call_in, files, folder};
use std::fs;

const WATCH: &str = "[[side]]\nname = 'watch'\ncombatant = [{ name = 'Ann', classes = [{ name = 'A', dice = 3 }] }]\n";
const NIGHT: &str = "kind = 'combat'\nuse = ['watch.toml', '@canyon-ambushers']\n";

/// Creates a folder with a scenario, one that uses a party, two shards, and other names for the
/// same files.
fn home() -> tempfile::TempDir {
    let home = folder();
    let put = |name: &str, text: &str| fs::write(home.path().join(name), text).unwrap();
    put("x.toml", QUICK);
    put("night.toml", NIGHT);
    put("watch.toml", WATCH);
    fs::create_dir(home.path().join("below")).unwrap();
    put("below/y.toml", QUICK);
    fs::hard_link(home.path().join("x.toml"), home.path().join("hard.toml")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("x.toml", home.path().join("link.toml")).unwrap();
    for index in ["1", "2"] {
        let (share, part) = (format!("{index}/2"), format!("part-{index}"));
        let run = ["run", "x.toml", "-n", "40", "--shard", &share, "-o", &part];
        assert_eq!(call_in(home.path(), &run).code, Some(0));
    }
    home
}

#[test]
fn outputs_never_overwrite_inputs() {
    let home = home();
    let before = files(home.path());
    let mut said = String::new();
    let mut calls = vec![
        "merge part-1 part-2 -o part-1",
        "merge part-1 part-2 -o ./below/../part-2",
        "run x.toml -n 9 --checkpoint x.toml",
        "run x.toml -n 9 -o x.toml",
        "run x.toml -n 9 -o hard.toml",
        "run night.toml -n 9 -o watch.toml",
        "run night.toml -n 9 --set use=[] -o watch.toml --set use=['watch.toml']",
        "run night.toml -n 9 --set side=3 -o watch.toml",
        "exact x.toml -o x.toml",
        "ladder x.toml -o x.toml",
        "drama x.toml -o x.toml",
        "compare x.toml below/y.toml -o below/y.toml",
        "sweep x.toml --vary difficulty=8..9 -o x.toml",
        "tune x.toml --vary difficulty=8..9 --target success=0.5 -o x.toml",
        "advise x.toml --target success=0.5 -o x.toml",
        "check x.toml --junit x.toml",
        "check below --junit below/y.toml",
        "check below -o below/y.toml",
    ];
    if cfg!(unix) {
        calls.push("run x.toml -n 9 -o link.toml");
    }
    if cfg!(feature = "frames") {
        calls.push("run x.toml -n 9 --samples rows.parquet -o rows.parquet");
    }
    if cfg!(feature = "charts") {
        calls.push("sweep x.toml --vary difficulty=8..9 --chart c.svg -o c.svg");
    }
    calls.extend([
        "check x.toml --junit j -o j",
        "check x.toml --junit ./j -o below/../j",
        "run x.toml -n 9 --checkpoint kept -o kept",
    ]);
    for call in calls {
        let arguments: Vec<&str> = call.split(' ').collect();
        let answer = call_in(home.path(), &arguments);
        assert_eq!(
            (answer.code, answer.out.as_str()),
            (Some(2), ""),
            "{call}: {}",
            answer.err
        );
        // Results never become TOML, whether or not the file is found as an input.
        let is_refused = ["same file", "not TOML"]
            .iter()
            .any(|why| answer.err.contains(why));
        assert!(is_refused, "{call}: {}", answer.err);
        assert!(files(home.path()) == before, "{call} changed a file");
        if call.contains("part-1 -o") || call.ends_with("part-1") || call.ends_with("-o j") {
            said.push_str(&answer.err);
        }
    }
    insta::assert_snapshot!(said, @"
    --out part-1 is the same file as the part part-1; choose another file, because inputs are never overwritten
    --out j and --junit j are the same file; choose a different file for each
    ");
}

#[test]
fn reports_never_replace_their_scenarios() {
    let home = home();
    let put = |name: &str, text: &str| fs::write(home.path().join(name), text).unwrap();
    put("below.toml", QUICK);
    fs::copy(home.path().join("x.toml"), home.path().join("index.html")).unwrap();
    let before = files(home.path());
    let mut said = String::new();
    for call in [
        "report below.toml below/y.toml -n 9 --out .",
        "report index.html x.toml -n 9 --out .",
    ] {
        let arguments: Vec<&str> = call.split(' ').collect();
        let answer = call_in(home.path(), &arguments);
        assert_eq!(answer.code, Some(2), "{call}: {}", answer.err);
        assert!(files(home.path()) == before, "{call} changed a file");
        let place = home.path().canonicalize().unwrap();
        said.push_str(&answer.err.replace(&format!("{}/", place.display()), ""));
    }
    insta::assert_snapshot!(said, @"
    the scenario below/y.toml is inside the report ./below, whose contents are replaced; choose another folder
    the index ./index.html is the same file as the scenario index.html; choose another file, because inputs are never overwritten
    ");
}

#[test]
fn devices_hold_nothing_that_could_be_lost() {
    if cfg!(unix) {
        let home = home();
        let check = [
            "check",
            "@lockpick",
            "--junit",
            "/dev/null",
            "-o",
            "/dev/null",
        ];
        let answer = call_in(home.path(), &check);
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    }
}

#[test]
fn only_checkpoints_are_renamed() {
    let home = home();
    for theirs in ["my thesis", "{\"format\": 1, \"tool\": \"0.1.0\"}", QUICK] {
        fs::write(home.path().join("kept"), theirs).unwrap();
        let run = ["run", "@canyon", "-n", "40", "--checkpoint", "kept"];
        let answer = call_in(home.path(), &run);
        assert_eq!((answer.code, answer.out.as_str()), (Some(3), ""));
        assert_eq!(
            answer.err,
            "cannot use kept: the file exists and is not a checkpoint; choose another name\n"
        );
        assert_eq!(
            fs::read_to_string(home.path().join("kept")).unwrap(),
            theirs
        );
        assert!(!home.path().join("kept.aside").exists());
    }
}
