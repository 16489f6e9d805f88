//! JSON Schema of a table of keys, for editors.

use serde_json::{Map, Value as Json, json};

use super::capital;
use super::keys::{Key, Presence, other_names};
use super::read::parse_literal;
use super::shape::{MOST_FREE_KEYS, ValueShape};
use super::source::{Source, Span};
use super::tree::TomlValue;

/// Returns the schema (draft 2020-12) of documents with these keys and no others. It contains
/// descriptions, defaults, ranges and names.
///
/// Elements of a [shared](Key::shared) array may complete those of other documents. So only their
/// names are required, and the array itself is not. `parts` is the key that names the other
/// documents; a document without it must have all required keys. The same applies to a key that
/// [names a file](Key::includes).
pub fn json_schema(title: &str, keys: &'static [Key], parts: &str) -> Json {
    let mut schema = words([
        (
            "$schema",
            Some(json!("https://json-schema.org/draft/2020-12/schema")),
        ),
        ("title", Some(json!(title))),
    ]);
    schema.extend(object(keys, false, Demand::All));
    let shared = || keys.iter().filter(|key| key.shared);
    if shared().next().is_some() {
        let alone = words([
            (
                "properties",
                Some(each(shared(), |key| demands(&key.shape, Demand::Names))),
            ),
            ("required", required(shared(), is_required)),
        ]);
        schema.extend(words([
            ("if", Some(json!({ "required": [parts] }))),
            ("else", Some(Json::Object(alone))),
        ]));
    }
    Json::Object(schema)
}

type Schema = Map<String, Json>;

/// Returns a schema of the keywords that have a value.
fn words<const COUNT: usize>(words: [(&str, Option<Json>); COUNT]) -> Schema {
    let given = words.into_iter();
    given
        .filter_map(|(word, value)| Some((word.to_owned(), value?)))
        .collect()
}

/// Returns a schema for each of the keys.
fn each<'a>(keys: impl Iterator<Item = &'a Key>, of: impl Fn(&'a Key) -> Schema) -> Json {
    let schemas = keys.map(|key| (key.name.to_owned(), Json::Object(of(key))));
    Json::Object(schemas.collect())
}

/// Returns the names of the keys that a demand requires, or `None` if there are none.
fn required<'a>(
    keys: impl Iterator<Item = &'a Key>,
    demanded: impl Fn(&Key) -> bool,
) -> Option<Json> {
    let names: Vec<&str> = keys
        .filter(|key| demanded(key))
        .map(|key| key.name)
        .collect();
    (!names.is_empty()).then(|| json!(names))
}

fn is_required(key: &Key) -> bool {
    key.presence == Presence::Required
}

/// Set of keys that a table must have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Demand {
    /// All required keys.
    All,
    /// Names of elements only; other documents may have the other keys.
    Names,
    /// Names of elements only, and no keys of tables; another document may have all of their keys.
    NamesOnly,
}

impl Demand {
    /// Returns whether a table must have a key. `named` is true if the table is identified by its
    /// name.
    fn on(self, key: &Key, named: bool) -> bool {
        is_required(key)
            && match self {
                Self::All => !key.shared,
                Self::Names => key.name == "name",
                Self::NamesOnly => named && key.name == "name",
            }
    }

    /// Returns the demand for the value of a key in such a table.
    fn within(self, key: &Key) -> Self {
        match key.shape {
            _ if key.shared => Self::Names,
            ValueShape::Tables { named: true, .. } => self,
            ValueShape::Table(_) | ValueShape::Kinded(_) if self == Self::NamesOnly => self,
            _ => Self::All,
        }
    }
}

/// Returns a schema with additional required keys of a value; its own schema lets other documents
/// complete it.
fn demands(shape: &'static ValueShape, demand: Demand) -> Schema {
    match shape {
        ValueShape::Tables {
            keys,
            min,
            named: true,
            ..
        } => words([
            (
                "items",
                Some(Json::Object(demands_of_keys(keys, None, demand))),
            ),
            ("minItems", (*min > 0).then(|| json!(min))),
        ]),
        ValueShape::Table(keys) if demand == Demand::NamesOnly => {
            demands_of_keys(keys, None, demand)
        }
        ValueShape::Kinded(kinded) if demand == Demand::NamesOnly => {
            let kinds = kinded.variants().iter().map(|variant| {
                let kind = (kinded.tag, variant.name);
                demands_of_keys(variant.keys, Some(kind), demand)
            });
            words([("anyOf", Some(json!(kinds.collect::<Vec<_>>())))])
        }
        _ => Schema::new(),
    }
}

/// Returns a schema with the required keys of a table, conditional on its kind if there is one.
fn demands_of_keys(keys: &'static [Key], kind: Option<(&str, &str)>, demand: Demand) -> Schema {
    let mut inner = Schema::new();
    inner.extend(kind.map(|(tag, name)| (tag.to_owned(), json!({ "const": name }))));
    for key in keys {
        let within = demands(&key.shape, demand);
        if !within.is_empty() {
            inner.insert(key.name.to_owned(), Json::Object(within));
        }
    }
    words([
        ("required", required(keys.iter(), is_required)),
        ("properties", (!inner.is_empty()).then(|| json!(inner))),
    ])
}

fn object(keys: &'static [Key], named: bool, demand: Demand) -> Schema {
    let is_included = |key: &Key| keys.iter().any(|file| file.includes == Some(key.name));
    let of_key = |key| {
        let demand = if is_included(key) {
            Demand::NamesOnly
        } else {
            demand.within(key)
        };
        property(key, named, demand)
    };
    let demanded = |key: &Key| !is_included(key) && demand.on(key, named);
    let fixed = || keys.iter().filter(|key| !key.others);
    let others = other_names(keys).map(of_key);
    let most = others.as_ref().map(|_| MOST_FREE_KEYS + fixed().count());
    let alone: Vec<Schema> = keys.iter().filter_map(|file| alone(keys, file)).collect();
    words([
        ("type", Some(json!("object"))),
        ("properties", Some(each(fixed(), of_key))),
        ("required", required(keys.iter(), demanded)),
        (
            "additionalProperties",
            Some(others.map_or(json!(false), Json::Object)),
        ),
        ("maxProperties", most.map(|most| json!(most))),
        ("allOf", (!alone.is_empty()).then(|| json!(alone))),
    ])
}

/// Returns a schema with the required keys of a table without the key `file`, which names a
/// document to insert.
fn alone(keys: &'static [Key], file: &Key) -> Option<Schema> {
    let included = || keys.iter().filter(|key| Some(key.name) == file.includes);
    included().next()?;
    let alone = words([
        (
            "properties",
            Some(each(included(), |key| {
                demands(&key.shape, Demand::NamesOnly)
            })),
        ),
        ("required", required(included(), is_required)),
    ]);
    Some(words([
        ("if", Some(json!({ "required": [file.name] }))),
        ("else", Some(Json::Object(alone))),
    ]))
}

/// Returns the schema of a key's value. `named` is true if the enclosing table is identified by its
/// name.
fn property(key: &'static Key, named: bool, demand: Demand) -> Schema {
    let about = about(key.help, key.accepts);
    let default = match key.presence {
        Presence::Default(literal) => literal_as_json(literal),
        _ => None,
    };
    let is_block = matches!(
        key.shape,
        ValueShape::Table(_)
            | ValueShape::Tables { .. }
            | ValueShape::Map(_)
            | ValueShape::Kinded(_)
    );
    let example = literal_as_json(key.example).filter(|_| !is_block);
    let mut schema = words([
        (
            "title",
            (!key.name.is_empty() && !key.others).then(|| json!(heading(key.name))),
        ),
        ("description", (!about.is_empty()).then(|| json!(about))),
    ]);
    schema.extend(shape_schema(key.pattern().1, demand));
    schema.extend(words([
        ("minLength", (named && key.name == "name").then(|| json!(1))),
        ("default", default),
        ("examples", example.map(|example| json!([example]))),
    ]));
    schema
}

/// Formats the description and the accepted values of a key as one text.
fn about(help: &str, accepts: &str) -> String {
    match (help.strip_suffix('.'), accepts) {
        (Some(_), accepts) if !accepts.is_empty() => format!("{help} {}.", capital(accepts)),
        (None, accepts) if !help.is_empty() && !accepts.is_empty() => format!("{help}; {accepts}"),
        _ => format!("{help}{accepts}"),
    }
}

/// Returns the name of a key as a heading: `wound_choice` becomes `Wound choice`.
fn heading(name: &str) -> String {
    capital(&name.replace('_', " "))
}

/// Pattern of a percentage.
const PERCENTAGE: &str = r"^\s*[0-9]*\.?[0-9]+\s*%\s*$";

fn shape_schema(shape: &'static ValueShape, demand: Demand) -> Schema {
    let plain = |kind| {
        let [min, max] = shape
            .bounds()
            .map(|bound| bound.map(|bound| as_json(&bound)));
        words([
            ("type", Some(json!(kind))),
            ("minimum", min),
            ("maximum", max),
            ("maxLength", shape.longest().map(|most| json!(most))),
        ])
    };
    match shape {
        ValueShape::Text | ValueShape::Prose => plain("string"),
        ValueShape::Flag => plain("boolean"),
        ValueShape::Integer { .. } => plain("integer"),
        ValueShape::Number { .. } => plain("number"),
        ValueShape::Share { .. } => words([(
            "anyOf",
            Some(json!([plain("number"), {"type": "string", "pattern": PERCENTAGE}])),
        )]),
        ValueShape::Choice(choices) => {
            let names = choices.iter().map(|choice| {
                let help = (!choice.help.is_empty()).then(|| json!(choice.help));
                words([("const", Some(json!(choice.name))), ("description", help)])
            });
            let names: Vec<Schema> = names.collect();
            words([
                ("type", Some(json!("string"))),
                ("oneOf", Some(json!(names))),
            ])
        }
        ValueShape::List { item, min, max } => array(&shape_schema(item, Demand::All), *min, *max),
        ValueShape::Table(keys) => object(keys, false, demand),
        ValueShape::Kinded(kinded) => {
            let kinds = kinded.variants().iter();
            let kinds = kinds.map(|variant| object(variant.keys, false, demand));
            words([
                ("type", Some(json!("object"))),
                ("anyOf", Some(json!(kinds.collect::<Vec<_>>()))),
            ])
        }
        ValueShape::Tables {
            keys,
            min,
            max,
            named,
            ..
        } => {
            let min = if demand == Demand::All { *min } else { 0 };
            array(&object(keys, *named, demand), min, *max)
        }
        ValueShape::Map(value) => words([
            ("type", Some(json!("object"))),
            (
                "additionalProperties",
                Some(Json::Object(shape_schema(value, Demand::All))),
            ),
            ("maxProperties", Some(json!(MOST_FREE_KEYS))),
        ]),
        ValueShape::Either(shapes) => {
            let shapes = shapes.iter().map(|shape| shape_schema(shape, demand));
            words([("anyOf", Some(json!(shapes.collect::<Vec<_>>())))])
        }
    }
}

fn array(item: &Schema, min: usize, max: usize) -> Schema {
    words([
        ("type", Some(json!("array"))),
        ("items", Some(json!(item))),
        ("minItems", (min > 0).then(|| json!(min))),
        ("maxItems", (max != usize::MAX).then(|| json!(max))),
    ])
}

fn literal_as_json(literal: &str) -> Option<Json> {
    if literal.is_empty() {
        return None;
    }
    let span = Span::new(&Source::new("", ""), 0..0);
    Some(as_json(&parse_literal(literal, &span)?.value))
}

fn as_json(value: &TomlValue) -> Json {
    match value {
        TomlValue::Text(text) | TomlValue::Moment(text) => json!(text),
        TomlValue::Integer(integer) => json!(integer),
        TomlValue::Number(number) => json!(number),
        TomlValue::Flag(flag) => json!(flag),
        TomlValue::List(nodes) => nodes.iter().map(|node| as_json(&node.value)).collect(),
        TomlValue::Table(entries) => {
            let entries = entries
                .iter()
                .map(|entry| (entry.name.clone(), as_json(&entry.node.value)));
            Json::Object(entries.collect())
        }
        TomlValue::Bad => Json::Null,
    }
}

#[cfg(test)]
mod tests;
