//! Wrong files, and the whole answer to each: whoever changes a message sees it here as users do.
//!
//! Every kind of contest has a good file and, for every class of fault, ways to spoil it. A kind
//! without them fails `every_kind_has_a_case_for_every_class_of_fault`.

use evenodds::contests::KINDS;
use evenodds::document::{flaws, json_schema, template};
use evenodds::scenario::{
    BUILTINS, LoadError, PARTIES, Scenario, USE, keys_of, load, open, part_keys_of,
};
use evenodds::sim::{Plan, Unwatched, run};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// What can be wrong with a file of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Syntax,
    UnknownKey,
    WrongType,
    OutOfRange,
    MissingKey,
    /// Two of the same name; a key twice where nothing else has a name.
    DuplicateName,
    UnknownOutcome,
    UnknownMetric,
    /// Where a kind has no players: one given all the same.
    UnknownPlayer,
    UnknownKind,
    UnknownChoice,
}

const CLASSES: [Class; 11] = [
    Class::Syntax,
    Class::UnknownKey,
    Class::WrongType,
    Class::OutOfRange,
    Class::MissingKey,
    Class::DuplicateName,
    Class::UnknownOutcome,
    Class::UnknownMetric,
    Class::UnknownPlayer,
    Class::UnknownKind,
    Class::UnknownChoice,
];

/// A good file of a kind, and (class, what is replaced, by what).
struct Cases {
    kind: &'static str,
    good: &'static str,
    bad: &'static [(Class, &'static str, &'static str)],
}

static CASES: [&Cases; 3] = [&COMBAT, &QUICK, &ABSTRACT];

static COMBAT: Cases = Cases {
    kind: "combat",
    good: r#"kind = "combat"
[[side]]
name = "heroes"
[[side.combatant]]
name = "Dirk"
classes = [{ name = "Mercenary", dice = 4 }]
[[side.combatant]]
name = "Emily"
classes = [{ name = "Survivalist", dice = 3 }]
[[side]]
name = "drones"
player = "brawler"
[[side.combatant]]
name = "Drone"
count = 2
classes = [{ name = "Drone", dice = 2, fit = "semi" }]
[rules]
half = "down"
[expect.outcomes]
heroes = [0.2, 1.0]
[expect.metrics]
"mean.turns" = [1, 9]
"#,
    bad: &[
        (Class::Syntax, "\"Dirk\"", "Dirk"),
        (Class::Syntax, "dice = 4 }]", "dice = 4 }"),
        (Class::Syntax, "[rules]", "[rules"),
        (Class::UnknownKey, "count = 2", "cuont = 2"),
        (Class::UnknownKey, "dice = 4 }", "dice = 4, wounds = true }"),
        (Class::WrongType, "dice = 4", "dice = \"4\""),
        (
            Class::WrongType,
            "[{ name = \"Mercenary\", dice = 4 }]",
            "{ name = \"Mercenary\", dice = 4 }",
        ),
        (Class::OutOfRange, "dice = 4", "dice = 9"),
        (Class::OutOfRange, "count = 2", "count = 0"),
        (Class::OutOfRange, "[0.2, 1.0]", "[20, 100]"),
        (Class::OutOfRange, "[0.2, 1.0]", "[0.9, 0.2]"),
        (
            Class::MissingKey,
            "classes = [{ name = \"Mercenary\", dice = 4 }]\n",
            "",
        ),
        (Class::MissingKey, "name = \"heroes\"\n", ""),
        (Class::DuplicateName, "\"Emily\"", "\"Dirk\""),
        (Class::DuplicateName, "\"drones\"", "\"heroes\""),
        (Class::UnknownOutcome, "heroes = [", "heros = ["),
        (Class::UnknownMetric, "mean.turns", "mean.turn"),
        (Class::UnknownMetric, "mean.turns", "turns"),
        (Class::UnknownMetric, "mean.turns", "average.turns"),
        (Class::UnknownPlayer, "\"brawler\"", "\"brawlr\""),
        (Class::UnknownPlayer, "\"brawler\"", "{ name = \"wizard\" }"),
        (Class::UnknownKind, "\"combat\"", "\"combta\""),
        (Class::UnknownChoice, "\"down\"", "\"floor\""),
        (Class::UnknownChoice, "\"semi\"", "\"hlaf\""),
    ],
};

static QUICK: Cases = Cases {
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

static ABSTRACT: Cases = Cases {
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

/// The answer to a file, as it is printed.
fn answer(text: &str, assignments: &[&str]) -> String {
    let assignments: Vec<String> = assignments.iter().map(ToString::to_string).collect();
    match load("x.toml", text.as_bytes(), &assignments) {
        Err(LoadError::Faults(faults)) => faults.render(false),
        Err(other) => other.to_string(),
        Ok(scenario) => panic!("{} has no fault:\n{text}", scenario.title),
    }
}

fn good(text: &str) -> Scenario {
    load("x.toml", text.as_bytes(), &[]).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// All answers to the bad files of a kind, one below the other.
fn answers(cases: &Cases) -> String {
    let mut page = String::new();
    for (class, from, to) in cases.bad {
        assert_eq!(cases.good.matches(from).count(), 1, "{from}");
        let text = cases.good.replacen(from, to, 1);
        let from = from.trim_end().replace('\n', " / ");
        let to = to.replace('\n', " / ");
        let _ = writeln!(
            page,
            "--- {class:?}: {from} -> {to}\n{}",
            answer(&text, &[])
        );
    }
    page
}

#[test]
fn every_kind_has_a_case_for_every_class_of_fault() {
    for kind in KINDS {
        let cases = CASES
            .iter()
            .find(|cases| cases.kind == kind.name)
            .unwrap_or_else(|| panic!("{} needs bad files here", kind.name));
        assert_eq!(good(cases.good).kind.name, kind.name);
        for class in CLASSES {
            assert!(
                cases.bad.iter().any(|(bad, ..)| *bad == class),
                "{} needs a case of {class:?}",
                kind.name
            );
        }
    }
    assert_eq!(CASES.len(), KINDS.len());
}

#[test]
fn bad_combat_files_are_answered() {
    insta::assert_snapshot!(answers(&COMBAT), @r#"
    --- Syntax: "Dirk" -> Dirk
    x.toml:5:8: string values must be quoted: "like this"
      |
    5 | name = Dirk
      |        ^^^^

    1 fault; nothing was run

    --- Syntax: dice = 4 }] -> dice = 4 }
    x.toml:6:11: unclosed array: expected `]` before line 7
      |
    6 | classes = [{ name = "Mercenary", dice = 4 }
      |           ^

    1 fault; nothing was run

    --- Syntax: [rules] -> [rules
    x.toml:17:7: unclosed table: expected `]`
       |
    17 | [rules
       |       ^

    1 fault; nothing was run

    --- UnknownKey: count = 2 -> cuont = 2
    x.toml:15:1: side.drones.Drone.cuont is not a key here: did you mean count?
       |
    15 | cuont = 2
       | ^^^^^
    help: keys here are name, count, classes, player, monster, wounds, armor, cover

    1 fault; nothing was run

    --- UnknownKey: dice = 4 } -> dice = 4, wounds = true }
    x.toml:6:44: side.heroes.Dirk.classes[0].wounds is not a key here: keys here are name, dice, fit, ignores_cover
      |
    6 | classes = [{ name = "Mercenary", dice = 4, wounds = true }]
      |                                            ^^^^^^

    1 fault; nothing was run

    --- WrongType: dice = 4 -> dice = "4"
    x.toml:6:41: side.heroes.Dirk.classes[0].dice is "4": a Class has 1 to 6 dice
      |
    6 | classes = [{ name = "Mercenary", dice = "4" }]
      |                                         ^^^
    help: write 4, without quotes

    1 fault; nothing was run

    --- WrongType: [{ name = "Mercenary", dice = 4 }] -> { name = "Mercenary", dice = 4 }
    x.toml:6:11: side.heroes.Dirk.classes is { name = "Mercenary", dice = 4 }: a list of 1 to 12 tables
      |
    6 | classes = { name = "Mercenary", dice = 4 }
      |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    help: a list of one is written in brackets too: [{ … }]

    1 fault; nothing was run

    --- OutOfRange: dice = 4 -> dice = 9
    x.toml:6:41: side.heroes.Dirk.classes[0].dice is 9: a Class has 1 to 6 dice
      |
    6 | classes = [{ name = "Mercenary", dice = 9 }]
      |                                         ^

    1 fault; nothing was run

    --- OutOfRange: count = 2 -> count = 0
    x.toml:15:9: side.drones.Drone.count is 0: an integer from 1 to 1000
       |
    15 | count = 0
       |         ^

    1 fault; nothing was run

    --- OutOfRange: [0.2, 1.0] -> [20, 100]
    x.toml:20:11: expect.outcomes.heroes[0] is 20: the lowest and the highest share, from 0 to 1, as in [0.60, 0.70]
       |
    20 | heroes = [20, 100]
       |           ^^

    x.toml:20:15: expect.outcomes.heroes[1] is 100: the lowest and the highest share, from 0 to 1, as in [0.60, 0.70]
       |
    20 | heroes = [20, 100]
       |               ^^^

    2 faults; nothing was run

    --- OutOfRange: [0.2, 1.0] -> [0.9, 0.2]
    x.toml:20:10: expect.outcomes.heroes is [0.9, 0.2]: the lowest value comes first
       |
    20 | heroes = [0.9, 0.2]
       |          ^^^^^^^^^^

    1 fault; nothing was run

    --- MissingKey: classes = [{ name = "Mercenary", dice = 4 }] -> 
    x.toml:4:1: side.heroes.Dirk.classes is missing: a list of 1 to 12 tables
      |
    4 | [[side.combatant]]
      | ^^^^^^^^^^^^^^^^^^
    help: for example classes = [{ name = "Former Mercenary", dice = 4 }]

    1 fault; nothing was run

    --- MissingKey: name = "heroes" -> 
    x.toml:2:1: side[0].name is missing: a text in quotes
      |
    2 | [[side]]
      | ^^^^^^^^
    help: for example name = "heroes"

    1 fault; nothing was run

    --- DuplicateName: "Emily" -> "Dirk"
    x.toml:8:8: side.heroes.combatant[1].name is "Dirk": a name is used once, and x.toml:5:8 has it
      |
    8 | name = "Dirk"
      |        ^^^^^^

    1 fault; nothing was run

    --- DuplicateName: "drones" -> "heroes"
    x.toml:11:8: side[1].name is "heroes": a name is used once, and x.toml:3:8 has it
       |
    11 | name = "heroes"
       |        ^^^^^^^^

    1 fault; nothing was run

    --- UnknownOutcome: heroes = [ -> heros = [
    x.toml:20:9: expect.outcomes.heros is no outcome here: did you mean heroes?
       |
    20 | heros = [0.2, 1.0]
       |         ^^^^^^^^^^
    help: the outcomes here are heroes, drones, draw, unresolved

    1 fault; nothing was run

    --- UnknownMetric: mean.turns -> mean.turn
    x.toml:22:15: expect.metrics.'mean.turn' names no metric here: did you mean turns?
       |
    22 | "mean.turn" = [1, 9]
       |               ^^^^^^
    help: the metrics here are turns, rerolls, lots, 'standing.heroes', 'standing.drones', 'party_lost.heroes', 'party_lost.drones', 'anyone_lost.heroes', 'anyone_lost.drones', 'left_standing.Dirk', 'left_standing.Emily', 'left_standing.Drone', 'taken_out.Dirk', 'taken_out.Emily', 'taken_out.Drone', 'retreated.Dirk', 'retreated.Emily', 'retreated.Drone', 'turns_taken.Dirk', 'turns_taken.Emily', 'turns_taken.Drone', 'opponents_taken_out.Dirk', 'opponents_taken_out.Emily', 'opponents_taken_out.Drone'

    1 fault; nothing was run

    --- UnknownMetric: mean.turns -> turns
    x.toml:22:11: expect.metrics.turns is no figure of a metric: it begins with one of mean, sd, min, p05, p25, p50, p75, p95, max, then comes a dot and the metric, as in "mean.turns"
       |
    22 | "turns" = [1, 9]
       |           ^^^^^^
    help: did you mean "mean.turns"?

    1 fault; nothing was run

    --- UnknownMetric: mean.turns -> average.turns
    x.toml:22:19: expect.metrics.'average.turns' is no figure of a metric: it begins with one of mean, sd, min, p05, p25, p50, p75, p95, max, then comes a dot and the metric, as in "mean.turns"
       |
    22 | "average.turns" = [1, 9]
       |                   ^^^^^^

    1 fault; nothing was run

    --- UnknownPlayer: "brawler" -> "brawlr"
    x.toml:12:10: side.drones.player is "brawlr": one of "random", "brawler", "finisher", "rollout", "optimal", "expert"
       |
    12 | player = "brawlr"
       |          ^^^^^^^^
    help: did you mean "brawler"?

    1 fault; nothing was run

    --- UnknownPlayer: "brawler" -> { name = "wizard" }
    x.toml:12:19: side.drones.player.name is "wizard": one of "random", "brawler", "finisher", "rollout", "optimal", "expert"
       |
    12 | player = { name = "wizard" }
       |                   ^^^^^^^^

    1 fault; nothing was run

    --- UnknownKind: "combat" -> "combta"
    x.toml:1:8: kind is "combta": one of "combat", "quick", "abstract"
      |
    1 | kind = "combta"
      |        ^^^^^^^^
    help: did you mean "combat"?

    1 fault; nothing was run

    --- UnknownChoice: "down" -> "floor"
    x.toml:18:8: rules.half is "floor": one of "up", "down"
       |
    18 | half = "floor"
       |        ^^^^^^^

    1 fault; nothing was run

    --- UnknownChoice: "semi" -> "hlaf"
    x.toml:16:46: side.drones.Drone.classes[0].fit is "hlaf": one of "full", "semi"
       |
    16 | classes = [{ name = "Drone", dice = 2, fit = "hlaf" }]
       |                                              ^^^^^^

    1 fault; nothing was run
    "#);
}

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
    help: keys here are format, kind, title, notes, difficulty, actor, helper, rules, run, expect

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
    x.toml:2:1: player is not a key here: keys here are format, kind, title, notes, difficulty, actor, helper, rules, run, expect
      |
    2 | player = "optimal"
      | ^^^^^^

    1 fault; nothing was run

    --- UnknownKind: "quick" -> "quik"
    x.toml:1:8: kind is "quik": one of "combat", "quick", "abstract"
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

    x.toml:3:1: difficulty is not a key here: keys here are format, kind, title, notes, skill, task, rules, run, expect
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

    x.toml:7:1: rules.success is not a key here: keys here are tie, dice
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
    x.toml:2:1: player is not a key here: keys here are format, kind, title, notes, skill, task, rules, run, expect
      |
    2 | player = "optimal"
      | ^^^^^^

    1 fault; nothing was run

    --- UnknownKind: "abstract" -> "abstract rpg"
    x.toml:1:8: kind is "abstract rpg": one of "combat", "quick", "abstract"
      |
    1 | kind = "abstract rpg"
      |        ^^^^^^^^^^^^^^
    help: did you mean "abstract"?

    1 fault; nothing was run

    --- UnknownKind: kind = "abstract" -> 
    x.toml:1:1: kind is missing: one of "combat", "quick", "abstract"
      |
    1 | skill = 57
      | ^
    help: for example kind = "combat"; `evenodds new combat` prints a whole file to start from

    1 fault; nothing was run

    --- UnknownKind: "abstract" -> 7
    x.toml:1:8: kind is 7: one of "combat", "quick", "abstract"
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

/// The good fight with one thing replaced.
fn fight(from: &str, to: &str) -> String {
    assert!(COMBAT.good.contains(from), "{from}");
    COMBAT.good.replacen(from, to, 1)
}

#[test]
fn sides_do_not_take_the_names_of_outcomes_without_a_winner() {
    let text = fight("\"drones\"", "\"draw\"").replace("\"heroes\"", "\"unresolved\"");
    insta::assert_snapshot!(answer(&text, &[]), @r#"
    x.toml:3:8: side.unresolved.name is "unresolved": any other name: "draw" and "unresolved" are outcomes that no side wins
      |
    3 | name = "unresolved"
      |        ^^^^^^^^^^^^

    x.toml:11:8: side.draw.name is "draw": any other name: "draw" and "unresolved" are outcomes that no side wins
       |
    11 | name = "draw"
       |        ^^^^^^

    2 faults; nothing was run
    "#);
}

#[test]
fn a_copy_s_name_is_nobody_else_s() {
    let text = fight(
        "[rules]",
        "[[side.combatant]]\nname = \"Drone 2\"\nclasses = [{ name = \"Drone\", dice = 2 }]\n[rules]",
    );
    insta::assert_snapshot!(answer(&text, &[]), @r#"
    x.toml:18:8: side.drones.'Drone 2'.name is "Drone 2": another name: another combatant or a copy of it is called that
       |
    18 | name = "Drone 2"
       |        ^^^^^^^^^

    1 fault; nothing was run
    "#);
}

#[test]
fn optional_rules_of_a_fight_are_answered() {
    let combatant = "classes = [{ name = \"Mercenary\", dice = 4 }]\n";
    let late = |lines: &str| {
        let drone = "name = \"Late Drone\"\nclasses = [{ name = \"Drone\", dice = 2 }]";
        let text = format!("[[side.reinforcement]]\n{lines}{drone}\n[rules]");
        fight("[rules]", &text)
    };
    let with = |line: &str| fight(combatant, &format!("{combatant}{line}\n"));
    let cases = [
        ("Cover that says nothing", with("cover = {}")),
        (
            "Cover with dice and faces",
            with("cover = { dice = 2, faces = [4, 6] }"),
        ),
        (
            "Cover of a side with dice and faces",
            fight(
                "name = \"heroes\"",
                "name = \"heroes\"\ncover = { dice = 1, faces = [6] }",
            ),
        ),
        (
            "Cover of the battlefield that says nothing",
            fight("kind = \"combat\"", "kind = \"combat\"\ncover = {}"),
        ),
        ("Cover without braces", with("cover = 2")),
        ("a face that no die has", with("cover = { faces = [7] }")),
        (
            "a monster with wounds",
            with("monster = true\nwounds = true"),
        ),
        ("a reinforcement that never comes", late("")),
        (
            "a reinforcement with a time mistyped",
            late("at_trun = 6\n"),
        ),
        (
            "a reinforcement with two times",
            late("at_turn = 6\nwhen_standing = 1\n"),
        ),
        ("turns are counted from 1", late("at_turn = 0\n")),
        (
            "a reinforcement named like a combatant",
            late("at_turn = 6\n").replace("Late Drone", "Drone 2"),
        ),
        (
            "a group of reinforcements named like a combatant",
            late("at_turn = 6\ncount = 2\n").replace("Late Drone", "Drone"),
        ),
        ("a combatant with a time", with("at_turn = 6")),
        (
            "a healer without a difficulty",
            fight("half = \"down\"", "healer = { dice = 3 }"),
        ),
        (
            "a healer nobody knows",
            fight("half = \"down\"", "healer = \"doctor\""),
        ),
        (
            "a wound that is chosen wrongly",
            fight("half = \"down\"", "wound_choice = \"nasty_wound\""),
        ),
    ];
    let mut page = String::new();
    for (what, text) in cases {
        let _ = writeln!(page, "--- {what}\n{}", answer(&text, &[]));
    }
    insta::assert_snapshot!(page, @r#"
    --- Cover that says nothing
    x.toml:7:9: side.heroes.Dirk.cover does not say which dice: give dice or faces
      |
    7 | cover = {}
      |         ^^

    1 fault; nothing was run

    --- Cover with dice and faces
    x.toml:7:9: side.heroes.Dirk.cover says twice which dice: give dice or faces, not both
      |
    7 | cover = { dice = 2, faces = [4, 6] }
      |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    1 fault; nothing was run

    --- Cover of a side with dice and faces
    x.toml:4:9: side.heroes.cover says twice which dice: give dice or faces, not both
      |
    4 | cover = { dice = 1, faces = [6] }
      |         ^^^^^^^^^^^^^^^^^^^^^^^^^

    1 fault; nothing was run

    --- Cover of the battlefield that says nothing
    x.toml:2:9: cover does not say which dice: give dice or faces
      |
    2 | cover = {}
      |         ^^

    1 fault; nothing was run

    --- Cover without braces
    x.toml:7:9: side.heroes.Dirk.cover is 2: a table
      |
    7 | cover = 2
      |         ^
    help: for example cover = { dice = 2 }

    1 fault; nothing was run

    --- a face that no die has
    x.toml:7:20: side.heroes.Dirk.cover.faces[0] is 7: an integer from 1 to 6
      |
    7 | cover = { faces = [7] }
      |                    ^

    1 fault; nothing was run

    --- a monster with wounds
    x.toml:8:10: side.heroes.Dirk.wounds is true: a large monster comes back instead of being wounded, so leave out one of the two
      |
    8 | wounds = true
      |          ^^^^

    1 fault; nothing was run

    --- a reinforcement that never comes
    x.toml:17:1: side.drones.'Late Drone' does not say when it comes: give at_turn or when_standing
       |
    17 | [[side.reinforcement]]
       | ^^^^^^^^^^^^^^^^^^^^^^

    1 fault; nothing was run

    --- a reinforcement with a time mistyped
    x.toml:18:1: side.drones.'Late Drone'.at_trun is not a key here: did you mean at_turn?
       |
    18 | at_trun = 6
       | ^^^^^^^
    help: keys here are at_turn, when_standing, name, count, classes, player, monster, wounds, armor, cover

    1 fault; nothing was run

    --- a reinforcement with two times
    x.toml:17:1: side.drones.'Late Drone' says twice when it comes: give at_turn or when_standing, not both
       |
    17 | [[side.reinforcement]]
       | ^^^^^^^^^^^^^^^^^^^^^^

    1 fault; nothing was run

    --- turns are counted from 1
    x.toml:18:11: side.drones.'Late Drone'.at_turn is 0: an integer from 1 to 1000000
       |
    18 | at_turn = 0
       |           ^

    1 fault; nothing was run

    --- a reinforcement named like a combatant
    x.toml:19:8: side.drones.'Drone 2'.name is "Drone 2": another name: another combatant or a copy of it is called that
       |
    19 | name = "Drone 2"
       |        ^^^^^^^^^

    1 fault; nothing was run

    --- a group of reinforcements named like a combatant
    x.toml:20:8: side.drones.reinforcement.Drone.name is "Drone": another name: its copies are numbered, and "Drone 1" is there already
       |
    20 | name = "Drone"
       |        ^^^^^^^

    1 fault; nothing was run

    --- a combatant with a time
    x.toml:7:1: side.heroes.Dirk.at_turn is not a key here: keys here are name, count, classes, player, monster, wounds, armor, cover
      |
    7 | at_turn = 6
      | ^^^^^^^

    1 fault; nothing was run

    --- a healer without a difficulty
    x.toml:18:10: rules.healer.difficulty is missing: an integer from 1 to 1000
       |
    18 | healer = { dice = 3 }
       |          ^^^^^^^^^^^^
    help: for example difficulty = 10

    1 fault; nothing was run

    --- a healer nobody knows
    x.toml:18:10: rules.healer is "doctor": one of "none", "automatic"
       |
    18 | healer = "doctor"
       |          ^^^^^^^^

    1 fault; nothing was run

    --- a wound that is chosen wrongly
    x.toml:18:16: rules.wound_choice is "nasty_wound": one of "stay_down", "fight_on"
       |
    18 | wound_choice = "nasty_wound"
       |                ^^^^^^^^^^^^^

    1 fault; nothing was run
    "#);
}

#[test]
fn a_fight_has_room_for_4000() {
    let crowd = |name: &str| {
        format!(
            "[[side.combatant]]\nname = \"{name}\"\ncount = 1000\nclasses = [{{ name = \"Mob\", dice = 1 }}]\n"
        )
    };
    let crowds: String = ["A", "B", "C", "D"].map(crowd).concat();
    let text = fight("[rules]", &format!("{crowds}[rules]"));
    insta::assert_snapshot!(answer(&text, &[]), @"
    x.toml:2:1: side has 4004 combatants: a fight has 4000 at most, all sides together
      |
    2 | [[side]]
      | ^^^^^^^^

    1 fault; nothing was run
    ");
    insta::assert_snapshot!(answer(&fight("count = 2", "count = 1001"), &[]), @"
    x.toml:15:9: side.drones.Drone.count is 1001: an integer from 1 to 1000
       |
    15 | count = 1001
       |         ^^^^

    1 fault; nothing was run
    ");
}

#[test]
fn a_fight_takes_two_sides_that_are_not_empty() {
    let text = "kind = \"combat\"\n[[side]]\nname = \"heroes\"\n[[side.combatant]]\nname = \"Dirk\"\nclasses = []\n";
    insta::assert_snapshot!(answer(text, &[]), @"
    x.toml:2:1: side has 1 element: a list of 2 to 100 tables
      |
    2 | [[side]]
      | ^^^^^^^^

    x.toml:6:11: side.heroes.Dirk.classes has 0 elements: a list of 1 to 12 tables
      |
    6 | classes = []
      |           ^^

    2 faults; nothing was run
    ");
    let text =
        "kind = \"combat\"\nside = [{ name = \"heroes\", combatant = [] }, { name = \"\" }]\n";
    insta::assert_snapshot!(answer(text, &[]), @r#"
    x.toml:2:40: side.heroes.combatant has 0 elements: a list of 1 to 1000 tables
      |
    2 | side = [{ name = "heroes", combatant = [] }, { name = "" }]
      |                                        ^^

    x.toml:2:46: side[1].combatant is missing: a list of 1 to 1000 tables
      |
    2 | side = [{ name = "heroes", combatant = [] }, { name = "" }]
      |                                              ^^^^^^^^^^^^^

    x.toml:2:55: side[1].name is "": a name is not blank and has no control characters
      |
    2 | side = [{ name = "heroes", combatant = [] }, { name = "" }]
      |                                                       ^^

    3 faults; nothing was run
    "#);
    let text = "kind = \"combat\"\n[side]\nname = \"heroes\"\n";
    insta::assert_snapshot!(answer(text, &[]), @r#"
    x.toml:2:1: side is { name = "heroes" }: a list of 2 to 100 tables
      |
    2 | [side]
      | ^^^^^^
    help: each element has a header of its own in double brackets: [[side]]

    1 fault; nothing was run
    "#);
}

#[test]
fn all_faults_of_a_file_are_told_in_its_order() {
    let text = r#"kind = "combat"
titel = "Ambush"
[[side]]
name = "heroes"
player = "finsher"
[[side.combatant]]
name = "Dirk"
classes = [{ name = "Mercenary", dice = 9 }, { dice = 2, fit = "none" }]
[[side.combatant]]
name = "Dirk"
count = "three"
classes = [{ name = "Pilot", dice = 3 }]
[[side]]
name = "draw"
[expect.outcomes]
heroes = [0.2]
"#;
    insta::assert_snapshot!(answer(text, &[]), @r#"
    x.toml:2:1: titel is not a key here: did you mean title?
      |
    2 | titel = "Ambush"
      | ^^^^^
    help: keys here are format, kind, title, notes, use, side, cover, rules, run, expect

    x.toml:5:10: side.heroes.player is "finsher": one of "random", "brawler", "finisher", "rollout", "optimal", "expert"
      |
    5 | player = "finsher"
      |          ^^^^^^^^^
    help: did you mean "finisher"?

    x.toml:8:41: side.heroes.Dirk.classes[0].dice is 9: a Class has 1 to 6 dice
      |
    8 | classes = [{ name = "Mercenary", dice = 9 }, { dice = 2, fit = "none" }]
      |                                         ^

    x.toml:8:46: side.heroes.Dirk.classes[1].name is missing: a text in quotes
      |
    8 | classes = [{ name = "Mercenary", dice = 9 }, { dice = 2, fit = "none" }]
      |                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^
    help: for example name = "Former Mercenary"

    x.toml:8:64: side.heroes.Dirk.classes[1].fit is "none": one of "full", "semi"
      |
    8 | classes = [{ name = "Mercenary", dice = 9 }, { dice = 2, fit = "none" }]
      |                                                                ^^^^^^

    x.toml:10:8: side.heroes.combatant[1].name is "Dirk": a name is used once, and x.toml:7:8 has it
       |
    10 | name = "Dirk"
       |        ^^^^^^

    x.toml:11:9: side.heroes.combatant[1].count is "three": an integer from 1 to 1000
       |
    11 | count = "three"
       |         ^^^^^^^

    x.toml:13:1: side.draw.combatant is missing: a list of 1 to 1000 tables
       |
    13 | [[side]]
       | ^^^^^^^^

    x.toml:14:8: side.draw.name is "draw": any other name: "draw" and "unresolved" are outcomes that no side wins
       |
    14 | name = "draw"
       |        ^^^^^^

    x.toml:16:10: expect.outcomes.heroes has 1 element: the lowest and the highest share, from 0 to 1, as in [0.60, 0.70]
       |
    16 | heroes = [0.2]
       |          ^^^^^

    10 faults; nothing was run
    "#);
}

#[test]
fn wrong_assignments_are_answered_where_they_are_wrong() {
    let answers: String = [
        "side.heros.player=random",
        "side.heroes.dirk.count=2",
        "side.heroes.Dirk.classes[0].dice=7",
        "side.heroes.Dirk.classes[1].dice=4",
        "side[2].player=random",
        "side.heroes.Dirk",
        "side.heroes.Dirk.count 3",
        "",
        "=3",
        "rules=up",
        "rules.half",
        "rules.half=",
        "rules.half.up=1",
        "run.trials=1e6",
        "kind=quick",
        "expect.outcomes.villains=[0, 1]",
        "title=A 'new\" title",
    ]
    .iter()
    .fold(String::new(), |mut page, assignment| {
        let assignments = [assignment.to_string()];
        let answer = match load("x.toml", COMBAT.good.as_bytes(), &assignments) {
            Ok(scenario) => format!("taken: {}\n", scenario.title),
            Err(error) => error.to_string(),
        };
        let _ = writeln!(page, "--- --set {assignment}\n{answer}");
        page
    });
    insta::assert_snapshot!(answers, @r#"
    --- --set side.heros.player=random
    --set:1:6: side.heros is not a name here: did you mean heroes?
      |
    1 | side.heros.player=random
      |      ^^^^^
    help: names here are heroes, drones

    1 fault; nothing was run

    --- --set side.heroes.dirk.count=2
    --set:1:13: side.heroes.dirk is not a key here: did you mean Dirk?
      |
    1 | side.heroes.dirk.count=2
      |             ^^^^
    help: names and keys here are Dirk, Emily, name, player, combatant, reinforcement, cover

    1 fault; nothing was run

    --- --set side.heroes.Dirk.classes[0].dice=7
    --set:1:34: side.heroes.Dirk.classes[0].dice is 7: a Class has 1 to 6 dice
      |
    1 | side.heroes.Dirk.classes[0].dice=7
      |                                  ^

    1 fault; nothing was run

    --- --set side.heroes.Dirk.classes[1].dice=4
    --set:1:25: side.heroes.Dirk.classes[1] is not there: there is 1 element, [0]
      |
    1 | side.heroes.Dirk.classes[1].dice=4
      |                         ^^^

    1 fault; nothing was run

    --- --set side[2].player=random
    --set:1:5: side[2] is not there: there are 2 elements, [0] to [1]
      |
    1 | side[2].player=random
      |     ^^^

    1 fault; nothing was run

    --- --set side.heroes.Dirk
    --set:1:17: side.heroes.Dirk is no assignment: PATH=VALUE; a name with blanks or dots needs quotes
      |
    1 | side.heroes.Dirk
      |                 ^

    1 fault; nothing was run

    --- --set side.heroes.Dirk.count 3
    --set:1:23: side.heroes.Dirk.count 3 is no assignment: PATH=VALUE; a name with blanks or dots needs quotes
      |
    1 | side.heroes.Dirk.count 3
      |                       ^

    1 fault; nothing was run

    --- --set 
    --set:1:1: nothing is no assignment: PATH=VALUE

    1 fault; nothing was run

    --- --set =3
    --set:1:1: =3 is no path: a name belongs here; one with other characters than letters, digits, `_` and `-` needs quotes
      |
    1 | =3
      | ^

    1 fault; nothing was run

    --- --set rules=up
    --set:1:7: rules is "up": a table
      |
    1 | rules=up
      |       ^^
    help: a table is written rules = { … }

    1 fault; nothing was run

    --- --set rules.half
    --set:1:11: rules.half is no assignment: PATH=VALUE; a name with blanks or dots needs quotes
      |
    1 | rules.half
      |           ^

    1 fault; nothing was run

    --- --set rules.half=
    --set:1:12: rules.half is "": one of "up", "down"
      |
    1 | rules.half=
      |            ^

    1 fault; nothing was run

    --- --set rules.half.up=1
    --set:1:12: rules.half.up is not there: rules.half is "down", and nothing is inside it
      |
    1 | rules.half.up=1
      |            ^^

    1 fault; nothing was run

    --- --set run.trials=1e6
    --set:1:12: run.trials is 1000000.0: an integer from 1 to 1000000000000000
      |
    1 | run.trials=1e6
      |            ^^^
    help: write 1000000

    1 fault; nothing was run

    --- --set kind=quick
    --set:1:6: kind is "quick": the file says "combat", its other keys belong to that, and --set cannot change it
      |
    1 | kind=quick
      |      ^^^^^

    1 fault; nothing was run

    --- --set expect.outcomes.villains=[0, 1]
    --set:1:26: expect.outcomes.villains is no outcome here: the outcomes here are heroes, drones, draw, unresolved
      |
    1 | expect.outcomes.villains=[0, 1]
      |                          ^^^^^^

    1 fault; nothing was run

    --- --set title=A 'new" title
    taken: A 'new" title
    "#);
}

#[test]
fn faults_of_a_file_come_before_those_of_assignments() {
    let text = fight("dice = 4", "dice = 9");
    insta::assert_snapshot!(answer(&text, &["rules.half=odd", "side.drones.Drone.count=0"]), @r#"
    x.toml:6:41: side.heroes.Dirk.classes[0].dice is 9: a Class has 1 to 6 dice
      |
    6 | classes = [{ name = "Mercenary", dice = 9 }]
      |                                         ^

    --set:1:12: rules.half is "odd": one of "up", "down"
      |
    1 | rules.half=odd
      |            ^^^

    --set:1:25: side.drones.Drone.count is 0: an integer from 1 to 1000
      |
    1 | side.drones.Drone.count=0
      |                         ^

    3 faults; nothing was run
    "#);
}

#[test]
fn an_empty_file_is_told_how_to_begin() {
    insta::assert_snapshot!(answer("", &[]), @r#"
    x.toml:1:1: kind is missing: one of "combat", "quick", "abstract"
    help: for example kind = "combat"; `evenodds new combat` prints a whole file to start from

    1 fault; nothing was run
    "#);
    insta::assert_snapshot!(answer("\n# nothing yet\n", &[]), @r#"
    x.toml:1:1: kind is missing: one of "combat", "quick", "abstract"
    help: for example kind = "combat"; `evenodds new combat` prints a whole file to start from

    1 fault; nothing was run
    "#);
}

#[test]
fn bytes_that_are_no_text_are_placed() {
    let refused = |bytes: &[u8]| match load("x.toml", bytes, &[]) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("went through"),
    };
    let wide: Vec<u8> = "\u{feff}kind = \"quick\"\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    insta::assert_snapshot!(refused(&wide), @"x.toml:1:1: this is no text: the file is UTF-16; save it as UTF-8");
    insta::assert_snapshot!(refused(b"kind = \"quick\"\ntitle = \"caf\xe9\"\n"), @"x.toml:2:13: this is no text: a scenario is a TOML file, saved as UTF-8");
    insta::assert_snapshot!(refused(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), @"x.toml:1:1: this is no text: a scenario is a TOML file, saved as UTF-8");
    insta::assert_snapshot!(refused(b"\x7fELF\x02\x01\x01\0\0\0\0"), @"x.toml:1:8: this is no text: a scenario is a TOML file, saved as UTF-8");
}

#[test]
fn any_bytes_have_an_answer() {
    // A fixed sequence without structure.
    let mut state = 1_u32;
    for length in [1, 10, 100, 1_000, 10_000] {
        for _ in 0..20 {
            let bytes: Vec<u8> = (0..length)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (state >> 24) as u8
                })
                .collect();
            let ascii: Vec<u8> = bytes.iter().map(|byte| byte & 0x7f).collect();
            for bytes in [bytes, ascii] {
                let error = load("x.toml", &bytes, &[]).expect_err("noise is no scenario");
                assert!(error.to_string().starts_with("x.toml:"), "{error}");
            }
        }
    }
}

#[test]
fn a_byte_order_mark_is_no_fault_and_shifts_no_column() {
    for cases in CASES {
        let marked = format!("\u{feff}{}", cases.good);
        assert_eq!(good(&marked).hash, good(cases.good).hash);
        let text = cases.good.replacen("kind", "kin", 1);
        assert_eq!(
            answer(&format!("\u{feff}{text}"), &[]),
            answer(&text, &[]),
            "columns count from the first character that is seen"
        );
    }
}

#[test]
fn windows_line_ends_load_and_shift_no_position() {
    for cases in CASES {
        let windows = cases.good.replace('\n', "\r\n");
        assert_eq!(good(&windows).hash, good(cases.good).hash);
        for (_, from, to) in cases.bad {
            let unix = cases.good.replacen(from, to, 1);
            let windows = unix.replace('\n', "\r\n");
            assert_eq!(answer(&windows, &[]), answer(&unix, &[]), "{from} -> {to}");
        }
    }
}

#[test]
fn huge_nestings_are_refused_in_a_line() {
    let deep = |open: &str, close: &str| {
        let text = format!(
            "kind = \"quick\"\nnotes = {}1{}\n",
            open.repeat(50_000),
            close.repeat(50_000)
        );
        answer(&text, &[])
    };
    insta::assert_snapshot!(deep("[", "]"), @"
    x.toml:2:73: too deeply nested: tables and lists nest at most 64 levels
      |
    2 | …[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[…
      |                                   ^

    1 fault; nothing was run
    ");
    assert!(deep("{ a = ", " }").contains("too deeply nested"));
}

#[test]
fn megabytes_are_answered_within_seconds_and_in_pages_that_end() {
    let within = |text: &str, what: &str| {
        let begun = Instant::now();
        let result = load("x.toml", text.as_bytes(), &[]);
        let size = match &result {
            Ok(scenario) => scenario.text.len(),
            Err(error) => error.to_string().len(),
        };
        let elapsed = begun.elapsed();
        // Without optimisation and on a busy machine; else it is a fraction of a second.
        assert!(elapsed < Duration::from_secs(20), "{what}: {elapsed:?}");
        assert!(size < 10_000_000, "{what}: an answer of {size} bytes");
        result.is_ok()
    };
    let notes = "A very long story. ".repeat(270_000);
    let long = format!("notes = \"{notes}\"\n{}", QUICK.good);
    assert!(within(&long, "long notes"));
    let comments = "# nothing to see here\n".repeat(240_000) + QUICK.good;
    assert!(within(&comments, "many comments"));
    // The parser is slow without optimisation, so of what it stumbles over there is less.
    let faults: String = (0..50_000).fold(QUICK.good.to_owned(), |mut text, number| {
        let _ = writeln!(text, "\"k{number}\" = [1, {number}]");
        text
    });
    assert!(!within(&faults, "many unknown keys"));
    assert!(!within(&"=".repeat(1_000_000), "one long line of rubbish"));
    assert!(!within(&"a\n".repeat(500_000), "many lines of rubbish"));
}

#[test]
fn no_table_of_keys_has_a_flaw() {
    for kind in KINDS {
        assert_eq!(flaws(keys_of(kind)), Vec::<String>::new(), "{}", kind.name);
    }
}

#[test]
fn every_kind_s_new_file_loads_and_plays() {
    for kind in KINDS {
        let scenario = good(&template(keys_of(kind)));
        assert_eq!(scenario.kind.name, kind.name);
        let plan = Plan {
            seed: 1,
            trials: 0..100,
            threads: 1,
            precision: None,
            alpha: 0.05,
            piece: None,
        };
        let finished = run(scenario.contest.as_ref(), &plan, &Unwatched);
        assert_eq!(finished.tally.outcomes().iter().sum::<u64>(), 100);
    }
}

/// What in a value is not as its schema says; knows the words that our schemas use, and no others.
fn violations(schema: &serde_json::Value, value: &serde_json::Value, path: &str) -> Vec<String> {
    use serde_json::Value;
    let mut found = Vec::new();
    let mut claim = |holds: bool, word: &str| {
        if !holds {
            found.push(format!("{path}: {word}"));
        }
    };
    let Value::Object(words) = schema else {
        return vec![format!("{path}: no schema")];
    };
    let mut below = Vec::new();
    for (word, about) in words {
        match (word.as_str(), value) {
            ("type", _) => {
                let holds = match about.as_str() {
                    Some("object") => value.is_object(),
                    Some("array") => value.is_array(),
                    Some("string") => value.is_string(),
                    Some("boolean") => value.is_boolean(),
                    Some("integer") => value.is_i64(),
                    Some("number") => value.is_number(),
                    _ => false,
                };
                claim(holds, word);
            }
            ("const", _) => claim(about == value, word),
            ("minimum" | "maximum", Value::Number(number)) => {
                let (number, bound) = (number.as_f64(), about.as_f64());
                claim(
                    if word == "minimum" {
                        number >= bound
                    } else {
                        number <= bound
                    },
                    word,
                );
            }
            ("minLength", Value::String(text)) => {
                claim(Some(text.len() as u64) >= about.as_u64(), word);
            }
            ("minItems", Value::Array(items)) => {
                claim(Some(items.len() as u64) >= about.as_u64(), word);
            }
            ("maxItems", Value::Array(items)) => {
                claim(Some(items.len() as u64) <= about.as_u64(), word);
            }
            ("items", Value::Array(items)) => {
                for (index, item) in items.iter().enumerate() {
                    below.extend(violations(about, item, &format!("{path}[{index}]")));
                }
            }
            ("required", Value::Object(entries)) => {
                for key in about.as_array().into_iter().flatten() {
                    let key = key.as_str().unwrap_or_default();
                    claim(entries.contains_key(key), key);
                }
            }
            ("properties", Value::Object(entries)) => {
                for (key, schema) in about.as_object().into_iter().flatten() {
                    if let Some(value) = entries.get(key) {
                        below.extend(violations(schema, value, &format!("{path}.{key}")));
                    }
                }
            }
            ("additionalProperties", Value::Object(entries)) => {
                let known = words.get("properties").and_then(Value::as_object);
                for (key, value) in entries {
                    if known.is_some_and(|known| known.contains_key(key)) {
                        continue;
                    }
                    if about == &Value::Bool(false) {
                        claim(false, key);
                    } else {
                        below.extend(violations(about, value, &format!("{path}.{key}")));
                    }
                }
            }
            ("if", _) => {
                if violations(about, value, path).is_empty() {
                    continue;
                }
                below.extend(violations(&words["else"], value, path));
            }
            ("oneOf" | "anyOf", _) => {
                let fits = about
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter(|schema| violations(schema, value, path).is_empty())
                    .count();
                claim(if word == "oneOf" { fits == 1 } else { fits > 0 }, word);
            }
            (
                "$schema"
                | "else"
                | "title"
                | "description"
                | "default"
                | "examples"
                | "minimum"
                | "maximum"
                | "minLength"
                | "minItems"
                | "maxItems"
                | "items"
                | "required"
                | "properties"
                | "additionalProperties",
                _,
            ) => {}
            _ => claim(false, &format!("`{word}` is not known to this test")),
        }
    }
    found.extend(below);
    found
}

/// A file as an editor's validator sees it.
fn as_json(text: &str) -> serde_json::Value {
    let table: toml::Table = toml::from_str(text).expect("it is TOML");
    serde_json::to_value(table).expect("without dates every value is there in JSON")
}

#[test]
fn schemas_accept_what_is_shipped_and_what_new_writes() {
    for kind in KINDS {
        let schema = json_schema(kind.title, keys_of(kind), USE);
        let mut texts = vec![template(keys_of(kind))];
        for builtin in BUILTINS {
            let name = format!("@{}", builtin.name);
            if open(&name, &[]).unwrap().kind.name == kind.name {
                texts.push(builtin.text.to_owned());
            }
        }
        assert!(texts.len() > 1, "{} has no scenario", kind.name);
        for text in texts {
            assert_eq!(
                violations(&schema, &as_json(&text), ""),
                Vec::<String>::new()
            );
        }
    }
    let party = json_schema("", part_keys_of(KINDS[0]).unwrap(), USE);
    for text in PARTIES.iter().map(|party| party.text) {
        assert_eq!(violations(&party, &as_json(text), ""), Vec::<String>::new());
        let unnamed = text.replacen("name = ", "nmae = ", 1);
        assert_eq!(violations(&party, &as_json(&unnamed), "").len(), 3);
    }
}

#[test]
fn schemas_refuse_what_the_program_refuses_about_a_single_key() {
    for cases in CASES {
        let schema = json_schema("", keys_of(good(cases.good).kind), USE);
        for (class, from, to) in cases.bad {
            let by_itself = matches!(
                class,
                Class::UnknownKey
                    | Class::WrongType
                    | Class::MissingKey
                    | Class::UnknownPlayer
                    | Class::UnknownKind
                    | Class::UnknownChoice
            );
            if by_itself {
                let text = cases.good.replacen(from, to, 1);
                assert!(
                    !violations(&schema, &as_json(&text), "").is_empty(),
                    "{from} -> {to}"
                );
            }
        }
    }
}
