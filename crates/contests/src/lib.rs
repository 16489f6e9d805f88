//! The kinds of contest that `evenodds` plays, each in a folder of its own. They use `evenodds-core` and
//! not each other, except that [`adventure`] plays the kinds of its scenes; only this file lists all. The scenarios
//! that the program contains are here too, since each is of one of these kinds.
//!
//! Begin with [`quick`], the smallest kind.

pub mod abstract_rpg;
pub mod action_dice;
pub mod adventure;
mod builtin;
pub mod combat;
pub mod dice;
pub mod dice_adventures;
pub mod quick;
pub mod survey;
pub mod trade;
pub mod workshop;

pub use builtin::{BUILTINS, PARTIES, TEMPLATES};

use evenodds_core::contest::Kind;

/// Every kind of contest, in the order in which they are listed.
pub static KINDS: &[&Kind] = &[
    &combat::KIND,
    &survey::KIND,
    &workshop::KIND,
    &quick::KIND,
    &trade::KIND,
    &action_dice::KIND,
    &dice_adventures::KIND,
    &abstract_rpg::KIND,
    &dice::KIND,
    &adventure::KIND,
];

/// Returns the kind with this name.
pub fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.iter().copied().find(|kind| kind.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use evenodds_core::contest::ListOrder;
    use evenodds_core::contest::conformance::{assert_kind, assert_orders_mean_nothing};
    use evenodds_testing::size;
    use std::collections::BTreeSet;

    #[test]
    fn every_kind_keeps_what_is_asked_of_all() {
        for (position, kind) in KINDS.iter().enumerate() {
            assert_kind(kind);
            let earlier = &KINDS[..position];
            assert!(earlier.iter().all(|earlier| earlier.name != kind.name));
        }
    }

    /// Files of a kind that together have every list whose order means nothing, with equal members
    /// where members have figures of their own.
    fn files(kind: &str) -> &'static [&'static str] {
        match kind {
            "survey" => &[
                r#"
                leader = { name = "Kate", dice = 3 }
                helper = [{ name = "Tom", dice = 1 }, { name = "Ann", dice = 2 }, { name = "Bob", dice = 3, fit = "semi" }]
                field = { dice = [3, 1, 5, 2, 2, 1] }
                "#,
                r"
                supply = { dice = [1, 2, 2, 3, 6] }
                field = { dice = [3, 1, 1, 2, 2, 6, 2, 1, 3, 5] }
                rules = { combine = true }
                ",
                r#"
                leader = { name = "Kate", dice = 4 }
                helper = [{ name = "Tom", dice = 2 }, { name = "Ann", dice = 4 }]
                "#,
            ],
            "workshop" => &[
                r#"
                crafter = { name = "Gex", dice = 4 }
                craft = { dice = [[1, 6, 4], [2, 5, 3], [3, 3, 6]] }
                "#,
                r#"
                crafter = { name = "Gex", dice = 5 }
                craft = { dice = [[6, 2, 2], [1, 2, 6], [4, 4, 1], [1, 5, 3]] }
                "#,
                r#"
                crafter = { name = "Gex", dice = 3 }
                craft = { dice = [[6, 2, 2], [1, 2, 6], [4, 4, 1], [1, 5, 3], [3, 3, 3], [5, 4, 1]] }
                "#,
            ],
            "quick" => &[r#"
                difficulty = 12
                actor = { name = "Acrobat", dice = 3 }
                helper = [{ name = "Friend", dice = 4, fit = "semi" }, { name = "Other", dice = 1 }]
                "#],
            "trade" => &[r#"
                prosperity = 2
                backer = [{ name = "Rich", dice = 2 }, { name = "Poor", dice = 1 }, { name = "Twin", dice = 1 }]
                cargo = [
                    { name = "Tea", dice = 2 },
                    { name = "Silk", dice = 3, refused = ["Salt", "Wool"] },
                    { name = "Salt", dice = 2, origin = "local", held = false },
                    { name = "Wool", dice = 3, origin = "local", held = false },
                ]
                step = [
                    { type = "bill", difficulty = 9, contributors = ["Rich", "Poor", "Twin"] },
                    { type = "barter", give = "Silk", get = "Salt" },
                    { type = "barter", give = "Tea", get = "Wool" },
                    { type = "travel" },
                    { type = "barter", give = "Silk", get = "Salt" },
                    { type = "bill", difficulty = 5, payer = "Rich" },
                    { type = "sell", cargo = "Wool" },
                ]
                "#],
            "action_dice" => &[
                r#"
                contest = "exchange"
                side = [
                    { name = "red", combatant = [
                        { name = "R1", action = 3, hand_to_hand = 4, dodge = 2 },
                        { name = "R2", action = 3, hand_to_hand = 4, dodge = 2 },
                    ] },
                    { name = "green", combatant = [
                        { name = "G1", action = 3, hand_to_hand = 4, dodge = 2 },
                        { name = "G2", action = 3, hand_to_hand = 4, dodge = 2 },
                    ] },
                ]
                "#,
                r#"
                contest = "exchange"
                side = [
                    { name = "red", combatant = [
                        { name = "R1", action = 2, ranged = 3, attack = "ranged", movement = 2 },
                        { name = "R2", action = 3, hand_to_hand = 4, movement = 3, defence = "general", dodge = 1 },
                        { name = "R3", action = 2, ranged = 3, attack = "ranged", movement = 2 },
                    ] },
                    { name = "green", combatant = [
                        { name = "G1", action = 2, hand_to_hand = 2, dodge = 2, movement = 2 },
                        { name = "G2", action = 2, hand_to_hand = 2, dodge = 2, movement = 2 },
                    ] },
                ]
                rules = { attack_on = "weakest", hits_to_win = 2, distance = 2, noncombat_choice = "each_round", answers_reorder = true, max_rounds = 6 }
                "#,
                r#"
                contest = "exchange"
                side = [
                    { name = "red", combatant = [{ name = "R", action = 2, hand_to_hand = 1, dodge = 1 }] },
                    { name = "green", combatant = [{ name = "G", action = 2, hand_to_hand = 1, dodge = 1 }] },
                ]
                rules = { noncombat_choice = "each_round", max_rounds = 5 }
                "#,
            ],
            "dice_adventures" => &[
                r#"
                heroes = ["warrior", "thief", "ranger"]
                mode = "hardcore+"
                adventures = 3
                rules = { thief = "level", lose_level = "any" }
                "#,
                r#"
                heroes = ["wizard", "bard", "cleric"]
                adventures = 2
                "#,
            ],
            "combat" => &[
                r#"
                cover = { faces = [2, 5, 3] }
                side = [
                    { name = "us", cover = { faces = [4, 1] }, combatant = [
                        { name = "Pip", classes = [{ name = "Sword", dice = 2 }, { name = "Bow", dice = 1 }], cover = { faces = [3, 6] } },
                        { name = "Kit", classes = [{ name = "Sword", dice = 2 }, { name = "Bow", dice = 1 }], cover = { faces = [3, 6] } },
                    ], reinforcement = [
                        { name = "Late", at_turn = 3, classes = [{ name = "Axe", dice = 2 }], cover = { faces = [2, 4] } },
                        { name = "Later", at_turn = 3, classes = [{ name = "Axe", dice = 2 }], cover = { faces = [2, 4] } },
                    ] },
                    { name = "them", combatant = [
                        { name = "Ogre", classes = [{ name = "Club", dice = 4 }] },
                        { name = "Imp", classes = [{ name = "Claw", dice = 2 }] },
                    ] },
                ]
                "#,
                r#"
                side = [
                    { name = "A", combatant = [{ name = "a", classes = [{ name = "Axe", dice = 3 }] }] },
                    { name = "B", combatant = [{ name = "b", classes = [{ name = "Axe", dice = 3 }] }] },
                    { name = "C", combatant = [{ name = "c", classes = [{ name = "Axe", dice = 3 }] }] },
                ]
                "#,
            ],
            "dice" => &[
                r#"
                die = { odd = [1, 3, 5] }
                roll = { a = "1d6", b = "1dodd" }
                state = { s = { value = 0, least = -9, most = 9 } }
                step = [{ roll = ["a", "b"], choose = {
                    x = { by = "me", among = [1, 2], sees = ["a", "b"] },
                    y = { by = "you", among = [1, 2], sees = ["b", "a"] },
                }, then = [{ s = "s + a * x - b * y" }] }]
                side = [{ name = "me", wants = "up" }, { name = "you", wants = "down" }]
                outcome = [{ name = "up", when = "s >= 6" }, { name = "down", when = "s <= -6" }]
                limit = { rounds = 4 }
                "#,
                r#"
                bag = { cup = { red = 2, blue = 3 }, deck = { good = 1, bad = 2 } }
                table = { worth = [0, 2, 5], grid = [[1, 2], [3, 4]] }
                let = { got = "worth[c.red] + d.good * grid[d.bad, c.blue]" }
                roll = { c = "2 from cup", d = "1 from deck" }
                state = { s = { value = 0, most = 40 } }
                step = [{ times = "2", then = [
                    { s = "s + got" },
                    { if = "left(deck) = 0", refill = ["cup", "deck"] },
                ] }]
                outcome = [{ name = "up", when = "s >= 12" }, { name = "late", when = "rounds = 2" }]
                "#,
                r#"
                team = { us = { members = [{ name = "Ann", hp = 3, power = "1d3" }, { name = "Ben", hp = 2, power = 1 }] }, them = { members = [{ name = "Imp", count = 2, hp = 2, power = "1d2" }] } }
                step = [{ each = ["us", "them"], action = [
                    { name = "strike", target = {}, roll = { hit = "1d6", blow = "self.power" }, then = [{ if = "hit > 2", target = { hp = "target.hp - blow" } }] },
                    { name = "rest", target = { among = "self" }, then = [{ target = { hp = "target.hp + 1" } }] },
                ] }]
                "#,
                r#"
                team = { us = { carry = ["hp", "luck"], members = [{ name = "Ann", hp = 3, luck = 1 }] }, them = { members = [{ name = "Imp", count = 2, hp = 2, luck = 0 }] } }
                step = [{ each = ["us", "them"], target = {}, roll = { hit = "1d6" }, then = [{ if = "hit + self.luck > 3", target = { hp = "target.hp - 1" } }] }]
                "#,
            ],
            "adventure" => &[r#"
                [[character]]
                name = "Ann"
                classes = [{ name = "Surgeon", dice = 3 }, { name = "Guard", dice = 2 }]
                wounds = true
                healer = "Surgeon"
                [[character]]
                name = "Ben"
                classes = [{ name = "Surgeon", dice = 3 }, { name = "Guard", dice = 2 }]
                wounds = true
                healer = "Surgeon"
                [[character]]
                name = "Cid"
                classes = [{ name = "Surgeon", dice = 5 }]
                healer = "Surgeon"
                [group]
                prosperity = 2
                base = [{ name = "Ship", dice = 2 }, { name = "Hut", dice = 1 }]
                cargo = [{ name = "Tea", dice = 2 }, { name = "Salt", dice = 2, origin = "local", held = false }]
                [[scene]]
                name = "alarm"
                then = { success = "fall" }
                contest = { kind = "quick", difficulty = 6, actor = { character = "Cid" } }
                cost = { failure = { wound = ["non_combatant", "permanent_loss"], of = ["Ann", "Ben"] }, success = { wound = ["permanent_loss"], of = ["Ben", "Ann"] } }
                [[scene]]
                name = "fall"
                contest = { kind = "trade", cargo = [{ name = "Tea" }, { name = "Salt" }], backer = [{ character = "Ship" }, { character = "Hut" }], step = [{ type = "barter", give = "Tea", get = "Salt" }, { type = "bill", difficulty = 8, contributors = ["Ship", "Hut"] }] }
                then = { ruined = "lost" }
                [endings]
                done = "All is well."
                lost = "All is lost."
                [rules]
                wounds_to_die = 3
                "#],
            _ => &[],
        }
    }

    #[test]
    fn the_order_of_a_list_without_meaning_changes_no_figure_of_any_kind() {
        let players = size(1, usize::MAX);
        for kind in KINDS {
            let (mut permuted, mut compared) = (BTreeSet::new(), BTreeSet::new());
            for text in files(kind.name) {
                assert_orders_mean_nothing(kind, text, players, &mut permuted, &mut compared);
            }
            let free = kind
                .lists
                .iter()
                .filter(|(_, order)| !matches!(order, ListOrder::Meaning(_)));
            let free: BTreeSet<&str> = free.map(|(path, _)| *path).collect();
            assert_eq!(
                permuted, free,
                "{}: each such list has a file above",
                kind.name
            );
        }
    }
}
