//! The house: a room uses only floors below its own.

use std::fs;
use std::path::{Path, PathBuf};

/// The floors from the ground up. Rooms that share a floor do not know each other.
const FLOORS: [&[&str]; 11] = [
    &["dice"],
    &["stats", "records"],
    &["document"],
    &["contest"],
    &["sim"],
    &["contests"],
    &["scenario"],
    &["analysis"],
    &["frames", "charts"],
    &["report"],
    &["cli"],
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

/// The code of a file without its tests and comments: tests may use what they like.
fn code(text: &str) -> String {
    let end = text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len());
    text[..end]
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// The rooms that a text names after `crate::` or `evenodds::`, also in braces.
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
fn no_room_looks_up() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 40);
    for file in files {
        let path = file.strip_prefix(&root).unwrap();
        let parts: Vec<String> = path
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .collect();
        let own = parts[0].trim_end_matches(".rs");
        let Some(own_floor) = floor(own) else {
            assert!(["lib", "main"].contains(&own), "{own} has no floor");
            continue;
        };
        let text = code(&fs::read_to_string(&file).unwrap());
        for room in rooms(&text) {
            let below = floor(&room).unwrap() < own_floor;
            assert!(room == own || below, "{} uses {room}", path.display());
        }
        // Contests do not know each other.
        if own == "contests" && parts.len() > 2 {
            for (start, _) in text.match_indices("contests::") {
                let rest = &text[start + "contests::".len()..];
                assert!(
                    rest.starts_with(&parts[1]),
                    "{} uses another contest",
                    path.display()
                );
            }
        }
        // Each of these libraries has one place.
        for (library, room) in [
            ("polars", "frames"),
            ("polars_parquet", "frames"),
            ("plotters", "charts"),
            ("resvg", "charts"),
            ("askama", "report"),
            ("clap", "cli"),
            ("indicatif", "cli"),
        ] {
            let uses = text.contains(&format!("{library}::"));
            assert!(!uses || own == room, "{} uses {library}", path.display());
        }
    }
}
