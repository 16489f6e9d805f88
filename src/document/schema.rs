//! The table of keys as JSON Schema, for editors.

use serde_json::{Map, Value as Json, json};

use super::keys::{Key, Presence, Shape};
use super::read::parse_literal;
use super::source::{Place, Source};
use super::tree::{Node, Value};

/// The schema (draft 2020-12) of documents with these keys: descriptions, defaults, ranges and names; no other keys.
/// Elements of a [shared](Key::shared) array may complete those of other documents, so that of the keys in them only
/// names are required, and of the array itself nothing; `parts` is the key that names those documents, and in a document
/// without it everything is required that has to be there.
pub fn json_schema(title: &str, keys: &'static [Key], parts: &str) -> Json {
    let mut schema = Map::new();
    schema.insert(
        "$schema".to_owned(),
        json!("https://json-schema.org/draft/2020-12/schema"),
    );
    schema.insert("title".to_owned(), json!(title));
    schema.extend(object(keys, false, Demand::All));
    let shared: Vec<&Key> = keys.iter().filter(|key| key.shared).collect();
    if !shared.is_empty() {
        let demands: Map<String, Json> = shared
            .iter()
            .map(|key| (key.name.to_owned(), Json::Object(demands(&key.shape))))
            .collect();
        let required: Vec<&str> = shared
            .iter()
            .filter(|key| key.presence == Presence::Required)
            .map(|key| key.name)
            .collect();
        let mut alone = json!({ "properties": demands });
        bound(
            &mut alone,
            "required",
            (!required.is_empty()).then(|| json!(required)),
        );
        schema.insert("if".to_owned(), json!({ "required": [parts] }));
        schema.insert("else".to_owned(), alone);
    }
    Json::Object(schema)
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
        match self {
            Self::All => key.presence == Presence::Required && !key.shared,
            Self::Names => key.presence == Presence::Required && key.name == "name",
        }
    }

    /// What is demanded of the value of a key in such a table.
    fn within(self, key: &Key) -> Self {
        let named = matches!(key.shape, Shape::Tables { named: true, .. });
        match self {
            Self::Names if named => Self::Names,
            _ if key.shared => Self::Names,
            _ => Self::All,
        }
    }
}

/// What a named array demands beyond what its schema says where other documents may complete it.
fn demands(shape: &Shape) -> Map<String, Json> {
    let Shape::Tables {
        keys,
        min,
        named: true,
        ..
    } = shape
    else {
        return Map::new();
    };
    let required: Vec<&str> = keys
        .iter()
        .filter(|key| key.presence == Presence::Required)
        .map(|key| key.name)
        .collect();
    let properties: Map<String, Json> = keys
        .iter()
        .map(|key| (key.name.to_owned(), demands(&key.shape)))
        .filter(|(_, demands)| !demands.is_empty())
        .map(|(name, demands)| (name, Json::Object(demands)))
        .collect();
    let mut item = json!({ "required": required });
    bound(
        &mut item,
        "properties",
        (!properties.is_empty()).then(|| json!(properties)),
    );
    let mut schema = json!({ "items": item });
    bound(&mut schema, "minItems", (*min > 0).then(|| json!(min)));
    match schema {
        Json::Object(schema) => schema,
        _ => Map::new(),
    }
}

fn object(keys: &'static [Key], named: bool, demand: Demand) -> Map<String, Json> {
    let properties: Map<String, Json> = keys
        .iter()
        .map(|key| {
            (
                key.name.to_owned(),
                Json::Object(property(
                    key,
                    named && key.name == "name",
                    demand.within(key),
                )),
            )
        })
        .collect();
    let required: Vec<&str> = keys
        .iter()
        .filter(|key| demand.on(key))
        .map(|key| key.name)
        .collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), Json::Object(properties));
    if !required.is_empty() {
        schema.insert("required".to_owned(), json!(required));
    }
    schema.insert("additionalProperties".to_owned(), json!(false));
    schema
}

fn property(key: &Key, is_name: bool, demand: Demand) -> Map<String, Json> {
    let mut schema = Map::new();
    let description: Vec<&str> = [key.help, key.accepts]
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect();
    if !description.is_empty() {
        schema.insert("description".to_owned(), json!(description.join("; ")));
    }
    schema.extend(shape_schema(&key.shape, demand));
    if is_name {
        schema.insert("minLength".to_owned(), json!(1));
    }
    if let Presence::Default(literal) = key.presence
        && let Some(default) = literal_as_json(literal)
    {
        schema.insert("default".to_owned(), default);
    }
    let is_value = !matches!(
        key.shape,
        Shape::Table(_) | Shape::Tables { .. } | Shape::Map(_)
    );
    if is_value && let Some(example) = literal_as_json(key.example) {
        schema.insert("examples".to_owned(), json!([example]));
    }
    schema
}

fn shape_schema(shape: &Shape, demand: Demand) -> Map<String, Json> {
    let schema = match shape {
        Shape::Text => json!({ "type": "string" }),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Integer { min, max } => {
            let mut schema = json!({ "type": "integer" });
            bound(
                &mut schema,
                "minimum",
                (*min != i64::MIN).then(|| json!(min)),
            );
            bound(
                &mut schema,
                "maximum",
                (*max != i64::MAX).then(|| json!(max)),
            );
            schema
        }
        Shape::Number { min, max } => {
            let mut schema = json!({ "type": "number" });
            bound(&mut schema, "minimum", min.is_finite().then(|| json!(min)));
            bound(&mut schema, "maximum", max.is_finite().then(|| json!(max)));
            schema
        }
        Shape::Choice(choices) => {
            let names = choices.iter().map(|choice| {
                let mut name = json!({ "const": choice.name });
                bound(
                    &mut name,
                    "description",
                    (!choice.help.is_empty()).then(|| json!(choice.help)),
                );
                name
            });
            json!({ "type": "string", "oneOf": names.collect::<Vec<_>>() })
        }
        Shape::List { item, min, max } => array(&shape_schema(item, Demand::All), *min, *max),
        Shape::Table(keys) => return object(keys, false, Demand::All),
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
        Shape::Map(value) => {
            json!({ "type": "object", "additionalProperties": shape_schema(value, Demand::All) })
        }
        Shape::Either(shapes) => {
            let shapes: Vec<_> = shapes
                .iter()
                .map(|shape| shape_schema(shape, demand))
                .collect();
            json!({ "anyOf": shapes })
        }
    };
    match schema {
        Json::Object(schema) => schema,
        _ => Map::new(),
    }
}

fn array(item: &Map<String, Json>, min: usize, max: usize) -> Json {
    let mut schema = json!({ "type": "array", "items": item });
    bound(&mut schema, "minItems", (min > 0).then(|| json!(min)));
    bound(
        &mut schema,
        "maxItems",
        (max != usize::MAX).then(|| json!(max)),
    );
    schema
}

fn bound(schema: &mut Json, word: &str, value: Option<Json>) {
    if let (Json::Object(schema), Some(value)) = (schema, value) {
        schema.insert(word.to_owned(), value);
    }
}

fn literal_as_json(literal: &str) -> Option<Json> {
    if literal.is_empty() {
        return None;
    }
    let place = Place::new(&Source::new("", ""), 0..0);
    Some(as_json(&parse_literal(literal, &place)?))
}

fn as_json(node: &Node) -> Json {
    match &node.value {
        Value::Text(text) | Value::Moment(text) => json!(text),
        Value::Integer(integer) => json!(integer),
        Value::Number(number) => json!(number),
        Value::Flag(flag) => json!(flag),
        Value::List(nodes) => nodes.iter().map(as_json).collect(),
        Value::Table(entries) => {
            let entries = entries
                .iter()
                .map(|entry| (entry.name.clone(), as_json(&entry.node)));
            Json::Object(entries.collect())
        }
        Value::Bad => Json::Null,
    }
}

#[cfg(test)]
mod tests;
