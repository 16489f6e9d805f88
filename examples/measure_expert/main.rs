//! Measures how well Combat's player `expert` plays, against `finisher`, against `rollout` with 64
//! play-outs and against perfect play:
//!
//! ```sh
//! cargo run --release --no-default-features --example measure_expert -- canyon duels speed
//! cargo run --release --no-default-features --example measure_expert -- varied 66 400 1
//! ```
//!
//! - `canyon`: the shares of the heroes for all pairings of players in the ambush.
//! - `duels`: what its choices lose to perfect play in all duels up to 5 against 5 dice, exactly.
//! - `speed`: microseconds a fight on one thread.
//! - `varied COUNT TRIALS SEED`: every seat of so many fresh fights with two and as many with three
//!   sides, `expert` against `rollout` in it on the same luck, with opponents who play `rollout` and
//!   with opponents who play `finisher`. All processors, some minutes for the numbers above.
//!
//! Each part ends with its bounds and whether they hold.

mod scenarios;

use evenodds::contest::{Play, Record, Rules, Silent, Solve, Tally};
use evenodds::contests::combat::{Class, Combat, Combatant, Group, Player, Setup, Side};
use evenodds::dice::Sampled;
use rayon::prelude::*;
use scenarios::Draw;
use std::process::ExitCode;
use std::time::Instant;

const FINISHER: Player = Player::Finisher;
const ROLLOUT: Player = Player::Rollout { playouts: 64 };
const EXPERT: Player = Player::Expert { depth: 0 };

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut words = words.iter().map(String::as_str).peekable();
    let mut holds = true;
    while let Some(word) = words.next() {
        let mut number = |default: u64| {
            let given = words.peek().and_then(|word| word.parse().ok());
            if given.is_some() {
                words.next();
            }
            given.unwrap_or(default)
        };
        holds &= match word {
            "canyon" => canyon(number(200_000)),
            "duels" => duels(),
            "speed" => speed(),
            "varied" => varied(number(66) as usize, number(400), number(1)),
            other => {
                eprintln!(
                    "{other}: there are `canyon`, `duels`, `speed` and `varied COUNT TRIALS SEED`"
                );
                return ExitCode::from(2);
            }
        };
    }
    if holds {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Prints a bound and whether it holds.
fn bound(what: &str, holds: bool) -> bool {
    println!("  {} {what}", if holds { "holds:" } else { "FAILS:" });
    holds
}

/// The setup of a fight of these, one list a side: (Classes, how many).
fn fight(sides: &[&[(&[u32], usize)]]) -> Setup {
    let mut setup = Setup::default();
    for (side, members) in sides.iter().enumerate() {
        let first = setup.combatants.len();
        for &(classes, count) in *members {
            for _ in 0..count {
                let position = setup.combatants.len();
                let class = |&dice: &u32| Class {
                    dice,
                    ..Class::default()
                };
                setup.groups.push(Group {
                    label: position.to_string(),
                    side,
                    size: 1,
                });
                setup.combatants.push(Combatant {
                    name: position.to_string(),
                    side,
                    group: position,
                    classes: classes.iter().map(class).collect(),
                    ..Combatant::default()
                });
            }
        }
        setup.sides.push(Side {
            name: side.to_string(),
            members: first..setup.combatants.len(),
            cover: None,
        });
    }
    setup
}

/// The ambush in the canyon.
fn ambush() -> Setup {
    let heroes: &[(&[u32], usize)] = &[(&[4, 3], 1), (&[3], 1), (&[2], 1)];
    let ambushers: &[(&[u32], usize)] = &[(&[4], 1), (&[2], 4)];
    fight(&[heroes, ambushers])
}

/// The fight with one player for each side.
fn played(setup: &Setup, players: &[Player]) -> Combat {
    let mut setup = setup.clone();
    for who in &mut setup.combatants {
        who.player = players[who.side];
    }
    Combat::new(setup)
}

/// The share of side 0.
fn share(combat: &Combat, trials: u64) -> f64 {
    let pieces: Vec<u64> = (0..64).collect();
    let wins: u64 = pieces
        .par_iter()
        .map(|piece| {
            let mut tally = Tally::new(combat);
            combat.play(
                1,
                trials * piece / 64..trials * (piece + 1) / 64,
                &mut tally,
            );
            tally.outcomes()[0]
        })
        .sum();
    wins as f64 / trials as f64
}

fn canyon(trials: u64) -> bool {
    let setup = ambush();
    println!(
        "canyon: share of the heroes (rows) against the ambushers (columns), {trials} trials, a tenth with rollout"
    );
    println!(
        "  {:10}{:>10}{:>10}{:>10}",
        "", "finisher", "rollout", "expert"
    );
    let players = [FINISHER, ROLLOUT, EXPERT];
    let mut shares = [[0.0; 3]; 3];
    for (row, heroes) in players.iter().enumerate() {
        print!("  {:10}", heroes.name());
        for (column, ambushers) in players.iter().enumerate() {
            let trials = if row == 1 || column == 1 {
                trials / 10
            } else {
                trials
            };
            shares[row][column] = share(&played(&setup, &[*heroes, *ambushers]), trials);
            print!("{:10.4}", shares[row][column]);
        }
        println!();
    }
    let near = |value: f64, wanted: f64, within: f64| (value - wanted).abs() <= within;
    bound(
        "rollout v finisher 0.56 +- 0.02",
        near(shares[1][0], 0.56, 0.02),
    ) & bound(
        "finisher v rollout 0.16 +- 0.02",
        near(shares[0][1], 0.16, 0.02),
    ) & bound(
        "rollout v rollout 0.41 +- 0.02",
        near(shares[1][1], 0.41, 0.02),
    ) & bound("expert v finisher at least 0.59", shares[2][0] >= 0.59)
        & bound("expert v rollout at least 0.61", shares[2][1] >= 0.61)
        & bound("rollout v expert at most 0.31", shares[1][2] <= 0.31)
        & bound(
            "expert v expert 0.50 +- 0.03",
            near(shares[2][2], 0.5, 0.03),
        )
}

fn duels() -> bool {
    println!("duels: points lost to perfect play, own dice (rows) against theirs (columns)");
    let mut worst = 0.0_f64;
    for own in 1..=5 {
        print!("  {own}");
        for theirs in 1..=5 {
            let setup = fight(&[&[(&[own], 1)], &[(&[theirs], 1)]]);
            let worth = |player| {
                let exact = played(&setup, &[player, Player::Optimal]).exact();
                exact.map_or(f64::NAN, |exact| exact.outcomes[0])
            };
            let lost = 100.0 * (worth(Player::Optimal) - worth(EXPERT));
            worst = worst.max(lost);
            print!("{lost:9.4}");
        }
        println!();
    }
    bound(
        &format!("at most 0.2 points, worst {worst:.4}"),
        worst <= 0.2,
    )
}

/// Microseconds a fight, the best of some rounds.
fn microseconds(combat: &Combat, trials: u64) -> f64 {
    let mut best = f64::INFINITY;
    for round in 0..10 {
        let mut tally = Tally::new(combat);
        let start = Instant::now();
        combat.play(1, round * trials..(round + 1) * trials, &mut tally);
        best = best.min(start.elapsed().as_secs_f64() * 1e6 / trials as f64);
    }
    best
}

fn speed() -> bool {
    let setup = ambush();
    println!("speed: microseconds a fight of the canyon, one thread, both sides alike");
    let of = |player: Player, trials| {
        let time = microseconds(&played(&setup, &[player; 2]), trials);
        println!("  {:10}{time:10.2}", player.name());
        time
    };
    of(FINISHER, 50_000);
    let expert = of(EXPERT, 10_000);
    let rollout = of(ROLLOUT, 500);
    print!("  look ahead of 2: ");
    of(Player::Expert { depth: 2 }, 1_000);
    bound("expert at most 8", expert <= 8.0) & bound("rollout at most 300", rollout <= 300.0)
}

/// Who wins each trial.
fn winners(combat: &Combat, seed: u64, trials: u64) -> Vec<usize> {
    let mut dice = Sampled::new(seed, &combat.rollers());
    let mut state = combat.state();
    let mut record = Record::new(combat);
    (0..trials)
        .map(|trial| {
            dice.start(trial);
            record.ends.clear();
            combat.trial(&mut dice, &mut state, &mut Silent, &mut record);
            record.outcome
        })
        .collect()
}

/// What `expert` does better than `rollout` in one seat.
struct Difference {
    scenario: usize,
    seat: usize,
    /// In points, and its standard error.
    points: f64,
    error: f64,
}

impl Difference {
    fn of(setup: &Setup, scenario: usize, seat: usize, opponents: Player, trials: u64) -> Self {
        let with = |player| {
            let mut players = vec![opponents; setup.sides.len()];
            players[seat] = player;
            winners(&played(setup, &players), scenario as u64, trials)
        };
        let (expert, rollout) = (with(EXPERT), with(ROLLOUT));
        let won = |winner: &usize| f64::from(u8::from(*winner == seat));
        let differences = expert.iter().zip(&rollout);
        let differences: Vec<f64> = differences
            .map(|(one, other)| won(one) - won(other))
            .collect();
        let (mean, error) = mean_and_error(&differences);
        Self {
            scenario,
            seat,
            points: 100.0 * mean,
            error: 100.0 * error,
        }
    }
}

fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

fn varied(count: usize, trials: u64, seed: u64) -> bool {
    let mut holds = true;
    for opponents in [ROLLOUT, FINISHER] {
        for sides in [2, 3] {
            let mut draw = Draw::new(seed * 10 + sides as u64);
            let setups: Vec<Setup> = (0..count).map(|_| draw.setup(sides)).collect();
            let seats: Vec<(usize, usize)> = (0..count)
                .flat_map(|scenario| (0..sides).map(move |seat| (scenario, seat)))
                .collect();
            let mut all: Vec<Difference> = seats
                .par_iter()
                .map(|&(scenario, seat)| {
                    Difference::of(&setups[scenario], scenario, seat, opponents, trials)
                })
                .collect();
            // Seats of one fight are not independent: its mean is one observation.
            let means: Vec<f64> = all
                .chunks(sides)
                .map(|seats| seats.iter().map(|seat| seat.points).sum::<f64>() / sides as f64)
                .collect();
            let (mean, error) = mean_and_error(&means);
            println!(
                "varied: {sides} sides, opponents {}: {count} fights, {} seats, {trials} trials each",
                opponents.name(),
                all.len()
            );
            println!(
                "  expert - rollout {mean:6.2} +- {:.2} points (95 %)",
                1.96 * error
            );
            let worse = all
                .iter()
                .filter(|seat| seat.points < -3.09 * seat.error)
                .count();
            all.sort_by(|one, other| one.points.total_cmp(&other.points));
            for seat in all.iter().take(5).chain(all.iter().rev().take(1)) {
                println!(
                    "    fight {:3} seat {}: {:7.2} +- {:.2}",
                    seat.scenario, seat.seat, seat.points, seat.error
                );
            }
            holds &= if opponents == ROLLOUT {
                bound("at least 5 points better on average", mean >= 5.0)
                    & bound(
                        &format!("worse at 99.9 % in none, {worse} seen"),
                        worse == 0,
                    )
            } else {
                bound("lower bound above -1 point", mean - 1.96 * error > -1.0)
            };
        }
    }
    holds
}
