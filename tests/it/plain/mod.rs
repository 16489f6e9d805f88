//! The *plain* programs: contests written straight from the rules, for reading and not for speed.
//! They do not use the library, so they are an independent path to the same result: tests play both
//! on the same dice, and benchmarks compare their speed.
//!
//! Benchmarks include these files through `#[path]`. Each uses only some of them, and Cargo sets
//! `cfg(test)` for a benchmark without a test harness too. The test modules are compiled then but
//! their tests are not, which leaves unused imports.
#![allow(dead_code, unused_imports)]

pub mod action_rounds;
pub mod combat;
pub mod dice;
pub mod dice_adventures;
pub mod survey;
pub mod trade;
pub mod workshop;
