//! `exact`.

use super::{call, refused};

#[test]
fn no_exact_solver_ends_with_2_and_leaves_the_others_their_answers() {
    insta::assert_snapshot!(refused(2, &["exact", "@canyon"]), @"@canyon: only duels are solved exactly, fights of two sides with one combatant each; `run` it instead");
    let both = call(&["exact", "@canyon", "@lockpick"]);
    assert_eq!(both.code, Some(2));
    assert!(both.out.contains("  @lockpick ") && both.err.starts_with("@canyon:"));
}
