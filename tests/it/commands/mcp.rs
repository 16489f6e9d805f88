//! The server for assistants, over JSON lines.

use super::{evenodds, folder};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

/// A running server.
struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    number: u32,
}

impl Server {
    fn start(arguments: &[&str]) -> Self {
        let home = folder();
        let mut command = evenodds(home.path());
        command.arg("mcp").args(arguments);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut server = Self {
            input: child.stdin.take().unwrap(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
            number: 0,
        };
        let client = json!({ "name": "test", "version": "1" });
        let answer = server.ask(
            "initialize",
            &json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client }),
        );
        assert_eq!(answer["serverInfo"]["name"], "evenodds");
        let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        writeln!(server.input, "{ready}").unwrap();
        server
    }

    fn ask(&mut self, method: &str, parameters: &Value) -> Value {
        self.number += 1;
        let id = self.number;
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters });
        writeln!(self.input, "{request}").unwrap();
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["id"], id, "{line}");
        answer["result"].clone()
    }

    /// Calls a tool. Returns its text as an error if the call failed.
    fn call(&mut self, tool: &str, arguments: &Value) -> Result<String, String> {
        let parameters = json!({ "name": tool, "arguments": arguments });
        let answer = self.ask("tools/call", &parameters);
        let text = answer["content"][0]["text"].as_str().unwrap().to_owned();
        if answer["isError"] == true {
            Err(text)
        } else {
            Ok(text)
        }
    }

    /// Closes standard input, and expects the server to end well.
    fn close(self) {
        let Self {
            mut child, input, ..
        } = self;
        drop(input);
        assert!(child.wait().unwrap().success());
    }
}

const LOCK: &str = "kind = \"quick\"\ndifficulty = 10\nactor = { name = \"Thief\", dice = 3 }\n";

#[test]
fn an_assistant_lists_the_tools_repairs_a_file_and_asks() {
    let mut server = Server::start(&[]);
    let tools = server.ask("tools/list", &json!({}));
    let names = tools["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap());
    let all = [
        "schema", "check", "run", "exact", "dice", "tune", "advise", "hint",
    ];
    assert_eq!(names.collect::<Vec<_>>(), all);
    let kinds = server.call("schema", &json!({})).unwrap();
    assert!(
        kinds.contains("teams") && kinds.contains("@canyon"),
        "{kinds}"
    );
    let example = server.call("schema", &json!({ "kind": "quick" })).unwrap();
    assert!(
        example.contains("difficulty = 10") && example.contains("Metrics"),
        "{example}"
    );
    let schema = server
        .call("schema", &json!({ "kind": "quick", "form": "json_schema" }))
        .unwrap();
    assert!(serde_json::from_str::<Value>(&schema).is_ok(), "{schema}");
    let wrong = LOCK
        .replace("dice = 3", "dice = 30")
        .replace("difficulty", "dificulty");
    let faults = server
        .call("check", &json!({ "scenario": wrong }))
        .unwrap_err();
    assert!(
        faults.contains("did you mean difficulty?") && faults.contains("2 faults"),
        "{faults}"
    );
    let check = server.call("check", &json!({ "scenario": LOCK })).unwrap();
    assert!(check.contains("no expectations"), "{check}");
    let run = server
        .call(
            "run",
            &json!({ "scenario": LOCK, "trials": 1000, "set": ["difficulty=11"] }),
        )
        .unwrap();
    assert!(
        run.contains("Thief succeeds exactly 50%") && run.contains("1,000 trials"),
        "{run}"
    );
    let exact = server
        .call("exact", &json!({ "scenario": "@lockpick" }))
        .unwrap();
    assert!(exact.contains("68.74%"), "{exact}");
    let dice = server
        .call(
            "dice",
            &json!({ "expressions": ["-1 + 2d6"], "at-least": [7] }),
        )
        .unwrap();
    assert!(dice.contains("at least 7 with 41.667%"), "{dice}");
    let tune = json!({ "scenario": LOCK, "vary": ["difficulty=9..12"], "target": "success=50%" });
    assert!(
        server
            .call("tune", &tune)
            .unwrap()
            .contains("difficulty 11")
    );
    // An unmet target is an answer.
    let unmet = json!({ "scenario": LOCK, "vary": ["difficulty=9..10"], "target": "success=1%" });
    assert!(server.call("tune", &unmet).unwrap().contains("nearest"));
    let advise = server
        .call(
            "advise",
            &json!({ "scenario": LOCK, "target": "success=50%" }),
        )
        .unwrap();
    assert!(advise.contains("difficulty=11"), "{advise}");
    let duel = json!({ "scenario": "@duel", "table": "Rosa: 4 4 3 2; Basil: 6 5 4 1" });
    assert!(server.call("hint", &duel).unwrap().contains("Rosa"));
    server.close();
}

#[test]
fn a_wrong_call_of_an_assistant_is_named_and_the_next_one_works() {
    let mut server = Server::start(&[]);
    for (tool, arguments, message) in [
        (
            "rum",
            json!({ "scenario": LOCK }),
            "unknown tool rum; did you mean run?",
        ),
        (
            "run",
            json!({ "scenario": LOCK, "trails": 9 }),
            "did you mean trials?",
        ),
        ("run", json!({}), "scenario is missing"),
        ("dice", json!({}), "expressions is missing"),
        (
            "run",
            json!({ "scenario": LOCK, "trials": {} }),
            "trials is {}; expected",
        ),
        ("run", json!({ "scenario": 7 }), "expected TOML"),
        (
            "run",
            json!({ "scenario": LOCK, "trials": "many" }),
            "--trials is \"many\"",
        ),
        (
            "run",
            json!({ "scenario": "@canyn" }),
            "did you mean @canyon?",
        ),
        (
            "schema",
            json!({ "kind": "quick", "form": "xml" }),
            "unknown form xml",
        ),
        ("schema", json!({ "kind": "chess" }), "KIND is \"chess\""),
    ] {
        let error = server.call(tool, &arguments).unwrap_err();
        assert!(error.contains(message), "{error}");
    }
    assert!(server.call("exact", &json!({ "scenario": LOCK })).is_ok());
    server.close();
}

#[test]
fn no_call_of_an_assistant_reads_a_file() {
    let home = folder();
    let secret = home.path().join("secret.toml");
    std::fs::write(&secret, "[[side]]\nname = 'hunter2'\n").unwrap();
    let used = format!("use=['{}']", secret.display());
    let mut server = Server::start(&[]);
    for (tool, arguments) in [
        ("run", json!({ "scenario": secret })),
        ("run", json!({ "scenario": "*" })),
        ("run", json!({ "scenario": "-" })),
        (
            "run",
            json!({ "scenario": format!("kind = 'combat'\n{used}\n") }),
        ),
        ("run", json!({ "scenario": "@duel", "set": [used] })),
        (
            "tune",
            json!({ "scenario": "@duel", "vary": [used], "target": "red=50%" }),
        ),
        ("schema", json!({ "kind": secret })),
        ("hint", json!({ "scenario": "@duel", "table": secret })),
        ("run", json!({ "scenario": "@duel", "out": "/tmp/out.txt" })),
    ] {
        let error = server.call(tool, &arguments).unwrap_err();
        assert!(!error.contains("hunter2"), "{error}");
    }
    server.close();
}

#[test]
fn a_call_of_an_assistant_ends_at_its_time_limit() {
    let mut server = Server::start(&["--budget", "500ms"]);
    let begun = Instant::now();
    let error = server
        .call("run", &json!({ "scenario": "@canyon", "trials": "1e12" }))
        .unwrap_err();
    assert!(error.contains("no answer within 0.5 s"), "{error}");
    assert!(begun.elapsed() < Duration::from_secs(30));
    server.close();
}

#[cfg(target_os = "linux")]
#[test]
fn a_call_ends_with_the_server() {
    let mut server = Server::start(&[]);
    let scenario = json!({ "scenario": "@canyon", "trials": "1e12" });
    let parameters = json!({ "name": "run", "arguments": scenario });
    let request =
        json!({ "jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": parameters });
    writeln!(server.input, "{request}").unwrap();
    let server_id = server.child.id().to_string();
    let stat_of_child = || {
        let processes = std::fs::read_dir("/proc").unwrap().flatten();
        let mut stats = processes.map(|process| process.path().join("stat"));
        stats.find(|path| {
            let stat = std::fs::read_to_string(path).unwrap_or_default();
            let parent = stat
                .rsplit_once(") ")
                .and_then(|(_, rest)| rest.split(' ').nth(1));
            parent == Some(&server_id)
        })
    };
    let within = |is_done: &dyn Fn() -> bool| {
        let begun = Instant::now();
        while !is_done() {
            assert!(begun.elapsed() < Duration::from_secs(30));
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    within(&|| stat_of_child().is_some());
    let stat = stat_of_child().unwrap();
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    // A process without a parent may remain as a zombie.
    within(&|| std::fs::read_to_string(&stat).map_or(true, |stat| stat.contains(") Z ")));
}
