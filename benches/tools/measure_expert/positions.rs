//! Regret of `expert`'s actions and calibration of its chances, in fights outside the training.

use super::fights::Draw;
use evenodds::contest::game::Playouts;
use evenodds::contest::{Describe, Record, Rules, Silent};
use evenodds::contests::combat::expert::{self, Network};
use evenodds::contests::combat::{
    Action, Combat, Combatant, FightMove, MonsterSpent, Player, Setup, View,
};
use evenodds::dice::Sampled;
use rayon::prelude::*;

pub const EXPERT: Player = Player::Expert { depth: 0 };
/// Play-outs per action in the second round. The first has a quarter; the last is set by the caller.
const FIRST: u32 = 1_000;

/// Returns `count` random fights other than those of the training.
pub fn fights(count: u64) -> Vec<Setup> {
    let mut draw = Draw::new(1, "tests");
    (0..count).map(|_| draw.fight()).collect()
}

/// Returns the fight with one player for each side.
pub fn played(setup: &Setup, players: &[Player]) -> Combat {
    let mut setup = setup.clone();
    for combatant in &mut setup.combatants {
        combatant.player = players[combatant.side];
    }
    Combat::new(setup)
}

/// Returns the mean of some values and its standard error.
pub fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

/// Measures the regret of `expert` at one decision of each fight: the loss of its action compared with the
/// action that wins most of `playouts` play-outs by `expert`. Returns the mean regret in points and the percentage
/// of decisions with a regret of at most 5 points.
pub fn regret(setups: &[Setup], playouts: u32) -> (f64, f64) {
    let found: Vec<(f64, String, Group)> = setups
        .par_iter()
        .enumerate()
        .filter_map(|(number, setup)| regret_in(setup, number as u64, playouts))
        .collect();
    let points: Vec<f64> = found.iter().map(|(points, ..)| *points).collect();
    let summary = summarized("regret", &points, playouts);
    for group in [Group::TwoSides, Group::OptionalRules, Group::ThreeSides] {
        let of_group = found.iter().filter(|(.., other)| *other == group);
        let points: Vec<f64> = of_group.map(|(points, ..)| *points).collect();
        let (mean, error) = mean_and_error(&points);
        println!(
            "  {group:?}: {} fights, mean {mean:.2} +- {:.2} points (95%)",
            points.len(),
            1.96 * error
        );
    }
    let mut worst = found;
    worst.sort_by(|(one, ..), (other, ..)| other.total_cmp(one));
    for (points, description, _) in worst.iter().take(12) {
        println!("    {points:6.2}  {description}");
    }
    summary
}

/// Group of fights whose regret is printed.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Group {
    /// Two sides without optional rules.
    TwoSides,
    /// Two sides with optional rules.
    OptionalRules,
    /// Three sides.
    ThreeSides,
}

impl Group {
    fn of(setup: &Setup) -> Self {
        let rules = describe(setup);
        let optional = ["monsters", "wounds", "Cover", "reinforcements"];
        if setup.sides.len() > 2 {
            Self::ThreeSides
        } else if optional.iter().any(|rule| rules.contains(rule)) {
            Self::OptionalRules
        } else {
            Self::TwoSides
        }
    }
}

#[allow(dead_code, reason = "the tests use only a part of this file")]
/// Returns whether a fight has optional rules or three sides.
pub fn has_options(setup: &Setup) -> bool {
    Group::of(setup) != Group::TwoSides
}

/// Measures the regret of the first choice of a hint, the action that wins most of 2,000 play-outs by `expert`, at one
/// decision of each fight: its loss compared with the action that wins most of `playouts` play-outs by players that look
/// two decisions further. Returns the mean in points and the percentage of decisions with a regret of at most 5 points.
#[allow(dead_code, reason = "the tests use only a part of this file")]
pub fn hint_regret(setups: &[Setup], playouts: u32) -> (f64, f64) {
    let found: Vec<(f64, String)> = setups
        .par_iter()
        .enumerate()
        .filter_map(|(number, setup)| {
            let players = vec![Player::Expert { depth: 2 }; setup.sides.len()];
            let deeper = played(setup, &players);
            at_decision(setup, number as u64, |combat, view, _, description| {
                let (points, [first, best]) = hint_regret_at(combat, &deeper, view, playouts);
                (
                    points,
                    format!("{description}: {first:?} instead of {best:?}"),
                )
            })
        })
        .collect();
    let points: Vec<f64> = found.iter().map(|one| one.0).collect();
    let summary = summarized("hint", &points, playouts);
    let mut worst = found;
    worst.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    for (points, description) in worst.iter().take(8) {
        println!("    {points:6.2}  {description}");
    }
    summary
}

/// Prints the mean of regrets in points and the percentage of those of at most 5, and returns both.
fn summarized(part: &str, points: &[f64], playouts: u32) -> (f64, f64) {
    let (mean, error) = mean_and_error(points);
    let small = points.iter().filter(|&&points| points <= 5.0).count();
    let share = 100.0 * small as f64 / points.len() as f64;
    println!(
        "{part}: one decision of each of {} fights, {playouts} play-outs",
        points.len()
    );
    println!(
        "  mean {mean:.2} +- {:.2} points (95%), at most 5 in {share:.1}% of the decisions",
        1.96 * error
    );
    (mean, share)
}

/// Returns the regret of the first choice of a hint in points, that choice, and the best action.
fn hint_regret_at(
    combat: &Combat,
    deeper: &Combat,
    view: &View,
    playouts: u32,
) -> (f64, [Action; 2]) {
    /// Maximum loss by the play-outs of `expert` at which an action is tried by the deeper players.
    const REACH: f64 = 0.15;
    let share = |combat: &Combat, action: Action, count: u32, seed: u64| {
        won_share(combat, view, action, (count, seed))
    };
    let best_of = |shares: &[(f64, Action)]| {
        shares.iter().fold(
            shares[0],
            |best, one| if one.0 > best.0 { *one } else { best },
        )
    };
    let actions: Vec<(f64, Action)> = view
        .actions()
        .map(|action| (share(combat, action, 2_000, 1), action))
        .collect();
    let first = best_of(&actions);
    let deep: Vec<(f64, Action)> = actions
        .iter()
        .filter(|one| one.0 >= first.0 - REACH)
        .map(|one| (share(deeper, one.1, playouts, 2), one.1))
        .collect();
    let best = best_of(&deep).1;
    if best == first.1 {
        return (0.0, [first.1, best]);
    }
    let lost = share(deeper, best, playouts, 3) - share(deeper, first.1, playouts, 3);
    (100.0 * lost, [first.1, best])
}

/// Returns the regret in points at a random decision of one trial, a description of the decision, and the
/// group of the fight; `None` if the trial has no decision with a choice.
fn regret_in(setup: &Setup, number: u64, playouts: u32) -> Option<(f64, String, Group)> {
    at_decision(setup, number, |combat, view, action, description| {
        let (points, best) = regret_at(combat, view, action, playouts);
        let description = format!("{description}: {action:?} instead of {best:?}");
        (points, description, Group::of(setup))
    })
}

/// Returns what `measure` finds at a random decision of one trial, with `expert`'s action and a description of the
/// decision; `None` if the trial has no decision with a choice.
fn at_decision<T>(
    setup: &Setup,
    number: u64,
    mut measure: impl FnMut(&Combat, &View, Action, &str) -> T,
) -> Option<T> {
    let combat = played(setup, &vec![EXPERT; setup.sides.len()]);
    let mut decisions = 0;
    play(&combat, number, |view, action| {
        decisions += u64::from(has_choice(view));
        action
    });
    let wanted = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    let wanted = wanted.checked_rem(decisions)?;
    let (mut seen, mut found) = (0, None);
    play(&combat, number, |view, action| {
        if has_choice(view) {
            if seen == wanted {
                let rules = describe(setup);
                let description =
                    format!("fight {number} ({rules}) decision {wanted} of {decisions}");
                found = Some(measure(&combat, view, action, &description));
            }
            seen += 1;
        }
        action
    });
    found
}

fn has_choice(view: &View) -> bool {
    view.actions().count() > 2
}

/// Plays one trial. Calls `decide` at every decision with `expert`'s action; it returns the action to take.
fn play(combat: &Combat, seed: u64, mut decide: impl FnMut(&View, Action) -> Action) {
    let mut dice = Sampled::new(seed, &combat.rollers());
    let mut record = Record::new(combat);
    let mut state = combat.state();
    dice.start(0);
    combat.fight(
        &mut dice,
        &mut state.position,
        &mut Silent,
        &mut record,
        |view, randomness| decide(view, expert::choose(view, Network::trained(), randomness)),
    );
}

/// Returns the share of play-outs after an action that the actor's side wins.
fn won_share(combat: &Combat, view: &View, action: Action, (count, seed): (u32, u64)) -> f64 {
    let side = combat.combatants()[view.actor()].side;
    let mut playouts = Playouts::new(combat, count);
    playouts.reseed(seed);
    let wins = playouts.count_wins(view.position(), Some(FightMove::Turn(action)))[side];
    f64::from(wins) / f64::from(count)
}

/// Returns the points that the choice loses compared with the best action, and that action.
///
/// Separate play-outs find the best action and measure it, since the largest of several estimates is biased
/// upwards.
fn regret_at(combat: &Combat, view: &View, choice: Action, count: u32) -> (f64, Action) {
    let share =
        |action: Action, count: u32, seed: u64| won_share(combat, view, action, (count, seed));
    let mut left: Vec<Action> = view.actions().collect();
    let mut best = choice;
    for (round, count) in [FIRST / 4, FIRST, count].into_iter().enumerate() {
        let shares: Vec<(f64, Action)> = left
            .iter()
            .map(|&action| (share(action, count, 1 + round as u64), action))
            .collect();
        let top = shares.iter().map(|&(share, _)| share).fold(0.0, f64::max);
        best = shares
            .iter()
            .find(|&&(share, _)| share == top)
            .map_or(choice, |&(_, action)| action);
        // At least four standard errors of a difference.
        let reach = 4.0 * (0.5 / f64::from(count)).sqrt();
        left = shares
            .iter()
            .filter(|&&(share, _)| share >= top - reach)
            .map(|&(_, action)| action)
            .collect();
    }
    if best == choice {
        return (0.0, best);
    }
    let lost = share(best, count, 99) - share(choice, count, 99);
    (100.0 * lost, best)
}

/// Compares the chances that `expert` gives to the sides at the first decision with their win rates, in ten bins.
/// `openings` is the number of trials of each fight. Returns the largest difference of a bin, in points.
pub fn calibration(setups: &[Setup], openings: u64) -> f64 {
    let bins = setups
        .par_iter()
        .map(|setup| {
            let combat = played(setup, &vec![EXPERT; setup.sides.len()]);
            let mut bins = [(0_u64, 0.0, 0_u64); 10];
            let mut dice = Sampled::new(7, &combat.rollers());
            let mut record = Record::new(&combat);
            let mut state = combat.state();
            for trial in 0..openings {
                dice.start(trial);
                record.ends.clear();
                let mut chances = Vec::new();
                combat.fight(
                    &mut dice,
                    &mut state.position,
                    &mut Silent,
                    &mut record,
                    |view, randomness| {
                        if chances.is_empty() {
                            chances = (0..setup.sides.len())
                                .map(|side| chance(view, side))
                                .collect();
                        }
                        expert::choose(view, Network::trained(), randomness)
                    },
                );
                for (side, chance) in chances.iter().enumerate() {
                    let bin = &mut bins[((chance * 10.0) as usize).min(9)];
                    bin.0 += 1;
                    bin.1 += chance;
                    bin.2 += u64::from(record.outcome == side);
                }
            }
            bins
        })
        .reduce(
            || [(0, 0.0, 0); 10],
            |mut all, bins| {
                for (all, bin) in all.iter_mut().zip(bins) {
                    all.0 += bin.0;
                    all.1 += bin.1;
                    all.2 += bin.2;
                }
                all
            },
        );
    println!(
        "calibration: {openings} openings of each of {} fights",
        setups.len()
    );
    println!(
        "  {:>10}{:>10}{:>10}{:>10}",
        "openings", "forecast", "won", "error"
    );
    let mut worst = 0.0_f64;
    for (count, forecast, won) in bins {
        let (forecast, won) = (
            100.0 * forecast / count as f64,
            100.0 * won as f64 / count as f64,
        );
        worst = worst.max((won - forecast).abs());
        println!(
            "  {count:10}{forecast:10.2}{won:10.2}{:10.2}",
            won - forecast
        );
    }
    worst
}

fn chance(view: &View, side: usize) -> f64 {
    let network = Network::trained();
    let odds = expert::odds_at(view, network, side);
    f64::from(expert::chance(network, odds)) / f64::from(expert::CERTAIN)
}

/// Returns a short description of a fight's sides and optional rules.
pub fn describe(setup: &Setup) -> String {
    let any = |has: fn(&Combatant) -> bool| setup.combatants.iter().any(has);
    let sides: Vec<String> = setup
        .sides
        .iter()
        .map(|side| side.members.len().to_string())
        .collect();
    let mut words = vec![sides.join(" v ")];
    let mut add = |applies: bool, word: &str| {
        if applies {
            words.push(word.to_owned());
        }
    };
    add(any(|combatant| combatant.monster), "monsters");
    add(
        any(|combatant| combatant.monster) && setup.options.monster_spent == MonsterSpent::Returns,
        "which return when spent",
    );
    add(any(|combatant| combatant.wounds), "wounds");
    add(
        any(|combatant| combatant.cover.is_some())
            || setup.field_cover.is_some()
            || setup.sides.iter().any(|side| side.cover.is_some()),
        "Cover",
    );
    add(!setup.arrivals.is_empty(), "reinforcements");
    add(any(|combatant| combatant.classes.len() > 1), "Classes");
    words.join(", ")
}
