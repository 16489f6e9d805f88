//! Bitboards of small fights, compared with the engine, which plays every fight.

use crate::fights::Sketch;
use evenodds::contest::{Contest, Tally};
use evenodds::contests::combat::{Combat, Deadlock, Group, LastBlow, Options, Player, Setup};
use evenodds::scenario::open;
use evenodds_testing::size;
use proptest::prelude::*;
use std::ops::Range;

/// Returns the tally of these trials as counted in a run.
fn counted(contest: &dyn Contest, trials: Range<u64>) -> Tally {
    let mut tally = Tally::new(contest);
    contest.play(7, trials, &mut tally);
    tally
}

/// Returns the tally from the records of the engine, and the number of turns of the longest fight.
fn by_the_engine(contest: &dyn Contest, trials: Range<u64>) -> (Tally, i64) {
    let mut tally = Tally::new(contest);
    let mut longest = 0;
    contest.watch(7, trials, &mut |_, record| {
        tally.add(record);
        longest = longest.max(record.values[0]);
        true
    });
    (tally, longest)
}

/// Puts neighbors of one side into one group if `together` has their bit.
fn grouped(mut setup: Setup, together: u16) -> Setup {
    let mut groups: Vec<Group> = Vec::new();
    for (position, who) in setup.combatants.iter_mut().enumerate() {
        let joins = together >> position & 1 == 1;
        match groups.last_mut() {
            Some(group) if joins && group.side == who.side => group.size += 1,
            _ => groups.push(setup.groups[position].clone()),
        }
        who.group = groups.len() - 1;
    }
    Setup { groups, ..setup }
}

fn member() -> impl Strategy<Value = (Player, Vec<u32>)> {
    let player = prop_oneof![Just(Player::Finisher), Just(Player::Brawler)];
    (player, prop::collection::vec(1u32..=6, 1..=4))
}

/// Strategy for two to four sides, sometimes with one combatant more than the bitboard has room
/// for.
fn fight() -> impl Strategy<Value = Combat> {
    let sides = prop::collection::vec(prop::collection::vec(member(), 1..=4), 2..=4);
    let sides = sides.prop_filter("too many", |sides| {
        sides.iter().map(Vec::len).sum::<usize>() <= 9
    });
    let last_blow = prop_oneof![Just(LastBlow::Win), Just(LastBlow::Draw)];
    (sides, last_blow, 0u32..=3, any::<u16>()).prop_map(|(sides, last_blow, rerolls, together)| {
        let options = Options {
            last_blow,
            // One round of re-rolls, two, or practically unlimited.
            max_rerolls: [1, 1, 2, 1_000][rerolls as usize],
            ..Options::default()
        };
        let sketch = Sketch { sides, options };
        Combat::new(grouped(sketch.setup(), together))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(size(80, 400)))]

    #[test]
    fn the_bitboard_has_the_counts_of_the_engine(combat in fight(), first in 0u64..1_000_000) {
        let trials = first..first + 100;
        prop_assert_eq!(counted(&combat, trials.clone()), by_the_engine(&combat, trials).0);
    }
}

#[test]
fn fights_too_long_for_the_bitboard_are_counted() {
    // A brawler with a single die changes its tactic as long as it can.
    let many = vec![(Player::Brawler, vec![1; 16]); 4];
    let combat = Sketch::new(vec![many.clone(), many]).packed();
    let (tally, longest) = by_the_engine(&combat, 0..500);
    assert!(longest > 63, "{longest} turns at most");
    assert_eq!(counted(&combat, 0..500), tally);
}

#[test]
fn fights_without_a_bitboard_are_counted_by_the_engine() {
    for name in ["@canyon", "@three-sides", "@siege", "@beast", "@wounded"] {
        let scenario = open(name, &[]).unwrap();
        let contest = scenario.contest.as_ref();
        assert_eq!(
            counted(contest, 0..2_000),
            by_the_engine(contest, 0..2_000).0,
            "{name}"
        );
    }
    let mut lots = Sketch::canyon(Player::Finisher);
    lots.options.deadlock = Deadlock::Lot;
    let lots = lots.packed();
    assert_eq!(counted(&lots, 0..2_000), by_the_engine(&lots, 0..2_000).0);
}
