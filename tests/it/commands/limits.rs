//! Inputs at and beyond their limits: answers take bounded time and memory.

use super::{Answer, evenodds, folder};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Calls the program with at most `megabytes` MB of memory.
#[cfg(unix)]
fn call_within(megabytes: usize, folder: &Path, arguments: &[&str]) -> Answer {
    let limit = format!("ulimit -v {}; exec \"$0\" \"$@\"", megabytes * 1_000);
    let mut command = std::process::Command::new("sh");
    command
        .current_dir(folder)
        .args(["-c", &limit, env!("CARGO_BIN_EXE_evenodds")])
        .args(arguments);
    super::finish(&mut command)
}

/// Returns a link with this text, compressed.
fn link(text: &str) -> String {
    use base64::Engine;
    let json = serde_json::json!({ "text": text }).to_string();
    let packed = miniz_oxide::deflate::compress_to_vec(json.as_bytes(), 9);
    let letters = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(packed);
    format!("#v1.{letters}")
}

#[cfg(unix)]
#[test]
fn a_file_that_is_no_scenario_takes_little_memory() {
    let place = folder();
    let quick = super::QUICK;
    let million = |piece: &str, count: usize| piece.repeat(count);
    for (name, text, said) in [
        ("signs", million("=\n", 7_900_000), "x.toml:"),
        (
            "keys",
            million("a\n", 7_900_000),
            "the document is too large",
        ),
        (
            "texts",
            format!("title = \"{}\"", million("\\q", 7_000_000)),
            "the document is too large",
        ),
        (
            "tables",
            format!("{quick}helper = [{}]", million("{},", 5_000_000)),
            "the document is too large",
        ),
        (
            "many",
            format!("{quick}helper = [{}]", million("{},", 100_000)),
            "helper has 100000 elements",
        ),
        (
            "unknown",
            (0..90_000).fold(quick.to_owned(), |mut text, number| {
                let _ = writeln!(text, "k{number}=1");
                text
            }),
            "90000 faults; nothing was run",
        ),
    ] {
        fs::write(place.path().join("x.toml"), text).unwrap();
        let answer = call_within(1_500, place.path(), &["run", "x.toml"]);
        assert_eq!(
            answer.code,
            Some(2),
            "{name}: {}",
            &answer.err[..answer.err.len().min(2_000)]
        );
        assert!(
            answer.err.contains(said),
            "{name}: {}",
            &answer.err[..answer.err.len().min(2_000)]
        );
        assert!(answer.err.len() < 20_000, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_is_limited_to_a_megabyte() {
    let place = folder();
    let text = format!("{}helper = [{}]", super::QUICK, "{},".repeat(5_000_000));
    let link = link(&text);
    assert!(link.len() < 40_000);
    let answer = call_within(1_500, place.path(), &["run", &link]);
    assert_eq!(answer.code, Some(2));
    assert_eq!(
        answer.err,
        "cannot open the link: it has more than 1000000 bytes; save a larger scenario to a file\n"
    );
}

#[test]
fn texts_have_a_length() {
    let place = folder();
    let file = place.path().join("x.toml");
    let named = |key: &str, length: usize| {
        let text = "x".repeat(length);
        let base = "kind = \"quick\"\ndifficulty = 10\n";
        match key {
            "actor.name" => format!("{base}actor = {{ name = \"{text}\", dice = 2 }}\n"),
            key => format!("{base}{key} = \"{text}\"\nactor = {{ dice = 2 }}\n"),
        }
    };
    for (key, most) in [("title", 200), ("notes", 20_000), ("actor.name", 200)] {
        fs::write(&file, named(key, most)).unwrap();
        let answer = super::finish(evenodds(place.path()).args(["exact", "x.toml"]));
        assert!(!answer.err.contains("characters"), "{key}: {}", answer.err);
        fs::write(&file, named(key, most + 1)).unwrap();
        let answer = super::finish(evenodds(place.path()).args(["exact", "x.toml"]));
        let said = format!(
            "{key} has {} characters; expected at most {most} characters",
            most + 1
        );
        assert_eq!(answer.code, Some(2));
        assert!(answer.err.contains(&said), "{}", answer.err);
    }
    let long = "x".repeat(1_001);
    fs::write(&file, format!("{}[{long}]\n", super::QUICK)).unwrap();
    let answer = super::finish(evenodds(place.path()).args(["exact", "x.toml"]));
    assert!(
        answer
            .err
            .contains("the key has 1001 characters; expected at most 1000"),
        "{}",
        answer.err
    );
}

/// Returns an adventure of `scenes` scenes with five piles each.
fn workshops(scenes: usize, changed: impl Fn(usize) -> String) -> String {
    let mut text = "kind = \"adventure\"\n".to_owned();
    for scene in 0..scenes {
        let _ = writeln!(
            text,
            "[[scene]]\nname = \"s{scene}\"\n[scene.contest]\nkind = \"workshop\"\nplayer = \"optimal\"\n\
             craft = {{ piles = 5 }}\n{}",
            changed(scene)
        );
    }
    text
}

#[test]
fn an_adventure_that_takes_too_long_to_be_solved_is_refused() {
    let place = folder();
    let gex = |scene: usize| format!("crafter = {{ name = \"Gex {scene}\", dice = 5 }}");
    let file = place.path().join("x.toml");
    fs::write(&file, workshops(40, gex)).unwrap();
    let answer = super::finish(evenodds(place.path()).args(["run", "x.toml", "-n", "10"]));
    assert_eq!(answer.code, Some(2));
    assert!(
        answer
            .err
            .starts_with("x.toml:2:1: scene takes about 360 s to solve; expected at most 300 s\n"),
        "{}",
        answer.err
    );
    // Equal scenes count once.
    let same = |_: usize| "crafter = { name = \"Gex\", dice = 1 }".to_owned();
    let text = workshops(40, same);
    assert!(evenodds::scenario::load("x.toml", text.as_bytes(), &[]).is_ok());
}
