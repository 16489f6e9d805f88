//! Facts that the form of expressions shows: states that never rise, conditions that exclude each other.

use super::super::Parts;
use super::super::keys::File;
use super::Builder;
use evenodds_core::document::Faults;
use evenodds_dice::expression::{BinaryOp, Node, NodeId, Program, UnaryOp};

/// Facts that the form of the expressions of a file shows.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    /// For each state of the file, true if no step raises it above its start value.
    pub never_raised: Vec<bool>,
    /// True if an expression reads the number of rounds.
    pub reads_rounds: bool,
}

impl Draft {
    /// Reads a file with generous bounds of its states; `None` if that finds faults.
    pub fn of(file: &File) -> Option<Self> {
        let mut faults = Faults::new();
        let mut draft = Builder::new(&mut faults, Self::default());
        draft.program.is_draft = true;
        let parts = draft.parts(file)?;
        let states = 0..parts.declared;
        let raised = states.map(|state| !is_raised(&draft.program, &parts, state));
        Some(Self {
            never_raised: raised.collect(),
            reads_rounds: draft.reads_rounds.get(),
        })
    }
}

/// Returns whether a step can raise a state above its start value.
fn is_raised(program: &Program, parts: &Parts, state: usize) -> bool {
    let start = parts.states[state].start;
    let writes = parts.steps.iter().flat_map(|step| &step.writes);
    let mut changes = writes.flat_map(|write| &write.changes);
    changes.any(|&(changed, node)| changed == state && !is_at_most(program, node, (state, start)))
}

/// Returns whether a node is at most a bound, by its form, if a variable is at most the bound.
fn is_at_most(program: &Program, node: NodeId, at: (usize, i64)) -> bool {
    if program.bounds(node).high <= at.1 {
        return true;
    }
    match *program.node(node) {
        Node::Variable(read) => read == at.0,
        Node::Unary(UnaryOp::Roll, a) => is_at_most(program, a, at),
        Node::Binary(BinaryOp::Subtract, a, b) => {
            is_at_most(program, a, at) && program.bounds(b).low >= 0
        }
        Node::Binary(BinaryOp::Min, a, b) => {
            is_at_most(program, a, at) || is_at_most(program, b, at)
        }
        Node::Binary(BinaryOp::Max, a, b) | Node::If(_, a, b) => {
            is_at_most(program, a, at) && is_at_most(program, b, at)
        }
        _ => false,
    }
}

/// Returns whether two conditions cannot both hold, by their form: they need a variable to have
/// different values.
pub(super) fn exclude(program: &Program, one: NodeId, other: NodeId) -> bool {
    let (one, other) = (needed(program, one), needed(program, other));
    one.iter().any(|&(variable, value)| {
        other
            .iter()
            .any(|&(also, then)| also == variable && then != value)
    })
}

/// Returns the values that variables have if a condition holds, as far as its form shows.
fn needed(program: &Program, condition: NodeId) -> Vec<(usize, i64)> {
    match *program.node(condition) {
        Node::Binary(BinaryOp::And, a, b) => {
            let mut all = needed(program, a);
            all.extend(needed(program, b));
            all
        }
        Node::Binary(BinaryOp::Equal, a, b) => {
            let value = |variable: NodeId, number: NodeId| match *program.node(variable) {
                Node::Variable(variable) => Some((variable, program.constant(number)?)),
                _ => None,
            };
            value(a, b).or_else(|| value(b, a)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}
