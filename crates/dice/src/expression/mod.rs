//! Dice expressions: `4d6kh3`, `count(attack, >=5) > 2`, `hp - (if hit then damage else 0)`.
//!
//! `parse` turns a text into [`Node`]s of a [`Program`]. Equal subexpressions of all texts of a
//! file are one node, so that evaluation and exact distributions share them. `evaluate` computes
//! the value of a node from dice that were thrown, and `code` compiles the nodes that trials compute
//! most often. `bounds` computes the range of a node, with which overflow is excluded before
//! anything is evaluated.

mod arithmetic;
mod bounds;
mod code;
mod components;
mod evaluate;
pub mod functions;
mod limits;
mod parse;
mod pool;
mod program;
mod selection;

pub use arithmetic::{BinaryOp, UnaryOp, binary};
pub use bounds::{PoolBounds, Range};
pub use code::Code;
pub use components::{Bag, Component, Die, DieRule, SelectionNode, SymbolDie, Table};
pub use evaluate::{Evaluator, Values};
pub use functions::{Function, KnownFunction};
pub use limits::{
    DEEPEST_NESTING, LARGEST_NUMBER, LONGEST_CHAIN, LONGEST_EXPRESSION, MOST_DICE, MOST_FACES,
    MOST_POOLS, MOST_RULES,
};
pub use parse::{
    KEYWORDS, ParsedText, Parser, PathMeaning, Resolver, SyntaxFault, TeamFunction, weighted,
};
pub use pool::Thrown;
pub use pool::{
    KeepRule, KnownDie, KnownRule, Throw, dice_of_component, keep_rules, set_dice, sort_dice,
    throw_again,
};
pub use program::{Name, Node, NodeId, PoolId, Program, Roll};
pub use selection::{Rerolled, Selection};
