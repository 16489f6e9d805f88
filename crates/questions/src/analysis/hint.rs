//! Hints: the best action at a given position of a scenario.

use crate::contest::{BestAction, HintPlan};
use crate::document::shell::option;
use crate::document::{Faults, Source};
use crate::scenario::Scenario;
use crate::sim::ScenarioIdentity;

/// Maximum number of play-outs per action. It limits memory, since all results are kept for
/// pairing.
pub const MOST_PLAYOUTS: u32 = 1_000_000;

/// A hint about a scenario.
#[derive(Clone, Debug)]
pub struct HintResult {
    /// The scenario.
    pub scenario: ScenarioIdentity,
    /// Settings of the hint.
    pub plan: HintPlan,
    /// The hint.
    pub hint: BestAction,
}

/// Error of a hint.
#[derive(Clone, Debug, thiserror::Error)]
pub enum HintError {
    /// Contests of this kind have no hints.
    #[error("contests of kind {kind} have no hints: {reason}")]
    None {
        /// Kind of the contest.
        kind: &'static str,
        /// The reason, with an alternative.
        reason: &'static str,
    },
    /// No position was given; contains an example of one.
    #[error("the position is missing; a possible first position is{}", option("--table", .0))]
    NoTable(String),
    /// The position is invalid.
    #[error("{0}")]
    Faulty(Faults),
}

/// Returns the best action at a position, given in the syntax of the option `--table`.
///
/// # Errors
/// Returns a [`HintError`].
pub fn hint(
    scenario: &Scenario,
    table: Option<&str>,
    plan: &HintPlan,
) -> Result<HintResult, HintError> {
    let hints = scenario.contest.hints().map_err(|reason| HintError::None {
        kind: scenario.kind.name,
        reason,
    })?;
    let Some(table) = table else {
        return Err(HintError::NoTable(hints.example()));
    };
    let source = Source::new("--table", table);
    let hint = hints.hint(&source, plan).map_err(HintError::Faulty)?;
    Ok(HintResult {
        scenario: scenario.identity(),
        plan: *plan,
        hint,
    })
}
