//! Wrong files of the kind `dice_adventures`.

use super::{Cases, Class, answers};

pub(super) static DICE_ADVENTURES: Cases = Cases {
    kind: "dice_adventures",
    good: r#"kind = "dice_adventures"
player = "greedy"
heroes = ["warrior", "cleric", "wizard"]
mode = "hardcore+"
adventures = 5
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
        (Class::Syntax, "adventures = 5", "adventures: 5"),
        (Class::Syntax, "\"wizard\"]", "\"wizard\""),
        (Class::UnknownKey, "heroes =", "party ="),
        (Class::UnknownKey, "ranger =", "rangers ="),
        (Class::WrongType, "= 5", "= \"five\""),
        (
            Class::WrongType,
            "[\"warrior\", \"cleric\", \"wizard\"]",
            "\"warrior, cleric, wizard\"",
        ),
        (Class::WrongType, "\"cleric\"", "2"),
        (Class::OutOfRange, "= 5", "= 0"),
        (Class::OutOfRange, "= 5", "= 6"),
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
