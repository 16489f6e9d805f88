//! `report` on folders: many scenarios at once, and no repeated work.

use super::{Answer, QUICK, call_in, files, folder, names};
use evenodds_testing::size;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

/// Creates a folder with scenarios of more than one kind, also in subfolders.
fn several(home: &Path) {
    let put = |name: &str, text: &str| {
        let path = home.join("all").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    put("lock.toml", QUICK);
    put("Засада.toml", &QUICK.replace("10", "12"));
    put("deep/lock.toml", &QUICK.replace("10", "14"));
    put("deep/nul.toml", &QUICK.replace("10", "16"));
    put("deep-lock.toml", &QUICK.replace("10", "18"));
    put("deep/notes.toml", "mine = true\n");
}

fn report(home: &Path, more: &[&str]) -> Answer {
    report_to("out", home, more)
}

fn report_to(out: &str, home: &Path, more: &[&str]) -> Answer {
    let mut arguments = vec!["report", "all", "-n", "300", "--out", out];
    arguments.extend(more);
    call_in(home, &arguments)
}

/// Returns the modification time of each report, by name.
pub(super) fn times(out: &Path) -> BTreeMap<String, SystemTime> {
    let time = |name: &String| {
        let summary = out.join(name).join("report.json");
        Some((
            name.clone(),
            fs::metadata(summary).ok()?.modified().unwrap(),
        ))
    };
    names(out).iter().filter_map(time).collect()
}

pub(super) fn list(out: &Path) -> Value {
    serde_json::from_slice(&fs::read(out.join("index.json")).unwrap()).unwrap()
}

#[test]
fn every_scenario_below_a_folder_has_a_report_and_an_index_leads_to_all() {
    let home = folder();
    several(home.path());
    let answer = report(home.path(), &[]);
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    let out = home.path().join("out");
    let mut expected = vec![
        "deep-lock",
        "deep-lock-2",
        "deep-nul",
        "index.json",
        "lock",
        "Засада",
    ];
    if cfg!(feature = "charts") {
        expected.insert(3, "index.html");
    }
    if cfg!(feature = "frames") {
        let before = expected.len() - 1;
        expected.splice(before..before, ["results.csv", "results.parquet"]);
    }
    assert_eq!(names(&out), expected);
    let list = list(&out);
    let reports = list["reports"].as_array().unwrap();
    let folders: Vec<&str> = reports
        .iter()
        .map(|entry| entry["folder"].as_str().unwrap())
        .collect();
    assert_eq!(
        folders,
        ["deep-lock", "deep-nul", "deep-lock-2", "lock", "Засада"]
    );
    assert_eq!(reports[3]["summary"]["trials"], 300);
    let lines: Vec<&str> = answer.out.lines().collect();
    assert_eq!(lines.len(), 6, "{}", answer.out);
    assert!(lines[5].starts_with("5 reports: out"), "{}", answer.out);
    if cfg!(feature = "charts") {
        let index = fs::read_to_string(out.join("index.html")).unwrap();
        assert!(index.contains("href=\"deep-lock-2/index.html\""), "{index}");
        // URLs are ASCII only.
        assert!(index.contains("href=\"%D0%97%D0%B0"), "{index}");
        let signs = index.matches("<svg class=\"sign\"").count();
        assert_eq!(index.matches("<svg ").count() - signs, 5);
    }
}

#[test]
fn finished_reports_are_not_made_again() {
    let home = folder();
    several(home.path());
    let out = home.path().join("out");
    report(home.path(), &[]);
    let (first, made) = (files(&out), times(&out));
    let again = report(home.path(), &[]);
    assert_eq!((again.code, again.err.as_str()), (Some(0), ""));
    assert!(again.out.ends_with(" (all up to date)\n"), "{}", again.out);
    assert_eq!(times(&out), made);
    assert_eq!(files(&out), first);
    // One of them changes, and another one loses a file.
    let lock = home.path().join("all").join("lock.toml");
    fs::write(&lock, QUICK.replace("10", "11")).unwrap();
    fs::write(out.join("deep-nul").join("scenario.toml"), "").unwrap();
    let answer = report(home.path(), &[]);
    assert!(answer.out.contains("(3 up to date)"), "{}", answer.out);
    let now = times(&out);
    let changed: Vec<&String> = now
        .keys()
        .filter(|name| now[*name] != made[*name])
        .collect();
    assert_eq!(changed, ["deep-nul", "lock"]);
    assert_ne!(files(&out)["index.json"], first["index.json"]);
    fs::write(&lock, QUICK).unwrap();
    report(home.path(), &[]);
    assert_eq!(files(&out), first);
    // Another seed, other options, or `--again` remake all of them.
    for more in [
        &["-s", "2"][..],
        &["--ladder"],
        &["--again"],
        &["--set", "difficulty=9"],
    ] {
        let answer = report(home.path(), more);
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        assert!(!answer.out.contains("already"), "{more:?}: {}", answer.out);
    }
}

#[test]
#[cfg(feature = "charts")]
fn pages_show_figures_of_any_size() {
    let home = folder();
    let text =
        "kind = \"quick\"\ndifficulty = 1000000000000000\nactor = { name = \"A\", dice = 2 }\n";
    fs::write(home.path().join("far.toml"), text).unwrap();
    for far in ["1000000000000000", "9223372036854775807"] {
        let set = format!("difficulty={far}");
        let run = ["run", "far.toml", "-n", "100", "-f", "html", "--set", &set];
        let answer = call_in(home.path(), &run);
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    }
    let report = ["report", "far.toml", "-n", "100", "--handout", "-q"];
    assert_eq!(call_in(home.path(), &report).code, Some(0));
}

/// Returns the number of files with this extension in a folder, recursively.
#[cfg(feature = "charts")]
fn ending(folder: &Path, ending: &str) -> usize {
    let files = files(folder);
    files.keys().filter(|file| file.ends_with(ending)).count()
}

#[test]
#[cfg(feature = "charts")]
fn charts_of_several_scenarios_are_png_only_on_demand() {
    let home = folder();
    several(home.path());
    let out = home.path().join("out");
    assert_eq!(report(home.path(), &[]).code, Some(0));
    let page = |name: &str| fs::read_to_string(out.join(name).join("index.html")).unwrap();
    let (charts, lock) = (ending(&out, ".svg"), page("lock"));
    assert!(charts >= 5 && ending(&out, ".png") == 0, "{charts}");
    // The flag makes other reports, and a call without it restores the earlier ones.
    let more = report(home.path(), &["--png"]);
    assert_eq!(more.code, Some(0), "{}", more.err);
    assert!(!more.out.contains("up to date"), "{}", more.out);
    assert_eq!(ending(&out, ".png"), charts);
    assert_eq!(page("lock"), lock, "the page is the same");
    let there = report(home.path(), &["--png"]);
    assert!(there.out.contains("(all up to date)"), "{}", there.out);
    let fewer = report(home.path(), &[]);
    assert!(!fewer.out.contains("up to date"), "{}", fewer.out);
    assert_eq!(ending(&out, ".png"), 0);
    // A report on a single file has PNG charts with and without the flag.
    let one = |more: &[&str]| {
        let arguments = ["report", "lock.toml", "-n", "300", "--out", "../one"];
        let answer = call_in(&home.path().join("all"), &[&arguments, more].concat());
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        let one = home.path().join("one").join("lock");
        assert!(ending(&one, ".png") > 0);
        assert_eq!(ending(&one, ".png"), ending(&one, ".svg"));
        answer.out
    };
    assert!(!one(&[]).contains("up to date"));
    assert!(one(&["--png"]).contains("up to date"));
}

#[test]
fn the_flag_for_png_is_for_reports_alone_and_takes_no_value() {
    let home = folder();
    several(home.path());
    let stdout = |arguments: &[&str]| {
        let answer = call_in(home.path(), arguments);
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""));
        answer.err
    };
    let wrong = stdout(&["report", "all", "--png=yes"]);
    let expected = if cfg!(feature = "charts") {
        "--png takes no value, and has \"yes\""
    } else {
        "unknown option --png"
    };
    assert!(wrong.contains(expected), "{wrong}");
    let elsewhere = stdout(&["run", "@duel", "--png"]);
    assert!(elsewhere.contains("unknown option --png"), "{elsewhere}");
    assert!(!home.path().join("report").exists());
}

#[test]
fn reports_are_the_same_on_any_number_of_threads() {
    let home = folder();
    several(home.path());
    let png = if cfg!(feature = "charts") {
        &["--png"][..]
    } else {
        &[]
    };
    let on = |threads: &str| {
        let out = format!("out-{threads}");
        let arguments = [&["-j", threads, "@duel"], png].concat();
        let answer = report_to(&out, home.path(), &arguments);
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        (
            answer.out.replace(&out, "out"),
            files(&home.path().join(out)),
        )
    };
    let one = on("1");
    for threads in size(&["3"][..], &["2", "3", "16"]) {
        assert_eq!(on(threads), one);
    }
}

#[test]
fn a_faulty_file_has_a_page_and_other_files_have_reports() {
    let home = folder();
    several(home.path());
    fs::write(
        home.path().join("all").join("broken.toml"),
        "kind = \"quick\"\n",
    )
    .unwrap();
    let answer = report(home.path(), &["--set", "difficulty=9"]);
    assert_eq!(answer.code, Some(2), "{}", answer.err);
    assert!(answer.err.contains("actor is missing"), "{}", answer.err);
    assert_eq!(answer.err.matches("fault").count(), 1, "{}", answer.err);
    let out = home.path().join("out");
    assert!(
        answer.out.contains("5 reports, and 1 file without one: "),
        "{}",
        answer.out
    );
    let error = fs::read_to_string(out.join("broken").join("error.txt")).unwrap();
    assert_eq!(error, answer.err);
    let list = list(&out);
    let broken = &list["reports"][0];
    assert_eq!(broken["folder"], "broken");
    assert!(
        broken["summary"]["fault"]
            .as_str()
            .unwrap()
            .contains("actor is missing")
    );
    if cfg!(feature = "charts") {
        let page = fs::read_to_string(out.join("broken").join("index.html")).unwrap();
        assert!(page.contains("actor is missing"));
        let index = fs::read_to_string(out.join("index.html")).unwrap();
        assert!(index.contains("Needs attention") && index.contains("broken/index.html"));
    }
    // Every call reports the broken file; once it is repaired, the same command succeeds.
    let again = report(home.path(), &["--set", "difficulty=9"]);
    assert_eq!((again.code, again.err), (Some(2), answer.err));
    fs::write(home.path().join("all").join("broken.toml"), QUICK).unwrap();
    let mended = report(home.path(), &["--set", "difficulty=9"]);
    assert_eq!(mended.code, Some(0), "{}", mended.err);
    assert!(!out.join("broken").join("error.txt").exists());
}

#[test]
fn reports_are_no_scenarios() {
    let home = folder();
    fs::write(home.path().join("lock.toml"), QUICK).unwrap();
    for _ in 0..2 {
        let answer = call_in(home.path(), &["report", ".", "-n", "100"]);
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        assert!(answer.out.contains("1 report: "), "{}", answer.out);
    }
}

#[test]
fn foreign_pages_are_kept_and_missing_files_leave_no_page() {
    let home = folder();
    several(home.path());
    let out = home.path().join("out");
    fs::create_dir(&out).unwrap();
    fs::write(out.join("index.html"), "<h1>mine</h1>").unwrap();
    let refused = report(home.path(), &[]);
    assert_eq!((refused.code, refused.out.as_str()), (Some(3), ""));
    insta::assert_snapshot!(
        refused.err.replace('\\', "/"),
        @"out/index.html already exists and does not belong to an index of reports; choose another --out, or remove it"
    );
    assert_eq!(names(&out), ["index.html"]);
    fs::write(out.join("index.json"), "{}").unwrap();
    assert_eq!(report(home.path(), &[]).code, Some(3));
    fs::remove_dir_all(&out).unwrap();
    assert_eq!(report(home.path(), &[]).code, Some(0));
    // Beside an index of reports the other files are replaced.
    fs::write(out.join("index.html"), "<h1>old</h1>").unwrap();
    assert_eq!(report(home.path(), &[]).code, Some(0));
    let nothing = call_in(
        home.path(),
        &["report", "typo.toml", "@nobody", "--out", "none"],
    );
    assert_eq!((nothing.code, nothing.out.as_str()), (Some(3), ""));
    assert!(nothing.err.contains("typo.toml") && nothing.err.contains("@nobody"));
    assert!(!home.path().join("none").exists());
    // A file that exists still gets its report.
    let one = call_in(
        home.path(),
        &[
            "report",
            "typo.toml",
            "@lockpick",
            "-n",
            "100",
            "--out",
            "one",
        ],
    );
    assert_eq!(one.code, Some(3), "{}", one.err);
    assert!(
        one.out.contains("1 report, and 1 file without one"),
        "{}",
        one.out
    );
    fs::write(home.path().join("file"), "mine").unwrap();
    let taken = report_to("file", home.path(), &[]);
    assert_eq!((taken.code, taken.out.as_str()), (Some(3), ""));
    assert!(
        taken.err.starts_with("cannot write reports to file: "),
        "{}",
        taken.err
    );
}

#[test]
#[ignore = "some minutes: cargo test --release --test it -- --ignored --nocapture three_hundred"]
fn three_hundred_scenarios_take_two_threads_little_more_than_half_the_time() {
    use evenodds::scenario::BUILTINS;
    use std::time::Instant;
    let home = folder();
    // All kinds, except scenarios that are slow to solve or play, and those that use other files.
    let is_quick = |text: &str| {
        !["rollout", "expert", "\nuse "]
            .iter()
            .any(|word| text.contains(word))
    };
    let chosen: Vec<_> = BUILTINS
        .iter()
        .filter(|one| is_quick(one.text) && one.name != "bomb" && !one.name.starts_with("mass"))
        .collect();
    let all = home.path().join("all");
    fs::create_dir(&all).unwrap();
    for number in 0..300 {
        let one = chosen[number % chosen.len()];
        let text = one
            .text
            .replacen("title = \"", &format!("title = \"{number}: "), 1);
        fs::write(all.join(format!("{}-{number}.toml", one.name)), text).unwrap();
    }
    let timed = |threads: &str| {
        let out = format!("out-{threads}");
        let begun = Instant::now();
        let answer = call_in(
            home.path(),
            &["report", "all", "-n", "20k", "-j", threads, "--out", &out],
        );
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        (
            begun.elapsed().as_secs_f64(),
            files(&home.path().join(out)),
            answer.out,
        )
    };
    let (one, of_one, _) = timed("1");
    let (two, of_two, _) = timed("2");
    let (again, of_again, said) = timed("2");
    println!(
        "one thread {one:.1} s, two {two:.1} s: {:.2}; again {again:.2} s",
        one / two
    );
    assert_eq!(of_one.len(), of_two.len());
    assert!(of_one == of_two && of_two == of_again, "the same bytes");
    assert!(said.ends_with("(all up to date)\n"), "{said}");
    assert!(one / two >= 1.8 && again < 1.0);
}

#[cfg(unix)]
mod broken_off {
    use super::*;
    use std::process::{Child, Command, Stdio};
    use std::time::Duration;

    fn start(home: &Path, arguments: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_evenodds"))
            .env("EVENODDS_CACHE", "off")
            .args(arguments)
            .current_dir(home)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    #[test]
    fn a_job_killed_repeatedly_ends_with_the_same_bytes() {
        let home = folder();
        fs::create_dir(home.path().join("all")).unwrap();
        for number in 0..16 {
            let text = QUICK.replace("10", &format!("{}", 8 + number % 12));
            let text = format!("title = \"Lock {number}\"\n{text}");
            fs::write(
                home.path().join("all").join(format!("lock-{number}.toml")),
                text,
            )
            .unwrap();
        }
        let job = |out: &'static str| ["report", "all", "-n", "6000000", "-j", "2", "--out", out];
        let mut random: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut killed = 0;
        // Some reports should be finished at the kill, but not all.
        let longest = if cfg!(feature = "charts") { 200 } else { 60 };
        let (calls, least) = size((3, 1), (20, 3));
        for _ in 0..calls {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let mut run = start(home.path(), &job("out"));
            std::thread::sleep(Duration::from_millis(10 + (random >> 33) % longest));
            // SIGKILL cannot be caught.
            let _ = run.kill();
            let answer = run.wait_with_output().unwrap();
            killed += u32::from(!answer.status.success());
            assert_eq!(String::from_utf8_lossy(&answer.stderr), "");
        }
        assert!(killed >= least, "{killed}");
        let last = call_in(home.path(), &job("out"));
        assert_eq!((last.code, last.err.as_str()), (Some(0), ""));
        let whole = call_in(home.path(), &job("whole"));
        assert_eq!(whole.code, Some(0), "{}", whole.err);
        let out = home.path().join("out");
        assert_eq!(files(&out), files(&home.path().join("whole")));
        let hidden = fs::read_dir(&out).unwrap().filter(|entry| {
            let name = entry.as_ref().unwrap().file_name();
            name.to_string_lossy().starts_with('.')
        });
        assert_eq!(hidden.count(), 0, "nothing half-written stays");
    }

    #[test]
    fn ctrl_c_keeps_finished_reports_and_the_same_command_resumes() {
        let home = folder();
        several(home.path());
        // This run does not end during the test.
        let endless = format!("{QUICK}[run]\ntrials = 1_000_000_000_000_000\n");
        fs::write(home.path().join("all").join("z.toml"), endless).unwrap();
        let arguments = ["report", "all", "--out", "out", "-j", "2"];
        let job = start(home.path(), &arguments);
        let out = home.path().join("out");
        let finished = || out.is_dir() && times(&out).len() == 5;
        for _ in 0..1_200 {
            if finished() {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        // A second job in the same folder would interfere with the first.
        let second = call_in(home.path(), &arguments);
        assert_eq!((second.code, second.out.as_str()), (Some(3), ""));
        assert_eq!(
            second.err,
            "another call is writing reports to out; wait until it ends, or choose another --out\n"
        );
        let sent = Command::new("kill")
            .args(["-INT", &job.id().to_string()])
            .status();
        assert!(sent.unwrap().success());
        let answer = job.wait_with_output().unwrap();
        assert_eq!(answer.status.code(), Some(130));
        assert_eq!(
            String::from_utf8_lossy(&answer.stderr),
            "interrupted: 5 of 6 reports are written, without an index; run the same command to resume\n"
        );
        assert!(finished());
        fs::write(home.path().join("all").join("z.toml"), QUICK).unwrap();
        let rest = call_in(home.path(), &arguments);
        assert_eq!(rest.code, Some(0), "{}", rest.err);
        assert!(rest.out.ends_with("(5 up to date)\n"), "{}", rest.out);
    }

    #[test]
    fn a_full_disk_leaves_no_partial_report() {
        let home = folder();
        several(home.path());
        // A file size limit of 4 blocks has the effect of a full disk.
        let shell = format!(
            "trap '' XFSZ; ulimit -f 4; exec {} report all -n 300 --out out",
            env!("CARGO_BIN_EXE_evenodds")
        );
        let answer = Command::new("sh")
            .args(["-c", &shell])
            .env("EVENODDS_CACHE", "off")
            .current_dir(home.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&answer.stderr);
        assert_eq!(answer.status.code(), Some(3), "{said}");
        assert!(
            said.contains("check the permissions and the free space"),
            "{said}"
        );
        assert_eq!(answer.stdout, b"");
        assert!(!home.path().join("out").exists());
    }
}

#[test]
fn an_index_lists_the_changes_since_an_earlier_one() {
    let home = folder();
    several(home.path());
    let nights = ["--since", "out"];
    // Before the first run there are no earlier reports.
    let first = report(home.path(), &nights);
    assert_eq!(first.code, Some(0), "{}", first.err);
    assert!(list(&home.path().join("out")).get("gone").is_none());
    let same = report(home.path(), &nights);
    assert!(
        same.out.ends_with("Since the last run: 5 the same.\n"),
        "{}",
        same.out
    );

    let put = |name: &str, text: &str| fs::write(home.path().join("all").join(name), text).unwrap();
    put("lock.toml", &QUICK.replace("10", "5"));
    put("deep/nul.toml", "kind = 'quick'\n");
    put("newer.toml", QUICK);
    fs::remove_file(home.path().join("all/deep-lock.toml")).unwrap();
    let second = report(home.path(), &nights);
    assert_eq!(second.code, Some(2));
    let said = "Since the last run: 1 changed significantly, 2 the same, 1 new, 1 not comparable, 1 gone.\n";
    assert!(second.out.ends_with(said), "{}", second.out);
    let listed = list(&home.path().join("out"));
    assert_eq!(listed["gone"], serde_json::json!(["all/deep-lock.toml"]));
    let reports = listed["reports"].as_array().unwrap();
    let lock = reports
        .iter()
        .find(|one| one["path"] == "all/lock.toml")
        .unwrap();
    let since = &lock["since"];
    assert_eq!(since["verdict"], "changed");
    let [low, by, high] = ["low", "difference", "high"].map(|name| since[name].as_f64().unwrap());
    // Both shares are exact, so the interval of the difference has no width.
    assert!(0.0 < low && low == by && by == high && since["p"] == 0.0);
    if cfg!(feature = "charts") {
        let page = fs::read_to_string(home.path().join("out/index.html")).unwrap();
        assert!(page.contains("gone since the last run") && page.contains("since the last run +"));
    }

    let single = call_in(home.path(), &["report", "all/lock.toml", "--since", "out"]);
    assert_eq!(single.code, Some(2));
    assert!(
        single
            .err
            .contains("a report on a single file has no index"),
        "{}",
        single.err
    );
    let nowhere = report(home.path(), &["--since", "nowhere"]);
    assert_eq!(nowhere.code, Some(2));
    assert!(
        nowhere
            .err
            .contains("cannot read index.json in this folder"),
        "{}",
        nowhere.err
    );
}
