//! `evenodds exact`: the same without luck, where a solver exists.

use super::again::{of_all, replay};
use super::answer::{Answered, Wanted};
use super::arguments::{FolderSources, Framed};
use super::call::Call;
use super::failure::Failure;
use super::progress::{Board, Doing};
use super::{crash, input, play};
use crate::analysis::verdicts;
use crate::report::{Background, results_answer};
use crate::sim::Results;
use clap::Args;
use std::time::Instant;

/// `exact`.
#[derive(Debug, Args)]
pub struct ExactArguments {
    #[command(flatten)]
    pub sources: FolderSources,
    #[command(flatten)]
    pub output: Framed,
}

/// Solves all scenarios and shows the answers; those without a solver are said.
pub fn exact(arguments: &ExactArguments, call: &Call) -> Result<(), Failure> {
    let wanted = Wanted::new(call, &arguments.output.output)?;
    let opened = input::scenarios(call, &arguments.sources);
    let mut others = opened.others;
    let again = of_all(call, "exact", &arguments.sources, "");
    let wanted = wanted.framed(arguments.output.frame());
    let told = |others| {
        if opened.several {
            wanted.clone().among(others, again.clone())
        } else {
            wanted.clone()
        }
    };
    let mut answered = Vec::new();
    for scenario in opened.scenarios {
        let begun = Instant::now();
        let contest = scenario.contest.as_ref();
        let half = format!("interrupted: {} was not solved to its end", scenario.path);
        told(others.clone()).tell_at_the_end(&answered, half);
        let answer = crash::tried(&scenario.path, || {
            let solving = Doing::new(&scenario.title, "solving", Board::alone(call, false));
            let exact = contest.exact();
            drop(solving);
            let exact =
                exact.map_err(|reason| Failure::Input(format!("{}: {reason}", scenario.path)))?;
            let seed = scenario.seed.unwrap_or(play::SEED);
            let results = Results::exact(scenario.identity(), contest, seed, &exact);
            let verdicts = verdicts(&scenario.expectations, contest, Some(&exact), &results);
            let background = Background {
                verdicts: &verdicts,
                ..Background::default()
            };
            Ok(results_answer(&results, &background))
        });
        match answer {
            Ok(answer) => answered.push(Answered {
                answer,
                elapsed: Some(begun.elapsed()),
                again: replay(&scenario).command("exact", ""),
            }),
            Err(failure) => {
                others.refuse(&scenario.path);
                call.fail(failure);
            }
        }
    }
    told(others).deliver(&answered)
}
