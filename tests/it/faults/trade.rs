//! Wrong files of the kind `trade`.

use super::{Cases, Class, answers};

pub(super) static TRADE: Cases = Cases {
    kind: "trade",
    good: r#"kind = "trade"
prosperity = 3
repeat = 2
backer = [{ name = "Base", dice = 2 }, { name = "Patron", dice = 4 }]
cargo = [{ name = "Goods", dice = 2 }, { name = "Spice", dice = 3, origin = "local", held = false }]
[[step]]
type = "bill"
difficulty = 8
contributors = ["Base"]
[[step]]
type = "bill"
difficulty = 9
payer = "Patron"
[[step]]
type = "barter"
give = "Goods"
get = "Spice"
[[step]]
type = "expense"
dice = 1
[rules]
last_die = "spend"
[expect.outcomes]
solvent = [0.1, 1.0]
[expect.metrics]
"mean.prosperity.3" = [0, 6]
"#,
    bad: &[
        (Class::Syntax, "difficulty = 8", "difficulty ="),
        (Class::Syntax, "\"expense\"", "\"expense"),
        (Class::UnknownKey, "repeat", "repeats"),
        (Class::UnknownKey, "give", "gives"),
        (Class::UnknownKey, "difficulty = 8", "dificulty = 8"),
        (Class::WrongType, "prosperity = 3", "prosperity = \"rich\""),
        (Class::WrongType, "[\"Base\"]", "\"Base\""),
        (Class::OutOfRange, "prosperity = 3", "prosperity = 7"),
        (Class::OutOfRange, "repeat = 2", "repeat = 126"),
        (Class::OutOfRange, "dice = 1\n", "dice = 7\n"),
        (Class::MissingKey, "prosperity = 3\n", ""),
        (Class::DuplicateName, "name = \"Patron\"", "name = \"Base\""),
        (Class::UnknownOutcome, "solvent =", "solvant ="),
        (Class::UnknownMetric, "prosperity.3", "prosperity.9"),
        (
            Class::UnknownPlayer,
            "repeat",
            "player = \"optimal\"\nrepeat",
        ),
        (Class::UnknownKind, "\"trade\"", "\"trad\""),
        (Class::UnknownChoice, "\"barter\"", "\"exchange\""),
        (Class::UnknownChoice, "\"spend\"", "\"give\""),
    ],
};

/// What steps need and name, which no single key can say.
static STEPS: Cases = Cases {
    bad: &[
        (Class::MissingKey, "difficulty = 9\n", ""),
        (Class::MissingKey, "get = \"Spice\"\n", ""),
        (Class::UnknownChoice, "[\"Base\"]", "[\"Basement\"]"),
        (Class::UnknownChoice, "get = \"Spice\"", "get = \"Goods\""),
        (
            Class::UnknownKey,
            "dice = 1\n",
            "dice = 1\npayer = \"Base\"\n",
        ),
    ],
    ..TRADE
};

#[test]
fn bad_trade_files_are_answered() {
    insta::assert_snapshot!(answers(&TRADE), @r#"
    --- Syntax: difficulty = 8 -> difficulty =
    x.toml:8:13: value is missing
      |
    8 | difficulty =
      |             ^

    1 fault; nothing was run

    --- Syntax: "expense" -> "expense
    x.toml:19:16: unclosed text: expected `"` before the line ends
       |
    19 | type = "expense
       |                ^

    1 fault; nothing was run

    --- UnknownKey: repeat -> repeats
    x.toml:3:1: repeats is not a key here: did you mean repeat?
      |
    3 | repeats = 2
      | ^^^^^^^
    help: keys here are format, kind, title, notes, prosperity, repeat, restock, backer, cargo, step, rules, run, expect, sweep, tune

    1 fault; nothing was run

    --- UnknownKey: give -> gives
    x.toml:16:1: step[2].gives is not a key here: did you mean give?
       |
    16 | gives = "Goods"
       | ^^^^^
    help: keys here are type, name, difficulty, contributors, payer, pay_on_failure, cargo, give, get, dice

    1 fault; nothing was run

    --- UnknownKey: difficulty = 8 -> dificulty = 8
    x.toml:8:1: step[0].dificulty is not a key here: did you mean difficulty?
      |
    8 | dificulty = 8
      | ^^^^^^^^^
    help: keys here are type, name, difficulty, contributors, payer, pay_on_failure, cargo, give, get, dice

    1 fault; nothing was run

    --- WrongType: prosperity = 3 -> prosperity = "rich"
    x.toml:2:14: prosperity is "rich": prosperity has 0 to 6 dice
      |
    2 | prosperity = "rich"
      |              ^^^^^^

    1 fault; nothing was run

    --- WrongType: ["Base"] -> "Base"
    x.toml:9:16: step[0].contributors is "Base": a list of 1 to 7 texts
      |
    9 | contributors = "Base"
      |                ^^^^^^
    help: a list of one is written in brackets too: [ … ]

    1 fault; nothing was run

    --- OutOfRange: prosperity = 3 -> prosperity = 7
    x.toml:2:14: prosperity is 7: prosperity has 0 to 6 dice
      |
    2 | prosperity = 7
      |              ^

    1 fault; nothing was run

    --- OutOfRange: repeat = 2 -> repeat = 126
    x.toml:3:10: repeat makes 504 steps of 4: 500 steps are played at most, all repetitions together
      |
    3 | repeat = 126
      |          ^^^

    1 fault; nothing was run

    --- OutOfRange: dice = 1 -> dice = 7 / 
    x.toml:20:8: step[3].dice is 7: an integer from 1 to 6
       |
    20 | dice = 7
       |        ^

    1 fault; nothing was run

    --- MissingKey: prosperity = 3 -> 
    x.toml:1:1: prosperity is missing: prosperity has 0 to 6 dice
      |
    1 | kind = "trade"
      | ^
    help: for example prosperity = 3

    1 fault; nothing was run

    --- DuplicateName: name = "Patron" -> name = "Base"
    x.toml:4:49: backer[1].name is "Base": a name is used once, and x.toml:4:20 has it
      |
    4 | backer = [{ name = "Base", dice = 2 }, { name = "Base", dice = 4 }]
      |                                                 ^^^^^^

    x.toml:13:9: step[1].payer is "Patron", which is none of the backers: backers are Base, Base
       |
    13 | payer = "Patron"
       |         ^^^^^^^^

    2 faults; nothing was run

    --- UnknownOutcome: solvent = -> solvant =
    x.toml:24:11: expect.outcomes.solvant is no outcome here: did you mean solvent?
       |
    24 | solvant = [0.1, 1.0]
       |           ^^^^^^^^^^
    help: the outcomes here are solvent, ruined

    1 fault; nothing was run

    --- UnknownMetric: prosperity.3 -> prosperity.9
    x.toml:26:23: expect.metrics.'mean.prosperity.9' names no metric here: did you mean 'prosperity.0'?
       |
    26 | "mean.prosperity.9" = [0, 6]
       |                       ^^^^^^
    help: the metrics here are final_prosperity, ruined_at, bills_paid, bills_at_cost, bills_unpaid, bills_out_of_reach, bartered, 'backer_dice.Patron', 'prosperity.0', 'prosperity.1', 'prosperity.2', 'prosperity.3', 'prosperity.4', 'prosperity.5', 'prosperity.6', 'prosperity.7', 'prosperity.8'

    1 fault; nothing was run

    --- UnknownPlayer: repeat -> player = "optimal" / repeat
    x.toml:3:1: player is not a key here: keys here are format, kind, title, notes, prosperity, repeat, restock, backer, cargo, step, rules, run, expect, sweep, tune
      |
    3 | player = "optimal"
      | ^^^^^^

    1 fault; nothing was run

    --- UnknownKind: "trade" -> "trad"
    x.toml:1:8: kind is "trad": one of "combat", "survey", "workshop", "quick", "trade", "action_dice", "dice_adventures", "abstract", "adventure"
      |
    1 | kind = "trad"
      |        ^^^^^^
    help: did you mean "trade"?

    1 fault; nothing was run

    --- UnknownChoice: "barter" -> "exchange"
    x.toml:15:8: step[2].type is "exchange": one of "bill", "sell", "barter", "travel", "windfall", "expense"
       |
    15 | type = "exchange"
       |        ^^^^^^^^^^

    1 fault; nothing was run

    --- UnknownChoice: "spend" -> "give"
    x.toml:22:12: rules.last_die is "give": one of "spend", "keep"
       |
    22 | last_die = "give"
       |            ^^^^^^

    1 fault; nothing was run
    "#);
}

#[test]
fn steps_that_cannot_be_are_answered() {
    insta::assert_snapshot!(answers(&STEPS), @r#"
    --- MissingKey: difficulty = 9 -> 
    x.toml:10:1: step[1].difficulty is missing: a step of type "bill" needs it
       |
    10 | [[step]]
       | ^^^^^^^^

    1 fault; nothing was run

    --- MissingKey: get = "Spice" -> 
    x.toml:14:1: step[2].get is missing: a step of type "barter" needs it
       |
    14 | [[step]]
       | ^^^^^^^^

    1 fault; nothing was run

    --- UnknownChoice: ["Base"] -> ["Basement"]
    x.toml:9:17: step[0].contributors[0] is "Basement", which is none of the backers: backers are Base, Patron
      |
    9 | contributors = ["Basement"]
      |                 ^^^^^^^^^^

    1 fault; nothing was run

    --- UnknownChoice: get = "Spice" -> get = "Goods"
    x.toml:17:7: step[2].get is "Goods": another cargo than the one given
       |
    17 | get = "Goods"
       |       ^^^^^^^

    1 fault; nothing was run

    --- UnknownKey: dice = 1 -> dice = 1 / payer = "Base" / 
    x.toml:21:9: step[3].payer is "Base": a step of type "expense" has dice
       |
    21 | payer = "Base"
       |         ^^^^^^

    1 fault; nothing was run
    "#);
}
