//! One question asked of several scenarios in turn: what is wrong with one is said, and the rest is done.

use super::again::of_all;
use super::answer::{Answered, Chart, Wanted};
use super::arguments::FolderSources;
use super::call::Call;
use super::crash;
use super::failure::Failure;
use super::input::{self, Absences};
use crate::report::Answer;
use crate::scenario::Scenario;
use std::path::Path;
use std::time::Instant;

/// A question, and where its answers go.
pub struct Asked<'a> {
    /// The word behind `evenodds`.
    pub command: &'static str,
    /// Of which scenarios.
    pub sources: &'a FolderSources,
    /// How answers are wanted.
    pub wanted: Wanted,
    /// Where the chart goes; only of a single scenario.
    pub chart: Option<&'a Path>,
    /// What the command that gives the same again needs beside what was typed: ` -n 100 -s 1`.
    pub again: String,
}

/// Opens all scenarios, asks each and shows the answers. `half` is what is said of a scenario whose answer somebody
/// interrupts; `ask` returns `None` then. A scenario that does not have the keys in question is left out, unless it is
/// the only one or none has them.
pub fn each(
    asked: &Asked,
    call: &Call,
    half: impl Fn(&Scenario) -> String,
    mut ask: impl FnMut(&Scenario) -> Result<Option<(Answer, String)>, Vec<Failure>>,
) -> Result<(), Failure> {
    let opened = input::scenarios(call, asked.sources);
    if opened.several && asked.chart.is_some() {
        return Err(one_chart());
    }
    let mut others = opened.others;
    let whole = || of_all(call, asked.command, asked.sources, &asked.again);
    let told = |others| {
        if opened.several {
            asked.wanted.clone().among(others, whole())
        } else {
            asked.wanted.clone()
        }
    };
    let mut absences = Absences::default();
    let mut answered = Vec::new();
    let scenarios = &opened.scenarios;
    for (index, scenario) in scenarios.iter().enumerate() {
        let half = half(scenario);
        if opened.several {
            let line = with_rest(&half, &scenarios[index + 1..]);
            told(others.clone()).tell_at_the_end(&answered, line);
        } else {
            call.last_line(&half);
        }
        let begun = Instant::now();
        let wrong = match crash::tried_all(&scenario.path, || ask(scenario)) {
            Ok(Some((answer, again))) => {
                answered.push(Answered {
                    answer,
                    elapsed: Some(begun.elapsed()),
                    again,
                });
                continue;
            }
            Ok(None) => vec![Failure::Interrupted(half)],
            Err(wrong) => wrong,
        };
        let mut interrupted = false;
        for failure in wrong {
            let failure = match failure {
                Failure::Absent { keys, fault } if opened.several => {
                    absences.add(&scenario.path, keys, *fault);
                    continue;
                }
                Failure::Interrupted(text) if opened.several => {
                    Failure::Interrupted(with_rest(&text, &scenarios[index + 1..]))
                }
                other => other,
            };
            interrupted |= matches!(failure, Failure::Interrupted(_));
            others.refuse(&scenario.path);
            call.fail(failure);
        }
        if interrupted {
            break;
        }
    }
    // A key that a scenario lacks which has an answer would have been a fault there.
    let any = !answered.is_empty();
    match absences.told(|_| any, true) {
        Ok(absent) => others.absent.extend(absent),
        Err(fault) => call.fail(fault),
    }
    let chart = asked.chart.and_then(|path| {
        let figure = answered.first()?.answer.charts.first()?.clone();
        Some(Chart { figure, path })
    });
    // The chart first: what is printed may go into a pipe that nobody reads to its end.
    told(others).deliver_with(&answered, chart.as_ref())
}

/// What is said where a chart of several scenarios is asked for.
pub fn one_chart() -> Failure {
    Failure::Input(
        "--chart: a chart shows one scenario, and here are several: name one FILE".to_owned(),
    )
}

/// A line about an interrupted scenario, and those behind it.
fn with_rest(half: &str, rest: &[Scenario]) -> String {
    let rest = rest.iter();
    let rest = rest.map(|scenario| format!("; {} was not played", scenario.path));
    let rest: String = rest.collect();
    format!("{half}{rest}")
}
