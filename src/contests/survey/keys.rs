//! The keys of a Survey's file, and the contest made of them.

use super::field::{MOST_ROWS, rows_of, size};
use super::limit;
use super::players::{self, Player};
use super::{Field, FieldFrom, Prize, Searcher, Setup, SupplyFrom, Survey};
use crate::contest::{CLASS_DICE, CLASS_FIT, Contest, Half, PlayerHelp, Seat, class_dice};
use crate::dice::Pool;
use crate::document::{Choice, Fault, Faults, Item, Key, Shape, Table, literal};

/// More dice of Supply than this are no Survey any more; they are counted in a byte each.
const MOST_SUPPLY: u32 = 100;

const FACE: Shape = Shape::Integer { min: 1, max: 6 };

/// The keys of the file.
pub(super) static KEYS: [Key; 6] = [
    Key::default("player", Shape::Choice(PLAYERS), "\"optimal\"")
        .help("Who decides what to explore."),
    Key::optional("leader", Shape::Table(LEADER))
        .help("Who leads the search: all dice are Supply; needed unless supply gives the dice.")
        .shown()
        .example("{ name = \"Kate\", dice = 4 }"),
    Key::optional("helper", Shape::named_tables(HELPER, 0, 100))
        .help("Who helps: each six is one more six of Supply.")
        .example("[{ name = \"Demolitions Expert\", dice = 3 }]"),
    Key::optional("supply", Shape::Table(SUPPLY))
        .help("The dice of Supply themselves, instead of a leader and helpers.")
        .example("{ dice = [2, 3, 5, 6] }"),
    Key::default("field", Shape::Table(FIELD), "{ size = 10 }")
        .help("The triangle of dice that is searched: its size, or its dice.")
        .example("{ size = 10 }"),
    Key::default("rules", Shape::Table(RULES), "{}").help("Readings of what the rules leave open."),
];

static PLAYERS: &[Choice] = &PlayerHelp::choices::<{ players::HELP.len() }>(players::HELP);

static LEADER: &[Key] = &[
    Key::required("name", Shape::Text)
        .help("The leader's name.")
        .example("\"Kate\""),
    CLASS_DICE,
    CLASS_FIT,
];

static HELPER: &[Key] = &[
    Key::required("name", Shape::Text)
        .help("The helper's name; it also names the helper's luck, so no two may share it.")
        .example("\"Demolitions Expert\""),
    CLASS_DICE,
    CLASS_FIT,
];

static SUPPLY: &[Key] = &[Key::required(
    "dice",
    Shape::List {
        item: &FACE,
        min: 1,
        max: MOST_SUPPLY as usize,
    },
)
.help("Their faces.")
.example("[2, 3, 5, 6]")];

static FIELD: &[Key] = &[
    Key::optional("size", Shape::Integer { min: 6, max: 28 })
        .help("How many dice are rolled in each trial: a triangle of 3 to 7 rows.")
        .accepts("a Field has 6, 10, 15, 21 or 28 dice")
        .lever(1.0)
        .example("10"),
    Key::optional(
        "dice",
        Shape::List {
            item: &FACE,
            min: 6,
            max: size(MOST_ROWS) as usize,
        },
    )
    .help("The dice, the apex first, then row by row.")
    .accepts("a Field has 6, 10, 15, 21 or 28 dice, each of 1 to 6")
    .example("[3, 1, 5, 2, 2, 6, 4, 1, 3, 5]"),
];

static RULES: &[Key] = &[
    Key::default(
        "prize",
        Shape::Either(&[Shape::Choice(PRIZES), FACE]),
        "\"uniform\"",
    )
    .help("Which of the numbers that stand at least twice is the Prize, or the number itself; the players know this rule, not the number.")
    .accepts("one of \"uniform\", \"solvable\", \"commonest\", \"rarest\", or a number from 1 to 6"),
    Key::default("combine", Shape::Flag, "false")
        .help("Whether one die of Supply may explore several dice whose sum is at most its value.")
        .lever(1.0),
    Half::KEY,
];

static PRIZES: &[Choice] = &[
    Choice::new("uniform", "any, with the same chance"),
    Choice::new(
        "solvable",
        "any of those that the Supply suffices to explore whole, or any at all if there are none",
    ),
    Choice::new(
        "commonest",
        "the one that stands most often, by lot among equals",
    ),
    Choice::new(
        "rarest",
        "the one that stands least often, by lot among equals",
    ),
];

/// Finds what the keys alone cannot say: a Field that is no triangle or has no Prize, a Supply that
/// is missing, told twice or beyond counting.
pub(super) fn examine(table: &Table, faults: &mut Faults) {
    field_is_one_thing(table, faults);
    supply_is_one_thing(table, faults);
    if faults.is_empty() {
        search_ends(table, faults);
    }
}

fn search_ends(table: &Table, faults: &mut Faults) {
    let Some(setup) = setup(table) else {
        return;
    };
    if let Some(field) = table.table("field")
        && limit::is_too_much(&Survey::new(setup))
    {
        faults.push(Fault {
            place: field.place("dice"),
            path: field.path_of("dice"),
            found: "takes too long to search with combine".to_owned(),
            accepted: format!("best play is found by looking at {} goes or fewer", limit::MOST_GOES),
            help: Some("put fewer low dice on the Field, roll fewer dice of Supply, or set combine to false".to_owned()),
        });
    }
}

fn field_is_one_thing(table: &Table, faults: &mut Faults) {
    let Some(field) = table.table("field") else {
        return;
    };
    match (field.given("size"), field.given("dice")) {
        (false, false) if !faults.explain(field) => {
            faults.refuse_table(field, "does not say which dice", "give size or dice", None);
        }
        (true, true) => {
            let accepted = "give size or dice, not both";
            faults.refuse_table(field, "says twice which dice", accepted, None);
        }
        _ => {}
    }
    if let Some(dice) = field.integer("size")
        && rows_of(dice as usize).is_none()
    {
        faults.refuse(field, "size", "a Field has 6, 10, 15, 21 or 28 dice", None);
    }
    if !field.given("dice") {
        return;
    }
    let Some(faces) = faces(field.list("dice")) else {
        return;
    };
    let Some(given) = Field::from_faces(&faces) else {
        faults.push(Fault {
            place: field.place("dice"),
            path: field.path_of("dice"),
            found: format!("has {} dice", faces.len()),
            accepted: "a Field has 6, 10, 15, 21 or 28 dice".to_owned(),
            help: None,
        });
        return;
    };
    if given.eligible().is_empty() {
        let accepted = "a Field on which some number stands twice, for the Prize is one that does";
        faults.refuse(field, "dice", accepted, None);
    }
    let rules = table.table("rules");
    if let Some(rules) = rules
        && let Some(Prize::Number(face)) = prize(rules)
        && !given.eligible().has(face)
    {
        let accepted = "a number that stands at least twice on the Field";
        faults.refuse(rules, "prize", accepted, None);
    }
}

fn supply_is_one_thing(table: &Table, faults: &mut Faults) {
    match (table.given("leader"), table.given("supply")) {
        // It may stand in text that is no TOML.
        (false, false) if faults.iter().all(|fault| !fault.path.is_empty()) => faults.push(Fault {
            place: table.place("leader"),
            path: table.path_of("leader"),
            found: "is missing".to_owned(),
            accepted: "somebody leads the search: give leader, or supply.dice".to_owned(),
            help: Some("for example leader = { name = \"Kate\", dice = 4 }".to_owned()),
        }),
        (true, true) => {
            let accepted = "the dice, or a leader who rolls them, not both";
            faults.refuse(table, "supply", accepted, None);
        }
        (false, true) if !table.tables("helper").is_empty() => {
            let accepted = "helpers add to what a leader rolls; leave them out, or supply";
            faults.refuse(table, "helper", accepted, None);
        }
        _ => {}
    }
    let half = Half::read(table);
    let dice: u32 = table
        .table("leader")
        .into_iter()
        .chain(table.tables("helper"))
        .filter_map(|searcher| class_dice(searcher, half))
        .map(|(_, dice)| dice)
        .fold(0, u32::saturating_add);
    if dice > MOST_SUPPLY {
        faults.push(Fault {
            place: table.place("helper"),
            path: table.path_of("helper"),
            found: format!("brings the dice thrown to {dice}"),
            accepted: format!("the leader and all helpers may throw {MOST_SUPPLY} dice together"),
            help: None,
        });
    }
}

/// Makes the contest.
pub(super) fn build(table: &Table) -> Option<Box<dyn Contest>> {
    setup(table).map(|setup| Box::new(Survey::new(setup)) as Box<dyn Contest>)
}

fn setup(table: &Table) -> Option<Setup> {
    let half = Half::read(table);
    let rules = table.table("rules")?;
    let field = table.table("field")?;
    Some(Setup {
        player: Player::named(table.choice("player")?)?,
        field: if field.given("dice") {
            FieldFrom::Given(Field::from_faces(&faces(field.list("dice"))?)?)
        } else {
            FieldFrom::Rolled(rows_of(field.integer("size")? as usize)?)
        },
        supply: match table.table("supply") {
            Some(supply) => SupplyFrom::Given(Pool::from_faces(&faces(supply.list("dice"))?)),
            None => SupplyFrom::Rolled {
                leader: searcher(table.table("leader")?, half)?,
                helpers: table
                    .tables("helper")
                    .iter()
                    .map(|helper| searcher(helper, half))
                    .collect::<Option<_>>()?,
            },
        },
        prize: prize(rules)?,
        combine: rules.flag("combine")?,
    })
}

fn faces(list: &[Item]) -> Option<Vec<u32>> {
    list.iter()
        .map(|item| item.as_integer().map(|face| face as u32))
        .collect()
}

fn searcher(table: &Table, half: Half) -> Option<Searcher> {
    Some(Searcher {
        name: table.text("name")?.to_owned(),
        dice: class_dice(table, half)?.1,
    })
}

fn prize(rules: &Table) -> Option<Prize> {
    let item = rules.item("prize")?;
    if let Some(face) = item.as_integer() {
        return Some(Prize::Number(face as u32));
    }
    Some(match item.as_choice()? {
        "solvable" => Prize::Solvable,
        "commonest" => Prize::Commonest,
        "rarest" => Prize::Rarest,
        _ => Prize::Uniform,
    })
}

/// The one seat: all searchers decide together.
pub(super) fn seats(table: &Table) -> Vec<Seat> {
    let seat = || {
        let sitting = table.item("player")?;
        Some(Seat {
            name: "searchers".to_owned(),
            path: table.path_of("player"),
            outcome: "success".to_owned(),
            own: Vec::new(),
            player: Player::named(sitting.as_choice()?)?.name(),
            value: literal(sitting),
        })
    };
    seat().into_iter().collect()
}
