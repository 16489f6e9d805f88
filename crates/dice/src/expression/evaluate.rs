//! Values of nodes.

use super::arithmetic::{self, BinaryOp};
use super::components::SelectionNode;
use super::functions::{Arguments, Function, KnownFunction};
use super::pool::{KnownDie, Thrown};
use super::program::{Node, NodeId, PoolId, Program};
use super::selection::Selection;

/// Values of the variables, the dice, and the nodes that are computed already.
#[derive(Clone, Debug, Default)]
pub struct Values {
    /// Values of the variables.
    pub variables: Vec<i64>,
    /// Dice of the pools.
    pub pools: Vec<Thrown>,
    /// Dice without variables or other dice in their operands, by pool and component.
    pub(super) dice: Vec<Vec<Option<KnownDie>>>,
    /// Values by node. [`Evaluator`] reads those whose stamp is the current one. Those of constants
    /// are always valid. After them are the [`Program::truth_cells`] and the variables that [`Code`]
    /// reads.
    ///
    /// [`Code`]: super::Code
    pub(super) cells: Vec<i64>,
    stamps: Vec<u64>,
    stamp: u64,
    /// Last call that computed each node as part of a large one, and the value; empty before the
    /// first large one.
    large: Vec<(u64, i64)>,
    /// Number of calls that computed large nodes.
    calls: u64,
    /// True if such a call is under way, or several form one.
    is_in_call: bool,
}

impl Values {
    /// Returns values without thrown dice; all variables are 0.
    pub fn new(program: &Program) -> Self {
        let mut values = Self {
            variables: vec![0; program.variables.len()],
            pools: vec![Thrown::default(); program.pools.len()],
            dice: Vec::new(),
            cells: vec![0; program.variable_cell(program.variables.len())],
            stamps: vec![0; program.node_count()],
            stamp: 1,
            large: Vec::new(),
            calls: 0,
            is_in_call: false,
        };
        for node in 0..program.node_count() {
            values.cells[node] = program.constant(node).unwrap_or(0);
        }
        for (value, cell) in (0..).zip(program.truth_cells()) {
            values.cells[cell] = value;
        }
        let is_constant = |node: &NodeId| program.constant(*node).is_some();
        for pool in &program.pools {
            let dice = pool.components.iter().map(|component| {
                let is_constant = component.operands().iter().all(is_constant);
                is_constant.then(|| KnownDie::new(Evaluator(program), &mut values, component))
            });
            let dice = dice.collect();
            values.dice.push(dice);
        }
        values
    }

    /// Begins to compute large nodes only once, until [`end_call`](Self::end_call). Until then,
    /// neither variables nor their dice may change.
    #[inline]
    pub fn begin_call(&mut self) {
        self.calls += 1;
        self.is_in_call = true;
    }

    /// Ends the call that [`begin_call`](Self::begin_call) started: nodes are computed each time
    /// again.
    #[inline]
    pub fn end_call(&mut self) {
        self.is_in_call = false;
    }

    /// Removes all dice: none are thrown.
    pub fn clear_dice(&mut self) {
        for pool in &mut self.pools {
            pool.all.clear();
            pool.kept.clear();
            pool.symbols.clear();
        }
    }

    /// Forgets the values of all nodes: the dice or the variables have changed.
    #[inline]
    pub fn forget(&mut self) {
        self.stamp += 1;
    }

    /// Forgets the values of all nodes but these.
    #[inline]
    pub fn know(&mut self, given: impl Iterator<Item = (NodeId, i64)>) {
        self.forget();
        for (node, value) in given {
            self.set(node, value);
        }
    }

    /// Forgets the values of all nodes but these, which are known.
    #[inline]
    pub fn forget_others(&mut self, nodes: &[NodeId]) {
        self.forget();
        self.keep(nodes);
    }

    /// Keeps the values in the cells of nodes until [`forget`](Self::forget).
    #[inline]
    pub fn keep(&mut self, nodes: &[NodeId]) {
        for &node in nodes {
            self.stamps[node] = self.stamp;
        }
    }

    /// Returns the value in the cell of a node, which was computed by [`Code`](super::Code).
    #[inline]
    pub fn cell(&self, node: NodeId) -> i64 {
        self.cells[node]
    }

    /// Sets the value of a node until [`forget`](Self::forget).
    #[inline]
    pub fn set(&mut self, node: NodeId, value: i64) {
        self.cells[node] = value;
        self.stamps[node] = self.stamp;
    }
}

/// Computes values of nodes.
#[derive(Clone, Copy, Debug)]
pub struct Evaluator<'a>(pub &'a Program);

impl Evaluator<'_> {
    /// Returns the value of a node.
    #[inline]
    pub fn value(self, values: &mut Values, id: NodeId) -> i64 {
        if values.stamps[id] == values.stamp {
            return values.cells[id];
        }
        match self.0.node(id) {
            Node::Number(number) => *number,
            Node::Variable(variable) => values.variables[*variable],
            _ if self.0.is_large(id) => self.computed_once(values, id),
            _ => self.computed(values, id),
        }
    }

    /// Appends the values of nodes. What more than one of them reads is computed once.
    pub fn all(self, values: &mut Values, nodes: &[NodeId], into: &mut Vec<i64>) {
        values.begin_call();
        into.extend(nodes.iter().map(|&node| self.value(values, node)));
        values.end_call();
    }

    /// Computes the value of a large node, unless the call has computed it already: the number of
    /// ways to a node can be exponential.
    fn computed_once(self, values: &mut Values, id: NodeId) -> i64 {
        let is_first = !values.is_in_call;
        if is_first {
            values.begin_call();
        }
        if values.large.is_empty() {
            values.large.resize(self.0.node_count(), (0, 0));
        }
        let (call, known) = values.large[id];
        let value = if call == values.calls {
            known
        } else {
            self.computed(values, id)
        };
        values.large[id] = (values.calls, value);
        values.is_in_call &= !is_first;
        value
    }

    /// Computes the value of a node from its operands.
    fn computed(self, values: &mut Values, id: NodeId) -> i64 {
        match self.0.node(id) {
            Node::Number(number) => *number,
            Node::Variable(variable) => values.variables[*variable],
            Node::Unary(op, a) => arithmetic::unary(*op, self.value(values, *a)),
            Node::Binary(BinaryOp::And, a, b) => {
                i64::from(self.value(values, *a) != 0 && self.value(values, *b) != 0)
            }
            Node::Binary(BinaryOp::Or, a, b) => {
                i64::from(self.value(values, *a) != 0 || self.value(values, *b) != 0)
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (self.value(values, *a), self.value(values, *b));
                arithmetic::binary(*op, a, b)
            }
            Node::If(condition, yes, no) => {
                let chosen = if self.value(values, *condition) != 0 {
                    yes
                } else {
                    no
                };
                self.value(values, *chosen)
            }
            Node::Lookup(table, first, second) => {
                let first = self.value(values, *first);
                let second = second.map_or(0, |second| self.value(values, second));
                self.0.tables[*table].looked_up(first, second)
            }
            Node::Figure(figure) => {
                let function = self.function(values, &figure.function);
                let pools = (figure.pool, figure.other);
                let value = shown(self.0, &values.pools, function, pools);
                // Figures of thrown dice are constant until the next throw, unless their operands
                // are variables.
                if self.0.variables_read(id) == 0 {
                    values.set(id, value);
                }
                value
            }
        }
    }

    /// Returns a function with its operands computed.
    pub fn function(self, values: &mut Values, function: &Function) -> KnownFunction {
        let arguments = match function.arguments {
            Arguments::None => Arguments::None,
            Arguments::Number(node) => Arguments::Number(self.value(values, node)),
            Arguments::Values(selection) => Arguments::Values(self.selection(values, selection)),
            Arguments::Ties => Arguments::Ties,
            Arguments::Symbol(symbol) => Arguments::Symbol(symbol),
        };
        KnownFunction {
            function: function.function,
            arguments,
        }
    }

    /// Returns a selection with its bounds computed.
    pub fn selection(self, values: &mut Values, selection: SelectionNode) -> Selection {
        let mut bound = |node: Option<NodeId>| node.map(|node| self.value(values, node));
        Selection {
            least: bound(selection.least).unwrap_or(i64::MIN),
            most: bound(selection.most).unwrap_or(i64::MAX),
            inverted: selection.inverted,
        }
    }
}

/// Returns the value of a function of thrown dice.
#[inline]
pub(super) fn shown(
    program: &Program,
    pools: &[Thrown],
    function: KnownFunction,
    (pool, other): (PoolId, Option<PoolId>),
) -> i64 {
    let thrown = &pools[pool];
    match function.arguments {
        Arguments::Symbol(symbol) => {
            let each = thrown.symbols.iter();
            each.map(|&(die, face)| i64::from(program.symbol_dice[die].faces[face].0[symbol]))
                .sum()
        }
        arguments => {
            let other = other.map_or(&[][..], |other| &pools[other].kept);
            (function.function.value)(arguments, &thrown.kept, other)
        }
    }
}
