//! `evenodds exact`: the same without luck, where a solver exists.

use super::arguments::ExactArguments;
use super::failure::{Failure, Failures, say};
use super::interrupts::last_words;
use super::output::Shown;
use super::progress::{Board, Doing};
use super::{input, output, play, typed};
use evenodds::analysis::verdicts;
use evenodds::sim::Results;
use std::time::Instant;

/// Solves all scenarios and shows the answers; those without a solver are said.
pub fn exact(arguments: &ExactArguments, failures: &mut Failures) -> Result<(), Failure> {
    output::check(&arguments.printing)?;
    let mut shown = Vec::new();
    for scenario in input::scenarios(&arguments.sources, failures) {
        let begun = Instant::now();
        let contest = scenario.contest.as_ref();
        tell_at_the_end(&shown, &scenario.path, arguments);
        let solving = Doing::new(&scenario.title, "solving", Board::alone(false));
        let exact = contest.exact();
        drop(solving);
        match exact {
            Ok(exact) => {
                let seed = scenario.seed.unwrap_or(play::SEED);
                let results = Results::exact(scenario.identity(), contest, seed, &exact);
                shown.push(Shown {
                    verdicts: verdicts(&scenario.expectations, contest, Some(&exact), &results),
                    results,
                    elapsed: Some(begun.elapsed()),
                    command: format!(
                        "evenodds exact {}{}",
                        typed::file(&scenario.path),
                        typed::assignments(&scenario)
                    ),
                });
            }
            Err(reason) => {
                failures.add(Failure::Input(format!("{}: {reason}", scenario.path)));
            }
        }
    }
    output::show(&shown, arguments.sources.files.len(), &arguments.printing)
}

/// If nobody can wait for a scenario to be solved, those before are shown all the same.
fn tell_at_the_end(shown: &[Shown], path: &str, arguments: &ExactArguments) {
    let (shown, printing) = (shown.to_vec(), arguments.printing.clone());
    let (asked, path) = (arguments.sources.files.len(), path.to_owned());
    last_words(move || {
        // What is wrong with the place where they go is no news any more.
        let _ = output::show(&shown, asked, &printing);
        say(&format!("interrupted: {path} was not solved to its end"));
    });
}
