//! `evenodds list`: kinds, keys, players, metrics and built-in scenarios.

use super::arguments::ContestType;
use super::library;
use crate::contest::{Kind, Template};
use crate::document::{Faults, KeyRow, Source, capital, check, describe_keys, parse};
use std::fmt::Write as _;

/// Returns the list of all kinds and scenarios, or the reference of one kind or template, in lines of
/// at most `width` characters.
pub fn list(one: Option<ContestType>, width: usize) -> String {
    let mut page = Page {
        text: String::new(),
        width,
    };
    match one {
        None => all(&mut page),
        Some(ContestType::Kind(kind)) => of_kind(&mut page, kind),
        Some(ContestType::Template(template, kind)) => of_template(&mut page, template, kind),
    }
    page.text
}

/// Text in lines of at most `width` characters.
struct Page {
    text: String,
    width: usize,
}

fn all(page: &mut Page) {
    page.text
        .push_str("Kinds of contest (`evenodds list KIND` has the details)\n\n");
    let kinds = ContestType::all().map(|one| (one.name(), one.summary()));
    page.columns(&kinds.collect::<Vec<_>>());
    let heading = "Built-in scenarios (`evenodds run @NAME`)";
    page.section(heading, &builtins(|_, _| true));
    let heading = "Built-in parties, for your own scenarios (`use = [\"@NAME\"]`)";
    page.section(heading, &parties(|_| true));
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

/// Writes how to start a contest of a type, and its built-in scenarios.
fn of_template(page: &mut Page, template: &Template, kind: &Kind) {
    let Template { name, key, .. } = template;
    let title = format!("{} (kind = \"{}\", with `{key}`)", capital(name), kind.name);
    page.wrap("", "", &title);
    page.wrap("", "", template.summary);
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
    page.section("See also", &rows);
    let scenarios = builtins(|of, text| {
        let root = parse(&Source::new(template.name, text), &mut Faults::new());
        let has_key = root.as_table().is_some_and(|all| all.get(key).is_some());
        of.name == kind.name && has_key
    });
    page.section("Built-in scenarios", &scenarios);
}

fn of_kind(page: &mut Page, kind: &'static Kind) {
    page.wrap(
        "",
        "",
        &format!("{} (kind = \"{}\")", kind.title, kind.name),
    );
    page.wrap("", "", kind.summary);
    let keys = once(&describe_keys(library().keys_of(kind)), kind);
    page.section("Keys", &keys);
    let players = kind.players.iter().map(|player| (player.name, player.help));
    page.section("Players", &players.collect::<Vec<_>>());
    page.text.push_str("\nOutcomes\n\n");
    page.wrap("  ", "  ", kind.outcomes);
    page.section("Metrics", kind.metrics);
    let scenarios = builtins(|of, _| of.name == kind.name);
    page.section("Built-in scenarios", &scenarios);
    let parties = parties(|wanted| wanted.name == kind.name);
    page.section("Built-in parties (`use = [\"@NAME\"]`)", &parties);
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

impl Page {
    /// Appends rows below a heading, unless there are none.
    fn section<N: AsRef<str>, A: AsRef<str>>(&mut self, heading: &str, rows: &[(N, A)]) {
        if !rows.is_empty() {
            let _ = write!(self.text, "\n{heading}\n\n");
            self.columns(rows);
        }
    }

    /// Appends rows with names in the first column and their descriptions in the second. Names that
    /// take more than two fifths of a line have lines of their own.
    fn columns<N: AsRef<str>, A: AsRef<str>>(&mut self, rows: &[(N, A)]) {
        let widest = self.width * 2 / 5;
        let widths = rows.iter().map(|(name, _)| name.as_ref().chars().count());
        let width = widths.filter(|&width| width <= widest).max().unwrap_or(0);
        let indent = " ".repeat(width + 4);
        for (name, about) in rows {
            let (name, about) = (name.as_ref(), about.as_ref());
            if name.chars().count() > width {
                let _ = writeln!(self.text, "  {name}");
                self.wrap(&indent, &indent, about);
            } else {
                self.wrap(&format!("  {name:width$}  "), &indent, about);
            }
        }
    }

    /// Appends a text, wrapped between words.
    fn wrap(&mut self, first: &str, indent: &str, words: &str) {
        let mut line = first.to_owned();
        let mut empty = true;
        for word in words.split_whitespace() {
            let length = line.chars().count() + 1 + word.chars().count();
            if !empty && length > self.width {
                let _ = writeln!(self.text, "{}", line.trim_end());
                indent.clone_into(&mut line);
                empty = true;
            }
            if !empty {
                line.push(' ');
            }
            line.push_str(word);
            empty = false;
        }
        let _ = writeln!(self.text, "{}", line.trim_end());
    }
}
