//! Search for keys to vary together if no single change reaches the target.
//!
//! Effects are assumed to be additive in log odds. This approximation suffices, since `tune` tests
//! the proposed settings.

use super::{ChangeEffect, ChangeScope};
use crate::document::TunableChange;
use crate::scenario::{Constraint, LoadError, Scenario, Vary, settings_where};

/// Maximum number of keys considered.
const MOST_KEYS: usize = 10;
/// Maximum number of steps of a key in either direction.
const FARTHEST: i64 = 3;
/// Maximum number of settings of all keys together.
const MOST_SETTINGS: usize = 60;
/// Remaining distance to the target, in log odds, above which two keys are not enough.
const FAR: f64 = 0.15;
/// Penalty per step, as a share: an additional step must come nearer to the target by more than
/// this.
const STEP_COST: f64 = 0.003;
/// Minimum distance of shares from 0 and 1, so that their log odds are finite.
const EDGE: f64 = 0.001;

/// Numeric key that can be varied.
struct TunableKey<'a> {
    path: &'a str,
    from: f64,
    step: f64,
    /// Effect of one step upward, in log odds.
    adds: f64,
    /// Lowest and highest number of steps with a valid value.
    room: [i64; 2],
}

impl TunableKey<'_> {
    /// Returns the value after this number of steps upward.
    fn value(&self, steps: i64) -> String {
        // Rounding removes binary errors, so that steps of 0.1 are printed with one decimal.
        let value = self.from + self.step * steps as f64;
        ((value * 1e9).round() / 1e9).to_string()
    }

    fn vary(&self, [low, high]: [i64; 2]) -> Vary {
        Vary {
            path: self.path.to_owned(),
            values: (low..=high).map(|steps| self.value(steps)).collect(),
        }
    }
}

fn log_odds(share: f64) -> f64 {
    let share = share.clamp(EDGE, 1.0 - EDGE);
    (share / (1.0 - share)).ln()
}

/// Returns keys with values that probably include a setting with a share of `target`; empty if
/// there are not two numeric keys to vary, or if no setting satisfies the constraints.
///
/// # Errors
/// Fails if a file that the scenario uses could not be read again.
pub fn together(
    scenario: &Scenario,
    (base, target): (f64, f64),
    (changes, constraints): (&[ChangeEffect], &[Constraint]),
) -> Result<Vec<Vary>, LoadError> {
    let tunables = tunables(scenario, base, changes)?;
    let wanted = log_odds(target) - log_odds(base);
    let Some((pair, steps)) = best_pair(&tunables, wanted, base, target) else {
        return Ok(Vec::new());
    };
    // Widens the grid by one step on each side.
    let around = |tunable: &TunableKey<'_>, steps: i64| {
        let within = |steps: i64| steps.clamp(tunable.room[0], tunable.room[1]);
        [within(steps - 1), within(steps + 1)]
    };
    let mut chosen: Vec<Vary> = Vec::new();
    for (tunable, steps) in pair.into_iter().zip(steps) {
        let tunable = &tunables[tunable];
        chosen.push(tunable.vary(around(tunable, steps)));
    }
    let added = pair.iter().zip(steps);
    let added = added.map(|(&tunable, steps)| tunables[tunable].adds * steps as f64);
    let mut others = tunables
        .iter()
        .filter(|tunable| chosen.iter().all(|key| key.path != tunable.path));
    let further = wanted - added.sum::<f64>();
    let third = if further.abs() > FAR {
        // Two keys are not enough, so the key with the largest effect is varied as far as
        // necessary.
        others.next().map(|tunable| {
            let steps = (further / tunable.adds).round() as i64;
            tunable.vary(around(tunable, steps.clamp(-FARTHEST, FARTHEST)))
        })
    } else {
        // The key with the smallest effect makes the grid finer.
        let last = others.next_back();
        last.map(|tunable| tunable.vary(around(tunable, 0)))
    };
    chosen.extend(third);
    while chosen.len() > 1 {
        let settings: usize = chosen.iter().map(|key| key.values.len()).product();
        if settings <= MOST_SETTINGS
            && settings_where(&chosen, constraints, scenario).is_ok()
            && accepts(scenario, &chosen)?
        {
            return Ok(chosen);
        }
        chosen.pop();
    }
    Ok(Vec::new())
}

/// Returns the numeric keys with a proven effect, the largest effects first.
fn tunables<'a>(
    scenario: &Scenario,
    base: f64,
    changes: &'a [ChangeEffect],
) -> Result<Vec<TunableKey<'a>>, LoadError> {
    let mut tunables: Vec<TunableKey<'a>> = Vec::new();
    for one in changes {
        let TunableChange::Value { key, from, to } = &one.step.change else {
            continue;
        };
        let (Ok(from), Ok(to)) = (from.parse::<f64>(), to.parse::<f64>()) else {
            continue;
        };
        // A single participant has a name and cannot be copied.
        let is_single = key == "count" && from <= 1.0;
        let range = one.effect.interval;
        let is_sure = range.low > 0.0 || range.high < 0.0;
        let known = tunables.iter().any(|tunable| tunable.path == one.step.path);
        let is_rule = ChangeScope::of(&one.step) == ChangeScope::Rules;
        let Some(effect) = one
            .effect
            .known()
            .filter(|_| is_sure && !is_single && !known && !is_rule)
        else {
            continue;
        };
        let adds = (log_odds(base + effect) - log_odds(base)) * (to - from).signum();
        tunables.push(TunableKey {
            path: &one.step.path,
            from,
            step: (to - from).abs(),
            adds,
            room: [0, 0],
        });
    }
    tunables.sort_by(|one, other| other.adds.abs().total_cmp(&one.adds.abs()));
    tunables.truncate(MOST_KEYS);
    for tunable in &mut tunables {
        for (side, sign) in [-1, 1].into_iter().enumerate() {
            for steps in 1..=FARTHEST {
                let assignment = format!("{}={}", tunable.path, tunable.value(sign * steps));
                if !accepted(scenario, &[assignment])? {
                    break;
                }
                tunable.room[side] = sign * steps;
            }
        }
    }
    tunables.retain(|tunable| tunable.room != [0, 0]);
    Ok(tunables)
}

/// Returns two keys and their steps, with the share nearest to the target.
fn best_pair(
    tunables: &[TunableKey<'_>],
    wanted: f64,
    base: f64,
    target: f64,
) -> Option<([usize; 2], [i64; 2])> {
    let start = log_odds(base);
    let share = |added: f64| 1.0 / (1.0 + (-(start + added)).exp());
    let mut best: Option<(f64, [usize; 2], [i64; 2])> = None;
    for (first, one) in tunables.iter().enumerate() {
        for (second, other) in tunables.iter().enumerate().skip(first + 1) {
            for a in one.room[0]..=one.room[1] {
                for b in other.room[0]..=other.room[1] {
                    let added = one.adds * a as f64 + other.adds * b as f64;
                    // Opposite steps cost more, so they are used only near the target.
                    let against = (one.adds * a as f64).signum() * wanted.signum() < 0.0
                        || (other.adds * b as f64).signum() * wanted.signum() < 0.0;
                    if a == 0 || b == 0 {
                        continue;
                    }
                    let cost = (share(added) - target).abs()
                        + STEP_COST * (a.abs() + b.abs() + 4 * i64::from(against)) as f64;
                    if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                        best = Some((cost, [first, second], [a, b]));
                    }
                }
            }
        }
    }
    best.map(|(_, pair, steps)| (pair, steps))
}

/// Returns whether the scenario is valid with all these assignments.
fn accepted(scenario: &Scenario, assignments: &[String]) -> Result<bool, LoadError> {
    match scenario.with(assignments) {
        Ok(_) => Ok(true),
        Err(LoadError::Faults(_)) => Ok(false),
        Err(other) => Err(other),
    }
}

/// Returns whether the scenario is valid with every setting of these keys.
fn accepts(scenario: &Scenario, keys: &[Vary]) -> Result<bool, LoadError> {
    let mut settings: Vec<Vec<String>> = vec![Vec::new()];
    for key in keys {
        let with = |setting: &Vec<String>| {
            let all = 0..key.values.len();
            let all = all.map(|value| [&setting[..], &[key.assignment(value)]].concat());
            all.collect::<Vec<_>>()
        };
        settings = settings.iter().flat_map(with).collect();
    }
    for setting in &settings {
        if !accepted(scenario, setting)? {
            return Ok(false);
        }
    }
    Ok(true)
}
