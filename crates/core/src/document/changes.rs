//! Assignments that turn one checked document into another of the same keys.
//!
//! A changed value is one change, at the deepest path that an assignment can reach. If a named array
//! gains elements or has another order, its composition is one change, with the old values of the
//! elements that both documents have; other changes of these elements follow. The changes must be
//! applied in their order, and any of them can be left out.

use super::canonical::{literal, write_all, write_table};
use super::item::{CheckedTable, Content, Item, KeyField};
use super::path::{Path, Segment};

/// A changed value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueChange {
    /// Path of the value, in the syntax of `--set`.
    pub path: Path,
    /// Literal of the value before; `None` if it is added.
    pub from: Option<String>,
    /// Literal of the value to assign; `None` if it is removed.
    pub to: Option<String>,
}

impl ValueChange {
    /// Formats the change as an assignment in the syntax of `--set`.
    pub fn assignment(&self) -> String {
        format!("{}={}", self.path, self.to.as_deref().unwrap_or_default())
    }
}

/// Returns the changes from one document to another. Top-level keys in `skip` do not count. Names
/// that a document itself defines at its top cannot be added by an assignment; their change has an
/// empty path.
pub fn changes(old: &CheckedTable, new: &CheckedTable, skip: &[&str]) -> Vec<ValueChange> {
    let mut all = Vec::new();
    table((old, new), skip, &mut all);
    all
}

/// Collects the changes of a table with the same keys in both documents.
fn table((old, new): (&CheckedTable, &CheckedTable), skip: &[&str], all: &mut Vec<ValueChange>) {
    let fields = || old.fields.iter().zip(&new.fields);
    // An assignment cannot add a name beside the keys of a table.
    if fields().any(|pair| pair.0.key.others && adds(maps(pair))) {
        let [from, to] = [old, new].map(|table| Some(text(table)));
        let path = old.path.clone();
        return all.push(ValueChange { path, from, to });
    }
    for (one, other) in fields().filter(|(one, _)| !skip.contains(&one.key.name)) {
        if one.key.others {
            entries(&old.path, maps((one, other)), all);
        } else {
            let items = (one.item.as_ref(), other.item.as_ref());
            value(one.key.defines, one.key.path_in(&old.path), items, all);
        }
    }
}

/// Collects the changes of a value; `defines` is whether it is a map to which assignments cannot
/// add names.
fn value(
    defines: bool,
    path: Path,
    (old, new): (Option<&Item>, Option<&Item>),
    all: &mut Vec<ValueChange>,
) {
    let [from, to] = [old, new].map(|item| item.map(literal));
    if from == to {
        return;
    }
    match [old, new].map(|item| item.map(|item| &item.content)) {
        [Some(Content::Table(one)), Some(Content::Table(other))] if same_keys(one, other) => {
            table((one, other), &[], all);
        }
        [Some(Content::Tables(one)), Some(Content::Tables(other))]
            if elements(&path, (one, other), all) => {}
        [Some(Content::Map(one)), Some(Content::Map(other))]
            if !(defines && adds([one, other])) =>
        {
            entries(&path, [one, other], all);
        }
        _ => all.push(ValueChange { path, from, to }),
    }
}

/// Collects the changes of a map at `path`.
fn entries(path: &Path, [old, new]: [&[(String, Item)]; 2], all: &mut Vec<ValueChange>) {
    let added = new.iter().filter(|(name, _)| entry(old, name).is_none());
    for (name, _) in old.iter().chain(added) {
        let items = (entry(old, name), entry(new, name));
        value(false, path.name(name), items, all);
    }
}

/// Returns the names beside the keys of a table in both documents.
fn maps<'a>((old, new): (&'a KeyField, &'a KeyField)) -> [&'a [(String, Item)]; 2] {
    [old, new].map(|field| {
        let map = field.item.as_ref().and_then(Item::as_map);
        map.unwrap_or_default()
    })
}

/// Returns whether the second map has names that the first does not have.
fn adds([old, new]: [&[(String, Item)]; 2]) -> bool {
    new.iter().any(|(name, _)| entry(old, name).is_none())
}

fn same_keys(one: &CheckedTable, other: &CheckedTable) -> bool {
    let [one, other] = [one, other].map(|table| table.fields.iter().map(|field| field.key.name));
    one.eq(other)
}

/// Collects the changes of an array of tables. Returns false and collects nothing if its elements
/// cannot be matched.
fn elements(
    path: &Path,
    (old, new): (&[CheckedTable], &[CheckedTable]),
    all: &mut Vec<ValueChange>,
) -> bool {
    let names = [old, new].map(|tables| tables.iter().map(name).collect::<Option<Vec<&str>>>());
    let [Some(one), Some(other)] = names else {
        for pair in old.iter().zip(new).filter(|_| old.len() == new.len()) {
            table(pair, &[], all);
        }
        return old.len() == new.len();
    };
    let common: Vec<&str> = one
        .iter()
        .copied()
        .filter(|name| other.contains(name))
        .collect();
    if common == other {
        for table in old
            .iter()
            .filter(|table| name(table).is_some_and(|name| !common.contains(&name)))
        {
            let path = table.path.clone();
            all.push(ValueChange {
                path,
                from: Some(text(table)),
                to: None,
            });
        }
    } else {
        let known = |own: &CheckedTable| old.iter().find(|table| name(table) == name(own));
        let composed = new.iter().map(|own| known(own).unwrap_or(own));
        let [mut from, mut to] = [const { String::new() }; 2];
        write_all(&mut from, ['[', ']'], old, write_table);
        write_all(&mut to, ['[', ']'], composed, write_table);
        let (path, from, to) = (path.clone(), Some(from), Some(to));
        all.push(ValueChange { path, from, to });
    }
    for own in old {
        if let Some(twin) = new.iter().find(|table| name(table) == name(own)) {
            table((own, twin), &[], all);
        }
    }
    true
}

/// Returns the name of an element in its path; `None` if it has an index.
fn name(table: &CheckedTable) -> Option<&str> {
    match table.path.segments().last()? {
        Segment::Name(name) => Some(name),
        Segment::Index(_) => None,
    }
}

fn entry<'a>(entries: &'a [(String, Item)], name: &str) -> Option<&'a Item> {
    let mut entries = entries.iter();
    entries.find(|(own, _)| own == name).map(|(_, item)| item)
}

fn text(table: &CheckedTable) -> String {
    let mut text = String::new();
    write_table(&mut text, table);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::canonical;
    use crate::document::sample::checked;

    const OLD: &str = "kind = 'x'\n[[side]]\nname = 'a'\ncombatant = [{ name = 'Dirk', classes = [{ name = 'F', dice = 4 }] }, { name = 'Ann', classes = [{ name = 'F', dice = 4 }] }]\n[[side]]\nname = 'b'\n[rules]\nbonus = { x = 1, y = 2 }\n[field]\nsize = 9\n[team.orcs]\nmembers = [{ name = 'Orc', hp = 3, mana = 2 }]\n";

    /// Returns the assignments from a document to the one with these assignments.
    fn assignments(old: &str, new: &[&str]) -> Vec<String> {
        let (old_table, faults) = checked(old, &[]);
        assert!(faults.is_empty(), "{faults}");
        let (new_table, faults) = checked(old, new);
        assert!(faults.is_empty(), "{faults}");
        let found = changes(&old_table, &new_table, &["title"]);
        let found: Vec<String> = found.iter().map(ValueChange::assignment).collect();
        let typed: Vec<&str> = found.iter().map(String::as_str).collect();
        let (made, faults) = checked(old, &typed);
        assert!(faults.is_empty(), "{faults}");
        assert_eq!(
            canonical(&made, &["title"]),
            canonical(&new_table, &["title"]),
            "{found:?}"
        );
        found
    }

    #[test]
    fn a_change_is_the_deepest_assignment() {
        for one in [
            "side.a.Dirk.classes[0].dice=3",
            "side.b.player=\"rollout\"",
            "side.b.player={name = \"rollout\", playouts = 3}",
            "rules.half=\"down\"",
            "rules.healer={dice = 2}",
            "rules.bonus.y=7",
            "rules.bonus.z=7",
            "rules.bonus.x=",
            "side.a.Dirk=",
            "field.dice=[1, 2]",
            "field.size=",
            "field.weight=0.5",
            "team.orcs.Orc.hp=4",
            "team.orcs.Orc.mana=",
            "team.orcs.player=\"rollout\"",
        ] {
            assert_eq!(assignments(OLD, &[one]), [one]);
        }
        assert_eq!(assignments(OLD, &["title=Another"]), [""; 0]);
        let all = [
            "side.a.Dirk=",
            "side.a.Ann.count=2",
            "rules.bonus.x=",
            "field.size=8",
        ];
        assert_eq!(assignments(OLD, &all), all);
    }

    #[test]
    fn what_no_assignment_can_name_is_part_of_a_larger_value() {
        let found = |new: &[&str]| assignments(OLD, new).join("\n");
        let ann = "{ name = 'Ann', count = 3, classes = [{ name = 'F', dice = 4 }] }";
        let with_bo = format!(
            "side.a.combatant=[{{ name = 'Bo', classes = [{{ name = 'F', dice = 1 }}] }}, {ann}]"
        );
        insta::assert_snapshot!(found(&[&with_bo]), @r#"
        side.a.combatant=[{classes = [{cover = false, dice = 1, name = "F"}], count = 1, name = "Bo"}, {classes = [{cover = false, dice = 4, name = "F"}], count = 1, name = "Ann"}]
        side.a.Ann.count=3
        "#);
        insta::assert_snapshot!(found(&["team.orcs.members=[{ name = 'Orc', hp = 3, rage = 1 }]"]), @r#"team.orcs.Orc={count = 1, hp = 3, lines = [], name = "Orc", rage = 1}"#);
        let classes = "side.a.Dirk.classes=[{ name = 'F', dice = 4 }, { name = 'G', dice = 1 }]";
        insta::assert_snapshot!(found(&[classes]), @r#"side.a.Dirk.classes=[{cover = false, dice = 4, name = "F"}, {cover = false, dice = 1, name = "G"}]"#);
        insta::assert_snapshot!(found(&["team={ orcs = {}, elves = {} }"]), @r#"team={elves = {members = [], player = "finisher"}, orcs = {members = [], player = "finisher"}}"#);
    }
}
