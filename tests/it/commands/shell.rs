//! Every printed command gives a shell the intended arguments, whatever names it contains.

use super::{Answer, evenodds, finish, folder};
use evenodds_testing::size;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// Names of files with special characters of a shell, each with its quoted argument.
const NAMES: [(&str, &str); 4] = [
    (
        "a`touch x` $(touch y) ${HOME} 'q' \"d\" !h ~ * ; | & < > # \\n.toml",
        "a`touch x` $(touch y) ${HOME} 'q' \"d\" !h ~ * ; | & < > # \\n.toml",
    ),
    ("it's !here.toml", "it's !here.toml"),
    (
        "two\nlines\u{1b}[31m'`touch z`.toml",
        "two\nlines\u{1b}[31m'`touch z`.toml",
    ),
    ("-n.toml", "./-n.toml"),
];

/// Returns the commands in an output.
fn commands(text: &str) -> Vec<String> {
    let starts = |line: &str| {
        let at = line.find("evenodds ")?;
        let before = &line[..at];
        let is_command =
            before.ends_with(' ') || before.ends_with("<code>") || before.ends_with('`');
        // A page contains the version of the program.
        let is_version = line[at..].starts_with(&format!("evenodds {}", env!("CARGO_PKG_VERSION")));
        (is_command && !is_version).then(|| line[at..].to_owned())
    };
    text.lines().filter_map(starts).collect()
}

/// Returns the arguments that a shell reads from a command.
fn read_back(folder: &Path, command: &str) -> Vec<String> {
    let stub = folder.join("bin");
    fs::create_dir_all(&stub).unwrap();
    let program = stub.join("evenodds");
    fs::write(
        &program,
        "#!/bin/sh\nfor one; do printf '%s\\0' \"$one\"; done\n",
    )
    .unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", stub.display(), std::env::var("PATH").unwrap());
    let empty = folder.join("empty");
    fs::create_dir_all(&empty).unwrap();
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(&empty)
        .env("PATH", path)
        .output()
        .unwrap();
    let left = fs::read_dir(&empty).unwrap().count();
    assert_eq!(left, 0, "{command:?} ran a name as a command");
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_terminator('\0').map(str::to_owned).collect()
}

fn unescaped(html: &str) -> String {
    let pairs = [
        ("&#60;", "<"),
        ("&#62;", ">"),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&#38;", "&"),
    ];
    pairs
        .iter()
        .fold(html.to_owned(), |text, (from, to)| text.replace(from, to))
}

#[test]
fn every_printed_command_is_read_back_by_a_shell() {
    let place = folder();
    let folder = place.path();
    let duel = evenodds::scenario::LIBRARY.builtin("duel").unwrap().text;
    let title = "title=`touch t` 'it''s' $(touch u) !x";
    let table = "Rosa: 4 4 3 2; Basil: 6 5 4 1";
    // By default each name has some of the calls.
    let step = size(4, 1);
    for (number, (name, typed)) in NAMES.into_iter().enumerate() {
        fs::write(folder.join(name), duel).unwrap();
        let calls: [&[&str]; 12] = [
            &["run", typed, "-n", "200"],
            &["exact", typed],
            &["trace", typed, "--trial", "3"],
            &["ladder", typed, "-n", "20"],
            &[
                "sweep",
                typed,
                "--vary",
                "side.red.Rosa.classes[0].dice=3,4",
                "-n",
                "20",
            ],
            &[
                "tune",
                typed,
                "--vary",
                "side.red.Rosa.classes[0].dice=3,4",
                "--target",
                "red=0.5",
            ],
            &["advise", typed, "--target", "red=0.5", "--first", "2"],
            &["compare", typed, "--vary", "rules.half=down"],
            &["check", typed, "-n", "200"],
            &["drama", typed, "-n", "20"],
            &["hint", typed, "--table", table],
            &["report", typed, "-n", "200", "--out", "reports"],
        ];
        for arguments in calls.into_iter().skip(number % step).step_by(step) {
            let mut all = arguments.to_vec();
            all.extend(["--set", title]);
            let Answer { code, mut out, err } = finish(evenodds(folder).args(&all));
            assert!(matches!(code, Some(0 | 1)), "{all:?}: {err}");
            if arguments[0] == "report" {
                out = super::files(&folder.join("reports"))
                    .iter()
                    .filter(|(name, _)| {
                        Path::new(name)
                            .extension()
                            .is_some_and(|kind| kind == "html")
                    })
                    .map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned())
                    .collect();
                fs::remove_dir_all(folder.join("reports")).unwrap();
            }
            let mut printed = commands(&out.replace("</code>", "\n"));
            // Other commands are examples, which name no scenario.
            printed.retain(|command| command.contains("title="));
            assert!(!printed.is_empty(), "{all:?} prints no command:\n{out}");
            for command in printed {
                let command = if out.contains("<!DOCTYPE") {
                    unescaped(&command)
                } else {
                    command
                };
                assert!(!command.chars().any(char::is_control), "{command:?}");
                let read = read_back(folder, &command);
                assert!(
                    read.iter().any(|one| one == typed),
                    "{typed:?}: {command}\n{read:?}"
                );
                assert!(read.iter().any(|one| one == title), "{command}\n{read:?}");
            }
        }
        fs::remove_file(folder.join(name)).unwrap();
    }
}

#[test]
fn the_table_that_hint_suggests_is_read_back_by_a_shell() {
    let place = folder();
    let duel = evenodds::scenario::LIBRARY.builtin("duel").unwrap().text;
    for name in [
        "a`touch x`",
        "$(touch y)",
        "it's",
        "!!",
        "-n",
        "~",
        "*",
        "a;b",
    ] {
        let text = duel.replace("\"Rosa\"", &format!("\"{name}\""));
        let file = place.path().join("x.toml");
        fs::write(&file, text).unwrap();
        let answer = finish(evenodds(place.path()).args(["hint", "x.toml"]));
        assert_eq!(answer.code, Some(2));
        let (_, example) = answer.err.split_once("--table").unwrap();
        let read = read_back(
            place.path(),
            &format!("evenodds hint x.toml --table{example}"),
        );
        let with: Vec<&str> = read.iter().map(String::as_str).collect();
        assert!(with.last().unwrap().contains(name), "{with:?}");
        let answer = finish(evenodds(place.path()).args(&with));
        assert_eq!(answer.code, Some(0), "{with:?}: {}", answer.err);
    }
}
