//! Changes of states in a form that suits exact answers.

use super::Write;
use evenodds_dice::expression::{BinaryOp, Node, NodeId, Program};

/// Returns equivalent changes with one sum for each state that changes only by amounts of dice:
/// `hp - damage` under a condition becomes `hp + (if condition then -damage else 0)`. The sum is a
/// single number for exact answers, which need not distinguish the dice.
pub(super) fn combined(program: &mut Program, writes: &[Write]) -> Vec<Write> {
    let changes = writes.iter().flat_map(|write| &write.changes);
    let mut states: Vec<usize> = changes.map(|change| change.0).collect();
    states.sort_unstable();
    states.dedup();
    let mut writes = writes.to_vec();
    for state in states {
        if let Some(amount) = amount_of(program, &writes, state) {
            for write in &mut writes {
                write.changes.retain(|change| change.0 != state);
            }
            writes.push(Write {
                condition: None,
                changes: vec![(state, amount)],
            });
        }
    }
    writes.retain(|write| !write.changes.is_empty());
    writes
}

/// Returns the value of a state after all its changes as one node, if they are amounts that read no
/// variable, and no other change reads the state.
fn amount_of(program: &mut Program, writes: &[Write], state: usize) -> Option<NodeId> {
    let mut sum = program.number(0);
    let zero = sum;
    for write in writes {
        for &(changed, node) in &write.changes {
            if changed != state {
                if program.variables_read(node) & 1 << state != 0 {
                    return None;
                }
                continue;
            }
            let amount = difference(program, node, state)?;
            let condition = write.condition;
            if condition.is_some_and(|condition| program.variables_read(condition) != 0) {
                return None;
            }
            let amount = match condition {
                Some(condition) => program.add(Node::If(condition, amount, zero)).ok()?,
                None => amount,
            };
            sum = program.add(Node::Binary(BinaryOp::Add, sum, amount)).ok()?;
        }
    }
    let variable = program.add(Node::Variable(state)).ok()?;
    program.add(Node::Binary(BinaryOp::Add, variable, sum)).ok()
}

/// Returns the amount by which a node exceeds a variable, if it reads no variable.
fn difference(program: &mut Program, node: NodeId, variable: usize) -> Option<NodeId> {
    match *program.node(node) {
        Node::Variable(read) if read == variable => Some(program.number(0)),
        Node::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), a, b)
            if program.variables_read(b) == 0 =>
        {
            let amount = difference(program, a, variable)?;
            program.add(Node::Binary(op, amount, b)).ok()
        }
        _ => None,
    }
}
