//! Quotes for arguments of printed commands, so that users can paste them into a shell.

use std::fmt::Write as _;

use super::printable::is_control;

/// Quotes an argument if it has special characters of sh, bash, zsh or ksh. Escapes control
/// characters; an argument that has any loses trailing line ends.
///
/// ```
/// use evenodds_core::document::shell::quoted;
/// assert_eq!(quoted("canyon.toml"), "canyon.toml");
/// assert_eq!(quoted("side.'Mark Four'.count=2"), "\"side.'Mark Four'.count=2\"");
/// assert_eq!(quoted("`touch x`"), "'`touch x`'");
/// ```
pub fn quoted(argument: &str) -> String {
    let plain = |character: char| character.is_alphanumeric() || "@%+=:,./_-".contains(character);
    // In zsh, a leading `=` expands to the path of a command.
    let is_plain = |text: &str| !text.starts_with('=') && text.chars().all(plain);
    if argument.chars().any(is_control) {
        escaped(argument)
    } else if !argument.is_empty() && is_plain(argument) {
        argument.to_owned()
    } else if argument.contains('\'') && !argument.contains(['"', '$', '`', '\\', '!']) {
        format!("\"{argument}\"")
    } else {
        format!("'{}'", argument.replace('\'', r"'\''"))
    }
}

/// Returns an option and its value in shell syntax, with a space before them.
pub fn option(name: &str, value: &str) -> String {
    // A value with a leading `-` needs `=`; otherwise it would be parsed as an option.
    let between = if value.starts_with('-') { '=' } else { ' ' };
    format!(" {name}{between}{}", quoted(value))
}

/// Returns the argument as a `printf` command, since sh has no quotes that allow escapes.
fn escaped(argument: &str) -> String {
    let mut text = "\"$(printf '".to_owned();
    for character in argument.chars() {
        match character {
            '\'' => text.push_str(r"\047"),
            // Old versions of bash expand history even here.
            '!' => text.push_str(r"\041"),
            '\\' => text.push_str(r"\\"),
            '%' => text.push_str("%%"),
            control if is_control(control) => {
                let mut bytes = [0; 4];
                for byte in control.encode_utf8(&mut bytes).bytes() {
                    // Always three digits, so that a following digit does not extend the escape.
                    let _ = write!(text, "\\{byte:03o}");
                }
            }
            other => text.push(other),
        }
    }
    // A format with a leading `-` would be parsed as an option.
    let text = text.replacen("printf '-", r"printf '\055", 1);
    text + "')\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_of_a_shell_are_quoted() {
        for (argument, expected) in [
            ("canyon.toml", "canyon.toml"),
            ("my fight.toml", "'my fight.toml'"),
            ("O'Hara.toml", "\"O'Hara.toml\""),
            ("'$x'", r"''\''$x'\'''"),
            ("", "''"),
            ("=ls", "'=ls'"),
            ("~", "'~'"),
            (
                "-a\u{1b}[31m\n7'!%\u{202e}",
                r#""$(printf '\055a\033[31m\0127\047\041%%\342\200\256')""#,
            ),
        ] {
            assert_eq!(quoted(argument), expected);
        }
    }

    #[cfg(unix)]
    #[test]
    fn sh_reads_back_every_argument() {
        let mut arguments: Vec<String> = (1..=0x7f_u8)
            .map(char::from)
            .flat_map(|sign| {
                [
                    format!("{sign}a"),
                    format!("a{sign}b'\u{1b}"),
                    format!("{sign}{sign}'"),
                ]
            })
            .collect();
        arguments.extend(
            [
                "",
                "`touch x`",
                "$(touch x)",
                "${HOME}",
                "a\nb",
                "!!",
                "!x",
                "-n",
                "--",
                "~",
                "~root",
                "*",
                "?",
                "[a]",
                "a\\",
                "\\n",
                "%s%n",
                "\"",
                "'",
                "'\"'",
                "a;b|c&d>e<f#g",
                "{a,b}",
                "\u{202e}x\u{9b}31m",
                "é漢🎲",
                "\u{7f}",
            ]
            .map(str::to_owned),
        );
        // Trailing line ends of an argument are lost, so such arguments are not tested.
        arguments.retain(|argument| !argument.ends_with('\n'));
        let mut script = String::new();
        for argument in &arguments {
            let _ = writeln!(script, "printf '%s\\0' {}", quoted(argument));
        }
        assert!(!script.replace('\n', "").chars().any(is_control));
        let empty = tempfile::tempdir().unwrap();
        let run = std::process::Command::new("sh")
            .args(["-c", &script])
            .current_dir(empty.path())
            .output()
            .unwrap();
        let read = String::from_utf8(run.stdout).unwrap();
        let read: Vec<&str> = read.split_terminator('\0').collect();
        assert_eq!(read, arguments);
        assert_eq!(std::fs::read_dir(empty.path()).unwrap().count(), 0);
    }
}
