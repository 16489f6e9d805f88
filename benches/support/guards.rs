//! Benchmarks of the kind `dice`: the fight of `guards.toml` and that of `teams.toml`, and the same fights in plain Rust,
//! which throw the same dice and therefore have the same results.

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

/// Form of the file of a fight.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// A step for each attack.
    Steps,
    /// Teams, which throw a roll when it is read.
    Teams,
}

/// The fight in plain Rust.
struct Fight {
    form: Form,
    guards: [Throws; 4],
    wolves: [Throws; 6],
    preys: [Roller; 6],
}

impl Fight {
    fn new(form: Form, rollers: &[String]) -> Self {
        let place = |name: String| {
            let place = rollers.iter().position(|roller| *roller == name);
            place.unwrap_or_else(|| panic!("there is no roll {name}: {rollers:?}"))
        };
        let throws = |name: String, between: &str| {
            ["attack", "damage", "critical"].map(|roll| place(format!("{name}{between}{roll}")))
        };
        let wolves = [1, 2, 3, 4, 5, 6];
        match form {
            Form::Steps => Self {
                form,
                guards: GUARDS.map(|guard| throws(guard.0.to_owned(), "_")),
                wolves: wolves.map(|wolf| throws(format!("wolf_{wolf}"), "_")),
                preys: wolves.map(|wolf| place(format!("wolf_{wolf}_prey"))),
            },
            Form::Teams => Self {
                form,
                guards: GUARDS.map(|guard| throws(format!("guards/{}", guard.0), "/")),
                wolves: wolves.map(|wolf| throws(format!("wolves/wolf {wolf}"), "/")),
                preys: wolves.map(|wolf| place(format!("wolves/wolf {wolf}/player"))),
            },
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
                let wound =
                    self.wound(self.guards[index], *faces, [*bonus, *more, WOLVES[0]], dice);
                if let Some(wolf) = wolves.iter_mut().find(|wolf| **wolf > 0) {
                    *wolf = (*wolf - wound).max(0);
                }
                if alive(&wolves) == 0 {
                    return (true, alive(&guards));
                }
            }
            let standing = wolves.iter().enumerate().filter(|wolf| *wolf.1 > 0);
            for (wolf, _) in standing {
                let prey = match (self.form, alive(&guards) as u32) {
                    (Form::Steps, alive) => dice.die(self.preys[wolf], alive) as usize - 1,
                    (Form::Teams, 1) => 0,
                    (Form::Teams, alive) => dice.choose(self.preys[wolf], alive) as usize,
                };
                let mut preys = guards.iter_mut().zip(&GUARDS).filter(|guard| *guard.0 > 0);
                if let Some((points, guard)) = preys.nth(prey) {
                    let numbers = [WOLVES[1], WOLVES[2], guard.1[1]];
                    *points = (*points - self.wound(self.wolves[wolf], 6, numbers, dice)).max(0);
                }
                if alive(&guards) == 0 {
                    return (false, 0);
                }
            }
        }
    }

    /// Throws an attack with its damage; returns the damage.
    fn wound(
        &self,
        [attack, damage, critical]: Throws,
        faces: u32,
        [bonus, more, armor]: [i32; 3],
        dice: &mut Sampled,
    ) -> i32 {
        let attack = dice.die(attack, 20) as i32;
        let (is_critical, is_hit) = (attack == 20, attack > 1 && attack + bonus >= armor);
        let is_thrown = |read: bool| self.form == Form::Steps || read;
        let mut thrown = |roller: Roller, read: bool| {
            if is_thrown(read) {
                dice.die(roller, faces) as i32
            } else {
                0
            }
        };
        let damage = thrown(damage, is_hit || is_critical);
        let critical = thrown(critical, is_critical);
        if is_critical {
            damage + more + critical
        } else if is_hit {
            damage + more
        } else {
            0
        }
    }
}

/// Benchmarks trials of the files and of the plain programs.
pub fn bench(criterion: &mut Criterion) {
    bench_form(criterion, "guards", Form::Steps);
    bench_form(criterion, "teams", Form::Teams);
}

fn bench_form(criterion: &mut Criterion, name: &str, form: Form) {
    let path = format!("{}/support/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let scenario = open(&path, &[]).unwrap_or_else(|error| panic!("{error}"));
    let contest = &scenario.contest;
    let rollers = contest.rollers();
    let fight = Fight::new(form, &rollers);
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
    let mut group = criterion.benchmark_group(name);
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
