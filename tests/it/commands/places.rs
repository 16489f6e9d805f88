//! No file is both read and written, and no two outputs are one file, whatever `--force` says.

use super::{QUICK, call_in, files, folder};
use std::fs;

const WATCH: &str = "[[side]]\nname = 'watch'\ncombatant = [{ name = 'Ann', classes = [{ name = 'A', dice = 3 }] }]\n";
const NIGHT: &str = "kind = 'combat'\nuse = ['watch.toml', '@canyon-ambushers']\n";

/// A folder with a scenario, one that uses a party, two parts and other names for the same files.
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
fn nothing_is_written_over_what_is_read() {
    let home = home();
    let before = files(home.path());
    let mut said = String::new();
    let mut calls = vec![
        "merge part-1 part-2 -o part-1",
        "merge part-1 part-2 -o ./below/../part-2 --force",
        "run x.toml -n 9 --checkpoint x.toml",
        "run x.toml -n 9 -o x.toml --force",
        "run x.toml -n 9 -o hard.toml --force",
        "run night.toml -n 9 -o watch.toml --force",
        "run night.toml -n 9 --set use=[] -o watch.toml --force --set use=['watch.toml']",
        "run night.toml -n 9 --set side=3 -o watch.toml --force",
        "exact x.toml -o x.toml --force",
        "ladder x.toml -o x.toml --force",
        "drama x.toml -o x.toml --force",
        "compare x.toml below/y.toml -o below/y.toml --force",
        "sweep x.toml --vary difficulty=8..9 -o x.toml --force",
        "tune x.toml --vary difficulty=8..9 --target success=0.5 -o x.toml --force",
        "advise x.toml --target success=0.5 -o x.toml --force",
        "check x.toml --junit x.toml --force",
        "check below --junit below/y.toml --force",
        "check below -o below/y.toml --force",
    ];
    if cfg!(unix) {
        calls.push("run x.toml -n 9 -o link.toml --force");
    }
    if cfg!(feature = "frames") {
        calls.push("run x.toml -n 9 --samples rows.parquet -o rows.parquet");
    }
    if cfg!(feature = "charts") {
        calls.push("sweep x.toml --vary difficulty=8..9 --chart c.svg -o c.svg");
    }
    calls.extend([
        "check x.toml --junit j -o j",
        "check x.toml --junit ./j -o below/../j --force",
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
        assert!(answer.err.contains("same file"), "{call}: {}", answer.err);
        assert!(files(home.path()) == before, "{call} changed a file");
        if call.contains("part-1 -o") || call.ends_with("part-1") || call.ends_with("-o j") {
            said.push_str(&answer.err);
        }
    }
    insta::assert_snapshot!(said, @"
        --out part-1 is the same file as the part part-1: nothing is written over what is read; choose another file
        --out j and --junit j are the same file: each needs a file of its own
        ");
}

#[test]
fn reports_go_nowhere_where_their_scenarios_are() {
    let home = home();
    let put = |name: &str, text: &str| fs::write(home.path().join(name), text).unwrap();
    put("below.toml", QUICK);
    fs::create_dir(home.path().join("night")).unwrap();
    put("night/party.toml", WATCH);
    put(
        "dusk.toml",
        &NIGHT.replace("watch.toml", "night/party.toml"),
    );
    fs::copy(home.path().join("x.toml"), home.path().join("index.html")).unwrap();
    let before = files(home.path());
    let mut said = String::new();
    for call in [
        "report below.toml below/y.toml -n 9 --out . --force",
        "report night.toml dusk.toml -n 9 --out . --force",
        "report index.html x.toml -n 9 --out . --force",
    ] {
        let arguments: Vec<&str> = call.split(' ').collect();
        let answer = call_in(home.path(), &arguments);
        assert_eq!(answer.code, Some(2), "{call}: {}", answer.err);
        assert!(files(home.path()) == before, "{call} changed a file");
        let place = home.path().canonicalize().unwrap();
        said.push_str(&answer.err.replace(&format!("{}/", place.display()), ""));
    }
    insta::assert_snapshot!(said, @"
        the scenario below/y.toml lies where the report ./below goes, which replaces all that is there: choose another folder
        the used file night/party.toml lies where the report ./night goes, which replaces all that is there: choose another folder
        the output ./index.html is the same file as the scenario index.html: nothing is written over what is read; choose another file
        ");
}

#[test]
fn devices_hold_nothing_that_could_be_lost() {
    if cfg!(unix) {
        let home = home();
        let check = ["check", "x.toml", "--junit", "/dev/null", "-o", "/dev/null"];
        let answer = call_in(home.path(), &check);
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    }
}

#[test]
fn a_part_is_ours_for_parts_alone_and_results_for_results() {
    let home = home();
    let part = fs::read(home.path().join("part-1")).unwrap();
    let call = |call: &str| {
        let arguments: Vec<&str> = call.split(' ').collect();
        call_in(home.path(), &arguments)
    };
    let refused = call("run x.toml -n 9 -f json -o part-1");
    assert_eq!(refused.code, Some(3), "{}", refused.err);
    assert!(fs::read(home.path().join("part-1")).unwrap() == part);
    assert_eq!(call("run x.toml -n 9 -f json -o out").code, Some(0));
    let results = fs::read(home.path().join("out")).unwrap();
    let shard = "run x.toml -n 40 --shard 1/2 -o out";
    let refused = call(shard);
    assert_eq!(refused.code, Some(3), "{}", refused.err);
    assert!(fs::read(home.path().join("out")).unwrap() == results);
    // Each replaces its own, and --force whatever there is.
    assert_eq!(call("run x.toml -n 8 -f json -o out").code, Some(0));
    assert_eq!(call(&shard.replace("out", "part-1")).code, Some(0));
    assert_eq!(call(&format!("{shard} --force")).code, Some(0));
    assert!(fs::read(home.path().join("out")).unwrap() == part);
}

#[test]
fn only_what_begins_as_a_checkpoint_is_set_aside() {
    let home = home();
    for theirs in ["my thesis", "{\"format\": 1, \"tool\": \"0.1.0\"}", QUICK] {
        fs::write(home.path().join("kept"), theirs).unwrap();
        let run = ["run", "@canyon", "-n", "40", "--checkpoint", "kept"];
        let answer = call_in(home.path(), &run);
        assert_eq!((answer.code, answer.out.as_str()), (Some(3), ""));
        assert_eq!(
            answer.err,
            "cannot use kept: it is there already and is no checkpoint; choose another name\n"
        );
        assert_eq!(
            fs::read_to_string(home.path().join("kept")).unwrap(),
            theirs
        );
        assert!(!home.path().join("kept.aside").exists());
    }
}
