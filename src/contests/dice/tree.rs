//! What the states of a contest lead to.

use super::exact::{TooLarge, WeightTable};
use super::expression::{NodeId, Values};
use super::transition::{Next, Workspace};
use super::{Aim, DiceContest};
use std::collections::HashMap;
use std::hash::Hash;

/// What a state, or a stage of a step, leads to.
pub enum Tree {
    /// States and ends, with their probabilities.
    Chance(Vec<(Target, f64)>),
    /// Subtrees with their probabilities.
    Seen(Vec<(f64, Tree)>),
    /// The subtrees of a choice, of which an optimal side takes the best.
    Best(usize, Vec<Tree>),
}

/// A state at the start of a step, or an end of a contest, by index in an [`Explorer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
        }
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
        if contest.is_taken(step, &mut self.values) {
            self.tree(contest, (step, 0), &[])
        } else {
            Ok(Tree::Chance(vec![(self.target(contest, step)?, 1.0)]))
        }
    }

    /// Returns what each value of a choice leads to, in order. `known` are the nodes that are known
    /// at the choice.
    ///
    /// # Errors
    /// Returns the quantity that is too large.
    pub fn options(
        &mut self,
        contest: &DiceContest,
        (step, stage): (usize, usize),
        variables: &[i64],
        known: &[(NodeId, i64)],
    ) -> Result<Vec<Tree>, TooLarge> {
        // Each choice has a budget of its own: a worker makes any number of them.
        self.workspace.budget = super::exact::Budget::default();
        let Some(choice) = contest.plans[step].stages[stage].choice else {
            return Ok(Vec::new());
        };
        let choice = &contest.parts.steps[step].choices[choice];
        let each = choice.among.iter().map(|&value| {
            self.values.variables.copy_from_slice(variables);
            self.values.variables[choice.variable] = value;
            self.tree(contest, (step, stage + 1), known)
        });
        each.collect()
    }

    /// Returns what a step leads to from a stage on.
    fn tree(
        &mut self,
        contest: &DiceContest,
        (step, stage): (usize, usize),
        given: &[(NodeId, i64)],
    ) -> Result<Tree, TooLarge> {
        let table =
            contest.stage_table((step, stage), &mut self.values, given, &mut self.workspace)?;
        self.take(table.len(), "the rolls of the states")?;
        let plan = &contest.plans[step].stages[stage];
        let start = self.values.variables.clone();
        let mut targets = Sums::default();
        let mut seen = Vec::new();
        for (shown, chance) in table.iter() {
            let known = plan.known.iter().copied().zip(shown.iter().copied());
            self.values.variables.clone_from(&start);
            self.values.know(known.clone());
            let Some(choice) = plan.choice else {
                contest.write(step, &mut self.values);
                targets.add(self.target(contest, step)?, chance);
                continue;
            };
            let choice = &contest.parts.steps[step].choices[choice];
            let chosen = contest.chosen(choice, &mut self.values);
            let known: Vec<(NodeId, i64)> = known.collect();
            let mut after = |value: i64| {
                self.values.variables.clone_from(&start);
                self.values.variables[choice.variable] = value;
                self.tree(contest, (step, stage + 1), &known)
            };
            let tree = match chosen {
                None => {
                    let options = choice.among.iter().map(|&value| after(value));
                    Tree::Best(choice.side, options.collect::<Result<_, _>>()?)
                }
                Some(chosen) => {
                    let parts = chosen.into_iter();
                    let parts = parts.map(|(value, share)| Ok((share, after(value)?)));
                    Tree::Seen(parts.collect::<Result<_, _>>()?)
                }
            };
            seen.push((chance, tree));
        }
        self.values.variables.clone_from(&start);
        Ok(match plan.choice {
            None => Tree::Chance(targets.list),
            Some(_) => Tree::Seen(seen),
        })
    }

    /// Returns what follows a step.
    fn target(&mut self, contest: &DiceContest, step: usize) -> Result<Target, TooLarge> {
        let next = contest.next(step, &mut self.values);
        let step = match next {
            Next::End(outcome) => return Ok(Target::End(self.add_end(contest, outcome))),
            Next::Step(step) => step,
            Next::Round => 0,
        };
        let mut key = vec![step as i64];
        key.extend_from_slice(&self.values.variables[..contest.parts.states.len()]);
        let state = self.states.add(&key, 0.0);
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

/// Sums of probabilities by key, in the order of their first addition.
pub struct Sums<Key> {
    /// The sums.
    pub list: Vec<(Key, f64)>,
    places: HashMap<Key, usize>,
}

impl<Key> Default for Sums<Key> {
    fn default() -> Self {
        Self {
            list: Vec::new(),
            places: HashMap::new(),
        }
    }
}

impl<Key: Copy + Eq + Hash> Sums<Key> {
    /// Adds to the sum of a key.
    pub fn add(&mut self, key: Key, chance: f64) {
        let place = *self.places.entry(key).or_insert_with(|| {
            self.list.push((key, 0.0));
            self.list.len() - 1
        });
        self.list[place].1 += chance;
    }
}
