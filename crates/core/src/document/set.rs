//! Assignments `PATH=VALUE` of the command line, applied to a tree before it is checked.
//!
//! Each assignment is a separate source named `--set`. Faults of its path or value have positions
//! in it: `--set:1:7: rules.halff is not a key here; did you mean half?`.

use super::counted::set_count;
use super::faults::{Fault, Faults};
use super::keys::Key;
use super::path::Path;
use super::read::parse_value;
use super::resolve_path::{PathStep, UnresolvedPath, resolve};
use super::source::{Source, Span};
use super::tree::{Entries, Node, TomlValue, TreeEntry, shortened};
use std::sync::Arc;

/// Name of assignments in messages.
pub const SOURCE_NAME: &str = "--set";

/// Applies `assignment` to the tree. The value is TOML or, if that is not valid, a bare string.
/// Missing tables along the path are created if the table of keys has them. An empty value, as in
/// `side.heroes.Dirk=`, removes the current value. `count` after the path of a list of tables, or
/// of one of its elements, sets the number of elements. [`check`](super::check::check) then checks
/// the value itself.
pub fn apply(root: &mut Node, keys: &'static [Key], assignment: &str, faults: &mut Faults) {
    let source = Source::typed(SOURCE_NAME, assignment);
    apply_from(root, keys, &source, faults);
}

/// Applies an assignment like [`apply`], from an existing source.
pub fn apply_from(
    root: &mut Node,
    keys: &'static [Key],
    source: &Arc<Source>,
    faults: &mut Faults,
) {
    let assignment = source.text();
    faults.register(source);
    if assignment.trim().is_empty() {
        let span = Span::new(source, 0..0);
        faults.push(unreadable(
            span,
            "the assignment is empty",
            "expected PATH=VALUE",
        ));
        return;
    }
    let (path, spans, end) = match Path::read(assignment) {
        Ok(read) => read,
        Err(error) => {
            let span = Span::new(source, error.offset..error.offset + 1);
            faults.push(unreadable(span, "is not a path", error.wanted));
            return;
        }
    };
    let rest = assignment.get(end..).unwrap_or_default();
    let Some(value) = rest.trim_start().strip_prefix('=') else {
        let span = Span::new(source, end..end + 1);
        faults.push(unreadable(
            span,
            "is not an assignment",
            "expected PATH=VALUE, with quotes around names that have dots",
        ));
        return;
    };
    let start = assignment.len() - value.trim_start().len();
    let span_of = |segment: usize| spans.get(segment).cloned().unwrap_or(0..end);
    match resolve(root, keys, &path) {
        Ok(steps) if value.trim().is_empty() => remove(root, &steps),
        Ok(steps) => {
            let node =
                parse_value(source, start, faults).unwrap_or_else(|| bare_text(source, start));
            write(root, &steps, &Span::new(source, 0..end), node);
        }
        Err(unresolved) => {
            if set_count(root, keys, &path, value).is_some() {
                return;
            }
            let UnresolvedPath {
                path,
                found,
                accepted,
                ..
            } = unresolved;
            let span = Span::new(source, span_of(unresolved.segment));
            faults.push(Fault {
                help: unresolved.help,
                absent: Some(assignment[..end].trim().to_owned()),
                ..Fault::new(span, path, found, accepted)
            });
        }
    }
}

/// Creates a fault for the syntax of an assignment.
fn unreadable(span: Span, found: &str, accepted: &str) -> Fault {
    let path = shortened(span.source().text().trim());
    Fault::new(span, path, found, accepted)
}

fn bare_text(source: &Arc<Source>, start: usize) -> Node {
    let span = Span::new(source, start..source.text().len());
    Node {
        value: TomlValue::Text(span.text().trim().to_owned()),
        span,
    }
}

/// Writes a node at the end of steps that were resolved in the same tree. Missing tables along the
/// way are created with the span `path`.
fn write(root: &mut Node, steps: &[PathStep], path: &Span, node: Node) {
    let mut slot = root;
    for step in steps {
        let next = match (step, &mut slot.value) {
            (PathStep::Index(index), TomlValue::List(nodes)) => nodes.get_mut(*index),
            (PathStep::Index(_), _) => None,
            (PathStep::Key(name), value) => {
                // Another value is the name that represents a table, or unreadable with a fault.
                if !matches!(value, TomlValue::Table(_)) {
                    *value = TomlValue::Table(named_table(&slot.span, value));
                }
                let TomlValue::Table(entries) = value else {
                    return;
                };
                if entries.get(name).is_none() {
                    entries.insert(TreeEntry::unreadable(name, path));
                }
                entries.get_mut(name)
            }
        };
        match next {
            Some(next) => slot = next,
            None => return,
        }
    }
    *slot = node;
}

/// Returns the entries of the table for which a name stands; none if the value is unreadable.
fn named_table(span: &Span, value: &TomlValue) -> Entries {
    let mut entries = Entries::new();
    if let TomlValue::Text(name) = value {
        let mut entry = TreeEntry::unreadable("name", span);
        entry.node.value = TomlValue::Text(name.clone());
        entries.insert(entry);
    }
    entries
}

/// Removes the node at the end of steps that were resolved in the same tree.
fn remove(root: &mut Node, steps: &[PathStep]) {
    match (steps, &mut root.value) {
        ([PathStep::Key(name)], TomlValue::Table(entries)) => {
            entries.remove(name);
        }
        ([PathStep::Index(index)], TomlValue::List(nodes)) if *index < nodes.len() => {
            nodes.remove(*index);
        }
        ([PathStep::Key(name), steps @ ..], TomlValue::Table(entries)) => {
            if let Some(node) = entries.get_mut(name) {
                remove(node, steps);
            }
        }
        ([PathStep::Index(index), steps @ ..], TomlValue::List(nodes)) => {
            if let Some(node) = nodes.get_mut(*index) {
                remove(node, steps);
            }
        }
        // A key along the path is absent, so there is no value to remove.
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::document::brief;
    use crate::document::item::CheckedTable;
    use crate::document::sample::checked;

    const TEXT: &str = "kind = 'x'\n[[side]]\nname = 'heroes'\n[[side.combatant]]\nname = 'Mark Four'\nclasses = [{ name = 'A', dice = 2 }]\n[[side]]\nname = 'b.c'\n";

    fn set(assignments: &[&str]) -> CheckedTable {
        let (table, faults) = checked(TEXT, assignments);
        assert!(faults.is_empty(), "{faults}");
        table
    }

    fn refused(assignment: &str) -> String {
        brief(&checked(TEXT, &[assignment]).1)
    }

    #[test]
    fn values_are_toml_or_bare_text() {
        for assignment in [
            "rules.half=down",
            "rules.half=\"down\"",
            "rules.half = 'down'",
            "rules={ half = 'down' }",
        ] {
            assert_eq!(
                set(&[assignment])
                    .table("rules")
                    .and_then(|rules| rules.choice("half")),
                Some("down")
            );
        }
        let table = set(&[
            "field.dice=[1,2]",
            "field.dice[1]=5",
            "title=a = b",
            "rules.bonus.'a b'=3",
        ]);
        let faces: Vec<_> = table
            .table("field")
            .unwrap()
            .list("dice")
            .iter()
            .map(crate::document::Item::as_integer)
            .collect();
        assert_eq!(faces, [Some(1), Some(5)]);
        assert_eq!(table.text("title"), Some("a = b"));
        assert!(table.given("rules"));
    }

    #[test]
    fn an_empty_value_removes_keys_and_elements() {
        insta::assert_snapshot!(refused("side.'b.c'="), @"x.toml:2:1: side has 1 element; expected a list of 2 tables");
        let table = set(&["side.heroes.'Mark Four'="]);
        assert!(table.tables("side")[0].tables("combatant").is_empty());
        let table = set(&["title=x", "title =  "]);
        assert_eq!(table.text("title"), None);
        assert_eq!(set(&["title=''"]).text("title"), Some(""));
        // Removing an absent value changes nothing.
        assert!(!set(&["rules.healer.dice="]).given("rules"));
        insta::assert_snapshot!(refused("side.heroes.name="), @"x.toml:2:1: side[0].name is missing; expected a text in quotes");
        insta::assert_snapshot!(refused("side.villains="), @"--set:1:6: side.villains is not a name here; the names here are heroes, 'b.c'");
    }

    #[test]
    fn elements_are_reached_by_name_index_or_in_full() {
        for path in [
            "side.heroes.'Mark Four'.classes[0].dice",
            "side.heroes.\"Mark Four\".classes[0].dice",
            "side.heroes.combatant.'Mark Four'.classes[0].dice",
            "side[0].combatant[0].classes[0].dice",
            "side.heroes.'Mark Four'.classes.A.dice",
            "side.heroes.'Mark Four'.A.dice",
        ] {
            let table = set(&[&format!("{path}=6")]);
            let classes = table.tables("side")[0].tables("combatant")[0].tables("classes");
            assert_eq!(classes[0].integer("dice"), Some(6), "{path}");
        }
        assert_eq!(
            set(&["side.'b.c'.player.name=rollout"]).tables("side")[1]
                .table("player")
                .and_then(|player| player.choice("name")),
            Some("rollout")
        );
    }

    #[test]
    fn a_name_of_two_elements_is_refused() {
        let twice = TEXT.replace(" }]", " }, { name = 'A', dice = 3 }]");
        for path in ["classes.A.dice=4", "A.dice=4"] {
            let path = format!("side.heroes.'Mark Four'.{path}");
            assert!(!checked(&twice, &[&path]).1.is_empty(), "{path}");
        }
        let index = "side.heroes.'Mark Four'.classes[1].dice=4";
        assert!(checked(&twice, &[index]).1.is_empty());
    }

    #[test]
    fn faults_of_unknown_paths_have_positions_in_the_assignment() {
        insta::assert_snapshot!(refused("rules.halff=down"), @"--set:1:7: rules.halff is not a key here; did you mean half? / help: the keys here are half, healer, bonus");
        insta::assert_snapshot!(refused("side.heros.player=rollout"), @"--set:1:6: side.heros is not a name here; did you mean heroes? / help: the names here are heroes, 'b.c'");
        insta::assert_snapshot!(refused("side.heroes.'Mark Fuor'.count=2"), @"--set:1:13: side.heroes.'Mark Fuor' is not a key here; did you mean 'Mark Four'? / help: the names and keys here are 'Mark Four', name, player, combatant, reinforcement");
        insta::assert_snapshot!(refused("side.heroes.'Mark Four'.classes[3].dice=2"), @"--set:1:32: side.heroes.'Mark Four'.classes[3] does not exist; there is 1 element, [0]");
        insta::assert_snapshot!(refused("kind.x=2"), @r#"--set:1:6: kind.x does not exist; kind is "x", which has no keys or elements"#);
        insta::assert_snapshot!(refused("rules[0]=2"), @"--set:1:6: rules[0] does not exist; a table has keys, not elements");
    }

    #[test]
    fn faults_of_values_have_positions_in_the_assignment() {
        insta::assert_snapshot!(refused("side.heroes.'Mark Four'.classes[0].dice=9"), @"--set:1:41: side.heroes.'Mark Four'.classes[0].dice is 9; expected 1 to 6 dice");
        insta::assert_snapshot!(refused("field.dice=[1, 2"), @r#"--set:1:12: field.dice is "[1, 2"; expected a list of one or more integers, each from 1 to 6"#);
        insta::assert_snapshot!(refused("rules.healer={}"), @"--set:1:14: rules.healer.dice is missing; expected an integer from 1 to 6 / help: for example dice = 3");
    }

    #[test]
    fn invalid_assignments_are_refused() {
        insta::assert_snapshot!(refused("rules.half"), @"--set:1:11: rules.half is not an assignment; expected PATH=VALUE, with quotes around names that have dots");
        insta::assert_snapshot!(refused("a.b:=3"), @"--set:1:4: a.b:=3 is not an assignment; expected PATH=VALUE, with quotes around names that have dots");
        insta::assert_snapshot!(refused("=3"), @"--set:1:1: =3 is not a path; expected a name, in quotes if it has other characters than letters, digits, `_` and `-`");
        insta::assert_snapshot!(refused(""), @"--set:1:1: the assignment is empty; expected PATH=VALUE");
        insta::assert_snapshot!(refused(&format!("title={}", "[".repeat(100_000))), @"--set:1:71: too deeply nested; expected at most 64 levels of tables and lists");
    }
}
