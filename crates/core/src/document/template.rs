//! Commented document, generated from a table of keys as a starting point for users.
//!
//! Required and commonly used keys are active, with their examples. Other keys are left out, or
//! commented out with their defaults. The generated document has no faults.

use std::fmt::Write as _;

use super::keys::{Key, Presence};
use super::path::quoted;
use super::shape::ValueShape;

/// Maximum width of a generated line.
const WIDEST: usize = 110;

/// Keys that a document shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The active ones, and other values of the document itself whose names are not among these.
    Usual(&'static [&'static str]),
    /// All keys.
    All,
}

/// Generates the document. The example of a table or an array of tables is used verbatim, including
/// headers. Only a literal in braces or brackets follows the key.
pub fn template(keys: &'static [Key], shown: Shown) -> String {
    let mut text = String::new();
    write_table(&mut text, "", (keys, shown), None);
    let mut text = text.trim().to_owned();
    text.push('\n');
    text
}

/// Writes the keys of a table: first plain values, then inner tables, as TOML requires.
fn write_table(
    text: &mut String,
    prefix: &str,
    (keys, shown): (&'static [Key], Shown),
    name: Option<&str>,
) {
    let keys = keys.iter().filter(|key| match shown {
        Shown::All => true,
        Shown::Usual(without) => {
            is_active(key) || prefix.is_empty() && is_value(key) && !without.contains(&key.name)
        }
    });
    let (values, blocks): (Vec<&Key>, Vec<&Key>) = keys.partition(|key| is_value(key));
    write_values(text, &values, name);
    for key in blocks {
        write_block(text, prefix, (key, shown));
    }
}

fn write_values(text: &mut String, keys: &[&Key], name: Option<&str>) {
    let codes: Vec<String> = keys
        .iter()
        .map(|key| code(key, name.filter(|_| key.name == "name")))
        .collect();
    // Comments are aligned in one column, unless a long value would move them too far right.
    let column = codes
        .iter()
        .map(|code| width(code))
        .filter(|width| *width <= 40)
        .max()
        .unwrap_or(0);
    for (key, code) in keys.iter().zip(codes) {
        let comment = comment(key);
        let line = format!("{code:column$}  # {comment}");
        if comment.is_empty() {
            let _ = writeln!(text, "{code}");
        } else if width(&line) <= WIDEST {
            let _ = writeln!(text, "{line}");
        } else {
            write_comment(text, &comment);
            let _ = writeln!(text, "{code}");
        }
    }
}

/// Returns the line of a key without its comment; it is commented out unless the key is active.
fn code(key: &Key, name: Option<&str>) -> String {
    let value = match (key.presence, name) {
        (_, Some(name)) => name.to_owned(),
        (Presence::Default(literal), None) => literal.to_owned(),
        (_, None) => invented(key),
    };
    let hidden = if is_active(key) { "" } else { "# " };
    // A literal may span more than one line.
    let code = if key.others && !key.example.is_empty() {
        value
    } else {
        format!("{} = {value}", quoted(key.name))
    };
    let code = code.replace('\n', &format!("\n{hidden}"));
    format!("{hidden}{code}")
}

fn comment(key: &Key) -> String {
    // Accepted values that only repeat the value are omitted.
    let accepted = match key.shape {
        ValueShape::Text
        | ValueShape::Prose
        | ValueShape::Flag
        | ValueShape::Table(_)
        | ValueShape::Tables { .. }
            if key.accepts.is_empty() =>
        {
            String::new()
        }
        ValueShape::Choice([_]) => String::new(),
        _ => key.accepted(),
    };
    let help = key.help.strip_suffix('.').unwrap_or(key.help);
    let parts: Vec<&str> = [help, &accepted]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect();
    parts.join("; ")
}

fn write_comment(text: &mut String, comment: &str) {
    let mut line = String::from("#");
    for word in comment.split_whitespace() {
        if width(&line) + 1 + width(word) > WIDEST {
            let _ = writeln!(text, "{line}");
            line = String::from("#");
        }
        line.push(' ');
        line.push_str(word);
    }
    let _ = writeln!(text, "{line}");
}

fn write_block(text: &mut String, prefix: &str, (key, shown): (&'static Key, Shown)) {
    text.push('\n');
    if !key.help.is_empty() {
        write_comment(text, key.help);
    }
    let path = format!("{prefix}{}", quoted(key.name));
    let mut block = String::new();
    let mut active = is_active(key);
    if key.example.is_empty() {
        match &key.shape {
            ValueShape::Table(keys) => {
                // A header is also active if its table has no required keys, so that users can
                // uncomment the keys one by one.
                active |= matches!(key.presence, Presence::Default(_)) && !requires_something(keys);
                let _ = writeln!(block, "[{path}]");
                write_table(&mut block, &format!("{path}."), (keys, shown), None);
            }
            ValueShape::Tables {
                keys, min, named, ..
            } => {
                for number in 1..=(*min).max(1) {
                    let _ = writeln!(block, "[[{path}]]");
                    let name = (*named && *min > 1).then(|| format!("\"{} {number}\"", key.name));
                    write_table(
                        &mut block,
                        &format!("{path}."),
                        (keys, shown),
                        name.as_deref(),
                    );
                }
            }
            ValueShape::Kinded(kinded) => {
                let _ = writeln!(block, "[{path}]");
                if let Some(first) = kinded.variants().first() {
                    write_table(&mut block, &format!("{path}."), (first.keys, shown), None);
                }
            }
            ValueShape::Map(value) => {
                let _ = writeln!(block, "[{path}]\nname = {}", invented_value(value));
            }
            _ => {}
        }
    } else {
        let _ = writeln!(block, "{}", key.example.trim_end());
    }
    for line in block.lines() {
        let hidden = if active || line.is_empty() || line.starts_with("# ") {
            ""
        } else {
            "# "
        };
        let _ = writeln!(text, "{hidden}{line}");
    }
}

/// Returns whether the key is active in the document.
fn is_active(key: &Key) -> bool {
    key.presence == Presence::Required || key.shown
}

fn requires_something(keys: &[Key]) -> bool {
    keys.iter().any(|key| key.presence == Presence::Required)
}

/// Returns whether the value of a key is on the same line, rather than under a header.
fn is_value(key: &Key) -> bool {
    let inline = |opening: &str| {
        key.example
            .replace(char::is_whitespace, "")
            .starts_with(opening)
    };
    match key.shape {
        _ if key.others => true,
        ValueShape::Table(_) | ValueShape::Map(_) | ValueShape::Kinded(_) => inline("{"),
        ValueShape::Tables { .. } => inline("[{") || inline("[]"),
        _ => true,
    }
}

/// Returns a value for a key without a default: its example, or a sample of its shape. An example of
/// [other names](Key::others) includes the names.
fn invented(key: &Key) -> String {
    if key.example.is_empty() {
        invented_value(key.pattern().1)
    } else {
        key.example.to_owned()
    }
}

/// Returns a sample of a shape. Tables with required keys have an example instead.
fn invented_value(shape: &ValueShape) -> String {
    match shape {
        ValueShape::List { item, min, .. } => {
            let items = vec![invented_value(item); (*min).clamp(1, 8)];
            format!("[{}]", items.join(", "))
        }
        ValueShape::Table(_) => "{}".to_owned(),
        ValueShape::Tables { .. } => "[]".to_owned(),
        ValueShape::Kinded(kinded) => {
            let first = kinded.names().next().unwrap_or_default();
            format!("{{ {} = \"{first}\" }}", quoted(kinded.tag))
        }
        ValueShape::Map(value) => format!("{{ name = {} }}", invented_value(value)),
        ValueShape::Either([first, ..]) => invented_value(first),
        plain => plain.sample().unwrap_or_else(|| "\"\"".to_owned()),
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::sample::{KEYS, checked};

    #[test]
    fn generated_templates_have_no_faults() {
        let text = template(&KEYS, Shown::All);
        let (table, faults) = checked(&text, &[]);
        assert!(faults.is_empty(), "{text}\n{faults}");
        assert_eq!(table.tables("side").len(), 2);
        assert!(text.lines().all(|line| width(line) <= WIDEST));
        insta::assert_snapshot!(text, @r#"
        kind = "combat"  # kind of contest
        # title = "…"

        # sides of the fight
        [[side]]
        name = "heroes"
          [[side.combatant]]
          name = "Dirk"
          classes = [{ name = "Fighter", dice = 4 }]

        [[side]]
        name = "ambushers"

        # options of the rules
        [rules]
        # rounding of halves, with a help text that is too long for the line of its key and is therefore placed above
        # it; one of "up", "down"
        # half = "up"
        # healer = { dice = 3 }  # healer, if there is one

        # dice added by name
        # [rules.bonus]
        # name = 1

        [field]
        # dice = [1]  # given faces; a list of one or more integers, each from 1 to 6
        # size = 1    # an integer of at least 0
        # weight = 1  # a number of at least 0

        # [expect]

        # expected shares
        # [expect.outcomes]
        # heroes = [0.2, 0.3]

        # scenes that follow
        # [[scene]]
        # name = "ambush"
        # file = "…"
        # contest of the scene; a table whose `kind` is one of "fight", "craft"
        # contest = { kind = "craft", crafter = { name = "Gex", dice = 4 } }

        # teams by name
        # [team.goblins]
        # members = [{ name = "Goblin", count = 6, hp = 7 }]
        "#);
    }

    #[test]
    fn short_templates_have_active_keys_and_named_values_and_no_faults() {
        let text = template(&KEYS, Shown::Usual(&["notes"]));
        assert!(checked(&text, &[]).1.is_empty(), "{text}");
        insta::assert_snapshot!(text, @r#"
        kind = "combat"  # kind of contest
        # title = "…"

        # sides of the fight
        [[side]]
        name = "heroes"
          [[side.combatant]]
          name = "Dirk"
          classes = [{ name = "Fighter", dice = 4 }]

        [[side]]
        name = "ambushers"
        "#);
    }

    #[test]
    fn uncommented_templates_have_no_faults() {
        let uncommented: Vec<String> = template(&KEYS, Shown::All)
            .lines()
            .filter(|line| !line.starts_with("# ") || line.contains(" = ") || line.contains("# ["))
            .map(|line| line.replacen("# ", "", usize::from(line.starts_with("# "))))
            .collect();
        let (_, faults) = checked(&uncommented.join("\n"), &[]);
        assert!(faults.is_empty(), "{}\n{faults}", uncommented.join("\n"));
    }

    #[test]
    fn elements_are_made_from_their_keys() {
        static PART: [Key; 2] = [
            Key::required("name", ValueShape::Text),
            Key::required("dice", ValueShape::Integer { min: 2, max: 6 }).help("how many"),
        ];
        static TABLE: [Key; 3] = [
            Key::required("part", ValueShape::named_tables(&PART, 2, 3)),
            Key::optional("spare", ValueShape::named_tables(&PART, 0, 3)).help("more of them"),
            Key::required("last", ValueShape::Table(&PART)),
        ];
        insta::assert_snapshot!(template(&TABLE, Shown::All), @r#"
        [[part]]
        name = "part 1"
        dice = 2         # how many; an integer from 2 to 6
        [[part]]
        name = "part 2"
        dice = 2         # how many; an integer from 2 to 6

        # more of them
        # [[spare]]
        # name = "…"
        # dice = 2    # how many; an integer from 2 to 6

        [last]
        name = "…"
        dice = 2    # how many; an integer from 2 to 6
        "#);
        assert_eq!(crate::document::lint::lint(&TABLE), Vec::<String>::new());
    }
}
