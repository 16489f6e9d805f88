//! Errors of the command line, in the form of all other messages.

use super::program;
use crate::document::nearest::nearest;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;
use std::ffi::OsString;

/// Options and commands of other programs, with the option that stands for them, if it is one, and advice.
const MEANT: [(&str, &str, &str); 13] = [
    (
        "--until",
        "precision",
        "to stop at a precision, pass --precision 0.01",
    ),
    ("--runs", "trials", "pass -n for the number of trials"),
    ("--iterations", "trials", "pass -n for the number of trials"),
    (
        "--simulations",
        "trials",
        "pass -n for the number of trials",
    ),
    ("--output", "out", "pass --out FILE"),
    ("--json", "format", "pass -f json"),
    ("--csv", "format", "pass -f csv"),
    ("--html", "format", "pass -f html"),
    ("simulate", "", "`evenodds run FILE` plays a contest"),
    ("play", "", "`evenodds run FILE` plays a contest"),
    ("roll", "", "`evenodds dice 2d6` has the odds of a roll"),
    (
        "init",
        "",
        "`evenodds new KIND` prints a file to start from",
    ),
    (
        "optimize",
        "",
        "`evenodds tune FILE` looks for values that meet a target",
    ),
];

/// Returns what is wrong with a command line, and what to do; `None` for an error that has no form of
/// its own here.
pub fn message(error: &clap::Error, arguments: &[OsString]) -> Option<String> {
    let argument = text(error, ContextKind::InvalidArg);
    let (found, mut help) = match error.kind() {
        ErrorKind::UnknownArgument => {
            let option = argument?;
            let command = arguments.first().and_then(|one| one.to_str());
            let command = command.filter(|word| !word.starts_with('-') && *word != option);
            let of =
                command.map_or_else(String::new, |command| format!(" of `evenodds {command}`"));
            let kind = if option.starts_with('-') {
                "option"
            } else {
                "argument"
            };
            let near = text(error, ContextKind::SuggestedArg);
            let near = near.filter(|near| is_near(&option, near));
            let near = near.map(|near| format!("did you mean {near}?"));
            let program = program();
            let own = command.and_then(|command| program.find_subcommand(command));
            let all = command.map(|of| format!("`evenodds {of} --help` lists all options"));
            (
                format!("unknown {kind} {option}{of}"),
                meant(&option, own).or(near).or(all),
            )
        }
        ErrorKind::InvalidSubcommand => {
            let command = text(error, ContextKind::InvalidSubcommand)?;
            let program = program();
            let names = program.get_subcommands().map(clap::Command::get_name);
            let near = nearest(&command, names);
            let near = near.map(|near| format!("did you mean {near}?"));
            (
                format!("unknown command {command:?}; `evenodds --help` lists all"),
                meant(&command, Some(&program)).or(near),
            )
        }
        ErrorKind::MissingSubcommand => (
            "the command is missing; `evenodds --help` lists all".to_owned(),
            None,
        ),
        ErrorKind::InvalidValue => {
            let value = text(error, ContextKind::InvalidValue)?;
            let valid = text(error, ContextKind::ValidValue).filter(|valid| !valid.is_empty());
            let expected =
                valid.map_or_else(String::new, |valid| format!("; expected one of {valid}"));
            let found = if value.is_empty() {
                format!("{} has no value{expected}", argument?)
            } else {
                format!("{} is {value:?}{expected}", name(&argument?))
            };
            let near = text(error, ContextKind::SuggestedValue);
            (found, near.map(|near| format!("did you mean {near}?")))
        }
        ErrorKind::ValueValidation => {
            let value = text(error, ContextKind::InvalidValue)?;
            let expected = error.source()?;
            let found = format!("{} is {value:?}; {expected}", name(&argument?));
            (found, None)
        }
        ErrorKind::ArgumentConflict => {
            let prior = text(error, ContextKind::PriorArg);
            let found = match prior {
                Some(prior) if Some(&prior) != argument.as_ref() => {
                    format!("{} cannot be used with {prior}", name(&argument?))
                }
                _ => format!("{} is given more than once", name(&argument?)),
            };
            (found, None)
        }
        ErrorKind::TooManyValues => {
            let value = text(error, ContextKind::InvalidValue)?;
            let found = format!("{} takes no value, and has {value:?}", name(&argument?));
            (found, None)
        }
        ErrorKind::MissingRequiredArgument => {
            let names = argument?;
            let mut program = program();
            program.build();
            let command = arguments.first().and_then(|name| name.to_str());
            let command = command.and_then(|name| program.find_subcommand(name));
            let requiring = command.and_then(|own| requiring(arguments, &names, &program, own));
            match (requiring, command) {
                (Some((option, help)), _) => (format!("{option} needs {names}"), help),
                (None, Some(command)) if are_exclusive(command, &names) => {
                    let name = command.get_name();
                    let help = format!("`evenodds {name} --help` describes them");
                    (format!("one of {names} is missing"), Some(help))
                }
                _ => {
                    let are = if names.contains(", ") { "are" } else { "is" };
                    (format!("{names} {are} missing"), None)
                }
            }
        }
        _ => return None,
    };
    if help.is_none() && error.kind() != ErrorKind::ValueValidation {
        help = usage(error);
    }
    Some(match help {
        Some(help) => format!("{found}\nhelp: {help}"),
        None => found,
    })
}

/// Returns the texts of a context, separated by commas.
fn text(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(all) => Some(all.join(", ")),
        ContextValue::StyledStr(text) => Some(plain(text)),
        _ => None,
    }
}

fn plain(text: &StyledStr) -> String {
    text.to_string()
}

/// Returns the usage of the command in one line.
fn usage(error: &clap::Error) -> Option<String> {
    let usage = text(error, ContextKind::Usage)?;
    let usage = usage.trim().strip_prefix("Usage:")?.trim().to_owned();
    usage.lines().next().map(|line| format!("usage: {line}"))
}

/// Returns the name of an option, without its value: `--threads` of `--threads <T>`.
fn name(argument: &str) -> &str {
    let option = argument.split([' ', '=', '[']).next();
    let option = option.filter(|option| option.starts_with('-'));
    option.unwrap_or_else(|| argument.trim_matches(['[', ']', '<', '>']))
}

/// Returns advice on an option or a command of another program, if this command has our option.
fn meant(typed: &str, command: Option<&clap::Command>) -> Option<String> {
    let (_, option, advice) = MEANT.iter().find(|(theirs, ..)| *theirs == typed)?;
    let mut options = command?.get_arguments();
    let applies = option.is_empty() || options.any(|one| one.get_long() == Some(option));
    applies.then(|| (*advice).to_owned())
}

/// Returns whether a suggestion is a likely correction, as in all other messages.
fn is_near(typed: &str, near: &str) -> bool {
    nearest(typed, [near]).is_some()
}

/// Returns the given option of a command that requires the missing ones, without which they are not missing, and the
/// help of the first of them.
fn requiring(
    arguments: &[OsString],
    missing: &str,
    program: &clap::Command,
    command: &clap::Command,
) -> Option<(String, Option<String>)> {
    let find = |text: &str| {
        let long = text
            .strip_prefix("--")
            .and_then(|name| name.split(['=', ' ']).next());
        let short = text.strip_prefix('-').and_then(|rest| rest.chars().next());
        let is_named = |one: &&clap::Arg| {
            long.is_some() && one.get_long() == long || short.is_some() && one.get_short() == short
        };
        command.get_arguments().find(is_named)
    };
    let option = arguments.iter().enumerate().find_map(|(index, typed)| {
        let typed = typed.to_str()?;
        let option = find(typed)?;
        let is_attached = typed.contains('=') || !typed.starts_with("--") && typed.len() > 2;
        let takes_next =
            option.get_action().takes_values() && !option.is_require_equals_set() && !is_attached;
        let mut rest = arguments.to_vec();
        rest.drain(index..(index + 1 + usize::from(takes_next)).min(rest.len()));
        let words = std::iter::once(OsString::from("evenodds")).chain(rest);
        let still = program.clone().try_get_matches_from(words).err();
        let still = still.and_then(|error| text(&error, ContextKind::InvalidArg));
        let is_still = |name| still.as_ref().is_some_and(|still| still.contains(name));
        (!missing.split(", ").any(is_still)).then_some(option)
    })?;
    let help = find(missing).and_then(clap::Arg::get_help).map(plain);
    let help = help.and_then(|help| Some(format!("{missing}: {}", help.split(';').next()?)));
    Some((option.to_string(), help))
}

/// Returns whether missing arguments of a command exclude each other, so that one of them is enough.
fn are_exclusive(command: &clap::Command, missing: &str) -> bool {
    let is_missing = |one: &clap::Arg| missing.split(", ").any(|name| name == one.to_string());
    let mut missing = command.get_arguments().filter(|one| is_missing(one));
    missing.any(|one| {
        let conflicts = command.get_arg_conflicts_with(one);
        conflicts.into_iter().any(is_missing)
    })
}
