//! Limits of expressions.

/// Largest absolute value of any number, far from the limits of 64-bit integers.
pub const LARGEST_NUMBER: i64 = 1_000_000_000_000_000;
/// Maximum number of dice in a pool.
pub const MOST_DICE: i64 = 1_000;
/// Maximum number of faces of a die.
pub const MOST_FACES: i64 = 20_000;
/// Maximum number of rules for throwing a die.
pub const MOST_RULES: usize = 8;
/// Maximum number of pools in a file or a line.
pub const MOST_POOLS: usize = 64;
/// Maximum number of characters in an expression.
pub const LONGEST_EXPRESSION: usize = 4_000;
/// Maximum depth of nested expressions.
pub const DEEPEST_NESTING: u32 = 60;
/// Maximum number of operations of which each needs the result of the one before, also through names.
pub const LONGEST_CHAIN: u32 = 2_000;
