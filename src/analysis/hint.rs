//! What should the one who has the turn do, on a table that somebody describes?

use crate::contest::{Hint, HintPlan};
use crate::document::shell::option;
use crate::document::{Faults, Source};
use crate::scenario::Scenario;
use crate::sim::Identity;

/// The most play-outs of each action: what became of every one is kept, so that they can be paired.
pub const MOST_PLAYOUTS: u32 = 1_000_000;

/// A hint about a scenario.
#[derive(Clone, Debug)]
pub struct Hinted {
    /// Of which scenario.
    pub scenario: Identity,
    /// How it was asked for.
    pub plan: HintPlan,
    /// What was found.
    pub hint: Hint,
}

/// Why there is no hint.
#[derive(Clone, Debug, thiserror::Error)]
pub enum HintError {
    /// Nobody gives hints on such contests; why, and what to do instead.
    #[error("there are no hints on a contest of kind {kind}: {reason}")]
    None {
        /// Its kind.
        kind: &'static str,
        /// Why.
        reason: &'static str,
    },
    /// Nobody said what lies on the table; a table as one may be typed.
    #[error("say what lies on the table now; one as it may begin is{}", option("--table", .0))]
    NoTable(String),
    /// The table cannot be.
    #[error("{0}")]
    Faulty(Faults),
}

/// Says what to do on a table: the text of the option `--table`.
///
/// # Errors
/// See [`HintError`].
pub fn hint(
    scenario: &Scenario,
    table: Option<&str>,
    plan: &HintPlan,
) -> Result<Hinted, HintError> {
    let Some(hints) = scenario.contest.hints() else {
        return Err(HintError::None {
            kind: scenario.kind.name,
            reason: scenario.contest.unhinted(),
        });
    };
    let Some(table) = table else {
        return Err(HintError::NoTable(hints.example()));
    };
    let source = Source::new("--table", table);
    let hint = hints.hint(&source, plan).map_err(HintError::Faulty)?;
    Ok(Hinted {
        scenario: scenario.identity(),
        plan: *plan,
        hint,
    })
}
