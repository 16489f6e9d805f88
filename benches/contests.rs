//! Benchmarks of a trial of each kind of contest, compared with its floor.
//!
//! The *floor* of a contest seeds the same streams and draws the same dice, trial by trial, and
//! does nothing else. `cargo bench` prints nanoseconds per trial for each, then the ratios, all from
//! one run. The ratio to the floor is the measure of speed.
//!
//! The plain programs of `tests/it/plain` are timed too, in a table of their own. They are written
//! for reading, with lists, logs and dynamic calls, so their ratios do not measure the speed of the
//! library.

#[path = "support/floor.rs"]
mod floor;
#[path = "support/guards.rs"]
mod guards;
#[path = "support/samples.rs"]
mod samples;
#[path = "support/summary.rs"]
mod summary;

#[path = "../tests/it/fights.rs"]
#[allow(dead_code)]
mod fights;
#[path = "../tests/it/plain/mod.rs"]
mod plain;
#[path = "../tests/it/tape.rs"]
mod tape;
#[path = "../tests/it/trades.rs"]
mod trades;

use criterion::Criterion;
use evenodds::contest::{Contest, Describe, ErrorRate, Play, Rules, Tally};
use evenodds::contests::abstract_rpg::{AbstractRpg, RandomTermForm, TieRule};
use evenodds::contests::action_dice::{
    self, ActionRoll, ActorDice, DeclarationRoll, DifficultyCheck, InitiativeCheck, Opposed, rounds,
};
use evenodds::contests::combat::{Combat, Deadlock, Group, Player, Setup};
use evenodds::contests::dice_adventures::{
    self, Book, Deck, DiceAdventures, HeroClass, Mode, Options, Shop,
};
use evenodds::contests::quick::{Quick, Thrower};
use evenodds::contests::survey;
use evenodds::contests::trade::Trade;
use evenodds::contests::workshop::{
    self, CraftStart, MOST_SUPPLY, SolvedWorkshop, Supply, Workshop,
};
use evenodds::dice::{Dice, Sampled};
use evenodds::sim::{NoProgress, Plan, run};
use fights::Sketch;
use floor::Floor;
use plain::trade::{Plan as Trip, Step as PlainStep};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Number of trials that a floor records. With more, the benchmark would measure memory access.
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
    survey(&mut criterion);
    workshop(&mut criterion);
    trade(&mut criterion);
    action_dice(&mut criterion);
    solving_crafts(&mut criterion);
    adventures(&mut criterion);
    guards::bench(&mut criterion);
    players(&mut criterion);
    crowds(&mut criterion);
    threads(&mut criterion);
    samples::bench(&mut criterion, &grouped_canyon());
    criterion.final_summary();
    summary::print(
        "ratios: to the floor, and of the library to itself",
        &[
            ("canyon/packed", "canyon/floor"),
            ("quick/packed", "quick/floor"),
            ("abstract/packed", "abstract/floor"),
            ("survey of 10/packed", "survey of 10/floor"),
            ("survey of 21/packed", "survey of 21/floor"),
            (
                "survey of 10, combine/packed",
                "survey of 10, combine/floor",
            ),
            ("trade/packed", "trade/floor"),
            ("actions/packed", "actions/floor"),
            ("group actions/packed", "group actions/floor"),
            ("action check/packed", "action check/floor"),
            ("ability/packed", "ability/floor"),
            ("opposed/packed", "opposed/floor"),
            ("action order/packed", "action order/floor"),
            ("workshop/packed", "workshop/floor"),
            ("workshop of 5/packed", "workshop of 5/floor"),
            ("workshop one_by_one/packed", "workshop one_by_one/floor"),
            ("a craft of 4/9 dice", "a craft of 3/9 dice"),
            ("a craft of 5/9 dice", "a craft of 3/9 dice"),
            ("adventures/packed", "adventures/floor"),
            ("adventures/greedy", "adventures/packed"),
            ("adventures/optimal", "adventures/packed"),
            ("guards/file", "guards/plain Rust"),
            ("teams/file", "teams/plain Rust"),
            ("players/expert", "players/finisher"),
            ("players/rollout", "players/finisher"),
            ("players/rollout", "players/expert"),
            ("a turn of/100", "a turn of/10"),
            ("a turn of/1000", "a turn of/100"),
            ("streams/xoshiro256++", "streams/splitmix64"),
            ("threads/1", "threads/2"),
            ("samples/rows", "samples/run"),
            ("samples/parquet", "samples/run"),
        ],
    );
    summary::print(
        "the plain programs of the tests, written for reading: no measure of speed",
        &[
            ("canyon/plain", "canyon/packed"),
            ("survey of 10/plain", "survey of 10/packed"),
            ("survey of 21/plain", "survey of 21/packed"),
            ("trade/plain", "trade/packed"),
            ("a craft of 3/plain, 3 dice", "a craft of 3/3 dice"),
            ("a craft of 4/plain, 1 die", "a craft of 4/1 die"),
            ("a craft of 5/plain, 1 die", "a craft of 5/1 die"),
            ("adventures/plain", "adventures/packed"),
            ("players/plain rollout", "players/rollout"),
        ],
    );
}

/// Benchmarks a contest and its floor, per trial.
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
            // New trials every time, since branch prediction learns a thousand fights.
            rules.play(1, next..next + trials, &mut tally);
            next += trials;
            black_box(&tally);
            begun.elapsed()
        });
    });
    group.finish();
}

/// Returns the canyon with its drones as one group, as in the built-in scenario.
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
        &AbstractRpg::new(57, 49, TieRule::Coin, RandomTermForm::D5),
    );
}

/// Benchmarks the year of the built-in scenario, which has twenty steps.
fn trade(criterion: &mut Criterion) {
    let bill = |difficulty, pay_on_failure| PlainStep::Bill {
        difficulty,
        contributors: Vec::new(),
        payer: None,
        pay_on_failure,
    };
    let plan = Trip {
        prosperity: 3,
        backers: Vec::new(),
        cargoes: Vec::new(),
        steps: vec![
            bill(6, true),
            bill(12, true),
            PlainStep::Expense(1),
            bill(10, false),
            PlainStep::Windfall(2),
        ],
        repeat: 4,
        restock: false,
        tie_trades: true,
        port_refuses: false,
        keeps_last_die: false,
        refused: Vec::new(),
    };
    contest(criterion, "trade", &Trade::new(trades::setup(&plan)));
    criterion
        .benchmark_group("trade")
        .bench_function("plain", |bencher| {
            let mut dice = tape::Tape::new(1, 1);
            let mut trial = 0;
            bencher.iter(|| {
                dice.start(trial);
                trial += 1;
                plain::trade::trade(&plan, &mut dice)
            });
        });
}

/// Benchmarks every contest of Action Dice; exchanges with `guarded` on both sides.
fn action_dice(criterion: &mut Criterion) {
    let roll = |name: &str, kept| ActionRoll {
        name: name.to_owned(),
        action: 2,
        other: 3,
        kept,
    };
    contest(
        criterion,
        "action check",
        &DifficultyCheck::new(roll("a", None), 17),
    );
    contest(
        criterion,
        "ability",
        &DifficultyCheck::new(roll("a", Some(4)), 17),
    );
    let both = [roll("a", None), roll("b", Some(4))];
    contest(criterion, "opposed", &Opposed::new(both));
    let actor = |name: &str| ActorDice {
        name: name.to_owned(),
        action: 2,
        declaration: DeclarationRoll::default(),
    };
    contest(
        criterion,
        "action order",
        &InitiativeCheck::new([actor("a"), actor("b")]),
    );
    let fencer = |side| rounds::Fighter {
        name: String::new(),
        side,
        group: 0,
        general: 3,
        for_attack: 0,
        for_defence: 0,
        specialised: None,
        hand_to_hand: 4,
        ranged: 0,
        dodge: 0,
        movement: 0,
        attack: rounds::AttackReach::HandToHand,
        attack_extra: 0,
        defence_extra: 0,
        stance: rounds::Stance::Single,
        noncombat: false,
    };
    let townsfolk = rounds::Fighter {
        general: 1,
        hand_to_hand: 2,
        ..fencer(1)
    };
    let duel = vec![fencer(0), fencer(1)];
    let group = std::iter::once(fencer(0)).chain(vec![townsfolk; 3]);
    contest(criterion, "actions", &exchange(duel));
    contest(criterion, "group actions", &exchange(group.collect()));
}

/// Returns an exchange of the first fighter against all others. Each is a group of its own.
fn exchange(mut fighters: Vec<rounds::Fighter>) -> rounds::Rounds {
    let mut groups = Vec::new();
    for (number, fighter) in fighters.iter_mut().enumerate() {
        (fighter.name, fighter.group) = (number.to_string(), number);
        groups.push(Group {
            label: number.to_string(),
            side: fighter.side,
            size: 1,
        });
    }
    let sides = [("red", 0..1), ("blue", 1..fighters.len())];
    rounds::Rounds::new(rounds::Setup {
        sides: sides.map(|(name, members)| rounds::Side {
            error: ErrorRate::NONE,
            name: name.to_owned(),
            members,
            player: rounds::Player::Guarded,
        }),
        fighters,
        groups,
        options: action_dice::Options::default(),
    })
}

/// Benchmarks optimal play on a small Field with few dice, and on a large one with many. The plain
/// program searches each Field with only a table of explored positions.
fn survey(criterion: &mut Criterion) {
    for (rows, dice, combine) in [(4, 4, false), (6, 6, false), (4, 4, true)] {
        let size = rows * (rows + 1) / 2;
        let leader = survey::Searcher {
            name: "leader".to_owned(),
            dice,
        };
        let name = format!("survey of {size}{}", if combine { ", combine" } else { "" });
        let rules = survey::Survey::new(survey::Setup {
            player: survey::Player::Optimal,
            field: survey::FieldFrom::Rolled(rows),
            supply: survey::SupplyFrom::Rolled {
                leader,
                helpers: Vec::new(),
            },
            prize: survey::Prize::Uniform,
            combine,
        });
        contest(criterion, &name, &rules);
        if combine {
            continue;
        }
        let plainly = plain::survey::Rules {
            field: plain::survey::FieldFrom::Rolled(size as usize),
            supply: plain::survey::SupplyFrom::Rolled {
                leader: dice as usize,
                helpers: Vec::new(),
            },
            prize: plain::survey::Prize::Uniform,
            combine,
        };
        let mut group = criterion.benchmark_group(&name);
        group.bench_function("plain", |bencher| {
            let mut dice = tape::Tape::new(1, rules.rollers().len());
            let mut trial = 0;
            bencher.iter(|| {
                dice.start(trial);
                trial += 1;
                plain::survey::survey_at_best(&plainly, &mut dice)
            });
        });
        group.finish();
    }
}

/// Benchmarks work on rolled Crafts with the maximum Supply. The Crafts are solved before the clock
/// starts.
fn workshop(criterion: &mut Criterion) {
    for (name, piles, player) in [
        ("workshop", 3, workshop::Player::Optimal),
        ("workshop of 5", 5, workshop::Player::Optimal),
        ("workshop one_by_one", 3, workshop::Player::OneByOne),
        ("workshop of 10, matcher", 10, workshop::Player::Matcher),
    ] {
        let work = Workshop::new(workshop::Setup {
            crafter: "crafter".to_owned(),
            supply: Supply {
                class: 6,
                assistance: true,
                time: true,
                facility: true,
            },
            start: CraftStart::Rolled(piles),
            reroll_solved: true,
            player,
        });
        contest(criterion, name, &work);
    }
}

/// Benchmarks the solver of Crafts, per Craft, with all Crafts of a size on one thread.
///
/// The plain program has few dice of Supply, which favors it: it repeats for each number of dice the
/// sums that the library keeps. With four and five piles it solves a sample of the Crafts.
fn solving_crafts(criterion: &mut Criterion) {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let one = one.expect("a thread can be started");
    for (piles, crafts, few) in [
        (3, 30_856, "3 dice"),
        (4, 455_126, "1 die"),
        (5, 5_461_512, "1 die"),
    ] {
        let few_dice = if piles == 3 { 3 } else { 1 };
        let mut group = criterion.benchmark_group(format!("a craft of {piles}"));
        group.sample_size(10);
        for (name, dice) in [(few, few_dice), ("9 dice", MOST_SUPPLY)] {
            group.bench_function(name, |bencher| {
                bencher.iter_custom(|rounds| {
                    let begun = Instant::now();
                    for _ in 0..rounds {
                        black_box(one.install(|| SolvedWorkshop::solve(piles, dice)));
                    }
                    begun.elapsed() / crafts
                });
            });
        }
        let sample = if piles == 3 {
            plain::workshop::all_crafts(3)
        } else {
            rolled_crafts(piles, 2_000)
        };
        group.bench_function(format!("plain, {few}"), |bencher| {
            bencher.iter_custom(|rounds| {
                let begun = Instant::now();
                for _ in 0..rounds {
                    let mut values = plain::workshop::Values::default();
                    for craft in &sample {
                        black_box(values.of(craft, few_dice));
                    }
                }
                begun.elapsed() / sample.len() as u32
            });
        });
        group.finish();
    }
}

fn rolled_crafts(piles: usize, count: usize) -> Vec<plain::workshop::Craft> {
    let mut dice = Sampled::new(1, &["craft".to_owned()]);
    let mut die = || dice.die(0, 6) as u8;
    let mut craft = || (0..piles).map(|_| [die(), die(), die()]).collect();
    (0..count).map(|_| craft()).collect()
}

/// Benchmarks games of five adventures with the player `passive`, then with the other players.
fn adventures(criterion: &mut Criterion) {
    let heroes = [HeroClass::Warrior, HeroClass::Cleric, HeroClass::Wizard];
    let careless = DiceAdventures::new(&dice_adventures::Setup {
        heroes,
        book: Book {
            mode: Mode::Basic,
            adventures: 5,
            options: Options::default(),
            shop: Shop::default(),
            deck: Deck::default(),
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
            deck: plain::dice_adventures::Deck::default(),
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
        // The game is solved before the clock starts.
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

/// Benchmarks a fight in the canyon with the same player on both sides.
fn players(criterion: &mut Criterion) {
    let rollout = Player::Rollout { playouts: 64 };
    let mut group = criterion.benchmark_group("players");
    group.sample_size(10);
    for player in [Player::Finisher, Player::Expert { depth: 0 }, rollout] {
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

/// Benchmarks a turn of a fight with ten, a hundred and a thousand combatants.
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

/// Returns a fight of two equal sides with `size` combatants in total and three dice each; each side
/// is one group.
fn crowd(size: usize) -> Combat {
    let side = vec![(Player::Finisher, vec![3]); size / 2];
    let mut setup = Sketch::new(vec![side.clone(), side]).setup();
    setup.options.deadlock = Deadlock::Lot;
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

/// Benchmarks a run on one thread and on two.
fn threads(criterion: &mut Criterion) {
    let canyon = grouped_canyon();
    let mut group = criterion.benchmark_group("threads");
    for threads in [1, 2] {
        group.bench_function(threads.to_string(), |bencher| {
            bencher.iter_custom(|rounds| {
                let plan = Plan {
                    threads,
                    ..Plan::new(1, 0..rounds * 100_000)
                };
                let begun = Instant::now();
                black_box(run(&canyon, &plan, &NoProgress));
                begun.elapsed() / 100_000
            });
        });
    }
    group.finish();
}
