//! `evenodds report`: a page with charts, and every figure in files.

use super::arguments::ReportArguments;
use super::failure::{Failure, Failures};
use super::{input, output, play};
use evenodds::report::{Names, ReportInput, check_folder, scenario_name, write_folder};
use evenodds::sim::StopReason;

/// Plays all scenarios and writes a folder of files for each.
pub fn report(arguments: &ReportArguments, failures: &mut Failures) -> Result<(), Failure> {
    play::prepare(&arguments.playing);
    let mut names = Names::default();
    for scenario in input::scenarios(&arguments.sources, failures) {
        let folder = arguments
            .out
            .join(names.unique(&scenario_name(&scenario.path)));
        if let Err(error) = check_folder(&folder, arguments.force) {
            failures.add(Failure::Storage(error.to_string()));
            continue;
        }
        let shown = play::play(&scenario, &arguments.playing, "report");
        if shown.results.stopped == StopReason::Interrupted {
            // A report is there whole or not at all.
            failures.add(Failure::Interrupted(format!(
                "interrupted: no report on {} was written, nor on any scenario after it",
                scenario.path
            )));
            break;
        }
        let input = ReportInput {
            results: &shown.results,
            scenario: &scenario.text,
            command: &shown.command,
            verdicts: &shown.verdicts,
        };
        match write_folder(&input, &folder, arguments.force) {
            Ok(()) => {
                let page = folder.join(if cfg!(feature = "charts") {
                    "index.html"
                } else {
                    "results.json"
                });
                output::print(&format!("{}: {}\n", scenario.title, page.display()))?;
            }
            Err(error) => failures.add(Failure::Storage(error.to_string())),
        }
    }
    Ok(())
}
