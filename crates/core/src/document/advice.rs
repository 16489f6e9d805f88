//! Advice for faults: the nearest known name, an example, or the correct spelling of a value.

use super::keys::Key;
use super::nearest::nearest;
use super::path::quoted;
use super::shape::ValueShape;
use super::share::read_share;
use super::tree::{Node, TomlValue};

/// Returns the accepted text and the help for an unknown name: the nearest known name with all
/// names as help, or all names alone if none is near. `what` is the plural noun for the names.
pub fn not_known(typed: &str, known: &[&str], what: &str) -> (String, Option<String>) {
    const MOST: usize = 40;
    if known.is_empty() {
        return (format!("there are no {what}"), None);
    }
    let mut all: Vec<String> = known.iter().take(MOST).map(|name| quoted(name)).collect();
    if known.len() > MOST {
        all.push("…".to_owned());
    }
    let all = format!("the {what} are {}", all.join(", "));
    match nearest(typed, known.iter().copied()) {
        Some(near) => (format!("did you mean {}?", quoted(near)), Some(all)),
        None => (all, None),
    }
}

/// Returns the message for an unknown name of an option: the nearest known name, and all names. `what` is
/// a singular noun for the names.
pub fn unknown(what: &str, typed: &str, known: &[&str]) -> String {
    const MOST: usize = 20;
    let rest = if known.len() > MOST { ", …" } else { "" };
    let all = known[..known.len().min(MOST)].join(", ");
    match nearest(typed, known.iter().copied()) {
        Some(near) => {
            format!("unknown {what} {typed}; did you mean {near}? The {what}s are {all}{rest}")
        }
        None => format!("unknown {what} {typed}; the {what}s are {all}{rest}"),
    }
}

pub(super) fn example(key: &Key) -> Option<String> {
    let one_line =
        !key.example.is_empty() && !key.example.contains('\n') && !key.example.starts_with("[[");
    let is_literal = one_line
        && !matches!(key.shape, ValueShape::Table(_) | ValueShape::Kinded(_) if !key.example.starts_with('{'));
    is_literal.then(|| format!("for example {} = {}", key.name, key.example))
}

/// Returns an example of a key whose value is a table.
pub(super) fn table_example(key: &Key) -> Option<String> {
    let is_table = |shape: &ValueShape| {
        matches!(
            shape,
            ValueShape::Table(_) | ValueShape::Map(_) | ValueShape::Kinded(_)
        )
    };
    if let ValueShape::List { item, .. } = key.shape
        && is_table(item)
    {
        return example(key);
    }
    is_table(&key.shape)
        .then(|| example(key).unwrap_or_else(|| format!("write a table as {} = {{ … }}", key.name)))
}

/// Returns the likely intended spelling of a value that has the wrong type but a clear meaning.
pub(super) fn advice(node: &Node, shape: &'static ValueShape) -> Option<String> {
    let value = &node.value;
    // Advice that repeats the value is only for a file that may be quoted.
    if matches!(
        value,
        TomlValue::Text(_) | TomlValue::Integer(_) | TomlValue::Number(_)
    ) && !node.span.source().is_quoted()
        && !matches!(shape, ValueShape::Choice(_))
    {
        return None;
    }
    match (value, shape) {
        (TomlValue::Number(number), ValueShape::Integer { min, max }) => {
            let whole = *number as i64;
            let same = whole as f64 == *number && (min..=max).contains(&&whole);
            same.then(|| format!("write {whole}"))
        }
        (TomlValue::Text(text), ValueShape::Integer { min, max }) => {
            if let Ok(number) = text.parse::<i64>() {
                return Some(format!("write {number}, without quotes"));
            }
            let number = text.strip_suffix('%')?.parse::<i64>().ok();
            let number = number.filter(|number| (min..=max).contains(&number));
            number.map(|number| format!("write {number}"))
        }
        (TomlValue::Text(text), ValueShape::Number { .. }) => {
            let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
            number.map(|_| format!("write {text}, without quotes"))
        }
        // A bare number of percent.
        (TomlValue::Integer(percent @ 2..=100), ValueShape::Share { .. }) => {
            Some(format!("write \"{percent}%\""))
        }
        (TomlValue::Text(text), ValueShape::Share { .. }) => {
            read_share(text).map(|_| format!("write {text}, without quotes"))
        }
        (TomlValue::Text(text), ValueShape::Flag) => {
            flag(&text.to_lowercase()).map(|flag| format!("write {flag}, without quotes"))
        }
        (TomlValue::Integer(number @ 0..=1), ValueShape::Flag) => {
            Some(format!("write {}", *number == 1))
        }
        (
            TomlValue::Integer(_)
            | TomlValue::Number(_)
            | TomlValue::Flag(_)
            | TomlValue::Moment(_),
            ValueShape::Text | ValueShape::Prose,
        ) => Some("write it in quotes".to_owned()),
        (TomlValue::Table(_), ValueShape::Tables { .. }) => {
            Some(if node.span.text().starts_with('[') {
                format!(
                    "write a header in double brackets for each element: [[{}]]",
                    header(node)
                )
            } else {
                "write a list in brackets, even of one element: [{ … }]".to_owned()
            })
        }
        (TomlValue::List(_), ValueShape::Table(_) | ValueShape::Kinded(_)) => {
            Some(if node.span.text().starts_with("[[") {
                format!(
                    "write a single table, with its header in single brackets: [{}]",
                    header(node)
                )
            } else {
                "write a single table, without brackets around it: { … }".to_owned()
            })
        }
        (TomlValue::Text(text), ValueShape::Choice(choices)) => {
            let near = nearest(text, choices.iter().map(|choice| choice.name));
            near.map(|near| format!("did you mean \"{near}\"?"))
        }
        (TomlValue::Text(text), ValueShape::List { item, min, max })
            if elements(text, item, min == max && *min == 2).is_some() =>
        {
            let list = elements(text, item, min == max && *min == 2);
            list.map(|list| format!("write {list}"))
        }
        (
            TomlValue::Text(text),
            ValueShape::List {
                item: ValueShape::Map(_),
                ..
            },
        ) => {
            let (name, value) = text.split_once('=')?;
            let (name, value) = (name.trim(), value.trim());
            let is_name = |text: &str| {
                text.bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"_.".contains(&byte))
            };
            let is_text = !value.is_empty() && !value.contains(['"', '=', '\\']);
            let is_plain = !name.is_empty() && is_name(name) && is_text;
            is_plain.then(|| format!("write [{{ {name} = \"{value}\" }}]"))
        }
        (_, ValueShape::List { item, min, .. }) if item.fit(value) > 1 => Some(if *min > 1 {
            "write a list in brackets: [ … ]".to_owned()
        } else {
            "write a list in brackets, even of one element: [ … ]".to_owned()
        }),
        (_, ValueShape::Either(_)) => {
            let shapes = shape.alternatives();
            shapes.iter().find_map(|shape| advice(node, shape))
        }
        _ => None,
    }
}

/// Returns advice to write elements in lists of this shape, of which there must be `least`; `None` if
/// they cannot be divided into such lists.
pub(super) fn in_lists(nodes: &[Node], shape: &ValueShape, least: usize) -> Option<String> {
    let &ValueShape::List { item, min, max } = shape else {
        return None;
    };
    let fits = nodes.iter().all(|node| item.read(&node.value).is_some());
    let is_quoted = nodes.first()?.span.source().is_quoted();
    if !fits || !is_quoted || min != max || min == 0 || !nodes.len().is_multiple_of(min) {
        return None;
    }
    let lists = nodes.chunks(min).map(|nodes| {
        let elements: Vec<String> = nodes.iter().map(Node::literal).collect();
        format!("[{}]", elements.join(", "))
    });
    let lists: Vec<String> = lists.collect();
    let more = if lists.len() < least { ", …" } else { "" };
    Some(format!("write [{}{more}]", lists.join(", ")))
}

/// Returns the number of dice of a text such as `4d6` for a key that accepts dice.
pub(super) fn count_of_dice(node: &Node, shape: &ValueShape, accepted: &str) -> Option<String> {
    let (TomlValue::Text(text), ValueShape::Integer { min, max }) = (&node.value, shape) else {
        return None;
    };
    let count = text.strip_suffix("d6")?.parse::<i64>().ok()?;
    let is_meant = accepted.ends_with(" dice") && (min..=max).contains(&&count);
    (is_meant && node.span.source().is_quoted())
        .then(|| format!("write {count}, the number of dice"))
}

/// Returns the list that a text with commas most likely means, as a literal; `None` if a part is no
/// element of this shape. A range such as `30%..45%` has its two ends if the list is a pair.
fn elements(text: &str, item: &'static ValueShape, is_pair: bool) -> Option<String> {
    let separator = if is_pair && !text.contains(',') {
        ".."
    } else {
        ","
    };
    if !text.contains(separator) || (separator == "," && text.contains("..")) {
        return None;
    }
    let literal = |part: &str| {
        let number = part.parse::<i64>();
        item.alternatives()
            .iter()
            .find_map(|shape| match (shape, &number) {
                (ValueShape::Integer { min, max }, Ok(number)) => {
                    (min..=max).contains(&number).then(|| number.to_string())
                }
                (ValueShape::Share { .. }, Ok(percent @ 2..=100)) => {
                    Some(format!("\"{percent}%\""))
                }
                (ValueShape::Share { .. }, _) => read_share(part).map(|_| format!("\"{part}\"")),
                (ValueShape::Text | ValueShape::Prose | ValueShape::Choice(_), Err(_)) => {
                    let is_plain = |c: char| c.is_alphanumeric() || " _-.".contains(c);
                    part.chars().all(is_plain).then(|| format!("\"{part}\""))
                }
                _ => None,
            })
    };
    let parts = text.split(separator);
    let parts: Option<Vec<String>> = parts.map(|part| literal(part.trim())).collect();
    parts.map(|parts| format!("[{}]", parts.join(", ")))
}

/// Returns the value of a word for a flag.
pub(super) fn flag(word: &str) -> Option<bool> {
    match word {
        "true" | "yes" | "on" | "1" => Some(true),
        "false" | "no" | "off" | "0" => Some(false),
        _ => None,
    }
}

/// Returns the path in the header of a table, without brackets.
fn header(node: &Node) -> String {
    node.span.text().trim_matches(['[', ']']).trim().to_owned()
}
