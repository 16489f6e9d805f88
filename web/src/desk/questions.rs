//! Questions that take one engine: an answer with its charts, and what it takes to make a finding part of the text.

use super::show::answered;
use super::{said, wrong};
use evenodds::analysis::{
    AdvisePlan, DramaPlan, LadderPlan, Ranking, Reach, SHARE_TOLERANCE, SweepPlan, TUNE_ALPHA,
    Target, TunePlan, Vary, advise, drama, grid, ladder, tune,
};
use evenodds::document::Change;
use evenodds::report::{advise_answer, drama_answer, ladder_answer, sweep_answer, tune_answer};
use evenodds::scenario::Scenario;
use evenodds::sim::{LEVEL, Unwatched};
use serde_json::{Value, json};

fn interrupted() -> Value {
    wrong("it was interrupted")
}

/// All pairings of players.
pub fn ladder_of(scenario: &Scenario, seed: u64, trials: Option<u64>) -> Result<Value, Value> {
    let plan = LadderPlan {
        trials,
        seed,
        threads: 1,
        ..LadderPlan::default()
    };
    let found = ladder(scenario, &plan, &Unwatched, &|_, _| ()).map_err(said)?;
    Ok(answered(&ladder_answer(&found.ok_or_else(interrupted)?)))
}

/// How it goes.
pub fn drama_of(scenario: &Scenario, seed: u64, trials: Option<u64>) -> Result<Value, Value> {
    let plan = DramaPlan {
        trials,
        seed,
        threads: 1,
        ..DramaPlan::default()
    };
    let found = drama(scenario, &plan, &Unwatched).map_err(said)?;
    Ok(answered(&drama_answer(&found, None)))
}

/// The most trials of all changes, or settings, together: what takes a browser some seconds.
const MOST: u64 = 1_000_000;

/// Which single changes come nearest to a target.
pub fn advise_on(scenario: &Scenario, seed: u64, target: &str) -> Result<Value, Value> {
    let target: Target = Target::read(target, scenario.contest.as_ref()).map_err(said)?;
    if let Some(accepted) = target.refuses_tolerance(SHARE_TOLERANCE) {
        return Err(wrong(accepted));
    }
    let plan = AdvisePlan {
        target,
        ranking: Ranking::Nearest,
        tolerance: SHARE_TOLERANCE,
        alpha: 1.0 - LEVEL,
        trials: None,
        most: (!scenario.contest.is_slow()).then_some(MOST),
        reach: Reach::Scenario,
        only: Vec::new(),
        keep: Vec::new(),
        slow: false,
        first: None,
        looks: None,
        budget: None,
        seed,
        threads: 1,
    };
    let found = advise(scenario, &plan, &Unwatched).map_err(said)?;
    let found = found.ok_or_else(interrupted)?;
    let mut answer = answered(&advise_answer(&found, None));
    // What it takes to apply one, the nearest first.
    let changes = found
        .changes
        .iter()
        .map(|one| json!({ "set": [one.step.assignment()] }));
    answer["changes"] = Value::Array(changes.collect());
    Ok(answer)
}

/// How far from its value a number is offered, to both sides.
const AROUND: i64 = 3;

/// Each key that can be turned, with its values as `--vary` takes them.
pub fn levers(scenario: &Scenario) -> Value {
    let mut levers: Vec<(String, String, Vec<String>)> = Vec::new();
    for step in scenario.steps() {
        let Change::Value { key, from, to } = step.change else {
            continue;
        };
        match levers.iter_mut().find(|(path, ..)| *path == step.path) {
            Some((.., values)) => values.push(to),
            None => {
                let label: Vec<&str> = step
                    .owners
                    .iter()
                    .map(String::as_str)
                    .chain([&*key])
                    .collect();
                levers.push((step.path, label.join(", "), vec![from, to]));
            }
        }
    }
    let levers = levers.into_iter().map(|(path, label, values)| {
        let accepted = |value: &i64| scenario.with(&[format!("{path}={value}")]).is_ok();
        // What lies between two values that are accepted is accepted, too; where that is nothing, steps are wider.
        let range = values[0].parse::<i64>().ok().map(|own| {
            let low = (own - AROUND..own).find(accepted).unwrap_or(own);
            let high = (own + 1..=own + AROUND).rev().find(accepted).unwrap_or(own);
            (low, high)
        });
        let vary = match range.filter(|(low, high)| low < high) {
            Some((low, high)) => format!("{path}={low}..{high}"),
            None => format!("{path}={}", values.join(",")),
        };
        json!({ "label": label, "vary": vary, "value": values[0] })
    });
    Value::Array(levers.collect())
}

/// What other values of some keys do.
pub fn sweep(
    scenario: &Scenario,
    seed: u64,
    vary: &[String],
    trials: Option<u64>,
) -> Result<Value, Value> {
    let plan = SweepPlan {
        vary: keys(vary)?,
        trials,
        seed,
        threads: 1,
        ..SweepPlan::default()
    };
    let grid = grid(scenario, &plan).map_err(|errors| {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        wrong(&errors.join("\n"))
    })?;
    let found = grid.play(&Unwatched, &|_, _| ());
    let found = found.ok_or_else(interrupted)?;
    Ok(answered(&sweep_answer(&found)))
}

/// Keys with their values, as `--vary` takes them.
fn keys(vary: &[String]) -> Result<Vec<Vary>, Value> {
    let vary: Result<Vec<Vary>, _> = vary.iter().map(|text| text.parse()).collect();
    vary.map_err(said)
}

/// Which values of some keys meet a target.
pub fn tuned(
    scenario: &Scenario,
    seed: u64,
    vary: &[String],
    target: &str,
) -> Result<Value, Value> {
    let own = scenario.tune.as_ref();
    let plan = TunePlan {
        keys: keys(vary)?,
        target: Target::read(target, scenario.contest.as_ref()).map_err(said)?,
        // The scenario's own tolerance means its own target.
        tolerance: own
            .filter(|own| own.target == target)
            .and_then(|own| own.tolerance),
        alpha: own.and_then(|own| own.alpha).unwrap_or(TUNE_ALPHA),
        most: (!scenario.contest.is_slow()).then_some(MOST),
        seed,
        threads: 1,
    };
    let found = tune(scenario, &plan, &Unwatched).map_err(said)?;
    let found = found.ok_or_else(interrupted)?;
    let mut answer = answered(&tune_answer(&found, None));
    // What it takes to apply the answer, and the one that is tied with it.
    let changes = [Some(found.answer), found.other].into_iter().flatten();
    let changes = changes.map(|place| json!({ "set": found.assignments(&found.tried[place]) }));
    answer["changes"] = Value::Array(changes.collect());
    Ok(answer)
}
