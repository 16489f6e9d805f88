//! Duels of one Class each, exactly, and sampled fights.

use std::collections::BTreeMap;

use super::super::{Action, Combatant, Outcome, Rules, fight, finisher};
use super::players::{ONE, Scene, view};
use super::{SplitMix, canyon, combatant};

/// Every pool of so many dice with its chance.
fn pools(count: usize) -> Vec<(Vec<u8>, f64)> {
    let mut ways = BTreeMap::from([(Vec::new(), 1.0)]);
    for _ in 0..count {
        let mut longer = BTreeMap::new();
        for (pool, chance) in ways {
            for face in 1..=6 {
                *longer.entry(with(&pool, face)).or_insert(0.0) += chance / 6.0;
            }
        }
        ways = longer;
    }
    ways.into_iter().collect()
}

fn with(pool: &[u8], face: u8) -> Vec<u8> {
    let mut pool = pool.to_vec();
    pool.push(face);
    pool.sort_unstable();
    pool
}

/// A's chance to win for each pair of pools, A's first.
type Shares = BTreeMap<(Vec<u8>, Vec<u8>), f64>;

/// The share of whoever has the turn, its pool first, when it attacks as `finisher` does. `shares`
/// knows what the pools after the attack are worth to A, who is the attacker or not.
fn share_of_attack(own: &[u8], other: &[u8], worth: impl Fn(&[u8], &[u8]) -> f64) -> f64 {
    let scene = Scene::alone(ONE, own, &[other]);
    let Action::Attack { face, .. } = finisher(&view(&scene.table(), 0, &[])) else {
        panic!("a duel of one Class each is attacks only");
    };
    let kept: Vec<u8> = other.iter().copied().filter(|&die| die > face).collect();
    if kept.is_empty() {
        return 1.0;
    }
    if own.len() == 1 {
        return 0.0;
    }
    let spent = own.iter().position(|&die| die == face).expect("held");
    let left = [&own[..spent], &own[spent + 1..]].concat();
    worth(&left, &kept)
}

/// A's share in a duel of `finisher`s who roll so many dice each, with `last_blow = "win"`.
///
/// An attack costs a die, so pools of fewer dice are solved first; only equal totals lead back to
/// pools of the same sizes, through the re-roll, and are iterated until nothing moves.
fn duel(dice_of_a: usize, dice_of_b: usize) -> f64 {
    let mut shares = Shares::new();
    let total = |pool: &[u8]| pool.iter().map(|&face| u32::from(face)).sum::<u32>();
    for a_count in 1..=dice_of_a {
        for b_count in 1..=dice_of_b {
            let mut tied = Vec::new();
            for (a, _) in pools(a_count) {
                for (b, _) in pools(b_count) {
                    let share = match total(&a).cmp(&total(&b)) {
                        std::cmp::Ordering::Greater => {
                            share_of_attack(&a, &b, |a, b| shares[&(a.to_vec(), b.to_vec())])
                        }
                        std::cmp::Ordering::Less => {
                            1.0 - share_of_attack(&b, &a, |b, a| {
                                1.0 - shares[&(a.to_vec(), b.to_vec())]
                            })
                        }
                        std::cmp::Ordering::Equal => {
                            tied.push((a.clone(), b.clone()));
                            0.5
                        }
                    };
                    shares.insert((a.clone(), b), share);
                }
            }
            let mut moved = 1.0;
            while moved > 1e-12 {
                moved = 0.0;
                for (a, b) in &tied {
                    let mut share = 0.0;
                    for a_face in 1..=6 {
                        for b_face in 1..=6 {
                            // Pools are ascending: the first die is the lowest.
                            let pair = (with(&a[1..], a_face), with(&b[1..], b_face));
                            share += shares[&pair] / 36.0;
                        }
                    }
                    let pair = (a.clone(), b.clone());
                    moved = f64::max(moved, (share - shares[&pair]).abs());
                    shares.insert(pair, share);
                }
            }
        }
    }
    let mut share = 0.0;
    for (a, a_chance) in pools(dice_of_a) {
        for (b, b_chance) in pools(dice_of_b) {
            share += a_chance * b_chance * shares[&(a.clone(), b)];
        }
    }
    share
}

#[test]
fn finisher_duels_have_the_shares_of_the_rules() {
    for (a, b, printed) in [(1, 1, 0.5), (2, 3, 0.278_723), (3, 4, 0.311_993)] {
        let share = duel(a, b);
        assert!(
            (share - printed).abs() < 0.000_000_6,
            "{a} dice against {b}: {share}, the rules say {printed}"
        );
        let other_way_round = duel(b, a);
        assert!(
            (share + other_way_round - 1.0).abs() < 1e-9,
            "{share} and {other_way_round} are the two shares of one duel"
        );
    }
}

/// The share of fights that side 0 wins, and the mean number of turns.
fn sampled(combatants: &[Combatant], fights: u64, seed: u64) -> (f64, f64) {
    let mut dice = SplitMix::new(seed);
    let mut wins = 0;
    let mut turns = 0;
    for _ in 0..fights {
        let report = fight(combatants, 2, &Rules::default(), &mut dice);
        wins += u64::from(report.outcome == Outcome::Side(0));
        turns += report.turns;
    }
    (wins as f64 / fights as f64, turns as f64 / fights as f64)
}

#[test]
fn the_canyon_is_a_quarter_of_a_chance() {
    let (share, turns) = sampled(&canyon(), 100_000, 1);
    // 4.4 standard errors of the share.
    assert!((share - 0.2433).abs() < 0.006, "heroes win {share}");
    assert!((turns - 5.42).abs() < 0.05, "{turns} turns on average");
}

#[test]
fn sampled_duels_agree_with_exact_ones() {
    let (share, _) = sampled(&[combatant(0, &[2]), combatant(1, &[3])], 100_000, 2);
    // 4.2 standard errors.
    assert!((share - duel(2, 3)).abs() < 0.006, "{share} sampled");
}
