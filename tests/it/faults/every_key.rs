//! Every key of every kind: the program rejects each value that its table of keys does not allow,
//! at the place of the key and with its description, and so does the JSON Schema. The pages of the
//! format and of limits list ranges and defaults, and tests of documents compare them.

use super::schemas::violations;
use super::{Cases, good};
use evenodds::contests::KINDS;
use evenodds::document::{Fault, Key, Presence, ValueShape, json_schema};
use evenodds::scenario::{LIBRARY, LoadError, USE, load};
use toml::{Table, Value};

/// A step from a value to one inside it.
#[derive(Clone, Copy)]
enum Step {
    Key(&'static str),
    First,
}

/// Returns the value at the end of `steps`; creates missing tables and lists on the way.
fn at<'a>(mut value: &'a mut Value, steps: &[Step]) -> &'a mut Value {
    for step in steps {
        value = match *step {
            Step::Key(name) => {
                if !value.is_table() {
                    *value = Table::new().into();
                }
                let table = value.as_table_mut().unwrap();
                table.entry(name).or_insert(false.into())
            }
            Step::First => {
                if value.as_array().is_none_or(Vec::is_empty) {
                    *value = vec![Value::from(false)].into();
                }
                &mut value.as_array_mut().unwrap()[0]
            }
        };
    }
    value
}

/// A place in a file that is otherwise valid.
#[derive(Clone)]
struct Spot<'a> {
    file: &'a Value,
    schema: &'a serde_json::Value,
    steps: Vec<Step>,
}

impl Spot<'_> {
    fn inside(&self, step: Step) -> Self {
        let steps = [&self.steps[..], &[step]].concat();
        Self {
            steps,
            ..self.clone()
        }
    }

    /// Returns the file with another value here.
    fn with(&self, value: impl Into<Value>) -> Value {
        let mut file = self.file.clone();
        *at(&mut file, &self.steps) = value.into();
        file
    }

    /// Returns the value here, as a table.
    fn table(&self) -> Table {
        let mut file = self.file.clone();
        at(&mut file, &self.steps)
            .as_table()
            .cloned()
            .unwrap_or_default()
    }

    fn name(&self) -> &'static str {
        let names = self.steps.iter().rev().filter_map(|step| match step {
            Step::Key(name) => Some(*name),
            Step::First => None,
        });
        names.into_iter().next().unwrap_or_default()
    }

    /// Asserts that a file has this fault, and that its schema rejects it.
    fn refuses(&self, file: &Value, accepted: &str, is_meant: impl Fn(&Fault) -> bool) {
        assert_refused(file, accepted, is_meant);
        let seen = violations(self.schema, &serde_json::to_value(file).unwrap(), "");
        assert!(!seen.is_empty(), "the schema allows this:\n{file}");
    }

    /// Asserts that a value here is rejected at its place.
    fn refuses_value(&self, value: impl Into<Value>, accepted: &str) {
        let value = value.into();
        let literal = value.to_string();
        self.refuses(&self.with(value), accepted, |fault| {
            fault.path.contains(self.name())
                && fault.found.starts_with("is ")
                && fault.span.text() == literal
        });
    }

    /// Asserts that a value here has no fault of this kind.
    fn allows(&self, value: impl Into<Value>, accepted: &str) {
        let value = value.into();
        let literal = value.to_string();
        let file = self.with(value);
        let is_about =
            |fault: &Fault| fault.span.text() == literal && fault.path.contains(self.name());
        let refused = faults(&file).into_iter().find(is_about);
        assert!(
            refused.is_none_or(|fault| accepted_by(&fault) != accepted),
            "{literal}\n{file}"
        );
    }

    /// Checks the values of a key, or of a list under it.
    fn check(&self, key: &'static Key, shape: &'static ValueShape) {
        let words = if key.accepts.is_empty() {
            shape.accepted()
        } else {
            key.accepts.to_owned()
        };
        let counted = |count: usize, what: Value| {
            let file = self.with(vec![what; count]);
            let found = format!("has {count} element{}", if count == 1 { "" } else { "s" });
            self.refuses(&file, &words, |fault| {
                fault.path.contains(self.name()) && fault.found == found
            });
        };
        let bounds = match *shape {
            ValueShape::Integer { min, max } => [min.to_string(), max.to_string()],
            ValueShape::Number { min, max } | ValueShape::Share { min, max } => {
                [min.to_string(), max.to_string()]
            }
            _ => Default::default(),
        };
        let has_numbers = key.accepts.contains(|sign: char| sign.is_ascii_digit());
        assert!(
            !has_numbers
                || bounds
                    .iter()
                    .all(|bound| bound.ends_with("inf") || words.contains(bound)),
            "{} has the range {bounds:?}: {words}",
            key.name
        );
        match *shape {
            ValueShape::Integer { min, max } => {
                for wrong in [min.checked_sub(1), max.checked_add(1)]
                    .into_iter()
                    .flatten()
                {
                    self.refuses_value(wrong, &words);
                }
                for allowed in [min, max] {
                    self.allows(allowed, &words);
                }
                self.refuses_value(f64::MAX, &words);
            }
            ValueShape::Number { min, max } | ValueShape::Share { min, max } => {
                if matches!(shape, ValueShape::Share { .. }) {
                    for wrong in ["0.5", "-1%", "half", "%"] {
                        self.refuses_value(wrong, &words);
                    }
                    self.allows("50%", &words);
                }
                let beyond = [min - 1.0, max + 1.0];
                for wrong in beyond.into_iter().filter(|wrong| wrong.is_finite()) {
                    self.refuses_value(wrong, &words);
                }
                self.refuses_value(f64::NAN, &words);
                self.refuses_value(f64::INFINITY, &words);
                for allowed in [min, max].into_iter().filter(|bound| bound.is_finite()) {
                    self.allows(allowed, &words);
                }
            }
            ValueShape::Flag => self.refuses_value(7, &words),
            // The missing file is reported instead of the length.
            ValueShape::Text | ValueShape::Prose if key.includes.is_some() => {}
            ValueShape::Text | ValueShape::Prose => {
                let most = if matches!(shape, ValueShape::Text) {
                    200
                } else {
                    20_000
                };
                let file = self.with("x".repeat(most + 1));
                let accepted = format!("at most {most} characters");
                self.refuses(&file, &accepted, |fault| {
                    fault.path.contains(self.name())
                        && fault.found == format!("has {} characters", most + 1)
                });
            }
            ValueShape::Choice(choices) => {
                for choice in choices {
                    let near = format!("{}{}", &choice.name[..1], choice.name);
                    if choice.name.len() > 1 && choices.iter().all(|other| other.name != near) {
                        let help = format!("did you mean \"{}\"?", choice.name);
                        self.refuses(&self.with(near.as_str()), &words, |fault| {
                            fault.path.contains(self.name()) && fault.help.as_ref() == Some(&help)
                        });
                    }
                }
            }
            ValueShape::List { item, min, max } => {
                for count in [min.wrapping_sub(1), max.wrapping_add(1)] {
                    if count <= 1_001 {
                        counted(count, false.into());
                    }
                }
                self.inside(Step::First).check(key, item);
            }
            ValueShape::Tables {
                keys,
                min,
                max,
                named,
                ..
            } => {
                for count in [min.wrapping_sub(1), max.wrapping_add(1)] {
                    if count <= 1_001 {
                        counted(count, Table::new().into());
                    }
                }
                let first = self.inside(Step::First);
                if named {
                    let mut one = first.table();
                    one.insert("name".to_owned(), "one".into());
                    let file = self.with(vec![Value::from(one.clone()), one.into()]);
                    assert_refused(&file, "the name is already used at", |fault| {
                        fault.path.ends_with("[1].name")
                    });
                    let blank = first.inside(Step::Key("name")).with(" ");
                    assert_refused(&blank, "a name that is not blank", |fault| {
                        fault.path.ends_with("[0].name")
                    });
                }
                first.check_keys(keys, "");
            }
            ValueShape::Table(keys) => self.check_keys(keys, ""),
            // The keys of a kind are checked in its own files.
            ValueShape::Kinded(kinded) => {
                let untagged = self.with(Table::new());
                self.refuses(&untagged, &kinded.accepted(), |fault| {
                    fault.path.ends_with(kinded.tag) && fault.found == "is missing"
                });
            }
            ValueShape::Map(item) => self.inside(Step::Key("any")).check(key, item),
            ValueShape::Either(shapes) => {
                for shape in shapes {
                    self.check(key, shape);
                }
            }
        }
    }

    /// Checks the keys of the table here, except the `tag` that selects them.
    fn check_keys(&self, keys: &'static [Key], tag: &str) {
        let names: Vec<&str> = keys.iter().map(|key| key.name).collect();
        let has_others = keys.iter().any(|key| key.others);
        for key in keys {
            if key.name == tag {
                continue;
            }
            if key.others {
                self.inside(Step::Key("any")).check(key, key.pattern().1);
                continue;
            }
            let spot = self.inside(Step::Key(key.name));
            let mut missing = self.table();
            let had = missing.remove(key.name);
            if key.presence == Presence::Required {
                self.refuses(&self.with(missing.clone()), &key.accepted(), |fault| {
                    fault.path.ends_with(key.name) && fault.found == "is missing"
                });
            }
            // A typo: the first letter occurs twice.
            let near = format!("{}{}", &key.name[..1], key.name);
            let accepted = match key.name.len() {
                1 => format!("the keys here are {}", names[0]),
                _ => format!("did you mean {}?", key.name),
            };
            if !has_others {
                missing.insert(near.clone(), had.unwrap_or(7.into()));
                self.refuses(&self.with(missing), &accepted, |fault| {
                    fault.path.ends_with(&near)
                        && fault.found == "is not a key here"
                        && fault.span.text() == near
                });
            }
            let never: toml::value::Datetime = "1979-05-27".parse().unwrap();
            // JSON has no dates.
            assert_refused(&spot.with(never), &key.accepted(), |fault| {
                fault.path.ends_with(key.name) && fault.span.text() == "1979-05-27"
            });
            let takes_numbers = matches!(
                key.shape,
                ValueShape::Integer { .. }
                    | ValueShape::Number { .. }
                    | ValueShape::Share { .. }
                    | ValueShape::Either(_)
            );
            if !takes_numbers {
                spot.refuses_value(7, &key.accepted());
            }
            spot.check(key, &key.shape);
        }
    }
}

fn faults(file: &Value) -> Vec<Fault> {
    let text = toml::to_string(file).unwrap();
    match load("x.toml", text.as_bytes(), &[]) {
        Ok(_) => Vec::new(),
        Err(LoadError::Faults(faults)) => faults.iter().cloned().collect(),
        Err(other) => panic!("{other}\n{text}"),
    }
}

/// Returns the accepted values that a fault states, without the word `expected`.
fn accepted_by(fault: &Fault) -> &str {
    let accepted = &fault.accepted;
    accepted.strip_prefix("expected ").unwrap_or(accepted)
}

fn assert_refused(file: &Value, accepted: &str, is_meant: impl Fn(&Fault) -> bool) {
    let faults = faults(file);
    let found = |fault: &Fault| accepted_by(fault).starts_with(accepted) && is_meant(fault);
    let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(
        faults.iter().any(found),
        "{accepted}\n{}\n{}",
        all.join("\n"),
        toml::to_string(file).unwrap()
    );
}

#[test]
fn every_key_refuses_what_its_table_does_not_allow() {
    for kind in KINDS {
        let file = Cases::of(kind.name).good;
        let schema = json_schema("", LIBRARY.keys_of(good(file).kind), USE);
        let spot = Spot {
            file: &toml::from_str(file).unwrap(),
            schema: &schema,
            steps: Vec::new(),
        };
        spot.check_keys(LIBRARY.keys_of(kind), "kind");
    }
}
