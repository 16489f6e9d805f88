//! Questions asked of results. Knows no particular contest.

mod expect;
mod search;

pub use expect::{Verdict, verdict, verdicts};
pub use search::{Condition, SearchError, extreme_trial, find_trial, typical_trial};
