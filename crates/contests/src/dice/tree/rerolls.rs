//! Successors of dice that a side may throw again.

use super::super::DiceContest;
use super::super::branches::{NewBranch, Tree};
use super::super::choices::{ALL_ALLOWED, ShownDie, kept_dice};
use super::{Actions, Decision, Explorer, STEPS_OF_BRANCH};
use evenodds_dice::exact::{Faces, TooLarge, single};
use evenodds_dice::expression::{Evaluator, KnownDie, NodeId};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Maximum number of combinations of the dice that may be thrown again.
const MOST_MULTISETS: usize = 50_000;
/// Steps of the budget for looking up a combination of dice.
const STEPS_OF_LOOKUP: usize = 4;

/// Combinations of up to all dice of a group of equal dice.
struct Group {
    /// Faces of a die.
    faces: Faces,
    /// The combinations, by their number of dice; each is descending.
    sets: Vec<Vec<i64>>,
    /// Places of the combinations in `sets`.
    places: HashMap<Vec<i64>, usize>,
    /// Place of the first combination of all dice.
    full: usize,
}

/// Combinations of the dice of all groups. The place of one has a digit for each group: the place of
/// the group's combination.
struct Combinations {
    groups: Vec<Group>,
    /// The places of all combinations, those of the most dice first.
    order: Vec<usize>,
}

impl Group {
    /// Returns the combinations of `count` dice; `None` if there are too many.
    fn new(faces: Faces, count: usize) -> Option<Self> {
        let mut sets = vec![Vec::new()];
        let mut full = 0;
        for _ in 0..count {
            let smaller = full..sets.len();
            full = sets.len();
            for set in smaller {
                let lowest = sets[set].last().copied().unwrap_or(i64::MAX);
                for &(value, _) in faces.iter().filter(|face| face.0 <= lowest) {
                    let more = sets[set].iter().copied().chain([value]).collect();
                    sets.push(more);
                    if sets.len() > MOST_MULTISETS {
                        return None;
                    }
                }
            }
        }
        let places = sets.iter().cloned().zip(0..).collect();
        Some(Self {
            faces,
            sets,
            places,
            full,
        })
    }

    /// Returns the combination with one more die.
    fn with(&self, set: usize, value: i64) -> usize {
        let mut more = self.sets[set].clone();
        more.insert(more.partition_point(|&die| die >= value), value);
        self.places[&more]
    }
}

impl Combinations {
    /// Returns the combinations of groups; `None` if there are too many.
    fn new(groups: Vec<Group>) -> Option<Self> {
        // Numbers of dice, by place.
        let mut sizes = vec![0];
        for group in &groups {
            if sizes.len() * group.sets.len() > MOST_MULTISETS {
                return None;
            }
            let own = group.sets.iter().map(Vec::len);
            let with = |size: usize| own.clone().map(move |own| size + own);
            sizes = sizes.into_iter().flat_map(with).collect();
        }
        let mut order: Vec<usize> = (0..sizes.len()).collect();
        order.sort_by_key(|&place| Reverse(sizes[place]));
        Some(Self { groups, order })
    }

    /// Returns the combinations of all dice.
    fn full(&self) -> Vec<Vec<ShownDie>> {
        let mut all = vec![Vec::new()];
        for (index, group) in self.groups.iter().enumerate() {
            let mut next = Vec::new();
            for dice in &all {
                for set in &group.sets[group.full..] {
                    let own = set.iter().map(|&value| ShownDie {
                        group: index,
                        value,
                    });
                    next.push(dice.iter().copied().chain(own).collect());
                }
            }
            all = next;
        }
        all
    }

    /// Returns the place of a combination.
    fn place(&self, dice: &[ShownDie]) -> usize {
        self.groups
            .iter()
            .enumerate()
            .fold(0, |place, (index, group)| {
                let own = dice.iter().filter(|die| die.group == index);
                let own: Vec<i64> = own.map(|die| die.value).collect();
                place * group.sets.len() + group.places[&own]
            })
    }

    /// Returns what throwing a die of the first group that lacks one leads to, with the
    /// probabilities; `None` if no dice are missing.
    fn next(&self, place: usize) -> Option<Vec<(f64, usize)>> {
        let mut unit = self.order.len();
        let mut rest = place;
        for group in &self.groups {
            unit /= group.sets.len();
            let set = rest / unit;
            rest %= unit;
            if set >= group.full {
                continue;
            }
            let faces = group.faces.iter();
            let parts = faces
                .map(|&(value, chance)| (chance, place + (group.with(set, value) - set) * unit));
            return Some(parts.collect());
        }
        None
    }

    /// Returns the number of parts of the branches of all throws.
    fn parts(&self) -> usize {
        let mut before = 1;
        let mut parts = 0;
        for (index, group) in self.groups.iter().enumerate() {
            let after = self.groups[index + 1..]
                .iter()
                .map(|group| group.sets.len());
            parts += before * group.full * group.faces.len() * after.product::<usize>();
            before *= group.sets.len() - group.full;
        }
        parts
    }
}

impl Explorer {
    /// Adds the successors of a step from a stage on in which a side throws dice again, and returns
    /// their branch. Appends the choices of an optimal side.
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
        self.values.know(given.iter().copied());
        let combinations = self.combinations(contest, roll, times)?;
        let all = combinations.full();
        let after = self.grow_kept(contest, (step, stage), (roll, &all), given, tree)?;
        let mut full = after.clone();
        for left in 1..=times {
            let drawn = self.throws(tree, &combinations, (&all, &full))?;
            for (index, dice) in all.iter().enumerate() {
                self.values.know(given.iter().copied());
                contest.set_shown(roll, &mut self.values, dice);
                if !contest.is_made(choice, &mut self.values) {
                    continue;
                }
                let branch = |action: i64| {
                    let kept: Vec<ShownDie> = kept_dice(dice, action).collect();
                    if kept.len() == dice.len() {
                        after[index]
                    } else {
                        drawn[combinations.place(&kept)]
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
                    let key = [i64::from(left)]
                        .into_iter()
                        .chain(dice.iter().map(|die| die.value));
                    decisions.push(Decision {
                        dice: key.collect(),
                        actions: Actions::Each(options()),
                    });
                }
            }
        }
        let drawn = self.throws(tree, &combinations, (&all, &full))?;
        Ok(drawn[0])
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
        let too_many = || {
            let name = &contest.program.rolls[roll].name;
            TooLarge(format!(
                "the dice of {name} have more than {MOST_MULTISETS} combinations"
            ))
        };
        let mut groups = Vec::new();
        for pool in contest.program.rolls[roll].pools.clone() {
            for component in &contest.program.pools[pool].components {
                let die = KnownDie::new(evaluator, &mut self.values, component);
                let count = die.count(evaluator.value(&mut self.values, component.count));
                groups.push(Group::new(single(&die), count as usize).ok_or_else(too_many)?);
            }
        }
        let combinations = Combinations::new(groups).ok_or_else(too_many)?;
        let full = combinations.groups.iter();
        let full = full.map(|group| group.sets.len() - group.full);
        let parts = combinations.parts() + full.product::<usize>();
        self.take(
            STEPS_OF_BRANCH * parts * times as usize,
            "the dice that are thrown again",
        )?;
        Ok(combinations)
    }

    /// Adds what follows if all dice are kept, for each combination of the dice of a roll, and
    /// returns its branch.
    fn grow_kept(
        &mut self,
        contest: &DiceContest,
        (step, stage): (usize, usize),
        (roll, all): (usize, &[Vec<ShownDie>]),
        given: &[(NodeId, i64)],
        tree: &mut Tree,
    ) -> Result<Vec<usize>, TooLarge> {
        let evaluator = Evaluator(&contest.program);
        let start = self.values.variables.clone();
        let mut after = Vec::new();
        for dice in all {
            self.values.variables.clone_from(&start);
            self.values.know(given.iter().copied());
            contest.set_shown(roll, &mut self.values, dice);
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
        combinations: &Combinations,
        (all, full): (&[Vec<ShownDie>], &[usize]),
    ) -> Result<Vec<usize>, TooLarge> {
        let mut drawn = vec![0; combinations.order.len()];
        for (dice, &branch) in all.iter().zip(full) {
            drawn[combinations.place(dice)] = branch;
        }
        for &place in &combinations.order {
            if let Some(parts) = combinations.next(place) {
                let parts = parts.into_iter();
                let parts = parts.map(|(chance, next)| (chance, drawn[next]));
                drawn[place] = self.push(NewBranch::Split(parts.collect()), tree)?;
            }
        }
        Ok(drawn)
    }
}
