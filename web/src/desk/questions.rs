//! Questions that take one engine: an answer with its charts, and what it takes to make a finding part of the text.

use super::show::answered;
use super::wrong;
use evenodds::ask::numbers::Budget;
use evenodds::ask::{Advise, Aim, Answered, Any, Context, Pace, Problem, Question, Tune};
use evenodds::document::Change;
use evenodds::scenario::Scenario;
use evenodds::sim::Unwatched;
use serde_json::{Value, json};

fn interrupted() -> Value {
    wrong("it was interrupted")
}

fn all(problems: &[Problem]) -> Value {
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    wrong(&problems.join("\n"))
}

/// How a page asks.
fn context() -> Context<'static> {
    Context {
        is_read: true,
        ..Context::new(&Unwatched)
    }
}

/// Asks a question.
fn found<Q: Question>(question: &Q, scenario: &Scenario) -> Result<Answered<Q::Found>, Value> {
    let found = question.ask(scenario, &context());
    found
        .map_err(|problems| all(&problems))?
        .ok_or_else(interrupted)
}

/// Asks a question of which nothing but the answer is shown.
pub fn ask(question: &Any, scenario: &Scenario) -> Result<Value, Value> {
    let found = question.ask(scenario, &context());
    let found = found.map_err(|problems| all(&problems))?;
    Ok(answered(&found.ok_or_else(interrupted)?.answer))
}

/// The pace of a page: one thread, since a page has others for itself.
fn alone(pace: &mut Pace) {
    pace.threads = Some(1);
}

/// The most trials of all changes, or settings, together: what takes a browser some seconds.
const MOST: u64 = 1_000_000;

/// Sets the most trials, where the players are quick.
fn bounded(aim: &mut Aim, scenario: &Scenario) {
    if !scenario.contest.is_slow() {
        aim.max_trials.get_or_insert(MOST);
    }
}

/// Which single changes come nearest to a target.
pub fn advise_on(scenario: &Scenario, mut asked: Advise) -> Result<Value, Value> {
    alone(&mut asked.pace);
    bounded(&mut asked.aim, scenario);
    // The trials bound the work.
    asked.budget = Budget(None);
    let Answered { answer, found, .. } = found(&asked, scenario)?;
    let mut answer = answered(&answer);
    // What it takes to apply one, the nearest first.
    let changes = found
        .changes
        .iter()
        .map(|one| json!({ "set": [one.step.assignment()] }));
    answer["changes"] = Value::Array(changes.collect());
    Ok(answer)
}

/// Which values of some keys meet a target.
pub fn tuned(scenario: &Scenario, mut asked: Tune) -> Result<Value, Value> {
    alone(&mut asked.pace);
    bounded(&mut asked.aim, scenario);
    let Answered { answer, found, .. } = found(&asked, scenario)?;
    let mut answer = answered(&answer);
    // What it takes to apply the answer, and the one that is tied with it.
    let changes = [Some(found.answer), found.other].into_iter().flatten();
    let changes = changes.map(|place| json!({ "set": found.assignments(&found.tried[place]) }));
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
