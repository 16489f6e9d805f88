//! Rules of a trial: steps, throws, choices and changes.

use super::choices::{ALL_ALLOWED, Allowed, Choice, Options, ShownDie, kept_dice};
use super::decision::Decided;
use super::narrate::Event;
use super::optimal::Policy;
use super::transition::{Next, Stage};
use super::tree::Explorer;
use super::{Aim, DiceContest};
use evenodds_core::contest::game::{ActionValues, Game, GameStop, PlayoutGame, RatedGame};
use evenodds_core::contest::{Describe, Observer, Record};
use evenodds_core::dice::{Dice, Roller, Sampled};
use evenodds_dice::exact::{Limits, TooLarge};
use evenodds_dice::expression::{Evaluator, NodeId, Values, sort_dice, throw_again};
use std::sync::PoisonError;

/// Maximum number of megabytes that a thread keeps for decisions, except for a single large one.
const MEGABYTES_OF_DECISIONS: usize = 16;
/// Number of cached positions above which the values of their actions are removed, to limit memory.
const MOST_DECIDED: usize = 500_000;

/// Stage of play of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// Before a step.
    Step,
    /// Before the throws of a stage.
    Stage(usize),
    /// At the choice of a stage, which can be made this many times.
    Choice(usize, u32),
    /// After a step; true if it may have changed the states.
    Written(bool),
    /// After the end, with an outcome.
    End(usize),
}

/// A position of a contest.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) values: Values,
    /// Number of the round, from 1.
    round: u32,
    pub(super) step: usize,
    pub(super) at: At,
    /// At a choice, the action of a side that has no choice of its own; see
    /// [`certain_action`](DiceContest::certain_action).
    pub(super) certain: Option<i64>,
    /// At a choice, the values that are allowed.
    pub(super) allowed: Allowed,
    /// At a choice, the dice that may be thrown again.
    pub(super) dice: Vec<ShownDie>,
    /// At a choice, the information of the side: step, stage, number of times that dice may be
    /// thrown again, variables, known nodes, and the values of `dice`.
    key: Vec<i64>,
    /// Variables before a step changes them.
    before: Vec<i64>,
    /// True if the variables are those for which no outcome occurred after the step before.
    is_settled: bool,
}

/// Memory of the players.
#[derive(Debug, Default)]
pub struct Memory {
    /// States that choices of the trials lead to; `None` before the first one.
    explorer: Option<Box<Explorer>>,
}

impl Game for DiceContest {
    type Position = Position;
    /// The chosen value, or the kept dice as bits.
    type Action = i64;
    type Memory = Memory;

    fn start(&self) -> Position {
        let mut position = Position {
            values: Values::new(&self.program),
            round: 1,
            step: 0,
            at: At::Step,
            certain: None,
            allowed: ALL_ALLOWED,
            dice: Vec::new(),
            key: Vec::new(),
            before: Vec::new(),
            is_settled: false,
        };
        self.restart(&mut position);
        position
    }

    fn restart(&self, position: &mut Position) {
        let variables = &mut position.values.variables;
        variables.fill(0);
        for (place, declared) in variables.iter_mut().zip(&self.parts.states) {
            *place = declared.start;
        }
        position.round = 1;
        position.step = 0;
        position.at = At::Step;
        position.is_settled = false;
    }

    fn memory(&self) -> Memory {
        Memory::default()
    }

    fn advance<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        dice: &mut D,
        observer: &mut O,
    ) -> GameStop {
        loop {
            match position.at {
                At::End(outcome) => return GameStop::End(outcome),
                At::Choice(..) => {
                    let side = self.choice(position).map_or(0, |choice| choice.side);
                    return GameStop::Decision(side);
                }
                At::Step => {
                    let is_repeated = self.is_repeated(position.step, &position.values);
                    if position.step == 0 && self.has_rounds() && !is_repeated {
                        observer.note(|| Event::Round(position.round));
                    }
                    position.values.forget();
                    position.values.variables[self.parts.states.len()..].fill(0);
                    if self.begins(position.step, &mut position.values) {
                        position.at = At::Stage(0);
                    } else {
                        self.follow(position, dice.abandoned());
                    }
                }
                At::Stage(stage) => {
                    let plan = self.stage(position, stage);
                    for (&roll, throws) in plan.rolls.iter().zip(&plan.throws) {
                        position.values.begin_call();
                        for throw in throws {
                            let evaluator = Evaluator(&self.program);
                            throw.throw(evaluator, &mut position.values, (dice, roll));
                        }
                        position.values.end_call();
                        self.note_throw(roll, position, observer);
                    }
                    self.enter_choice(position, stage);
                }
                At::Written(is_changed) => {
                    if is_changed {
                        self.note_changes(position, observer);
                    }
                    self.follow(position, dice.abandoned());
                }
            }
        }
    }

    fn apply<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        action: i64,
        dice: &mut D,
        observer: &mut O,
    ) {
        let (At::Choice(stage, left), Some(choice)) = (position.at, self.choice(position)) else {
            return;
        };
        let plan = self.stage(position, stage);
        let (step, index) = (position.step, plan.choice.unwrap_or_default());
        match choice.options {
            Options::Among { variable, .. } => {
                position.values.variables[variable] = action;
                observer.note(|| Event::Chosen {
                    step,
                    choice: index,
                    value: action,
                });
                position.at = At::Stage(stage + 1);
            }
            Options::Reroll { roll, .. } => {
                let pools = self.program.rolls[roll].pools.clone();
                let before = &position.dice;
                let again = before.len() - kept_dice(before, action).count();
                observer.note(|| Event::Kept {
                    step,
                    choice: index,
                    dice: kept_dice(before, action).collect(),
                    again,
                });
                if again == 0 {
                    self.pass(position, stage);
                    return;
                }
                // All nodes that depend on the dice must be computed again.
                let values = &mut position.values;
                let before = self.stage_before(position.step, stage);
                values.forget_others(before.map_or(&[], |stage| &stage.fixed));
                throw_again(
                    Evaluator(&self.program),
                    values,
                    (pools, action),
                    (dice, roll),
                );
                self.note_throw(roll, position, observer);
                if left > 1 && self.is_made(choice, &mut position.values) {
                    self.stop(position, (stage, left - 1), choice);
                } else {
                    self.pass(position, stage);
                }
            }
        }
    }

    fn actions(&self, position: &Position, actions: &mut Vec<i64>) {
        if let Some(choice) = self.choice(position) {
            actions.extend(choice.actions(&position.dice, position.allowed));
        }
    }

    fn choose<D: Dice>(&self, position: &Position, memory: &mut Memory, dice: &mut D) -> i64 {
        let Some(choice) = self.choice(position) else {
            return 0;
        };
        if let Some(action) = position.certain {
            return action;
        }
        if self.side_of(choice).is_rollout() {
            return self.rolled_out(position, choice, dice).unwrap_or(0);
        }
        if !self.side_of(choice).is_optimal() {
            return self.random_action(position, choice, dice);
        }
        // In a scene of an adventure, no other player replaces `optimal` without a solution: it takes the
        // first action.
        let roller = self.program.rolls.len() + choice.side;
        let draw = |decided: &Decided| drawn(&decided.weights, roller, dice);
        let place = self.decide(position, memory, draw).unwrap_or(0);
        let mut actions = choice.actions(&position.dice, position.allowed);
        actions.nth(place).unwrap_or(0)
    }

    fn finish<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        outcome: usize,
        _: &mut D,
        observer: &mut O,
        record: &mut Record,
    ) {
        if self.has_rounds() {
            record.values[0] = i64::from(position.round);
        }
        self.record(&mut position.values, &mut record.values);
        observer.note(|| Event::Ended { outcome });
    }
}

impl PlayoutGame for DiceContest {
    fn is_policy_roller(&self, roller: Roller) -> bool {
        roller >= self.program.rolls.len()
    }

    fn decision_cost(&self, _: &Position) -> u64 {
        1_000
    }

    fn resampling(&self) -> Option<fn(&Self, &mut Position, &mut Sampled)> {
        self.redraws_secrets.then_some(Self::redraw_secrets)
    }

    fn playout_score(&self, won: Option<usize>, position: &mut Position, side: usize) -> f64 {
        let value = |metric: usize, values: &mut Values| {
            let (_, node) = self.parts.metrics[metric];
            Evaluator(&self.program).value(values, node) as f64
        };
        match self.aims[side] {
            Aim::Outcome(_) => f64::from(u8::from(won == Some(side))),
            Aim::High(metric) => value(metric, &mut position.values),
            Aim::Low(metric) => -value(metric, &mut position.values),
        }
    }
}

impl RatedGame for DiceContest {
    fn turn(&self, position: &Position) -> Option<u32> {
        Some(position.round)
    }

    fn solve(
        &self,
        position: &Position,
        actions: &[i64],
        memory: &mut Memory,
    ) -> Option<ActionValues> {
        let choice = self.choice(position)?;
        let advisor = self.advisor(choice.side);
        let all = choice.actions(&position.dice, position.allowed);
        let values = advisor.decide(position, memory, |decided| {
            let each = actions.iter().map(|action| {
                let place = all.clone().position(|one| one == *action)?;
                Some((*decided.values.get(place)?, 0.0))
            });
            each.collect::<Option<Vec<_>>>()
        });
        values.ok()?.map(ActionValues::exact)
    }
}

impl DiceContest {
    /// Returns the limits of the memory of decisions, of which each thread has one.
    fn decision_limits(&self) -> Limits {
        let limits = self.trial_limits();
        Limits {
            megabytes: limits.megabytes.min(MEGABYTES_OF_DECISIONS),
            ..limits
        }
    }

    fn stage(&self, position: &Position, stage: usize) -> &Stage {
        &self.plans[position.step].stages[stage]
    }

    /// Returns the choice of a position, if it is at one.
    pub(super) fn choice(&self, position: &Position) -> Option<&Choice> {
        let At::Choice(stage, _) = position.at else {
            return None;
        };
        self.choice_of(position.step, stage)
    }

    /// Draws one of the actions of a choice with equal probability.
    pub(super) fn random_action(
        &self,
        position: &Position,
        choice: &Choice,
        dice: &mut impl Dice,
    ) -> i64 {
        let actions = choice.actions(&position.dice, position.allowed);
        self.drawn_action(choice, actions, dice)
    }

    /// Draws one of these actions of a choice with equal probability.
    pub(super) fn drawn_action(
        &self,
        choice: &Choice,
        mut actions: impl Iterator<Item = i64> + Clone,
        dice: &mut impl Dice,
    ) -> i64 {
        let roller = self.program.rolls.len() + choice.side;
        let place = dice.choose(roller, actions.clone().count() as u32);
        actions.nth(place as usize).unwrap_or(0)
    }

    /// Returns the stage whose known nodes are known before the choice of a stage.
    fn stage_before(&self, step: usize, stage: usize) -> Option<&Stage> {
        let stages = &self.plans[step].stages;
        let is_reroll = self
            .choice_of(step, stage)
            .and_then(Choice::reroll)
            .is_some();
        stages.get(stage.checked_sub(usize::from(is_reroll))?)
    }

    /// Returns the nodes that are known before the choice of a stage.
    fn known_before(&self, step: usize, stage: usize) -> &[NodeId] {
        (self.stage_before(step, stage)).map_or(&[], |stage| &stage.known)
    }

    fn note_throw<O: Observer<Event>>(
        &self,
        roll: usize,
        position: &mut Position,
        observer: &mut O,
    ) {
        let thrown = &self.program.rolls[roll];
        observer.note(|| Event::Thrown {
            roll,
            pools: position.values.pools[thrown.pools.clone()].to_vec(),
            value: Evaluator(&self.program).value(&mut position.values, thrown.value),
        });
    }

    /// Moves from the throws of a stage to its choice, or past it if none is made.
    pub(super) fn enter_choice(&self, position: &mut Position, stage: usize) {
        let Some(choice) = self.choice_of(position.step, stage) else {
            self.pass(position, stage);
            return;
        };
        match choice.options {
            Options::Reroll { roll, .. } => {
                for pool in self.program.rolls[roll].pools.clone() {
                    sort_dice(Evaluator(&self.program), &mut position.values, pool);
                }
            }
            // Figures have the values of the variables when the dice are thrown.
            Options::Among { .. } => self.know(position, stage),
        }
        if self.is_made(choice, &mut position.values) {
            self.stop(position, (stage, choice.times()), choice);
            return;
        }
        match &choice.options {
            Options::Among {
                variable, values, ..
            } => {
                position.values.variables[*variable] = values.first().copied().unwrap_or(0);
                position.at = At::Stage(stage + 1);
            }
            Options::Reroll { .. } => self.pass(position, stage),
        }
    }

    /// Stops at a choice, which can be made this many times.
    pub(super) fn stop(
        &self,
        position: &mut Position,
        (stage, times): (usize, u32),
        choice: &Choice,
    ) {
        position.at = At::Choice(stage, times);
        let Position {
            values, key, dice, ..
        } = position;
        key.clear();
        key.extend([position.step as i64, stage as i64, i64::from(times)]);
        let hidden = self.plans[position.step].stages[stage].hidden;
        let variables = values.variables.iter().enumerate();
        // The side does not know secret choices of others.
        key.extend(variables.map(|(variable, &value)| {
            if hidden & 1 << variable == 0 {
                value
            } else {
                0
            }
        }));
        for &node in self.known_before(position.step, stage) {
            key.push(Evaluator(&self.program).value(values, node));
        }
        dice.clear();
        if let Some((roll, _)) = choice.reroll() {
            self.show_dice(roll, values, dice);
        }
        key.extend(dice.iter().map(|die| die.value));
        position.allowed = self.allowed(choice, values);
        position.certain = self.certain_action(choice, values, dice);
    }

    /// Sets the known nodes of a stage.
    fn know(&self, position: &mut Position, stage: usize) {
        for &node in &self.stage(position, stage).fixed {
            let value = Evaluator(&self.program).value(&mut position.values, node);
            position.values.set(node, value);
        }
    }

    /// Moves to the next stage, or changes the states after the last one.
    pub(super) fn pass(&self, position: &mut Position, stage: usize) {
        if stage + 1 < self.plans[position.step].stages.len() {
            self.know(position, stage);
            position.at = At::Stage(stage + 1);
            return;
        }
        let Position {
            step,
            ref mut values,
            ref mut before,
            ..
        } = *position;
        let code = &self.plans[step].code;
        code.know(&self.program, values);
        before.clone_from(&values.variables);
        let is_changed = self.write_by(code, step, values);
        position.is_settled &= !is_changed;
        position.at = At::Written(is_changed);
    }

    fn note_changes<O: Observer<Event>>(&self, position: &Position, observer: &mut O) {
        for &state in &self.shown_states {
            let (from, to) = (position.before[state], position.values.variables[state]);
            if from != to {
                observer.note(|| Event::Changed { state, from, to });
            }
        }
    }

    /// Moves to the next step or round, or to the end.
    fn follow(&self, position: &mut Position, is_abandoned: bool) {
        let Position {
            step,
            ref mut values,
            is_settled,
            ..
        } = *position;
        let next = self.next_by(&self.plans[step].code, step, values, is_settled);
        // Outcomes of a single step can read its rolls.
        position.is_settled = self.plans.len() > 1 && next != Next::Round;
        position.at = match next {
            Next::End(outcome) => At::End(outcome),
            Next::Step(step) => {
                position.step = step;
                At::Step
            }
            Next::Round if is_abandoned || position.round == self.parts.most_rounds => {
                At::End(self.outcomes().len() - 1)
            }
            Next::Round => {
                position.round += 1;
                position.step = 0;
                self.count_round(&mut position.values);
                At::Step
            }
        };
    }

    /// Passes the values of the actions of a position, for the side that chooses, to `read`.
    ///
    /// # Errors
    /// Returns the quantity that is too large.
    pub(super) fn decide<T>(
        &self,
        position: &Position,
        memory: &mut Memory,
        read: impl FnOnce(&Decided) -> T,
    ) -> Result<T, TooLarge> {
        // A poisoned lock has complete entries: each is inserted at once.
        let decided = self.decided.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = decided.get(&position.key) {
            return Ok(read(known));
        }
        drop(decided);
        let key = &position.key;
        let (Some(policy), At::Choice(stage, _), Some(choice)) =
            (self.policy()?, position.at, self.choice(position))
        else {
            return Ok(read(&Decided::default()));
        };
        let (place, rest) = key.split_at(3);
        let (variables, rest) = rest.split_at(position.values.variables.len());
        let known = self.known_before(position.step, stage);
        let known: Vec<(NodeId, i64)> = known.iter().copied().zip(rest.iter().copied()).collect();
        let new = || Box::new(Explorer::new(self, self.decision_limits()));
        let explorer = memory.explorer.get_or_insert_with(new);
        let at = (position.step, stage);
        let found = explorer.decisions(self, at, variables, &known);
        let (tree, decisions) = if let Ok(found) = found {
            found
        } else {
            // States of earlier decisions may take the memory, so try once more without them, up to the
            // limits of trials.
            **explorer = Explorer::new(self, self.trial_limits());
            let found = explorer.decisions(self, at, variables, &known);
            found?
        };
        // Typed positions can be others than those that follow from the start.
        let missing = policy.missing(explorer, &tree);
        let each = if missing.is_empty() {
            policy.decided(explorer, &tree, choice.side, &decisions)
        } else {
            let policy = Policy::solve(self, &missing, self.trial_limits())?;
            policy.decided(explorer, &tree, choice.side, &decisions)
        };
        let mut decided = self.decided.write().unwrap_or_else(PoisonError::into_inner);
        if decided.len() > MOST_DECIDED {
            decided.clear();
        }
        for (decision, found) in decisions.into_iter().zip(each) {
            let (times, dice) = decision
                .dice
                .split_first()
                .map_or((1, &[][..]), |(times, dice)| (*times, dice));
            let known = known.iter().map(|known| known.1);
            let key = place[..2]
                .iter()
                .copied()
                .chain([times])
                .chain(variables.iter().copied());
            let key = key.chain(known).chain(dice.iter().copied()).collect();
            decided.insert(key, found);
        }
        Ok(match decided.get(key) {
            Some(found) => read(found),
            None => read(&Decided::default()),
        })
    }
}

/// Number of equal parts of a probability for a draw.
const PARTS: u32 = 1 << 30;
/// Difference of probabilities from rounding.
const ROUNDING: f64 = 1e-9;

/// Draws an index with these probabilities.
fn drawn(weights: &[f64], roller: Roller, dice: &mut impl Dice) -> usize {
    let mut taken = weights.iter().enumerate().filter(|one| *one.1 > 0.0);
    let count = taken.clone().count();
    let share = 1.0 / count as f64;
    if taken
        .clone()
        .all(|(_, weight)| (weight - share).abs() < ROUNDING)
    {
        let one = if count > 1 {
            dice.choose(roller, count as u32) as usize
        } else {
            0
        };
        return taken.nth(one).map_or(0, |one| one.0);
    }
    let mut left = f64::from(dice.choose(roller, PARTS)) / f64::from(PARTS);
    let last = taken.clone().next_back().map_or(0, |one| one.0);
    let found = taken.find(|(_, weight)| {
        left -= **weight;
        left < 0.0
    });
    found.map_or(last, |one| one.0)
}
