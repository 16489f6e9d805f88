//! Dice expressions: `4d6kh3`, `count(5d10, >=8) >= 2`, `if 1d20 + 5 >= 15 then 2d6 + 3 else 0`.
//!
//! [`ExpressionDistribution`] has the exact distribution of an expression, [`ExpressionLink`] writes
//! expressions into an address. The modules below serve programs with variables and rolls of
//! their own, such as the kind `dice` of the crate `evenodds-contests`: [`expression`] parses,
//! bounds and evaluates, [`exact`] computes joint distributions.
//!
//! Begin with [`ExpressionDistribution`]. A new function of the language begins in
//! `expression/functions.rs`.

pub mod exact;
pub mod expression;
mod line;
mod link;

pub use line::{ExpressionDistribution, ExpressionError};
pub use link::ExpressionLink;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
