//! Dice expressions: `4d6kh3`, `count(attack, >=5) > 2`, `hp - (if hit then damage else 0)`.
//!
//! `parse` turns a text into [`Node`]s of a [`Program`]. Equal subexpressions of all texts of a
//! file are one node, so that evaluation and exact distributions share them. `evaluate` computes
//! the value of a node from dice that were thrown. `bounds` computes the range of a node, with
//! which overflow is excluded before anything is evaluated.

mod bounds;
mod evaluate;
pub mod functions;
mod parse;
mod pool;
mod program;

pub use bounds::{PoolBounds, Range};
use evaluate::arithmetic;
pub use evaluate::{Evaluator, Values};
pub use functions::{Function, KnownFunction};
pub use parse::{Parser, Resolver, SyntaxFault, weighted};
pub use pool::Thrown;
pub use pool::{
    KeepRule, KnownDie, KnownRule, Selection, keep_rules, set_dice, sort_dice, throw, throw_again,
};
pub use program::{
    BinaryOp, Die, DieRule, Name, Node, NodeId, PoolId, Program, Roll, SelectionNode, SymbolDie,
};

/// Largest absolute value of any number, far from the limits of 64-bit integers.
pub const LARGEST_NUMBER: i64 = 1_000_000_000_000_000;
/// Maximum number of dice in a pool.
pub const MOST_DICE: i64 = 1_000;
/// Maximum number of faces of a die.
pub const MOST_FACES: i64 = 10_000;
/// Maximum number of rules for throwing a die.
pub const MOST_RULES: usize = 8;
/// Maximum number of pools in a file or a line.
pub const MOST_POOLS: usize = 64;
/// Maximum number of characters in an expression.
pub const LONGEST_EXPRESSION: usize = 4_000;
/// Maximum depth of nested expressions.
pub const DEEPEST_NESTING: u32 = 60;
