//! Tests of `evenodds new`.

use super::{call_in, files, folder, refused, stdout};
use evenodds::document::listing::describe_keys;
use std::fs;

#[test]
fn a_file_for_an_editor_refers_to_its_schema() {
    for kind in evenodds::contests::KINDS {
        let home = folder();
        let answer = call_in(home.path(), &["new", kind.name, "--editor"]);
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
        let file = format!("{}.toml", kind.name);
        let schema = format!("{}.schema.json", kind.name);
        let written = files(home.path());
        let names: Vec<&str> = written.keys().map(String::as_str).collect();
        assert_eq!(names, [".taplo.toml", &schema, &file]);
        for name in names {
            assert!(
                answer.out.contains(&format!("{name}: written")),
                "{}",
                answer.out
            );
        }
        let template = stdout(&["new", kind.name]);
        let text = format!("#:schema ./{schema}\n{template}");
        assert_eq!(written[&file], text.as_bytes());
        assert_eq!(written[&schema], stdout(&["schema", kind.name]).as_bytes());
        let played = call_in(home.path(), &["run", &file, "-n", "100", "--no-stronger"]);
        assert_eq!(played.code, Some(0), "{}", played.err);
    }
}

#[test]
fn a_new_file_has_the_usual_keys_and_names_the_calls_that_list_the_others() {
    for kind in evenodds::contests::KINDS {
        let [text, all] =
            [&[][..], &["--all"]].map(|options| stdout(&[&["new", kind.name], options].concat()));
        // The examples of dice and of adventures are contests of several tables.
        assert!(text.lines().count() <= 60, "{text}");
        assert!(
            text.lines().all(|line| line.chars().count() <= 120),
            "{text}"
        );
        assert!(
            !text.contains("[rules]") && !text.contains("[run]"),
            "{text}"
        );
        let last = text.lines().next_back().unwrap();
        for call in [
            format!("new {} --all", kind.name),
            format!("list {}", kind.name),
        ] {
            assert!(last.contains(&format!("`evenodds {call}`")), "{last}");
        }
        assert!(
            all.contains("\n# [expect.outcomes]\n") && all.len() > text.len(),
            "{all}"
        );
    }
    for start in ["teams", "@canyon"] {
        let why = format!("{start} is a whole file; remove --all");
        assert!(refused(2, &["new", start, "--all"]).contains(&why));
    }
}

#[test]
fn the_template_of_teams_runs_and_names_every_key_of_teams() {
    let text = stdout(&["new", "teams"]);
    let home = folder();
    let written = call_in(home.path(), &["new", "teams", "--editor"]);
    assert_eq!(written.code, Some(0), "{}", written.err);
    let file = fs::read_to_string(home.path().join("teams.toml")).unwrap();
    assert_eq!(file, format!("#:schema ./dice.schema.json\n{text}"));
    let played = call_in(home.path(), &["run", "teams.toml", "-n", "100"]);
    assert_eq!((played.code, &*played.err), (Some(0), ""));

    let dice = evenodds::contests::kind("dice").unwrap();
    let of_teams = |path: &str| {
        (path.starts_with("team.") || path.starts_with("step[].")) && !path.contains("choose")
    };
    let words: Vec<&str> = text
        .split(|one: char| !one.is_alphanumeric() && one != '_')
        .collect();
    for row in describe_keys(dice.keys) {
        let key = row
            .path
            .rsplit('.')
            .find(|part| *part != "members[].*" && *part != "*");
        let key = key.unwrap().trim_end_matches("[]");
        assert!(!of_teams(&row.path) || words.contains(&key), "{}", row.path);
    }
}

#[test]
fn a_misspelled_name_of_a_template_is_refused_with_the_nearest_one() {
    for command in ["new", "list"] {
        let fault = refused(2, &[command, "team"]);
        assert!(fault.contains("did you mean teams?"), "{fault}");
    }
    insta::assert_snapshot!(refused(2, &["new", "teams", "--party"]), @"teams is a scenario, not a party; remove --party");
}

#[test]
fn the_list_leads_to_teams_and_their_built_in_fights() {
    let all = stdout(&["list"]);
    assert!(
        all.contains("\n  teams            Fights with hit points"),
        "{all}"
    );
    let teams = stdout(&["list", "teams"]);
    for word in [
        "evenodds new teams",
        "evenodds list dice",
        "docs/kinds/teams.md",
    ] {
        assert!(teams.contains(word), "{teams}");
    }
    for builtin in evenodds::scenario::BUILTINS {
        let is_listed = teams.contains(&format!("  @{} ", builtin.name));
        let is_of_teams = builtin.text.contains("\n[team.");
        assert_eq!(is_listed, is_of_teams, "{}", builtin.name);
    }
}

#[test]
fn scenarios_and_settings_that_are_there_stay() {
    let home = folder();
    let new = |arguments: &[&str]| call_in(home.path(), &[&["new"], arguments].concat());
    let place = |name: &str| home.path().join(name);
    fs::write(place(".taplo.toml"), "mine = 1\n").unwrap();
    let first = new(&["combat", "--editor", "-o", "fight.toml"]);
    assert_eq!(first.code, Some(0), "{}", first.err);
    assert!(
        first.out.contains(".taplo.toml: exists, not changed"),
        "{}",
        first.out
    );

    // A second file of the kind, and a party, are beside the first.
    assert_eq!(
        new(&["combat", "--editor", "-o", "brawl.toml"]).code,
        Some(0)
    );
    assert_eq!(new(&["combat", "--party", "--editor"]).code, Some(0));
    let names: Vec<String> = files(home.path()).into_keys().collect();
    assert_eq!(
        names,
        [
            ".taplo.toml",
            "brawl.toml",
            "combat.party.schema.json",
            "combat.schema.json",
            "fight.toml",
            "party.toml"
        ]
    );

    fs::write(place("fight.toml"), "mine").unwrap();
    fs::write(place("combat.schema.json"), "old").unwrap();
    let answer = new(&["combat", "--editor", "-o", "fight.toml"]);
    assert_eq!(answer.code, Some(3));
    insta::assert_snapshot!(answer.err, @"fight.toml already exists; choose another name with -o, or remove it");
    assert_eq!(fs::read(place("fight.toml")).unwrap(), b"mine");
    assert_eq!(fs::read(place("combat.schema.json")).unwrap(), b"old");

    fs::remove_file(place("fight.toml")).unwrap();
    let made = new(&["combat", "--editor", "-o", "fight.toml"]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    assert_ne!(fs::read(place("combat.schema.json")).unwrap(), b"old");
    assert_eq!(fs::read(place(".taplo.toml")).unwrap(), b"mine = 1\n");
}

#[test]
fn the_file_is_not_what_is_written_beside_it() {
    let home = folder();
    let answer = call_in(
        home.path(),
        &["new", "quick", "--editor", "-o", "quick.schema.json"],
    );
    assert_eq!(answer.code, Some(2), "{}", answer.err);
    assert!(files(home.path()).is_empty());
}

#[test]
fn a_scenario_inside_the_program_is_a_file_to_start_from() {
    for builtin in evenodds::scenario::BUILTINS {
        let home = folder();
        let name = format!("@{}", builtin.name);
        fs::write(home.path().join("mine.toml"), stdout(&["new", &name])).unwrap();
        let mine = home.path().join("mine.toml");
        let mine = evenodds::scenario::open(mine.to_str().unwrap(), &[]).unwrap();
        assert_eq!(
            mine.hash,
            evenodds::scenario::open(&name, &[]).unwrap().hash
        );
    }
    insta::assert_snapshot!(refused(2, &["new", "@canyom"]), @"unknown built-in scenario @canyom; did you mean @canyon? `evenodds list` names all");
    insta::assert_snapshot!(refused(2, &["new", "@canyon", "--party"]), @"@canyon is a scenario, not a party; remove --party");
}
