//! Input files and their names: kinds, sizes, odd names, and untrusted text.

use super::{Answer, QUICK, call_in, evenodds, finish, folder};
use std::fs;
use std::path::Path;

/// Calls the program with a text on standard input.
fn piped(home: &Path, arguments: &[&str], input: Vec<u8>) -> Answer {
    finish(evenodds(home).args(arguments).stdin(super::input(input)))
}

/// Returns whether a text contains characters that control a terminal.
fn steers(text: &str) -> bool {
    text.contains(['\u{1b}', '\u{9b}', '\u{7}', '\u{202e}', '\r'])
}

#[test]
fn a_scenario_is_an_ordinary_file_of_16_mb_at_most() {
    let home = folder();
    let large = fs::File::create(home.path().join("large.toml")).unwrap();
    // A sparse file takes no room on the disk.
    large.set_len(3_000_000_000).unwrap();
    fs::create_dir(home.path().join("folder")).unwrap();
    let mut files = vec!["large.toml", "folder"];
    #[cfg(unix)]
    {
        let pipe = home.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let _socket = std::os::unix::net::UnixListener::bind(home.path().join("socket")).unwrap();
        files.extend(["pipe", "socket", "/dev/zero"]);
    }
    let mut said = String::new();
    for file in &files {
        for command in ["run", "exact", "trace", "compare"] {
            let more = if command == "compare" {
                &["@lockpick"][..]
            } else {
                &[]
            };
            let answer = call_in(home.path(), &[&[command, file], more].concat());
            assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{file}");
            if command == "run" {
                said.push_str(&answer.err);
            }
        }
    }
    for file in ["large.toml", "folder", "pipe", "/dev/zero"] {
        if !files.contains(&file) {
            continue;
        }
        let merge = call_in(home.path(), &["merge", file]);
        assert_eq!(
            (merge.code, merge.out.as_str()),
            (Some(2), ""),
            "{}",
            merge.err
        );
        let kept = ["run", "@lockpick", "-n", "9", "--checkpoint", file];
        let kept = call_in(home.path(), &kept);
        assert_eq!(
            (kept.code, kept.out.as_str()),
            (Some(3), ""),
            "{}",
            kept.err
        );
        said.push_str(&merge.err);
        said.push_str(&kept.err);
    }
    if cfg!(unix) {
        insta::assert_snapshot!(said, @"
        large.toml is too large; expected a regular file of at most 16 MB
        no scenario below folder that is not among the earlier arguments; scenarios are TOML files with a `kind`
        pipe is a pipe; expected a regular file of at most 16 MB
        socket is a socket; expected a regular file of at most 16 MB
        /dev/zero is a device; expected a regular file of at most 16 MB
        large.toml: it is not a shard
        cannot use large.toml: the file exists and is not a checkpoint; choose another name
        folder: it is a folder; expected a part of a run
        cannot use folder: it is a folder; expected a file
        pipe: it is a pipe; expected a part of a run
        cannot use pipe: it is a pipe; expected a file
        /dev/zero: it is a device; expected a part of a run
        cannot use /dev/zero: it is a device; expected a file
        ");
    }
}

#[test]
fn standard_input_is_read_up_to_16_mb() {
    let home = folder();
    let mut text = format!("{QUICK}#").into_bytes();
    text.resize(16_000_000, b'x');
    let most = piped(
        home.path(),
        &["run", "-", "-n", "9", "-f", "json"],
        text.clone(),
    );
    assert_eq!((most.code, most.err.as_str()), (Some(0), ""));
    text.push(b'x');
    let more = piped(home.path(), &["run", "-", "-n", "9"], text);
    assert_eq!((more.code, more.out.as_str()), (Some(2), ""));
    insta::assert_snapshot!(more.err, @"standard input is too large; expected a regular file of at most 16 MB");
}

#[test]
fn the_names_of_an_index_are_kept_for_it() {
    let home = folder();
    fs::create_dir(home.path().join("all")).unwrap();
    for name in ["index.html.toml", "INDEX.json.toml", "x.toml"] {
        fs::write(home.path().join("all").join(name), QUICK).unwrap();
    }
    for _ in 0..2 {
        let answer = call_in(home.path(), &["report", "all", "-n", "20", "--out", "out"]);
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    }
    let out = home.path().join("out");
    for name in ["index.html-2", "INDEX.json-2"] {
        assert!(out.join(name).join("results.json").is_file(), "{name}");
    }
    assert!(out.join("index.json").is_file());
}

#[test]
fn names_cannot_control_a_terminal() {
    const ODD: &str = "a\u{1b}[31m\u{202e}\u{7}\n.toml";
    const SHOWN: &str = r"a\u{1b}[31m\u{202e}\u{7}\n.toml";
    let home = folder();
    let odd = |name: &str| format!("{ODD}-{name}");
    let mut calls: Vec<Vec<String>> = Vec::new();
    for command in [
        "run", "exact", "trace", "ladder", "drama", "check", "report", "sweep",
    ] {
        calls.push(vec![command.to_owned(), odd("gone")]);
        calls.push(vec![command.to_owned(), format!("@{ODD}")]);
    }
    fs::write(home.path().join(odd("bad")), "kind = 'quick'\n").unwrap();
    fs::write(home.path().join(odd("good")), QUICK).unwrap();
    fs::write(home.path().join(odd("binary")), [0xff; 9]).unwrap();
    for more in [
        &["run", &odd("bad")][..],
        &["run", &odd("binary")],
        &["run", &odd("good"), "-n", "9", "-o", &odd("good")],
        &["run", "@duel", "-n", "9", "--checkpoint", &odd("good")],
        &["run", "@duel", "-n", "9", "-o", &format!("{ODD}/x")],
        &["run", "@duel", "--set", &format!("{ODD}=3")],
        &["run", "@duel", ODD, "--checkpoint", &odd("c")],
        &["run", "@duel", "-n", ODD],
        &[ODD],
        &["merge", &odd("good")],
        &["merge", &odd("gone")],
        &["compare", "@duel", &odd("gone")],
        &["ladder", &odd("good")],
        &["ladder", "@duel", "--players", ODD],
        &["trace", "@duel", "--find", ODD],
        &["trace", &odd("good"), "--extreme", ODD],
        &[
            "sweep",
            &odd("good"),
            "--vary",
            "difficulty=8",
            "--figure",
            ODD,
        ],
        &[
            "tune",
            &odd("good"),
            "--vary",
            "difficulty=8",
            "--target",
            ODD,
        ],
    ] {
        calls.push(more.iter().map(|&one| one.to_owned()).collect());
    }
    for call in &calls {
        let arguments: Vec<&str> = call.iter().map(String::as_str).collect();
        let answer = call_in(home.path(), &arguments);
        assert!(
            matches!(answer.code, Some(2 | 3)),
            "{call:?}: {}",
            answer.err
        );
        assert!(!steers(&answer.err), "{call:?}: {:?}", answer.err);
        assert!(!steers(&answer.out), "{call:?}: {:?}", answer.out);
    }
    let gone = call_in(home.path(), &["run", &odd("gone")]);
    assert!(gone.err.contains(SHOWN), "{}", gone.err);
}

#[test]
fn texts_of_a_shard_cannot_control_a_terminal() {
    let home = folder();
    let run = ["run", "@lockpick", "-n", "40", "--shard"];
    for (share, part) in [("1/2", "one"), ("2/2", "two")] {
        let shard = [share, "-o", part];
        assert_eq!(
            call_in(home.path(), &[&run[..], &shard].concat()).code,
            Some(0)
        );
    }
    let whole = fs::read_to_string(home.path().join("one")).unwrap();
    let body = whole.split_once('\n').unwrap().1.trim_end();
    let hash = "3b859979ccd67b31";
    let own = body.split("\"hash\":\"").nth(1).unwrap();
    let own = own.split('"').next().unwrap_or(hash).to_owned();
    for (from, to) in [
        (
            format!("\"hash\":\"{own}\""),
            "\"hash\":\"\\u001b[31m\\u202ex\"".to_owned(),
        ),
        (
            "\"kind\":\"quick\"".to_owned(),
            "\"kind\":\"\\u001b[31m\"".to_owned(),
        ),
        (
            "\"tool\":\"0.1.0\"".to_owned(),
            "\"tool\":\"\\u001b[31m\"".to_owned(),
        ),
        (
            "\"title\":\"".to_owned(),
            "\"title\":\"\\u001b[31m\\u202e".to_owned(),
        ),
        (
            "\"path\":\"".to_owned(),
            "\"path\":\"\\u001b[31m\\u202e".to_owned(),
        ),
        (
            "{\"tool\"".to_owned(),
            "{\"\\u001b[31m\":1,\"tool\"".to_owned(),
        ),
    ] {
        assert!(body.contains(&from), "{from}: {body}");
        let changed = body.replacen(&from, &to, 1);
        let hash = blake3::hash(changed.as_bytes()).to_hex();
        let part = format!("evenodds part 3 {} {hash}\n{changed}\n", changed.len());
        fs::write(home.path().join("odd"), &part).unwrap();
        fs::write(home.path().join("kept"), part).unwrap();
        for call in [
            &["merge", "odd", "two"][..],
            &["merge", "two", "odd"],
            &[
                "run",
                "@lockpick",
                "-n",
                "40",
                "--shard",
                "1/2",
                "--checkpoint",
                "kept",
                "-o",
                "p",
            ],
        ] {
            let answer = call_in(home.path(), call);
            assert!(!steers(&answer.err), "{call:?}: {:?}", answer.err);
            assert!(!steers(&answer.out), "{call:?}: {:?}", answer.out);
        }
    }
}

#[test]
fn texts_of_a_scenario_cannot_control_a_terminal() {
    let home = folder();
    let odd = "title = \"a\\u001b[31m\\u202e\"\n";
    let text = format!("{odd}{}", QUICK.replace("Skinner", "Ski\\u001b[32m\\rnner"));
    fs::write(home.path().join("odd.toml"), text).unwrap();
    for arguments in [
        &["run", "odd.toml", "-n", "20"][..],
        &["run", "odd.toml", "-n", "20", "-f", "markdown"],
        &["exact", "odd.toml"],
        &["trace", "odd.toml"],
        &["sweep", "odd.toml", "--vary", "difficulty=8..9"],
        &["compare", "odd.toml", "--vary", "difficulty=9"],
        &["report", "odd.toml", "-n", "20"],
    ] {
        let answer = call_in(home.path(), arguments);
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
        assert!(!steers(&answer.out), "{arguments:?}: {:?}", answer.out);
    }
}

#[test]
fn faults_of_a_file_from_elsewhere_do_not_quote_it() {
    let home = folder();
    let put = |name: &str, text: &str| {
        let path = home.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let secret = "root:hunter2:0\n[[side]]\nname = 'x'\npassword = 'hunter2'\nplayer = 'hunter2'\n";
    put("secret.toml", secret);
    put("here/near.toml", secret);
    let fight = |file: &str| format!("kind = 'combat'\nuse = ['{file}', '@canyon-heroes']\n");
    put("here/fight.toml", &fight("../secret.toml"));
    put("here/open.toml", &fight("near.toml"));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../secret.toml", home.path().join("here/link.toml")).unwrap();
        put("here/linked.toml", &fight("link.toml"));
    }
    let run = call_in(home.path(), &["run", "here/fight.toml"]);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    insta::assert_snapshot!(run.err, @r#"
    here/../secret.toml:1:15: key without a value; expected = and a value after the key

    here/../secret.toml:4:1: side.x.password is not a key here; the keys here are name, player, combatant, reinforcement, cover, allow

    here/../secret.toml:5:10: side.x.player is invalid; expected one of "random", "brawler", "finisher", "rollout", "expert", "optimal"

    3 faults; nothing was run
    "#);
    let mut calls = vec![
        vec!["run", "here/fight.toml", "--color", "always"],
        vec!["check", "here/fight.toml", "-f", "json"],
        vec!["compare", "here/fight.toml", "@canyon"],
        vec![
            "report",
            "here/fight.toml",
            "@lockpick",
            "-n",
            "20",
            "--out",
            "out",
        ],
    ];
    if cfg!(unix) {
        calls.push(vec!["run", "here/linked.toml"]);
    }
    for call in calls {
        let answer = call_in(home.path(), &call);
        assert_eq!(answer.code, Some(2), "{call:?}");
        assert!(!answer.err.contains("hunter2"), "{call:?}: {}", answer.err);
        assert!(!answer.out.contains("hunter2"), "{call:?}: {}", answer.out);
    }
    let out = home.path().join("out");
    let index = fs::read_to_string(out.join("index.json")).unwrap();
    assert!(index.contains("secret.toml:1:") && !index.contains("hunter2"));
    for name in super::names(&out.join("here-fight")) {
        let text = fs::read_to_string(out.join("here-fight").join(name)).unwrap();
        assert!(!text.contains("hunter2"));
    }
    // A file of the scenario's own folder is quoted as usual.
    let open = call_in(home.path(), &["run", "here/open.toml"]);
    assert!(open.err.contains("player = 'hunter2'"), "{}", open.err);
}

#[cfg(feature = "frames")]
#[test]
fn csv_can_be_kept_from_being_formulas() {
    let home = folder();
    let text = QUICK.replace("kind", "title = '=1+1'\nkind");
    fs::write(home.path().join("-x.toml"), text).unwrap();
    let csv = |more: &[&str]| {
        let run = ["run", "./-x.toml", "@lockpick", "-n", "20", "-f", "csv"];
        let answer = call_in(home.path(), &[&run[..], more].concat());
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        answer.out
    };
    let (plain, safe) = (
        csv(&["--frame", "metrics"]),
        csv(&["--frame", "metrics", "--safe-csv"]),
    );
    assert!(plain.contains("\n@lockpick,") && !plain.contains('\''));
    assert_eq!(safe.replace("\n'@lockpick,", "\n@lockpick,"), plain);
    assert!(
        safe.contains("\n'@lockpick,") && safe.contains(",-"),
        "{safe}"
    );
    let report = |more: &[&str]| {
        let call = ["report", "@lockpick", "-n", "20"];
        assert_eq!(
            call_in(home.path(), &[&call[..], more].concat()).code,
            Some(0)
        );
        fs::read_to_string(home.path().join("report/lockpick/outcomes.csv")).unwrap()
    };
    assert!(report(&[]).contains("\n@lockpick,"));
    // A report with another option is made again.
    assert!(report(&["--safe-csv"]).contains("\n'@lockpick,"));
}

/// Returns the reproduce command on a screen.
#[cfg(unix)]
fn again(screen: &str) -> String {
    let at = screen.find("evenodds ").expect("the message has a command");
    // A command on a line of its own may continue on the next lines.
    let command: Vec<&str> = screen[at..].lines().map(str::trim_end).collect();
    command[0].to_owned()
}

#[cfg(unix)]
#[test]
fn printed_commands_reproduce_with_any_file_name() {
    let home = folder();
    let text = "kind = 'combat'\nside = [{ name = '-a', combatant = [{ name = 'x', classes = [{ name = 'c', dice = 2 }] }] }, { name = 'b', combatant = [{ name = 'y', classes = [{ name = 'c', dice = 2 }] }] }]\n";
    let program = std::path::PathBuf::from(env!("CARGO_BIN_EXE_evenodds"));
    let path = format!(
        "{}:{}",
        program.parent().unwrap().display(),
        std::env::var("PATH").unwrap()
    );
    for name in [
        "-x.toml",
        "--help",
        "a b'c.toml",
        "e\u{1b}[1m\n.toml",
        "$HOME`id`.toml",
    ] {
        fs::write(home.path().join(name), text).unwrap();
        for arguments in [
            &["run", "-n", "20"][..],
            &["trace"],
            &["check", "-n", "20", "--no-tests", "pass"],
            &["compare", "--vary=rules.half=down", "--figure=-a=0.4"],
            &[
                "sweep",
                "--vary=rules.half=up,down",
                "--figure=-a",
                "-n",
                "20",
            ],
        ] {
            let call = [arguments, &["--", name]].concat();
            let answer = call_in(home.path(), &call);
            assert_eq!(answer.code, Some(0), "{call:?}: {}", answer.err);
            let command = again(&answer.out);
            let mut shell = std::process::Command::new("bash");
            shell
                .args(["-c", &command])
                .current_dir(home.path())
                .env("PATH", &path);
            let replayed = finish(&mut shell);
            assert_eq!(replayed.code, Some(0), "{command}: {}", replayed.err);
            let figures = |text: &str| {
                let lines = text.lines().filter(|line| {
                    // The elapsed time differs with each call.
                    !line.contains("evenodds ") && !line.ends_with(" s")
                });
                lines
                    .map(|line| line.replace("./-", "-"))
                    .collect::<Vec<_>>()
            };
            assert_eq!(figures(&replayed.out), figures(&answer.out), "{command}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_name_that_is_not_text_is_reported() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let home = folder();
    let name = OsStr::from_bytes(b"caf\xe9\x1b.toml");
    fs::write(home.path().join(name), QUICK).unwrap();
    let answer = finish(evenodds(home.path()).arg("run").arg(name));
    assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""));
    insta::assert_snapshot!(answer.err, @r"caf\xE9\u{1b}.toml is not valid UTF-8; rename the file, or correct the value");
    for command in ["check", "report"] {
        let answer = call_in(home.path(), &[command, ".", "--out", "out"]);
        assert_eq!(answer.code, Some(2), "{}", answer.err);
        insta::allow_duplicates! {
            insta::assert_snapshot!(answer.err, @r"./caf\xE9\u{1b}.toml: the name is not valid UTF-8; rename the file");
        }
    }
    // Names that are only passed to the system may have any bytes.
    let out = OsStr::from_bytes(b"out\xe9.json");
    let mut run = evenodds(home.path());
    run.args(["run", "@lockpick", "-n", "9", "-f", "json", "-o"])
        .arg(out);
    assert_eq!(finish(&mut run).code, Some(0));
    assert!(home.path().join(out).is_file());
}

#[test]
fn no_format_controls_a_terminal_or_changes_a_value() {
    const NAME: &str = "a\u{1b}[31m\u{9b}\u{7f}\u{202e}\u{2066}b.toml";
    let home = folder();
    fs::write(home.path().join(NAME), QUICK).unwrap();
    let title = "title=T\u{9d}\u{7f}\u{2066}\u{202e}é";
    let is_safe = |text: &str| {
        let steering = |one| evenodds::document::printable::is_control(one) && one != '\n';
        !text.chars().any(steering)
    };
    for command in [
        &["run", NAME, "-n", "50"][..],
        &["exact", NAME],
        &["check", NAME, "-n", "50", "--no-tests", "pass"],
        &["sweep", NAME, "--vary", "difficulty=8,9", "-n", "50"],
        &["compare", NAME, "--vary", "difficulty=8"],
    ] {
        for format in ["json", "csv", "markdown", "table"] {
            if format == "csv" && !cfg!(feature = "frames") {
                continue;
            }
            let mut arguments = command.to_vec();
            arguments.extend(["-f", format, "--set", title]);
            let answer = call_in(home.path(), &arguments);
            assert!(
                matches!(answer.code, Some(0 | 1)),
                "{arguments:?}: {}",
                answer.err
            );
            assert!(is_safe(&answer.out), "{arguments:?}: {:?}", answer.out);
        }
    }
    let stdout = call_in(
        home.path(),
        &["run", NAME, "-n", "50", "-f", "json", "--set", title],
    );
    let value: serde_json::Value = serde_json::from_str(&stdout.out).unwrap();
    assert_eq!(value["scenario"]["path"], NAME);
    assert_eq!(value["scenario"]["title"], "T\u{9d}\u{7f}\u{2066}\u{202e}é");
    let stdout = call_in(home.path(), &["trace", NAME, "-f", "json", "--set", title]);
    let value: serde_json::Value = serde_json::from_str(&stdout.out).unwrap();
    assert_eq!(value["scenario"]["path"], NAME);
    assert!(is_safe(&stdout.out));
    let out = home.path().join("out");
    let stdout = call_in(home.path(), &["report", NAME, "-n", "50", "--out", "out"]);
    assert_eq!(stdout.code, Some(0), "{}", stdout.err);
    for (name, bytes) in super::files(&out) {
        if ![".parquet", ".png"].iter().any(|end| name.ends_with(end)) {
            assert!(is_safe(&String::from_utf8_lossy(&bytes)), "{name}");
        }
    }
}
