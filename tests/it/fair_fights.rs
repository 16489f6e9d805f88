//! Fairness: no figure of a fight depends on the order of its sides or of their members.
//!
//! The order of a combatant's Classes has a meaning, and so has that of the reinforcements of a
//! side. All other order in a file has none.

use crate::fights::{class, setup};
use evenodds::contest::{Describe, Play, Solve, Tally};
use evenodds::contests::combat::{
    Class, Combat, Combatant, Cover, Deadlock, Options, Player, Setup, WoundChoice,
};
use evenodds::dice::{Dice, Sampled};
use evenodds_testing::size;

/// All players of fights with more than two combatants, each with its number of trials in tests by
/// default and in thorough ones.
const PLAYERS: [(Player, [u64; 2]); 6] = [
    (Player::Random, [1_000, 6_000]),
    (Player::Brawler, [1_000, 6_000]),
    (Player::Finisher, [1_000, 6_000]),
    (Player::Rollout { playouts: 4 }, [100, 1_500]),
    (Player::Expert { depth: 0 }, [500, 6_000]),
    (Player::Expert { depth: 1 }, [100, 1_000]),
];

/// Maximum difference of two figures in standard errors.
const MOST_ERRORS: f64 = 4.0;

/// Returns the players with their numbers of trials.
fn players() -> impl Iterator<Item = (Player, u64)> {
    PLAYERS
        .into_iter()
        .map(|(player, [quick, thorough])| (player, size(quick, thorough)))
}

/// Generator of random fights.
struct Draw(Sampled);

impl Draw {
    fn new(purpose: &str) -> Self {
        Self(Sampled::new(1, &[purpose.to_owned()]))
    }

    fn below(&mut self, options: u32) -> u32 {
        self.0.choose(0, options)
    }

    fn class(&mut self) -> Class {
        Class {
            ignores_cover: self.below(4) == 0,
            ..class(1 + self.below(4))
        }
    }

    fn combatant(&mut self, player: Player) -> Combatant {
        let special = self.below(6);
        Combatant {
            classes: (0..=self.below(2)).map(|_| self.class()).collect(),
            player,
            monster: special == 0,
            wounds: special == 1,
            wound_choice: Some(WoundChoice::ALL[self.below(2) as usize]),
            cover: (special == 2).then_some(Cover::Rolled(2)),
            ..Combatant::default()
        }
    }

    /// Returns one to three combatants, some of them equal.
    fn party(&mut self, player: Player) -> Vec<Combatant> {
        let mut party = Vec::new();
        for _ in 0..=self.below(2) {
            let one = self.combatant(player);
            party.extend(vec![one; 1 + self.below(2) as usize]);
        }
        party.truncate(3);
        party
    }

    fn options(&mut self) -> Options {
        Options {
            deadlock: Deadlock::ALL[self.below(2) as usize],
            max_rerolls: 100,
            ..Options::default()
        }
    }

    /// Returns a random order of `count` items.
    fn order(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            order.swap(last, self.below(last as u32 + 1) as usize);
        }
        order
    }
}

/// Shares of the sides that win, and shares of the fates of each combatant by side.
struct Shares {
    wins: Vec<f64>,
    fates: Vec<Vec<[f64; 2]>>,
}

impl Shares {
    fn of(setup: &Setup, trials: u64) -> Self {
        let combat = Combat::new(setup.clone());
        let mut tally = Tally::new(&combat);
        combat.play(7, 0..trials, &mut tally);
        let share = |name: &str| {
            let mut metrics = combat.metrics().iter();
            let metric = metrics.position(|metric| metric.name() == name).unwrap();
            let outcomes = 0..combat.outcomes().len();
            let sum: i64 = outcomes
                .flat_map(|outcome| {
                    let values = tally.histogram(metric, outcome);
                    values
                        .iter()
                        .map(|(value, count)| value * count as i64)
                        .collect::<Vec<_>>()
                })
                .sum();
            sum as f64 / trials as f64
        };
        let of_side = |members: &std::ops::Range<usize>| {
            let names = setup.combatants[members.clone()]
                .iter()
                .map(|who| &who.name);
            names
                .map(|name| {
                    ["taken_out", "left_standing"].map(|base| share(&format!("{base}.{name}")))
                })
                .collect()
        };
        let sides = setup.sides.iter();
        Self {
            wins: (0..setup.sides.len())
                .map(|side| tally.outcomes()[side] as f64 / trials as f64)
                .collect(),
            fates: sides.map(|side| of_side(&side.members)).collect(),
        }
    }
}

/// Asserts that two shares of `trials` trials differ by sampling error alone.
fn assert_alike(one: f64, other: f64, trials: u64, about: &str) {
    let trials = trials as f64;
    // A share of 0 or 1 has no estimated error of its own.
    let mean = f64::midpoint(one, other).clamp(1.0 / trials, 1.0 - 1.0 / trials);
    let error = (2.0 * mean * (1.0 - mean) / trials).sqrt();
    assert!(
        (one - other).abs() <= MOST_ERRORS * error,
        "{about}: {one} and {other}, standard error {error}"
    );
}

#[test]
fn equal_sides_win_equal_shares_and_equal_members_fare_alike() {
    for (player, trials) in players() {
        let mut draw = Draw::new("equal sides");
        // Players that look ahead are slow among many sides.
        let looks_ahead = matches!(player, Player::Rollout { .. } | Player::Expert { depth: 1 });
        let counts = if looks_ahead { 5 } else { 7 };
        let all = [2, 3, 3, 4, 5, 7, 11];
        for sides in all.into_iter().take(size(counts.min(4), counts)) {
            let party = draw.party(player);
            let party = if sides > 4 {
                party[..1].to_vec()
            } else {
                party
            };
            let setup = setup(std::iter::repeat_n(party.clone(), sides), draw.options());
            let shares = Shares::of(&setup, trials);
            let about = format!("{sides} sides of {player:?}, {party:?}");
            for &won in &shares.wins {
                assert_alike(won, shares.wins[0], trials, &about);
            }
            let members = shares
                .fates
                .iter()
                .flat_map(|fates| party.iter().zip(fates));
            for (who, fates) in members {
                let equal = party.iter().position(|other| other == who).unwrap();
                for (one, other) in fates.iter().zip(shares.fates[0][equal]) {
                    assert_alike(*one, other, trials, &about);
                }
            }
        }
    }
}

#[test]
fn the_order_of_sides_and_members_changes_no_figure() {
    for (player, trials) in players() {
        let mut draw = Draw::new("orders");
        for sides in [2, 2, 3, 3, 4] {
            let parties: Vec<Vec<Combatant>> = (0..sides).map(|_| draw.party(player)).collect();
            let options = draw.options();
            let order = draw.order(sides);
            let orders: Vec<Vec<usize>> = parties
                .iter()
                .map(|party| draw.order(party.len()))
                .collect();
            let permuted = order.iter().map(|&side| {
                let members = orders[side].iter();
                members
                    .map(|&member| parties[side][member].clone())
                    .collect()
            });
            let permuted = Shares::of(&setup(permuted, options), trials);
            let shares = Shares::of(&setup(parties.iter().cloned(), options), trials);
            let about = format!("{player:?} in {parties:?} by {order:?} and {orders:?}");
            for (place, &side) in order.iter().enumerate() {
                assert_alike(permuted.wins[place], shares.wins[side], trials, &about);
                for (position, &member) in orders[side].iter().enumerate() {
                    let pairs = permuted.fates[place][position]
                        .iter()
                        .zip(shares.fates[side][member]);
                    for (one, other) in pairs {
                        assert_alike(*one, other, trials, &about);
                    }
                }
            }
        }
    }
}

#[test]
fn the_order_of_the_sides_changes_no_solved_duel() {
    let players = [
        Player::Random,
        Player::Brawler,
        Player::Finisher,
        Player::Expert { depth: 0 },
        Player::Optimal,
    ];
    let mut draw = Draw::new("duels");
    let mut compared = 0;
    for _ in 0..size(15, 40) {
        let mut duelist = || {
            let player = players[draw.below(5) as usize];
            vec![draw.combatant(player)]
        };
        let sides = [duelist(), duelist()];
        let options = draw.options();
        let solved =
            |sides: [Vec<Combatant>; 2]| Combat::new(setup(sides.into_iter(), options)).exact();
        let swapped = solved([sides[1].clone(), sides[0].clone()]);
        // Some of these duels have too many positions.
        let (Ok(swapped), Ok(own)) = (swapped, solved(sides.clone())) else {
            continue;
        };
        for (one, other) in [1, 0, 2, 3].into_iter().zip(own.outcomes) {
            assert!((swapped.outcomes[one] - other).abs() <= 1e-12, "{sides:?}");
        }
        compared += 1;
    }
    assert!(compared >= size(7, 20), "{compared}");
}

/// `optimal` and `expert` choose between Classes of equal value by lot. For the other players, the
/// first one has a meaning.
#[test]
fn the_order_of_further_classes_changes_no_solved_duel_of_good_players() {
    let mut draw = Draw::new("Classes");
    for player in [Player::Expert { depth: 0 }, Player::Optimal] {
        for _ in 0..10 {
            let mut duelist = |classes: u32| Combatant {
                classes: (0..classes).map(|_| class(1 + draw.below(3))).collect(),
                player,
                ..Combatant::default()
            };
            let (one, other) = (duelist(3), duelist(1));
            let mut turned = one.clone();
            turned.classes[1..].reverse();
            let options = draw.options();
            let solved = |one: &Combatant| {
                let sides = [vec![one.clone()], vec![other.clone()]];
                Combat::new(setup(sides.into_iter(), options))
                    .exact()
                    .unwrap()
                    .outcomes
            };
            for (one, other) in solved(&one).into_iter().zip(solved(&turned)) {
                assert!((one - other).abs() <= 1e-12, "{turned:?}");
            }
        }
    }
}
