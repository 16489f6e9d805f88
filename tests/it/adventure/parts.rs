//! Every part that an adventure may have occurs among the random ones.

use super::{MADE, any};

/// Texts that some of the files must contain.
const WRITTEN: [&str; 45] = [
    "base = [",
    "cargo = [",
    "origin = \"local\"",
    "origin = \"foreign\"",
    "held = true",
    "held = false",
    "on_offer = false",
    "character = \"Ship\"",
    "character = [\"Ship\"",
    ", \"Ship\"]",
    "{ name = \"Ship\" }",
    "{ name = \"Ship\", dice = ",
    "{ name = \"Ship\", fit = \"semi\" }",
    "crafter = { character = \"Ship\"",
    "backer = [{ character = \"Ship\"",
    "payer = \"Ship\"",
    "contributors = [\"Ship\"]",
    "payer = \"Ann\"",
    "type = \"sell\"",
    "type = \"barter\"",
    "type = \"travel\"",
    "restock = true",
    "repeat = 2",
    "last_die = \"keep\"",
    "assistance = \"Ship\"",
    "assistance = \"Ann\"",
    "facility = \"Ship\"",
    "facility = \"Ann\"",
    "dice = { \"Ship\" = 1",
    "\"Silk\" = 2",
    "wound = true",
    "wound = [\"non_combatant\"]",
    "wound = [\"permanent_loss\"]",
    "wound = [\"nasty_wound\"]",
    "wound = [\"nasty_wound\", \"non_combatant\"",
    "session_ends = true",
    "first = \"",
    "first = [\"",
    "\nwound_choice = \"fight_on\"",
    "\nwound_option = \"permanent_loss\"",
    "], wound_choice = \"stay_down\"",
    "ignores_armor = true",
    "armor_fits = true",
    "group = { prosperity = 0",
    "outcome = \"complications\"",
];

#[test]
fn every_part_of_an_adventure_is_among_them() {
    let adventures: Vec<String> = (0..MADE)
        .map(|number| any::adventure(number).written())
        .collect();
    let mut missing = WRITTEN.to_vec();
    missing.retain(|written| !adventures.iter().any(|text| text.contains(written)));
    assert!(missing.is_empty(), "no adventure has {missing:?}");
}
