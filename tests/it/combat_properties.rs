//! Invariants of every fight, checked from its events alone.

use crate::combat::{full_setup, play};
use crate::fights::Sketch;
use crate::tape::Tape;
use evenodds::contest::{Describe, Play, Record};
use evenodds::contests::combat::{Combat, Cover, CoverOwner, Deadlock, Event, Player, Setup};
use evenodds::dice::Pool;
use evenodds_testing::size;
use proptest::prelude::*;
use std::time::Instant;

/// The position as reconstructed from the events.
struct Onlooker<'a> {
    setup: &'a Setup,
    /// Dice of combatants in the fight; `None` before entering and after leaving.
    pools: Vec<Option<Pool>>,
    /// For each combatant, true if it was in the fight at any time.
    seen: Vec<bool>,
    used: Vec<Vec<bool>>,
    class: Vec<usize>,
    /// Number of dice last rolled by a Class or a return.
    rolled: Vec<u32>,
    /// Cover dice left: of combatants, of the sides, of the battlefield.
    cover: (Vec<u32>, Vec<u32>, u32),
    /// Dice that Cover saves from the next attack.
    saved: Pool,
    turns: u32,
    aided: Vec<usize>,
    lot: Option<usize>,
    over: bool,
}

fn dice_of(cover: Option<Cover>) -> u32 {
    match cover {
        None => 0,
        Some(Cover::Rolled(count)) => count,
        Some(Cover::Faces(pool)) => pool.len(),
    }
}

impl<'a> Onlooker<'a> {
    fn new(setup: &'a Setup) -> Self {
        let who = &setup.combatants;
        Self {
            setup,
            pools: vec![None; who.len()],
            seen: vec![false; who.len()],
            used: who
                .iter()
                .map(|who| vec![false; who.classes.len()])
                .collect(),
            class: vec![0; who.len()],
            rolled: vec![0; who.len()],
            cover: (
                who.iter().map(|who| dice_of(who.cover)).collect(),
                setup.sides.iter().map(|side| dice_of(side.cover)).collect(),
                dice_of(setup.field_cover),
            ),
            saved: Pool::EMPTY,
            turns: 0,
            aided: Vec::new(),
            lot: None,
            over: false,
        }
    }

    fn side(&self, who: usize) -> usize {
        self.setup.combatants[who].side
    }

    /// Returns the dice of a combatant that must be in the fight.
    fn pool(&self, who: usize) -> Pool {
        self.pools[who].expect("the combatant is in the fight")
    }

    fn enters(&mut self, who: usize, pool: Pool, late: bool) {
        assert!(!self.seen[who]);
        assert_eq!(self.setup.combatants[who].arrival.is_some(), late);
        self.seen[who] = true;
        self.rolls(who, 0, pool);
    }

    fn rolls(&mut self, who: usize, class: usize, pool: Pool) {
        assert!(!self.used[who][class]);
        self.used[who][class] = true;
        self.class[who] = class;
        self.rolled[who] = self.setup.combatants[who].classes[class].dice;
        assert_eq!(pool.len(), self.rolled[who]);
        self.pools[who] = Some(pool);
    }

    /// Removes a combatant without dice.
    fn falls(&mut self, who: usize) {
        assert!(self.pool(who).is_empty());
        self.pools[who] = None;
    }

    fn begins(&mut self, number: u32, actor: usize, pool: Pool) {
        assert_eq!(number, self.turns + 1);
        assert_eq!(pool, self.pool(actor));
        self.turns = number;
        self.aided.clear();
        let sums: Vec<u32> = self.pools.iter().flatten().map(|pool| pool.sum()).collect();
        let holders = |sum: u32| sums.iter().filter(|&&other| other == sum).count();
        let higher_are_shared = sums
            .iter()
            .all(|&sum| sum <= pool.sum() || holders(sum) > 1);
        assert!(higher_are_shared);
        if self.lot.take() == Some(actor) {
            assert!(
                sums.iter()
                    .all(|&sum| sum <= pool.sum() && holders(sum) > 1)
            );
        } else {
            assert_eq!(holders(pool.sum()), 1);
        }
    }

    fn hears(&mut self, event: &Event) {
        assert!(!self.over || matches!(event, Event::Recovered { .. }));
        match *event {
            Event::Opened { combatant, pool } => self.enters(combatant, pool, false),
            Event::Entered { combatant, pool } => self.enters(combatant, pool, true),
            Event::Turn {
                number,
                actor,
                pool,
            } => self.begins(number, actor, pool),
            Event::Covered {
                actor,
                attack,
                target,
                of,
                face,
                saved,
            } => {
                let class = &self.setup.combatants[actor].classes[self.class[actor]];
                assert!(!class.ignores_cover);
                let side = self.side(target);
                let left = match of {
                    CoverOwner::Own => &mut self.cover.0[target],
                    CoverOwner::Side => &mut self.cover.1[side],
                    CoverOwner::Field => &mut self.cover.2,
                };
                *left = left.checked_sub(1).expect("the Cover die exists");
                assert!(face <= attack && self.saved.count(face) == 0);
                assert_eq!(saved.len(), self.pool(target).count(face));
                assert!(!saved.is_empty() && saved.lowest() == face && saved.highest() == face);
                self.saved = self.saved.joined(saved);
            }
            Event::Attacked {
                actor,
                face,
                target,
                before,
                after,
            } => {
                assert_ne!(self.side(actor), self.side(target));
                assert_eq!(before, self.pool(target));
                assert_eq!(after, before.above(face).joined(self.saved));
                assert!(self.pool(actor).count(face) > 0);
                self.saved = Pool::EMPTY;
                self.pools[actor] = Some(self.pool(actor).without(face));
                self.pools[target] = Some(after);
                let who = &self.setup.combatants[target];
                if after.is_empty() && !who.monster && !who.wounds {
                    self.falls(target);
                }
            }
            Event::Supported {
                actor,
                face,
                ally,
                rolled,
                pool,
            } => {
                assert!(actor != ally && self.side(actor) == self.side(ally));
                assert!(!self.aided.contains(&ally));
                self.aided.push(ally);
                assert!(self.pool(actor).len() > 1 && self.pool(actor).count(face) > 0);
                assert!(self.pool(ally).len() < 6);
                assert_eq!(pool, self.pool(ally).with(rolled));
                self.pools[actor] = Some(self.pool(actor).without(face));
                self.pools[ally] = Some(pool);
            }
            Event::Changed { actor, class, pool } => {
                self.pool(actor);
                self.rolls(actor, class, pool);
            }
            Event::Returned { combatant, pool } => {
                assert!(self.setup.combatants[combatant].monster);
                assert!(self.pool(combatant).is_empty());
                self.rolled[combatant] -= 1;
                assert_eq!(pool.len(), self.rolled[combatant]);
                assert!(!pool.is_empty());
                self.pools[combatant] = Some(pool);
            }
            Event::Wounded {
                character,
                stays_down,
                ..
            } => {
                assert!(self.pool(character).is_empty());
                if stays_down {
                    self.falls(character);
                }
            }
            // No player in these fights retreats with dice.
            Event::Retreated { combatant, spent } => {
                // Players that look ahead may leave with dice in hand; others have spent or lost
                // them.
                let thinks = matches!(
                    self.setup.combatants[combatant].player,
                    Player::Rollout { .. }
                );
                assert!(self.pool(combatant).is_empty() || (thinks && !spent));
                self.pools[combatant] = None;
            }
            Event::Died { character } => self.falls(character),
            Event::Vanquished { monster } => {
                assert_eq!(self.rolled[monster], 1);
                self.falls(monster);
            }
            Event::Spent { combatant } => {
                assert_eq!(self.rolled[combatant], 1);
                self.falls(combatant);
            }
            Event::Rerolled {
                combatant,
                from,
                to,
                pool,
            } => {
                assert_eq!(from, self.pool(combatant).lowest());
                assert_eq!(pool, self.pool(combatant).without(from).with(to));
                self.pools[combatant] = Some(pool);
            }
            Event::Lot { combatant, .. } => self.lot = Some(combatant),
            Event::Deadlocked | Event::Recovered { .. } => {}
            Event::Won { side } => {
                self.over = true;
                assert!(self.standing(side) > 0);
                let there = self.pools.iter().flatten().count();
                assert_eq!(self.standing(side), there);
            }
            Event::Drawn => {
                self.over = true;
                assert!(self.pools.iter().all(Option::is_none));
            }
            Event::Unresolved { .. } => {
                self.over = true;
                assert_eq!(self.setup.options.deadlock, Deadlock::Reroll);
            }
        }
    }

    fn standing(&self, side: usize) -> usize {
        let members = self.setup.sides[side].members.clone();
        self.pools[members].iter().flatten().count()
    }
}

/// Returns an upper bound on the turns of a fight: each turn costs a die or a Class for good.
fn most_turns(setup: &Setup) -> u32 {
    setup
        .combatants
        .iter()
        .flat_map(|who| who.classes.iter().map(|class| (class.dice, who.monster)))
        .map(|(dice, monster)| if monster { dice * (dice + 1) / 2 } else { dice } + 1)
        .sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: size(400, 4_000), ..ProptestConfig::default() })]

    #[test]
    fn every_die_of_every_fight_is_accounted_for(setup in full_setup(), seed in any::<u64>()) {
        let combat = Combat::new(setup.clone());
        let rollers = 4 * setup.combatants.len() + setup.sides.len() + 2;
        let (record, events) = play(&combat, &mut Tape::new(seed, rollers));
        let mut onlooker = Onlooker::new(&setup);
        for event in &events {
            onlooker.hears(event);
        }
        prop_assert!(onlooker.over);
        prop_assert!(onlooker.turns <= most_turns(&setup));
        let value = |name: &str| {
            let metric = combat.metrics().iter().position(|metric| metric.name() == name);
            record.values[metric.unwrap()]
        };
        prop_assert_eq!(value("turns"), i64::from(onlooker.turns));
        for (position, side) in setup.sides.iter().enumerate() {
            let standing = value(&format!("standing.{}", side.name));
            prop_assert_eq!(standing, onlooker.standing(position) as i64);
        }
    }
}

/// Returns the nanoseconds per turn of fights between two sides of `half` combatants with two dice
/// each.
fn cost(half: usize) -> f64 {
    let side = || vec![(Player::Finisher, vec![2]); half];
    let mut sketch = Sketch::new(vec![side(), side()]);
    sketch.options.deadlock = Deadlock::Lot;
    let combat = sketch.packed();
    let trials = 100_000 / half as u64;
    let mut turns = 0;
    let begun = Instant::now();
    combat.watch(1, 0..trials, &mut |_, record: &Record| {
        turns += record.values[0];
        true
    });
    begun.elapsed().as_nanos() as f64 / turns as f64
}

#[test]
#[ignore = "a measurement: cargo test --release --no-default-features -- --ignored --nocapture a_turn_costs"]
fn a_turn_costs_no_more_than_in_proportion_to_the_combatants() {
    let costs: Vec<(usize, f64)> = [5, 50, 500]
        .into_iter()
        .map(|half| (2 * half, cost(half)))
        .collect();
    for (combatants, nanoseconds) in &costs {
        println!("{combatants} combatants: {nanoseconds:.0} ns a turn");
    }
    for pair in costs.windows(2) {
        let (fewer, more) = (pair[0].1, pair[1].1);
        assert!(more < 10.0 * 1.5 * fewer, "{costs:?}");
    }
}
