//! Questions on one engine: answers with their charts, and the assignments that apply a finding.

use super::show::answered;
use super::wrong;
use evenodds::ask::numbers::Budget;
use evenodds::ask::{
    Advise, Aim, Any, CommonOptions, Context, Problem, Question, ScenarioAnswer, Tune,
};
use evenodds::document::TunableChange;
use evenodds::scenario::Scenario;
use evenodds::sim::NoProgress;
use serde_json::{Value, json};

fn interrupted() -> Value {
    wrong("interrupted")
}

fn all(problems: &[Problem]) -> Value {
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    wrong(&problems.join("\n"))
}

/// Returns the context of questions from a page.
fn context() -> Context<'static> {
    Context {
        has_headline: true,
        ..Context::new(&NoProgress)
    }
}

/// Answers a question.
fn found<Q: Question>(
    question: &Q,
    scenario: &Scenario,
) -> Result<ScenarioAnswer<Q::Found>, Value> {
    let found = question.ask(scenario, &context());
    found
        .map_err(|problems| all(&problems))?
        .ok_or_else(interrupted)
}

/// Answers a question of which the page shows only the answer.
pub fn ask(question: &Any, scenario: &Scenario) -> Result<Value, Value> {
    let found = question.ask(scenario, &context());
    let found = found.map_err(|problems| all(&problems))?;
    Ok(answered(&found.ok_or_else(interrupted)?.answer))
}

/// Limits a question to one thread, as a page runs an engine per thread.
fn alone(common: &mut CommonOptions) {
    common.threads = Some(1);
}

/// Maximum number of trials of all changes or settings together, which take a browser some seconds.
const MOST: u64 = 1_000_000;

/// Sets the maximum number of trials, unless players are slow.
fn bounded(aim: &mut Aim, scenario: &Scenario) {
    if !scenario.contest.is_slow() {
        aim.max_trials.get_or_insert(MOST);
    }
}

/// Finds the single changes that come nearest to a target.
pub fn advise_on(scenario: &Scenario, mut asked: Advise) -> Result<Value, Value> {
    alone(&mut asked.common);
    bounded(&mut asked.aim, scenario);
    // The number of trials bounds the time.
    asked.budget = Budget(None);
    let ScenarioAnswer { answer, found, .. } = found(&asked, scenario)?;
    let mut answer = answered(&answer);
    // The assignments of each change, the nearest first.
    let changes = found
        .changes
        .iter()
        .map(|one| json!({ "set": [one.step.assignment()] }));
    answer["changes"] = Value::Array(changes.collect());
    // Two keys have few settings, so that a browser tries them within seconds.
    let together = found.together.iter().take(2);
    let together = together.map(|key| format!("{}={}", key.path, key.values.join(",")));
    answer["together"] = together.collect();
    Ok(answer)
}

/// Finds the values of keys that meet a target.
pub fn tuned(scenario: &Scenario, mut asked: Tune) -> Result<Value, Value> {
    alone(&mut asked.common);
    bounded(&mut asked.aim, scenario);
    let ScenarioAnswer { answer, found, .. } = found(&asked, scenario)?;
    let mut answer = answered(&answer);
    // The assignments of the answer, and of the setting tied with it.
    let changes = found.iter().flat_map(|found| {
        let places = [Some(found.answer), found.other].into_iter().flatten();
        places.map(move |place| json!({ "set": found.assignments(&found.tried[place]) }))
    });
    answer["changes"] = Value::Array(changes.collect());
    Ok(answer)
}

/// Maximum distance of an offered number from the present value.
const AROUND: i64 = 3;

/// Returns the tunable parameters, each with its values in the syntax of `--vary`.
pub fn tunable_keys(scenario: &Scenario) -> Value {
    let mut tunable_keys: Vec<(String, String, Vec<String>)> = Vec::new();
    for step in scenario.steps() {
        let TunableChange::Value { key, from, to } = step.change else {
            continue;
        };
        match tunable_keys
            .iter_mut()
            .find(|(path, ..)| *path == step.path)
        {
            Some((.., values)) => values.push(to),
            None => {
                let label: Vec<&str> = step
                    .owners
                    .iter()
                    .map(String::as_str)
                    .chain([&*key])
                    .collect();
                tunable_keys.push((step.path, label.join(", "), vec![from, to]));
            }
        }
    }
    let tunable_keys = tunable_keys.into_iter().map(|(path, label, values)| {
        let accepted = |value: &i64| scenario.with(&[format!("{path}={value}")]).is_ok();
        // Values between two accepted ones are accepted too. Without any in the range, the steps are wider.
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
    Value::Array(tunable_keys.collect())
}
