//! Options rendered for a command line.

use crate::report::option;
use serde::Serialize;
use serde_json::Value;

/// Options that come last, with their short names.
const LAST: [(&str, &str); 2] = [("trials", "-n"), ("seed", "-s")];

/// Returns the options that differ from their defaults, as typed: ` --tolerance 0.01 --slow -n 100`.
/// They have the names and the order of the fields; trials and seed come last.
pub fn options<Q: Serialize + Default>(question: &Q) -> String {
    let [own, usual] = [question, &Q::default()].map(|one| match serde_json::to_value(one) {
        Ok(Value::Object(options)) => options,
        // Only a path that is not valid Unicode cannot be serialized.
        _ => serde_json::Map::new(),
    });
    let own: Vec<_> = own
        .into_iter()
        .filter(|(key, value)| usual.get(key) != Some(value))
        .collect();
    let last = |key: &str| LAST.iter().find(|(name, _)| *name == key);
    let first = own.iter().filter(|(key, _)| last(key).is_none());
    let mut typed: String = first.map(|(key, value)| typed(key, value)).collect();
    for (name, short) in LAST {
        let value = own.iter().find(|(key, _)| key == name);
        typed.extend(value.map(|(_, value)| format!(" {short} {}", text(value))));
    }
    typed
}

/// Returns an option with its value, repeated for each element of a list.
fn typed(key: &str, value: &Value) -> String {
    let name = format!("--{}", key.replace('_', "-"));
    match value {
        Value::Bool(true) => format!(" {name}"),
        Value::Array(values) if ["players", "errors"].contains(&key) => {
            let values: Vec<String> = values.iter().map(text).collect();
            option(&name, &values.join(","))
        }
        Value::Array(values) => values
            .iter()
            .map(|value| option(&name, &text(value)))
            .collect(),
        Value::Null | Value::Bool(false) => String::new(),
        value => option(&name, &text(value)),
    }
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::super::{Advise, CommonOptions, Compare, Ladder, Question as _, Sweep};

    #[test]
    fn options_that_differ_from_their_defaults_are_typed() {
        assert_eq!(Sweep::default().options(), "");
        let common = CommonOptions {
            seed: Some(7),
            threads: Some(3),
            quiet: true,
        };
        let ladder = Ladder {
            players: vec!["random".to_owned(), "expert".to_owned()],
            errors: Vec::new(),
            trials: Some(1_000),
            common: common.clone(),
        };
        assert_eq!(ladder.options(), " --players random,expert -n 1000 -s 7");
        let sweep = Sweep {
            vary: vec!["rules.half=up,down".to_owned(), "a 'b'.c=1..2".to_owned()],
            figures: vec!["heroes".to_owned()],
            parts: Some("some parts".into()),
            ..Sweep::default()
        };
        assert_eq!(
            sweep.options(),
            " --vary rules.half=up,down --vary \"a 'b'.c=1..2\" --figure heroes --parts 'some parts'"
        );
        let mut advise = Advise {
            slow: true,
            ..Advise::default()
        };
        advise.aim.tolerance = Some(0.01);
        assert_eq!(advise.options(), " --tolerance 0.01 --slow");
        let compare = Compare {
            max_trials: Some(5),
            ..Compare::default()
        };
        assert_eq!(compare.options(), " --max-trials 5");
    }
}
