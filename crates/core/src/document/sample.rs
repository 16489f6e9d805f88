//! Table of keys for the tests of `document`, with at least one key of every shape.

use super::check::check;
use super::faults::Faults;
use super::item::CheckedTable;
use super::keys::Key;
use super::kinded::{Kinded, Variant};
use super::read::parse;
use super::set;
use super::shape::{ChoiceName, ValueShape};
use super::source::Source;
use std::sync::LazyLock;

static HALVES: [ChoiceName; 2] = [
    ChoiceName::new("up", "round up"),
    ChoiceName::new("down", "round down"),
];
static PLAYERS: [ChoiceName; 2] = [
    ChoiceName::new("finisher", ""),
    ChoiceName::new("rollout", ""),
];
static SMALL: ValueShape = ValueShape::Integer { min: 1, max: 6 };
static SHARE: ValueShape = ValueShape::Number { min: 0.0, max: 1.0 };
static PAIR: ValueShape = ValueShape::List {
    item: &SHARE,
    min: 2,
    max: 2,
};
static COUNT: ValueShape = ValueShape::Integer {
    min: 0,
    max: i64::MAX,
};

static PLAYER: [Key; 2] = [
    Key::required("name", ValueShape::Choice(&PLAYERS)).example("\"rollout\""),
    Key::optional("playouts", ValueShape::Integer { min: 1, max: 4096 }).tunable(2.0),
];
static PLAYER_SHAPES: [ValueShape; 2] = [ValueShape::Choice(&PLAYERS), ValueShape::Table(&PLAYER)];
static CLASS: [Key; 3] = [
    Key::required("name", ValueShape::Text).example("\"Fighter\""),
    Key::required("dice", SMALL)
        .accepts("1 to 6 dice")
        .help("how many dice the Class throws")
        .tunable(1.0)
        .example("4"),
    Key::default("cover", ValueShape::Flag, "false").help("whether it sees through cover"),
];
static COMBATANT: [Key; 3] = [
    Key::required("name", ValueShape::Text).example("\"Dirk\""),
    Key::required("classes", ValueShape::tables(&CLASS, 1, 6))
        .example("[{ name = \"Fighter\", dice = 4 }]"),
    Key::default("count", ValueShape::Integer { min: 1, max: 99 }, "1")
        .tunable(1.0)
        .counts(),
];
static LATE: [Key; 2] = [
    Key::required("name", ValueShape::Text).example("\"Late\""),
    Key::required("at_turn", SMALL).help("the turn on which it comes"),
];
static SIDE: [Key; 4] = [
    Key::required("name", ValueShape::Text),
    Key::default("player", ValueShape::Either(&PLAYER_SHAPES), "\"finisher\"")
        .help("player of the side"),
    Key::default(
        "combatant",
        ValueShape::elided_tables(&COMBATANT, 0, 3),
        "[]",
    ),
    Key::default(
        "reinforcement",
        ValueShape::elided_tables(&LATE, 0, 9),
        "[]",
    ),
];
static HEALER: [Key; 1] = [Key::required("dice", SMALL).example("3")];
static RULES: [Key; 3] = [
    Key::default("half", ValueShape::Choice(&HALVES), "\"up\"").help("rounding of halves, with a help text that is too long for the line of its key and is therefore placed above it").tunable(1.0),
    Key::optional("healer", ValueShape::Table(&HEALER)).help("healer, if there is one").example("{ dice = 3 }"),
    Key::optional("bonus", ValueShape::Map(&COUNT)).help("dice added by name"),
];
static FIELD: [Key; 3] = [
    Key::optional(
        "dice",
        ValueShape::List {
            item: &SMALL,
            min: 1,
            max: usize::MAX,
        },
    )
    .help("given faces"),
    Key::optional("size", COUNT).tunable(5.0),
    Key::default(
        "weight",
        ValueShape::Number {
            min: 0.0,
            max: f64::INFINITY,
        },
        "1",
    ),
];
static EXPECT: [Key; 1] = [Key::optional("outcomes", ValueShape::Map(&PAIR))
    .help("expected shares")
    .example("[expect.outcomes]\nheroes = [0.2, 0.3]\n")];
static CRAFTER: [Key; 2] = [
    Key::required("name", ValueShape::Text).example("\"Gex\""),
    Key::required("dice", SMALL).tunable(1.0).example("4"),
];
static FIGHT: [Key; 2] = [
    Key::required("side", ValueShape::named_tables(&SIDE, 1, 2)).shared(),
    Key::default("rules", ValueShape::Table(&RULES), "{}"),
];
static CRAFT: [Key; 2] = [
    Key::required("crafter", ValueShape::Table(&CRAFTER)).example("{ name = \"Gex\", dice = 4 }"),
    Key::default("piles", SMALL, "3"),
];
static VARIANTS: LazyLock<[Variant; 2]> = LazyLock::new(|| {
    let variant = |name, help, own| Variant::new(&CONTEST, ChoiceName::new(name, help), own);
    [
        variant("fight", "last side that stands", &FIGHT),
        variant("craft", "", &CRAFT),
    ]
});
/// A tagged table.
pub(super) static CONTEST: Kinded = Kinded {
    tag: "kind",
    variants: || &*VARIANTS,
};
static SCENE: [Key; 3] = [
    Key::required("name", ValueShape::Text).example("\"ambush\""),
    Key::optional("file", ValueShape::Text).includes("contest"),
    Key::optional("contest", ValueShape::Kinded(&CONTEST))
        .help("contest of the scene")
        .example("{ kind = \"craft\", crafter = { name = \"Gex\", dice = 4 } }"),
];

static AMOUNT: [Key; 2] = [
    Key::required("value", COUNT).tunable(1.0).example("2"),
    Key::optional("most", COUNT),
];
/// A number, a number with its highest value, or dice.
static FIELD_VALUE: ValueShape = ValueShape::Either(&FIELD_VALUES);
static FIELD_VALUES: [ValueShape; 3] = [COUNT, ValueShape::Table(&AMOUNT), ValueShape::Text];
static MEMBER: [Key; 4] = [
    Key::required("name", ValueShape::Text).example("\"Goblin\""),
    Key::default("count", ValueShape::Integer { min: 1, max: 99 }, "1")
        .tunable(1.0)
        .counts(),
    Key::others("fields", &FIELD_VALUE)
        .help("fields of the file's own")
        .tunable(1.0)
        .example("hp = 7"),
    Key::default("lines", ValueShape::list(&SMALL, 0, 3), "[]"),
];
static TEAM: [Key; 2] = [
    Key::default("player", ValueShape::Either(&PLAYER_SHAPES), "\"finisher\""),
    Key::default("members", ValueShape::elided_tables(&MEMBER, 0, 9), "[]"),
];
static TEAM_SHAPE: ValueShape = ValueShape::Table(&TEAM);

pub(super) static KEYS: [Key; 8] = [
    Key::required("kind", ValueShape::Text).help("kind of contest").example("\"combat\""),
    Key::optional("title", ValueShape::Text),
    Key::required("side", ValueShape::named_tables(&SIDE, 2, 2)).help("sides of the fight").example(
        "[[side]]\nname = \"heroes\"\n  [[side.combatant]]\n  name = \"Dirk\"\n  classes = [{ name = \"Fighter\", dice = 4 }]\n\n[[side]]\nname = \"ambushers\"\n",
    ),
    Key::default("rules", ValueShape::Table(&RULES), "{}").help("options of the rules"),
    Key::default("field", ValueShape::Table(&FIELD), "{}"),
    Key::optional("expect", ValueShape::Table(&EXPECT)),
    Key::optional("scene", ValueShape::named_tables(&SCENE, 0, 9)).help("scenes that follow"),
    Key::optional("team", ValueShape::Map(&TEAM_SHAPE))
        .help("teams by name")
        .defines()
        .example("[team.goblins]\nmembers = [{ name = \"Goblin\", count = 6, hp = 7 }]"),
];

/// Returns a checked document with assignments applied, and all its faults.
pub(super) fn checked(text: &str, assignments: &[&str]) -> (CheckedTable, Faults) {
    let mut faults = Faults::new();
    let mut root = parse(&Source::new("x.toml", text), &mut faults);
    for assignment in assignments {
        set::apply(&mut root, &KEYS, assignment, &mut faults);
    }
    let table = check(&root, &KEYS, &mut faults);
    (table, faults)
}
