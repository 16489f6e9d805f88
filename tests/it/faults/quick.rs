//! Wrong files of the kind `quick`.

use super::{Cases, Class, answers};

pub(super) static QUICK: Cases = Cases {
    kind: "quick",
    good: r#"kind = "quick"
difficulty = 10
actor = { name = "Skinner", dice = 2 }
helper = [{ name = "Pick", dice = 6 }, { name = "Friend", dice = 3, fit = "semi" }]
[rules]
half = "up"
[expect.outcomes]
success = [0.5, 1.0]
[expect.metrics]
"p50.total" = [1, 40]
"#,
    bad: &[
        (Class::Syntax, "= 10", ""),
        (Class::Syntax, "\"Skinner\"", "\"Skinner"),
        (Class::UnknownKey, "difficulty", "dificulty"),
        (Class::UnknownKey, "dice = 6", "dices = 6"),
        (Class::WrongType, "= 10", "= 10.5"),
        (
            Class::WrongType,
            "{ name = \"Skinner\", dice = 2 }",
            "\"Skinner\"",
        ),
        (Class::OutOfRange, "= 10", "= 0"),
        (Class::OutOfRange, "dice = 6", "dice = 7"),
        (
            Class::OutOfRange,
            "difficulty",
            "run = { trials = 0 }\ndifficulty",
        ),
        (Class::MissingKey, "difficulty = 10\n", ""),
        (Class::MissingKey, ", dice = 2", ""),
        (Class::DuplicateName, "\"Friend\"", "\"Pick\""),
        (Class::UnknownOutcome, "success =", "victory ="),
        (Class::UnknownMetric, "p50.total", "p50.totl"),
        (Class::UnknownMetric, "p50.total", "p60.total"),
        (
            Class::UnknownPlayer,
            "difficulty",
            "player = \"optimal\"\ndifficulty",
        ),
        (Class::UnknownKind, "\"quick\"", "\"quik\""),
        (Class::UnknownChoice, "\"up\"", "\"Up\""),
        (Class::UnknownChoice, "\"semi\"", "\"none\""),
    ],
};

#[test]
fn bad_quick_files_are_answered() {
    insta::assert_snapshot!(answers(&QUICK), @r#"
    --- Syntax: = 10 -> 
    x.toml:2:12: key with no value: expected `=`
      |
    2 | difficulty
      |            ^

    1 fault; nothing was run

    --- Syntax: "Skinner" -> "Skinner
    x.toml:3:38: unclosed text: expected `"` before the line ends
      |
    3 | actor = { name = "Skinner, dice = 2 }
      |                                      ^

    1 fault; nothing was run

    --- UnknownKey: difficulty -> dificulty
    x.toml:1:1: difficulty is missing: a difficulty is a positive whole number
      |
    1 | kind = "quick"
      | ^
    help: for example difficulty = 10

    x.toml:2:1: dificulty is not a key here: did you mean difficulty?
      |
    2 | dificulty = 10
      | ^^^^^^^^^
    help: keys here are format, kind, title, notes, difficulty, actor, helper, rules, run, expect, sweep, tune

    2 faults; nothing was run

    --- UnknownKey: dice = 6 -> dices = 6
    x.toml:4:11: helper.Pick.dice is missing: a Class has 1 to 6 dice
      |
    4 | helper = [{ name = "Pick", dices = 6 }, { name = "Friend", dice = 3, fit = "semi" }]
      |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    help: for example dice = 3

    x.toml:4:28: helper.Pick.dices is not a key here: did you mean dice?
      |
    4 | helper = [{ name = "Pick", dices = 6 }, { name = "Friend", dice = 3, fit = "semi" }]
      |                            ^^^^^
    help: keys here are name, dice, fit

    2 faults; nothing was run

    --- WrongType: = 10 -> = 10.5
    x.toml:2:14: difficulty is 10.5: a difficulty is a positive whole number
      |
    2 | difficulty = 10.5
      |              ^^^^

    1 fault; nothing was run

    --- WrongType: { name = "Skinner", dice = 2 } -> "Skinner"
    x.toml:3:9: actor is "Skinner": a table
      |
    3 | actor = "Skinner"
      |         ^^^^^^^^^
    help: for example actor = { name = "Skinner", dice = 2 }

    1 fault; nothing was run

    --- OutOfRange: = 10 -> = 0
    x.toml:2:14: difficulty is 0: a difficulty is a positive whole number
      |
    2 | difficulty = 0
      |              ^

    1 fault; nothing was run

    --- OutOfRange: dice = 6 -> dice = 7
    x.toml:4:35: helper.Pick.dice is 7: a Class has 1 to 6 dice
      |
    4 | helper = [{ name = "Pick", dice = 7 }, { name = "Friend", dice = 3, fit = "semi" }]
      |                                   ^

    1 fault; nothing was run

    --- OutOfRange: difficulty -> run = { trials = 0 } / difficulty
    x.toml:2:18: run.trials is 0: an integer from 1 to 1000000000000000
      |
    2 | run = { trials = 0 }
      |                  ^

    1 fault; nothing was run

    --- MissingKey: difficulty = 10 -> 
    x.toml:1:1: difficulty is missing: a difficulty is a positive whole number
      |
    1 | kind = "quick"
      | ^
    help: for example difficulty = 10

    1 fault; nothing was run

    --- MissingKey: , dice = 2 -> 
    x.toml:3:9: actor.dice is missing: a Class has 1 to 6 dice
      |
    3 | actor = { name = "Skinner" }
      |         ^^^^^^^^^^^^^^^^^^^^
    help: for example dice = 3

    1 fault; nothing was run

    --- DuplicateName: "Friend" -> "Pick"
    x.toml:4:49: helper[1].name is "Pick": a name is used once, and x.toml:4:20 has it
      |
    4 | helper = [{ name = "Pick", dice = 6 }, { name = "Pick", dice = 3, fit = "semi" }]
      |                                                 ^^^^^^

    1 fault; nothing was run

    --- UnknownOutcome: success = -> victory =
    x.toml:8:11: expect.outcomes.victory is no outcome here: the outcomes here are success, failure
      |
    8 | victory = [0.5, 1.0]
      |           ^^^^^^^^^^

    1 fault; nothing was run

    --- UnknownMetric: p50.total -> p50.totl
    x.toml:10:14: expect.metrics.'p50.totl' names no metric here: did you mean total?
       |
    10 | "p50.totl" = [1, 40]
       |              ^^^^^^^
    help: the metrics here are total, margin, helper_sixes

    1 fault; nothing was run

    --- UnknownMetric: p50.total -> p60.total
    x.toml:10:15: expect.metrics.'p60.total' is no figure of a metric: it begins with one of mean, sd, min, p05, p25, p50, p75, p95, max, then comes a dot and the metric, as in "mean.turns"
       |
    10 | "p60.total" = [1, 40]
       |               ^^^^^^^
    help: did you mean p50?

    1 fault; nothing was run

    --- UnknownPlayer: difficulty -> player = "optimal" / difficulty
    x.toml:2:1: player is not a key here: keys here are format, kind, title, notes, difficulty, actor, helper, rules, run, expect, sweep, tune
      |
    2 | player = "optimal"
      | ^^^^^^

    1 fault; nothing was run

    --- UnknownKind: "quick" -> "quik"
    x.toml:1:8: kind is "quik": one of "combat", "survey", "workshop", "quick", "trade", "action_dice", "dice_adventures", "abstract", "adventure"
      |
    1 | kind = "quik"
      |        ^^^^^^
    help: did you mean "quick"?

    1 fault; nothing was run

    --- UnknownChoice: "up" -> "Up"
    x.toml:6:8: rules.half is "Up": one of "up", "down"
      |
    6 | half = "Up"
      |        ^^^^
    help: did you mean "up"?

    1 fault; nothing was run

    --- UnknownChoice: "semi" -> "none"
    x.toml:4:75: helper.Friend.fit is "none": one of "full", "semi"
      |
    4 | helper = [{ name = "Pick", dice = 6 }, { name = "Friend", dice = 3, fit = "none" }]
      |                                                                           ^^^^^^

    1 fault; nothing was run
    "#);
}
