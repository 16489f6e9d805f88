//! Layers inside the crates: a module uses only layers below its own. Between crates the manifests say so.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders of crates with layers.
const CRATES: [&str; 4] = [
    "crates/core/src",
    "crates/dice/src",
    "crates/questions/src",
    "src",
];

/// Layers from the bottom up. Modules in the same layer do not use each other.
const FLOORS: [&[&str]; 14] = [
    &["dice"],
    &["stats"],
    &["records"],
    &["document"],
    &["contest"],
    &["sim"],
    &["expression"],
    &["exact"],
    &["scenario"],
    &["analysis"],
    &["frames", "charts"],
    &["report"],
    &["ask"],
    &["front", "cli"],
];

fn floor(room: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&room))
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Returns the code of a file without its tests and comments, as tests may use anything.
fn code(text: &str) -> String {
    let end = text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len());
    text[..end]
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns the modules named after `crate::` or `evenodds::`, also in braces.
fn rooms(code: &str) -> Vec<String> {
    let mut rooms = Vec::new();
    for prefix in ["crate::", "evenodds::"] {
        for (start, _) in code.match_indices(prefix) {
            let rest = &code[start + prefix.len()..];
            let names = rest
                .strip_prefix('{')
                .map_or(rest.split(';').next(), |inner| inner.split('}').next())
                .unwrap_or_default();
            let many = rest.starts_with('{');
            for name in names.split(',').take(if many { usize::MAX } else { 1 }) {
                let name: String = name
                    .trim()
                    .chars()
                    .take_while(|character| character.is_alphanumeric() || *character == '_')
                    .collect();
                if floor(&name).is_some() {
                    rooms.push(name);
                }
            }
        }
    }
    rooms
}

#[test]
fn no_module_uses_a_higher_layer() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for root in CRATES.map(|folder| project.join(folder)) {
        let mut found = Vec::new();
        sources(&root, &mut found);
        assert!(found.len() > 10);
        files.extend(found.into_iter().map(|file| (root.clone(), file)));
    }
    for (root, file) in files {
        let path = file.strip_prefix(&root).unwrap();
        let parts: Vec<String> = path
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .collect();
        let own = parts[0].trim_end_matches(".rs");
        let Some(own_floor) = floor(own) else {
            assert!(
                ["lib", "main", "line", "link"].contains(&own),
                "{own} has no floor"
            );
            continue;
        };
        let text = code(&fs::read_to_string(&file).unwrap());
        for room in rooms(&text) {
            let below = floor(&room).unwrap() < own_floor;
            assert!(room == own || below, "{} uses {room}", path.display());
        }
        // Each of these libraries is used in one place.
        for (library, room) in [
            ("polars", "frames"),
            ("polars_parquet", "frames"),
            ("polars_arrow", "frames"),
            ("plotters", "charts"),
            ("plotters_backend", "charts"),
            ("resvg", "charts"),
            ("askama", "report"),
            ("clap", "cli"),
            ("indicatif", "cli"),
        ] {
            let uses = text.contains(&format!("{library}::"));
            // Options of questions and reports are arguments of the command line.
            let is_own = own == room || (library == "clap" && ["ask", "report"].contains(&own));
            assert!(!uses || is_own, "{} uses {library}", path.display());
        }
    }
}

#[test]
fn kinds_do_not_use_each_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/contests/src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 40);
    for file in files {
        let path = file.strip_prefix(&root).unwrap();
        let own = path.iter().next().unwrap().to_string_lossy().into_owned();
        if own == "lib.rs" {
            continue;
        }
        let text = code(&fs::read_to_string(&file).unwrap());
        for (start, _) in text.match_indices("crate::") {
            let rest = &text[start + "crate::".len()..];
            // An adventure finds the kinds of its scenes in the list of kinds.
            let is_list = ["KINDS;", "kind;"]
                .iter()
                .any(|name| rest.starts_with(name));
            let is_own = rest
                .strip_prefix(&own)
                .is_some_and(|rest| rest.starts_with([':', ')']));
            assert!(is_own || is_list, "{} uses another kind", path.display());
        }
    }
}

/// Parts of the source that must not refer to higher layers, though their module may: files or
/// folders, and the words that none of them contains.
const UNKNOWN: [(&str, &[&str]); 3] = [
    // Output formats render any answer.
    (
        "crates/questions/src/report/{screen,markdown,json,page,folder,table,answer,bars,fault,names,text}",
        &[
            "advise",
            "compare::",
            "drama",
            "ladder",
            "sweep",
            "tune",
            "Advice",
            "Comparison",
            "Tuning",
        ],
    ),
    // Frames are made of records on any subject.
    (
        "crates/questions/src/frames",
        &["analysis::", "Results", "OutcomeResult", "MetricResult"],
    ),
    // Game terms belong to contests.
    (
        "crates/core/src/{dice,stats,records,document,sim}",
        &["combat", "heroes", "Supply", "Craft"],
    ),
];

/// Returns the paths of a pattern with one choice in braces.
fn expanded(pattern: &str) -> Vec<String> {
    let Some((before, rest)) = pattern.split_once('{') else {
        return vec![pattern.to_owned()];
    };
    let (choices, behind) = rest.split_once('}').unwrap();
    let choices = choices.split(',');
    choices
        .map(|one| format!("{before}{one}{behind}"))
        .collect()
}

#[test]
fn media_are_independent_of_questions() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (pattern, words) in UNKNOWN {
        for path in expanded(pattern) {
            let mut files = vec![root.join(&path)];
            if files[0].is_dir() {
                files.clear();
                sources(&root.join(&path), &mut files);
            } else if !files[0].exists() {
                files = vec![root.join(format!("{path}.rs"))];
            }
            for file in files {
                let name = file.file_name().unwrap();
                if name == "tests.rs" || name == "sample.rs" {
                    continue;
                }
                let text = code(&fs::read_to_string(&file).unwrap());
                for word in words {
                    assert!(!text.contains(word), "{} knows `{word}`", file.display());
                }
            }
        }
    }
}
