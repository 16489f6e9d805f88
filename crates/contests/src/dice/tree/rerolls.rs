//! Successors of dice that a side may throw again.

use super::super::DiceContest;
use super::super::branches::{NewBranch, Tree};
use super::super::choices::{ALL_ALLOWED, kept_dice};
use super::{Actions, Decision, Explorer, STEPS_OF_BRANCH};
use evenodds_dice::exact::{Faces, TooLarge, single};
use evenodds_dice::expression::{Evaluator, KnownDie, NodeId, PoolId, set_dice};
use std::collections::HashMap;

/// Maximum number of combinations of the dice that may be thrown again.
const MOST_MULTISETS: usize = 50_000;
/// Steps of the budget for looking up a combination of dice.
const STEPS_OF_LOOKUP: usize = 4;

/// Combinations of equal dice.
struct Combinations {
    /// Faces of a die.
    faces: Faces,
    /// Combinations of up to all dice, by their number; each is descending.
    sets: Vec<Vec<Vec<i64>>>,
}

impl Combinations {
    /// Returns the combinations of all dice.
    fn full(&self) -> &[Vec<i64>] {
        &self.sets[self.sets.len() - 1]
    }
}

impl Explorer {
    /// Adds what a step leads to from a stage on in which a side throws dice again, and returns its
    /// branch. Appends the choices of an optimal side.
    pub(super) fn grow_rerolls(
        &mut self,
        contest: &DiceContest,
        (step, stage): (usize, usize),
        given: &[(NodeId, i64)],
        (tree, mut decisions): (&mut Tree, Option<&mut Vec<Decision>>),
    ) -> Result<usize, TooLarge> {
        let plan = &contest.plans[step].stages[stage];
        let choice = contest.choice_of(step, stage);
        let Some((choice, (roll, times))) =
            choice.and_then(|choice| Some((choice, choice.reroll()?)))
        else {
            return self.grow(contest, (step, stage), given, tree);
        };
        if let Some(reason) = &plan.unsupported {
            return Err(TooLarge(reason.clone()));
        }
        let evaluator = Evaluator(&contest.program);
        let pool = contest.program.rolls[roll].pools.start;
        self.values.know(given.iter().copied());
        let combinations = self.combinations(contest, roll, times)?;
        let all = combinations.full();
        let after = self.grow_kept(contest, (step, stage), (pool, all), given, tree)?;
        let mut full = after.clone();
        for left in 1..=times {
            let drawn = self.throws(tree, &combinations, &full)?;
            for (index, dice) in all.iter().enumerate() {
                self.values.know(given.iter().copied());
                set_dice(evaluator, &mut self.values, pool, dice);
                if !contest.is_made(choice, &mut self.values) {
                    continue;
                }
                let branch = |action: i64| {
                    let kept: Vec<i64> = kept_dice(dice, action).collect();
                    if kept.len() == dice.len() {
                        after[index]
                    } else {
                        drawn[&kept]
                    }
                };
                let options = || {
                    choice
                        .actions(dice, ALL_ALLOWED)
                        .map(branch)
                        .collect::<Vec<_>>()
                };
                let shares = contest.shares(choice, &mut self.values, dice);
                self.take(STEPS_OF_LOOKUP << dice.len(), "the dice that are kept")?;
                full[index] = match shares {
                    None => self.push(NewBranch::Best(choice.side, options()), tree)?,
                    Some(shares) => {
                        let parts = shares
                            .iter()
                            .map(|&(action, share)| (share, branch(action)));
                        self.push(NewBranch::Split(parts.collect()), tree)?
                    }
                };
                if let Some(decisions) = &mut decisions {
                    let key = [i64::from(left)].into_iter().chain(dice.iter().copied());
                    decisions.push(Decision {
                        dice: key.collect(),
                        actions: Actions::Each(options()),
                    });
                }
            }
        }
        let drawn = self.throws(tree, &combinations, &full)?;
        Ok(drawn[&Vec::new()])
    }

    /// Returns the combinations of the dice of a roll, and takes steps from the budget for throwing
    /// them this many times.
    fn combinations(
        &mut self,
        contest: &DiceContest,
        roll: usize,
        times: u32,
    ) -> Result<Combinations, TooLarge> {
        let evaluator = Evaluator(&contest.program);
        let pool = contest.program.rolls[roll].pools.start;
        let component = &contest.program.pools[pool].components[0];
        let die = KnownDie::new(evaluator, &mut self.values, component);
        let faces = single(&die);
        let count = die.count(evaluator.value(&mut self.values, component.count)) as usize;
        let Some(sets) = multisets(&faces, count) else {
            let name = &contest.program.rolls[roll].name;
            return Err(TooLarge(format!(
                "the dice of {name} have more than {MOST_MULTISETS} combinations"
            )));
        };
        let parts = sets[..count].iter().map(Vec::len).sum::<usize>() * faces.len();
        self.take(
            STEPS_OF_BRANCH * (parts + sets[count].len()) * times as usize,
            "the dice that are thrown again",
        )?;
        Ok(Combinations { faces, sets })
    }

    /// Adds what follows if all dice are kept, for each combination of the dice of a pool, and
    /// returns its branch.
    fn grow_kept(
        &mut self,
        contest: &DiceContest,
        (step, stage): (usize, usize),
        (pool, all): (PoolId, &[Vec<i64>]),
        given: &[(NodeId, i64)],
        tree: &mut Tree,
    ) -> Result<Vec<usize>, TooLarge> {
        let evaluator = Evaluator(&contest.program);
        let start = self.values.variables.clone();
        let mut after = Vec::new();
        for dice in all {
            self.values.variables.clone_from(&start);
            self.values.know(given.iter().copied());
            set_dice(evaluator, &mut self.values, pool, dice);
            let known = contest.plans[step].stages[stage].known.iter();
            let known: Vec<(NodeId, i64)> = known
                .map(|&node| (node, evaluator.value(&mut self.values, node)))
                .collect();
            after.push(self.grow(contest, (step, stage + 1), &known, tree)?);
        }
        self.values.variables.clone_from(&start);
        Ok(after)
    }

    /// Adds the branches of throwing the missing dice of each combination, and returns the branch of
    /// each. `full` are those of all dice.
    fn throws(
        &self,
        tree: &mut Tree,
        Combinations { faces, sets }: &Combinations,
        full: &[usize],
    ) -> Result<HashMap<Vec<i64>, usize>, TooLarge> {
        let mut drawn: HashMap<Vec<i64>, usize> = HashMap::new();
        for (size, sets_of_size) in sets.iter().enumerate().rev() {
            for (index, set) in sets_of_size.iter().enumerate() {
                let branch = if size + 1 == sets.len() {
                    full[index]
                } else {
                    let parts = faces.iter().map(|&(value, chance)| {
                        let mut more = set.clone();
                        let place = more.partition_point(|&die| die >= value);
                        more.insert(place, value);
                        (chance, drawn[&more])
                    });
                    let parts = parts.collect();
                    self.push(NewBranch::Split(parts), tree)?
                };
                drawn.insert(set.clone(), branch);
            }
        }
        Ok(drawn)
    }
}

/// Returns all combinations of up to `count` dice, by their number; each is descending. `None` if
/// there are too many.
fn multisets(faces: &Faces, count: usize) -> Option<Vec<Vec<Vec<i64>>>> {
    let mut sets = vec![vec![Vec::new()]];
    let mut total = 1;
    for _ in 0..count {
        let smaller = sets.last()?;
        let mut next = Vec::new();
        for set in smaller {
            let lowest = set.last().copied().unwrap_or(i64::MAX);
            for &(value, _) in faces.iter().filter(|face| face.0 <= lowest) {
                next.push(set.iter().copied().chain([value]).collect());
            }
            if total + next.len() > MOST_MULTISETS {
                return None;
            }
        }
        total += next.len();
        sets.push(next);
    }
    Some(sets)
}
