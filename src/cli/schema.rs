//! `evenodds new` and `evenodds schema`: a kind's files, for authors and for editors.

use super::arguments::KindName;
use evenodds::document::{self, json_schema};
use evenodds::scenario::keys_of;

/// A commented scenario to start from.
pub fn template(kind: &KindName) -> String {
    document::template(keys_of(kind.0))
}

/// The JSON Schema of a kind's files.
pub fn schema(kind: &KindName) -> String {
    let title = format!("evenodds scenario: {}", kind.0.title);
    let schema = json_schema(&title, keys_of(kind.0));
    // A value out of strings and numbers can always be written.
    let text = serde_json::to_string_pretty(&schema).unwrap_or_default();
    text + "\n"
}
