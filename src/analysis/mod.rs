//! Questions asked of results and of many runs. Knows no particular contest.

mod drama;
mod expect;
mod ladder;
mod replies;
mod search;
mod seating;
mod settings;
mod stronger;
mod target;
mod tune;
mod vary;

pub use drama::{
    ActorDrama, Aftermath, BINS, Choices, Comebacks, DEPTHS, DRAMA_TRIALS, Depth, Drama,
    DramaError, DramaFigure, DramaPlan, Estimate, Leads, Luck, MarkedTrial, Opening, OpeningBin,
    Parts, Proportion, Reading, SAFE, SLOW_DRAMA_TRIALS, Settled, SideDrama, TYPICAL_WITHIN,
    Typical, drama, drama_list,
};
pub use expect::{Verdict, verdict, verdicts};
pub use ladder::{Cell, Ladder, LadderError, LadderPlan, LeftOut, SLOW_TRIALS, TRIALS, ladder};
pub use replies::{Reply, Spread, Worth};
pub use search::{Condition, SearchError, extreme_trial, find_trial, typical_trial};
pub use settings::{MOST_SETTINGS, Setting, SettingsError, settings};
pub use stronger::stronger;
pub use target::{Figure, Gauge, Target, TargetError};
pub use tune::{
    Fresh, MEAN_TOLERANCE, SHARE_TOLERANCE, SLOW_TUNE_TRIALS, TUNE_ALPHA, TUNE_TRIALS, Trend,
    Tried, TunePlan, TuneVerdict, Tuning, tune,
};
pub use vary::{MOST_VALUES, Vary, VaryError};
