//! Definition of a contest, independent of its kind: small traits, and the plain data that they
//! exchange with players, narration and output.
//!
//! - [`Describe`]: the [`Description`] of a prepared contest, and its optional parts. Its [`Kind`]
//!   declares the keys of its file in one table.
//! - [`Rules`]: the rules, generic over the source of dice and the observer; [`Events`]: what
//!   observers receive, and its text. A blanket implementation provides [`Play`] (many trials into a [`Tally`]) and [`Narrate`] (the narration
//!   of one trial) for every contest.
//! - [`Solve`]: the exact answer, or the reason why there is none.
//! - [`Evaluate`]: the position evaluation, for contests that have one.
//! - [`Hints`]: the best action at a typed position, in the format that `positions` reads.
//!
//! Building blocks of contests: `options` declares the keys of a file, `metrics` the metrics, and
//! [`DistributionBuilder`] accumulates exact answers. `class`, `build`, `group`, `examine` and
//! `words` have the Classes, starting characters, groups, faults and phrases that contests share.

mod build;
mod builtin;
mod class;
mod configured;
pub mod conformance;
mod control;
pub mod deadline;
mod describe;
mod error;
mod evaluate;
mod exact;
mod examine;
mod flow;
pub mod game;
mod group;
mod hint;
mod means;
mod metrics;
mod options;
pub mod parallel;
mod play;
pub mod positions;
mod scene;
mod tally;
mod words;
mod wounds;

pub use crate::document::counted;
pub use build::Build;
pub use builtin::{Builtin, Template};
pub use class::Fit;
pub use class::{CLASS_DICE, CLASS_FIT, Half, class_dice};
pub use configured::ConfiguredPlayers;
pub use control::{CHANCE_UNITS, ControlSums, ControlVariate, MOST_OPENINGS, SLOPE_UNITS};
pub(crate) use describe::clause;
pub use describe::{
    Cost, Cutoff, Describe, Description, Kind, Level, ListOrder, MainFigure, Metric, Outcome,
    OutcomeOwner, PlayerHelp, Replaced, ReplacedSeat, Scale, Seat, Substitute, Timeline,
};
pub use error::{Erring, ErrorRate, PlayerErrors, player_keys};
pub use evaluate::{
    ActingSide, CERTAIN, Decision, DecisionKind, Evaluate, NEAR, RatedSide, Trajectory,
};
pub use exact::{
    DistributionBuilder, ExactDistribution, ExactMetric, LEAST_ATTEMPT, MetricSums, NoExact,
    Remainder, Remainders, Solve, Weight,
};
pub use examine::{fault_of, one_of_two, too_many_dice};
pub use flow::{CostFigure, FlowCost, FlowLink, FlowNode, PathFlow};
pub use group::Labels;
pub use group::{Group, copies};
pub use hint::{
    BestAction, DescribedEntry, HintBy, HintOf, HintPlan, Hints, PlayedOut, PlayoutCounts,
    RatedAction, win_value,
};
pub use means::{CargoOrigin, GroupMeans, Owned};
pub use metrics::{Metrics, metrics};
pub use options::{
    Lenient, Spanned, Typed, choices, declared, default, flag, from_defaults, joined, optional,
    others, required, table, trimmed_doc, whole,
};
pub use play::{
    Advised, Events, Narrate, Narration, Notes, Observer, Play, Record, Recorder, Rules, Silent,
    Trials, narrate_with, play_record,
};
pub use play::{ControlledTrials, Openings, PlainTrials};
pub use scene::{Aftermath, CarriedValue, LastingEffects, ParticipantFate, Perform, SceneState};
pub use tally::{Tally, TallyCounts};
pub use words::sixes_add;
pub use wounds::{WoundChoice, WoundEffect, WoundEffects, WoundList, WoundOption};

/// A prepared contest: the checked contents of a scenario file, ready to play.
pub trait Contest: Describe + Play + Narrate + Solve {}

impl<T: Describe + Play + Narrate + Solve> Contest for T {}
