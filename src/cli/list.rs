//! `evenodds list`: kinds, keys, players, metrics and built-in scenarios.

use super::arguments::ContestType;
use super::library;
use crate::contest::{Kind, Template};
use crate::document::{Faults, KeyRow, Source, capital, check, describe_keys, parse};
use std::fmt::Write as _;

/// Maximum width of the column of names.
const WIDEST: usize = 40;
/// Maximum length of a line.
const WIDTH: usize = 100;

/// Returns the list of all kinds and scenarios, or the reference of one kind or template.
pub fn list(one: Option<ContestType>) -> String {
    match one {
        None => all(),
        Some(ContestType::Kind(kind)) => of_kind(kind),
        Some(ContestType::Template(template, kind)) => of_template(template, kind),
    }
}

fn all() -> String {
    let mut text = String::from("Kinds of contest (`evenodds list KIND` has the details)\n\n");
    let kinds = ContestType::all().map(|one| (one.name(), one.summary()));
    columns(&mut text, &kinds.collect::<Vec<_>>());
    let heading = "Built-in scenarios (`evenodds run @NAME`)";
    section(&mut text, heading, &builtins(|_, _| true));
    let heading = "Built-in parties, for your own scenarios (`use = [\"@NAME\"]`)";
    section(&mut text, heading, &parties(|_| true));
    text
}

/// Returns the built-in parties of the wanted kinds, with their titles.
fn parties(wanted: impl Fn(&Kind) -> bool) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    for kind in library().kinds.iter().filter(|kind| wanted(kind)) {
        let Some(keys) = library().part_keys_of(kind) else {
            continue;
        };
        let folder = format!("scenarios/{}/", kind.name);
        for party in library().parties {
            if party.path.starts_with(&folder) {
                let root = parse(&Source::new(party.name, party.text), &mut Faults::new());
                let table = check(&root, keys, &mut Faults::new());
                let title = table.text("title").unwrap_or_default();
                let title = format!("{title} ({})", kind.name);
                rows.push((format!("@{}", party.name), title));
            }
        }
    }
    rows
}

/// Returns the wanted built-in scenarios, by kind and text, with their titles.
fn builtins(wanted: impl Fn(&Kind, &str) -> bool) -> Vec<(String, String)> {
    let rows = library().scenarios.iter().filter_map(|builtin| {
        let name = format!("@{}", builtin.name);
        let scenario = library().open(&name, &[]).ok()?;
        let kind = scenario.kind;
        let title = format!("{} ({})", scenario.title, kind.name);
        wanted(kind, builtin.text).then_some((name, title))
    });
    rows.collect()
}

/// Returns how to start a contest of a type, and its built-in scenarios.
fn of_template(template: &Template, kind: &Kind) -> String {
    let Template { name, key, .. } = template;
    let mut text = format!(
        "{} (kind = \"{}\", with `{key}`)\n{}\n",
        capital(name),
        kind.name,
        template.summary
    );
    let new = format!("evenodds new {name}");
    let list = format!("evenodds list {}", kind.name);
    let rows = [
        (&*new, "print a commented file to start from"),
        (
            &*list,
            "list all keys, players, outcomes and metrics of the kind",
        ),
        (template.page, "description, with all keys of this type"),
    ];
    section(&mut text, "See also", &rows);
    let scenarios = builtins(|of, text| {
        let root = parse(&Source::new(template.name, text), &mut Faults::new());
        let has_key = root.as_table().is_some_and(|all| all.get(key).is_some());
        of.name == kind.name && has_key
    });
    section(&mut text, "Built-in scenarios", &scenarios);
    text
}

fn of_kind(kind: &'static Kind) -> String {
    let mut text = format!(
        "{} (kind = \"{}\")\n{}\n",
        kind.title, kind.name, kind.summary
    );
    section(
        &mut text,
        "Keys",
        &once(&describe_keys(library().keys_of(kind)), kind),
    );
    let players = kind.players.iter().map(|player| (player.name, player.help));
    section(&mut text, "Players", &players.collect::<Vec<_>>());
    text.push_str("\nOutcomes\n\n");
    wrap(&mut text, "  ", "  ", kind.outcomes);
    section(&mut text, "Metrics", kind.metrics);
    let scenarios = builtins(|of, _| of.name == kind.name);
    section(&mut text, "Built-in scenarios", &scenarios);
    let parties = parties(|wanted| wanted.name == kind.name);
    section(
        &mut text,
        "Built-in parties (`use = [\"@NAME\"]`)",
        &parties,
    );
    text
}

/// Returns the description of each key. A repeated long description refers to its first key.
fn once(rows: &[KeyRow], kind: &Kind) -> Vec<(String, String)> {
    let mut entries: Vec<(&str, String, &str)> = Vec::new();
    let mut pairs = Vec::new();
    for row in rows {
        let leaf = row.path.rsplit('.').next().unwrap_or_default();
        let about = about(row, kind);
        let before = entries
            .iter()
            .find(|(name, described, _)| *name == leaf && *described == about);
        let text = match before {
            // Short descriptions are repeated.
            Some((.., first)) if about.chars().count() > SHORT => {
                let tunable = if row.tunable { " Tunable." } else { "" };
                format!("Same as {first}.{tunable}")
            }
            Some(_) => about,
            None => {
                entries.push((leaf, about.clone(), &row.path));
                about
            }
        };
        pairs.push((row.path.clone(), text));
    }
    pairs
}

/// Maximum length of a description that is repeated, about a line.
const SHORT: usize = 60;

/// Returns the description of a key: help, accepted values, default, and whether it is tunable.
fn about(row: &KeyRow, kind: &Kind) -> String {
    let mut text = row.help.clone();
    if row.choices.is_empty() {
        // Plain texts and tables need no description of their type.
        if !["a text in quotes", "a table", "a list of tables"].contains(&row.accepts.as_str()) {
            let _ = write!(text, " {}.", capital(&row.accepts));
        }
    } else if is_player(row, kind) {
        text.push_str(" One of the players below.");
    } else if let [only] = row.choices {
        let _ = write!(text, " Always \"{}\".", only.name);
    } else {
        for choice in row.choices {
            let _ = write!(text, " \"{}\": {};", choice.name, choice.help);
        }
        text.pop();
        text.push('.');
    }
    match row.default.as_str() {
        "required" => text.push_str(" Required."),
        "" | "{}" => {}
        default => {
            let _ = write!(text, " Default {default}.");
        }
    }
    if row.tunable {
        text.push_str(" Tunable.");
    }
    text.trim_start().to_owned()
}

/// Returns whether the key chooses a player; players have a list of their own.
fn is_player(row: &KeyRow, kind: &Kind) -> bool {
    let known = |name: &str| kind.players.iter().any(|player| player.name == name);
    row.choices.len() > 1 && row.choices.iter().all(|choice| known(choice.name))
}

/// Appends rows below a heading, unless there are none.
fn section<N: AsRef<str>, A: AsRef<str>>(text: &mut String, heading: &str, rows: &[(N, A)]) {
    if !rows.is_empty() {
        let _ = write!(text, "\n{heading}\n\n");
        columns(text, rows);
    }
}

/// Appends rows with names in the first column and their descriptions in the second.
fn columns<N: AsRef<str>, A: AsRef<str>>(text: &mut String, rows: &[(N, A)]) {
    let widths = rows.iter().map(|(name, _)| name.as_ref().chars().count());
    let width = widths.filter(|&width| width <= WIDEST).max().unwrap_or(0);
    let indent = " ".repeat(width + 4);
    for (name, about) in rows {
        let (name, about) = (name.as_ref(), about.as_ref());
        if name.chars().count() > width {
            let _ = writeln!(text, "  {name}");
            wrap(text, &indent, &indent, about);
        } else {
            wrap(text, &format!("  {name:width$}  "), &indent, about);
        }
    }
}

/// Appends a text, wrapped between words.
fn wrap(text: &mut String, first: &str, indent: &str, words: &str) {
    let mut line = first.to_owned();
    let mut empty = true;
    for word in words.split_whitespace() {
        if !empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            let _ = writeln!(text, "{}", line.trim_end());
            indent.clone_into(&mut line);
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    let _ = writeln!(text, "{}", line.trim_end());
}
