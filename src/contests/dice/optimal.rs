//! Optimal play: every side chooses what is best for its aim, with the choices of the others known.
//!
//! The value of a state is the probability of a side's outcome, or the mean of its metric, if all
//! optimal sides choose by these values and all others as their players do. It is computed by value
//! iteration from 0, in the order in which states lead to each other, until no value changes by
//! more than the tolerance. Rounds are not limited.

use super::exact::TooLarge;
use super::expression::{NodeId, Values};
use super::transition::{Next, Workspace};
use super::{Aim, DiceContest};
use std::collections::HashMap;

/// Largest change of a value in the last pass.
const TOLERANCE: f64 = 1e-13;
/// Maximum number of passes over all states.
const MOST_PASSES: usize = 100_000;

/// Values of all states for all sides.
#[derive(Clone, Debug)]
pub struct Policy {
    sides: usize,
    /// Index of a state by its step and its variables.
    index: HashMap<Vec<i64>, usize>,
    /// Values by state, then side.
    values: Vec<f64>,
}

/// Values of the sides, by index.
pub type SideValues = Vec<f64>;

impl Policy {
    /// Solves a contest.
    ///
    /// # Errors
    /// Returns the quantity that is too large.
    pub fn solve(contest: &DiceContest) -> Result<Self, TooLarge> {
        let mut solver = Solver {
            contest,
            policy: Self {
                sides: contest.parts.sides.len(),
                index: HashMap::new(),
                values: Vec::new(),
            },
            states: Vec::new(),
            trees: Vec::new(),
            ends: Vec::new(),
            end_index: HashMap::new(),
            workspace: Workspace::default(),
            values: Values::new(&contest.program),
        };
        solver.explore()?;
        solver.iterate()?;
        Ok(solver.policy)
    }

    /// Returns the values of the sides in what follows a step, for the variables in `values`.
    fn after(&self, contest: &DiceContest, next: Next, values: &mut Values) -> SideValues {
        let step = match next {
            Next::End(outcome) => return ending_values(contest, outcome, values),
            Next::Step(step) => step,
            Next::Round => 0,
        };
        let place = self.index.get(&key(contest, step, &values.variables));
        place.map_or_else(
            || vec![0.0; self.sides],
            |&place| self.values[place * self.sides..(place + 1) * self.sides].to_vec(),
        )
    }

    /// Returns the values of the sides from a stage on, with the rolls of earlier stages `given`.
    ///
    /// # Errors
    /// Returns the quantity that is too large.
    pub fn value(
        &self,
        contest: &DiceContest,
        (step, stage): (usize, usize),
        values: &mut Values,
        given: &[(NodeId, i64)],
        workspace: &mut Workspace,
    ) -> Result<SideValues, TooLarge> {
        let table = contest.stage_table((step, stage), values, given, workspace)?;
        let plan = &contest.plans[step].stages[stage];
        let mut sums = vec![0.0; self.sides];
        let start = values.variables.clone();
        workspace
            .budget
            .take(table.len() as u64, || "the values of the states".to_owned())?;
        for (shown, chance) in table.iter() {
            let known: Vec<(NodeId, i64)> = plan
                .known
                .iter()
                .copied()
                .zip(shown.iter().copied())
                .collect();
            values.variables.clone_from(&start);
            values.know(known.iter().copied());
            let found = match plan.choice {
                None => {
                    contest.write(step, values);
                    let next = contest.next(step, values);
                    self.after(contest, next, values)
                }
                Some(choice) => {
                    let options =
                        self.options(contest, (step, stage), values, &known, workspace)?;
                    let side = contest.parts.steps[step].choices[choice].side;
                    let chosen = {
                        values.know(known.iter().copied());
                        contest.chosen(&contest.parts.steps[step].choices[choice], values)
                    };
                    match chosen {
                        None => best(&options, side)
                            .map_or_else(|| vec![0.0; self.sides], |best| options[best].1.clone()),
                        Some(chosen) => {
                            let mut mean = vec![0.0; self.sides];
                            for (value, share) in chosen {
                                let option = options.iter().find(|option| option.0 == value);
                                for (sum, one) in
                                    mean.iter_mut().zip(option.map_or(&[][..], |one| &one.1))
                                {
                                    *sum += share * one;
                                }
                            }
                            mean
                        }
                    }
                }
            };
            for (sum, value) in sums.iter_mut().zip(found) {
                *sum += chance * value;
            }
        }
        values.variables.clone_from(&start);
        Ok(sums)
    }

    /// Returns the values of a choice, each with the values of the sides after it. `known` are the
    /// nodes known at the choice.
    ///
    /// # Errors
    /// Returns the quantity that is too large.
    pub fn options(
        &self,
        contest: &DiceContest,
        (step, stage): (usize, usize),
        values: &mut Values,
        known: &[(NodeId, i64)],
        workspace: &mut Workspace,
    ) -> Result<Vec<(i64, SideValues)>, TooLarge> {
        let plan = &contest.plans[step].stages[stage];
        let Some(choice) = plan
            .choice
            .map(|choice| &contest.parts.steps[step].choices[choice])
        else {
            return Ok(Vec::new());
        };
        let start = values.variables.clone();
        let mut options = Vec::new();
        for &value in &choice.among {
            values.variables.clone_from(&start);
            values.variables[choice.variable] = value;
            let sides = self.value(contest, (step, stage + 1), values, known, workspace)?;
            options.push((value, sides));
        }
        values.variables.clone_from(&start);
        Ok(options)
    }
}

/// Returns the index of the best option for a side; the first of equal ones.
pub fn best(options: &[(i64, SideValues)], side: usize) -> Option<usize> {
    (0..options.len()).reduce(|best, other| {
        // Differences from rounding do not decide.
        if options[other].1[side] > options[best].1[side] + 1e-12 {
            other
        } else {
            best
        }
    })
}

/// Returns the key of a state.
fn key(contest: &DiceContest, step: usize, variables: &[i64]) -> Vec<i64> {
    let mut key = variables[..contest.parts.states.len()].to_vec();
    key.push(step as i64);
    key
}

/// Returns the values of the sides at the end of a contest.
fn ending_values(contest: &DiceContest, outcome: usize, values: &mut Values) -> SideValues {
    let mut measured = vec![0; contest.parts.metrics.len() + contest.parts.states.len()];
    contest.measure(values, &mut measured);
    let sides = contest.parts.sides.iter();
    sides
        .map(|side| match side.aim {
            Aim::Outcome(wanted) => f64::from(u8::from(wanted == outcome)),
            Aim::High(metric) => measured[metric] as f64,
            Aim::Low(metric) => -(measured[metric] as f64),
        })
        .collect()
}

/// What a state leads to.
enum Tree {
    /// States and ends, with their probabilities.
    Chance(Vec<(Target, f64)>),
    /// Subtrees with their probabilities.
    Seen(Vec<(f64, Tree)>),
    /// The best subtree for a side.
    Best(usize, Vec<Tree>),
}

/// A state, or the end of a contest, by index.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Target {
    State(usize),
    End(usize),
}

struct Solver<'a> {
    contest: &'a DiceContest,
    policy: Policy,
    /// Step and variables of each state.
    states: Vec<(usize, Vec<i64>)>,
    /// What each state leads to.
    trees: Vec<Tree>,
    /// Values of the sides at the ends, and their indices by their bits.
    ends: Vec<SideValues>,
    end_index: HashMap<Vec<u64>, usize>,
    workspace: Workspace,
    values: Values,
}

impl Solver<'_> {
    /// Finds all states that can be reached with any choices.
    fn explore(&mut self) -> Result<(), TooLarge> {
        let start: Vec<i64> = self
            .contest
            .parts
            .states
            .iter()
            .map(|state| state.start)
            .collect();
        self.values.variables.fill(0);
        self.values.variables[..start.len()].copy_from_slice(&start);
        let variables = self.values.variables.clone();
        self.state(0, &variables)?;
        let mut next = 0;
        while next < self.states.len() {
            let (step, variables) = self.states[next].clone();
            self.values.variables.clone_from(&variables);
            self.values.forget();
            let tree = if self.contest.is_taken(step, &mut self.values) {
                self.tree(step, 0, &[])?
            } else {
                Tree::Chance(vec![(self.target(step)?, 1.0)])
            };
            self.trees.push(tree);
            next += 1;
        }
        Ok(())
    }

    /// Returns the index of a state.
    fn state(&mut self, step: usize, variables: &[i64]) -> Result<usize, TooLarge> {
        let key = key(self.contest, step, variables);
        if let Some(&place) = self.policy.index.get(&key) {
            return Ok(place);
        }
        let most = self.contest.parts.most_states;
        if self.states.len() >= most {
            return Err(TooLarge(format!(
                "the contest has more than {most} states (`limit.states`)"
            )));
        }
        self.policy.index.insert(key, self.states.len());
        self.states.push((step, variables.to_vec()));
        self.policy
            .values
            .extend(std::iter::repeat_n(0.0, self.policy.sides));
        Ok(self.states.len() - 1)
    }

    /// Returns what follows a step.
    fn target(&mut self, step: usize) -> Result<Target, TooLarge> {
        let next = self.contest.next(step, &mut self.values);
        let step = match next {
            Next::End(outcome) => {
                let sides = ending_values(self.contest, outcome, &mut self.values);
                let bits = sides.iter().map(|side| side.to_bits()).collect();
                let end = *self.end_index.entry(bits).or_insert_with(|| {
                    self.ends.push(sides);
                    self.ends.len() - 1
                });
                return Ok(Target::End(end));
            }
            Next::Step(step) => step,
            Next::Round => 0,
        };
        let variables = self.values.variables.clone();
        self.state(step, &variables).map(Target::State)
    }

    /// Returns what a step leads to from a stage on.
    fn tree(
        &mut self,
        step: usize,
        stage: usize,
        given: &[(NodeId, i64)],
    ) -> Result<Tree, TooLarge> {
        let contest = self.contest;
        let table =
            contest.stage_table((step, stage), &mut self.values, given, &mut self.workspace)?;
        self.workspace
            .budget
            .take(table.len() as u64, || "the rolls of the states".to_owned())?;
        let plan = &contest.plans[step].stages[stage];
        let start = self.values.variables.clone();
        let mut chances: Vec<(Target, f64)> = Vec::new();
        let mut places = HashMap::new();
        let mut seen = Vec::new();
        for (shown, chance) in table.iter() {
            let known: Vec<(NodeId, i64)> = plan
                .known
                .iter()
                .copied()
                .zip(shown.iter().copied())
                .collect();
            self.values.variables.clone_from(&start);
            self.values.know(known.iter().copied());
            let Some(choice) = plan.choice else {
                contest.write(step, &mut self.values);
                let target = self.target(step)?;
                let place = *places.entry(target).or_insert_with(|| {
                    chances.push((target, 0.0));
                    chances.len() - 1
                });
                chances[place].1 += chance;
                continue;
            };
            let choice = &contest.parts.steps[step].choices[choice];
            let chosen = contest.chosen(choice, &mut self.values);
            let is_best = chosen.is_none();
            let options =
                chosen.unwrap_or_else(|| choice.among.iter().map(|&value| (value, 1.0)).collect());
            let mut trees = Vec::new();
            for (value, share) in options {
                self.values.variables.clone_from(&start);
                self.values.variables[choice.variable] = value;
                trees.push((share, self.tree(step, stage + 1, &known)?));
            }
            seen.push((
                chance,
                if is_best {
                    Tree::Best(choice.side, trees.into_iter().map(|one| one.1).collect())
                } else {
                    Tree::Seen(trees)
                },
            ));
        }
        self.values.variables.clone_from(&start);
        Ok(if plan.choice.is_none() {
            Tree::Chance(chances)
        } else {
            Tree::Seen(seen)
        })
    }

    /// Computes the values of all states.
    fn iterate(&mut self) -> Result<(), TooLarge> {
        let sides = self.policy.sides;
        for _ in 0..MOST_PASSES {
            let mut change: f64 = 0.0;
            self.workspace.budget.take(self.states.len() as u64, || {
                "the passes over the states".to_owned()
            })?;
            // States that were found last lead to ends soonest.
            for place in (0..self.states.len()).rev() {
                let found = self.values_of(&self.trees[place]);
                let stored = &mut self.policy.values[place * sides..(place + 1) * sides];
                for (stored, value) in stored.iter_mut().zip(found) {
                    change = change.max((value - *stored).abs());
                    *stored = value;
                }
            }
            if change <= TOLERANCE {
                return Ok(());
            }
        }
        Err(TooLarge(format!(
            "the values of optimal play do not converge in {MOST_PASSES} passes"
        )))
    }

    /// Returns the values of the sides from the current values of the states.
    fn values_of(&self, tree: &Tree) -> SideValues {
        let sides = self.policy.sides;
        let mut sums = vec![0.0; sides];
        match tree {
            Tree::Chance(targets) => {
                for &(target, chance) in targets {
                    let values = match target {
                        Target::State(place) => {
                            &self.policy.values[place * sides..(place + 1) * sides]
                        }
                        Target::End(end) => &self.ends[end][..],
                    };
                    for (sum, value) in sums.iter_mut().zip(values) {
                        *sum += chance * value;
                    }
                }
            }
            Tree::Seen(parts) => {
                for (chance, part) in parts {
                    for (sum, value) in sums.iter_mut().zip(self.values_of(part)) {
                        *sum += chance * value;
                    }
                }
            }
            Tree::Best(side, options) => {
                let options = options.iter().map(|option| (0, self.values_of(option)));
                let options: Vec<(i64, SideValues)> = options.collect();
                if let Some(best) = best(&options, *side) {
                    return options[best].1.clone();
                }
            }
        }
        sums
    }
}
