//! The table of keys as JSON Schema, for editors.

use serde_json::{Map, Value as Json, json};

use super::keys::{Key, Presence};
use super::read::parse_literal;
use super::shape::Shape;
use super::source::{Place, Source};
use super::tree::Value;

/// The schema (draft 2020-12) of documents with these keys: descriptions, defaults, ranges and names; no other keys.
/// Elements of a [shared](Key::shared) array may complete those of other documents, so that of the keys in them only
/// names are required, and of the array itself nothing; `parts` is the key that names those documents, and in a document
/// without it everything is required that has to be there.
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
                Some(each(shared(), |key| demands(&key.shape))),
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

/// The words of a schema that have a value.
fn words<const COUNT: usize>(words: [(&str, Option<Json>); COUNT]) -> Schema {
    let given = words.into_iter();
    given
        .filter_map(|(word, value)| Some((word.to_owned(), value?)))
        .collect()
}

/// A schema for each of the keys.
fn each<'a>(keys: impl Iterator<Item = &'a Key>, of: impl Fn(&'a Key) -> Schema) -> Json {
    let schemas = keys.map(|key| (key.name.to_owned(), Json::Object(of(key))));
    Json::Object(schemas.collect())
}

/// The names of those keys that are demanded; none if there are none.
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

/// What has to be there in a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Demand {
    /// Everything that is required.
    All,
    /// Names: other documents may have the rest.
    Names,
}

impl Demand {
    fn on(self, key: &Key) -> bool {
        is_required(key)
            && match self {
                Self::All => !key.shared,
                Self::Names => key.name == "name",
            }
    }

    /// What is demanded of the value of a key in such a table.
    fn within(self, key: &Key) -> Self {
        let named = matches!(key.shape, Shape::Tables { named: true, .. });
        if key.shared || self == Self::Names && named {
            Self::Names
        } else {
            Self::All
        }
    }
}

/// What a named array demands beyond what its schema says where other documents may complete it.
fn demands(shape: &'static Shape) -> Schema {
    let Shape::Tables {
        keys,
        min,
        named: true,
        ..
    } = shape
    else {
        return Schema::new();
    };
    let inner = keys.iter().filter(|key| !demands(&key.shape).is_empty());
    let inner = each(inner, |key| demands(&key.shape));
    let item = words([
        ("required", required(keys.iter(), is_required)),
        ("properties", (inner != json!({})).then_some(inner)),
    ]);
    words([
        ("items", Some(Json::Object(item))),
        ("minItems", (*min > 0).then(|| json!(min))),
    ])
}

fn object(keys: &'static [Key], named: bool, demand: Demand) -> Schema {
    let property = |key| property(key, named, demand.within(key));
    words([
        ("type", Some(json!("object"))),
        ("properties", Some(each(keys.iter(), property))),
        ("required", required(keys.iter(), |key| demand.on(key))),
        ("additionalProperties", Some(json!(false))),
    ])
}

/// The schema of the value of a key; `named` where the table around it is called by its name.
fn property(key: &'static Key, named: bool, demand: Demand) -> Schema {
    let about = [key.help, key.accepts].into_iter();
    let about: Vec<&str> = about.filter(|text| !text.is_empty()).collect();
    let default = match key.presence {
        Presence::Default(literal) => literal_as_json(literal),
        _ => None,
    };
    let is_block = matches!(
        key.shape,
        Shape::Table(_) | Shape::Tables { .. } | Shape::Map(_)
    );
    let example = literal_as_json(key.example).filter(|_| !is_block);
    let mut schema = words([(
        "description",
        (!about.is_empty()).then(|| json!(about.join("; "))),
    )]);
    schema.extend(shape_schema(&key.shape, demand));
    schema.extend(words([
        ("minLength", (named && key.name == "name").then(|| json!(1))),
        ("default", default),
        ("examples", example.map(|example| json!([example]))),
    ]));
    schema
}

fn shape_schema(shape: &'static Shape, demand: Demand) -> Schema {
    let plain = |kind| {
        let [min, max] = shape
            .bounds()
            .map(|bound| bound.map(|bound| as_json(&bound)));
        words([
            ("type", Some(json!(kind))),
            ("minimum", min),
            ("maximum", max),
        ])
    };
    match shape {
        Shape::Text => plain("string"),
        Shape::Flag => plain("boolean"),
        Shape::Integer { .. } => plain("integer"),
        Shape::Number { .. } => plain("number"),
        Shape::Choice(choices) => {
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
        Shape::List { item, min, max } => array(&shape_schema(item, Demand::All), *min, *max),
        Shape::Table(keys) => object(keys, false, Demand::All),
        Shape::Tables {
            keys,
            min,
            max,
            named,
            ..
        } => {
            let min = if demand == Demand::All { *min } else { 0 };
            array(&object(keys, *named, demand), min, *max)
        }
        Shape::Map(value) => words([
            ("type", Some(json!("object"))),
            (
                "additionalProperties",
                Some(Json::Object(shape_schema(value, Demand::All))),
            ),
        ]),
        Shape::Either(shapes) => {
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
    let place = Place::new(&Source::new("", ""), 0..0);
    Some(as_json(&parse_literal(literal, &place)?.value))
}

fn as_json(value: &Value) -> Json {
    match value {
        Value::Text(text) | Value::Moment(text) => json!(text),
        Value::Integer(integer) => json!(integer),
        Value::Number(number) => json!(number),
        Value::Flag(flag) => json!(flag),
        Value::List(nodes) => nodes.iter().map(|node| as_json(&node.value)).collect(),
        Value::Table(entries) => {
            let entries = entries
                .iter()
                .map(|entry| (entry.name.clone(), as_json(&entry.node.value)));
            Json::Object(entries.collect())
        }
        Value::Bad => Json::Null,
    }
}

#[cfg(test)]
mod tests;
