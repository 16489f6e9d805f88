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
        (Class::OutOfRange, "prosperity = 3", "prosperity = 0"),
        (Class::OutOfRange, "repeat = 2", "repeat = 126"),
        (Class::OutOfRange, "dice = 1\n", "dice = 7\n"),
        (Class::MissingKey, "prosperity = 3\n", ""),
        (Class::MissingKey, "difficulty = 9\n", ""),
        (Class::MissingKey, "get = \"Spice\"\n", ""),
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
        (Class::UnknownChoice, "[\"Base\"]", "[\"Basement\"]"),
        (Class::UnknownChoice, "get = \"Spice\"", "get = \"Goods\""),
    ],
};

#[test]
fn bad_trade_files_are_answered() {
    insta::assert_snapshot!(answers(&TRADE), @"");
}
