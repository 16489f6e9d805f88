//! Wrong files of the kind `abstract`.

use super::{Cases, Class, answers};

pub(super) static ABSTRACT: Cases = Cases {
    kind: "abstract",
    good: r#"kind = "abstract"
skill = 57
task = 49
[rules]
tie = "coin"
[expect.outcomes]
success = [0.5, 1.0]
[expect.metrics]
"mean.net" = [1, 40]
"#,
    bad: &[
        (Class::Syntax, "skill = 57", "skill: 57"),
        (Class::Syntax, "\"coin\"", "'coin\""),
        (Class::UnknownKey, "task", "difficulty"),
        (Class::WrongType, "57", "\"fifty-seven\""),
        (
            Class::WrongType,
            "[rules]\ntie = \"coin\"",
            "rules = \"coin\"",
        ),
        (Class::OutOfRange, "49", "4900"),
        (Class::MissingKey, "task = 49\n", ""),
        (Class::DuplicateName, "task", "skill"),
        (Class::DuplicateName, "[expect.outcomes]", "[rules]"),
        (Class::UnknownOutcome, "success =", "tie ="),
        (Class::UnknownMetric, "mean.net", "mean.stops"),
        (
            Class::UnknownPlayer,
            "skill = 57",
            "player = \"optimal\"\nskill = 57",
        ),
        (Class::UnknownKind, "\"abstract\"", "\"abstract rpg\""),
        (Class::UnknownKind, "kind = \"abstract\"\n", ""),
        (Class::UnknownKind, "\"abstract\"", "7"),
        (Class::UnknownChoice, "\"coin\"", "\"flip\""),
    ],
};

#[test]
fn bad_abstract_files_are_answered() {
    insta::assert_snapshot!(answers(&ABSTRACT), @r#"
    --- Syntax: skill = 57 -> skill: 57
    x.toml:2:8: key with no value: expected `=`
      |
    2 | skill: 57
      |        ^

    1 fault; nothing was run

    --- Syntax: "coin" -> 'coin"
    x.toml:5:13: unclosed text: expected `'` before the line ends
      |
    5 | tie = 'coin"
      |             ^

    1 fault; nothing was run

    --- UnknownKey: task -> difficulty
    x.toml:1:1: task is missing: a level is a whole number from -1000 to 1000
      |
    1 | kind = "abstract"
      | ^
    help: for example task = 49

    x.toml:3:1: difficulty is not a key here: keys here are format, kind, title, notes, skill, task, rules, run, expect, sweep, tune
      |
    3 | difficulty = 49
      | ^^^^^^^^^^

    2 faults; nothing was run

    --- WrongType: 57 -> "fifty-seven"
    x.toml:2:9: skill is "fifty-seven": a level is a whole number from -1000 to 1000
      |
    2 | skill = "fifty-seven"
      |         ^^^^^^^^^^^^^

    1 fault; nothing was run

    --- WrongType: [rules] / tie = "coin" -> rules = "coin"
    x.toml:4:9: rules is "coin": a table
      |
    4 | rules = "coin"
      |         ^^^^^^
    help: a table is written rules = { … }

    1 fault; nothing was run

    --- OutOfRange: 49 -> 4900
    x.toml:3:8: task is 4900: a level is a whole number from -1000 to 1000
      |
    3 | task = 4900
      |        ^^^^

    1 fault; nothing was run

    --- MissingKey: task = 49 -> 
    x.toml:1:1: task is missing: a level is a whole number from -1000 to 1000
      |
    1 | kind = "abstract"
      | ^
    help: for example task = 49

    1 fault; nothing was run

    --- DuplicateName: task -> skill
    x.toml:3:1: duplicate key: a key is written once in a table
      |
    3 | skill = 49
      | ^^^^^

    1 fault; nothing was run

    --- DuplicateName: [expect.outcomes] -> [rules]
    x.toml:6:2: duplicate key: a key is written once in a table
      |
    6 | [rules]
      |  ^^^^^

    x.toml:7:1: rules.success is not a key here: keys here are tie, dice, decimals
      |
    7 | success = [0.5, 1.0]
      | ^^^^^^^

    2 faults; nothing was run

    --- UnknownOutcome: success = -> tie =
    x.toml:7:7: expect.outcomes.tie is no outcome here: the outcomes here are success, failure
      |
    7 | tie = [0.5, 1.0]
      |       ^^^^^^^^^^

    1 fault; nothing was run

    --- UnknownMetric: mean.net -> mean.stops
    x.toml:9:16: expect.metrics.'mean.stops' names no metric here: the metrics here are net, active, passive, dice
      |
    9 | "mean.stops" = [1, 40]
      |                ^^^^^^^

    1 fault; nothing was run

    --- UnknownPlayer: skill = 57 -> player = "optimal" / skill = 57
    x.toml:2:1: player is not a key here: keys here are format, kind, title, notes, skill, task, rules, run, expect, sweep, tune
      |
    2 | player = "optimal"
      | ^^^^^^

    1 fault; nothing was run

    --- UnknownKind: "abstract" -> "abstract rpg"
    x.toml:1:8: kind is "abstract rpg": one of "combat", "survey", "workshop", "quick", "trade", "action_dice", "dice_adventures", "abstract", "adventure"
      |
    1 | kind = "abstract rpg"
      |        ^^^^^^^^^^^^^^
    help: did you mean "abstract"?

    1 fault; nothing was run

    --- UnknownKind: kind = "abstract" -> 
    x.toml:1:1: kind is missing: one of "combat", "survey", "workshop", "quick", "trade", "action_dice", "dice_adventures", "abstract", "adventure"
      |
    1 | skill = 57
      | ^
    help: for example kind = "combat"; `evenodds new combat` prints a whole file to start from

    1 fault; nothing was run

    --- UnknownKind: "abstract" -> 7
    x.toml:1:8: kind is 7: one of "combat", "survey", "workshop", "quick", "trade", "action_dice", "dice_adventures", "abstract", "adventure"
      |
    1 | kind = 7
      |        ^

    1 fault; nothing was run

    --- UnknownChoice: "coin" -> "flip"
    x.toml:5:7: rules.tie is "flip": one of "coin", "active", "passive", "tie"
      |
    5 | tie = "flip"
      |       ^^^^^^

    1 fault; nothing was run
    "#);
}
