//! Playing and counting trials makes no allocation per trial.

use crate::shipped::shipped;
use evenodds::contest::{Cost, Tally};
use evenodds::scenario::open;
use evenodds_testing::size;

#[test]
fn ten_times_the_trials_allocate_no_more() {
    for builtin in shipped(3) {
        let scenario = open(&format!("@{}", builtin.name), &[]).unwrap();
        let contest = scenario.contest.as_ref();
        let mut tally = Tally::new(contest);
        // Trials of at most about a second in total, by the cost estimate.
        let most = size(2_000, 20_000);
        let trials = (Cost::SECOND / contest.cost().per_trial.max(1)).clamp(most / 10, most);
        // Rare values allocate their histogram entries in this first run.
        contest.play(1, 0..trials, &mut tally);
        let mut allocations = |trials| {
            let counted = allocation_counter::measure(|| contest.play(1, 0..trials, &mut tally));
            counted.count_total
        };
        let (few, many) = (allocations(trials / 10), allocations(trials));
        if scenario.kind.name == "adventure" {
            // A scene is prepared anew for each new state of the characters.
            assert!(many < 4 * few + 1_000, "{}: {few} and {many}", builtin.name);
            continue;
        }
        // A run allocates a position, a name for each stream and a record; lists grow on
        // demand.
        assert!(few < 2_000, "{}: {few}", builtin.name);
        assert!(many <= few + 8, "{}: {few} and {many}", builtin.name);
    }
}
