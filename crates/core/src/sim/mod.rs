//! Runs of any contest: trials on all cores, counted in a tally, and the results.

mod chunks;
mod contradiction;
mod control;
mod flow;
mod permits;
mod plan;
mod reorder;
mod results;
mod rows;
mod run;
mod samples;
mod shard;
mod stopping;

pub use chunks::in_chunks;
pub use contradiction::contradiction;
pub use control::{PILOT, PILOT_SEED, Unreported, bet, control};
pub use flow::{FlowLinkResult, FlowNodeResult, FlowResult};
pub use permits::{WorkerPermit, WorkerPermits};
pub use plan::{NoProgress, Plan, Progress, ShareEstimator, StopReason};
pub use reorder::RowSink;
pub use results::{
    Bin, GivenConditions, IntervalKind, LEVEL, MetricResult, OutcomeResult, QUANTILES,
    RESULTS_FORMAT, Results, ScenarioIdentity, TimelineResult, ValueWeight, metric_named,
};
pub use rows::{RowValues, TrialRows};
pub use run::{Finished, run, run_controlled, run_from};
pub use samples::run_with_rows;
pub use shard::{SHARD_FORMAT, Shard, ShardError, Share, is_shard, join, metric_names};
pub use stopping::{next_look, next_stop};
