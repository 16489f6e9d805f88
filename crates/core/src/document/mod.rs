//! TOML documents with positions.
//!
//! This module parses a text into a [`tree`] whose nodes have [spans](source::Span), and checks the
//! tree against a declarative table of [`keys`]. It collects all [`faults`], each with its
//! position, its [`path`], the value found, the accepted values and the nearest known name.
//!
//! The same table of keys resolves assignments of the command line ([`set`]). It also generates a
//! JSON Schema for editors ([`schema`]), a commented template ([`mod@template`]), a listing
//! ([`listing`]), the changes of one step ([`tunable`]), and the text to hash ([`mod@canonical`]).
//! [`merge`] merges named arrays of documents, and [`writer`] writes a tree as TOML.
//!
//! The module does not depend on contests.

mod advice;
pub mod canonical;
mod changes;
pub mod check;
mod counted;
pub mod depth;
pub mod faults;
pub mod file;
mod grouping;
pub mod item;
mod key_shapes;
pub mod keys;
mod kinded;
mod line_up;
pub mod lint;
pub mod listing;
pub mod merge;
pub mod naming;
pub mod nearest;
#[cfg(test)]
#[path = "other_names/tests.rs"]
mod other_names;
pub mod path;
pub mod printable;
pub mod read;
pub mod render;
pub mod resolve_path;
mod restrict;
#[cfg(test)]
mod sample;
pub mod schema;
pub mod set;
pub mod shape;
mod share;
pub mod shell;
pub mod size;
pub mod source;
mod syntax_advice;
pub mod template;
mod text;
pub mod tree;
pub mod tunable;
mod unclosed;
pub mod writer;
mod written;

pub use advice::{not_known, unknown};
pub use canonical::{canonical, literal, literal_without, values_by_path};
pub use changes::{ValueChange, changes};
pub use check::{check, check_at};
pub use faults::{Fault, Faults, brief};
pub use grouping::{by_key, distinct};
pub use item::{CheckedTable, Item};
pub use keys::{Key, Presence, Tunable};
pub use kinded::{Kinded, Variant};
pub use line_up::FactSheet;
pub use line_up::line_up;
pub use lint::lint;
pub use listing::{KeyRow, describe_keys};
pub use naming::element_paths;
pub use path::{Path, Segment};
pub use printable::{printable, printable_csv, printable_json, printable_path};
pub use read::parse;
pub use restrict::{Restriction, restrictions};
pub use schema::json_schema;
pub use shape::{ChoiceName, ValueShape};
pub use share::read_share;
pub use source::{Source, Span};
pub use template::{Shown, template};
pub use text::{
    capital, counted, few, grouped, joined, listed, percent_decoded, percent_encoded, xml,
};
pub use tree::{Entries, Node, TomlValue, TreeEntry};
pub use tunable::{RuleReading, TunableChange, TunableStep, accepted_values, readings, steps};
pub use writer::written;
