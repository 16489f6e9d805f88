//! Commands that people can type again, in a way that a shell reads back.

use crate::document::printable::is_steering;
use std::fmt::Write as _;

/// A scenario as a command line names it.
#[derive(Clone, Copy, Debug)]
pub struct Replay<'a> {
    /// Its path as typed, `-`, or `@name`.
    pub path: &'a str,
    /// The assignments that were applied to it.
    pub assignments: &'a [String],
}

impl Replay<'_> {
    /// The command line of a command about it, with further arguments as [`option`] makes them.
    ///
    /// ```
    /// use evenodds::report::{Replay, option};
    /// let replay = Replay { path: "@canyon", assignments: &["rules.half=down".to_owned()] };
    /// let again = replay.command("trace", &option("--trial", "7"));
    /// assert_eq!(again, "evenodds trace @canyon --trial 7 --set rules.half=down");
    /// ```
    pub fn command(&self, command: &str, arguments: &str) -> String {
        let changes = self.assignments.iter().map(|one| option("--set", one));
        let changes: String = changes.collect();
        format!("evenodds {command} {}{arguments}{changes}", file(self.path))
    }

    /// Its path as an argument.
    pub fn file(&self) -> String {
        file(self.path)
    }

    /// The command that plays it with further assignments.
    pub fn run(&self, assignments: &[String]) -> String {
        let changes = assignments.iter().map(|one| option("--set", one));
        let changes: String = changes.collect();
        format!("{}{changes}", self.command("run", ""))
    }
}

/// An argument that stands alone.
fn quoted(argument: &str) -> String {
    let plain = |character: char| character.is_alphanumeric() || "@%+=:,./_-".contains(character);
    if argument.chars().any(is_steering) {
        escaped(argument)
    } else if !argument.is_empty() && argument.chars().all(plain) {
        argument.to_owned()
    } else if argument.contains('\'') && !argument.contains(['"', '$', '`', '\\', '!']) {
        format!("\"{argument}\"")
    } else {
        format!("'{}'", argument.replace('\'', r"'\''"))
    }
}

/// In the quotes of bash, zsh and ksh that have escapes: what steers a terminal is not printed as it is.
fn escaped(argument: &str) -> String {
    let mut text = "$'".to_owned();
    for character in argument.chars() {
        match character {
            '\'' | '\\' => text.extend(['\\', character]),
            steering if is_steering(steering) => {
                let mut bytes = [0; 4];
                for byte in steering.encode_utf8(&mut bytes).bytes() {
                    // Three digits, so that none that follows belongs to it.
                    let _ = write!(text, "\\{byte:03o}");
                }
            }
            other => text.push(other),
        }
    }
    text.push('\'');
    text
}

/// The name of a file, which is not to be taken for an option.
pub fn file(name: &str) -> String {
    if name.starts_with('-') && name != "-" {
        quoted(&format!("./{name}"))
    } else {
        quoted(name)
    }
}

/// An option with its value behind a blank.
pub fn option(name: &str, value: &str) -> String {
    // A value that looks like an option belongs to this one only so.
    let between = if value.starts_with('-') { '=' } else { ' ' };
    format!(" {name}{between}{}", quoted(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_back_what_was_typed() {
        for (argument, expected) in [
            ("canyon.toml", "canyon.toml"),
            ("my fight.toml", "'my fight.toml'"),
            ("O'Hara.toml", "\"O'Hara.toml\""),
            ("'$x'", r"''\''$x'\'''"),
            ("", "''"),
            (
                "a\u{1b}[31m\n7'\u{202e}",
                r"$'a\033[31m\0127\'\342\200\256'",
            ),
        ] {
            assert_eq!(quoted(argument), expected);
        }
        assert_eq!(file("-x.toml"), "./-x.toml");
        assert_eq!(file("-"), "-");
        assert_eq!(option("--figure", "-x=0.5"), " --figure=-x=0.5");
        assert_eq!(option("--set", "a.b=-1"), " --set a.b=-1");
    }
}
