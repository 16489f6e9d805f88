//! Benchmark of the kind `dice`: the fight of `guards.toml`, and the same fight in plain Rust, which throws the same dice
//! and therefore has the same results.

use criterion::Criterion;
use evenodds::contest::Tally;
use evenodds::dice::{Dice, Roller, Sampled};
use evenodds::scenario::open;
use std::hint::black_box;
use std::time::Instant;

/// Trials of which the results are compared.
const COMPARED: u64 = 2_000;
/// Armor of the wolves, and what they add to their attacks and their damage.
const WOLVES: [i32; 3] = [15, 4, 2];
/// Guards: name, hit points, armor, what they add to attacks and to damage, and the faces of their damage.
const GUARDS: [(&str, [i32; 4], u32); 4] = [
    ("captain", [28, 18, 5, 3], 8),
    ("archer", [21, 14, 6, 4], 6),
    ("healer", [24, 18, 4, 2], 8),
    ("mage", [16, 12, 6, 0], 10),
];

/// Rollers of the attack, the damage, and the damage of a critical hit.
type Throws = [Roller; 3];

/// The fight in plain Rust.
struct Fight {
    guards: [Throws; 4],
    wolves: [Throws; 6],
    preys: [Roller; 6],
}

impl Fight {
    fn new(rollers: &[String]) -> Self {
        let place = |name: String| {
            let place = rollers.iter().position(|roller| *roller == name);
            place.unwrap_or_else(|| panic!("there is no roll {name}"))
        };
        let throws = |name: &str| {
            ["attack", "damage", "critical"].map(|roll| place(format!("{name}_{roll}")))
        };
        let wolves = [1, 2, 3, 4, 5, 6];
        Self {
            guards: GUARDS.map(|guard| throws(guard.0)),
            wolves: wolves.map(|wolf| throws(&format!("wolf_{wolf}"))),
            preys: wolves.map(|wolf| place(format!("wolf_{wolf}_prey"))),
        }
    }

    /// Plays a fight; returns whether the guards win, and how many of them are left.
    fn play(&self, dice: &mut Sampled) -> (bool, usize) {
        let mut guards = GUARDS.map(|guard| guard.1[0]);
        let mut wolves = [7; 6];
        let alive = |points: &[i32]| points.iter().filter(|&&points| points > 0).count();
        loop {
            for (index, (_, [_, _, bonus, more], faces)) in GUARDS.iter().enumerate() {
                if guards[index] == 0 {
                    continue;
                }
                let wound = wound(self.guards[index], *faces, [*bonus, *more], dice);
                if let Some(wolf) = wolves.iter_mut().find(|wolf| **wolf > 0) {
                    *wolf = (*wolf - wound(WOLVES[0])).max(0);
                }
                if alive(&wolves) == 0 {
                    return (true, alive(&guards));
                }
            }
            let standing = wolves.iter().enumerate().filter(|wolf| *wolf.1 > 0);
            for (wolf, _) in standing {
                let wound = wound(self.wolves[wolf], 6, [WOLVES[1], WOLVES[2]], dice);
                let prey = dice.die(self.preys[wolf], alive(&guards) as u32) as usize;
                let mut preys = guards.iter_mut().zip(&GUARDS).filter(|guard| *guard.0 > 0);
                if let Some((points, guard)) = preys.nth(prey - 1) {
                    *points = (*points - wound(guard.1[1])).max(0);
                }
                if alive(&guards) == 0 {
                    return (false, 0);
                }
            }
        }
    }
}

/// Throws an attack with its damage; returns the damage by the armor of the target.
fn wound(
    [attack, damage, critical]: Throws,
    faces: u32,
    [bonus, more]: [i32; 2],
    dice: &mut Sampled,
) -> impl Fn(i32) -> i32 + use<> {
    let attack = dice.die(attack, 20) as i32;
    let [damage, critical] = [damage, critical].map(|roller| dice.die(roller, faces) as i32);
    move |armor| {
        if attack == 20 {
            damage + more + critical
        } else if attack > 1 && attack + bonus >= armor {
            damage + more
        } else {
            0
        }
    }
}

/// Benchmarks a trial of the file and of the plain program.
pub fn bench(criterion: &mut Criterion) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/support/guards.toml");
    let scenario = open(path, &[]).unwrap_or_else(|error| panic!("{error}"));
    let contest = &scenario.contest;
    let rollers = contest.rollers();
    let fight = Fight::new(&rollers);
    let mut dice = Sampled::new(1, &rollers);
    let mut tally = Tally::new(contest.as_ref());
    contest.play(1, 0..COMPARED, &mut tally);
    let wins = (0..COMPARED).filter(|&trial| {
        dice.start(trial);
        fight.play(&mut dice).0
    });
    assert_eq!(
        wins.count() as u64,
        tally.outcomes()[0],
        "the results differ"
    );
    let mut group = criterion.benchmark_group("guards");
    group.bench_function("plain Rust", |bencher| {
        let mut trial = 0;
        bencher.iter(|| {
            dice.start(trial);
            trial += 1;
            black_box(fight.play(&mut dice))
        });
    });
    let mut next = 0;
    group.bench_function("file", |bencher| {
        bencher.iter_custom(|trials| {
            let mut tally = Tally::new(contest.as_ref());
            let begun = Instant::now();
            contest.play(1, next..next + trials, &mut tally);
            next += trials;
            black_box(&tally);
            begun.elapsed()
        });
    });
    group.finish();
}
