//! Wrong files of the kind `combat` about cover, monsters, wounds, items and reinforcements.

use super::answer;
use super::combat::fight;
use std::fmt::Write as _;

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
    help: keys here are at_turn, when_standing, name, count, classes, player, monster, wounds, armor, pc, wound_choice, wound_option, cover

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
    x.toml:7:1: side.heroes.Dirk.at_turn is not a key here: keys here are name, count, classes, player, monster, wounds, armor, pc, wound_choice, wound_option, cover
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
