//! Paths of the values at positions of a text.

use serde::Serialize;
use std::ops::Range;
use toml_edit::{Document, Item, TableLike, Value};

/// Step of a path: the name of a key, or an index in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Step {
    /// Index, from 0.
    Place(usize),
    /// Name of a key.
    Key(String),
}

/// Returns the path of the innermost value or key at byte `offset`; empty if there is none.
pub fn at(text: &str, offset: usize) -> Vec<Step> {
    let Ok(document) = Document::parse(text) else {
        return Vec::new();
    };
    let mut found = Found {
        offset,
        best: None,
        path: Vec::new(),
    };
    found.table(document.as_table());
    found.best.map_or_else(Vec::new, |(_, path)| path)
}

struct Found {
    offset: usize,
    /// Length of the narrowest span so far, and its path.
    best: Option<(usize, Vec<Step>)>,
    path: Vec<Step>,
}

impl Found {
    fn look(&mut self, span: Option<Range<usize>>) {
        let Some(span) = span.filter(|span| span.contains(&self.offset)) else {
            return;
        };
        if self
            .best
            .as_ref()
            .is_none_or(|(width, _)| span.len() <= *width)
        {
            self.best = Some((span.len(), self.path.clone()));
        }
    }

    fn table(&mut self, table: &dyn TableLike) {
        for (name, item) in table.iter() {
            self.path.push(Step::Key(name.to_owned()));
            self.look(table.key(name).and_then(toml_edit::Key::span));
            self.item(item);
            self.path.pop();
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::None => {}
            Item::Value(value) => self.value(value),
            Item::Table(table) => {
                self.look(table.span());
                self.table(table);
            }
            Item::ArrayOfTables(tables) => {
                for (index, table) in tables.iter().enumerate() {
                    self.path.push(Step::Place(index));
                    self.look(table.span());
                    self.table(table);
                    self.path.pop();
                }
            }
        }
    }

    fn value(&mut self, value: &Value) {
        self.look(value.span());
        match value {
            Value::InlineTable(table) => self.table(table),
            Value::Array(list) => {
                for (index, value) in list.iter().enumerate() {
                    self.path.push(Step::Place(index));
                    self.value(value);
                    self.path.pop();
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_in_the_text_has_the_path_of_its_value() {
        let text =
            "kind = 'combat'\n[[side]]\nname = 'a'\n[[side.combatant]]\nclasses = [{ dice = 9 }]\n";
        let path = |what: &str| serde_json::to_string(&at(text, text.find(what).unwrap())).unwrap();
        assert_eq!(
            path("9 }"),
            r#"["side",0,"combatant",0,"classes",0,"dice"]"#
        );
        assert_eq!(path("'combat'"), r#"["kind"]"#);
        assert_eq!(path("name"), r#"["side",0,"name"]"#);
        assert_eq!(at("kind = ", 3), []);
    }
}
