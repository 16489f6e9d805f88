//! Expressions as lists of instructions, which are compiled once and run in each trial.
//!
//! A list computes values into the cells of its nodes, which [`Values`] has. Operators `and` and
//! `or` and `if` skip operands that do not matter. A node that occurs more than once is computed
//! once on each way through the list.

use super::arithmetic::{self, BinaryOp, UnaryOp};
use super::components::SelectionNode;
use super::evaluate::{Values, shown};
use super::functions::{Arguments, Call, SUM};
use super::pool::Thrown;
use super::program::{Node, NodeId, PoolId, Program};
use super::selection::Selection;

/// Cell with a value, by index.
type Place = u32;

/// Kind of an instruction with the operands `a` and `b` and the target `to`.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Sets a cell to a sum.
    Add,
    /// Sets a cell to a difference.
    Subtract,
    /// Sets a cell to `a < b`.
    Less,
    /// Sets a cell to `a <= b`.
    LessOrEqual,
    /// Sets a cell to `a = b`.
    Equal,
    /// Sets a cell to the sum of the kept dice of pool `a`.
    Sum,
    /// Sets a cell to the rare value with index `a`.
    Rare,
    /// Sets a cell to `a`.
    Copy,
    /// Sets a variable to `a`.
    Set,
    /// Continues elsewhere.
    Jump,
    /// Continues elsewhere if `a < b`.
    JumpIfLess,
    /// Continues elsewhere if `a <= b`.
    JumpIfLessOrEqual,
    /// Continues elsewhere if `a = b`.
    JumpIfEqual,
    /// Continues elsewhere if `a != b`.
    JumpIfNotEqual,
    /// Sets a bit of the result.
    Mark,
}

/// A value that is rarely computed, with the places of its operands.
#[derive(Clone, Copy, Debug)]
enum RareValue {
    /// An operator with one operand.
    Unary(UnaryOp, Place),
    /// An operator with two operands.
    Binary(BinaryOp, Place, Place),
    /// A figure of a pool, and perhaps of another one.
    Figure(Call<Place, SelectionPlaces>, PoolId, Option<PoolId>),
    /// A number of a table, by index.
    Lookup(usize, Place, Option<Place>),
}

/// An instruction.
#[derive(Clone, Copy, Debug)]
struct Instruction {
    kind: Kind,
    a: Place,
    b: Place,
    to: u32,
}

/// Places of the bounds of a selection.
#[derive(Clone, Copy, Debug)]
struct SelectionPlaces {
    least: Option<Place>,
    most: Option<Place>,
    inverted: bool,
}

/// Compiled expressions.
#[derive(Clone, Debug, Default)]
pub struct Code {
    instructions: Vec<Instruction>,
    rare: Vec<RareValue>,
    /// True if an operand is a variable.
    reads_variables: bool,
}

impl Code {
    /// Returns code that computes the cells of nodes. The cells of `known` nodes have values.
    pub fn of_values(program: &Program, known: &[NodeId], nodes: &[NodeId]) -> Self {
        Compiler::compile(program, known, nodes, |compiler| {
            for &node in nodes {
                let place = compiler.value(node);
                if place != cell(node) {
                    compiler.push(Kind::Copy, [place, 0], cell(node));
                }
            }
        })
    }

    /// Returns code whose result has the bits of the conditions that hold. The cells of `known` nodes
    /// have values.
    pub fn of_conditions(
        program: &Program,
        known: &[NodeId],
        conditions: &[(usize, NodeId)],
    ) -> Self {
        let nodes: Vec<NodeId> = conditions.iter().map(|condition| condition.1).collect();
        Compiler::compile(program, known, &nodes, |compiler| {
            for &(bit, condition) in conditions {
                let after = compiler.label();
                compiler.jump(condition, false, after);
                compiler.push(Kind::Mark, [0, 0], bit as u32);
                compiler.place(after);
            }
        })
    }

    /// Returns code that sets variables to nodes. All nodes are computed before any is set. The
    /// cells of `known` nodes have values.
    pub fn of_changes(program: &Program, known: &[NodeId], changes: &[(usize, NodeId)]) -> Self {
        let nodes: Vec<NodeId> = changes.iter().map(|change| change.1).collect();
        Compiler::compile(program, known, &nodes, |compiler| {
            let places: Vec<Place> = nodes.iter().map(|&node| compiler.value(node)).collect();
            for (&(variable, _), place) in changes.iter().zip(places) {
                compiler.push(Kind::Set, [place, 0], variable as u32);
            }
        })
    }

    /// Returns whether there are no instructions.
    pub fn is_empty(&self) -> bool {
        self.instructions.is_empty()
    }

    /// Runs the code, and returns the bits of the conditions that hold.
    pub fn run(&self, program: &Program, values: &mut Values) -> u128 {
        let Values {
            variables,
            pools,
            cells,
            ..
        } = values;
        let cells = &mut cells[..];
        if self.reads_variables {
            let start = cells.len() - variables.len();
            cells[start..].copy_from_slice(variables);
        }
        let mut marks = 0;
        let mut next = 0;
        while let Some(instruction) = self.instructions.get(next) {
            next += 1;
            let &Instruction { kind, a, b, to } = instruction;
            let to = to as usize;
            let first = || cells[a as usize];
            let second = || cells[b as usize];
            match kind {
                Kind::Add => {
                    cells[to] = arithmetic::binary(BinaryOp::Add, first(), second());
                }
                Kind::Subtract => {
                    cells[to] = arithmetic::binary(BinaryOp::Subtract, first(), second());
                }
                Kind::Less => cells[to] = i64::from(first() < second()),
                Kind::LessOrEqual => cells[to] = i64::from(first() <= second()),
                Kind::Equal => cells[to] = i64::from(first() == second()),
                Kind::Sum => cells[to] = pools[a as usize].kept.iter().sum(),
                Kind::Copy => cells[to] = first(),
                Kind::Set => variables[to] = first(),
                Kind::Jump => next = to,
                Kind::JumpIfLess => {
                    if first() < second() {
                        next = to;
                    }
                }
                Kind::JumpIfLessOrEqual => {
                    if first() <= second() {
                        next = to;
                    }
                }
                Kind::JumpIfEqual => {
                    if first() == second() {
                        next = to;
                    }
                }
                Kind::JumpIfNotEqual => {
                    if first() != second() {
                        next = to;
                    }
                }
                Kind::Mark => marks |= 1 << to,
                Kind::Rare => {
                    let value = self.rare[a as usize];
                    cells[to] = rare(value, program, pools, cells);
                }
            }
        }
        marks
    }
}

/// Returns a value that is rarely computed.
#[inline(never)]
fn rare(value: RareValue, program: &Program, pools: &[Thrown], cells: &[i64]) -> i64 {
    let read = |place: Place| cells[place as usize];
    match value {
        RareValue::Unary(op, a) => arithmetic::unary(op, read(a)),
        RareValue::Binary(op, a, b) => arithmetic::binary(op, read(a), read(b)),
        RareValue::Lookup(table, first, second) => {
            program.tables[table].looked_up(read(first), second.map_or(0, read))
        }
        RareValue::Figure(call, pool, other) => {
            let call = call.with(read, |selection| Selection {
                least: selection.least.map_or(i64::MIN, read),
                most: selection.most.map_or(i64::MAX, read),
                inverted: selection.inverted,
            });
            shown(program, pools, call, (pool, other))
        }
    }
}

/// Returns the cell of a node.
fn cell(node: NodeId) -> Place {
    node as Place
}

/// Index of a target of jumps.
#[derive(Clone, Copy)]
struct Label(usize);

/// A target of jumps whose place is not known yet.
struct Target {
    /// Instructions that jump to it.
    jumps: Vec<usize>,
    /// Number of nodes that are computed on each way to it.
    computed: usize,
}

/// Instructions for each node beyond which no operands are skipped. Skipped operands are computed
/// again elsewhere, which takes exponentially many instructions in the worst case.
const MOST_INSTRUCTIONS: usize = 8;

/// Compiles expressions.
struct Compiler<'a> {
    program: &'a Program,
    code: Code,
    /// True if all operands are computed.
    is_eager: bool,
    /// Maximum number of instructions; more are not added.
    most: usize,
    /// For each node, true if its cell has its value.
    is_computed: Vec<bool>,
    /// Nodes whose cells were computed, in order. Those that one way to a target lacks are removed
    /// from the end.
    computed: Vec<NodeId>,
    targets: Vec<Target>,
}

impl<'a> Compiler<'a> {
    /// Returns the code that `add` compiles, which consists of `roots`.
    fn compile(
        program: &'a Program,
        known: &[NodeId],
        roots: &[NodeId],
        add: impl Fn(&mut Self),
    ) -> Code {
        let most = (program.count(roots.to_vec()) + roots.len()) * MOST_INSTRUCTIONS;
        let compiled = |is_eager: bool| {
            let mut is_computed = vec![false; program.node_count()];
            for &node in known {
                is_computed[node] = true;
            }
            let mut compiler = Self {
                program,
                code: Code::default(),
                is_eager,
                most: if is_eager { usize::MAX } else { most },
                is_computed,
                computed: Vec::new(),
                targets: Vec::new(),
            };
            add(&mut compiler);
            compiler.code
        };
        let code = compiled(false);
        if code.instructions.len() < most {
            code
        } else {
            compiled(true)
        }
    }

    /// Adds an instruction, and returns its index.
    fn push(&mut self, kind: Kind, [a, b]: [Place; 2], to: u32) -> usize {
        self.code.instructions.push(Instruction { kind, a, b, to });
        self.code.instructions.len() - 1
    }

    /// Adds an instruction that sets the cell of a node to a value that is rarely computed.
    fn push_rare(&mut self, value: RareValue, node: NodeId) {
        self.code.rare.push(value);
        let index = self.code.rare.len() - 1;
        self.push(Kind::Rare, [index as Place, 0], cell(node));
    }

    /// Returns whether the code has too many instructions, and no more are added.
    fn is_full(&self) -> bool {
        self.code.instructions.len() >= self.most
    }

    /// Returns a new target of jumps.
    fn label(&mut self) -> Label {
        self.targets.push(Target {
            jumps: Vec::new(),
            computed: usize::MAX,
        });
        Label(self.targets.len() - 1)
    }

    /// Adds a jump to a target.
    fn push_jump(&mut self, kind: Kind, operands: [Place; 2], label: Label) {
        let jump = self.push(kind, operands, 0);
        let computed = self.computed.len();
        let target = &mut self.targets[label.0];
        target.jumps.push(jump);
        target.computed = target.computed.min(computed);
    }

    /// Places a target after the last instruction. The instruction before continues with it too.
    fn place(&mut self, label: Label) {
        let next = self.code.instructions.len() as u32;
        let target = &mut self.targets[label.0];
        for jump in target.jumps.drain(..) {
            self.code.instructions[jump].to = next;
        }
        let computed = target.computed;
        self.forget_from(computed);
    }

    /// Removes the nodes that were computed after the first `computed` ones.
    fn forget_from(&mut self, computed: usize) {
        if computed < self.computed.len() {
            for node in self.computed.drain(computed..) {
                self.is_computed[node] = false;
            }
            // Nodes that are computed from now on are not those that ways to other targets have.
            for target in &mut self.targets {
                if !target.jumps.is_empty() {
                    target.computed = target.computed.min(computed);
                }
            }
        }
    }

    /// Computes a node, and returns the place of its value.
    fn value(&mut self, node: NodeId) -> Place {
        if let Node::Variable(variable) = *self.program.node(node)
            && !self.is_computed[node]
        {
            self.code.reads_variables = true;
            return cell(self.program.variable_cell(variable));
        }
        if self.is_computed[node] || self.program.constant(node).is_some() || self.is_full() {
            return cell(node);
        }
        self.compute(node);
        self.is_computed[node] = true;
        self.computed.push(node);
        cell(node)
    }

    /// Computes the cell of a node from its operands.
    fn compute(&mut self, node: NodeId) {
        match self.program.node(node) {
            Node::Number(_) | Node::Variable(_) => {}
            Node::Unary(UnaryOp::Roll, a) => {
                let a = self.value(*a);
                self.push(Kind::Copy, [a, 0], cell(node));
            }
            Node::Unary(op, a) => {
                let a = self.value(*a);
                self.push_rare(RareValue::Unary(*op, a), node);
            }
            Node::Binary(BinaryOp::And | BinaryOp::Or, ..) if !self.is_eager => {
                let (no, end) = (self.label(), self.label());
                self.jump(node, false, no);
                let [zero, one] = self.program.truth_cells().map(cell);
                self.push(Kind::Copy, [one, 0], cell(node));
                self.push_jump(Kind::Jump, [0, 0], end);
                self.place(no);
                self.push(Kind::Copy, [zero, 0], cell(node));
                self.place(end);
            }
            Node::Binary(op, a, b) => {
                let [a, b] = [self.value(*a), self.value(*b)];
                let (kind, operands) = match op {
                    BinaryOp::Add => (Kind::Add, [a, b]),
                    BinaryOp::Subtract => (Kind::Subtract, [a, b]),
                    BinaryOp::Less => (Kind::Less, [a, b]),
                    BinaryOp::Greater => (Kind::Less, [b, a]),
                    BinaryOp::LessOrEqual => (Kind::LessOrEqual, [a, b]),
                    BinaryOp::GreaterOrEqual => (Kind::LessOrEqual, [b, a]),
                    BinaryOp::Equal => (Kind::Equal, [a, b]),
                    op => {
                        self.push_rare(RareValue::Binary(*op, a, b), node);
                        return;
                    }
                };
                self.push(kind, operands, cell(node));
            }
            Node::If(condition, yes, no) => {
                if self.is_eager {
                    for operand in [condition, yes, no] {
                        self.value(*operand);
                    }
                }
                let (otherwise, end) = (self.label(), self.label());
                self.jump(*condition, false, otherwise);
                let before = self.computed.len();
                let place = self.value(*yes);
                self.push(Kind::Copy, [place, 0], cell(node));
                self.push_jump(Kind::Jump, [0, 0], end);
                self.forget_from(before);
                self.place(otherwise);
                let place = self.value(*no);
                self.push(Kind::Copy, [place, 0], cell(node));
                self.place(end);
            }
            Node::Lookup(table, first, second) => {
                let first = self.value(*first);
                let second = second.map(|second| self.value(second));
                self.push_rare(RareValue::Lookup(*table, first, second), node);
            }
            Node::Figure(figure) if figure.function.function == &SUM => {
                self.push(Kind::Sum, [figure.pool as Place, 0], cell(node));
            }
            Node::Figure(figure) => {
                let arguments = match figure.function.arguments {
                    Arguments::None => Arguments::None,
                    Arguments::Number(number) => Arguments::Number(self.value(number)),
                    Arguments::Values(values) => Arguments::Values(self.selection(values)),
                    Arguments::Ties => Arguments::Ties,
                    Arguments::Symbol(symbol) => Arguments::Symbol(symbol),
                };
                let call = Call {
                    function: figure.function.function,
                    arguments,
                };
                self.push_rare(RareValue::Figure(call, figure.pool, figure.other), node);
            }
        }
    }

    /// Computes the bounds of a selection.
    fn selection(&mut self, selection: SelectionNode) -> SelectionPlaces {
        SelectionPlaces {
            least: selection.least.map(|node| self.value(node)),
            most: selection.most.map(|node| self.value(node)),
            inverted: selection.inverted,
        }
    }

    /// Adds a jump to a target if a condition holds, or if it does not.
    fn jump(&mut self, condition: NodeId, holds: bool, label: Label) {
        let is_computed = self.is_computed[condition] || self.is_full();
        match *self.program.node(condition) {
            Node::Unary(UnaryOp::Not, a) if !is_computed => self.jump(a, !holds, label),
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b)
                if !is_computed && !self.is_eager =>
            {
                // One operand decides whether an `or` holds, or an `and` does not.
                if holds == (op == BinaryOp::Or) {
                    self.jump(a, holds, label);
                    self.jump(b, holds, label);
                } else {
                    let after = self.label();
                    self.jump(a, !holds, after);
                    self.jump(b, holds, label);
                    self.place(after);
                }
            }
            Node::Binary(op, a, b) if !is_computed && op.is_comparison() => {
                let [a, b] = [self.value(a), self.value(b)];
                let (kind, operands) = match (op, holds) {
                    (BinaryOp::Less, true) | (BinaryOp::GreaterOrEqual, false) => {
                        (Kind::JumpIfLess, [a, b])
                    }
                    (BinaryOp::Greater, true) | (BinaryOp::LessOrEqual, false) => {
                        (Kind::JumpIfLess, [b, a])
                    }
                    (BinaryOp::LessOrEqual, true) | (BinaryOp::Greater, false) => {
                        (Kind::JumpIfLessOrEqual, [a, b])
                    }
                    (BinaryOp::GreaterOrEqual, true) | (BinaryOp::Less, false) => {
                        (Kind::JumpIfLessOrEqual, [b, a])
                    }
                    (BinaryOp::Equal, true) | (BinaryOp::NotEqual, false) => {
                        (Kind::JumpIfEqual, [a, b])
                    }
                    _ => (Kind::JumpIfNotEqual, [a, b]),
                };
                self.push_jump(kind, operands, label);
            }
            _ => {
                let place = self.value(condition);
                let zero = cell(self.program.truth_cells()[0]);
                let kind = if holds {
                    Kind::JumpIfNotEqual
                } else {
                    Kind::JumpIfEqual
                };
                self.push_jump(kind, [place, zero], label);
            }
        }
    }
}

#[cfg(test)]
mod tests;
