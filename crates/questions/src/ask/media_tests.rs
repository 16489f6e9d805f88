//! Properties of the answers to all questions in all media: names from files never control a
//! terminal, break a table or become markup; lines fit the screen; colors add only codes; JSON and
//! CSV can be read back.

use super::*;
use crate::contest::Hints;
use crate::document::TunableStep;
use crate::report::{Answer, ScreenOptions, json, markdown, screen};
use crate::scenario::load;
use crate::sim::NoProgress;
use serde_json::Value;
use unicode_width::UnicodeWidthStr;

/// A fight, an exact test and a game of dice, whose titles and names contain codes for terminals,
/// the separator of tables and markup.
const SCENARIOS: [(&str, &str); 3] = [
    (
        "fight",
        r#"
    kind = "combat"
    title = "t\u001b[31m | <i>"
    [[side]]
    name = "h | <b>"
    combatant = [{ name = "D | <u>", classes = [{ name = "Soldier", dice = 3 }] }]
    [[side]]
    name = "x"
    combatant = [{ name = "y | z", classes = [{ name = "Soldier", dice = 2 }] }]
    [expect.metrics]
    "mean.turns" = [1, 100]
    "#,
    ),
    (
        "test",
        r#"
    kind = "quick"
    title = "t\u001b[31m | <i>"
    difficulty = 9
    actor = { name = "a | <b>", dice = 3 }
    [expect.outcomes]
    success = [0.1, 0.9]
    "#,
    ),
    (
        "dice",
        r#"
    kind = "dice"
    title = "t\u001b[31m | <i>"
    [number]
    bar = 7
    [roll]
    pool = "2d6"
    [metric]
    pool = "pool"
    [[outcome]]
    name = "h | <b>"
    when = "pool > bar"
    phrase = "h\u001b[2J | <b> happens"
    [[outcome]]
    name = "low"
    "#,
    ),
];

/// Returns a question about a scenario, with few trials.
fn question(name: &str, scenario: &Scenario) -> Any {
    let outcome = &scenario.contest.outcomes()[0].name;
    let step = scenario.steps().into_iter().next();
    let vary = || step.iter().map(TunableStep::assignment).collect();
    let trials = Some(50);
    let aim = || Aim {
        target: Some(format!("{outcome}=0.5")),
        ..Aim::default()
    };
    match name {
        "advise" => Any::Advise(Box::new(Advise {
            aim: aim(),
            first: Some(5),
            trials,
            ..Advise::default()
        })),
        "check" => Any::Check(Box::new(Check {
            max_trials: Some(200),
            trials,
            ..Check::default()
        })),
        "compare" => Any::Compare(Box::new(Compare {
            vary: vary(),
            max_trials: Some(200),
            ..Compare::default()
        })),
        "explain" => Any::Compare(Box::new(Compare {
            vary: distinct_steps(scenario),
            explain: true,
            max_trials: Some(50),
            ..Compare::default()
        })),
        "drama" => Any::Drama(Box::new(Drama {
            trials,
            ..Drama::default()
        })),
        "exact" => Any::Exact(Box::default()),
        "given" => Any::Given(Box::new(Given {
            when: vec![format!("outcome={outcome}")],
            trials,
            ..Given::default()
        })),
        "hint" => Any::Hint(Box::new(Hint {
            table: scenario.contest.hints().ok().map(Hints::example),
            playouts: Some(20),
            ..Hint::default()
        })),
        "ladder" => Any::Ladder(Box::new(Ladder {
            players: vec!["random".to_owned()],
            trials,
            ..Ladder::default()
        })),
        "matchups" => Any::Matchups(Box::new(Matchups {
            vary: vec!["side[0].combatant[0].classes[0].dice=2..4".to_owned()],
            trials,
            ..Matchups::default()
        })),
        "restrict" => Any::Restrict(Box::new(Restrict {
            max_trials: Some(200),
            ..Restrict::default()
        })),
        "run" => Any::Run(Box::new(Run {
            trial_options: TrialOptions {
                trials,
                ..TrialOptions::default()
            },
            no_stronger: false,
        })),
        "sweep" => Any::Sweep(Box::new(Sweep {
            vary: vary(),
            trials,
            ..Sweep::default()
        })),
        "tune" => Any::Tune(Box::new(Tune {
            vary: vary(),
            aim: aim(),
            trials: Some(500),
            ..Tune::default()
        })),
        "why" => Any::Why(Box::new(Why {
            trials: Some(200),
            ..Why::default()
        })),
        other => panic!("{other} has no question here"),
    }
}

/// Returns one-step changes of two keys.
fn distinct_steps(scenario: &Scenario) -> Vec<String> {
    let mut steps = scenario.steps();
    steps.dedup_by(|one, other| one.path == other.path);
    steps.iter().take(2).map(TunableStep::assignment).collect()
}

/// Returns the answers of all questions about all scenarios that have one.
fn answers() -> Vec<(String, Answer)> {
    let mut found = Vec::new();
    for (kind, text) in SCENARIOS {
        let scenario = load("f\u{1b}[31m | <p>.toml", text.as_bytes(), &[])
            .unwrap_or_else(|error| panic!("{error}"));
        for name in Any::NAMES.iter().chain(&["explain"]) {
            let asked = question(name, &scenario).ask(&scenario, &Context::new(&NoProgress));
            let label = format!("{name} of {kind}");
            // Not every scenario has every answer.
            if let Ok(answer) = asked {
                found.push((label, answer.unwrap().answer));
            }
        }
    }
    found
}

/// Returns the lines of a text that are wider than a screen, but for those with commands, which
/// are not broken.
fn wide_lines(text: &str, columns: usize) -> Vec<&str> {
    let is_wide = |line: &&str| line.width() > columns && !line.contains("evenodds ");
    text.lines().filter(is_wide).collect()
}

/// Returns a text without the codes of colors and weights.
fn without_codes(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once('m').unwrap().1)
}

#[test]
fn every_answer_is_readable_in_every_medium() {
    let found = answers();
    for name in Any::NAMES {
        let is_asked = |(label, _): &(String, Answer)| label.starts_with(&format!("{name} "));
        assert!(found.iter().any(is_asked), "{name} has no answer");
    }
    for (label, answer) in &found {
        for columns in [48, 60, 80, 100, 140] {
            let options = |color| ScreenOptions {
                width: columns,
                color,
                command: "evenodds FILE",
                ..ScreenOptions::default()
            };
            let plain = screen(answer, &options(false));
            assert!(!plain.contains('\u{1b}'), "{label}: {plain}");
            assert!(!plain.contains("NaN"), "{label}: {plain}");
            assert_eq!(wide_lines(&plain, columns), [""; 0], "{label}: {plain}");
            let colored = screen(answer, &options(true));
            assert_eq!(without_codes(&colored), plain, "{label}");
        }
        let document = markdown(&[answer.clone(), answer.clone()]);
        assert!(!document.contains(['\u{1b}', '<']), "{label}: {document}");
        assert_eq!(document.matches("\n## ").count() + 1, 2, "{label}");
        let cells = |line: &str| line.replace("\\|", "").matches('|').count();
        let lines: Vec<&str> = document.lines().collect();
        for pair in lines
            .windows(2)
            .filter(|pair| pair.iter().all(|line| line.starts_with('|')))
        {
            assert_eq!(cells(pair[0]), cells(pair[1]), "{label}: {document}");
        }
        let object = json(answer);
        assert!(!object.contains('\u{1b}'), "{label}: {object}");
        serde_json::from_str::<Value>(&object).unwrap();
    }
}

#[cfg(feature = "frames")]
#[test]
fn every_answer_has_its_columns_and_rows_in_csv() {
    use crate::report::{RecordFrame, all_records};
    let all = answers().into_iter();
    let of_fight = all
        .filter_map(|(label, answer)| Some((label.strip_suffix(" of fight")?.to_owned(), answer)));
    let lines = of_fight.map(|(label, answer)| {
        let records = all_records([&answer.rows], RecordFrame::Outcomes);
        let text = crate::frames::csv(&records);
        assert!(!text.contains('\u{1b}'), "{label}: {text}");
        let (heading, rows) = text.split_once('\n').unwrap();
        format!("{label}, {} rows: {heading}", rows.lines().count())
    });
    let lines: Vec<String> = lines.collect();
    insta::assert_snapshot!(lines.join("\n"), @"
    advise, 6 rows: scenario,kind,hash,seed,trials,set,outcome,target,count,share,low,high,exact,effect,effect_low,effect_high,meets,possible
    check, 1 rows: scenario,kind,hash,seed,trials,expectation,verdict,value,low,high,from,to,method
    compare, 23 rows: scenario,kind,hash,seed,trials,against,against_hash,changes,figure,verdict,margin,a,b,difference,low,high,only_a,only_b,pairing
    drama, 92 rows: scenario,kind,hash,seed,trials,figure,of,value,low,high,count
    exact, 4 rows: scenario,kind,hash,seed,trials,players,outcome,count,share,low,high,standard_error,exact
    given, 4 rows: scenario,kind,hash,seed,trials,players,given,outcome,count,share,low,high,standard_error,exact
    hint, 4 rows: scenario,kind,hash,seed,trials,who,rank,action,effect,chance,low,high,nobody,cost,score,cost_low,cost_high,told_apart
    ladder, 4 rows: scenario,kind,hash,seed,trials,players,side.'h | <b>'.player,side.x.player,outcome,count,share,low,high,standard_error,exact
    matchups, 3 rows: scenario,kind,hash,seed,trials,design,against,score,low,high,exact,in_first_seat,in_second_seat,relation,even
    restrict, 3 rows: scenario,kind,hash,seed,trials,option,only,set,worth,figure,with,without,difference,low,high,p_holm
    run, 4 rows: scenario,kind,hash,seed,trials,players,outcome,count,share,low,high,standard_error,exact
    sweep, 4 rows: scenario,kind,hash,seed,trials,players,side.'h | <b>'.'D | <u>'.count,outcome,count,share,low,high,standard_error,exact
    tune, 1 rows: scenario,kind,hash,seed,trials,side.'h | <b>'.'D | <u>'.count,figure,target,value,low,high,exact,meets,borderline,possible,answer,simple
    why, 4 rows: scenario,kind,hash,seed,trials,question,sentence,command
    explain, 2 rows: scenario,kind,hash,seed,trials,against,against_hash,figure,change,from,to,contribution,low,high,standard_error,alone,last
    ");
}
