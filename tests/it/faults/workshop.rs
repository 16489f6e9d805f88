//! Wrong files of the kind `workshop`.

use super::{Cases, Class, answer, answers};
use evenodds::scenario::load;

pub(super) static WORKSHOP: Cases = Cases {
    kind: "workshop",
    good: r#"kind = "workshop"
player = "one_by_one"
crafter = { name = "Gex", dice = 5, fit = "semi" }
assistance = true
craft = { piles = 4 }
[rules]
half = "down"
reroll_solved = false
[expect.outcomes]
success = [0.0, 1.0]
[expect.metrics]
"mean.rounds" = [1, 9]
"#,
    bad: &[
        (Class::Syntax, "piles = 4 }", "piles = 4"),
        (Class::Syntax, "= true", "= yes"),
        (Class::UnknownKey, "assistance", "assistence"),
        (Class::UnknownKey, "piles", "pile"),
        (Class::WrongType, "= true", "= 1"),
        (Class::WrongType, "{ piles = 4 }", "4"),
        (Class::WrongType, "{ piles = 4 }", "{ dice = [1, 2, 3] }"),
        (Class::OutOfRange, "piles = 4", "piles = 11"),
        (Class::OutOfRange, "dice = 5", "dice = 7"),
        (
            Class::OutOfRange,
            "{ piles = 4 }",
            "{ dice = [[1, 2, 3], [4, 5, 7]] }",
        ),
        (
            Class::OutOfRange,
            "{ piles = 4 }",
            "{ dice = [[1, 2, 3], [4, 5, 6], [1, 2]] }",
        ),
        (Class::MissingKey, "dice = 5, ", ""),
        (Class::MissingKey, "craft = { piles = 4 }\n", ""),
        (Class::DuplicateName, "piles = 4", "piles = 4, piles = 5"),
        (Class::UnknownOutcome, "success =", "sucess ="),
        (Class::UnknownMetric, "mean.rounds", "mean.turns"),
        (Class::UnknownMetric, "mean.rounds", "rounds"),
        (Class::UnknownPlayer, "one_by_one", "one-by-one"),
        (Class::UnknownKind, "\"workshop\"", "\"workshops\""),
        (Class::UnknownChoice, "\"down\"", "\"none\""),
    ],
};

#[test]
fn bad_workshop_files_are_answered() {
    insta::assert_snapshot!(answers(&WORKSHOP), @r#"
    --- Syntax: piles = 4 } -> piles = 4
    x.toml:5:9: unclosed inline table: expected `}` before line 6
      |
    5 | craft = { piles = 4
      |         ^

    1 fault; nothing was run

    --- Syntax: = true -> = yes
    x.toml:4:14: string values must be quoted: "like this"
      |
    4 | assistance = yes
      |              ^^^

    1 fault; nothing was run

    --- UnknownKey: assistance -> assistence
    x.toml:4:1: assistence is not a key here: did you mean assistance?
      |
    4 | assistence = true
      | ^^^^^^^^^^
    help: keys here are format, kind, title, notes, player, crafter, assistance, time, facility, craft, rules, run, expect, sweep, tune

    1 fault; nothing was run

    --- UnknownKey: piles -> pile
    x.toml:5:11: craft.pile is not a key here: did you mean piles?
      |
    5 | craft = { pile = 4 }
      |           ^^^^
    help: keys here are piles, dice

    1 fault; nothing was run

    --- WrongType: = true -> = 1
    x.toml:4:14: assistance is 1: true or false
      |
    4 | assistance = 1
      |              ^

    1 fault; nothing was run

    --- WrongType: { piles = 4 } -> 4
    x.toml:5:9: craft is 4: a table
      |
    5 | craft = 4
      |         ^
    help: for example craft = { piles = 3 }

    1 fault; nothing was run

    --- WrongType: { piles = 4 } -> { dice = [1, 2, 3] }
    x.toml:5:19: craft.dice[0] is 1: 3 to 10 piles, each a list of three faces from 1 to 6
      |
    5 | craft = { dice = [1, 2, 3] }
      |                   ^
    help: a list of one is written in brackets too: [ … ]

    x.toml:5:22: craft.dice[1] is 2: 3 to 10 piles, each a list of three faces from 1 to 6
      |
    5 | craft = { dice = [1, 2, 3] }
      |                      ^
    help: a list of one is written in brackets too: [ … ]

    x.toml:5:25: craft.dice[2] is 3: 3 to 10 piles, each a list of three faces from 1 to 6
      |
    5 | craft = { dice = [1, 2, 3] }
      |                         ^
    help: a list of one is written in brackets too: [ … ]

    3 faults; nothing was run

    --- OutOfRange: piles = 4 -> piles = 11
    x.toml:5:19: craft.piles is 11: a Craft has 3 to 10 piles
      |
    5 | craft = { piles = 11 }
      |                   ^^

    1 fault; nothing was run

    --- OutOfRange: dice = 5 -> dice = 7
    x.toml:3:34: crafter.dice is 7: a Class has 1 to 6 dice
      |
    3 | crafter = { name = "Gex", dice = 7, fit = "semi" }
      |                                  ^

    1 fault; nothing was run

    --- OutOfRange: { piles = 4 } -> { dice = [[1, 2, 3], [4, 5, 7]] }
    x.toml:5:18: craft.dice has 2 elements: 3 to 10 piles, each a list of three faces from 1 to 6
      |
    5 | craft = { dice = [[1, 2, 3], [4, 5, 7]] }
      |                  ^^^^^^^^^^^^^^^^^^^^^^

    x.toml:5:37: craft.dice[1][2] is 7: 3 to 10 piles, each a list of three faces from 1 to 6
      |
    5 | craft = { dice = [[1, 2, 3], [4, 5, 7]] }
      |                                     ^

    2 faults; nothing was run

    --- OutOfRange: { piles = 4 } -> { dice = [[1, 2, 3], [4, 5, 6], [1, 2]] }
    x.toml:5:41: craft.dice[2] has 2 elements: 3 to 10 piles, each a list of three faces from 1 to 6
      |
    5 | craft = { dice = [[1, 2, 3], [4, 5, 6], [1, 2]] }
      |                                         ^^^^^^

    1 fault; nothing was run

    --- MissingKey: dice = 5, -> 
    x.toml:3:11: crafter.dice is missing: a Class has 1 to 6 dice
      |
    3 | crafter = { name = "Gex", fit = "semi" }
      |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    help: for example dice = 3

    1 fault; nothing was run

    --- MissingKey: craft = { piles = 4 } -> 
    x.toml:1:1: craft is missing: a table
      |
    1 | kind = "workshop"
      | ^
    help: for example craft = { piles = 3 }

    1 fault; nothing was run

    --- DuplicateName: piles = 4 -> piles = 4, piles = 5
    x.toml:5:22: duplicate key: a key is written once in a table
      |
    5 | craft = { piles = 4, piles = 5 }
      |                      ^^^^^

    1 fault; nothing was run

    --- UnknownOutcome: success = -> sucess =
    x.toml:10:10: expect.outcomes.sucess is no outcome here: did you mean success?
       |
    10 | sucess = [0.0, 1.0]
       |          ^^^^^^^^^^
    help: the outcomes here are success, failure

    1 fault; nothing was run

    --- UnknownMetric: mean.rounds -> mean.turns
    x.toml:12:16: expect.metrics.'mean.turns' names no metric here: the metrics here are rounds, dice_rolled, supply_left, replacements, spread, start_spread
       |
    12 | "mean.turns" = [1, 9]
       |                ^^^^^^

    1 fault; nothing was run

    --- UnknownMetric: mean.rounds -> rounds
    x.toml:12:12: expect.metrics.rounds is no figure of a metric: it begins with one of mean, sd, min, p05, p25, p50, p75, p95, max, then comes a dot and the metric, as in "mean.turns"
       |
    12 | "rounds" = [1, 9]
       |            ^^^^^^
    help: did you mean "mean.rounds"?

    1 fault; nothing was run

    --- UnknownPlayer: one_by_one -> one-by-one
    x.toml:2:10: player is "one-by-one": one of "one_by_one", "matcher", "optimal"
      |
    2 | player = "one-by-one"
      |          ^^^^^^^^^^^^
    help: did you mean "one_by_one"?

    1 fault; nothing was run

    --- UnknownKind: "workshop" -> "workshops"
    x.toml:1:8: kind is "workshops": one of "combat", "survey", "workshop", "quick", "trade", "action_dice", "dice_adventures", "abstract", "adventure"
      |
    1 | kind = "workshops"
      |        ^^^^^^^^^^^
    help: did you mean "workshop"?

    1 fault; nothing was run

    --- UnknownChoice: "down" -> "none"
    x.toml:7:8: rules.half is "none": one of "up", "down"
      |
    7 | half = "none"
      |        ^^^^^^

    1 fault; nothing was run
    "#);
}

#[test]
fn all_that_is_wrong_with_a_workshop_is_said_at_once() {
    let text = r#"
kind = "workshop"
player = "optimum"
crafter = { nam = "Gex", dice = 0, fit = "most" }
time = "plenty"
craft = { piles = 2, dice = [[1, 2, 3, 4], [0, 1, 1]] }
suply = 8
[rules]
reroll_solved = 1
"#;
    insta::assert_snapshot!(answer(text, &[]), @r#"
    x.toml:3:10: player is "optimum": one of "one_by_one", "matcher", "optimal"
      |
    3 | player = "optimum"
      |          ^^^^^^^^^
    help: did you mean "optimal"?

    x.toml:4:11: crafter.name is missing: a text in quotes
      |
    4 | crafter = { nam = "Gex", dice = 0, fit = "most" }
      |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    help: for example name = "Gex"

    x.toml:4:13: crafter.nam is not a key here: did you mean name?
      |
    4 | crafter = { nam = "Gex", dice = 0, fit = "most" }
      |             ^^^
    help: keys here are name, dice, fit

    x.toml:4:33: crafter.dice is 0: a Class has 1 to 6 dice
      |
    4 | crafter = { nam = "Gex", dice = 0, fit = "most" }
      |                                 ^

    x.toml:4:42: crafter.fit is "most": one of "full", "semi"
      |
    4 | crafter = { nam = "Gex", dice = 0, fit = "most" }
      |                                          ^^^^^^

    x.toml:5:8: time is "plenty": true or false
      |
    5 | time = "plenty"
      |        ^^^^^^^^

    x.toml:6:9: craft says twice which dice: give piles or dice, not both
      |
    6 | craft = { piles = 2, dice = [[1, 2, 3, 4], [0, 1, 1]] }
      |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    help: --set replaces the whole table: --set 'craft={ piles = 4 }'

    x.toml:6:19: craft.piles is 2: a Craft has 3 to 10 piles
      |
    6 | craft = { piles = 2, dice = [[1, 2, 3, 4], [0, 1, 1]] }
      |                   ^

    x.toml:6:29: craft.dice has 2 elements: 3 to 10 piles, each a list of three faces from 1 to 6
      |
    6 | craft = { piles = 2, dice = [[1, 2, 3, 4], [0, 1, 1]] }
      |                             ^^^^^^^^^^^^^^^^^^^^^^^^^

    x.toml:6:30: craft.dice[0] has 4 elements: 3 to 10 piles, each a list of three faces from 1 to 6
      |
    6 | craft = { piles = 2, dice = [[1, 2, 3, 4], [0, 1, 1]] }
      |                              ^^^^^^^^^^^^

    x.toml:6:45: craft.dice[1][0] is 0: 3 to 10 piles, each a list of three faces from 1 to 6
      |
    6 | craft = { piles = 2, dice = [[1, 2, 3, 4], [0, 1, 1]] }
      |                                             ^

    x.toml:7:1: suply is not a key here: keys here are format, kind, title, notes, player, crafter, assistance, time, facility, craft, rules, run, expect, sweep, tune
      |
    7 | suply = 8
      | ^^^^^

    x.toml:9:17: rules.reroll_solved is 1: true or false
      |
    9 | reroll_solved = 1
      |                 ^

    13 faults; nothing was run
    "#);
}

#[test]
fn a_craft_is_either_rolled_or_given() {
    let with = |craft: &str| {
        let text = WORKSHOP.good.replacen("{ piles = 4 }", craft, 1);
        answer(&text, &[])
    };
    insta::assert_snapshot!(with("{}"), @"
    x.toml:5:9: craft does not say which dice: give piles or dice
      |
    5 | craft = {}
      |         ^^

    1 fault; nothing was run
    ");
    let both = "{ piles = 3, dice = [[1, 2, 3], [4, 5, 6], [2, 4, 6]] }";
    insta::assert_snapshot!(with(both), @"
    x.toml:5:9: craft says twice which dice: give piles or dice, not both
      |
    5 | craft = { piles = 3, dice = [[1, 2, 3], [4, 5, 6], [2, 4, 6]] }
      |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    help: --set replaces the whole table: --set 'craft={ piles = 4 }'

    1 fault; nothing was run
    ");
    // A mistyped name is told alone.
    insta::assert_snapshot!(with("{ dise = [[1, 2, 3], [4, 5, 6], [2, 4, 6]] }"), @"
    x.toml:5:11: craft.dise is not a key here: did you mean dice?
      |
    5 | craft = { dise = [[1, 2, 3], [4, 5, 6], [2, 4, 6]] }
      |           ^^^^
    help: keys here are piles, dice

    1 fault; nothing was run
    ");
}

#[test]
fn optimal_is_refused_beyond_five_piles_with_the_players_that_work() {
    let text = "kind = \"workshop\"\nplayer = \"optimal\"\ncrafter = { name = \"Gex\", dice = 5 }\ncraft = { piles = 6 }\n";
    insta::assert_snapshot!(answer(text, &[]), @r#"
    x.toml:2:10: player is "optimal": "matcher" or "one_by_one" with 6 piles: optimal solves 5 at most
      |
    2 | player = "optimal"
      |          ^^^^^^^^^

    1 fault; nothing was run
    "#);
    let given = "craft={ dice = [[1,2,3],[1,2,3],[1,2,3],[1,2,3],[1,2,3],[1,2,3],[1,2,4]] }";
    assert!(answer(text, &[given]).contains("with 7 piles: optimal solves 5 at most"));
    for accepted in [["player=matcher"], ["player=one_by_one"], ["craft.piles=5"]] {
        let sets = accepted.map(str::to_owned);
        assert!(load("x.toml", text.as_bytes(), &sets).is_ok());
    }
}
