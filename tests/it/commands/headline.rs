//! The figures of a headline: of the scenario's own players, then of others. They are the same on
//! screens, in JSON and in reports.

use super::{SIMPLE, call_in, folder, json, stdout};
use serde_json::Value;
use std::fs;
use std::time::Instant;

/// Returns an answer in one line.
fn line(arguments: &[&str]) -> String {
    let text = stdout(arguments);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a call with more arguments.
fn joined<'a>(first: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [first, more].concat()
}

/// Returns the figure of other players in a headline.
fn second(text: &str) -> &str {
    let (_, rest) = text.split_once("; ").expect("there is a second figure");
    rest.split_once(").").expect("it ends with the players").0
}

#[test]
fn the_figure_of_other_players_does_not_depend_on_the_run() {
    for (sets, level, player) in [
        (&[][..], "simple_play", "finisher"),
        (&SIMPLE[..], "good_play", "expert"),
    ] {
        let run = [&["run", "@canyon"], sets].concat();
        let all = [
            line(&joined(&run, &["-n", "20"])),
            line(&joined(&run, &["-n", "3000"])),
            line(&joined(&run, &["-n", "20", "-q"])),
            line(&joined(&run, &["-n", "20", "-f", "markdown"])),
        ];
        let found = second(&all[0]);
        assert!(found.contains(player), "{found}");
        assert!(all.iter().all(|one| second(one) == found), "{all:#?}");
        let [short, long] =
            ["20", "3000"].map(|trials| json(&joined(&run, &["-n", trials, "-f", "json"])));
        let figure = &short[level];
        assert_eq!(
            (figure, &figure["player"]),
            (&long[level], &Value::from(player))
        );
        let [low, high] = ["low", "high"].map(|end| figure[end].as_f64().unwrap());
        assert!(high - low < 0.02, "{low} {high}");
        let interval = format!("(95% CI {:.1}–{:.1})", 100.0 * low, 100.0 * high);
        assert!(found.contains(&interval), "{found} {interval}");
        let own = if level == "good_play" {
            "simple_play"
        } else {
            "good_play"
        };
        assert_eq!(short[own]["value"], short["outcomes"][0]["share"]);
        let without = line(&joined(&run, &["-n", "20", "--no-stronger"]));
        assert!(!without.contains(&format!("({player})")), "{without}");
    }
}

#[test]
fn the_verdict_of_few_trials_has_the_words_of_both_ends() {
    let run = ["run", "@canyon", "-n", "40"];
    let few = json(&[&run[..], &["-f", "json"]].concat());
    let verdict = few["verdict"].as_str().unwrap();
    assert!(verdict.contains(" to "), "{verdict}");
    for more in [&[][..], &["-q"], &["--no-stronger"]] {
        let text = line(&[&run[..], more].concat());
        assert!(
            text.starts_with(&format!("Ambush in the canyon: {verdict}. ")),
            "{text}"
        );
    }
}

#[test]
fn a_report_and_its_page_are_about_the_players_of_the_file() {
    let home = folder();
    let report = ["report", "@three-sides", "-n", "2000", "--no-changes", "-q"];
    assert_eq!(call_in(home.path(), &report).code, Some(0));
    let read = |name: &str| {
        let path = home.path().join("report/three-sides").join(name);
        fs::read_to_string(path).unwrap()
    };
    let summary: Value = serde_json::from_str(&read("report.json")).unwrap();
    let share = 100.0 * summary["outcomes"][0]["share"].as_f64().unwrap();
    let headline = summary["headline"].as_str().unwrap();
    assert!(
        headline.contains(&format!(" {share:.1}% of the time")),
        "{headline}"
    );
    let figures = summary["figures"].as_str().unwrap();
    assert!(
        figures.ends_with("when all sides play well (expert)"),
        "{figures}"
    );
    let page = read("index.html");
    for text in [headline, figures] {
        assert!(page.contains(&text.replace('\'', "&#39;")), "{text}");
    }
    let run = json(&["run", "@three-sides", "-n", "2000", "-f", "json"]);
    let results: Value = serde_json::from_str(&read("results.json")).unwrap();
    assert_eq!(results, run);
    assert_eq!(summary["well"], run["good_play"]["value"]);
    assert_eq!(summary["verdict"], run["verdict"]);
}

#[test]
fn the_exact_share_leads_and_the_sample_is_a_note() {
    let home = folder();
    let report = ["report", "@ogre", "-n", "400", "--no-changes", "-q"];
    assert_eq!(call_in(home.path(), &report).code, Some(0));
    let read = |name: &str| {
        let path = home.path().join("report/ogre").join(name);
        fs::read_to_string(path).unwrap()
    };
    let page = read("index.html");
    assert!(page.contains("the fighter wins exactly 2.387…% of the time"));
    // The cells of the table: the exact share, that of the trials and its interval.
    let heads = page.find(">exact<").zip(page.find(">sample<"));
    assert!(heads.is_some_and(|(exact, sample)| exact < sample));
    let chart = read("charts/outcomes.svg");
    assert!(chart.contains("fighter: 2.39%") && chart.contains("exact probabilities"));
    // Metrics as well.
    assert!(page.contains("exact mean") && page.contains("sample mean"));
    let [run, exact] = ["run", "exact"].map(|command| line(&[command, "@climber"]));
    for metric in ["net 8.0 (90%: -2 to 18)", "dice 10.0 (90%: 3–22)"] {
        assert!(
            run.contains(metric) && exact.contains(metric),
            "{run}\n{exact}"
        );
    }
    let screen = line(&["run", "@ogre", "-n", "400"]);
    assert!(screen.contains("fighter 2.39% sample "), "{screen}");
}

#[test]
fn few_trials_leave_exact_figures_whole() {
    let home = folder();
    let report = [
        "report",
        "@climber",
        "@careless",
        "-n",
        "7",
        "--no-changes",
        "-q",
    ];
    assert_eq!(call_in(home.path(), &report).code, Some(0));
    let read = |name: &str| fs::read_to_string(home.path().join("report").join(name)).unwrap();
    // No trial fails, and failures are drawn.
    let outcomes: Value = serde_json::from_str(&read("climber/results.json")).unwrap();
    assert_eq!(outcomes["outcomes"][1]["count"], 0);
    let chart = read("climber/charts/net.svg");
    for text in [
        "8.0 on average, 90% from -2 to 18 · exact",
        "median 8, mean 8.0",
        "failure",
    ] {
        assert!(chart.contains(text), "{text}");
    }
    // The spread of a score is that of its exact distribution.
    let page = read("careless/index.html");
    let exact = line(&["exact", "@careless"]);
    let (_, spread) = exact.split_once("(90%: ").unwrap();
    let (spread, _) = spread.split_once(')').unwrap();
    assert!(
        page.matches(&format!("(90%: {spread})")).count() >= 2,
        "{spread}"
    );
    let index = read("index.html");
    assert!(index.contains("5.29") && index.contains("exact"));
    // The second scene decides the ending, whatever the trials show.
    let adventure = r#"
        kind = "adventure"
        scene = [
            { name = "vault", then = { failure = "caught" }, contest = { kind = "quick", difficulty = 12, actor = { name = "Kate", dice = 4 } } },
            { name = "getaway", then = { failure = "caught" }, contest = { kind = "quick", difficulty = 12, actor = { name = "Rhea", dice = 5 } } },
        ]
        [endings]
        done = "The crew drives home."
        caught = "The police have them."
    "#;
    fs::write(home.path().join("locks.toml"), adventure).unwrap();
    for seed in ["1", "2", "3"] {
        let run = ["run", "locks.toml", "-n", "1", "-s", seed, "-f", "markdown"];
        let text = call_in(home.path(), &run).out;
        let scene = text.lines().find(|line| line.starts_with("| getaway"));
        assert!(
            scene.is_some_and(|line| line.contains("100.0% |")),
            "{text}"
        );
    }
}

#[test]
fn no_digit_of_an_exact_headline_is_false() {
    let all = json(&["exact", "@quick/*", "-f", "json"]);
    let rows = stdout(&["exact", "@quick/*"]);
    let all = all.as_array().unwrap();
    assert!(all.len() > 2);
    for one in all {
        let path = one["scenario"]["path"].as_str().unwrap();
        let share = 100.0 * one["outcomes"][0]["exact"].as_f64().unwrap();
        let row = rows.lines().find(|row| row.contains(&format!("{path} ")));
        let (_, figure) = row.unwrap().split_once("exactly ").unwrap();
        let digits = figure.split('%').next().unwrap();
        let shown: f64 = digits.trim_end_matches('…').parse().unwrap();
        assert!(
            share - shown > -1e-9 && share - shown < 0.001,
            "{path}: {share} {digits}"
        );
        assert_eq!(
            digits.ends_with('…'),
            (share - shown).abs() > 1e-9,
            "{path}: {share} {digits}"
        );
    }
}

#[test]
fn the_typical_trial_is_the_same_everywhere() {
    let home = folder();
    let trace = json(&joined(
        &["trace", "@canyon", "--typical", "-f", "json"],
        &SIMPLE,
    ));
    let trial = trace["trial"].as_u64().unwrap();
    let drama = json(&joined(
        &["drama", "@canyon", "-n", "50", "-f", "json"],
        &SIMPLE,
    ));
    assert_eq!(drama["typical"]["trial"], trial);
    assert_eq!(drama["typical"]["outcome"], trace["outcome"]);
    let report = joined(
        &[
            "report",
            "@canyon",
            "-n",
            "300",
            "--no-changes",
            "-q",
            "--handout",
        ],
        &SIMPLE,
    );
    assert_eq!(call_in(home.path(), &report).code, Some(0));
    let read = |name: &str| {
        let path = home.path().join("report/canyon").join(name);
        fs::read_to_string(path).unwrap()
    };
    let page = read("index.html");
    let (_, games) = page.split_once("id=\"told\"").unwrap();
    let (first, _) = games.split_once("</details>").unwrap();
    assert!(first.contains("<summary>Typical: "), "{first}");
    assert!(
        first.contains(&format!("--trial {trial} ")),
        "{trial} {first}"
    );
    assert!(read("handout.html").contains("Sample game: Typical: "));
}

#[test]
fn times_include_solving() {
    let home = folder();
    let begun = Instant::now();
    let run = ["run", "@android-repair", "-n", "20", "--checkpoint", "kept"];
    let found = call_in(home.path(), &run);
    let whole = begun.elapsed().as_secs_f64();
    let (_, time) = found.out.split_once("20 trials, seed 1, ").unwrap();
    let time: f64 = time.split(" s ").next().unwrap().parse().unwrap();
    // Solving takes nearly all of the time, and the trials nearly none.
    assert!(
        time <= 1.01 * whole + 0.01 && time > 0.3 * whole,
        "{time} {whole}"
    );
}

#[test]
fn readings_of_the_rules_are_the_same_in_runs_and_reports_and_null_if_not_tried() {
    let run = ["run", "@beast", "-f", "json", "-n"];
    let [short, long] = ["20", "3000"].map(|trials| json(&joined(&run, &[trials])));
    let readings = &short["readings"];
    assert_eq!(readings[0]["path"], "rules.monster_spent");
    assert_eq!(readings, &long["readings"]);
    let text = line(&["run", "@beast", "-n", "20", "-f", "markdown"]);
    let (_, sentence) = text.split_once("Depends on a reading: ").unwrap();
    let (sentence, _) = sentence.split_once("rules.monster_spent=returns").unwrap();

    let home = folder();
    let report = ["report", "@beast", "-n", "200", "--out", "out"];
    assert_eq!(call_in(home.path(), &report).code, Some(0));
    let read = |name: &str| fs::read_to_string(home.path().join("out/beast").join(name)).unwrap();
    assert!(read("index.html").contains(sentence), "{sentence}");
    let stored: Value = serde_json::from_str(&read("results.json")).unwrap();
    assert_eq!(&stored["readings"], readings);

    let without = json(&joined(&run, &["20", "--no-stronger"]));
    assert!(without["readings"].is_null());
}

/// Returns the first sentence of `exact` for a file of the kind `dice`, in one line.
fn of_dice(rest: &str) -> String {
    let folder = folder();
    let text = format!("kind = 'dice'\ntitle = 'T'\n{rest}");
    fs::write(folder.path().join("a.toml"), text).unwrap();
    let found = call_in(folder.path(), &["exact", "a.toml"]);
    assert_eq!(found.code, Some(0), "{rest}\n{}", found.err);
    let text = found.out.split("\n\n").next().unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn headlines_of_dice_state_what_their_files_mean() {
    let throw = "roll = { a = '1d6' }\n";
    let coins = "roll = { a = '2d2!' }\n";
    let outcome = |name: &str, rest: &str| format!("[[outcome]]\nname = '{name}'\n{rest}\n");
    let (one, rest) = (outcome("one", "when = 'a = 1'"), outcome("rest", ""));
    let success = |name: &str, when: &str, phrase: &str| {
        outcome(name, &format!("when = '{when}'\nsuccess = true\n{phrase}"))
    };
    let lives = "phrase = 'the hero lives'";
    for (file, expected) in [
        (
            throw.to_owned() + &one + &rest,
            "T: rest: exactly 83.333…%.",
        ),
        (
            throw.to_owned() + &one + &outcome("rest", "phrase = 'the rest comes up'"),
            "T: the rest comes up exactly 83.333…% of the time.",
        ),
        (
            throw.to_owned() + &success("one", "a = 1", "") + &rest,
            "T: very hard. One: exactly 16.666…%.",
        ),
        (
            throw.to_owned() + &success("one", "a = 1", "") + &success("two", "a = 2", "") + &rest,
            "T: hard. One or two: exactly 33.333…%.",
        ),
        (
            throw.to_owned()
                + &success("one", "a < 3", lives)
                + &success("two", "a < 5", lives)
                + &rest,
            "T: favorable. The hero lives exactly 66.666…% of the time.",
        ),
        (
            format!("{throw}metric = {{ height = 'a' }}\n{rest}"),
            "T: height: exactly 3.5 on average (90%: 1–6).",
        ),
        (throw.to_owned() + &rest, "T: rest: exactly 100%."),
        (
            coins.to_owned() + &success("six", "a >= 6", "") + &rest,
            "T: even. Six: 50%; 0.39% is cut off after 8 explosions of a die (`limit.explode`).",
        ),
        (
            format!("{coins}metric = {{ sum = 'a' }}\n{rest}"),
            "T: sum: 5.98… on average (90%: 2–14); 0.39% is cut off after 8 explosions of a die \
             (`limit.explode`).",
        ),
        (
            // So small a part is not mentioned.
            coins.to_owned() + &success("six", "a >= 6", "") + &rest + "[limit]\nexplode = 20\n",
            "T: even. Six: exactly 50%.",
        ),
        (
            throw.to_owned() + &success("one", "a = 1", "") + "[limit]\nrounds = 2\n",
            "T: hard. One: 30.555…%; 69.4% is cut off after 2 rounds (`limit.rounds`).",
        ),
    ] {
        assert_eq!(of_dice(&file), expected, "{file}");
    }
}

#[test]
fn questions_about_dice_are_about_the_figure_of_the_headline() {
    let folder = folder();
    let asked = |rest: &str, call: &[&str]| {
        let text = format!(
            "kind = 'dice'\ntitle = 'T'\nnumber = {{ n = {{ value = 2, least = 1, most = 3 }} }}\n\
             roll = {{ a = '(n)d6' }}\n{rest}"
        );
        fs::write(folder.path().join("a.toml"), text).unwrap();
        let found = call_in(folder.path(), call);
        let text = found
            .out
            .split("\n\n")
            .next()
            .unwrap_or_default()
            .to_owned()
            + &found.err;
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let bad = "[[outcome]]\nname = 'bad'\nwhen = 'a < 5'\n";
    let added = format!(
        "{bad}[[outcome]]\nname = 'up'\nwhen = 'a < 9'\nsuccess = true\n\
         [[outcome]]\nname = 'great'\nsuccess = true\n"
    );
    let wanted = format!(
        "{bad}[[outcome]]\nname = 'good'\nphrase = 'the hero lives'\n\
         [[side]]\nname = 'hero'\nwants = 'good'\nplayer = 'first'\n"
    );
    let mean = "[[outcome]]\nname = 'done'\n[metric]\npoints = 'a * 2'\n";
    let sweep = ["sweep", "a.toml", "--vary", "number.n=1..2"];
    let compare = ["compare", "a.toml", "--vary", "number.n=3"];
    let advise = ["advise", "a.toml"];
    let tune = [
        "tune",
        "a.toml",
        "--vary",
        "number.n=1..3",
        "--target",
        "up or great=83%",
    ];
    for (rest, call, expected) in [
        (
            &*added,
            &sweep[..],
            "T: the chance that up or great occurs rises from 33% at number n=1 to 83% at number n=2.",
        ),
        (
            &added,
            &compare,
            "T: with number.n=3, up or great occurs more often: 98.148% instead of 83.333% (exactly \
             14.814… points more).",
        ),
        (
            &added,
            &advise,
            "T: of 2 one-step changes, \"n: value 2 → 1\" has the largest effect: up or great occurs \
             33.3% of the time instead of 83.3% (-50.0 points).",
        ),
        (
            &added,
            &tune,
            "T: up or great occurs 83.3% of the time with number n 2, within 1 point of 83% (3 values of \
             number n tried).",
        ),
        (
            &wanted,
            &compare,
            "T: with number.n=3, the hero lives more often: 98.148% instead of 83.333% (exactly 14.814… \
             points more).",
        ),
        (
            mean,
            &sweep,
            "T: the mean of points rises from 7.0 at number n=1 to 14.0 at number n=2.",
        ),
        (
            mean,
            &advise,
            "a.toml: mean.value.points is not the share of an outcome: advise accepts only outcomes; \
             `evenodds tune` accepts figures of metrics",
        ),
    ] {
        assert_eq!(asked(rest, call), expected, "{call:?}\n{rest}");
    }
    let found = asked(mean, &compare);
    let expected = "T: with number.n=3, the mean of points is higher: 2";
    assert!(found.starts_with(expected), "{found}");
}

#[test]
fn runs_count_the_trials_that_a_limit_cuts_off() {
    let folder = folder();
    // The number of dice of b depends on dice with which they are compared: there is no exact answer.
    let text = "kind = 'dice'\ntitle = 'T'\nroll = { a = '3d6', b = '(max(a))d6' }\nlimit = { rounds = 2 }\n\
                [[outcome]]\nname = 'won'\nwhen = 'wins(a, b) = 3'\nsuccess = true\n";
    fs::write(folder.path().join("a.toml"), text).unwrap();
    let run = ["run", "a.toml", "-n", "900"];
    let text = call_in(folder.path(), &run).out;
    let found = call_in(folder.path(), &[&run[..], &["-f", "json"]].concat());
    let found: Value = serde_json::from_str(&found.out).unwrap();
    let count = &found["outcomes"][1]["count"];
    assert!((100..900).contains(&count.as_u64().unwrap()), "{count}");
    let expected = serde_json::json!({
        "key": "limit.rounds",
        "most": 2,
        "share": count.as_f64().unwrap() / 900.0,
        "count": count,
    });
    assert_eq!(found["cut_off"], Value::from(vec![expected]));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let clause = format!("; {count} of 900 trials are cut off after 2 rounds (`limit.rounds`).");
    assert!(text.contains(&clause), "{text}");
}

#[test]
fn the_successes_of_built_in_dice_are_the_headline_and_its_json() {
    for name in ["@action-roll", "@move", "@glitch", "@wild-die"] {
        let found = json(&["run", name, "-n", "2000", "-f", "json"]);
        let successes = &found["successes"];
        let names = successes["name"].as_str().unwrap();
        let outcomes = found["outcomes"].as_array().unwrap().iter();
        let added = outcomes.filter(|one| names.split(" or ").any(|name| one["name"] == name));
        let sum = |key: &str| {
            added
                .clone()
                .map(|one| one[key].as_f64().unwrap())
                .sum::<f64>()
        };
        for key in ["count", "share", "exact"] {
            let figure = successes[key].as_f64().unwrap();
            assert!((figure - sum(key)).abs() < 1e-12, "{name} {key}");
        }
        assert!(found["verdict"].is_string(), "{name}");
        let percent = 100.0 * successes["exact"].as_f64().unwrap();
        let text = line(&["run", name, "-n", "2000"]);
        assert!(
            text.contains(&format!("exactly {}.", percent.floor())),
            "{text}"
        );
    }
}
