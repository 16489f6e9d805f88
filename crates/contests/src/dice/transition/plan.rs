//! Plan of a step: which rolls are thrown before which choice, and its compiled expressions.

use super::super::choices::Choice;
use super::super::{DiceContest, Step};
use evenodds_dice::exact::{Joint, NODES_OF_STEP};
use evenodds_dice::expression::{Code, Node, NodeId, PoolId, Program, Throw, UnaryOp, Values};
use std::ops::Range;

/// Stages of a step.
#[derive(Clone, Debug)]
pub struct StepPlan {
    /// The stages, in order.
    pub stages: Vec<Stage>,
    /// Code that reads thrown dice.
    pub code: StepCode,
    /// Code that reads the known nodes after the last stage, for exact answers.
    pub(super) known_code: StepCode,
    /// Steps of the budget for what one combination of the rolls leads to.
    pub steps_of_row: usize,
}

/// Compiled expressions of a step.
#[derive(Clone, Debug, Default)]
pub struct StepCode {
    /// The condition of the step.
    pub(super) when: Option<Code>,
    /// Nodes whose values the code below reads.
    known: Vec<NodeId>,
    /// Code that computes the known nodes from thrown dice.
    of_known: Code,
    /// Values of rolls that read variables, which the code below reads too.
    rolled: Vec<NodeId>,
    /// Code that computes the values of rolls from the known nodes.
    of_rolled: Code,
    /// Conditions of the changes, by index.
    pub(super) conditions: Code,
    /// The changes without a condition, as bits.
    pub(super) unconditional: u128,
    /// The changes.
    pub(super) changes: Vec<Code>,
    /// Conditions of the outcomes, by index, after the step and after the round.
    pub(super) endings: [Code; 2],
    /// The outcomes without a condition, as bits, after the step and after the round.
    pub(super) certain_endings: [u128; 2],
}

impl StepCode {
    /// Returns the code of a step that reads the values of known nodes and of rolls.
    fn new(contest: &DiceContest, step: &Step, known: &[NodeId], rolled: &[NodeId]) -> Self {
        let program = &contest.program;
        let (of_known, of_rolled) = (
            Code::of_values(program, &[], known),
            Code::of_values(program, known, rolled),
        );
        let computed = known;
        let known = &[known, rolled].concat()[..];
        let conditions = |known: &[NodeId], conditions: &[(usize, NodeId)]| {
            Code::of_conditions(program, known, conditions)
        };
        let writes = || step.writes.iter().enumerate();
        let met: Vec<(usize, NodeId)> = writes()
            .filter_map(|(index, write)| Some((index, write.condition?)))
            .collect();
        let unconditional = writes().filter(|write| write.1.condition.is_none());
        let endings = |is_last: bool| {
            let endings = contest.parts.endings.iter().enumerate();
            endings.filter(move |ending| is_last || !ending.1.at_round)
        };
        let read_endings = |is_last: bool| {
            let read: Vec<(usize, NodeId)> = endings(is_last)
                .filter_map(|(index, ending)| Some((index, ending.when?)))
                .collect();
            conditions(known, &read)
        };
        // Outcomes without a condition occur at the end of the round.
        let certain = endings(true).filter(|ending| ending.1.when.is_none());
        Self {
            when: step.when.map(|when| conditions(&[], &[(0, when)])),
            known: computed.to_vec(),
            of_known,
            rolled: rolled.to_vec(),
            of_rolled,
            conditions: conditions(known, &met),
            unconditional: bits(unconditional.map(|write| write.0)),
            changes: writes()
                .map(|write| Code::of_changes(program, known, &write.1.changes))
                .collect(),
            endings: [false, true].map(read_endings),
            certain_endings: [0, bits(certain.map(|ending| ending.0))],
        }
    }

    /// Computes the nodes that the code reads, when all dice of the step are thrown.
    pub fn know(&self, program: &Program, values: &mut Values) {
        if !self.known.is_empty() {
            self.of_known.run(program, values);
            // Kept, since metrics read them too.
            values.keep(&self.known);
        }
        self.fix_rolls(program, values);
    }

    /// Computes the values of the rolls from the known nodes, before the states change.
    pub(super) fn fix_rolls(&self, program: &Program, values: &mut Values) {
        if !self.rolled.is_empty() {
            self.of_rolled.run(program, values);
            values.keep(&self.rolled);
        }
    }
}

/// Returns indices as bits.
fn bits(indices: impl Iterator<Item = usize>) -> u128 {
    indices.fold(0, |all, index| all | 1 << index)
}

/// Steps of the budget for a row besides its expressions.
const STEPS_OF_ROW: usize = 6;

/// Part of a step: rolls that are thrown, and the choice after them, if any.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Rolls that are thrown, in the order of the file, each after those that it reads.
    pub rolls: Vec<usize>,
    /// The throws of each roll.
    pub throws: Vec<Vec<Throw>>,
    /// Index of the choice in its step; `None` for the last stage, and before dice that may be thrown
    /// again.
    pub choice: Option<usize>,
    /// Nodes that are known after the stage and read later.
    pub known: Vec<NodeId>,
    pub(super) joint: Joint,
    /// Variables on which the distribution of the known nodes depends, as bits.
    pub(super) reads: u64,
    /// The known nodes that no choice of the step can change.
    pub fixed: Vec<NodeId>,
    /// Reason why the stage has no exact distribution; `None` if it has one.
    pub unsupported: Option<String>,
    /// Variables of earlier choices that the side does not see, as bits.
    pub hidden: u64,
    /// Stages of the secret choices to which that of the stage belongs; empty if it is not secret.
    pub secret: Range<usize>,
}

impl StepPlan {
    /// Returns the plan of a step by its index.
    pub fn new(contest: &DiceContest, step: usize) -> Self {
        let program = &contest.program;
        let roots = roots(contest, step);
        let step = &contest.parts.steps[step];
        let mut left: Vec<usize> = step.rolls.clone();
        let mut stages: Vec<Stage> = Vec::new();
        let mut done = 0;
        let ends = stage_ends(&step.choices);
        let last = ends.len() - 1;
        for (number, &choice) in ends.iter().enumerate() {
            let next = choice.or_else(|| ends.get(number + 1).copied().flatten());
            let next = next.map(|choice| &step.choices[choice]);
            let mut rolls = thrown_rolls(program, &left, next);
            let again = next.and_then(Choice::reroll).map(|reroll| reroll.0);
            rolls.retain(|roll| choice.is_some() || again != Some(*roll));
            if rolls.is_empty() && choice.is_none() && number != last {
                continue;
            }
            left.retain(|roll| !rolls.contains(roll));
            let before = done;
            let pools: Vec<PoolId> = pools_of(program, &rolls).collect();
            done |= pools.iter().fold(0, |all, &pool| all | 1_u64 << pool);
            let parameters = |pool: PoolId| program.pools[pool].parameters();
            let later = pools_of(program, &left).flat_map(parameters);
            let known = frontier(contest, roots.iter().copied().chain(later).collect(), done);
            let joint = Joint::new(program, &known, before);
            let reads = known
                .iter()
                .copied()
                .chain(pools.iter().copied().flat_map(parameters));
            let reads = reads.fold(0, |all, node| all | program.variables_read(node));
            // Figures of dice that a side sees are computed before its choice.
            let undecided = ends[number..].iter().flatten();
            let unsupported = counted_later(undecided.map(|&index| &step.choices[index]), reads)
                .or_else(|| compared(contest, &roots, before));
            let variables = step.choices.iter().filter_map(Choice::variable);
            let chosen = variables.fold(0, |all, variable| all | 1_u64 << variable);
            let is_fixed = |node: &NodeId| program.variables_read(*node) & chosen == 0;
            let rolls = in_file_order(program, rolls);
            let throws = |&roll: &usize| {
                let pools = program.rolls[roll].pools.clone();
                pools.map(|pool| Throw::new(program, pool)).collect()
            };
            stages.push(Stage {
                hidden: choice.map_or(0, |index| hidden_choices(&step.choices, index)),
                secret: 0..0,
                fixed: known.iter().copied().filter(is_fixed).collect(),
                throws: rolls.iter().map(throws).collect(),
                rolls,
                choice,
                known,
                joint,
                reads,
                unsupported,
            });
        }
        let steps_of_row = STEPS_OF_ROW + program.count(roots.clone()) / NODES_OF_STEP;
        let is_rolled = |node: NodeId| matches!(program.node(node), Node::Unary(UnaryOp::Roll, _));
        let rolled = program.largest(roots, 0, is_rolled);
        let known = stages.last().map_or(&[][..], |stage| &stage.known);
        // Figures have the values of the variables when the dice are thrown. The metrics of a single
        // step can read all of them more than once.
        let is_single = contest.parts.steps.len() == 1;
        let is_frozen = |node: &NodeId| is_single || program.variables_read(*node) != 0;
        let frozen: Vec<NodeId> = known.iter().copied().filter(is_frozen).collect();
        let mut plan = Self {
            code: StepCode::new(contest, step, &frozen, &rolled),
            known_code: StepCode::new(contest, step, known, &rolled),
            stages,
            steps_of_row,
        };
        plan.mark_secret(&step.choices);
        plan
    }

    /// Marks the choices of more than one side that are made together, without seeing each other.
    fn mark_secret(&mut self, choices: &[Choice]) {
        let among = |stage: &Stage| {
            let choice = &choices[stage.choice?];
            choice.variable().map(|variable| (choice.side, variable))
        };
        let mut start = 0;
        while start < self.stages.len() {
            let mut end = start + 1;
            let Some(first) = among(&self.stages[start]) else {
                start = end;
                continue;
            };
            let mut members = vec![first];
            while let Some(stage) = self.stages.get(end)
                && let Some((side, variable)) = among(stage)
                && stage.rolls.is_empty()
                && (members.iter()).all(|other| other.0 == side || stage.hidden & 1 << other.1 != 0)
            {
                members.push((side, variable));
                end += 1;
            }
            if members.iter().any(|member| member.0 != first.0) {
                for stage in &mut self.stages[start..end] {
                    stage.secret = start..end;
                }
            }
            start = end;
        }
    }
}

/// Returns the expressions whose values a step needs.
fn roots(contest: &DiceContest, step: usize) -> Vec<NodeId> {
    let step = &contest.parts.steps[step];
    let mut roots = step.roots();
    if contest.parts.steps.len() == 1 {
        let endings = contest.parts.endings.iter();
        roots.extend(endings.filter_map(|ending| ending.when));
        roots.extend(contest.parts.metrics.iter().map(|metric| metric.1));
    }
    for choice in &step.choices {
        roots.extend(contest.rule_of(choice));
    }
    roots
}

/// Returns the choice at the end of each possible stage, by its index.
fn stage_ends(choices: &[Choice]) -> Vec<Option<usize>> {
    let mut ends: Vec<Option<usize>> = Vec::new();
    for (index, choice) in choices.iter().enumerate() {
        // Dice that may be thrown again are a stage of their own.
        if choice.reroll().is_some() {
            ends.push(None);
        }
        ends.push(Some(index));
    }
    ends.push(None);
    ends
}

/// Returns the rolls among those that are left that are thrown before the next choice, ascending;
/// without one, all of them.
fn thrown_rolls(program: &Program, left: &[usize], next: Option<&Choice>) -> Vec<usize> {
    let is_thrown = |roll: &usize| match next {
        Some(choice) => choice.shown().any(|shown| shown == *roll),
        None => true,
    };
    let mut rolls: Vec<usize> = left.iter().copied().filter(is_thrown).collect();
    // A roll that another one reads is thrown before it.
    for roll in left.iter().rev() {
        if !rolls.contains(roll) && rolls.iter().any(|&later| program.reads(later, *roll)) {
            rolls.push(*roll);
        }
    }
    rolls.sort_unstable();
    rolls
}

/// Returns the pools of some rolls.
fn pools_of(program: &Program, rolls: &[usize]) -> impl Iterator<Item = PoolId> {
    let pools = |&roll: &usize| program.rolls[roll].pools.clone();
    rolls.iter().flat_map(pools)
}

/// Returns the rolls in the order of the file, each after those that it reads.
fn in_file_order(program: &Program, mut rolls: Vec<usize>) -> Vec<usize> {
    rolls.sort_unstable_by_key(|&roll| program.rolls[roll].place);
    let in_file = std::mem::take(&mut rolls);
    while rolls.len() < in_file.len() {
        let next = in_file.iter().find(|&&roll| {
            let is_left = |one: &usize| !rolls.contains(one);
            let waits = |one: &usize| *one != roll && program.reads(roll, *one);
            is_left(&roll) && !in_file.iter().any(|one| is_left(one) && waits(one))
        });
        rolls.extend(next);
    }
    rolls
}

/// Returns the variables, as bits, of the choices before one of a step that its side does not see.
fn hidden_choices(choices: &[Choice], index: usize) -> u64 {
    let own = &choices[index];
    let earlier = choices[..index].iter().enumerate();
    let unseen = earlier
        .filter(|(index, other)| other.side != own.side && !own.sight.choices.contains(index));
    let variables = unseen.filter_map(|(_, other)| other.variable());
    variables.fold(0, |all, variable| all | 1 << variable)
}

/// Returns why dice whose distribution reads these variables (as bits) are not supported, if one of
/// the variables is that of an undecided choice.
fn counted_later<'a>(
    mut undecided: impl Iterator<Item = &'a Choice>,
    reads: u64,
) -> Option<String> {
    let is_read =
        |choice: &&Choice| (choice.variable()).is_some_and(|variable| reads & 1 << variable != 0);
    let name = &undecided.find(is_read)?.name;
    Some(format!(
        "dice are counted by {name}, which is chosen after a side has seen them"
    ))
}

/// Returns why dice that a side has seen (`done`, as bits) cannot be compared with others, if an
/// expression does so.
fn compared(contest: &DiceContest, roots: &[NodeId], done: u64) -> Option<String> {
    let program = &contest.program;
    let pair = |node: NodeId| match program.node(node) {
        Node::Figure(figure) => figure.other.map(|other| [figure.pool, other]),
        _ => None,
    };
    let is_divided = |node: NodeId| {
        pair(node).is_some_and(|[a, b]| (done & 1 << a != 0) != (done & 1 << b != 0))
    };
    let divided = program.largest(roots.to_vec(), 0, is_divided);
    let [a, b] = pair(*divided.first()?)?.map(|pool| &program.rolls[program.pools[pool].roll].name);
    Some(format!(
        "{a} is compared with {b}, but a side sees only one of them before its choice"
    ))
}

/// Returns the largest subexpressions that depend on visited pools only. Those that read variables
/// are left to later, since variables change, except figures of the pools.
fn frontier(contest: &DiceContest, roots: Vec<NodeId>, done: u64) -> Vec<NodeId> {
    let program = &contest.program;
    program.largest(roots, 0, |node| {
        let is_figure = matches!(program.node(node), Node::Figure(_));
        program.pools_read(node) & !done == 0 && (is_figure || program.variables_read(node) == 0)
    })
}
