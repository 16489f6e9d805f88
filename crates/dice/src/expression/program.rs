//! The nodes of all expressions of a file.

use super::arithmetic::{self, BinaryOp, UnaryOp};
use super::bounds::{Range, bounds_of};
use super::functions::{Arguments, Function, SUM};
use super::limits::LARGEST_NUMBER;
use std::collections::HashMap;

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

/// Selection of values: those from the first to the second bound, where they are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SelectionNode {
    /// Lowest selected value.
    pub least: Option<NodeId>,
    /// Highest selected value.
    pub most: Option<NodeId>,
    /// Whether the values outside the bounds are selected instead.
    pub inverted: bool,
}

/// Dice that are thrown together, and which of them are kept.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pool {
    /// Index of the roll that the pool belongs to, which is the roller of its dice.
    pub roll: usize,
    /// Position of the pool among those of its roll, so that equal pools of a roll are two pools.
    pub position: usize,
    /// Dice by type.
    pub components: Vec<Component>,
    /// Rules that keep or drop dice, in order.
    pub keep: Vec<KeepRuleNode>,
}

/// Equal dice of a pool, with the rules for throwing each of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Component {
    /// Number of dice.
    pub count: NodeId,
    /// The die.
    pub die: Die,
    /// Rules that change how a die is thrown, in order.
    pub rules: Vec<DieRule>,
}

/// A type of dice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Die {
    /// Faces 1 to a number.
    Sides(NodeId),
    /// Equally likely faces.
    Faces(Vec<NodeId>),
    /// Constant faces with weights, by descending value.
    Weighted(Vec<(i64, u32)>),
    /// A die with symbols, by index in the program.
    Symbols(usize),
}

/// A die with symbols on its faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolDie {
    /// Name of the die.
    pub name: String,
    /// Faces: the number of each symbol of the program, and the weight of the face.
    pub faces: Vec<(Vec<u8>, u32)>,
    /// The faces as written.
    pub texts: Vec<String>,
}

/// Rule for throwing one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DieRule {
    /// `rr`: throw again until the value is not selected; nothing if all values are.
    Reroll(SelectionNode),
    /// `ro`: throw once more if the value is selected, and keep the new value.
    RerollOnce(SelectionNode),
    /// `mi`: lower values count as this one.
    AtLeast(NodeId),
    /// `ma`: higher values count as this one.
    AtMost(NodeId),
    /// `!` and `e`: each selected value adds a die, which can add another.
    Explode(Option<SelectionNode>),
    /// `!!`: the highest value is added to the next throw of the same die.
    Penetrate,
    /// `ra`: one more die if at least one value of the pool is selected.
    AddOnce(SelectionNode),
}

impl DieRule {
    /// Returns whether the rule adds dice, or throws to a die.
    pub fn adds_dice(&self) -> bool {
        matches!(self, Self::Explode(_) | Self::Penetrate | Self::AddOnce(_))
    }
}

/// Rule that keeps or drops dice of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeepRuleNode {
    /// `kh`: keep the highest dice.
    Highest(NodeId),
    /// `kl`: keep the lowest dice.
    Lowest(NodeId),
    /// `ph`: drop the highest dice.
    DropHighest(NodeId),
    /// `pl`: drop the lowest dice.
    DropLowest(NodeId),
    /// `k`: keep the selected values.
    Keep(SelectionNode),
    /// `p`: drop the selected values.
    Drop(SelectionNode),
}

impl KeepRuleNode {
    /// Returns the operands.
    pub fn operands(self) -> Vec<NodeId> {
        match self {
            Self::Highest(n) | Self::Lowest(n) | Self::DropHighest(n) | Self::DropLowest(n) => {
                vec![n]
            }
            Self::Keep(selection) | Self::Drop(selection) => selection.operands(),
        }
    }
}

impl SelectionNode {
    /// Returns the operands.
    pub fn operands(self) -> Vec<NodeId> {
        self.least.into_iter().chain(self.most).collect()
    }
}

impl DieRule {
    /// Returns the operands.
    fn operands(self) -> Vec<NodeId> {
        match self {
            Self::Reroll(selection)
            | Self::RerollOnce(selection)
            | Self::AddOnce(selection)
            | Self::Explode(Some(selection)) => selection.operands(),
            Self::AtLeast(n) | Self::AtMost(n) => vec![n],
            Self::Explode(None) | Self::Penetrate => Vec::new(),
        }
    }
}

impl Component {
    /// Returns the operands of the die and its rules, without the number of dice.
    pub fn operands(&self) -> Vec<NodeId> {
        let faces = match &self.die {
            Die::Sides(sides) => std::slice::from_ref(sides),
            Die::Faces(faces) => faces,
            Die::Weighted(_) | Die::Symbols(_) => &[],
        };
        let rules = self.rules.iter().flat_map(|rule| rule.operands());
        faces.iter().copied().chain(rules).collect()
    }
}

impl Pool {
    /// Returns the nodes that determine which dice are thrown and kept.
    pub fn parameters(&self) -> Vec<NodeId> {
        let mut nodes = Vec::new();
        for component in &self.components {
            nodes.push(component.count);
            nodes.extend(component.operands());
        }
        nodes.extend(self.keep.iter().flat_map(|rule| rule.operands()));
        nodes
    }
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
}

/// A roll: the expression of dice that one roller throws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Position in the file, for display.
    pub place: usize,
    /// Its value.
    pub value: NodeId,
    /// Its pool, if it is nothing but a pool.
    pub pool: Option<PoolId>,
    /// All pools of the roll, in the order in which they are thrown.
    pub pools: std::ops::Range<PoolId>,
}

/// The nodes of all expressions of a file.
#[derive(Clone, Debug, Default)]
pub struct Program {
    nodes: Vec<Node>,
    bounds: Vec<Range>,
    /// For each node the pools that it depends on, as bits.
    pools_read: Vec<u64>,
    /// For each node the variables that it depends on, as bits.
    variables_read: Vec<u64>,
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
    /// Maximum number of times that a die explodes.
    pub most_explosions: u32,
    /// Whether the ranges of variables are not final, so that limits of them are not checked.
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
        match &self.nodes[id] {
            Node::Number(_) | Node::Variable(_) => Vec::new(),
            Node::Unary(_, a) => vec![*a],
            Node::Binary(_, a, b) => vec![*a, *b],
            Node::If(a, b, c) => vec![*a, *b, *c],
            Node::Figure(figure) => figure.operands(),
        }
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

    /// Returns whether a node reads a variable, other than for throwing its dice.
    pub fn reads_variable(&self, id: NodeId, variable: usize) -> bool {
        let is_read = |node: &Node| matches!(node, Node::Variable(read) if *read == variable);
        self.variables_read(id) & 1 << variable != 0
            && (is_read(self.node(id))
                || (self.operands(id).into_iter()).any(|one| self.reads_variable(one, variable)))
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
            _ => None,
        };
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
        self.bounds.push(bounds);
        self.pools_read.push(pools);
        self.variables_read.push(variables);
        self.index.insert(node, id);
        id
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
