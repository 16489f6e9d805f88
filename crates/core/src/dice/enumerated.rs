//! Dice that enumerate all sequences of results up to a given length, with their probabilities.

use super::{Dice, Distribution, FACES, Pool, Roller};
use std::collections::HashMap;
use std::rc::Rc;

/// Coverage of an enumeration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exploration {
    /// Probability of all plays that ended within the depth.
    pub explored: f64,
    /// Probability of all other plays: the error bound of any sum over the explored ones.
    pub left: f64,
    /// Number of plays that ended within the depth.
    pub plays: u64,
}

struct EnumerationStep {
    chosen: usize,
    /// Probability of each branch.
    branches: Rc<[f64]>,
}

/// Source of dice that takes each possible result of every roll in turn, so that a game is played
/// once for each sequence of results.
pub struct Enumerated {
    path: Vec<EnumerationStep>,
    position: usize,
    depth: usize,
    cut: bool,
    chance: f64,
    pools: HashMap<u32, (Vec<Pool>, Rc<[f64]>)>,
    uniform: HashMap<u32, Rc<[f64]>>,
}

impl Enumerated {
    /// Plays `play` once for every sequence of at most `depth` rolls and passes each finished
    /// play's probability and result to `visit`, in a fixed order.
    ///
    /// A play that needs more rolls is dropped, and its probability is added to
    /// [`Exploration::left`].
    pub fn explore<T>(
        depth: usize,
        mut play: impl FnMut(&mut Self) -> T,
        mut visit: impl FnMut(f64, T),
    ) -> Exploration {
        let mut dice = Self {
            path: Vec::new(),
            position: 0,
            depth,
            cut: false,
            chance: 1.0,
            pools: HashMap::new(),
            uniform: HashMap::new(),
        };
        let mut seen = Exploration {
            explored: 0.0,
            left: 0.0,
            plays: 0,
        };
        loop {
            dice.position = 0;
            dice.cut = false;
            dice.chance = 1.0;
            let result = play(&mut dice);
            seen.plays += 1;
            if dice.cut {
                seen.left += dice.chance;
            } else {
                seen.explored += dice.chance;
                visit(dice.chance, result);
            }
            if !dice.advance() {
                return seen;
            }
        }
    }

    /// Moves on to the next sequence; returns false after the last one.
    fn advance(&mut self) -> bool {
        self.path.truncate(self.position);
        while let Some(step) = self.path.last_mut() {
            step.chosen += 1;
            if step.chosen < step.branches.len() {
                return true;
            }
            self.path.pop();
        }
        false
    }

    /// Returns the index of the branch to take at the next roll.
    fn branch(&mut self, branches: &Rc<[f64]>) -> usize {
        if self.cut || (self.position == self.depth && branches.len() > 1) {
            self.cut = true;
            return 0;
        }
        if branches.len() == 1 {
            return 0;
        }
        if self.position == self.path.len() {
            self.path.push(EnumerationStep {
                chosen: 0,
                branches: Rc::clone(branches),
            });
        }
        let chosen = self.path[self.position].chosen;
        self.position += 1;
        self.chance *= branches[chosen];
        chosen
    }

    /// Returns whether an event with this probability happens: both branches are explored if both
    /// are possible.
    pub fn happens(&mut self, chance: f64) -> bool {
        if chance <= 0.0 || chance >= 1.0 {
            return chance >= 1.0;
        }
        self.branch(&Rc::from([1.0 - chance, chance])) == 1
    }

    fn uniform(&mut self, options: u32) -> usize {
        let branches = Rc::clone(
            self.uniform
                .entry(options)
                .or_insert_with(|| vec![1.0 / f64::from(options); options as usize].into()),
        );
        self.branch(&branches)
    }
}

/// Returns all pools of `count` dice with their probabilities.
fn all_pools(count: u32) -> (Vec<Pool>, Rc<[f64]>) {
    let mut pools = Vec::new();
    let mut ways = Vec::new();
    fill(1, count, Pool::EMPTY, 1, &mut |pool, number| {
        pools.push(pool);
        ways.push(number);
    });
    let all = f64::from(FACES).powi(count as i32);
    let chances = ways.iter().map(|&number| number as f64 / all).collect();
    (pools, chances)
}

fn fill(face: u32, left: u32, pool: Pool, ways: u128, visit: &mut impl FnMut(Pool, u128)) {
    if face == FACES {
        let pool = (0..left).fold(pool, |pool, _| pool.with(face));
        visit(pool, ways);
        return;
    }
    let mut with = pool;
    for taken in 0..=left {
        let number = ways * Distribution::binomial(left, taken);
        fill(face + 1, left - taken, with, number, visit);
        if taken < left {
            with = with.with(face);
        }
    }
}

impl Dice for Enumerated {
    fn pool(&mut self, _roller: Roller, count: u32) -> Pool {
        let (pools, chances) = self
            .pools
            .remove(&count)
            .unwrap_or_else(|| all_pools(count));
        let pool = pools[self.branch(&chances)];
        self.pools.insert(count, (pools, chances));
        pool
    }

    fn die(&mut self, _roller: Roller, sides: u32) -> u32 {
        self.uniform(sides) as u32 + 1
    }

    fn choose(&mut self, _roller: Roller, options: u32) -> u32 {
        self.uniform(options) as u32
    }

    fn abandoned(&self) -> bool {
        self.cut
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pool_comes_once_with_its_number_of_ways() {
        let (pools, chances) = all_pools(3);
        assert_eq!(pools.len(), 56);
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let triple = pools
            .iter()
            .position(|&pool| pool == Pool::from_faces(&[6, 6, 6]));
        assert!(triple.is_some_and(|index| (chances[index] - 1.0 / 216.0).abs() < 1e-15));
    }

    #[test]
    fn what_may_happen_happens_and_does_not() {
        let mut seen = Vec::new();
        let play = |dice: &mut Enumerated| [0.25, 0.0, 1.0].map(|chance| dice.happens(chance));
        Enumerated::explore(1, play, |chance, all| seen.push((chance, all)));
        assert_eq!(
            seen,
            [(0.75, [false, false, true]), (0.25, [true, false, true])]
        );
    }

    #[test]
    fn a_run_without_end_leaves_the_mass_that_lies_beyond_the_depth() {
        let mut share = [0.0; 4];
        let seen = Enumerated::explore(
            3,
            |dice| dice.run_length(0, 5, 1, &mut |_| ()),
            |chance, length| share[length as usize] += chance,
        );
        assert!((share[0] - 0.2).abs() < 1e-12 && (share[2] - 0.2 * 0.64).abs() < 1e-12);
        assert!((seen.left - 0.512).abs() < 1e-12);
        assert!((seen.explored + seen.left - 1.0).abs() < 1e-12);
    }
}
