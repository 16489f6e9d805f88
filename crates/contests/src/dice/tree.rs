//! Successors of the states of a contest. The submodules add those of secret choices and of dice that may be thrown
//! again.

mod grid;
mod rerolls;
mod secrets;
mod sums;

use grid::Grid;
pub use sums::Sums;

use super::branches::{NewBranch, Target, Tree};
use super::choices::{Choice, Options};
use super::transition::{Next, Workspace};
use super::{Aim, DiceContest};
use evenodds_core::contest::Describe;
use evenodds_dice::exact::{Budget, Limits, TooLarge, WeightTable};
use evenodds_dice::expression::{NodeId, Values};

/// A choice of a side in a [`Tree`].
pub struct Decision {
    /// Number of times that dice may be thrown again, then these dice. Empty for other choices.
    pub dice: Vec<i64>,
    pub actions: Actions,
}

/// Actions of a [`Decision`], in order.
pub enum Actions {
    /// The branch of each action.
    Each(Vec<usize>),
    /// Joint choices of the side that contain each action, by their places in the last branch of the
    /// tree.
    Joint(Vec<Vec<usize>>),
}

/// States and ends that were found, and the memory of computations with them.
#[derive(Debug)]
pub struct Explorer {
    /// States: the step, then the variables that last.
    states: WeightTable,
    /// Ends: the outcome, the metrics of the file, then the variables that last.
    ends: WeightTable,
    /// Row of each end: the values of the sides, the probability of an end, and the steps to it.
    end_values: Vec<Vec<f64>>,
    /// Highest probability that dice are cut off, for each stage of the step of the last tree.
    cut_off: Vec<f64>,
    /// True if the round is the last one.
    is_last_round: bool,
    workspace: Workspace,
    values: Values,
    /// The key of a state or an end that is looked up.
    key: Vec<i64>,
    /// Memory for the targets of a branch.
    targets: Sums,
    grid: Grid,
}

impl Explorer {
    /// Creates an explorer with these limits that has only the start of the contest, with index 0.
    pub fn new(contest: &DiceContest, limits: Limits) -> Self {
        let states = contest.parts.states.iter();
        let start: Vec<i64> = [0]
            .into_iter()
            .chain(states.map(|state| state.start))
            .collect();
        let measured = contest.parts.declared + contest.parts.metrics.len();
        Self {
            ends: WeightTable::new(1 + measured),
            states: WeightTable::certain(&start),
            end_values: Vec::new(),
            cut_off: Vec::new(),
            is_last_round: false,
            workspace: Workspace::new(limits),
            values: Values::new(&contest.program),
            key: Vec::new(),
            targets: Sums::default(),
            grid: Grid::new(contest),
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

    /// Returns the number of ends.
    pub fn ends(&self) -> usize {
        self.ends.rows()
    }

    /// Returns the outcome of an end, and its metrics without the rounds.
    pub fn end(&self, end: usize) -> (usize, &[i64]) {
        let (outcome, measured) = (self.ends.key(end)[0], &self.ends.key(end)[1..]);
        (outcome as usize, measured)
    }

    /// Returns the row of an end; see [`Comparison`](super::decision::Comparison).
    pub fn end_values(&self, end: usize) -> &[f64] {
        &self.end_values[end]
    }

    /// Returns the rows of all ends, and the budget of the computation.
    pub fn ends_and_budget(&mut self) -> (&[Vec<f64>], &mut Budget) {
        (&self.end_values, &mut self.workspace.budget)
    }

    /// Starts a new budget for the next computation.
    pub fn renew_budget(&mut self) {
        self.workspace.budget.renew();
    }

    /// Returns the metrics of the file and the states of a contest that is stopped in a state.
    pub fn measured(&mut self, contest: &DiceContest, state: usize) -> Vec<i64> {
        self.enter(state);
        let mut measured = vec![0; self.ends.key_width() - 1];
        contest.measure(&mut self.values, &mut measured);
        measured
    }

    /// Returns the probability that a limit cuts off dice of the last tree, or an upper bound of it.
    pub fn cut_off(&self) -> f64 {
        self.cut_off.iter().sum()
    }

    /// Takes steps from the budget of the computation.
    ///
    /// # Errors
    /// Returns `quantity` if there are not as many left.
    #[inline]
    pub fn take(&mut self, steps: usize, quantity: &str) -> Result<(), TooLarge> {
        self.workspace
            .budget
            .take(steps as u64, || quantity.to_owned())
    }

    /// Takes memory from the budget of the computation.
    ///
    /// # Errors
    /// Returns `quantity` if there is not as much left.
    pub fn keep(&mut self, bytes: usize, quantity: &str) -> Result<(), TooLarge> {
        self.workspace.budget.keep(bytes, || quantity.to_owned())
    }

    /// Takes memory from the budget for what was computed before, which forecasts leave out.
    ///
    /// # Errors
    /// Returns the quantity that is too large if there is not as much left.
    pub fn hold(&mut self, bytes: usize) -> Result<(), TooLarge> {
        let budget = &mut self.workspace.budget;
        let before = (budget.taken(), budget.kept());
        budget.keep(bytes, || "the values of optimal play".to_owned())?;
        budget.share(before);
        Ok(())
    }

    /// Returns an upper bound of the bytes of the states and the ends.
    pub fn bytes(&self) -> usize {
        let of_end = BYTES_OF_KEY + 8 * self.end_values.first().map_or(0, Vec::len);
        self.states.bytes() + self.ends.bytes() + self.end_values.len() * of_end
    }

    /// Checks early whether the computation can be finished, after these many states.
    ///
    /// # Errors
    /// Returns the quantity that is too large if it clearly cannot.
    #[inline]
    pub fn forecast(&mut self, finished: usize) -> Result<(), TooLarge> {
        let known = self.states.rows();
        self.forecast_of((finished, known), "the states of the contest")
    }

    /// Frees the memory that serves to find successors only.
    pub fn free(&mut self) {
        self.workspace.free();
        self.targets = Sums::default();
        self.grid.clear();
    }

    /// Returns the number of steps that were taken from the budget.
    pub fn taken(&self) -> u64 {
        self.workspace.budget.taken()
    }

    /// Checks early whether a computation can be finished, after this number of its parts, which are
    /// known.
    ///
    /// # Errors
    /// Returns the quantity that is too large if it clearly cannot.
    #[inline]
    pub fn forecast_of(&mut self, parts: (usize, usize), quantity: &str) -> Result<(), TooLarge> {
        (self.workspace.budget).forecast(parts, || quantity.to_owned())
    }

    /// Checks whether there are steps for this many parts of as many steps.
    ///
    /// # Errors
    /// Returns the quantity that is too large if there clearly are not.
    pub fn allows(&self, (parts, steps): (f64, usize), quantity: &str) -> Result<(), TooLarge> {
        let parts = (parts, steps as u64);
        (self.workspace.budget).allows(parts, || quantity.to_owned())
    }

    /// Adds a branch to a tree, for which there must be memory.
    fn push(&self, branch: NewBranch<'_>, tree: &mut Tree) -> Result<usize, TooLarge> {
        let index = tree.push(branch);
        let quantity = || "the choices and the throws of a state".to_owned();
        self.workspace.budget.fits(tree.bytes(), quantity)?;
        Ok(index)
    }

    /// Sets the variables to those of a state, and returns its step.
    fn enter(&mut self, state: usize) -> usize {
        let key = self.states.key(state);
        self.values.variables.fill(0);
        self.values.variables[..key.len() - 1].copy_from_slice(&key[1..]);
        self.values.clear_dice();
        self.values.forget();
        key[0] as usize
    }

    /// Returns the successors of a state in the last round, as [`Target::Last`] unless they are ends.
    ///
    /// # Errors
    /// Returns the quantity that is too large.
    pub fn last_tree(&mut self, contest: &DiceContest, state: usize) -> Result<Tree, TooLarge> {
        self.is_last_round = true;
        let tree = self.state_tree(contest, state);
        self.is_last_round = false;
        tree
    }

    /// Returns the successors of a state.
    ///
    /// # Errors
    /// Returns the quantity that is too large.
    pub fn state_tree(&mut self, contest: &DiceContest, state: usize) -> Result<Tree, TooLarge> {
        let step = self.enter(state);
        self.cut_off.clear();
        let mut tree = Tree::default();
        if contest.begins(step, &mut self.values) {
            let start = self.grow(contest, (step, 0), &[], &mut tree)?;
            if start + 1 < tree.len() {
                self.push(NewBranch::Split(vec![(1.0, start)]), &mut tree)?;
            }
        } else {
            let target = self.target(contest, step)?;
            self.push(NewBranch::Ends(&[(target, 1.0)]), &mut tree)?;
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
        self.renew_budget();
        self.values.variables.copy_from_slice(variables);
        let (mut tree, mut decisions) = (Tree::default(), Vec::new());
        let choice = contest.choice_of(step, stage);
        let options = choice.map(|choice| &choice.options);
        // The values that are allowed, in order.
        let options_of = |explorer: &mut Self| -> Vec<i64> {
            explorer.values.know(known.iter().copied());
            choice.map_or_else(Vec::new, |choice| {
                let allowed = contest.allowed(choice, &mut explorer.values);
                choice.actions(&[], allowed).collect()
            })
        };
        match options {
            None => {}
            Some(Options::Among {
                variable, values, ..
            }) if contest.is_secret(step, stage) => {
                let members = contest.plans[step].stages[stage].secret.clone();
                let choices = contest.parts.steps[step].choices.iter();
                let group = members
                    .clone()
                    .filter_map(|member| contest.choice_of(step, member));
                let hidden: Vec<usize> = group.filter_map(Choice::variable).collect();
                // What is allowed can depend on earlier choices of the side.
                let options = options_of(self);
                for &variable in &hidden {
                    self.values.variables[variable] = 0;
                }
                let side = contest.choice_of(step, stage).map(|choice| choice.side);
                let own = choices.filter(|choice| Some(choice.side) == side);
                let own: Vec<usize> = own.filter_map(Choice::variable).collect();
                // Earlier choices of the side are known.
                let known_choices = own.iter().filter(|one| {
                    let place = hidden.iter().position(|hidden| hidden == *one);
                    place.is_some_and(|place| members.start + place < stage)
                });
                let known_choices: Vec<(usize, i64)> =
                    known_choices.map(|&one| (one, variables[one])).collect();
                let joint = self.grow_secret(contest, (step, members.start), known, &mut tree)?;
                let is_own = |(one, _): &&(usize, i64)| own.contains(one);
                let joint = joint.into_iter().find(|joint| {
                    joint
                        .iter()
                        .any(|(_, set)| set.iter().any(|one| is_own(&one)))
                });
                let joint = joint.unwrap_or_default();
                let rows = options.into_iter().map(|value| {
                    let mut wanted = known_choices.clone();
                    wanted.push((*variable, value));
                    let fits = |set: &[(usize, i64)]| wanted.iter().all(|one| set.contains(one));
                    let rows = joint.iter().enumerate();
                    let rows = rows.filter(|(_, row)| fits(&row.1));
                    rows.map(|row| row.0).collect()
                });
                decisions.push(Decision {
                    dice: Vec::new(),
                    actions: Actions::Joint(rows.collect()),
                });
            }
            Some(Options::Among { variable, .. }) => {
                let options = options_of(self).into_iter().map(|value| {
                    self.values.variables.copy_from_slice(variables);
                    self.values.variables[*variable] = value;
                    self.grow(contest, (step, stage + 1), known, &mut tree)
                });
                decisions.push(Decision {
                    dice: Vec::new(),
                    actions: Actions::Each(options.collect::<Result<_, _>>()?),
                });
            }
            Some(Options::Reroll { .. }) => {
                let found = (&mut tree, Some(&mut decisions));
                self.grow_rerolls(contest, (step, stage), known, found)?;
            }
        }
        Ok((tree, decisions))
    }

    /// Adds the successors of a step from a stage on, and returns their branch.
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
        if table.cut_off > 0.0 {
            if self.cut_off.len() <= stage {
                self.cut_off.resize(stage + 1, 0.0);
            }
            self.cut_off[stage] = table.cut_off.max(self.cut_off[stage]);
        }
        let steps = table.rows() * contest.plans[step].steps_of_row + STEPS_OF_BRANCH;
        self.take(steps, "the rolls of the states")?;
        let start = self.values.variables.clone();
        if is_last {
            self.targets.clear();
        }
        let mut split = Vec::new();
        for (shown, chance) in table.iter() {
            let known = plan.known.iter().copied().zip(shown.iter().copied());
            self.values.variables.copy_from_slice(&start);
            self.values.know(known.clone());
            if is_last {
                contest.write(step, &mut self.values);
                let target = self.target(contest, step)?;
                self.targets.add(target, chance);
                continue;
            }
            let known: Vec<(NodeId, i64)> = known.collect();
            if contest.is_secret(step, stage) {
                self.grow_secret(contest, (step, stage), &known, tree)?;
                split.push((chance, tree.len() - 1));
                continue;
            }
            let Some(choice) = choice else {
                split.push((chance, self.grow(contest, (step, stage + 1), &known, tree)?));
                continue;
            };
            let shares = contest.shares(choice, &mut self.values, &[]);
            let allowed = contest.allowed(choice, &mut self.values);
            let mut after = |value: i64| {
                self.values.variables.clone_from(&start);
                if let Options::Among { variable, .. } = choice.options {
                    self.values.variables[variable] = value;
                }
                self.grow(contest, (step, stage + 1), &known, tree)
            };
            let branch = match shares {
                None => {
                    let options = choice.actions(&[], allowed).map(after);
                    let options = options.collect::<Result<_, _>>()?;
                    NewBranch::Best(choice.side, options)
                }
                Some(shares) => {
                    let parts = shares.into_iter();
                    let parts = parts.map(|(value, share)| Ok((share, after(value)?)));
                    NewBranch::Split(parts.collect::<Result<_, _>>()?)
                }
            };
            split.push((chance, self.push(branch, tree)?));
        }
        self.values.variables.clone_from(&start);
        match split[..] {
            [(1.0, only)] if only + 1 == tree.len() => Ok(only),
            _ if is_last => self.push(NewBranch::Ends(self.targets.list()), tree),
            _ => self.push(NewBranch::Split(split), tree),
        }
    }

    /// Returns the state or the end after a step.
    fn target(&mut self, contest: &DiceContest, step: usize) -> Result<Target, TooLarge> {
        let next = contest.next(step, &mut self.values);
        let (step, unresolved) = match next {
            Next::End(outcome) => return Ok(Target::End(self.add_end(contest, outcome)?)),
            Next::Step(step) => (step, None),
            Next::Round => {
                let outcome = contest.outcomes().len() - 1;
                let end = if self.is_last_round {
                    Some(self.add_end(contest, outcome)?)
                } else {
                    None
                };
                contest.count_round(&mut self.values);
                (0, end)
            }
        };
        let state = self.state(contest, step)?;
        Ok(match unresolved {
            Some(end) => Target::Last(state, end),
            None => Target::State(state),
        })
    }

    /// Returns the index of the state at the start of a step.
    #[inline]
    fn state(&mut self, contest: &DiceContest, step: usize) -> Result<usize, TooLarge> {
        let variables = &self.values.variables[..contest.parts.states.len()];
        match self.grid.place(step, variables) {
            Some(&mut state) if state > 0 => Ok(state as usize - 1),
            _ => self.find_state(contest, step),
        }
    }

    /// Adds the state at the start of a step, unless the explorer has it.
    fn find_state(&mut self, contest: &DiceContest, step: usize) -> Result<usize, TooLarge> {
        let variables = &self.values.variables[..contest.parts.states.len()];
        self.key.clear();
        self.key.push(step as i64);
        self.key.extend_from_slice(variables);
        let (state, known) = (self.states.add(&self.key, 0.0), self.states.rows());
        if state + 1 == known {
            self.keep(
                BYTES_OF_KEY + 8 * self.key.len(),
                "the states of the contest",
            )?;
        }
        let most = contest.parts.most_states;
        if state >= most {
            return Err(TooLarge(format!(
                "the contest has more than {most} states (`limit.states`)"
            )));
        }
        let variables = &self.values.variables[..contest.parts.states.len()];
        if let Some(place) = self.grid.place(step, variables) {
            *place = state as u32 + 1;
        }
        Ok(state)
    }

    /// Returns the index of the end with this outcome.
    fn add_end(&mut self, contest: &DiceContest, outcome: usize) -> Result<usize, TooLarge> {
        let key = &mut self.key;
        key.clear();
        key.resize(self.ends.key_width(), outcome as i64);
        contest.measure(&mut self.values, &mut key[1..]);
        let end = self.ends.add(key, 0.0);
        if end == self.end_values.len() {
            let sides = contest.parts.sides.iter();
            let values = sides.map(|side| match side.aim {
                Aim::Outcome(wanted) => f64::from(u8::from(wanted == outcome)),
                Aim::High(metric) => key[1 + metric] as f64,
                Aim::Low(metric) => -(key[1 + metric] as f64),
            });
            self.end_values.push(values.chain([1.0, 0.0]).collect());
            let values = 8 * (key.len() + contest.parts.sides.len());
            self.keep(BYTES_OF_KEY + values, "the ends of the contest")?;
        }
        Ok(end)
    }
}

/// Steps of the budget for each part of a branch.
const STEPS_OF_BRANCH: usize = 60;
/// Bytes of a state or an end besides the numbers of its key.
const BYTES_OF_KEY: usize = 64;
