//! Plays trial numbers on all cores into a tally, and turns tallies into results. Knows no
//! particular contest.

mod hands;
mod part;
mod pieces;
mod reorder;
mod results;
mod rows;
mod run;
mod samples;
mod stopping;

pub use hands::{Hand, Hands};
pub use part::{Part, PartError, Share, is_part, join};
pub use pieces::in_pieces;
pub use results::{
    Bin, Identity, IntervalKind, LEVEL, MetricResult, OutcomeResult, QUANTILES, Results,
    StopReason, TimelineResult, Weight,
};
pub use rows::{Rows, Values};
pub use run::{Finished, Plan, Unwatched, Watch, run, run_on};
pub use samples::{RowSink, run_with_rows};
pub use stopping::{next_look, next_stop};
