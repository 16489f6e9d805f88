//! Questions asked of results and of many runs. Knows no particular contest.

mod expect;
mod ladder;
mod mix;
mod replies;
mod search;
mod seating;
mod stronger;

pub use expect::{Verdict, verdict, verdicts};
pub use ladder::{Cell, Ladder, LadderError, LadderPlan, LeftOut, SLOW_TRIALS, TRIALS, ladder};
pub use replies::{Reply, Spread, Worth};
pub use search::{Condition, SearchError, extreme_trial, find_trial, typical_trial};
pub use stronger::stronger;
