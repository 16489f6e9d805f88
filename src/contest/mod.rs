//! What a contest is: a few small traits, and the plain data that passes between a contest and
//! those who play it, tell it and print it. Knows no particular contest.
//!
//! - [`Describe`]: the outcomes and metrics that a prepared contest has, and the [`Flow`] of one that goes
//!   from place to place. The keys of its file are
//!   one declarative table, in its [`Kind`].
//! - [`Rules`]: the rules themselves, generic over the source of dice and over the observer. They
//!   give [`Play`] (many trials into a [`Tally`]) and [`Tell`] (one trial as a story) to every
//!   contest for nothing.
//! - [`Solve`]: the exact answer, or why there is none.
//! - [`Appraise`]: who judges positions, where somebody can.
//! - [`Hints`]: what to do on a table that somebody describes, in the words that `laid` reads.
//!
//! Beside them stands what several contests make themselves of: `options` declares the keys of a file
//! once, `metrics` what is measured, [`Ends`] adds up exact answers; `class`, `build`, `group`, `examine` and
//! `words` are Classes, those that characters start with, groups, faults and words that more than one contest has.

mod appraise;
mod build;
mod class;
#[cfg(test)]
pub(crate) mod conformance;
pub mod deadline;
mod describe;
mod exact;
mod examine;
mod flow;
pub mod game;
mod group;
mod hint;
pub(crate) mod laid;
mod means;
mod metrics;
mod options;
pub mod parallel;
mod play;
mod stage;
mod tally;
mod words;
mod wounds;

pub(crate) use crate::document::counted;
pub use appraise::{Actor, Appraise, CERTAIN, Choice, Decision, NEAR, Side, Trajectory};
pub use build::Build;
pub(crate) use class::Fit;
pub use class::{CLASS_DICE, CLASS_FIT, Half, class_dice};
pub use describe::{
    Belongs, Describe, Effort, Kind, Level, Metric, Outcome, PlayerHelp, Scale, Seat, Timeline,
};
pub use exact::{Ends, Exact, ExactMetric, NoExact, Remainder, Remainders, Solve, Sums, Weight};
pub(crate) use examine::{fault_of, one_of_two, too_many_dice};
pub use flow::{Flow, FlowLink, FlowNode};
pub(crate) use group::Labels;
pub use group::{Group, copies};
pub use hint::{
    Considered, Hint, HintBy, HintOf, HintPlan, Hints, Lying, Played, PlayedOut, win_value,
};
pub use means::{Means, Origin, Owned};
pub(crate) use metrics::{Metrics, metrics};
pub(crate) use options::{
    Given, Lenient, Typed, choices, declared, default, flag, joined, optional, required, said,
    table, unsaid, whole,
};
pub(crate) use play::each;
pub use play::{
    Advised, Observer, Play, Record, Recorder, Rules, Silent, Story, Tell, play_record, tell_with,
};
pub use stage::{Aftermath, Part, Perform, Stage};
pub use tally::{Counts, Tally};
pub(crate) use words::sixes_add;
pub use wounds::{Chosen, OfWound, WoundChoice, WoundList, WoundOption};

/// A prepared contest: everything that a scenario file says, checked and ready to be played.
pub trait Contest: Describe + Play + Tell + Solve {}

impl<T: Describe + Play + Tell + Solve> Contest for T {}
