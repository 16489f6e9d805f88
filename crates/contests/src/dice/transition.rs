//! One step of a contest, and what it leads to. The submodule has its plan.

mod plan;

pub use plan::{Stage, StepCode, StepPlan};

use super::{Aim, DiceContest};
use evenodds_dice::exact::{Budget, FigureCache, Limits, TooLarge, WeightTable};
use evenodds_dice::expression::{Evaluator, NodeId, Values};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::Arc;

/// Upper bound of the bytes of a distribution that is kept, besides its rows and the numbers of its
/// key.
const BYTES_OF_TABLE: usize = 320;

/// Result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The contest continues with this step.
    Step(usize),
    /// A round ends, and the contest continues with the first step.
    Round,
    /// The contest ends with this outcome.
    End(usize),
}

/// Memory of exact computations.
#[derive(Debug)]
pub struct Workspace {
    tables: FxHashMap<(usize, usize, Vec<i64>), Arc<WeightTable>>,
    figures: FigureCache,
    /// Steps and memory that are left.
    pub budget: Budget,
}

impl Workspace {
    /// Creates a workspace with these limits.
    pub fn new(limits: Limits) -> Self {
        Self {
            tables: FxHashMap::default(),
            figures: FigureCache::new(),
            budget: Budget::new(limits),
        }
    }

    /// Frees the memory of all tables. The budget stays as it is.
    pub fn free(&mut self) {
        self.tables = FxHashMap::default();
        self.figures = FigureCache::new();
    }
}

impl DiceContest {
    /// Returns the joint distribution of the known nodes of a stage.
    ///
    /// # Errors
    /// Returns the quantity that is too large.
    pub(super) fn stage_table(
        &self,
        (step, stage): (usize, usize),
        values: &mut Values,
        given: &[(NodeId, i64)],
        workspace: &mut Workspace,
    ) -> Result<Arc<WeightTable>, TooLarge> {
        let plan = &self.plans[step].stages[stage];
        if let Some(reason) = &plan.unsupported {
            return Err(TooLarge(reason.clone()));
        }
        let variables = values.variables.iter().enumerate();
        let read = variables.filter(|(index, _)| plan.reads & 1 << index != 0);
        let mut key: Vec<i64> = read.map(|one| *one.1).collect();
        key.extend(given.iter().map(|one| one.1));
        let key = (step, stage, key);
        if let Some(table) = workspace.tables.get(&key) {
            return Ok(Arc::clone(table));
        }
        let before = (workspace.budget.taken(), workspace.budget.kept());
        let table = plan.joint.distribution(
            &self.program,
            values,
            given,
            &mut workspace.figures,
            &mut workspace.budget,
        )?;
        let bytes = table.bytes() + 8 * key.2.len() + BYTES_OF_TABLE;
        (workspace.budget).keep(bytes, || "the rolls of the states".to_owned())?;
        workspace.budget.share(before);
        let table = Arc::new(table);
        workspace.tables.insert(key, Arc::clone(&table));
        Ok(table)
    }

    /// Returns the optimal sides of the choices at some stages.
    pub(super) fn optimal_sides(&self, step: usize, stages: Range<usize>) -> Vec<usize> {
        let choices = stages.filter_map(|stage| self.choice_of(step, stage));
        let mut sides: Vec<usize> = choices
            .filter(|choice| self.side_of(choice).looks_ahead())
            .map(|choice| choice.side)
            .collect();
        sides.sort_unstable();
        sides.dedup();
        sides
    }

    /// Returns whether the choice of a stage is one of secret choices, one of them of an optimal
    /// side.
    pub(super) fn is_secret(&self, step: usize, stage: usize) -> bool {
        let members = &self.plans[step].stages[stage].secret;
        !members.is_empty() && !self.optimal_sides(step, members.clone()).is_empty()
    }

    /// Returns why optimal play cannot be computed: a side lacks information that another has, or
    /// secret choices have other aims than opposite ones.
    pub(super) fn hidden_information(&self) -> Option<String> {
        for (step, plan) in self.plans.iter().enumerate() {
            let choices = &self.parts.steps[step].choices;
            let mut thrown: Vec<usize> = Vec::new();
            for stage in &plan.stages {
                thrown.extend(&stage.rolls);
                let Some(index) = stage.choice else { continue };
                let choice = &choices[index];
                if !self.side_of(choice).looks_ahead() {
                    continue;
                }
                let side = &self.side_of(choice).name;
                let name = &choice.name;
                let roll = thrown
                    .iter()
                    .find(|roll| !choice.sight.rolls.contains(roll));
                if let Some(&roll) = roll {
                    let roll = &self.program.rolls[roll].name;
                    return Some(format!(
                        "{side} does not see {roll} when it chooses {name}, but an earlier choice \
                         does; add \"{roll}\" to `sees` of {name} if it does"
                    ));
                }
                let secret: Vec<usize> = (stage.secret.clone())
                    .filter_map(|stage| plan.stages[stage].choice)
                    .collect();
                let unseen = choices[..index].iter().enumerate().find(|(other, one)| {
                    let is_known = one.side == choice.side || choice.sight.choices.contains(other);
                    !is_known && !secret.contains(other)
                });
                if let Some((_, unseen)) = unseen {
                    let unseen = &unseen.name;
                    return Some(format!(
                        "{side} does not see {unseen} when it chooses {name}, but the choices \
                         are not made together; add \"{unseen}\" to `sees` of {name} if it does"
                    ));
                }
                let sides = self.optimal_sides(step, stage.secret.clone());
                let aims: Vec<Aim> = sides
                    .iter()
                    .map(|&side| self.parts.sides[side].aim)
                    .collect();
                let is_opposite = match aims[..] {
                    [] | [_] => true,
                    [Aim::High(one), Aim::Low(other)] | [Aim::Low(one), Aim::High(other)] => {
                        one == other
                    }
                    [Aim::Outcome(one), Aim::Outcome(other)] => {
                        one != other && self.parts.endings.len() == 2
                    }
                    _ => false,
                };
                if !is_opposite {
                    let names = sides.iter().map(|&side| &*self.parts.sides[side].name);
                    let names = names.collect::<Vec<_>>().join(" and ");
                    return Some(format!(
                        "{names} choose in secret, and their aims are not opposite: two outcomes \
                         without a third, or `high` and `low` of one metric"
                    ));
                }
            }
        }
        None
    }

    /// Returns whether a step is taken, and starts the counter of one that is taken repeatedly.
    pub(super) fn begins(&self, step: usize, values: &mut Values) -> bool {
        let is_taken = self.is_taken(step, values);
        if !is_taken && self.parts.steps.len() == 1 {
            // Outcomes and metrics can read rolls.
            values.clear_dice();
            self.plans[step].known_code.know(&self.program, values);
        }
        is_taken
    }

    /// Returns whether a step is taken, without preparing its dice as [`begins`](Self::begins) does.
    fn is_taken(&self, step: usize, values: &mut Values) -> bool {
        let times = self.parts.steps[step].times;
        if let Some((times, counter)) = times
            && values.variables[counter] == 0
        {
            let most = self.parts.states[counter].bounds.high;
            let times = Evaluator(&self.program).value(values, times);
            values.variables[counter] = times.clamp(0, most);
            if values.variables[counter] == 0 {
                return false;
            }
        }
        let when = self.plans[step].code.when.as_ref();
        let is_taken = when.is_none_or(|when| when.run(&self.program, values) != 0);
        if let (Some((_, counter)), false) = (times, is_taken) {
            values.variables[counter] = 0;
        }
        is_taken
    }

    /// Returns whether a step that was taken is taken again in the same round.
    pub(super) fn is_repeated(&self, step: usize, values: &Values) -> bool {
        let times = self.parts.steps[step].times;
        times.is_some_and(|(_, counter)| values.variables[counter] > 0)
    }

    /// Returns whether a step can be taken repeatedly.
    pub(super) fn repeats(&self) -> bool {
        self.parts.steps.iter().any(|step| step.times.is_some())
    }

    /// Counts a round that begins.
    pub(super) fn count_round(&self, values: &mut Values) {
        if let Some(rounds) = self.parts.rounds {
            let most = self.parts.states[rounds].bounds.high;
            values.variables[rounds] = (values.variables[rounds] + 1).min(most);
        }
    }

    /// Changes the states as a step says. The known nodes of its last stage have values.
    pub(super) fn write(&self, step: usize, values: &mut Values) {
        let code = &self.plans[step].known_code;
        code.fix_rolls(&self.program, values);
        self.write_by(code, step, values);
    }

    /// Changes the states as a step says, and returns whether anything can have changed. The nodes
    /// that the code reads have values.
    pub(super) fn write_by(&self, code: &StepCode, step: usize, values: &mut Values) -> bool {
        // All conditions are read before any change.
        let mut met = code.unconditional | code.conditions.run(&self.program, values);
        let times = self.parts.steps[step].times;
        let is_changed = met != 0 || times.is_some();
        while met != 0 {
            code.changes[met.trailing_zeros() as usize].run(&self.program, values);
            met &= met - 1;
        }
        if let Some((_, counter)) = times {
            values.variables[counter] -= 1;
        }
        if is_changed {
            for (value, state) in values.variables.iter_mut().zip(&self.parts.states) {
                *value = (*value).clamp(state.bounds.low, state.bounds.high);
            }
        }
        is_changed
    }

    /// Returns the result of a step. The known nodes of its last stage have values.
    pub(super) fn next(&self, step: usize, values: &mut Values) -> Next {
        self.next_by(&self.plans[step].known_code, step, values, false)
    }

    /// Returns the result of a step. The nodes that the code reads have values. `is_settled`: no outcome
    /// occurs unless a round ends.
    pub(super) fn next_by(
        &self,
        code: &StepCode,
        step: usize,
        values: &mut Values,
        is_settled: bool,
    ) -> Next {
        let is_repeated = self.is_repeated(step, values);
        let is_last = step + 1 == self.parts.steps.len() && !is_repeated;
        if is_last || !is_settled {
            let last = usize::from(is_last);
            let occur = code.certain_endings[last] | code.endings[last].run(&self.program, values);
            if occur != 0 {
                return Next::End(occur.trailing_zeros() as usize);
            }
        }
        if is_last {
            Next::Round
        } else {
            Next::Step(step + usize::from(!is_repeated))
        }
    }

    /// Sets the values of the metrics of a trial, without the rounds, in the order of display.
    pub(super) fn record(&self, values: &mut Values, into: &mut [i64]) {
        let metrics = self.parts.metrics.iter();
        let states = values.variables[..self.parts.declared].iter();
        let first = self.parts.metrics.len();
        for (&value, &place) in states.zip(&self.places[first..]) {
            into[place] = value;
        }
        for ((_, node), &place) in metrics.zip(&self.places) {
            into[place] = Evaluator(&self.program).value(values, *node);
        }
    }

    /// Sets the metrics of the file and the states at the end of a contest.
    pub(super) fn measure(&self, values: &mut Values, into: &mut [i64]) {
        let evaluator = Evaluator(&self.program);
        let metrics = self.parts.metrics.len();
        for (place, (_, node)) in into.iter_mut().zip(&self.parts.metrics) {
            *place = evaluator.value(values, *node);
        }
        into[metrics..].copy_from_slice(&values.variables[..self.parts.declared]);
    }
}
