//! Actions with their programs complete: compiled expressions, and the nodes of exact answers.

use super::super::plan::{Action, ExactPlan, Formulas, Place, RollPlan, TargetPlan, Write};
use super::super::scope::Source;
use super::Reader;
use evenodds_dice::exact::Joint;
use evenodds_dice::expression::{Code, Node, NodeId, PoolId, Program, Throw};
use std::collections::BTreeSet;

impl Reader<'_> {
    /// Returns the values that an action reads of its dice, each as a node that is 0 where no
    /// change reads it.
    pub(super) fn exact_nodes(&mut self, draft: &Draft) -> Option<ExactNodes> {
        let sources = self.registers.sources.borrow().clone();
        let roster = self.known.roster;
        let is_volatile = |source: &Source| match source {
            Source::Own(field) | Source::Target(field) | Source::Member(_, field) => {
                roster.places[*field].is_some()
            }
            Source::World(_) | Source::Total(_) => true,
            Source::TargetText(_) | Source::Each(_) | Source::EachText(_) | Source::Rounds => false,
        };
        let volatile = sources.iter().enumerate().filter(|one| is_volatile(one.1));
        let volatile = volatile.fold(0_u64, |all, (variable, _)| all | 1 << variable);
        // The value of a roll is known once its dice are thrown.
        let values = draft
            .rolls
            .iter()
            .map(|roll| self.program.rolls[roll.roll].value);
        let values: BTreeSet<NodeId> = values.collect();
        let zero = self.program.number(0);
        let (mut conditions, mut known, mut targets) = (Vec::new(), Vec::new(), Vec::new());
        for write in &draft.writes {
            conditions.push(write.condition.unwrap_or_else(|| self.program.number(1)));
        }
        targets.extend(conditions.iter().copied());
        for (index, write) in draft.writes.iter().enumerate() {
            let roots = write.changes.iter().map(|change| change.2).collect();
            let nodes = known_nodes(&self.program, roots, &values, volatile);
            for node in nodes {
                let shown = match write.condition {
                    Some(condition) => self.program.add(Node::If(condition, node, zero)).ok()?,
                    None => node,
                };
                known.push((index, node));
                targets.push(shown);
            }
        }
        Some(ExactNodes { known, targets })
    }
}

/// Returns the largest parts of changes that are known when all dice are thrown, ascending: values
/// of rolls, figures, and what depends on dice and on no variable that an action can change.
fn known_nodes(
    program: &Program,
    mut stack: Vec<NodeId>,
    rolls: &BTreeSet<NodeId>,
    volatile: u64,
) -> BTreeSet<NodeId> {
    let mut visited = vec![false; program.node_count()];
    let mut known = BTreeSet::new();
    while let Some(node) = stack.pop() {
        if program.pools_read(node) == 0 || std::mem::replace(&mut visited[node], true) {
            continue;
        }
        let is_figure = matches!(program.node(node), Node::Figure(_));
        if is_figure || rolls.contains(&node) || program.variables_read(node) & volatile == 0 {
            known.insert(node);
        } else {
            stack.extend(program.operands(node));
        }
    }
    known
}

/// A roll before the program is complete.
pub struct DraftRoll {
    pub name: String,
    pub roll: usize,
    pub pools: std::ops::Range<PoolId>,
    pub is_against: bool,
    pub stream: usize,
}

/// Changes before the program is complete.
pub struct DraftWrite {
    /// True if a field of the target is read.
    pub names_target: bool,
    pub condition: Option<NodeId>,
    pub changes: Vec<(usize, Place, NodeId)>,
}

/// An action before the program is complete.
pub struct Draft {
    pub name: String,
    pub when: Option<NodeId>,
    pub target: Option<TargetPlan>,
    pub rolls: Vec<DraftRoll>,
    pub writes: Vec<DraftWrite>,
    pub is_single: bool,
}

/// Nodes for exact answers.
pub struct ExactNodes {
    pub known: Vec<(usize, NodeId)>,
    pub targets: Vec<NodeId>,
}

impl Draft {
    /// Returns the rolls that nodes read, as bits, with those that these read.
    fn rolls_read(&self, program: &Program, nodes: &[NodeId]) -> u64 {
        let pools = nodes
            .iter()
            .fold(0, |all, &node| all | program.pools_read(node));
        let mut rolls = 0;
        for (index, roll) in self.rolls.iter().enumerate() {
            if roll.pools.clone().any(|pool| pools & 1 << pool != 0) {
                rolls |= 1 << index;
            }
        }
        for (index, roll) in self.rolls.iter().enumerate().rev() {
            if rolls & 1 << index != 0 {
                for (other, read) in self.rolls.iter().enumerate().take(index) {
                    if program.reads(roll.roll, read.roll) {
                        rolls |= 1 << other;
                    }
                }
            }
        }
        rolls
    }

    pub fn compiled(mut self, formulas: &Formulas, nodes: &ExactNodes) -> Action {
        let program = &formulas.program;
        let against = self.rolls.iter().filter(|roll| roll.is_against);
        let against = against
            .flat_map(|roll| roll.pools.clone())
            .fold(0_u64, |all, pool| all | 1 << pool);
        let conditions: Vec<(usize, NodeId)> = (self.writes.iter().enumerate())
            .filter_map(|(index, write)| Some((index, write.condition?)))
            .collect();
        let condition_nodes: Vec<NodeId> = conditions.iter().map(|one| one.1).collect();
        let known_nodes: Vec<NodeId> = nodes.known.iter().map(|one| one.1).collect();
        let frozen: BTreeSet<NodeId> = known_nodes
            .iter()
            .copied()
            .filter(|&node| program.variables_read(node) != 0)
            .collect();
        let frozen: Vec<NodeId> = frozen.into_iter().collect();
        let (mut unconditional, mut once) = (0_u128, 0_u128);
        let writes = self.writes.iter().enumerate().map(|(index, write)| {
            let values: Vec<NodeId> = write.changes.iter().map(|change| change.2).collect();
            let changes: Vec<(usize, NodeId)> = write
                .changes
                .iter()
                .map(|change| (change.0, change.2))
                .collect();
            let known = nodes.known.iter().filter(|known| known.0 == index);
            let known: Vec<NodeId> = known.map(|known| known.1).collect();
            let mut nodes = values.iter().chain(&write.condition);
            let reads_target =
                write.names_target || nodes.any(|&node| program.pools_read(node) & against != 0);
            let sets_target = write
                .changes
                .iter()
                .any(|change| matches!(change.1, Place::Target(_)));
            if write.condition.is_none() {
                unconditional |= 1 << index;
            }
            if !reads_target && !sets_target {
                once |= 1 << index;
            }
            Write {
                rolls: self.rolls_read(program, &values),
                reads: formulas.reads(values.iter().copied()),
                changes: Code::of_changes(program, &frozen, &changes),
                known_changes: Code::of_changes(program, &known, &changes),
                places: write
                    .changes
                    .iter()
                    .map(|change| (change.0, change.1))
                    .collect(),
            }
        });
        let writes: Vec<Write> = writes.collect();
        let exact = self.exact(formulas, nodes);
        if let Some(target) = &mut self.target {
            target.reads = formulas.reads(target.condition);
        }
        let rolls = self.rolls.iter().map(|roll| {
            let parameters = roll
                .pools
                .clone()
                .flat_map(|pool| program.pools[pool].parameters());
            RollPlan {
                name: roll.name.clone(),
                roll: roll.roll,
                throws: roll
                    .pools
                    .clone()
                    .map(|pool| Throw::new(program, pool))
                    .collect(),
                reads: formulas.reads(parameters),
                stream: roll.stream,
            }
        });
        let against_rolls = self.rolls.iter().enumerate().filter(|one| one.1.is_against);
        Action {
            unconditional,
            once,
            against: against_rolls.fold(0, |all, (roll, _)| all | 1 << roll),
            rolls: rolls.collect(),
            conditions: Code::of_conditions(program, &[], &conditions),
            reads: formulas.reads(condition_nodes.iter().copied()),
            condition_rolls: self.rolls_read(program, &condition_nodes),
            frozen_code: Code::of_values(program, &[], &frozen),
            frozen_reads: formulas.reads(frozen.iter().copied()),
            frozen,
            writes,
            exact,
            name: self.name,
            when: self.when,
            target: self.target,
        }
    }

    /// Returns how the results of the action are computed.
    fn exact(&self, formulas: &Formulas, nodes: &ExactNodes) -> ExactPlan {
        let program = &formulas.program;
        let shared = self.rolls.iter().filter(|roll| !roll.is_against);
        let shared: u64 = shared
            .flat_map(|roll| roll.pools.clone())
            .fold(0, |all, pool| all | 1 << pool);
        let read = nodes
            .targets
            .iter()
            .fold(0, |all, &node| all | program.pools_read(node));
        let has_shared = !self.is_single && read & shared != 0;
        let done = if has_shared { shared } else { 0 };
        let parameters = self.rolls.iter().filter(|roll| roll.is_against);
        let parameters = parameters
            .flat_map(|roll| roll.pools.clone())
            .flat_map(|pool| program.pools[pool].parameters());
        let roots: Vec<NodeId> = nodes.targets.iter().copied().chain(parameters).collect();
        let shared_nodes = if has_shared {
            let figures = |node: NodeId| {
                let reads = program.pools_read(node);
                let is_figure = matches!(program.node(node), Node::Figure(_));
                reads != 0
                    && reads & !shared == 0
                    && (is_figure || program.variables_read(node) == 0)
            };
            program.largest(roots, 0, figures)
        } else {
            Vec::new()
        };
        // The dice of all rolls that are thrown, with what their numbers depend on.
        let parameters_of = |against: bool| {
            let rolls = self
                .rolls
                .iter()
                .filter(move |roll| !has_shared || roll.is_against == against);
            rolls
                .flat_map(|roll| roll.pools.clone())
                .flat_map(|pool| program.pools[pool].parameters())
        };
        let shared_reads = if has_shared {
            formulas.reads(shared_nodes.iter().copied().chain(parameters_of(false)))
        } else {
            Vec::new()
        };
        ExactPlan {
            shared: has_shared.then(|| Joint::new(program, &shared_nodes, 0)),
            shared_nodes,
            shared_reads,
            joint: Joint::new(program, &nodes.targets, done),
            reads: formulas.reads(nodes.targets.iter().copied().chain(parameters_of(true))),
            known: nodes.known.clone(),
        }
    }
}
