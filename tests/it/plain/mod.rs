//! The *plain* programs: contests written once, straight from the rules, for reading and not for
//! speed. They know nothing of the library, so they can stand as the other road to the same result:
//! tests play both on the same dice, benchmarks measure one against the other.
//!
//! Benchmarks include these files through `#[path]`. Each such program uses its own part of them,
//! and Cargo sets `cfg(test)` for a benchmark without a test harness too: the test modules are then
//! there but the tests in them are not, which leaves imports without a use.
#![allow(dead_code, unused_imports)]

pub mod action_rounds;
pub mod adventure;
pub mod combat;
pub mod dice;
pub mod dice_adventures;
pub mod survey;
pub mod trade;
pub mod workshop;
