//! Questions asked of results and of many runs. Knows no particular contest.

mod advise;
mod check;
mod compare;
mod drama;
mod evidence;
mod expect;
mod ladder;
mod mix;
mod replies;
mod search;
mod seating;
mod stronger;
mod study;
mod sweep;
mod tune;

pub use advise::{
    ADVISE_TRIALS, Advice, AdviseError, AdvisePlan, Changed, MOST_CHANGES, SLOW_ADVISE_TRIALS,
    Standing, advise,
};
pub use check::{
    CHECK_TRIALS, CheckPlan, Checked, Judged, MOST_CHECK_TRIALS, MOST_SLOW_CHECK_TRIALS,
    SLOW_CHECK_TRIALS, check,
};
pub use compare::{
    CompareEnd, CompareError, ComparePlan, Compared, Comparison, Difference, MOST_COMPARE_TRIALS,
    MOST_SLOW_COMPARE_TRIALS, Pairing, Wanted, compare,
};
pub use drama::{
    ActorDrama, Aftermath, BINS, Choices, Comebacks, DEPTHS, DRAMA_TRIALS, Depth, Drama,
    DramaError, DramaFigure, DramaPlan, Estimate, JudgedBin, Leads, Luck, MarkedTrial, Opening,
    PILOT_FROM, Parts, Pilot, PilotSide, Proportion, Reading, SAFE, SLOW_DRAMA_TRIALS, Settled,
    SideDrama, TYPICAL_WITHIN, Typical, drama, drama_list,
};
pub use expect::{Method, Promise, Verdict, verdict, verdicts};
pub use ladder::{Cell, Ladder, LadderError, LadderPlan, LeftOut, SLOW_TRIALS, TRIALS, ladder};
pub use replies::{Reply, Spread, Worth};
pub use search::{Condition, SearchError, extreme_trial, find_trial, typical_trial};
pub use stronger::{Glanced, stronger};
pub use sweep::{
    Course, Grid, Known, SLOW_SWEEP_TRIALS, SWEEP_TRIALS, Setting, Sweep, SweepError, SweepPlan,
    Trend, course, grid,
};
pub use tune::{
    Fresh, MEAN_TOLERANCE, SHARE_TOLERANCE, SLOW_TUNE_TRIALS, TUNE_ALPHA, TUNE_TRIALS, Tried,
    TuneError, TunePlan, TuneVerdict, Tuning, tune,
};

pub use crate::scenario::{Figure, MOST_VALUES, Target, TargetError, Vary, VaryError};
