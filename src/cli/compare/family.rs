//! One change in many scenarios: each is compared with itself, and the verdicts are corrected for their number.

use super::super::again::of_all;
use super::super::answer::{Answered, Chart, Wanted};
use super::super::call::Call;
use super::super::crash;
use super::super::failure::Failure;
use super::super::input::{self, Absences};
use super::{CompareArguments, Other, again, made, played, readable, settings};
use crate::analysis::{ComparePlan, Comparison, alpha_of_each, correct_together, lead_figure};
use crate::ask::typed;
use crate::report::{Others, compare_answer, family_answer};
use crate::scenario::Scenario;
use crate::sim::StopReason;
use std::time::{Duration, Instant};

/// A comparison that was made, how long it took, and the command that gives the same again.
type Made = (Comparison, Duration, String);

/// Compares every scenario with itself changed, and shows what differs.
pub fn show(arguments: &CompareArguments, wanted: &Wanted, call: &Call) -> Result<(), Failure> {
    let settings = readable(&arguments.vary, call).and_then(|vary| settings(&vary, call));
    let opened = input::scenarios(call, &arguments.sources);
    let Some(settings) = settings else {
        return Ok(());
    };
    let mut others = opened.others;
    let pairs = paired(opened.scenarios, &settings, &mut others, call);
    let alpha = alpha_of_each(arguments.alpha, pairs.iter().map(|one| one.1.len()).sum());
    let mut done: Vec<Made> = Vec::new();
    let each = pairs.iter().flat_map(|(first, others)| {
        let others = others.iter();
        others.map(move |(second, changes)| (first, second, changes))
    });
    let each: Vec<_> = each.collect();
    let mut left = each.len();
    for (first, second, changes) in each {
        let (so_far, answered, _) = told(call, arguments, wanted, &done, &others);
        let line = format!("interrupted: {left} comparisons were not made");
        so_far.tell_at_the_end(&answered, line);
        let begun = Instant::now();
        let plan = |plan: ComparePlan| ComparePlan {
            figures: match &arguments.figures[..] {
                [] => lead_figure((first, second), arguments.margin),
                named => named.to_vec(),
            },
            alpha,
            ..plan
        };
        match played(call, (first, second), changes, arguments, plan) {
            Ok(comparison) => {
                let again = again(call, (first, second), &comparison);
                done.push((comparison, begun.elapsed(), again));
            }
            Err(failure) => {
                others.refuse(&first.path);
                let path = &first.path;
                call.fail(match failure {
                    Failure::Input(text) => Failure::Input(format!("{path}: {text}")),
                    other => other,
                });
            }
        }
        left -= 1;
        let last = done.last().map(|(comparison, ..)| comparison);
        if let Some(last) = last.filter(|last| last.stopped == StopReason::Interrupted) {
            let path = &last.first.path;
            call.fail(Failure::Interrupted(format!(
                "interrupted in {path} after {} trials of each, and its figures are of those; {left} further \
                 comparisons were not made",
                last.trials
            )));
            break;
        }
    }
    let (wanted, answered, chart) = told(call, arguments, wanted, &done, &others);
    wanted.deliver_with(&answered, chart.as_ref())
}

/// Each scenario with what the changes make of it. Those that lack a key are left out.
fn paired(
    scenarios: Vec<Scenario>,
    settings: &[Vec<String>],
    others: &mut Others,
    call: &Call,
) -> Vec<(Scenario, Vec<Other>)> {
    let mut absences = Absences::default();
    let mut pairs = Vec::new();
    for first in scenarios {
        match crash::tried_all(&first.path, || made(&first, settings)) {
            Ok(made) => pairs.push((first, made)),
            Err(wrong) => {
                for failure in wrong {
                    if let Failure::Absent { keys, fault } = failure {
                        absences.add(&first.path, keys, *fault);
                    } else {
                        others.refuse(&first.path);
                        call.fail(failure);
                    }
                }
            }
        }
    }
    match absences.told(|_| !pairs.is_empty(), true) {
        Ok(absent) => others.absent.extend(absent),
        Err(fault) => call.fail(fault),
    }
    pairs
}

/// What is shown of the comparisons that were made, corrected for their number.
fn told<'a>(
    call: &Call,
    arguments: &'a CompareArguments,
    wanted: &Wanted,
    done: &[Made],
    others: &Others,
) -> (Wanted, Vec<Answered>, Option<Chart<'a>>) {
    let mut comparisons: Vec<Comparison> = done.iter().map(|one| one.0.clone()).collect();
    correct_together(&mut comparisons, arguments.alpha);
    let answered = comparisons.iter().zip(done);
    let answered = answered.map(|(comparison, (_, elapsed, again))| Answered {
        answer: compare_answer(comparison),
        elapsed: Some(*elapsed),
        again: again.clone(),
    });
    let answered = answered.collect();
    let overview = family_answer(&comparisons, arguments.alpha, others);
    let chart = arguments.drawn.chart.as_deref().and_then(|path| {
        let figure = overview.charts.first()?.clone();
        Some(Chart { figure, path })
    });
    let again = of_all(
        call,
        "compare",
        &arguments.sources,
        &typed(None, arguments.pace.seed),
    );
    let wanted = wanted.clone().among(others.clone(), again).above(overview);
    (wanted, answered, chart)
}
