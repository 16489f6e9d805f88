//! Tests of `report`.

use super::{call_in, evenodds, finish, folder, names};
use serde_json::Value;
use std::fs;

#[test]
fn a_report_replaces_an_older_one_and_no_other_folder() {
    let home = folder();
    let write = |arguments: &[&str]| {
        finish(
            evenodds(home.path())
                .args(["report", "@lockpick", "-n", "200", "--out", "out/now"])
                .args(arguments),
        )
    };
    let first = write(&[]);
    assert_eq!(first.code, Some(0), "{}", first.err);
    assert!(first.out.starts_with("A tricky lock: "), "{}", first.out);
    let reports = home.path().join("out").join("now");
    let [name] = names(&reports).try_into().expect("one report");
    let report = reports.join(name);
    let files = names(&report);
    assert!(
        files.contains(&"results.json".to_owned()) && files.contains(&"scenario.toml".to_owned())
    );
    assert_eq!(
        files.contains(&"index.html".to_owned()),
        cfg!(feature = "charts")
    );
    assert_eq!(
        files.contains(&"outcomes.parquet".to_owned()),
        cfg!(feature = "frames")
    );
    let results = fs::read(report.join("results.json")).unwrap();
    assert_eq!(write(&[]).code, Some(0));
    assert_eq!(fs::read(report.join("results.json")).unwrap(), results);
    fs::write(report.join("diary.txt"), "dear diary").unwrap();
    let refused = write(&[]);
    assert_eq!((refused.code, refused.out.as_str()), (Some(3), ""));
    assert!(
        refused.err.contains("diary.txt") && refused.err.contains("empty this one"),
        "{}",
        refused.err
    );
    assert_eq!(
        fs::read_to_string(report.join("diary.txt")).unwrap(),
        "dear diary"
    );
    fs::remove_file(report.join("diary.txt")).unwrap();
    assert_eq!(write(&["-s", "2"]).code, Some(0));
    assert_eq!(names(&report), files);
}

#[cfg(feature = "charts")]
#[test]
fn reports_link_to_their_contests_in_the_page_for_browsers() {
    let home = folder();
    let page = home.path().join("page.html");
    let arguments = [
        "report",
        "@duel",
        "-n",
        "50",
        "--app",
        "page.html",
        "--set",
        "side.red.Rosa.count=2",
    ];
    fs::write(&page, "another page").unwrap();
    let refused = call_in(home.path(), &arguments);
    assert_eq!(refused.code, Some(2));
    assert_eq!(
        refused.err.trim_end(),
        "--app page.html: expected evenodds.html, the page for browsers; build it with web/build.sh"
    );
    fs::write(&page, "<script type=\"text/plain\" id=\"engine\"></script>").unwrap();
    assert_eq!(call_in(home.path(), &arguments).code, Some(0));
    let reports = home.path().join("report");
    assert_eq!(
        fs::read(reports.join("evenodds.html")).unwrap(),
        fs::read(&page).unwrap()
    );
    let report = fs::read_to_string(reports.join("duel/index.html")).unwrap();
    let link = report.split("<a href=\"../evenodds.html").nth(1).unwrap();
    let link = format!("evenodds.html{}", link.split('"').next().unwrap());
    let hash = |answer: Value| answer["scenario"]["hash"].clone();
    let results = fs::read_to_string(reports.join("duel/results.json")).unwrap();
    let linked = super::json_in(home.path(), &["run", &link, "-n", "10", "-f", "json"]);
    assert_eq!(hash(linked), hash(serde_json::from_str(&results).unwrap()));
}

#[test]
fn a_report_has_a_ladder_on_request_if_there_are_players() {
    let home = folder();
    let arguments = ["report", "@duel", "@lockpick", "-n", "20", "--ladder"];
    let answer = call_in(home.path(), &arguments);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let report = home.path().join("report");
    let text = fs::read_to_string(report.join("duel").join("ladder.json")).unwrap();
    let ladder: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(ladder["cells"][0]["trials"], 20);
    if cfg!(feature = "charts") {
        let page = |name: &str| fs::read_to_string(report.join(name).join("index.html")).unwrap();
        assert!(page("duel").contains("Player matrix"));
        assert!(page("duel").contains("of the time") && page("duel").contains("--ladder"));
        assert!(!page("lockpick").contains("Player matrix"));
    }
    assert!(!report.join("lockpick").join("ladder.json").exists());
}

#[test]
fn a_report_shows_the_sweep_that_its_scenario_asks_for() {
    let home = folder();
    let file = format!("{}[sweep]\nvary = ['difficulty=5..12']\n", super::QUICK);
    fs::write(home.path().join("lock.toml"), file).unwrap();
    let answer = call_in(home.path(), &["report", "lock.toml", "@duel", "-n", "20"]);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let report = home.path().join("report");
    let text = fs::read_to_string(report.join("lock").join("sweep.json")).unwrap();
    let sweep: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(sweep["settings"].as_array().unwrap().len(), 8);
    let files = names(&report.join("lock"));
    for ending in ["csv", "parquet"] {
        let has = files.contains(&format!("sweep.{ending}"));
        assert_eq!(has, cfg!(feature = "frames"));
    }
    if cfg!(feature = "charts") {
        let page = |name: &str| fs::read_to_string(report.join(name).join("index.html")).unwrap();
        assert!(page("lock").contains("Parameter sweep"));
        assert!(page("lock").contains("8 settings, solved exactly."));
        assert!(!page("duel").contains("Parameter sweep"));
        assert!(names(&report.join("lock").join("charts")).contains(&"sweep.svg".to_owned()));
    }
    assert!(!report.join("duel").join("sweep.json").exists());
    // The same call replaces its earlier report.
    let again = call_in(home.path(), &["report", "lock.toml", "-n", "20"]);
    assert_eq!(again.code, Some(0), "{}", again.err);
}

#[test]
fn exact_answers_decide_on_the_page_and_on_the_screen() {
    let home = folder();
    for (name, stdout) in [
        ("chase", "Knight 46 to 47%: holds, exactly 46.365…%"),
        (
            "making-ends-meet",
            "mean of final_prosperity 4.5 to 5: holds, exactly 4.814…",
        ),
    ] {
        let file = format!("@{name}");
        let run = call_in(home.path(), &["run", &file, "-n", "200"]);
        let lines: Vec<&str> = run
            .out
            .lines()
            .filter_map(|line| Some(line.strip_prefix("  expected ")?.trim_start()))
            .collect();
        assert!(lines.contains(&stdout), "{}", run.out);
        let report = call_in(home.path(), &["report", &file, "-n", "200"]);
        assert_eq!(report.code, Some(0), "{}", report.err);
        let summary = fs::read(home.path().join("report").join(name).join("report.json"));
        let summary: Value = serde_json::from_slice(&summary.unwrap()).unwrap();
        let expectations = summary["expectations"].as_array().unwrap();
        let reported: Vec<&str> = expectations
            .iter()
            .map(|one| one["line"].as_str().unwrap())
            .collect();
        assert_eq!(reported, lines);
        assert!(expectations.iter().all(|one| one["verdict"] == "holds"));
    }
}
