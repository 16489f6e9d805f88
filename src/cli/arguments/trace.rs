//! The arguments of `trace`.

use super::{Source, StoryFormat};
use crate::cli::numbers;
use clap::Args;

/// `trace`.
#[derive(Debug, Args)]
#[command(after_help = "\
Without a choice trial 0 is told. A search looks at the first 100,000 trials (--within) in order:
  --find      the first trial that fulfils every condition: outcome=NAME, or a metric's name with
              =, !=, <, <=, > or >= and a number
  --typical   of the trials with the commonest outcome the one nearest to their medians, in all
              metrics of the summary, each difference measured in quartile ranges
  --extreme   the trial with the highest value of a metric
Of equals the first is taken.")]
pub struct TraceArguments {
    #[command(flatten)]
    pub source: Source,
    /// Which luck, 0 to 2^63 - 1 [default: what the scenario says, else 1]
    #[arg(short, long, value_name = "S", value_parser = numbers::seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub choice: Choice,
    /// How many trials a search looks at
    #[arg(long, value_name = "N", value_parser = numbers::count, default_value = "100k", allow_negative_numbers = true)]
    pub within: u64,
    /// Says at each decision what the best player would have done, and what the difference costs;
    /// for contests that have a perfect player
    #[arg(long)]
    pub advice: bool,
    /// How the story looks
    #[arg(short, long, value_enum, default_value_t = StoryFormat::Text)]
    pub format: StoryFormat,
}

/// Which trial to tell.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub struct Choice {
    /// The number of the trial, from 0
    #[arg(long, value_name = "K", value_parser = numbers::trial, allow_negative_numbers = true)]
    pub trial: Option<u64>,
    /// The first trial that fulfils a condition (repeatable): outcome=heroes, turns>=10
    #[arg(long, value_name = "CONDITION")]
    pub find: Vec<String>,
    /// A trial as they mostly go
    #[arg(long)]
    pub typical: bool,
    /// The trial with the highest value of a metric
    #[arg(long, value_name = "METRIC")]
    pub extreme: Option<String>,
}
