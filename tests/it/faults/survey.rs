//! Wrong files of the kind `survey`.

use super::{Cases, Class, answer, answers};

pub(super) static SURVEY: Cases = Cases {
    kind: "survey",
    good: r#"kind = "survey"
player = "optimal"
leader = { name = "Kate", dice = 4 }
helper = [{ name = "Expert", dice = 3 }, { name = "Friend", dice = 2, fit = "semi" }]
field = { size = 10 }
[rules]
prize = "uniform"
combine = false
[expect.outcomes]
success = [0.5, 1.0]
[expect.metrics]
"mean.explored" = [1, 10]
"#,
    bad: &[
        (Class::Syntax, "combine = false", "combine = "),
        (Class::Syntax, "\"Kate\"", "\"Kate"),
        (Class::UnknownKey, "combine", "combined"),
        (Class::UnknownKey, "field = {", "feild = {"),
        (Class::WrongType, "= false", "= \"no\""),
        (Class::WrongType, "{ size = 10 }", "10"),
        (Class::OutOfRange, "size = 10", "size = 12"),
        (Class::OutOfRange, "size = 10", "size = 36"),
        (Class::OutOfRange, "dice = 4", "dice = 7"),
        (Class::OutOfRange, "\"uniform\"", "7"),
        (Class::MissingKey, "name = \"Kate\", ", ""),
        (Class::MissingKey, "name = \"Kate\", ", ""),
        (Class::MissingKey, ", dice = 3", ""),
        (Class::DuplicateName, "\"Friend\"", "\"Expert\""),
        (Class::UnknownOutcome, "success =", "trail ="),
        (Class::UnknownMetric, "mean.explored", "mean.supply"),
        (Class::UnknownPlayer, "\"optimal\"", "\"expert\""),
        (Class::UnknownKind, "\"survey\"", "\"surveys\""),
        (Class::UnknownChoice, "\"uniform\"", "\"unifrom\""),
        (Class::UnknownChoice, "\"semi\"", "\"half\""),
    ],
};

#[test]
fn bad_survey_files_are_answered() {
    insta::assert_snapshot!(answers(&SURVEY), @r#"
    --- Syntax: combine = false -> combine = 
    x.toml:8:11: value is missing
      |
    8 | combine =
      |           ^

    1 fault; nothing was run

    --- Syntax: "Kate" -> "Kate
    x.toml:3:36: unclosed text: expected `"` before the line ends
      |
    3 | leader = { name = "Kate, dice = 4 }
      |                                    ^

    1 fault; nothing was run

    --- UnknownKey: combine -> combined
    x.toml:8:1: rules.combined is not a key here: did you mean combine?
      |
    8 | combined = false
      | ^^^^^^^^
    help: keys here are prize, combine, half

    1 fault; nothing was run

    --- UnknownKey: field = { -> feild = {
    x.toml:5:1: feild is not a key here: did you mean field?
      |
    5 | feild = { size = 10 }
      | ^^^^^
    help: keys here are format, kind, title, notes, player, leader, helper, supply, field, rules, run, expect, sweep, tune

    1 fault; nothing was run

    --- WrongType: = false -> = "no"
    x.toml:8:11: rules.combine is "no": true or false
      |
    8 | combine = "no"
      |           ^^^^

    1 fault; nothing was run

    --- WrongType: { size = 10 } -> 10
    x.toml:5:9: field is 10: a table
      |
    5 | field = 10
      |         ^^
    help: for example field = { size = 10 }

    1 fault; nothing was run

    --- OutOfRange: size = 10 -> size = 12
    x.toml:5:18: field.size is 12: a Field has 6, 10, 15, 21 or 28 dice
      |
    5 | field = { size = 12 }
      |                  ^^

    1 fault; nothing was run

    --- OutOfRange: size = 10 -> size = 36
    x.toml:5:18: field.size is 36: a Field has 6, 10, 15, 21 or 28 dice
      |
    5 | field = { size = 36 }
      |                  ^^

    1 fault; nothing was run

    --- OutOfRange: dice = 4 -> dice = 7
    x.toml:3:34: leader.dice is 7: a Class has 1 to 6 dice
      |
    3 | leader = { name = "Kate", dice = 7 }
      |                                  ^

    1 fault; nothing was run

    --- OutOfRange: "uniform" -> 7
    x.toml:7:9: rules.prize is 7: one of "uniform", "solvable", "commonest", "rarest", or a number from 1 to 6
      |
    7 | prize = 7
      |         ^

    1 fault; nothing was run

    --- MissingKey: name = "Kate", -> 
    x.toml:3:10: leader.name is missing: a text in quotes
      |
    3 | leader = { dice = 4 }
      |          ^^^^^^^^^^^^
    help: for example name = "Kate"

    1 fault; nothing was run

    --- MissingKey: name = "Kate", -> 
    x.toml:3:10: leader.name is missing: a text in quotes
      |
    3 | leader = { dice = 4 }
      |          ^^^^^^^^^^^^
    help: for example name = "Kate"

    1 fault; nothing was run

    --- MissingKey: , dice = 3 -> 
    x.toml:4:11: helper.Expert.dice is missing: a Class has 1 to 6 dice
      |
    4 | helper = [{ name = "Expert" }, { name = "Friend", dice = 2, fit = "semi" }]
      |           ^^^^^^^^^^^^^^^^^^^
    help: for example dice = 3

    1 fault; nothing was run

    --- DuplicateName: "Friend" -> "Expert"
    x.toml:4:51: helper[1].name is "Expert": a name is used once, and x.toml:4:20 has it
      |
    4 | helper = [{ name = "Expert", dice = 3 }, { name = "Expert", dice = 2, fit = "semi" }]
      |                                                   ^^^^^^^^

    1 fault; nothing was run

    --- UnknownOutcome: success = -> trail =
    x.toml:10:9: expect.outcomes.trail is no outcome here: the outcomes here are success, no_trail, trail_lost
       |
    10 | trail = [0.5, 1.0]
       |         ^^^^^^^^^^

    1 fault; nothing was run

    --- UnknownMetric: mean.explored -> mean.supply
    x.toml:12:17: expect.metrics.'mean.supply' names no metric here: the metrics here are explored, supply_left, trail_step, eligible, solvable
       |
    12 | "mean.supply" = [1, 10]
       |                 ^^^^^^^

    1 fault; nothing was run

    --- UnknownPlayer: "optimal" -> "expert"
    x.toml:2:10: player is "expert": one of "random", "thrifty", "optimal"
      |
    2 | player = "expert"
      |          ^^^^^^^^

    1 fault; nothing was run

    --- UnknownKind: "survey" -> "surveys"
    x.toml:1:8: kind is "surveys": one of "combat", "survey", "workshop", "quick", "trade", "action_dice", "dice_adventures", "abstract", "adventure"
      |
    1 | kind = "surveys"
      |        ^^^^^^^^^
    help: did you mean "survey"?

    1 fault; nothing was run

    --- UnknownChoice: "uniform" -> "unifrom"
    x.toml:7:9: rules.prize is "unifrom": one of "uniform", "solvable", "commonest", "rarest", or a number from 1 to 6
      |
    7 | prize = "unifrom"
      |         ^^^^^^^^^
    help: did you mean "uniform"?

    1 fault; nothing was run

    --- UnknownChoice: "semi" -> "half"
    x.toml:4:77: helper.Friend.fit is "half": one of "full", "semi"
      |
    4 | helper = [{ name = "Expert", dice = 3 }, { name = "Friend", dice = 2, fit = "half" }]
      |                                                                             ^^^^^^

    1 fault; nothing was run
    "#);
}

/// The answer to the rest of a file of the kind.
fn of(rest: &str) -> String {
    answer(&format!("kind = \"survey\"\n{rest}"), &[])
}

#[test]
fn a_field_is_a_triangle_in_which_the_prize_stands_twice() {
    let leader = "leader = { name = \"Kate\", dice = 4 }\n";
    let answers = [
        "field = {}",
        "field = { size = 10, dice = [1, 1, 2, 3, 4, 5] }",
        "field = { dice = [1, 1, 2, 3, 4, 5, 6] }",
        "field = { dice = [1, 2, 3, 4, 5, 6] }",
        "field = { dice = [1, 1, 2, 3, 4, 7] }",
        "field = { dice = [1, 1, 2, 3, 4, 5] }\nrules = { prize = 2 }",
    ]
    .map(|field| of(&format!("{leader}{field}")));
    insta::assert_snapshot!(answers.join("\n"), @"
    x.toml:3:9: field does not say which dice: give size or dice
      |
    3 | field = {}
      |         ^^

    1 fault; nothing was run

    x.toml:3:9: field says twice which dice: give size or dice, not both
      |
    3 | field = { size = 10, dice = [1, 1, 2, 3, 4, 5] }
      |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    1 fault; nothing was run

    x.toml:3:18: field.dice has 7 dice: a Field has 6, 10, 15, 21 or 28 dice
      |
    3 | field = { dice = [1, 1, 2, 3, 4, 5, 6] }
      |                  ^^^^^^^^^^^^^^^^^^^^^

    1 fault; nothing was run

    x.toml:3:18: field.dice is [1, 2, 3, 4, 5, 6]: a Field on which some number stands twice, for the Prize is one that does
      |
    3 | field = { dice = [1, 2, 3, 4, 5, 6] }
      |                  ^^^^^^^^^^^^^^^^^^

    1 fault; nothing was run

    x.toml:3:34: field.dice[5] is 7: a Field has 6, 10, 15, 21 or 28 dice, each of 1 to 6
      |
    3 | field = { dice = [1, 1, 2, 3, 4, 7] }
      |                                  ^

    1 fault; nothing was run

    x.toml:4:19: rules.prize is 2: a number that stands at least twice on the Field
      |
    4 | rules = { prize = 2 }
      |                   ^

    1 fault; nothing was run
    ");
}

#[test]
fn a_supply_is_rolled_or_given() {
    let answers = [
        "supply = { dice = [] }",
        "supply = { dice = [2, 0] }",
        "supply = { dice = [2, 3] }\nleader = { name = \"Kate\", dice = 4 }",
        "supply = { dice = [2, 3] }\nhelper = [{ name = \"Expert\", dice = 3 }]",
        "helper = [{ name = \"Expert\", dice = 3 }]",
        "leadr = { name = \"Kate\", dice = 3 }",
    ]
    .map(of);
    insta::assert_snapshot!(answers.join("\n"), @r#"
    x.toml:2:19: supply.dice has 0 elements: a list of 1 to 100 integers, each from 1 to 6
      |
    2 | supply = { dice = [] }
      |                   ^^

    1 fault; nothing was run

    x.toml:2:23: supply.dice[1] is 0: an integer from 1 to 6
      |
    2 | supply = { dice = [2, 0] }
      |                       ^

    1 fault; nothing was run

    x.toml:2:10: supply is { dice = [2, 3] }: the dice, or a leader who rolls them, not both
      |
    2 | supply = { dice = [2, 3] }
      |          ^^^^^^^^^^^^^^^^^

    1 fault; nothing was run

    x.toml:3:10: helper is [{ name = "Expert", dice = 3 }]: helpers add to what a leader rolls; leave them out, or supply
      |
    3 | helper = [{ name = "Expert", dice = 3 }]
      |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    1 fault; nothing was run

    x.toml:1:1: leader is missing: somebody leads the search: give leader, or supply.dice
      |
    1 | kind = "survey"
      | ^
    help: for example leader = { name = "Kate", dice = 4 }

    1 fault; nothing was run

    x.toml:1:1: leader is missing: somebody leads the search: give leader, or supply.dice
      |
    1 | kind = "survey"
      | ^
    help: for example leader = { name = "Kate", dice = 4 }

    x.toml:2:1: leadr is not a key here: did you mean leader?
      |
    2 | leadr = { name = "Kate", dice = 3 }
      | ^^^^^
    help: keys here are format, kind, title, notes, player, leader, helper, supply, field, rules, run, expect, sweep, tune

    2 faults; nothing was run
    "#);
}

#[test]
fn more_dice_than_can_be_counted_are_refused() {
    let helpers: Vec<String> = (0..17)
        .map(|number| format!("{{ name = \"h{number}\", dice = 6 }}"))
        .collect();
    let text = format!(
        "leader = {{ name = \"Kate\", dice = 4 }}\nhelper = [\n{},\n]",
        helpers.join(",\n")
    );
    insta::assert_snapshot!(of(&text), @"
    x.toml:3:10: helper brings the dice thrown to 106: the leader and all helpers may throw 100 dice together
      |
    3 | helper = [
      |          ^

    1 fault; nothing was run
    ");
}

#[test]
fn a_field_that_takes_too_long_is_refused() {
    let field = "field = { dice = [2, 6, 5, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 6, 1, 1, 1, 4, 1, 1, 4, 1, 1, 1, 5, 3, 2, 1] }\n";
    let text =
        format!("supply = {{ dice = [2, 3, 5, 5, 6, 6] }}\n{field}rules = {{ combine = true }}");
    insta::assert_snapshot!(of(&text), @"
    x.toml:3:18: field.dice takes too long to search with combine: best play is found by looking at 5000000 goes or fewer
      |
    3 | field = { dice = [2, 6, 5, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 6, 1, 1, 1, 4, 1, 1, 4, 1, 1, 1, 5, 3, 2, 1…
      |                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    help: put fewer low dice on the Field, roll fewer dice of Supply, or set combine to false

    1 fault; nothing was run
    ");
    // It is `combine` that takes long.
    let text = format!("kind = \"survey\"\n{}", text.replace("true", "false"));
    super::good(&text).contest.exact().unwrap();
}

#[test]
fn all_faults_come_at_once() {
    insta::assert_snapshot!(of(
        "player = \"perfect\"\nleader = { name = \"\", dice = 0 }\nsupply = { dice = [1, 9] }\nfield = { size = 11 }\nrules = { prize = \"common\", combine = 1, halves = \"up\" }"
    ), @r#"
    x.toml:2:10: player is "perfect": one of "random", "thrifty", "optimal"
      |
    2 | player = "perfect"
      |          ^^^^^^^^^

    x.toml:3:30: leader.dice is 0: a Class has 1 to 6 dice
      |
    3 | leader = { name = "", dice = 0 }
      |                              ^

    x.toml:4:10: supply is { dice = [1, 9] }: the dice, or a leader who rolls them, not both
      |
    4 | supply = { dice = [1, 9] }
      |          ^^^^^^^^^^^^^^^^^

    x.toml:4:23: supply.dice[1] is 9: an integer from 1 to 6
      |
    4 | supply = { dice = [1, 9] }
      |                       ^

    x.toml:5:18: field.size is 11: a Field has 6, 10, 15, 21 or 28 dice
      |
    5 | field = { size = 11 }
      |                  ^^

    x.toml:6:19: rules.prize is "common": one of "uniform", "solvable", "commonest", "rarest", or a number from 1 to 6
      |
    6 | rules = { prize = "common", combine = 1, halves = "up" }
      |                   ^^^^^^^^
    help: did you mean "commonest"?

    x.toml:6:39: rules.combine is 1: true or false
      |
    6 | rules = { prize = "common", combine = 1, halves = "up" }
      |                                       ^

    x.toml:6:42: rules.halves is not a key here: keys here are prize, combine, half
      |
    6 | rules = { prize = "common", combine = 1, halves = "up" }
      |                                          ^^^^^^

    8 faults; nothing was run
    "#);
}
