//! A step of backward induction: values of results, of the dice, and of purchases and hires.

use super::book::{Book, HIRELING_PRICE, WEAPON_PRICE};
use super::party::Party;
use super::place_values::{PlaceValues, goods_index, rows, start};
use super::reachable_parties::{Branches, PartyIndex, hired};
use super::throws::{AdventureThrow, HandBuffers, within};
use super::turn_costs::UNREACHABLE_COST;

/// Number of wealth states that are solved together with the same dice.
pub(super) const LANES: usize = 8;

/// Returns the value of a final state; in the basic mode it does not include deaths.
pub(super) fn end_value(book: &Book, party: &Party, gold: u32) -> f64 {
    let deaths = if book.is_hardcore() {
        party.used.count_ones() - party.alive()
    } else {
        0
    };
    book.score(party, gold, deaths) as f64
}

/// Returns the values after a result of the last adventure.
pub(super) fn last_values(
    book: &Book,
    card: u8,
    party: &Party,
    wealth: u32,
    result: u8,
) -> PlaceValues {
    let branches = Branches::of(book, card, party, result);
    let by_gold: Vec<f64> = (0..=wealth)
        .map(|gold| {
            branches.value(|next| {
                end_value(book, &next.party, gold + next.gold) - lost(book, next.deaths)
            })
        })
        .collect();
    let mut grid = PlaceValues::new(wealth, 0.0);
    for (weapons, money) in rows(wealth) {
        let row = grid.row_mut(weapons, money);
        for (value, gold) in row.iter_mut().zip(by_gold[..=money as usize].iter().rev()) {
            *value = *gold;
        }
    }
    grid
}

/// Returns the value lost by deaths; 0 in the hardcore modes, which count the dead at the end.
pub(super) fn lost(book: &Book, deaths: u32) -> f64 {
    f64::from(if book.is_hardcore() { 0 } else { deaths })
}

/// Returns the values after a result of an adventure before the last.
pub(super) fn values_after(
    book: &Book,
    card: u8,
    (places, later): (&PartyIndex, &[PlaceValues]),
    party: &Party,
    wealth: u32,
    result: u8,
) -> PlaceValues {
    let branches = Branches::of(book, card, party, result);
    let options = branches.options.len();
    let mut best: Option<PlaceValues> = None;
    // Mean over all options and lots, or over the lots of one option if the player chooses.
    let mut sum = PlaceValues::new(wealth, 0.0);
    for ways in &branches.options {
        let equals = ways.len() * if branches.chosen { 1 } else { options };
        let share = 1.0 / equals as f64;
        for next in ways {
            // A party that is not among the reachable ones has no heroes left, and value 0.
            let Some(index) = places.position(book, &next.party) else {
                continue;
            };
            let lost = lost(book, next.deaths);
            for (weapons, money) in rows(wealth) {
                let row = sum.row_mut(weapons, money);
                let others = later[index].row(weapons, money + next.gold);
                for (value, other) in row.iter_mut().zip(others) {
                    *value += share * (other - lost);
                }
            }
        }
        if branches.chosen && options > 1 {
            let option = std::mem::replace(&mut sum, PlaceValues::new(wealth, 0.0));
            match &mut best {
                None => best = Some(option),
                Some(best) => best.raise_to(&option),
            }
        }
    }
    best.unwrap_or(sum)
}

/// Returns the weighted mean of values; the weights add up to `cards`.
pub(super) fn mean_drawn(grids: &[(u32, &PlaceValues)], cards: u32) -> PlaceValues {
    let Some(&(_, first)) = grids.first() else {
        return PlaceValues::default();
    };
    if grids.len() == 1 {
        return first.clone();
    }
    let mut mean = PlaceValues {
        bound: first.bound,
        values: vec![0.0; first.values.len()],
    };
    for (weight, grid) in grids {
        let share = f64::from(*weight) / f64::from(cards);
        for (value, other) in mean.values.iter_mut().zip(&grid.values) {
            *value += share * other;
        }
    }
    mean
}

/// Returns the values before a throw from the values of the results.
pub(super) fn solve_throw(
    throw: &AdventureThrow,
    bound: u32,
    ends: &[PlaceValues; 6],
    plain: bool,
    buffers: &mut HandBuffers<LANES>,
) -> PlaceValues {
    let mut grid = PlaceValues::new(bound, 0.0);
    // Pairs (money, provisions) by increasing money. More weapons leave room for fewer pairs.
    let lanes: Vec<(u32, u32)> = (0..=bound)
        .flat_map(|money| (0..=money).map(move |provisions| (money, provisions)))
        .filter(|&(money, provisions)| !plain || money == provisions)
        .collect();
    for block in lanes.chunks(LANES) {
        let weapons = (bound - block[0].0) / 2;
        let most = block.iter().map(|&(_, provisions)| provisions).max();
        let most = most.unwrap_or(0).min(u32::from(UNREACHABLE_COST) - 1) as usize;
        let mut values = vec![[[f64::NEG_INFINITY; LANES]; 6]; most + 1];
        throw.solve(
            weapons as usize,
            buffers,
            |weapons, kinds| {
                let weapons = weapons as u32;
                for (cost, values) in values.iter_mut().enumerate() {
                    for (end, values) in ends.iter().zip(values) {
                        let start = start(end.bound, weapons);
                        for (value, &(money, provisions)) in values.iter_mut().zip(block) {
                            let cost = cost as u32;
                            if provisions >= cost && money + 2 * weapons <= bound {
                                *value = end.values
                                    [start + goods_index(money - cost, provisions - cost)];
                            }
                        }
                    }
                }
                for (kind, costs) in kinds.iter_mut().zip(&throw.costs) {
                    let mut best = [f64::NEG_INFINITY; LANES];
                    for (result, &cost) in costs.iter().enumerate() {
                        if within(cost, most as u32) {
                            let values = &values[usize::from(cost)][result];
                            for (best, &value) in best.iter_mut().zip(values) {
                                *best = if value > *best { value } else { *best };
                            }
                        }
                    }
                    *kind = best;
                }
            },
            |weapons, roots, _| {
                let weapons = weapons as u32;
                for (root, &(money, provisions)) in roots.into_iter().zip(block) {
                    if money + 2 * weapons > bound {
                        continue;
                    }
                    if plain {
                        for gold in 0..=bound - 2 * weapons - money {
                            let index = grid.index(weapons, money + gold, provisions);
                            grid.values[index] = root + f64::from(gold);
                        }
                    } else {
                        let index = grid.index(weapons, money, provisions);
                        grid.values[index] = root;
                    }
                }
            },
            None,
        );
    }
    grid
}

/// Returns the values with the best purchases, from those without and with a hireling.
pub(super) fn after_shopping(
    book: &Book,
    wealth: u32,
    [alone, helped]: &[PlaceValues; 2],
) -> PlaceValues {
    let mut grid = alone.clone();
    for weapons in (0..=wealth / 2).rev() {
        for money in 0..=wealth - 2 * weapons {
            for provisions in (0..=money).rev() {
                let gold = money - provisions;
                let mut best = alone.at(weapons, money, provisions);
                if book.shop.hireling && gold >= HIRELING_PRICE {
                    let left = money - HIRELING_PRICE;
                    best = best.max(helped.at(weapons, left, provisions));
                }
                if book.shop.provisions && gold >= 1 {
                    best = best.max(grid.at(weapons, money, provisions + 1));
                }
                if book.shop.weapons && gold >= WEAPON_PRICE {
                    best = best.max(grid.at(weapons + 1, money - WEAPON_PRICE, provisions));
                }
                let index = grid.index(weapons, money, provisions);
                grid.values[index] = best;
            }
        }
    }
    grid
}

/// Returns the values with the best hires.
pub(super) fn after_hiring(
    book: &Book,
    parties: &PartyIndex,
    after_shopping: &[PlaceValues],
    party: &Party,
    wealth: u32,
) -> PlaceValues {
    let joined: Vec<&PlaceValues> = hired(book, party)
        .into_iter()
        .filter_map(|(_, party)| Some(&after_shopping[parties.position(book, &party)?]))
        .collect();
    // If no hero is left and none can be hired, the game is over, with value 0.
    let first = if joined.is_empty() {
        0.0
    } else {
        f64::NEG_INFINITY
    };
    let mut grid = PlaceValues::new(wealth, first);
    for (weapons, money) in rows(wealth) {
        for other in &joined {
            let others = other.row(weapons, money);
            for (value, &other) in grid.row_mut(weapons, money).iter_mut().zip(others) {
                *value = if other > *value { other } else { *value };
            }
        }
    }
    grid
}
