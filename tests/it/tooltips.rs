//! Tooltips of charts have the figures of the data of the same answer.

use evenodds_testing::size;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A tooltip: its label, and its figures with their names. A figure without a name has an empty one.
#[derive(Debug)]
struct Tooltip {
    label: String,
    figures: Vec<(String, Rounded)>,
}

/// Rounded figure: the text of a number, with a bound instead of a value in `<0.1%`.
#[derive(Debug)]
struct Rounded {
    number: f64,
    /// Half of the unit of the last digit, or the distance to a bound.
    slack: f64,
}

impl Rounded {
    /// Parses `12.3%`, `<0.1%`, `>99.9%`, `-12.4` or `8.0`; `None` for other texts.
    fn read(text: &str) -> Option<Self> {
        let plain: String = text
            .replace(['\u{202f}', '+', ','], "")
            .replace('\u{2212}', "-");
        let (is_share, digits) = match plain.strip_suffix('%') {
            Some(digits) => (true, digits),
            None => (false, plain.as_str()),
        };
        let bounded = digits.starts_with(['<', '>']);
        let digits = digits.trim_start_matches(['<', '>']);
        let number: f64 = digits.parse().ok()?;
        let decimals = digits
            .split_once('.')
            .map_or(0, |(_, decimals)| decimals.len());
        let unit = 0.1_f64.powi(decimals as i32);
        let scale = if is_share { 100.0 } else { 1.0 };
        let slack = if bounded { unit } else { unit / 2.0 };
        Some(Self {
            number: number / scale,
            slack: slack / scale + 1e-9,
        })
    }

    fn fits(&self, value: f64) -> bool {
        (self.number - value).abs() <= self.slack
    }
}

/// Returns the tooltips of a chart. The first title is that of the chart.
fn tooltips(svg: &str) -> Vec<Tooltip> {
    let titles = svg.split("<title>").skip(2);
    let read = |rest: &str| {
        let text = rest.split("</title>").next().unwrap_or_default();
        let text = text
            .replace("&quot;", "\"")
            .replace("&apos;", "'")
            .replace("&lt;", "<");
        let text = text.replace("&gt;", ">").replace("&amp;", "&");
        // Labels may have colons themselves, such as those of changes.
        let (label, figures) = text.rsplit_once(": ").unwrap_or((&text, ""));
        let whole = figures.split_once(" (").map_or(figures, |(whole, _)| whole);
        let parts = figures
            .split_once(" (")
            .map_or("", |(_, parts)| parts.trim_end_matches(')'));
        let figures = whole
            .split(", ")
            .chain(parts.split(", "))
            .filter_map(|part| {
                let part = part.trim_end_matches(['◁', '△', '◇', ' ']);
                let (name, figure) = part.rsplit_once(' ').unwrap_or(("", part));
                Some((name.to_owned(), Rounded::read(figure)?))
            });
        Tooltip {
            label: label.to_owned(),
            figures: figures.collect(),
        }
    };
    titles.map(read).collect()
}

/// Runs a command with a chart in a folder. Returns its JSON and the tooltips of the chart.
fn charted(folder: &Path, arguments: &[&str]) -> (Value, Vec<Tooltip>) {
    let output = Command::new(env!("CARGO_BIN_EXE_evenodds"))
        .env("EVENODDS_CACHE", "off")
        .args(arguments)
        .args(["-f", "json", "--chart", "chart.svg"])
        .current_dir(folder)
        .output()
        .unwrap();
    let json = serde_json::from_slice(&output.stdout);
    let json = json.unwrap_or_else(|_| panic!("{arguments:?}: {output:?}"));
    let svg = fs::read_to_string(folder.join("chart.svg")).unwrap();
    (json, tooltips(&svg))
}

fn number(text: &str) -> i64 {
    text.replace('\u{202f}', "")
        .replace('\u{2212}', "-")
        .parse()
        .unwrap()
}

/// Returns pairs of a value and its weight.
fn weights(list: &Value) -> Vec<(i64, f64)> {
    let pairs = list.as_array().unwrap().iter();
    pairs
        .map(|pair| (pair[0].as_i64().unwrap(), pair[1].as_f64().unwrap()))
        .collect()
}

/// Returns pairs of a value and its share, which add up to `whole`.
fn shares(list: &Value, whole: f64) -> Vec<(i64, f64)> {
    let weights = weights(list);
    let sum = at_least(&weights, i64::MIN);
    let shares = weights.iter();
    shares
        .map(|&(value, weight)| (value, weight / sum * whole))
        .collect()
}

fn at_least(weights: &[(i64, f64)], from: i64) -> f64 {
    weights
        .iter()
        .filter(|one| one.0 >= from)
        .map(|one| one.1)
        .sum()
}

/// Returns the weight of the values of a bin: `7`, `20–29`, `-5 to -1`, `≥ 40` or `≤ -6`.
fn in_bin(weights: &[(i64, f64)], bin: &str) -> f64 {
    if let Some(to) = bin.strip_prefix("≤\u{a0}") {
        return at_least(weights, i64::MIN) - at_least(weights, number(to) + 1);
    }
    if let Some(from) = bin.strip_prefix("≥\u{a0}") {
        return at_least(weights, number(from));
    }
    let ends = bin.split_once(" to ").or_else(|| bin.split_once('–'));
    let (low, high) = ends.unwrap_or((bin, bin));
    at_least(weights, number(low)) - at_least(weights, number(high) + 1)
}

/// Every pair and triple of expressions with gaps, shifted ranges and many values, and each alone.
#[test]
fn tooltips_of_dice_are_their_probabilities() {
    let all = [
        "1d6",
        "1d8",
        "2*(1d6)",
        "10*(1d6) - 25",
        "4d6kh3",
        "30d100",
        "3",
        "1d2 * 1000",
    ];
    let mut asked: Vec<Vec<&str>> = Vec::new();
    for (index, one) in all.iter().enumerate() {
        asked.push(vec![one]);
        for (second, two) in all.iter().enumerate().skip(index + 1) {
            asked.push(vec![one, two]);
            asked.extend(
                all.iter()
                    .skip(second + 1)
                    .map(|three| vec![*one, *two, *three]),
            );
        }
    }
    let folder = tempfile::tempdir().unwrap();
    for expressions in asked.into_iter().step_by(size(6, 1)) {
        let (json, tooltips) = charted(folder.path(), &[&["dice"], &expressions[..]].concat());
        let known = json["expressions"].as_array().unwrap();
        assert!(!tooltips.is_empty(), "{expressions:?}");
        for Tooltip { label, figures } in &tooltips {
            if let [one] = &known[..] {
                let expected = in_bin(&weights(&one["probabilities"]), label);
                assert!(
                    figures[0].1.fits(expected),
                    "{expressions:?} {label}: {figures:?}, {expected}"
                );
                continue;
            }
            let from = number(label.strip_suffix(" or more").unwrap());
            assert_eq!(figures.len(), known.len());
            for (one, (name, figure)) in known.iter().zip(figures) {
                assert_eq!(one["expression"], name.as_str());
                let expected = at_least(&weights(&one["probabilities"]), from);
                assert!(
                    figure.fits(expected),
                    "{expressions:?} {label}: {figures:?}, {expected}"
                );
            }
        }
    }
}

/// Returns the figure of each row of a list, in order.
fn rows(list: &Value, figure: impl Fn(&Value) -> f64) -> Vec<f64> {
    list.as_array().unwrap().iter().map(figure).collect()
}

/// Asserts that a tooltip has the share of its outcome, or the exact one.
fn assert_outcome(json: &Value, tooltip: &Tooltip) {
    let mut outcomes = json["outcomes"].as_array().unwrap().iter();
    // Labels are names in words.
    let words = |one: &Value| one["name"].as_str().unwrap().replace('_', " ");
    let own = outcomes.find(|one| words(one) == tooltip.label.replace('_', " "));
    let own = own.unwrap_or_else(|| panic!("{tooltip:?}"));
    let mut known = [&own["share"], &own["exact"]]
        .into_iter()
        .filter_map(Value::as_f64);
    assert!(
        known.any(|value| tooltip.figures[0].1.fits(value)),
        "{tooltip:?}: {own}"
    );
}

/// Asserts that the numbers of survivors of each outcome add up to its share.
fn assert_winner_left(json: &Value, tooltips: &[Tooltip]) {
    assert!(tooltips.len() > 2);
    for outcome in json["outcomes"].as_array().unwrap() {
        let name = outcome["name"].as_str().unwrap();
        let known = [&outcome["exact"], &outcome["share"]];
        let share = known.into_iter().find_map(Value::as_f64).unwrap();
        let parts = tooltips.iter().flat_map(|one| &one.figures);
        let parts: Vec<_> = parts.filter(|one| one.0 == name).collect();
        let sum: f64 = parts.iter().map(|one| one.1.number).sum();
        let slack: f64 = parts.iter().map(|one| one.1.slack).sum();
        assert!(
            (sum - share).abs() <= slack + 1e-9,
            "{name}: {sum}, {share}"
        );
    }
}

#[test]
fn tooltips_of_every_question_are_the_figures_of_its_json() {
    let folder = tempfile::tempdir().unwrap();
    let check = |arguments: &[&str], expected: &dyn Fn(&Value) -> Vec<f64>| {
        let (json, tooltips) = charted(folder.path(), arguments);
        let expected = expected(&json);
        assert_eq!(tooltips.len(), expected.len(), "{arguments:?}");
        for (tooltip, value) in tooltips.iter().zip(expected) {
            assert!(
                tooltip.figures[0].1.fits(value),
                "{arguments:?} {tooltip:?}: {value}"
            );
        }
    };
    let share = |one: &Value| one["share"].as_f64().unwrap();
    let (json, tooltips) = charted(folder.path(), &["run", "@three-sides", "-n", "300"]);
    assert!(tooltips.len() > 1);
    for tooltip in &tooltips {
        assert_outcome(&json, tooltip);
    }
    for arguments in [
        &["run", "@canyon", "-n", "500"][..],
        &["exact", "@ogre"],
        &["given", "@canyon", "-n", "900", "--when", "turns>=6"],
    ] {
        let (json, tooltips) = charted(folder.path(), arguments);
        assert_winner_left(&json, &tooltips);
    }
    let value = |one: &Value| one["figures"][0]["value"].as_f64().unwrap();
    let settings = |json: &Value| rows(&json["settings"], value);
    let difficulty = ["sweep", "@lockpick", "--vary", "difficulty=5..15"];
    check(&difficulty, &settings);
    check(
        &[&difficulty[..], &["--figure", "mean.margin"]].concat(),
        &settings,
    );
    check(
        &[&difficulty[..], &["--vary", "actor.dice=1..4"]].concat(),
        &settings,
    );
    check(
        &[
            "sweep",
            "@duel",
            "--vary",
            "rules.half=up,down",
            "-n",
            "300",
        ],
        &settings,
    );
    check(
        &[
            "ladder",
            "@duel",
            "--players",
            "random,finisher,brawler",
            "-n",
            "200",
        ],
        &|json| rows(&json["cells"], |cell| share(&cell["outcomes"][0])),
    );
    let tune = [
        "tune",
        "@lockpick",
        "--vary",
        "difficulty=6..16",
        "--target",
        "success=0.6",
    ];
    check(&tune, &|json| {
        rows(&json["settings"], |one| one["value"].as_f64().unwrap())
    });
    let difference = |one: &Value| one["difference"].as_f64().unwrap() * 100.0;
    check(
        &["compare", "@lockpick", "--vary", "difficulty=12"],
        &|json| {
            rows(&json["figures"], difference)
                .into_iter()
                .take(2)
                .collect()
        },
    );

    // The chart has the changes in another order.
    for arguments in [
        &["advise", "@lockpick"][..],
        &["advise", "@duel", "--target", "red=0.6", "-n", "400"],
    ] {
        let (json, tooltips) = charted(folder.path(), arguments);
        let changes = json["changes"].as_array().unwrap();
        assert!(tooltips.len() > 3);
        for Tooltip { label, figures } in tooltips {
            let mut named = changes.iter();
            let named = named.find(|one| one["change"].as_str().unwrap().ends_with(&label));
            let change = named.unwrap_or_else(|| panic!("{label}"));
            assert!(
                figures[0].1.fits(share(change)),
                "{label} {figures:?}: {change}"
            );
        }
    }
}

#[test]
fn tooltips_of_reports_are_the_figures_of_their_json() {
    let folder = tempfile::tempdir().unwrap();
    let scenarios = [
        "@canyon",
        "@canyon-evening",
        "@lockpick",
        "@making-ends-meet",
        "@heist",
    ];
    let output = Command::new(env!("CARGO_BIN_EXE_evenodds"))
        .env("EVENODDS_CACHE", "off")
        .args(
            [
                &["report"],
                &scenarios[..],
                &["-n", "400", "-q", "--no-changes", "--no-stories"],
            ]
            .concat(),
        )
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let mut compared: BTreeMap<&str, usize> = BTreeMap::new();
    for scenario in scenarios {
        let place = folder.path().join("report").join(&scenario[1..]);
        let json: Value =
            serde_json::from_slice(&fs::read(place.join("results.json")).unwrap()).unwrap();
        let trials = json["trials"].as_f64().unwrap();
        // Charts draw the exact distribution where it is known.
        let solved = Command::new(env!("CARGO_BIN_EXE_evenodds"))
            .args(["exact", scenario, "-f", "json", "--no-cache"])
            .output()
            .unwrap();
        let solved: Option<Value> = serde_json::from_slice(&solved.stdout).ok();
        let metrics = json["metrics"].as_array().unwrap();
        for metric in metrics.iter().filter(|one| !one["histogram"].is_null()) {
            let stem = metric["name"].as_str().unwrap().replace(' ', "-");
            let is_same = |one: &&Value| one["name"] == metric["name"];
            let exact = solved.as_ref().and_then(|json| {
                let known = json["metrics"].as_array()?.iter().find(is_same)?;
                Some((json, known))
            });
            let (json, metric) = exact.unwrap_or((&json, metric));
            let counts = shares(
                &metric["histogram"],
                metric["share"].as_f64().unwrap_or(1.0),
            );
            let of = |group: &str| {
                let mut groups = json["by_outcome"].as_object()?.iter();
                let (_, inner) = groups.find(|(name, _)| *name == group)?;
                let own = inner.as_array()?.iter().find(is_same)?;
                let mut outcomes = json["outcomes"].as_array()?.iter();
                let share = outcomes.find(|one| one["name"] == group)?["share"].as_f64()?;
                let measured = own["share"].as_f64().unwrap_or(1.0);
                Some(shares(&own["histogram"], share * measured))
            };
            let read = |name: String| fs::read_to_string(place.join("charts").join(name)).ok();
            for tooltip in read(format!("{stem}.svg"))
                .iter()
                .flat_map(|svg| tooltips(svg))
            {
                // Charts of yes and no have a bar for each participant.
                let is_bin = tooltip.label.chars().all(|one| !one.is_alphabetic());
                for (name, figure) in tooltip.figures.iter().filter(|_| is_bin) {
                    let counts = if name.is_empty() {
                        Some(counts.clone())
                    } else {
                        of(name)
                    };
                    let Some(counts) = counts else { continue };
                    let expected = in_bin(&counts, &tooltip.label);
                    assert!(
                        figure.fits(expected),
                        "{scenario} {stem} {tooltip:?}: {expected}"
                    );
                    *compared.entry("histogram").or_default() += 1;
                }
            }
            for tooltip in read(format!("{stem}-at-least.svg"))
                .iter()
                .flat_map(|svg| tooltips(svg))
            {
                let from = number(tooltip.label.strip_suffix(" or more").unwrap());
                for (name, figure) in &tooltip.figures {
                    let is_all = ["", "all trials"].contains(&name.as_str());
                    let Some(counts) = (if is_all {
                        Some(counts.clone())
                    } else {
                        of(name)
                    }) else {
                        continue;
                    };
                    let expected = at_least(&counts, from) / at_least(&counts, i64::MIN);
                    assert!(
                        figure.fits(expected),
                        "{scenario} {stem} {tooltip:?}: {expected}"
                    );
                    *compared.entry("at least").or_default() += 1;
                }
            }
        }
        let timelines = json["timelines"].as_array().unwrap();
        let read = |base: &str| {
            fs::read_to_string(place.join("charts").join(format!("{base}-over-time.svg")))
        };
        for svg in ["standing", "unhurt"]
            .into_iter()
            .filter_map(|base| Some((base, read(base).ok()?)))
        {
            let (base, svg) = svg;
            for tooltip in tooltips(&svg) {
                let time = number(&tooltip.label);
                for (name, figure) in &tooltip.figures {
                    let name = format!("{base}.{name}");
                    let Some(line) = timelines.iter().find(|one| one["name"] == name.as_str())
                    else {
                        continue;
                    };
                    let ended = weights(&line["ended"]);
                    let gone = at_least(&ended, i64::MIN) - at_least(&ended, time + 1);
                    let expected = 1.0 - gone / (line["of"].as_f64().unwrap() * trials);
                    assert!(
                        figure.fits(expected),
                        "{scenario} {tooltip:?}: {name} {expected}"
                    );
                    *compared.entry("survival").or_default() += 1;
                }
            }
        }
        for tooltip in tooltips(&fs::read_to_string(place.join("charts/outcomes.svg")).unwrap()) {
            assert_outcome(&json, &tooltip);
            *compared.entry("outcomes").or_default() += 1;
        }
    }
    for (kind, least) in [
        ("histogram", 100),
        ("at least", 50),
        ("survival", 40),
        ("outcomes", 10),
    ] {
        assert!(compared.get(kind) >= Some(&least), "{compared:?}");
    }
}
