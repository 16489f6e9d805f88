//! Cheapest ways to turn dice to each result, after all rerolls.
//!
//! Turning a die by one involves no chance. Optimal play therefore rerolls first, then turns dice,
//! by powers as far as possible and then by provisions. The cost depends on the dice and on the
//! warrior and the cleric.

use super::deck::{Modifier, changed};
use super::party::{SEATS, result};

const FACES: [u8; 6] = [1, 2, 3, 4, 5, 6];

/// Cost of a result that cannot be reached.
pub(super) const UNREACHABLE_COST: u8 = u8::MAX;

/// Properties of a party that affect the cost of turning dice, with heroes in class order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TurnFactors {
    /// Number of heroes, 1 to 3.
    pub heroes: usize,
    /// True if there is a hireling's die, after the heroes' dice.
    pub hireling: bool,
    /// Index and level of the warrior.
    pub warrior: Option<(usize, u8)>,
    /// Index and level of the cleric.
    pub cleric: Option<(usize, u8)>,
    /// Change of the heroes' dice that is applied after all turns.
    pub modifier: Modifier,
}

/// The cheapest turns of dice to a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CheapestTurns {
    /// Provisions spent; [`UNREACHABLE_COST`] if the result cannot be reached.
    pub cost: u8,
    /// Number of turns by one, paid by provisions or by powers.
    pub turns: u8,
    /// Hero whose die the hireling's die replaces; the number of heroes for none.
    pub stand_in: u8,
    /// Set of heroes whose dice get the required change after all turns.
    pub raised: u8,
    /// Faces to which the counting dice are turned, by index. The hireling's die takes the index of
    /// the die that it replaces.
    pub faces: [u8; SEATS],
}

const UNREACHABLE: CheapestTurns = CheapestTurns {
    cost: UNREACHABLE_COST,
    turns: UNREACHABLE_COST,
    stand_in: 0,
    raised: 0,
    faces: [0; SEATS],
};

/// The cheapest turns for all dice: entry `6 * index + result - 1`. The index encodes faces minus
/// one as base-6 digits, with the first die lowest.
#[derive(Clone, Debug)]
pub(super) struct TurnCosts {
    aims: Vec<CheapestTurns>,
}

impl TurnFactors {
    /// Returns the cheapest turns to each result for all dice.
    pub(super) fn aims(&self) -> TurnCosts {
        let count = 6_usize.pow(self.heroes as u32);
        // The die that the hireling's die replaces does not count.
        let tables: Vec<Vec<CheapestTurns>> = (0..=self.heroes)
            .filter(|&stand_in| self.hireling || stand_in == self.heroes)
            .map(|stand_in| self.aims_with(stand_in, count))
            .collect();
        let Some(own) = tables.last() else {
            return TurnCosts { aims: Vec::new() };
        };
        if !self.hireling {
            return TurnCosts { aims: own.clone() };
        }
        let mut aims = Vec::with_capacity(36 * count);
        for index in 0..6 * count {
            let (heroes, hired) = (index % count, index / count);
            for result in 0..6 {
                let mut best = own[6 * heroes + result];
                for (stand_in, table) in tables[..self.heroes].iter().enumerate() {
                    let place = 6_usize.pow(stand_in as u32);
                    let digit = heroes / place % 6;
                    let read = heroes - digit * place + hired * place;
                    let aim = table[6 * read + result];
                    if (aim.cost, aim.turns) < (best.cost, best.turns) {
                        best = aim;
                    }
                }
                aims.push(best);
            }
        }
        TurnCosts { aims }
    }

    /// Returns the cheapest turns with the hireling's die at index `stand_in`, for all combinations
    /// of counting dice.
    fn aims_with(&self, stand_in: usize, count: usize) -> Vec<CheapestTurns> {
        let mut aims = vec![UNREACHABLE; 6 * count];
        let covered = self.cleric.map_or(0, |(_, level)| level);
        let all: Vec<[u8; SEATS]> = (0..count).map(digits).collect();
        let modifiers = self.modifier.among(self.heroes as u32);
        let raises = (0_u8..1 << self.heroes).filter(|set| set.count_ones() as usize == modifiers);
        for raised in raises {
            for target in 0..count {
                let faces = digits(target);
                let mut read = faces;
                for (hero, face) in read.iter_mut().enumerate().take(self.heroes) {
                    if raised & 1 << hero != 0 && hero != stand_in {
                        *face = changed(*face, self.modifier.by);
                    }
                }
                let result = usize::from(result(&read[..self.heroes])) - 1;
                let mut prices = [[0; 6]; SEATS];
                for (die, prices) in prices.iter_mut().enumerate().take(self.heroes) {
                    *prices = FACES.map(|from| self.price(die, stand_in, from, faces[die]));
                }
                for (index, from) in all.iter().enumerate() {
                    let price = |die: usize| prices[die][usize::from(from[die]) - 1];
                    let [coverable, paid, turns, _] =
                        (price(0) + price(1) + price(2)).to_le_bytes();
                    let cost = paid + coverable.saturating_sub(covered);
                    let best = &mut aims[6 * index + result];
                    if (cost, turns) < (best.cost, best.turns) {
                        *best = CheapestTurns {
                            cost,
                            turns,
                            stand_in: stand_in as u8,
                            raised,
                            faces,
                        };
                    }
                }
            }
        }
        aims
    }

    /// Returns the cost of turning a die from one face to another, packed in bytes: turns that the
    /// cleric's power can pay for, turns that only provisions can pay for, and all turns. The first
    /// two exclude turns paid for by the warrior's power.
    fn price(&self, die: usize, stand_in: usize, from: u8, to: u8) -> u32 {
        let turns = from.abs_diff(to);
        let own = |hero: Option<(usize, u8)>| {
            hero.filter(|&(seat, _)| seat == die && die != stand_in)
                .map(|(_, level)| level)
        };
        let left = turns.saturating_sub(own(self.warrior).unwrap_or(0));
        let (coverable, paid) = match own(self.cleric) {
            None => (left, 0),
            Some(_) => (0, left),
        };
        u32::from_le_bytes([coverable, paid, turns, 0])
    }
}

impl TurnCosts {
    /// Returns the cheapest turns from these dice to a result, 1 to 6.
    #[inline]
    pub(super) fn aim(&self, index: usize, result: u8) -> CheapestTurns {
        self.aims[6 * index + usize::from(result) - 1]
    }

    /// Returns the cost of each result for these dice.
    pub(super) fn costs(&self, index: usize) -> [u8; 6] {
        std::array::from_fn(|result| self.aims[6 * index + result].cost)
    }
}

/// Returns the faces of the first three dice of an index.
#[inline]
fn digits(index: usize) -> [u8; SEATS] {
    [index % 6, index / 6 % 6, index / 36 % 6].map(|digit| digit as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(faces: &[usize]) -> usize {
        faces
            .iter()
            .rev()
            .fold(0, |index, face| 6 * index + face - 1)
    }

    const PLAIN: TurnFactors = TurnFactors {
        heroes: 3,
        hireling: false,
        warrior: None,
        cleric: None,
        modifier: Modifier::NONE,
    };

    #[test]
    fn powers_are_used_before_provisions() {
        let powers = TurnFactors {
            cleric: Some((0, 1)),
            warrior: Some((1, 2)),
            ..PLAIN
        };
        let aims = powers.aims();
        // The dice of the source text's example: cleric 5, warrior 3, and a third hero 1.
        let dice = index(&[5, 3, 1]);
        assert_eq!(aims.aim(dice, 1).cost, 0);
        assert_eq!(aims.aim(dice, 2).cost, 0);
        assert_eq!(aims.aim(dice, 5).cost, 0);
        assert_eq!(aims.aim(dice, 5).turns, 0);
        assert_eq!(aims.costs(index(&[6, 6, 1]))[0], 2);
        // The cleric's power does not apply to the cleric's own die.
        let cleric = TurnFactors {
            cleric: Some((0, 1)),
            ..PLAIN
        };
        let aims_of_cleric = cleric.aims();
        assert_eq!(aims_of_cleric.costs(index(&[2, 1, 6]))[0], 1);
        assert_eq!(aims_of_cleric.costs(index(&[1, 2, 6]))[0], 0);
        assert_eq!(aims.costs(index(&[6, 6, 6])), [7, 5, 3, 1, 0, 0]);
        assert_eq!(PLAIN.aims().costs(index(&[6, 6, 6])), [10, 8, 6, 4, 2, 0]);
    }

    #[test]
    fn the_hireling_s_die_may_replace_one_other() {
        let hired = TurnFactors {
            hireling: true,
            ..PLAIN
        };
        let aims = hired.aims();
        let aim = aims.aim(index(&[1, 6, 6, 1]), 1);
        assert_eq!((aim.cost, aim.stand_in), (0, 1));
        let aim = aims.aim(index(&[1, 1, 6, 3]), 1);
        assert_eq!((aim.cost, aim.stand_in), (0, 3));
        // Provisions can turn the hireling's die too.
        let aim = aims.aim(index(&[6, 6, 1, 2]), 1);
        assert_eq!((aim.cost, aim.stand_in, aim.faces[0]), (1, 0, 1));
    }

    #[test]
    fn required_changes_come_after_all_turns() {
        let late = TurnFactors {
            modifier: Modifier::plus(2),
            ..PLAIN
        };
        let aims = late.aims();
        // Two of three dice go up by one, so 1, 1, 5 cannot give a result of 1. A result of 2 is
        // free.
        assert_eq!(aims.aim(index(&[1, 1, 5]), 2).cost, 0);
        assert_eq!(aims.costs(index(&[1, 1, 5]))[0], UNREACHABLE_COST);
        assert_eq!(aims.costs(index(&[6, 6, 6]))[5], 0);
    }

    #[test]
    fn with_fewer_heroes_the_higher_die_is_the_result() {
        let two = TurnFactors { heroes: 2, ..PLAIN };
        assert_eq!(two.aims().costs(index(&[2, 4])), [4, 2, 1, 0, 1, 2]);
        let one = TurnFactors { heroes: 1, ..PLAIN };
        assert_eq!(one.aims().costs(2), [2, 1, 0, 1, 2, 3]);
    }
}
