//! `evenodds list`: kinds, keys, players, metrics and built-in scenarios.

use super::arguments::ContestType;
use super::library;
use crate::contest::{Builtin, Kind, Template};
use crate::document::{
    Faults, KeyRow, Node, Source, capital, check, describe_keys, parse, printable,
};
use clap::Args;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Arguments of `list`.
#[derive(Debug, Args)]
pub struct ListArguments {
    /// Kind of contest, or teams, a type of contest of the kind dice
    kind: Option<ContestType>,
    /// List all keys of the kind, with their values and defaults, and describe its players and metrics
    #[arg(long, requires = "kind")]
    all: bool,
    /// List the built-in scenarios whose files contain these words: --search blades
    #[arg(long, value_name = "WORDS", conflicts_with_all = ["kind", "all"])]
    search: Option<String>,
}

/// Returns the list of all kinds and scenarios, the reference of one kind or template, or the scenarios
/// that contain words, in lines of at most `width` characters.
pub fn list(arguments: &ListArguments, width: usize) -> String {
    let mut page = Page {
        text: String::new(),
        width,
    };
    match (&arguments.search, arguments.kind) {
        (Some(words), _) => found(&mut page, words),
        (None, None) => all(&mut page),
        (None, Some(ContestType::Kind(kind))) if arguments.all => of_kind(&mut page, kind),
        (None, Some(ContestType::Kind(kind))) => in_short(&mut page, kind),
        (None, Some(ContestType::Template(template, kind))) => {
            of_template(&mut page, template, kind);
        }
    }
    page.text
}

/// Writes the built-in scenarios whose texts contain all words, in any order and case.
fn found(page: &mut Page, words: &str) {
    let lower = words.to_lowercase();
    let scenarios = builtins(|_, builtin| {
        let text = format!("{} {}", builtin.name, builtin.text).to_lowercase();
        lower.split_whitespace().all(|word| text.contains(word))
    });
    if scenarios.is_empty() {
        let text = format!(
            "No built-in scenario contains \"{}\". `evenodds list` names all, and `evenodds new KIND` prints a \
             file to start from.",
            printable(words)
        );
        page.wrap("", "", &text);
    } else {
        page.columns(&scenarios);
    }
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
fn builtins(wanted: impl Fn(&Kind, &Builtin) -> bool) -> Vec<(String, String)> {
    let rows = library().scenarios.iter().filter_map(|builtin| {
        let name = format!("@{}", builtin.name);
        let scenario = library().open(&name, &[]).ok()?;
        let kind = scenario.kind;
        let title = format!("{} ({})", scenario.title, kind.name);
        wanted(kind, builtin).then_some((name, title))
    });
    rows.collect()
}

/// Writes how to start a contest of a type, and its built-in scenarios.
fn of_template(page: &mut Page, template: &Template, kind: &'static Kind) {
    let Template { name, key, .. } = template;
    let title = format!("{} (kind = \"{}\", with `{key}`)", capital(name), kind.name);
    page.wrap("", "", &title);
    page.wrap("", "", template.summary);
    let new = format!("evenodds new {name}");
    let list = format!("evenodds list {} --all", kind.name);
    let rows = [
        (&*new, "print a commented file to start from"),
        (
            &*list,
            "list all keys, players, outcomes and metrics of the kind",
        ),
        (template.page, "description, with all keys of this type"),
    ];
    page.section("See also", &rows);
    keys_used(page, kind, |root| has(root, &[key]));
    let scenarios = builtins(|of, builtin| {
        let root = parse(
            &Source::new(template.name, builtin.text),
            &mut Faults::new(),
        );
        of.name == kind.name && has(&root, &[key])
    });
    page.section("Built-in scenarios", &scenarios);
}

fn head(page: &mut Page, kind: &Kind) {
    let title = format!("{} (kind = \"{}\")", kind.title, kind.name);
    page.wrap("", "", &title);
    page.wrap("", "", kind.summary);
}

/// Maximum number of keys on the short page of a kind.
const MOST_KEYS: usize = 10;
/// Maximum number of names in a list on the short page of a kind.
const MOST_NAMES: usize = 8;

/// Writes the keys that built-in scenarios of a kind use most, a line each, and the names of its players,
/// outcomes, metrics and scenarios.
fn in_short(page: &mut Page, kind: &'static Kind) {
    head(page, kind);
    keys_used(page, kind, |_| true);
    page.text.push('\n');
    let names = |all: Vec<&str>| {
        let first = all[..all.len().min(MOST_NAMES)].join(", ");
        match all.len() {
            0..=MOST_NAMES => first,
            count => format!("{first}, … ({count} in all)"),
        }
    };
    let scenarios = builtins(|of, _| of.name == kind.name);
    let new = format!(
        "`evenodds new {}` prints a commented file to start from",
        kind.name
    );
    let lists = [
        (
            "Players",
            names(kind.players.iter().map(|one| one.name).collect()),
        ),
        ("Outcomes", kind.outcomes.to_owned()),
        (
            "Metrics",
            names(kind.metrics.iter().map(|(name, _)| *name).collect()),
        ),
        (
            "Scenarios",
            names(scenarios.iter().map(|(name, _)| &**name).collect()),
        ),
        ("Start", new),
    ];
    let lists = lists.into_iter().filter(|(_, text)| !text.is_empty());
    page.columns(&lists.collect::<Vec<_>>());
}

/// Writes the keys that the wanted built-in files of a kind use most, a line each.
fn keys_used(page: &mut Page, kind: &'static Kind, wanted: impl Fn(&Node) -> bool) {
    let rows = describe_keys(library().keys_of(kind));
    let keys = most_used(&rows, kind, wanted);
    let heading = format!(
        "Keys that scenarios use most (`evenodds list {} --all` has all {})",
        kind.name,
        rows.len()
    );
    let _ = write!(page.text, "\n{heading}\n\n");
    let widths = keys.iter().map(|row| row.path.chars().count());
    let width = widths.max().unwrap_or(0);
    for row in keys {
        let about = row.help.split(". ").next().unwrap_or_default();
        let about = about.trim_end_matches('.');
        let room = page.width.saturating_sub(width + 4);
        let _ = writeln!(page.text, "  {:width$}  {}", row.path, cut(about, room));
    }
}

/// Returns a text of at most `room` characters, cut between words.
fn cut(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let mut short = String::new();
    for word in text.split(' ') {
        if short.chars().count() + word.chars().count() + 1 >= room {
            break;
        }
        short.push_str(word);
        short.push(' ');
    }
    format!("{}…", short.trim_end_matches([' ', ',', ':', ';']))
}

/// Returns the keys of a kind that most of its wanted built-in files have, in the order of the reference.
/// Keys that all kinds share, readings of the rules, tables of other keys and keys that another one
/// describes are left out.
fn most_used<'a>(
    rows: &'a [KeyRow],
    kind: &Kind,
    wanted: impl Fn(&Node) -> bool,
) -> Vec<&'a KeyRow> {
    let folder = format!("scenarios/{}/", kind.name);
    let files = library().scenarios.iter().chain(library().parties);
    let files = files.filter(|one| one.path.starts_with(&folder));
    let roots = files.map(|one| parse(&Source::new(one.name, one.text), &mut Faults::new()));
    let roots: Vec<Node> = roots.filter(wanted).collect();
    let is_own = |row: &KeyRow| {
        let first = row.path.split(['.', '[']).next();
        // Readings of the rules are for authors of rules.
        first != Some("rules") && kind.keys.iter().any(|key| Some(key.name) == first)
    };
    let is_table = |row: &KeyRow| {
        let inside = [format!("{}.", row.path), format!("{}[].", row.path)];
        let has_keys = rows
            .iter()
            .any(|other| inside.iter().any(|start| other.path.starts_with(start)));
        has_keys && (row.accepts == "a table" || row.accepts.ends_with("tables"))
    };
    let mut used: Vec<(usize, usize)> = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let path: Vec<&str> = row.path.split('.').collect();
        let count = roots.iter().filter(|root| has(root, &path)).count();
        if count > 0 && is_own(row) && !is_table(row) {
            used.push((count, place));
        }
    }
    used.sort_by_key(|&(count, place)| (Reverse(count), place));
    let mut described = BTreeSet::new();
    let leaf = |row: &KeyRow| row.path.rsplit('.').next().map(str::to_owned);
    used.retain(|&(_, place)| described.insert((leaf(&rows[place]), &rows[place].accepts)));
    used.truncate(MOST_KEYS);
    used.sort_by_key(|&(_, place)| place);
    used.into_iter().map(|(_, place)| &rows[place]).collect()
}

/// Returns whether a document has a value at a path of the reference, where `[]` is any element of a
/// list and `*` any key.
fn has(node: &Node, path: &[&str]) -> bool {
    let [first, rest @ ..] = path else {
        return true;
    };
    let Some(table) = node.as_table() else {
        return false;
    };
    let name = first.trim_end_matches("[]");
    let below = |node: &Node| match node.as_list() {
        Some(all) if name != *first => all.iter().any(|one| has(one, rest)),
        _ => has(node, rest),
    };
    let mut entries = table.iter();
    entries.any(|entry| (name == "*" || entry.name == name) && below(&entry.node))
}

/// Writes all keys of a kind, its players, outcomes and metrics with their descriptions, and its built-in
/// scenarios.
fn of_kind(page: &mut Page, kind: &'static Kind) {
    head(page, kind);
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
