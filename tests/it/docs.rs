//! Tests of the documents: their scenarios load, their commands run, and their keys, defaults and
//! worked values match the program.

mod printed;

use crate::fights::Sketch;
use evenodds::analysis::{MOST_CELLS, MOST_CONDITIONS};
use evenodds::contest::{Kind, Solve};
use evenodds::contests::KINDS;
use evenodds::contests::combat::Player;
use evenodds::dice::{Dice, Distribution, Sampled, roller_key};
use evenodds::document::shape::{LONGEST_PROSE, LONGEST_TEXT, MOST_FREE_KEYS};
use evenodds::document::size::{LONGEST_KEY, MOST_TOKENS};
use evenodds::document::{KeyRow, describe_keys};
use evenodds::expressions::expression::functions::{FUNCTIONS, ListedFunction};
use evenodds::scenario::{
    LIBRARY, MOST_LINK_ASSIGNMENTS, MOST_LINK_BYTES, MOST_SETTINGS, MOST_VALUES, load, open,
};
use evenodds::sim::next_look;
use evenodds::stats::{
    BoundedMean, Discordance, Histogram, Interval, Moments, PairedScores, confidence_sequence,
    normal_quantile, wilson,
};
use evenodds_testing::size;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    let text = fs::read_to_string(root().join(name)).unwrap();
    // A checkout may have other line ends.
    text.replace("\r\n", "\n")
}

/// Returns the README, all pages of `docs`, and others beside them: (name, text).
fn documents() -> Vec<(String, String)> {
    let beside = [
        "README.md",
        "crates/README.md",
        "crates/contests/README.md",
        "reports/README.md",
        "reports/claims.md",
    ];
    let mut names = beside.map(str::to_owned).to_vec();
    pages("docs", &mut names);
    names.sort();
    let documents: Vec<(String, String)> = names
        .into_iter()
        .map(|name| (name.clone(), read(&name)))
        .collect();
    assert!(documents.len() >= 8);
    documents
}

/// Adds the pages in a folder and its subfolders.
fn pages(folder: &str, names: &mut Vec<String>) {
    for entry in fs::read_dir(root().join(folder)).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{folder}/{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            pages(&name, names);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            names.push(name);
        }
    }
}

/// Returns the fenced blocks of a text: (language, content).
fn blocks(text: &str) -> Vec<(&str, String)> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let content: Vec<&str> = lines
                .by_ref()
                .take_while(|line| !line.starts_with("```"))
                .collect();
            blocks.push((language, content.join("\n") + "\n"));
        }
    }
    blocks
}

/// Writes the files of a document whose first line is their name, such as `# watch.toml`.
fn write_named(text: &str, folder: &Path) {
    for (_, block) in blocks(text) {
        let name = block
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("# "));
        let is_file = |name: &&str| Path::new(name).extension().is_some_and(|end| end == "toml");
        if let Some(name) = name.filter(is_file) {
            fs::write(folder.join(name), &block).unwrap();
        }
    }
}

#[test]
fn every_scenario_in_the_documents_loads() {
    let mut loaded = 0;
    for (name, text) in documents() {
        let folder = tempfile::tempdir().unwrap();
        write_named(&text, folder.path());
        for (language, block) in blocks(&text) {
            let is_scenario = block.lines().any(|line| line.starts_with("kind"));
            if language == "toml" && is_scenario {
                let path = folder.path().join("scenario.toml");
                if let Err(error) = load(&path.to_string_lossy(), block.as_bytes(), &[]) {
                    panic!("{name}\n{block}\n{error}");
                }
                loaded += 1;
            }
        }
    }
    assert!(loaded >= KINDS.len(), "a kind without an example");
}

/// Splits a command line as a shell does, without variables.
pub fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for character in line.chars() {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            (None, '#') if word.is_none() => break,
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words
}

/// Returns the commands of this program in a document, each as its arguments.
fn commands(text: &str) -> Vec<Vec<String>> {
    let mut commands = Vec::new();
    for (language, block) in blocks(text) {
        if !["", "sh"].contains(&language) {
            continue;
        }
        for line in block.lines() {
            let typed = line
                .strip_prefix("evenodds ")
                .or_else(|| line.strip_prefix("cargo run -- "));
            commands.extend(typed.map(words));
        }
    }
    commands
}

/// Returns the arguments with few trials and a short time for advice, and the file that standard
/// output is redirected to.
fn hurried(arguments: Vec<String>) -> (Vec<String>, Option<String>) {
    let mut hurried: Vec<String> = Vec::new();
    let mut into = None;
    let mut plays = false;
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "-n" | "--trials" => drop(arguments.next()),
            ">" => into = arguments.next(),
            _ => {
                let players = ["run", "report", "ladder", "matchups", "drama", "sweep"];
                plays |= hurried.is_empty() && players.contains(&argument.as_str());
                hurried.push(argument);
            }
        }
    }
    let limits: &[&str] = match hurried[0].as_str() {
        _ if plays => &["-n", size("50", "500"), "-q"],
        "advise" => size(&["-n", "50", "--budget", "5"][..], &[]),
        "check" => size(&["--max-trials", "50"][..], &[]),
        _ => &[],
    };
    hurried.extend(limits.iter().map(ToString::to_string));
    (hurried, into)
}

/// Returns whether this build has the features that a command needs.
fn is_built(arguments: &[String]) -> bool {
    let asks_for = |words: &[&str]| {
        let mut arguments = arguments.iter();
        arguments.any(|argument| words.contains(&argument.as_str()))
    };
    (cfg!(feature = "frames") || !asks_for(&["csv", "--frame", "--samples"]))
        && (cfg!(feature = "charts") || !asks_for(&["--chart", "html"]))
}

fn copy(from: &Path, into: &Path) {
    fs::create_dir_all(into).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = into.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).unwrap();
        }
    }
}

#[test]
fn commands_in_the_documents_run() {
    let documents: Vec<_> = documents().into_iter().step_by(size(12, 1)).collect();
    // Documents run in parallel; the commands of each run in order.
    let ran: usize = documents
        .into_par_iter()
        .map(|(name, text)| run_commands_of(&name, &text))
        .sum();
    assert!(ran >= size(10, 100), "{ran}");
}

/// Returns a folder with the built-in scenarios and the files that a document shows. The first
/// scenario is also `my-fight.toml`.
fn workplace(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(&root().join("scenarios"), &folder.path().join("scenarios"));
    write_named(text, folder.path());
    for (number, (language, block)) in blocks(text).into_iter().enumerate() {
        // The commands play the first file that a document shows.
        if language == "toml" && block.contains("kind") {
            let file = folder.path().join(format!("block-{number}.toml"));
            fs::write(file, &block).unwrap();
            let first = folder.path().join("my-fight.toml");
            if !first.exists() {
                fs::write(first, &block).unwrap();
            }
        }
    }
    folder
}

/// Runs the commands of a document and returns their number.
fn run_commands_of(name: &str, text: &str) -> usize {
    // Each document has its own folder, so that later commands find the files of earlier ones.
    let folder = workplace(text);
    let mut ran = 0;
    for arguments in commands(text) {
        let (mut arguments, into) = hurried(arguments);
        // The tutorials add the expectations later.
        if arguments[0] == "check" {
            arguments.extend(["--no-tests", "pass"].map(str::to_owned));
        }
        if !is_built(&arguments) {
            continue;
        }
        let output = Command::new(env!("CARGO_BIN_EXE_evenodds"))
            .env("EVENODDS_CACHE", "off")
            .args(&arguments)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        // With such limits, a check may be undecided, and advice may find no change.
        let may_be_open = ["advise", "check"].contains(&arguments[0].as_str());
        let is_open = output.status.code() == Some(1) && size(may_be_open, false);
        assert!(
            output.status.success() || is_open,
            "{name}: {arguments:?}\n{errors}"
        );
        if let Some(file) = into {
            fs::write(folder.path().join(file), output.stdout).unwrap();
        }
        ran += 1;
    }
    ran
}

/// Returns the anchor of a heading in rendered Markdown: lower case, hyphens for blanks, no
/// punctuation.
fn anchor(heading: &str) -> String {
    heading
        .to_lowercase()
        .chars()
        .filter(|&character| character.is_alphanumeric() || [' ', '-', '_'].contains(&character))
        .map(|character| if character == ' ' { '-' } else { character })
        .collect()
}

#[test]
fn links_within_the_documents_lead_somewhere() {
    for (name, text) in documents() {
        let folder = root().join(&name).parent().unwrap().to_owned();
        for (at, _) in text.match_indices("](") {
            let link = text[at + 2..].split(')').next().unwrap();
            if link.contains("://") {
                continue;
            }
            let (file, part) = link.split_once('#').unwrap_or((link, ""));
            let path = folder.join(file);
            assert!(path.exists(), "{name}: {link}");
            if !part.is_empty() && path.is_file() {
                let page = fs::read_to_string(path).unwrap();
                let mut headings = page.lines().filter_map(|line| {
                    let below = line.strip_prefix("### ");
                    below.or_else(|| line.strip_prefix("## "))
                });
                assert!(
                    headings.any(|heading| anchor(heading) == part),
                    "{name}: {link}"
                );
            }
        }
    }
}

/// Returns the section of a page whose heading begins with a text, up to the next heading of the
/// same level.
fn section<'a>(page: &'a str, heading: &str) -> &'a str {
    let start = page
        .find(&format!("\n## {heading}"))
        .unwrap_or_else(|| panic!("no section {heading}"));
    let section = &page[start + 1..];
    section.find("\n## ").map_or(section, |end| &section[..end])
}

/// Returns the row of a key in the tables of a section, as its cells.
fn cells<'a>(section: &'a str, path: &str) -> Option<Vec<&'a str>> {
    let line = section
        .lines()
        .find(|line| line.starts_with(&format!("| `{path}` |")))?;
    Some(line.split('|').map(str::trim).collect())
}

/// Returns the key that the row of a key refers to: "as `a`" in the column of values.
fn model_of<'a>(section: &'a str, path: &str) -> Option<&'a str> {
    let (_, model) = cells(section, path)?[2].split_once("as `")?;
    model.split('`').next()
}

/// Returns the key whose row describes a key: the key itself, or its counterpart in the table that
/// a row refers to. With "| `b` | table, as `a` |" the row of `a.name` describes `b.name`.
fn described_by(section: &str, path: &str) -> Option<String> {
    if cells(section, path).is_some() {
        return Some(path.to_owned());
    }
    let (model, rest) = path
        .rmatch_indices(['.', '['])
        .find_map(|(at, _)| Some((model_of(section, &path[..at])?, &path[at..])))?;
    described_by(section, &format!("{model}{rest}")).or_else(|| {
        // An array whose elements have the keys of a table.
        let rest = rest.strip_prefix("[]")?;
        described_by(section, &format!("{model}{rest}"))
    })
}

/// Asserts that the tables of keys in a section of a page have all these keys and no others, with
/// their defaults, and with their choices in the column of values.
fn assert_described(rows: &[KeyRow], section: &str, page: &str) {
    for row in rows {
        let Some(described) = described_by(section, &row.path) else {
            panic!("{page} lacks {}", row.path);
        };
        let cells = cells(section, &described).unwrap();
        let expected = match row.default.as_str() {
            "" | "{}" => String::new(),
            "required" => "required".to_owned(),
            literal => format!("`{literal}`"),
        };
        assert_eq!(cells[3], expected, "{page}: the default of {}", row.path);
        let model = model_of(section, &described)
            .and_then(|model| self::cells(section, model))
            .map_or("", |cells| cells[2]);
        for choice in row.choices {
            let name = format!("\"{}\"", choice.name);
            assert!(
                cells[2].contains(&name) || model.contains(&name),
                "{page}: {name} of {}",
                row.path
            );
        }
        // The description in the row has to fit the other key too.
        let other = rows.iter().find(|other| other.path == described);
        let other = other.unwrap_or_else(|| panic!("{page}: no key {described}"));
        let names = |row: &KeyRow| -> Vec<&'static str> {
            row.choices.iter().map(|one| one.name).collect()
        };
        assert_eq!(
            (&row.accepts, names(row)),
            (&other.accepts, names(other)),
            "{page}: {} is not as {described}",
            row.path
        );
    }
    for table in section.split("| key |").skip(1) {
        let lines = table.lines().skip(2);
        for line in lines.take_while(|line| line.starts_with('|')) {
            let path = line.split('`').nth(1).unwrap();
            let is_key = rows.iter().any(|row| row.path == path);
            assert!(is_key, "{page}: there is no key {path}");
        }
    }
}

#[test]
fn the_page_about_limits_has_those_that_are_not_keys() {
    let page = read("docs/reference/limits.md").replace(',', "");
    for number in [
        LONGEST_TEXT,
        LONGEST_PROSE,
        MOST_FREE_KEYS,
        MOST_TOKENS,
        LONGEST_KEY,
        MOST_LINK_BYTES,
        MOST_LINK_ASSIGNMENTS,
        MOST_SETTINGS,
        MOST_VALUES,
        MOST_CELLS,
        MOST_CONDITIONS,
    ] {
        assert!(page.contains(&number.to_string()), "{number}");
    }
}

#[test]
fn the_page_about_the_format_has_every_common_key_with_its_default_and_choices() {
    let name = "docs/reference/format.md";
    let page = read(name);
    let common = section(&page, "Keys of every scenario");
    assert_described(&describe_keys(LIBRARY.common_keys()), common, name);
}

/// Returns the names of the pages about a kind.
fn pages_of(kind: &Kind) -> Vec<String> {
    let parts: &[&str] = match kind.name {
        "dice" => &["dice", "teams"],
        name => &[name],
    };
    let page = |part: &&str| format!("docs/kinds/{part}.md");
    parts.iter().map(page).collect()
}

#[test]
fn the_page_about_each_kind_has_every_key_with_its_default_and_choices() {
    let shared: BTreeSet<String> = describe_keys(LIBRARY.common_keys())
        .into_iter()
        .map(|row| row.path)
        .collect();
    for kind in KINDS {
        let names = pages_of(kind);
        let pages: Vec<String> = names.iter().map(|name| read(name)).collect();
        let sections: String = pages.iter().map(|page| section(page, "Keys")).collect();
        let rows: Vec<KeyRow> = describe_keys(LIBRARY.keys_of(kind))
            .into_iter()
            .filter(|row| !shared.contains(&row.path))
            .collect();
        assert_described(&rows, &sections, &names[0]);
    }
}

#[test]
fn the_page_about_each_kind_has_an_example_and_every_metric() {
    let mut count = 0;
    for kind in KINDS {
        let names = pages_of(kind);
        count += names.len();
        let name = &names[0];
        let page: String = names.iter().map(|name| read(name)).collect();
        assert!(page.starts_with(&format!("# {}\n", kind.title)), "{name}");
        let value = format!("\"{}\"", kind.name);
        let is_example = |block: &str| {
            let mut lines = block.lines();
            lines.any(|line| line.starts_with("kind") && line.ends_with(&value))
        };
        let blocks = blocks(&page);
        let mut files = blocks.iter().filter(|(language, _)| *language == "toml");
        assert!(files.any(|(_, block)| is_example(block)), "{name}");
        for (metric, _) in kind.metrics {
            assert!(page.contains(&format!("`{metric}`")), "{name}: {metric}");
        }
    }
    // The folder has no other pages.
    let mut pages_of_kinds = Vec::new();
    pages("docs/kinds", &mut pages_of_kinds);
    assert_eq!(pages_of_kinds.len(), count);
}

#[test]
fn the_page_about_players_defines_every_player() {
    let page = read("docs/players.md");
    for player in KINDS.iter().flat_map(|kind| kind.players) {
        assert!(page.contains(&format!("\n## `{}`\n", player.name)));
    }
}

#[test]
fn the_page_about_results_names_every_key_of_checks_and_comparisons() {
    let page = read("docs/reference/results.md");
    for (heading, arguments) in [
        ("Checks", &["check", "@lockpick"][..]),
        (
            "Comparisons",
            &["compare", "@lockpick", "--vary", "difficulty=12"],
        ),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_evenodds"))
            .env("EVENODDS_CACHE", "off")
            .args(arguments)
            .args(["-f", "json"])
            .output()
            .unwrap();
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let mut keys = BTreeSet::new();
        collect(&json, &mut keys);
        let known = ["path", "title", "kind", "hash"];
        for key in keys.iter().filter(|key| !known.contains(&key.as_str())) {
            let section = section(&page, heading);
            assert!(section.contains(&format!("`{key}`")), "{heading}: {key}");
        }
    }
}

#[test]
fn the_page_about_results_names_every_key_of_the_json() {
    let page = read("docs/reference/results.md");
    let scenario = open("@canyon", &[]).unwrap();
    let contest = scenario.contest.as_ref();
    let plan = evenodds::sim::Plan {
        threads: 1,
        ..evenodds::sim::Plan::new(1, 0..100)
    };
    let finished = evenodds::sim::run(contest, &plan, &evenodds::sim::NoProgress);
    let identity = scenario.identity();
    let results = evenodds::sim::Results::sampled(identity, contest, 1, &finished, false, None);
    let json: serde_json::Value = serde_json::from_str(&evenodds::report::json(
        &evenodds::report::results_answer(&results, &evenodds::report::ResultContext::default()),
    ))
    .unwrap();
    let mut keys = BTreeSet::new();
    collect(&json, &mut keys);
    for outcome in contest.outcomes() {
        keys.remove(&outcome.name);
    }
    for key in keys {
        assert!(page.contains(&format!("`{key}`")), "{key}");
    }
}

#[test]
fn the_page_about_results_names_every_key_of_a_list_of_reports() {
    let page = read("docs/reference/results.md");
    let section = section(&page, "Reports");
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("broken.toml"), "kind = 'quick'\n").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_evenodds"))
        .env("EVENODDS_CACHE", "off")
        .args(["report", "@lockpick", "broken.toml", "-n", "50"])
        .current_dir(home.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let list = fs::read(home.path().join("report").join("index.json")).unwrap();
    let mut keys = BTreeSet::new();
    collect(&serde_json::from_slice(&list).unwrap(), &mut keys);
    let known = ["title", "kind", "hash", "bytes"];
    for key in keys.iter().filter(|key| !known.contains(&key.as_str())) {
        assert!(section.contains(&format!("`{key}`")), "{key}");
    }
}

#[test]
fn the_page_about_results_names_every_key_of_tunings_and_advice() {
    let page = read("docs/reference/results.md");
    let tuned = [
        "tune",
        "@lockpick",
        "--vary",
        "difficulty=10..11",
        "--target",
        "success=0.62",
    ];
    let advised = ["advise", "@duel", "--target", "red=0.9", "-n", "10"];
    for (arguments, heading) in [(&tuned[..], "Tuning"), (&advised, "Advice")] {
        let output = Command::new(env!("CARGO_BIN_EXE_evenodds"))
            .env("EVENODDS_CACHE", "off")
            .args(arguments)
            .args(["-f", "json"])
            .output()
            .unwrap();
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let mut keys = BTreeSet::new();
        collect(&json, &mut keys);
        assert!(keys.len() > 15);
        let own = format!("{}{}", section(&page, "JSON"), section(&page, heading));
        let own = format!("{own}{}", section(&page, "Tuning"));
        for key in keys {
            assert!(own.contains(&format!("`{key}`")), "{heading}: {key}");
        }
    }
}

fn collect(value: &serde_json::Value, keys: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(entries) => {
            for (key, value) in entries {
                keys.insert(key.clone());
                collect(value, keys);
            }
        }
        serde_json::Value::Array(values) => values.iter().for_each(|value| collect(value, keys)),
        _ => {}
    }
}

fn range(interval: Interval) -> String {
    format!("{:.6} to {:.6}", interval.low, interval.high)
}

#[test]
fn the_worked_values_of_the_method_are_those_of_the_library() {
    let page = read("docs/reference/method.md") + &read("crates/contests/README.md");
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let says = |text: String| assert!(page.contains(&text), "{text}");
    let part = |heading: &str| {
        let start = page.find(&format!("## {heading}")).unwrap();
        let end = page[start + 3..]
            .find(" ## ")
            .map_or(page.len(), |end| start + end);
        &page[start..end]
    };

    says(format!("*z* = {:.12}", normal_quantile(0.95)));
    for (successes, words) in [(243, "243"), (0, "0")] {
        let row = |interval| format!("| {words} | 1,000 | {} |", range(interval));
        assert!(part("Shares").contains(&row(wilson(successes, 1_000, 0.95))));
        let sequence = confidence_sequence(successes, 1_000, 0.05);
        assert!(
            part("Confidence sequences").contains(&row(sequence)),
            "{sequence:?}"
        );
    }

    let differing = |first, second| {
        let mut scores = [vec![0; 1_600], vec![0; 1_600]];
        scores[0][..first].fill(2);
        scores[1][first..first + second].fill(2);
        PairedScores::of(&scores[0], &scores[1]).interval(0.95)
    };
    let interval = differing(150, 86);
    let between = format!("between {:.6} and {:.6}", interval.low, interval.high);
    assert!(part("Hints by").contains(&between), "{between}");

    let mut looks = vec![next_look(0)];
    for _ in 0..5 {
        looks.push(next_look(looks[looks.len() - 1]));
    }
    let looks: Vec<String> = looks.iter().map(u64::to_string).collect();
    says(looks.join(", "));
    let enough = std::iter::successors(Some(next_look(0)), |&look| Some(next_look(look)))
        .find(|&look| confidence_sequence(look / 4, look, 0.05).half_width() <= 0.005)
        .unwrap();
    assert_eq!(enough / 1_000, 135);

    let mut values = Histogram::new(0, 9);
    for value in [2, 4, 4, 4, 5, 5, 7, 9] {
        values.add(value, 1);
    }
    let moments = Moments::of(&values, 0.95).unwrap();
    says(format!(
        "have mean {}, `sd` {:.6} and the interval {}",
        moments.mean,
        moments.sd,
        range(moments.interval)
    ));

    let mut values = Histogram::new(0, 9);
    for value in [1, 2, 2, 7] {
        values.add(value, 1);
    }
    let quantile = |share| values.quantile(share).unwrap();
    says(format!(
        "`p25` = {}, `p50` = {} and `p95` = {}",
        quantile(0.25),
        quantile(0.5),
        quantile(0.95)
    ));

    let mut mean = BoundedMean::new(0, 10);
    mean.add([(4, 500_000), (6, 500_000)]);
    let sequence = range(mean.interval(0.05));
    says(format!("the mean is known to be {sequence}"));
    for (first, second) in [(100, 300), (0, 0)] {
        let pairs = Discordance {
            trials: 10_000,
            first,
            second,
        };
        let interval = range(pairs.sequence(0.05));
        says(format!("| {first} | {second} | 10,000 | {interval} |"));
    }

    says(format!("the roller key is {}", roller_key("heroes/Dirk")));
    let mut dice = Sampled::new(42, &["heroes/Dirk".to_owned()]);
    dice.start(7);
    let four = dice.pool(0, 4);
    dice.start(7);
    let five = dice.pool(0, 5);
    says(format!("as four dice is {four}, and as five dice {five}"));

    let three = Distribution::of_dice(3, 6).unwrap();
    let (ways, all) = (three.at_least(10), three.total());
    let share = ways as f64 / all as f64;
    says(format!("in {ways} of {all} throws, a share of {share:.6}"));
    let exact = open("@climber", &[]).unwrap().contest.exact().unwrap();
    says(format!("success has {:.6}", exact.outcomes[0]));

    let workshop = |sets: &[&str]| {
        let sets: Vec<String> = sets.iter().map(ToString::to_string).collect();
        let scenario = open("@android-repair", &sets).unwrap();
        scenario.contest.exact().unwrap().outcomes[0]
    };
    let bare = ["assistance=false", "time=false", "facility=false"];
    says(format!(
        "with five dice succeed in {:.6} of all cases, with eight dice in {:.6}",
        workshop(&bare),
        workshop(&[])
    ));

    let trade = open("@making-ends-meet", &[]).unwrap().contest.exact();
    says(format!("solvent with {:.6}", trade.unwrap().outcomes[0]));

    let fencers = open("@fencers", &[]).unwrap().contest.exact().unwrap();
    says(format!(
        "In `@fencers` each wins with {:.6}, and both fall with {:.6}",
        fencers.outcomes[0], fencers.outcomes[2]
    ));

    let duel = |player| {
        let duel = Sketch::duel(player, 3, player, 4).packed();
        duel.exact().unwrap().outcomes[0]
    };
    says(format!(
        "win {:.6} of all fights against four if both are `optimal`, and {:.6} if both are `finisher`",
        duel(Player::Optimal),
        duel(Player::Finisher)
    ));
}

#[test]
fn the_first_word_of_the_method_is_that_of_its_formulas() {
    // Repeats the algorithm of the page without the library.
    let mix = |state: u64| {
        let word = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    };
    let number: u64 = 42;
    let seed = mix(number ^ 0x6576_656e_6f64_6473);
    let trial = mix(seed.wrapping_add(7_u64.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    let word = mix(trial.wrapping_add(roller_key("heroes/Dirk")));
    let page = read("docs/reference/method.md");
    assert!(page.contains(&word.to_string()), "{word}");
    let mut low = word;
    let mut faces: Vec<u64> = (0..4)
        .map(|_| {
            let product = u128::from(low) * 6;
            low = product as u64;
            (product >> 64) as u64 + 1
        })
        .collect();
    faces.sort_unstable();
    let mut dice = Sampled::new(42, &["heroes/Dirk".to_owned()]);
    dice.start(7);
    let thrown: Vec<u64> = dice.pool(0, 4).faces().map(u64::from).collect();
    assert_eq!(faces, thrown);
}

#[test]
fn all_functions_of_dice_expressions_are_listed() {
    let page = fs::read_to_string(root().join("docs/kinds/dice.md")).unwrap();
    let form = fs::read_to_string(root().join("web/page/page.html")).unwrap();
    let help = Command::new(env!("CARGO_BIN_EXE_evenodds"))
        .args(["dice", "--help"])
        .output()
        .unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    for name in FUNCTIONS.map(ListedFunction::name) {
        assert!(
            page.contains(&format!("`{name}(")),
            "docs/kinds/dice.md: {name}"
        );
        assert!(form.contains(name), "web/page/page.html: {name}");
        assert!(help.contains(name), "evenodds dice --help: {name}");
    }
}
