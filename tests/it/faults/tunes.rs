//! Wrong `[tune]` tables: every fault stands at its place in the file, beside all others.

use super::answer;
use super::quick::QUICK;
use std::fmt::Write as _;

fn with(tune: &str) -> String {
    format!("{}\n[tune]\n{tune}", QUICK.good)
}

#[test]
fn wrong_targets_and_keys_are_answered_where_they_are_wrong() {
    let page = [
        "",
        "vary = []\ntarget = 'success=0.5'",
        "vary = ['difficulty=1..3']\ntarget = 0.5",
        "vary = ['difficulty=1..3']\ntarget = 'success'\nalpha = 0\nmax_trials = 0",
        "vary = ['difficulty=1..3']\ntarget = 'sucess=1.5'\ntolerance = -1",
        "vary = ['difficulty=1..3']\ntarget = 'success=1.5'\ntolerence = 0.1",
        "vary = ['difficulty=1..3']\ntarget = 'success=50%'\ntolerance = 0",
        "vary = ['difficulty=1..3']\ntarget = 'mean.total=9'\ntolerance = 0",
        "vary = ['difficulty=1..100', 'actor.dice=1..30']\ntarget = 'success=0.5'",
        "vary = ['dificulty=1..3', 'actor.dice=5..8']\ntarget = 'mean.totl=9'",
        "vary = ['title=a,b']\ntarget = 'p50.total=9'\ntolerance = 0",
    ]
    .iter()
    .fold(String::new(), |mut page, tune| {
        let shown = tune.replace('\n', " / ");
        let _ = writeln!(page, "--- {shown}\n{}", answer(&with(tune), &[]));
        page
    });
    insta::assert_snapshot!(page, @r#"
    --- 
    x.toml:12:1: tune.vary is missing: a list of keys with their values, as in ["rules.half=up,down"] or ["difficulty=5..20"]
       |
    12 | [tune]
       | ^^^^^^
    help: for example vary = ["rules.half=up,down"]

    x.toml:12:1: tune.target is missing: a figure and its value, as in "success=0.6" or "p50.turns=6"
       |
    12 | [tune]
       | ^^^^^^
    help: for example target = "success=0.6"

    2 faults; nothing was run

    --- vary = [] / target = 'success=0.5'
    x.toml:13:8: tune.vary has 0 elements: a list of keys with their values, as in ["rules.half=up,down"] or ["difficulty=5..20"]
       |
    13 | vary = []
       |        ^^

    1 fault; nothing was run

    --- vary = ['difficulty=1..3'] / target = 0.5
    x.toml:14:10: tune.target is 0.5: a figure and its value, as in "success=0.6" or "p50.turns=6"
       |
    14 | target = 0.5
       |          ^^^
    help: write it in quotes

    1 fault; nothing was run

    --- vary = ['difficulty=1..3'] / target = 'success' / alpha = 0 / max_trials = 0
    x.toml:14:10: tune.target is "success": expected OUTCOME=SHARE, such as success=0.6, or a figure of a metric, such as mean.turns=5 or p50.turns=6
       |
    14 | target = 'success'
       |          ^^^^^^^^^

    x.toml:15:9: tune.alpha is 0: a number from 0.000000001 to 0.5
       |
    15 | alpha = 0
       |         ^

    x.toml:16:14: tune.max_trials is 0: an integer from 1 to 1000000000000000
       |
    16 | max_trials = 0
       |              ^

    3 faults; nothing was run

    --- vary = ['difficulty=1..3'] / target = 'sucess=1.5' / tolerance = -1
    x.toml:14:10: tune.target is "sucess=1.5": there is no outcome sucess: did you mean success?; there are success, failure; a metric's figure begins with mean, p05, p25, p50, p75 or p95 and a dot
       |
    14 | target = 'sucess=1.5'
       |          ^^^^^^^^^^^^

    x.toml:15:13: tune.tolerance is -1: a number of at least 0
       |
    15 | tolerance = -1
       |             ^^

    2 faults; nothing was run

    --- vary = ['difficulty=1..3'] / target = 'success=1.5' / tolerence = 0.1
    x.toml:14:10: tune.target is "success=1.5": 1.5 is no share: expected a number from 0 to 1, or percent, such as 0.6 or 60%
       |
    14 | target = 'success=1.5'
       |          ^^^^^^^^^^^^^

    x.toml:15:1: tune.tolerence is not a key here: did you mean tolerance?
       |
    15 | tolerence = 0.1
       | ^^^^^^^^^
    help: keys here are vary, target, tolerance, alpha, max_trials

    2 faults; nothing was run

    --- vary = ['difficulty=1..3'] / target = 'success=50%' / tolerance = 0
    x.toml:15:13: tune.tolerance is 0: the tolerance of a share is above 0 and at most 0.5, such as 0.01 for one point
       |
    15 | tolerance = 0
       |             ^

    1 fault; nothing was run

    --- vary = ['difficulty=1..3'] / target = 'mean.total=9' / tolerance = 0
    x.toml:15:13: tune.tolerance is 0: the tolerance of a mean is a number above 0, in units of the metric
       |
    15 | tolerance = 0
       |             ^

    1 fault; nothing was run

    --- vary = ['difficulty=1..100', 'actor.dice=1..30'] / target = 'success=0.5'
    x.toml:13:8: tune.vary is ["difficulty=1..100", "actor.dice=1..30"]: 100 x 30 = 3000 settings are too many, a tuning has at most 2500: take fewer values, or wider steps as in 10..30/5
       |
    13 | vary = ['difficulty=1..100', 'actor.dice=1..30']
       |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    1 fault; nothing was run

    --- vary = ['dificulty=1..3', 'actor.dice=5..8'] / target = 'mean.totl=9'
    x.toml:13:9: tune.vary[0] does not fit: dificulty is not a key here: did you mean difficulty?
       |
    13 | vary = ['dificulty=1..3', 'actor.dice=5..8']
       |         ^^^^^^^^^^^^^^^^
    help: keys here are format, kind, title, notes, difficulty, actor, helper, rules, run, expect, sweep, tune

    x.toml:13:27: tune.vary[1] does not fit: actor.dice is 7: a Class has 1 to 6 dice
       |
    13 | vary = ['dificulty=1..3', 'actor.dice=5..8']
       |                           ^^^^^^^^^^^^^^^^^

    x.toml:13:27: tune.vary[1] does not fit: actor.dice is 8: a Class has 1 to 6 dice
       |
    13 | vary = ['dificulty=1..3', 'actor.dice=5..8']
       |                           ^^^^^^^^^^^^^^^^^

    x.toml:14:10: tune.target is "mean.totl=9": there is no metric totl: did you mean total?; there are total, margin, helper_sixes
       |
    14 | target = 'mean.totl=9'
       |          ^^^^^^^^^^^^^

    4 faults; nothing was run

    --- vary = ['title=a,b'] / target = 'p50.total=9' / tolerance = 0
    x.toml:13:9: tune.vary[0] makes no difference: no value of title changes what is played; a key of the contest belongs here, and only once
       |
    13 | vary = ['title=a,b']
       |         ^^^^^^^^^^^

    1 fault; nothing was run
    "#);
}
