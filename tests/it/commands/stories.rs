//! The examples of the README: their commands give the answers that it shows.

use super::{call_in, folder, json};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Returns the README without its line breaks.
fn readme() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    fs::read_to_string(path).unwrap().replace('\n', " ")
}

/// Returns the JSON answer to a command in the README.
fn answer(command: &str) -> Value {
    assert!(readme().contains(command), "{command}");
    let arguments: Vec<String> = command
        .split_whitespace()
        .fold(Vec::new(), |mut words: Vec<String>, word| {
            match words.last_mut() {
                // Joins a quoted word that contains a blank.
                Some(last) if last.matches('"').count() % 2 == 1 => {
                    last.push(' ');
                    last.push_str(word);
                }
                _ => words.push(word.to_owned()),
            }
            words
        })
        .into_iter()
        .skip(1)
        .map(|word| word.replace('"', ""))
        .chain(["-f".to_owned(), "json".to_owned()])
        .collect();
    json(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn a_designer_finds_field_and_supply_for_three_tries_in_five() {
    let found = answer(
        "evenodds tune @prospect --vary field.size=6,10,15,21 --vary leader.dice=2..6 \
         --target success=60% --tolerance 3%",
    );
    assert_eq!(
        (&found["verdict"], &found["met"]),
        (&"meets".into(), &true.into())
    );
    assert_eq!(
        found["answer"],
        serde_json::json!(["field.size=6", "leader.dice=4"])
    );
    let settings = found["settings"].as_array().unwrap();
    assert_eq!(settings.len(), 20);
    let meeting = settings.iter().filter(|one| one["meets"] == true);
    assert_eq!(meeting.count(), 1, "no other one is within three points");
    let fresh = found["fresh"]["value"].as_f64().unwrap();
    assert_eq!(format!("{:.0}%", 100.0 * fresh), "60%");
    assert!(readme().contains("in five succeed: a Field of six and four dice."));
}

#[test]
fn three_wolves_are_a_fight_and_two_are_not() {
    let story = readme();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let page = fs::read_to_string(path).unwrap();
    let block = page.split("```toml").nth(1).unwrap();
    let wolves = block.split("```").next().unwrap();
    let home = folder();
    fs::write(home.path().join("my-fight.toml"), wolves).unwrap();
    let share = |sets: &[&str]| {
        let run = ["run", "my-fight.toml", "-n", "20k", "-f", "json"];
        let answer = call_in(home.path(), &[&run[..], sets].concat());
        let results: Value = serde_json::from_str(&answer.out).unwrap();
        100.0 * results["outcomes"][0]["share"].as_f64().unwrap()
    };
    // The figures of the text, within four standard errors of this number of trials.
    for (sets, figure) in [
        (&[][..], 49.0),
        (&["--set", "team.wolves.Wolf.count=2"], 92.0),
    ] {
        assert!((share(sets) - figure).abs() < 2.0, "{sets:?}");
        assert!(story.contains(&format!("{figure}%")), "{figure}");
    }
}

#[test]
fn a_batch_job_checks_a_folder() {
    let command = "evenodds check scenarios --junit junit.xml";
    assert!(readme().contains(command));
    let home = folder();
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/quick");
    fs::create_dir(home.path().join("scenarios")).unwrap();
    for file in fs::read_dir(scenarios).unwrap() {
        let file = file.unwrap();
        fs::copy(
            file.path(),
            home.path().join("scenarios").join(file.file_name()),
        )
        .unwrap();
    }
    let check = ["check", "scenarios", "--junit", "junit.xml"];
    let good = call_in(home.path(), &check);
    assert_eq!(good.code, Some(0), "{}{}", good.out, good.err);
    let junit = fs::read_to_string(home.path().join("junit.xml")).unwrap();
    assert!(
        junit.contains("<testsuite ") && !junit.contains("<failure"),
        "{junit}"
    );
    // A failed expectation fails the build.
    let lock = home.path().join("scenarios/lockpick.toml");
    let text = fs::read_to_string(&lock).unwrap();
    let harder = text.replacen("difficulty = ", "difficulty = 1", 1);
    assert_ne!(text, harder);
    fs::write(&lock, harder).unwrap();
    let broken = call_in(home.path(), &check);
    assert_eq!(broken.code, Some(1), "{}{}", broken.out, broken.err);
    let junit = fs::read_to_string(home.path().join("junit.xml")).unwrap();
    assert!(junit.contains("<failure"), "{junit}");
}
