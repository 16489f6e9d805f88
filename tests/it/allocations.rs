//! Playing and counting trials allocates nothing a trial.

use evenodds::contest::{Effort, Tally};
use evenodds::scenario::{BUILTINS, open};

#[test]
fn ten_times_the_trials_allocate_no_more() {
    for builtin in BUILTINS {
        let scenario = open(&format!("@{}", builtin.name), &[]).unwrap();
        let contest = scenario.contest.as_ref();
        let mut tally = Tally::new(contest);
        // About a second of work.
        let trials = (Effort::SECOND / contest.effort().trial.max(1)).clamp(2_000, 20_000);
        // Values that nobody expected get their places the first time.
        contest.play(1, 0..trials, &mut tally);
        let mut allocations = |trials| {
            let counted = allocation_counter::measure(|| contest.play(1, 0..trials, &mut tally));
            counted.count_total
        };
        let (few, many) = (allocations(trials / 10), allocations(trials));
        if scenario.kind.name == "adventure" {
            // Scenes are prepared for what has become of the characters, as often as that is new.
            assert!(many < 4 * few + 1_000, "{}: {few} and {many}", builtin.name);
            continue;
        }
        // A table, a name for each stream and a record; a list that grows once it has to.
        assert!(few < 2_000, "{}: {few}", builtin.name);
        assert!(many <= few + 8, "{}: {few} and {many}", builtin.name);
    }
}
