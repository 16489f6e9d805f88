//! Measures how well Combat's player `expert` plays, against `finisher`, against `rollout` with 64
//! play-outs and against perfect play:
//!
//! ```sh
//! cargo run --release --no-default-features --example measure_expert -- canyon duels speed
//! cargo run --release --no-default-features --example measure_expert -- calibration regret varied rules
//! ```
//!
//! - `canyon`: the shares of the heroes for all pairings of players in the ambush.
//! - `duels`: what its choices lose to perfect play in all duels up to 5 against 5 dice, exactly.
//! - `speed`: microseconds a fight on one thread.
//! - `rules`: nanoseconds a decision with each optional rule, beside a plain fight of as many combatants.
//!
//! The others take random fights of [`fights`], of another seed than those of the trainer:
//!
//! - `calibration FIGHTS`: its chances at the first decision, in ten bins, beside the shares won.
//! - `regret FIGHTS PLAYOUTS`: what its action loses to the best one, at one decision of each fight.
//! - `varied FIGHTS TRIALS`: every seat of the fights, `expert` against `rollout` in it on common random
//!   numbers, with opponents who play `rollout` and with opponents who play `finisher`. Ten minutes or more.
//!
//! Each part ends with its bounds and whether they hold.

#[path = "../support/fights.rs"]
mod fights;
mod positions;

use evenodds::contest::{Play, Record, Rules, Silent, Solve, Tally};
use evenodds::contests::combat::expert;
use evenodds::contests::combat::{
    Arrival, Class, Combat, Combatant, Cover, Group, Player, Setup, Side, When,
};
use evenodds::dice::Sampled;
use fights::Draw;
use rayon::prelude::*;
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
            "rules" => rules(),
            "varied" => varied(&fights(number(200), 1), number(400)),
            "regret" => positions::regret(&fights(number(200), 1), number(10_000) as u32),
            "calibration" => positions::calibration(&fights(number(200), 1)),
            other => {
                eprintln!(
                    "{other}: expected `canyon`, `duels`, `speed`, `rules`, `calibration`, `regret` or `varied`"
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

/// Nanoseconds of a trial by decision, and how many decisions there are.
fn nanoseconds(setup: &Setup, trials: u64) -> (f64, f64) {
    let combat = played(setup, &vec![EXPERT; setup.sides.len()]);
    let mut decisions = 0;
    let mut dice = Sampled::new(1, &combat.rollers());
    let (mut state, mut record) = (combat.state(), Record::new(&combat));
    for trial in 0..trials {
        dice.start(trial);
        record.ends.clear();
        let (fight, mut silent) = (state.fight_mut(), Silent);
        combat.fight(&mut dice, fight, &mut silent, &mut record, |view, _| {
            decisions += 1;
            expert::choose(view, expert::fitting(view))
        });
    }
    let decisions = f64::from(decisions) / trials as f64;
    (1e3 * microseconds(&combat, trials) / decisions, decisions)
}

/// What one rule changes in a fight of two sides.
type Variant = (&'static str, fn(&mut Setup));

const VARIANTS: [Variant; 9] = [
    ("two Classes each", |setup| {
        each(setup, |who| {
            let class = who.classes[0].clone();
            who.classes.push(class);
        });
    }),
    ("monsters", |setup| {
        each(setup, |who| who.monster = who.side == 1);
    }),
    ("wounds and armor", |setup| {
        each(setup, |who| (who.wounds, who.armor) = (true, true));
    }),
    ("Cover of each", |setup| {
        each(setup, |who| who.cover = Some(Cover::Rolled(2)));
    }),
    ("Cover of all", |setup| {
        setup.field_cover = Some(Cover::Rolled(3));
        for side in &mut setup.sides {
            side.cover = Some(Cover::Rolled(3));
        }
    }),
    ("ranged weapons", |setup| {
        setup.field_cover = Some(Cover::Rolled(3));
        each(setup, |who| who.classes[0].ignores_cover = who.side == 0);
    }),
    ("late by turn", |setup| reinforced(setup, When::Turn(6))),
    ("late by losses", |setup| {
        reinforced(setup, When::Standing(2));
    }),
    ("three sides", |setup| {
        let all = setup.combatants.len();
        let first = all - all / 3;
        setup.sides[1].members.end = first;
        setup.sides.push(Side {
            name: "2".to_owned(),
            members: first..all,
            cover: None,
        });
        for place in first..all {
            setup.combatants[place].side = 2;
            setup.groups[place].side = 2;
        }
    }),
];

fn each(setup: &mut Setup, change: impl FnMut(&mut Combatant)) {
    setup.combatants.iter_mut().for_each(change);
}

/// The last two of a fight come late.
fn reinforced(setup: &mut Setup, when: When) {
    let all = setup.combatants.len();
    for who in &mut setup.combatants[all - 2..] {
        who.arrival = Some(0);
    }
    setup.arrivals.push(Arrival {
        side: 1,
        members: all - 2..all,
        when,
    });
}

/// What a decision costs with each rule, beside one of a plain fight of as many.
fn rules() -> bool {
    println!("rules: nanoseconds a decision, and how many times those of a plain fight");
    let mut worst = 0.0_f64;
    for half in [4, 8, 12] {
        let plain = fight(&[&[(&[3], half)], &[(&[3], half)]]);
        let trials = 24_000 / (half * half) as u64;
        let (cost, decisions) = nanoseconds(&plain, trials);
        println!(
            "  {} combatants: {cost:.0} in {decisions:.1} decisions",
            2 * half
        );
        for (name, change) in VARIANTS {
            let mut setup = plain.clone();
            change(&mut setup);
            let (other, decisions) = nanoseconds(&setup, trials);
            worst = worst.max(other / cost);
            println!(
                "    {name:18}{other:8.0} {:6.2} in {decisions:.1}",
                other / cost
            );
        }
    }
    bound(&format!("at most 2 times, worst {worst:.2}"), worst <= 2.0)
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

/// What `expert` does better than `rollout` in a fight, in the mean of all seats.
struct Difference {
    number: usize,
    /// In points, and its standard error.
    points: f64,
    error: f64,
}

impl Difference {
    fn of(setup: &Setup, number: usize, opponents: Player, trials: u64) -> Self {
        let sides = setup.sides.len();
        let mut points = vec![0.0; trials as usize];
        for seat in 0..sides {
            let with = |player| {
                let mut players = vec![opponents; sides];
                players[seat] = player;
                winners(&played(setup, &players), number as u64, trials)
            };
            let won = |winner: usize| f64::from(u8::from(winner == seat));
            let both = with(EXPERT).into_iter().zip(with(ROLLOUT));
            for (points, (expert, rollout)) in points.iter_mut().zip(both) {
                *points += 100.0 * (won(expert) - won(rollout)) / sides as f64;
            }
        }
        let (points, error) = mean_and_error(&points);
        Self {
            number,
            points,
            error,
        }
    }
}

fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

/// So many fights that the trainer did not draw.
fn fights(count: u64, seed: u64) -> Vec<Setup> {
    let mut draw = Draw::new(seed, "tests");
    (0..count).map(|_| draw.fight()).collect()
}

fn varied(setups: &[Setup], trials: u64) -> bool {
    let mut holds = true;
    for opponents in [ROLLOUT, FINISHER] {
        let mut all: Vec<Difference> = setups
            .par_iter()
            .enumerate()
            .map(|(number, setup)| Difference::of(setup, number, opponents, trials))
            .collect();
        let means: Vec<f64> = all.iter().map(|fight| fight.points).collect();
        let (mean, error) = mean_and_error(&means);
        println!(
            "varied: {} fights, opponents {}, {trials} trials in each seat",
            setups.len(),
            opponents.name(),
        );
        println!(
            "  expert - rollout {mean:6.2} +- {:.2} points (95 %)",
            1.96 * error
        );
        let worse = all
            .iter()
            .filter(|fight| fight.points < -3.09 * fight.error)
            .count();
        let better = all.iter().filter(|fight| fight.points > 0.0).count();
        all.sort_by(|one, other| one.points.total_cmp(&other.points));
        for fight in all.iter().take(8).chain(all.last()) {
            println!(
                "    fight {:3}: {:7.2} +- {:.2}",
                fight.number, fight.points, fight.error
            );
        }
        holds &= if opponents == ROLLOUT {
            bound("at least 5 points better on average", mean >= 5.0)
                & bound(
                    &format!("worse at 99.9 % in none, {worse} seen"),
                    worse == 0,
                )
                & bound(
                    &format!("better in most, {better} seen"),
                    2 * better > setups.len(),
                )
        } else {
            bound("lower bound above -1 point", mean - 1.96 * error > -1.0)
        };
    }
    holds
}
