//! Wrong files of the kind `combat`.

use super::{Cases, Class, answer, answers};

pub(super) static COMBAT: Cases = Cases {
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
    help: keys here are name, count, classes, player, monster, wounds, armor, pc, wound_choice, wound_option, cover

    1 fault; nothing was run

    --- UnknownKey: dice = 4 } -> dice = 4, wounds = true }
    x.toml:6:44: side.heroes.Dirk.classes[0].wounds is not a key here: keys here are name, dice, fit, ignores_cover, ignores_armor
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
    x.toml:12:10: side.drones.player is "brawlr": one of "random", "brawler", "finisher", "rollout", "expert", "optimal"
       |
    12 | player = "brawlr"
       |          ^^^^^^^^
    help: did you mean "brawler"?

    1 fault; nothing was run

    --- UnknownPlayer: "brawler" -> { name = "wizard" }
    x.toml:12:19: side.drones.player.name is "wizard": one of "random", "brawler", "finisher", "rollout", "expert", "optimal"
       |
    12 | player = { name = "wizard" }
       |                   ^^^^^^^^

    1 fault; nothing was run

    --- UnknownKind: "combat" -> "combta"
    x.toml:1:8: kind is "combta": one of "combat", "survey", "workshop", "quick", "trade", "action_dice", "dice_adventures", "abstract", "adventure"
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

/// The good fight with one thing replaced.
pub(super) fn fight(from: &str, to: &str) -> String {
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

/// The most Classes, or none: no duel is looked at before all its faults are mended.
#[test]
fn the_size_of_a_duel_with_faults_is_not_found_out() {
    let text = "kind = \"combat\"\n[[side]]\nname = \"a\"\nplayer = \"optimal\"\n[[side.combatant]]\nname = \"A\"\n\
                [[side]]\nname = \"b\"\n[[side.combatant]]\nname = \"B\"\nclasses = [{ name = \"x\", dice = 3 }]\n";
    let begun = std::time::Instant::now();
    let told = answer(text, &[]);
    assert!(told.contains("classes is missing"), "{told}");
    assert!(!told.contains("any other player"), "{told}");
    let most = std::time::Duration::from_secs(1);
    assert!(begun.elapsed() < most, "{:?}", begun.elapsed());
}
