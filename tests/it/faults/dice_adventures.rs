//! Wrong files of the kind `dice_adventures`.

use super::{Cases, Class, answers};

pub(super) static DICE_ADVENTURES: Cases = Cases {
    kind: "dice_adventures",
    good: r#"kind = "dice_adventures"
player = "greedy"
heroes = ["warrior", "cleric", "wizard"]
mode = "hardcore+"
adventures = 3
deck = "shuffled"
[[adventure]]
name = "The flooded crypt"
modifier = { dice = 1, by = -1 }
results = [{ gold = 3, rise = 1 }, { gold = 2 }, {}, { fall = 1 }, { dies = 1 }, { dies = 2 }]
[[adventure]]
name = "The tower"
[[adventure]]
name = "The road"
[rules]
ranger = "two"
modifier_when = "after"
[expect.outcomes]
survived = [0.5, 1.0]
[expect.metrics]
"mean.score" = [1, 40]
"p50.bought.provisions" = [0, 3]
"#,
    bad: &[
        (Class::Syntax, "adventures = 3", "adventures: 3"),
        (Class::Syntax, "\"wizard\"]", "\"wizard\""),
        (Class::UnknownKey, "heroes =", "party ="),
        (Class::UnknownKey, "ranger =", "rangers ="),
        (Class::WrongType, "adventures = 3", "adventures = \"three\""),
        (
            Class::WrongType,
            "[\"warrior\", \"cleric\", \"wizard\"]",
            "\"warrior, cleric, wizard\"",
        ),
        (Class::WrongType, "\"cleric\"", "2"),
        (Class::OutOfRange, "adventures = 3", "adventures = 0"),
        (Class::OutOfRange, "adventures = 3", "adventures = 6"),
        // More adventures than cards.
        (Class::OutOfRange, "adventures = 3", "adventures = 4"),
        (
            Class::OutOfRange,
            "adventures = 3\ndeck = \"shuffled\"",
            "adventures = 4\ndeck = \"in_order\"",
        ),
        // Five results, and things that no result brings.
        (Class::OutOfRange, ", { dies = 2 }", ""),
        (Class::OutOfRange, "gold = 3", "gold = 99"),
        (Class::OutOfRange, "dies = 2", "dies = 4"),
        (Class::OutOfRange, "rise = 1", "rise = 2"),
        (Class::OutOfRange, "fall = 1", "fall = -1"),
        (Class::OutOfRange, "by = -1", "by = 0"),
        (Class::OutOfRange, "by = -1", "by = -2"),
        (Class::OutOfRange, "{ dice = 1", "{ dice = 4"),
        // More gold than a shuffled game may bring: 9, 4 and 3.
        (
            Class::OutOfRange,
            "name = \"The tower\"",
            "name = \"The tower\"\nresults = [{ gold = 9 }, {}, {}, {}, {}, { gold = 1 }]\n\
             [[adventure]]\nname = \"The hoard\"\nresults = [{}, {}, {}, {}, {}, { gold = 4 }]",
        ),
        (Class::UnknownKey, "gold = 2", "coins = 2"),
        (Class::UnknownKey, "modifier =", "modifiers ="),
        (Class::WrongType, "{ fall = 1 }", "4"),
        (Class::WrongType, "{ dice = 1, by = -1 }", "-1"),
        (Class::MissingKey, "name = \"The road\"\n", ""),
        (Class::DuplicateName, "\"The road\"", "\"The tower\""),
        (Class::UnknownChoice, "\"shuffled\"", "\"random\""),
        (Class::OutOfRange, ", \"wizard\"", ""),
        (Class::OutOfRange, "\"wizard\"", "\"wizard\", \"thief\""),
        (
            Class::MissingKey,
            "heroes = [\"warrior\", \"cleric\", \"wizard\"]\n",
            "",
        ),
        (Class::DuplicateName, "\"wizard\"", "\"warrior\""),
        (Class::DuplicateName, "mode =", "player ="),
        (Class::UnknownOutcome, "survived =", "won ="),
        (Class::UnknownMetric, "mean.score", "mean.points"),
        (Class::UnknownMetric, "p50.bought", "p50.sold"),
        (Class::UnknownPlayer, "\"greedy\"", "\"gredy\""),
        (
            Class::UnknownKind,
            "\"dice_adventures\"",
            "\"dice adventures\"",
        ),
        (Class::UnknownKind, "kind = \"dice_adventures\"\n", ""),
        (Class::UnknownChoice, "\"cleric\"", "\"priest\""),
        (Class::UnknownChoice, "\"hardcore+\"", "\"hardcore plus\""),
        (Class::UnknownChoice, "\"two\"", "2"),
        (Class::UnknownChoice, "\"after\"", "\"later\""),
    ],
};

#[test]
fn every_wrong_file_is_answered_with_what_is_wrong() {
    insta::assert_snapshot!(answers(&DICE_ADVENTURES));
}
