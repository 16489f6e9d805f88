//! `evenodds schema` and the templates of `evenodds new`: the files of a kind for authors and editors, and
//! the options of all commands for programs.

use super::arguments::KindArguments;
use super::call::Call;
use super::failure::Failure;
use super::library;
use crate::ask::COMMON;
use crate::document::{self, Key, Shown, json_schema};
use crate::scenario::USE;
use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Args, Command};
use serde_json::{Value, json};

/// Arguments of `schema`.
#[derive(Debug, Args)]
pub struct SchemaArguments {
    #[command(flatten)]
    pub kind: Option<KindArguments>,
    /// Print all commands with their options as JSON, for bindings in other languages
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

/// Returns all commands with their options and help texts.
fn questions(program: &Command) -> Value {
    let text = |text: Option<&StyledStr>| text.map(|text| single_line(&text.to_string()));
    let option = |option: &Arg| {
        let values = option.get_possible_values();
        let values = values.iter().map(|value| value.get_name().to_owned());
        let values: Vec<String> = values.collect();
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

/// Joins the lines of a text.
pub fn single_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Renders JSON for printing.
fn pretty(value: &Value) -> String {
    // A value of strings and numbers can always be serialized.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

/// Returns a commented file to start from, with these keys.
pub fn template(arguments: &KindArguments, shown: Shown) -> Result<String, Failure> {
    Ok(document::template(keys(arguments)?, shown))
}

/// Returns the JSON Schema of a kind's files.
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

/// Returns the keys of the requested type of file.
fn keys(arguments: &KindArguments) -> Result<&'static [Key], Failure> {
    let kind = arguments.kind.0;
    if arguments.position {
        let keys = Some(kind.positions).filter(|keys| !keys.is_empty());
        return keys.ok_or_else(|| {
            Failure::Input(format!(
                "positions of {} have no TOML form; `evenodds hint` prints one",
                kind.name
            ))
        });
    }
    if !arguments.party {
        return Ok(library().keys_of(kind));
    }
    library().part_keys_of(kind).ok_or_else(|| {
        Failure::Input(format!(
            "kind {} has no parties, because its scenarios use no other files",
            kind.name
        ))
    })
}
