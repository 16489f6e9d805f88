//! The keys of an Action Dice file. What only some contests have is checked in `examine`, and made into
//! a contest in `build`.

mod build;
mod examine;
mod tables;

pub(super) use build::{build, seats};
pub(super) use examine::examine;
pub(super) use tables::KEYS;

#[cfg(test)]
mod tests;
