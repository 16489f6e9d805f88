//! `evenodds new` and `evenodds schema`: a kind's files, for authors and for editors.

use super::arguments::KindArguments;
use super::failure::Failure;
use crate::document::{self, Key, json_schema};
use crate::scenario::{USE, keys_of, part_keys_of};

/// A commented file to start from.
pub fn template(arguments: &KindArguments) -> Result<String, Failure> {
    Ok(document::template(keys(arguments)?))
}

/// The JSON Schema of a kind's files.
pub fn schema(arguments: &KindArguments) -> Result<String, Failure> {
    let what = match arguments {
        KindArguments { party: true, .. } => "party",
        KindArguments { position: true, .. } => "position",
        _ => "scenario",
    };
    let title = format!("evenodds {what}: {}", arguments.kind.0.title);
    let schema = json_schema(&title, keys(arguments)?, USE);
    // A value out of strings and numbers can always be written.
    let text = serde_json::to_string_pretty(&schema).unwrap_or_default();
    Ok(text + "\n")
}

/// The keys of the files that are meant.
fn keys(arguments: &KindArguments) -> Result<&'static [Key], Failure> {
    let kind = arguments.kind.0;
    if arguments.position {
        let keys = Some(kind.positions).filter(|keys| !keys.is_empty());
        return keys.ok_or_else(|| {
            Failure::Input(format!(
                "positions of {} have no keys: `evenodds hint` shows one",
                kind.name
            ))
        });
    }
    if !arguments.party {
        return Ok(keys_of(kind));
    }
    part_keys_of(kind).ok_or_else(|| {
        Failure::Input(format!(
            "there are no parties for {}: its scenarios use no other files",
            kind.name
        ))
    })
}
