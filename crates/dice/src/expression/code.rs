//! Expressions as lists of instructions, which are compiled once and run in each trial.
//!
//! A list computes values into the cells of its nodes, which [`Values`] has. Operators `and` and
//! `or` and `if` skip operands that do not matter. A node that occurs more than once is computed
//! once on each way through the list.

use super::arithmetic::{self, BinaryOp, UnaryOp};
use super::evaluate::{Values, shown};
use super::functions::{Arguments, Call, SUM};
use super::program::{Node, NodeId, PoolId, Program, SelectionNode};
use super::selection::Selection;

/// Place of a value: the cell of a node, or a variable.
type Place = u32;

/// Bit of a place that is a variable.
const VARIABLE: Place = 1 << 31;

/// Kind of an instruction with the operands `a` and `b` and the target `to`.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Sets a cell to a sum.
    Add,
    /// Sets a cell to a difference.
    Subtract,
    /// Sets a cell to the value of another operator.
    Binary(BinaryOp),
    /// Sets a cell to the value of an operator.
    Unary(UnaryOp),
    /// Sets a cell to the sum of the kept dice of pool `a`.
    Sum,
    /// Sets a cell to the figure with index `a`.
    Figure,
    /// Sets a cell to the number of a table: the lookup with index `a`.
    Lookup,
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

/// A figure whose operands are places.
#[derive(Clone, Copy, Debug)]
struct FigureCall {
    call: Call<Place, SelectionPlaces>,
    pool: PoolId,
    other: Option<PoolId>,
}

/// Compiled expressions.
#[derive(Clone, Debug, Default)]
pub struct Code {
    instructions: Vec<Instruction>,
    figures: Vec<FigureCall>,
    /// Table, and the places in it.
    lookups: Vec<(usize, Place, Option<Place>)>,
}

impl Code {
    /// Returns code that computes the cells of nodes. The cells of `known` nodes have values.
    pub fn of_values(program: &Program, known: &[NodeId], nodes: &[NodeId]) -> Self {
        Compiler::compile(program, known, nodes, |compiler| {
            for &node in nodes {
                let place = compiler.value(node);
                if place & VARIABLE != 0 {
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
            let mut places: Vec<Place> = nodes.iter().map(|&node| compiler.value(node)).collect();
            if let [_, later @ ..] = &mut places[..] {
                // An earlier change can set the variable.
                for (place, &node) in later.iter_mut().zip(&nodes[1..]) {
                    if *place & VARIABLE != 0 {
                        compiler.push(Kind::Copy, [*place, 0], cell(node));
                        *place = cell(node);
                    }
                }
            }
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
        let (variables, cells) = (&mut variables[..], &mut cells[..]);
        let mut marks = 0;
        let mut next = 0;
        while let Some(&Instruction { kind, a, b, to }) = self.instructions.get(next) {
            next += 1;
            let read = |place: Place| {
                if place & VARIABLE == 0 {
                    cells[place as usize]
                } else {
                    variables[(place ^ VARIABLE) as usize]
                }
            };
            let jumps = match kind {
                Kind::Jump => true,
                Kind::JumpIfLess => read(a) < read(b),
                Kind::JumpIfLessOrEqual => read(a) <= read(b),
                Kind::JumpIfEqual => read(a) == read(b),
                Kind::JumpIfNotEqual => read(a) != read(b),
                Kind::Mark => {
                    marks |= 1 << to;
                    false
                }
                Kind::Set => {
                    variables[to as usize] = read(a);
                    false
                }
                _ => {
                    cells[to as usize] = match kind {
                        Kind::Add => arithmetic::binary(BinaryOp::Add, read(a), read(b)),
                        Kind::Subtract => arithmetic::binary(BinaryOp::Subtract, read(a), read(b)),
                        Kind::Binary(op) => arithmetic::binary(op, read(a), read(b)),
                        Kind::Unary(op) => arithmetic::unary(op, read(a)),
                        Kind::Sum => pools[a as usize].kept.iter().sum(),
                        Kind::Lookup => {
                            let (table, first, second) = self.lookups[a as usize];
                            let second = second.map_or(0, read);
                            program.tables[table].looked_up(read(first), second)
                        }
                        Kind::Figure => {
                            let figure = &self.figures[a as usize];
                            let call = figure.call.with(read, |selection| Selection {
                                least: selection.least.map_or(i64::MIN, read),
                                most: selection.most.map_or(i64::MAX, read),
                                inverted: selection.inverted,
                            });
                            shown(program, pools, call, (figure.pool, figure.other))
                        }
                        _ => read(a),
                    };
                    false
                }
            };
            if jumps {
                next = to as usize;
            }
        }
        marks
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
    /// Whether all operands are computed.
    is_eager: bool,
    /// Maximum number of instructions; more are not added.
    most: usize,
    /// For each node whether its cell has its value.
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
            return VARIABLE | variable as Place;
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
            Node::Unary(op, a) => {
                let a = self.value(*a);
                self.push(Kind::Unary(*op), [a, 0], cell(node));
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
                let operands = [self.value(*a), self.value(*b)];
                let kind = match op {
                    BinaryOp::Add => Kind::Add,
                    BinaryOp::Subtract => Kind::Subtract,
                    op => Kind::Binary(*op),
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
                self.code.lookups.push((*table, first, second));
                let index = self.code.lookups.len() - 1;
                self.push(Kind::Lookup, [index as Place, 0], cell(node));
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
                self.code.figures.push(FigureCall {
                    call,
                    pool: figure.pool,
                    other: figure.other,
                });
                let index = self.code.figures.len() - 1;
                self.push(Kind::Figure, [index as Place, 0], cell(node));
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
            Node::Binary(op, a, b) if !is_computed && is_comparison(op) => {
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

/// Returns whether an operator compares its operands.
fn is_comparison(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Less
            | BinaryOp::LessOrEqual
            | BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::GreaterOrEqual
            | BinaryOp::Greater
    )
}
