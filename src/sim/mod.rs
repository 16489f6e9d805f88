//! Runs of any contest: trials on all cores, counted in a tally, and the results.

mod chunks;
mod control;
mod flow;
mod permits;
mod reorder;
mod results;
mod rows;
mod run;
mod samples;
mod shard;
mod stopping;

pub use chunks::in_chunks;
pub use control::ShareEstimator;
pub use flow::{FlowLinkResult, FlowNodeResult, FlowResult};
pub use permits::{WorkerPermit, WorkerPermits};
pub use results::{
    Bin, IntervalKind, LEVEL, MetricResult, OutcomeResult, QUANTILES, RESULTS_FORMAT, Results,
    ScenarioIdentity, StopReason, TimelineResult, ValueWeight,
};
pub use rows::{RowValues, TrialRows};
pub use run::{Finished, Plan, Unwatched, Watch, run, run_from};
pub use samples::{RowSink, run_with_rows};
pub use shard::{BUILD, SHARD_FORMAT, Shard, ShardError, Share, is_shard, join};
pub use stopping::{next_look, next_stop};
