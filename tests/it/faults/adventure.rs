//! Wrong files of the kind `adventure`.

use super::{Cases, Class, answers};

pub(super) static ADVENTURE: Cases = Cases {
    kind: "adventure",
    good: r#"kind = "adventure"
first = "door"
[group]
prosperity = 3
base = [{ name = "Ship", dice = 2 }]
cargo = [{ name = "Silk", dice = 2 }]
[[character]]
name = "Ann"
healer = "Doctor"
classes = [{ name = "Doctor", dice = 3 }, { name = "Pilot", dice = 2 }]
[[character]]
name = "Ben"
classes = [{ name = "Thief", dice = 4 }]
[[scene]]
name = "door"
then = { success = "fight", failure = "caught" }
cost = { failure = { prosperity = 1, of = ["Ben"], classes = true, dice = { Ship = 1 } } }
[scene.contest]
kind = "quick"
difficulty = 9
actor = { character = ["Ben"], classes = ["Thief"] }
[[scene]]
name = "fight"
then = { them = "caught" }
[scene.contest]
kind = "combat"
[[scene.contest.side]]
name = "us"
combatant = [{ character = "Ann" }, { name = "Dog", classes = [{ name = "Dog", dice = 1 }] }]
[[scene.contest.side]]
name = "them"
combatant = [{ name = "Guard", classes = [{ name = "Guard", dice = 5 }] }]
[endings]
caught = "They are caught."
[rules]
advance = "none"
[expect.outcomes]
done = [0, 1]
[expect.metrics]
"mean.scenes" = [1, 2]
"#,
    bad: &[
        (Class::Syntax, "prosperity = 3", "prosperity = "),
        (Class::UnknownKey, "healer =", "heeler ="),
        (Class::UnknownKey, "difficulty", "dificulty"),
        (Class::WrongType, "prosperity = 3", "prosperity = 'three'"),
        (Class::OutOfRange, "dice = 4", "dice = 7"),
        (Class::OutOfRange, "dice = 5", "dice = 9"),
        (Class::MissingKey, "difficulty = 9\n", ""),
        (Class::DuplicateName, "\"Ben\"\nclasses", "\"Ann\"\nclasses"),
        (
            Class::DuplicateName,
            "name = \"Dog\", classes",
            "name = \"Ann\", classes",
        ),
        (Class::UnknownOutcome, "done = [", "dne = ["),
        (
            Class::UnknownOutcome,
            "them = \"caught\"",
            "us2 = \"caught\"",
        ),
        (Class::UnknownOutcome, "cost = { failure", "cost = { failed"),
        (Class::UnknownMetric, "mean.scenes", "mean.scense"),
        (
            Class::UnknownPlayer,
            "\"us\"\n",
            "\"us\"\nplayer = \"expart\"\n",
        ),
        (Class::UnknownKind, "kind = \"combat\"", "kind = \"battle\""),
        (
            Class::UnknownKind,
            "kind = \"quick\"",
            "kind = \"adventure\"",
        ),
        (
            Class::UnknownChoice,
            "advance = \"none\"",
            "advance = \"much\"",
        ),
        (
            Class::UnknownOutcome,
            "failure = \"caught\"",
            "failure = \"cauhgt\"",
        ),
        (Class::UnknownOutcome, "[\"Thief\"]", "[\"Theif\"]"),
        (
            Class::UnknownOutcome,
            "character = [\"Ben\"]",
            "character = [\"Bne\"]",
        ),
        (
            Class::UnknownOutcome,
            "healer = \"Doctor\"",
            "healer = \"Docter\"",
        ),
        (Class::UnknownOutcome, "of = [\"Ben\"]", "of = [\"Bill\"]"),
        (Class::UnknownOutcome, "of = [\"Ben\"]", "of = [\"Ship\"]"),
        (Class::UnknownOutcome, "{ Ship = 1 }", "{ Shop = 1 }"),
        (
            Class::UnknownOutcome,
            "first = \"door\"",
            "first = [\"dor\", \"fight\"]",
        ),
        (Class::DuplicateName, "name = \"Ship\"", "name = \"Ann\""),
        (Class::DuplicateName, "name = \"Silk\"", "name = \"Ship\""),
        (
            Class::OutOfRange,
            "character = \"Ann\" }",
            "character = [\"Ship\", \"Ann\"] }",
        ),
        (
            Class::OutOfRange,
            "name = \"Dog\", classes",
            "name = \"Ship\", classes",
        ),
        (
            Class::OutOfRange,
            "name = \"Guard\", classes",
            "name = \"Ship\", classes",
        ),
        (
            Class::OutOfRange,
            "{ character = \"Ann\" }",
            "{ name = \"Ship\" }",
        ),
        (
            Class::UnknownChoice,
            "classes = true",
            "wound = [\"nasty\"]",
        ),
        (Class::OutOfRange, "name = \"fight\"", "name = \"caught\""),
        (
            Class::OutOfRange,
            "character = \"Ann\" }",
            "character = \"Ann\", count = 2 }",
        ),
        (
            Class::OutOfRange,
            "failure = \"caught\" }",
            "failure = \"door\" }\nworst = \"draw\"",
        ),
    ],
};

#[test]
fn every_wrong_file_is_answered_with_what_is_wrong() {
    insta::assert_snapshot!(answers(&ADVENTURE));
}
