//! Help and reference output: `list`, `new`, `schema`, `completions`, `--help`.

use super::{evenodds, finish, folder, input, stdout};
use serde_json::Value;

#[test]
fn a_list_marks_the_keys_that_advise_changes() {
    use evenodds::document::listing::describe_keys;
    for kind in evenodds::contests::KINDS {
        let rows = describe_keys(kind.keys);
        let tunable = rows.iter().filter(|row| row.tunable).count();
        let about = stdout(&["list", kind.name, "--all"]);
        assert!(tunable > 0, "{}", kind.name);
        assert_eq!(about.matches("Tunable.").count(), tunable, "{about}");
    }
}

#[test]
fn every_kind_can_be_listed_described_and_begun() {
    let home = folder();
    for kind in evenodds::contests::KINDS {
        assert!(stdout(&["list"]).contains(kind.summary));
        let about = stdout(&["list", kind.name, "--all"]);
        for key in kind.keys {
            assert!(
                about.contains(&format!("  {}", key.name)),
                "{}: {about}",
                key.name
            );
        }
        assert!(
            about.lines().all(|line| line.chars().count() <= 100),
            "{about}"
        );
        let schema: Value = serde_json::from_str(&stdout(&["schema", kind.name])).unwrap();
        assert_eq!(schema["properties"]["kind"]["oneOf"][0]["const"], kind.name);
        let file = stdout(&["new", kind.name]);
        let played = finish(
            evenodds(home.path())
                .args(["run", "-", "-n", "200", "--no-stronger", "-f", "json"])
                .stdin(input(file)),
        );
        assert_eq!(played.code, Some(0), "{}", played.err);
        // A useful contest has more than one possible outcome; Dice Adventures are about the score.
        let results: Value = serde_json::from_str(&played.out).unwrap();
        let share = results["outcomes"][0]["share"].as_f64().unwrap();
        let is_open = (0.02..=0.98).contains(&share) || kind.name == "dice_adventures";
        assert!(is_open, "{}: {share}", kind.name);
    }
}

#[test]
fn the_short_page_of_a_kind_has_25_lines_and_what_stories_use() {
    for kind in evenodds::contests::KINDS {
        let short = stdout(&["list", kind.name]);
        assert!(short.lines().count() <= 25, "{short}");
        assert!(
            short.lines().all(|line| line.chars().count() <= 100),
            "{short}"
        );
        assert!(short.contains(&format!("evenodds new {}", kind.name)));
    }
    let combat = stdout(&["list", "combat"]);
    for key in ["side[].player", "classes[].dice", "monster", "@canyon"] {
        assert!(combat.contains(key), "{key}: {combat}");
    }
    for key in [
        "step[].each",
        "step[].target.among",
        "team.*.members[].count",
    ] {
        assert!(stdout(&["list", "teams"]).contains(key), "{key}");
    }
}

#[test]
fn built_in_scenarios_are_found_by_words_of_their_files() {
    let blades = stdout(&["list", "--search", "BLADES dark"]);
    assert!(
        blades.contains("@action-roll") && blades.contains("@score"),
        "{blades}"
    );
    assert!(!blades.contains("@canyon"), "{blades}");
    let none = stdout(&["list", "--search", "chess"]);
    assert!(
        none.contains("No built-in scenario contains \"chess\"."),
        "{none}"
    );
}

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = stdout(&["completions", shell]);
        assert!(
            script.contains("evenodds") && script.contains("precision"),
            "{shell}"
        );
    }
}

#[test]
fn help_mentions_only_existing_commands() {
    let all = stdout(&["--help"]);
    let commands: Vec<&str> = all
        .lines()
        .skip_while(|line| *line != "Ask:")
        .take_while(|line| *line != "Options:")
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.len() > 5 && commands.contains(&"run"), "{all}");
    let mut texts = vec![all.clone(), stdout(&["list"]), stdout(&["new", "combat"])];
    for command in &commands {
        if *command != "help" {
            texts.push(stdout(&[command, "--help"]));
        }
    }
    for text in texts {
        let words: Vec<&str> = text.split_whitespace().collect();
        for pair in words.windows(2) {
            if pair[0].trim_start_matches(['`', '(']) != "evenodds" {
                continue;
            }
            let named = pair[1].trim_matches(|character: char| !character.is_alphanumeric());
            if named.chars().all(|letter| letter.is_ascii_lowercase()) && !named.is_empty() {
                assert!(commands.contains(&named), "`evenodds {named}` in\n{text}");
            }
        }
        for command in [
            "ladder", "sweep", "tune", "advise", "compare", "check", "merge",
        ] {
            let mentioned = words.iter().any(|word| word.trim_matches('`') == command);
            assert!(
                !mentioned || commands.contains(&command),
                "{command} in\n{text}"
            );
        }
    }
}
