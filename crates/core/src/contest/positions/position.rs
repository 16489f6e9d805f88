//! Positions declared as tables of keys: typed as TOML, or in the short form `NAME: DICE (NOTES);
//! …`.
//!
//! The short form is parsed into the same tree as TOML and checked against the same keys:
//! - An entry with the name of a key sets its value: `Supply: 5 4 2` is `supply = [5, 4, 2]`.
//! - An entry with the name of a table sets two of the table's keys, from the words and from the
//!   notes: `Adventure: 2 (The old road)` is `adventure = { number = 2, cards = ["The old road"]
//!   }`.
//! - An entry whose first word is the name of an array of tables adds an element: `Pile 2: 4 6 5`
//!   is `[[pile]] name = 2` with `dice = [4, 6, 5]`. So does an entry with any other name, if the
//!   position has an array for such entries.
//! - A note sets a key of that element, or adds a text to its list: `(level 2)` or `(2 levels)` is
//!   `level = 2`, `(turn)` is `turn = true`, and `(parry 9 Rosa)` is `[[parry]] roll = 9` with
//!   `name = "Rosa"`.
//! - A note that ends with a number of dice sets two keys: `(attacks Basil with 1)` is `attacks =
//!   "Basil"` and `with = 1`.

use super::{FoundName, PositionEntry, SpannedText, invalid_face, read, unknown};
use crate::contest::{Spanned, whole};
use crate::dice::{FACES, Pool};
use crate::document::{
    self, CheckedTable, Entries, Fault, Faults, Key, Node, Source, Span, TomlValue, ValueShape,
    capital, check, joined, parse,
};
use std::sync::Arc;

/// Key for the words after the colon of an element.
const DICE: &str = "dice";
/// Key for the words before the colon of an element.
const NAME: &str = "name";
/// Flag of an element that may have no other key than its name.
const OUT: &str = "out";
/// Key that may follow another key in a note.
const WITH: &str = "with";

/// Shape of the face of a die.
const FACE: ValueShape = whole(1, FACES as i64);

/// Returns the shape of a list of at least `min` and at most `max` dice.
pub const fn faces(min: usize, max: usize) -> ValueShape {
    let item = &FACE;
    ValueShape::List { item, min, max }
}

/// Reads a position. `read` gets the values of the keys from the checked table. `make` builds the
/// position from them, and reports values that do not fit the contest.
///
/// # Errors
/// Returns all faults of the text.
pub fn read_position<T, P>(
    source: &Arc<Source>,
    (keys, read): (&'static [Key], impl Fn(&CheckedTable) -> Option<T>),
    others: Option<&str>,
    make: impl FnOnce(T, &mut Faults) -> Option<P>,
) -> Result<P, Faults> {
    let mut faults = Faults::new();
    let typed = read(&position(source, keys, others, &mut faults));
    match typed.and_then(|typed| make(typed, &mut faults)) {
        Some(position) if faults.is_empty() => Ok(position),
        _ => Err(faults),
    }
}

/// Reads a position in entries of its own, which `read` parses, and from which `place` builds it if
/// they have no faults.
///
/// # Errors
/// Returns all faults of the text.
pub fn placed<T, P>(
    read: impl FnOnce(&mut Faults) -> T,
    place: impl FnOnce(&T, &mut Faults) -> Option<P>,
) -> Result<P, Faults> {
    let mut faults = Faults::new();
    let typed = read(&mut faults);
    if faults.is_empty()
        && let Some(position) = place(&typed, &mut faults)
    {
        return Ok(position);
    }
    Err(faults)
}

/// Parses a position and checks it against its keys. `others` is the array of tables for entries
/// named after participants.
pub fn position(
    source: &Arc<Source>,
    keys: &'static [Key],
    others: Option<&str>,
    faults: &mut Faults,
) -> CheckedTable {
    let node = if is_toml(source.text()) {
        parse(source, faults)
    } else {
        inline_position(source, keys, others, faults)
    };
    refuse_more_about_out(&node, faults);
    check(&node, keys, faults)
}

/// Reports elements that are out but have other keys than the name.
fn refuse_more_about_out(root: &Node, faults: &mut Faults) {
    let keys = root.as_table().into_iter().flatten();
    let elements = keys.filter_map(|key| key.node.as_list()).flatten();
    for element in elements.filter_map(Node::as_table) {
        let is_out = element.get(OUT).map(|out| &out.value) == Some(&TomlValue::Flag(true));
        let mut others = element
            .iter()
            .filter(|one| ![NAME, OUT].contains(&&*one.name));
        if let Some(more) = others.next().filter(|_| is_out) {
            let name = element
                .get(NAME)
                .and_then(Node::as_text)
                .unwrap_or_default();
            let found = format!("is out but has `{}`", more.name);
            let accepted = "expected no other entries for a combatant that is out";
            let span = more.node.span.clone();
            faults.push(Fault::new(span, name, found, accepted));
        }
    }
}

/// Returns whether a text is TOML rather than the short form: it has an equals sign before any
/// colon.
fn is_toml(text: &str) -> bool {
    text.find(['=', ':'])
        .is_some_and(|sign| text[sign..].starts_with('='))
}

/// Parses a position in the short form into a tree.
fn inline_position(
    source: &Arc<Source>,
    keys: &'static [Key],
    others: Option<&str>,
    faults: &mut Faults,
) -> Node {
    let mut root = Entries::new();
    for entry in read(source, faults) {
        let whole = keys.iter().find(|key| is_named(key, &entry.name.text));
        if let Some(key) = whole.filter(|key| elements(key).is_none()) {
            if root.get(key.name).is_some() {
                let accepted = "give each entry once";
                faults.push(entry.name.fault(&title(key), "occurs twice", accepted));
            }
            if let ValueShape::Table([words, notes, ..]) = key.shape {
                let table = words_and_notes(&entry, words, notes, faults);
                insert(&mut root, key.name, table);
                continue;
            }
            if let Some(note) = entry.notes.first() {
                let found = format!("has `{}`", note.text);
                faults.push(note.fault(&title(key), found, "expected no notes"));
            }
            let span = &entry.name.span;
            let value = value(&title(key), &key.shape, &entry.words, span, faults);
            insert(&mut root, key.name, value);
            continue;
        }
        let words = entry.name.words();
        let first = words.first().map_or("", |word| word.text.as_str());
        let is_own = |key: &&Key| elements(key).is_some() && is_named(key, first);
        let own = keys.iter().find(is_own);
        let (key, name) = if own.is_some() {
            (own, rest(&entry.name, &words))
        } else {
            let other = |key: &&Key| Some(key.name) == others && may_be_called(key, &entry.name);
            (keys.iter().find(other), Some(entry.name.clone()))
        };
        if let Some((key, keys)) = key.and_then(|key| Some((key, elements(key)?))) {
            let element = element(&entry, name, keys, faults);
            push(&mut root, key.name, element);
        } else {
            let titles: Vec<String> = keys.iter().flat_map(titles).collect();
            let known = ("entries", &*titles);
            faults.push(unknown("", &entry.name, FoundName::Missing, known));
        }
    }
    let span = Span::new(source, 0..source.text().len());
    node(&span, TomlValue::Table(root))
}

/// Converts an entry to a table with two keys: `words` gets its words, and `notes` the list of its
/// notes.
fn words_and_notes(entry: &PositionEntry, words: &Key, notes: &Key, faults: &mut Faults) -> Node {
    let SpannedText { text, span } = &entry.name;
    let mut table = Entries::new();
    if !entry.words.is_empty() {
        let value = value(text, &words.shape, &entry.words, span, faults);
        insert(&mut table, words.name, value);
    }
    for note in &entry.notes {
        let text = node(&note.span, TomlValue::Text(note.text.clone()));
        push(&mut table, notes.name, text);
    }
    node(span, TomlValue::Table(table))
}

/// Converts an entry to an element of an array of tables, with the name or number `name` if given.
fn element(
    entry: &PositionEntry,
    name: Option<SpannedText>,
    keys: &'static [Key],
    faults: &mut Faults,
) -> Node {
    let called = &entry.name.text;
    let mut table = Entries::new();
    if let Some(name) = name {
        let shape = called_by(keys).map_or(&ValueShape::Text, |key| &key.shape);
        let value = one(called, shape, &name, faults);
        insert(&mut table, NAME, value);
    }
    let alone = match &entry.words[..] {
        [word] => flag(keys, word).map(|key| (key, word)),
        _ => None,
    };
    if let Some((key, word)) = alone {
        insert(
            &mut table,
            key.name,
            node(&word.span, TomlValue::Flag(true)),
        );
    } else if let Some(key) = keys.iter().find(|key| key.name == DICE)
        && !entry.words.is_empty()
    {
        let value = value(called, &key.shape, &entry.words, &entry.name.span, faults);
        insert(&mut table, DICE, value);
    }
    for note in &entry.notes {
        let mut words = note.words();
        let end = words.len().saturating_sub(2);
        let has_key = keys.iter().any(|key| key.name == WITH);
        let ends = end > 0 && has_key && words[end].text.eq_ignore_ascii_case(WITH);
        let with = if ends && is_number(&words[end + 1]) {
            words.split_off(end)
        } else {
            Vec::new()
        };
        add_note(&mut table, called, keys, (note, &words), faults);
        if !with.is_empty() {
            add_note(&mut table, called, keys, (note, &with), faults);
        }
    }
    node(&entry.name.span, TomlValue::Table(table))
}

/// Adds the keys set by `words`, a part of a note, to the table of an element.
fn add_note(
    table: &mut Entries,
    called: &str,
    keys: &'static [Key],
    (note, words): (&SpannedText, &[SpannedText]),
    faults: &mut Faults,
) {
    let (first, rest, is_count) = match words {
        [number, name] if is_number(number) => (&*name.text, &words[..1], true),
        [first, rest @ ..] => (&*first.text, rest, false),
        [] => ("", words, false),
    };
    let named = |key: &&Key| match key.shape {
        ValueShape::Integer { .. } => is_named(key, first) || is_named(key, &format!("{first}s")),
        _ => key.name != DICE && !is_count && is_named(key, first),
    };
    if let Some(key) = keys.iter().find(named) {
        if let Some([number, ..]) = elements(key) {
            let (roll, name) = rest.split_at(rest.len().min(1));
            let mut element = Entries::new();
            let roll = value(called, &number.shape, roll, &note.span, faults);
            insert(&mut element, number.name, roll);
            if !name.is_empty() {
                let name = value(called, &ValueShape::Text, name, &note.span, faults);
                insert(&mut element, NAME, name);
            }
            return push(table, key.name, node(&note.span, TomlValue::Table(element)));
        }
        if table.get(key.name).is_some() {
            let found = format!("has `{first}` twice");
            faults.push(note.fault(called, found, "give each note once"));
        }
        let value = match (&key.shape, rest) {
            (ValueShape::Flag, []) => node(&note.span, TomlValue::Flag(true)),
            (ValueShape::Integer { min: 1, .. }, []) => node(&note.span, TomlValue::Integer(1)),
            (shape, rest) => value(called, shape, rest, &note.span, faults),
        };
        insert(table, key.name, value);
    } else if let Some(key) = keys.iter().find(|key| lists_texts(key)) {
        let text = node(&note.span, TomlValue::Text(note.text.clone()));
        push(table, key.name, text);
    } else {
        let notes = keys.iter().filter(|key| ![NAME, DICE].contains(&key.name));
        let notes: Vec<String> = notes.map(|key| title(key).to_lowercase()).collect();
        let accepted = if notes.is_empty() {
            "expected no notes".to_owned()
        } else {
            format!("the notes are {}", notes.join(", "))
        };
        faults.push(note.fault(called, format!("has `{}`", note.text), accepted));
    }
}

/// Converts words to a value of a shape. Reports wrong numbers of words, wrong dice and missing
/// numbers; the check against the keys reports all other mismatches.
fn value(
    whose: &str,
    shape: &ValueShape,
    words: &[SpannedText],
    span: &Span,
    faults: &mut Faults,
) -> Node {
    let span = match (words.first(), words.last()) {
        (Some(first), Some(last)) => {
            let range = first.span.range().start..last.span.range().end;
            Span::new(span.source(), range)
        }
        _ => span.clone(),
    };
    match (shape, words) {
        (ValueShape::List { .. }, [word]) if is_none(&word.text) => {
            node(&word.span, TomlValue::List(Vec::new()))
        }
        (ValueShape::List { item, min, max }, _) => {
            let is_die = matches!(**item, ValueShape::Integer { min: 1, max: 6 });
            let fits = (min..=max).contains(&&words.len());
            if !fits {
                let what = if is_die { "dice" } else { "words" };
                let found = format!("has {} {what}", words.len());
                let (span, accepted) = match words.get(*max) {
                    Some(more) => (&more.span, format!("expected at most {max}")),
                    None => (&span, format!("expected at least {min}")),
                };
                faults.push(Fault::new(span.clone(), whose, found, accepted));
            }
            let mut each = |word: &SpannedText| {
                if is_die && !matches!(word.text.parse(), Ok(1..=FACES)) {
                    faults.push(invalid_face(whose, word));
                    return node(&word.span, TomlValue::Bad);
                }
                one(whose, item, word, faults)
            };
            let all = words.iter().map(&mut each).collect();
            node(
                &span,
                if fits {
                    TomlValue::List(all)
                } else {
                    TomlValue::Bad
                },
            )
        }
        (ValueShape::Text | ValueShape::Prose | ValueShape::Either(_), _) => {
            node(&span, TomlValue::Text(spaced(words)))
        }
        (ValueShape::Flag, [word]) if flag_of(&word.text).is_some() => node(
            &word.span,
            TomlValue::Flag(flag_of(&word.text) == Some(true)),
        ),
        (_, [word]) => one(whose, shape, word, faults),
        (ValueShape::Choice(_), [_, ..]) => {
            let text = spaced(words);
            one(whose, shape, &SpannedText { text, span }, faults)
        }
        _ => {
            let found = match words {
                [] => "has no number".to_owned(),
                _ => format!("is `{}`", span.text()),
            };
            let accepted = format!("expected {}", shape.accepted());
            faults.push(Fault::new(span.clone(), whose, found, accepted));
            node(&span, TomlValue::Bad)
        }
    }
}

/// Returns typed dice as a pool; reports a fault if there are more than `most`.
pub fn pool(whose: &str, dice: &Spanned<Vec<u32>>, most: u32, faults: &mut Faults) -> Pool {
    let pool = Pool::from_faces(&dice.value);
    if pool.len() > most {
        let found = format!("has {} dice", pool.len());
        let accepted = format!("expected at most {most}");
        faults.push(Fault::new(dice.span.clone(), whose, found, accepted));
    }
    pool
}

/// Converts a word to a value of a shape.
fn one(whose: &str, shape: &ValueShape, word: &SpannedText, faults: &mut Faults) -> Node {
    let ValueShape::Integer { min, max } = *shape else {
        let text = chosen(shape, &word.text).unwrap_or(&word.text);
        return node(&word.span, TomlValue::Text(text.to_owned()));
    };
    match word.text.parse() {
        Ok(number) if (min..=max).contains(&number) => node(&word.span, TomlValue::Integer(number)),
        _ => {
            let found = format!("is `{}`", word.text);
            let accepted = format!("expected {}", shape.accepted());
            faults.push(word.fault(whose, found, accepted));
            node(&word.span, TomlValue::Bad)
        }
    }
}

/// Returns words joined by spaces.
fn spaced(words: &[SpannedText]) -> String {
    joined(words.iter().map(|word| &word.text), " ")
}

fn is_number(word: &SpannedText) -> bool {
    word.text.parse::<u32>().is_ok()
}

fn flag_of(word: &str) -> Option<bool> {
    match &*word.to_lowercase() {
        "yes" | "true" => Some(true),
        "no" | "false" => Some(false),
        _ => None,
    }
}

/// Returns the flag that a single word sets, such as `out`.
fn flag<'a>(keys: &'a [Key], word: &SpannedText) -> Option<&'a Key> {
    let mut flags = keys
        .iter()
        .filter(|key| matches!(key.shape, ValueShape::Flag));
    flags.find(|key| is_named(key, &word.text))
}

fn lists_texts(key: &Key) -> bool {
    matches!(key.shape, ValueShape::List { item, .. } if matches!(item, ValueShape::Text))
}

/// Returns the keys of the elements of a key; `None` if it is not an array of tables.
fn elements(key: &Key) -> Option<&'static [Key]> {
    match key.shape {
        ValueShape::Tables { keys, .. } => Some(keys),
        _ => None,
    }
}

/// Returns the key for the names of elements.
fn called_by(keys: &'static [Key]) -> Option<&'static Key> {
    keys.iter().find(|key| key.name == NAME)
}

/// Returns whether `name` is valid as the name of an element of the array `key`.
fn may_be_called(key: &Key, name: &SpannedText) -> bool {
    match elements(key).and_then(called_by).map(|key| &key.shape) {
        Some(ValueShape::Integer { .. }) => name.text.parse::<u32>().is_ok(),
        Some(shape @ ValueShape::Choice(_)) => chosen(shape, &name.text).is_some(),
        _ => true,
    }
}

/// Returns the choice with a name, ignoring case.
fn chosen(shape: &ValueShape, word: &str) -> Option<&'static str> {
    let ValueShape::Choice(choices) = *shape else {
        return None;
    };
    let mut names = choices.iter().map(|choice| choice.name);
    names.find(|name| name.eq_ignore_ascii_case(word))
}

/// Returns whether a word means an empty list.
fn is_none(word: &str) -> bool {
    ["none", "nobody"].contains(&&*word.to_lowercase())
}

/// Returns the names that entries for a key may begin with.
fn titles(key: &Key) -> Vec<String> {
    match elements(key).and_then(called_by).map(|key| key.shape) {
        Some(ValueShape::Choice(all)) => all.iter().map(|choice| capital(choice.name)).collect(),
        _ => vec![title(key)],
    }
}

/// Returns the name of a key in the form that begins an entry: `Supply`.
fn title(key: &Key) -> String {
    capital(&key.name.replace('_', " "))
}

fn is_named(key: &Key, word: &str) -> bool {
    title(key).eq_ignore_ascii_case(word)
}

/// Returns the words of a name after the first one.
fn rest(name: &SpannedText, words: &[SpannedText]) -> Option<SpannedText> {
    let span = Span::new(
        name.span.source(),
        words.get(1)?.span.range().start..words.last()?.span.range().end,
    );
    Some(SpannedText {
        text: span.text().to_owned(),
        span,
    })
}

fn node(span: &Span, value: TomlValue) -> Node {
    Node {
        span: span.clone(),
        value,
    }
}

/// Adds an element to the list under a key.
fn push(entries: &mut Entries, name: &str, element: Node) {
    if let Some(TomlValue::List(all)) = entries.get_mut(name).map(|node| &mut node.value) {
        all.push(element);
    } else {
        let list = node(&element.span.clone(), TomlValue::List(vec![element]));
        insert(entries, name, list);
    }
}

fn insert(entries: &mut Entries, name: &str, node: Node) {
    entries.insert(document::TreeEntry {
        name: name.to_owned(),
        span: node.span.clone(),
        node,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::{flag, optional, required, table};

    table! {
        /// A position.
        #[derive(Debug, PartialEq)]
        struct Position {
            /// The dice left.
            supply: Vec<u32> = optional(faces(0, 5)),
            /// The number of the round.
            round: Option<u32> = optional(whole(1, 9)),
            /// The piles.
            pile: Vec<Pile> = optional(ValueShape::tables(Pile::KEYS, 0, 3)),
            /// The participants.
            hero: Vec<Hero> = optional(ValueShape::Tables {
                keys: Hero::KEYS, min: 0, max: 4, named: false, elided: false,
            }),
        }
    }

    table! {
        /// A pile.
        #[derive(Debug, PartialEq)]
        struct Pile {
            /// Its number.
            name: u32 = required(whole(1, 3)),
            /// Its dice.
            dice: Vec<u32> = required(faces(3, 3)),
        }
    }

    table! {
        /// A participant.
        #[derive(Debug, PartialEq)]
        struct Hero {
            /// The name.
            name: String = required(ValueShape::Text),
            /// The dice.
            dice: Vec<u32> = optional(faces(0, 6)),
            /// Whether the hero is out.
            out: bool = flag(false),
            /// The level.
            level: Option<u32> = optional(whole(1, 6)),
            /// The Classes used.
            classes: Vec<String> = optional(ValueShape::List { item: &ValueShape::Text, min: 0, max: 16 }),
        }
    }

    fn read(text: &str) -> (Option<Position>, String) {
        let mut faults = Faults::new();
        let table = position(
            &Source::new("--table", text),
            Position::KEYS,
            Some("hero"),
            &mut faults,
        );
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        (Position::read(&table), lines.join("\n"))
    }

    #[test]
    fn the_short_form_and_toml_give_the_same_position() {
        let short = "Supply: 5 4; Round: 2; Pile 1: 1 2 3; Kay: 6 {5,2} (level 3, Old Guard, Spy); Zed: out";
        let toml = "supply = [5, 4]\nround = 2\npile = [{ name = 1, dice = [1, 2, 3] }]\n\
            hero = [{ name = 'Kay', dice = [6, 5, 2], level = 3, classes = ['Old Guard', 'Spy'] }, \
            { name = 'Zed', out = true }]";
        let [(short, faults), (toml, more)] = [short, toml].map(read);
        assert_eq!((faults, more), (String::new(), String::new()));
        assert!(short.is_some());
        assert_eq!(short, toml);
    }

    #[test]
    fn all_faults_are_found_with_their_places() {
        let (_, faults) = read(
            "Suply: 1; Supply: 7 x; Supply: 1 (y); Round: 1 2; Pile 1: 1 2; Kay: 9 (level 8, level 2)",
        );
        insta::assert_snapshot!(faults);
    }
}
