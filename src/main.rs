//! The `evenodds` command.
fn main() {}
