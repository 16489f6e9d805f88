//! Wrong files of the kind `action_dice`.

use super::{Cases, Class, answers};

pub(super) static ACTION_DICE: Cases = Cases {
    kind: "action_dice",
    good: r#"kind = "action_dice"
contest = "exchange"
[[side]]
name = "red"
player = "keep_1"
[[side.combatant]]
name = "Rosa"
action = 3
hand_to_hand = 4
limited = { dice = 1, to = "attack" }
[[side]]
name = "blue"
[[side.combatant]]
name = "Basil"
count = 2
action = 2
defence = "general"
[[side.combatant]]
name = "Bella"
action = 1
[rules]
hit_tie = "attacker"
[expect.outcomes]
red = [0.0, 1.0]
[expect.metrics]
"mean.out.Rosa" = [0, 1]
"#,
    bad: &[
        (Class::Syntax, "= 4", ""),
        (Class::Syntax, "\"Rosa\"", "\"Rosa"),
        (Class::UnknownKey, "hand_to_hand", "hand-to-hand"),
        (Class::UnknownKey, "count", "number"),
        (Class::WrongType, "action = 3", "action = \"3\""),
        (Class::WrongType, "{ dice = 1, to = \"attack\" }", "1"),
        (Class::OutOfRange, "action = 3", "action = 0"),
        (Class::OutOfRange, "hand_to_hand = 4", "hand_to_hand = 13"),
        (Class::MissingKey, "contest = \"exchange\"\n", ""),
        (Class::MissingKey, "action = 3\n", ""),
        (Class::MissingKey, ", to = \"attack\"", ""),
        (Class::DuplicateName, "\"blue\"", "\"red\""),
        (Class::DuplicateName, "\"Bella\"", "\"Basil\""),
        (Class::DuplicateName, "\"Bella\"", "\"Basil 2\""),
        (Class::UnknownOutcome, "red = [", "Red = ["),
        (Class::UnknownMetric, "out.Rosa", "out.Rose"),
        (Class::UnknownPlayer, "\"keep_1\"", "\"keep1\""),
        // Only the removed frame had it.
        (Class::UnknownPlayer, "\"keep_1\"", "\"attack_2\""),
        (Class::OutOfRange, "\"keep_1\"", "\"keep_6\""),
        (
            Class::UnknownChoice,
            "hit_tie = \"attacker\"",
            "frame = \"split\"",
        ),
        (Class::UnknownKind, "\"action_dice\"", "\"action dice\""),
        (Class::UnknownChoice, "\"exchange\"", "\"fight\""),
        (Class::UnknownChoice, "\"general\"", "\"hide\""),
        (Class::UnknownChoice, "\"attacker\"", "\"defendant\""),
    ],
};

#[test]
fn bad_action_dice_files_are_answered() {
    insta::assert_snapshot!(answers(&ACTION_DICE), @r#"
    --- Syntax: = 4 -> 
    x.toml:9:14: key with no value: expected `=`
      |
    9 | hand_to_hand
      |              ^

    1 fault; nothing was run

    --- Syntax: "Rosa" -> "Rosa
    x.toml:7:13: unclosed text: expected `"` before the line ends
      |
    7 | name = "Rosa
      |             ^

    1 fault; nothing was run

    --- UnknownKey: hand_to_hand -> hand-to-hand
    x.toml:9:1: side.red.Rosa.hand-to-hand is not a key here: did you mean hand_to_hand?
      |
    9 | hand-to-hand = 4
      | ^^^^^^^^^^^^
    help: keys here are name, count, action, limited, specialised, hand_to_hand, ranged, dodge, movement, attack, defence, attack_extra, defence_extra, noncombat

    1 fault; nothing was run

    --- UnknownKey: count -> number
    x.toml:15:1: side.blue.Basil.number is not a key here: keys here are name, count, action, limited, specialised, hand_to_hand, ranged, dodge, movement, attack, defence, attack_extra, defence_extra, noncombat
       |
    15 | number = 2
       | ^^^^^^

    1 fault; nothing was run

    --- WrongType: action = 3 -> action = "3"
    x.toml:8:10: side.red.Rosa.action is "3": a combatant has 1 to 6 general action dice
      |
    8 | action = "3"
      |          ^^^
    help: write 3, without quotes

    1 fault; nothing was run

    --- WrongType: { dice = 1, to = "attack" } -> 1
    x.toml:10:11: side.red.Rosa.limited is 1: a table
       |
    10 | limited = 1
       |           ^
    help: for example limited = { dice = 1, to = "attack" }

    1 fault; nothing was run

    --- OutOfRange: action = 3 -> action = 0
    x.toml:8:10: side.red.Rosa.action is 0: a combatant has 1 to 6 general action dice
      |
    8 | action = 0
      |          ^

    1 fault; nothing was run

    --- OutOfRange: hand_to_hand = 4 -> hand_to_hand = 13
    x.toml:9:16: side.red.Rosa.hand_to_hand is 13: an integer from 0 to 12
      |
    9 | hand_to_hand = 13
      |                ^^

    1 fault; nothing was run

    --- MissingKey: contest = "exchange" -> 
    x.toml:1:1: contest is missing: one of "check", "opposed", "ability", "order", "exchange"
      |
    1 | kind = "action_dice"
      | ^
    help: for example contest = "exchange"

    1 fault; nothing was run

    --- MissingKey: action = 3 -> 
    x.toml:6:1: side.red.Rosa.action is missing: a combatant has 1 to 6 general action dice
      |
    6 | [[side.combatant]]
      | ^^^^^^^^^^^^^^^^^^
    help: for example action = 2

    1 fault; nothing was run

    --- MissingKey: , to = "attack" -> 
    x.toml:10:11: side.red.Rosa.limited.to is missing: one of "attack", "defence"
       |
    10 | limited = { dice = 1 }
       |           ^^^^^^^^^^^^
    help: for example to = "attack"

    1 fault; nothing was run

    --- DuplicateName: "blue" -> "red"
    x.toml:12:8: side[1].name is "red": a name is used once, and x.toml:4:8 has it
       |
    12 | name = "red"
       |        ^^^^^

    1 fault; nothing was run

    --- DuplicateName: "Bella" -> "Basil"
    x.toml:19:8: side.blue.combatant[1].name is "Basil": a name is used once, and x.toml:14:8 has it
       |
    19 | name = "Basil"
       |        ^^^^^^^

    1 fault; nothing was run

    --- DuplicateName: "Bella" -> "Basil 2"
    x.toml:19:8: side.blue.'Basil 2'.name is "Basil 2": another name: "Basil 2" is there already
       |
    19 | name = "Basil 2"
       |        ^^^^^^^^^

    1 fault; nothing was run

    --- UnknownOutcome: red = [ -> Red = [
    x.toml:24:7: expect.outcomes.Red is no outcome here: did you mean red?
       |
    24 | Red = [0.0, 1.0]
       |       ^^^^^^^^^^
    help: the outcomes here are red, blue, draw, unresolved

    1 fault; nothing was run

    --- UnknownMetric: out.Rosa -> out.Rose
    x.toml:26:19: expect.metrics.'mean.out.Rose' names no metric here: did you mean 'out.Rosa'?
       |
    26 | "mean.out.Rose" = [0, 1]
       |                   ^^^^^^
    help: the metrics here are rounds, 'standing.red', 'standing.blue', 'out.Rosa', 'out.Basil', 'out.Bella', 'hits.Rosa', 'hits.Basil', 'hits.Bella', 'attacks.Rosa', 'attacks.Basil', 'attacks.Bella', 'defences.Rosa', 'defences.Basil', 'defences.Bella', 'unused.Rosa', 'unused.Basil', 'unused.Bella'

    1 fault; nothing was run

    --- UnknownPlayer: "keep_1" -> "keep1"
    x.toml:5:10: side.red.player is "keep1": one of "random", "keep_6", "keep_5", "keep_4", "keep_3", "keep_2", "keep_1", "keep_0", "heavy", "guarded", "all_out", "rollout", "optimal"
      |
    5 | player = "keep1"
      |          ^^^^^^^
    help: did you mean "keep_1"?

    1 fault; nothing was run

    --- UnknownPlayer: "keep_1" -> "attack_2"
    x.toml:5:10: side.red.player is "attack_2": one of "random", "keep_6", "keep_5", "keep_4", "keep_3", "keep_2", "keep_1", "keep_0", "heavy", "guarded", "all_out", "rollout", "optimal"
      |
    5 | player = "attack_2"
      |          ^^^^^^^^^^
    help: the frame "split" and its players were removed: name "optimal" for duels, else "guarded"

    1 fault; nothing was run

    --- OutOfRange: "keep_1" -> "keep_6"
    x.toml:5:10: side.red.player is "keep_6": any other player: nobody has more than 4 action dice, so that is keep_4
      |
    5 | player = "keep_6"
      |          ^^^^^^^^

    1 fault; nothing was run

    --- UnknownChoice: hit_tie = "attacker" -> frame = "split"
    x.toml:22:9: rules.frame is "split": only "actions", or no frame at all: the frame "split" was removed
       |
    22 | frame = "split"
       |         ^^^^^^^

    1 fault; nothing was run

    --- UnknownKind: "action_dice" -> "action dice"
    x.toml:1:8: kind is "action dice": one of "combat", "survey", "workshop", "quick", "trade", "action_dice", "dice_adventures", "abstract", "adventure"
      |
    1 | kind = "action dice"
      |        ^^^^^^^^^^^^^
    help: did you mean "action_dice"?

    1 fault; nothing was run

    --- UnknownChoice: "exchange" -> "fight"
    x.toml:2:11: contest is "fight": one of "check", "opposed", "ability", "order", "exchange"
      |
    2 | contest = "fight"
      |           ^^^^^^^

    1 fault; nothing was run

    --- UnknownChoice: "general" -> "hide"
    x.toml:17:11: side.blue.Basil.defence is "hide": one of "single", "parry", "dodge", "general", "dive"
       |
    17 | defence = "hide"
       |           ^^^^^^

    1 fault; nothing was run

    --- UnknownChoice: "attacker" -> "defendant"
    x.toml:22:11: rules.hit_tie is "defendant": one of "attacker", "defender"
       |
    22 | hit_tie = "defendant"
       |           ^^^^^^^^^^^
    help: did you mean "defender"?

    1 fault; nothing was run
    "#);
}
