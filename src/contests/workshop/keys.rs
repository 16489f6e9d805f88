//! The keys of a Workshop file, and the contest made of them.

use super::craft::{Craft, FEWEST_PILES};
use super::piles::DICE;
use super::players::{self, Player};
use super::ranks::MOST_PILES;
use super::{Setup, Start, Supply, Workshop};
use crate::contest::{CLASS_DICE, CLASS_FIT, Contest, Half, PlayerHelp, Seat, class_dice};
use crate::document::{Choice, Faults, Key, Shape, Table, literal};

/// The keys of the file.
pub(super) static KEYS: &[Key] = &[
    Key::default("player", Shape::Choice(PLAYERS), "\"optimal\"")
        .help("Who decides how many dice to roll, and which die to replace.")
        .example("\"optimal\""),
    Key::required("crafter", Shape::Table(&CRAFTER))
        .help("Who does the work: the Supply has a die for each die of the Class.")
        .example("{ name = \"Gex\", dice = 5 }"),
    Key::default("assistance", Shape::Flag, "false")
        .help("Adequate assistance: a die more in the Supply.")
        .lever(1.0),
    Key::default("time", Shape::Flag, "false")
        .help("Ample time to spare: a die more.")
        .lever(1.0),
    Key::default("facility", Shape::Flag, "false")
        .help("A workshop, laboratory, hospital or whatever suits the task: a die more.")
        .lever(1.0),
    Key::required("craft", Shape::Table(&CRAFT))
        .help("The Craft: how many piles of three dice are rolled, or the dice that lie there.")
        .example("{ piles = 3 }"),
    Key::default("rules", Shape::Table(&RULES), "{}")
        .help("Readings of what the rules leave open."),
];

static PLAYERS: &[Choice] = &PlayerHelp::choices::<{ players::HELP.len() }>(players::HELP);

static CRAFTER: [Key; 3] = [
    Key::required("name", Shape::Text)
        .help("The crafter's name.")
        .example("\"Gex\""),
    CLASS_DICE,
    CLASS_FIT,
];

static CRAFT: [Key; 2] = [
    Key::optional(
        "piles",
        Shape::Integer {
            min: FEWEST_PILES as i64,
            max: MOST_PILES as i64,
        },
    )
    .help("How many piles of three dice are rolled.")
    .accepts("a Craft has 3 to 5 piles")
    .lever(1.0)
    .example("3"),
    Key::optional(
        "dice",
        Shape::List {
            item: &Shape::List {
                item: &Shape::Integer { min: 1, max: 6 },
                min: DICE,
                max: DICE,
            },
            min: FEWEST_PILES,
            max: MOST_PILES,
        },
    )
    .help("The faces of each pile, instead of rolling them.")
    .accepts("3 to 5 piles, each a list of three faces from 1 to 6")
    .example("[[1, 2, 3], [4, 5, 6], [2, 4, 6]]"),
];

static RULES: [Key; 2] = [
    Half::KEY,
    Key::default("reroll_solved", Shape::Flag, "true")
        .help("Whether a Craft that matches as rolled is rolled again; else it is a success at once. Given dice that match always are.")
        .lever(1.0),
];

/// Finds a Craft that is both rolled and given, or neither.
pub(super) fn examine(table: &Table, faults: &mut Faults) {
    let Some(craft) = table.table("craft") else {
        return;
    };
    let (found, accepted, help) = match (craft.given("piles"), craft.given("dice")) {
        (false, false) if is_explained(craft, faults) => return,
        (false, false) => ("does not say which dice", "give piles or dice", None),
        (true, true) => (
            "says twice which dice",
            "give piles or dice, not both",
            Some("--set replaces the whole table: --set 'craft={ piles = 4 }'".to_owned()),
        ),
        _ => return,
    };
    faults.refuse_table(craft, found, accepted, help);
}

/// Whether a fault that is known already may be why a key is missing: one within the table, such as
/// its name mistyped, or text that is no TOML.
fn is_explained(table: &Table, faults: &Faults) -> bool {
    let within = format!("{}.", table.path());
    faults
        .iter()
        .any(|fault| fault.path.is_empty() || fault.path.starts_with(&within))
}

/// Makes the contest.
pub(super) fn build(table: &Table) -> Option<Box<dyn Contest>> {
    let workshop = Workshop::new(setup(table)?);
    Some(Box::new(workshop))
}

fn setup(table: &Table) -> Option<Setup> {
    let crafter = table.table("crafter")?;
    let (_, class) = class_dice(crafter, Half::read(table))?;
    Some(Setup {
        crafter: crafter.text("name")?.to_owned(),
        supply: Supply {
            class,
            assistance: table.flag("assistance")?,
            time: table.flag("time")?,
            facility: table.flag("facility")?,
        },
        start: start(table.table("craft")?)?,
        reroll_solved: table.table("rules")?.flag("reroll_solved")?,
        player: Player::named(table.choice("player")?)?,
    })
}

fn start(craft: &Table) -> Option<Start> {
    if let Some(piles) = craft.integer("piles") {
        return Some(Start::Rolled(usize::try_from(piles).ok()?));
    }
    let mut piles = Vec::new();
    for pile in craft.list("dice") {
        let faces: Option<Vec<u8>> = pile
            .as_list()?
            .iter()
            .map(|face| u8::try_from(face.as_integer()?).ok())
            .collect();
        piles.push(<[u8; DICE]>::try_from(faces?).ok()?);
    }
    Craft::new(&piles).map(Start::Given)
}

/// The one seat, called by the crafter's name.
pub(super) fn seats(table: &Table) -> Vec<Seat> {
    let seat = || {
        Some(Seat {
            name: table.table("crafter")?.text("name")?.to_owned(),
            path: table.path_of("player"),
            outcome: "success".to_owned(),
            own: Vec::new(),
            player: table.choice("player")?,
            value: literal(table.item("player")?),
        })
    };
    seat().into_iter().collect()
}
