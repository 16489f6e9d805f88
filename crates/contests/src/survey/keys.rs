//! Keys of a Survey file, and conversion of a checked file to the contest.

use super::field::Field;
use super::field::{MOST_ROWS, rows_of, size};
use super::limit;
use super::players::Player;
use super::prepared::Survey;
use super::setup::{FieldFrom, Prize, Searcher, Setup, SupplyFrom};
use evenodds_core::contest::positions::faces;
use evenodds_core::contest::{
    CLASS_DICE, CLASS_FIT, Contest, Erring, Fit, Half, Seat, Typed, choices, default, fault_of,
    flag, one_of_two, optional, player_keys, required, table, too_many_dice, whole,
};
use evenodds_core::dice::Pool;
use evenodds_core::document::{CheckedTable, Fault, Faults, Item, Key, ValueShape, grouped};

/// Maximum number of Supply dice: a plausible limit; each face's count fits into a byte.
pub(super) const MOST_SUPPLY: u32 = 100;

const FACE: ValueShape = whole(1, 6);

pub(super) static KEYS: &[Key] = File::KEYS;

static PLAYER_SETTINGS: [Key; 2] = player_keys(Player::Optimal.as_default());

/// Shape of the player: a name or a table.
const PLAYER: ValueShape =
    ValueShape::Either(&[Player::SHAPE, ValueShape::Table(&PLAYER_SETTINGS)]);

table! {
    /// A file.
    struct File {
        /// Player that decides which dice to explore.
        player: Erring<Player> = default("\"optimal\"", PLAYER),
        /// Leader of the search: all the leader's dice are Supply. Required unless `supply` gives
        /// the dice.
        leader: Option<Leader> = optional(ValueShape::Table(Leader::KEYS))
            .shown()
            .example("{ name = \"Kate\", dice = 4 }"),
        /// Helpers: each six that they throw is one more six of Supply.
        helper: Vec<Helper> = optional(ValueShape::named_tables(Helper::KEYS, 0, 100))
            .example("[{ name = \"Demolitions Expert\", dice = 3 }]"),
        /// The dice of Supply, instead of a leader and helpers.
        supply: Option<GivenSupply> = optional(ValueShape::Table(GivenSupply::KEYS))
            .example("{ dice = [2, 3, 5, 6] }"),
        /// The triangle of dice to search: its size, or its dice.
        field: FieldKeys = default("{ size = 10 }", ValueShape::Table(FieldKeys::KEYS))
            .example("{ size = 10 }"),
        /// Options where the rules leave a choice.
        rules: RulesKeys = default("{}", ValueShape::Table(RulesKeys::KEYS)),
    }
}

table! {
    /// The leader.
    struct Leader {
        /// Name of the leader.
        name: String = required(ValueShape::Text).example("\"Kate\""),
        dice: u32 = CLASS_DICE,
        fit: Fit = CLASS_FIT,
    }
}

table! {
    /// A helper.
    struct Helper {
        /// Name of the helper; must be unique, as it also selects the helper's random numbers.
        name: String = required(ValueShape::Text).example("\"Demolitions Expert\""),
        dice: u32 = CLASS_DICE,
        fit: Fit = CLASS_FIT,
    }
}

table! {
    /// Dice of Supply.
    struct GivenSupply {
        /// Faces of the dice.
        dice: Vec<u32> = required(faces(1, MOST_SUPPLY as usize))
            .example("[2, 3, 5, 6]"),
    }
}

table! {
    /// The Field in a file: exactly one of the two.
    struct FieldKeys {
        /// Number of dice, rolled in each trial: a triangle of 3 to 7 rows.
        size: Option<u32> = optional(whole(6, 28))
            .accepts("6, 10, 15, 21 or 28 dice")
            .tunable_among(&[6, 10, 15, 21, 28])
            .example("10"),
        /// Faces of the dice, the apex first, then row by row.
        dice: Vec<u32> = optional(faces(6, size(MOST_ROWS) as usize))
            .accepts("6, 10, 15, 21 or 28 dice, each from 1 to 6")
            .example("[3, 1, 5, 2, 2, 6, 4, 1, 3, 5]"),
    }
}

table! {
    /// The keys under `[rules]`.
    struct RulesKeys {
        /// Choice of the Prize among the numbers that occur at least twice, or the number itself.
        /// The players know this rule, but not the number.
        prize: Prize = default("\"uniform\"", ValueShape::Either(&[NamedPrize::SHAPE, FACE]))
            .accepts("one of \"uniform\", \"solvable\", \"commonest\", \"rarest\", or a number from 1 to 6"),
        /// Whether one die of Supply may explore more than one die, with a sum of at most its
        /// value.
        combine: bool = flag(false).tunable(1.0),
        half: Half = Half::KEY,
    }
}

choices! {
    /// Choice of the Prize, unless its number is given.
    enum NamedPrize {
        /// any of them, all equally likely
        Uniform = "uniform",
        /// any of those that the Supply suffices to explore completely, or any at all if there are
        /// none
        Solvable = "solvable",
        /// the most frequent one, drawn by lot among equals
        Commonest = "commonest",
        /// the least frequent one, drawn by lot among equals
        Rarest = "rarest",
    }
}

impl Typed for Prize {
    fn of(item: &Item) -> Option<Self> {
        Some(match NamedPrize::of(item) {
            Some(NamedPrize::Uniform) => Self::Uniform,
            Some(NamedPrize::Solvable) => Self::Solvable,
            Some(NamedPrize::Commonest) => Self::Commonest,
            Some(NamedPrize::Rarest) => Self::Rarest,
            None => Self::Number(u32::of(item)?),
        })
    }
}

/// Adds the faults that key tables cannot express: a Field that is not a triangle or has no Prize,
/// and a Supply that is missing, given twice or too large.
pub(super) fn examine(table: &CheckedTable, faults: &mut Faults) {
    check_field(table, faults);
    check_supply(table, faults);
    if faults.is_empty() {
        check_search_size(table, faults);
    }
}

fn check_search_size(table: &CheckedTable, faults: &mut Faults) {
    let Some(setup) = setup(table) else {
        return;
    };
    if let Some(field) = table.table("field")
        && limit::is_search_too_large(&Survey::new(setup))
    {
        let accepted = format!(
            "expected a search of at most {} actions",
            grouped(limit::MAX_ACTIONS)
        );
        faults.push(Fault {
            help: Some(
                "use fewer low dice on the Field or fewer dice of Supply, or set combine to false"
                    .to_owned(),
            ),
            ..fault_of(
                field,
                "dice",
                "takes too long to search with combine",
                accepted,
            )
        });
    }
}

fn check_field(table: &CheckedTable, faults: &mut Faults) {
    let Some(field) = table.table("field") else {
        return;
    };
    one_of_two(field, ["size", "dice"], None, faults);
    if let Some(dice) = field.integer("size")
        && rows_of(dice as usize).is_none()
    {
        faults.refuse(field, "size", "expected 6, 10, 15, 21 or 28 dice", None);
    }
    if !field.given("dice") {
        return;
    }
    let Some(faces) = Vec::under(field, "dice") else {
        return;
    };
    let Some(given) = Field::from_faces(&faces) else {
        let found = format!("has {} dice", faces.len());
        let accepted = "expected 6, 10, 15, 21 or 28 dice";
        faults.push(fault_of(field, "dice", found, accepted));
        return;
    };
    if given.eligible().is_empty() {
        let accepted = "expected at least one number twice, as the Prize is such a number";
        faults.refuse(field, "dice", accepted, None);
    }
    let rules = table.table("rules");
    if let Some(rules) = rules
        && let Some(Prize::Number(face)) = Prize::under(rules, "prize")
        && !given.eligible().has(face)
    {
        let accepted = "expected a number that is on the Field at least twice";
        faults.refuse(rules, "prize", accepted, None);
    }
}

fn check_supply(table: &CheckedTable, faults: &mut Faults) {
    match (table.given("leader"), table.given("supply")) {
        // The Supply may be in text that is not valid TOML.
        (false, false) if faults.iter().all(|fault| !fault.path.is_empty()) => faults.push(Fault {
            span: table.span("leader"),
            path: table.path_of("leader"),
            found: "is missing".to_owned(),
            accepted: "expected leader, or supply.dice instead".to_owned(),
            reason: None,
            help: Some("for example leader = { name = \"Kate\", dice = 4 }".to_owned()),
            absent: None,
        }),
        (true, true) => {
            let accepted = "the leader rolls the Supply, so leave out leader or supply";
            faults.refuse(table, "supply", accepted, None);
        }
        (false, true) if !table.tables("helper").is_empty() => {
            let accepted = "helpers add to the roll of a leader, so leave out helper or supply";
            faults.refuse(table, "helper", accepted, None);
        }
        _ => {}
    }
    if let Some(fault) = too_many_dice(table, "leader", MOST_SUPPLY) {
        faults.push(fault);
    }
}

pub(super) fn build(table: &CheckedTable, _: &mut Faults) -> Option<Box<dyn Contest>> {
    let error = Erring::<Player>::under(table, "player")?.error;
    setup(table).map(|setup| Box::new(Survey::new(setup).with_errors(error)) as Box<dyn Contest>)
}

fn setup(table: &CheckedTable) -> Option<Setup> {
    let file = File::read(table)?;
    let half = file.rules.half;
    let searcher = |name, fit: Fit, dice| Searcher {
        name,
        dice: fit.thrown(dice, half),
    };
    Some(Setup {
        player: file.player.player,
        field: match file.field.size {
            Some(size) => FieldFrom::Rolled(rows_of(size as usize)?),
            None => FieldFrom::Given(Field::from_faces(&file.field.dice)?),
        },
        supply: match (file.supply, file.leader) {
            (Some(supply), _) => SupplyFrom::Given(Pool::from_faces(&supply.dice)),
            (None, leader) => {
                let leader = leader?;
                SupplyFrom::Rolled {
                    leader: searcher(leader.name, leader.fit, leader.dice),
                    helpers: (file.helper.into_iter())
                        .map(|helper| searcher(helper.name, helper.fit, helper.dice))
                        .collect(),
                }
            }
        },
        prize: file.rules.prize,
        combine: file.rules.combine,
    })
}

/// Returns the only seat, since all searchers decide together.
pub(super) fn seats(table: &CheckedTable) -> Vec<Seat> {
    Seat::at(table, "searchers", "success")
        .into_iter()
        .collect()
}
