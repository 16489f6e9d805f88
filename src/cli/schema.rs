//! `evenodds new` and `evenodds schema`: a kind's files, for authors and for editors; the questions with their options,
//! for programs that ask them.

use super::arguments::KindArguments;
use super::call::Call;
use super::failure::Failure;
use crate::ask::COMMON;
use crate::document::{self, Key, json_schema};
use crate::scenario::{USE, keys_of, part_keys_of};
use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Args, Command};
use serde_json::{Value, json};

/// `schema`.
#[derive(Debug, Args)]
pub struct SchemaArguments {
    #[command(flatten)]
    pub kind: Option<KindArguments>,
    /// Not of a kind: all commands with their options, as programs need them that ask in another language
    #[arg(long, required_unless_present = "kind", conflicts_with = "kind")]
    pub questions: bool,
}

/// Prints the schema of a kind, or the commands with their options.
pub fn show(arguments: &SchemaArguments, program: &Command, call: &Call) -> Result<(), Failure> {
    match &arguments.kind {
        Some(kind) => call.print(&schema(kind)?),
        None => call.print(&pretty(&questions(program))),
    }
}

/// Returns all commands with their options, as their help has them.
fn questions(program: &Command) -> Value {
    let text = |text: Option<&StyledStr>| text.map(|text| single_line(&text.to_string()));
    let option = |option: &Arg| {
        let values: Vec<String> = option
            .get_possible_values()
            .iter()
            .map(|value| value.get_name().to_owned())
            .collect();
        let names = option.get_value_names().unwrap_or_default();
        let defaults = option.get_default_values().iter();
        let defaults: Vec<_> = defaults.map(|value| value.to_string_lossy()).collect();
        let is_flag = matches!(option.get_action(), ArgAction::SetTrue);
        json!({
            "name": option.get_long(),
            "short": option.get_short(),
            "value": if is_flag { None } else { names.first().map(ToString::to_string) },
            "repeats": matches!(option.get_action(), ArgAction::Append),
            "values": if is_flag { Vec::new() } else { values },
            "default": if is_flag { None } else { defaults.first() },
            "common": option.get_help_heading() == Some(COMMON),
            "help": text(option.get_help()),
        })
    };
    let commands = program.get_subcommands().map(|command| {
        let named = command.get_arguments();
        let named = named.filter(|option| option.get_long().is_some());
        let options: Vec<Value> = named.map(option).collect();
        json!({
            "name": command.get_name(),
            "about": text(command.get_about()),
            "notes": command.get_after_help().map(ToString::to_string),
            "options": options,
        })
    });
    json!({ "format": 1, "commands": commands.collect::<Vec<Value>>() })
}

/// Returns a text on one line.
fn single_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns JSON as it is printed.
fn pretty(value: &Value) -> String {
    // A value out of strings and numbers can always be written.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

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
    Ok(pretty(&schema))
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
