//! Successors of the states of a contest.

use super::choices::{Choice, Options, kept_dice};
use super::exact::{Faces, TooLarge, WeightTable, single};
use super::expression::{Evaluator, KnownDie, NodeId, Values, set_dice};
use super::transition::{Next, Workspace};
use super::{Aim, DiceContest};
use std::collections::HashMap;

/// Successors of a state, or of a stage of a step: branches, each after its successors. The
/// last one is the start.
#[derive(Default)]
pub struct Tree {
    pub branches: Vec<Branch>,
}

/// Part of a [`Tree`], which leads to others by their indices.
pub enum Branch {
    /// States and ends, with their probabilities.
    Ends(Vec<(Target, f64)>),
    /// Branches with their probabilities.
    Split(Vec<(f64, usize)>),
    /// The branches of a choice, of which the optimal side takes the best.
    Best(usize, Vec<usize>),
}

impl Tree {
    fn push(&mut self, branch: Branch) -> usize {
        self.branches.push(branch);
        self.branches.len() - 1
    }

    /// Sets `values` to the values of the sides at each branch, by branch, then side.
    pub fn values<'a>(
        &self,
        sides: usize,
        values: &mut Vec<f64>,
        of_target: impl Fn(Target) -> &'a [f64],
    ) {
        values.clear();
        for branch in &self.branches {
            let start = values.len();
            match branch {
                Branch::Ends(targets) => {
                    values.resize(start + sides, 0.0);
                    for &(target, chance) in targets {
                        for (sum, value) in values[start..].iter_mut().zip(of_target(target)) {
                            *sum += chance * value;
                        }
                    }
                }
                Branch::Split(parts) => {
                    values.resize(start + sides, 0.0);
                    for &(chance, part) in parts {
                        for side in 0..sides {
                            values[start + side] += chance * values[part * sides + side];
                        }
                    }
                }
                Branch::Best(side, options) => {
                    let best = best(options.iter().map(|option| values[option * sides + side]));
                    let best = options[best] * sides;
                    values.extend_from_within(best..best + sides);
                }
            }
        }
    }
}

/// Difference of values from rounding, which does not decide.
const ROUNDING: f64 = 1e-12;

/// Returns the index of the highest value; the first of equal ones.
pub fn best(values: impl Iterator<Item = f64>) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (index, value) in values.enumerate() {
        if value > best.1 + ROUNDING {
            best = (index, value);
        }
    }
    best.0
}

/// A choice of a side in a [`Tree`].
pub struct Decision {
    /// For dice that may be thrown again: how many times they may be, then the dice. Empty for
    /// other choices.
    pub dice: Vec<i64>,
    /// The branch of each action, in order.
    pub options: Vec<usize>,
}

/// A state at the start of a step, or an end of a contest, by index in an [`Explorer`].
#[derive(Clone, Copy, Debug)]
pub enum Target {
    State(usize),
    End(usize),
}

/// States and ends that were found, and the memory of computations with them.
#[derive(Debug)]
pub struct Explorer {
    /// States: the step, then the variables that last.
    states: WeightTable,
    /// Ends: the outcome, the metrics of the file, then the variables that last.
    ends: WeightTable,
    /// Values of the sides at each end.
    end_values: Vec<Vec<f64>>,
    workspace: Workspace,
    values: Values,
    /// The key of a state that is looked up.
    key: Vec<i64>,
}

impl Explorer {
    /// Creates an explorer that has only the start of the contest, with index 0.
    pub fn new(contest: &DiceContest) -> Self {
        let states = contest.parts.states.iter();
        let start: Vec<i64> = [0]
            .into_iter()
            .chain(states.map(|state| state.start))
            .collect();
        Self {
            ends: WeightTable::new(start.len() + contest.parts.metrics.len()),
            states: WeightTable::certain(&start),
            end_values: Vec::new(),
            workspace: Workspace::default(),
            values: Values::new(&contest.program),
            key: Vec::new(),
        }
    }

    /// Adds a state, unless the explorer has it.
    pub fn add_state(&mut self, state: &[i64]) {
        self.states.add(state, 0.0);
    }

    /// Returns the states.
    pub fn states(&self) -> &WeightTable {
        &self.states
    }

    /// Returns the outcome of an end, and its metrics without the rounds.
    pub fn end(&self, end: usize) -> (usize, &[i64]) {
        let (outcome, measured) = (self.ends.key(end)[0], &self.ends.key(end)[1..]);
        (outcome as usize, measured)
    }

    /// Returns the values of the sides at an end.
    pub fn end_values(&self, end: usize) -> &[f64] {
        &self.end_values[end]
    }

    /// Returns the metrics of the file and the states of a contest that is stopped in a state.
    pub fn measured(&mut self, contest: &DiceContest, state: usize) -> Vec<i64> {
        self.enter(state);
        let mut measured = vec![0; self.ends.key_width() - 1];
        contest.measure(&mut self.values, &mut measured);
        measured
    }

    /// Takes steps from the budget of the computation.
    ///
    /// # Errors
    /// Returns `quantity` if there are not as many left.
    pub fn take(&mut self, steps: usize, quantity: &str) -> Result<(), TooLarge> {
        self.workspace
            .budget
            .take(steps as u64, || quantity.to_owned())
    }

    /// Sets the variables to those of a state, and returns its step.
    fn enter(&mut self, state: usize) -> usize {
        let key = self.states.key(state);
        self.values.variables.fill(0);
        self.values.variables[..key.len() - 1].copy_from_slice(&key[1..]);
        self.values.forget();
        key[0] as usize
    }

    /// Returns what a state leads to.
    ///
    /// # Errors
    /// Returns the quantity that is too large.
    pub fn state_tree(&mut self, contest: &DiceContest, state: usize) -> Result<Tree, TooLarge> {
        let step = self.enter(state);
        let mut tree = Tree::default();
        if contest.is_taken(step, &mut self.values) {
            let start = self.grow(contest, (step, 0), &[], &mut tree)?;
            if start + 1 < tree.branches.len() {
                tree.push(Branch::Split(vec![(1.0, start)]));
            }
        } else {
            tree.push(Branch::Ends(vec![(self.target(contest, step)?, 1.0)]));
        }
        Ok(tree)
    }

    /// Returns a tree with the choice at the end of a stage, or with all choices of dice to throw
    /// again that it has. `known` are the nodes that are known before the choice.
    ///
    /// # Errors
    /// Returns the quantity that is too large.
    pub fn decisions(
        &mut self,
        contest: &DiceContest,
        (step, stage): (usize, usize),
        variables: &[i64],
        known: &[(NodeId, i64)],
    ) -> Result<(Tree, Vec<Decision>), TooLarge> {
        // Each choice has a budget of its own: a worker makes any number of them.
        self.workspace.budget = super::exact::Budget::default();
        self.values.variables.copy_from_slice(variables);
        let (mut tree, mut decisions) = (Tree::default(), Vec::new());
        match contest.choice_of(step, stage).map(|choice| &choice.options) {
            None => {}
            Some(Options::Among { variable, values }) => {
                let options = values.iter().map(|&value| {
                    self.values.variables.copy_from_slice(variables);
                    self.values.variables[*variable] = value;
                    self.grow(contest, (step, stage + 1), known, &mut tree)
                });
                decisions.push(Decision {
                    dice: Vec::new(),
                    options: options.collect::<Result<_, _>>()?,
                });
            }
            Some(Options::Reroll { .. }) => {
                let found = (&mut tree, Some(&mut decisions));
                self.grow_rerolls(contest, (step, stage), known, found)?;
            }
        }
        Ok((tree, decisions))
    }

    /// Adds what a step leads to from a stage on, and returns its branch.
    fn grow(
        &mut self,
        contest: &DiceContest,
        (step, stage): (usize, usize),
        given: &[(NodeId, i64)],
        tree: &mut Tree,
    ) -> Result<usize, TooLarge> {
        let plan = &contest.plans[step].stages[stage];
        let is_last = stage + 1 == contest.plans[step].stages.len();
        let choice = contest.choice_of(step, stage);
        if choice.and_then(Choice::reroll).is_some() {
            return self.grow_rerolls(contest, (step, stage), given, (tree, None));
        }
        let table =
            contest.stage_table((step, stage), &mut self.values, given, &mut self.workspace)?;
        self.take(table.len(), "the rolls of the states")?;
        let start = self.values.variables.clone();
        let mut targets = Sums::new();
        let mut split = Vec::new();
        for (shown, chance) in table.iter() {
            let known = plan.known.iter().copied().zip(shown.iter().copied());
            self.values.variables.clone_from(&start);
            self.values.know(known.clone());
            if is_last {
                contest.write(step, &mut self.values);
                targets.add(self.target(contest, step)?, chance);
                continue;
            }
            let known: Vec<(NodeId, i64)> = known.collect();
            let Some(choice) = choice else {
                split.push((chance, self.grow(contest, (step, stage + 1), &known, tree)?));
                continue;
            };
            let shares = contest.shares(choice, &mut self.values, &[]);
            let mut after = |value: i64| {
                self.values.variables.clone_from(&start);
                if let Options::Among { variable, .. } = choice.options {
                    self.values.variables[variable] = value;
                }
                self.grow(contest, (step, stage + 1), &known, tree)
            };
            let branch = match shares {
                None => {
                    let options = choice.actions(&[]).map(after);
                    let options = options.collect::<Result<_, _>>()?;
                    Branch::Best(choice.side, options)
                }
                Some(shares) => {
                    let parts = shares.into_iter();
                    let parts = parts.map(|(value, share)| Ok((share, after(value)?)));
                    Branch::Split(parts.collect::<Result<_, _>>()?)
                }
            };
            split.push((chance, tree.push(branch)));
        }
        self.values.variables.clone_from(&start);
        Ok(tree.push(if is_last {
            Branch::Ends(targets.list())
        } else {
            Branch::Split(split)
        }))
    }

    /// Adds what a step leads to from a stage on in which a side throws dice again, and returns its
    /// branch. Appends the choices of an optimal side.
    fn grow_rerolls(
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
        let component = &contest.program.pools[pool].components[0];
        self.values.know(given.iter().copied());
        let faces = single(&KnownDie::new(evaluator, &mut self.values, component));
        let count = evaluator.value(&mut self.values, component.count).max(0);
        let sets = multisets(&faces, count as usize);
        let Some(sets) = sets else {
            let name = &contest.program.rolls[roll].name;
            return Err(TooLarge(format!(
                "the dice of {name} have more than {MOST_MULTISETS} combinations"
            )));
        };
        let parts = sets[..count as usize].iter().map(Vec::len).sum::<usize>() * faces.len();
        let all = sets[count as usize].clone();
        self.take(
            STEPS_OF_BRANCH * (parts + all.len()) * times as usize,
            "the dice that are thrown again",
        )?;
        let start = self.values.variables.clone();
        let mut after = Vec::new();
        for dice in &all {
            self.values.variables.clone_from(&start);
            self.values.know(given.iter().copied());
            set_dice(evaluator, &mut self.values, pool, dice);
            let known = plan.known.iter();
            let known: Vec<(NodeId, i64)> = known
                .map(|&node| (node, evaluator.value(&mut self.values, node)))
                .collect();
            after.push(self.grow(contest, (step, stage + 1), &known, tree)?);
        }
        self.values.variables.clone_from(&start);
        let mut full = after.clone();
        for left in 1..=times {
            let drawn = throws(tree, &faces, &sets, &full);
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
                let options = || choice.actions(dice).map(branch).collect::<Vec<_>>();
                let shares = contest.shares(choice, &mut self.values, dice);
                self.take(1 << dice.len(), "the dice that are kept")?;
                full[index] = match shares {
                    None => tree.push(Branch::Best(choice.side, options())),
                    Some(shares) => {
                        let parts = shares
                            .iter()
                            .map(|&(action, share)| (share, branch(action)));
                        tree.push(Branch::Split(parts.collect()))
                    }
                };
                if let Some(decisions) = &mut decisions {
                    let key = [i64::from(left)].into_iter().chain(dice.iter().copied());
                    decisions.push(Decision {
                        dice: key.collect(),
                        options: options(),
                    });
                }
            }
        }
        let drawn = throws(tree, &faces, &sets, &full);
        Ok(drawn[&Vec::new()])
    }

    /// Returns what follows a step.
    fn target(&mut self, contest: &DiceContest, step: usize) -> Result<Target, TooLarge> {
        let next = contest.next(step, &mut self.values);
        let step = match next {
            Next::End(outcome) => return Ok(Target::End(self.add_end(contest, outcome))),
            Next::Step(step) => step,
            Next::Round => 0,
        };
        self.key.clear();
        self.key.push(step as i64);
        let variables = &self.values.variables[..contest.parts.states.len()];
        self.key.extend_from_slice(variables);
        let state = self.states.add(&self.key, 0.0);
        let most = contest.parts.most_states;
        if state >= most {
            return Err(TooLarge(format!(
                "the contest has more than {most} states (`limit.states`)"
            )));
        }
        Ok(Target::State(state))
    }

    /// Returns the index of the end with this outcome.
    fn add_end(&mut self, contest: &DiceContest, outcome: usize) -> usize {
        let mut key = vec![outcome as i64; self.ends.key_width()];
        contest.measure(&mut self.values, &mut key[1..]);
        let end = self.ends.add(&key, 0.0);
        if end == self.end_values.len() {
            let sides = contest.parts.sides.iter();
            let values = sides.map(|side| match side.aim {
                Aim::Outcome(wanted) => f64::from(u8::from(wanted == outcome)),
                Aim::High(metric) => key[1 + metric] as f64,
                Aim::Low(metric) => -(key[1 + metric] as f64),
            });
            self.end_values.push(values.collect());
        }
        end
    }
}

/// Sums of probabilities by target, in the order of their first addition.
pub struct Sums(WeightTable);

impl Sums {
    /// Returns no sums.
    pub fn new() -> Self {
        Self(WeightTable::new(1))
    }

    /// Adds to the sum of a target.
    pub fn add(&mut self, target: Target, chance: f64) {
        let key = match target {
            Target::State(state) => 2 * state,
            Target::End(end) => 2 * end + 1,
        };
        self.0.add(&[key as i64], chance);
    }

    /// Returns the sums.
    pub fn list(&self) -> Vec<(Target, f64)> {
        let sums = self.0.iter().map(|(key, sum)| {
            let index = key[0] as usize / 2;
            let is_state = key[0] % 2 == 0;
            let target = if is_state {
                Target::State(index)
            } else {
                Target::End(index)
            };
            (target, sum)
        });
        sums.collect()
    }
}

/// Steps of the budget for each part of a branch, which takes memory.
const STEPS_OF_BRANCH: usize = 20;
/// Maximum number of combinations of the dice that may be thrown again.
const MOST_MULTISETS: usize = 50_000;

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

/// Adds the branches of throwing the missing dice of each combination, and returns the branch of
/// each. `full` are those of all dice.
fn throws(
    tree: &mut Tree,
    faces: &Faces,
    sets: &[Vec<Vec<i64>>],
    full: &[usize],
) -> HashMap<Vec<i64>, usize> {
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
                tree.push(Branch::Split(parts))
            };
            drawn.insert(set.clone(), branch);
        }
    }
    drawn
}
