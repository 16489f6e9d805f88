//! `evenodds exact`: the same without luck, where a solver exists.

use super::arguments::ExactArguments;
use super::failure::{Failure, Failures};
use super::output::Shown;
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
        match contest.exact() {
            Ok(exact) => {
                let seed = scenario.seed.unwrap_or(play::SEED);
                let results = Results::exact(scenario.identity(), contest, seed, &exact);
                shown.push(Shown {
                    verdicts: verdicts(&scenario.expectations, &results),
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
