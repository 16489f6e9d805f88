//! What differs between two contests, laid out for people and scripts.

mod claim;
mod json;
mod markdown;
mod rows;
#[cfg(test)]
mod sample;
mod screen;

pub use claim::compare_claim;
pub use json::{compare_json, compare_json_array};
pub use markdown::compare_markdown;
pub use screen::compare_screen;
