//! Plays trial numbers on all cores into a tally, and turns tallies into results. Knows no
//! particular contest.

mod hands;
mod part;
mod results;
mod run;
mod stopping;

pub use hands::{Hand, Hands};
pub use part::{Part, PartError, Share, join};
pub use results::{
    Better, Bin, Identity, IntervalKind, LEVEL, MetricResult, OutcomeResult, Results, StopReason,
    TimelineResult, Weight,
};
pub use run::{Finished, Plan, Unwatched, Watch, in_pieces, run, run_on};
pub use stopping::{next_look, next_stop};
