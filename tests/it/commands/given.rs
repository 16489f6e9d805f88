//! `given`: the condition is in every output.

use super::{SIMPLE, call_in, folder, json, stdout};
use std::fs;

fn given(more: &[&str]) -> Vec<String> {
    let all = [&["given", "@canyon", "-n", "2000"], &SIMPLE[..], more].concat();
    all.into_iter().map(str::to_owned).collect()
}

fn as_text(arguments: &[String]) -> Vec<&str> {
    arguments.iter().map(String::as_str).collect()
}

#[test]
fn the_condition_is_in_every_output() {
    let condition = "turns>=6 and taken_out.Dirk=1";
    let when = ["--when", "turns>=6", "--when", "taken_out.Dirk=1"];
    let text = stdout(&as_text(&given(&when)));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let claim = format!("% of the trials where {condition} (95% CI ");
    assert!(text.contains(&claim), "{text}");
    assert!(!text.contains("of the time"), "{text}");
    let found = json(&as_text(&given(&[&when[..], &["-f", "json"]].concat())));
    let trials = found["trials"].as_u64().unwrap();
    assert_eq!(
        found["given"]["conditions"],
        serde_json::json!(["turns>=6", "taken_out.Dirk=1"])
    );
    assert_eq!(found["given"]["share"], trials as f64 / 2_000.0);
    let run = json(&[&["run", "@canyon", "-n", "2000", "-f", "json"], &SIMPLE[..]].concat());
    assert!(run.get("given").is_none());
    for key in ["hash", "path"] {
        assert_eq!(found["scenario"][key], run["scenario"][key]);
    }
    assert_eq!(found["seed"], run["seed"]);

    let home = folder();
    let chart = given(&[&when[..], &["--chart", "chart.svg"]].concat());
    assert_eq!(call_in(home.path(), &as_text(&chart)).code, Some(0));
    let chart = fs::read_to_string(home.path().join("chart.svg")).unwrap();
    let title = "of the trials where turns&gt;=6 and taken_out.Dirk=1";
    assert!(chart.contains(title), "{chart}");
    #[cfg(feature = "frames")]
    for frame in ["outcomes", "metrics", "histograms"] {
        let csv = given(&[&when[..], &["-f", "csv", "--frame", frame]].concat());
        let csv = stdout(&as_text(&csv));
        let mut rows = csv.lines();
        let head = rows.next().unwrap();
        assert!(
            head.starts_with("scenario,kind,hash,seed,trials,players,given,"),
            "{head}"
        );
        assert!(
            rows.all(|row| row.contains(&format!(",{condition},"))),
            "{frame}"
        );
    }
}

#[test]
fn shares_that_follow_from_the_condition_are_exact() {
    for (when, share) in [("outcome=heroes", 1.0), ("outcome!=heroes", 0.0)] {
        let found = json(&as_text(&given(&["--when", when, "-f", "json"])));
        let first = &found["outcomes"][0];
        for key in ["share", "low", "high", "exact"] {
            assert_eq!(first[key], share, "{when} {key}");
        }
        let text = stdout(&as_text(&given(&["--when", when])));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let claim = format!("win exactly {}% of the trials where {when}", 100.0 * share);
        assert!(text.contains(&claim), "{text}");
    }
}

#[test]
fn results_under_a_condition_are_not_those_of_a_run() {
    let home = folder();
    let outputs = [
        given(&["--when", "turns>=2", "-f", "json", "-o", "given.json"]),
        given(&["--when", "turns>=2", "-f", "json", "-o", "same.json"]),
    ];
    for arguments in &outputs {
        assert_eq!(call_in(home.path(), &as_text(arguments)).code, Some(0));
    }
    let run = [
        &[
            "run", "@canyon", "-n", "2000", "-f", "json", "-o", "run.json",
        ],
        &SIMPLE[..],
    ];
    assert_eq!(call_in(home.path(), &run.concat()).code, Some(0));
    let edited = |old: &str| {
        let found = call_in(home.path(), &["diff", old, "given.json", "-f", "json"]);
        let found: serde_json::Value = serde_json::from_str(&found.out).unwrap();
        let one = &found["scenarios"][0];
        (
            one["old"]["hash"] != one["new"]["hash"],
            one["verdict"].clone(),
        )
    };
    assert!(edited("run.json").0);
    assert_eq!(edited("same.json"), (false, "same".into()));
}

#[test]
fn the_number_of_conditions_is_limited() {
    let many = ["--when", "turns>=1"].repeat(21);
    let home = folder();
    let answer = call_in(home.path(), &as_text(&given(&many)));
    assert_eq!(answer.code, Some(2));
    assert_eq!(
        answer.err,
        "--when is given 21 times; expected at most 20 conditions\n"
    );
}
