//! Wrong files of the kind `action_dice`.

use super::{Cases, Class, answers};

pub(super) static ACTION_DICE: Cases = Cases {
    kind: "action_dice",
    good: r#"kind = "action_dice"
contest = "exchange"
[[side]]
name = "red"
player = "attack_2"
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
        (Class::UnknownPlayer, "\"attack_2\"", "\"attack2\""),
        (Class::UnknownKind, "\"action_dice\"", "\"action dice\""),
        (Class::UnknownChoice, "\"exchange\"", "\"fight\""),
        (Class::UnknownChoice, "\"general\"", "\"hide\""),
        (Class::UnknownChoice, "\"attacker\"", "\"defendant\""),
    ],
};

#[test]
fn bad_action_dice_files_are_answered() {
    insta::assert_snapshot!(answers(&ACTION_DICE), @"");
}
