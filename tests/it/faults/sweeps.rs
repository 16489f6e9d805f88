//! Wrong `[sweep]` tables: every fault stands at its place in the file, beside all others.

use super::answer;
use super::quick::QUICK;
use std::fmt::Write as _;

fn with(sweep: &str) -> String {
    format!("{}\n[sweep]\n{sweep}", QUICK.good)
}

#[test]
fn wrong_sweeps_are_answered_where_they_are_wrong() {
    let page = [
        "",
        "vary = []",
        "vary = 'difficulty=1..3'",
        "vary = ['difficulty', 'actor.dice=5..2', 'rules.half=up,up']",
        "vary = ['difficulty=1..100', 'actor.dice=1..30']",
        "vary = ['difficulty=1..3', \"'difficulty'=4\"]",
        "vary = ['dificulty=1..3', 'actor.dice=0..7', 'rules.half=up,sideways']",
        "vary = ['title=a,b', 'difficulty=1..2']",
        "vary = ['difficulty=1..3']\nfigure = 'sucess'\ntrials = 0",
        "vary = ['difficulty=1..3']\nfigure = ['success', 'mean.totl', 'success']\nfigur = 1",
    ]
    .iter()
    .fold(String::new(), |mut page, sweep| {
        let shown = sweep.replace('\n', " / ");
        let _ = writeln!(page, "--- {shown}\n{}", answer(&with(sweep), &[]));
        page
    });
    insta::assert_snapshot!(page, @r#"
    --- 
    x.toml:12:1: sweep.vary is missing: a list of keys with their values, as in ["rules.half=up,down"] or ["difficulty=5..20/5"]
       |
    12 | [sweep]
       | ^^^^^^^
    help: for example vary = ["rules.half=up,down"]

    1 fault; nothing was run

    --- vary = []
    x.toml:13:8: sweep.vary has 0 elements: a list of keys with their values, as in ["rules.half=up,down"] or ["difficulty=5..20/5"]
       |
    13 | vary = []
       |        ^^

    1 fault; nothing was run

    --- vary = 'difficulty=1..3'
    x.toml:13:8: sweep.vary is "difficulty=1..3": a list of keys with their values, as in ["rules.half=up,down"] or ["difficulty=5..20/5"]
       |
    13 | vary = 'difficulty=1..3'
       |        ^^^^^^^^^^^^^^^^^
    help: a list of one is written in brackets too: [ … ]

    1 fault; nothing was run

    --- vary = ['difficulty', 'actor.dice=5..2', 'rules.half=up,up']
    x.toml:13:9: sweep.vary[0] is no key with values: expected PATH=VALUES, where VALUES are numbers from A to B as A..B or A..B/STEP, or values parted by commas
       |
    13 | vary = ['difficulty', 'actor.dice=5..2', 'rules.half=up,up']
       |         ^^^^^^^^^^^^

    x.toml:13:23: sweep.vary[1] is no key with values: 5..2 is empty: the lower number comes first
       |
    13 | vary = ['difficulty', 'actor.dice=5..2', 'rules.half=up,up']
       |                       ^^^^^^^^^^^^^^^^^

    x.toml:13:42: sweep.vary[2] is no key with values: up is there twice
       |
    13 | vary = ['difficulty', 'actor.dice=5..2', 'rules.half=up,up']
       |                                          ^^^^^^^^^^^^^^^^^^

    3 faults; nothing was run

    --- vary = ['difficulty=1..100', 'actor.dice=1..30']
    x.toml:13:8: sweep.vary is ["difficulty=1..100", "actor.dice=1..30"]: 100 x 30 = 3000 settings are too many, a sweep has at most 2500: take fewer values, or wider steps as in 10..30/5
       |
    13 | vary = ['difficulty=1..100', 'actor.dice=1..30']
       |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    1 fault; nothing was run

    --- vary = ['difficulty=1..3', "'difficulty'=4"]
    x.toml:13:28: sweep.vary[1] cannot be: difficulty is varied twice: give it all of its values at once
       |
    13 | vary = ['difficulty=1..3', "'difficulty'=4"]
       |                            ^^^^^^^^^^^^^^^^

    1 fault; nothing was run

    --- vary = ['dificulty=1..3', 'actor.dice=0..7', 'rules.half=up,sideways']
    x.toml:13:9: sweep.vary[0] does not fit: dificulty is not a key here: did you mean difficulty?
       |
    13 | vary = ['dificulty=1..3', 'actor.dice=0..7', 'rules.half=up,sideways']
       |         ^^^^^^^^^^^^^^^^
    help: keys here are format, kind, title, notes, difficulty, actor, helper, rules, run, expect, sweep, tune

    x.toml:13:27: sweep.vary[1] does not fit: actor.dice is 0: a Class has 1 to 6 dice
       |
    13 | vary = ['dificulty=1..3', 'actor.dice=0..7', 'rules.half=up,sideways']
       |                           ^^^^^^^^^^^^^^^^^

    x.toml:13:27: sweep.vary[1] does not fit: actor.dice is 7: a Class has 1 to 6 dice
       |
    13 | vary = ['dificulty=1..3', 'actor.dice=0..7', 'rules.half=up,sideways']
       |                           ^^^^^^^^^^^^^^^^^

    x.toml:13:46: sweep.vary[2] does not fit: rules.half is "sideways": one of "up", "down"
       |
    13 | vary = ['dificulty=1..3', 'actor.dice=0..7', 'rules.half=up,sideways']
       |                                              ^^^^^^^^^^^^^^^^^^^^^^^^

    4 faults; nothing was run

    --- vary = ['title=a,b', 'difficulty=1..2']
    x.toml:13:9: sweep.vary[0] makes no difference: no value of title changes what is played; a key of the contest belongs here, and only once
       |
    13 | vary = ['title=a,b', 'difficulty=1..2']
       |         ^^^^^^^^^^^

    1 fault; nothing was run

    --- vary = ['difficulty=1..3'] / figure = 'sucess' / trials = 0
    x.toml:14:10: sweep.figure is no figure here: there is no outcome sucess: did you mean success?; there are success, failure; a metric's figure begins with mean, p05, p25, p50, p75 or p95 and a dot
       |
    14 | figure = 'sucess'
       |          ^^^^^^^^

    x.toml:15:10: sweep.trials is 0: an integer from 1 to 1000000000000000
       |
    15 | trials = 0
       |          ^

    2 faults; nothing was run

    --- vary = ['difficulty=1..3'] / figure = ['success', 'mean.totl', 'success'] / figur = 1
    x.toml:14:22: sweep.figure[1] is no figure here: there is no metric totl: did you mean total?; there are total, margin, helper_sixes
       |
    14 | figure = ['success', 'mean.totl', 'success']
       |                      ^^^^^^^^^^^

    x.toml:14:35: sweep.figure[2] cannot be: success is named twice
       |
    14 | figure = ['success', 'mean.totl', 'success']
       |                                   ^^^^^^^^^

    x.toml:15:1: sweep.figur is not a key here: did you mean figure?
       |
    15 | figur = 1
       | ^^^^^
    help: keys here are vary, figure, trials

    3 faults; nothing was run
    "#);
}

#[test]
fn faults_of_the_file_and_of_its_sweep_come_together_and_once() {
    let text = with("vary = ['actor.dice=6..7', 'rules.half=up,down']\n").replacen(
        "difficulty = 10",
        "difficulty = 0",
        1,
    );
    insta::assert_snapshot!(answer(&text, &[]), @"
    x.toml:2:14: difficulty is 0: a difficulty is a positive whole number
      |
    2 | difficulty = 0
      |              ^

    x.toml:13:9: sweep.vary[0] does not fit: actor.dice is 7: a Class has 1 to 6 dice
       |
    13 | vary = ['actor.dice=6..7', 'rules.half=up,down']
       |         ^^^^^^^^^^^^^^^^^

    2 faults; nothing was run
    ");
}
