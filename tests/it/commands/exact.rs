//! Tests of `exact`.

use super::{call, refused};
use evenodds_testing::size;

#[test]
fn no_exact_solver_ends_with_2_and_leaves_the_others_their_answers() {
    insta::assert_snapshot!(refused(2, &["exact", "@canyon"]), @"@canyon: only duels of two sides with one combatant each are solved exactly; `run` it instead");
    let both = call(&["exact", "@canyon", "@lockpick"]);
    assert_eq!(both.code, Some(2));
    assert!(both.out.contains("@lockpick") && both.err.starts_with("@canyon:"));
}

#[test]
fn a_craft_too_large_to_solve_is_sampled_and_has_hints_by_play_outs() {
    let set = ["--set", size("craft={ piles = 7 }", "craft={ piles = 10 }")];
    let stdout = |arguments: &[&str]| call(&[arguments, &set].concat());
    let run = stdout(&["run", "@bomb", "-n", "200"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(
        run.out.contains("when played well (matcher)"),
        "{}",
        run.out
    );
    let story = stdout(&["trace", "@bomb"]);
    assert!(
        story
            .out
            .contains("pile    1    2    3    4    5    6    7")
    );
    let advised = stdout(&["trace", "@bomb", "--advice"]);
    assert_eq!(advised.code, Some(0), "{}", advised.err);
    assert!(advised.out.contains("      > "), "{}", advised.out);
    let exact = stdout(&["exact", "@bomb"]);
    assert_eq!(exact.code, Some(2));
    assert!(
        exact.err.contains("`run` it instead, or give the dice"),
        "{}",
        exact.err
    );
}
