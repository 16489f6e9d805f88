//! `evenodds diff`: changes between two results or two folders of reports.

use super::answer::WantedAnswer;
use super::arguments::Output;
use super::call::Call;
use super::failure::Failure;
use crate::analysis::{ALPHA, diff};
use crate::ask::{Batch, ScenarioAnswer, earlier, numbers};
use crate::report::diff_answer;
use clap::Args;
use std::path::PathBuf;

/// Arguments of `diff`.
#[derive(Debug, Args)]
#[command(after_help = "\
OLD and NEW are results (`run --format json`, `results.json`) or folders that `evenodds report` wrote:
  evenodds report scenarios --out tonight
  evenodds diff yesterday tonight --format markdown --fail

A figure counts as changed only if the difference is significant after correction for the number of figures \
(Holm's procedure), and with --margin only if the difference is significantly larger than that. Seeds, trials and contests may differ between the two sides.")]
pub struct DiffArguments {
    /// Old results: a file, or a folder of reports
    #[arg(value_name = "OLD", value_hint = clap::ValueHint::AnyPath)]
    pub old: PathBuf,
    /// New results: a file, or a folder of reports
    #[arg(value_name = "NEW", value_hint = clap::ValueHint::AnyPath)]
    pub new: PathBuf,
    /// Exit with code 1 if a figure changed, an expectation no longer holds, or a file became invalid
    #[arg(long)]
    pub fail: bool,
    /// Family-wise false-positive rate
    #[arg(long, value_name = "P", value_parser = numbers::alpha, default_value_t = ALPHA, allow_negative_numbers = true)]
    pub alpha: f64,
    /// Largest difference that does not matter: of shares, and of means as a part of the old mean, such as 2%
    #[arg(long, value_name = "D", value_parser = numbers::half_width, allow_negative_numbers = true)]
    pub margin: Option<f64>,
    #[command(flatten)]
    pub output: Output,
}

/// Delivers the changes.
pub fn show(arguments: &DiffArguments, call: &Call) -> Result<(), Failure> {
    let wanted = WantedAnswer::new(call, &arguments.output)?;
    let sides = [&arguments.old, &arguments.new].map(|path| earlier::loaded_reports(path));
    let [old, new] = match sides {
        [Ok(old), Ok(new)] => [old, new],
        sides => {
            // Reports the problems of both sides.
            for wrong in sides.into_iter().filter_map(Result::err) {
                call.fail(Failure::of("", wrong));
            }
            return Ok(());
        }
    };
    let found = diff(old, new, (arguments.alpha, arguments.margin.unwrap_or(0.0)));
    let answered = ScenarioAnswer::new(diff_answer(&found), String::new());
    wanted.deliver(&Batch::new(vec![answered], None))?;
    if arguments.fail && found.needs_attention() {
        call.fail(Failure::Unmet);
    }
    Ok(())
}
