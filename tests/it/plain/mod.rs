//! The *plain* programs: contests written once, straight from the rules, for reading and not for
//! speed. They know nothing of the library, so they can stand as the other road to the same result:
//! tests play both on the same dice, benchmarks measure one against the other.
//!
//! Benchmarks include these files through `#[path]`; each such program uses its own part of them.
#![allow(dead_code)]

pub mod combat;
pub mod dice;
