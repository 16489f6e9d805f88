//! The tables of keys, and the files made from them: new scenarios and JSON Schemas.

use super::good;
use evenodds::contests::KINDS;
use evenodds::document::{Shown, json_schema, lint, template};
use evenodds::scenario::{BUILTINS, LIBRARY, PARTIES, USE, open};
use evenodds::sim::{NoProgress, Plan, run};

#[test]
fn no_table_of_keys_has_a_flaw() {
    for kind in KINDS {
        for keys in [LIBRARY.keys_of(kind), kind.positions] {
            assert_eq!(lint(keys), Vec::<String>::new(), "{}", kind.name);
        }
    }
}

#[test]
fn every_kind_s_new_file_loads_and_plays() {
    for kind in KINDS {
        let [short, scenario] = [Shown::Usual(&[]), Shown::All]
            .map(|shown| good(&template(LIBRARY.keys_of(kind), shown)));
        assert_eq!(scenario.kind.name, kind.name);
        // What is left out has its default.
        assert_eq!(short.contest.players(), scenario.contest.players());
        let plan = Plan {
            threads: 1,
            ..Plan::new(1, 0..100)
        };
        let finished = run(scenario.contest.as_ref(), &plan, &NoProgress);
        assert_eq!(finished.tally.outcomes().iter().sum::<u64>(), 100);
    }
}

/// Returns the violations of a schema by a value. It supports only the keywords of our schemas.
pub(super) fn violations(
    schema: &serde_json::Value,
    value: &serde_json::Value,
    path: &str,
) -> Vec<String> {
    use serde_json::Value;
    let mut found = Vec::new();
    let mut claim = |holds: bool, word: &str| {
        if !holds {
            found.push(format!("{path}: {word}"));
        }
    };
    let Value::Object(words) = schema else {
        return vec![format!("{path}: no schema")];
    };
    let mut below = Vec::new();
    for (word, about) in words {
        match (word.as_str(), value) {
            ("type", _) => {
                let holds = match about.as_str() {
                    Some("object") => value.is_object(),
                    Some("array") => value.is_array(),
                    Some("string") => value.is_string(),
                    Some("boolean") => value.is_boolean(),
                    Some("integer") => value.is_i64(),
                    Some("number") => value.is_number(),
                    _ => false,
                };
                claim(holds, word);
            }
            ("const", _) => claim(about == value, word),
            ("minimum" | "maximum", Value::Number(number)) => {
                let (number, bound) = (number.as_f64(), about.as_f64());
                claim(
                    if word == "minimum" {
                        number >= bound
                    } else {
                        number <= bound
                    },
                    word,
                );
            }
            ("minLength", Value::String(text)) => {
                claim(Some(text.len() as u64) >= about.as_u64(), word);
            }
            ("maxLength", Value::String(text)) => {
                claim(Some(text.chars().count() as u64) <= about.as_u64(), word);
            }
            // Percentages have the only pattern.
            ("pattern", Value::String(text)) => {
                let digits = text.trim().strip_suffix('%').unwrap_or("x").trim_end();
                let is_number = digits
                    .bytes()
                    .all(|one| one.is_ascii_digit() || one == b'.');
                claim(is_number && digits.parse::<f64>().is_ok(), word);
            }
            ("maxProperties", Value::Object(entries)) => {
                claim(Some(entries.len() as u64) <= about.as_u64(), word);
            }
            ("minItems", Value::Array(items)) => {
                claim(Some(items.len() as u64) >= about.as_u64(), word);
            }
            ("maxItems", Value::Array(items)) => {
                claim(Some(items.len() as u64) <= about.as_u64(), word);
            }
            ("items", Value::Array(items)) => {
                for (index, item) in items.iter().enumerate() {
                    below.extend(violations(about, item, &format!("{path}[{index}]")));
                }
            }
            ("required", Value::Object(entries)) => {
                for key in about.as_array().into_iter().flatten() {
                    let key = key.as_str().unwrap_or_default();
                    claim(entries.contains_key(key), key);
                }
            }
            ("properties", Value::Object(entries)) => {
                for (key, schema) in about.as_object().into_iter().flatten() {
                    if let Some(value) = entries.get(key) {
                        below.extend(violations(schema, value, &format!("{path}.{key}")));
                    }
                }
            }
            ("additionalProperties", Value::Object(entries)) => {
                let known = words.get("properties").and_then(Value::as_object);
                for (key, value) in entries {
                    if known.is_some_and(|known| known.contains_key(key)) {
                        continue;
                    }
                    if about == &Value::Bool(false) {
                        claim(false, key);
                    } else {
                        below.extend(violations(about, value, &format!("{path}.{key}")));
                    }
                }
            }
            ("if", _) => {
                let fits = violations(about, value, path).is_empty();
                if let Some(rest) = words.get(if fits { "then" } else { "else" }) {
                    below.extend(violations(rest, value, path));
                }
            }
            ("allOf", _) => {
                for schema in about.as_array().into_iter().flatten() {
                    below.extend(violations(schema, value, path));
                }
            }
            ("oneOf" | "anyOf", _) => {
                let fits = about
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter(|schema| violations(schema, value, path).is_empty())
                    .count();
                claim(if word == "oneOf" { fits == 1 } else { fits > 0 }, word);
            }
            (
                "$schema"
                | "then"
                | "else"
                | "title"
                | "description"
                | "default"
                | "examples"
                | "minimum"
                | "maximum"
                | "minLength"
                | "maxLength"
                | "pattern"
                | "maxProperties"
                | "minItems"
                | "maxItems"
                | "items"
                | "required"
                | "properties"
                | "additionalProperties",
                _,
            ) => {}
            _ => claim(false, &format!("`{word}` is not known to this test")),
        }
    }
    found.extend(below);
    found
}

/// Converts a TOML file to JSON, as the validator of an editor does.
fn as_json(text: &str) -> serde_json::Value {
    let table: toml::Table = toml::from_str(text).expect("the text is TOML");
    serde_json::to_value(table).expect("TOML without dates converts to JSON")
}

#[test]
fn schemas_accept_what_is_shipped_and_what_new_writes() {
    for kind in KINDS {
        let schema = json_schema(kind.title, LIBRARY.keys_of(kind), USE);
        let mut texts = vec![template(LIBRARY.keys_of(kind), Shown::All)];
        for builtin in BUILTINS {
            let name = format!("@{}", builtin.name);
            if open(&name, &[]).unwrap().kind.name == kind.name {
                texts.push(builtin.text.to_owned());
            }
        }
        assert!(texts.len() > 1, "{} has no scenario", kind.name);
        for text in texts {
            assert_eq!(
                violations(&schema, &as_json(&text), ""),
                Vec::<String>::new()
            );
        }
    }
    let party = json_schema("", LIBRARY.part_keys_of(KINDS[0]).unwrap(), USE);
    for text in PARTIES.iter().map(|party| party.text) {
        assert_eq!(violations(&party, &as_json(text), ""), Vec::<String>::new());
        let unnamed = text.replacen("name = ", "nmae = ", 1);
        assert_eq!(violations(&party, &as_json(&unnamed), "").len(), 3);
    }
}
