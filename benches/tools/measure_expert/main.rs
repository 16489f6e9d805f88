//! Measures the playing strength of Combat's player `expert` against `finisher`, `rollout` with 64 play-outs
//! and optimal play:
//!
//! ```sh
//! cargo run --release -p evenodds-benches --bin measure_expert -- canyon duels speed
//! cargo run --release -p evenodds-benches --bin measure_expert -- calibration regret varied rules
//! ```
//!
//! - `canyon`: win rate of the heroes in the ambush, for all pairings of players.
//! - `duels`: exact loss compared with optimal play, in all duels of up to 5 dice a side.
//! - `speed`: microseconds per fight on one thread.
//! - `rules`: nanoseconds per decision with each optional rule, compared with a basic fight of the same size.
//!
//! The other parts use random fights from [`fights`] that differ from those of the training:
//!
//! - `calibration FIGHTS`: forecast chances at the first decision, in ten bins, compared with the win rates.
//! - `regret FIGHTS PLAYOUTS`: loss of its action compared with the best one, at one decision per fight.
//! - `hint FIGHTS PLAYOUTS`: loss of the first choice of a hint compared with the best one, by play-outs of players that
//!   look two decisions further, in the fights of `seats`.
//! - `varied FIGHTS TRIALS`: win rate of `expert` less that of `rollout` on common random numbers, averaged
//!   over the sides of each fight, against opponents with `rollout` and with `finisher`. Takes ten minutes or
//!   more.
//! - `deeper FIGHTS TRIALS`: gain of a side that looks two decisions further, against the others without that,
//!   in fights with optional rules or three sides in which each side has some chance.
//! - `seats FIGHTS TRIALS`: the same in small fights from [`seats`].
//!
//! Each part ends with its bounds and whether they hold.

#[path = "../fights.rs"]
mod fights;
mod positions;
mod seats;

use evenodds::contest::game::{Game, GameStop};
use evenodds::contest::{Describe, Play, Record, Rules, Silent, Solve, Tally};
use evenodds::contests::combat::{
    Arrival, ArrivalCondition, Class, Combat, Combatant, Cover, Player, Setup, Side,
};
use evenodds::dice::Sampled;
use positions::{EXPERT, fights, has_options, mean_and_error, played};
use rayon::prelude::*;
use std::process::ExitCode;
use std::time::Instant;

const FINISHER: Player = Player::Finisher;
const ROLLOUT: Player = Player::Rollout { playouts: 64 };

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut arguments = arguments.iter().map(String::as_str).peekable();
    let mut holds = true;
    while let Some(argument) = arguments.next() {
        let mut number = |default: u64| {
            let given = arguments.peek().and_then(|argument| argument.parse().ok());
            if given.is_some() {
                arguments.next();
            }
            given.unwrap_or(default)
        };
        holds &= match argument {
            "canyon" => canyon(number(200_000)),
            "duels" => duels(),
            "speed" => speed(),
            "rules" => rules(),
            "hint" => hint(number(200), number(1_000) as u32),
            "varied" => varied(&fights(number(200)), number(400)),
            "regret" => regret(number(200), number(10_000) as u32),
            "deeper" => deeper("deeper", fights(1_000), number(21) as usize, number(2_000)),
            "seats" => deeper(
                "seats",
                seats::fights(1, 1_000),
                number(21) as usize,
                number(2_000),
            ),
            "calibration" => calibration(number(200)),
            other => {
                eprintln!(
                    "error: unknown part `{other}`; expected `canyon`, `duels`, `speed`, `rules`, `calibration`, `regret`, `hint`, `varied`, `deeper` or `seats`"
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

/// Prints a bound and whether it holds; returns the latter.
fn bound(what: &str, holds: bool) -> bool {
    println!("  {} {what}", if holds { "holds:" } else { "FAILS:" });
    holds
}

/// Returns a fight with one list of combatants per side, each given as (dice by Class, number of copies).
fn fight(sides: &[&[(&[u32], usize)]]) -> Setup {
    let mut setup = Setup::default();
    for (side, members) in sides.iter().enumerate() {
        let first = setup.combatants.len();
        for &(classes, count) in *members {
            for _ in 0..count {
                let class = |&dice: &u32| Class {
                    dice,
                    ..Class::default()
                };
                let combatant = Combatant {
                    side,
                    classes: classes.iter().map(class).collect(),
                    ..Combatant::default()
                };
                fights::add(&mut setup, combatant);
            }
        }
        setup.sides.push(Side {
            name: side.to_string(),
            members: first..setup.combatants.len(),
            cover: None,
            ..Side::default()
        });
    }
    setup
}

/// Returns the ambush in the canyon.
fn ambush() -> Setup {
    let heroes: &[(&[u32], usize)] = &[(&[4, 3], 1), (&[3], 1), (&[2], 1)];
    let ambushers: &[(&[u32], usize)] = &[(&[4], 1), (&[2], 4)];
    fight(&[heroes, ambushers])
}

/// Returns the win rate of side 0.
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

fn hint(count: u64, playouts: u32) -> bool {
    small_regret(positions::hint_regret(&seats::fights(2, count), playouts))
}

fn regret(count: u64, playouts: u32) -> bool {
    small_regret(positions::regret(&fights(count), playouts))
}

fn small_regret((mean, small): (f64, f64)) -> bool {
    bound("at most 1 point on average", mean <= 1.0)
        & bound(
            "at most 5 points in at least 95% of the decisions",
            small >= 95.0,
        )
}

fn calibration(count: u64) -> bool {
    let worst = positions::calibration(&fights(count), 500);
    bound(
        &format!("no bin off by more than 4 points, worst {worst:.2}"),
        worst <= 4.0,
    )
}

fn canyon(trials: u64) -> bool {
    let setup = ambush();
    println!(
        "canyon: win rate of the heroes (rows) against the ambushers (columns), {trials} trials, a tenth with rollout"
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
    println!(
        "duels: points lost compared with optimal play, own dice (rows) against the opponent's (columns)"
    );
    let mut worst = 0.0_f64;
    for own in 1..=5 {
        print!("  {own}");
        for theirs in 1..=5 {
            let setup = fight(&[&[(&[own], 1)], &[(&[theirs], 1)]]);
            let value = |player| {
                let exact = played(&setup, &[player, Player::Optimal]).exact();
                exact.map_or(f64::NAN, |exact| exact.outcomes[0])
            };
            let lost = 100.0 * (value(Player::Optimal) - value(EXPERT));
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

/// Returns the microseconds per fight, the minimum of ten rounds.
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
    println!(
        "speed: microseconds per fight of the canyon, one thread, the same player on both sides"
    );
    let of = |player: Player, trials| {
        let time = microseconds(&played(&setup, &[player; 2]), trials);
        println!("  {:10}{time:10.2}", player.name());
        time
    };
    of(FINISHER, 50_000);
    let expert = of(EXPERT, 10_000);
    let rollout = of(ROLLOUT, 500);
    print!("  lookahead 2: ");
    of(Player::Expert { depth: 2 }, 1_000);
    bound("expert at most 8", expert <= 8.0) & bound("rollout at most 300", rollout <= 300.0)
}

/// Returns the nanoseconds per decision, and the number of decisions per trial.
fn nanoseconds(setup: &Setup, trials: u64) -> (f64, f64) {
    let combat = played(setup, &vec![EXPERT; setup.sides.len()]);
    let mut count = 0_u32;
    let mut dice = Sampled::new(1, &combat.rollers());
    let (mut position, mut memory) = (combat.start(), combat.memory());
    for trial in 0..trials {
        dice.start(trial);
        combat.restart(&mut position);
        while let GameStop::Decision(_) = combat.advance(&mut position, &mut dice, &mut Silent) {
            count += 1;
            let action = combat.choose(&position, &mut memory, &mut dice);
            combat.apply(&mut position, action, &mut dice, &mut Silent);
        }
    }
    let decisions = f64::from(count) / trials as f64;
    (1e3 * microseconds(&combat, trials) / decisions, decisions)
}

/// Name of a rule, and the change that it makes to a fight of two sides.
type Variant = (&'static str, fn(&mut Setup));

const VARIANTS: [Variant; 9] = [
    ("two Classes", |setup| {
        each(setup, |combatant| {
            let class = combatant.classes[0].clone();
            combatant.classes.push(class);
        });
    }),
    ("monsters", |setup| {
        each(setup, |combatant| combatant.monster = combatant.side == 1);
    }),
    ("wounds and armor", |setup| {
        each(setup, |combatant| {
            (combatant.wounds, combatant.armor) = (true, true);
        });
    }),
    ("own Cover", |setup| {
        each(setup, |combatant| combatant.cover = Some(Cover::Rolled(2)));
    }),
    ("shared Cover", |setup| {
        setup.field_cover = Some(Cover::Rolled(3));
        for side in &mut setup.sides {
            side.cover = Some(Cover::Rolled(3));
        }
    }),
    ("ranged weapons", |setup| {
        setup.field_cover = Some(Cover::Rolled(3));
        each(setup, |combatant| {
            combatant.classes[0].ignores_cover = combatant.side == 0;
        });
    }),
    ("arrival by turn", |setup| {
        reinforced(setup, ArrivalCondition::Turn(6));
    }),
    ("arrival by losses", |setup| {
        reinforced(setup, ArrivalCondition::Standing(2));
    }),
    ("three sides", |setup| {
        let all = setup.combatants.len();
        let first = all - all / 3;
        setup.sides[1].members.end = first;
        setup.sides.push(Side {
            name: "2".to_owned(),
            members: first..all,
            cover: None,
            ..Side::default()
        });
        for position in first..all {
            setup.combatants[position].side = 2;
            setup.groups[position].side = 2;
        }
    }),
];

fn each(setup: &mut Setup, change: impl FnMut(&mut Combatant)) {
    setup.combatants.iter_mut().for_each(change);
}

/// Makes the last two combatants of a fight reinforcements.
fn reinforced(setup: &mut Setup, when: ArrivalCondition) {
    let all = setup.combatants.len();
    for combatant in &mut setup.combatants[all - 2..] {
        combatant.arrival = Some(0);
    }
    setup.arrivals.push(Arrival {
        side: 1,
        members: all - 2..all,
        when,
    });
}

/// Measures the cost of a decision with each rule, compared with a basic fight of the same size.
fn rules() -> bool {
    println!("rules: nanoseconds per decision, and the ratio to a basic fight");
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
    bound(&format!("ratio at most 2, worst {worst:.2}"), worst <= 2.0)
}

/// Returns the winning side of each trial.
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

/// Win rate of `expert` less that of `rollout` in one fight, averaged over all sides.
struct Difference {
    number: usize,
    /// Mean in percentage points.
    points: f64,
    /// Standard error in percentage points.
    error: f64,
}

impl Difference {
    fn of(setup: &Setup, number: usize, opponents: Player, trials: u64) -> Self {
        let sides = setup.sides.len();
        let mut points = vec![0.0; trials as usize];
        for side in 0..sides {
            let with = |player| {
                let mut players = vec![opponents; sides];
                players[side] = player;
                winners(&played(setup, &players), number as u64, trials)
            };
            let won = |winner: usize| f64::from(u8::from(winner == side));
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
            "varied: {} fights, opponents {}, {trials} trials per side",
            setups.len(),
            opponents.name(),
        );
        println!(
            "  expert - rollout {mean:6.2} +- {:.2} points (95%)",
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
                    &format!("significantly worse (99.9%) in no fight, {worse} found"),
                    worse == 0,
                )
                & bound(
                    &format!("better in more than half of the fights, {better} found"),
                    2 * better > setups.len(),
                )
        } else {
            bound(
                "lower confidence bound above -1 point",
                mean - 1.96 * error > -1.0,
            )
        };
    }
    holds
}

/// Measures the gain of two more decisions of lookahead, one side at a time.
fn deeper(part: &str, setups: Vec<Setup>, count: usize, trials: u64) -> bool {
    let share = |won: &[usize], side: usize| {
        let wins = won.iter().filter(|&&winner| winner == side).count();
        wins as f64 / won.len() as f64
    };
    let mut chosen = Vec::new();
    for (number, setup) in setups.into_iter().enumerate() {
        if chosen.len() == count {
            break;
        }
        let combat = played(&setup, &vec![EXPERT; setup.sides.len()]);
        let won = winners(&combat, number as u64, trials);
        let is_open = |side| (0.04..=0.96).contains(&share(&won, side));
        if has_options(&setup) && (0..setup.sides.len()).all(is_open) {
            chosen.push((number, setup, won));
        }
    }
    let seats: Vec<(usize, usize)> = (chosen.iter().enumerate())
        .flat_map(|(place, (_, setup, _))| (0..setup.sides.len()).map(move |side| (place, side)))
        .collect();
    let mut gains: Vec<(f64, f64, usize, usize)> = seats
        .par_iter()
        .map(|&(place, side)| {
            let (number, setup, own) = &chosen[place];
            let mut players = vec![EXPERT; setup.sides.len()];
            players[side] = Player::Expert { depth: 2 };
            let deeper = winners(&played(setup, &players), *number as u64, trials);
            let wins = |winner: usize| f64::from(u8::from(winner == side));
            let points =
                (deeper.iter().zip(own)).map(|(&deeper, &own)| 100.0 * (wins(deeper) - wins(own)));
            let (gain, error) = mean_and_error(&points.collect::<Vec<_>>());
            (gain, error, *number, side)
        })
        .collect();
    let (mean, error) = mean_and_error(&gains.iter().map(|gain| gain.0).collect::<Vec<_>>());
    let large = gains.iter().filter(|gain| gain.0 > 5.0).count();
    println!(
        "{part}: {} sides of {} fights, {trials} trials",
        gains.len(),
        chosen.len()
    );
    println!("  mean {mean:.2} +- {:.2} points (95%)", 1.96 * error);
    gains.sort_by(|one, other| other.0.total_cmp(&one.0));
    for (gain, error, number, side) in gains.iter().take(12) {
        let rules = chosen.iter().find(|one| one.0 == *number);
        let rules = rules.map_or_else(String::new, |one| positions::describe(&one.1));
        println!(
            "    fight {number:3}, side {side}: {gain:6.2} +- {:.2} ({rules})",
            1.96 * error
        );
    }
    bound(&format!("mean at most 1 point, {mean:.2}"), mean <= 1.0)
        & bound(
            &format!("no side gains more than 5, {large} found"),
            large == 0,
        )
}
