//! Plays trial numbers on all cores into a tally, and turns tallies into results. Knows no
//! particular contest.

mod results;
mod run;
mod stopping;

pub use results::{
    Better, Bin, Identity, IntervalKind, LEVEL, MetricResult, OutcomeResult, Results, StopReason,
    TimelineResult, Weight,
};
pub use run::{Finished, Plan, Unwatched, Watch, in_pieces, run};
pub use stopping::next_look;
