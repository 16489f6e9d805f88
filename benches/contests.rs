//! How long a trial takes, beside its floor and beside the plain program.
//!
//! The *floor* of a contest seeds the same streams and draws the same dice, trial by trial, and
//! does nothing else. `cargo bench` prints nanoseconds a trial for each, then the ratios, all out of
//! one run.

#[path = "support/floor.rs"]
mod floor;
#[path = "support/summary.rs"]
mod summary;

#[path = "../tests/it/fights.rs"]
#[allow(dead_code)]
mod fights;
#[path = "../tests/it/plain/mod.rs"]
mod plain;
#[path = "../tests/it/tape.rs"]
mod tape;

use criterion::Criterion;
use evenodds::contest::{Contest, Play, Rules, Tally};
use evenodds::contests::abstract_rpg::{AbstractRpg, Form, Tie};
use evenodds::contests::combat::{Combat, Group, Player, Setup};
use evenodds::contests::dice_adventures::{self, Book, Class, DiceAdventures, Mode, Options, Shop};
use evenodds::contests::quick::{Quick, Thrower};
use evenodds::dice::Sampled;
use evenodds::sim::{Plan, Unwatched, run};
use fights::Sketch;
use floor::Floor;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Trials whose dice a floor remembers; more would measure the memory of its list.
const REMEMBERED: u64 = 1_000;

fn main() {
    let mut criterion = Criterion::default()
        .configure_from_args()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2));
    canyon(&mut criterion);
    quick(&mut criterion);
    abstract_rpg(&mut criterion);
    adventures(&mut criterion);
    players(&mut criterion);
    crowds(&mut criterion);
    threads(&mut criterion);
    criterion.final_summary();
    summary::print(&[
        ("canyon/packed", "canyon/floor"),
        ("canyon/plain", "canyon/packed"),
        ("quick/packed", "quick/floor"),
        ("abstract/packed", "abstract/floor"),
        ("adventures/packed", "adventures/floor"),
        ("adventures/plain", "adventures/packed"),
        ("adventures/greedy", "adventures/packed"),
        ("adventures/optimal", "adventures/packed"),
        ("players/expert", "players/finisher"),
        ("players/rollout", "players/finisher"),
        ("players/rollout", "players/expert"),
        ("players/plain rollout", "players/rollout"),
        ("a turn of/100", "a turn of/10"),
        ("a turn of/1000", "a turn of/100"),
        ("streams/xoshiro256++", "streams/splitmix64"),
        ("threads/1", "threads/2"),
    ]);
}

/// Benches a contest and its floor, per trial.
fn contest(criterion: &mut Criterion, name: &str, rules: &(impl Rules + Contest)) {
    let floor = Floor::of(rules, 1, REMEMBERED);
    let mut group = criterion.benchmark_group(name);
    group.bench_function("floor", |bencher| {
        bencher.iter_custom(|trials| {
            let mut dice = Sampled::new(1, &rules.rollers());
            let begun = Instant::now();
            black_box(floor.draw(&mut dice, trials));
            begun.elapsed()
        });
    });
    let mut next = 0;
    group.bench_function("packed", |bencher| {
        bencher.iter_custom(|trials| {
            let mut tally = Tally::new(rules);
            let begun = Instant::now();
            // Ever new trials: a processor learns the branches of a thousand fights by heart.
            rules.play(1, next..next + trials, &mut tally);
            next += trials;
            black_box(&tally);
            begun.elapsed()
        });
    });
    group.finish();
}

/// The canyon with its drones counted together, as the shipped scenario has it.
fn grouped_canyon() -> Combat {
    let each = Sketch::canyon(Player::Finisher).packed();
    let mut groups = each.groups()[..4].to_vec();
    groups.push(Group {
        label: "drones".to_owned(),
        side: 1,
        size: 4,
    });
    let mut combatants = each.combatants().to_vec();
    for drone in &mut combatants[4..] {
        drone.group = 4;
    }
    Combat::new(Setup {
        sides: each.sides().to_vec(),
        combatants,
        groups,
        options: each.options(),
        ..Setup::default()
    })
}

fn quick(criterion: &mut Criterion) {
    let helper = Thrower::full("helper", 6);
    contest(
        criterion,
        "quick",
        &Quick::new(10, Thrower::full("actor", 4), vec![helper]),
    );
}

fn abstract_rpg(criterion: &mut Criterion) {
    contest(
        criterion,
        "abstract",
        &AbstractRpg::new(57, 49, Tie::Coin, Form::D5),
    );
}

/// Games of five adventures: by a careless player, and by those who think.
fn adventures(criterion: &mut Criterion) {
    let heroes = [Class::Warrior, Class::Cleric, Class::Wizard];
    let careless = DiceAdventures::new(&dice_adventures::Setup {
        heroes,
        book: Book {
            mode: Mode::Basic,
            adventures: 5,
            options: Options::default(),
            shop: Shop::default(),
        },
        player: dice_adventures::Player::Passive,
    });
    contest(criterion, "adventures", &careless);
    let mut group = criterion.benchmark_group("adventures");
    group.bench_function("plain", |bencher| {
        let rules = plain::dice_adventures::Rules {
            mode: plain::dice_adventures::Mode::Basic,
            adventures: 5,
            ranger_rerolls_kept: false,
            must_replace: false,
            modifiers_after: false,
        };
        let mut dice = tape::Tape::new(1, careless.rollers().len());
        let mut trial = 0;
        bencher.iter(|| {
            dice.start(trial);
            trial += 1;
            plain::dice_adventures::careless(heroes.map(|class| class as usize), &rules, &mut dice)
        });
    });
    for player in [
        dice_adventures::Player::Greedy,
        dice_adventures::Player::Optimal,
    ] {
        let game = careless.played_by(player);
        // What has to be solved is solved before the clock starts.
        let mut next = 200_000;
        game.play(1, 0..next, &mut Tally::new(&game));
        group.bench_function(player.name(), |bencher| {
            bencher.iter_custom(|trials| {
                let mut tally = Tally::new(&game);
                let begun = Instant::now();
                game.play(1, next..next + trials, &mut tally);
                next += trials;
                black_box(&tally);
                begun.elapsed()
            });
        });
    }
    group.finish();
}

fn canyon(criterion: &mut Criterion) {
    let sketch = Sketch::canyon(Player::Finisher);
    contest(criterion, "canyon", &grouped_canyon());
    let (combatants, rules) = fights::plain_of(&sketch.setup());
    criterion
        .benchmark_group("canyon")
        .bench_function("plain", |bencher| {
            let mut dice = tape::Tape::new(1, 2 * combatants.len() + 1);
            let mut trial = 0;
            bencher.iter(|| {
                dice.start(trial);
                trial += 1;
                plain::combat::fight(&combatants, 2, &rules, &mut dice)
            });
        });
    let floor = Floor::of(&sketch.packed(), 1, REMEMBERED);
    let mut group = criterion.benchmark_group("streams");
    group.bench_function("splitmix64", |bencher| {
        bencher.iter_custom(|trials| {
            let mut dice = Sampled::new(1, &sketch.packed().rollers());
            let begun = Instant::now();
            black_box(floor.draw(&mut dice, trials));
            begun.elapsed()
        });
    });
    group.bench_function("xoshiro256++", |bencher| {
        bencher.iter_custom(|trials| {
            let begun = Instant::now();
            black_box(floor.draw_from_one_generator(trials));
            begun.elapsed()
        });
    });
    group.finish();
}

/// A fight in the canyon with the same player in both seats.
fn players(criterion: &mut Criterion) {
    let rollout = Player::Rollout { playouts: 64 };
    let mut group = criterion.benchmark_group("players");
    group.sample_size(10);
    for player in [Player::Finisher, Player::Expert { depth: None }, rollout] {
        let canyon = Sketch::canyon(player).packed();
        let mut next = 0;
        group.bench_function(player.name(), |bencher| {
            bencher.iter_custom(|trials| {
                let mut tally = Tally::new(&canyon);
                let begun = Instant::now();
                canyon.play(1, next..next + trials, &mut tally);
                next += trials;
                black_box(&tally);
                begun.elapsed()
            });
        });
    }
    let sketch = Sketch::canyon(rollout);
    let (combatants, rules) = fights::plain_of(&sketch.setup());
    group.bench_function("plain rollout", |bencher| {
        let thinkers = sketch.packed().rollers();
        let mut dice = tape::Tape::new(1, thinkers.len()).thinking(thinkers);
        let mut trial = 0;
        bencher.iter(|| {
            dice.start(trial);
            trial += 1;
            plain::combat::fight(&combatants, 2, &rules, &mut dice)
        });
    });
    group.finish();
}

/// A turn of a fight of ten, a hundred and a thousand combatants.
fn crowds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a turn of");
    group.sample_size(10);
    for size in [10, 100, 1_000] {
        let fight = crowd(size);
        let mut next = 0;
        group.bench_function(size.to_string(), |bencher| {
            bencher.iter_custom(|turns| {
                let mut played = 0;
                let begun = Instant::now();
                fight.watch(1, next..u64::MAX, &mut |trial, record| {
                    next = trial + 1;
                    played += record.values[0] as u64;
                    played < turns
                });
                begun.elapsed().mul_f64(turns as f64 / played as f64)
            });
        });
    }
    group.finish();
}

/// Two sides of so many combatants together, with three dice each; each side is counted together.
fn crowd(size: usize) -> Combat {
    let side = vec![(Player::Finisher, vec![3]); size / 2];
    let mut setup = Sketch::new(vec![side.clone(), side]).setup();
    setup.options.deadlock_lot = true;
    setup.groups = ["red", "blue"]
        .into_iter()
        .enumerate()
        .map(|(side, label)| Group {
            label: label.to_owned(),
            side,
            size: size as u32 / 2,
        })
        .collect();
    for who in &mut setup.combatants {
        who.group = who.side;
    }
    Combat::new(setup)
}

/// A run on one thread and on two.
fn threads(criterion: &mut Criterion) {
    let canyon = grouped_canyon();
    let mut group = criterion.benchmark_group("threads");
    for threads in [1, 2] {
        group.bench_function(threads.to_string(), |bencher| {
            bencher.iter_custom(|rounds| {
                let plan = Plan {
                    seed: 1,
                    trials: 0..rounds * 100_000,
                    threads,
                    precision: None,
                    alpha: 0.05,
                    piece: None,
                };
                let begun = Instant::now();
                black_box(run(&canyon, &plan, &Unwatched));
                begun.elapsed() / 100_000
            });
        });
    }
    group.finish();
}
