//! The nodes of all expressions of a file.

use super::arithmetic::{self, BinaryOp, UnaryOp};
use super::bounds::{Range, bounds_of};
use super::components::{Bag, Component, Die, Pool, SymbolDie, Table};
use super::functions::{Arguments, Function, SUM};
use super::limits::{LARGEST_NUMBER, LONGEST_CHAIN, MOST_POOLS};
use std::collections::{BTreeSet, HashMap};

/// Index of a node in its [`Program`].
pub type NodeId = usize;
/// Index of a pool in its [`Program`].
pub type PoolId = usize;

/// Expression whose operands are nodes of the same program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A constant.
    Number(i64),
    /// A variable: the value of a state or a choice, by index.
    Variable(usize),
    /// An operator with one operand.
    Unary(UnaryOp, NodeId),
    /// An operator with two operands.
    Binary(BinaryOp, NodeId, NodeId),
    /// `if a then b else c`
    If(NodeId, NodeId, NodeId),
    /// A number that a pool shows.
    Figure(Figure),
    /// `table[a]` or `table[a, b]`: a number of a table, by index.
    Lookup(usize, NodeId, Option<NodeId>),
}

impl Node {
    /// Appends the operands, without the parameters of the pools.
    fn add_operands(&self, into: &mut Vec<NodeId>) {
        match self {
            Self::Number(_) | Self::Variable(_) => {}
            Self::Unary(_, a) => into.push(*a),
            Self::Binary(_, a, b) => into.extend([*a, *b]),
            Self::If(a, b, c) => into.extend([*a, *b, *c]),
            Self::Figure(figure) => into.extend(figure.operands()),
            Self::Lookup(_, a, b) => into.extend([Some(*a), *b].into_iter().flatten()),
        }
    }

    /// Returns the operands, without the parameters of the pools.
    fn operands(&self) -> Vec<NodeId> {
        let mut operands = Vec::new();
        self.add_operands(&mut operands);
        operands
    }

    /// Returns the operands in the order of [`operands`](Self::operands), to change them.
    fn operands_mut(&mut self) -> Vec<&mut NodeId> {
        match self {
            Self::Number(_) | Self::Variable(_) => Vec::new(),
            Self::Unary(_, a) => vec![a],
            Self::Binary(_, a, b) => vec![a, b],
            Self::If(a, b, c) => vec![a, b, c],
            Self::Figure(figure) => match &mut figure.function.arguments {
                Arguments::Values(values) => {
                    let bounds = [&mut values.least, &mut values.most];
                    bounds.into_iter().flatten().collect()
                }
                Arguments::Number(number) => vec![number],
                Arguments::None | Arguments::Ties | Arguments::Symbol(_) => Vec::new(),
            },
            Self::Lookup(_, a, b) => [Some(a), b.as_mut()].into_iter().flatten().collect(),
        }
    }
}

/// A number that one pool, or two pools together, show.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Figure {
    /// The function.
    pub function: Function,
    /// The pool.
    pub pool: PoolId,
    /// The other pool, for functions of two.
    pub other: Option<PoolId>,
}

impl Figure {
    /// Returns the operands of the function, without those of the pools.
    pub fn operands(&self) -> Vec<NodeId> {
        match &self.function.arguments {
            Arguments::Values(selection) => selection.operands(),
            Arguments::Number(number) => vec![*number],
            Arguments::None | Arguments::Ties | Arguments::Symbol(_) => Vec::new(),
        }
    }

    /// Returns the pools.
    pub fn pools(&self) -> impl Iterator<Item = PoolId> {
        [Some(self.pool), self.other].into_iter().flatten()
    }
}

/// Meaning of a name in an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// A number or a named expression.
    Value(NodeId),
    /// A roll, by index.
    Roll(usize),
    /// A die.
    Die(Die),
    /// A table, by index.
    Table(usize),
    /// A bag, by index.
    Bag(usize),
    /// A name whose own definition has a fault.
    Faulty,
}

/// A roll: the expression of dice that one roller throws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// Name of the roll.
    pub name: String,
    /// Text of the expression.
    pub text: String,
    /// Position in the file, for display.
    pub place: usize,
    /// Value of the expression.
    pub value: NodeId,
    /// Pool of the expression, if it is nothing but a pool.
    pub pool: Option<PoolId>,
    /// All pools of the roll, in the order in which they are thrown.
    pub pools: std::ops::Range<PoolId>,
    /// Bag of a draw, and the drawn number of each of its items; `None` for other rolls.
    pub drawn: Option<(usize, Vec<NodeId>)>,
}

/// Number of operations from which on equal operands of a node are computed once.
const SIZE_OF_LARGE: u32 = 24;

/// The nodes of all expressions of a file.
#[derive(Clone, Debug, Default)]
pub struct Program {
    nodes: Vec<Node>,
    bounds: Vec<Range>,
    /// Pools that each node depends on, as bits.
    pools_read: Vec<u64>,
    /// Variables that each node depends on, as bits.
    variables_read: Vec<u64>,
    /// Length of the longest chain of operands of each node.
    depths: Vec<u32>,
    /// Number of operands of each node, each as often as it occurs.
    sizes: Vec<u32>,
    index: HashMap<Node, NodeId>,
    /// Range of each variable.
    pub variables: Vec<Range>,
    /// Pools, in the order of their rolls.
    pub pools: Vec<Pool>,
    /// Rolls. A roll depends on earlier ones only; otherwise they are in the order of their names.
    pub rolls: Vec<Roll>,
    /// Dice with symbols.
    pub symbol_dice: Vec<SymbolDie>,
    /// Symbols, by index.
    pub symbols: Vec<String>,
    /// Tables, by index.
    pub tables: Vec<Table>,
    /// Bags, by index.
    pub bags: Vec<Bag>,
    /// Maximum number of times that a die explodes.
    pub most_explosions: u32,
    /// True if the ranges of variables are not final, so that limits of them are not checked.
    pub is_draft: bool,
}

impl Program {
    /// Returns a program without nodes.
    pub fn new() -> Self {
        Self {
            most_explosions: 8,
            ..Self::default()
        }
    }

    /// Returns the node.
    #[inline]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// Returns the number of nodes.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the indices of cells after those of the nodes, whose values are 0 and 1.
    pub(super) fn truth_cells(&self) -> [NodeId; 2] {
        [self.nodes.len(), self.nodes.len() + 1]
    }

    /// Returns the index of the cell of a variable, after the truth cells.
    pub(super) fn variable_cell(&self, variable: usize) -> NodeId {
        self.nodes.len() + 2 + variable
    }

    /// Returns the range of a node's value.
    pub fn bounds(&self, id: NodeId) -> Range {
        self.bounds[id]
    }

    /// Returns the pools that a node depends on, as bits.
    #[inline]
    pub fn pools_read(&self, id: NodeId) -> u64 {
        self.pools_read[id]
    }

    /// Returns the variables that a node depends on, as bits.
    #[inline]
    pub fn variables_read(&self, id: NodeId) -> u64 {
        self.variables_read[id]
    }

    /// Returns the value of a constant node.
    pub fn constant(&self, id: NodeId) -> Option<i64> {
        match self.nodes[id] {
            Node::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the operands of a node, without the parameters of its pools.
    pub fn operands(&self, id: NodeId) -> Vec<NodeId> {
        self.nodes[id].operands()
    }

    /// Appends the operands of a node, without the parameters of its pools.
    #[inline]
    pub fn add_operands(&self, id: NodeId, into: &mut Vec<NodeId>) {
        self.nodes[id].add_operands(into);
    }

    /// Returns the length of the longest chain of operands with which a node is computed.
    fn chain(&self, node: &Node) -> u32 {
        let depths = node.operands().into_iter().map(|one| self.depths[one]);
        depths.max().map_or(0, |depth| depth + 1)
    }

    /// Returns the number of nodes of which `roots` consist.
    pub fn count(&self, roots: Vec<NodeId>) -> usize {
        let mut visited = vec![false; self.node_count()];
        let mut stack = roots;
        let mut count = 0;
        while let Some(node) = stack.pop() {
            if !std::mem::replace(&mut visited[node], true) {
                count += 1;
                stack.extend(self.operands(node));
            }
        }
        count
    }

    /// Returns whether a roll reads another one.
    pub fn reads(&self, roll: usize, other: usize) -> bool {
        let Roll { value, pools, .. } = &self.rolls[roll];
        let parameters = pools.clone().flat_map(|pool| self.pools[pool].parameters());
        let read = parameters.fold(self.pools_read(*value), |all, node| {
            all | self.pools_read(node)
        });
        (self.rolls[other].pools.clone()).any(|pool| read & 1 << pool != 0)
    }

    /// Returns whether the value of a node takes enough operations that equal operands are better
    /// computed once.
    #[inline]
    pub(super) fn is_large(&self, id: NodeId) -> bool {
        self.sizes[id] > SIZE_OF_LARGE
    }

    /// Returns whether a node reads a variable, other than for throwing its dice.
    pub fn reads_variable(&self, id: NodeId, variable: usize) -> bool {
        let mut visited = vec![false; self.node_count()];
        let mut stack = vec![id];
        while let Some(node) = stack.pop() {
            if self.nodes[node] == Node::Variable(variable) {
                return true;
            }
            let is_new = !std::mem::replace(&mut visited[node], true);
            if is_new && self.variables_read(node) & 1 << variable != 0 {
                stack.extend(self.operands(node));
            }
        }
        false
    }

    /// Returns whether dice of a roll depend on other dice of it, as in `(1d4)d6`.
    pub fn has_dependent_dice(&self, roll: usize) -> bool {
        let pools = self.rolls[roll].pools.clone();
        let own = pools.clone().fold(0, |all, pool| all | 1_u64 << pool);
        let mut parameters = pools.flat_map(|pool| self.pools[pool].parameters());
        parameters.any(|node| self.pools_read(node) & own != 0)
    }

    /// Returns whether a node throws some of these pools, as bits, only if a condition holds.
    pub fn throws_on_condition(&self, id: NodeId, pools: u64) -> bool {
        let is_thrown = |node: NodeId| self.pools_read(node) & pools != 0;
        let mut visited = vec![false; self.node_count()];
        let mut stack = vec![id];
        while let Some(node) = stack.pop() {
            if !is_thrown(node) || std::mem::replace(&mut visited[node], true) {
                continue;
            }
            if matches!(*self.node(node), Node::If(_, yes, no) if is_thrown(yes) || is_thrown(no)) {
                return true;
            }
            stack.extend(self.operands(node));
        }
        false
    }

    /// Returns the variables on which the dice of a roll depend, as bits.
    pub fn dice_variables(&self, roll: usize) -> u64 {
        let pools = self.rolls[roll].pools.clone();
        let parameters = pools.flat_map(|pool| self.pools[pool].parameters());
        parameters.fold(0, |all, node| all | self.variables_read(node))
    }

    /// Returns the largest subexpressions of `roots` that are kept, in ascending order. What
    /// depends on pools in `done` only (as bits) is skipped.
    pub fn largest(
        &self,
        mut roots: Vec<NodeId>,
        done: u64,
        is_kept: impl Fn(NodeId) -> bool,
    ) -> Vec<NodeId> {
        let mut visited = vec![false; self.node_count()];
        let mut kept = Vec::new();
        while let Some(node) = roots.pop() {
            let is_skipped = self.pools_read(node) & !done == 0;
            if is_skipped || std::mem::replace(&mut visited[node], true) {
                continue;
            }
            if is_kept(node) {
                kept.push(node);
            } else {
                roots.extend(self.operands(node));
            }
        }
        kept.sort_unstable();
        kept
    }

    /// Returns the constant as a node.
    pub fn number(&mut self, number: i64) -> NodeId {
        let bounds = Range::only(number);
        self.insert(Node::Number(number), bounds)
    }

    /// Adds a node, or returns the equal one. Constant operands are computed at once.
    ///
    /// # Errors
    /// Returns the reason if a value would be too large, or a divisor can be 0.
    pub fn add(&mut self, node: Node) -> Result<NodeId, String> {
        if let Some(&id) = self.index.get(&node) {
            return Ok(id);
        }
        let bounds = bounds_of(self, &node)?;
        if !self.is_draft && (bounds.low < -LARGEST_NUMBER || bounds.high > LARGEST_NUMBER) {
            return Err(format!(
                "can reach {}; numbers are limited to {LARGEST_NUMBER} in size",
                if bounds.high > LARGEST_NUMBER {
                    bounds.high
                } else {
                    bounds.low
                }
            ));
        }
        let constant = |id: NodeId| self.constant(id);
        let folded = match node {
            Node::Unary(op, a) => constant(a).map(|a| arithmetic::unary(op, a)),
            Node::Binary(op, a, b) => constant(a)
                .zip(constant(b))
                .map(|(a, b)| arithmetic::binary(op, a, b)),
            Node::If(condition, yes, no) => match constant(condition) {
                Some(0) => return Ok(no),
                Some(_) => return Ok(yes),
                None => None,
            },
            Node::Lookup(table, a, b) => {
                let places = constant(a).zip(b.map_or(Some(0), constant));
                places.map(|(a, b)| self.tables[table].looked_up(a, b))
            }
            _ => None,
        };
        if folded.is_none() && self.chain(&node) > LONGEST_CHAIN {
            return Err(format!(
                "needs more than {LONGEST_CHAIN} operations one after another; use shorter sums, or \
                 a state in place of a long chain of names"
            ));
        }
        Ok(match folded {
            Some(number) => self.number(number),
            None => self.insert(node, bounds),
        })
    }

    fn insert(&mut self, node: Node, bounds: Range) -> NodeId {
        if let Some(&id) = self.index.get(&node) {
            return id;
        }
        let id = self.nodes.len();
        let (mut pools, mut variables) = match node {
            Node::Variable(variable) => (0, 1_u64 << variable),
            _ => (0, 0),
        };
        self.nodes.push(node.clone());
        let mut read = self.operands(id);
        if let Node::Figure(figure) = &node {
            for pool in figure.pools() {
                pools |= 1 << pool;
                read.extend(self.pools[pool].parameters());
            }
        }
        for operand in read {
            pools |= self.pools_read[operand];
            variables |= self.variables_read[operand];
        }
        self.depths.push(self.chain(&node));
        let sizes = self.operands(id).into_iter().map(|one| self.sizes[one]);
        self.sizes.push(sizes.fold(1, u32::saturating_add));
        self.bounds.push(bounds);
        self.pools_read.push(pools);
        self.variables_read.push(variables);
        self.index.insert(node, id);
        id
    }

    /// Returns the value of a roll as a node that keeps its value when variables change.
    pub fn rolled(&mut self, id: NodeId) -> NodeId {
        let read = self.variables_read(id);
        let mut variables = (0..self.variables.len()).filter(|variable| read & 1 << variable != 0);
        let is_affected = self.pools_read(id) != 0
            && !matches!(self.nodes[id], Node::Figure(_))
            && variables.any(|variable| self.reads_variable(id, variable));
        if !is_affected {
            return id;
        }
        let bounds = self.bounds(id);
        self.insert(Node::Unary(UnaryOp::Roll, id), bounds)
    }

    /// Returns a node with other nodes in place of variables. Dice and rolls stay as they are.
    /// `replaced` has the nodes that were replaced with the same ones before.
    ///
    /// # Errors
    /// As for [`add`](Self::add).
    pub fn replaced(
        &mut self,
        id: NodeId,
        by: &HashMap<usize, NodeId>,
        replaced: &mut HashMap<NodeId, NodeId>,
    ) -> Result<NodeId, String> {
        let reads = by.keys().fold(0, |all, variable| all | 1_u64 << variable);
        if self.variables_read(id) & reads == 0 {
            return Ok(id);
        }
        if let Some(&known) = replaced.get(&id) {
            return Ok(known);
        }
        let mut node = self.nodes[id].clone();
        match node {
            Node::Variable(variable) => return Ok(by.get(&variable).copied().unwrap_or(id)),
            Node::Unary(UnaryOp::Roll, _) => return Ok(id),
            _ => {}
        }
        for operand in node.operands_mut() {
            *operand = self.replaced(*operand, by, replaced)?;
        }
        let new = self.add(node)?;
        replaced.insert(id, new);
        Ok(new)
    }

    /// Returns the rolls whose dice a node shows, without those that determine these dice.
    pub fn rolls_shown(&self, id: NodeId) -> BTreeSet<usize> {
        let mut rolls = BTreeSet::new();
        let mut visited = vec![false; self.node_count()];
        let mut stack = vec![id];
        while let Some(node) = stack.pop() {
            if std::mem::replace(&mut visited[node], true) {
                continue;
            }
            if let Node::Figure(figure) = &self.nodes[node] {
                rolls.extend(figure.pools().map(|pool| self.pools[pool].roll));
            }
            stack.extend(self.operands(node));
        }
        rolls
    }

    /// Adds the pool of a roll with one die, which shows the value of a node for certain. Returns the
    /// value that is thrown as a node.
    ///
    /// # Errors
    /// As for [`add`](Self::add).
    pub fn certain(&mut self, roll: usize, value: NodeId) -> Result<NodeId, String> {
        if self.pools.len() >= MOST_POOLS {
            return Err(format!("needs more than {MOST_POOLS} pools of dice"));
        }
        let component = Component {
            count: self.number(1),
            die: Die::Faces(vec![value]),
            rules: Vec::new(),
            text: String::new(),
        };
        self.pools.push(Pool {
            roll,
            position: 0,
            components: vec![component],
            keep: Vec::new(),
        });
        self.sum_of(self.pools.len() - 1)
    }

    /// Returns the sum of a pool's dice as a node.
    ///
    /// # Errors
    /// As for [`add`](Self::add).
    pub fn sum_of(&mut self, pool: PoolId) -> Result<NodeId, String> {
        self.figure(Function::of(&SUM), pool, None)
    }

    /// Returns a figure of pools as a node.
    ///
    /// # Errors
    /// As for [`add`](Self::add).
    pub fn figure(
        &mut self,
        function: Function,
        pool: PoolId,
        other: Option<PoolId>,
    ) -> Result<NodeId, String> {
        self.add(Node::Figure(Figure {
            function,
            pool,
            other,
        }))
    }
}
