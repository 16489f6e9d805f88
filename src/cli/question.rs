//! Asks a question of one scenario after another and shows the answers. A scenario that is wrong does not keep the
//! others from being asked about.

use super::again::{of_all, options};
use super::answer::{Answered, Chart, Wanted, check_chart};
use super::arguments::{Drawn, FolderSources, Framed, Output};
use super::call::Call;
use super::crash;
use super::failure::Failure;
use super::input::{self, Absences};
use super::progress::Board;
use crate::ask::{Context, Pace, Question, replay};
use crate::report::Frame;
use crate::scenario::Scenario;
use clap::Args;
use std::time::Instant;

/// A question with the scenarios that it is about, and how its answers are wanted.
#[derive(Debug, Args)]
pub struct Asking<Q: Args, O: Args = Output> {
    #[command(flatten)]
    pub sources: FolderSources,
    #[command(flatten)]
    pub question: Q,
    #[command(flatten)]
    pub drawn: Drawn,
    #[command(flatten)]
    pub output: O,
}

/// The output options of a command.
pub trait AsOutput {
    /// Returns them, and the frame that CSV holds.
    fn output(&self) -> (&Output, Frame);
}

impl AsOutput for Output {
    fn output(&self) -> (&Output, Frame) {
        (self, Frame::Outcomes)
    }
}

impl AsOutput for Framed {
    fn output(&self) -> (&Output, Frame) {
        (&self.output, self.frame())
    }
}

/// Sets the number of threads of the whole process.
pub fn prepare(call: &Call, pace: &Pace) {
    // Another program keeps its threads for the calls that follow.
    if let Some(threads) = pace.threads.filter(|_| !call.is_hosted()) {
        // Fails only if somebody else built the pool before, and nobody does.
        let _ = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.into())
            .build_global();
    }
}

/// Opens all scenarios, asks each and shows the answers. A scenario that does not have the keys in question is left
/// out, unless it is the only one or none has them.
pub fn show<Q: Question + Args, O: AsOutput + Args>(
    asked: &Asking<Q, O>,
    pace: &Pace,
    call: &Call,
) -> Result<(), Failure> {
    let (output, frame) = asked.output.output();
    let wanted = Wanted::new(call, output)?.framed(frame);
    let chart = asked.drawn.chart.as_deref();
    check_chart(call, chart)?;
    let several = input::are_several(&asked.sources.files);
    if let Some(why) = asked.question.single().filter(|_| several) {
        return Err(Failure::Input(why.to_owned()));
    }
    prepare(call, pace);
    if let Err(wrong) = asked.question.check() {
        for failure in Failure::all("", wrong) {
            call.fail(failure);
        }
        // What is wrong with the files is said at once.
        input::scenarios(call, &asked.sources);
        return Ok(());
    }
    let opened = input::scenarios(call, &asked.sources);
    if opened.several && chart.is_some() {
        return Err(one_chart());
    }
    let mut others = opened.others;
    let told = |others| {
        if opened.several {
            let whole = of_all(call, Q::NAME, &asked.sources, &asked.question.typed());
            wanted.clone().among(others, whole)
        } else {
            wanted.clone()
        }
    };
    let board = Board::alone(call, pace.quiet);
    let context = Context {
        observer: &board,
        one_chart: chart.is_some(),
    };
    let mut absences = Absences::default();
    let mut answered = Vec::new();
    let mut met = true;
    let scenarios = &opened.scenarios;
    for (index, scenario) in scenarios.iter().enumerate() {
        let half = asked.question.interrupted(&scenario.path);
        let rest = &scenarios[index + 1..];
        if opened.several {
            let line = with_rest(&half, rest);
            told(others.clone()).tell_at_the_end(&answered, line);
        } else {
            call.last_line(&half);
        }
        let begun = Instant::now();
        let found = crash::tried_all(&scenario.path, || {
            let found = asked.question.ask(scenario, &context);
            found.map_err(|problems| Failure::all(&scenario.path, problems))
        });
        let wrong = match found {
            Ok(Some(found)) => {
                let again = options(call, &[]) + &found.again;
                answered.push(Answered {
                    answer: found.answer,
                    elapsed: Some(begun.elapsed()),
                    again: replay(scenario).command(Q::NAME, &again),
                });
                met &= found.met;
                let Some(text) = found.part else {
                    continue;
                };
                call.fail(Failure::Interrupted(with_rest(&text, rest)));
                break;
            }
            Ok(None) => vec![Failure::Interrupted(half)],
            Err(failures) => failures,
        };
        let mut interrupted = false;
        for failure in wrong {
            let failure = match failure {
                Failure::Absent { keys, fault } if opened.several => {
                    absences.add(&scenario.path, keys, *fault);
                    continue;
                }
                Failure::Interrupted(text) if opened.several => {
                    Failure::Interrupted(with_rest(&text, rest))
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
    let figure = answered.first().map(|one| one.answer.charts.first());
    if let (Some(_), Some(None)) = (chart, figure) {
        let text = "--chart: this answer has no chart: leave it out";
        call.fail(Failure::Input(text.to_owned()));
    }
    let chart = chart.and_then(|path| {
        let figure = figure??.clone();
        Some(Chart { figure, path })
    });
    // The chart first: what is printed may go into a pipe that nobody reads to its end.
    told(others).deliver_with(&answered, chart.as_ref())?;
    if !met {
        call.fail(Failure::Unmet);
    }
    Ok(())
}

/// Returns the failure of `--chart` with several scenarios.
pub fn one_chart() -> Failure {
    Failure::Input(
        "--chart: a chart shows one scenario, and here are several: name one FILE".to_owned(),
    )
}

/// Returns a line about an interrupted scenario and those after it.
fn with_rest(half: &str, rest: &[Scenario]) -> String {
    let rest = rest.iter();
    let rest = rest.map(|scenario| format!("; {} was not played", scenario.path));
    let rest: String = rest.collect();
    format!("{half}{rest}")
}
