//! Scenes that are files of their own.

use super::Folder;
use evenodds::scenario::{load, open};
use std::fs;

const DOOR: &str = "kind = 'quick'\ntitle = 'A door'\ndifficulty = 9\nactor = { name = 'Ann', dice = 3 }\n\
                    [run]\ntrials = 5\n[expect.outcomes]\nsuccess = [0, 0.1]\n";
const NIGHT: &str = "kind = 'adventure'\n[[character]]\nname = 'Ann'\nclasses = [{ name = 'Thief', dice = 3 }]\n\
                     [[scene]]\nname = 'door'\nfile = 'scenes/door.toml'\n";
const INLINE: &str = "kind = 'adventure'\n[[character]]\nname = 'Ann'\nclasses = [{ name = 'Thief', dice = 3 }]\n\
     [[scene]]\nname = 'door'\n[scene.contest]\nkind = 'quick'\ndifficulty = 9\n\
     actor = { name = 'Ann', dice = 3 }\n";

fn folder() -> Folder {
    Folder::with(&[
        ("night.toml", NIGHT),
        ("inline.toml", INLINE),
        ("scenes/door.toml", DOOR),
    ])
}

#[test]
fn a_scene_in_a_file_is_the_scene_written_there() {
    let folder = folder();
    let inline = folder.hash(&["inline.toml"]);
    assert_eq!(folder.hash(&["night.toml"]), inline);
    let harder = ["--set", "scene.door.contest.difficulty=12"];
    let changed = |file| folder.hash(&[&[file][..], &harder].concat());
    assert_eq!(changed("night.toml"), changed("inline.toml"));
    assert_ne!(changed("night.toml"), inline);
}

#[test]
fn settings_beside_a_file_complete_it() {
    let folder = folder();
    let completed = format!("{NIGHT}[scene.contest]\ndifficulty = 12\n");
    folder.write("harder.toml", completed.as_bytes());
    let set = ["inline.toml", "--set", "scene.door.contest.difficulty=12"];
    assert_eq!(folder.hash(&["harder.toml"]), folder.hash(&set));
}

#[test]
fn the_whole_text_of_a_scenario_plays_alike_alone() {
    for (name, sets) in [
        ("@canyon-evening", &[][..]),
        ("@canyon-evening", &["scene.repair.contest.craft.piles=5"]),
        ("@canyon-evening", &["scene.ambush.file=@late-drones"]),
    ] {
        let sets: Vec<String> = sets.iter().map(ToString::to_string).collect();
        let scenario = open(name, &sets).unwrap();
        let text = scenario.whole_text();
        let again = load("alone.toml", text.as_bytes(), &scenario.whole_assignments()).unwrap();
        assert_eq!(again.hash, scenario.hash, "{sets:?}");
    }
}

#[test]
fn variants_use_the_file_as_first_read() {
    let folder = folder();
    let path = folder.path("night.toml");
    let scenario = open(path.to_str().unwrap(), &[]).unwrap();
    let used = scenario.used_files();
    assert_eq!(used.len(), 1);
    assert!(used[0].ends_with("scenes/door.toml"), "{used:?}");
    let change = ["scene.door.contest.difficulty=12".to_owned()];
    let before = scenario.with(&change).unwrap().hash;
    fs::remove_file(folder.path("scenes/door.toml")).unwrap();
    assert_eq!(scenario.with(&change).unwrap().hash, before);
}

#[test]
fn the_values_of_a_sweep_may_be_files() {
    let folder = folder();
    let window = DOOR.replace("= 9", "= 4");
    folder.write("scenes/window.toml", window.as_bytes());
    let vary = "scene.door.file=scenes/door.toml,scenes/window.toml";
    let output = folder.output(&["sweep", "night.toml", "--vary", vary, "-q"]);
    assert!(output.contains("scenes/window.toml"), "{output}");
    let vary = "scene.door.file=scenes/door.toml,scenes/gate.toml";
    let refused = folder.refused(&["sweep", "night.toml", "--vary", vary]);
    assert!(refused.contains("scenes/gate.toml"), "{refused}");
}

#[test]
fn files_of_a_scenario_inside_the_program_are_found_there() {
    let folder = Folder::with(&[(
        "x.toml",
        "kind = 'adventure'\n[[scene]]\nname = 'fight'\nfile = '@canyon'\nthen = { heroes = 'done' }\n",
    )]);
    let output = folder.output(&["run", "x.toml", "-n", "1000", "-s", "42", "-f", "json"]);
    let results: serde_json::Value = serde_json::from_str(&output).unwrap();
    let won = &results["metrics"]
        .as_array()
        .unwrap()
        .iter()
        .find(|metric| metric["name"] == "won.fight")
        .unwrap()["mean"];
    let alone = folder.output(&["run", "@canyon", "-n", "1000", "-s", "42", "-f", "json"]);
    let alone: serde_json::Value = serde_json::from_str(&alone).unwrap();
    assert_eq!(*won, alone["outcomes"][0]["share"]);
}

#[test]
fn all_faults_of_scenes_in_files_are_reported_together() {
    let folder = Folder::with(&[
        (
            "x.toml",
            "kind = 'adventure'\n[[scene]]\nname = 'a'\nfile = 'none.toml'\n[[scene]]\nname = 'b'\n\
             file = 'x.toml'\n[[scene]]\nname = 'c'\nfile = 'broken.toml'\n[[scene]]\nname = 'd'\n\
             file = 'other.toml'\n[[scene]]\nname = 'e'\nfil = 'other.toml'\n",
        ),
        ("broken.toml", "kind = 'quick'\ndifficulty = = 3\n"),
        ("other.toml", "kind = 'quick'\ndifficulty = 0\n"),
    ]);
    insta::assert_snapshot!(folder.refused(&["run", "x.toml"]), @r#"
    x.toml:4:8: scene.a.file is "none.toml"; the file none.toml does not exist
    x.toml:7:8: scene.b.file is "x.toml"; a file cannot include itself
    x.toml:16:1: scene.e.fil is not a key here; did you mean file? / help: the keys here are name, contest, then, worst, rest, session_ends, cost, file
    broken.toml:2:14: extra `=`
    other.toml:1:1: scene.d.contest.actor is missing; expected a table / help: for example actor = { name = "Skinner", dice = 2 }
    other.toml:2:14: scene.d.contest.difficulty is 0; expected a positive whole number
    "#);
}

#[test]
fn a_report_keeps_a_scenario_that_plays_alike_alone() {
    let folder = folder();
    folder.output(&["report", "night.toml", "-n", "1000", "-o", "out", "-q"]);
    let text = fs::read_dir(folder.path("out")).unwrap();
    let own = text
        .map(|entry| entry.unwrap().path().join("scenario.toml"))
        .find(|path| path.is_file())
        .unwrap();
    let kept = folder.hash(&[own.to_str().unwrap()]);
    assert_eq!(kept, folder.hash(&["night.toml"]));
}
