//! One trial.

use super::DiceContest;
use super::expression::{Evaluator, NodeId, Thrown, Values, throw};
use super::transition::Next;
use super::tree::Explorer;
use crate::contest::{Observer, Record, Rules};
use crate::dice::Dice;
use std::sync::PoisonError;

/// Event of a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A round began.
    Round(u32),
    /// A roll was thrown.
    Thrown {
        /// Index of the roll.
        roll: usize,
        /// Dice of each pool.
        pools: Vec<Thrown>,
        /// Value of the roll.
        value: i64,
    },
    /// A side chose.
    Chosen {
        /// Step.
        step: usize,
        /// Index of the choice in its step.
        choice: usize,
        /// The value.
        value: i64,
    },
    /// A state changed.
    Changed {
        /// Index of the state.
        state: usize,
        /// Value before.
        from: i64,
        /// Value after.
        to: i64,
    },
    /// The contest ended.
    Ended {
        /// Index of the outcome.
        outcome: usize,
    },
}

/// State of a trial.
#[derive(Debug)]
pub struct TrialState {
    values: Values,
    /// States that choices of the trials lead to.
    explorer: Explorer,
    /// Key of a choice among those that were computed.
    key: Vec<i64>,
    /// Variables before a step changes them.
    before: Vec<i64>,
}

impl Rules for DiceContest {
    type Event = Event;
    type State = TrialState;

    fn rollers(&self) -> Vec<String> {
        let rolls = self.program.rolls.iter().map(|roll| roll.name.clone());
        let sides = self.parts.sides.iter();
        rolls
            .chain(sides.map(|side| format!("player/{}", side.name)))
            .collect()
    }

    fn state(&self) -> TrialState {
        TrialState {
            values: Values::new(&self.program),
            explorer: Explorer::new(self),
            key: Vec::new(),
            before: Vec::new(),
        }
    }

    fn trial<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        state: &mut TrialState,
        observer: &mut O,
        record: &mut Record,
    ) {
        state.values.variables.fill(0);
        for (place, declared) in state.values.variables.iter_mut().zip(&self.parts.states) {
            *place = declared.start;
        }
        let (rounds, outcome) = self.rounds(dice, state, observer);
        record.outcome = outcome;
        let offset = usize::from(self.has_rounds());
        if offset == 1 {
            record.values[0] = i64::from(rounds);
        }
        self.measure(&mut state.values, &mut record.values[offset..]);
        observer.note(|| Event::Ended { outcome });
    }

    fn sentence(&self, event: &Event) -> String {
        super::narrate::sentence(self, event)
    }
}

impl DiceContest {
    /// Plays rounds until an outcome occurs, and returns their number and the outcome.
    fn rounds<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        state: &mut TrialState,
        observer: &mut O,
    ) -> (u32, usize) {
        let unresolved = self.outcomes.len() - 1;
        for round in 1..=self.parts.most_rounds {
            if self.has_rounds() {
                observer.note(|| Event::Round(round));
            }
            for step in 0..self.parts.steps.len() {
                state.values.forget();
                if self.is_taken(step, &mut state.values) {
                    self.step(step, dice, state, observer);
                }
                match self.next(step, &mut state.values) {
                    Next::End(outcome) => return (round, outcome),
                    Next::Step(_) | Next::Round => {}
                }
            }
            if dice.abandoned() {
                break;
            }
        }
        (self.parts.most_rounds, unresolved)
    }

    fn step<D: Dice, O: Observer<Event>>(
        &self,
        step: usize,
        dice: &mut D,
        state: &mut TrialState,
        observer: &mut O,
    ) {
        let evaluator = Evaluator(&self.program);
        for (index, stage) in self.plans[step].stages.iter().enumerate() {
            let values = &mut state.values;
            for &roll in &stage.rolls {
                let thrown = &self.program.rolls[roll];
                for pool in thrown.pools.clone() {
                    throw(evaluator, values, pool, (dice, roll));
                }
                observer.note(|| Event::Thrown {
                    roll,
                    pools: values.pools[thrown.pools.clone()].to_vec(),
                    value: evaluator.value(values, thrown.value),
                });
            }
            // Figures have the values of the variables when the dice are thrown.
            for &node in &stage.known {
                let value = evaluator.value(values, node);
                values.set(node, value);
            }
            let Some(choice) = stage.choice else { break };
            let value = self.choose(step, index, dice, state);
            let values = &mut state.values;
            values.variables[self.parts.steps[step].choices[choice].variable] = value;
            observer.note(|| Event::Chosen {
                step,
                choice,
                value,
            });
        }
        let values = &mut state.values;
        state.before.clone_from(&values.variables);
        self.write(step, values);
        for (index, _) in self.parts.states.iter().enumerate() {
            let (from, to) = (state.before[index], values.variables[index]);
            if from != to {
                observer.note(|| Event::Changed {
                    state: index,
                    from,
                    to,
                });
            }
        }
    }

    /// Returns the value that a side chooses at the end of a stage.
    fn choose<D: Dice>(
        &self,
        step: usize,
        stage: usize,
        dice: &mut D,
        state: &mut TrialState,
    ) -> i64 {
        let plan = &self.plans[step].stages[stage];
        let choices = &self.parts.steps[step].choices;
        let Some(choice) = plan.choice.map(|choice| &choices[choice]) else {
            return 0;
        };
        let first = choice.among.first().copied().unwrap_or(0);
        let side = &self.parts.sides[choice.side];
        if let Some(value) = self.simple_choice(choice, &mut state.values) {
            return value;
        }
        if !side.is_optimal() {
            let roller = self.program.rolls.len() + choice.side;
            let index = dice.choose(roller, choice.among.len() as u32);
            return choice.among.get(index as usize).copied().unwrap_or(first);
        }
        let Ok(Some(policy)) = self.policy() else {
            return first;
        };
        let evaluator = Evaluator(&self.program);
        state.key.clear();
        state.key.extend([step as i64, stage as i64]);
        state.key.extend_from_slice(&state.values.variables);
        for &node in &plan.known {
            state.key.push(evaluator.value(&mut state.values, node));
        }
        // A poisoned lock has complete entries: each is inserted at once.
        let decided = self.decided.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(&value) = decided.get(&state.key) {
            return value;
        }
        drop(decided);
        let known: Vec<(NodeId, i64)> = (plan.known.iter())
            .map(|&node| (node, evaluator.value(&mut state.values, node)))
            .collect();
        let explorer = &mut state.explorer;
        let variables = &state.values.variables;
        let options = explorer.options(self, (step, stage), variables, &known);
        // The values of all states were computed with the same budget, so an error is impossible.
        let best = options.map_or(0, |options| policy.best(explorer, choice.side, &options));
        let value = choice.among.get(best).copied().unwrap_or(first);
        let mut decided = self.decided.write().unwrap_or_else(PoisonError::into_inner);
        decided.insert(state.key.clone(), value);
        value
    }
}
