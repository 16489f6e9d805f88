//! Keys of a Workshop file, and conversion of a checked file to the contest.

use super::craft::{Craft, FEWEST_PILES, MOST_PILES};
use super::piles::DICE;
use super::player::Player;
use super::prepared::Workshop;
use super::ranks::MOST_SOLVED;
use super::setup::{CraftStart, Setup, Supply};
use evenodds_core::contest::{
    CLASS_DICE, CLASS_FIT, Contest, Erring, Fit, Half, Seat, Typed, default, flag, one_of_two,
    optional, player_keys, required, table, whole,
};
use evenodds_core::document::{CheckedTable, Faults, Item, Key, ValueShape};

pub(super) static KEYS: &[Key] = File::KEYS;

static PLAYER_SETTINGS: [Key; 2] = player_keys(Player::Optimal.as_default());

/// Shape of the player: a name or a table.
const PLAYER: ValueShape =
    ValueShape::Either(&[Player::SHAPE, ValueShape::Table(&PLAYER_SETTINGS)]);

table! {
    /// A file.
    struct File {
        /// Player that decides how many dice to roll, and which die to replace; by default
        /// `matcher` with more than five piles.
        player: Erring<Player> = default("\"optimal\"", PLAYER).example("\"optimal\""),
        /// The crafter, who does the work: the Supply has a die for each die of the Class.
        crafter: Crafter = required(ValueShape::Table(Crafter::KEYS))
            .example("{ name = \"Gex\", dice = 5 }"),
        /// Adequate assistance: adds a die to the Supply.
        assistance: bool = flag(false).tunable(1.0),
        /// Ample time to spare: adds a die to the Supply.
        time: bool = flag(false).tunable(1.0),
        /// A suitable place, such as a workshop, laboratory or hospital: adds a die to the Supply.
        facility: bool = flag(false).tunable(1.0),
        /// The Craft: the number of piles of three dice to roll, or their dice.
        craft: CraftKeys = required(ValueShape::Table(CraftKeys::KEYS)).example("{ piles = 3 }"),
        /// Options where the rules leave a choice.
        rules: RulesKeys = default("{}", ValueShape::Table(RulesKeys::KEYS)),
    }
}

table! {
    /// The crafter.
    struct Crafter {
        /// Name of the crafter.
        name: String = required(ValueShape::Text).example("\"Gex\""),
        dice: u32 = CLASS_DICE,
        fit: Fit = CLASS_FIT,
    }
}

table! {
    /// The Craft in a file: exactly one of the two.
    struct CraftKeys {
        /// Number of piles of three dice, rolled in each trial.
        piles: Option<u32> = optional(whole(FEWEST_PILES as i64, MOST_PILES as i64))
            .accepts("3 to 10 piles")
            .tunable(1.0)
            .example("3"),
        /// Faces of each pile, instead of rolling them.
        dice: Vec<Vec<u8>> = optional(ValueShape::List {
            item: &ValueShape::List { item: &whole(1, 6), min: DICE, max: DICE },
            min: FEWEST_PILES,
            max: MOST_PILES,
        })
        .accepts("3 to 10 piles, each a list of three faces from 1 to 6")
        .example("[[1, 2, 3], [4, 5, 6], [2, 4, 6]]"),
    }
}

table! {
    /// The keys under `[rules]`.
    struct RulesKeys {
        half: Half = Half::KEY,
        /// Whether a Craft whose piles match as rolled is rolled again; otherwise it is a success
        /// at once. Dice that match and are given in the file are always a success.
        reroll_solved: bool = flag(true).tunable(1.0),
    }
}

/// Adds faults for a Craft that is both rolled and given, or neither, and for a given player that
/// cannot solve it.
pub(super) fn examine(table: &CheckedTable, faults: &mut Faults) {
    let Some(craft) = table.table("craft") else {
        return;
    };
    let help = "--set replaces the whole table: --set 'craft={ piles = 4 }'";
    one_of_two(craft, ["piles", "dice"], Some(help), faults);
    let named = match table.item("player").and_then(Item::as_table) {
        Some(settings) => settings.given("name"),
        None => table.given("player"),
    };
    let player = Erring::<Player>::under(table, "player").filter(|_| named);
    if let (Some(Erring { player, .. }), Some(piles)) = (player, size(craft))
        && player.for_size(piles) != player
    {
        let accepted = format!(
            "expected \"matcher\" or \"one_by_one\" with {piles} piles, as optimal solves at most {MOST_SOLVED}"
        );
        faults.refuse(table, "player", accepted, None);
    }
}

/// Returns the number of piles.
fn size(craft: &CheckedTable) -> Option<usize> {
    let keys = CraftKeys::read(craft)?;
    Some(keys.piles.map_or(keys.dice.len(), |piles| piles as usize))
}

pub(super) fn build(table: &CheckedTable, _: &mut Faults) -> Option<Box<dyn Contest>> {
    let file = File::read(table)?;
    let Crafter { name, dice, fit } = file.crafter;
    let Erring { player, error } = file.player;
    let workshop = Workshop::new(Setup {
        crafter: name,
        supply: Supply {
            class: fit.thrown(dice, file.rules.half),
            assistance: file.assistance,
            time: file.time,
            facility: file.facility,
        },
        start: start(&file.craft)?,
        reroll_solved: file.rules.reroll_solved,
        player,
    });
    Some(Box::new(workshop.with_errors(error)))
}

fn start(craft: &CraftKeys) -> Option<CraftStart> {
    if let Some(piles) = craft.piles {
        return Some(CraftStart::Rolled(piles as usize));
    }
    let piles: Option<Vec<[u8; DICE]>> = craft
        .dice
        .iter()
        .map(|pile| pile.as_slice().try_into().ok())
        .collect();
    Craft::new(&piles?).map(CraftStart::Given)
}

/// Returns the only seat, named after the crafter.
pub(super) fn seats(table: &CheckedTable) -> Vec<Seat> {
    let crafter = table.table("crafter");
    let name = crafter.and_then(|crafter| crafter.text("name"));
    let seat = name.and_then(|name| Seat::at(table, name, "success"));
    let piles = table.table("craft").and_then(size);
    let seat = seat.map(|seat| match (Player::named(seat.player), piles) {
        (Some(player), Some(piles)) => {
            let player = player.for_size(piles).name();
            Seat {
                player,
                value: player.to_owned(),
                ..seat
            }
        }
        _ => seat,
    });
    seat.into_iter().collect()
}
