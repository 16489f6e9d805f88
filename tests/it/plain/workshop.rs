//! The Workshop, from its rules.
//!
//! - `work`: one trial.
//! - `Values`: the number of Supply rolls that succeed with optimal play, by dynamic programming
//!   over the remaining Supply.
//! - `brute_force`: the same for one Craft, by trying all dice and all choices.

use super::dice::PlainDice;
use std::collections::HashMap;

/// Dice of a pile, in their places.
pub type Pile = [u8; 3];
/// Piles, in their places.
pub type Craft = Vec<Pile>;

/// Roller of the Craft.
const CRAFT: usize = 0;
/// Roller of the Supply.
const SUPPLY: usize = 1;

pub fn total(pile: Pile) -> u8 {
    pile[0] + pile[1] + pile[2]
}

/// Returns the highest total less the lowest.
pub fn spread(craft: &[Pile]) -> u8 {
    let totals: Vec<u8> = craft.iter().map(|&pile| total(pile)).collect();
    totals.iter().max().unwrap() - totals.iter().min().unwrap()
}

pub fn is_complete(craft: &[Pile]) -> bool {
    spread(craft) == 0
}

/// A replaced die: its pile, its place in the pile, the new face.
pub type Replacement = (usize, usize, u8);

pub fn replaced(craft: &[Pile], (pile, die, face): Replacement) -> Craft {
    let mut new = craft.to_vec();
    new[pile][die] = face;
    new
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    OneByOne,
    Matcher,
    Optimal,
}

#[derive(Clone, Debug)]
pub struct Setting {
    /// Given dice, or the number of piles that are rolled.
    pub craft: Result<Craft, usize>,
    pub supply: u32,
    pub reroll_solved: bool,
    pub player: Player,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub success: bool,
    pub rounds: u32,
    pub supply_left: u32,
    pub replacements: u32,
    pub spread: u8,
    pub start_spread: u8,
}

/// Plays a trial. Only the optimal player uses `values`.
pub fn work(setting: &Setting, dice: &mut impl PlainDice, values: &mut Values) -> Report {
    let mut craft = match &setting.craft {
        Ok(craft) => craft.clone(),
        Err(piles) => loop {
            let craft = roll(*piles, dice);
            if !(setting.reroll_solved && is_complete(&craft)) {
                break craft;
            }
        },
    };
    let mut report = Report {
        success: false,
        rounds: 0,
        supply_left: setting.supply,
        replacements: 0,
        spread: 0,
        start_spread: spread(&craft),
    };
    while !is_complete(&craft) && report.supply_left > 0 {
        let count = match setting.player {
            Player::OneByOne | Player::Matcher => 1,
            Player::Optimal => values.dice_to_roll(&craft, report.supply_left),
        };
        let rolled = dice.throw(SUPPLY, count as usize);
        report.rounds += 1;
        report.supply_left -= count;
        let replacement = match setting.player {
            Player::OneByOne => closest(&craft, rolled[0]),
            Player::Matcher => soonest(&craft, report.supply_left, rolled[0]),
            Player::Optimal => values.best_replacement(&craft, report.supply_left, &rolled),
        };
        if let Some(replacement) = replacement {
            craft = replaced(&craft, replacement);
            report.replacements += 1;
        }
    }
    report.success = is_complete(&craft);
    report.spread = spread(&craft);
    report
}

fn roll(piles: usize, dice: &mut impl PlainDice) -> Craft {
    let mut craft = Vec::new();
    for _ in 0..piles {
        let faces = dice.throw(CRAFT, 3);
        craft.push([faces[0], faces[1], faces[2]]);
    }
    craft
}

/// Returns the places of all dice in the order of ties: lower piles first (by total, then by dice
/// in ascending order), and in a pile lower dice first.
fn places(craft: &[Pile]) -> Vec<(usize, usize)> {
    let mut places: Vec<(usize, usize)> = (0..craft.len())
        .flat_map(|pile| (0..3).map(move |die| (pile, die)))
        .collect();
    places.sort_by_key(|&(pile, die)| {
        let dice = craft[pile];
        let mut ascending = dice;
        ascending.sort_unstable();
        (total(dice), ascending, dice[die])
    });
    places
}

/// Returns the replacement that leaves the smallest spread, if it is smaller than now; on ties the
/// first in the order of `places`.
fn closest(craft: &[Pile], face: u8) -> Option<Replacement> {
    let mut best = None;
    let mut smallest = spread(craft);
    for (pile, die) in places(craft) {
        let new = spread(&replaced(craft, (pile, die, face)));
        if new < smallest {
            smallest = new;
            best = Some((pile, die, face));
        }
    }
    best
}

/// Returns the prospect of the best common total, the larger the better: whether the Supply may
/// suffice, the replacements needed (negative), the number of faces that bring a pile there, and
/// the number of all ways to do so.
fn prospect(craft: &[Pile], supply: u32) -> (bool, i32, usize, usize) {
    let of_total = |wanted: i32| {
        let (mut needed, mut ways) = (0, 0);
        let mut helpful = [false; 7];
        for &pile in craft {
            if i32::from(total(pile)) == wanted {
                continue;
            }
            let fits = |face: u8| {
                (0..3).any(|die| {
                    let mut new = pile;
                    new[die] = face;
                    i32::from(total(new)) == wanted
                })
            };
            let faces: Vec<u8> = (1..=6).filter(|&face| fits(face)).collect();
            needed += if faces.is_empty() { 2 } else { 1 };
            ways += faces.len();
            for face in faces {
                helpful[usize::from(face)] = true;
            }
        }
        let faces = helpful.iter().filter(|&&helps| helps).count();
        (needed <= supply as i32, -needed, faces, ways)
    };
    (3..=18).map(of_total).max().unwrap()
}

/// Returns the replacement with the best prospect, if it is better than none; on ties the first in
/// the order of `places`.
fn soonest(craft: &[Pile], supply: u32, face: u8) -> Option<Replacement> {
    let mut best = None;
    let mut most = prospect(craft, supply);
    for (pile, die) in places(craft) {
        let new = prospect(&replaced(craft, (pile, die, face)), supply);
        if new > most {
            most = new;
            best = Some((pile, die, face));
        }
    }
    best
}

/// Returns a Craft in normal form: dice ascend in piles, piles by total and then by dice.
pub fn sorted(craft: &[Pile]) -> Craft {
    let mut craft = craft.to_vec();
    for pile in &mut craft {
        pile.sort_unstable();
    }
    craft.sort_by_key(|&pile| (total(pile), pile));
    craft
}

/// Returns all Crafts of `piles` piles, sorted.
pub fn all_crafts(piles: usize) -> Vec<Craft> {
    let mut all_piles = Vec::new();
    for a in 1..=6 {
        for b in a..=6 {
            for c in b..=6 {
                all_piles.push([a, b, c]);
            }
        }
    }
    let mut crafts: Vec<Craft> = vec![vec![]];
    for _ in 0..piles {
        let mut longer = Vec::new();
        for craft in &crafts {
            for &pile in &all_piles {
                if craft.last().is_none_or(|&last| last <= pile) {
                    longer.push([craft.as_slice(), &[pile]].concat());
                }
            }
        }
        crafts = longer;
    }
    crafts.iter().map(|craft| sorted(craft)).collect()
}

/// Number of the 6^supply rolls in which optimal play completes a Craft, by sorted Craft and dice
/// of Supply.
#[derive(Default)]
pub struct Values {
    known: HashMap<(Craft, u32), u64>,
}

impl Values {
    /// Returns the value of a Craft, in any order.
    pub fn of(&mut self, craft: &[Pile], supply: u32) -> u64 {
        if is_complete(craft) {
            return 6_u64.pow(supply);
        }
        if supply == 0 {
            return 0;
        }
        let key = (sorted(craft), supply);
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        let value = (1..=supply)
            .map(|count| self.of_rolling(&key.0, supply, count))
            .max()
            .unwrap();
        self.known.insert(key, value);
        value
    }

    /// Returns the value if `count` dice are rolled now.
    pub fn of_rolling(&mut self, craft: &[Pile], supply: u32, count: u32) -> u64 {
        // Value of each face if it is the one used.
        let mut best = [0; 6];
        for (best, face) in best.iter_mut().zip(1..) {
            *best = self.of_using(craft, supply - count, face);
        }
        best.sort_unstable();
        // Number of rolls of `count` dice whose best face has this rank, counted from the worst.
        let falls = |rank: u64| rank.pow(count) - (rank - 1).pow(count);
        (1..).zip(best).map(|(rank, best)| falls(rank) * best).sum()
    }

    /// Returns the best value after using a face, or not.
    fn of_using(&mut self, craft: &[Pile], supply: u32, face: u8) -> u64 {
        let mut best = self.of(craft, supply);
        for pile in 0..craft.len() {
            for die in 0..3 {
                best = best.max(self.of(&replaced(craft, (pile, die, face)), supply));
            }
        }
        best
    }

    /// Returns the number of dice to roll; on ties the fewest.
    pub fn dice_to_roll(&mut self, craft: &[Pile], supply: u32) -> u32 {
        let best = self.of(craft, supply);
        (1..=supply)
            .find(|&count| self.of_rolling(craft, supply, count) == best)
            .unwrap()
    }

    /// Returns the best replacement, if it is better than none. Ties: the lower face; then the
    /// lower pile, by total and then by its dice; then the lower die; then the first of these in
    /// the Craft.
    pub fn best_replacement(
        &mut self,
        craft: &[Pile],
        supply: u32,
        rolled: &[u8],
    ) -> Option<Replacement> {
        let mut choices = Vec::new();
        for &face in rolled {
            for pile in 0..craft.len() {
                for die in 0..3 {
                    let value = self.of(&replaced(craft, (pile, die, face)), supply);
                    let mut dice = craft[pile];
                    dice.sort_unstable();
                    let rank = (face, total(dice), dice, craft[pile][die], pile, die);
                    choices.push((std::cmp::Reverse(value), rank, (pile, die, face)));
                }
            }
        }
        let (value, _, choice) = choices.into_iter().min().unwrap();
        (value.0 > self.of(craft, supply)).then_some(choice)
    }
}

/// Returns the chance to complete a Craft with optimal play: tries all numbers of dice, all rolls
/// and all replacements, to the end of the Supply.
pub fn brute_force(craft: &[Pile], supply: u32) -> f64 {
    if is_complete(craft) {
        return 1.0;
    }
    let mut best: f64 = 0.0;
    for count in 1..=supply {
        let mut sum = 0.0;
        let mut dice = vec![1; count as usize];
        loop {
            let mut most = brute_force(craft, supply - count);
            for &face in &dice {
                for pile in 0..craft.len() {
                    for die in 0..3 {
                        let new = replaced(craft, (pile, die, face));
                        most = most.max(brute_force(&new, supply - count));
                    }
                }
            }
            sum += most;
            // Advances to the next roll, like an odometer.
            let Some(next) = dice.iter().position(|&face| face < 6) else {
                break;
            };
            dice[next] += 1;
            dice[..next].fill(1);
        }
        best = best.max(sum / 6_f64.powi(count as i32));
    }
    best
}
