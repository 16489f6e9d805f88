//! Declaration of the keys of a contest's file.
//!
//! [`choices!`] declares an enum of the names that a key accepts, [`table!`] a struct with the keys
//! of a table as fields. Doc comments on variants and fields are the help texts in lists, schema
//! and template. Both macros generate the [`Key`] values and the code that reads the checked file,
//! so each name is written once and no code compares strings.

use crate::document::{CheckedTable, Faults, Item, Key, Source, Span, ValueShape, check, parse};

/// A type to which the value of a key in a checked file can be converted.
pub trait Typed: Sized {
    /// Converts an item; `None` if it is not valid.
    fn of(item: &Item) -> Option<Self>;

    /// Returns the value of an absent key without a default; `None` if such a key is invalid.
    fn when_absent() -> Option<Self> {
        None
    }

    /// Converts the elements of an array, each to `None` if it is not valid. Returns `None` for an
    /// item that is not an array.
    fn each_of(item: &Item) -> Option<Vec<Option<Self>>> {
        Some(item.as_list()?.iter().map(Self::of).collect())
    }

    /// Returns the value of a key in a table.
    fn under(table: &CheckedTable, key: &str) -> Option<Self> {
        match table.item(key) {
            Some(item) => Self::of(item),
            None => Self::when_absent(),
        }
    }
}

impl Typed for bool {
    fn of(item: &Item) -> Option<Self> {
        item.as_flag()
    }
}

/// Converts a flag that is set to its span in the file.
impl Typed for Span {
    fn of(item: &Item) -> Option<Self> {
        item.as_flag()?.then(|| item.span())
    }
}

impl Typed for String {
    fn of(item: &Item) -> Option<Self> {
        item.as_text().map(str::to_owned)
    }
}

impl Typed for i64 {
    fn of(item: &Item) -> Option<Self> {
        item.as_integer()
    }
}

impl Typed for u32 {
    fn of(item: &Item) -> Option<Self> {
        item.as_integer()?.try_into().ok()
    }
}

impl Typed for u8 {
    fn of(item: &Item) -> Option<Self> {
        item.as_integer()?.try_into().ok()
    }
}

impl Typed for i8 {
    fn of(item: &Item) -> Option<Self> {
        item.as_integer()?.try_into().ok()
    }
}

/// Keeps a value, valid or not, for code that reads it later.
impl Typed for Item {
    fn of(item: &Item) -> Option<Self> {
        Some(item.clone())
    }
}

/// Keeps a table, for code that reads it later.
impl Typed for CheckedTable {
    fn of(item: &Item) -> Option<Self> {
        item.as_table().cloned()
    }

    fn each_of(item: &Item) -> Option<Vec<Option<Self>>> {
        Some(item.as_tables()?.iter().cloned().map(Some).collect())
    }
}

/// An entry of a table with free keys, which is read as a whole as a `Vec` in file order.
impl<T: Typed> Typed for (String, T) {
    fn of(_: &Item) -> Option<Self> {
        None
    }

    fn each_of(item: &Item) -> Option<Vec<Option<Self>>> {
        let entries = item.as_map()?.iter();
        let read = |(name, item): &(String, Item)| Some((name.clone(), T::of(item)?));
        Some(entries.map(read).collect())
    }
}

impl<T: Typed> Typed for Option<T> {
    fn of(item: &Item) -> Option<Self> {
        T::of(item).map(Some)
    }

    fn when_absent() -> Option<Self> {
        Some(None)
    }
}

/// A value that counts as absent if it is not valid, so that the rest of the table can still be
/// checked.
pub struct Lenient<T>(pub Option<T>);

impl<T: Typed> Typed for Lenient<T> {
    fn of(item: &Item) -> Option<Self> {
        Some(Self(T::of(item)))
    }

    fn each_of(item: &Item) -> Option<Vec<Option<Self>>> {
        let each = T::each_of(item)?.into_iter();
        Some(each.map(|one| Some(Self(one))).collect())
    }

    fn when_absent() -> Option<Self> {
        Some(Self(None))
    }
}

impl<T> Lenient<Vec<T>> {
    /// Returns the elements; none if the value is absent or not valid.
    pub fn all(&self) -> &[T] {
        self.0.as_deref().unwrap_or_default()
    }
}

/// A value with its span in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Span of the value in the file.
    pub span: Span,
}

impl<T: Typed> Typed for Spanned<T> {
    fn of(item: &Item) -> Option<Self> {
        Some(Self {
            value: T::of(item)?,
            span: item.span(),
        })
    }
}

impl<T: Typed> Typed for Vec<T> {
    fn of(item: &Item) -> Option<Self> {
        T::each_of(item)?.into_iter().collect()
    }

    fn when_absent() -> Option<Self> {
        Some(Self::new())
    }
}

/// Returns a required key; the field provides its name.
pub const fn required(shape: ValueShape) -> Key {
    Key::required("", shape)
}

/// Returns an optional key for a field of type `Option` or `Vec`; the field provides its name.
pub const fn optional(shape: ValueShape) -> Key {
    Key::optional("", shape)
}

/// Returns a key for all names that are no other keys of the table, with values of one shape; the
/// field has them as a `Vec`.
pub const fn others(value: &'static ValueShape) -> Key {
    Key::others("", value)
}

/// Returns a key with a TOML literal as its default; the field provides its name.
pub const fn default(literal: &'static str, shape: ValueShape) -> Key {
    Key::default("", shape, literal)
}

/// Returns a flag with the default `usual`; the field provides its name.
pub const fn flag(usual: bool) -> Key {
    default(if usual { "true" } else { "false" }, ValueShape::Flag)
}

/// Returns the shape of integers from `min` to `max`.
pub const fn whole(min: i64, max: i64) -> ValueShape {
    ValueShape::Integer { min, max }
}

/// Returns the key of a field, with the field's name and, unless it has its own help, doc comment.
pub const fn declared(mut key: Key, field: &'static str, documentation: &'static str) -> Key {
    if key.name.is_empty() {
        key.name = field;
    }
    if key.help.is_empty() {
        key.help = trimmed_doc(documentation);
    }
    key
}

/// Returns the text of a doc comment without surrounding spaces.
pub const fn trimmed_doc(documentation: &'static str) -> &'static str {
    documentation.trim_ascii()
}

/// Concatenates two lists, such as the keys of two tables.
pub const fn joined<T: Copy, const COUNT: usize>(one: &[T], other: &[T]) -> [T; COUNT] {
    let mut keys = [one[0]; COUNT];
    let mut index = 0;
    while index < COUNT {
        keys[index] = if index < one.len() {
            one[index]
        } else {
            other[index - one.len()]
        };
        index += 1;
    }
    keys
}

/// Returns a table with the default values of its keys, all of which must have defaults.
pub fn from_defaults<T>(keys: &'static [Key], read: fn(&CheckedTable) -> Option<T>) -> T {
    let mut faults = Faults::new();
    let empty = parse(&Source::new("defaults", ""), &mut faults);
    read(&check(&empty, keys, &mut faults))
        .expect("defaults fit their keys: the tables of all kinds are tested for that")
}

/// Declares an enum with a variant for each name that a key accepts.
#[macro_export]
macro_rules! choices {
    ($(#[$meta:meta])* $vis:vis enum $choice:ident {
        $($(#[doc = $help:literal])+ $value:ident = $name:literal,)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $choice {
            $($(#[doc = $help])+ $value,)+
        }

        #[allow(dead_code, reason = "not every choice uses every method")]
        impl $choice {
            /// All values, in their order in lists.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$value),+];

            /// The names that a key accepts, in the order of `ALL`.
            pub const NAMES: [$crate::document::ChoiceName; Self::ALL.len()] = [$(
                $crate::document::ChoiceName::new($name, $crate::contest::trimmed_doc(concat!($($help),+)))
            ),+];

            /// The shape of a key of this type.
            pub const SHAPE: $crate::document::ValueShape =
                $crate::document::ValueShape::Choice(&Self::NAMES);

            /// Returns the name in a file.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name),+
                }
            }

            /// Returns the value with this name.
            pub fn named(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$value),)+
                    _ => None,
                }
            }

            /// Returns a key with this value as its default; the field provides its name.
            pub const fn as_default(self) -> $crate::document::Key {
                let literal = match self {
                    $(Self::$value => concat!("\"", $name, "\"")),+
                };
                $crate::contest::default(literal, Self::SHAPE)
            }
        }

        impl $crate::contest::Typed for $choice {
            fn of(item: &$crate::document::Item) -> Option<Self> {
                Self::named(item.as_choice()?)
            }
        }
    };
}

/// Declares a table of a file as a struct with its keys as fields. Each field is followed by its
/// [`Key`] without name and help, which the field provides.
#[macro_export]
macro_rules! table {
    ($(#[$meta:meta])* $vis:vis struct $table:ident {
        $($(#[doc = $help:literal])* $field_vis:vis $field:ident: $type:ty = $key:expr,)+
    }) => {
        $(#[$meta])*
        $vis struct $table {
            $($(#[doc = $help])* $field_vis $field: $type,)+
        }

        impl $table {
            /// The keys of the table.
            pub const KEYS: &'static [$crate::document::Key] = &[$(
                $crate::contest::declared($key, stringify!($field), concat!($($help),*))
            ),+];

            /// Reads a checked table; `None` if any value is not valid.
            pub fn read(table: &$crate::document::CheckedTable) -> Option<Self> {
                let keys = Self::KEYS.iter();
                let mut names = keys.map(|key| key.name);
                Some(Self {
                    $($field: $crate::contest::Typed::under(table, names.next()?)?,)+
                })
            }
        }

        impl $crate::contest::Typed for $table {
            fn of(item: &$crate::document::Item) -> Option<Self> {
                Self::read(item.as_table()?)
            }

            fn each_of(item: &$crate::document::Item) -> Option<Vec<Option<Self>>> {
                Some(item.as_tables()?.iter().map(Self::read).collect())
            }
        }
    };
}

pub use crate::{choices, table};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Presence;

    choices! {
        /// Direction of a walk.
        enum Way {
            /// away from the ground,
            /// as birds go
            Up = "up",
            /// towards it
            Down = "down",
        }
    }

    table! {
        /// A walk.
        #[derive(Debug, PartialEq)]
        struct Walk {
            /// Where it leads.
            way: Way = Way::Down.as_default().tunable(1.0),
            /// How far.
            steps: u32 = required(whole(1, 9)),
            kind: Option<String> = Key::optional("type", ValueShape::Text).help("What sort."),
            /// Whether it leads back.
            back: bool = flag(true),
            /// The same again.
            more: Vec<i64> = optional(ValueShape::List { item: &whole(0, 9), min: 0, max: 3 }),
        }
    }

    fn walk(text: &str) -> (Option<Walk>, String) {
        let mut faults = Faults::new();
        let root = parse(&Source::new("x.toml", text), &mut faults);
        let walk = Walk::read(&check(&root, Walk::KEYS, &mut faults));
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        (walk, faults.join("\n"))
    }

    #[test]
    fn a_table_is_read_as_it_is_declared() {
        let text = "way = 'up'\nsteps = 3\ntype = 'stroll'\nback = false\nmore = [1, 2]";
        let all = Walk {
            way: Way::Up,
            steps: 3,
            kind: Some("stroll".to_owned()),
            back: false,
            more: vec![1, 2],
        };
        assert_eq!(walk(text), (Some(all), String::new()));
        let least = Walk {
            way: Way::Down,
            steps: 1,
            kind: None,
            back: true,
            more: vec![],
        };
        assert_eq!(walk("steps = 1"), (Some(least), String::new()));
    }

    #[test]
    fn invalid_text_is_rejected() {
        let (walk, faults) = walk("way = 'left'\nsteps = 1");
        assert_eq!(walk, None);
        assert_eq!(
            faults,
            "x.toml:1:7: way is \"left\"; expected one of \"up\", \"down\""
        );
    }

    table! {
        /// A bag.
        struct Bag {
            /// Who carries it.
            name: String = required(ValueShape::Text),
            /// What is in it.
            things: Lenient<Vec<(String, Item)>> = others(&whole(0, 9)).tunable(1.0),
        }
    }

    #[test]
    fn other_names_are_read_in_file_order() {
        let mut faults = Faults::new();
        let text = "rope = 2\nname = 'Ann'\ntorch = 30\naxe = 1";
        let root = parse(&Source::new("x.toml", text), &mut faults);
        let bag = Bag::read(&check(&root, Bag::KEYS, &mut faults)).unwrap();
        let things = bag.things.all().iter();
        let things: Vec<_> = things
            .map(|(name, item)| (&**name, item.as_integer()))
            .collect();
        assert_eq!(bag.name, "Ann");
        assert_eq!(
            things,
            [("rope", Some(2)), ("torch", None), ("axe", Some(1))]
        );
        assert_eq!(faults.len(), 1);
    }

    #[test]
    fn keys_are_named_and_explained_by_their_fields() {
        let documented = Walk::KEYS.iter().map(|key| (key.name, key.help));
        let documented: Vec<(&str, &str)> = documented.collect();
        assert_eq!(
            documented,
            [
                ("way", "Where it leads."),
                ("steps", "How far."),
                ("type", "What sort."),
                ("back", "Whether it leads back."),
                ("more", "The same again."),
            ]
        );
        assert_eq!(Walk::KEYS[0].presence, Presence::Default("\"down\""));
    }

    #[test]
    fn choices_have_their_names_and_helps() {
        assert_eq!(
            Way::ALL.map(|way| Way::named(way.name())),
            Way::ALL.map(Some)
        );
        assert_eq!(Way::named("left"), None);
        let helps = Way::NAMES.map(|choice| choice.help);
        assert_eq!(helps, ["away from the ground, as birds go", "towards it"]);
    }
}
