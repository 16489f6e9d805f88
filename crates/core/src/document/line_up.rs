//! Participants and settings of a document as printed tables, with a row for each named table.
//!
//! Only values of the file are shown, not defaults. Shapes alone determine the layout. Named tables
//! that contain other rows become sheets, other named tables are rows, and tables without a name
//! are facts.

use super::canonical::literal;
use super::item::{CheckedTable, Content, Item};
use super::keys::Presence;
use super::shape::ValueShape;

/// Key that contains the name of a table.
const NAME: &str = "name";
/// Key whose number is printed directly after a name.
const DICE: &str = "dice";

/// A titled group of facts, with a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FactSheet {
    /// Title; empty for the whole document.
    pub name: String,
    /// Keys with their values as text.
    pub facts: Vec<(String, String)>,
    /// Column headings; the first is that of the rows, such as `combatant`, the others are keys.
    pub columns: Vec<String>,
    /// Rows with a cell for each column; a cell without a value is empty.
    pub rows: Vec<Vec<String>>,
}

/// Returns the sheets of a checked document without the keys in `without`. The first sheet covers
/// the whole document, if it has any values.
pub fn line_up(table: &CheckedTable, without: &[&str]) -> Vec<FactSheet> {
    let mut sheets = vec![SheetDraft::default()];
    fill(table, without, &mut sheets);
    let sheets = sheets.into_iter().flat_map(SheetDraft::finished);
    let is_empty = |sheet: &FactSheet| sheet.facts.is_empty() && sheet.rows.is_empty();
    sheets.filter(|sheet| !is_empty(sheet)).collect()
}

/// A sheet under construction, with cells by key.
#[derive(Default)]
struct SheetDraft<'a> {
    name: String,
    facts: Vec<(String, String)>,
    columns: Vec<&'a str>,
    rows: Vec<(&'a str, Vec<(&'a str, String)>)>,
}

impl<'a> SheetDraft<'a> {
    fn row(&mut self, role: &'a str, table: &'a CheckedTable) {
        let cells: Vec<(&str, String)> = given_values(table)
            .map(|(name, shape, item)| (name, value_text(item, shape)))
            .collect();
        for (name, _) in &cells {
            if !self.columns.contains(name) {
                self.columns.push(name);
            }
        }
        self.rows.push((role, cells));
    }

    /// Returns the sheet, split where the keys of the rows change.
    fn finished(self) -> Vec<FactSheet> {
        let given_values = |role: &str| -> Vec<&str> {
            let rows = self.rows.iter().filter(|(own, _)| *own == role);
            let mut names: Vec<&str> = rows
                .flat_map(|(_, cells)| cells.iter().map(|&(name, _)| name))
                .collect();
            names.sort_by_key(|&name| self.columns.iter().position(|&one| one == name));
            names.dedup();
            // The name is the first column.
            names.sort_by_key(|&name| name != NAME);
            names
        };
        let mut sheets = vec![FactSheet {
            name: self.name,
            facts: self.facts,
            ..FactSheet::default()
        }];
        let mut columns: Vec<&str> = Vec::new();
        for (role, cells) in &self.rows {
            let own = given_values(role);
            let is_first = sheets.len() == 1 && sheets[0].rows.is_empty();
            if own != columns && !is_first {
                sheets.push(FactSheet::default());
            }
            columns = own;
            let cell = |column: &&str| {
                let cell = cells.iter().find(|(name, _)| name == column);
                cell.map_or_else(String::new, |(_, text)| text.clone())
            };
            let row = std::iter::once((*role).to_owned()).chain(columns.iter().map(cell));
            let names = columns.iter().map(|&name| name.to_owned());
            let last = sheets.len() - 1;
            sheets[last].columns = std::iter::once(String::new()).chain(names).collect();
            sheets[last].rows.push(row.collect());
        }
        sheets
    }
}

/// Adds the values of a table to the last sheet, and appends a sheet for each table that needs its
/// own.
fn fill<'a>(table: &'a CheckedTable, without: &[&str], sheets: &mut Vec<SheetDraft<'a>>) {
    let here = sheets.len() - 1;
    let mut inner = Vec::new();
    let shown = given_values(table).filter(|(key, ..)| !without.contains(key));
    for (key, shape, item) in shown {
        match &item.content {
            Content::Table(table) if name(table).is_some_and(|name| name.as_text().is_some()) => {
                sheets[here].row(key, table);
            }
            Content::Table(table) if depth(table) > 0 => {
                // The sheets of the inner table are merged into that of the enclosing table.
                let mut parts = vec![SheetDraft::default()];
                fill(table, &[], &mut parts);
                let mut parts = parts.into_iter();
                if let Some(first) = parts.next() {
                    let SheetDraft {
                        facts,
                        columns,
                        rows,
                        ..
                    } = first;
                    sheets[here].facts.extend(facts);
                    for name in columns {
                        if !sheets[here].columns.contains(&name) {
                            sheets[here].columns.push(name);
                        }
                    }
                    sheets[here].rows.extend(rows);
                }
                sheets.extend(parts);
            }
            Content::Tables(tables) if tables.iter().any(|table| depth(table) > 1) => {
                for table in tables {
                    let name = name(table).and_then(Item::as_text).unwrap_or(key);
                    fill_sheet(name, table, sheets);
                }
            }
            Content::Map(entries) if depth_inside(entries) > 0 => {
                for (name, item) in entries {
                    if let Content::Table(table) = &item.content {
                        fill_sheet(name, table, sheets);
                    }
                }
            }
            Content::Tables(tables) => {
                for table in tables {
                    sheets[here].row(key, table);
                    documents(table, &mut inner);
                }
            }
            _ => {
                let text = value_text(item, shape);
                sheets[here].facts.push((key.to_owned(), text));
            }
        }
    }
    sheets.extend(inner);
}

/// Appends a sheet for a table with this name.
fn fill_sheet<'a>(name: &str, table: &'a CheckedTable, sheets: &mut Vec<SheetDraft<'a>>) {
    sheets.push(SheetDraft {
        name: name.to_owned(),
        ..SheetDraft::default()
    });
    fill(table, &[NAME], sheets);
}

/// Adds the sheets of documents inside a row, such as the contest of a scene. Their names begin
/// with that of the row.
fn documents<'a>(row: &'a CheckedTable, sheets: &mut Vec<SheetDraft<'a>>) {
    let owner = name(row).and_then(Item::as_text).unwrap_or_default();
    for (_, shape, item) in given_values(row) {
        let (ValueShape::Kinded(kinded), Content::Table(table)) = (shape, &item.content) else {
            continue;
        };
        let mut own = vec![SheetDraft::default()];
        fill(table, &[kinded.tag, "title", "notes"], &mut own);
        for mut sheet in own {
            sheet.name = if sheet.name.is_empty() {
                owner.to_owned()
            } else {
                format!("{owner}: {}", sheet.name)
            };
            sheets.push(sheet);
        }
    }
}

fn name(table: &CheckedTable) -> Option<&Item> {
    let mut given_values = given_values(table);
    given_values.find_map(|(key, _, item)| (key == NAME).then_some(item))
}

/// Returns the values of a table that are neither defaults nor empty, with their names and shapes.
fn given_values(table: &CheckedTable) -> impl Iterator<Item = (&str, &'static ValueShape, &Item)> {
    table.values().filter_map(|(name, field, item)| {
        field.given.as_ref()?;
        let usual =
            matches!(field.key.presence, Presence::Default(usual) if usual == literal(item));
        let empty = match &item.content {
            Content::List(items) => items.is_empty(),
            Content::Tables(tables) => tables.is_empty(),
            _ => false,
        };
        (!usual && !empty).then_some((name, field.key.pattern().1, item))
    })
}

/// Returns the nesting depth of arrays of tables, not counting inserted documents.
fn depth(table: &CheckedTable) -> usize {
    let depths = given_values(table).map(|(_, shape, item)| match &item.content {
        _ if matches!(shape, ValueShape::Kinded(_)) => 0,
        Content::Tables(tables) => 1 + tables.iter().map(depth).max().unwrap_or(0),
        Content::Table(table) => depth(table),
        Content::Map(entries) => match depth_inside(entries) {
            0 => 0,
            inside => 1 + inside,
        },
        _ => 0,
    });
    depths.max().unwrap_or(0)
}

/// Returns the greatest nesting depth in the tables under free keys; 0 if any value is no table.
fn depth_inside(entries: &[(String, Item)]) -> usize {
    let depths = entries.iter().map(|(_, item)| item.as_table().map(depth));
    let depths: Option<Vec<usize>> = depths.collect();
    depths.into_iter().flatten().max().unwrap_or(0)
}

/// Formats a value as text.
fn value_text(item: &Item, shape: &ValueShape) -> String {
    match &item.content {
        Content::Invalid => String::new(),
        Content::Text(text) => text.clone(),
        Content::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Content::Integer(integer) => integer.to_string(),
        Content::Number(number) => number.to_string(),
        Content::Choice(choice) => choice.name.to_owned(),
        Content::List(items) => {
            let all: Vec<String> = items.iter().map(|one| value_text(one, shape)).collect();
            let digits = items.iter().all(|one| one.as_integer().is_some());
            all.join(if digits { " " } else { ", " })
        }
        Content::Table(table) => match shape {
            // The text of a tagged table is only the name of its kind.
            ValueShape::Kinded(kinded) => {
                let title = table.item(kinded.tag);
                title.map_or_else(String::new, |kind| value_text(kind, shape))
            }
            _ => table_text(table),
        },
        Content::Tables(tables) => {
            let all: Vec<String> = tables.iter().map(table_text).collect();
            all.join(", ")
        }
        Content::Map(entries) => {
            let entries = entries.iter();
            let all: Vec<String> = entries
                .map(|(name, item)| format!("{name}: {}", value_text(item, shape)))
                .collect();
            all.join(", ")
        }
    }
}

/// Formats a table briefly, such as `Former Mercenary 4`, `Emotionless Machine 4 (semi)`, `2 dice`
/// or `size 10`.
fn table_text(table: &CheckedTable) -> String {
    let name = name(table).and_then(|name| name.as_text().or(name.as_choice()));
    let (mut text, mut notes) = (name.unwrap_or_default().to_owned(), Vec::new());
    for (key, shape, item) in given_values(table).filter(|(key, ..)| *key != NAME) {
        let words = key.replace('_', " ");
        let value = value_text(item, shape);
        let part = match &item.content {
            Content::Integer(_) if key == DICE && name.is_some() => value,
            Content::Integer(_) if key == DICE => format!("{value} {words}"),
            Content::Flag(true) => {
                notes.push(words);
                continue;
            }
            Content::Choice(_) if name.is_some() => {
                notes.push(value);
                continue;
            }
            _ => format!("{words} {value}"),
        };
        if !text.is_empty() {
            text.push_str(if name.is_some() { " " } else { ", " });
        }
        text.push_str(&part);
    }
    if !notes.is_empty() {
        let notes = notes.join(", ");
        if !text.is_empty() {
            text.push(' ');
        }
        text.extend(["(", &notes, ")"]);
    }
    text
}
